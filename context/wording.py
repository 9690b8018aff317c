"""How each item reads in a block: absolute dates, names, one list entry that text inside can't break out of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from graph.codec import from_ms
from graph.index import Entry
from graph.items import Entity, Fact, FactStatus, Reflection, SignificantMemory, Summary

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

# Whoever writes "</memory>" in a chat must not be able to end the block and speak from outside of it.
_FENCE = re.compile(r"<(?=[\s/\\]*memory)", re.IGNORECASE)
_UNPRINTABLE = re.compile("[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


def safe(text: str) -> str:
    """`text` as the inside of one list entry: further lines are indented, blank ones dropped, no wrapper tag in it."""
    if "<" in text:
        text = _FENCE.sub("‹", text)
    if text.isprintable():  # So most lines are, and have no second line either.
        return text.strip()
    text = _UNPRINTABLE.sub("\ufffd", text)
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    return "\n  ".join(lines).strip()


def name(text: str) -> str:
    """`text` as a name inside a line."""
    return " ".join(safe(text).split())


def day(at: datetime) -> str:
    """8 May 2023."""
    return f"{at.day} {MONTHS[at.month - 1]} {at.year}"


def days(first: datetime, last: datetime) -> str:
    """8 May 2023, 3-8 May 2023, or 30 April 2023 - 8 May 2023."""
    if first.date() == last.date():
        return day(first)
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{day(last)}"
    return f"{day(first)} – {day(last)}"


def moment(at_ms: int, position: float) -> str:
    """The day, or the world time where a thing has its place on a world clock (its position is not its date)."""
    return day(from_ms(at_ms)) if position == at_ms else f"world time {number(position)}"


def number(value: float) -> str:
    """4321983, not 4321983.0."""
    return str(int(value)) if value == int(value) else repr(value)


def message_line(sender: str, text: str) -> str:
    """- Lynly: text."""
    return f"- {name(sender)}: {safe(text)}\n"


def summary_line(summary: Summary) -> str:
    """- 3-8 May 2023: text."""
    first, last = summary.first_position, summary.last_position
    if last == round(summary.last_at.timestamp() * 1000):
        when = days(summary.first_at, summary.last_at)
    else:
        when = f"world time {number(first)}" + (f"–{number(last)}" if last != first else "")
    return f"- {when}: {safe(summary.body)}\n"


def entity_line(entity: Entity, text: str) -> str:
    """- Sibbi (person, also called Sib): text."""
    notes = [] if entity.type == "unknown" else [str(entity.type)]
    if entity.aliases:
        notes.append("also called " + ", ".join(name(alias) for alias in entity.aliases[:4]))
    described = f"{name(entity.name)} ({', '.join(notes)})" if notes else name(entity.name)
    return f"- {described}: {safe(text)}\n"


def fact_line(fact: Fact, source: Entry | None, against: Sequence[Fact] = ()) -> str:
    """- text (Lynly, 8 May 2023); the name only if the text does not begin with it. A disputed one with both sides."""
    if source is not None:
        notes = [moment(source.at_ms, source.position)]
        if not fact.body.startswith(f"{source.sender}:"):
            notes.insert(0, name(source.sender))
    else:
        notes = [day(fact.valid_from or fact.created_at)]
    if fact.valid_to is not None:
        notes.append(f"until {day(fact.valid_to)}")
    if fact.status is FactStatus.DISPUTED:
        others = " or ".join(f"“{name(other.body)}”" for other in against)
        notes.insert(0, f"disputed: or {others}" if others else "disputed")
    if fact.confidence < 1.0:
        notes.insert(0, f"confidence {fact.confidence:.1f}")
    return f"- {safe(fact.body)} ({', '.join(notes)})\n"


def memory_line(memory: SignificantMemory) -> str:
    """- promise, 8 May 2023: text."""
    return f"- {memory.type.replace('_', ' ')}, {day(memory.created_at)}: {safe(memory.body)}\n"


def reflection_line(reflection: Reflection) -> str:
    """- Lynly, 8 May 2023: text."""
    return f"- {name(reflection.participant)}, {day(reflection.updated_at)}: {safe(reflection.body)}\n"
