"""A reranker is chosen by its name."""

import pytest

from graph.errors import BadInput, MissingExtra
from graph.rerankers.reranker import open_reranker


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
