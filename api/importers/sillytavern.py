"""Chats of SillyTavern: JSON lines, the first of which may say who takes part."""

import re
from collections.abc import Iterator
from datetime import datetime

from api.importers.openai_messages import imported_message, json_values
from api.importers.sources import Imported, LeftOut, SourceFile

MACROS = {"{{user}}": "user", "<user>": "user", "{{char}}": "char", "<bot>": "char"}
MACRO = re.compile("|".join(MACROS), re.IGNORECASE)
EXPECTED = 'a message such as {"name": "Ada", "is_user": true, "mes": "Hello"}'
STAMP = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})\s*@\s*(\d{1,2})h\s*(\d{1,2})m\s*(?:(\d{1,2})s)?")
"""2023-6-19 @14h 20m 11s 123ms"""


def read_sillytavern(source: SourceFile, lines: Iterator[str]) -> Iterator[Imported | LeftOut]:
    """The messages of a chat, named after the file. Of several generated replies, the chosen one is read.

    {{user}} and {{char}} become the names of who speaks.
    """
    chat = source.options.chat or source.path.stem
    names = {"user": "User", "char": "Assistant"}
    for place, value in json_values(source, lines):
        match value:
            case {"mes": str(text), **more}:
                if (name := str(more.get("name") or "")) and not more.get("is_system"):
                    names["user" if more.get("is_user") else "char"] = name
                fields = {
                    "role": "system" if more.get("is_system") else "user" if more.get("is_user") else "assistant",
                    "content": MACRO.sub(lambda found: names[MACROS[found[0].casefold()]], text),
                    "name": more.get("name"),
                    "sent_at": _time(more.get("send_date")),
                    "model": model if (model := more.get("model")) else None,
                }
                yield imported_message(source, fields, place, chat)
                swipes = more.get("swipes")
                for other in swipes[1:] if isinstance(swipes, list) else []:
                    yield LeftOut("reply that was not chosen", place, str(other))
            case {"chat_metadata": _, **more} | {"user_name": _, **more}:
                for macro, field in (("user", "user_name"), ("char", "character_name")):
                    if (told := str(more.get(field) or "unused")) != "unused":
                        names[macro] = told
            case _:
                raise source.wrong(place, value, EXPECTED)


def _time(value: object) -> object:
    """SillyTavern's own time formats as ISO 8601; anything else stays as it is."""
    if not isinstance(value, str):
        return value
    if found := STAMP.match(value):
        year, month, day, hour, minute, second = (int(part or 0) for part in found.groups())
        return f"{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"
    try:  # June 19, 2023 2:20pm
        return datetime.strptime(value, "%B %d, %Y %I:%M%p").isoformat()
    except ValueError:
        return value
