"""How German says what is worth knowing."""

from __future__ import annotations

from languages.folding import grouped, words
from languages.german.names import CLOSE, KIN, MY, PET
from languages.german.standing import STANDING
from languages.language import CAPITALS, SAFETY, Pattern, Statements, anycase, pattern

_BETWEEN = r"(?:(?!nicht mehr\b)[\w'’-]+ ){0,4}?"
_MINE = rf"\b(?:mein|unser)(?:e[mnrs]?)? (?:[\w-]+ )??(?:{KIN}|{CLOSE}|{PET})\b"
_ILLNESS = (
    r"(?:\w*allergie|\w*unverträglichkeit|\w*intoleranz|diabetes|asthma|zöliakie|epilepsie|migräne|angststörung|"
    r"depression(?:en)?|adhs|autismus|krebs|arthrose|rheuma|bluthochdruck|herz(?:fehler|infarkt|krankheit|"
    r"schrittmacher)|"
    r"heuschnupfen|schlafstörungen|neurodermitis|rückenschmerzen)"
)
_JOB = (
    r"(?:\w*(?:lehrer|arzt|ärztin|ingenieur|anwält|anwalt|pfleger|krankenschwester|verkäufer|student|schüler|erzieher|"
    r"entwickler|informatiker|programmierer|architekt|bäcker|koch|köchin|tischler|schreiner|mechaniker|elektriker|"
    r"buchhalter|journalist|künstler|musiker|autor|designer|professor|polizist|fahrer|bauer|landwirt|gärtner|"
    r"übersetzer|berater|manager|leiter|assistent|hebamme|therapeut|psycholog|apotheker|optiker|friseur|beamte|"
    r"bibliothekar|wissenschaftler|physiker|chemiker|biolog|rentner|kaufmann|kauffrau|azubi)(?:in|r|n|e)?)"
)


def _say(verbs: str) -> str:
    """The speaker does this now, in either word order: "ich wohne", "seit Mai wohnen wir", and "Wohne in …"."""
    return rf"(?:\b(?:ich|wir) {_BETWEEN}(?:{verbs})\b|\b(?:{verbs}) (?:ich|wir)\b|^(?:{verbs})\b)"


def _done(participles: str, helpers: str = "habe?|haben|bin|sind") -> str:
    """The speaker has done this: "ich habe … gekauft", "gestern sind wir … gezogen"."""
    return (
        rf"(?:\b(?:ich|wir) (?:{helpers})\b[^.!?]*\b(?:{participles})\b|"
        rf"\b(?:{helpers}) (?:ich|wir)\b[^.!?]*\b(?:{participles})\b|^(?:{helpers})\b[^.!?]*\b(?:{participles})\b)"
    )


