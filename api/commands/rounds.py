"""`remembrancer round`: the archivists read what is new in a space, until nothing is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from time import perf_counter

from api.commands.opening import SpaceArgument, StoreOption, opened, settings_with
from api.commands.printing import plural, progress, say
from api.wiring import Service
from archivists.rounds import RoundReport
from archivists.window import unread_count
from graph.embedding import embed_backlog
from graph.errors import Conflict

UNREAD_MAX = 10_000_000

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


def run(space: SpaceArgument, store: StoreOption = None) -> None:
    """Let the archivists read what is new in a space until nothing is left, and embed what has no vector."""
    with opened(settings_with(store=store), read_only=False) as service:
        started = perf_counter()
        reports = do_rounds(service, space)
        say(f"{space}: {told(reports)} ({perf_counter() - started:.1f} s)")
        _embed(service, space)


def do_rounds(service: Service, space: str, *, now: datetime | None = None) -> Sequence[RoundReport]:
    """Rounds are done until nothing is left, with a progress bar. Raises Conflict while another process does them."""
    knowledge = service.knowledge
    unread = unread_count(knowledge, knowledge.space(space), limit=UNREAD_MAX)
    reports: list[RoundReport] = []
    with progress("Reading", unread) as bar:
        for report in service.backlog(space, now=now):
            reports.append(report)
            bar.move(sum(each.messages for each in reports))
    held, at = knowledge.space(space), now or service.now()
    if held.retry_at is not None and held.retry_at > at and not held.attempts:
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


def _embed(service: Service, space: str) -> None:
    knowledge = service.knowledge
    if knowledge.embedder is None:
        return
    total = len(knowledge.index(space).unembedded(UNREAD_MAX))
    with progress("Embedding", total) as bar:
        done = 0
        while count := embed_backlog(knowledge, space, limit=service.settings.embedder_batch):
            done += count
            bar.move(done)
    if done:
        say(f"{space}: {plural(done, 'item')} embedded")
