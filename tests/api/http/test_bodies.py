"""Bodies of requests: what is refused, with its place."""

import pytest
from pydantic import ValidationError

from api.http.bodies import SpaceBody


@pytest.mark.parametrize(
    "name", ["ada", "a", "Ömer'in anıları", "a b", "a%2Fb", "x" * 200, "日本", "می\u200cخواهم", "👩\u200d👧"]
)
def test_space_names(name: str) -> None:
    """A name is any text that can stand in a path."""
    assert SpaceBody.model_validate({"name": name}).name == name


@pytest.mark.parametrize(
    "name", ["", " ", "a ", "a/b", ".", "..", "a\nb", "a\0", "x" * 201, "\ud800", "a\u202eb", "a\u200b", None, 5]
)
def test_bad_space_names(name: object) -> None:
    """Names that are empty, too long, or no part of a path are refused."""
    with pytest.raises(ValidationError):
        SpaceBody.model_validate({"name": name})


@pytest.mark.parametrize("gap", [0, -1, float("inf"), "6h", True])
def test_bad_gaps(gap: object) -> None:
    """A gap is a number above zero."""
    with pytest.raises(ValidationError):
        SpaceBody.model_validate({"name": "ada", "gap": gap})
