"""Which scope each route needs: the one table, and the check that every request passes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import Depends, Request
from starlette.exceptions import HTTPException

from api.access_keys import KeyScope, Rights
from graph.knowledge import no_space

READ, WRITE, ADMIN = KeyScope.READ, KeyScope.WRITE, KeyScope.ADMIN

KEY_ROUTES = "/v1/keys"
"""Routes under this path can make keys."""

WHOLE = (KEY_ROUTES, "/metrics")
"""Paths that begin with these concern all spaces, so they need a key that opens all."""

ROUTE_SCOPES: Mapping[str, KeyScope] = {
    "GET /metrics": READ,
    "GET /v1/spaces": READ,
    "POST /v1/spaces": WRITE,
    "GET /v1/spaces/{space}": READ,
    "PATCH /v1/spaces/{space}": WRITE,
    "DELETE /v1/spaces/{space}": ADMIN,
    "GET /v1/spaces/{space}/export": READ,
    "POST /v1/spaces/{space}/import": WRITE,
    "POST /v1/spaces/{space}/export": WRITE,
    "GET /v1/spaces/{space}/jobs": READ,
    "GET /v1/spaces/{space}/jobs/{id}": READ,
    "GET /v1/spaces/{space}/jobs/{id}/result": READ,
    "DELETE /v1/spaces/{space}/jobs/{id}": WRITE,
    "POST /v1/spaces/{space}/turns": WRITE,
    "GET /v1/spaces/{space}/blocks": READ,
    "GET /v1/spaces/{space}/blocks/{id}": READ,
    "POST /v1/spaces/{space}/blocks/{id}/verdicts": WRITE,
    "POST /v1/spaces/{space}/turns/{block}/check": WRITE,
    "POST /v1/spaces/{space}/messages": WRITE,
    "GET /v1/spaces/{space}/messages": READ,
    "DELETE /v1/spaces/{space}/messages/{id}": ADMIN,
    "DELETE /v1/spaces/{space}/conversations/{id}": ADMIN,
    "POST /v1/spaces/{space}/forget": ADMIN,
    "GET /v1/spaces/{space}/receipts": READ,
    "POST /v1/spaces/{space}/recall": WRITE,
    "POST /v1/spaces/{space}/conversations/{id}/close": WRITE,
    "POST /v1/spaces/{space}/characters/{name}/prompt": WRITE,
    "GET /v1/spaces/{space}/state": READ,
    "PUT /v1/spaces/{space}/state": WRITE,
    "GET /v1/spaces/{space}/stats": READ,
    "POST /v1/spaces/{space}/memories": WRITE,
    "POST /v1/spaces/{space}/reset": ADMIN,
    "POST /v1/spaces/{space}/rounds": WRITE,
    "GET /v1/spaces/{space}/rounds": READ,
    "GET /v1/spaces/{space}/edges": READ,
    "GET /v1/spaces/{space}/items": READ,
    "GET /v1/spaces/{space}/items/{id}": READ,
    "GET /v1/spaces/{space}/search": READ,
    "POST /v1/spaces/{space}/facts": WRITE,
    "PATCH /v1/spaces/{space}/facts/{id}": WRITE,
    "POST /v1/spaces/{space}/facts/{id}/withdraw": WRITE,
    "PATCH /v1/spaces/{space}/entities/{id}": WRITE,
    "POST /v1/spaces/{space}/entities/{id}/merge": WRITE,
    "POST /v1/spaces/{space}/entities/{id}/split": WRITE,
    "POST /v1/spaces/{space}/entities/{id}/apart": WRITE,
    "POST /v1/spaces/{space}/key-info/pin": WRITE,
    "POST /v1/spaces/{space}/key-info/unpin": WRITE,
    "GET /v1/spaces/{space}/changes": READ,
    "POST /v1/spaces/{space}/changes/{id}/undo": WRITE,
    "GET /v1/spaces/{space}/weights": READ,
    "PUT /v1/spaces/{space}/weights": WRITE,
    "GET /v1/spaces/{space}/calls": READ,
    "GET /v1/spaces/{space}/cost": READ,
    "POST /v1/spaces/{space}/transcripts": WRITE,
    "POST /v1/chat/completions": WRITE,
    "POST /v1/responses": WRITE,
    "GET /v1/models": READ,
    "GET /v1/models/{model:path}": READ,
    "POST /proxy/{space}/v1/chat/completions": WRITE,
    "POST /proxy/{space}/v1/responses": WRITE,
    "GET /proxy/{space}/v1/models": READ,
    "GET /proxy/{space}/v1/models/{model:path}": READ,
    "POST /v1/keys": ADMIN,
    "GET /v1/keys": ADMIN,
    "DELETE /v1/keys/{id}": ADMIN,
    "GET /typingmind/context": READ,
    "POST /typingmind/context": WRITE,
}
"""A route that is not here answers nobody. Only keys and routes that delete for good need admin."""

OPEN_PATHS = frozenset({"/health", "/ready", "/openapi.json"})
"""Paths that need no key, for monitors and client generators. They contain no memories."""


async def rights_of(request: Request) -> Rights:
    """What the caller may do, as the middleware has found out."""
    rights = request.state.rights
    assert isinstance(rights, Rights)
    return rights


RightsOf = Annotated[Rights, Depends(rights_of)]


async def check_rights(request: Request) -> None:
    """Raises NotFound for a space that the key does not open, as if it did not exist; 403 if the scope is too small."""
    path = request.scope["route"].path
    if path in OPEN_PATHS:
        return
    rights, needed = await rights_of(request), ROUTE_SCOPES[f"{request.method} {path}"]
    space = request.path_params.get("space")
    if space is not None and not rights.opens(space):
        raise no_space(space)
    if not rights.covers(needed):
        raise HTTPException(403, f"the key has the scope {rights.scope}, expected {needed}; use another key")
    if path.startswith(WHOLE) and rights.spaces is not None:
        raise HTTPException(403, "the key opens some spaces, expected one for all; use another key")


def check_named(rights: Rights, space: str) -> None:
    """Raises 403 if the key does not open a space that a body names, whether or not it exists."""
    if not rights.opens(space):
        raise HTTPException(403, f"the key does not open a space {space!r}; use another key, or another name")
