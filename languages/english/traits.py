"""How English says what somebody has one of at a time, and that it is another one now."""

from __future__ import annotations

from languages.folding import words
from languages.language import CAPITALS, Trait, Traits, anycase

_ADVERB = r"(?: (?:now|just|currently|recently|finally|already|all|both|still|really|actually|officially|since))*"
_WHO = rf"(?P<who>\b(?:i|we|my (?:(?!and\b)[\w'’]+ )?[\w'’]+|(?-i:[{CAPITALS}]\w+(?: [{CAPITALS}]\w+)?)))"
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

TRAITS = Traits(
    me=words("i we"),
    relative=r"^(?:my|our) ",
    adds=anycase(r"\b(?:also|too|as well|another|if|would|might|(?-i:may)|want|hope|plan|used to|dream)\b"),
    change=anycase(
        r"\b(?:now|no longer|any ?more|instead|these days|from now on|as of|since (?:last|yesterday)|changed|moved|"
        r"switched|became|quit|stopped|gave up|given up|used to|correction)\b"
    ),
    ended=anycase(r"(?:\bnot\b|n['’]t\b).*\bany ?more\b|\b(?:no longer|stopped|quit|gave up|given up)\b"),
    ended_words=frozenset(("stop+ed", "quit", "gave", "given", "longer", "anymor", "anymore", "ani", "more", "up")),
    switched=(
        r"\b(?:[Ss]witched|[Mm]oved|[Mm]igrated|[Cc]hanged)(?: over)? from "
        rf"([{CAPITALS}][\w.+#-]*(?: [A-Z][\w.+#-]*)*) to \w|"
        r"\b[Ii](?:['’]ve| have)? (?:just )?(?:quit|left|resigned from) ([A-Z][\w.+#-]*(?: [A-Z][\w.+#-]*)*)"
    ),
    uses=anycase(
        r"\b(?:use|uses|using|prefer|prefers|work (?:with|at|for)|working (?:with|at|for)|job|rely on|stick with)\b"
    ),
    searched={
        "home": "live lives living moved based",
        "work": "work works working joined job",
        "love life": "single married engaged divorced",
        "age": "years old turned",
        "favourite": "favourite favorite",
    },
    traits=(
        Trait(
            "home",
            anycase(_SUBJECT + rf" moved(?: back| over| out| down| up)?(?: to| into) {_VALUE}"),
            needs_name=True,
            is_change=True,
            is_sure=True,
        ),
        Trait(
            "home",
            anycase(_SUBJECT + rf" (?:relocated|settled)(?: down)? (?:to|in|at) {_VALUE}"),
            needs_name=True,
            is_change=True,
            is_sure=True,
        ),
        Trait(
            "home",
            anycase(_SUBJECT + rf" (?:live|lives|living|based|resid(?:e|es|ing)) (?:in|at|near|on) {_VALUE}"),
            needs_name=True,
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
            needs_name=True,
            is_change=True,
        ),
        Trait(
            "work",
            anycase(_SUBJECT + rf" (?:work|works|working|employed|teach|teaches) (?:at|for) {_VALUE}"),
            needs_name=True,
        ),
        Trait(
            "love life",
            anycase(_SUBJECT + r" (?:got |getting )?(?P<value>single|married|engaged|divorced|widowed|separated)\b"),
            is_sure=True,
        ),
        Trait(
            "age",
            anycase(
                rf"{_WHO}(?:(?:['’](?:m|s)| am| is){_ADVERB}(?: turning)?| (?:just |"
                rf"recently )?turned) (?P<value>\d{{1,3}})"
                r"(?: years old\b|(?=[,.]?$|, and\b))"
            ),
            is_sure=True,
        ),
        Trait(
            "favourite",
            anycase(rf"\bmy (?:all-time |absolute )?favou?rite (?P<what>\w+)(?: is|['’]s){_ADVERB} {_REST}"),
        ),
        Trait(
            "own",
            anycase(
                rf"\b(?:my|our) (?:new |current |home |work )*(?P<what>{_OWNED})(?:{_MOVED}| is|['’]s){_ADVERB} {_REST}"
            ),
            is_sure=True,
        ),
        Trait(
            "thing", anycase(rf"\b(?:my|our|the) (?P<what>(?:[\w'’-]+ ){{0,3}}?[\w-]+){_MOVED} {_REST}"), is_change=True
        ),
        Trait(
            "thing",
            anycase(
                r"\b(?:my|our|the) (?P<what>(?:[\w'’-]+ ){0,3}?[\w-]+) (?:is|are|was|were)(?: (?:set|scheduled|"
                r"planned|due|"
                rf"fixed))?(?: for| on| at| to)? {_REST}"
            ),
        ),
    ),
)
