"""The pieces a block is put together from, how each item becomes one, and the fixed order of the sections."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from context.wording.item_lines import entity_line, message_line, moment, name, number, summary_line
from graph.store.verbs import Label
from graph.text.tokens import count_tokens
from graph.values.codec import to_ms
from graph.values.items import Entity, Fact, KeyInfo, Message, Reflection, SignificantMemory, Summary
from languages.language import Phrases


class Section(StrEnum):
    """The sections in the order of the block: what changes least comes first, so that providers' prompt caches hit."""

    KEY_INFO = "key info"
    REFLECTIONS = "reflections"
    SUMMARIES = "summaries"
    DOSSIERS = "dossiers"
    BRIEFS = "briefs"
    FACTS = "facts"
    THEORIES = "theories"
    QUESTIONS = "questions"
    OBJECTIVES = "objectives"
    MEMORIES = "significant memories"
    EXCERPTS = "excerpts"
    RECENT = "recent messages"


SECTION_LABELS: dict[Section, Label] = {
    Section.KEY_INFO: Label.KEY_INFO,
    Section.REFLECTIONS: Label.REFLECTION,
    Section.SUMMARIES: Label.SUMMARY,
    Section.DOSSIERS: Label.ENTITY,
    Section.BRIEFS: Label.ENTITY,
    Section.FACTS: Label.FACT,
    Section.THEORIES: Label.FACT,
    Section.QUESTIONS: Label.FACT,
    Section.OBJECTIVES: Label.FACT,
    Section.MEMORIES: Label.MEMORY,
    Section.EXCERPTS: Label.MESSAGE,
    Section.RECENT: Label.MESSAGE,
}
"""What each section is made of."""

CHAT_CHARS_MAX = 40
"""Names of chats are keys of the caller's and can be long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One item as it will stand in the block."""

    id: str
    section: Section
    text: str  # list entries, each line ended
    place: tuple[float, str]  # where in its section, ascending
    tokens: int  # of `text`; o200k does not join lines, so that a block costs what its lines do
    group: str = ""  # pieces next to each other in one group share a date line
    header: str = ""  # the date line, without its end
    year: str = ""  # the part of it that goes without saying below a line of the same year
    stands_for: int = 0  # messages of the history that nothing else in the block may stand for
    reason: str = ""  # why it is here when its score isn't the reason

    @property
    def label(self) -> Label:
        """What kind of item it is."""
        return SECTION_LABELS[self.section]


def summary_piece(row: Summary, body: str, phrases: Phrases) -> Piece:
    """A summary, or what it says beyond the rest, as a part of the history."""
    text = summary_line(row, body, phrases)
    return Piece(
        id=row.id,
        section=Section.SUMMARIES,
        text=text,
        place=(row.first_position, row.id),
        tokens=count_tokens(text),
        stands_for=row.message_count,
        reason=f"stands for {row.message_count} earlier messages",
    )


def message_piece(row: Message, body: str, section: Section, *, chat: str, phrases: Phrases) -> Piece:
    """A message, or a part of it, under its date; lines of a world clock are grouped by their conversation.

    A part of it does not stand for it, unless it leads to what is visible.
    """
    year = ""
    if row.world_time is not None:
        group, header = row.conversation, phrases.world_time.format(number(row.world_time))
    else:
        at_ms = to_ms(row.sent_at)
        header = moment(at_ms, row.position, phrases)
        group = f"{row.chat}\n{header}"
        year = f" {row.sent_at.year}" if row.position == at_ms else ""
    if row.chat and row.chat != chat:
        header = phrases.in_chat.format(header, name(row.chat)[:CHAT_CHARS_MAX])
    text = message_line(row.sender, body)
    is_recent = section is Section.RECENT
    return Piece(
        id=row.id,
        section=section,
        text=text,
        place=(row.position, row.id),
        tokens=count_tokens(text),
        group=group,
        header=header,
        year=year,
        stands_for=int(is_recent or body == row.body),
        reason="said just before what is visible" if is_recent else "",
    )


def entity_piece(row: Entity, text: str, section: Section, *, score: float, phrases: Phrases) -> Piece:
    """An entity with its dossier or its brief."""
    line = entity_line(row, text, phrases)
    return Piece(id=row.id, section=section, text=line, place=(-score, row.id), tokens=count_tokens(line))


def statement_piece(row: Fact | SignificantMemory | Reflection, line: str, section: Section, *, score: float) -> Piece:
    """A statement as a line in the order of its score."""
    return Piece(id=row.id, section=section, text=line, place=(-score, row.id), tokens=count_tokens(line))


def key_info_piece(row: KeyInfo, text: str) -> Piece:
    """Those lines of the key info that there is room for."""
    return Piece(
        id=row.id,
        section=Section.KEY_INFO,
        text=text,
        place=(0.0, row.id),
        tokens=count_tokens(text),
        reason="shown in every turn",
    )
