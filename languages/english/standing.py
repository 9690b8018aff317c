"""How English says what the assistant must know in every turn."""

from __future__ import annotations

from languages.folding import words
from languages.language import CAPITALS, Slot, Standing, anycase

_AM = r"(?:['’]m|m| am)"
_HAVE = r"(?:['’]ve| have)(?: got)?"
_ILL = (
    r"(?:diabetes|epilepsy|asthma|ha?emophilia|a pacemaker|(?:a )?heart (?:condition|disease)|a (?:bad|weak) heart|"
    r"high blood pressure|"
    r"epipen|coeliac(?: disease)?|celiac(?: disease)?|kidney disease|crohn['’]?s)"
)
_DRUG = (
    r"(?:insulin|warfarin|blood[- ]thinners?|beta[- ]blockers?|antidepressants?|lithium|anticoagulants?|statins?|"
    r"steroids|immunosuppressants?|chemo(?:therapy)?|maois?)"
)
# Drugs that are dangerous to people who must not take them. The "not" is matched by lookbehind: a "not" inside a match
# would take the line back.
_NOT_TAKEN = (
    r"(?:(?<=\bi can['’]t )|(?<=\bi cannot )|(?<=\bi can not )|(?<=\bi must not )|(?<=\bi mustn['’]t )|"
    r"(?<=\bi may not )|(?<=\bi shouldn['’]t )|(?<=\bi should not )|(?<=\bi['’]m not allowed to )|"
    r"(?<=\bi am not allowed to )|(?<=\bi['’]m not supposed to )|(?<=\bi am not supposed to ))"
    r"(?:take|have|use|tolerate|be given) (?:any )?(?:\w+ )?(?:penicillin|amoxicillin|antibiotics?|aspirin|ibuprofen|"
    r"paracetamol|acetaminophen|codeine|morphine|opioids?|nsaids|sulfa drugs|painkillers?|ana?esthetics?|latex)"
)
_FIGURATIVE = (
    r"(?:\w+days?\b|(?:early )?mornings|people|work\b|meetings|homework|chores|exercise|drama|commitment|nonsense|"
    r"stupid\w*|bullshit|small ?talk|bad vibes|boredom|losing|failure|my (?:ex|boss|job|alarm)\b|fun\b|you\b)"
)
_NAMED = rf"(?!(?:who|what|that|this|it|there|one|nobody|no|everybody|everyone|anyone)\b)(?-i:[{CAPITALS}]\w+)"
# The speaker, the speaker's people, somebody named, or somebody named in the sentence before.
_WHO = rf"(?:\bi{_AM}|\b(?:(?:my|our) \w+(?: \w+)?|{_NAMED}|s?he|they)(?:['’]s|['’]re| is| are))"
_HAS = rf"(?:\bi{_HAVE}|\b(?:(?:my|our) \w+(?: \w+)?|{_NAMED}|s?he)(?: is \d+ and)?(?:['’]s got| has(?: got)?))"
_MEATLESS = r"(?:vegan|vegetarian|pescatarian|pescetarian)"
_TONGUE = (
    r"(?:english|turkish|german|french|italian|arabic|russian|chinese|japanese|korean|portuguese|dutch|hindi|persian|"
    r"greek|hebrew|norwegian|\w+ish)"
)
_TASKS = (
    r"(?:answer|reply|respond|write|use|include|provide|give(?! up)|show|explain|format|keep(?! (?:going|it up))|"
    r"start|begin|end|call|address|ask|"
    r"mention|speak|talk|cite|translate|suggest|assume|recommend|make|send|put|add|list|quote|refer|remind|bring up|"
    r"repeat|summari[sz]e|consider|check|prefer|return|avoid|tell me|help me|offer|apologi[sz]e|round|convert|spell|"
    r"confirm|highlight|verify|prioriti[sz]e|report|flag|double-check|state|specify|label|warn|note|compare|rank|sort|"
    r"estimate|describe|number|mark|point out|stick to)"
)
# How people tell an assistant when a rule applies: "when I ask for a recipe".
_WHEN = (
    r"(?:when(?:ever)?|if|before|after|every time|each time|any time) i(?:['’]m)? (?:\w+ ){0,2}(?:ask|asking|request|"
    r"want|need|mention|send|share|tell|talk|say|paste|plan|write|upload|give|show|schedule|order|book|report)\b"
)
_MANNER = r"(?:short|brief|concise|succinct|simple|plain|direct|detailed|long|formal|informal|casual|to the point)"
_REPLIES = r"(?:answers?|replies|reply|responses?|explanations?|messages?)"
_FORMAT = (
    r"(?:(?:the )?metric(?: units| system)?|(?:the )?imperial(?: units| system)?|grams|kilograms|kilomet(?:er|re)s|"
    r"celsius|fahrenheit|24-hour time|plain (?:language|english|words)|simple (?:language|words|terms)|short sentences|"
    r"bullet points|british (?:english|spelling)|american (?:english|spelling)|first names)"
)

