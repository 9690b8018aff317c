"""What a block says in English, and the words that show how much an interaction of a game matters."""

from languages.language import Phrases, Story, StoryPhrases, anycase

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
    one_line_left_out="1 more line has no room here.",
    lines_left_out="{} more lines have no room here.",
    thousands=",",
    world_time="world time {}",
    in_chat="In the chat “{}”:",
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
