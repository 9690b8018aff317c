"""How German says what the assistant must know in every turn."""

from __future__ import annotations

from languages.folding import words
from languages.german.names import CLOSE, KIN
from languages.language import CAPITALS, Slot, Standing, anycase

_ILL = (
    r"(?:diabetes|epilepsie|asthma|zöliakie|hämophilie|bluthochdruck|einen? (?:herzschrittmacher|herzfehler)|"
    r"herzprobleme|eine (?:nierenkrankheit|herzkrankheit)|morbus crohn|multiple sklerose)"
)
# Drugs that are dangerous to people who must not take them. The "not" is matched by lookbehind: a "not" inside a match
# would take the line back.
_NOT_TAKEN = (
    r"(?:(?<=\bdarf kein )|(?<=\bdarf keine )|(?<=\bkann kein )|(?<=\bkann keine )|(?<=\bvertrage kein )|"
    r"(?<=\bvertrage keine ))(?:penicillin|amoxicillin|antibiotik\w+|aspirin|ibuprofen|paracetamol|codein|morphium|"
    r"opioide|schmerzmittel|narkosemittel|latex)"
)
_FIGURATIVE = (
    r"(?:\w+tage?|morgen|arbeit|menschen|leute|hausaufgaben|dummheit|quatsch|unsinn|drama|smalltalk|laune|langeweile|"
    r"verlieren|sport|meinen? (?:ex|chef\w*|wecker)|dich)\b"
)
# The speaker, the speaker's people, somebody named, or somebody named in the sentence before.
_THEIRS = rf"(?:(?:mein|unser)e? (?:\w+ )?(?:{KIN}|{CLOSE})(?: \w+)?|^(?:er|sie)|(?-i:[{CAPITALS}]\w+))"
_IS = rf"(?:\bich bin|\bbin ich|^bin|\b{_THEIRS} ist)"
_HAS = rf"(?:\bich (?:habe?|leide)|\bhabe? ich|\b{_THEIRS}(?: ist \d+ und)? hat)"
_MEATLESS = r"(?:ketogen|vegan|vegetarisch|veganer|vegetarier|pescetarier|pescetarisch)(?:in)?"
_TONGUE = (
    r"(?:deutsch|englisch|türkisch|französisch|italienisch|spanisch|arabisch|russisch|polnisch|chinesisch|japanisch|"
    r"niederländisch|portugiesisch|griechisch|plattdeutsch|schweizerdeutsch)"
)
_POLITE = r"(?:(?:e|et|en sie)? )(?:mir |uns )?(?:bitte |doch |ab jetzt |künftig |in zukunft )*"
_TASKS = (
    r"(?:antwort|schreib|sprich|sprech|red|erklär|formulier|benutz|nutz|verwend|nenn|fass|halt|gib|geb|zeig|frag|"
    r"erwähn|rechn|lass|beginn|end|bestätig|heb|hebe|markier|prüf|stell|nimm|meld|weis|warn|sortier|vergleich|vermeid|"
    r"sag|"
    r"schlag|rund|liste?|zähl|achte?|füg)"
)
# How people tell an assistant when a rule applies: "wenn ich nach einem Rezept frage".
_WHEN = (
    r"(?:wenn|sobald|falls|bevor|jedes mal,? wenn|immer wenn) ich (?:[\w-]+ ){0,5}?(?:frage|bitte|will|möchte|brauche|"
    r"schicke|erwähne|plane|suche|sage|schreibe|zeige|bestelle|buche)\b"
)
_MANNER = (
    r"(?:kurz|knapp|kürzer|knapper|ausführlich(?:er)?|einfach|förmlich|sachlich|locker|höflich|direkt|verständlich|"
    r"in (?:kurzen|einfachen|ganzen|vollständigen) (?:sätzen|worten)|in (?:einfacher|leichter) sprache|"
    r"in (?:kurzen |knappen |wenigen )?stichpunkten|"
    r"stichpunktartig)"
)
_REPLIES = r"(?:antworten|erklärungen|nachrichten|texte)"

