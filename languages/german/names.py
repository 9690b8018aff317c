"""Which capitals make a name in German, where every noun has one: only the words next to a name show it."""

from __future__ import annotations

from languages.folding import words
from languages.language import Names, anycase

PEOPLE = (
    r"(?:Mutter|Mama|Vater|Papa|Bruder|Schwester|Sohn|Tochter|Kind|Baby|(?:Ehe)?(?:mann|frau)|Partner(?:in)?|"
    r"Verlobte[rn]?|Freund(?:in)?|Oma|Opa|Großmutter|Großvater|Enkel(?:in)?|Tante|Onkel|Cousine?|Nichte|Neffe|"
    r"Schw(?:ager|ägerin)|Kumpel|Chef(?:in)?|Kolleg(?:e|in|en)|Lehrer(?:in)?|Nachbar(?:in|n)?|Mitbewohner(?:in)?|"
    r"Ärztin|Arzt|Trainer(?:in)?|Vermieter(?:in)?|Hund|Katze|Kater|Pferd|Kaninchen|Hamster)"
)
_MY = r"(?:mein|unser)(?:e[mnrs]?)?"

NAMES = Names(
    by_capitals=False,
    not_names=words(
        """
    abend ach ah allerdings api april august außerdem bald bitte dank danke deutsch deutsche dezember dienstag
    donnerstag echt eigentlich einfach endlich englisch falls februar feierabend feiertag ferien freitag früher freut
    frohe frühling ganz genau gern gerne gestern gott grüße grüß gut gute guten guter hallo hause haus heim herbst
    herzlich herzliche herzlichen heute hey hi inzwischen irgendwann januar juli juni klar kunde leider letzte letzten
    letztes liebe lieber liebes mach mai mal mitte mittag mittwoch moin montag morgen märz nachmittag nacht nächste
    nächsten nächstes natürlich neu neue nie november okay ok oktober ostern pfingsten prima rente sag samstag schade
    schatz schöne schönen seitdem september servus sicher silvester sommer sommerferien sonnabend sonntag sorry später
    stimmt super tag tage tja toll tschüss übrigens uhr urlaub vielleicht vorgestern vorher weihnachten willkommen
    winter woche wochenende zuerst zuhause zusammen zwei drei vier fünf ende anfang liebling bundesland ausland hochzeit
    elternzeit teilzeit vollzeit nähe miete gegend innenstadt stadt dorf assistent assistentin herrn untermiete versehen
    thema frage
    """
    ),
    # Not "Schwester", mostly a relation, nor "Herrn", which would make a second name of "Herr Weber".
    titles=words(
        "herr frau dr doktor prof professor professorin onkel tante oma opa könig königin prinz prinzessin hauptmann "
        "graf gräfin pfarrer"
    ),
    # Not "Universität": alone, this noun is not a name.
    relation=anycase(rf"^{PEOPLE}$"),
    owned_before=anycase(rf"\b{_MY} (?:\w+ )?{PEOPLE},? $"),
    shown_before=anycase(
        rf"(?:(?:^|[.,;:!?–] (?:(?:und|aber|denn) )?){_MY} (?:\w+ )?{PEOPLE} |"
        r"\b(?:heiß(?:t|e|en)|hieß(?:en)?|namens|auf den Namen|Name ist|nenn(?:t)? mich|nennen Sie mich) |"
        r"\b(?:wohn(?:e|t|en|te|ten)|leb(?:e|t|en|te|ten)|geboren|aufgewachsen|studier(?:e|t|en|te)|stadt|dorf) "
        r"(?:(?!in\b|nach\b)\w+ ){0,5}(?:in|bei|nahe) |"
        r"\b(?:flieg(?:e|en|t)|fahr(?:e|en)|fährt|zieh(?:e|en|t)|reis(?:e|en|t)|zog(?:en)?|flog(?:en)?|fuhr(?:en)?|"
        r"umzug|reise|flug|fahrt) (?:(?!nach\b)\w+ ){0,6}nach |"
        r"\b(?:komm(?:e|en|t)|stamm(?:e|en|t)|bin|ist|sind) (?:ursprünglich |eigentlich |auch )?aus |"
        r"(?:^|[.!?]\s+)(?:hallo|hi|hey|moin|servus|danke|vielen dank|guten (?:morgen|tag|abend)|gute nacht),? )$"
    ),
    shown_after=anycase(r"^ (?:gezogen|umgezogen|aufgewachsen|gewohnt|gelebt)\b"),
)
