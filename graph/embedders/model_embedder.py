"""What the embedders of one named model share: its id, its dimension, its languages, and clean texts."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib.util import find_spec
from threading import Lock
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from graph.errors import MissingExtra
from graph.text.analysis import without_surrogates
from graph.text.identification import language_of

KNOWN_BY_ALL: Final = frozenset(("en",))
"""The languages of a model that is not said to know others."""


class ModelEmbedder(ABC):
    """A graph.embedders.choice.Embedder of one model, which embeds for one caller at a time."""

    kind: ClassVar[str]

    def __init__(self, model: str, languages: frozenset[str] | None) -> None:
        self._name = model
        self._languages = languages
        self._dimension = 0
        self._lock = Lock()

    @property
    def id(self) -> str:
        """Kind, name and dimension."""
        return f"{self.kind}:{self.public_name()}/{self.dimension}"

    @property
    def dimension(self) -> int:
        """Found by embedding one word, once."""
        if not self._dimension:
            self._dimension = self.embed(["word"]).shape[1]
        return self._dimension

    def knows(self, text: str) -> bool:
        """Texts in the languages that the caller has named, else any for a multilingual model, else English ones."""
        known = self._languages or (None if self.is_multilingual() else KNOWN_BY_ALL)
        return known is None or language_of(text) in (None, *known)

    def embed(self, texts: Sequence[str], *, is_question: bool = False) -> NDArray[np.float32]:
        """One row of length 1 for each text. Raises EmbedderError."""
        if not texts:
            return np.zeros((0, self.dimension), dtype=np.float32)
        with self._lock:
            return self.vectors([without_surrogates(text) for text in texts], is_question=is_question)

    def public_name(self) -> str:
        """The model's name, the same on every machine."""
        return self._name

    @abstractmethod
    def is_multilingual(self) -> bool:
        """Whether the model's name tells that it knows more than English."""

    @abstractmethod
    def vectors(self, texts: list[str], *, is_question: bool) -> NDArray[np.float32]:
        """`embed` for one text or more, of valid Unicode."""


def check_installed(package: str, extra: str) -> None:
    """Raises MissingExtra unless the package, by the name it is imported by, is installed."""
    if find_spec(package) is None:
        name = package.replace("_", "-")
        raise MissingExtra(f'{name} is not installed; run `pip install ".[{extra}]"` in the clone')
