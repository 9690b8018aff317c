"""How German texts are recognised, and how their words are stemmed."""

from __future__ import annotations

from languages.folding import words
from languages.language import Analysis

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
