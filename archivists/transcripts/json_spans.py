"""Finds where the parts of a JSON text stand.

What is not changed is copied as it stands, so that no number, order, escape or unknown field is ever touched.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NoReturn

from graph.errors import BadInput

BOM = "\ufeff"
FOUND_LENGTH_MAX = 40

_BLANKS = re.compile(r"[ \t\r\n]*+")
_SIGNS = re.compile(r"[ \t\r\n,:]*+")
_NO_NUMBER = re.compile(r'"(?:[^"\\]++|\\.)*+"|-?(NaN|Infinity)', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Span:
    """A value of a JSON text: from its first character to after its last one."""

    start: int
    end: int


class JsonText:
    """A JSON text, checked from beginning to end. `name` is what errors call it."""

    def __init__(self, name: str, content: bytes) -> None:
        """Raises BadInput that says where the content is no JSON."""
        self.name = name
        self.text = content.decode(errors="replace")
        try:
            content.decode()
        except UnicodeDecodeError as error:
            self.wrong(len(content[: error.start].decode()), "UTF-8")
        start = self._skip(int(self.text.startswith(BOM)))
        if start == len(self.text):
            self.wrong(start, "a JSON value")
        try:
            _, end = _READER.raw_decode(self.text, start)
        except json.JSONDecodeError as error:
            self.wrong(error.pos, _expected(error.msg))
        except RecursionError:
            self.wrong(start, "fewer levels of lists and objects")
        except _NoNumber:
            words = _NO_NUMBER.finditer(self.text, start)
            self.wrong(next(word.start() for word in words if word[1]), "a number that JSON has")
        if (rest := self._skip(end)) < len(self.text):
            self.wrong(rest, "JSON (extra data)")
        self.root = Span(start, end)

    def value(self, span: Span) -> object:
        """A value; numbers are floats."""
        return parse(self.raw(span))

    def raw(self, span: Span) -> str:
        """A value as it stands."""
        return self.text[span.start : span.end]

    def parts(self, span: Span) -> Iterator[Span]:
        """The items of a list; or the names and values of an object, in turn."""
        at = self._skip(span.start + 1)
        while at < span.end - 1:
            _, end = _READER.raw_decode(self.text, at)
            yield Span(at, end)
            at = self._skip(end, _SIGNS)

    def member(self, span: Span, *path: str) -> Span:
        """The value under these names, which are there; of a name that comes twice the last, as in JavaScript."""
        for name in path:
            parts = [*self.parts(span)]
            span = {self.value(each): value for each, value in zip(parts[::2], parts[1::2], strict=True)}[name]
        return span

    def replaced(self, new: Mapping[Span, str]) -> str:
        """The text with other values in these places."""
        parts, at = list[str](), 0
        for span in sorted(new, key=lambda span: span.start):
            parts += [self.text[at : span.start], new[span]]
            at = span.end
        return "".join([*parts, self.text[at:]])

    def wrong(self, at: int, expected: str) -> NoReturn:
        """Raises BadInput that names the file, the place in it, what is there, and what was expected."""
        line, column = self.text.count("\n", 0, at) + 1, at - self.text.rfind("\n", 0, at)
        found = self.text[at : at + FOUND_LENGTH_MAX].split("\n")[0].strip()
        raise BadInput(
            f"{self.name}, line {line} column {column}: found {found or 'the end'}; expected {expected}"
        ) from None

    def _skip(self, at: int, signs: re.Pattern[str] = _BLANKS) -> int:
        found = signs.match(self.text, at)
        assert found is not None
        return found.end()


def parse(raw: str) -> object:
    """A JSON value; numbers are floats. Raises ValueError."""
    return _READER.decode(raw)


class _NoNumber(ValueError):
    """A word that Python's reader takes for a number, but JSON does not have."""


def _refuse(word: str) -> NoReturn:
    raise _NoNumber(word)


def _expected(message: str) -> str:
    """Python's message, reworded to follow "expected"."""
    return message.removeprefix("Expecting ") if message.startswith("Expecting ") else f"JSON ({message.lower()})"


_READER = json.JSONDecoder(parse_int=float, parse_float=float, parse_constant=_refuse)
