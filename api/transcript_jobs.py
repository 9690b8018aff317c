"""Compressing chats: the models that write memories, what a pass costs, and passes as jobs of the service."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from api.long_jobs import RESULT, Job, Work
from api.wiring import Service
from archivists.models.paid_replies import SpaceBook, Teller
from archivists.models.provider import NO_MODEL, LiteLLMModel, has_provider, price_of, window_of
from archivists.transcripts.archive import Archive
from archivists.transcripts.chunks import TextCompare
from archivists.transcripts.compressing import PassProgress, Writers
from archivists.transcripts.export_files import ChatPlace, read_export
from archivists.transcripts.export_pass import ExportPlan, compress_export, plan_export
from archivists.transcripts.memories import words
from archivists.transcripts.planning import REPLY_TOKENS, TranscriptPolicy, estimate_of_plan, name_of
from archivists.transcripts.subject_changes import subject_changes
from graph.embedders.choice import open_embedder
from graph.errors import BadInput


@dataclass(frozen=True, slots=True)
class WriterNames:
    """The models as they were asked for, by the names that LiteLLM has for them."""

    agent: str | None  # None: the chat's own
    manager: str | None  # None: the agent

    def of(self, chat: ChatPlace) -> tuple[str, str]:
        """Agent and context manager of a chat. Raises BadInput if no model is named."""
        agent = self.agent or chat.model
        if not agent or agent == NO_MODEL:
            raise BadInput(
                f"{name_of(chat)} does not say which model it was held with, and no rules can write its memories; "
                "name a model for the agent, as LiteLLM calls it"
            )
        return agent, self.manager or agent

    def check(self, plan: ExportPlan) -> None:
        """Raises BadInput if a model has no name or no provider that LiteLLM knows; MissingExtra without LiteLLM."""
        for name in sorted({name for each in plan.chats for name in self.of(each.chat)}):
            LiteLLMModel(name)
            if not has_provider(name):
                raise BadInput(
                    f"LiteLLM cannot tell who serves {name}; name another model, or put its provider in front, such as "
                    f"anthropic/{name}"
                )

    def opened(self, chat: ChatPlace) -> Writers:
        """The models, ready to be asked. Raises MissingExtra without LiteLLM."""
        agent, manager = self.of(chat)
        return Writers(
            agent=LiteLLMModel(agent),
            manager=LiteLLMModel(manager),
            agent_window=window_of(agent),
            manager_window=window_of(manager),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PassPart:
    """About how much one model is asked in a pass."""

    model: str
    calls: int
    tokens_in: int
    tokens_out: int
    cost: float | None  # US dollars; None when the price is not known


def parts_of(plan: ExportPlan, names: WriterNames) -> list[PassPart]:
    """About how much a pass asks of each model. No model is called."""
    calls, tokens = Counter[str](), Counter[str]()
    for each in plan.chats:
        (agent, manager), expected = names.of(each.chat), estimate_of_plan(each, plan.policy, plan.primer)
        calls[agent] += expected.agent_calls
        calls[manager] += expected.manager_calls
        tokens[agent] += expected.agent_tokens
        tokens[manager] += expected.manager_tokens
    return [
        PassPart(
            model=model,
            calls=calls[model],
            tokens_in=tokens_in,
            tokens_out=(tokens_out := calls[model] * REPLY_TOKENS),
            cost=price_of(model, tokens_in=tokens_in, tokens_out=tokens_out),
        )
        for model, tokens_in in tokens.items()
    ]


def compare_with(embedder_name: str) -> TextCompare:
    """Tells how much neighbouring texts differ, by an embedding model. Raises BadInput if there is none."""
    embedder = open_embedder(embedder_name)
    if embedder is None:
        raise BadInput("boundaries by meaning need an embedding model; set REMEMBRANCER_EMBEDDER")

    def compare(texts: Sequence[str]) -> Sequence[float]:
        return subject_changes(embedder.embed(texts).tolist())

    return compare


ARCHIVE, INPUT, OUTPUT = "archive", "export.json", f"{RESULT}.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class TranscriptOrder:
    """What is to be compressed, and how."""

    content: bytes
    names: WriterNames
    policy: TranscriptPolicy
    chats: Sequence[str] = ()

    @property
    def id(self) -> str:
        """The same order has the same id, so sending it again gives the same job."""
        asked = repr((self.names, self.policy, sorted(self.chats))).encode()
        return blake2b(self.content + asked, digest_size=12).hexdigest()


def start_transcript(service: Service, space: str, order: TranscriptOrder) -> Job:
    """The job is under way, or done already. Raises BadInput for what cannot be compressed, MissingExtra."""
    service.knowledge.space(space)
    job = Job(order.id, progress=PassProgress())

    def prepare(folder: Path) -> Work:
        (folder / INPUT).write_bytes(order.content)
        plan = _plan(service, space, folder, order)
        order.names.check(plan)
        job.total = plan.memories
        return lambda: _compress(service, space, order, job, folder)

    return service.files.transcripts.start(space, job, prepare)


def _compress(service: Service, space: str, order: TranscriptOrder, job: Job, folder: Path) -> None:
    def told(progress: PassProgress) -> None:
        job.progress = progress
        job.move(progress.chunks, job.total)

    book = SpaceBook(service.knowledge, space, service.governor)
    teller = Teller(book, service.owner, service.now, service.asker.policy)
    plan = _plan(service, space, folder, order)
    job.notes = compress_export(plan, folder / OUTPUT, teller, order.names.opened, told=told)


def _plan(service: Service, space: str, folder: Path, order: TranscriptOrder) -> ExportPlan:
    archive = Archive(service.files.transcripts_of(space) / ARCHIVE)
    return plan_export(read_export(folder / INPUT), archive, order.policy, primer=words("primer"), chats=order.chats)
