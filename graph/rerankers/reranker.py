"""The interface of rerankers, and the only place that chooses between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from graph.errors import BadInput


class Reranker(Protocol):
    """A model that reads a question and a text together; it is loaded on first use. Safe to use from any thread."""

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """How well each text answers the question: higher is better, on any scale. Raises RerankerError."""


def open_reranker(spec: str) -> Reranker | None:
    """The reranker that `spec` names; None for "none".

    "cross-encoder:NAME-OR-FOLDER" runs in this process, "litellm:MODEL" asks a provider. Raises BadInput for anything
    else, MissingExtra if the package is not installed.
    """
    kind, _, model = spec.strip().partition(":")
    match kind, bool(model):
        case "none", False:
            return None
        case "cross-encoder", True:
            from graph.rerankers.cross_encoder import CrossEncoderReranker  # noqa: PLC0415

            return CrossEncoderReranker(model)
        case "litellm", True:
            from graph.rerankers.provider_reranker import ProviderReranker  # noqa: PLC0415

            return ProviderReranker(model)
    raise BadInput(f'reranker "{spec}" is unknown, expected "none", "cross-encoder:NAME-OR-FOLDER" or "litellm:MODEL"')
