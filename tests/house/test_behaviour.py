"""What code may not do: swallow any error, read the environment, look at the clock."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.house.source import dotted, files, imports, tree_of

CATCH_ALL = ["api/workers/worker.py", "api/http/middleware.py"]
ENVIRONMENT = "api/settings.py"
# litellm downloads a price list unless a variable says not to; numpy takes all cores.
ENVIRONMENT_SETTERS = [
    "api/cli.py",
    "graph/embedders/litellm.py",
    "graph/rerankers.py",
    "archivists/models/provider.py",
]
CLOCK = {
    "datetime.now",
    "datetime.utcnow",
    "datetime.today",
    "date.today",
    "time.time",
    "time.time_ns",
    "time.localtime",
    "time.gmtime",
}
CHANCE = {"random", "secrets", "uuid", "numpy.random"}


def test_only_the_outermost_loops_catch_everything() -> None:
    """`except Exception` is in the worker's loop and the server's last handler; elsewhere it hides mistakes.

    To undo something and raise again is not to catch.
    """
    found = [
        f"{file}:{each.lineno}"
        for file in files()
        if file not in CATCH_ALL
        for each in ast.walk(tree_of(file))
        if isinstance(each, ast.ExceptHandler) and _is_broad(each) and not _raises_again(each)
    ]

    assert found == []


def test_only_settings_read_the_environment() -> None:
    """What a run depends on is read in one place, so that the list of settings is the whole truth."""
    found = [
        f"{file}:{line}"
        for file in files()
        if file != ENVIRONMENT
        for line, is_set in _environment(tree_of(file))
        if not (is_set and file in ENVIRONMENT_SETTERS)
    ]

    assert found == []


NAMES_WRITES = {"graph/store/neo4j.py"}
"""A write to a server has a name that no other has, so that it is known again when its answer was lost."""


def test_no_clock_and_no_chance_below_the_doors() -> None:
    """`now` is an argument below api/, and equal input gives equal output."""
    below = files("graph", "context", "archivists")
    clocks = [
        f"{file}:{node.lineno} {dotted(node)}"
        for file in below
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.Attribute) and ".".join(dotted(node).split(".")[-2:]) in CLOCK
    ]
    chances = [
        f"{file}:{each.line} {each.module}"
        for file in below
        for each in imports(file)
        if each.module in CHANCE and file not in NAMES_WRITES
    ]

    assert clocks + chances == []


def _is_broad(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(dotted(each) in ("Exception", "BaseException") for each in caught)


def _raises_again(handler: ast.ExceptHandler) -> bool:
    last = handler.body[-1]
    return isinstance(last, ast.Raise) and last.exc is None


def _environment(tree: ast.Module) -> Iterator[tuple[int, bool]]:
    """The lines that touch the environment, and whether they only set it."""
    setting = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            setting.add(node.value)
        if isinstance(node, ast.Call) and dotted(node.func) == "os.environ.setdefault":
            assert isinstance(node.func, ast.Attribute)
            setting.add(node.func.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "os":
            if any(name.name in ("environ", "getenv") for name in node.names):
                yield node.lineno, False
        elif isinstance(node, ast.Attribute) and dotted(node) in ("os.environ", "os.getenv", "os.environb"):
            yield node.lineno, node in setting


OF_A_DOOR = re.compile(r"\b(GET|POST|PUT|PATCH|DELETE) |(?<![\w-])--[a-z]|query parameter")
OF_NO_DOOR = re.compile(r"`remembrancer [^`]*`")  # What only a command does is named to everybody.
DOORS = ("api/http/", "api/commands/")


def test_messages_name_no_door() -> None:
    """An error is read at a terminal, over HTTP and by models: routes and options are named by these doors alone.

    A field stands in backticks, which commands tell as their option.
    """
    found = [
        f"{file}:{text.lineno}: {text.value}"
        for file in files()
        if not file.startswith(DOORS)
        for raised in ast.walk(tree_of(file))
        if isinstance(raised, ast.Raise)
        for text in ast.walk(raised)
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
        if OF_A_DOOR.search(OF_NO_DOOR.sub("", text.value))
    ]

    assert found == []
