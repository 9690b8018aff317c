"""What callers do besides talking: correct, judge, pass chats on, play, ask for the past, hold keys."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

from api.access_keys import KEYS, KeyScope, Rights
from api.http.bodies import SpaceBody
from api.http.hand_bodies import (
    Apart,
    EntityEdit,
    EntitySplit,
    FactBody,
    FactEdit,
    HandBody,
    ObjectiveClosing,
    Pin,
    QuestionClosing,
    Replacement,
    Unpin,
    Withdrawal,
)
from api.http.routes.character_routes import prompt_for
from api.http.routes.hand_routes import change_by_hand
from api.proxy.chat_body import ChatBody
from api.proxy.chat_memory import Chat, ChatMemory, Remembered
from api.recall_talk import close_active, line_of, talk
from api.story_state import MemoryBody, StoryState, add_memory, read_state, write_state
from api.wiring import Service
from context.character.character_prompt import PromptRequest
from context.recall.recalling import RecallRequest
from graph.changing.caller_verdicts import Feedback, judge_block, learned_weights, set_learning
from graph.errors import BadInput, Conflict, ModelError, NotFound
from graph.intake.recognise import Line
from graph.store.verbs import Label, Node
from graph.text.tokens import count_tokens
from graph.upkeep.embedding import embed_backlog
from graph.values.items import KEY_INFO_ID, Clock, MemoryType, Role
from tests.simulation.expected import Expected, word_in

if TYPE_CHECKING:
    from tests.simulation.simulator import Simulation

ASKS = (
    "What did we say about {person} and the {word}?",
    "You told me something of {place} last week.",
    "Let's talk about something else: {word}.",
    "Thanks, that is all about {place}.",
    "The second one, {word}.",
)


def by_hand(run: Simulation, at: int, name: str, expected: Expected) -> None:
    """Somebody corrects what is known, in one of the ways that there are."""
    facts, entities = _some(run, at, name, Label.FACT), _some(run, at, name, Label.ENTITY)
    run.number += 1
    text = f"Stated by hand {run.number} {expected.mark}."
    asked: list[tuple[HandBody, str]] = [
        (FactBody(text=text, about=("Maren", "Stranger"), by="Ada"), "new:made"),
        (Pin(text=text), "new:made"),
    ]
    if facts:
        asked += [
            (FactEdit(text=text, importance=run.random.randint(1, 10), by="Ada"), run.random.choice(facts).id),
            (Withdrawal(why="It is not so."), run.random.choice(facts).id),
            (Replacement(other=run.random.choice(facts).id), run.random.choice(facts).id),
            (QuestionClosing(other=run.random.choice(facts).id), run.random.choice(facts).id),
            (ObjectiveClosing(is_reached=run.random.random() < 0.5), run.random.choice(facts).id),
        ]
    for entity in entities[:1]:
        names = run.random.sample(("Maren", "Tavish", "Oslo", "Mara", "Tav"), 2)
        asked.append((EntityEdit(name=names[0], aliases=(names[1],)), entity.id))
        asked.append((EntitySplit(name=f"{names[0]} the younger", facts=tuple(f.id for f in facts[:1])), entity.id))
    if len(entities) > 1:
        one, other = run.random.sample(entities, 2)
        asked.append((Apart(other=other.id), one.id))
    info = run.services[at].knowledge.store.nodes(name, [KEY_INFO_ID]).get(KEY_INFO_ID)
    if info is not None and (lines := str(info.properties.get("body") or "").splitlines()):
        asked.append((Unpin(text=run.random.choice(lines)), "new:made"))
    body, id = run.random.choice(asked)
    with suppress(
        BadInput, Conflict, NotFound
    ):  # Such as: an objective is no question, a part of another is not split off.
        change_by_hand(run.services[at], name, body, id, key="desk")


def judge(run: Simulation, at: int, name: str, expected: Expected) -> None:
    """A caller says what a block was good for."""
    block = _block(run, at, name)
    if block is None:
        return
    shown = cast(Sequence[str], block.properties.get("shown") or ())
    used = run.random.sample(sorted(shown), min(2, len(shown)))
    feedback = run.random.choice(
        (Feedback(is_good=True), Feedback(is_good=False), Feedback(used=used[:1], harmful=used[1:]))
    )
    with suppress(NotFound):  # What it showed is gone.
        judge_block(run.services[at].knowledge, name, block.id, feedback, now=run.now)


def learn(run: Simulation, at: int, name: str, expected: Expected) -> None:
    """A space ceases to learn from verdicts, or goes on."""
    is_on = run.random.random() < 0.5
    knowledge = run.services[at].knowledge
    set_learning(knowledge, name, is_on=is_on, now=run.now)
    learned = learned_weights(knowledge, name)
    assert learned is not None and learned.is_fixed != is_on
    assert knowledge.index(name).learned == learned


def drift(run: Simulation, at: int, name: str, expected: Expected) -> None:
    """A draft is held against its block; one that drifts gets a new block, once."""
    block = _block(run, at, name)
    if block is None:
        return
    check = run.services[at].check_draft(name, block.id, run.said("harbour") + " She hates umbrellas from Lisbon.")
    if check.turn is not None:
        run.check_told(name, check.turn.block.body, budget=int(str(block.properties["budget_tokens"])))
        for id in (check.turn.block.id, block.id):
            again = run.services[at].check_draft(name, id, "Zebras paint the lighthouse in Lisbon.")
            assert again.turn is None, "a second draft got a third block"


def proxied(run: Simulation, at: int, name: str, expected: Expected) -> None:
    """A chat passes through the proxy: its whole history comes, without ids, and its reply is kept."""
    if run.store_space(name).intake.clock is Clock.WORLD:
        return  # Lines without ids or times are new there, whoever sends them (docs/reference/http.md).
    held = expected.proxied.setdefault(run.random.choice(("a", "b")), [])
    asked = run.line(expected, role=Role.USER)
    history = [*held, asked]
    sent = {"messages": [{"role": str(line.role), "content": line.body} for line in history]}
    body = ChatBody.of(json.dumps(sent).encode())
    assert body is not None
    given: list[Remembered | None] = []

    def ask(service: Service) -> None:
        memory = ChatMemory(service)
        given.append(memory.before(Chat(name, None, body)))
        if given[-1] is not None:
            memory.store(name, given[-1])

    run.sure(at, ask)
    remembered = given[-1]  # A caller who got nothing, since the process died, has sent the history again.
    assert remembered is not None
    run.check_told(name, remembered.block.body, budget=run.services[at].settings.budget_tokens)
    reply = run.line(expected, role=Role.ASSISTANT)
    run.sure(at, lambda service: ChatMemory(service).after(name, remembered, Line(role=reply.role, body=reply.body)))
    for line in (asked, reply):
        expected.lines[word_in(line.body)] = remembered.chat, replace(line, external_id=None, sender="")
    held += [asked, reply]
    del held[:-8]  # Clients cut the front.


def play(run: Simulation, at: int, name: str, expected: Expected) -> None:
    """A game adds a memory, or saves its state and loads it into a space that is empty: saved again, it is the same."""
    service = run.services[at]
    if run.random.random() < 0.5:
        run.number += 1
        people = run.random.sample(("Maren", "Tavish", "Ingrid"), 2)
        kind = run.random.choice([*MemoryType])
        summary = f"{people[0]} promised number {run.number} {expected.mark}."
        memory = MemoryBody(type=kind, summary=summary, participants=people, contextTriggers=["harbour"])
        add_memory(service, name, memory)
        return
    saved, copy = read_state(service, name), f"copy of {name}"
    with suppress(NotFound):
        run.sure(at, lambda each: each.delete_space(copy))  # A process has died over it.
    service.create_space(SpaceBody(name=copy, profile="game"))
    state = StoryState.model_validate(saved)
    write_state(service, copy, state)
    assert _by_time(read_state(service, copy)) == _by_time(saved), "a state that was saved and loaded differs"
    with suppress(NotFound):
        run.sure(at, lambda each: each.delete_space(copy))


def ask_past(run: Simulation, at: int, name: str, expected: Expected) -> None:
    """A message may ask for the past; what it gets is of this space."""
    run.number += 1
    word = f"Qorb{run.number:06d}"
    asked = run.random.choice(ASKS).format(person="Maren", place="Oslo", word=word)
    line = line_of(f"{asked} {word} {expected.mark}", "Maren")
    if run.store_space(name).intake.clock is Clock.WORLD:
        return
    request = RecallRequest(space=name, text=line.body, chat="past", tokens_max=1_024)
    is_kept = run.random.random() < 0.7
    outcome = run.sure(at, lambda service: talk(service, request, line if is_kept else None))
    if is_kept:
        expected.lines[word] = "past", line
    run.check_told(name, repr(outcome))
    assert count_tokens(getattr(outcome, "prompt", "")) <= request.tokens_max
    if run.random.random() < 0.3:
        close_active(run.services[at], name, "past")


def character(run: Simulation, at: int, name: str, expected: Expected) -> None:
    """The prompt of a character has lines of conversations only in which it has spoken."""
    knowledge, who = run.services[at].knowledge, run.random.choice(("Maren", "Tavish"))
    request = PromptRequest(space=name, character=who, biography="A sailor.", budget_tokens=1_024)
    prompt = prompt_for(run.services[at], request, reflects=run.random.choice((None, True, False)))
    run.check_told(name, prompt.text, budget=1_024)
    heard = {message.conversation for message in knowledge.messages(name, limit=1_000) if message.sender == who}
    alien = [line.id for line in prompt.lines if line.conversation not in heard]
    assert not alien, f"{who} was not there for {alien}"


def embed(run: Simulation, at: int, name: str, expected: Expected) -> None:
    """Items get their vectors, a few at a time."""
    embed_backlog(run.services[at].knowledge, name, limit=run.random.choice((5, 64)))


def hold_key(run: Simulation, at: int, name: str, expected: Expected) -> None:
    """Keys open what they open, until they end or are revoked, whatever becomes of the space."""
    keys = run.services[at].keys
    if run.random.random() < 0.4 and run.keys:
        id = run.random.choice([*run.keys])
        with suppress(NotFound):  # It was revoked, and the answer was lost.
            run.sure(at, lambda service: service.keys.revoke(id))
        del run.keys[id]
        assert id not in {key.id for key in keys.all()}
    else:
        ends_at = run.now + timedelta(hours=run.random.choice((1, 100)))
        rights = Rights(run.random.choice([*KeyScope]), run.random.choice((None, (name,))))
        key, text = keys.create("desk", rights, ends_at=ends_at)
        run.keys[key.id] = text, rights, ends_at
    for service in run.services:
        for text, rights, ends_at in run.keys.values():
            assert service.keys.rights_of(text) == (rights if run.now < ends_at else None)
    assert KEYS not in run.services[at].knowledge.spaces()


def backlog(run: Simulation, at: int, name: str, expected: Expected) -> None:
    """A history is imported, and somebody has rounds read it."""
    lines = [run.line(expected) for _ in range(run.random.randint(2, 6))]
    run.sure(at, lambda service: service.knowledge.append(name, lines, chat="old", now=run.now, is_import=True))
    expected.lines |= {word_in(line.body): ("old", line) for line in lines}
    with suppress(ModelError):
        for _ in run.services[at].run_rounds(name, reads_imports=True):
            pass


def tend(run: Simulation, at: int, name: str, expected: Expected) -> None:
    """The threads of the service look after the space: what they do at their hours."""
    service = run.services[at]
    service._tended_spaces()
    try:
        service._tend(name)
    finally:
        expected.rebase(run.store, name)
    service._round(name)
    service.embed(name)


Act = Callable[["Simulation", int, str, Expected], None]

DOORS: dict[Act, int] = {
    by_hand: 8,
    judge: 6,
    learn: 1,
    drift: 3,
    proxied: 7,
    play: 3,
    ask_past: 5,
    character: 4,
    hold_key: 2,
    backlog: 2,
    tend: 3,
    embed: 4,
}
"""How often each is done; talking is 30."""


def _some(run: Simulation, at: int, name: str, label: Label) -> list[Node]:
    found = run.services[at].knowledge.store.find(name, label, limit=50)
    return run.random.sample(found, len(found))


def _block(run: Simulation, at: int, name: str) -> Node | None:
    found = run.services[at].knowledge.store.find(name, Label.BLOCK, order="-created_at", limit=4)
    return run.random.choice(found) if found else None


def _by_time(state: Mapping[str, Any]) -> object:
    """The state, its interactions in the order of their times, as they are loaded: a clock may have been set back."""
    memory = state["conversationMemory"]
    context = memory["immediateContext"]
    interactions = sorted(context["recentInteractions"], key=lambda each: str(each["timestamp"]))
    return {**memory, "immediateContext": {**context, "recentInteractions": interactions}}
