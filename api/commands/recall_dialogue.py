"""`remembrancer recall`: asks a space what was talked about before, and holds the dialogue that follows."""

from collections.abc import Iterator
from typing import Annotated

import typer

from api.commands.opening import JsonOption, SpaceArgument, StoreOption, opened, settings_with
from api.commands.printing import out, say, say_json
from api.http.routes.recall_routes import ANY_OUTCOME
from api.recall_talk import offered
from api.wiring import Service
from context.recall.outcomes import Bypassed, NewTopic, OrdinaryTalk, Outcome, Recalled, Research, Satisfied, Told
from context.recall.recalling import RecallRequest, recall
from graph.values.items import Offer


def run(
    space: SpaceArgument,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What to ask.", show_default=False)],
    prompt: Annotated[
        bool, typer.Option("--prompt", help="Print the prompt for a model instead of an answer.")
    ] = False,
    why: Annotated[bool, typer.Option("--why", help="Show what led to each answer.")] = False,
    as_json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Ask what was talked about before; when it asks back, answer on the next line.

    Only reads; works while a service is running. Nothing of the dialogue is stored.
    """
    with opened(settings_with(store=store), read_only=True) as service:
        for outcome in dialogue(service, space, question):
            if as_json:
                say_json(ANY_OUTCOME.validate_python(outcome))
                continue
            say(outcome.prompt if prompt and isinstance(outcome, Recalled) else in_words(outcome))
            if why:
                say(f"  ({outcome.why})")


def dialogue(service: Service, space: str, question: str) -> Iterator[Outcome]:
    """The answer to each line, as long as the last answer asks back and the user replies."""
    offer: Offer | None = None
    line = question
    while line:
        outcome, offer = answer(service, space, line, offer)
        yield outcome
        line = _next_line() if offer is not None else ""


def answer(service: Service, space: str, line: str, offer: Offer | None) -> tuple[Outcome, Offer | None]:
    """The outcome of a line that follows this offer, and the offer that stands now. Stores nothing."""
    request = RecallRequest(space=space, text=line, redact=service.settings.redact)
    outcome = recall(service.knowledge, request, offer=offer, now=service.now())
    return outcome, offered(request, offer, outcome, service.now())


def in_words(outcome: Outcome) -> str:
    """The answer, or what an assistant would do now."""
    match outcome:
        case Research(tier_name=tier, question=question) | Bypassed(tier_name=tier, question=question):
            return f"→ {tier}: {question}"
        case NewTopic():
            return "→ a new conversation begins"
        case Satisfied():
            return "→ the conversation is over"
        case OrdinaryTalk():
            return "→ the assistant answers; nothing of the past is asked for"
        case Told(say=words):
            return words


def _next_line() -> str:
    """What is typed next; "" at the end of the input."""
    if out.is_terminal:
        say("")
    try:
        return input("> " if out.is_terminal else "").strip()
    except EOFError:
        return ""
