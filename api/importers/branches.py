"""Chats whose messages form a tree: a reply that was generated again is a branch beside the first one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from api.importers.openai_messages import each_value, imported_message
from api.importers.sources import Imported, LeftOut, SourceFile


def branches(parents: Mapping[str, str | None], tip: str | None) -> Iterator[Sequence[str]]:
    """Each path from a first message to a last one. The path to `tip`, where the chat goes on, comes last.

    A message whose parent is missing is a first one. A cycle of parents is cut where it closes.
    """
    inner = {parent for parent in parents.values() if parent is not None}
    leaves = [id for id in parents if id not in inner and id != tip]
    for leaf in [*leaves, *([tip] if tip in parents else [])]:
        path: dict[str, None] = {}
        at: str | None = leaf
        while at is not None and at in parents and at not in path:
            path[at] = None
            at = parents[at]
        yield [*path][::-1]


class Tree(NamedTuple):
    """A conversation as its program keeps it."""

    id: object  # None: it has none
    messages: Mapping[str, object]  # by id, in the fields of OpenAI's
    parents: Mapping[str, object]  # by id, also of nodes that are no message
    tip: object  # the id of the message where it goes on


def read_trees(
    source: SourceFile, lines: Iterator[str], tree_of: Callable[[object], Tree | None], expected: str
) -> Iterator[Imported | LeftOut]:
    """The messages of each conversation, a chat named by its id, branch by branch; the one that goes on comes last.

    What is left out is said once. Raises BadInput for what `tree_of` does not take for a conversation.
    """
    for place, number, value in each_value(source, lines):
        if (tree := tree_of(value)) is None:
            raise source.wrong(place, value, expected)
        chat = source.options.chat or str(tree.id or f"{source.path.stem}:{number}")
        parents = {id: parent if isinstance(parent, str) else None for id, parent in tree.parents.items()}
        left_out: set[str] = set()
        for path in branches(parents, str(tree.tip)):
            for id in path:
                if id not in tree.messages or id in left_out:
                    continue
                message, where = tree.messages[id], f"message {id} of chat {chat}"
                if not isinstance(message, Mapping):
                    raise source.wrong(where, message, "a message: an object")
                found = imported_message(source, message, where, chat)
                if isinstance(found, LeftOut):
                    left_out.add(id)
                yield found
