"""The inspector is a page of the service alone: it loads nothing from elsewhere and holds nothing of any space."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

from api.http.inspector_page import ASSETS, FOLDER, MEDIA_TYPES, PAGE
from api.wiring import Service
from graph.values.score_terms import TERMS
from tests.api.http.test_route_scopes import caller_with, guarded

__all__ = ["guarded"]

SCRIPTS = sorted(name for name in ASSETS if name.endswith(".js"))
LINE_LENGTH_MAX = 120
NAMESPACE = "http://www.w3.org/2000/svg"  # A name, which no browser fetches.


def test_page_is_served_with_a_strict_policy(client: TestClient) -> None:
    """The browser refuses whatever is not of the service, inline scripts too."""
    page = client.get("/inspector")

    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert set(re.findall(r"(?:script|style|img|connect)-src ([^;]+)", policy)) == {"'self'"}
    assert page.headers["x-content-type-options"] == "nosniff"
    loaded = re.findall(r"(?:src|href)=\"([^\"]+)\"", page.text)
    assert loaded and set(loaded) <= {f"inspector/{name}" for name in ASSETS}


@pytest.mark.parametrize("name", sorted(ASSETS))
def test_assets_are_served(client: TestClient, name: str) -> None:
    """Scripts, the style and the icon have their types and the same policy."""
    answer = client.get(f"/inspector/{name}")

    assert answer.status_code == 200
    assert answer.headers["content-type"].split(";")[0] == MEDIA_TYPES[f".{name.rsplit('.', 1)[1]}"]
    assert answer.headers["content-security-policy"] == client.get("/inspector").headers["content-security-policy"]


@pytest.mark.parametrize("name", sorted({PAGE, *ASSETS}))
def test_no_file_names_another_server(name: str) -> None:
    """The page works without any network but the way to its service."""
    text = (FOLDER / name).read_text(encoding="utf-8").replace(NAMESPACE, "")

    assert re.findall(r"(?:https?:)?//[\w.-]+\.\w+", text) == []


@pytest.mark.parametrize("name", SCRIPTS)
def test_text_is_never_read_as_html(name: str) -> None:
    """What a space holds is text: no script makes elements, styles or code of it."""
    text = (FOLDER / name).read_text(encoding="utf-8")

    assert (
        re.findall(r"\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|Function|DOMParser)\b", text)
        == []
    )


@pytest.mark.parametrize("name", sorted({PAGE, *ASSETS} - {"icon.svg"}))
def test_lines_are_short(name: str) -> None:
    """A script is read by people as the rest of the project is."""
    text = (FOLDER / name).read_text(encoding="utf-8")

    assert [line for line in text.splitlines() if len(line) > LINE_LENGTH_MAX] == []


def test_page_and_scripts_use_all_files() -> None:
    """No file is left over, and none is missing."""
    texts = {name: (FOLDER / name).read_text(encoding="utf-8") for name in {PAGE, *ASSETS}}
    imported = {name for text in texts.values() for name in re.findall(r"from \"\./([\w.]+)\"", text)}
    loaded = set(re.findall(r"\"inspector/([\w.]+)\"", texts[PAGE]))

    assert imported | loaded == ASSETS


def test_slash_at_the_end_leads_to_the_page(client: TestClient) -> None:
    """Below a path of a proxy, too: the address is relative."""
    answer = client.get("/inspector/", follow_redirects=False)

    assert (answer.status_code, answer.headers["location"]) == (307, "../inspector")


def test_nothing_else_is_served(client: TestClient) -> None:
    """Neither other files of the package nor files of the machine."""
    for name in ("..%2Fmiddleware.py", "__init__.py", PAGE):
        assert client.get(f"/inspector/{name}").status_code == 404


def test_page_needs_no_key_but_its_answers_do(guarded: Service) -> None:
    """The page itself asks for the key, and sends it with each request."""
    client = caller_with(guarded, "no-key")

    assert {client.get(f"/inspector{name}").status_code for name in ("", *(f"/{name}" for name in ASSETS))} == {200}
    assert client.get("/inspector/core.py").status_code == 401
    assert client.get("/v1/spaces").status_code == 401


def test_every_term_of_a_score_has_words_on_the_page() -> None:
    """The page tells them apart by colour, so it has a table of its own: a new term must come in there, too."""
    told = re.findall(r"(\w+): \[\"\w+\", ", (FOLDER / "scores.js").read_text(encoding="utf-8"))

    assert sorted(told) == sorted(TERMS)
