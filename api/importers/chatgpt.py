"""ChatGPT's `conversations.json`: conversations whose messages form a tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from api.importers.branches import branches
from api.importers.openai_messages import imported_message, json_values
from api.importers.sources import Imported, LeftOut, SourceFile

EXPECTED = 'a conversation such as {"id": "…", "mapping": {…}}'


def read_chatgpt(source: SourceFile, lines: Iterator[str]) -> Iterator[Imported | LeftOut]:
    """The messages of each conversation, a chat named by its id, branch by branch; the visible branch comes last."""
    for place, value in json_values(source, lines):
        for number, conversation in enumerate(value if isinstance(value, list) else [value], 1):
            match conversation:
                case {"mapping": dict(mapping)}:
                    name = (
                        conversation.get("id") or conversation.get("conversation_id") or f"{source.path.stem}:{number}"
                    )
                    chat = source.options.chat or str(name)
                    yield from _conversation(source, mapping, conversation.get("current_node"), chat)
                case _:
                    raise source.wrong(place, conversation, EXPECTED)


def _conversation(
    source: SourceFile, mapping: Mapping[str, object], tip: object, chat: str
) -> Iterator[Imported | LeftOut]:
    nodes = {id: node if isinstance(node, Mapping) else {} for id, node in mapping.items()}
    parents = {id: parent if isinstance(parent := node.get("parent"), str) else None for id, node in nodes.items()}
    left_out: set[str] = set()
    for path in branches(parents, str(tip)):
        for id in path:
            message = nodes[id].get("message")
            if not isinstance(message, Mapping) or id in left_out:
                continue
            found = imported_message(source, _as_openai(id, message), f"message {id} of chat {chat}", chat)
            if isinstance(found, LeftOut):
                left_out.add(id)
            yield found


def _as_openai(id: str, message: Mapping[str, object]) -> dict[str, object]:
    author, content, about = (_object(message.get(name)) for name in ("author", "content", "metadata"))
    hidden = about.get("is_visually_hidden_from_conversation")
    given = content.get("parts")
    parts = given if isinstance(given, list) else [content.get("text")]
    return {
        "id": id,
        "role": "system" if hidden else author.get("role"),
        "content": parts,
        "name": author.get("name"),
        "create_time": message.get("create_time"),
        "model": about.get("model_slug"),
    }


def _object(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
