"""Routes of items: lists, single items, and their edges."""

from datetime import datetime
from typing import Annotated, cast

from fastapi import APIRouter, Query

from api.http.listing import page_of_items, page_of_search
from api.http.queries import EdgesQuery, ItemsQuery, SearchQuery
from api.http.responses import (
    ChangeAnswer,
    EdgeAnswer,
    EdgeProperties,
    EdgesAnswer,
    History,
    ItemDetail,
    ItemsAnswer,
    Neighbour,
    SearchAnswer,
)
from api.http.routes.route_parts import ServiceOf, SpacePath, problems
from graph.errors import NotFound
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import ITEM_LABELS, Edge, Kind, Label, Node, ReadDepth
from graph.values.codec import item_of, stored_of
from graph.values.items import AppliedChange, Block, KeyInfo, ModelCall, Offer, Receipt, Space, Stored
from graph.values.learned_weights import LearnedWeights

NEIGHBOURS_MAX = 50
"""The most neighbours of one kind and direction: every message may mention an entity."""

MADE_FROM = frozenset({Kind.STATED_IN, Kind.EVIDENCE, Kind.SUMMARIZES, Kind.COVERS})

UNSHOWN = frozenset(Label) - ITEM_LABELS - {Label.CONVERSATION}
"""Labels of nodes that are neither items nor conversations."""


def detail_of(knowledge: KnowledgeGraph, space: str, id: str) -> ItemDetail:
    """The item, its neighbours, and the changes that touched it. Raises NotFound. Four reads."""
    knowledge.space(space)
    node = knowledge.store.nodes(space, [id]).get(id)
    if node is None or node.label in UNSHOWN:
        raise NotFound(f"item {id!r} does not exist in space {space!r}; list its items to see their ids")
    item = stored_of(node)
    assert not isinstance(item, Space | Block | AppliedChange | ModelCall | Offer | Receipt | LearnedWeights)
    edges = knowledge.store.edges(space, [id], list(Kind), NEIGHBOURS_MAX)
    ends = [(edge, edge.target if edge.source == id else edge.source) for edge in edges]
    others = knowledge.store.nodes(space, list({end for _, end in ends}), ReadDepth.HEAD)
    changes = [other for other in others.values() if other.label is Label.CHANGE]
    return ItemDetail(
        id=node.id,
        label=node.label,
        version=node.version,
        seq=node.seq,
        item=item,
        neighbours=[
            _neighbour(edge, id, others[end]) for edge, end in ends if edge.kind is not Kind.CHANGED and end in others
        ],
        history=_history(node, item, edges, changes),
    )


def edges_of(knowledge: KnowledgeGraph, space: str, asked: EdgesQuery) -> EdgesAnswer:
    """The edges of these items, but for those to the change log. Two reads."""
    knowledge.space(space)
    kinds = set(asked.kind or Kind) - {Kind.CHANGED}
    edges = knowledge.store.edges(space, asked.id, sorted(kinds), NEIGHBOURS_MAX)
    return EdgesAnswer(edges=[EdgeAnswer.model_validate(edge) for edge in edges])


def _history(node: Node, item: Stored, edges: list[Edge], changes: list[Node]) -> History:
    out = [edge for edge in edges if edge.source == node.id]
    sources = item.sources if isinstance(item, KeyInfo) else [edge.target for edge in out if edge.kind in MADE_FROM]
    return History(
        created_at=_first_time(item, "created_at", "sent_at", "started_at", "first_at"),
        updated_at=_first_time(item, "updated_at", "sent_at", "last_at"),
        sources=sorted(set(sources)),
        superseded_by=[edge.target for edge in out if edge.kind is Kind.SUPERSEDED_BY],
        changes=[
            ChangeAnswer.model_validate(item_of(change, AppliedChange))
            for change in sorted(changes, key=lambda change: change.id, reverse=True)
        ],
    )


def _first_time(item: Stored, *names: str) -> datetime | None:
    return next((at for name in names if (at := getattr(item, name, None)) is not None), None)


def _neighbour(edge: Edge, id: str, other: Node) -> Neighbour:
    return Neighbour(
        id=other.id,
        label=other.label,
        name=str(other.properties.get("name") or other.id),
        kind=edge.kind,
        direction="out" if edge.source == id else "in",
        properties=cast(EdgeProperties, edge.properties),
    )


router = APIRouter(prefix="/v1/spaces/{space}", tags=["items"])


@router.get("/items", responses=problems(404))
def list_items(service: ServiceOf, space: SpacePath, asked: Annotated[ItemsQuery, Query()]) -> ItemsAnswer:
    """What the space knows, label by label, newest first; or the items with these ids, as far as there are any."""
    return page_of_items(service.knowledge, space, asked)


@router.get("/items/{id}", responses=problems(404))
def read_item(service: ServiceOf, space: SpacePath, id: str) -> ItemDetail:
    """One item with its neighbours, its sources and its history."""
    return detail_of(service.knowledge, space, id)


@router.get("/edges", responses=problems(404))
def list_edges(service: ServiceOf, space: SpacePath, asked: Annotated[EdgesQuery, Query()]) -> EdgesAnswer:
    """What several items are tied to: their edges to other nodes and from them."""
    return edges_of(service.knowledge, space, asked)


@router.get("/search", responses=problems(404, 409))
def search(service: ServiceOf, space: SpacePath, asked: Annotated[SearchQuery, Query()]) -> SearchAnswer:
    """Items by words and, with an embedder, by meaning, best first, each with its score and the reason for it.

    Items are scored as for blocks. What no longer holds is found, too: `status` says so. No model is called.
    """
    return page_of_search(service, space, asked)
