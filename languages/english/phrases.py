"""What a block says in English."""

from __future__ import annotations

from languages.english.story import STORY_PHRASES
from languages.language import Phrases

PHRASES = Phrases(
    user="User",
    assistant="assistant",
    roles={
        **dict.fromkeys(("user", "human", "me", "you"), "user"),
        **dict.fromkeys(("assistant", "ai", "bot", "model"), "assistant"),
        **dict.fromkeys(("tool", "function"), "tool"),
        **dict.fromkeys(("narrator", "the narrator"), "narrator"),
    },
    opening=(
        "Background from memory, for this turn only. Draw on it where it helps, "
        "trust the visible messages over it, and do not mention it."
    ),
    headings={
        "key info": "Always to be known",
        "reflections": "Reflections",
        "summaries": "Earlier conversations",
        "dossiers": "Who and what it is about",
        "briefs": "Also of interest",
        "facts": "Facts",
        "theories": "Theories (not certain)",
        "questions": "Open questions",
        "objectives": "Objectives",
        "significant memories": "Significant moments",
        "excerpts": "Said earlier",
        "recent messages": "Most recent messages",
    },
    months=(
        "January", "February", "March", "April", "May", "June",
        "July", "August", "September", "October", "November", "December",
    ),
    one_message="1 message",
    messages="{} messages",
    one_left_out="1 message is neither summarised nor shown here.",
    left_out="{} messages are neither summarised nor shown here.",
    one_line_left_out="1 more line is not shown.",
    lines_left_out="{} more lines are not shown.",
    thousands=",",
    world_time="world time {}",
    in_chat="{}, in the chat “{}”",
    types={"person": "person", "place": "place", "organisation": "organisation", "thing": "thing"},
    also_called="also called {}",
    until="until {}",
    confidence="confidence {:.1f}",
    disputed="disputed",
    disputed_or="disputed: or {}",
    either_or=" or ",
    story=STORY_PHRASES,
    biography="Biography",
    request="Now",
)  # fmt: skip
