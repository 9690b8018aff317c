"""Terms of scores are packed without loss."""

import pytest

from graph.values.presented import packed, unpacked


@pytest.mark.parametrize(
    "scores",
    [[], [{}], [{"text": 0.5, "recency": 0.25}], [{"text": 0.5}, {}, {"walk": 0.125, "text": 0.0}], [{"a": 1.0}] * 60],
)
def test_terms_are_as_they_were(scores: list[dict[str, float]]) -> None:
    """Also those of scores that lack some."""
    assert unpacked(packed(scores)) == scores


def test_an_empty_text_has_none() -> None:
    """As a block has that was kept before terms were packed, or whose near misses are gone."""
    assert unpacked("") == []


def test_each_name_is_written_once() -> None:
    """Sixty items share ten names."""
    assert packed([{"usefulness": 0.5}] * 60).count("usefulness") == 1
