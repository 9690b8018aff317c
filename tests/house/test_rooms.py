"""Who may import whom inside a package: its rooms stand in an order, and each knows only those before it."""

from __future__ import annotations

import ast
from collections import Counter

import pytest

from tests.house.source import PACKAGES, ROOT, files, imports, tree_of

ROOMS = {
    "graph": (
        "errors",
        "process_memory",
        "store",
        "text",
        "values",
        "index",
        "embedders",
        "rerankers",
        "derived",
        "intake",
        "knowledge",
        "hearing",
        "upkeep",
        "changing",
        "forgetting",
        "transfer",
    ),
    "context": (
        "exchange",
        "wording",
        "gather",
        "score",
        "select",
        "sections",
        "rendering",
        "block_profile",
        "block_record",
        "turn",
        "drift_gate",
        "draft_check",
        "searching",
        "recall",
        "character",
    ),
    "archivists": (
        "round_policy",
        "models",
        "statements",
        "learning",
        "window",
        "compare",
        "questions",
        "keeping",
        "rounds",
        "transcripts",
    ),
}
"""From the ground up. A name is a sub-package or a single module that needs no room of its own."""


@pytest.mark.parametrize("package", ROOMS)
def test_rooms_know_only_what_stands_before_them(package: str) -> None:
    """An import goes down the order, so that a room can be read without those above it."""
    order = {room: place for place, room in enumerate(ROOMS[package])}
    found = [
        f"{file}:{each.line} imports {each.module}"
        for file in files(package)
        if (here := _room(file)) is not None
        for each in imports(file)
        if each.top == package and order[each.module.split(".")[1]] > order[here]
    ]

    assert found == []


@pytest.mark.parametrize("package", ROOMS)
def test_every_room_has_its_place(package: str) -> None:
    """A new room says where it stands."""
    assert {room for file in files(package) if (room := _room(file)) is not None} == set(ROOMS[package])


def test_a_language_knows_no_other() -> None:
    """A folder of `languages` is read with the shape alone."""
    common = {"languages.folding", "languages.language", "languages.medicines"}
    found = [
        f"{file}:{each.line} imports {each.module}"
        for file in files("languages")
        if file.count("/") > 1
        for each in imports(file)
        if each.top == "languages"
        and each.module not in common
        and not each.module.startswith(file.rpartition("/")[0].replace("/", "."))
    ]

    assert found == []


def test_a_room_says_in_one_line_what_it_is() -> None:
    """An `__init__` is a sentence: what a name leads to stands in the file of that name."""
    inits = [file for file in files() if file.endswith("__init__.py")]

    assert [file for file in inits if len(tree_of(file).body) != 1 or ast.get_docstring(tree_of(file)) is None] == []
    assert [file for file in inits if "\n" in (ast.get_docstring(tree_of(file)) or "")] == []
    assert {
        path.parent.relative_to(ROOT).as_posix() for package in PACKAGES for path in (ROOT / package).rglob("*.py")
    } == {file.removesuffix("/__init__.py") for file in inits}


def test_no_two_modules_share_a_name() -> None:
    """A name is one module, so that whoever hears it knows the file. Only languages have the same files each."""
    shared = {file for file in files("languages") if file.count("/") > 1}
    names = Counter(
        file.split("/")[-1].removesuffix(".py")
        for file in files()
        if not file.endswith("__init__.py") and file not in shared
    )

    assert [name for name, count in names.items() if count > 1] == []


def test_no_two_public_classes_share_a_name() -> None:
    """A name is one class, wherever it is imported from."""
    names = Counter(
        node.name
        for file in files()
        for node in tree_of(file).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )

    assert [name for name, count in names.items() if count > 1] == []


def _room(file: str) -> str | None:
    """The room of a file; None for the package's own `__init__`."""
    name = file.split("/")[1].removesuffix(".py")
    return None if name == "__init__" else name
