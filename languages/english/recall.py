"""How people ask in English about earlier conversations: "what was that", "do you remember"."""

from __future__ import annotations

from languages.language import Recall

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
        r"talk\w*|told|find|found|learn\w*|list|settle|covered?|mention\w*|discuss\w*|conclu\w*|decid\w*|settl\w*|"
        r"happen\w*|fresh|new|latest|current|look\w*|"
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
