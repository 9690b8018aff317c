"""Reranking by a sentence-transformers CrossEncoder in this process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Final, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from graph.embedders.model_embedder import check_installed
from graph.errors import RerankerError
from graph.text.analysis import without_surrogates

BATCH: Final = 16

_FAILURES: Final = (OSError, ValueError, RuntimeError, TypeError, KeyError, ImportError, AttributeError)


class PairModel(Protocol):
    """What we use of a CrossEncoder."""

    def predict(
        self, sentences: list[tuple[str, str]], *, batch_size: int, show_progress_bar: bool
    ) -> NDArray[np.float32]:
        """One score for each pair."""


class CrossEncoderReranker:
    """A model by its public name or in a folder, which serves one caller at a time, on one thread."""

    def __init__(self, model: str, *, load: Callable[[str], PairModel] | None = None) -> None:
        if load is None:
            check_installed("sentence_transformers", "embeddings")
        self._name = model
        self._load = load or _load
        self._model: PairModel | None = None
        self._lock = Lock()

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """Of a text longer than the model's window, only the beginning counts. Raises RerankerError."""
        pairs = [(without_surrogates(question), without_surrogates(text)) for text in texts]
        try:
            with self._lock:
                if self._model is None:
                    self._model = self._load(self._name)
                found = self._model.predict(pairs, batch_size=BATCH, show_progress_bar=False)
        except _FAILURES as e:
            raise RerankerError(f"cross-encoder {self._name} failed: {e}") from e
        if found.shape != (len(texts),):
            raise RerankerError(
                f"cross-encoder {self._name} gave scores of shape {found.shape}, expected one for each of {len(texts)} "
                "texts; use a model with a single label"
            )
        if not np.isfinite(found).all():  # A model overflows in half precision; its order would be none.
            raise RerankerError(f"cross-encoder {self._name} gave scores that are no numbers")
        return [float(score) for score in found]


def _load(name: str) -> PairModel:
    import torch  # noqa: PLC0415
    from sentence_transformers import CrossEncoder  # noqa: PLC0415

    torch.set_num_threads(1)  # As for embedders: more threads than free cores make it slower.
    return cast(PairModel, CrossEncoder(name, device="cpu"))
