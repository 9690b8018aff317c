"""The exact wording of a game's block: interactions, significant memories, the scene, and how long ago."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from context.wording.item_lines import USER_SENDERS, name, on_one_line, safe
from graph.text.analysis import name_key
from graph.values.interactions import Interaction
from graph.values.items import Author, Item, Message, Role, SignificantMemory, Summary
from languages.language import Phrases
from languages.registry import LANGUAGES

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
