"""What a block says in German."""

from __future__ import annotations

from languages.folding import grouped
from languages.german.story import STORY_PHRASES
from languages.language import Phrases

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
    one_line_left_out="1 weitere Zeile wird nicht gezeigt.",
    lines_left_out="{} weitere Zeilen werden nicht gezeigt.",
    thousands=".",
    world_time="Weltzeit {}",
    in_chat="{}, im Chat „{}“",
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
