"""How German texts and their words are recognised: stems, ends of sentences, names, and what says nothing."""

from languages.folding import words
from languages.language import CAPITALS, Analysis, Clauses, Names, anycase

ANALYSIS = Analysis(
    # These lists come from grammar, not from a benchmark; also as people type them without umlauts.
    stop_words=words(
        """
aber alle allem allen aller alles als also am an andere anderen anderer anderes ans auch auf aus bei beim bin bis bist
da dabei dafuer dafür daher damals damit danach dann daran darauf darf darfst darin darüber darueber darum das dass daß
dasselbe davon davor dazu dein deine deinem deinen deiner deines dem den denen denn der deren des deshalb dessen dich
die dies diese diesem diesen dieser dieses dir doch dort du durch eben ein eine einem einen einer eines einige einigen
einmal er es etwas euch euer eure eurem euren eurer für fuer gegen gerade gewesen hab habe haben habt hast hat hatte
hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im immer in ins irgendwas ist ja jede jedem
jeden jeder jedes jemand jene jenem jenen jener jetzt kann kannst kein keine keinem keinen keiner können könnte könnten
könntest koennen koennte man manche manchmal mein meine meinem meinen meiner meines mich mir mit möchte moechte müssen
muessen muss musst nach nachdem neben nein nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen
seiner seines seit selbst sich sie sind so sogar solche soll sollen sollte sonst über ueber um und uns unser unsere
unserem unseren unserer unter viel viele vielen vom von vor wann war waren warst warum was weg weil weiter welche
welchem welchen welcher welches wem wen wenn wer werde werden wessen weshalb wie wieder wieso wieviel will willst wir
wird wirst wo wohin woher wofür wollen womit worüber wurde wurden würde wuerde würden während waehrend zu zum zur zwar
zwischen
        """
    ),
    # Words that English and Turkish also have, some in typed spelling: "hat trick", "im going". Not "was" and "am":
    # English counts them as its own, and "am 3. Mai" would pass for English alone.
    negations=words("nicht kein keine keinen keinem keiner keines nie niemals niemand nichts weder ohne"),
    shared=words("also an bin da den des die er es für hat hin im in ins man mit nun so über um war weg will"),
    letters="äöüßÄÖÜẞ",
    stemmer="german",
    behind_ordinal=(
        r"(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Klasse|Stock|"
        r"Geburtstag|Jahrhundert|Lebensjahr|Semester|Hochzeitstag)\b"
    ),  # "am 3. Mai", "in der 5. Klasse"
    typed_as={"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"},
)


CLAUSES = Clauses(
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
    hanging=anycase(
        r"^(?:er|sie|es|das|dies|dieser|diese|dieses|dort|da|damit|dafür|daran|davon|dazu) (?!ich|wir|mein)\w+"
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
    chatter=words(
        """
    abend abends vergesse vergessen merke herzlich herzliche herzlichen glückwunsch glückwünsche oft öfter laufe heißen
    aktuell alt alte anders anfang arbeiten bald bekommen besonders besser beste bestimmt bisschen bitte bleiben brauche
    brauchen danke dinge eigentlich einfach endlich erst erste erzähl erzählen fast finde finden frage fragen freue
    freut früher gab ganz ganze geben gefällt gehen geht gemacht genau gern gerne gestern gesagt gibt glaube gleich gut
    gute guten guter hallo halt heißt heute hilfe hoffe idee jahr jahre jahren klar klein kleine klingt komme kommen
    kommt lange lass lassen leben letzte letzten letztes leute lieber macht mache machen mal mehr mensch menschen
    minuten monat monate monaten montag morgen morgens nachricht name natürlich neu neue neuen nie nächste nächsten
    nächstes okay paar problem richtig sache sachen sage sagen sagt schade schlecht schöne seh sehe sehen sicher sieht
    sofort stimmt stunden super tag tage tagen tipps toll tun übrigens uhr ungefähr unbedingt vielleicht vorher weiß
    weit weitere wenig weniger wichtig wirklich wissen woche wochen wochenende wunderbar zeit zuerst zurück zusammen
    """
    ),
)


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
