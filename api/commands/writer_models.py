"""Compressing chats: the models that write memories, and what a pass costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from archivists.models.provider import NO_MODEL, LiteLLMModel, has_provider, price_of, window_of
from archivists.transcripts.chunks import TextCompare
from archivists.transcripts.compressing import Writers
from archivists.transcripts.export_files import ChatPlace
from archivists.transcripts.export_pass import ExportPlan
from archivists.transcripts.planning import REPLY_TOKENS, estimate_of_plan, name_of
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
