"""How questions show in German what they ask for, and how people ask about earlier conversations."""

from typing import Final

from languages.folding import words
from languages.language import Asking, Recall

_TOLD: Final = (
    r"(?:gesprochen|besprochen|gesagt|gefunden|herausgefunden|recherchiert|erwa(?:e)?hnt|empfohlen|beschlossen|"
    r"entschieden|festgestellt|ausgesucht|gelernt|geredet|erza(?:e)?hlt|diskutiert|notiert|gefragt|vorgeschlagen)"
)

RECALL = Recall(
    recall=r"\b(?:erinnerst du dich|weisst du noch)\b|\bwas (?:haben|hatten) wir\b",
    bypass=(
        r"\b(?:neu|erneut|noch ?mal) recherchier\w*|\brecherchier\w* (?:\w+ )?(?:neu|erneut|noch ?mal)\b|"
        r"\bneue recherche\b"
    ),
    satisfied=(
        r"\b(?:(?:(?:vielen|besten|herzlichen|lieben) )*dank(?:e)?(?: ?scho(?:e)?n| sehr| dir| ihnen)?|merci|passt|"
        r"alles klar|verstanden|"
        r"(?:das )?(?:reicht|genu(?:e)?gt)|(?:das )?war alles|das war s|das wa(?:e)?rs?|mehr brauche ich nicht|"
        r"geholfen)\b"
    ),
    polite=(
        r"\b(?:ok(?:ay)?|nein|ja|gut|super|perfekt|hat|sehr|prima|toll|sehr|so|das|mir|jetzt|fu(?:e)?r (?:heute|"
        r"jetzt|alles)|na|und|schon)\b"
    ),
    yes=r"^(?:ja|jawohl|gern\w*|bitte|ok(?:ay)?|klar|mach das|natu(?:e)?rlich)\b",
    no=r"^(?:nein|ne|nicht (?:jetzt|no(?:e)?tig)|lass)\b",
    amount=r"\bwie (?:viele?|lange?|oft|alt|weit|hoch)\b|\b(?:dosis|menge|anzahl)\b",
    thorough=r"\b(?:ausfu(?:e)?hrlich\w*|gru(?:e)?ndlich\w*|detailliert\w*|umfassend\w*|vergleich\w*|tief\w*)\b",
    fillers=(
        rf"milligramm|gramm|mg|kilo|liter|viele?|"
        rf"erinner\w*|letzte\w*|mal|noch|nochmals?|damals|neulich|fru(?:e)?her|zuvor|gleich|was|war|waren|wer|wie|"
        rf"welche\w*|"
        rf"hie(?:ss|ß)\w*|diese[mnrs]?|jene[mnrs]?|gespra(?:e)?ch\w*|recherche|recherchier\w*|unterhaltung|infos?|information(?:en)?|thema|"
        rf"sache|{_TOLD}|"
        rf"hatte\w*|haben|hast|habe|vergessen|wei(?:ss|ß)\w*|mehr|mir|mich|dich|wir|du|bitte|etwas|neu(?:e[mnrs]?|lich)?|"
        rf"aktuell\w*|such(?:en?|st|te\w*)|"
        rf"erza(?:e)?hl\w*|erkla(?:e)?r\w*|ergebnis|passiert|verwechselt|hol|hervor|sollte\w*|studie|gib|name|"
        rf"gestern|heute|vorhin|k(?:u|ue)rzlich|tagen?|wochen?|bez(?:u|ue)glich|antwort\w*|vereinbart|geraten|gezeigt|"
        rf"gelesen|geschrieben|sag|ging|hey|mach|zeig|(?:he)?rausgefunden|problem|gelo(?:e)?st|kostete\w*|ding|dings|"
        r"geredet|doch|zuletzt|raus(?!ch)\w*"
    ),
    before_detail=r"welche\w*|viele?",
    wants_last=r"\bzuletzt\b|\bdas letzte mal\b|\bunser letztes gespra(?:e)?ch\b",
    about=(
        r"(?i)\b(?:über|ueber|zu[mr]?) (?:die |das |den |dem |der )?(?P<topic>[^,.?!]{3,60}?)"
        r"(?=(?: \w*ge\w+(?:en|t))?(?: hat(?:te|ten|ten)?| haben)?\s*[?.!]*$)"
    ),
    ordinals=(
        r"\b(?:erste\w*|1)\b",
        r"\b(?:zweite\w*|2)\b",
        r"\b(?:dritte\w*|3)\b",
        r"\b(?:vierte\w*|4)\b",
        r"\b(?:fu(?:e)?nfte\w*|5)\b",
    ),
    last=r"\bletzte\w*\b",
    tiers=("Schnell", "Recherche", "Tiefe Recherche"),
    on_day="am {day}",
    recalled="„{title}“ hast du {on_day} recherchiert.\n\n{answer}",
    several=("Dazu hast du mehrere Recherchen:\n{list}\n\nWelche meinst du, oder soll ich neu recherchieren?"),
    which="In der Liste stehen {count}:\n{list}\n\nWelche meinst du?",
    not_found="{topic} habe ich keine frühere Recherche gefunden. Soll ich jetzt recherchieren?",
    other_day="{time} wurde darüber nicht gesprochen.",
    this_topic="Dazu",
    found=(
        "Das hast du {on_day} recherchiert. Das hast du damals gelernt:\n\n{summary}\n\nSoll ich neu recherchieren?"
    ),
    incomplete=("Das scheint deine Frage nicht ganz zu beantworten. Soll ich ausführlicher neu recherchieren?"),
    prompt=(
        "Der Nutzer versucht, sich an eine frühere Recherche zu erinnern. Hier ist das ganze Gespräch dieser "
        "Recherche:"
        "\n\n"
        "Titel der Recherche: {title}\n"
        "Datum: {day}\n\n"
        "Früheres Gespräch:\n{conversation}\n\n"
        "Jetzige Frage des Nutzers: {question}\n\n"
        "Finde im Gespräch oben, was die Frage des Nutzers beantwortet, und fasse es zusammen. Nenne auch das Datum "
        "dieser "
        "Recherche. Antworte direkt; der Nutzer braucht nicht zum alten Gespräch zurückzugehen.\n\n"
        "Beantwortet das Gespräch die Frage nicht ganz, so beende deine Antwort mit diesem Satz: {incomplete}"
    ),
    parts_only="(nur die passenden Teile des Gesprächs)",
    user="Nutzer",
    assistant="Assistent",
)


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
        "gemacht gescheh gesproch gespräch gestern getan gewusst ging hauptpunkt heute inhalt jahr jahre jahren jetzt "
        "jüngst kurz letzte los mitte monat nachricht passier rede reden redeten sprachen stand tag tage tagen "
        "thema themen unterhalt unterhielt vergangen verlauf weißt wichtig wissen woche worum gib zeit zuletzt "
        "zusammen überblick übersicht unternommen war waren"
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
