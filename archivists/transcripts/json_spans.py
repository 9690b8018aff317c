"""Looks at JSON without rewriting it: finds where members and items are, as spans of bytes.

What is not changed is copied byte by byte, so that no number, order, escape or unknown field is ever touched.
"""

from __future__ import annotations

import json
import mmap as mmap_module
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from mmap import mmap
from typing import NoReturn

from graph.errors import BadInput

Buffer = bytes | mmap

BOM = b"\xef\xbb\xbf"
FOUND_LENGTH_MAX = 40
PART_BYTES = 16 * 1024 * 1024
WHOLE_BYTES_MAX = 64 * 1024 * 1024
"""The most that is parsed of a value without an end to find the mistake; more would not fit into memory."""

_STRING = rb'"(?:[^"\\]++|\\.)*+"'
_BRACKET = re.compile(rb'(?:[^"\[\]{}]++|' + _STRING + rb')*+(?:([\[{])|([\]}])|("))', re.DOTALL)
_SCALAR = re.compile(_STRING + rb'|[^\s,:"\[\]{}]++', re.DOTALL)
_CLOSING = {b"{": b"}", b"[": b"]"}
_BLANK = re.compile(rb"[ \t\r\n]*+")


@dataclass(frozen=True, slots=True)
class Span:
    """A value of a JSON text: from its first byte to after its last one."""

    start: int
    end: int


