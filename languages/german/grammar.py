"""The closed word classes of German that decide whether two statements say the same."""

from __future__ import annotations

from languages.folding import grouped, numbered, words
from languages.language import Grammar

_TENS = numbered("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig", start=2)
_ONES = numbered("ein zwei drei vier fünf sechs sieben acht neun", start=1)

GRAMMAR = Grammar(
    empty=words(
        "der die das den dem des ein eine einen einem einer eines ist sind bin bist sein seid es auch nun jetzt "
        "derzeit "
        "momentan inzwischen mittlerweile ja eben halt sehr wirklich eigentlich übrigens einfach gerade und"
    ),
    negations=words("nicht kein keine keinen keinem keiner keines nie niemals niemand nichts weder ohne"),
    suspending=grouped(
        past="war waren hatte hatten wurde wurden früher damals ehemals",
        future="werde werden wird wirst bald demnächst",
        maybe="würde würden könnte könnten vielleicht wahrscheinlich möglicherweise eventuell wenn falls ob sollte "
        "sollten kann können muss müssen darf dürfen",
        wish="will wollen möchte möchten wünsche hoffe hoffen plane planen versuche vorhabe",
        said="sagt sagte gesagt meint meinte glaubt glaube denkt denke angeblich gehört behauptet",
        ended="aufgehört aufgegeben gekündigt ex ehemalige ehemaliger ehemaligen fast beinahe kaum",
    ),
    joiners=words(
        "und aber oder sondern weil da als dass denn obwohl während wer dessen deren in im an am auf aus bei beim mit "
        "nach von vom vor zu zum zur für gegen durch um über unter neben zwischen seit"
    ),
    dates=words(
        "januar februar märz april mai juni juli august september oktober november dezember montag dienstag mittwoch "
        "donnerstag freitag samstag sonnabend sonntag heute gestern vorgestern frühling sommer herbst winter "
        "weihnachten ostern"
    ),
    # Not "ein", which is also an article. "Morgen" is also a part of a day, so it is not among the dates.
    numbers=numbered("zwei drei vier fünf sechs sieben acht neun zehn elf zwölf", start=2)
    | {tens: f"{ten}0" for tens, ten in _TENS.items()}
    | {f"{ones}und{tens}": f"{ten}{one}" for tens, ten in _TENS.items() for ones, one in _ONES.items()}
    | {"dreissig": "30", "hundert": "100", "tausend": "1000"},
    is_stemmed=True,
    drops_words=True,
)
