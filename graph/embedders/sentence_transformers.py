"""Embeddings by a sentence-transformers model in this process."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from graph.embedders.model_embedder import ModelEmbedder, check_installed
from graph.errors import EmbedderError

BATCH: Final = 8
"""Texts that are padded to the longest of them. On a CPU, 8 took 30 % less time than 32, on texts of 5 to 300 words."""

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
_PREFIXES: Final[Mapping[str, tuple[str, str]]] = {
    "e5": ("query: ", "passage: "),
    "nomic-embed": ("search_query: ", "search_document: "),
    "mxbai-embed": ("Represent this sentence for searching relevant passages: ", ""),
    "bge-small-en": ("Represent this sentence for searching relevant passages: ", ""),
    "bge-base-en": ("Represent this sentence for searching relevant passages: ", ""),
    "bge-large-en": ("Represent this sentence for searching relevant passages: ", ""),
}
"""Parts of the names of models that were trained with words before each text: before questions, before others."""

_FAILURES: Final = (OSError, ValueError, RuntimeError, TypeError, KeyError, ImportError, AttributeError)


class SentenceModel(Protocol):
    """What we use of a SentenceTransformer."""

    def encode(
        self, sentences: list[str], *, batch_size: int, normalize_embeddings: bool, show_progress_bar: bool
    ) -> NDArray[np.float32]:
        """One row for each text."""


class SentenceTransformersEmbedder(ModelEmbedder):
    """A model by its public name or in a folder, loaded on first use, on one thread."""

    kind = "sentence-transformers"

    def __init__(
        self, model: str, languages: frozenset[str] | None = None, *, load: Callable[[str], SentenceModel] | None = None
    ) -> None:
        if load is None:
            check_installed("sentence_transformers", "embeddings")
        super().__init__(model, languages)
        self._load = load or _load
        self._model: SentenceModel | None = None

    def public_name(self) -> str:
        """The name without its prefix; the last two parts of a folder's path."""
        if Path(self._name).is_dir():
            return "/".join(Path(self._name).resolve().parts[-2:])
        return self._name.removeprefix("sentence-transformers/")

    def is_multilingual(self) -> bool:
        """Whether the name tells so; most of these models know only English."""
        return any(part in self._name.lower() for part in _MULTILINGUAL)

    def vectors(self, texts: list[str], *, is_question: bool) -> NDArray[np.float32]:
        """Of a text longer than the model's window, only the beginning counts."""
        found = next((both for part, both in _PREFIXES.items() if part in self._name.lower()), ("", ""))
        prefix = found[0] if is_question else found[1]
        try:
            if self._model is None:
                self._model = self._load(self._name)
            rows = self._model.encode(
                [prefix + text for text in texts],
                batch_size=BATCH,
                normalize_embeddings=True,
                show_progress_bar=False,
            )
        except _FAILURES as e:
            raise EmbedderError(f"sentence-transformers model {self._name} failed: {e}") from e
        return np.ascontiguousarray(rows, dtype=np.float32)

    def close(self) -> None:
        """Free the model's memory."""
        with self._lock:
            self._model = None


def _load(name: str) -> SentenceModel:
    import torch  # noqa: PLC0415
    from sentence_transformers import SentenceTransformer  # noqa: PLC0415

    # With more threads than free cores a sentence took 21 to 480 ms instead of 9.
    torch.set_num_threads(1)
    return cast(SentenceModel, SentenceTransformer(name, device="cpu"))
