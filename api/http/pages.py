"""Pages for people: the inspector, on which they see what a space holds and why, and /docs, to try out the API.

They ask the other routes with the caller's key, and contact no other server. Scripts and styles of /docs come from the
package `fastapi_offline`; nothing else of it is used.
"""

import gzip
import json
from functools import cache
from importlib.resources import as_file, files
from importlib.util import find_spec

from fastapi import APIRouter, Request, Response
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.responses import FileResponse, HTMLResponse
from starlette.exceptions import HTTPException

from languages.registry import FOLDERS, LANGUAGES

FOLDER = files("api.http") / "inspector"

MEDIA_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}

PAGE = "index.html"
ASSETS = frozenset(path.name for path in FOLDER.iterdir()) - {PAGE}

WORDS = "words.json"
TABLES = {
    language.code: json.loads(table.read_text(encoding="utf-8"))
    for folder, language in zip(FOLDERS, LANGUAGES, strict=True)
    if (table := files("languages") / folder / "page.json").is_file()
}
"""The words of the page in each language but that of its scripts, by the words there."""

INSPECTOR_PATHS = frozenset({"/inspector", *(f"/inspector/{name}" for name in (*ASSETS, WORDS))})
"""Paths that need no key: they contain nothing of any space."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
"""The page loads its own files and asks its own service, whatever a text of a space may try."""

router = APIRouter(include_in_schema=False)


# The addresses in the page are relative, so that a proxy may serve all of it below a path of its own.
@router.get("/inspector")
def show_inspector(request: Request) -> Response:
    """The page."""
    return _answer(request, PAGE)


@router.get("/inspector/{name}")
def read_asset(request: Request, name: str) -> Response:
    """A script, a style, the icon, or the words of the page in other languages. 404 if there is none of this name."""
    if name not in (*ASSETS, WORDS):
        raise HTTPException(404)
    return _answer(request, name)


def _answer(request: Request, name: str) -> Response:
    plain, packed = _contents(name)
    headers = HEADERS | {"Vary": "Accept-Encoding"}
    media_type = MEDIA_TYPES[name[name.rindex(".") :]]
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return Response(plain, media_type=media_type, headers=headers)
    return Response(packed, media_type=media_type, headers=headers | {"Content-Encoding": "gzip"})


@cache
def _contents(name: str) -> tuple[bytes, bytes]:
    """A file of the page, as it is and packed: to a third."""
    plain = json.dumps(TABLES, ensure_ascii=False).encode() if name == WORDS else (FOLDER / name).read_bytes()
    return plain, gzip.compress(plain, mtime=0)


DOCS_PACKAGE = "fastapi_offline"

DOCS_ASSETS = {
    "swagger-ui-bundle.js": "text/javascript",
    "swagger-ui.css": "text/css",
    "favicon.png": "image/png",
}
"""The only files of the package that the page loads."""

PAGES = frozenset({"/docs", *(f"/docs/{name}" for name in DOCS_ASSETS)})
"""Paths that need no key: they tell no more than GET /openapi.json."""


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
def read_docs_asset(name: str) -> FileResponse:
    """A script or a style of the page. 404 if there is none of this name, or the package is not installed."""
    if name not in DOCS_ASSETS or find_spec(DOCS_PACKAGE) is None:
        raise HTTPException(404)
    with as_file(files(DOCS_PACKAGE) / "static" / name) as path:
        return FileResponse(path, media_type=DOCS_ASSETS[name])
