"""Exports a space: as JSON lines, which can be imported, or as GraphML, for networkx, Gephi, yEd and Cytoscape."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from xml.sax.saxutils import escape, quoteattr

from graph.store.verbs import Edge, Node, ReadDepth, Row, Store, Value, row_key
from graph.transfer.lines import OnProgress, check_exists, export_space, ignore_progress, in_order, pages


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A space in memory, in the order of seq. It has texts, but neither `terms` nor `vector`."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    seq: int


def snapshot(store: Store, space: str, on_progress: OnProgress = ignore_progress) -> Snapshot:
    """The space as it is after all of it was read. Raises NotFound."""
    check_exists(store, space)
    last: dict[tuple[str, str, str], Row] = {}
    seq = 0
    for page in pages(store, space, reading=ReadDepth.BODY, on_progress=on_progress):
        for row in in_order(page):
            last.pop(row_key(row), None)  # A row that was written again stands at its last write.
            last[row_key(row)] = row
        seq = page.seq
    nodes = {row.id: row for row in last.values() if isinstance(row, Node)}
    # A pruned node has one tombstone, which stands for its edges too.
    edges = (row for row in last.values() if isinstance(row, Edge) and {row.source, row.target} <= nodes.keys())
    return Snapshot(tuple(nodes.values()), tuple(edges), seq)


def value_types(rows: Iterable[Node | Edge]) -> Mapping[str, frozenset[type]]:
    """The types of the values of each property, sorted by its name."""
    found: defaultdict[str, set[type]] = defaultdict(set)
    for row in rows:
        for name, value in row.properties.items():
            found[name].add(type(value))
    return {name: frozenset(types) for name, types in sorted(found.items())}


class SpaceFormat(StrEnum):
    """The format of an exported space."""

    JSONL = "jsonl"  # all of it; can be imported
    GRAPHML = "graphml"  # for other programs


def exported_lines(
    store: Store, space: str, format: SpaceFormat, on_progress: OnProgress = ignore_progress
) -> Iterator[str]:
    """The space in this format as it is now or a little later. Raises NotFound."""
    if format is SpaceFormat.JSONL:
        return export_space(store, space, on_progress=on_progress)
    return graphml_lines(snapshot(store, space, on_progress), space)


HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
"""
NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
TYPES: Mapping[frozenset[type], str] = {
    frozenset({bool}): "boolean",
    frozenset({int}): "long",
    frozenset({float}): "double",
    frozenset({int, float}): "double",
}
"""The GraphML type of a property, by the types of its values. Other properties are strings."""

Keys = Mapping[str, str]
"""The ids of declarations in the file, by the name of the property."""


def graphml_lines(found: Snapshot, space: str) -> Iterator[str]:
    """Nodes with label, version, seq and properties, then edges with kind, seq and properties.

    Lists are written as JSON. Characters that are not allowed in XML become U+FFFD.
    """
    number, text = frozenset({int}), frozenset({str})
    of_node = {"label": text, "version": number, "seq": number, **value_types(found.nodes)}
    of_edge = {"kind": text, "seq": number, **value_types(found.edges)}
    node_keys, edge_keys = _keys("node", of_node), _keys("edge", of_edge)
    yield HEAD
    yield from _declarations("node", of_node, node_keys)
    yield from _declarations("edge", of_edge, edge_keys)
    yield f'<graph id={_xml_attribute(space)} edgedefault="directed">\n'
    for node in found.nodes:
        values = {"label": node.label, "version": node.version, "seq": node.seq, **node.properties}
        yield f"<node id={_xml_attribute(node.id)}>{_data_elements(values, node_keys)}</node>\n"
    for edge in found.edges:
        values = {"kind": edge.kind, "seq": edge.seq, **edge.properties}
        ends = f"source={_xml_attribute(edge.source)} target={_xml_attribute(edge.target)}"
        yield f"<edge {ends}>{_data_elements(values, edge_keys)}</edge>\n"
    yield "</graph>\n</graphml>\n"


def _keys(of: str, types: Mapping[str, frozenset[type]]) -> Keys:
    return {name: f"{of}-{number}" for number, name in enumerate(types)}


def _declarations(of: str, types: Mapping[str, frozenset[type]], keys: Keys) -> Iterator[str]:
    for name, key in keys.items():
        kind = TYPES.get(types[name], "string")
        yield f'<key id="{key}" for="{of}" attr.name={_xml_attribute(name)} attr.type="{kind}"/>\n'


def _data_elements(values: Mapping[str, Value], keys: Keys) -> str:
    return "".join(f'<data key="{keys[name]}">{_xml_text(value)}</data>' for name, value in values.items())


def _xml_text(value: Value) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return escape(NO_XML.sub("\ufffd", text), {"\r": "&#13;"})


def _xml_attribute(text: str) -> str:
    return quoteattr(NO_XML.sub("\ufffd", text))
