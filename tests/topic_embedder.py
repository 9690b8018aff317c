"""An embedder for tests, which knows two things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graph.text.identification import language_of


@dataclass
class TopicEmbedder:
    """Has one axis for texts with any of these words, and one for the rest."""

    words: tuple[str, ...]
    language: str | None = None  # the only one that it knows; None: it knows all
    id: str = "topics/2"
    dimension: int = 2

    def knows(self, text: str) -> bool:
        """Whether to embed this text."""
        return self.language is None or language_of(text) in (self.language, None)

    def embed(self, texts: Sequence[str], *, is_question: bool = False) -> NDArray[np.float32]:
        """One row of length 1 for each text."""
        found = [any(word in text.lower() for word in self.words) for text in texts]
        return np.array([[1, 0] if each else [0, 1] for each in found], dtype=np.float32)

    def close(self) -> None:
        """Nothing to give back."""
