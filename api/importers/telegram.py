"""Telegram's `result.json`: one chat, or an account with its list of chats."""

from collections.abc import Iterator, Mapping

from api.http.attachments import as_quotation
from api.importers.openai_messages import each_value, imported_message
from api.importers.sources import Imported, LeftOut, SourceFile

EXPECTED = 'a chat such as {"name": "Nil", "messages": […]}'
MEDIA = {
    "photo": "image",
    "voice_message": "audio",
    "audio_file": "audio",
    "video_message": "video",
    "video_file": "video",
    "animation": "video",
}
"""Telegram's kinds of media, as types of files."""


def read_telegram(source: SourceFile, lines: Iterator[str]) -> Iterator[Imported | LeftOut]:
    """The messages of each chat, which is named by its id. What Telegram says itself (joined, pinned) is left out."""
    names: set[str] = set()
    for place, _, value in each_value(source, lines):
        chats = value["chats"]["list"] if _is_account(value) else [value]  # type: ignore[index]
        for number, chat in enumerate(chats, 1):
            match chat:
                case {"messages": list(messages)}:
                    name = source.options.chat or str(chat.get("id") or f"{source.path.stem}:{number}")
                    for message in messages:
                        where = f"message {_get(message, 'id')} of chat {name}"
                        yield _message(source, message, where, name)
                        names.add(str(_get(message, "from")))
                case _:
                    raise source.wrong(place, chat, EXPECTED)
    source.check_player(names)


def _is_account(value: object) -> bool:
    match value:
        case {"chats": {"list": [*_]}}:
            return True
    return False


def _message(source: SourceFile, message: object, place: str, chat: str) -> Imported | LeftOut:
    if not isinstance(message, Mapping):
        raise source.wrong(place, message, "a message: an object")
    if message.get("type") != "message":
        return LeftOut("notice of Telegram", place, str(message.get("action") or ""))
    name = str(message.get("from") or "Deleted account")
    text = message.get("text")
    runs = text if isinstance(text, list) else [text]  # What is bold or a link is a part.
    words = "".join(str(_get(run, "text") or "") if isinstance(run, Mapping) else str(run or "") for run in runs)
    if giver := message.get("forwarded_from"):  # Somebody else's words.
        words = f"[forwarded from {giver}]\n{as_quotation(words)}"
    kind = "photo" if "photo" in message else str(message.get("media_type") or "")
    held = message.get("photo") or message.get("file")
    file = {"type": f"{MEDIA.get(kind, '')} file", "url": held, "filename": message.get("file_name")}
    fields = {
        "id": str(message.get("id")),
        "role": source.role_of(name),
        "name": name,
        "content": message.get("sticker_emoji") or words,
        "attachments": [file] if held and "sticker_emoji" not in message else [],
        "sent_at": message.get("date_unixtime") or message.get("date"),
        "reply_to": message.get("reply_to_message_id"),
    }
    return imported_message(source, fields, place, chat)


def _get(value: object, name: str) -> object:
    return value.get(name) if isinstance(value, Mapping) else None
