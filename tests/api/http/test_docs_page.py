"""The pages about the API load nothing from elsewhere."""

from __future__ import annotations

import os
import re
from importlib.util import find_spec

import pytest
from fastapi.testclient import TestClient

from api.http.pages import DOCS_ASSETS, DOCS_PACKAGE
from api.wiring import Service
from tests.api.http.test_route_scopes import caller_with, guarded

__all__ = ["guarded"]


def test_page_names_no_other_server(client: TestClient) -> None:
    """All that the page loads is a path of the service."""
    page = client.get("/docs")

    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "openapi.json" in page.text
    loaded = re.findall(r"(?:src|href)=\"([^\"]+)\"", page.text)
    assert loaded and set(loaded) <= {f"docs/{name}" for name in DOCS_ASSETS}
    assert "//" not in re.sub(r"<!--.*?-->|^\s*//.*$", "", page.text, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("name", DOCS_ASSETS)
def test_assets_are_served(client: TestClient, name: str) -> None:
    """Scripts and styles come from the package."""
    if find_spec(DOCS_PACKAGE) is None and not os.environ.get("CI"):
        pytest.skip(f"{DOCS_PACKAGE} is not installed")

    answer = client.get(f"/docs/{name}")

    assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (200, DOCS_ASSETS[name])
    assert len(answer.content) > 1000


def test_nothing_else_is_served(client: TestClient) -> None:
    """Neither other files of the package nor files of the machine."""
    for name in ("core.py", "..%2Fcore.py", "__init__.py"):
        assert client.get(f"/docs/{name}").status_code == 404


def test_pages_need_no_key(guarded: Service) -> None:
    """As little as the document that they show."""
    client = caller_with(guarded, "no-key")

    assert [client.get(path).status_code for path in ("/docs", "/openapi.json")] == [200] * 2
    assert client.get("/docs/core.py").status_code == 401
