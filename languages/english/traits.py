"""How English states what a person has only one of at a time, and that it is now another one."""

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
    r"appointment|car|(?:sur|last |first |full |middle |family )name)"
)
_WRONG = (
    r"(?!(?:just|only|simply) )(?:(?:in|on|at|an?|the|from|with|for|to|by) )*([\w'’:-]+(?: (?!but\b)[\w'’:-]+){0,3}?)"
)
_TO = r"(?:to|from \S+(?: \S+){0,3} to)"
_MOVED = (
    rf"(?: is now| are now| (?:has|have) changed {_TO}| changed {_TO}| (?:(?:was|were|got|is|has been|have been) )?"
    rf"(?:moved|changed|rescheduled|pushed(?: back)?|extended|postponed|increased|raised|reduced|updated|cut) {_TO})"
)

_SO = r"(?<!n['’]t )(?<!\bnot )(?<!\bnever )"
# "I'm not going to quit" and "I want to quit" end nothing.
_QUIT = rf"{_SO}(?:(?<!\bto )quit|(?:had|decided|managed|chose) to quit)"

TRAITS = Traits(
    me=words("i we"),
    relative=r"^(?:my|our) ",
    adds=anycase(
        r"\btoo[.,!]|\btoo$|\b(?:also|as well|another|if|would|might|(?-i:may)|want|hope|plan|used to|dream)\b"
    ),
    change=anycase(
        r"\b(?:now|no longer|any ?more|instead|these days|from now on|as of|since (?:last|yesterday)|changed|moved|"
        rf"switched|became|{_QUIT}|stopped|gave up|given up|used to|correction)\b"
    ),
    ended=anycase(rf"(?:\bnot\b|n['’]t\b).*\bany ?more\b|{_SO}\b(?:no longer|stopped|{_QUIT}|gave up|given up)\b"),
    ended_words=frozenset(("stop+ed", "quit", "gave", "given", "longer", "anymor", "anymore", "ani", "more", "up")),
    corrected=anycase(
        rf",\s*(?:and )?not {_WRONG}(?=[.!;,)]|$| [-–—])|\bnot {_WRONG},? but\b|"
        rf"(?:\bnot|n['’]t) {_WRONG}[,;.] (?:it|he|she|they|i|we)(?:['’](?:s|re|m)| is| are| am)\b"
    ),
    over=anycase(
        rf"(?:\bnot\b|n['’]t\b).*\b(?:any ?more|after all)\b|{_SO}"
        rf"\b(?:no longer|stopped (?!at|by|in|to|for)|{_QUIT}|gave up|"
        r"given up|called off|cancelled|canceled|changed my mind|decided (?:not to|against)|broke up|split up|"
        r"sold (?:my|our|the)|got rid of|died|passed away)\b|\bgave (?:\w+ ){1,4}away\b"
    ),
    over_words=words(
        "not no longer any more anymore after all stopped quit gave given up on called off cancelled canceled changed "
        "mind about decided against going planning broke split sold got rid of died passed away with"
    ),
    over_stops=anycase(r"[,;:]|\s[-–—]\s|\b(?:because|since|so|and|when)\b|\bto (?:an?|the|my|our)\b"),
    happened=anycase(
        r"\b(?:i|we|he|she|they|(?:my|our) \w+|(?-i:[A-Z])\w+)(?:['’]ve|['’]d| have| has| had)?"
        r"(?: (?:just|also|once|never|finally|already|recently))* "
        r"(?:was|were|had|did|bought|got|went|taught|met|saw|made|gave|took|won|told|ran|wrote|built|lost|brought|"
        r"sent|paid|came|found|(?!used to\b|need\b)\w{2,}ed)\b"
    ),
    promised=anycase(r"\b(?:i|we)(?:['’]ve| have)? (?:promised?|swore|vowed)\b"),
    switched=(
        r"\b(?:[Ss]witched|[Mm]oved|[Mm]igrated|[Cc]hanged)(?: over)? from "
        rf"([{CAPITALS}][\w.+#-]*(?: [A-Z][\w.+#-]*)*) to \w|"
        r"\b[Ii](?:['’]ve| have)? (?:just )?(?:quit|left|resigned from) ([A-Z][\w.+#-]*(?: [A-Z][\w.+#-]*)*)"
    ),
    uses=anycase(
        r"\b(?:use|uses|using|prefer|prefers|work (?:with|at|for)|working (?:with|at|for)|job|rely on|stick with)\b"
    ),
    searched={
        "diet": "vegan vegetarian pescatarian eat",
        "own": "drive car name surname",
        "hours": "open opens closes",
        "home": "home live lives living moved based",
        "work": "work works working joined job",
        "love life": "single married engaged divorced",
        "age": "years old turned",
        "favourite": "favourite favorite",
    },
    spoken_of={
        "home": "home house flat apartment live lives lived living moved move moving relocated based rent landlord "
        "keys boxes packed unpacked movers neighbourhood neighborhood mortgage",
        "work": "work works working worked job jobs hired fired quit resigned joined boss office colleagues coworkers "
        "employer company team shift career promoted retired apprenticeship contract",
        "love life": "single married wedding engaged divorced girlfriend boyfriend husband wife fiancé broke split "
        "dating",
        "age": "years old turned turning birthday born",
        "diet": "vegan vegetarian pescatarian eat eats eating ate meat fish chicken beef pork steak burger sausage "
        "cheese diet",
        "car": "drive drives driving car",
        "name": "name surname called",
        "health": "allergy allergic pills medication dose diagnosed",
    },
    role=anycase(r"\bi(?:['’]m| am) (?:now |currently )?an? (?!bit|little|tad|lot|huge|big|total|\w* ?fan\b)\w"),
    turned={
        "home": anycase(
            r"\b(?:mov(?:e|ed|ing) (?:back|down|house|into|out|over|to|up|in(?! an? \w+ (?:that|which)| a way))|"
            r"relocated|(?:un)?packed (?:up|my|our|everything)|boxes|keys|"
            r"movers|first night)\b"
        ),
        "work": anycase(
            r"\b(?:hired|fired|laid off|resigned|joined|promoted|retired|let me go|(?:quit|left) (?:my|the)|new job|"
            r"day one|first (?:day|week) (?:at|with|in|as))\b"
        ),
        "love life": anycase(r"\b(?:engaged|married|divorced|widowed|broke up|split up|wedding|proposed)\b"),
        "age": anycase(r"\b(?:turn(?:ed|ing) \d|birthday)"),
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
            "home", anycase(rf"\b(?:my|our) (?:home|flat|house|place) is (?:in|at|near|on) {_VALUE}"), needs_name=True
        ),
        Trait(
            "work", anycase(_SUBJECT + rf"(?: works?| working)?(?: as)? an? [\w -]{{2,40}} (?:at|for) {_VALUE}"), True
        ),
        Trait(
            "work", anycase(_SUBJECT + rf" (?:teach|write|build|sell|cook)(?: \w+){{1,3}} (?:at|for) {_VALUE}"), True
        ),
        Trait("love life", anycase(_SUBJECT + r" an? (?P<value>girlfriend|boyfriend|fianc[eé]e?)\b"), is_sure=True),
        Trait(
            "love life",
            anycase(r"\bmy (?P<value>girlfriend|boyfriend|fianc[eé]e?|partner)(?: \w+)? and i (?:live|are|share)\b"),
            is_sure=True,
        ),
        Trait("love life", anycase(r"\b(?:i|we|\w+ and i) (?P<value>broke up|split up)\b"), is_sure=True),
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
                r"(?: years old\b|(?=[,.!]?$|,? and\b|,? (?:on \w+day|today|yesterday|now|so|last|this)\b))"
            ),
            is_sure=True,
        ),
        Trait("diet", anycase(_SUBJECT + r" (?:an? )?(?P<value>vegan|vegetarian|pescatarian)\b"), is_sure=True),
        Trait(
            "diet",
            anycase(_SUBJECT + r" eat(?:s|ing)? (?P<value>meat|fish|dairy|eggs|everything) again\b"),
            is_sure=True,
        ),
        Trait("name", anycase(rf"(?P<who>\bmy \w+)['’]s name (?:is|['’]s){_ADVERB} {_REST}"), is_sure=True),
        Trait("own car", anycase(_SUBJECT + rf" drives? (?:an? )?(?:[a-z]+ )*?(?P<value>(?-i:[{CAPITALS}])[\w-]+)")),
        Trait(
            "hours",
            anycase(
                r"\b(?:my|our|the) (?P<what>(?:[\w'’-]+ ){0,2}?[\w-]+ (?:opens?|closes?|is open|is now open))"
                r" (?:at|until|till|from) (?P<value>\d[\w:. ]*?)(?=[,.;!]|$| (?:on|and|from now)\b)"
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