STATEMENTS = Statements(
    user="Nutzer",
    roles=grouped(user="ich benutzer nutzer", assistant="assistent assistentin ki", narrator="erzähler erzählerin"),
    own=(
        *(Pattern(slot.regex, 9, 6) for slot in STANDING.slots if slot.name in SAFETY),
        # Health and safety.
        pattern(rf"{_say('bin|sind')}[^.!?]*\ballergisch\b|\b{MY} [^.!?]*\b(?:ist|sind) [^.!?]*\ballergisch\b", 9, 6),
        pattern(
            rf"{_say('habe?|haben|leide|leiden')} [^.!?]*\b{_ILLNESS}\b|{_MINE}[^.!?]* hat [^.!?]*{_ILLNESS}\b", 9, 6
        ),
        pattern(rf"{_say('vertrage|vertragen')}[^.!?]*\b(?:kein\w*|nicht)\b", 9, 5),
        pattern(
            rf"{_say('bin|sind')}[^.!?]*\b(?:schwanger|diabetiker(?:in)?|epileptiker(?:in)?|asthmatiker(?:in)?|"
            r"laktoseintolerant|taub|blind|farbenblind|schwerhörig|behindert|trocken|veganer(?:in)?|vegan|"
            r"vegetarier(?:in)?|vegetarisch|autistisch)\b",
            9,
            5,
        ),
        pattern(rf"{_say('esse|essen|trinke|trinken|rauche|rauchen')} [^.!?]*\b(?:kein\w*|nicht|nie)\b", 8, 4),
        pattern(rf"{_say('nehme|nehmen')} [^.!?]*\b(?:tabletten|medikamente?|insulin|pille|\d+ ?mg)\b", 9, 5),
        pattern(_done(r"operiert|diagnostiziert") + rf"|\bbei (?:mir|uns|{MY} \w+) wurde\b", 9, 7),
        # Death, birth, love and promises.
        pattern(
            rf"{_MINE}[^.!?]*\b(?:gestorben|verstorben|starb|tot|im krankenhaus|verunglückt|zur welt gekommen|"
            rf"geboren)\b",
            9,
            9,
        ),
        pattern(
            _done(r"geheiratet|verlobt|getrennt|scheiden lassen|geschieden", "habe?|haben|bin|sind|wurde[n]?")
            + rf"|{_say('heirate|heiraten')}|{_say('bin|sind')} {_BETWEEN}(?:verheiratet|verwitwet|geschieden|ledig)\b",
            9,
            8,
        ),
        pattern(
            _say("erwarten|bekommen") + r" [^.!?]*\b(?:(?:ein|unser|noch ein) (?:\w+ )?(?:baby|kind)|zwillinge|"
            r"nachwuchs)\b",
            9,
            8,
        ),
        pattern(_say("verspreche|schwöre") + r"|" + _done("versprochen|geschworen"), 8, 6),
        # Who somebody is.
        pattern(rf"\b(?:mein (?:\w+ )?name ist|ich heiße|heiße ich) (?-i:[{CAPITALS}])", 9, 4),
        pattern(r"\bmein geburtstag\b|\bhabe? (?:ich )?[^.!?]*\bgeburtstag\b|\bhochzeitstag ist\b", 9, 5),
        pattern(rf"{_say('bin|werde')}[^.!?]*\b\d{{1,3}}(?: jahre alt|[.,!]|$)", 8, 3),
        pattern(_say("wohne|wohnen|lebe|leben") + r"[^.!?]*\b(?:in|auf|bei|am|an|im|mit)\b", 8, 4),
        pattern(_done(r"\w*gezogen|aufgewachsen|geboren|eingezogen|ausgezogen", "bin|sind|wurde"), 8, 5),
        pattern(_say("ziehe|ziehen|komme|kommen|stamme|stammen") + r"[^.!?]*\b(?:(?:nach|aus) (?!hause)\w|um\b)", 8, 4),
        pattern(rf"{_say('bin|sind')} {_BETWEEN}(?:von beruf )?(?:\w+ )?{_JOB}\b", 8, 4),
        pattern(
            r"\b(?:meine|unsere) (?:neue )?(?:adresse|(?:telefon|handy)nummer|e-?mail(?:-adresse)?) (?:ist|lautet)\b",
            8,
            3,
        ),
        # Work and study.
        pattern(_say("arbeite|arbeiten|studiere|studieren|unterrichte|leite|leiten|führe|jobbe") + r" \w", 7, 3),
        pattern(
            _done(
                r"gekündigt|angefangen|eingestellt|befördert|entlassen|gegründet|eröffnet|gewechselt|abgeschlossen|"
                r"bestanden|beworben|pensioniert"
            ),
            7,
            5,
        ),
        pattern(_say("kündige|wechsle|wechsele|fange|beginne|starte") + r"[^.!?]*\b(?:bei|als|zu|an|am)\b", 7, 5),
        # People and animals.
        pattern(
            rf"{_MINE} (?:(?:ist|heißt|hieß|heißen|hat|wohnt|lebt|arbeitet|studiert|wird|kommt)\b|"
            rf"(?-i:[{CAPITALS}])\w+)",
            8,
            5,
        ),
        pattern(rf"{_say('habe?|haben')} (?:[\w-]+ ){{0,4}}?(?:{KIN}|{PET})\b", 8, 5),
        pattern(rf"{_MINE} [^.!?]*\b(?:mag|liebt|hasst|spielt|sammelt|isst|trinkt|braucht|ist)\b", 7, 5),
        pattern(rf"{_MINE} [^.!?]*\b(?:\w*gezogen|gekündigt|bestanden|geheiratet|angefangen|operiert)\b", 7, 5),
        # What somebody likes, does and has.
        pattern(
            r"\b(?:mein|unser)e? lieblings\w+ (?:ist|sind|heißt)\b|\bam liebsten (?:\w+ )?ich\b|\bich \w+ am "
            r"liebsten\b",
            7,
            4,
        ),
        pattern(_say("bevorzuge|hasse|verabscheue|meide|vermeide|fürchte"), 7, 4),
        pattern(rf"{_say('mag|mögen')} [^.!?]*\b(?:kein\w*|nicht)\b|\bich habe (?:\w+ )?angst vor\b", 7, 4),
        pattern(_say("mag|mögen|liebe|lieben|genieße|interessiere|sammle|sammele"), 6, 4),
        pattern(_say(r"\w+e?n?") + r"[^.!?]*\b(?:gerne?|nicht gern|ungern|leidenschaftlich)\b", 6, 4),
        pattern(
            _say(
                r"spiele|spielen|lerne|lernen|male|schreibe|backe|koche|kochen|fahre|fahren|schwimme|singe|tanze|laufe|"
                r"jogge|wandere|wandern|klettere|stricke|nähe|fotografiere|spreche|sprechen|nutze|nutzen|benutze|"
                r"verwende|verwenden|trainiere|lese|gärtnere|trinke|trinken|esse|essen"
            )
            + r" \w",
            6,
            3,
        ),
        pattern(
            rf"{_say('[a-zäöüß]+e?n?')}[^.!?]*\b(?:immer|nie|niemals|jeden (?:tag|morgen|abend|sonntag|samstag)|jede "
            rf"woche|"
            r"jedes jahr|(?:ein|zwei|drei)mal (?:die|pro|in der) woche|meistens|normalerweise)\b",
            6,
            3,
        ),
        pattern(
            _done(
                r"gekauft|verkauft|adoptiert|gewonnen|verloren|gebrochen|verletzt|beendet|entschieden|gewählt|"
                r"geschrieben|gebaut|gebucht|reserviert|besucht|angemeldet|aufgehört|aufgegeben|kennengelernt|geerbt|"
                r"gepflanzt|umgestellt|gemietet|bekommen|geflogen|gefahren|gereist|gelaufen|teilgenommen"
            ),
            6,
            4,
        ),
        pattern(
            rf"{_say('habe?|haben')} (?:\w+ ){{0,2}}?(?:(?:ein|zwei|drei|vier)(?:e[nmrs]?)?) (?-i:[{CAPITALS}])\w+",
            6,
            3,
        ),
        pattern(
            r"\b(?:der|unser|mein|die|unsere|meine) [^!?]*\b(?:(?:ist|findet)\b[^!?]*\bam \d|wurde auf "
            r"[^!?]*verschoben)",
            6,
            3,
        ),
        # Journeys, presents and appointments with a named day.
        pattern(
            _say(
                "fliege|fliegen|fahre|fahren|reise|reisen|heirate|heiraten|feiere|feiern|treffe|treffen|schenke|"
                "schenken"
            )
            + r"\b[^!?]*\b(?:(?:nach|in|zu) (?-i:[A-ZÄÖÜ])\w+|(?:am|im|zum|zur) [\dA-ZÄÖÜ]\w*)",
            6,
            4,
        ),
        # What is no longer true.
        pattern(rf"{_say('[a-zäöüß]+e?n?')}[^.!?]*\b(?:nicht|kein\w*|nie) (?:\w+ )?mehr\b", 7, 4),
        # What somebody aims for.
        pattern(
            r"\b(?:mein|unser) (?:\w+ )?(?:ziel|traum|plan|vorsatz|wunsch)\b[^.!?]* (?:ist|war)\b", 7, 5, "objective"
        ),
        pattern(
            r"\b(?:ich|wir) hab(?:e|en) vor\b|" + _say("plane|planen|beabsichtige|spare|sparen|strebe"),
            6,
            4,
            "objective",
        ),
        pattern(
            rf"{_say('will|wollen|möchte|möchten')} (?!wissen|sagen|fragen|nur|mich bedanken)[^.!?]*\b\w+e?n[.!]?$",
            6,
            4,
            "objective",
        ),
        pattern(_say("bereite|trainiere|übe|bewerbe") + r"[^.!?]*\b(?:für|auf|vor|um)\b", 6, 4, "objective"),
    ),
    others=(
        pattern(r"\b(?:gestorben|verstorben|starb|ermordet|getötet|verraten|entführt|geboren|gerettet)\b", 8, 9),
        pattern(
            r"\b(?:verheiratet|geheiratet|geschieden|verlobt|schwanger|verhaftet|entlassen|befördert|verliebt)\b", 7, 7
        ),
        pattern(rf"\bist (?:{MY}) (?:\w+ )?(?:{KIN}|{CLOSE}|{PET})\b", 8, 6),
        pattern(r"\b(?:wohnt|lebt|arbeitet|studiert|unterrichtet|leitet|besitzt|\w*gezogen|aufgewachsen)\b", 6, 4),
        pattern(rf"\bhat (?:\w+ ){{0,3}}(?:{KIN}|{PET})\b", 6, 5),
        pattern(
            r"\b(?:liebt|hasst|mag|fürchtet|will|plant|sucht|versprach|gewann|verließ|hat [^.!?]*(?:gewonnen|"
            r"verlassen))\b",
            6,
            5,
        ),
    ),
    narrated=(
        pattern(
            r"^(?:nun |jetzt |dann )?(?:du|ihr|dein\w{0,2}|euer|eure)\b[^.!?]*\b(?:bist|seid|hast|habt|warst|ist|"
            r"wirst)\b",
            6,
            4,
        ),
    ),
    reached=anycase(
        r"(?<!wenn )\b(?:ich|wir) (?:hab|habe|haben|bin|sind)\b(?![^.!?]*\bnicht\b)[^.!?]*\b(?:geschafft|beendet|"
        r"erreicht|"
        r"bestanden|abgeschlossen|fertig|gelaufen|vollendet)\b|^geschafft\b"
    ),
    dropped=anycase(
        r"\b(?:ich|wir) (?:hab|habe|haben)\b[^.!?]*\b(?:aufgegeben|verworfen|dagegen entschieden|anders überlegt)\b|"
        r"\b(?:ich|wir) (?:will|wollen|möchte|möchten|plane|planen)\b[^.!?]*\bnicht mehr\b"
    ),
    negations=words("nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne"),
)
