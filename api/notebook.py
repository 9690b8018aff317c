"""A space for notebooks: its graph for networkx and its tables for pandas, in three lines.

from api.notebook import load

memory = load("demo", store="memory.db")
memory.graph, memory.facts
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, get_args

import networkx as nx

from api.exporting import snapshot
from api.settings import load_settings, login_of
from context.gather.gathering import KIND_WEIGHTS
from graph.errors import MissingExtra, NotFound
from graph.store.backends import open_store
from graph.store.verbs import ITEM_LABELS, Kind, Label, Node, Store, row_key
from graph.values.codec import fields_of, stored_of, types_of
from graph.values.items import FactStatus, Stored

if TYPE_CHECKING:
    from pandas import DataFrame

# Milliseconds are what is stored. pandas' own choice, nanoseconds, ends in the year 2262.
_TIME = "datetime64[ms, UTC]"

_COLUMN_TYPES: Mapping[object, str] = {
    datetime: _TIME,
    datetime | None: _TIME,
    float: "float64",
    float | None: "float64",
}
"""The column types of some field types, so that empty tables have them too. For other types, pandas decides."""

REMEMBERED = {Label.ALIAS, *(kind.label for kind in get_args(Stored))}

KNOWN = ITEM_LABELS - {Label.MESSAGE}
"""What a path between two people may lead through."""

TIMES = ("valid_from", "sent_at", "started_at", "first_at", "created_at", "updated_at")
"""When a thing began, by the first of these fields that it has: an edge is as old as its source."""

WEIGHT = 0.1
"""The weight of edges that a block's search does not follow, such as those of blocks and changes."""

HOLDING = (FactStatus.CURRENT, FactStatus.DISPUTED)

_NO_EDGE = {"source": "", "kind": "", "target": ""}


@dataclass(frozen=True, slots=True)
class LoadedSpace:
    """A space as it was when it was read. Each access to a table makes a new one, which may be changed freely.

    Nodes of `graph` are ids, with `label`, `name` (short, for people) and the item's fields as attributes. The key of
    an edge is its kind, an attribute, too; `weight` says how closely it ties, and `at` since when. All attributes are
    texts, numbers and booleans, so networkx writes the graph in any format: times are ISO 8601, lists are JSON, and
    what is absent is left out. `fields` has the same by id, as Python values.
    """

    graph: nx.MultiDiGraph
    fields: Mapping[str, Mapping[str, object]]

    @property
    def knowledge(self) -> nx.MultiDiGraph:
        """The part of `graph` that is known: without messages, blocks, changes and calls."""
        known = {id for id, held in self.graph.nodes.items() if held["label"] in KNOWN}
        return self.graph.subgraph(known).copy()

    @property
    def ties(self) -> nx.Graph:
        """The entities, each tied to those with which it shares facts that hold.

        `weight` is how many, `facts` are their ids, `first` and `last` are when they became true.
        """
        made = nx.Graph()
        for id, held in self.graph.nodes.items():
            if held["label"] == Label.ENTITY:
                made.add_node(id, name=held["name"], type=held["type"])
        for fact, held in self.graph.nodes.items():
            if held["label"] != Label.FACT or held["status"] not in HOLDING:
                continue
            about = sorted(target for _, target, kind in self.graph.out_edges(fact, keys=True) if kind == Kind.ABOUT)
            for one, other in combinations(about, 2):
                tie = made.get_edge_data(one, other, {"weight": 0, "facts": ""})
                since = held.get("valid_from", "")
                first, last = min(tie.get("first", since), since), max(tie.get("last", since), since)
                facts = f"{tie['facts']} {fact}".strip()
                made.add_edge(one, other, weight=tie["weight"] + 1, facts=facts, first=first, last=last)
        return made

    @property
    def nodes(self) -> DataFrame:
        """A row for each node: label, name, and its number of edges."""
        pandas = _pandas()
        rows = [(id, held["label"], held["name"], self.graph.degree(id)) for id, held in self.graph.nodes.items()]
        return pandas.DataFrame(rows, columns=["id", "label", "name", "degree"]).set_index("id")

    @property
    def edges(self) -> DataFrame:
        """A row for each edge: source, kind, target, and the properties of some kinds (`rank`, `score` and so on)."""
        pandas = _pandas()
        rows = [
            {"source": source, "kind": kind, "target": target, **held}
            for source, target, kind, held in self.graph.edges(keys=True, data=True)
        ]
        return pandas.DataFrame(rows, columns=list(dict.fromkeys(name for row in [_NO_EDGE, *rows] for name in row)))

    @property
    def messages(self) -> DataFrame:
        """Every message, in the order of arrival."""
        return self.table("Message")

    @property
    def conversations(self) -> DataFrame:
        """Every conversation."""
        return self.table("Conversation")

    @property
    def summaries(self) -> DataFrame:
        """Every summary, of all levels."""
        return self.table("Summary")

    @property
    def entities(self) -> DataFrame:
        """Every entity."""
        return self.table("Entity")

    @property
    def facts(self) -> DataFrame:
        """Facts, theories, questions and objectives, also those that no longer hold."""
        return self.table("Fact")

    @property
    def blocks(self) -> DataFrame:
        """Every recorded block. The edges of kind PRESENTED say which items it shows."""
        return self.table("Block")

    def table(self, label: str) -> DataFrame:
        """A row for each node of this label, by id, and a column for each property. Raises NotFound.

        Times are aware, lists are tuples, and absent values are None, NaN or NaT, depending on the column.
        """
        kinds = {str(kind.label): kind for kind in get_args(Stored)}
        if label not in kinds:
            raise NotFound(f"there is no table {label!r}, expected one of {', '.join(kinds)}")
        pandas = _pandas()
        held = self.fields
        ids = sorted(id for id, node in self.graph.nodes.items() if node["label"] == label)
        columns = {}
        for name, hint in types_of(kinds[label]).items():
            values = [held[id][name] for id in ids]
            columns[name] = pandas.Series(values, index=ids, dtype=_COLUMN_TYPES.get(hint))
        return pandas.DataFrame(columns, index=pandas.Index(ids, name="id"))


