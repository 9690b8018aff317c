"""Exports of chats whose messages form a tree: a reply that was generated again is a branch beside the first one."""

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


def chatgpt_tree(conversation: object) -> Tree | None:
    """A conversation of ChatGPT; the visible branch is the one that goes on."""
    match conversation:
        case {"mapping": dict(mapping), **more}:
            nodes = {id: _object(node) for id, node in mapping.items()}
            messages = {id: message for id, node in nodes.items() if (message := _object(node.get("message")))}
            said = {id: _from_chatgpt(id, message) for id, message in messages.items()}
            parents = {id: node.get("parent") for id, node in nodes.items()}
            return Tree(more.get("id") or more.get("conversation_id"), said, parents, more.get("current_node"))
    return None


def _from_chatgpt(id: str, message: Mapping[str, object]) -> dict[str, object]:
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


def claude_tree(conversation: object) -> Tree | None:
    """A conversation of Claude, whose messages name their parents in newer exports; the newest goes on."""
    match conversation:
        case {"chat_messages": list(messages), **more}:
            found: dict[str, object] = {}
            parents: dict[str, object] = {}
            before: str | None = None
            for number, message in enumerate(messages, 1):
                told = message if isinstance(message, Mapping) else {}
                id = str(told.get("uuid") or number)
                found[id] = _from_claude(told) if told else message
                parents[id] = told.get("parent_message_uuid") or before
                before = id
            return Tree(more.get("uuid"), found, parents, before)
    return None


def _from_claude(message: Mapping[str, object]) -> dict[str, object]:
    content = message.get("content")
    return {
        "id": message.get("uuid"),
        "role": message.get("sender"),
        "content": message.get("text") or (content if isinstance(content, list) else None),
        "attachments": message.get("attachments"),
        "files": message.get("files"),
        "created_at": message.get("created_at"),
    }


def librechat_tree(conversation: object) -> Tree | None:
    """A conversation of LibreChat: messages that name their parents, or hold their children; the newest goes on."""
    match conversation:
        case {"messages": list(messages), **more}:
            found = {str(each.get("messageId") or n): each for n, each in enumerate(_with_children(messages), 1)}
            said = {id: _from_librechat(id, each) for id, each in found.items()}
            parents = {id: each.get("parentMessageId") for id, each in found.items()}
            return Tree(more.get("conversationId"), said, parents, next(reversed(found), None))
    return None


def _with_children(messages: Sequence[object]) -> Iterator[Mapping[str, object]]:
    for each in messages:
        if isinstance(each, Mapping):
            yield each
            children = each.get("children")
            yield from _with_children(children if isinstance(children, list) else [])


def _from_librechat(id: str, message: Mapping[str, object]) -> dict[str, object]:
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


OF_TREE = {"parentId", "childrenIds", "models", "modelIdx", "done", "userContext", "statusHistory"}
"""How the tree of Open WebUI hangs together, and what its page shows. This is not kept."""


def open_webui_tree(chat: object) -> Tree | None:
    """A chat of Open WebUI; the branch that is shown is the one that goes on."""
    match chat:
        case {"id": id, "chat": {"history": {"messages": dict(held), **more}}}:
            said = {id: {**each, "id": id} for id, each in held.items() if isinstance(each, dict)}
            parents = {id: each.get("parentId") for id, each in said.items()}
            said = {id: {name: each[name] for name in each.keys() - OF_TREE} for id, each in said.items()}
            return Tree(id, said, parents, more.get("currentId"))
    return None
