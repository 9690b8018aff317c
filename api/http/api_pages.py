"""The page of the API for people, to read and to try it out: /docs. It contacts no other server.

Scripts and styles come from the package `fastapi_offline`; nothing else of it is used.
"""

from __future__ import annotations

from importlib.resources import as_file, files
from importlib.util import find_spec

from fastapi import APIRouter
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.responses import FileResponse, HTMLResponse
from starlette.exceptions import HTTPException

PACKAGE = "fastapi_offline"

ASSETS = {
    "swagger-ui-bundle.js": "text/javascript",
    "swagger-ui.css": "text/css",
    "favicon.png": "image/png",
}
"""The only files of the package that the page loads."""

PAGES = frozenset({"/docs", *(f"/docs/{name}" for name in ASSETS)})
"""Paths that need no key: they tell no more than GET /openapi.json."""

router = APIRouter(include_in_schema=False)


# The addresses are relative, so that a proxy may serve all of it below a path of its own.
@router.get("/docs")
def show_docs() -> HTMLResponse:
    """The page on which the API can be tried out."""
    return get_swagger_ui_html(
        openapi_url="openapi.json",
        title="Remembrancer",
        swagger_js_url="docs/swagger-ui-bundle.js",
        swagger_css_url="docs/swagger-ui.css",
        swagger_favicon_url="docs/favicon.png",
    )


@router.get("/docs/{name}")
def read_asset(name: str) -> FileResponse:
    """A script or a style of the page. 404 if there is none of this name, or the package is not installed."""
    if name not in ASSETS or find_spec(PACKAGE) is None:
        raise HTTPException(404)
    with as_file(files(PACKAGE) / "static" / name) as path:
        return FileResponse(path, media_type=ASSETS[name])
