"""The exact wording of a game's block: interactions, significant memories, the scene, and how long ago."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from context.wording.item_lines import name, on_one_line, safe
from graph.values.interactions import Interaction
from graph.values.items import SignificantMemory
from languages.language import Phrases

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


def interaction_text(each: Interaction, response: str, now: datetime, phrases: Phrases) -> str:
    """An entry without its number: the player's line, the response or its beginning, and how much it matters."""
    story = phrases.story
    return (
        f'[{ago(each.at, now, phrases)}] {story.player}: "{on_one_line(each.said)}"\n'
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
