"""A reranker is chosen by its name."""

import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

from graph.errors import BadInput, MissingExtra, RerankerError
from graph.rerankers import CrossEncoderReranker, ProviderReranker, Results, open_reranker


def test_none_is_none() -> None:
    """By default nothing is reranked."""
    assert open_reranker("none") is None


@pytest.mark.parametrize("spec", ["", "none:x", "cross-encoder", "litellm:", "cohere:rerank-3"])
def test_an_unknown_name_is_refused(spec: str) -> None:
    """The error says what was found and what is expected."""
    with pytest.raises(BadInput, match='expected "none", "cross-encoder:'):
        open_reranker(spec)


@pytest.mark.parametrize(("kind", "package"), [("cross-encoder", "sentence_transformers"), ("litellm", "litellm")])
def test_a_missing_package_is_named(kind: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever lacks the extra is told at start which one."""
    monkeypatch.setattr("graph.embedders.model_embedder.find_spec", lambda name: None)

    with pytest.raises(MissingExtra, match="pip install"):
        open_reranker(f"{kind}:m")


def test_scores_come_in_the_order_of_the_texts() -> None:
    """Providers answer best first, and may leave out the worst."""

    def call(question: str, texts: list[str]) -> Results:
        assert (question, texts) == ("q", ["a", ".", "c"])
        return [{"index": 2, "relevance_score": 0.9}, {"index": 0, "relevance_score": 0.1}]

    assert ProviderReranker("m", call=call).scores("q", ["a", "", "c"]) == [0.1, float("-inf"), 0.9]


@pytest.mark.parametrize("answer", [[{"index": 5, "relevance_score": 1}], [{"rank": 1}], [{"index": "x"}]])
def test_an_answer_of_another_shape_is_an_error(answer: Results) -> None:
    """Scores of texts that were not sent, or without a place, are not guessed at."""
    with pytest.raises(RerankerError, match="m "):
        ProviderReranker("m", call=lambda question, texts: answer).scores("q", ["a"])


class Scripted(BaseHTTPRequestHandler):
    """Answers as Cohere's /rerank does: the longer a text, the better."""

    asked: ClassVar[list[dict[str, object]]] = []
    status: ClassVar[int] = 200

    def do_POST(self) -> None:
        """One answer for each request."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        Scripted.asked.append(body)
        results = [{"index": at, "relevance_score": len(text) / 10} for at, text in enumerate(body["documents"])]
        answer = json.dumps({"id": "r1", "results": sorted(results, key=lambda each: -each["relevance_score"])})
        self.send_response(Scripted.status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(answer.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is printed."""


@pytest.mark.llm
@pytest.mark.parametrize("status", [200, 500])
def test_a_real_request_is_made(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """LiteLLM sends one request; an error of the provider is one of ours, and is not tried again."""
    server = HTTPServer(("127.0.0.1", 0), Scripted)
    Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("COHERE_API_KEY", "test-key")
    monkeypatch.setenv("COHERE_API_BASE", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setattr(Scripted, "status", status)
    monkeypatch.setattr(Scripted, "asked", [])
    reranker = ProviderReranker("cohere/rerank-v3.5")
    try:
        if status == 200:
            assert reranker.scores("which kite?", ["red", "a red kite"]) == [0.3, 1.0]
        else:
            with pytest.raises(RerankerError, match="cohere/rerank"):
                reranker.scores("which kite?", ["red", "a red kite"])
    finally:
        server.shutdown()
        server.server_close()

    assert len(Scripted.asked) == 1
    assert Scripted.asked[0]["query"] == "which kite?"


class Overlap:
    """A model that counts the words that question and text share."""

    def predict(
        self, sentences: list[tuple[str, str]], *, batch_size: int, show_progress_bar: bool
    ) -> NDArray[np.float32]:
        """One score for each pair."""
        assert not show_progress_bar
        shared = [len(set(one.split()) & set(other.split())) for one, other in sentences]
        return np.array(shared, dtype=np.float32)


class Labels:
    """A classifier of two labels, which is no reranker."""

    def predict(
        self, sentences: list[tuple[str, str]], *, batch_size: int, show_progress_bar: bool
    ) -> NDArray[np.float32]:
        """Two scores for each pair."""
        return np.zeros((len(sentences), 2), dtype=np.float32)


class Overflowing:
    """A model whose numbers grew too large."""

    def predict(
        self, sentences: list[tuple[str, str]], *, batch_size: int, show_progress_bar: bool
    ) -> NDArray[np.float32]:
        """No number for any pair."""
        return np.full(len(sentences), np.nan, dtype=np.float32)


def test_what_is_no_number_is_no_score() -> None:
    """So a turn goes on with its own order."""
    with pytest.raises(RerankerError, match="no numbers"):
        CrossEncoderReranker("m", load=lambda name: Overflowing()).scores("q", ["a", "b"])


def test_each_text_has_a_score() -> None:
    """Scores come in the order of the texts; the model is loaded once, on first use."""
    loads: list[str] = []

    def load(name: str) -> Overlap:
        loads.append(name)
        return Overlap()

    reranker = CrossEncoderReranker("m", load=load)
    assert loads == []

    assert reranker.scores("my red kite", ["a kite", "my red kite", "\udfff"]) == [1, 3, 0]
    assert reranker.scores("kite", ["kite"]) == [1]
    assert loads == ["m"]


def test_a_classifier_is_refused() -> None:
    """A model with several labels gives no order."""
    with pytest.raises(RerankerError, match="single label"):
        CrossEncoderReranker("m", load=lambda name: Labels()).scores("q", ["a", "b"])


def test_a_model_that_cannot_be_loaded_is_an_error() -> None:
    """The error names the model."""

    def load(name: str) -> Overlap:
        raise OSError("no such folder")

    with pytest.raises(RerankerError, match="cross-encoder m failed: no such folder"):
        CrossEncoderReranker("m", load=load).scores("q", ["a"])


@pytest.mark.embeddings
def test_a_real_cross_encoder_is_read(tmp_path: Path) -> None:
    """A tiny model with random weights, made here, loads from its folder and scores each text, always alike."""
    transformers = import_module("transformers")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "red", "kite", "my", "a"]
    (tmp_path / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    transformers.BertTokenizer(str(tmp_path / "vocab.txt")).save_pretrained(tmp_path)
    config = transformers.BertConfig(
        vocab_size=len(words),
        hidden_size=8,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        num_labels=1,
    )
    transformers.BertForSequenceClassification(config).save_pretrained(tmp_path)
    reranker = open_reranker(f"cross-encoder:{tmp_path}")
    assert reranker is not None

    scores = reranker.scores("my kite", ["a red kite", "my kite", ""])

    assert len(scores) == 3
    assert reranker.scores("my kite", ["a red kite", "my kite", ""]) == pytest.approx(scores)
