"""An embedder is named by a short text."""

import subprocess
import sys

import pytest

from graph.embedders.choice import open_embedder
from graph.errors import BadInput, MissingExtra


def test_none_is_no_embedder() -> None:
    """Lexical search alone is a choice, not a failure."""
    assert open_embedder("none") is None


@pytest.mark.parametrize("spec", ["", "openai", "sentence-transformers", "litellm:", "none:x", "word2vec:x"])
def test_other_names_say_what_is_expected(spec: str) -> None:
    """A typing error in the settings names the forms there are."""
    with pytest.raises(BadInput, match='expected "builtin", "none", "sentence-transformers:NAME-OR-FOLDER'):
        open_embedder(spec)


@pytest.mark.parametrize(
    ("kind", "package", "extra"),
    [("sentence-transformers", "sentence_transformers", "embeddings"), ("litellm", "litellm", "llm")],
)
def test_a_missing_package_names_its_extra(
    kind: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who lacks the package reads the command that installs it, before anything is loaded."""
    monkeypatch.setitem(sys.modules, package, None)

    with pytest.raises(MissingExtra, match=rf'pip install "\.\[{extra}\]"'):
        open_embedder(f"{kind}:some-model")


def test_choosing_no_embedder_imports_no_model() -> None:
    """Lexical mode pays for neither torch nor LiteLLM nor the language model."""
    code = (
        "import sys, graph.embedders.choice as e, graph.index.space_index; e.open_embedder('none'); print(*sys.modules)"
    )

    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()

    assert not {"torch", "sentence_transformers", "litellm", "py3langid"} & set(loaded)
