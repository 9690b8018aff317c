"""`remembrancer work`: does rounds and makes vectors for all spaces of a store, without HTTP."""

import signal
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from threading import Event
from types import FrameType
from typing import Annotated

import typer

from api.commands.opening import StoreOption, opened, settings_with
from api.commands.printing import plural, progress, say, table
from api.commands.rounds import reports_in_words
from api.logs import configure_logs
from api.wiring import Service
from api.workers.worker import drain
from archivists.rounds.round import RoundReport

PIECE_SECONDS_MAX = 600.0
"""How long the current piece of work may take after a signal. A second signal ends it at once; its lease expires."""

NO_WORKER = "with SQLite the service itself does the rounds and needs no worker"


@dataclass(slots=True)
class Done:
    """What was done in one space."""

    reports: list[RoundReport] = field(default_factory=list)
    vectors: int = 0
    error: str | None = None

    @property
    def row(self) -> tuple[str, str, str]:
        """The cells of the table."""
        said = [reports_in_words(self.reports)] if self.reports else []
        if self.vectors:
            said.append(f"{plural(self.vectors, 'item')} embedded")
        if self.error is not None:
            said.append(f"failed: {self.error}")
        return f"{len(self.reports)}", f"{self.vectors}", "; ".join(said)


def run(
    is_once: Annotated[bool, typer.Option("--once", help="Do everything that is due now, and exit.")] = False,
    store: StoreOption = None,
) -> None:
    """Do rounds and make vectors in all spaces of a store, until Ctrl-C or SIGTERM.

    Any number of these processes may use one Neo4j server. With SQLite, the service itself does this work.
    """
    settings = settings_with(store=store, rounds_enabled=True)
    configure_logs(level=settings.log_level, style=settings.log_format)
    with (
        _stop_event() as stopping,
        opened(settings, read_only=False, is_patient=not is_once, if_locked=NO_WORKER) as service,
    ):
        if is_once:
            _work_once(service, stopping)
            return
        typer.echo(f"Remembrancer works on {settings.store} as {service.owner}")
        service.start()
        stopping.wait()
        service.stop(timeout_seconds=PIECE_SECONDS_MAX)


def _work_once(service: Service, stopping: Event) -> None:
    done: defaultdict[str, Done] = defaultdict(Done)

    def do_round(space: str) -> bool:
        report = service.round_if_due(space)
        if report is None or not report.is_any:
            return False
        done[space].reports.append(report)
        return not stopping.is_set()

    def embed(space: str) -> bool:
        if not (embedded := service.embed(space)):
            return False
        done[space].vectors += embedded
        return not stopping.is_set()

    spaces = service.spaces()
    with progress("Working", len(spaces) * 2) as bar:
        for looks, (work, space) in enumerate(product((do_round, embed), spaces)):
            if stopping.is_set():
                break
            bar.move(looks)
            if error := drain(work, space):
                done[space].error = error
    if not done:
        say(f"Nothing is due in {plural(len(spaces), 'space')}.")
        return
    table(("space", "rounds", "vectors", "done"), [(space, *done[space].row) for space in sorted(done)], numbers=(1, 2))
    if any(each.error for each in done.values()):
        raise typer.Exit(1)


@contextmanager
def _stop_event() -> Iterator[Event]:
    """An event that the first SIGINT or SIGTERM sets. The second one ends the process as usual."""
    told_to = Event()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def hear(number: int, frame: FrameType | None) -> None:
        told_to.set()
        restore()

    for number in before:
        signal.signal(number, hear)
    try:
        yield told_to
    finally:
        restore()
