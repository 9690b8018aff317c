"""The project's own source as syntax trees, for rules that count."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("languages", "graph", "context", "archivists", "api")

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Import:
    """One imported module, as `import a.b` and `from a.b import c` both name it: "a.b"."""

    module: str
    line: int
    is_in_function: bool
    is_for_types: bool  # under `if TYPE_CHECKING:`, so that nothing is loaded

    @property
    def top(self) -> str:
        """The name that was installed."""
        return self.module.split(".")[0]


def files(*folders: str) -> list[str]:
    """Every Python file below these folders of the project, relative to its root, sorted."""
    return sorted(
        path.relative_to(ROOT).as_posix() for folder in folders or PACKAGES for path in (ROOT / folder).rglob("*.py")
    )


@cache
def text_of(file: str) -> str:
    """The file's text."""
    return (ROOT / file).read_text(encoding="utf-8")


@cache
def tree_of(file: str) -> ast.Module:
    """The file's syntax tree."""
    return ast.parse(text_of(file), file)


def functions(file: str) -> Iterator[Function]:
    """Every function and method, nested ones too."""
    return (node for node in ast.walk(tree_of(file)) if isinstance(node, Function))


@cache
def imports(file: str) -> list[Import]:
    """Every import of a file."""
    return list(_imports(tree_of(file), is_in_function=False, is_for_types=False))


def dotted(node: ast.AST) -> str:
    """`a.b.c` of an attribute chain that starts at a name; "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{start}.{node.attr}" if (start := dotted(node.value)) else ""
    return ""


def _imports(node: ast.AST, *, is_in_function: bool, is_for_types: bool) -> Iterator[Import]:
    match node:
        case ast.Import(names=names):
            yield from (Import(name.name, node.lineno, is_in_function, is_for_types) for name in names)
        case ast.ImportFrom(module=module):
            yield Import("." * node.level + (module or ""), node.lineno, is_in_function, is_for_types)
    is_in_function = is_in_function or isinstance(node, Function | ast.Lambda)
    is_for_types = is_for_types or (isinstance(node, ast.If) and dotted(node.test).endswith("TYPE_CHECKING"))
    for child in ast.iter_child_nodes(node):
        yield from _imports(child, is_in_function=is_in_function, is_for_types=is_for_types)
