"""How German states what a person has only one of at a time, and that it is now another one."""

from __future__ import annotations

from languages.folding import words
from languages.language import CAPITALS, Trait, Traits, anycase

_NAME = rf"(?-i:[{CAPITALS}][\w-]+(?: [{CAPITALS}][\w-]+)?)"
_WHO = rf"(?P<who>\b(?:ich|wir|(?:mein|unser)e? \w+|{_NAME}))"
_I = r"(?P<who>ich|wir)"
_SOME = r"(?: (?!nicht\b|nie\b)[\w-]+){0,5}?"
_VALUE = rf"(?P<value>{_NAME})"
_REST = r"(?P<value>[\w+@#][^;!?,]*?)(?=[,.]?\s*$|[,;!?(]|\. | (?:und|aber|weil)\b)"
_OWNED = (
    r"(?:Adresse|(?:Telefon|Handy)?nummer|E-?Mail(?:-Adresse)?|Postleitzahl|Vermieter(?:in)?|Chef(?:in)?|"
    r"(?:Haus|Zahn)?arzt|(?:Haus|Zahn)?ärztin|Therapeut(?:in)?|Miete|Gehalt|Budget|Frist|Abgabetermin|Auto|(?:Nach|Vor|Familien)name)"
)
_WRONG = (
    r"(?!(?:nur|bloß) )(?:(?:am|im|in|um|bei|zu[mr]?|auf|ein\w*|de[rmn]|die|das|nach|aus|als|mit|für|bis) )*"
    r"([\w:-]+(?: [\w:-]+){0,3}?)"
)

