"""ChatGPT's `conversations.json`: conversations whose messages form a tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from api.importers.branches import Tree, read_trees
from api.importers.sources import Imported, LeftOut, SourceFile

EXPECTED = 'a conversation such as {"id": "…", "mapping": {…}}'


def read_chatgpt(source: SourceFile, lines: Iterator[str]) -> Iterator[Imported | LeftOut]:
    """The messages of each conversation, branch by branch; the visible branch comes last."""
    return read_trees(source, lines, _tree_of, EXPECTED)


def _tree_of(conversation: object) -> Tree | None:
    match conversation:
        case {"mapping": dict(mapping), **more}:
            nodes = {id: _object(node) for id, node in mapping.items()}
            messages = {id: message for id, node in nodes.items() if (message := _object(node.get("message")))}
            said = {id: _as_openai(id, message) for id, message in messages.items()}
            parents = {id: node.get("parent") for id, node in nodes.items()}
            return Tree(more.get("id") or more.get("conversation_id"), said, parents, more.get("current_node"))
    return None


def _as_openai(id: str, message: Mapping[str, object]) -> dict[str, object]:
    author, content, about = (_object(message.get(name)) for name in ("author", "content", "metadata"))
    hidden = about.get("is_visually_hidden_from_conversation")
    given = content.get("parts")
    tool = message.get("recipient")
    is_call = tool not in (None, "all") and author.get("role") == "assistant"
    return {
        "id": id,
        "role": "system" if hidden else author.get("role"),
        "content": None if is_call else given if isinstance(given, list) else [content.get("text")],
        **({"tool_calls": [{"name": tool}]} if is_call else {}),
        "attachments": about.get("attachments"),
        "name": author.get("name"),
        "create_time": message.get("create_time"),
        "model": about.get("model_slug"),
    }


def _object(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