STANDING = Standing(
    grave=anycase(
        r"allerg|intoleran|diabet|insulin|epilep|asthma|co?eliac|ha?emophil|pacemaker|blood.thinner|pregnan|medication|"
        r"warfarin|hives|swell|anaphyla|immuno"
    ),
    alternatives=words("or nor"),
    revokes=anycase(
        r"\b(?:you (?:can|may|could)|feel free to|it['’]?s (?:ok|okay|fine) to|"
        r"i(?:['’]m| am)? (?:eat|drink|have|take|use)(?:ing)?)\b.*\bagain\b|"
        r"\byou (?:do not|don['’]t|no longer) (?:have to|need)\b|\bno need (?:to|for)\b|"
        r"^(?:please )?(?:drop|forget|skip|lose|leave out|scrap|ditch|never mind|stop|enough)\b|"
        r"(?:\bnot\b|n['’]t\b|\bnever\b).*\bafter all\b|\bturn(?:s|ed) out\b.*(?:\bnot\b|n['’]t\b|\bnever\b)|"
        r"\b(?:nobody|no one) calls me\b|\b(?:is|are) (?:fine|okay|ok|allowed|good|back) again\b|"
        r"\bchanged my mind about\b"
    ),
    tasks=anycase(rf"^(?:{_TASKS}|always|never|ever|please|whenever|want|need)"),
    hollow=words(
        "please turn turned turns out after all test tests tested result results doctor say says said actually eat "
        "eating drink take takes taking last week month year day ago now since annoy"
    ),
    slots=(
        Slot("name", anycase(rf"\bmy (?:full |first |real )?name(?:['’]s| is)(?: now)? (?-i:[{CAPITALS}])\w+")),
        Slot(
            "introduction",
            (
                r"^I(?:['’]m| am) [A-Z][a-z]{2,}(?: [A-Z][a-z]+){0,2}(?=, (?:I|an?|the|your|\d|and|nice)\b|"
                r" and (?:I|my|"
                r"this)\b| from [A-Z]|[.!]?$)"
            ),
            adds_up=True,
            is_part=True,
        ),
        Slot(
            "address",
            (
                r"\b(?<![Dd]on['’]t )(?:[Cc]all me|I(?:['’]d)? (?:prefer|like) to be called|I go by|[Aa]ddress me as|"
                rf"[Rr]efer to me as|(?:[Ee]very(?:body|one)|[Pp]eople|[Ff]riends) calls? me) (?:\w+\.? )?"
                rf"[{CAPITALS}]\w+"
            ),
        ),
        Slot("pronouns", anycase(r"\bmy pronouns are\b|\buse (?:they|she|he)\/\w+ (?:pronouns|for me)\b")),
        Slot(
            "allergy",
            anycase(
                rf"{_WHO} (?:\w+ ){{0,2}}(?:allergic(?: to (?!{_FIGURATIVE})|(?=[.,;!]|$))|(?:\w+[- ])?intolerant\b)|"
                rf"{_HAS} (?:an? )?(?:\w+ ){{0,4}}(?:allerg(?:y|ies)|intolerance)\b|"
                r"\b(?:makes?|gives?|sends?) (?:me|my (?!day\b)\w+)(?: \w+){0,3} "
                r"(?:swell|hives|rash(?:es)?|itch|vomit|throw up|anaphyla\w+)\b|\bmy throat (?:swells|closes)\b|"
                r"\b(?:puts?|sent|sends|lands|landed) (?:me|my (?!day\b)\w+|him|her) in(?:to)? (?:the )?(?:er|a&e|"
                r"icu|hospital)\b|"
                r"\bmy (?:lips|tongue|throat|face|mouth) (?:go|goes|get|gets|turn|turns) (?:\w+ )?(?:numb|swollen|"
                r"tight)\b"
            ),
            adds_up=True,
        ),
        Slot(
            "health",
            anycase(
                rf"{_HAS} (?:\w+ ){{0,2}}{_ILL}\b|{_WHO} (?:an? )?(?:\w+ ){{0,3}}(?:diabetic|epileptic|asthmatic|"
                r"pregnant|co?eliac|immunocompromised|ha?emophiliac)\b|"
                rf"\b(?:i|my \w+)(?:['’]m)? (?:takes?|on|uses?|needs?) (?:\w+ ){{0,2}}{_DRUG}\b|"
                rf"{_NOT_TAKEN}\b|\bi carry an epipen\b|\bi could (?:die|choke) (?:if|from)\b"
            ),
            adds_up=True,
        ),
        Slot(
            "access",
            anycase(
                rf"\bi{_AM} (?:an? )?(?:\w+ )?(?:deaf|blind|colou?r-?blind|dyslexic|autistic|hard of hearing|"
                r"(?:visually|hearing)[- ]impaired|partially sighted)\b|"
                rf"\bi{_HAVE} (?:\w+ )?(?:dyslexia|adhd|autism|low vision|hearing loss|tinnitus|a stutter)\b|"
                r"\bi (?:use|rely on|need|wear) (?:an? )?(?:screen[- ]?reader|wheelchair|hearing aids?|large print|"
                r"captions|subtitles|sign language|braille|magnifier|guide dog)\b"
            ),
            adds_up=True,
        ),
        Slot(
            "diet",
            anycase(
                r"\bi(?:['’](?:m|ve)| am| have)?(?: now| started| been)* (?:eat|eating|to eat) (?:meat|fish|"
                r"chicken|beef|pork|everything|dairy|eggs|animal products)(?: and \w+)? (?:again|now|these days)\b|"
                r"\bi(?:['’]m| am) back to eating\b|\bi eat (?:absolutely )?everything(?: now)?\b"
            ),
            is_end=True,
        ),
        Slot(
            "diet",
            anycase(
                rf"\bi{_AM} (?:now )?(?:an? )?(?:\w+ )?{_MEATLESS}\b|\b(?:i|we)(?:['’]ve| have)? (?:gone|went|turned|"
                rf"became|become) (?:a )?{_MEATLESS}s?\b|\bi{_AM} (?:now )?on (?:a|the) [\w-]+ diet\b"
            ),
        ),
        Slot(
            "food",
            anycase(
                r"\bi no longer eat \w+|\b(?:i|we) (?:only eat|keep|only cook) (?:halal|kosher)\b|"
                r"\b(?:i|we)(?:['’]m| am|['’]re| are)? (?:eat|live|cook|on a|eating|keeping) (?:\w+ )?\w+[- ]free\b|"
                r"\b(?:i|we) (?:don['’]?t|do not|can['’]?t|cannot|never) (?:eat|drink) (?!out\b|there\b|here\b|"
                r"breakfast|lunch|dinner|much|it\b|that\b|anything|enough)\w+"
            ),
            adds_up=True,
        ),
        Slot("time zone", anycase(r"\bmy time ?zone is\b|\bi(?:['’]m| am) in the \w+ time ?zone\b")),
        Slot("emergency", anycase(r"\bmy emergency contact (?:is|['’]s)\b")),
        Slot(
            "language",
            anycase(
                r"\b(?:answer|reply|respond|write|speak|talk|continue|switch|go)(?: back)?(?: to)?(?: me)?"
                r"(?: only| always)?(?: in| to)? "
                rf"(?:in )?{_TONGUE}\b(?! (?:restaurant|food|dish|recipe|song|teacher|class))|\bi(?:['’]d|"
                rf" would)? (?:prefer|"
                rf"like) (?:your )?(?:answers|replies|responses) in {_TONGUE}\b"
            ),
            needs_assistant=True,
        ),
        Slot(
            "rule",
            anycase(
                r"^(?:(?:from now on|in (?:the )?future|going forward),? )?(?:please )?(?:always|never|do not|"
                r"don['’]t(?: ever)?|"
                rf"make sure to always|from now on|stop)(?:,? please|,? ever| always)? (?:you )?(?:{_TASKS}|(?:calling|"
                rf"using|"
                rf"adding|"
                r"apologi[sz]ing|asking|suggesting|repeating|mentioning))\b"
            ),
            adds_up=True,
            needs_assistant=True,
        ),
        Slot(
            "rule",
            anycase(
                r"^(?:from now on|going forward|(?:remember|keep in mind) that(?= .*\b(?:i|me|my|we|us|our)\b)|"
                r"for future reference),? \w+ \w+ \w+|"
                r"^please (?:\w+ )?(?:keep|make) (?:all )?(?:your )?(?:answers|replies|responses)\b"
            ),
            adds_up=True,
            needs_assistant=True,
        ),
        Slot(
            "rule",
            anycase(
                rf"^(?:please )?(?:always|never|make sure (?:to|you)(?: always)?),? "
                rf"(?!(?:an?|the|my|been|had|thought|felt|remember)\b)\w+ "
                rf".*\b{_WHEN}|^(?:please )?{_WHEN}.*?, (?:please |then |always |never |do not |don['’]t )*{_TASKS}\b"
            ),
            adds_up=True,
            needs_assistant=True,
        ),
        # How to answer: an imperative without its own object. "Write it up in short" is a task, not a rule.
        Slot(
            "rule",
            anycase(
                rf"^(?:please )?(?:(?:answer|reply|respond|write|talk|speak)(?:(?: to)? me)? (?:more )?(?:briefly|"
                rf"concisely|"
                rf"succinctly|informally|formally|casually|in (?:(?:short|brief|simple|plain|full|complete|bullet|"
                rf"formal|informal) ){{1,2}}"
                rf"(?:answers|replies|sentences|words|terms|language|points))|be (?:more )?{_MANNER}(?: with me|"
                rf" in your "
                rf"{_REPLIES}| when you (?:answer|reply|write))|(?:keep|make) (?:all )?(?:your|the) {_REPLIES} "
                rf"(?:\w+ )?{_MANNER}|give me (?:only )?{_MANNER}(?: and {_MANNER})? {_REPLIES}|"
                rf"use (?:only )?{_FORMAT}|no "
                rf"(?:more )?(?:emojis?|jargon|small talk|spoilers|bullet points|"
                rf"disclaimers))(?:,? please)?(?=[.,;!]|$)|"
                rf"^i (?:prefer|only use) {_FORMAT}|"
                rf"^i(?:['’]d| would)? (?:prefer|like|want) (?:your )?{_MANNER}(?: and {_MANNER})? {_REPLIES}\b"
            ),
            adds_up=True,
            needs_assistant=True,
        ),
    ),
)
