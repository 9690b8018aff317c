"""Claude's `conversations.json`: conversations with `chat_messages`, which name their parents in newer exports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from api.importers.branches import read_branches
from api.importers.openai_messages import each_value
from api.importers.sources import Imported, LeftOut, SourceFile

EXPECTED = 'a conversation such as {"uuid": "…", "chat_messages": […]}'


def read_claude(source: SourceFile, lines: Iterator[str]) -> Iterator[Imported | LeftOut]:
    """The messages of each conversation, a chat named by its id, branch by branch; the newest comes last."""
    for place, number, conversation in each_value(source, lines):
        match conversation:
            case {"chat_messages": list(messages), **more}:
                chat = source.options.chat or str(more.get("uuid") or f"{source.path.stem}:{number}")
                yield from _conversation(source, messages, chat)
            case _:
                raise source.wrong(place, conversation, EXPECTED)


def _conversation(source: SourceFile, messages: Sequence[object], chat: str) -> Iterator[Imported | LeftOut]:
    found: dict[str, Mapping[str, object]] = {}
    parents: dict[str, object] = {}
    before: str | None = None
    for number, message in enumerate(messages, 1):
        if not isinstance(message, Mapping):
            raise source.wrong(f"message {number} of chat {chat}", message, "a message: an object")
        id = str(message.get("uuid") or number)
        found[id] = _as_openai(message)
        parents[id] = message.get("parent_message_uuid") or before
        before = id
    yield from read_branches(source, found, parents, before, chat)


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
