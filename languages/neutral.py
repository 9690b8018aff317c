"""The values for a language without a folder, and for a text whose language is unknown."""

from dataclasses import replace

from languages.english.phrases import PHRASES as ENGLISH
from languages.folding import words
from languages.language import Analysis, Language, Names

ELSEWHERE = {
    "cs": words("je se že ne já ty můj moje kde kdo kdy proč jak ale mám jsem byl byla není jsou"),
    "da": words(
        "og det en et jeg du han hun vi de er ikke som på med til af mit min hvor hvad hvem hvornår har jeg var"
    ),
    "es": words(
        "el la los las un una que de del y en no es por con para mi tu su se lo le donde quien cuando pero muy"
    ),
    "fi": words(
        "ja on ei se että minä sinä hän missä kuka mitä milloin miksi mutta myös minun sinun olen oli ovat kun"
    ),
    "fr": words(
        "le la les un une des du de et est en je tu il elle nous vous que qui où mais pas ne ce mon ma mes avec"
    ),
    "hu": words("és nem hogy egy én te ő mi hol ki mit mikor miért de van volt meg csak már nagyon ez"),
    "id": words(
        "yang dan di ke dari ini itu saya kamu dia kami tidak ada adalah dengan untuk apa siapa kapan bagaimana"
    ),
    "it": words(
        "il lo la gli un una che di del della e non con mi ti si ci sono mio mia dove chi quando perché ma anche"
    ),
    "nl": words(
        "de het een en ik je jij hij zij wij niet is dat dit mijn zijn met voor op aan naar maar ook waar wie wat"
    ),
    "no": words("og det en et jeg du han hun vi de er ikke som på med til av mitt min hvor hva hvem når har jeg var"),
    "pl": words("w na z do nie jest się że ja ty on ona mój moja jak gdzie kto kiedy dlaczego ale czy mam był była są"),
    "pt": words(
        "o a um uma que de do da dos das em no na e não por com para eu ele ela meu minha seu se mas onde quem"
    ),
    "ro": words("și în la de nu este un o cu pe eu tu el ea noi meu mea unde cine când ce cum dar sunt"),
    "sv": words(
        "och att det en ett jag du han hon vi de är inte som på med för till av min mitt vad vem när hur har var"
    ),
    "vi": words("và là của tôi bạn không có một những được cho với này đó ở đâu khi nào như thế nhưng rất"),
}

"""Function words of languages without a folder. They only show that a text is in none of our languages.

A language that gets a folder loses its entry here. Words that also mean something in English are left out: every text
is read as English, too.
"""

NAMES = Names(  # What names have in common all over the world, and the titles of languages without a folder.
    joiners=frozenset(("von", "van", "de", "der", "den", "da", "di", "la", "le", "del", "bin", "al", "el")),
    titles=words(
        "herr frau don dona senor senora madame monsieur господин госпожа доктор профессор 先生 女士 老师 医生 博士"
    ),
)


# Plain English, which every model reads, and dates that all can read.
PHRASES = replace(
    ENGLISH,
    months=tuple(f"{month:02}" for month in range(1, 13)),
    one_day="{year}-{month}-{day:02}",
    days_of_month="",
    one_month="{year}-{month}",
    thousands=" ",
)

NEUTRAL = Language(
    code="",
    name="",
    # Which of these languages a text is in stays unknown, so a search passes over the function words of all.
    analysis=Analysis(stop_words=frozenset[str]().union(*ELSEWHERE.values())),
    names=NAMES,
    phrases=PHRASES,
    # A text of unknown language is read as these. Their word lists apply to every text, since people mix them with
    # their own language. A new language is recognised by its words, and never used for a text without them.
    read_as=("en", "tr"),
    elsewhere=ELSEWHERE,
)
