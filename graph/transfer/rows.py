"""Converts between rows of a space and lines of JSON, each in one form, and checks that rows can be read as values."""

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from types import NoneType
from typing import NoReturn, assert_never, get_args, get_origin

from graph.errors import BadInput
from graph.store.checks import check_row
from graph.store.verbs import Dropped, Edge, Kind, Label, Node, Row, Value, row_key
from graph.values.codec import from_ms, kind_of, required_fields, stored_of, types_of

FORMAT = "remembrancer-space"
VERSION = 1  # Raise it if older programs could not read the lines.
SCHEMA = 1  # Raise it if a label, a kind or a property gets another meaning.
SHOWN_LENGTH_MAX = 60

# Seven of ten lines of a large space are such edges; parsing them as JSON takes three times as long.
_BARE_EDGE = re.compile(
    r'\{"edge":\["([^"\\\x00-\x1f]*)","([A-Z_]+)","([^"\\\x00-\x1f]*)"\],"seq":([1-9][0-9]{0,17}),"properties":\{\}\}\n?'
)
_KINDS = {kind.value: kind for kind in Kind}

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: the format, and the name of the space."""

    space: str
    version: int = VERSION
    schema: int = SCHEMA


@dataclass(frozen=True, slots=True)
class End:
    """The last line: the seq up to which the export is complete, the numbers of rows, and the checksum."""

    seq: int
    nodes: int
    edges: int
    dropped: int
    sha256: str  # of all lines before this one, as UTF-8 with line ends

    @property
    def rows(self) -> int:
        """The number of lines between the first and the last."""
        return self.nodes + self.edges + self.dropped


Line = Header | Row | End


def encode(line: Line) -> str:
    """The line with its end: names in a fixed order, properties sorted by name, vectors as base64."""
    match line:
        case Header(space, version, schema):
            values: dict[str, object] = {"format": FORMAT, "version": version, "schema": schema, "space": space}
        case Node():
            values = {"node": line.id, "label": line.label, "version": line.version, "seq": line.seq}
            values["properties"] = _encoded_properties(line.properties)
        case Edge(source, kind, target, properties, seq):
            values = {"edge": (source, kind, target), "seq": seq, "properties": _encoded_properties(properties)}
        case Dropped(source, None, None, seq):
            values = {"dropped": source, "seq": seq}
        case Dropped(source, kind, target, seq):
            values = {"dropped": (source, kind, target), "seq": seq}
        case End(seq, nodes, edges, dropped, sha256):
            values = {"end": seq, "nodes": nodes, "edges": edges, "dropped": dropped, "sha256": sha256}
        case _:
            assert_never(line)
    return _encode(values) + "\n"


def decode(text: str) -> Line:
    """The content of a line. Raises BadInput with what was found and what was expected."""
    line = parse(text)
    if not isinstance(line, Header | End):
        check_row(line)
    return line


def parse(text: str) -> Line:
    """The content of a line, without checking the values of a row: for a row that a store will check."""
    if (bare := _BARE_EDGE.fullmatch(text)) and (kind := _KINDS.get(bare[2])):
        return Edge(bare[1], kind, bare[3], {}, int(bare[4]))
    try:
        line = _line_of(_read(text))
    except (ValueError, RecursionError) as error:
        raise BadInput(f"found {shortened(text)}; expected a line of an export: {error}") from error
    if line is None:
        raise BadInput(f"found {shortened(text)}; expected a header, a node, an edge, a tombstone or an end")
    return line


def is_header(text: str) -> bool:
    """Whether this is the first line of an export, of any version."""
    return text.startswith(f'{{"format":"{FORMAT}"')


def order(row: Row) -> tuple[int, int, str, str, str]:
    """The order of rows in a file: by seq, then nodes before edges before tombstones, then by key."""
    return row.seq, (Node, Edge, Dropped).index(type(row)), *row_key(row)


def shortened(text: str) -> str:
    """The beginning of a line, for an error message."""
    short = " ".join(text[: 4 * SHOWN_LENGTH_MAX].split())
    return (short if len(short) <= SHOWN_LENGTH_MAX else short[: SHOWN_LENGTH_MAX - 1] + "…") or "nothing"


def _line_of(values: object) -> Line | None:
    """The line with these values; None if it has other names or types. Raises ValueError for a wrong value."""
    match values, len(values) if isinstance(values, dict) else 0:
        case {"node": str(id), "label": label, "version": int(version), "seq": int(seq), "properties": dict(held)}, 5:
            return Node(Label(label), id, _decoded_properties(held, "vector"), version, seq)
        case {"edge": [str(source), kind, str(target)], "seq": int(seq), "properties": dict(held)}, 3:
            return Edge(source, Kind(kind), target, _decoded_properties(held), seq)
        case {"dropped": str(source), "seq": int(seq)}, 2:
            return Dropped(source, None, None, seq)
        case {"dropped": [str(source), kind, str(target)], "seq": int(seq)}, 2:
            return Dropped(source, Kind(kind), target, seq)
        case {"end": int(seq), "nodes": int(nodes), "edges": int(edges), "dropped": int(gone), "sha256": str(sha)}, 5:
            return End(seq, nodes, edges, gone, sha)
        case {"format": str(found), "version": version, "schema": schema, "space": str(space)}, 4:
            if (found, version, schema) == (FORMAT, VERSION, SCHEMA):
                return Header(space)
            known = f"{FORMAT} of version {VERSION} and schema {SCHEMA}"
            raise ValueError(f"{found} of version {version} and schema {schema} is not {known}; use what wrote it")
    return None


def _encoded_properties(properties: Mapping[str, Value]) -> dict[str, object]:
    return {
        name: b64encode(value).decode() if isinstance(value, bytes) else value
        for name, value in sorted(properties.items())
    }


def _decoded_properties(held: Mapping[str, object], *binary: str) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for name, value in held.items():
        if name in binary:
            found[name] = b64decode(str(value), validate=True)
        elif isinstance(value, list):
            found[name] = tuple(value)
        elif isinstance(value, str | int | float):
            found[name] = value
        else:
            raise ValueError(f"{name} is {value}, no number, text, bool or list of texts")
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


_read = json.JSONDecoder(parse_constant=_refuse_constant).decode  # json.loads would make a decoder for each line.


JSON_TEXTS = frozenset({"near_misses", "scores", "missed_scores"})
PRESENTED = {"rank": int, "score": float, "section": str, "reason": str, "tokens": int}


def check_readable(row: Row) -> None:
    """Raises BadInput for a node or an edge that could be stored, but not read again as an item or a presentation."""
    if isinstance(row, Node) and (kind := kind_of(row.label)) is not None:
        required = required_fields(kind)
        for name, hint in types_of(kind).items():
            value = row.properties.get(name)
            if value is None and name in required:
                raise BadInput(f"{row.label} {row.id} has no {name}")
            if value is not None:
                _check(f"{name} of {row.id}", name, value, hint)
        stored_of(row)  # Checks the ranges.
    elif isinstance(row, Edge) and row.kind is Kind.PRESENTED:
        for name, hint in PRESENTED.items():
            _check(f"{name} of {row.source} PRESENTED {row.target}", name, row.properties.get(name), hint)


def _check(thing: str, name: str, value: Value, hint: object) -> None:
    hints = get_args(hint) if get_origin(hint) is not tuple and get_args(hint) else (hint,)
    if not any(_fits(value, each) for each in hints):
        raise BadInput(f"{thing} is {value!r:.60}, expected {' or '.join(map(_in_words, hints))}")
    if name in JSON_TEXTS and value:
        try:
            json.loads(str(value))
        except (ValueError, RecursionError) as error:
            raise BadInput(f"{thing} is {value!r:.60}, expected JSON") from error


def _fits(value: object, hint: object) -> bool:
    if hint is datetime:
        return type(value) is int and _is_time(value)
    if hint is float:
        return type(value) in (int, float)
    if get_origin(hint) is tuple:
        member = get_args(hint)[0]
        return isinstance(value, tuple) and all(_fits(each, member) for each in value)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return value in [each.value for each in hint]
    return type(value) is hint


def _is_time(ms: int) -> bool:
    try:
        from_ms(ms)
    except (OverflowError, ValueError, OSError):
        return False
    return True


def _in_words(hint: object) -> str:
    if hint is datetime:
        return "a time in milliseconds since 1970"
    if get_origin(hint) is tuple:
        return "a list of texts"
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return ", ".join(each.value for each in hint)
    return {int: "a whole number", float: "a number", str: "a text", bool: "true or false", NoneType: "nothing"}[hint]  # type: ignore[index]
