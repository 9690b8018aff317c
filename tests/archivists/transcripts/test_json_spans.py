"""JSON is looked at as spans of bytes: the same values as a parser's, and errors that say where."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivists.transcripts.json_spans import JsonText, Span
from graph.errors import BadInput

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)
INDENTS = st.sampled_from([None, 0, 2, "\t"])


@settings(deadline=None)
@given(VALUES, INDENTS, st.booleans())
def test_spans_are_what_a_parser_reads(value: object, indent: int | str | None, is_ascii: bool) -> None:
    """Every member and item is found where it stands, whatever its strings hold."""
    content = json.dumps(value, indent=indent, ensure_ascii=is_ascii).encode("utf-8", "replace")
    text = JsonText("x", content)

    assert rebuilt(text, text.root) == json.loads(content)


def rebuilt(text: JsonText, span: Span) -> object:
    """The value, put together from its spans."""
    match text.raw(span)[0]:
        case "{":
            parts = [rebuilt(text, each) for each in text.parts(span)]
            return dict(zip(parts[::2], parts[1::2], strict=True))
        case "[":
            return [rebuilt(text, each) for each in text.parts(span)]
        case _:
            return json.loads(text.raw(span))


def test_of_a_name_that_comes_twice_the_last_counts() -> None:
    """As in JavaScript, which wrote the file."""
    text = JsonText("x", b'{"a": 1, "b": {"c": 2, "c": 3}, "a": {"c": 4}}')

    assert text.raw(text.member(text.root, "b", "c")) == "3"
    assert text.value(text.member(text.root, "a")) == {"c": 4.0}


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (b"", "line 1 column 1: found the end; expected a JSON value"),
        (b'{\n"a": [1, 2\n}', "line 3 column 1: found }; expected ',' delimiter"),
        (b'{"a" 1}', "line 1 column 6: found 1}; expected ':' delimiter"),
        (b'{"a": NaN}', "line 1 column 7: found NaN}; expected a number that JSON has"),
        (b'["NaN", "\\"Infinity", -Infinity]', "line 1 column 23: found -Infinity]; expected a number that JSON has"),
        (b'{"a": 1} x', "line 1 column 10: found x; expected JSON (extra data)"),
        ('{"ı": "ş\n"}'.encode(), "line 1 column 9: found the end; expected JSON (invalid control character at)"),
        (b'["\xff"]', "expected UTF-8"),
        (b'{"messages": [\n  "messages": [\n  ]\n}', "line 2 column 13: found : [; expected ',' delimiter"),
        (b'{"a": 1 // left out\n}', "line 1 column 9: found // left out; expected ',' delimiter"),
        (b"[" * 100_000 + b"]" * 100_000, "expected fewer levels of lists and objects"),
        (b'{"a": "' + b'\\"' * 50_000, "expected JSON (unterminated string starting at)"),
    ],
)
def test_errors_name_the_place(broken: bytes, told: str) -> None:
    """What is no JSON is refused with line and column, what was found and what was expected: nothing is guessed."""
    # ACCEPTANCE 4.1
    with pytest.raises(BadInput) as raised:
        JsonText("chats.json", broken)

    assert str(raised.value).startswith("chats.json, line ")
    assert told in str(raised.value)


def test_numbers_of_any_length_are_read() -> None:
    """A number is not computed with, so that none is too long."""
    text = JsonText("x", b'{"a": %s, "b": 1e999}' % (b"9" * 10_000))

    assert isinstance(text.value(text.root), dict)
