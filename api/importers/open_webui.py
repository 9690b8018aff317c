"""Chats that Open WebUI exports: a list of chats whose messages form a tree."""

from __future__ import annotations

from collections.abc import Iterator

from api.importers.branches import Tree, read_trees
from api.importers.sources import Imported, LeftOut, SourceFile

TREE = {"parentId", "childrenIds", "models", "modelIdx", "done", "userContext", "statusHistory"}
"""How the tree hangs together, and what a page shows. This is not kept."""

EXPECTED = 'a chat such as {"id": "…", "chat": {"history": {"messages": {…}}}}'


def read_open_webui(source: SourceFile, lines: Iterator[str]) -> Iterator[Imported | LeftOut]:
    """The messages of each chat, branch by branch; the one that is shown comes last."""
    return read_trees(source, lines, _tree_of, EXPECTED)


def _tree_of(chat: object) -> Tree | None:
    match chat:
        case {"id": id, "chat": {"history": {"messages": dict(held), **more}}}:
            said = {id: {**each, "id": id} for id, each in held.items() if isinstance(each, dict)}
            parents = {id: each.get("parentId") for id, each in said.items()}
            said = {id: {name: each[name] for name in each.keys() - TREE} for id, each in said.items()}
            return Tree(id, said, parents, more.get("currentId"))
    return None
