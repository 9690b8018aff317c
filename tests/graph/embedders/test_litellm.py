"""Texts become vectors by a provider."""

import os

import numpy as np
import pytest

from graph.embedders.litellm import BATCH, LiteLLMEmbedder
from graph.errors import EmbedderError

TURKISH = "Bugün hava çok güzel olduğu için sahilde uzun uzun yürüdük."
GERMAN = "Gestern sind wir bei schönem Wetter lange am Meer spazieren gegangen."


def lengths(texts: list[str], is_question: bool = False) -> list[list[float]]:
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

    def call(texts: list[str], is_question: bool) -> list[list[float]]:
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

    def call(texts: list[str], is_question: bool) -> list[list[float]]:
        sent.extend(texts)
        return lengths(texts)

    LiteLLMEmbedder("m", call=call).embed(["", " \n", "a\udfff"])

    assert sent == [".", ".", "a\ufffd"]


@pytest.mark.parametrize("answer", [[], [[1.0]], [[1.0], [1.0, 2.0]], [[], []]])
def test_an_answer_of_another_shape_is_an_error(answer: list[list[float]]) -> None:
    """One vector for each text, all of one size, or none is taken."""
    with pytest.raises(EmbedderError, match="expected 2"):
        LiteLLMEmbedder("m", call=lambda texts, is_question: answer).embed(["a", "b"])


@pytest.mark.parametrize(
    ("name", "text", "knows"),
    [
        ("text-embedding-3-small", TURKISH, True),
        ("ollama/all-minilm", TURKISH, False),
        ("ollama/all-minilm", "12", True),
        ("cohere/embed-english-v3.0", GERMAN, False),
        ("cohere/embed-multilingual-v3.0", GERMAN, True),
    ],
)
def test_a_model_is_used_for_the_languages_it_knows(name: str, text: str, knows: bool) -> None:
    """Providers' models know many languages, except those known to be English."""
    assert LiteLLMEmbedder(name, call=lengths).knows(text) is knows


@pytest.mark.parametrize(
    ("name", "question", "passage"),
    [
        ("text-embedding-3-small", {}, {}),
        ("cohere/embed-multilingual-v3.0", {"input_type": "search_query"}, {"input_type": "search_document"}),
        ("voyage/voyage-3", {"input_type": "query"}, {"input_type": "document"}),
        ("gemini/gemini-embedding-001", {"task_type": "RETRIEVAL_QUERY"}, {"task_type": "RETRIEVAL_DOCUMENT"}),
    ],
)
def test_a_provider_learns_what_a_text_is(name: str, question: dict[str, str], passage: dict[str, str]) -> None:
    """Where it embeds questions otherwise than what answers them, each text comes with its role."""
    embedder = LiteLLMEmbedder(name, call=lengths)

    assert embedder.roles(is_question=True) == question
    assert embedder.roles(is_question=False) == passage


@pytest.mark.llm
def test_a_provider_that_fails_is_an_error_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any error of LiteLLM comes as EmbedderError with the model's name; nothing is fetched on import."""
    monkeypatch.delenv("LITELLM_LOCAL_MODEL_COST_MAP", raising=False)

    with pytest.raises(EmbedderError, match="embedding model no-such-model failed"):
        LiteLLMEmbedder("no-such-model").embed(["a"])

    assert os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] == "True"
