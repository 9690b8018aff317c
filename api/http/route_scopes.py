"""Which scope each route needs, and the check that every request passes."""

from typing import Annotated

from fastapi import Depends, Request
from starlette.exceptions import HTTPException

from api.access_keys import KeyScope, Rights
from graph.knowledge import no_space

KEY_ROUTES = "/v1/keys"
"""Routes under this path can make keys."""

WHOLE = (KEY_ROUTES, "/metrics")
"""Paths that begin with these concern all spaces, so they need a key that opens all."""

DELETING = frozenset({"POST /v1/spaces/{space}/forget", "POST /v1/spaces/{space}/reset"})
"""Routes that delete for good, besides those with the method DELETE."""

CANCELLING = frozenset(
    {
        "DELETE /v1/spaces/{space}/jobs/{id}",
        "DELETE /v1/{path:upstream}",
        "DELETE /proxy/{space}/v1/{path:path}",
    }
)
"""Routes with the method DELETE that delete no memories."""

OPEN_PATHS = frozenset({"/health", "/ready", "/openapi.json"})
"""Paths that need no key, for monitors and client generators. They contain no memories."""


async def rights_of(request: Request) -> Rights:
    """What the caller may do, as the middleware has found out."""
    rights = request.state.rights
    assert isinstance(rights, Rights)
    return rights


def scope_of(method: str, path: str) -> KeyScope:
    """The scope that a route needs. Only keys and routes that delete for good need admin."""
    route = f"{method} {path}"
    is_deleting = (method == "DELETE" and route not in CANCELLING) or route in DELETING
    if is_deleting or path.startswith(KEY_ROUTES):
        return KeyScope.ADMIN
    return KeyScope.READ if method == "GET" else KeyScope.WRITE


RightsOf = Annotated[Rights, Depends(rights_of)]


async def check_rights(request: Request) -> None:
    """Raises NotFound for a space that the key does not open, as if it did not exist; 403 if the scope is too small."""
    path = request.scope["route"].path
    if path in OPEN_PATHS:
        return
    rights, needed = await rights_of(request), scope_of(request.method, path)
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
