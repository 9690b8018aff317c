"""The one place where the parts are put together: store, embedder, policies and the threads that work on their own."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from datetime import UTC, datetime

from api.idempotency import prune_answers
from api.settings import Settings, login_of
from api.worker import Worker
from archivists.policy import RoundPolicy
from archivists.rounds import RoundReport, is_due, run_round
from context.policy import Policy
from graph.embedders import open_embedder
from graph.embedding import embed_backlog
from graph.knowledge import KnowledgeGraph
from graph.stores import open_store

PRUNE_SECONDS = 3600.0
"""Answers that are no longer kept may lie a little longer; looking for them reads all that are kept."""


def utc_now() -> datetime:
    """The clock of the service: everything below api/ is told the time. Whole milliseconds, as times are stored."""
    now = datetime.now(UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


class Service:
    """A store that is open, what to do with it, and, once started, the threads that keep it."""

    def __init__(self, settings: Settings, knowledge: KnowledgeGraph, *, now: Callable[[], datetime] = utc_now) -> None:
        self.settings = settings
        self.knowledge = knowledge
        self.now = now
        self.policy = Policy()
        self.round_policy = RoundPolicy(
            due_messages=settings.round_every_messages,
            summary_tokens_max=settings.summary_tokens_max,
            key_info_tokens_max=settings.key_info_tokens_max,
        )
        self.owner = f"{socket.gethostname()}:{os.getpid()}"
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

    def run_round(self, space: str) -> RoundReport | None:
        """One round of the space, due or not; None when another worker is at it."""
        report = run_round(self.knowledge, space, owner=self.owner, now=self.now(), policy=self.round_policy)
        if report is not None and report.changes and "vectors" in self._workers:
            self._workers["vectors"].wake(space)
        return report

    def stop(self) -> None:
        """No thread of ours works any more."""
        for worker in self._workers.values():
            worker.stop()

    def close(self) -> None:
        """Threads have ended, and everything written is on disk. May be called again."""
        self.stop()
        if not self._is_closed:
            self._is_closed = True
            self.knowledge.close()

    def _make_workers(self) -> dict[str, Worker]:
        kinds: dict[str, tuple[Callable[[str], bool], float]] = {"answers": (self._prune, PRUNE_SECONDS)}
        if self.settings.rounds_enabled:
            kinds["rounds"] = (self._round_if_due, self.settings.sweep_seconds)
        if self.knowledge.embedder is not None:
            kinds["vectors"] = (self._embed, self.settings.sweep_seconds)
        return {
            name: Worker(name, work=work, spaces=self.knowledge.spaces, sweep_seconds=seconds)
            for name, (work, seconds) in kinds.items()
        }

    def _round_if_due(self, space: str) -> bool:
        if not is_due(self.knowledge, space, now=self.now(), policy=self.round_policy):
            return False
        return self.run_round(space) is not None

    def _embed(self, space: str) -> bool:
        # Asked of the store first: a space's index is not built only to see that nothing has changed.
        seq = self.knowledge.store.seq(space)
        if self._embedded_to.get(space) == seq:
            return False
        if embed_backlog(self.knowledge, space, limit=self.settings.embedder_batch):
            return True
        self._embedded_to[space] = seq
        return False

    def _prune(self, space: str) -> bool:
        prune_answers(self.knowledge, space, keep_hours=self.settings.request_keep_hours, now=self.now())
        return False


def build(settings: Settings, *, read_only: bool = False) -> Service:
    """The service of these settings, not yet started. The caller closes it.

    Raises StoreLocked when another process writes to the store, BadInput for an address or model that is not known.
    """
    embedder = open_embedder(settings.embedder)
    store = open_store(settings.store, read_only=read_only, login=login_of(settings))
    return Service(settings, KnowledgeGraph(store, embedder, indexes_max=settings.indexes_max))
