"""The interface of embedders, and the only place that chooses between them."""

import re
from collections.abc import Sequence
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from graph.errors import BadInput

_LANGUAGES_SUFFIX = re.compile(r"@([a-z]{2}(?:,[a-z]{2})*)$")


class Embedder(Protocol):
    """An embedding model, which is loaded on first use. Safe to use from any thread."""

    @property
    def id(self) -> str:
        """Model and dimension, "sentence-transformers:all-MiniLM-L6-v2/384". A space has vectors of one id only."""

    @property
    def dimension(self) -> int:
        """The length of a vector."""

    def knows(self, text: str) -> bool:
        """Whether to embed this text: it is in a language of the model, or too short to tell."""

    def embed(self, texts: Sequence[str], *, is_question: bool = False) -> NDArray[np.float32]:
        """One row of length 1 for each text; many models embed questions otherwise than what may answer them.

        Raises EmbedderError.
        """

    def close(self) -> None:
        """Free the model's memory. Another use loads it again."""


def question_vector(embedder: Embedder | None, question: str) -> NDArray[np.float32] | None:
    """The vector of a question; None without an embedder that knows its language. Raises EmbedderError."""
    if embedder is None or not question.strip() or not embedder.knows(question):
        return None
    [vector] = embedder.embed([question], is_question=True)
    return cast(NDArray[np.float32], vector)


def open_embedder(spec: str) -> Embedder | None:
    """The embedder that `spec` names; None for "none".

    "builtin" is installed with this program, "sentence-transformers:NAME-OR-FOLDER" runs in this process, too, and
    "litellm:MODEL" asks a provider. A suffix such as "@en,tr" says which languages the model knows. Raises BadInput for
    anything else, MissingExtra if the package is not installed.
    """
    kind, _, model = spec.strip().partition(":")
    languages = None
    if suffix := _LANGUAGES_SUFFIX.search(model):
        model, languages = model[: suffix.start()], frozenset(suffix[1].split(","))
    match kind, bool(model):
        case "none", False:
            return None
        case "builtin", False:
            from graph.embedders.builtin import BuiltinEmbedder  # noqa: PLC0415

            return BuiltinEmbedder()
        case "sentence-transformers", True:
            from graph.embedders.sentence_transformers import SentenceTransformersEmbedder  # noqa: PLC0415

            return SentenceTransformersEmbedder(model, languages)
        case "litellm", True:
            from graph.embedders.litellm import LiteLLMEmbedder  # noqa: PLC0415

            return LiteLLMEmbedder(model, languages)
    raise BadInput(
        f'embedder "{spec}" is unknown, expected "builtin", "none", "sentence-transformers:NAME-OR-FOLDER[@LANGUAGES]" '
        f'or "litellm:MODEL[@LANGUAGES]"'
    )
