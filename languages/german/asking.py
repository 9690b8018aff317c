"""How German questions show what they ask for."""

from __future__ import annotations

from languages.folding import words
from languages.language import Asking

_SAID = (
    "aufgelistet|beschrieben|empfohlen|erklart|erwahnt|erzahlt|gegeben|genannt|geantwortet|geraten|gesagt|geschrieben|"
    "gezeigt|vorgeschlagen"
)

# Forms of "du" only, which stand behind it or before it.
_SAID_BY_YOU = (
    "beschriebst|empfahlst|erklartest|erwahntest|erzahltest|gabst|nanntest|rietst|sagtest|schlugst|schriebst|zeigtest"
)

ASKING = Asking(
    replies=(
        rf"\b(?:(?:hast|hattest|haben|hatten) (?:du|sie)\b[^.?!]*\b(?:{_SAID})|(?:du|sie)\b[^.?!]*\b(?:{_SAID}) "
        r"(?:hast|hattest|haben|hatten)|(?:dein|ihr)e? (?:antwort(?:en)?|empfehlung(?:en)?|rat|tipps?|vorschlage?)|"
        rf"{_SAID_BY_YOU})\b"
    ),
    asker=r"\b(?:ich|mich|mir|mein(?:e[mnrs]?)?|wir|uns|unser(?:e[mnrs]?)?)\b",
    overview=(
        r"\b(?:zusammenfass(?:en|ung)|fass\b[^.?!]*\bzusammen|uberblick|ubersicht|auf den (?:aktuellen|neuesten) stand|"
        r"was ist\b[^.?!]*\b(?:bis jetzt|bisher)\b[^.?!]*\b(?:geschehen|passiert))\b"
    ),
    of_talk=words(
        "alles anfang bekannt besprech besproch bisher chat chats ende erinner fass fasse gerede gesag gesagt geschah "
        "gescheh gesproch gespräch gestern gewusst ging hauptpunkt heute inhalt jahr jahre jahren jetzt jüngst kurz "
        "letzte los mitte monat nachricht passier rede reden redeten sprachen stand tag tage tagen thema themen "
        "unterhalt unterhielt vergangen verlauf weißt wichtig wissen woche worum gib zeit zuletzt zusammen überblick "
        "übersicht"
    ),
    day=(
        r"\b(?:wann|welche[mnrs]? (?:datum|jahr|monat|tag|woche|wochenende|wochentag)|"
        r"(?:wie lange|wie viele \w+) ist es her|was (?:ist|war) das datum|"
        r"vor wie vielen (?:jahren|monaten|tagen|wochen))\b"
    ),
    order=(
        r"\b(?:(?:in|mit) welcher reihenfolge|der reihe nach|chronologisch|zeitlichen? (?:ablauf|reihenfolge)|"
        r"vom ersten bis zum letzten)\b"
    ),
)
