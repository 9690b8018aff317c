"""Between the rows of a space and lines of JSON: one line a row, written in one way only."""

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
VERSION = 1  # Of the lines: raised when an older program could no longer read them.
SCHEMA = 1  # Of the graph: raised when a label, a kind or a property gets another meaning.
SHOWN_LENGTH_MAX = 60

E = TypeVar("E", Label, Kind)

# Seven lines of ten of a large space are such edges; read as JSON they take three times as long.
_BARE_EDGE = re.compile(
    r'\{"edge":\["([^"\\\x00-\x1f]*)","([A-Z_]+)","([^"\\\x00-\x1f]*)"\],"seq":([1-9][0-9]{0,17}),"properties":\{\}\}\n?'
)
_KINDS = {kind.value: kind for kind in Kind}

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: what follows, and the name of the space that was read."""

    space: str
    version: int = VERSION
    schema: int = SCHEMA


@dataclass(frozen=True, slots=True)
class End:
    """The last line: up to which seq the lines before it tell everything, how many they are, and their checksum."""

    seq: int
    nodes: int
    edges: int
    dropped: int
    sha256: str  # of all lines before this one, as UTF-8 with their ends

    @property
    def rows(self) -> int:
        """How many lines stand between the first and the last."""
        return self.nodes + self.edges + self.dropped


Line = Header | Row | End


def encode(line: Line) -> str:
    """The one way to write it: names in this order, properties by name, a vector as base64; with its line end."""
    match line:
        case Header(space, version, schema):
            values: dict[str, object] = {"format": FORMAT, "version": version, "schema": schema, "space": space}
        case Node():
            values = {"node": line.id, "label": line.label, "version": line.version, "seq": line.seq}
            values["properties"] = _written(line.properties)
        case Edge(source, kind, target, properties, seq):
            values = {"edge": (source, kind, target), "seq": seq, "properties": _written(properties)}
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
    """What a line says. Raises BadInput with what was found and what was expected."""
    line = parse(text)
    if not isinstance(line, Header | End):
        check_row(line)
    return line


def parse(text: str) -> Line:
    """As `decode`, but for a row that was decoded before or that a store will check: its values may be of no use."""
    if (bare := _BARE_EDGE.fullmatch(text)) and (kind := _KINDS.get(bare[2])):
        return Edge(bare[1], kind, bare[3], {}, int(bare[4]))
    values = _object(text)
    what = next(iter(values), None)
    match what:
        case "node":
            _only(values, "node", "label", "version", "seq", "properties")
            properties = _properties(values, "vector")
            label = _one_of(Label, values["label"])
            return Node(label, _text(values, "node"), properties, _number(values, "version"), _number(values, "seq"))
        case "edge":
            _only(values, "edge", "seq", "properties")
            return Edge(*_ends(values["edge"]), _properties(values), _number(values, "seq"))
        case "dropped":
            _only(values, "dropped", "seq")
            gone = values["dropped"]
            source, kind, target = (gone, None, None) if isinstance(gone, str) else _ends(gone)
            return Dropped(source, kind, target, _number(values, "seq"))
        case "format":
            return _header(values)
        case "end":
            _only(values, "end", "nodes", "edges", "dropped", "sha256")
            seq, nodes, edges, dropped = (_number(values, name) for name in ("end", "nodes", "edges", "dropped"))
            return End(seq, nodes, edges, dropped, _text(values, "sha256"))
        case _:
            _wrong(text, 'an object that begins with "format", "node", "edge", "dropped" or "end"')


def is_header(text: str) -> bool:
    """Whether a file that begins with this line is an export of a space, of whatever version."""
    return text.startswith(f'{{"format":"{FORMAT}"')


def order(row: Row) -> tuple[int, int, str, str, str]:
    """Where a row stands in a file: by seq, in a write nodes before edges before tombstones, then by name."""
    match row:
        case Node():
            return row.seq, 0, row.id, "", ""
        case Edge():
            return row.seq, 1, row.source, row.kind, row.target
        case Dropped():
            return row.seq, 2, row.source, row.kind or "", row.target or ""
        case _:
            assert_never(row)


def _header(values: Mapping[str, object]) -> Header:
    found, version, schema = values["format"], values.get("version"), values.get("schema")
    if found != FORMAT:
        _wrong(found, f"the format {FORMAT}")
    if version != VERSION or schema != SCHEMA:
        known = f"version {VERSION} and schema {SCHEMA}, which this program knows; use the program that wrote it"
        _wrong(f"format version {version}, schema {schema}", known)
    _only(values, "format", "version", "schema", "space")
    return Header(_text(values, "space"))


def _written(properties: Mapping[str, Value]) -> dict[str, object]:
    return {
        name: b64encode(value).decode() if isinstance(value, bytes) else value
        for name, value in sorted(properties.items())
    }


def _object(text: str) -> dict[str, object]:
    try:
        values = _read(text)
    except (ValueError, RecursionError):
        _wrong(text, "a JSON object")
    if not isinstance(values, dict):
        _wrong(text, "a JSON object")
    return values


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


_read = json.JSONDecoder(parse_constant=_no_number).decode  # Made once: json.loads would make one for each line.


def _only(values: Mapping[str, object], *names: str) -> None:
    if values.keys() != set(names):
        _wrong(", ".join(values), f"the names {', '.join(names)}")


def _text(values: Mapping[str, object], name: str) -> str:
    value = values[name]
    if not isinstance(value, str):
        _wrong(value, f"a text as {name}")
    return value


def _number(values: Mapping[str, object], name: str) -> int:
    value = values[name]
    if not isinstance(value, int) or isinstance(value, bool):
        _wrong(value, f"a whole number as {name}")
    return value


def _one_of(names: type[E], value: object) -> E:
    try:
        return names(str(value))
    except ValueError:
        _wrong(value, f"one of {', '.join(names)}")


def _ends(value: object) -> tuple[str, Kind, str]:
    match value:
        case [str(source), kind, str(target)]:
            return source, _one_of(Kind, kind), target
        case _:
            _wrong(value, "the source, kind and target of an edge")


def _properties(values: Mapping[str, object], *binary: str) -> dict[str, Value]:
    given = values["properties"]
    if not isinstance(given, dict):
        _wrong(given, "an object as properties")
    found: dict[str, Value] = {}
    for name, value in given.items():
        if name in binary:
            found[name] = _bytes(name, value)
        elif value is None or isinstance(value, dict):
            _wrong(value, f"a number, a text, a bool or a list of texts as {name}")
        else:
            found[name] = tuple(value) if isinstance(value, list) else value
    return found


def _bytes(name: str, value: object) -> bytes:
    try:
        return b64decode(str(value), validate=True)
    except ValueError:
        _wrong(value, f"base64 as {name}")


def _wrong(found: object, expected: str) -> NoReturn:
    text = found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)
    raise BadInput(f"found {shown(text)}; expected {expected}")


def shown(text: str) -> str:
    """So much of a line as an error can show."""
    short = " ".join(text[: 4 * SHOWN_LENGTH_MAX].split())
    return (short if len(short) <= SHOWN_LENGTH_MAX else short[: SHOWN_LENGTH_MAX - 1] + "…") or "nothing"
