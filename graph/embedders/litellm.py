"""Embeddings from a provider through LiteLLM."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from threading import Lock
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from graph.errors import EmbedderError, MissingExtra
from graph.text.analysis import without_surrogates

BATCH: Final = 64
TIMEOUT_SECONDS: Final = 30.0

_ENGLISH_ONLY: Final = ("english", "-en-", "minilm", "nomic-embed-text", "mxbai")  # Parts of names.

Call = Callable[[list[str]], list[list[float]]]


class LiteLLMEmbedder:
    """One provider's model. LiteLLM is imported on first use; one request at a time, none is repeated."""

    def __init__(self, model: str, languages: frozenset[str] | None = None, *, call: Call | None = None) -> None:
        if call is None and find_spec("litellm") is None:
            raise MissingExtra('litellm is not installed; run `pip install "remembrancer[llm]"`')
        self._name = model
        self._languages = languages
        self._call = call or _Provider(model)
        self._dimension = 0
        self._lock = Lock()

    @property
    def id(self) -> str:
        """Kind, name and dimension."""
        return f"litellm:{self._name}/{self.dimension}"

    @property
    def dimension(self) -> int:
        """Found by embedding one word, once."""
        if not self._dimension:
            self._dimension = self.embed(["word"]).shape[1]
        return self._dimension

    def knows(self, language: str | None) -> bool:
        """What the caller said; else everything, except for the few models that are known to be English."""
        if self._languages is not None:
            return language is None or language in self._languages
        return language in ("en", None) or not any(part in self._name.lower() for part in _ENGLISH_ONLY)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One request for each batch. Providers refuse empty texts, so these are sent as a full stop."""
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        cleaned = [without_surrogates(text) if text.strip() else "." for text in texts]
        rows: list[list[float]] = []
        with self._lock:
            for start in range(0, len(cleaned), BATCH):
                rows += self._call(cleaned[start : start + BATCH])
        if len(rows) != len(texts) or len({len(row) for row in rows}) != 1 or not rows[0]:
            raise EmbedderError(
                f"model {self._name} returned {len(rows)} vectors of uneven size, expected {len(texts)}"
            )
        vectors = np.array(rows, dtype=np.float32)
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return vectors

    def close(self) -> None:
        """Nothing is held open between requests."""


class _Provider:
    """The call itself."""

    def __init__(self, model: str) -> None:
        self._model = model

    def __call__(self, texts: list[str]) -> list[list[float]]:
        # Without this, the import fetches a price list from the network.
        os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
        import litellm  # noqa: PLC0415

        failures = (*litellm.exceptions.LITELLM_EXCEPTION_TYPES, ValueError, OSError)
        try:
            response = litellm.embedding(
                model=self._model, input=texts, timeout=TIMEOUT_SECONDS, max_retries=0, num_retries=0
            )
        except failures as e:
            raise EmbedderError(f"embedding model {self._model} failed: {e}") from e
        rows = cast(list[Mapping[str, list[float]]], response.data)
        return [list(row["embedding"]) for row in rows]
