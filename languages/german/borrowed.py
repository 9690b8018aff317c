"""How German passes on words that are not the speaker's own, and how it names secrets."""

from languages.folding import words
from languages.language import LAUGHS, RANDOM, Borrowed, anycase

_TEXT = (
    r"(?:e-?mails?|mails?|briefe?s?|artikels?|(?:\w+)?blatts?|newsletters?|handbuchs?|handbuch|(?:stil)?leitfadens?|"
    r"richtlinien?|gedichts?|liedtexte?s?|lieds?|geschichte|romans?|drehbuchs?|dialogs?|chats?|beitrags?|tweets?|bio|"
    r"profils?|zitats?|schilds?|aufsatz(?:es)?|rede|entwurfs?|absatz(?:es)?|satz(?:es)?|texte?s?|textes|zettels?)"
)
_FICTION = r"(?:roman|geschichte|märchen|gedicht|lied|film|stück|spiel|drehbuch|sketch|traum|buch|szene)"
_ASKED = r"^(?:(?:bitte|kannst|könntest|würdest|du|mir|mal|lass|uns),? )*"

BORROWED = Borrowed(
    handed=anycase(
        rf"\b(?:dies\w*|de[rmns]|das|die|eine?[mnrs]?|unser\w*|mein\w*|sein\w*|ihr\w*|dein\w*|folgend\w*|aus|vom)"
        rf"(?: [\w-]+){{0,3}}? {_TEXT}\b|"
        r"(?<!\bich )\b(?:sagte?|schrieb|schreibt|steht|lautet|antwortete|rief)\b"
    ),
    pasted=anycase(
        r"^(?:kopiert|eingefügt|weitergeleitet) (?:\w+ )*(?:aus|von)\b|\b(?:aus|von) (?:\w+ ){0,3}kopiert\b"
    ),
    salutation=anycase(
        r"^\s*(?:sehr geehrte\w*|liebe[rs]?|guten (?:tag|morgen|abend)|hallo|hi)\b[^.!?\n]{0,40}[,!]|^\s*(?:mit "
        r"freundlichen grüßen|mfg)\b"
    ),
    asked=anycase(
        rf"{_ASKED}(?:übersetz\w*|korrigier\w*|lektorier\w*|umschreib\w*|formulier\w* (?:\w+ )?um|fass\w* zusammen|"
        r"(?:ein )?rollenspiel|tu(?:n wir)? so|"
        r"(?:schreib|erzähl)\w*(?: mir| uns)? (?:eine?n?|das|die|den|meinen?) (?:\w+ ){0,2}(?:geschichte|gedicht|lied|"
        r"szene|dialog|monolog|brief|rede|roman))\b|"
        r"\bwie (?:sagt|sage|schreibt|schreibe|heißt|übersetzt)(?: \w+){0,3} auf \w+"
    ),
    labels=words(
        "ich wir mir mich mein meine du ps nachtrag hinweis wichtig wichtiges achtung übrigens update frage antwort "
        "idee plan allergien allergie diät "
        "ernährung gesundheit name zusammenfassung ziel regel regeln wünsche grund problem ergebnis fazit heute morgen "
        "erstens zweitens drittens zutaten sprache bitte kontext korrektur"
    ),
    unreal=anycase(
        r"\b(?:wenn|falls|als ob)(?: [\w'’]+){0,12} (?:wäre|hätte|würde)\b|"
        rf"\b(?:in|im|aus|für|von) (?:\w+ )?{_FICTION}\b|\b{_FICTION},? (?:in|wo|über|der|die|das)\b|"
        r"\b(?:\w*figur|held|heldin|erzähler|erzählerin|rollenspiel|tu so|stell dir vor|angenommen|geträumt|früher|"
        r"ich dachte|horoskop|nur (?:für|in) diese[rmns]? \w+|nur dieses mal|ausnahmsweise)\b"
    ),
    fiction=anycase(
        r"\b(?:schreib\w*|mein\w*|unser\w*|eine?[mnrs]?|dies\w+) (?:\w+ ){0,2}(?:kurzgeschichte|geschichte|"
        r"roman|szene|drehbuch|"
        r"kampagne|fanfic\w*|comic|rollenspiel|theaterstück)s?\b|\b(?:protagonist\w*|ich-erzähler\w*|"
        r"(?:haupt|neben|roman|krimi)figur\w*|romanheld\w*|rollenspiel\w*)\b|"
        r"\bschreib\w* (?:\w+ ){0,3}(?:krimi|thriller|hörspiel|buch)\b"
    ),
    laughs=anycase(LAUGHS + r"|\b(?:kleiner )?(?:scherz|spaß|quatsch)\b|^(?:ja ?ja|na klar|klar doch)\b"),
    passwords=r"passwort|passwörter|kennwort|passphrase",
    codes=(
        r"pin|geheimzahl|prüfziffer|prüfnummer|kartenprüfnummer|(?:zugangs|alarm|tür|haustür|sicherheits|garagen|tor)code|"
        r"zahlenkombination"
    ),
    linked=(
        r"ist|lautet|heißt|war|wird|soll|habe ich|jetzt|von(?=\s+\S+\s+(?:auf|in|zu)\s+\S*\d)|auf|nun|nummer|code|"
        r"genommen|gesetzt|benutzt|verwendet"
    ),
    naming=r"(?:ist|war|wird) (?:mein|unser|da|dein|euer|eure|sein|ihr|die)\w*|als",
    secret=anycase(
        r"\b(?:\w+-?)?(?:passwort|kennwort|passphrase|pin|geheimzahl|(?:zugangs|alarm|tür|sicherheits)code|"
        r"(?:api|wlan|netzwerk)-?(?:schlüssel|key)|prüfnummer)\b"
        r"(?:[ -]+\w+){0,5}?"
        r"(?:(?:\s+(?:ist|lautet|heißt|war)(?: jetzt)?|\s*[:=])\s*[\"'“„‘`]?|"
        rf"\s+{RANDOM})(?P<secret>[^\s\"'“”’`]{{3,}})"
    ),
)
