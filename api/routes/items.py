"""Everything that is remembered, listed and looked at one by one."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from api.answers import ItemDetail, ItemsAnswer
from api.detail import detail_of
from api.listing import Filter, ItemLabel, page_of_items
from api.routes.common import Cursor, Limit, ServiceOf, SpacePath, problems
from graph.items import FactKind, FactStatus

router = APIRouter(prefix="/v1/spaces/{space}/items", tags=["items"])


@router.get("", responses=problems(404))
def list_items(
    service: ServiceOf,
    space: SpacePath,
    label: Annotated[ItemLabel | None, Query(description="Only items of this label.")] = None,
    kind: Annotated[FactKind | None, Query(description="Only facts of this kind.")] = None,
    status: Annotated[FactStatus | None, Query(description="Only facts of this status.")] = None,
    type: Annotated[
        str | None, Query(max_length=40, description="Only entities or significant memories of this type.")
    ] = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> ItemsAnswer:
    """What the space knows, label by label, the newest first."""
    asked = Filter.of(label=label, kind=kind, status=status, type=type)
    return page_of_items(service.knowledge, space, asked, limit=limit, cursor=cursor)


@router.get("/{id}", responses=problems(404))
def read_item(service: ServiceOf, space: SpacePath, id: str) -> ItemDetail:
    """One item with its neighbours, the messages it comes from, and what became of it."""
    return detail_of(service.knowledge, space, id)
