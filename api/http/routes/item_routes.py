"""Routes of items: lists, single items, and their edges."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from api.http.detail import detail_of, edges_of
from api.http.listing import page_of_items, page_of_search
from api.http.queries import EdgesQuery, ItemsQuery, SearchQuery
from api.http.responses import EdgesAnswer, ItemDetail, ItemsAnswer, SearchAnswer
from api.http.routes.route_parts import ServiceOf, SpacePath, problems

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
