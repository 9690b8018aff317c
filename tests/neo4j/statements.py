"""Every Cypher statement that the project holds, by a name for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import accumulate, product
from types import ModuleType

from graph.store import neo4j_cypher as cypher
from graph.store import neo4j_report, neo4j_schema
from graph.store.checks import FINDS
from graph.store.verbs import Kind, Label, ReadDepth
from tests.house.source import ROOT

QUERIES = sorted(
    {*(ROOT / "browser/remembrancer").glob("*.cypher")} - {ROOT / "browser/remembrancer/parameters.cypher"}
)
LABELS = [*Label, cypher.BASE, cypher.ITEM, cypher.KNOWLEDGE, "Sequence", "Dropped", "RemembrancerSchema"]
KINDS = [*Kind]

CYPHER = re.compile(r"\s*(?:CALL|CREATE|DROP|MATCH|MERGE|OPTIONAL|SHOW|UNWIND|WITH)\s")
KIND = re.compile(rf"(?<![A-Z])(?:{'|'.join(KINDS)})(?![A-Z])")
NAME = re.compile(rf"\b\w*[a-z]\w*|'\w*'|{KIND.pattern}")
LISTED = re.compile(r"x(?:(?:\.|: | = |, | AND )\$?x)*")


def verbs() -> dict[str, str]:
    """What a store sends to read and to write."""
    return dict(_verbs())


def others() -> dict[str, str]:
    """What makes the schema, and what tells how a server is."""
    return {**neo4j_schema.schema_statements(), **_constants(neo4j_schema), **_constants(neo4j_report)}


def saved() -> dict[str, str]:
    """The queries that people open in the Browser: without the comment that is their name."""
    return {path.stem: _without_comments(path.read_text(encoding="utf-8")) for path in QUERIES}


def shapes(statements: Mapping[str, str]) -> dict[str, str]:
    """One of those that differ in names only, and in it one branch of those that differ in the kind of edge only."""
    short = {name: _shortened(text) for name, text in statements.items()}
    return dict({_shape(text): (name, text) for name, text in short.items()}.values())


def _constants(module: ModuleType) -> dict[str, str]:
    return {
        f"{module.__name__}.{name}": value
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, str) and CYPHER.match(value)
    }


def _without_comments(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("//"))


def _shape(text: str) -> str:
    """The statement without its names: keywords and signs only."""
    return LISTED.sub("x", NAME.sub("x", text))


def _shortened(text: str) -> str:
    """The statement without the lines that say again what those before them say, of another kind of edge."""
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        sizes = (size for size in range(1, (len(lines) - at) // 2 + 1) if _is_repeated(lines, at, size))
        if size := next(sizes, 0):
            del lines[at : at + size]
        else:
            at += 1
    return "\n".join(lines)


def _is_repeated(lines: list[str], at: int, size: int) -> bool:
    block, following = lines[at : at + size], lines[at + size : at + 2 * size]
    return KIND.sub("", "\n".join(block)) == KIND.sub("", "\n".join(following)) and _is_whole(block)


def _is_whole(block: list[str]) -> bool:
    """Whether the block opens all braces that it closes, so that a statement without it is still one."""
    depths = [*accumulate({"{": 1, "}": -1}.get(sign, 0) for sign in "".join(block))]
    return depths[-1:] == [0] and min(depths) >= 0


def _verbs() -> Iterator[tuple[str, str]]:
    yield "seq", cypher.SEQ
    yield "spaces", cypher.SPACES
    yield "names", cypher.NAMES
    yield "begin", cypher.BEGIN
    for is_begun, puts, drops, edges in product((False, True), (False, True), (False, True), cypher.INLINE):
        parts = [*(["begun"] * is_begun), *(["puts"] * puts), *(["drops"] * drops), *edges]
        statement = cypher.write_statement(is_begun=is_begun, puts=puts, drops=drops, edges=edges)
        yield f"write {', '.join(parts)}", statement
    yield "ends", cypher.ENDS
    yield "load, begin", cypher.LOAD_BEGIN
    yield "load nodes", cypher.LOAD_NODES
    yield "load dropped nodes", cypher.LOAD_DROPPED
    for kind in Kind:
        yield f"put {kind}", cypher.PUT_EDGES.format(kind=kind, seq="$seq")
        yield f"drop {kind}", cypher.DROP_EDGES.format(kind=kind)
        yield f"load {kind}", cypher.LOAD_EDGES.format(kind=kind)
        yield f"load dropped {kind}", cypher.LOAD_DROPPED_EDGES.format(kind=kind)
    yield from ((f"clear all {number}", statement) for number, statement in enumerate(cypher.CLEAR_ALL, 1))
    yield "drop tombstones", cypher.DROP_TOMBSTONES
    yield from ((f"clear {number}", statement) for number, statement in enumerate(cypher.CLEAR, 1))
    for reading in ReadDepth:
        yield f"nodes {reading.name}", cypher.nodes_statement(reading)
        yield f"since {reading.name}", cypher.since_statement(reading, with_edges=False)
        yield f"since {reading.name} with edges", cypher.since_statement(reading, with_edges=True)
    for label, names, order in [(label, *find) for label, finds in FINDS.items() for find in sorted(finds)]:
        for is_descending, is_behind in product((False, True), repeat=2):
            how = f"{'down' if is_descending else 'up'}{' behind' if is_behind else ''}"
            statement = cypher.find_statement(label, names, order, is_descending, is_behind, ReadDepth.BODY)
            yield f"find {label} by {', '.join(names)} in the order of {order} {how}", statement
    yield "edges", cypher.edges_statement(tuple(Kind))
