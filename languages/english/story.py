"""The English wording of a game's block, and the words that show how much an interaction matters."""

from __future__ import annotations

from languages.language import Story, StoryPhrases, anycase

STORY_PHRASES = StoryPhrases(
    last_interactions="Recent Conversation History (last {} interactions):",
    last_interaction="Recent Conversation History (last 1 interaction):",
    relevant_memories="Significant Memories ({} relevant):",
    progress="Background Context, the story so far:",
    world="Background Context, the state of the world:",
    earlier="Background Context, said earlier:",
    player="Player",
    response="Response",
    importance="Importance",
    levels={"low": "low", "medium": "medium", "high": "high"},
    participants="participants",
    items="items",
    current_scene="Current Scene",
    emotional_context="Emotional Context",
    active_conversation="Active Conversation",
    now="just now",
    ago={
        "minute": ("1 min ago", "{} mins ago"),
        "hour": ("1 hour ago", "{} hours ago"),
        "day": ("1 day ago", "{} days ago"),
    },
)

STORY = Story(
    weighty=anycase(
        r"\b(?:disappear|vanish|myster|secret|truth|confess|reveal|betray|promis|swear|sworn|swore|vow|oath|"
        r"die[ds]?\b|dying|dead\b|death|kill|murder|blood|drown|grie[fv]|mourn|weep|wept|sob|tears\b|cry(?:ing)?\b|cried|"
        r"love[ds]?\b|hate[ds]?\b|forgiv|trust|terrif|afraid|scream|desperat|hidden\b|discover)"
    ),
    busy=anycase(
        r"^\W*(?:examine|inspect|search|read|open|unlock|use|take|give|show|ask|tell|talk|go|climb|enter|attack|push|pull|"
        r"look (?:at|for|in|into|under|behind|through))\b|\?\s*$"
    ),
)
