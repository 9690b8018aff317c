"""Chats whose messages form a tree: a reply that was generated again is a branch beside the first one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from api.importers.openai_messages import imported_message
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


def read_branches(
    source: SourceFile,
    messages: Mapping[str, Mapping[str, object]],
    parents: Mapping[str, object],
    tip: str | None,
    chat: str,
) -> Iterator[Imported | LeftOut]:
    """The messages of a chat, in the fields of OpenAI's, branch by branch; what is left out is said once."""
    left_out: set[str] = set()
    for path in branches({id: parent if isinstance(parent, str) else None for id, parent in parents.items()}, tip):
        for id in path:
            if id not in messages or id in left_out:
                continue
            found = imported_message(source, messages[id], f"message {id} of chat {chat}", chat)
            if isinstance(found, LeftOut):
                left_out.add(id)
            yield found
