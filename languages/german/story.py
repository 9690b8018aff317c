"""The German wording of a game's block, and the words that show how much an interaction matters."""

from __future__ import annotations

from languages.language import Story, StoryPhrases, anycase

STORY_PHRASES = StoryPhrases(
    last_interactions="Letzte Gespräche (die letzten {} Interaktionen):",
    last_interaction="Letzte Gespräche (die letzte Interaktion):",
    relevant_memories="Wichtige Erinnerungen ({} passend):",
    progress="Hintergrund, die Geschichte bisher:",
    world="Hintergrund, der Stand der Welt:",
    earlier="Hintergrund, früher gesagt:",
    player="Spieler",
    response="Antwort",
    importance="Wichtigkeit",
    levels={"low": "gering", "medium": "mittel", "high": "hoch"},
    participants="Beteiligte",
    items="Gegenstände",
    current_scene="Aktuelle Szene",
    emotional_context="Stimmung",
    active_conversation="Laufendes Gespräch",
    now="gerade eben",
    ago={
        "minute": ("vor 1 Minute", "vor {} Minuten"),
        "hour": ("vor 1 Stunde", "vor {} Stunden"),
        "day": ("vor 1 Tag", "vor {} Tagen"),
    },
)

STORY = Story(
    weighty=anycase(
        r"\b(?:verschwand|verschwunden|verschwind|geheim|wahrheit|gesteh|gestand|verra[td]|verriet|versprech|versprochen|"
        r"versprach|schwör|schwor|geschworen|starb|gestorben|stirb|tot\b|tod\b|töte|ermord|mord\b|blut|ertrunken|ertrank|"
        r"trauer|weint?e?\b|tränen|schluchz|lieb(?:e|st|t|te)\b|hass|verzeih|vertrau|angst|entsetz|schrei|verzweif|"
        r"versteckt|entdeck|rätsel)"
    ),
    busy=anycase(
        r"^\W*(?:untersuch|durchsuch|such|lies\b|lese\b|öffne|benutz|nimm\b|nehme\b|gib\b|gebe\b|zeig|frag|sag|sprich|rede|geh|"
        r"kletter|betritt|betrete|greif|drück|zieh|schau (?:in|unter|hinter|dir))|\?\s*$"
    ),
)
