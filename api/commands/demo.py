"""`remembrancer demo`: appends a sample conversation, does its rounds, shows a turn, and serves the result."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.resources import as_file, files
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
from api.commands.rounds import do_rounds, reports_in_words
from api.commands.serve import address_of, listen, serve_until_stopped
from api.importers.formats import ImportFormat, read_file
from api.importers.sources import Imported, ImportOptions, identified
from api.logs import configure_logs
from api.wiring import Service
from context.exchange import TurnRequest
from graph.errors import Conflict
from graph.intake.recognise import Line

SPACE = "demo"
BUDGET_TOKENS = 1200  # Half of what the 52 messages of the sample take, so that the block must choose.
NEAR_MISSES_MAX = 3
QUESTION = '{"query": "What is Biscuit allowed to do?", "record": false}'


def run(
    once: Annotated[bool, typer.Option("--once", help="Exit after the block instead of serving.")] = False,
    port: PortOption = None,
    store: Annotated[
        str | None,
        typer.Option("--store", metavar="PATH", help="Keep the demo in this file; default: delete it at the end."),
    ] = None,
) -> None:
    """Make a block from a sample conversation, show why each item is in it, and serve the result.

    Needs no server, no key and no download. In the demo, today is 14 June 2026.
    """
    with _store_address(store) as path:
        settings = settings_with(port=port, store=path)
        if once:
            with opened(settings, read_only=False) as service:
                _run_demo(service)
            return
        listener = listen(settings.host, settings.port, or_any=port is None)
        with closing(listener), opened(settings, read_only=False) as service:
            _run_demo(service)
            configure_logs(level="warning", style=settings.log_format)
            address = address_of(listener)
            say(f"\nServing at {address} until Ctrl-C. Ask something else:\n")
            say(f"curl -s {address}/v1/spaces/{SPACE}/turns -H 'Content-Type: application/json' -d '{QUESTION}'")
            serve_until_stopped(service, listener)


@contextmanager
def _store_address(store: str | None) -> Iterator[str]:
    if store is not None:
        yield store
        return
    with TemporaryDirectory(prefix="remembrancer-demo-") as folder:
        yield str(Path(folder) / "memory.db")


def sample() -> tuple[Line, ...]:
    """The sample conversation; its last line is the question."""
    with as_file(files("api.samples") / "demo.jsonl") as path:
        _, found = read_file(path, ImportFormat.OPENAI, ImportOptions(chat=""))
        return tuple(each.line for each in identified(found) if isinstance(each, Imported))


def _run_demo(service: Service) -> None:
    *before, question = sample()
    assert question.sent_at is not None
    now = question.sent_at
    knowledge, present = service.knowledge, service.now
    service.now = lambda: now
    started = perf_counter()
    try:
        knowledge.create_space(SPACE, now=now)
    except Conflict as error:
        if knowledge.space(SPACE).created_at != now:
            raise Conflict(f"{service.settings.store} has a space {SPACE} already; choose another --store") from error
        # An earlier demo has made it, and was perhaps interrupted: what it has not done is done now.
    appended = knowledge.append(SPACE, before, now=now)
    new = f"{plural(len(appended.new), 'message')} in {plural(len(appended.conversations), 'conversation')}"
    _print_step("append", started, f"{new}, told apart by their silences")
    started = perf_counter()
    _print_step("rounds", started, reports_in_words(do_rounds(service, SPACE)))
    out.print(Padding(Text(f"{question.speaker} asks: {question.body}"), (1, 2)))
    request = TurnRequest(space=SPACE, lines=(question,), budget_tokens=BUDGET_TOKENS)
    started = perf_counter()
    turn = service.turn(request)
    service.now = present
    _print_step(
        "block", started, f"{plural(len(turn.items), 'item')}, {turn.block.tokens:,} of {BUDGET_TOKENS:,} tokens"
    )
    say("")
    print_block(turn)
    print_reasons(knowledge, SPACE, turn, near_misses_max=NEAR_MISSES_MAX)


def _print_step(step: str, started: float, text: str) -> None:
    table(("", "", ""), [(f"{step:<6}", f"{(perf_counter() - started) * 1000:>4.0f} ms", text)])
