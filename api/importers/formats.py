"""Recognises the format of a file and reads it."""

import re
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import partial
from itertools import chain
from pathlib import Path

from api.importers.chim import has_columns, read_chim
from api.importers.openai_messages import read_openai
from api.importers.packed import members_of
from api.importers.plain_text import read_text
from api.importers.sillytavern import read_sillytavern
from api.importers.sources import Imported, ImportOptions, LeftOut, SourceFile, consistent, dated, head_and_lines
from api.importers.telegram import read_telegram
from api.importers.trees import chatgpt_tree, claude_tree, librechat_tree, open_webui_tree, read_trees
from api.importers.typingmind import read_typingmind
from api.importers.whatsapp import is_whatsapp, read_whatsapp
from graph.errors import BadInput

JSON_START = re.compile(r"\s*(?:\{|\[\s*(?:[\[{\"\]]|$))")


class ImportFormat(StrEnum):
    """The format of a file."""

    AUTO = "auto"
    OPENAI = "openai"
    TEXT = "text"
    CHIM = "chim"
    TYPINGMIND = "typingmind"
    CHATGPT = "chatgpt"
    CLAUDE = "claude"
    SILLYTAVERN = "sillytavern"
    WHATSAPP = "whatsapp"
    TELEGRAM = "telegram"
    OPEN_WEBUI = "open-webui"
    LIBRECHAT = "librechat"


MARKS: Mapping[ImportFormat, re.Pattern[str]] = {
    ImportFormat.TYPINGMIND: re.compile(r'"chatID"\s*:|^\s*\{\s*"data"\s*:\s*\{'),
    ImportFormat.CHATGPT: re.compile(r'"mapping"\s*:\s*\{'),
    ImportFormat.CLAUDE: re.compile(r'"chat_messages"\s*:'),
    ImportFormat.SILLYTAVERN: re.compile(r'"chat_metadata"\s*:|"is_user"\s*:'),
    ImportFormat.LIBRECHAT: re.compile(r'"conversationId"\s*:|"isCreatedByUser"\s*:'),
    ImportFormat.OPEN_WEBUI: re.compile(r'"childrenIds"\s*:|"chat"\s*:\s*\{'),
    ImportFormat.TELEGRAM: re.compile(r'"date_unixtime"\s*:|"text_entities"\s*:|"chats"\s*:\s*\{\s*"about"'),
}
"""What the first lines of a JSON file contain in this format only."""

READERS: Mapping[ImportFormat, Callable[[SourceFile, Iterator[str]], Iterator[Imported | LeftOut]]] = {
    ImportFormat.OPENAI: read_openai,
    ImportFormat.TEXT: read_text,
    ImportFormat.CHIM: read_chim,
    ImportFormat.TYPINGMIND: read_typingmind,
    ImportFormat.CHATGPT: partial(
        read_trees, tree_of=chatgpt_tree, expected='a conversation such as {"id": "…", "mapping": {…}}'
    ),
    ImportFormat.CLAUDE: partial(
        read_trees, tree_of=claude_tree, expected='a conversation such as {"uuid": "…", "chat_messages": […]}'
    ),
    ImportFormat.SILLYTAVERN: read_sillytavern,
    ImportFormat.WHATSAPP: read_whatsapp,
    ImportFormat.TELEGRAM: read_telegram,
    ImportFormat.OPEN_WEBUI: partial(
        read_trees,
        tree_of=open_webui_tree,
        expected='a chat such as {"id": "…", "chat": {"history": {"messages": {…}}}}',
    ),
    ImportFormat.LIBRECHAT: partial(
        read_trees, tree_of=librechat_tree, expected='a conversation such as {"conversationId": "…", "messages": […]}'
    ),
}


TAKES: Mapping[str, frozenset[ImportFormat]] = {
    "player": frozenset({ImportFormat.TEXT, ImportFormat.CHIM, ImportFormat.WHATSAPP, ImportFormat.TELEGRAM}),
    "speakers": frozenset({ImportFormat.TEXT}),
}
"""The formats that need an option; the others say themselves who is the user, and where a message begins."""


def read_file(
    path: Path, format: ImportFormat, options: ImportOptions
) -> tuple[ImportFormat, Iterator[Imported | LeftOut]]:
    """The format of a file, and its messages in their order. Raises BadInput."""
    if not path.is_file():
        raise BadInput(f"{path} is not a file; expected the path of one")
    members = members_of(path)
    sources = [SourceFile(path, options, member) for member in members] or [SourceFile(path, options)]
    head, first = head_and_lines(sources[0].lines())
    format = format_of(head) if format is ImportFormat.AUTO else format
    for option, formats in TAKES.items():
        if getattr(options, option) and format not in formats:
            taking = " and ".join(sorted(formats))
            raise BadInput(
                f"{path.name} is {format}, which says itself who speaks; expected {option} only for {taking}"
            )
    found = (READERS[format](each, first if each is sources[0] else each.lines()) for each in sources)
    return format, dated(consistent(chain.from_iterable(found), sources[0]))


def format_of(head: str) -> ImportFormat:
    """The format of a file, by its beginning."""
    if is_whatsapp(head):
        return ImportFormat.WHATSAPP
    if not JSON_START.match(head):
        return ImportFormat.CHIM if has_columns(head.strip().splitlines()[0]) else ImportFormat.TEXT
    other = ImportFormat.CHIM if _is_speech_row(head) else ImportFormat.OPENAI
    return next((format for format, mark in MARKS.items() if mark.search(head)), other)


def _is_speech_row(head: str) -> bool:
    """Whether the first JSON object has the names of a speech row, and not those of a message."""
    start = head.lower()
    names = {name: start.find(f'"{name}"') for name in ("speech", "gamets", "role", "messages")}
    message_at = min((names[name] for name in ("role", "messages") if names[name] >= 0), default=len(start))
    return all(0 <= names[name] < message_at for name in ("speech", "gamets"))
