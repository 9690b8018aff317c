"""Embeddings from a provider through LiteLLM."""

import os
from collections.abc import Callable, Mapping
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from graph.embedders.model_embedder import ModelEmbedder, check_installed
from graph.errors import EmbedderError

BATCH: Final = 64
TIMEOUT_SECONDS: Final = 30.0

_ENGLISH_ONLY: Final = ("english", "-en-", "minilm", "nomic-embed-text", "mxbai")  # Parts of names.

Call = Callable[[list[str], bool], list[list[float]]]
"""Texts, and whether they are questions."""

_ROLES: Final[Mapping[str, tuple[str, str, str]]] = {
    "cohere": ("input_type", "search_query", "search_document"),
    "voyage": ("input_type", "query", "document"),
    "nvidia": ("input_type", "query", "passage"),
    "gemini": ("task_type", "RETRIEVAL_QUERY", "RETRIEVAL_DOCUMENT"),
}
"""Parts of the names of models that want to know what a text is: by which parameter, and what it says of both kinds."""


class LiteLLMEmbedder(ModelEmbedder):
    """A provider's model. LiteLLM is imported on first use; a request that fails is not repeated."""

    kind = "litellm"

    def __init__(self, model: str, languages: frozenset[str] | None = None, *, call: Call | None = None) -> None:
        if call is None:
            check_installed("litellm", "llm")
        super().__init__(model, languages)
        self._call = call or self._request

    def is_multilingual(self) -> bool:
        """Whether the model is none of the few that are known to be English only."""
        return not any(part in self._name.lower() for part in _ENGLISH_ONLY)

    def vectors(self, texts: list[str], *, is_question: bool) -> NDArray[np.float32]:
        """One request for each batch. Providers refuse empty texts, so a full stop is sent instead."""
        sent = [text if text.strip() else "." for text in texts]
        rows: list[list[float]] = []
        for start in range(0, len(sent), BATCH):
            rows += self._call(sent[start : start + BATCH], is_question)
        if len(rows) != len(texts) or len({len(row) for row in rows}) != 1 or not rows[0]:
            raise EmbedderError(
                f"model {self._name} returned {len(rows)} vectors of uneven size, expected {len(texts)}"
            )
        vectors = np.array(rows, dtype=np.float32)
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return vectors

    def close(self) -> None:
        """Nothing is held open between requests."""

    def roles(self, *, is_question: bool) -> Mapping[str, str]:
        """The parameter that tells the model whether texts are questions; none if it treats both alike."""
        found = next((told for part, told in _ROLES.items() if part in self._name.lower()), None)
        return {} if found is None else {found[0]: found[1] if is_question else found[2]}

    def _request(self, texts: list[str], is_question: bool) -> list[list[float]]:
        # Without this, the import fetches a price list from the network.
        os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
        import litellm  # noqa: PLC0415

        failures = (*litellm.exceptions.LITELLM_EXCEPTION_TYPES, ValueError, OSError)
        try:
            response = litellm.embedding(
                model=self._name,
                input=texts,
                timeout=TIMEOUT_SECONDS,
                max_retries=0,
                num_retries=0,
                **self.roles(is_question=is_question),
            )
        except failures as e:
            raise EmbedderError(f"embedding model {self._name} failed: {e}") from e
        rows = cast(list[Mapping[str, list[float]]], response.data)
        return [list(row["embedding"]) for row in rows]