def load(space: str, store: str | Path | None = None) -> LoadedSpace:
    """The space as it is now. A service may be writing meanwhile. Vectors are not read.

    `store` is a file or a server's address; by default the one in the environment, which also has the user and the
    password for a server. Raises NotFound, and what `open_store` raises.
    """
    settings = load_settings() if store is None else load_settings(store=str(store))
    with closing(open_store(settings.store, read_only=True, login=login_of(settings))) as opened:
        if space not in (spaces := opened.spaces()):
            known = ", ".join(spaces) or "none: it is empty"
            raise NotFound(f"there is no space {space!r} in {settings.store}; its spaces are {known}")
        return loaded(opened, space)


def loaded(store: Store, space: str) -> LoadedSpace:
    """Everything that the space remembers. Bookkeeping, such as request keys, is left out."""
    made = nx.MultiDiGraph(space=space)
    found = snapshot(store, space)
    nodes = [node for node in sorted(found.nodes, key=row_key) if node.label in REMEMBERED]
    fields = {node.id: _fields(node) for node in nodes}
    made.add_nodes_from((id, _plain(held)) for id, held in fields.items())
    for edge in sorted(found.edges, key=row_key):
        if edge.source in made and edge.target in made:
            weight = KIND_WEIGHTS.get(edge.kind, WEIGHT)
            at = next((held for name in TIMES if (held := fields[edge.source].get(name)) is not None), None)
            held = _plain({"weight": weight, "at": at, **edge.properties})
            made.add_edge(edge.source, edge.target, key=str(edge.kind), **held, kind=str(edge.kind))
    return LoadedSpace(made, fields)


def _fields(node: Node) -> dict[str, object]:
    fields: dict[str, object] = {"label": str(node.label), "name": node.properties["name"]}
    if node.label is not Label.ALIAS:
        fields |= fields_of(stored_of(node))
    return {name: str(value) if isinstance(value, StrEnum) else value for name, value in fields.items()}


def _plain(fields: Mapping[str, object]) -> dict[str, object]:
    """The values that any format of a graph can hold."""
    plain: dict[str, object] = {}
    for name, value in fields.items():
        if isinstance(value, datetime):
            plain[name] = value.isoformat()
        elif isinstance(value, tuple):
            plain[name] = json.dumps([str(each) for each in value], ensure_ascii=False)
        elif value is not None:
            plain[name] = value
    return plain


def _pandas() -> ModuleType:
    try:
        import pandas  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtra('pandas is not installed; run `pip install ".[notebooks]"` in the clone') from error
    module: ModuleType = pandas
    return module
