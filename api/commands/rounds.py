"""`remembrancer round`: the archivists read what is new in a space, until nothing is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from time import perf_counter
from typing import Annotated

import typer

from api.commands.opening import SpaceArgument, StoreOption, opened, settings_with
from api.commands.printing import dollars, plural, progress, say
from api.http.responses import EstimateAnswer
from api.model_costs import estimate_of
from api.wiring import Service
from archivists.models.provider import Purpose
from archivists.rounds.round import RoundReport
from archivists.window.unread import count_unread
from graph.errors import Conflict
from graph.upkeep.embedding import embed_backlog

UNEMBEDDED_MAX = 10_000_000
STOPPED = 130  # What shells say of a program that Ctrl-C has ended.

NAMES: Mapping[str, str] = {
    "NewEntity": "entity",
    "EntityText": "entity text",
    "NewFact": "fact",
    "SupersedeFact": "superseded fact",
    "NewSummary": "summary",
    "CompleteConversation": "complete conversation",
    "SetKeyInfo": "change of key info",
}
"""What people call a change; one that is not here is called by its own name."""


def run(
    space: SpaceArgument,
    is_backfill: Annotated[
        bool, typer.Option("--backfill", help="Read what was imported, too, after saying what it would cost.")
    ] = False,
    is_agreed: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    store: StoreOption = None,
) -> None:
    """Let the archivists read what is new in a space until nothing is left, and embed what has no vector.

    What was imported is read, too, where that is free. With a model it waits for --backfill.
    """
    with opened(settings_with(store=store), read_only=False) as service:
        if is_backfill and not is_agreed and service.asker.models:
            _agree(service, space)
        started = perf_counter()
        try:
            reports = do_rounds(service, space, reads_imports=is_backfill)
        except KeyboardInterrupt as stop:
            say("Stopped; the same command goes on from here.", to_stderr=True)
            raise typer.Exit(STOPPED) from stop
        if reports or service.knowledge.space(space).last_error is None:  # Why it waits is said already.
            say(f"{space}: {told(reports)} ({perf_counter() - started:.1f} s)")
        _tell_what_waits(service, space, is_backfill=is_backfill)
        if done := embed_all(service, space):
            say(f"{space}: {plural(done, 'item')} embedded")


def do_rounds(
    service: Service, space: str, *, now: datetime | None = None, reads_imports: bool = False
) -> Sequence[RoundReport]:
    """Rounds are done until nothing is left, with a progress bar. Raises Conflict while another process does them."""
    knowledge = service.knowledge
    unread = count_unread(knowledge, knowledge.space(space), service.round_policy(space, reads_imports=reads_imports))
    reports: list[RoundReport] = []
    with progress("Reading", unread) as bar:
        for report in service.run_rounds(space, now=now, reads_imports=reads_imports):
            reports.append(report)
            bar.move(sum(each.messages for each in reports))
    held, at = knowledge.space(space), now or service.now()
    if held.retry_at is not None and held.last_error is not None and not held.attempts:
        say(f"{space}: the rest waits until {held.retry_at:%H:%M:%S}: {held.last_error}")
    if not reports and held.lease_owner is not None and held.lease_until is not None and held.lease_until > at:
        raise Conflict(f"{held.lease_owner} is doing a round of {space} until {held.lease_until:%H:%M:%S}; wait for it")
    return reports


def told(reports: Sequence[RoundReport]) -> str:
    """What rounds have done, in one line."""
    if not reports:
        return "nothing new to read"
    changes: Counter[str] = Counter()
    for report in reports:
        changes.update(report.changes)
    made = [plural(count, NAMES.get(name, name)) for name, count in changes.most_common()]
    read = f"{plural(sum(report.messages for report in reports), 'message')} read in {plural(len(reports), 'round')}"
    return f"{read}: {', '.join(made) or 'nothing to keep'}"


def _agree(service: Service, space: str) -> None:
    """Somebody knows what it will take at most, and wants it. Raises typer.Abort if not."""
    with progress("Estimating", None):
        expected = estimate_of(service, space)
    if not expected.messages:
        return
    say(f"{space}: {_told_before(expected)}")
    for line in expected.lines:
        most = "" if line.purpose == Purpose.READ else "at most "
        say(
            f"  {line.purpose}: {most}{plural(line.calls, 'call')}, about {line.tokens_in:,} tokens in, "
            f"{line.tokens_out:,} out, {dollars(line.cost)} ({line.model})"
        )
    say("  The calls that repair an answer come on top.")
    if expected.calls > expected.calls_hour_max:
        say(f"  The ceiling is {plural(expected.calls_hour_max, 'call')} an hour: it takes several runs.")
    typer.confirm("Read them now?", abort=True)


def _told_before(expected: EstimateAnswer) -> str:
    return (
        f"{plural(expected.messages, 'message')} in {plural(expected.rounds, 'round')}: at most "
        f"{plural(expected.calls, 'call')}, about {expected.tokens_in:,} tokens in and {expected.tokens_out:,} out, "
        f"cost {dollars(expected.cost)}"
    )


def _tell_what_waits(service: Service, space: str, *, is_backfill: bool) -> None:
    """What was imported and is not read yet is said, and how it is read."""
    knowledge = service.knowledge
    held = knowledge.space(space)
    if not held.waiting:
        return
    everything = count_unread(knowledge, held, service.round_policy(space, reads_imports=True))
    new = count_unread(knowledge, held, service.profile_of(space).rounds)
    count = plural(everything - new, "imported message")
    again = "run it again to go on" if is_backfill else f"remembrancer round {space} --backfill says what it would cost"
    say(f"{space}: {count} not read; {again}")


def embed_all(service: Service, space: str) -> int:
    """Embed every item of the space that lacks a vector, with a progress bar; how many the embedder has looked at."""
    knowledge, done = service.knowledge, 0
    if knowledge.embedder is None:
        return 0
    with progress("Embedding", len(knowledge.index(space).unembedded(UNEMBEDDED_MAX))) as bar:
        while count := embed_backlog(knowledge, space, limit=service.settings.embedder_batch):
            done += count
            bar.move(done)
    return done
