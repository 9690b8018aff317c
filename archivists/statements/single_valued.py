"""Kinds of thing of which somebody has one at a time: a home, an age, a favourite dish."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from archivists.language import Regex, anycase
from graph.text.analysis import fold, name_key

ME = ""
"""Whoever states it."""


@dataclass(frozen=True, slots=True)
class Trait:
    """A way of saying it. Its groups: `who` (none: the speaker), `what` (where the name says too little), `value`."""

    name: str
    regex: Regex
    needs_name: bool = False  # only a value with a capital or a digit tells one from another
    is_change: bool = False  # the words themselves say that it was otherwise before
    is_sure: bool = False  # nobody has two, and what was said last holds


@dataclass(frozen=True, slots=True)
class Held:
    """What a statement says somebody has."""

    trait: str
    who: str  # folded; ME for the speaker
    value: str
    is_change: bool
    is_sure: bool


_ADVERB = r"(?: (?:now|just|currently|recently|finally|already|all|both|still|really|actually|officially|since))*"
_WHO = r"(?P<who>\b(?:i|we|my (?:(?!and\b)[\w'’]+ )?[\w'’]+|(?-i:[A-ZÇĞİÖŞÜ]\w+(?: [A-ZÇĞİÖŞÜ]\w+)?)))"
_IS = r"(?:['’](?:m|re|ve|s)| am| are| is| have| has)?"
_SUBJECT = _WHO + _IS + _ADVERB
_STOP = (
    r"(?=[,.;:!?(]|$| (?:with|and|for|since|because|but|when|where|so|as|last|this|now|from|after|before|these|again|"
    r"about|instead|in (?:\w+ )?\d|on|\d+ (?:years|months|weeks) ago)\b)"
)
_VALUE = rf"(?P<value>[\w'’][^,.;:!?]*?){_STOP}"
_REST = r"(?P<value>[\w'’+@#][^;!?]*?)(?=[,.]?\s*$|[,;!?(]|\. | (?:and|but|so|because|instead|now|these days)\b)"
_OWNED = (
    r"(?:address|phone|phone number|number|e-?mail|mail address|email address|post ?code|zip code|landlord|boss|"
    r"manager|supervisor|doctor|dentist|therapist|deadline|budget|username|rent|salary|job title|bank|gp|flight|"
    r"appointment)"
)
_TO = r"(?:to|from \S+(?: \S+){0,3} to)"
_MOVED = (
    rf"(?: is now| are now| (?:has|have) changed {_TO}| changed {_TO}| (?:(?:was|were|got|is|has been|have been) )?"
    rf"(?:moved|changed|rescheduled|pushed(?: back)?|extended|postponed|increased|raised|reduced|updated|cut) {_TO})"
)

_ENGLISH = (
    Trait(
        "home", anycase(_SUBJECT + rf" moved(?: back| over| out| down| up)?(?: to| into) {_VALUE}"), True, True, True
    ),
    Trait("home", anycase(_SUBJECT + rf" (?:relocated|settled)(?: down)? (?:to|in|at) {_VALUE}"), True, True, True),
    Trait(
        "home", anycase(_SUBJECT + rf" (?:live|lives|living|based|resid(?:e|es|ing)) (?:in|at|near|on) {_VALUE}"), True
    ),
    Trait(
        "home",
        anycase(rf"\b(?:my|our)(?: home)? (?:new address(?: is|['’]s)|address is now) {_REST}"),
        needs_name=True,
        is_change=True,
        is_sure=True,
    ),
    Trait(
        "work",
        anycase(
            _SUBJECT + r" (?:joined|got a (?:new )?job (?:at|with)|started (?:working |a (?:new )?job |to work )?"
            rf"(?:as an? [\w -]{{1,40}} )?(?:at|for|with)|switched jobs to|(?:was|were) hired by) {_VALUE}"
        ),
        True,
        True,
    ),
    Trait("work", anycase(_SUBJECT + rf" (?:work|works|working|employed|teach|teaches) (?:at|for) {_VALUE}"), True),
    Trait(
        "love life",
        anycase(_SUBJECT + r" (?:got |getting )?(?P<value>single|married|engaged|divorced|widowed|separated)\b"),
        is_sure=True,
    ),
    Trait(
        "age",
        anycase(
            rf"{_WHO}(?:(?:['’](?:m|s)| am| is){_ADVERB}(?: turning)?| (?:just |recently )?turned) (?P<value>\d{{1,3}})"
            r"(?: years old\b|(?=[,.]?$|, and\b))"
        ),
        is_sure=True,
    ),
    Trait(
        "favourite", anycase(rf"\bmy (?:all-time |absolute )?favou?rite (?P<what>\w+)(?: is|['’]s){_ADVERB} {_REST}")
    ),
    Trait(
        "own",
        anycase(
            rf"\b(?:my|our) (?:new |current |home |work )*(?P<what>{_OWNED})(?:{_MOVED}| is|['’]s){_ADVERB} {_REST}"
        ),
        is_sure=True,
    ),
    Trait("thing", anycase(rf"\b(?:my|our|the) (?P<what>(?:[\w'’-]+ ){{0,3}}?[\w-]+){_MOVED} {_REST}"), is_change=True),
    Trait(
        "thing",
        anycase(
            r"\b(?:my|our|the) (?P<what>(?:[\w'’-]+ ){0,3}?[\w-]+) (?:is|are|was|were)(?: (?:set|scheduled|planned|due|"
            rf"fixed))?(?: for| on| at| to)? {_REST}"
        ),
    ),
)
_HERE = r"['’]?(?:nd[ae]|[dt][ae])(?:y[ıi]m|y[ıi]z)?"
_PERSON = r"(?:u[mz]|ü[mz])?"
_TURKISH = (
    Trait(
        "home",
        Regex(
            r"(?:(?P<who>[A-ZÇĞİÖŞÜ]\w+)\s)?(?:\w+\s)??(?P<value>[A-ZÇĞİÖŞÜ]\w+)['’](?:[yn]?[ae])(?: \w+){0,2} "
            r"taşınd[ıi](?P<person>[mk])?\b"
        ),
        True,
        True,
        True,
    ),
    Trait(
        "home",
        Regex(
            rf"(?:(?P<who>[A-ZÇĞİÖŞÜ]\w+)\s)?(?:\w+\s)??(?P<value>[A-ZÇĞİÖŞÜ]\w+){_HERE}(?: \w+){{0,2}} "
            r"(?:yaşıyor|oturuyor|kalıyor)(?P<person>u[mz])?\b"
        ),
        True,
    ),
    Trait(
        "work",
        Regex(
            rf"(?:(?P<who>[A-ZÇĞİÖŞÜ]\w+)\s)?(?:\w+\s)??(?P<value>[A-ZÇĞİÖŞÜ]\w+){_HERE}(?: \w+){{0,3}} "
            r"(?:işe başlad[ıi]|çalışmaya başlad[ıi])(?P<person>[mk])?\b"
        ),
        True,
        True,
    ),
    Trait(
        "work",
        Regex(
            rf"(?:(?P<who>[A-ZÇĞİÖŞÜ]\w+)\s)?(?:\w+\s)??(?P<value>[A-ZÇĞİÖŞÜ]\w+){_HERE}(?: \w+){{0,3}} "
            r"çalışıyor(?P<person>u[mz])?\b"
        ),
        True,
    ),
    Trait("age", anycase(r"(?P<value>\d{1,3}) yaşınday[ıi](?P<person>[mz])\b"), is_sure=True),
    Trait("love life", anycase(r"\b(?P<value>evli|bekar|bekâr|nişanlı|dul)y?[ıi](?P<person>m)\b"), is_sure=True),
    Trait("love life", anycase(r"\b(?P<value>boşand|evlend|nişanland|ayrıld)[ıi](?P<person>[mk])\b"), is_sure=True),
    Trait("favourite", anycase(r"\ben sevdiğim (?P<what>\w+)(?: artık)? (?P<value>[^.!?;]+?)(?: oldu)?[.!]?$")),
    Trait(
        "own",
        anycase(
            r"\b(?:yeni )?(?P<what>(?:telefon |e-?posta |ev |iş )?(?:numara|adres|telefon|e-?posta|mail|doktor|patron|"
            r"müdür|maaş|kira|diş hekim))(?:[ıiuü]?m|m[ıiuü]z|[ıiuü]m[ıiuü]z)(?: artık)? "
            r"(?P<value>[^.!?;]+?)(?: oldu)?[.!]?$"
        ),
        is_sure=True,
    ),
)
CHANGE = anycase(
    r"\b(?:now|no longer|any ?more|instead|these days|from now on|as of|since (?:last|yesterday)|changed|moved|"
    r"switched|became|quit|stopped|gave up|given up|used to|correction|artık|değişti|değiştirdi[mk]|yerine|"
    r"bıraktı[mk]|bundan böyle|yeni|taşındı[mk])\b"
)
"""Words by which a statement says itself that something was otherwise before."""

ENDED = anycase(
    r"(?:\bnot\b|n['’]t\b).*\bany ?more\b|\b(?:no longer|stopped|quit|gave up|given up|bıraktı[mk])\b|"
    r"\bartık\b.*(?:değil|\byok\b|m[ıiuü]yor|m[ae][mz]\b)"
)
"""Words by which a statement says that something is over."""

SWITCHED = Regex(
    r"\b(?:[Ss]witched|[Mm]oved|[Mm]igrated|[Cc]hanged)(?: over)? from "
    r"(?P<old>[A-ZÇĞİÖŞÜ][\w.+#-]*(?: [A-Z][\w.+#-]*)*) to \w|"
    r"\b[Ii](?:['’]ve| have)? (?:just )?(?:quit|left|resigned from) (?P<job>[A-Z][\w.+#-]*(?: [A-Z][\w.+#-]*)*)|"
    r"\b(?P<eski>[A-ZÇĞİÖŞÜ]\w+)['’][dt][ae]n [A-ZÇĞİÖŞÜ]\w+['’]y?[ae] geçti[mk]\b"
)
"""Words that name what somebody uses no more."""

USES = anycase(
    r"\b(?:use|uses|using|prefer|prefers|work (?:with|at|for)|working (?:with|at|for)|job|rely on|stick with|"
    r"kullanıyoru[mz]|tercih)\b"
)

SEARCHED = {
    "home": "live lives living moved based yaşıyorum oturuyorum taşındık",
    "work": "work works working joined job çalışıyorum işe başladım",
    "love life": "single married engaged divorced evliyim bekarım boşandım",
    "age": "years old turned yaşındayım",
    "favourite": "favourite favorite sevdiğim",
}
"""By which words earlier statements of a kind are found; without an entry, by those of the statement."""


@lru_cache(4096)
def held_in(text: str) -> tuple[Held, ...]:
    """What a statement says somebody has, each kind once; nothing where it only adds or supposes. Pure."""
    if _ADDS.search(text):
        return ()
    found: dict[tuple[str, str], Held] = {}
    for held in _held(text):
        found.setdefault((held.trait, held.who), held)
    return tuple(found.values())


_ADDS = anycase(
    r"\b(?:also|too|as well|another|if|would|might|(?-i:may)|want|hope|plan|used to|dream|ayrıca|ister|isti\w+)\b"
)
_WE = frozenset(("i", "we"))


def _held(text: str) -> Iterator[Held]:
    for trait in (*_ENGLISH, *_TURKISH):
        match = trait.regex.search(text)
        if match is None:
            continue
        groups = match.groupdict()
        value = groups["value"].strip()
        if trait.needs_name and not any(letter.isupper() or letter.isdigit() for letter in value):
            continue
        who = fold(groups.get("who") or "")
        if who in _WE or groups.get("person"):
            who = ME
        elif "person" in groups and not who:
            continue  # Turkish leaves "she" out, and nothing says who she is.
        kind = f"{trait.name} {fold(groups['what'])}" if groups.get("what") else trait.name
        is_change = trait.is_change or CHANGE.search(text) is not None
        yield Held(kind, name_key(who) if who else ME, value, is_change, trait.is_sure)
