"""A cursor names a row of one list, and anything else is refused."""

from base64 import urlsafe_b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.http.listing import cursor_of, read_cursor
from graph.errors import BadInput

ASKED = {"label": "Fact", "kind": None}


@given(value=st.none() | st.integers(-(2**62), 2**62) | st.floats(allow_nan=False) | st.text(), id=st.text())
def test_cursor_is_read_as_it_was_made(value: int | float | str | None, id: str) -> None:
    """Step and row come back whole."""
    assert read_cursor(cursor_of(ASKED, "Fact", (value, id)), ASKED) == ("Fact", (value, id))


@given(word=st.text())
def test_any_other_word_is_refused(word: str) -> None:
    """A word that we did not make is a clear error."""
    with pytest.raises(BadInput, match="not a cursor of this service"):
        read_cursor(word, ASKED)


@pytest.mark.parametrize(
    "content",
    [
        b"[]",
        b'[{},"Fact",null]',
        b'[{},"Fact",[],"f1"]',
        b'[{},"Fact",' + b"9" * 30 + b',"f1"]',
        b'[{},"Fact","\\ud800","f1"]',
        b"[" * 5000,
    ],
)
def test_forged_cursor_is_refused(content: bytes) -> None:
    """A word in our shape with values that no store takes is a clear error too."""
    with pytest.raises(BadInput, match="not a cursor of this service"):
        read_cursor(urlsafe_b64encode(content).decode(), ASKED)


def test_cursor_of_another_list_is_refused() -> None:
    """A cursor does not go on in a list with other filters."""
    cursor = cursor_of(ASKED, "Fact", (1, "f00000001"))

    with pytest.raises(BadInput, match="other filters"):
        read_cursor(cursor, {"label": "Entity", "kind": None})
