"""Question and text are read together by a model in this process."""

from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from graph.errors import RerankerError
from graph.rerankers.cross_encoder import CrossEncoderReranker
from graph.rerankers.reranker import open_reranker


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
