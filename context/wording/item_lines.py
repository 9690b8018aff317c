"""How each item reads in a block, also in a game's: dates, names, and an entry that its text can't break out of."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from graph.index.entries import Entry
from graph.text.analysis import name_key, without_speaker
from graph.text.days import DAY_MS, Days, day_of
from graph.text.times import SpokenTime, times_in
from graph.values.codec import from_ms
from graph.values.interactions import Interaction
from graph.values.items import (
    GENERIC_SENDERS,
    Author,
    Entity,
    Fact,
    FactStatus,
    Item,
    Message,
    Reflection,
    Role,
    SignificantMemory,
    Summary,
)
from languages.language import Phrases
from languages.registry import LANGUAGES

# Whoever writes "</memory>" in a chat must not be able to end the block and speak from outside of it, nor to begin a
# turn of their own, as "<|im_start|>" does for some models.
_FENCE = re.compile(r"[<＜﹤](?=[\s/\\／]*memory|\|\w+\|[>＞﹥])", re.IGNORECASE)
_INVISIBLE = re.compile(
    "[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|(?<=[<＜﹤/\\\\])[\u200c\u200d]+"
)
USER_SENDERS = frozenset({"user", "human", "me", "you"})
_DAY_OF_QUOTE = re.compile(r" \((\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\): ")
_UNPRINTABLE = re.compile("[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


def safe(text: str) -> str:
    """`text` as the inside of one list entry: further lines indented, blank ones dropped, wrapper tags disabled."""
    if not text.isascii():
        text = _INVISIBLE.sub("", text)
    if any(sign in text for sign in "<＜﹤"):
        text = _FENCE.sub("‹", text)
    if text.isprintable():  # Most texts are, and they have only one line.
        return text.strip()
    text = _UNPRINTABLE.sub("\ufffd", text)
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    return "\n  ".join(lines).strip()


def name(text: str) -> str:
    """`text` as a name inside a line, in quotation marks if it could be taken for more: "Selin: I agree. Eve"."""
    called = on_one_line(text)
    return f"“{called.replace('”', '')}”" if ":" in called else called


def on_one_line(text: str) -> str:
    """`text` as a part of a line, which it cannot end."""
    return " ".join(safe(unicodedata.normalize("NFKC", text)).split())


def speaker(row: Message, phrases: Phrases) -> str:
    """Who says a line: whoever has no name of their own is called by their role, in the language of the block."""
    key = name_key(name(row.sender))
    if row.role is Role.ASSISTANT and key == Role.ASSISTANT:
        return phrases.assistant
    is_forged = row.role is Role.USER and key in GENERIC_SENDERS - USER_SENDERS
    return phrases.user if is_forged else row.sender


def moment(at_ms: int, position: float, phrases: Phrases) -> str:
    """The day; or the world time, if an item is placed by a world clock (its position is not its date)."""
    return phrases.day(from_ms(at_ms)) if is_dated(at_ms, position) else phrases.world_time.format(number(position))


def is_dated(at_ms: int, position: float) -> bool:
    """Whether an item is placed by its date: on a clock on Earth, which no world clock shows."""
    return abs(position - at_ms) <= DAY_MS


def number(value: float) -> str:
    """4321983, not 4321983.0."""
    return str(int(value)) if value == int(value) else repr(value)


def message_line(sender: str, text: str) -> str:
    """- Lynly: text."""
    return f"- {name(sender)}: {safe(text)}\n"


def dated_line(row: Message, phrases: Phrases) -> str:
    """- 8 May 2023: Lynly: text."""
    when = span(row.position, row.position, row.sent_at, row.sent_at, phrases)
    return f"- {when}: {name(row.sender)}: {safe(row.body)}\n"


def span(first: float, last: float, first_at: datetime, last_at: datetime, phrases: Phrases) -> str:
    """3-8 May 2023; or the world times, if they are placed by a world clock."""
    if last == round(last_at.timestamp() * 1000):
        return phrases.days(first_at, last_at)
    return phrases.world_time.format(number(first) + (f"–{number(last)}" if last != first else ""))


def summary_line(summary: Summary, body: str, phrases: Phrases, count: str = "") -> str:
    """- 3-8 May 2023 (43 messages): text; without a text, only that."""
    when = span(summary.first_position, summary.last_position, summary.first_at, summary.last_at, phrases)
    head = f"{when} ({count})" if count else when
    return f"- {head}: {safe(with_days_told(body, phrases, summary.last_at.year))}\n" if body else f"- {head}\n"


def entity_line(entity: Entity, text: str, phrases: Phrases) -> str:
    """- Sibbi (person, also called Sib): text."""
    notes = [phrases.types[entity.type]] if entity.type in phrases.types else []
    if entity.aliases:
        notes.append(phrases.also_called.format(", ".join(name(alias) for alias in entity.aliases[:4])))
    described = f"{name(entity.name)} ({', '.join(notes)})" if notes else name(entity.name)
    return f"- {described}: {safe(text)}\n"


def with_days_told(text: str, phrases: Phrases, year: int = 0) -> str:
    """The text with the days behind its speakers written as other days of a block, without this year."""

    def told(day: re.Match[str]) -> str:
        return f" ({phrases.date(int(day[1]), int(day[2]), int(day[3])).replace(f' {year}', '')}): "

    return _DAY_OF_QUOTE.sub(told, text)


def without_days(text: str) -> str:
    """The text without the days behind its speakers."""
    return _DAY_OF_QUOTE.sub(": ", text)


def fact_line(fact: Fact, source: Entry | None, against: Sequence[Fact], phrases: Phrases) -> str:
    """- text (Lynly, 8 May 2023), without the name if the text says who speaks; a disputed fact with both sides."""
    # The day since when it is so, if known: the day must not depend on whether a line is at hand.
    if source is not None and (fact.valid_from is None or not is_dated(source.at_ms, source.position)):
        notes = [moment(source.at_ms, source.position, phrases)]
    else:
        notes = [phrases.day(fact.valid_from or fact.created_at)]
    if source is not None and not _says_who(fact.body, source.sender):
        notes.insert(0, name(source.sender))
    if fact.valid_to is not None:
        ended = phrases.day(fact.valid_to)
        notes = [*(note for note in notes if note != ended), phrases.until.format(ended)]
    if fact.status is FactStatus.DISPUTED:
        others = phrases.either_or.join(f"“{on_one_line(other.body)}”" for other in against)
        notes.insert(0, phrases.disputed_or.format(others) if others else phrases.disputed)
    if fact.confidence < 1.0:
        notes.insert(0, phrases.confidence.format(fact.confidence))
    return f"- {safe(fact.body)} ({', '.join(notes)})\n"


def _says_who(body: str, sender: str) -> bool:
    """Whether the text begins with the sender's name, or with any name if the sender's is generic."""
    begins = body.startswith(sender) and not body[len(sender) : len(sender) + 1].isalnum()
    return begins or (name_key(sender) in GENERIC_SENDERS and without_speaker(body) != body)


def memory_line(memory: SignificantMemory, phrases: Phrases) -> str:
    """- promise, 8 May 2023: text."""
    return f"- {memory.type.replace('_', ' ')}, {phrases.day(memory.created_at)}: {safe(memory.body)}\n"


def reflection_line(reflection: Reflection, phrases: Phrases) -> str:
    """- Lynly, 8 May 2023: text."""
    return f"- {name(reflection.participant)}, {phrases.day(reflection.updated_at)}: {safe(reflection.body)}\n"


MONTH_DAYS_MIN = 28
"""Times of so many days are named by their months."""

_REST_OF_WORD = re.compile(r"(?:['’ʼ]?\w)*")


def with_days(row: Message, body: str, phrases: Phrases) -> str:
    """All or part of a message's text, with the date behind each time that is relative to the message's day.

    Only days that are stored with the message get one, so none do if its time is unknown. Left out are days that the
    text names itself, times that the date above the line makes clear ("this week"), and weekdays that may be the last
    or the next.
    """
    if not row.speaks_of:
        return body
    today = day_of(row.sent_at)
    times = _times(body, row.sent_at.replace(tzinfo=None))
    named_days = {time.days for time in times if not time.is_relative} | {Days.of(today, today)}
    parts: list[str] = []
    end = 0
    for time in times:
        first, last = time.days.dates
        if time.days in named_days or time.is_guess or time.days.text not in row.speaks_of or first <= today <= last:
            continue
        named_days.add(time.days)
        behind = _REST_OF_WORD.match(body, time.end)
        at = behind.end() if behind else time.end
        # "Last August (August)" would tell nothing.
        year = today.year if time.days.count < MONTH_DAYS_MIN else 0
        parts += [body[end:at], f" ({phrases.stretch(first, last, year=year)})"]
        end = at
    return "".join([*parts, body[end:]])


def with_ends(body: str, ended: Mapping[str, str]) -> str:
    """The text with a note behind each statement in `ended`, which hold no longer: "I live in Bergen (until 3 May)"."""
    for statement, note in ended.items():
        at = body.find(statement)
        if at >= 0:
            body = f"{body[: at + len(statement)]} ({note}){body[at + len(statement) :]}"
    return body


@lru_cache(256)
def _times(body: str, at: datetime) -> list[SpokenTime]:
    """Cached: a line is tried several times for one block, and again for the next."""
    return times_in(body, at)


PLAYERS = USER_SENDERS | {name_key(language.phrases.user) for language in LANGUAGES}
RESPONDING = {Role.ASSISTANT} | {name_key(language.phrases.assistant) for language in LANGUAGES}

MINUTE, HOUR, DAY = 60, 3600, 86_400

SCENE_TEXTS = ("current_scene", "emotional_context", "active_conversation")
"""The fields of a scene that are shown as text."""


def ago(at: datetime, now: datetime, phrases: Phrases) -> str:
    """just now, 1 min ago, 59 mins ago, 1 hour ago, 2 days ago: whole units, rounded down."""
    seconds = (now - at).total_seconds()
    for unit, length in (("day", DAY), ("hour", HOUR), ("minute", MINUTE)):
        if (count := int(seconds // length)) >= 1:
            one, several = phrases.story.ago[unit]
            return one if count == 1 else several.format(count)
    return phrases.story.now


ROLE_OF_QUOTE = re.compile(r"(?:^|(?<=[.!?…”\"] ))([^\W\d_]+)(?=(?: \([^()\n]*\))?: )")
"""The role in front of a quote in a summary that rules have made."""


def in_story(row: Item, phrases: Phrases) -> Item:
    """The row as a story tells it: whoever has no name of their own is the player, or the one who responds."""
    if isinstance(row, Summary) and row.author is Author.RULES:
        body = ROLE_OF_QUOTE.sub(lambda match: _in_story(match[1], phrases), row.body)
        return replace(row, body=body) if body != row.body else row
    if isinstance(row, Message) and (sender := _in_story(row.sender, phrases)) != row.sender:
        return replace(row, sender=sender)
    return row


def _in_story(sender: str, phrases: Phrases) -> str:
    key, story = name_key(sender), phrases.story
    if key in PLAYERS:
        return story.player
    return story.response if key in RESPONDING else sender


def interaction_text(each: Interaction, response: str, now: datetime, phrases: Phrases) -> str:
    """An entry without its number: the player's line, the response or its beginning, and how much it matters."""
    story = phrases.story
    return (
        f'[{ago(each.at, now, phrases)}] {name(each.line.sender)}: "{on_one_line(each.said)}"\n'
        f'   {story.response}: "{on_one_line(response)}"\n'
        f"   [{story.importance}: {story.levels[each.importance]}]\n"
    )


def memory_text(memory: SignificantMemory, now: datetime, phrases: Phrases) -> str:
    """An entry without its number: type, summary, who and what it is about, and when it was made."""
    story = phrases.story
    about = ((story.participants, memory.participants), (story.items, memory.items))
    notes = "; ".join(f"{word}: {', '.join(map(name, names))}" for word, names in about if names)
    told = f"{on_one_line(memory.body)} ({notes})" if notes else on_one_line(memory.body)
    return f"[{memory.type.upper()}] {told} [{ago(memory.created_at, now, phrases)}]\n"


def scene_note(scene: Mapping[str, str | Sequence[str]], phrases: Phrases) -> str:
    """The texts of a scene, one line each, below a blank line; "" when it has none."""
    lines = [
        f"{getattr(phrases.story, key)}: {safe(text)}\n"
        for key in SCENE_TEXTS
        if isinstance(text := scene.get(key), str) and text.strip()
    ]
    return "".join(["\n", *lines]) if lines else ""
