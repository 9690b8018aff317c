"""The one place where the parts are put together: store, embedder, policies and the threads that work on their own."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import blake2b
from itertools import count
from math import ceil
from secrets import token_hex

from api.http.idempotency import prune_answers
from api.settings import Settings, login_of
from api.workers.heartbeat import beating
from api.workers.outages import GuardedStore
from api.workers.worker import Worker
from archivists.models.asking import Asker, AskingPolicy
from archivists.models.governor import Ceiling, Ceilings, Governor
from archivists.models.provider import ROUND_PURPOSES, Model, Purpose, open_models
from archivists.questions.filtering import ModelFilter
from archivists.round_policy import RoundPolicy
from archivists.rounds.round import RoundReport, is_due, run_round
from context.exchange import Turn, TurnRequest
from context.turn import take_turn
from graph.embedders.choice import open_embedder
from graph.errors import StoreUnavailable
from graph.knowledge import KnowledgeGraph
from graph.process_memory import give_back
from graph.store.backends import is_server, open_store
from graph.store.verbs import Store
from graph.upkeep.embedding import embed_backlog
from graph.upkeep.leases import renew
from graph.upkeep.ledger import forget_replies

BEATS_PER_LEASE = 3
"""Two renewals may fail before a lease runs out. A round that outlasts all its calls hangs, and is renewed no more."""

PROBED_SPACE = "-"
"""A space that need not exist."""

PRUNE_SECONDS = 3600.0
"""Answers that are no longer kept may lie a little longer; looking for them reads all that are kept."""


def utc_now() -> datetime:
    """The clock of the service: everything below api/ is told the time. Whole milliseconds, as times are stored."""
    now = datetime.now(UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


class Service:
    """A store that is open, what to do with it, and, once started, the threads that keep it."""

    def __init__(
        self,
        settings: Settings,
        knowledge: KnowledgeGraph,
        *,
        models: Mapping[Purpose, Model] | None = None,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        self.settings = settings
        self.knowledge = knowledge
        self.now = now
        self.round_policy = RoundPolicy(
            due_messages=settings.round_every_messages,
            summary_tokens_max=settings.summary_tokens_max,
            key_info_tokens_max=settings.key_info_tokens_max,
        )
        self.governor = Governor(knowledge.store, _ceilings(settings))
        self.asker = Asker(
            knowledge,
            {purpose: model for purpose, model in (models or {}).items() if purpose in ROUND_PURPOSES},
            self.governor,
            AskingPolicy(timeout_seconds=settings.model_timeout_seconds),
        )
        # Containers may share their host's name and all be process 1, so chance has a say.
        self.owner = f"{socket.gethostname()}:{os.getpid()}:{token_hex(3)}"
        self.prefilter = self._make_prefilter(models or {})
        self._numbers = count(1)
        self._embedded_to: dict[str, int] = {}  # by space: all that was written up to this seq has its vector
        self._workers = self._make_workers()
        self._is_closed = False

    def start(self) -> None:
        """Rounds and vectors are made from now on, off the request path."""
        for worker in self._workers.values():
            worker.start()

    def wake(self, space: str) -> None:
        """Something new is in the space: its work is looked for soon."""
        for name in ("rounds", "vectors"):
            if name in self._workers:
                self._workers[name].wake(space)

    def turn(self, request: TurnRequest) -> Turn:
        """A turn at this moment. No model is asked, unless the settings want a pre-filter."""
        return take_turn(self.knowledge, request, now=self.now(), prefilter=self.prefilter)

    def policy_of(self, *, reads_imports: bool) -> RoundPolicy:
        """The policy of rounds that somebody asks for. Without a model to read them, imports are read for nothing."""
        return replace(self.round_policy, reads_imports=reads_imports or not self.asker.models)

    def run_round(
        self, space: str, *, now: datetime | None = None, policy: RoundPolicy | None = None
    ) -> RoundReport | None:
        """One round of the space, due or not; None when another worker is at it. Its lease is renewed meanwhile."""
        clock = self.now if now is None else lambda: now
        # Each round has a name of its own: one that was thought lost must not land under the lease of the next.
        owner, seconds = f"{self.owner}#{next(self._numbers)}", self.round_policy.lease_seconds

        def beat() -> bool:
            return renew(self.knowledge, space, owner=owner, now=clock(), seconds=seconds)

        calls_seconds_max = len(ROUND_PURPOSES) * self.asker.policy.seconds_max
        beats_max = BEATS_PER_LEASE * (1 + ceil(calls_seconds_max / seconds))
        with beating(beat, every_seconds=seconds / BEATS_PER_LEASE, beats_max=beats_max):
            report = run_round(
                self.knowledge, space, owner=owner, now=clock(), policy=policy or self.round_policy, asker=self.asker
            )
        if report is not None and report.changes:
            give_back()
            if "vectors" in self._workers:
                self._workers["vectors"].wake(space)
        return report

    def backlog(self, space: str, *, now: datetime | None = None, reads_imports: bool = False) -> Iterator[RoundReport]:
        """Rounds are done until nothing is left to read or to close, or another worker is at it.

        What an import brought is left out, unless it is asked for or costs nothing.
        """
        policy = self.policy_of(reads_imports=reads_imports)
        while report := self.run_round(space, now=now, policy=policy):
            if not report.is_any:
                return
            yield report

    def round_if_due(self, space: str) -> RoundReport | None:
        """One round of the space; None when none is due now, or another worker is at it."""
        if not is_due(self.knowledge, space, now=self.now(), policy=self.round_policy, asker=self.asker):
            return None
        return self.run_round(space)

    def embed(self, space: str) -> int:
        """A batch of what has no vector has one; how many, 0 when all have. Costs one small read if nothing is new."""
        # Asked of the store first: a space's index is not built only to see that nothing has changed.
        seq = self.knowledge.store.seq(space)
        if self._embedded_to.get(space) == seq:
            return 0
        if done := embed_backlog(self.knowledge, space, limit=self.settings.embedder_batch):
            return done
        self._embedded_to[space] = seq
        return 0

    def spaces(self) -> list[str]:
        """All spaces, in an order of this process: workers of one store begin with different ones."""
        return sorted(
            self.knowledge.spaces(),
            key=lambda name: blake2b(f"{self.owner}/{name}".encode("utf-8", "surrogatepass")).digest(),
        )

    def check(self) -> None:
        """The store has answered. Raises StoreError. One small read."""
        self.knowledge.store.seq(PROBED_SPACE)

    def stop(self, *, timeout_seconds: float = 10.0) -> None:
        """No thread of ours works any more: pieces under way are done, and no other was begun."""
        for worker in self._workers.values():
            worker.ask_to_stop()
        for worker in self._workers.values():
            worker.stop(timeout_seconds=timeout_seconds)

    def close(self) -> None:
        """Threads have ended, and everything written is on disk. May be called again."""
        self.stop()
        if not self._is_closed:
            self._is_closed = True
            self.knowledge.close()

    def _make_prefilter(self, models: Mapping[Purpose, Model]) -> ModelFilter | None:
        seconds = self.settings.prefilter_seconds
        if not seconds or Purpose.FILTER not in models:
            return None
        # Turns come faster than rounds: they leave them half of the hour, and do not queue behind one another.
        governor = Governor(self.knowledge.store, self.governor.ceilings.half)
        policy = AskingPolicy(timeout_seconds=seconds, tries_max=1, queues=False)
        asker = Asker(self.knowledge, models, governor, policy)
        return ModelFilter(asker=asker, owner=self.owner, seconds=seconds)

    def _make_workers(self) -> dict[str, Worker]:
        kinds: dict[str, tuple[Callable[[str], bool], float]] = {"answers": (self._prune, PRUNE_SECONDS)}
        if self.settings.rounds_enabled:
            kinds["rounds"] = (self._round, self.settings.sweep_seconds)
            if self.knowledge.embedder is not None:
                kinds["vectors"] = (lambda space: self.embed(space) > 0, self.settings.sweep_seconds)
        return {
            name: Worker(name, work=work, spaces=self.spaces, sweep_seconds=seconds)
            for name, (work, seconds) in kinds.items()
        }

    def _round(self, space: str) -> bool:
        report = self.round_if_due(space)
        return report is not None and report.is_any

    def _prune(self, space: str) -> bool:
        keep_hours, now = self.settings.request_keep_hours, self.now()
        prune_answers(self.knowledge, space, keep_hours=keep_hours, now=now)
        forget_replies(self.knowledge, space, keep_hours=keep_hours, now=now)
        return False


def _ceilings(settings: Settings) -> Ceilings:
    """What an hour of model calls may cost."""
    return Ceilings(
        space=Ceiling(settings.space_calls_hour_max, settings.space_tokens_hour_max),
        total=Ceiling(settings.model_calls_hour_max, settings.model_tokens_hour_max),
    )


def build(settings: Settings, *, read_only: bool = False, is_patient: bool = False) -> Service:
    """The service of these settings, not yet started. The caller closes it.

    With `is_patient` a server that does not answer now is asked again later. Raises StoreLocked when another process
    writes to the store, BadInput for an address or model that is not known, StoreUnavailable and StoreError.
    """
    embedder, models = open_embedder(settings.embedder), open_models(settings.model, settings.models)
    store = _opened(settings, read_only=read_only, is_patient=is_patient)
    return Service(settings, KnowledgeGraph(store, embedder, indexes_max=settings.indexes_max), models=models)


def _opened(settings: Settings, *, read_only: bool, is_patient: bool) -> Store:
    def open_now() -> Store:
        return open_store(settings.store, read_only=read_only, login=login_of(settings))

    if not (is_patient and is_server(settings.store)):
        return open_now()
    server = GuardedStore(open_now)
    with suppress(StoreUnavailable):
        server.open()
    return server
