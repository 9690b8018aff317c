"""Reads chats in the format of OpenAI's messages: one JSON document, or JSON lines."""

import json
from collections.abc import Iterator, Sequence

from api.http.message_bodies import plain, words_of
from api.http.side_requests import is_side_request
from api.importers.sources import Imported, LeftOut, SourceFile, extra_of, number_of, role_named
from graph.values.items import Role

EXPECTED = 'a message such as {"role": "user", "content": "Hello"} or a conversation such as {"messages": [...]}'
TIMES = ("sent_at", "created_at", "create_time", "timestamp")
CONTENT = ("content", "body")
READ = {"role", *CONTENT, "name", "sender", "id", "world_time", "expires_at", "remember", *TIMES}
SYSTEM = ("system", "developer")
UNREADABLE = "fewer levels of lists and objects, or shorter numbers"


def read_openai(source: SourceFile, lines: Iterator[str]) -> Iterator[Imported | LeftOut]:
    """The messages of one JSON document, or of JSON lines, which are read one at a time.

    Each conversation on its own line or in a list is a chat, named after its `id` or its number.
    """
    conversation_count = 0
    for place, value in json_values(source, lines):
        match value:
            case {"messages": _}:
                conversations: Sequence[object] = [value]
            case list([{"messages": _}, *_]):
                conversations = value
            case list():
                yield from _messages_of(source, value, _chat_name(source, 1))
                continue
            case _:
                yield imported_message(source, value, place, _chat_name(source, 1))
                continue
        for conversation in conversations:
            conversation_count += 1
            yield from _messages_of_conversation(source, conversation, place, conversation_count)


def each_value(source: SourceFile, lines: Iterator[str]) -> Iterator[tuple[str, int, object]]:
    """The conversations of a document or of JSON lines, which have one or a list of them, with place and number."""
    found = ((place, each) for place, value in json_values(source, lines) for each in _listed(value))
    return ((place, number, each) for number, (place, each) in enumerate(found, 1))


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else [value]


def json_values(source: SourceFile, lines: Iterator[str]) -> Iterator[tuple[str, object]]:
    """JSON values and their places: one per line, or a single one over all lines."""
    is_first = True
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except json.JSONDecodeError as error:
            if not is_first:
                place = f"line {number}, column {error.colno}"
                raise source.wrong(place, line, f"one JSON value on each line ({_fault(error)})") from error
            yield f"line {number}", _whole_document(source, [line, *lines], number)
            return
        except (RecursionError, ValueError) as error:
            raise source.wrong(f"line {number}", line, UNREADABLE) from error
        is_first = False
        yield f"line {number}", value


def _whole_document(source: SourceFile, lines: Sequence[str], first: int) -> object:
    try:
        return json.loads("".join(lines))
    except json.JSONDecodeError as error:
        wrong = lines[error.lineno - 1] if error.lineno <= len(lines) else ""
        found = wrong[max(0, error.colno - 21) : error.colno + 20].strip() or "the end of the file"
        place = f"line {first + error.lineno - 1}, column {error.colno}"
        raise source.wrong(place, found, f"JSON ({_fault(error)})") from error
    except (RecursionError, ValueError) as error:
        raise source.wrong(f"line {first}", lines[0], UNREADABLE) from error


def _fault(error: json.JSONDecodeError) -> str:
    """What is wrong, as a sentence that ends: some of Python's expect the place after them."""
    return f"{error.msg.removesuffix(' at').removesuffix(' starting')}"


def _chat_name(source: SourceFile, number: int) -> str:
    name = source.path.stem if source.options.chat is None else source.options.chat
    return name if number == 1 else f"{name}:{number}"


def _messages_of_conversation(
    source: SourceFile, conversation: object, place: str, number: int
) -> Iterator[Imported | LeftOut]:
    match conversation:
        case {"messages": list(messages), "id": str() | int() as id} if source.options.chat is None:
            yield from _messages_of(source, messages, str(id))
        case {"messages": list(messages)}:
            yield from _messages_of(source, messages, _chat_name(source, number))
        case _:
            raise source.wrong(place, conversation, 'a conversation such as {"messages": [...]}')


def _messages_of(source: SourceFile, messages: Sequence[object], chat: str) -> Iterator[Imported | LeftOut]:
    for number, message in enumerate(messages, 1):
        yield imported_message(source, message, f"message {number} of chat {chat}", chat)


def imported_message(source: SourceFile, message: object, place: str, chat: str) -> Imported | LeftOut:
    """One message as a line of this chat, or why it is none. Raises BadInput that names the place."""
    fields: dict[str, object] = plain(message) if isinstance(message, dict) else {}
    if not isinstance(role := fields.get("role"), str):
        raise source.wrong(place, message, EXPECTED)
    if role.casefold() in SYSTEM:
        return LeftOut("system prompt", place, words_of(fields.get("content")))
    known = role_named(role)
    if known is None:
        raise source.wrong(place, f"role {role}", "user, assistant, tool, narrator, system or developer")
    if known is Role.USER and fields.keys().isdisjoint(CONTENT):  # Under another name the text would be silently lost.
        raise source.wrong(place, ", ".join(fields), "the field content, with what was said")
    body = fields.get("content") or fields.get("body") or ""
    if not isinstance(body, str):
        raise source.wrong(place, body, "content that is text, null or a list of parts")
    if not body.strip():
        return LeftOut("empty message", place)
    if known is Role.USER and is_side_request(body):
        return LeftOut("request of a chat program for itself", place, body)
    id = fields.get("id")
    sent_at = next((fields[name] for name in TIMES if fields.get(name) is not None), None)
    line = {
        "role": known,
        "body": body,
        "sender": str(fields.get("name") or fields.get("sender") or ""),
        "sent_at": source.time(place, sent_at, "a time such as 2024-05-01T10:00:00+03:00 or seconds since 1970"),
        "world_time": number_of(fields.get("world_time")),
        "expires_at": source.time(place, fields.get("expires_at"), "a time such as 2024-05-15T10:00:00+03:00"),
        "is_remembered": fields.get("remember") is not False,
        "external_id": id if isinstance(id, str) and id else None,
        "extra": extra_of({name: value for name, value in fields.items() if name not in READ}),
    }
    return Imported(chat, source.checked(place, line), place)
