"""The inspector: a page on which people see what a space holds, and why. It asks the other routes with their key."""

from __future__ import annotations

import json
from importlib.resources import as_file, files

from fastapi import APIRouter
from fastapi.responses import FileResponse, JSONResponse
from starlette.exceptions import HTTPException

from languages.registry import FOLDERS, LANGUAGES

FOLDER = files("api.http") / "inspector"

MEDIA_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}

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
def show_inspector() -> FileResponse:
    """The page."""
    return _file(PAGE)


@router.get(f"/inspector/{WORDS}")
def read_words() -> JSONResponse:
    """The words of the page in other languages."""
    return JSONResponse(TABLES, headers=HEADERS)


@router.get("/inspector/{name}")
def read_asset(name: str) -> FileResponse:
    """A script or a style of the page. 404 if there is none of this name."""
    if name not in ASSETS:
        raise HTTPException(404)
    return _file(name)


def _file(name: str) -> FileResponse:
    with as_file(FOLDER / name) as path:
        return FileResponse(path, media_type=MEDIA_TYPES[path.suffix], headers=HEADERS)
