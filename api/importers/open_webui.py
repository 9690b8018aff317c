"""Chats that Open WebUI exports: a list of chats whose messages form a tree."""

from __future__ import annotations

from collections.abc import Iterator

from api.importers.branches import read_branches
from api.importers.openai_messages import each_value
from api.importers.sources import Imported, LeftOut, SourceFile

TREE = {"parentId", "childrenIds", "models", "modelIdx", "done", "userContext", "statusHistory"}
"""How the tree hangs together, and what a page shows. This is not kept."""

EXPECTED = 'a chat such as {"id": "…", "chat": {"history": {"messages": {…}}}}'


def read_open_webui(source: SourceFile, lines: Iterator[str]) -> Iterator[Imported | LeftOut]:
    """The messages of each chat, which is named by its id, branch by branch; the one that is shown comes last."""
    for place, _, value in each_value(source, lines):
        match value:
            case {"id": id, "chat": {"history": {"messages": dict(held), **more}}}:
                said = {id: {**each, "id": id} for id, each in held.items() if isinstance(each, dict)}
                parents = {id: each.get("parentId") for id, each in said.items()}
                said = {id: {name: each[name] for name in each.keys() - TREE} for id, each in said.items()}
                chat = source.options.chat or str(id)
                yield from read_branches(source, said, parents, str(more.get("currentId")), chat)
            case _:
                raise source.wrong(place, value, EXPECTED)
