"""The German wording of a game's block, and the words that identify a story's moments."""

from __future__ import annotations

from languages.language import Story, StoryPhrases, anycase

_KIN = r"(?:Sohn|Tochter|Kind|Frau|Mann|Bruder|Schwester|Vater|Mutter|Freund|Freundin)"

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
    promise=anycase(
        r"\b(?:versprech\w*|verspricht|versprach\w*|versprochen|schwör\w*|schwor\w*|geschworen)\b|\bmein wort\b"
    ),
    character_bond=anycase(
        r"\b(?:vertraue?|liebe?|vermisse?|verzeihe?|hasse?) (?:ich )?(?:dir|dich|ihm|ihn|ihr|sie|mein\w*)\b|"
        r"\bvertraut dir\b|"
        rf"\b{_KIN}\b[^.]*\b(?:verloren|gestorben|tot|ertrunken|verschollen|starb|ertrank|getötet)\b|"
        rf"\b(?:verlor|verloren)\b[^.]*\b{_KIN}\b|\b(?:trauer\w*|tröste\w*|getröstet)\b|\bmein\w* freund\w*\b"
    ),
    revelation=anycase(
        r"\b(?:die wahrheit|in wahrheit|stellt sich heraus|stellte sich heraus|gesteht|gestand|gestanden|enthüll\w*|"
        r"(?:sein|ihr|mein|das) geheimnis|in wirklichkeit|verschwinden)\b"
    ),
    discovery=anycase(
        r"\b(?:findest|finde|findet|finden|fand|fandst|fanden|gefunden|entdeckst|entdeckt?|entdeckte\w*|"
        r"versteckt (?:hinter|unter|in))\b|\b(?:hinter|unter|in) [^.]*\bversteckt\b"
    ),
    goal=anycase(
        r"\b(?:ich|wir) (?:muss|müssen|will|wollen|werde|werden)\b[^.]*"
        r"\b(?:finden|retten|aufhalten|erreichen|fliehen|erfahren|"
        r"befreien|rächen|reparieren|bringen)\b|\b(?:mein|unser)e? (?:ziel|auftrag|mission|aufgabe) ist\b"
    ),
)
