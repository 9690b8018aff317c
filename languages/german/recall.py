"""How people ask in German about earlier conversations: "was war nochmal", "erinnerst du dich"."""

from __future__ import annotations

from typing import Final

from languages.recall_shape import Recall

_TOLD: Final = (
    r"(?:gesprochen|besprochen|gesagt|gefunden|herausgefunden|recherchiert|erwa(?:e)?hnt|empfohlen|beschlossen|"
    r"entschieden|festgestellt|ausgesucht|gelernt|geredet|erza(?:e)?hlt|diskutiert|notiert|gefragt|vorgeschlagen)"
)

_DONE: Final = r"(?:\w*ge\w+(?:t|en)|\w{2,}iert|(?:be|ver|er|ent|emp)\w+(?:t|en)|\w+ge\w+(?:t|en))"

RECALL = Recall(
    memory=(
        r"\berinnerst du dich\b|\berinnern sie sich\b|(?<!ich )\berinnere? mich (?:bitte |mal |doch |"
        r"nochmal )*(?:an|daran)\b|"
        r"\bwei(?:ss|ß)t du noch\b|\bich (?:wei(?:ss|ß)|erinnere mich) (?:\w+ )?nicht mehr\b|"
        r"\bvergessen (?:was|welche\w*|wie|wann|wo|wer)\b|\bentfallen\b|"
        r"\bfa(?:e)?llt (?:mir )?(?:\w+ ){0,3}nicht (?:mehr )?ein\b"
    ),
    reference=(
        r"\b(?:diese[srn]?|jene[srn]?) (?:\w+ )?(?:recherche|gespra(?:e)?ch|unterhaltung|info\w*|sache|studie)\b|"
        r"\bjenes thema\b|\b(?:unser\w*|vorige\w*|letzte\w*) (?:letzte\w* )?(?:gespra(?:e)?ch|recherche|"
        r"unterhaltung)\b|"
        r"\b(?:zeig|gib|schick|hol) mir (?:noch ?(?:ein)?mal|nochmals)\b"
    ),
    asked_back=(
        r"\b(?:was|wer|wie|wo|wann|welche\w*(?: \w+)?) (?:war|waren|hie(?:ss|ß)(?:en)?|lautete) (?:\w+ )?"
        r"(?:noch|nochmals?|gleich|damals)\b|\b(?:was|welche\w* \w+) war(?:en)? das\b|\b(?:sollte|musste|"
        r"wollte)\w* ich\b.* noch ?mal\b|"
        r"\bwas kam\b.*\b(?:heraus|raus)\b|\bhast du noch (?:die|den|das|unser\w*)\b"
    ),
    talked=(
        rf"\b(?:haben|hatten) wir\b.*\b{_DONE}\b|\b(?:hast|hattest) du\b.*\b{_DONE}\b|\bdu (?:hast|"
        rf"hattest)\b.*\b{_DONE}\b|"
        rf"\bwir (?:haben|hatten)\b.*\b{_TOLD}\b|\b(?:du|wir)\b.*\b{_DONE} (?:hast|hattest|haben|hatten)\b|"
        r"\b(?:habe|hatte) ich (?:dir|dich)\b|\bwaren wir\b|"
        r"\bdu (?:sagtest|meintest|erwa(?:e)?hntest|empfahlst|schriebst)\b"
    ),
    past=(
        r"\bhatte\w*\b.*\b(?:\w*ge\w+t|\w*ge\w+en|\w+iert|emp\w+en|be\w+en)\b|\bsollte\w* (?:ich|man|es)\b.*\bnoch\b"
    ),
    definite=r"\b(?:war|waren|wurden?|geschah|endete|ist .*(?:passiert|geschehen))\b",
    earlier=(
        r"\b(?:letztes mal|das letzte mal|letzte[nsr]? (?:woche|monat|jahr)|damals|fru(?:e)?her|neulich|"
        r"ku(?:e)?rzlich|"
        r"vorhin|zuvor|schon (?:ein)?mal|mal|jene[rnms]? (?:nacht|tag|abend|zeit)|zuletzt)\b"
    ),
    question=(
        r"\?|\b(?:was|welche\w*|wer|wen|wem|wessen|wie|wann|wo|woher|wohin|warum|wieso|weshalb|wofu(?:e)?r)\b|"
        r"^(?:hast|habe|haben|hatte\w*|ist|sind|war|kann|soll|sollte|darf|muss|brauche?|lohnt|macht|hilft|gibt|gibts)\b"
    ),
    asks=(
        r"^(?:was|wer) (?:ist|sind)\b|\berza(?:e)?hl\w* mir (?:etwas |mehr |was )?(?:u(?:e)?ber|von|zu)\b|"
        r"\berkla(?:e)?r\w*|"
        r"\binfo\w* (?:zu|u(?:e)?ber|zum|zur)\b|\bwas wei(?:ss|ß)t du (?:u(?:e)?ber|von)\b|^recherche (?:zu|zur|zum|"
        r"u(?:e)?ber)\b"
    ),
    personal=(
        # "How do I …" asks for knowledge.
        r"^(?!(?:wie|wo|was|wann|womit|woran|wohin) \w+ ich\b|(?:brauche?|muss|kann|darf|soll|sollte) ich\b).*\bich\b|"
        r"\b(?:mein\w*|mir|mich|wir|uns|unser\w*)\b|^(?:(?:ha){2,}\w*|stimmt|hallo|hi|hey|guten (?:morgen|tag|abend)|"
        r"gute nacht)\b|"
        r"\bwie geht es\b|\bwas meinst du \?$|\bwu(?:e)?rdest du\b|^bis (?:dann|bald|morgen)\b|"
        r"^(?:bitte )?(?:schreib\w*|"
        r"u(?:e)?bersetz\w*|mach|zeichne|korrigier\w*|erstell\w*|fass)\b|"
        r"\b(?:kannst|ko(?:e)?nntest) du\b.*\b(?:schreiben|umschreiben|u(?:e)?bersetzen|machen|zeichnen|korrigieren|"
        r"erstellen|ku(?:e)?rzen|zusammenfassen)\b|\b(?:soll|sollte|kann|muss) ich (?:denn )?(?:dann|jetzt)\b"
    ),
    claims=(
        r"\b(?:ist|sind|war|waren|wird|wurde|hat|haben|hatte|kann|soll|muss|will|es|er|sie|das|dann|also|so|okay|ok|"
        r"heute|morgen|gestern)\b"
    ),
    bypass=(
        r"\b(?:vergiss|ignorier\w*|nimm nicht|nutz\w* nicht|nicht (?:mehr )?die von) (?:\w+ ){0,2}(?:alte\w*|vorige\w*|"
        r"fru(?:e)?here\w*|damals)\b|"
        r"\bgibt ?s? (?:\w+ ){0,2}(?:was|etwas) neue(?:re)?s\b|"
        r"\b(?:neu|erneut|noch ?mal|noch einmal|von vorne?) (?:\w+ ){0,2}"
        r"(?:recherchier|such|schau|pru(?:e)?f)\w*|\baktuelle\w* stand\b|"
        r"\b(?:neue|frische|erneute|aktuelle) (?:recherche|suche)\b|\b(?:recherchier|such|schau|pru(?:e)?f|"
        r"fang)\w*\b(?: \w+){0,4} (?:neu|erneut|"
        r"noch ?mal\w*|noch einmal|frisch|von vorn\w*)\b|\b(?:neu|erneut|noch ?mal|noch einmal) (?:recherchier|"
        r"suche)\w*|"
        r"\b(?:neuere|andere|aktuelle) quellen\b|\b(?:aktuelle\w*|neue(?:re|ste)\w*|neueste\w*) (?:info\w*|"
        r"erkenntnisse|studien|forschung|daten|ergebnisse|"
        r"preise|zahlen)\b"
    ),
    new_topic=(
        r"\b(?:neues|na(?:e)?chstes|anderes|anderen|anderem|neuem) thema\b|\b(?:andere[nr]?|neuen?) (?:sache|"
        r"frage)\b|"
        r"\bwas (?:ganz )?anderes\b|\bthema (?:wechseln|a(?:e)?ndern)\b|\bthem(?:a|en)wechsel\b|"
        r"\bwechs\w* (?:\w+ ){0,3}thema\b|"
        r"\betwas (?:ganz |vo(?:e)?llig )?ande?re[sn](?:em)? (?:fragen|besprechen|reden|sprechen)\b|"
        r"\bzu etwas (?:ganz |"
        r"vo(?:e)?llig )?anderem\b"
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
        rf"hie(?:ss|ß)\w*|diese\w*|jene\w*|gespra(?:e)?ch\w*|recherche|recherchier\w*|unterhaltung|info\w*|thema|"
        rf"sache|{_TOLD}|"
        rf"hatte\w*|haben|hast|habe|vergessen|wei(?:ss|ß)\w*|mehr|mir|mich|dich|wir|du|bitte|etwas|neu\w*|"
        rf"aktuell\w*|such\w*|"
        rf"erza(?:e)?hl\w*|erkla(?:e)?r\w*|ergebnis|passiert|verwechselt|hol|hervor|sollte\w*|studie|gib|name|"
        rf"gestern|heute|vorhin|k(?:u|ue)rzlich|tage\w*|woche\w*|bez(?:u|ue)glich|antwort\w*|vereinbart|geraten|gezeigt|"
        rf"gelesen|geschrieben"
    ),
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
