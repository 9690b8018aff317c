"""The one place where the parts are put together: store, embedder, models, profiles and the threads of the service."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import blake2b
from itertools import count
from math import ceil
from secrets import token_hex
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from api.access_keys import AccessKeys
from api.http.bodies import SpaceBody, SpaceChange
from api.http.idempotency import prune_answers
from api.logs import LogEvent, logger_of, process_name
from api.long_jobs import SideFiles, index_folder
from api.profiles import Profile, known_profiles
from api.settings import Settings, login_of
from api.workers.heartbeat import beating
from api.workers.in_time import InTime
from api.workers.outages import GuardedStore
from api.workers.worker import Worker
from archivists.models.asking import Asker
from archivists.models.governor import Ceiling, Ceilings, Governor
from archivists.models.paid_replies import AT_A_TIME, AskingPolicy
from archivists.models.provider import ROUND_PURPOSES, Model, Purpose, open_models
from archivists.questions.drift_question import ModelJudge
from archivists.questions.filter import ModelFilter
from archivists.round_policy import RoundPolicy
from archivists.rounds.conversation_end import close_silent
from archivists.rounds.due import is_due, quiet_until_ms
from archivists.rounds.old_backlog import let_old_wait, let_over_wait
from archivists.rounds.proposing import RoundProfile
from archivists.rounds.round import RoundReport, run_round
from context.draft_check import DraftCheck, check_draft
from context.exchange import Turn, TurnRequest
from context.turn import TurnPlan, TurnSteps, commit_given
from graph.changing.taking_back import counted, take_back
from graph.embedders.choice import open_embedder
from graph.errors import BadInput, StoreDamaged, StoreError, StoreUnavailable, UnknownProfile
from graph.forgetting.expiry import expire
from graph.forgetting.removal import (
    Forgotten,
    check_deletable,
    delete_space,
    deleted_spaces,
    finish_forgetting,
    forget,
    receipts_of,
    would_delete,
    would_forget,
)
from graph.forgetting.targets import Target
from graph.index.snapshots import Snapshots
from graph.intake.append import Appended
from graph.knowledge import KnowledgeGraph
from graph.process_memory import give_back
from graph.rerankers import Reranker, open_reranker
from graph.store.backends import file_of, is_server, open_store
from graph.store.verbs import Store
from graph.transfer.lines import interrupted_imports
from graph.upkeep.embedding import embed_backlog
from graph.upkeep.leases import end_of_others, renew
from graph.upkeep.ledger import forget_replies
from graph.upkeep.pruning import Pruned, Retention, prune
from graph.upkeep.time_reading import read_times
from graph.values.codec import to_ms
from graph.values.doubtful_draft import DriftVerdict
from graph.values.items import Space
from graph.values.sizes import Sizes

if TYPE_CHECKING:
    from api.metrics import Metrics

T = TypeVar("T")

BEATS_PER_LEASE = 3
"""Two renewals may fail before a lease runs out. A round that takes longer than all of its calls may take is thought to
hang, and its lease is no longer renewed."""

PRUNE_SECONDS = 3600.0
"""Answers may stay this much longer than the settings say, since looking for old ones reads all of them."""

log = logger_of("service")


def utc_now() -> datetime:
    """The present, in whole milliseconds, as times are stored. Everything below api/ gets the time as an argument."""
    now = datetime.now(UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


class Service:
    """An open store, what can be done with it, and the threads that work on it once the service is started."""

    def __init__(
        self,
        settings: Settings,
        knowledge: KnowledgeGraph,
        *,
        models: Mapping[Purpose, Model] | None = None,
        reranker: Reranker | None = None,
        metrics: Metrics | None = None,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        self.settings = settings
        self.knowledge = knowledge
        self.metrics = metrics
        self.now = now
        self.profiles = known_profiles(settings)
        self.keys = AccessKeys(knowledge.store, now=lambda: self.now())
        space = Ceiling(settings.space_calls_hour_max, settings.space_tokens_hour_max)
        total = Ceiling(settings.model_calls_hour_max, settings.model_tokens_hour_max)
        self.governor = Governor(knowledge.store, Ceilings(space=space, total=total))
        asking = AskingPolicy(timeout_seconds=settings.model_timeout_seconds)
        self.asker = Asker(knowledge, models or {}, self.governor, asking).only(ROUND_PURPOSES)
        # Containers may share their host's name and all be process 1, so part of it is random.
        self.owner = f"{process_name()}:{token_hex(3)}"
        self.prefilter = self._asked_in_turns(ModelFilter, Purpose.FILTER, models or {}, settings.prefilter_seconds)
        self.judge = self._asked_in_turns(ModelJudge, Purpose.DRIFT, models or {}, settings.model_timeout_seconds)
        self.second_stage = InTime(reranker, timeout_ms=settings.reranker_ms) if reranker else None
        self.files = SideFiles(settings)
        self.is_only_writer = not is_server(settings.store) and file_of(settings.store) is not None
        self._numbers = count(1)
        self._seen: set[str] = set()  # spaces whose old messages wait, or that have none since this process made them
        self._embedded_to: dict[str, int] = {}  # by space: all that was written up to this seq has its vector
        self._quiet: dict[str, tuple[int, float]] = {}  # by space: no round is due at this seq until this time in ms
        self._workers = self._make_workers()
        self._is_closed = False
        if metrics is not None:
            waiting = {name: worker.waiting_count for name, worker in self._workers.items()}
            metrics.watch("queue_spaces", "Spaces that wait for work in the background.", "work", waiting)
            in_memory = {"indexes": lambda: knowledge.indexes_count}
            metrics.watch("cache_entries", "What is in memory: indexes of spaces.", "cache", in_memory)
            megabytes = {"indexes": lambda: knowledge.indexes_mb}
            metrics.watch("cache_megabytes", "About how much memory that takes.", "cache", megabytes)

    def start(self) -> None:
        """From now on threads do rounds and make vectors, so that no request waits for them."""
        for worker in self._workers.values():
            worker.start()
        Thread(target=self._verify, name="remembrancer-verify", daemon=True).start()

    def wake(self, space: str) -> None:
        """The threads look at the space soon, because something new is in it."""
        for name in ("rounds", "vectors"):
            if name in self._workers:
                self._workers[name].wake(space)

    def create_space(self, body: SpaceBody) -> Space:
        """Make an empty space. What the body leaves out is taken from its profile.

        Raises BadInput for an unknown profile, and Conflict when there is a space of this name.
        """
        intake = body.intake(self.profile_named(body.profile).intake)
        made = self.knowledge.create_space(
            body.name, now=self.now(), profile=body.profile, intake=intake, sizes=Sizes().changed(body.sizes)
        )
        self._seen.add(body.name)
        return made

    def forget(self, space: str, target: Target, *, is_dry_run: bool = False) -> Forgotten:
        """Forget what is named in a space, or tell what would go. Raises NotFound and Conflict."""
        if is_dry_run:
            return Forgotten(receipt=would_forget(self.knowledge, space, target, now=self.now()), is_scrubbed=False)
        forgotten = forget(self.knowledge, space, target, now=self.now())
        self.files.drop(space)
        self.wake(space)
        return forgotten

    def delete_space(self, space: str, *, is_dry_run: bool = False, is_reset: bool = False) -> Forgotten:
        """Delete a space with everything that is kept for it, or tell what would go. Raises NotFound."""
        if is_dry_run:
            return Forgotten(receipt=would_delete(self.knowledge, space, now=self.now()), is_scrubbed=False)
        check_deletable(self.knowledge, space)
        self.files.drop(space)  # Files first: if the process ends later, the store itself knows what else is to go.
        deleted = delete_space(self.knowledge, space, now=self.now(), is_reset=is_reset)
        self.governor.forget(space)
        self.files.drop(space)  # What a job has written meanwhile.
        return deleted

    def reset_space(self, space: str) -> Space:
        """Delete everything in the space, and make it again with the same profile. Raises NotFound."""
        self.delete_space(space, is_reset=True)
        return self.knowledge.space(space)

    def take_back(self, space: str) -> None:
        """Take back what rules of an earlier version have made of the space, once. Turns are answered meanwhile."""
        if counts := take_back(self.knowledge, space, now=self.now()):
            log.info(LogEvent("taken back", space=space, made_by_rules=counted(counts)))

    def prune(self, space: str) -> Pruned:
        """Drop what is older than the settings allow, and finish interrupted deletions. Raises NotFound."""
        settings, now = self.settings, self.now()
        finish_forgetting(self.knowledge, space, now=now)
        expire(self.knowledge, space, now=now)
        prune_answers(self.knowledge, space, keep_hours=settings.request_keep_hours, now=now)
        forget_replies(self.knowledge, space, keep_hours=settings.request_keep_hours, now=now)
        if self.files.has(space):
            times = [receipt.created_at for receipt in receipts_of(self.knowledge, space)[:1]]
            times += filter(None, [deleted_spaces(self.knowledge).get(space)])  # An earlier space had this name.
            self.files.drop_old(space, now=now, forgotten_at=max(times, default=None))
        retention = Retention(block_days=settings.block_keep_days, log_days=settings.log_keep_days)
        return prune(self.knowledge, space, retention, now=now)

    def change_space(self, space: str, body: SpaceChange) -> Space:
        """Change what the body names about a space. Raises NotFound."""
        changed = self.knowledge.change_space(space, body.applied)
        self.wake(space)
        return changed

    def profile_named(self, name: str) -> Profile:
        """The profile of this name. Raises BadInput when there is none."""
        if name not in self.profiles:
            raise BadInput(f"there is no profile {name!r}, expected one of: {', '.join(self.profiles)}")
        return self.profiles[name]

    def profile_of(self, space: str) -> Profile:
        """The profile of a space. Raises NotFound, and UnknownProfile when a later version has made the space."""
        name = self.knowledge.profile_name(space)
        if name not in self.profiles:
            raise UnknownProfile(
                f"space {space!r} has the profile {name!r}, and this program knows only: {', '.join(self.profiles)}; "
                "use the version of Remembrancer that the space was made with, or a later one"
            )
        return self.profiles[name]

    def rounds_of(self, space: str) -> RoundProfile:
        """How rounds of a space are done: as its profile says, with its own sizes. Raises as `profile_of`. One read."""
        rounds = self.profile_of(space).rounds
        return replace(rounds, policy=self.knowledge.space(space).sizes.applied(rounds.policy))

    def turn(self, request: TurnRequest) -> Turn:
        """Take a turn now. The only models asked are a reranker and a pre-filter. New messages wake the threads."""
        with self.metrics.turn() if self.metrics else nullcontext():
            turn = self._turn_steps(request.space).take(request)
        self._wake_for(request.space, turn.appended)
        return turn

    def plan(self, request: TurnRequest, known: Sequence[str | None]) -> TurnPlan:
        """Plan a turn whose block is given before anything is stored; `known` has the ids of lines that are stored."""
        with self.metrics.turn() if self.metrics else nullcontext():
            return self._turn_steps(request.space).plan_ahead(request, known)

    def commit(self, plan: TurnPlan) -> None:
        """Store the lines of such a turn, and its block, unless something was forgotten since it was planned."""
        self._wake_for(plan.request.space, commit_given(self.knowledge, plan).appended)

    def check_draft(self, space: str, block: str, draft: str, *, is_judged: bool = True) -> DraftCheck:
        """Check a draft against its block now. A draft that drifts is logged. Raises NotFound."""
        profile, judge = self.profile_of(space).block, self.judge if is_judged else None
        check = check_draft(self.knowledge, space, block, draft, profile=profile, now=self.now(), judge=judge)
        if check.verdict is not DriftVerdict.FINE:
            told = {"verdict": str(check.verdict), "score": round(check.gate.score, 2), "second": check.is_second}
            log.info(LogEvent("drift", space=space, block=block, **told))
        return check

    def asker_of(self, space: str) -> Asker:
        """The models that rounds of the space ask."""
        return self.asker.only(self.profile_of(space).rounds.purposes)

    def is_due(self, space: str) -> bool:
        """Whether a round of the space has something to do, and may be tried now."""
        policy, asker = self.rounds_of(space).policy, self.asker_of(space)
        return is_due(self.knowledge, space, now=self.now(), policy=policy, asker=asker)

    def round_policy(self, space: str, *, reads_imports: bool) -> RoundPolicy:
        """The policy of rounds on demand. Without a model they read imports, too, since that costs nothing."""
        is_free = not self.asker_of(space).models
        return replace(self.rounds_of(space).policy, reads_imports=reads_imports or is_free)

    def run_round(self, space: str, *, policy: RoundPolicy | None = None) -> RoundReport | None:
        """Do one round of the space, due or not, and renew its lease meanwhile; None when another worker does one."""
        profile, asker = self.rounds_of(space), self.asker_of(space)
        policy = policy or profile.policy
        self.take_back(space)  # First, so that no model builds on it.
        # Each round has an owner of its own: a round that was thought lost must not write under the lease of the next.
        owner, seconds = f"{self.owner}#{next(self._numbers)}", policy.lease_seconds

        def beat() -> bool:
            return renew(self.knowledge, space, owner=owner, now=self.now(), seconds=seconds)

        calls_seconds_max = len(ROUND_PURPOSES) * self.asker.policy.seconds_max
        beats_max = BEATS_PER_LEASE * (1 + ceil(calls_seconds_max / seconds))
        counted = self.metrics.round() if self.metrics else nullcontext()
        if self.is_only_writer:
            end_of_others(self.knowledge, space, owner=self.owner, now=self.now())
        with counted, beating(beat, every_seconds=seconds / BEATS_PER_LEASE, beats_max=beats_max):
            report = run_round(
                self.knowledge,
                space,
                owner=owner,
                now=self.now(),
                policy=policy,
                archivists=profile.archivists,
                asker=asker,
            )
        if report is not None and report.is_any:
            done = {"messages": report.messages, "changes": sum(report.changes.values())}
            log.info(LogEvent("round", space=space, owner=owner, **done))
        if report is not None and report.changes:
            give_back()
            if "vectors" in self._workers:
                self._workers["vectors"].wake(space)
        return report

    def run_rounds(self, space: str, *, reads_imports: bool = False) -> Iterator[RoundReport]:
        """Do rounds until nothing is left to read or to close, or another worker does one.

        Imports are left out, unless they are asked for or reading them costs nothing.
        """
        policy = self.round_policy(space, reads_imports=reads_imports)
        while report := self.run_round(space, policy=policy):
            if not report.is_any:
                return
            yield report

    def round_if_due(self, space: str) -> RoundReport | None:
        """Do one round of the space; None when none is due now, or another worker does one.

        With a model, messages that are long unread wait from now on, like imports. If the profile leaves old messages,
        those of conversations that are over when this process first sees the space wait, too.
        """
        asker, policy, waiting = self.asker_of(space), self.profile_of(space).rounds.policy, 0
        if asker.knows(Purpose.READ):
            waiting = let_old_wait(self.knowledge, space, now=self.now(), policy=policy)
        elif asker.models and policy.leaves_old and space not in self._seen:
            waiting = let_over_wait(self.knowledge, space, now=self.now())
            self._seen.add(space)
        if waiting:
            log.warning(LogEvent("old messages wait", space=space, messages=waiting, read_by="round --backfill"))
        return self.run_round(space) if self.is_due(space) else None

    def close_silent(self, space: str) -> int:
        """Complete conversations that fell silent, if the profile does not leave that to rounds; return how many."""
        policy = self.rounds_of(space).policy
        return close_silent(self.knowledge, space, now=self.now(), policy=policy) if policy.closes_silent else 0

    def embed(self, space: str) -> int:
        """Make vectors for one batch of the items that have none; return how many, 0 if all have one.

        One small read when nothing is new.
        """
        # The store is asked first, so that no index is built only to see that there is nothing to do.
        seq, embedder = self.knowledge.store.seq(space), self.knowledge.embedder
        if self._embedded_to.get(space) == seq:
            return 0
        is_ours = embedder is not None and self.knowledge.space(space).embedder == embedder.id
        if is_ours and (done := embed_backlog(self.knowledge, space)):
            return done
        self._embedded_to[space] = seq
        return 0

    def spaces(self, is_wanted: Callable[[str, int], bool] = lambda name, seq: True) -> list[str]:
        """The wanted spaces by name and seq, in an order of the process, so that workers begin with different ones."""
        return sorted(
            (name for name, seq in self.knowledge.store.spaces().items() if is_wanted(name, seq)),
            key=lambda name: blake2b(f"{self.owner}/{name}".encode("utf-8", "surrogatepass")).digest(),
        )

    def _tended_spaces(self) -> list[str]:
        """All spaces. Drops files kept for any other space, since it was deleted elsewhere."""
        found = self.spaces()
        self.knowledge.drop_other_snapshots(found)
        store = self.knowledge.store
        self.files.drop_others(
            lambda: [*store.spaces(), *interrupted_imports(store)],
            lambda: deleted_spaces(self.knowledge),
            now=self.now(),
        )
        return found

    def stop(self, *, timeout_seconds: float = 10.0) -> None:
        """Stop the threads. Each finishes the piece of work that is under way, and begins no other."""
        for worker in self._workers.values():
            worker.ask_to_stop()
        self.files.jobs.stop(timeout_seconds=timeout_seconds)
        for worker in self._workers.values():
            worker.stop(timeout_seconds=timeout_seconds)

    def close(self) -> None:
        """Stop the threads, and have everything that was written on disk. May be called again."""
        self.stop()
        if not self._is_closed:
            self._is_closed = True
            if self.second_stage is not None:
                self.second_stage.close()
            self.knowledge.close()
            self.files.close()

    def _turn_steps(self, space: str) -> TurnSteps:
        profile = self.profile_of(space).block
        return TurnSteps(self.knowledge, profile, self.now(), self.prefilter, self.second_stage)

    def _wake_for(self, space: str, appended: Appended | None) -> None:
        if appended is not None and appended.new:
            self.wake(space)

    def _asked_in_turns(
        self, kind: Callable[..., T], purpose: Purpose, models: Mapping[Purpose, Model], seconds: float
    ) -> T | None:
        """What asks the model for this purpose while a turn waits; None if there is none, or nobody waits."""
        if not seconds or purpose not in models:
            return None
        # Turns come faster than rounds. They leave rounds half of an hour's calls, and don't wait for each other.
        governor = Governor(self.knowledge.store, self.governor.ceilings.half)
        policy = AskingPolicy(timeout_seconds=seconds, tries_max=1, queues=False)
        return kind(asker=Asker(self.knowledge, models, governor, policy), owner=self.owner, seconds=seconds)

    def _make_workers(self) -> dict[str, Worker]:
        # A round without a model computes all the time, one with a model mostly waits for its answer.
        threads = {"rounds": AT_A_TIME if self.asker.models else 1}
        kinds: dict[str, tuple[Callable[[str], bool], Callable[[], list[str]]]] = {
            "upkeep": (self._tend, self._tended_spaces)
        }
        if self.settings.rounds_enabled:
            kinds["rounds"] = (self._round, lambda: self.spaces(self._may_be_due))
            if self.knowledge.embedder is not None:
                kinds["vectors"] = (
                    lambda space: self.embed(space) > 0,
                    lambda: self.spaces(lambda space, seq: self._embedded_to.get(space) != seq),
                )
        return {
            name: Worker(
                name,
                work=work,
                spaces=spaces,
                sweep_seconds=PRUNE_SECONDS if name == "upkeep" else self.settings.sweep_seconds,
                threads=threads.get(name, 1),
            )
            for name, (work, spaces) in kinds.items()
        }

    def _verify(self) -> None:
        """Look for damage in the whole store once. Sound first pages do not mean that the whole file is sound."""
        try:
            self.knowledge.store.verify()
        except StoreDamaged as error:
            log.error(LogEvent("store is damaged", error=str(error)))
        except StoreError:
            return  # The store is closed, or its server is away. Requests will meet anything else.

    def _round(self, space: str) -> bool:
        seq, (last, _) = self.knowledge.store.seq(space), self._quiet.get(space, (0, 0.0))
        self.close_silent(space)
        report = self.round_if_due(space)
        if report is not None and report.is_any:
            return True
        # A server tells of a write a moment before its rows are found, so the space is looked at once more.
        self._quiet[space] = seq, quiet_until_ms(self.knowledge, space, now=self.now()) if seq == last else 0.0
        return False

    def _may_be_due(self, space: str, seq: int) -> bool:
        """Whether something was written since no round was due, or its time has come."""
        last, until = self._quiet.get(space, (0, 0.0))
        return seq != last or to_ms(self.now()) >= until

    def _tend(self, space: str) -> bool:
        if not self.knowledge.finish_deletion(space):
            self.take_back(space)  # Before the log is pruned, which tells who has touched what.
            self.prune(space)
            read_times(self.knowledge, space)
            self.knowledge.keep_index(space)
        return False


def build(
    settings: Settings, *, read_only: bool = False, is_patient: bool = False, metrics: Metrics | None = None
) -> Service:
    """The service of these settings, not yet started. The caller closes it.

    With `is_patient`, for long-running processes, a server that does not answer now is asked again later. Raises
    StoreLocked when another process writes to the store, BadInput for an address or model that is not known,
    StoreUnavailable and StoreError.
    """
    embedder, models = open_embedder(settings.embedder), open_models(settings.model, settings.models)
    reranker = open_reranker(settings.reranker)

    def open_now() -> Store:
        return open_store(settings.store, read_only=read_only, login=login_of(settings))

    if is_patient and is_server(settings.store):
        store: Store = (server := GuardedStore(open_now))
        with suppress(StoreUnavailable):
            server.open()
    else:
        store = open_now()
    if metrics is not None:
        store = metrics.store_of(store)
        models = {purpose: metrics.model_of(model, purpose) for purpose, model in models.items()}
    folder = index_folder(settings, is_service=is_patient)
    snapshots = None if folder is None else Snapshots(folder, is_writable=not read_only)
    knowledge = KnowledgeGraph(store, embedder, indexes_mb_max=settings.indexes_mb_max, snapshots=snapshots)
    return Service(settings, knowledge, models=models, reranker=reranker, metrics=metrics)