class JsonText:
    """A JSON text that is too large to be parsed as a whole. `name` is what errors call it."""

    def __init__(self, name: str, bytes: Buffer) -> None:
        self.name = name
        self.bytes = bytes

    @property
    def root(self) -> Span:
        """The one value of the text, unread: all but the blanks around it. Raises BadInput where there is none."""
        start = self._skip(len(BOM) if self.bytes[: len(BOM)] == BOM else 0)
        end = len(self.bytes)
        while end > start and self.bytes[end - 1 : end].isspace():
            end -= 1
        if start == end:
            self.wrong(start, "a JSON value")
        return Span(start, end)

    def kind(self, span: Span) -> bytes:
        """The first byte of a value: `{`, `[`, `"` or that of a number, true, false or null."""
        return self.bytes[span.start : span.start + 1]

    def raw(self, span: Span) -> bytes:
        """The bytes of a value."""
        return self.bytes[span.start : span.end]

    def members(self, span: Span) -> Iterator[tuple[str, Span]]:
        """The members of an object, values unread. Raises BadInput for a name that comes twice."""
        seen: set[str] = set()
        start = self._first(span)
        while start is not None:
            end = self.end_of(start)
            name = self.value(Span(start, end))
            if not isinstance(name, str):
                self.wrong(start, "a name in double quotes")
            if name in seen:
                self.wrong(start, "each name once in an object")
            seen.add(name)
            colon = self._skip(end)
            if self.bytes[colon : colon + 1] != b":":
                self.wrong(colon, "a colon behind a name")
            value = self._skip(colon + 1)
            end = self.end_of(value)
            yield name, Span(value, end)
            start = self._next(end, span)

    def items(self, span: Span) -> Iterator[Span]:
        """The items of a list, unread."""
        start = self._first(span)
        while start is not None:
            end = self.end_of(start)
            yield Span(start, end)
            start = self._next(end, span)

    def value(self, span: Span) -> object:
        """A value, checked to the last byte; numbers are floats. Raises BadInput that says where it is broken."""
        try:
            return parse(self.raw(span))
        except json.JSONDecodeError as error:
            at = span.start + len(error.doc[: error.pos].encode("utf-8", "surrogatepass"))
            self.wrong(at, _expected(error.msg))
        except UnicodeDecodeError as error:
            self.wrong(span.start + error.start, "UTF-8")
        except RecursionError:
            self.wrong(span.start, "fewer levels of lists and objects")
        except _Unwanted:
            self._find_unwanted(span)
            raise

    def end_of(self, start: int) -> int:
        """Where the value that begins at `start` ends. Its brackets are matched, and nothing else is checked."""
        if self.bytes[start : start + 1] not in (b"{", b"["):
            found = _SCALAR.match(self.bytes, start)
            if found is None:
                self.wrong(start, "a value")
            return found.end()
        closing: list[bytes] = []
        read_to = end = start
        for bracket in _BRACKET.finditer(self.bytes, start):
            end = bracket.end()
            if bracket.lastindex == 1:
                closing.append(_CLOSING[bracket[1]])
            elif bracket.lastindex == 3 or closing.pop() != bracket[2]:
                break
            elif not closing:
                return end
            if end - read_to > PART_BYTES:
                self.let_go()
                read_to = end
        else:
            end = len(self.bytes)
        if end - start <= WHOLE_BYTES_MAX:
            self.value(Span(start, end))  # Reports the first mistake.
        self.wrong(start, "a bracket that ends this one")

    def let_go(self) -> None:
        """Free the memory of the pages of a mapped file that were read, until they are read again."""
        if isinstance(self.bytes, mmap) and hasattr(mmap_module, "MADV_DONTNEED"):
            self.bytes.madvise(mmap_module.MADV_DONTNEED)

    def wrong(self, at: int, expected: str) -> NoReturn:
        """Raises BadInput that names the file, the place in it, what is there, and what was expected."""
        line_start = self.bytes.rfind(b"\n", 0, at) + 1
        number, seen = 1, self.bytes.find(b"\n", 0, at)
        while seen >= 0:
            number, seen = number + 1, self.bytes.find(b"\n", seen + 1, at)
        column = len(self.bytes[line_start:at].decode("utf-8", "replace")) + 1
        found = self.bytes[at : at + FOUND_LENGTH_MAX].decode("utf-8", "replace").split("\n")[0].strip()
        raise BadInput(
            f"{self.name}, line {number} column {column}: found {found or 'the end'}; expected {expected}"
        ) from None

    def _first(self, span: Span) -> int | None:
        """Where the first part of an object or a list begins; None when it is empty."""
        at = self._skip(span.start + 1)
        return None if self._is_close(at, span) else at

    def _next(self, end: int, span: Span) -> int | None:
        """Where the part after the one that ends here begins; None after the last one."""
        at = self._skip(end)
        if self._is_close(at, span):
            return None
        if self.bytes[at : at + 1] != b",":
            self.wrong(at, f"a comma or {_CLOSING[self.kind(span)].decode()}")
        return self._skip(at + 1)

    def _is_close(self, at: int, span: Span) -> bool:
        if self.bytes[at : at + 1] != _CLOSING[self.kind(span)]:
            return False
        if at + 1 < span.end:
            self.wrong(self._skip(at + 1), "the end of the file")
        return True

    def _skip(self, at: int) -> int:
        blank = _BLANK.match(self.bytes, at)
        assert blank is not None
        return blank.end()

    def _find_unwanted(self, span: Span) -> None:
        """Raises BadInput at the name that comes twice, or the word that is no JSON."""
        match self.kind(span):
            case b"{":
                for _, each in self.members(span):
                    self._find_unwanted(each)
            case b"[":
                for each in self.items(span):
                    self._find_unwanted(each)
            case _ if self.raw(span).lstrip(b"-") in (b"NaN", b"Infinity"):
                self.wrong(span.start, "a number that JSON has")


def parse(raw: bytes) -> object:
    """A JSON value whose names come once; numbers are floats. Raises ValueError."""
    return json.loads(
        raw.decode("utf-8"), object_pairs_hook=_unique, parse_int=float, parse_float=float, parse_constant=_refuse
    )


class _Unwanted(ValueError):
    """Something that Python's reader accepts, but JSON, or we, do not."""


def _unique(pairs: list[tuple[str, object]]) -> Mapping[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Unwanted
    return found


def _refuse(name: str) -> NoReturn:
    raise _Unwanted(name)


def _expected(message: str) -> str:
    """Python's message, reworded to follow "expected"."""
    return message.removeprefix("Expecting ") if message.startswith("Expecting ") else f"JSON ({message.lower()})"
