"""How English questions show what they ask for."""

from __future__ import annotations

from languages.folding import words
from languages.language import Asking

_SAY = (
    "advise|answer|describe|explain|give|list|mention|offer|outline|propose|provide|recommend|reply|say|share|show|"
    "suggest|tell|write"
)
_SAID = (
    "advised|answered|described|explained|gave|given|listed|mentioned|offered|outlined|proposed|provided|recommended|"
    "replied|said|shared|showed|shown|suggested|told|wrote|written"
)

_NAMED = (
    "actors?|artists?|authors?|bands?|books?|brands?|cit(?:y|ies)|compan(?:y|ies)|countr(?:y|ies)|films?|games?|"
    "islands?|languages?|movies?|museums?|names?|parks?|places?|restaurants?|rivers?|schools?|series|shows?|singers?|"
    "songs?|states?|streets?|teams?|towns?|universit(?:y|ies)"
)  # Kinds of things that have names: people asked for one answer with its name.

ASKING = Asking(
    replies=(
        rf"\b(?:did you (?:already |ever )?(?:{_SAY})|you(?: had| have|['’]ve|['’]d)? (?:just |already )?(?:{_SAID})|"
        r"(?:was|were) you (?:\w+ )?(?:explaining|recommending|saying|suggesting)|"
        rf"the (?:assistant|ai|bot)(?: had| has)? (?:{_SAY}|{_SAID})|"
        r"your (?:advice|answers?|recommendations?|repl(?:y|ies)|suggestions?|tips?))\b"
    ),
    # "The US" is a country.
    asker=r"\b(?:i|me|my|mine|myself|we|(?<!\bthe )us|our|ours|ourselves)\b",
    overview=(
        r"\b(?:summar(?:y|ies|i[sz]e|i[sz]ing)|overview|recap|sum up|(?:catch|bring|get) (?:me|us) up (?:on|to)|"
        r"what(?: all)?(?: has|['’]s) happened\b[^.?!]*\b(?:so far|until now|up to now))\b"
    ),
    of_talk=words(
        "all beginning catch chat chats chatted chatting conversation converse cover date day days discuss early end "
        "everything far few happen histor know known last late lately life long lot main messag mid month now overview "
        "own past point "
        "present previous quick recap recent remember review rundown said say says session short so speak spoke "
        "spoken subject sum summar talk talked talking talks theme thing things thread through time times today "
        "together tomorrow topic until up us week weekend weeks whole year years yesterday"
    ),
    order=(
        r"\b(?:in (?:(?:what|which) )?(?:order|sequence)(?! to)|the (?:order|sequence) (?:in which|that|of)|"
        r"chronological(?:ly)?|timeline|from first to last)\b"
    ),
    # Only at the beginning of a sentence: inside one, "who" and "which" mostly ask nothing.
    name=(
        r"(?:^|[.!?]\s+)(?:and )?(?:(?:about|at|by|during|for|from|in|of|on|to|with) )?"
        rf"(?:where|which|who(?:m|se)?|what (?:\w+ ){{0,2}}(?:{_NAMED}))\b"
    ),
    day=(
        r"(?:^|[.!?]\s+)(?:and )?(?:since )?when\b|\bwhen (?:are|did|do|does|is|was|were|will)\b|\bhow long ago\b|"
        r"\b(?:what|which) (?:date|day|month|season|weekday|weekend|week|year)\b|\bwhat (?:is|was) the date\b|"
        r"\bhow many (?:days|months|weeks|years) ago\b"
    ),
)
