"""How questions show in English what they ask for, and how people ask about earlier conversations."""

from languages.folding import words
from languages.language import Asking, Recall

# Past forms of what people do in a conversation, first those without -ed.
RECALL = Recall(
    recall=r"\bdo you (?:still )?(?:remember|recall) (?:what|which|when|how|where|our)\b|\bwhat (?:did|had) we \w+",
    bypass=r"\b(?:fresh|new) research\b|\bresearch (?:it |this |that )?(?:again|anew)\b|\bup to date information\b",
    satisfied=(
        r"\b(?:thanks(?: a \w+| so much| very much)?|thank you(?: so much| very much)?|thx|ty|tysm|cheers|got it|"
        r"no (?:more|further|other) questions|(?:we|i) (?:re|are|m|am) (?:all )?(?:done|finished|good|set)|"
        r"all (?:good|set)|"
        r"(?:that (?:s|is|was) )?(?:just |exactly )?(?:all|everything|what) i (?:needed|wanted)|"
        r"i (?:see|understand)|understood|that (?:s|is|was) (?:all|enough|it|everything|helpful|perfect)|"
        r"that (?:will|ll) (?:be all|do)|enough|"
        r"answers? my question|(?:very |really )?helpful|"
        r"makes sense|that (?:s|is|was) (?:just |exactly )?what i (?:needed|wanted))\b"
    ),
    polite=(
        r"\b(?:ok(?:ay)?|no|nope|yep|yes|well|great|perfect|super|good|fine|now|for (?:now|today|that|everything|"
        r"your help)|"
        r"very|"
        r"so|and|you|just|nice|excellent|alright|all right|then|lovely|it|all|oh|awesome|that|this|brilliant|mate|"
        r"man|buddy|bro|"
        r"friend|here)\b"
    ),
    yes=r"^(?:yes|yeah|yep|sure|ok(?:ay)?|please|go ahead|of course|do it)\b",
    no=r"^(?:no|nope|not now|never ?mind|don t)\b",
    amount=r"\bhow (?:many|much|long|often|old|far)\b|\b(?:dose|amount|number)\b",
    thorough=r"\b(?:in depth|in detail|detailed|thorough(?:ly)?|comprehensive|compare|deep(?:ly|er)?)\b",
    fillers=(
        r"milligrams?|grams?|mg|kilos?|litres?|many|much|often|"
        r"remember|recall|remind|forgot\w*|last|time|earlier|previous\w*|again|before|day|that|those|the|what|was|"
        r"were|"
        r"which|who|how|thing|research\w*|conversation|discussion|information|info|topic|study|chat|talk|name|"
        r"talk\w*|told|find|found|learn(?:ed|t)?|list|settle|covered?|mention\w*|discuss\w*|conclu\w*|decid(?:e[ds]?|ing)|settl(?:e[ds]?|ing)|"
        r"happen\w*|fresh|new|latest|current|look(?:ed|ing|s)?|"
        r"mixed|mixes|week|month|year|know|explain|details|ever|did|said|bring|up|into|with|gets|supposed|one|"
        r"say|says|tell|speak|spoken?|agreed?|asked?|answer(?:ed)?|wrote|written|noted|figured?|explained|shown|taught|"
        r"advised|yesterday|today|ago|days|recently|regarding|concerning|"
        r"recommend\w*|suggest\w*|listed|cant|still|search\w*|date|dude|"
        r"yo|um+|uh+|hey|hm+|stuff|issue|ask|figure|whats|whatd|pull|open|show|problem|called|looked"
    ),
    before_detail=r"which|what|many|much|how",
    wants_last=r"\bthe last time\b|\b(?:we|you) (?:talk|spoke|speak|discuss)\w* (?:about )?last\b|"
    r"\b(?:our|the) last (?:conversation|talk|chat)\b",
    about=(
        r"(?i)\b(?:about|on|regarding) (?P<topic>(?!it\b|that\b|this\b)[^,.?!]{3,60}?)"
        r"(?=(?: again| before| last time| earlier)?\s*[?.!]*$)"
    ),
    ordinals=(
        r"\b(?:first|1|1st|number one)\b",
        r"\b(?:second|2|2nd|number two)\b",
        r"\b(?:third|3|3rd|number three)\b",
        r"\b(?:fourth|4|4th|number four)\b",
        r"\b(?:fifth|5|5th|number five)\b",
    ),
    last=r"\blast(?: one)?\b",
    tiers=("Quick", "Research", "Deep research"),
    on_day="on {day}",
    recalled="You looked into “{title}” {on_day}.\n\n{answer}",
    several=("You have looked into this several times:\n{list}\n\nWhich one do you mean, or shall I research it anew?"),
    which="There are {count} in the list:\n{list}\n\nWhich one do you mean?",
    not_found="I found no earlier research {topic}. Shall I research it now?",
    other_day="Nothing about this was said {time}.",
    this_topic="on this",
    found=("You looked into this {on_day}. This is what you learned then:\n\n{summary}\n\nShall I research it anew?"),
    incomplete="This does not seem to answer your question fully. Shall I research it anew, in more detail?",
    prompt=(
        "The user is trying to remember research that they did before. Here is the full conversation of that "
        "research:"
        "\n\n"
        "Research title: {title}\n"
        "Date: {day}\n\n"
        "Earlier conversation:\n{conversation}\n\n"
        "The user's present question: {question}\n\n"
        "Find in the conversation above what answers the user's question, and summarise it. Say, too, on which date "
        "this "
        "research was done. Answer directly; the user need not go back to the old conversation.\n\n"
        "If the conversation does not answer the question fully, end your answer with this sentence: {incomplete}"
    ),
    parts_only="(only the relevant parts of the conversation)",
    user="User",
    assistant="Assistant",
)


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
        "everything far few first happen histor know known last late lately life long lot main messag mid month now "
        "overview own past point "
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
