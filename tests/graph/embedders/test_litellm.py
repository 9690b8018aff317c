"""Texts become vectors by a provider."""

import os

import numpy as np
import pytest

from graph.embedders.litellm import BATCH, LiteLLMEmbedder
from graph.errors import EmbedderError


def lengths(texts: list[str]) -> list[list[float]]:
    """A provider whose vectors have the direction (3, 4)."""
    return [[3.0 * len(text), 4.0 * len(text)] for text in texts]


def test_rows_have_length_one() -> None:
    """Providers need not normalise: we do."""
    rows = LiteLLMEmbedder("m", call=lengths).embed(["a", "bc"])

    assert rows.dtype == np.float32
    assert rows == pytest.approx(np.array([[0.6, 0.8], [0.6, 0.8]]))


def test_the_id_names_model_and_dimension() -> None:
    """Vectors of two models can't be taken for each other."""
    assert LiteLLMEmbedder("text-embedding-3-small", call=lengths).id == "litellm:text-embedding-3-small/2"


@pytest.mark.parametrize(("count", "requests"), [(0, 0), (BATCH, 1), (BATCH + 1, 2)])
def test_texts_go_in_batches(count: int, requests: int) -> None:
    """One request holds at most one batch, and the rows of all come back in order."""
    sent: list[int] = []

    def call(texts: list[str]) -> list[list[float]]:
        sent.append(len(texts))
        return lengths(texts)

    embedder = LiteLLMEmbedder("m", call=call)
    assert embedder.dimension == 2
    sent.clear()

    assert len(embedder.embed(["a"] * count)) == count
    assert len(sent) == requests


def test_what_providers_refuse_is_not_sent() -> None:
    """Empty texts and broken Unicode are sent as something a provider takes."""
    sent: list[str] = []

    def call(texts: list[str]) -> list[list[float]]:
        sent.extend(texts)
        return lengths(texts)

    LiteLLMEmbedder("m", call=call).embed(["", " \n", "a\udfff"])

    assert sent == [".", ".", "a\ufffd"]


@pytest.mark.parametrize("answer", [[], [[1.0]], [[1.0], [1.0, 2.0]], [[], []]])
def test_an_answer_of_another_shape_is_an_error(answer: list[list[float]]) -> None:
    """One vector for each text, all of one size, or none is taken."""
    with pytest.raises(EmbedderError, match="expected 2"):
        LiteLLMEmbedder("m", call=lambda texts: answer).embed(["a", "b"])


@pytest.mark.parametrize(
    ("name", "language", "knows"),
    [
        ("text-embedding-3-small", "tr", True),
        ("ollama/all-minilm", "tr", False),
        ("ollama/all-minilm", None, True),
        ("cohere/embed-english-v3.0", "de", False),
        ("cohere/embed-multilingual-v3.0", "de", True),
    ],
)
def test_a_model_is_used_for_the_languages_it_knows(name: str, language: str | None, knows: bool) -> None:
    """Providers' models know many languages, except those known to be English."""
    assert LiteLLMEmbedder(name, call=lengths).knows(language) is knows


@pytest.mark.llm
def test_a_provider_that_fails_is_an_error_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any error of LiteLLM comes as EmbedderError with the model's name; nothing is fetched on import."""
    monkeypatch.delenv("LITELLM_LOCAL_MODEL_COST_MAP", raising=False)

    with pytest.raises(EmbedderError, match="embedding model no-such-model failed"):
        LiteLLMEmbedder("no-such-model").embed(["a"])

    assert os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] == "True"
