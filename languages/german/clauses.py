"""Where German clauses begin and end, and which of them are worth nothing."""

from __future__ import annotations

from languages.folding import words
from languages.language import CAPITALS, Clauses, anycase

CLAUSES = Clauses(
    words_min=3,
    abbreviations="nr|bzw|ca|inkl|evtl|ggf|vgl",
    begins_sentence="ich|wir|aber|und dann|übrigens|außerdem|mein|meine",
    captions="bild|foto|grafik|sprachnachricht|datei|anhang",
    openers=anycase(
        r"^(?:(?:hallo|hi|hey|moin|servus|guten (?:morgen|tag|abend)|ja|nein|nee|doch|ok(?:ay)?|gut|klar|genau|stimmt|"
        r"danke(?: dir| schön| sehr)?|vielen dank|bitte|super|toll|prima|schön|ach(?: so)?|oh|hm+|na ja|naja|tja|also|"
        r"übrigens|apropos|ehrlich gesagt|eigentlich|wie gesagt|wie (?:ich )?(?:schon )?(?:gesagt|erwähnt)|"
        r"zur erinnerung|nur damit du es weißt|stell dir vor|weißt du|leider|sorry|entschuldigung|und|aber|außerdem|"
        rf"noch (?:et)?was|bevor ich(?: es|[’']s) vergesse|"
        rf"gute nachrichten|eine bitte)(?:,?\s+(?-i:[{CAPITALS}])\w+)?\s*[,:!.…–—-]+\s*|"
        r"(?:übrigens|also|außerdem) (?=ich\b|wir\b|mein|unser|nenn|antworte))+"
    ),
    leads=anycase(
        r"^(?:(?:und|aber|denn|außerdem|übrigens|also)\s+)+(?=(?:ich|wir|mein\w*|unser\w*|nenn|antworte|bitte)\b)"
    ),
    breaks=anycase(
        r"\s*(?:;|\s[-–—])\s+|,\s+(?:(?:und|aber|denn|deshalb|deswegen|also)\s+)?(?=(?:ich|wir|mein\w{0,2}|kannst|"
        r"könntest|könnten|hast|weißt|was|wie|welche\w?|bitte)\s)|\s+(?:aber|und|denn)\s+(?=(?:ich|wir|mein\w{0,2})\s)"
    ),
    # Up to the end, without another comma: behind one, the main clause has begun.
    dependent=anycase(
        r"(?:^|,\s+(?=(?:und|aber)\s))(?:(?:und|aber)\s+)?(?P<when>(?:als|wenn|falls|sofern|bevor|nachdem|sobald|solange|"
        r"während|bis|obwohl|weil|seit(?:dem)?) (?:ich|wir|er|sie|es|man|mein\w{0,2}|unser\w{0,2})\b[^,;]*)$"
    ),
    requests=anycase(
        r"^(?:und |aber |dann )?(?:kannst|könntest|können sie|könnten sie|würdest|hast|hättest|was|wie|warum|wieso|"
        r"wann|"
        r"wo|wer|welche\w?|womit|bitte (?!nenn|duz|siez|antwort|sprich|schreib|merk)|hilf|zeig|erklär|erzähl|gib|"
        r"schlag|sag mir|lass uns|mach|such|ich (?:brauche|bräuchte|suche) (?:\w+ )?(?:hilfe|tipps?|ideen|rat|deinen)|"
        r"ich (?:frage mich|wüsste gern|hätte gern|möchte wissen))\b"
    ),
    hedges=anycase(
        r"^(?:und |aber )?(?:wenn|falls|vielleicht|hoffentlich|ich (?:glaube|denke|schätze|vermute|meine|hoffe|"
        r"verstehe|"
        r"weiß|würde|könnte|sollte|freue mich|frage mich|bin (?:mir )?(?:nicht )?sicher|bin gespannt|bin (?:so )?froh)|"
        r"das (?:ist|war|klingt|wäre|freut|hört sich)|klingt|schön|viel (?:spaß|glück|erfolg)|gute|danke|freut mich)\b|"
        r"\b(?:keine ahnung|glaube ich|denke ich)\b|^(?:würde|könnte) ich\b"
    ),
    fleeting=anycase(
        r"\b(?:müde|erschöpft|aufgeregt|dankbar|gespannt|gerade|heute|neulich|gleich|jetzt los|mit dem gedanken|kann "
        r"es kaum erwarten|"
        r"freue mich|so (?:schön|toll|froh|glücklich)|(?:war|ist) (?:toll|super|schön|großartig|wunderbar)|dir|dich|"
        r"dein\w{0,2}|ihnen)\b"
    ),
    relative=anycase(
        r"\b(?:gestern|vorgestern|heute|morgen|übermorgen|neulich|kürzlich|(?:letzte|nächste|vorige|kommende|"
        r"diese)[nrsm]? "
        r"(?:woche|wochenende|monat|jahr|sommer|winter|frühling|herbst|montag|dienstag|mittwoch|donnerstag|freitag|"
        r"samstag|sonntag)|(?:vor|in) (?:\d+|einem|einer|zwei|drei|vier|fünf|sechs|sieben|ein paar) "
        r"(?:tage?n?|wochen?|monate?n?|jahre?n?))\b"
    ),
    pointing=anycase(
        r"^(?:er|sie|es|das|dies|dieser|diese|dieses|dort|da|damit|dafür|daran|davon|dazu) (?!ich|wir|mein)\w+"
    ),
    vague=anycase(r"\b(?:ihn|ihm|es|das|dies|etwas|sowas|damit|dafür|daran|davon|dazu|dort)[.!]?$"),
    hanging=anycase(
        r"\b(?:damit|dafür|daran|davon|dazu|dorthin|daher|deswegen)\b(?!,)|\b(?:diese[rsmn]?) "
        r"(?!woche|monat|jahr|sommer|winter|frühling|herbst|morgen|abend|wochenende|stadt|projekt)\w"
    ),
    courtesies=(
        r"(?:guten )?(?:morgen|tag|abend)|gute nacht|schlaf gut|hallo|hi|hey|moin|servus|na|"
        r"wie gehts?(?: es)?(?: dir| ihnen| euch)?(?: heute| so)?|"
        r"wie (?:war|lauft|ist) (?:dein|euer|ihr)e? (?:tag|abend|woche|wochenende)(?: so| bisher)?|"
        r"mir gehts?(?: es)?(?: auch| sehr| ganz)* (?:gut|prima|super)|(?:auch |sehr |ganz )*gut|"
        r"und (?:dir|ihnen|euch|selbst|bei dir)|(?:vielen )?danke?(?: dir| schon| sehr)?(?: (?:fur )?(?:der|die) "
        r"nachfrage)?|(?:schon|gut) (?:von dir zu horen|dich zu sehen)|bis (?:morgen|bald|dann|spater|nachher)|tschuss|"
        r"auf wiedersehen|mach(?:s| es) gut|(?:einen )?schonen (?:tag|abend)(?: noch)?|"
        r"(?:ein )?schones wochenende|gern geschehen"
    ),
    before_names=words("hallo hi hey moin servus na danke tschüss gut dir euch bald später morgen"),
)
