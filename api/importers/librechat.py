"""Conversations that LibreChat exports as JSON: messages that name their parents, or hold their children."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from api.importers.branches import Tree, read_trees
from api.importers.sources import Imported, LeftOut, SourceFile

EXPECTED = 'a conversation such as {"conversationId": "…", "messages": […]}'


def read_librechat(source: SourceFile, lines: Iterator[str]) -> Iterator[Imported | LeftOut]:
    """The messages of a conversation, branch by branch; the newest comes last."""
    return read_trees(source, lines, _tree_of, EXPECTED)


def _tree_of(conversation: object) -> Tree | None:
    match conversation:
        case {"messages": list(messages), **more}:
            found = {str(each.get("messageId") or n): each for n, each in enumerate(_all(messages), 1)}
            said = {id: _as_openai(id, each) for id, each in found.items()}
            parents = {id: each.get("parentMessageId") for id, each in found.items()}
            return Tree(more.get("conversationId"), said, parents, next(reversed(found), None))
    return None


def _all(messages: Sequence[object]) -> Iterator[Mapping[str, object]]:
    for each in messages:
        if isinstance(each, Mapping):
            yield each
            children = each.get("children")
            yield from _all(children if isinstance(children, list) else [])


def _as_openai(id: str, message: Mapping[str, object]) -> dict[str, object]:
    parts = message.get("content")
    called = [part.get("tool_call") for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
    return {
        "id": id,
        "role": "user" if message.get("isCreatedByUser") else "assistant",
        "content": message.get("text") or parts,
        "tool_calls": [call for call in called if call],
        "attachments": message.get("attachments"),
        "files": message.get("files"),
        "created_at": message.get("createdAt"),
        "model": message.get("model"),
    }
