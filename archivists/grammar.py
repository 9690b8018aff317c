"""The closed classes of two languages that decide whether two statements say the same: grammar, not topics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from archivists.language import Regex, words
from graph.text.analysis import fold


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """Folded words; what stands in none of these classes says what a statement is about."""

    code: str  # ISO 639-1
    empty: frozenset[str]  # articles, forms of "to be", emphasis: with or without them, a statement says the same
    negations: frozenset[str]
    negative_verb: Regex  # a verb form that holds its "not" inside
    verb: Regex  # one that may hold it: with it or without, its groups are the same
    suspending: Mapping[str, str]  # words after which nothing is claimed, or only of another time, by what they do
    joiners: frozenset[str]  # what follows may be said of somebody or something else
    verb_ending: str
    dates: frozenset[str]
    numbers: Mapping[str, str]  # written out -> digits
    past_forms: Mapping[str, str]  # irregular ones -> the verb
    same_forms: frozenset[str]  # verbs whose past form is the verb
    has_free_order: bool  # endings, not places, say who does what
    drops_words: bool  # whether a statement without some of its words is a weaker statement


def _grouped(**groups: str) -> dict[str, str]:
    return {word: name for name, listed in groups.items() for word in words(listed)}


_NUMBERS_EN = "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()  # noqa: SIM905
_NUMBERS_TR = "iki üç dört beş altı yedi sekiz dokuz".split()  # noqa: SIM905  # Not "on", "yüz": also ten, face.

_PAST_FORMS = """
be:been beat:beaten begin:began,begun bite:bitten break:broke,broken bring:brought build:built buy:bought catch:caught
choose:chose,chosen come:came dig:dug do:done draw:drew,drawn drink:drank,drunk drive:drove,driven eat:ate,eaten
feed:fed feel:felt find:found fly:flew,flown forget:forgot,forgotten get:got,gotten give:gave,given go:went,gone
grow:grew,grown hang:hung have:had hear:heard hide:hid,hidden hold:held keep:kept know:knew,known lead:led lend:lent
lose:lost make:made meet:met pay:paid ride:rode,ridden run:ran sell:sold send:sent sew:sewn shoot:shot show:shown
sing:sang,sung sit:sat sleep:slept speak:spoke,spoken spend:spent stand:stood steal:stole,stolen swim:swam,swum
take:took,taken teach:taught tear:torn throw:threw,thrown wear:wore,worn win:won write:wrote,written
"""

ENGLISH_GRAMMAR = Grammar(
    code="en",
    empty=words(
        "a an the is are am be been being re m do does there some one really actually just also too very now currently "
        "definitely who which and"
    ),
    negations=words("not no never nobody nothing none neither nor cannot without nt"),
    negative_verb=Regex(r"(?!)"),
    verb=Regex(r"(?!)"),
    suspending=_grouped(
        past="was were had did used",
        future="will shall ll going gonna soon",
        maybe="would could might may should must can d if whether unless except otherwise maybe perhaps probably "
        "possibly",
        wish="want wants wanted hope hopes hoped wish wishes plan plans planned planning try tries tried trying need "
        "needs like dream intend consider considering thinking",
        said="say says said think thinks thought believe believes believed told heard claim claims claimed guess",
        ended="stop stops stopped quit quits ex former formerly almost nearly hardly barely refuse refused fail failed "
        "fake toy",
    ),
    joiners=words(
        "and or but while because as when where that of than so although though who which whose 's in on at from to "
        "into onto out off over under up down with by for about against between through behind before after near away"
    ),
    verb_ending="ing",
    dates=words(
        "january february march april may june july august september october november december monday tuesday "
        "wednesday thursday friday saturday sunday today yesterday tomorrow tonight last next ago spring summer autumn "
        "winter christmas easter"
    ),
    numbers={word: str(value) for value, word in enumerate(_NUMBERS_EN, start=2)}
    | {"twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "hundred": "100", "thousand": "1000"},
    past_forms={
        past: verb
        for verb, _, pasts in (entry.partition(":") for entry in _PAST_FORMS.split())
        for past in pasts.split(",")
    },
    same_forms=words("cut put set hit shut hurt read"),
    has_free_order=False,
    drops_words=True,
)

TURKISH_GRAMMAR = Grammar(
    code="tr",
    empty=words("var ve bir de da ben benim biz bizim artık şimdi zaten gerçekten yani aslında çok"),
    negations=words("değil değilim değiliz yok yoktu hiç asla olmaz"),
    # -mıyor, -madı, -mam, -maz, -mayacak, -mamış; not tamam, imam and other nouns that end alike.
    negative_verb=Regex(
        r"^(?!tamam|imam|hamam|ilham|makam|akam)\w+(?:m[iu]yor\w*|m[ae]d[iu]\w*|m[ae]z(?:l[ae]r|d[iu]\w*)?|"
        r"m[ae]m|m[ae]y[iu]z|m[ae]y[ae]c[ae]\w+|m[ae]mis\w*)$"
    ),
    verb=Regex(r"^(\w+?)[aeiou]?(?:m[iu])?(yor\w*)$|^(\w+?)(?:m[ae])?[dt]([iu]\w*)$"),
    suspending=_grouped(
        past="eskiden önceden eski",
        maybe="belki galiba sanırım herhalde eğer umarım keşke muhtemelen acaba",
        wish="istiyorum istiyoruz istiyor planlıyorum planlıyoruz düşünüyorum umuyorum niyetim hedefim hayalim",
        said="dedi diyor söyledi demiş diye",
        ended="bıraktım neredeyse az kalsın",
    ),
    joiners=words("ve veya ama fakat çünkü ki ile"),
    verb_ending="yor",
    dates=words(
        "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık pazartesi salı çarşamba perşembe "
        "cuma cumartesi pazar bugün dün yarın geçen gelecek önümüzdeki önce sonra bahar yaz sonbahar kış bayram"
    ),
    numbers={fold(word): str(value) for value, word in enumerate(_NUMBERS_TR, start=2)}
    | {"yirmi": "20", "otuz": "30", "kirk": "40", "elli": "50", "bin": "1000"},
    past_forms={},
    same_forms=words(""),
    has_free_order=True,
    drops_words=False,  # "Annem Oslo'da yaşıyor" without its first word is about me.
)
