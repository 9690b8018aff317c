"""`remembrancer work`: does rounds and makes vectors for all spaces of a store, without HTTP."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from threading import Event
from types import FrameType
from typing import Annotated

import typer

from api.commands.opening import StoreOption, opened, settings_with
from api.commands.printing import plural, progress, say, table
from api.commands.rounds import reports_in_words
from api.logs import configure_logs
from api.settings import Settings
from api.wiring import Service
from api.workers.worker import drain
from archivists.rounds.round import RoundReport
from graph.errors import StoreLocked

PIECE_SECONDS_MAX = 600.0
"""How long the current piece of work may take after a signal. A second signal ends it at once; its lease expires."""


@dataclass(slots=True)
class Done:
    """What was done in one space."""

    reports: list[RoundReport] = field(default_factory=list)
    vectors: int = 0
    error: str | None = None

    @property
    def row(self) -> Sequence[str]:
        """The cells of the table."""
        said = [reports_in_words(self.reports)] if self.reports else []
        if self.vectors:
            said.append(f"{plural(self.vectors, 'item')} embedded")
        if self.error is not None:
            said.append(f"failed: {self.error}")
        return (f"{len(self.reports)}", f"{self.vectors}", "; ".join(said))


def run(
    is_once: Annotated[bool, typer.Option("--once", help="Do everything that is due now, and exit.")] = False,
    store: StoreOption = None,
) -> None:
    """Do rounds and make vectors in all spaces of a store, until Ctrl-C or SIGTERM.

    Any number of these processes may use one Neo4j server. With SQLite, the service itself does this work.
    """
    settings = settings_with(store=store, rounds_enabled=True)
    configure_logs(level=settings.log_level, style=settings.log_format)
    with _stop_event() as stopping, _opened_for_work(settings, is_patient=not is_once) as service:
        if is_once:
            _work_once(service, stopping)
            return
        typer.echo(f"Remembrancer works on {settings.store} as {service.owner}")
        service.start()
        stopping.wait()
        service.stop(timeout_seconds=PIECE_SECONDS_MAX)


def _work_once(service: Service, stopping: Event) -> None:
    done: dict[str, Done] = {}
    spaces, looks = service.spaces(), count()
    with progress("Working", len(spaces) * 2) as bar:

        def each() -> Iterator[str]:
            for space in spaces:
                if stopping.is_set():
                    return
                bar.move(next(looks))
                yield space

        failed = drain(each(), _unless_stopping(stopping, lambda space: _do_round(service, space, done)))
        failed |= drain(each(), _unless_stopping(stopping, lambda space: _embed_batch(service, space, done)))
    for space, error in failed.items():
        done.setdefault(space, Done()).error = error
    if done:
        table(
            ("space", "rounds", "vectors", "done"),
            [(space, *done[space].row) for space in sorted(done)],
            numbers=(1, 2),
        )
    else:
        say(f"Nothing is due in {plural(len(spaces), 'space')}.")
    if failed:
        raise typer.Exit(1)


def _unless_stopping(stopping: Event, work: Callable[[str], bool]) -> Callable[[str], bool]:
    """The work, until we are told to stop."""
    return lambda space: work(space) and not stopping.is_set()


def _do_round(service: Service, space: str, done: dict[str, Done]) -> bool:
    report = service.round_if_due(space)
    if report is None or not report.is_any:
        return False
    done.setdefault(space, Done()).reports.append(report)
    return True


def _embed_batch(service: Service, space: str, done: dict[str, Done]) -> bool:
    if embedded := service.embed(space):
        done.setdefault(space, Done()).vectors += embedded
    return embedded > 0


@contextmanager
def _opened_for_work(settings: Settings, *, is_patient: bool) -> Iterator[Service]:
    try:
        with opened(settings, read_only=False, is_patient=is_patient) as service:
            yield service
    except StoreLocked as error:
        raise StoreLocked(
            f"a service or another command is writing to {settings.store}; with SQLite the service itself does the "
            "rounds and needs no worker"
        ) from error


@contextmanager
def _stop_event() -> Iterator[Event]:
    """An event that the first SIGINT or SIGTERM sets. The second one ends the process as usual."""
    told_to = Event()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def hear(number: int, frame: FrameType | None) -> None:
        told_to.set()
        for each, handler in before.items():
            signal.signal(each, handler)

    for number in before:
        signal.signal(number, hear)
    try:
        yield told_to
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
