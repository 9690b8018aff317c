"""Embeddings by a sentence-transformers model in this process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Final, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from graph.errors import EmbedderError, MissingExtra
from graph.text.analysis import without_surrogates

BATCH: Final = 32

# Parts of the names of models that know a hundred languages. "e5" alone is not one: only multilingual-e5 is.
_MULTILINGUAL: Final = (
    "multilingual",
    "bge-m3",
    "labse",
    "xlm-r",
    "qwen3-embedding",
    "embeddinggemma",
    "jina-embeddings-v3",
)
_FAILURES: Final = (OSError, ValueError, RuntimeError, TypeError, KeyError, ImportError, AttributeError)


class SentenceModel(Protocol):
    """What we use of a SentenceTransformer."""

    def encode(
        self, sentences: list[str], *, batch_size: int, normalize_embeddings: bool, show_progress_bar: bool
    ) -> NDArray[np.float32]:
        """One row for each text."""


class SentenceTransformersEmbedder:
    """A model by its public name or in a folder, loaded on first use; one text batch at a time on one thread."""

    def __init__(
        self, model: str, languages: frozenset[str] | None = None, *, load: Callable[[str], SentenceModel] | None = None
    ) -> None:
        if load is None and find_spec("sentence_transformers") is None:
            raise MissingExtra('sentence-transformers is not installed; run `pip install "remembrancer[embeddings]"`')
        self._name = model
        self._languages = languages
        self._load = load or _load
        self._model: SentenceModel | None = None
        self._dimension = 0
        self._lock = Lock()

    @property
    def id(self) -> str:
        """Kind, name and dimension; of a folder the last two parts, which are the same on every machine."""
        return f"sentence-transformers:{_public_name(self._name)}/{self.dimension}"

    @property
    def dimension(self) -> int:
        """Found by embedding one word, once."""
        if not self._dimension:
            self._dimension = self.embed(["word"]).shape[1]
        return self._dimension

    def knows(self, language: str | None) -> bool:
        """What the caller said; else everything for a multilingual model, and English or what can't be told."""
        if self._languages is not None:
            return language is None or language in self._languages
        if any(part in self._name.lower() for part in _MULTILINGUAL):
            return True
        return language in ("en", None)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Texts beyond the model's window count by their beginning."""
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        # E5 models were trained with this word before each text that is compared with its like.
        prefix = "query: " if "e5" in self._name.lower() else ""
        cleaned = [prefix + without_surrogates(text) for text in texts]
        with self._lock:
            try:
                if self._model is None:
                    self._model = self._load(self._name)
                rows = self._model.encode(cleaned, batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False)
            except _FAILURES as e:
                raise EmbedderError(f"sentence-transformers model {self._name} failed: {e}") from e
        return np.ascontiguousarray(rows, dtype=np.float32)

    def close(self) -> None:
        """Memory is freed with the model."""
        with self._lock:
            self._model = None


def _public_name(name: str) -> str:
    if Path(name).is_dir():
        return "/".join(Path(name).resolve().parts[-2:])
    return name.removeprefix("sentence-transformers/")


def _load(name: str) -> SentenceModel:
    import torch  # noqa: PLC0415
    from sentence_transformers import SentenceTransformer  # noqa: PLC0415

    # With more threads than free cores a sentence took 21 to 480 ms instead of 9.
    torch.set_num_threads(1)
    return cast(SentenceModel, SentenceTransformer(name, device="cpu"))
