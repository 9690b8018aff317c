"""What a block says in German, and the words that show how much an interaction of a game matters."""

from languages.folding import grouped
from languages.language import Phrases, Story, StoryPhrases, anycase

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


PHRASES = Phrases(
    user="Nutzer",
    assistant="Assistent",
    roles=grouped(user="ich benutzer nutzer", assistant="assistent assistentin ki", narrator="erzähler erzählerin"),
    opening=(
        "Hintergrund aus dem Gedächtnis, nur für diese Antwort. Nutze ihn, wo er hilft, "
        "vertraue den sichtbaren Nachrichten mehr als ihm, und erwähne ihn nicht."
    ),
    headings={
        "key info": "Immer zu beachten",
        "reflections": "Überlegungen",
        "summaries": "Frühere Gespräche",
        "dossiers": "Um wen und was es geht",
        "briefs": "Außerdem von Belang",
        "facts": "Fakten",
        "theories": "Vermutungen (nicht gesichert)",
        "questions": "Offene Fragen",
        "objectives": "Ziele",
        "significant memories": "Bedeutsame Momente",
        "excerpts": "Früher gesagt",
        "recent messages": "Letzte Nachrichten",
    },
    months=(
        "Januar", "Februar", "März", "April", "Mai", "Juni",
        "Juli", "August", "September", "Oktober", "November", "Dezember",
    ),
    one_day="{day}. {month} {year}",
    days_of_month="{first}.–{day}. {month} {year}",
    one_message="1 Nachricht",
    messages="{} Nachrichten",
    one_left_out="1 Nachricht ist hier weder zusammengefasst noch gezeigt.",
    left_out="{} Nachrichten sind hier weder zusammengefasst noch gezeigt.",
    one_line_left_out="Für 1 weitere Zeile ist hier kein Platz.",
    lines_left_out="Für {} weitere Zeilen ist hier kein Platz.",
    thousands=".",
    world_time="Weltzeit {}",
    in_chat="Im Chat „{}“:",
    types={"person": "Person", "place": "Ort", "organisation": "Organisation", "thing": "Sache"},
    also_called="auch {} genannt",
    until="bis {}",
    confidence="Sicherheit {:.1f}",
    disputed="umstritten",
    disputed_or="umstritten: oder {}",
    either_or=" oder ",
    story=STORY_PHRASES,
    biography="Lebenslauf",
    request="Jetzt",
)  # fmt: skip
