"""The pieces of a block, and how each item becomes one."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from context.wording.item_lines import (
    entity_line,
    is_dated,
    message_line,
    moment,
    name,
    number,
    speaker,
    summary_line,
    with_days,
    with_ends,
)
from context.wording.reasons import Reason
from graph.store.verbs import Label
from graph.text.tokens import count_tokens
from graph.values.codec import shown_ms
from graph.values.items import Entity, Item, Message, Summary
from languages.language import Phrases

CHAT_CHARS_MAX = 40
"""Names of chats are the caller's keys and can be long."""

_END_OF_ID = re.compile(r"-[0-9a-f]{12}$")
"""The end of a UUID, and of the name that the proxy gives to a chat without one."""

_LETTER_BESIDE_DIGIT = re.compile(r"(?<=\d)(?=[^\W\d_])|(?<=[^\W\d_])(?=\d)")
_BESIDE_MAX = 3
"""The most in names that people give: none in "sprint-12", two in "2024q3a". Ids of programs have four and more."""


class Piece(NamedTuple):
    """One item as it will stand in the block, with what it says. A tuple, since a block makes a hundred."""

    id: str
    label: Label
    section: str
    text: str  # list entries, each line ended
    place: tuple[float, str]  # where it stands in its section, ascending
    tokens: int  # of `text`; o200k does not join lines, so a block costs as much as its lines
    called: str = ""  # in reasons: "summary s12"
    group: str = ""  # pieces next to each other in one group share a date line
    header: str = ""  # the date line, without its end
    chat: str = ""  # the line that names the chat, above its dates; "" needs none
    year: str = ""  # the part of `header` that is left out below a line of the same year
    reason: str = ""  # why it is here when its score isn't the reason
    says: tuple[str, ...] = ()  # statements, word for word
    quoted: str = ""  # `text` as it was said, if days were added to it
    tells: str = ""  # of a text that retells others: the part of it that stands here
    covers: Collection[str] = ()  # facts that this text was made from
    shortened: Callable[[str], Piece] | None = None  # the same piece with less to tell
    instead_of: Mapping[str, Reason] = MappingProxyType({})  # items that make way for it, each with the reason
    stands_for: int = 0  # messages of the history that nothing else in the block may stand for
    within: frozenset[str] = frozenset()  # summaries that hold it, through all levels
    quotes: tuple[str, ...] = ()  # other messages whose words stand in it, or summaries that it also stands for


def piece_of(row: Item, section: str, text: str, order: float, called: str) -> Piece:
    """A piece with this text; `order` is its place in the section."""
    place = (order, row.id)
    return Piece(
        id=row.id, label=row.label, section=section, text=text, place=place, tokens=count_tokens(text), called=called
    )


def summary_piece(
    row: Summary, section: str, body: str, *, within: frozenset[str], people: str = "", phrases: Phrases
) -> Piece:
    """A summary, or what it says beyond the rest, as a part of the history; `people` stand above it, if any."""
    line = summary_line(row, body, phrases, phrases.messages_line(row.message_count))
    return piece_of(row, section, line, row.first_position, f"summary {row.id}")._replace(
        group=people,
        header=name(people),
        reason=f"stands for {row.message_count} earlier messages",
        tells=body,
        shortened=partial(summary_piece, row, section, within=within, people=people, phrases=phrases),
        stands_for=row.message_count,
        within=within,
    )


def message_piece(
    row: Message, section: str, body: str, *, chat: str, phrases: Phrases, ended: Mapping[str, str] | None = None
) -> Piece:
    """A message, or a part of it, under its date; lines of a world clock are grouped by their conversation.

    `chat` is the one whose name goes without saying; the name of another stands once, above all of its dates.
    `ended` are statements in it that hold no longer, each with a note until when.
    """
    year = ""
    if row.world_time is not None:
        group, header = row.conversation, phrases.world_time.format(number(row.world_time))
    else:
        at_ms = shown_ms(row.sent_at)
        header = moment(at_ms, row.position, phrases)
        group = f"{row.chat}\n{header}"
        year = f" {row.sent_at.year}" if is_dated(at_ms, row.position) else ""
    is_told = bool(row.chat) and row.chat != chat and not _is_made_up(row.chat)
    plain, shown = (
        message_line(speaker(row, phrases), body),
        message_line(speaker(row, phrases), with_ends(with_days(row, body, phrases), ended or {})),
    )
    piece = piece_of(row, section, shown, row.position, f"message {row.id}")
    return piece._replace(
        group=group,
        header=header,
        chat=phrases.in_chat.format(name(row.chat)[:CHAT_CHARS_MAX]) if is_told else "",
        year=year,
        quoted="" if plain == shown else plain,
    )


def _is_made_up(chat: str) -> bool:
    """Whether a program made up this name, so that it tells a reader nothing."""
    return _END_OF_ID.search(chat) is not None or len(_LETTER_BESIDE_DIGIT.findall(chat)) > _BESIDE_MAX


def entity_piece(
    row: Entity, section: str, text: str, *, called: str, covers: Collection[str], score: float, phrases: Phrases
) -> Piece:
    """An entity with its dossier or its brief."""
    return piece_of(row, section, entity_line(row, text, phrases), -score, called)._replace(
        tells=text,
        covers=covers,
        shortened=partial(entity_piece, row, section, called=called, covers=covers, score=score, phrases=phrases),
    )


def heading(section: str, phrases: Phrases) -> str:
    """A section's heading with the blank line above it."""
    return f"\n## {phrases.headings[section]}\n"


def header_line(piece: Piece, year: str) -> str:
    """The date above a group of pieces, without the year if that stands above already."""
    header = piece.header.replace(year, "", 1) if piece.year == year else piece.header
    return f"{header}\n" if header else ""
