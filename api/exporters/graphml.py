"""A space as GraphML, which networkx, Gephi, yEd and Cytoscape open."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import IO
from xml.sax.saxutils import escape, quoteattr

from api.exporters.snapshot import Snapshot, Types
from graph.store.verbs import Value

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
"""What the values of a property are, if not strings; a property of mixed types is one of strings."""

Keys = Mapping[str, str]
"""By the name of a property, the id that its declaration has in the file."""


def write_graphml(still: Snapshot, space: str, file: IO[str]) -> tuple[int, int]:
    """Nodes with label, version, seq and their properties, then edges with kind, seq and theirs; how many of each.

    Lists are written as JSON. Characters that XML cannot hold become U+FFFD.
    """
    file.write(HEAD)
    of_node = {"label": frozenset({str}), "version": frozenset({int}), "seq": frozenset({int}), **still.node_types()}
    of_edge = {"kind": frozenset({str}), "seq": frozenset({int}), **still.edge_types()}
    node_keys, edge_keys = _declared("node", of_node, file), _declared("edge", of_edge, file)
    file.write(f'<graph id={_quoted(space)} edgedefault="directed">\n')
    nodes = edges = 0
    for node in still.nodes():
        values = {"label": node.label, "version": node.version, "seq": node.seq, **node.properties}
        file.write(f"<node id={_quoted(node.id)}>{_values(values, node_keys)}</node>\n")
        nodes += 1
    for edge in still.edges():
        values = {"kind": edge.kind, "seq": edge.seq, **edge.properties}
        ends = f"source={_quoted(edge.source)} target={_quoted(edge.target)}"
        file.write(f"<edge {ends}>{_values(values, edge_keys)}</edge>\n")
        edges += 1
    file.write("</graph>\n</graphml>\n")
    return nodes, edges


def _declared(of: str, types: Types, file: IO[str]) -> Keys:
    """Every property is declared in the file; its ids are returned."""
    keys = {name: f"{of}-{number}" for number, name in enumerate(types)}
    for name, key in keys.items():
        kind = TYPES.get(types[name], "string")
        file.write(f'<key id="{key}" for="{of}" attr.name={_quoted(name)} attr.type="{kind}"/>\n')
    return keys


def _values(values: Mapping[str, Value], keys: Keys) -> str:
    return "".join(f'<data key="{keys[name]}">{_text(value)}</data>' for name, value in values.items())


def _text(value: Value) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return escape(NO_XML.sub("\ufffd", text), {"\r": "&#13;"})


def _quoted(text: str) -> str:
    return quoteattr(NO_XML.sub("\ufffd", text))
