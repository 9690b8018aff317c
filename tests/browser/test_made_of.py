"""Pictures of the docs show what there is now."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli import app
from api.notebook import LoadedSpace, loaded
from graph.store.backends import open_store
from tests.browser.made_of import INSPECTED, PARAMETERS, PICTURES, RECORD, SHOWN, caption, digest_of, recorded
from tests.house.source import ROOT

OLDER = "is older than what it shows; `make pictures` makes it anew"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> LoadedSpace:
    """The demo's space, as the pictures show it."""
    file: Path = tmp_path_factory.mktemp("pictures") / "demo.db"
    default = {"REMEMBRANCER_EMBEDDER": "builtin"}
    assert CliRunner().invoke(app, ["demo", "--once", "--store", str(file)], env=default).exit_code == 0
    with closing(open_store(str(file), read_only=True)) as store:
        return loaded(store, PARAMETERS["space"])


def test_each_picture_is_recorded_and_shown_on_a_page() -> None:
    """None was drawn by other means, and none is left over."""
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").rglob("*.md"))

    assert {path.name for path in PICTURES.iterdir()} - {RECORD.name} == {*recorded()}
    assert [name for name in recorded() if f"pictures/{name})" not in pages] == []


@pytest.mark.parametrize("name", ["curves", *SHOWN, *INSPECTED])
def test_its_sources_are_as_they_were(name: str) -> None:
    """The table of the curves; the saved query and the style; the script and the style of the inspector."""
    file = f"browser-{name}.png" if name in SHOWN else f"{name}.png"

    assert recorded()[file].digest == digest_of(name), f"{file} {OLDER}"


@pytest.mark.embedded
def test_what_is_in_it_is_in_the_demo(demo: LoadedSpace) -> None:
    """Each node and each edge that a picture shows is still there."""
    named = {id: caption(held["label"], held["name"]) for id, held in demo.graph.nodes.items()}
    nodes = {*named.values()}
    edges = {(named[source], kind, named[target]) for source, target, kind in demo.graph.edges(keys=True)}

    for file, made in recorded().items():
        gone = [*({*made.nodes} - nodes), *({*map(tuple, made.edges)} - edges)]
        assert gone == [], f"docs/pictures/{file} {OLDER}"
