"""Claude's `conversations.json`: conversations with `chat_messages`, which name their parents in newer exports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from api.importers.branches import branches
from api.importers.openai_messages import imported_message, json_values
from api.importers.sources import Imported, LeftOut, SourceFile

EXPECTED = 'a conversation such as {"uuid": "…", "chat_messages": […]}'


def read_claude(source: SourceFile, lines: Iterator[str]) -> Iterator[Imported | LeftOut]:
    """The messages of each conversation, a chat named by its id, branch by branch; the newest comes last."""
    for place, value in json_values(source, lines):
        for number, conversation in enumerate(value if isinstance(value, list) else [value], 1):
            match conversation:
                case {"chat_messages": list(messages)}:
                    chat = source.options.chat or str(conversation.get("uuid") or f"{source.path.stem}:{number}")
                    yield from _conversation(source, messages, chat)
                case _:
                    raise source.wrong(place, conversation, EXPECTED)


def _conversation(source: SourceFile, messages: Sequence[object], chat: str) -> Iterator[Imported | LeftOut]:
    found: dict[str, Mapping[str, object]] = {}
    parents: dict[str, str | None] = {}
    before: str | None = None
    for number, message in enumerate(messages, 1):
        if not isinstance(message, Mapping):
            raise source.wrong(f"message {number} of chat {chat}", message, "a message: an object")
        id = str(message.get("uuid") or number)
        found[id] = message
        parents[id] = str(parent) if (parent := message.get("parent_message_uuid")) else before
        before = id
    left_out: set[str] = set()
    for path in branches(parents, before):
        for id in path:
            if id in left_out:
                continue
            line = imported_message(source, _as_openai(found[id]), f"message {id} of chat {chat}", chat)
            if isinstance(line, LeftOut):
                left_out.add(id)
            yield line


def _as_openai(message: Mapping[str, object]) -> dict[str, object]:
    content = message.get("content")
    return {
        "id": message.get("uuid"),
        "role": message.get("sender"),
        "content": message.get("text") or (content if isinstance(content, list) else None),
        "created_at": message.get("created_at"),
    }
