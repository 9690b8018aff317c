"""What is known of a language stands in its folder: no word of it, and no special case for it, is anywhere else."""

from __future__ import annotations

import ast

from languages.registry import BY_CODE
from tests.house.source import PACKAGES, files, tree_of

TURKISH_LETTERS = frozenset("çğışÇĞİŞ")
"""Of the languages that this began with, the one whose words are told by their letters."""

EXCEPTIONS = {
    "graph/text/analysis.py": "the key of a name has one i in every language, dotted or not",
}

CODE = [package for package in PACKAGES if package != "languages"]


def test_no_words_of_a_language_are_outside_its_folder() -> None:
    """Letters of Turkish in a string that runs are a table in the wrong place."""
    found = [
        f"{file}:{node.lineno} {node.value!r}"
        for file in files(*CODE)
        if file not in EXCEPTIONS
        for node in _strings_that_run(tree_of(file))
        if TURKISH_LETTERS.intersection(str(node.value))
    ]

    assert found == []


def test_exceptions_are_needed() -> None:
    """What is excused has such letters."""
    excused = [
        file
        for file in EXCEPTIONS
        if any(TURKISH_LETTERS.intersection(str(node.value)) for node in _strings_that_run(tree_of(file)))
    ]

    assert excused == [*EXCEPTIONS]


def test_nothing_asks_for_one_language() -> None:
    """A comparison with a code would be a case that the next language lacks; what differs is a field of its value."""
    found = [
        f"{file}:{node.lineno}"
        for file in files(*CODE)
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.Compare | ast.MatchValue)
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and part.value in BY_CODE
    ]

    assert found == []


def _strings_that_run(tree: ast.Module) -> list[ast.Constant]:
    """Every string of a module that is no docstring and no remark below a name."""
    remarks = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in remarks
    ]
