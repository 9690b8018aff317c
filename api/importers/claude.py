"""Claude's `conversations.json`: conversations with `chat_messages`, which name their parents in newer exports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from api.importers.branches import Tree, read_trees
from api.importers.sources import Imported, LeftOut, SourceFile

EXPECTED = 'a conversation such as {"uuid": "…", "chat_messages": […]}'


def read_claude(source: SourceFile, lines: Iterator[str]) -> Iterator[Imported | LeftOut]:
    """The messages of each conversation, branch by branch; the newest comes last."""
    return read_trees(source, lines, _tree_of, EXPECTED)


def _tree_of(conversation: object) -> Tree | None:
    match conversation:
        case {"chat_messages": list(messages), **more}:
            found: dict[str, object] = {}
            parents: dict[str, object] = {}
            before: str | None = None
            for number, message in enumerate(messages, 1):
                told = message if isinstance(message, Mapping) else {}
                id = str(told.get("uuid") or number)
                found[id] = _as_openai(told) if told else message
                parents[id] = told.get("parent_message_uuid") or before
                before = id
            return Tree(more.get("uuid"), found, parents, before)
    return None


def _as_openai(message: Mapping[str, object]) -> dict[str, object]:
    content = message.get("content")
    return {
        "id": message.get("uuid"),
        "role": message.get("sender"),
        "content": message.get("text") or (content if isinstance(content, list) else None),
        "attachments": message.get("attachments"),
        "files": message.get("files"),
        "created_at": message.get("created_at"),
    }
