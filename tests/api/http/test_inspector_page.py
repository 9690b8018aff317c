"""The inspector is a page of the service alone: it loads nothing from elsewhere and holds nothing of any space."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from api.http.pages import ASSETS, FOLDER, MEDIA_TYPES, PAGE, TABLES, WORDS
from api.wiring import Service
from graph.values.score_terms import TERMS
from tests.api.http.test_route_scopes import caller_with, guarded

__all__ = ["guarded"]

SCRIPTS = sorted(name for name in ASSETS if name.endswith(".js"))
LINE_LENGTH_MAX = 120
LINES_MAX = 300
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
    """A script is read by people as the rest of the project is, and is short enough for one sitting."""
    text = (FOLDER / name).read_text(encoding="utf-8")

    assert [line for line in text.splitlines() if len(line) > LINE_LENGTH_MAX] == []
    assert len(text.splitlines()) <= LINES_MAX


def test_page_and_scripts_use_all_files() -> None:
    """No file is left over, and none is missing."""
    texts = {name: (FOLDER / name).read_text(encoding="utf-8") for name in {PAGE, *ASSETS}}
    imported = {name for text in texts.values() for name in re.findall(r"(?:from |import\()\"\./([\w.]+)\"", text)}
    loaded = set(re.findall(r"\"inspector/([\w.]+)\"", texts[PAGE]))

    assert imported | loaded == ASSETS


@pytest.mark.parametrize("language", sorted(TABLES))
def test_every_word_of_the_page_is_said_in_each_language(language: str) -> None:
    """What a script says has its words in the table of the language, with the same values in braces."""
    texts = [(FOLDER / name).read_text(encoding="utf-8") for name in SCRIPTS]
    said = {words for text in texts for words in _said_in(text)}
    table = TABLES[language]

    assert sorted(said - set(table)) == []
    values = {words: set(re.findall(r"{\w+}", words)) for words in table}
    assert [words for words in table if values[words] != set(re.findall(r"{\w+}", table[words]))] == []


def test_page_is_sent_packed(client: TestClient) -> None:
    """All of it takes less than 200 KB on the way, and whoever cannot unpack it gets it as it is."""
    paths = ["/inspector", *(f"/inspector/{name}" for name in (*ASSETS, WORDS))]
    packed = [client.get(path, headers={"Accept-Encoding": "br, gzip"}) for path in paths]
    plain = [client.get(path, headers={"Accept-Encoding": "identity"}) for path in paths]

    assert {each.headers["content-encoding"] for each in packed} == {"gzip"}
    assert {each.headers["vary"] for each in [*packed, *plain]} == {"Accept-Encoding"}
    assert not any("content-encoding" in each.headers for each in plain)
    assert [each.content for each in packed] == [each.content for each in plain]
    assert sum(int(each.headers["content-length"]) for each in packed) < 200_000


def test_words_of_other_languages_are_served(client: TestClient) -> None:
    """The page gets them all at once, without a key and under the same policy."""
    answer = client.get(f"/inspector/{WORDS}")

    assert (answer.status_code, answer.json()) == (200, TABLES)
    assert "default-src 'none'" in answer.headers["content-security-policy"]


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
    told = re.findall(r"(\w+): \[\"[\w-]+\", ", (FOLDER / "scores.js").read_text(encoding="utf-8"))

    assert sorted(told) == sorted(TERMS)


def _said_in(text: str) -> Iterator[str]:
    """The words that a script says in the reader's language: texts among the arguments of `t` and `counted`."""
    for call in re.finditer(r"(?<![\w.])(?:t|counted)\(", text):
        depth, at = 1, call.end()
        while depth:
            if text[at] == '"':
                end = re.compile(r'(?<!\\)"').search(text, at + 1)
                assert end is not None
                if depth == 1:
                    yield text[at + 1 : end.start()]
                at = end.start()
            depth += (text[at] in "({[") - (text[at] in ")}]")
            at += 1
