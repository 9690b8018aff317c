"""The English wording of a game's block, and the words that identify a story's moments."""

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
    promise=anycase(
        r"\b(?:i|we) (?:\w+ ){0,2}?(?:promised?|swear|swore|vow(?:ed)?)\b|"
        r"\b(?:my|our) (?:word|oath)\b|\bpromised? (?:you|to)\b"
    ),
    character_bond=anycase(
        r"\b(?:i|we) (?:\w+ ){0,2}?(?:trust|love|forgive|miss|mourn|grieve for|hate) (?:you|him|her|them|my|our)\b|"
        r"\blost (?:my|our|his|her) (?:\w+ )?(?:son|daughter|child|wife|husband|brother|sister|father|mother|friend)\b|"
        r"\b(?:my|his|her|our) (?:\w+ )?(?:son|daughter|child|wife|husband|brother|sister|father|mother|friend)\b[^.]*"
        r"\b(?:died|dead|drowned|missing|gone|killed|lost)\b|\b(?:grief|comfort(?:s|ed)?|befriend(?:s|ed)?)\b|"
        r"\bmy (?:dear |old |only )?friend\b|\btrusts? you\b"
    ),
    revelation=anycase(
        r"\b(?:the truth|turns? out|turned out|confess(?:es|ed)?|reveal(?:s|ed)?|all along|"
        r"(?:his|her|its|the|my) secret|"
        r"the real (?:reason|name|killer|keeper)|is (?:actually|really|connected to)|was (?:actually|really|behind it)|"
        r"disappearance)\b"
    ),
    discovery=anycase(
        r"\b(?:you|i|we|he|she|they|player) (?:\w+ ){0,2}?(?:find|finds|found|discover(?:s|ed)?|uncover(?:s|ed)?|"
        r"unearth(?:s|ed)?)\b|\bhidden (?:behind|under|beneath|in|inside)\b"
    ),
    goal=anycase(
        r"\b(?:i|we) (?:must|need to|have to|want to|will|mean to|am going to|are going to) "
        r"(?:find|save|rescue|stop|reach|get|escape|learn|kill|free|bring|avenge|repair|light)\b|"
        r"\b(?:my|our) (?:goal|quest|mission|aim|task) is\b"
    ),
)
