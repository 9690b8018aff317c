"""Routes of items: lists, and single items."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from api.http.detail import detail_of
from api.http.listing import page_of_items
from api.http.queries import ItemsQuery
from api.http.responses import ItemDetail, ItemsAnswer
from api.http.routes.route_parts import ServiceOf, SpacePath, problems

router = APIRouter(prefix="/v1/spaces/{space}/items", tags=["items"])


@router.get("", responses=problems(404))
def list_items(service: ServiceOf, space: SpacePath, asked: Annotated[ItemsQuery, Query()]) -> ItemsAnswer:
    """What the space knows, label by label, newest first."""
    return page_of_items(service.knowledge, space, asked)


@router.get("/{id}", responses=problems(404))
def read_item(service: ServiceOf, space: SpacePath, id: str) -> ItemDetail:
    """One item with its neighbours, its sources and its history."""
    return detail_of(service.knowledge, space, id)
