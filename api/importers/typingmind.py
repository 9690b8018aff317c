"""Exports of TypingMind: one file, or a single chat. Memories that `remembrancer compress` has made are left out."""

from collections.abc import Iterator, Mapping, Sequence

from api.importers.openai_messages import imported_message, json_values
from api.importers.sources import Imported, LeftOut, SourceFile
from archivists.transcripts.memories import chunk_start_of

EXPECTED = 'an export such as {"data": {"chats": […]}}, or a chat such as {"chatID": "…", "messages": […]}'


def read_typingmind(source: SourceFile, lines: Iterator[str]) -> Iterator[Imported | LeftOut]:
    """The messages of each chat, which is named by its id. Deleted chats are left out."""
    for place, value in json_values(source, lines):
        for number, chat in enumerate(_chats(source, value, place), 1):
            match chat:
                case {"deletedAt": str()}:
                    yield LeftOut("deleted chat", place)
                case {"messages": list(messages), **more}:
                    id = more.get("chatID") or more.get("id") or f"{source.path.stem}:{number}"
                    yield from _messages(source, messages, source.options.chat or str(id))
                case {"messages": None}:
                    continue
                case _:
                    raise source.wrong(place, chat, EXPECTED)


def _chats(source: SourceFile, value: object, place: str) -> Sequence[object]:
    match value:
        case {"data": {"chats": list(chats)}} | {"chats": list(chats)} | list(chats):
            return chats
        case {"messages": _}:
            return [value]
        case _:
            raise source.wrong(place, value, EXPECTED)


def _messages(source: SourceFile, messages: Sequence[object], chat: str) -> Iterator[Imported | LeftOut]:
    for number, message in enumerate(messages, 1):
        place = f"message {number} of chat {chat}"
        if not isinstance(message, Mapping):
            raise source.wrong(place, message, "a message: an object")
        if chunk_start_of(str(message.get("uuid"))):
            yield LeftOut("message of a memory", place)
            continue
        fields = {"id": message.get("uuid"), "created_at": message.get("createdAt"), "model": message.get("model")}
        content = message.get("content")
        said = [part for part in content if _is_text(part)] if isinstance(content, list) else content
        yield imported_message(source, {"role": message.get("role"), "content": said, **fields}, place, chat)


def _is_text(part: object) -> bool:
    return isinstance(part, str) or (isinstance(part, Mapping) and part.get("type") == "text")
