"""`remembrancer demo`: reads a sample of ten weeks of talk, shows what comes of it, and serves the result."""

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from importlib.resources import as_file, files
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Annotated

import typer
from rich.padding import Padding
from rich.text import Text

from api.commands.blocks import print_block, print_reasons
from api.commands.opening import PortOption, opened, settings_with
from api.commands.printing import out, plural, say, table
from api.commands.rounds import do_rounds, embed_all, reports_in_words
from api.commands.running_service import told_where
from api.commands.serve import address_of, listen, serve_until_stopped
from api.http.bodies import SpaceBody
from api.importers.formats import ImportFormat, read_file
from api.importers.sources import Imported, ImportOptions, identified
from api.logs import configure_logs
from api.settings import load_settings
from api.wiring import Service
from archivists.models.asking import Asker
from archivists.models.provider import ROUND_PURPOSES, Reply, Request
from archivists.questions.confirm import ConfirmAnswer
from archivists.questions.link import LinkAnswer
from archivists.questions.read import ReadAnswer
from archivists.questions.write import WriteAnswer
from context.exchange import TurnRequest
from graph.errors import Conflict
from graph.intake.recognise import Line
from graph.text.tokens import count_tokens

SPACE = "demo"
SAMPLES = files("api.samples")
BREAK = 29
"""After so many lines the first rounds are done."""

BUDGET_TOKENS = 1200  # Half of what the 52 messages of the sample take, so that the block must choose.
NEAR_MISSES_MAX = 3

SHAPES = {"read": ReadAnswer, "link": LinkAnswer, "confirm": ConfirmAnswer, "write": WriteAnswer}


class RecordedAnswers:
    """Answers each kind of question with a careful reader's recorded answers, in the order in which it is asked."""

    name = "recorded"

    def __init__(self) -> None:
        recorded = json.loads((SAMPLES / "demo_answers.json").read_text(encoding="utf-8"))
        self._answers: dict[object, Iterator[object]] = {
            shape: iter(recorded.get(question, ())) for question, shape in SHAPES.items()
        }

    def complete(self, request: Request) -> Reply:
        """The next recorded answer to this kind of question; an empty one when there is none left."""
        answer = json.dumps(next(self._answers.get(request.answer, iter(())), {}), ensure_ascii=False)
        asked = sum(count_tokens(line.text) for line in request.lines)
        return Reply(text=answer, tokens_in=asked, tokens_out=count_tokens(answer))


def sample_lines() -> tuple[Line, ...]:
    """The whole sample. Its last line is what is asked now."""
    with as_file(SAMPLES / "demo.jsonl") as path:
        _, found = read_file(path, ImportFormat.OPENAI, ImportOptions(chat=""))
        return tuple(each.line for each in identified(found) if isinstance(each, Imported))


def run_demo(service: Service, *, with_model: bool = True) -> None:
    """Append the sample, do its rounds, and show the block for its question, all at the time of the question.

    `with_model` plays the recorded answers through the path of any model.
    """
    *before, question = sample_lines()
    assert question.sent_at is not None
    now, present, asker = question.sent_at, service.now, service.asker
    service.now = lambda: now
    if with_model:
        say(
            "A careful reader's recorded answers stand in for a model here; --without-model shows what is kept without."
        )
        models = dict.fromkeys(ROUND_PURPOSES, RecordedAnswers())
        service.asker = Asker(service.knowledge, models, service.governor, asker.policy)
    try:
        _append(service, before, now)
        _show(service, question)
    finally:
        service.now, service.asker = present, asker


def _append(service: Service, lines: Sequence[Line], now: datetime) -> None:
    knowledge = service.knowledge
    try:
        service.create_space(SpaceBody(name=SPACE))
    except Conflict as error:
        if knowledge.space(SPACE).created_at != now:
            found = f"{service.settings.store} has a space {SPACE} already"
            raise Conflict(f"{found}; choose another --store") from error
        # An earlier demo made the space and may have been interrupted. What it left undone is done now.
    for first, last in pairwise((0, BREAK, len(lines))):
        started = perf_counter()
        appended = knowledge.append(SPACE, lines[first:last], now=now)
        new = f"{plural(len(appended.new), 'message')} in {plural(len(appended.conversations), 'conversation')}"
        told = f"{new}, told apart by their silences" if len(appended.conversations) > 1 else new
        _print_step("append", started, told)
        started = perf_counter()
        _print_step("rounds", started, reports_in_words(do_rounds(service, SPACE)))
    started = perf_counter()
    if done := embed_all(service, SPACE):
        _print_step("embed", started, f"{plural(done, 'item')}, so that they are also found by meaning")


def _show(service: Service, question: Line) -> None:
    """Print what is asked, the block for it, and why each item is in it."""
    out.print(Padding(Text(f"{question.speaker} asks: {question.body}"), (1, 2)))
    started = perf_counter()
    turn = service.turn(TurnRequest(space=SPACE, lines=(question,), budget_tokens=BUDGET_TOKENS))
    items = plural(len(turn.items), "item")
    _print_step("block", started, f"{items}, {turn.block.tokens:,} of {turn.block.budget_tokens:,} tokens")
    say("")
    print_block(turn)
    print_reasons(service.knowledge, SPACE, turn, near_misses_max=NEAR_MISSES_MAX)


def _print_step(step: str, started: float, text: str) -> None:
    """Print a step with the time that it took."""
    table(("", "", ""), [(f"{step:<6}", f"{(perf_counter() - started) * 1000:>4.0f} ms", text)])


KEEP_DAYS = 36_500.0
"""The demo's day is long ago, so retention would delete its block as soon as it serves."""


def run(
    once: Annotated[bool, typer.Option("--once", help="Exit after the block instead of serving.")] = False,
    is_without_model: Annotated[
        bool, typer.Option("--without-model", help="Show what is kept without a model.")
    ] = False,
    port: PortOption = None,
    store: Annotated[
        str | None,
        typer.Option("--store", metavar="PATH", help="Keep the demo in this file; REMEMBRANCER_STORE is not used."),
    ] = None,
) -> None:
    """Show what a memory makes of a sample conversation and why, and serve the result.

    Needs no server, no key and no download. In the demo, today is 14 June 2026.
    """
    with _store_address(store) as path:
        settings = settings_with(port=port, store=path, block_keep_days=KEEP_DAYS, log_keep_days=KEEP_DAYS)
        if once:
            with opened(settings, read_only=False, makes=True) as service:
                run_demo(service, with_model=not is_without_model)
            return
        listener = listen(settings.host, settings.port, or_any=port is None)
        with closing(listener), opened(settings, read_only=False, makes=True) as service:
            run_demo(service, with_model=not is_without_model)
            configure_logs(level="warning", style=settings.log_format)
            address = address_of(listener)
            say(f"\nServing at {address} until Ctrl-C. See it at {address}/inspector, or ask something else:\n")
            asks = f"curl -s {address}/v1/spaces/{SPACE}/turns -H 'Content-Type: application/json'"
            say(asks + """ -d '{"query": "What is Biscuit allowed to do?", "record": false}'""")
            with told_where(settings, address):
                serve_until_stopped(service, listener)


@contextmanager
def _store_address(store: str | None) -> Iterator[str]:
    if store is not None:
        yield store
        return
    if "store" in load_settings().model_fields_set:
        say("The demo is kept in a temporary folder, and not in REMEMBRANCER_STORE.", to_stderr=True)
    with TemporaryDirectory(prefix="remembrancer-demo-") as folder:
        yield str(Path(folder) / "memory.db")
