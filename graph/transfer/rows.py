"""Converts between rows of a space and lines of JSON. Each row has exactly one form as a line."""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn, TypeVar, assert_never

from graph.errors import BadInput
from graph.store.checks import check_row
from graph.store.verbs import Dropped, Edge, Kind, Label, Node, Row, Value

FORMAT = "remembrancer-space"
VERSION = 1  # Raise it if older programs could not read the lines.
SCHEMA = 1  # Raise it if a label, a kind or a property gets another meaning.
SHOWN_LENGTH_MAX = 60

E = TypeVar("E", Label, Kind)

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
    values = _object_of(text)
    what = next(iter(values), None)
    match what:
        case "node":
            _check_names(values, "node", "label", "version", "seq", "properties")
            properties = _properties_field(values, "vector")
            label = _one_of(Label, values["label"])
            return Node(
                label, _text_field(values, "node"), properties, _int_field(values, "version"), _int_field(values, "seq")
            )
        case "edge":
            _check_names(values, "edge", "seq", "properties")
            return Edge(*_edge_key(values["edge"]), _properties_field(values), _int_field(values, "seq"))
        case "dropped":
            _check_names(values, "dropped", "seq")
            gone = values["dropped"]
            source, kind, target = (gone, None, None) if isinstance(gone, str) else _edge_key(gone)
            return Dropped(source, kind, target, _int_field(values, "seq"))
        case "format":
            return _header_of(values)
        case "end":
            _check_names(values, "end", "nodes", "edges", "dropped", "sha256")
            seq, nodes, edges, dropped = (_int_field(values, name) for name in ("end", "nodes", "edges", "dropped"))
            return End(seq, nodes, edges, dropped, _text_field(values, "sha256"))
        case _:
            _refuse(text, 'an object that begins with "format", "node", "edge", "dropped" or "end"')


def is_header(text: str) -> bool:
    """Whether this is the first line of an export, of any version."""
    return text.startswith(f'{{"format":"{FORMAT}"')


def order(row: Row) -> tuple[int, int, str, str, str]:
    """The order of rows in a file: by seq, then nodes before edges before tombstones, then by key."""
    match row:
        case Node():
            return row.seq, 0, row.id, "", ""
        case Edge():
            return row.seq, 1, row.source, row.kind, row.target
        case Dropped():
            return row.seq, 2, row.source, row.kind or "", row.target or ""
        case _:
            assert_never(row)


def _header_of(values: Mapping[str, object]) -> Header:
    found, version, schema = values["format"], values.get("version"), values.get("schema")
    if found != FORMAT:
        _refuse(found, f"the format {FORMAT}")
    if version != VERSION or schema != SCHEMA:
        known = f"version {VERSION} and schema {SCHEMA}, which this program knows; use the program that wrote it"
        _refuse(f"format version {version}, schema {schema}", known)
    _check_names(values, "format", "version", "schema", "space")
    return Header(_text_field(values, "space"))


def _encoded_properties(properties: Mapping[str, Value]) -> dict[str, object]:
    return {
        name: b64encode(value).decode() if isinstance(value, bytes) else value
        for name, value in sorted(properties.items())
    }


def _object_of(text: str) -> dict[str, object]:
    try:
        values = _read(text)
    except (ValueError, RecursionError):
        _refuse(text, "a JSON object")
    if not isinstance(values, dict):
        _refuse(text, "a JSON object")
    return values


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


_read = json.JSONDecoder(parse_constant=_refuse_constant).decode  # json.loads would make a decoder for each line.


def _check_names(values: Mapping[str, object], *names: str) -> None:
    if values.keys() != set(names):
        _refuse(", ".join(values), f"the names {', '.join(names)}")


def _text_field(values: Mapping[str, object], name: str) -> str:
    value = values[name]
    if not isinstance(value, str):
        _refuse(value, f"a text as {name}")
    return value


def _int_field(values: Mapping[str, object], name: str) -> int:
    value = values[name]
    if not isinstance(value, int) or isinstance(value, bool):
        _refuse(value, f"a whole number as {name}")
    return value


def _one_of(names: type[E], value: object) -> E:
    try:
        return names(str(value))
    except ValueError:
        _refuse(value, f"one of {', '.join(names)}")


def _edge_key(value: object) -> tuple[str, Kind, str]:
    match value:
        case [str(source), kind, str(target)]:
            return source, _one_of(Kind, kind), target
        case _:
            _refuse(value, "the source, kind and target of an edge")


def _properties_field(values: Mapping[str, object], *binary: str) -> dict[str, Value]:
    given = values["properties"]
    if not isinstance(given, dict):
        _refuse(given, "an object as properties")
    found: dict[str, Value] = {}
    for name, value in given.items():
        if name in binary:
            found[name] = _bytes_of_base64(name, value)
        elif value is None or isinstance(value, dict):
            _refuse(value, f"a number, a text, a bool or a list of texts as {name}")
        else:
            found[name] = tuple(value) if isinstance(value, list) else value
    return found


def _bytes_of_base64(name: str, value: object) -> bytes:
    try:
        return b64decode(str(value), validate=True)
    except ValueError:
        _refuse(value, f"base64 as {name}")


def _refuse(found: object, expected: str) -> NoReturn:
    text = found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)
    raise BadInput(f"found {shortened(text)}; expected {expected}")


def shortened(text: str) -> str:
    """The beginning of a line, for an error message."""
    short = " ".join(text[: 4 * SHOWN_LENGTH_MAX].split())
    return (short if len(short) <= SHOWN_LENGTH_MAX else short[: SHOWN_LENGTH_MAX - 1] + "…") or "nothing"