STANDING = Standing(
    grave=anycase(
        r"allerg|unverträglich|intoleran|diabet|insulin|epilep|asthma|zöliakie|hämophil|herzschrittmacher|"
        r"blutverdünn|schwanger|medikament|marcumar|bluter|nesselsucht|schwillt|anaphyla"
    ),
    alternatives=words("oder noch"),
    revokes=anycase(
        r"\b(?:du kannst|du darfst|ihr könnt|sie können|ich (?:esse|trinke|nehme|benutze))\b.*\bwieder\b|"
        r"\b(?:musst|brauchst|müssen|brauchen) (?:\w+ ){0,5}nicht mehr\b|"
        r"^(?:bitte )?(?:lass|vergiss|streich|spar dir)\b (?:bitte )?(?:die|das|den)\b|"
        r"\b(?:herausgestellt|stellte sich)\b.*\b(?:nicht|keine?n?)\b|\bdoch (?:nicht|keine?n?)\b|"
        r"\bniemand nennt mich\b|\bmeine meinung\b.*\bgeändert\b|\b(?:ist|sind) (?:jetzt )?wieder (?:okay|ok|erlaubt|"
        r"in ordnung)\b"
    ),
    tasks=anycase(rf"^(?:{_TASKS}|immer|stets|nie|niemals|bitte|kannst|darfst|musst|brauchst|wieder|frag|angeb|geb)"),
    hollow=words(
        "herausgestellt heraus gestellt stellte doch arzt ärztin sagt test tests getestet ergebnis gegen auf gar esse "
        "ess "
        "iss trinke trink nehm nehme vertrage vertrag woche monat jahr tag seit letzte letzt jetzt"
    ),
    slots=(
        Slot(
            "name",
            (
                r"\b(?:[Mm]ein (?:voller |richtiger )?Name ist|[Ii]ch heiße)(?: jetzt)? "
                rf"[{CAPITALS}][\w-]+(?: [{CAPITALS}][\w-]+){{0,2}}"
            ),
            is_part=True,
        ),
        # "Ich bin Lehrer" has a capital, too, so this matches only what nobody says about a trade.
        Slot(
            "introduction",
            rf"^Ich bin (?:(?:der|die) )?[{CAPITALS}][a-zäöüß]{{2,}}(?: [{CAPITALS}][a-zäöüß]+)?(?=, \d)",
            adds_up=True,
            is_part=True,
        ),
        Slot(
            "address",
            (
                rf"\b(?:(?:[Aa]lle|[Mm]eine Freunde|[Ff]reunde) nennen mich [{CAPITALS}]\w+|"
                rf"[Nn]enn(?:t|en Sie)? mich (?:bitte |einfach |ab jetzt )*(?:Dr\. )?[{CAPITALS}]\w+|"
                rf"[Mm]ich (?:bitte |einfach |ruhig |gern |gerne )*[{CAPITALS}]\w+ nennen|"
                rf"[Ss]ag (?:bitte |einfach |ruhig )*[{CAPITALS}]\w+ zu mir|"
                rf"[Ss]pr(?:ich|echt|echen Sie) mich (?:bitte )?(?:mit|als) (?:[Ff]rau |[Hh]err )?[{CAPITALS}]\w+ an)"
            ),
        ),
        Slot(
            "formality",
            anycase(
                r"\b(?:duz|siez)(?:e|t|en sie)? (?:mich|uns)\b|\b(?:kannst|könnt|darfst|können sie|dürfen sie) mich "
                r"(?:ruhig |gern |gerne |bitte )*(?:duzen|siezen)\b|\bbleiben wir (?:bitte )?beim (?:du|sie)\b|"
                r"\b(?:möchte|will) (?:bitte )?(?:geduzt|gesiezt) werden\b"
            ),
            needs_assistant=True,
        ),
        Slot("pronouns", anycase(r"\bmeine pronomen sind\b")),
        Slot(
            "allergy",
            anycase(
                rf"{_IS}\b[^.!?]*?\b(?:hoch)?allergisch\b(?! (?:gegen|auf) (?:\w+ )?{_FIGURATIVE})|"
                rf"{_HAS} [^.!?]*?(?:\w*allergien?|\w*unverträglichkeit|\w*intoleranz)\b|\bich bin laktoseintolerant\b|"
                r"\b(?:schwillt|schwellen) mir\b|\bwerden? (?:mir |meine )(?:lippen|zunge) taub\b|\bmir (?:schwillt|"
                r"schwellen)\b|"
                r"\b(?:bekomme?|bekommt|krieg[et]?) (?:ich|er|sie) (?:\w+ ){0,3}(?:ausschlag|nesselsucht|quaddeln|"
                r"anaphyla\w+ schock|"
                r"keine luft|atemnot|juckreiz)\b"
            ),
            adds_up=True,
        ),
        Slot(
            "health",
            anycase(
                rf"{_HAS} (?:\w+ ){{0,2}}{_ILL}\b|{_IS} (?:\w+ )?(?:diabetiker|epileptiker|asthmatiker|bluter|"
                rf"(?!privat|kassen)[\w-]+-?patient)(?:in)?\b|{_IS} (?:[\w.]+ ){{0,4}}schwanger\b|{_NOT_TAKEN}\b|"
                r"\b(?:ich|und) (?:nehme|brauche|spritze) (?:\w+ ){0,2}(?:insulin|blutverdünner|marcumar|"
                r"betablocker|antidepressiva|lithium|kortison)\b"
            ),
            adds_up=True,
        ),
        Slot(
            "access",
            anycase(
                r"\bich bin (?:\w+ ){0,3}(?:taub|blind|farbenblind|schwerhörig|gehörlos|sehbehindert|autist|autistin|"
                r"legastheniker|legasthenikerin)\b|\bich habe? (?:eine? )?(?:legasthenie|adhs|sehschwäche|autismus|"
                r"rot-grün-schwäche)\b|\bich (?:benutze|nutze|brauche|trage) (?:\w+ )?(?:screenreader|rollstuhl|"
                r"hörgeräte?|großschrift|untertitel|gebärdensprache|braille\w*|blindenhund)\b"
            ),
            adds_up=True,
        ),
        Slot(
            "diet",
            anycase(
                r"\b(?:ich esse|esse ich) (?:jetzt |inzwischen )?wieder (?:\w+ )?(?:fleisch|fisch|hähnchen|huhn|alles|"
                r"eier|milch\w*)\b|"
                r"\bich esse (?:jetzt |inzwischen )?(?:wirklich )?alles\b"
            ),
            is_end=True,
        ),
        Slot(
            "diet",
            anycase(
                rf"\b(?:ich bin|ich lebe|bin ich|wir sind|ich ernähre mich) (?:\w+ ){{0,2}}{_MEATLESS}\b|"
                rf"\bich bin (?:\w+ )?{_MEATLESS} geworden\b"
            ),
        ),
        Slot(
            "food",
            anycase(
                r"\b(?:ich esse|wir essen|ich koche|wir kochen|wird)\b[^.!?,]*\b(?:halal|koscher|\w+frei)\b|"
                r"\bich (?:esse|trinke|vertrage|darf) (?:seit \w+ |\w+ )?(?:kein(?:e|en)?|nie) "
                r"(?!frühstück|ahnung|angst)(?:\w+ )?\w+|\bich ernähre mich (?:\w+ )?\w+frei\b"
            ),
            adds_up=True,
        ),
        Slot("time zone", anycase(r"\bmeine zeitzone ist\b")),
        Slot("emergency", anycase(r"\bmein notfallkontakt ist\b|\bim notfall (?:bitte )?\w+ anrufen\b")),
        Slot(
            "language",
            anycase(
                rf"\b(?:antwort|schreib|sprich|sprech|red){_POLITE}(?:mit mir )?(?:immer |nur |stets )?(?:auf "
                rf")?{_TONGUE}\b|"
                rf"\bich (?:hätte|möchte) (?:deine |ihre )?antworten (?:\w+ )?auf {_TONGUE}\b"
            ),
            needs_assistant=True,
        ),
        Slot(
            "rule",
            anycase(
                rf"^(?:bitte )?(?:ab jetzt|ab sofort|von nun an|künftig|in zukunft|(?:merk dir|denk (?:bitte )?"
                rf"(?:immer )?daran)(?=.*\b(?:ich|mir|mich|mein\w*|wir|uns|unser\w*)\b)),? "
                rf"\w+|"
                rf"^(?:bitte )?{_TASKS}(?:e|et|en sie)?\b[^.!?]*\b(?:immer|stets|nie|niemals|nicht|kein(?:e|en)?)\b"
            ),
            adds_up=True,
            needs_assistant=True,
        ),
        Slot(
            "rule",
            anycase(
                rf"^(?:bitte )?(?!ich\b|wir\b|\w{{4,}}s\b)\w+ (?:mir |mich |uns |dabei |bitte |dir )*"
                rf"(?:immer|stets|nie|niemals)\b.*\b{_WHEN}|"
                rf"^(?:bitte )?{_WHEN},? (?:dann |bitte )*{_TASKS}\w*\b"
            ),
            adds_up=True,
            needs_assistant=True,
        ),
        # How to answer: an imperative without its own object. "Schreib den Brief kurz" is a task, not a rule.
        Slot(
            "rule",
            anycase(
                rf"^(?:bitte )?(?:antwort|schreib|sprich|red|erklär){_POLITE}(?:mit mir )?{_MANNER}(?: und {_MANNER})?"
                rf"(?:,? bitte)?(?=[.,;!]|$)|^(?:bitte )?fass(?:e|en sie)? (?:dich|sich) (?:bitte "
                rf")?{_MANNER}(?=[.,;!]|$)|"
                rf"^(?:bitte )?(?:halte?|gib)\b (?:mir )?(?:bitte )?(?:nur )?(?:deine |die )?(?:kurze |knappe "
                rf")?{_REPLIES}(?: {_MANNER})?(?=[.,;!]|$)|"
                rf"^(?:bitte )?keine (?:emojis?|floskeln|fachbegriffe|anglizismen|spoiler|ausrufezeichen)(?: mehr)?"
                r"(?:,? bitte)?(?=[.,;!]|$)|^ich (?:hätte|möchte|will) (?:\w+ )?(?:kurze|knappe|ausführliche) "
                r"antworten\b"
            ),
            adds_up=True,
            needs_assistant=True,
        ),
    ),
)