TRAITS = Traits(
    me=words("ich wir"),
    relative=r"^(?:mein|unser)",
    adds=anycase(r"\b(?:auch|(?<!nur )noch|außerdem|zusätzlich|wenn|würde|könnte|will|möchte|hoffe|früher|träume)\b"),
    change=anycase(
        r"\b(?:jetzt|nun|inzwischen|mittlerweile|neuerdings|nicht mehr|keine?n? \w+ mehr|seit (?:gestern|"
        r"letzte[rnms]?)|"
        r"umgezogen|gezogen|ziehe|gewechselt|korrektur|verschoben|geändert|gekündigt|aufgehört|aufgegeben|statt|"
        r"ab sofort)\b"
    ),
    ended=anycase(
        r"\b(?:nicht|kein\w*|nie)\b.*\bmehr\b|(?<!\bnicht )(?<!\bnie )\b(?:aufgehört|aufgegeben|gekündigt)\b"
    ),
    ended_words=frozenset(("mehr", "aufgehort", "aufgegeb", "gekundigt", "hab")),
    corrected=anycase(rf"\bnicht {_WRONG},? sondern\b|,\s*nicht {_WRONG}(?=[.!;,)]|$| [-–—])"),
    over=anycase(
        r"\b(?:nicht|kein\w*|nie)\b.*\bmehr\b|\bdoch (?:nicht|kein\w*)\b|(?<!\bnicht )(?<!\bnie )"
        r"\b(?:aufgehört|aufgegeben|gekündigt|"
        r"(?:den|die|das|mein\w*|unser\w*) [\w-]+ verkauft|"
        r"gestorben|abgesagt|getrennt|dagegen entschieden|anders überlegt)\b"
    ),
    over_words=words(
        "nicht kein keine keinen keinem nie mehr doch aufgehört aufgegeben gekündigt verkauft gestorben abgesagt "
        "getrennt dagegen entschieden anders überlegt habe haben hat bin sind ist werde werden uns"
    ),
    over_stops=anycase(r"[,;:]|\s[-–—]\s|\b(?:weil|denn|und|als)\b"),
    happened=anycase(
        r"\b(?:habe?|haben|hat|bin|sind|ist)\b.*\b(?:ge\w+|\w+ge\w+|(?:be|ver|er|ent|zer)\w+|\w+iert)(?:t|en)\b"
    ),
    promised=anycase(r"(?<!wie )\b(?:versprochen|verspreche)\b(?! wie)"),
    switched=(
        rf"\bvon ([{CAPITALS}][\w.+#-]*(?: [{CAPITALS}][\w.+#-]*)*) (?:auf|zu) [{CAPITALS}][\w.+#-]*"
        r"(?: \w+)? (?:umgestiegen|gewechselt)\b|"
        rf"\bbei (?:der |dem )?([{CAPITALS}][\w-]*(?: [{CAPITALS}][\w-]*)*) (?:gekündigt|aufgehört)\b"
    ),
    uses=anycase(r"\b(?:nutze|nutzen|benutze|verwende|arbeite|arbeiten|arbeitet|bevorzuge)\b"),
    spoken_of={
        "home": "Zuhause zuhause Haus Wohnung wohne wohnt wohnen gewohnt lebe lebt gezogen ziehe umgezogen umziehen "
        "Umzug eingezogen Miete Vermieter Schlüssel Kisten Kartons gepackt",
        "work": "arbeite arbeitet gearbeitet Arbeit Job Stelle Firma Chef Chefin Büro Team Kollegen Schicht gekündigt "
        "angefangen eingestellt befördert Ausbildung Lehre Vertrag Rente",
        "love life": "ledig verheiratet verlobt geschieden Hochzeit geheiratet getrennt Freund Freundin Mann Frau",
        "age": "Jahre alt geworden Geburtstag geboren",
        "diet": "vegan Veganer Veganerin vegetarisch Vegetarier Vegetarierin esse isst gegessen Fleisch Fisch Hähnchen "
        "Schnitzel Wurst Käse Steak",
        "car": "fahre fährt Auto Wagen",
        "name": "Name Nachname Nachnamen heiße heißt",
        "health": "Allergie allergisch Tabletten Medikament Dosis",
    },
    role=rf"\b(?:[Ii]ch bin|bin ich) (?:(?:jetzt|nun|inzwischen|seit \w+) )*(?:eine?n? )?[{CAPITALS}]\w",
    turned={
        "home": anycase(
            r"\b(?:(?:um|ein|aus)?gezogen|(?:um)?zieh(?:e|en)|umgesiedelt|umzug|schlüssel|kisten|kartons|gepackt)\b"
        ),
        "work": anycase(
            r"\b(?:gekündigt|angefangen|aufgehört|eingestellt|befördert|entlassen|neue[rn]? (?:job|stelle)|"
            r"erste[rn]? (?:tag|woche) (?:bei|im|in|als))\b"
        ),
        "love life": anycase(r"\b(?:verlobt|geheiratet|verheiratet|geschieden|getrennt|hochzeit|schluss gemacht)\b"),
        "age": anycase(r"\b(?:\d+ geworden|geburtstag)\b"),
    },
    searched={
        "diet": "vegan Veganer Vegetarier esse",
        "own": "Auto fahre Nachname",
        "hours": "öffnet schließt geöffnet",
        "home": "Zuhause wohne wohnen wohnt lebe lebt gezogen",
        "work": "arbeite arbeitet angefangen",
        "love life": "ledig verheiratet verlobt geschieden",
        "age": "Jahre alt",
        "favourite": "Lieblings",
    },
    traits=(
        Trait("home", anycase(rf"{_WHO} (?:bin|sind|ist){_SOME} nach {_VALUE} (?:um)?gezogen\b"), True, True, True),
        Trait("home", anycase(rf"\b(?:bin|sind) {_I}{_SOME} nach {_VALUE} (?:um)?gezogen\b"), True, True, True),
        Trait("home", anycase(rf"{_WHO} (?:wohne?[nt]?|lebe?[nt]?){_SOME} in {_VALUE}"), True),
        Trait("home", anycase(rf"\b(?:wohnen?|leben?) {_I}{_SOME} in {_VALUE}"), True),
        # "Ich heiße Lena und wohne in Kiel."
        Trait("home", anycase(rf"^{_I}\b[^,.;!?]* und (?:wohnen?|leben?){_SOME} in {_VALUE}"), True),
        Trait(
            "work",
            anycase(
                rf"{_WHO} (?:habe?|haben|hat|bin|ist){_SOME} (?:bei|zu|zur|zum)(?: der| dem)? {_VALUE}(?: als \w+)? "
                r"(?:angefangen|gewechselt)\b"
            ),
            True,
            True,
        ),
        Trait("work", anycase(rf"{_WHO} arbeite[nt]?{_SOME} (?:bei|für)(?: der| dem| die)? {_VALUE}"), True),
        Trait("work", anycase(rf"\barbeiten? {_I}{_SOME} (?:bei|für)(?: der| dem| die)? {_VALUE}"), True),
        Trait("home", anycase(rf"\bmein zuhause ist in {_VALUE}"), True),
        Trait("work", anycase(rf"{_WHO} (?:bin|ist) \w+ (?:bei|für)(?: der| dem| die)? {_VALUE}"), True),
        Trait("work", anycase(rf"\barbeite[nt]? als \w+ (?:bei|für)(?: der| dem| die)? {_VALUE}"), True),
        Trait(
            "work", anycase(rf"\bhabe? ich{_SOME} (?:bei|in)(?: der| dem)? {_VALUE}{_SOME} angefangen\b"), True, True
        ),
        Trait("love life", anycase(rf"{_I} habe? eine?n? (?P<value>Freund(?:in)?|Verlobten?)\b"), is_sure=True),
        Trait(
            "love life",
            anycase(r"\bmeine? (?P<value>Freund(?:in)?|Verlobten?)(?: \w+)? und ich (?:wohnen|leben|sind)\b"),
            is_sure=True,
        ),
        Trait(
            "love life", anycase(r"\b(?:ich haben|ich habe|wir haben)\b.*\buns\b.*(?P<value>getrennt)\b"), is_sure=True
        ),
        Trait("diet", anycase(rf"{_I} bin{_SOME} (?P<value>vegan|vegetari|pescetari)\w*"), is_sure=True),
        Trait("diet", anycase(rf"{_I} esse wieder (?P<value>Fleisch|Fisch|Käse|alles)\b"), is_sure=True),
        Trait("name", anycase(r"\b(?P<who>meine? \w+) heißt (?P<value>[\w-]+)"), is_sure=True),
        Trait("own auto", anycase(rf"{_I} fahre(?: jetzt| nun| wieder)? eine?n? (?:[a-zäöüß]+ )*?(?P<value>{_NAME})")),
        Trait(
            "hours",
            anycase(
                r"\b(?P<what>(?:öffnet|schließt) (?:mein|unser|der|die)e? \w+|(?:mein|unser|der|die)e? \w+ (?:öffnet|"
                r"schließt|ist))(?: jetzt| nun)? (?:um|ab|bis) (?P<value>\d[\d:.]*)"
            ),
            is_sure=True,
        ),
        Trait(
            "love life",
            anycase(
                rf"{_WHO} (?:bin|sind|ist){_SOME} (?P<value>ledig|single|verheiratet|verlobt|geschieden|verwitwet|"
                r"getrennt)\b"
            ),
            is_sure=True,
        ),
        Trait(
            "age",
            anycase(rf"{_WHO} (?:bin|ist)(?: jetzt)? (?P<value>\d{{1,3}})(?: Jahre alt\b|(?=[,.]?$| und\b))"),
            is_sure=True,
        ),
        Trait("age", anycase(r"\b(?:bin ich|ich bin)(?: \w+){0,2} (?P<value>\d{1,3}) geworden\b"), is_sure=True),
        Trait("favourite", anycase(rf"\bmeine? Lieblings(?P<what>\w+) ist(?: jetzt| inzwischen)? {_REST}")),
        Trait(
            "own",
            anycase(
                rf"\b(?:mein|unser)e? (?:neue[rs]? |aktuelle[rs]? )?(?P<what>{_OWNED}) (?:ist|lautet|beträgt|heißt)"
                rf"(?: jetzt| nun| inzwischen)? {_REST}"
            ),
            is_sure=True,
        ),
        Trait(
            "thing",
            anycase(
                rf"\b(?:mein|unser|der|die|das)e? (?P<what>[\w-]+) (?:wurde|ist)(?: \w+)? auf(?: den)? {_REST} "
                rf"verschoben"
            ),
            is_change=True,
        ),
        Trait("thing", anycase(rf"\b(?:mein|unser|der|die|das)e? (?P<what>[\w-]+) (?:ist|findet) am {_REST}")),
    ),
)
