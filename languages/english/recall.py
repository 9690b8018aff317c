"""How people ask in English about earlier conversations: "what was that", "do you remember"."""

from __future__ import annotations

from typing import Final

from languages.recall_shape import Recall

# Past forms of what people do in a conversation, first those without -ed.
_TOLD: Final = (
    r"(?:said|found|told|gave|went|came|chose|picked|put|made|wrote|settled|learnt|left|got|ended|tried|\w{2,}ed)"
)

RECALL = Recall(
    memory=(
        r"\byou (?:still )?(?:remember|recall)\b|\bremind me\b|^(?:please )?(?:remember|recall)\b|"
        r"\bi (?:can ?t|cannot|can ?not|don ?t|do not|couldn ?t) (?:quite )?(?:remember|recall)\b|"
        r"\bi (?:have |ve )?forg[eo]t(?:ten)? (?:(?:what|which|how|when|who|where)\b|(?:the|that|"
        r"your) (?:\w+ ){1,2}(?:we|you|u)\b)|"
        r"\brefresh my memory\b"
    ),
    reference=(
        r"\bthat (?:\w+ )?(?:research|conversation|discussion|information|info|thing|topic|chat)\b|"
        r"\bthe (?:\w+ )?(?:one|thing|research|conversation|discussion|book|list|plan) (?:that )?(?:we|you) \w+|"
        r"\b(?:our|previous|last|earlier) (?:\w+ )?(?:conversation|discussion|research|talk|chat)\b"
    ),
    asked_back=(
        r"\b(?:what|who|how|when|where|which(?: \w+)?) (?:was|were) (?:that|those|our|it\b(?! like)|the (?:name|"
        r"thing|one|"
        r"result|dose|word|effect|difference|reason|conclusion|outcome|verdict|answer|trick))\b|\bwas (?:it|that|"
        r"this) again\b|\b(?:was|were|"
        r"did|what|which|who|how|when|where)\b.* again \?"
    ),
    talked=(
        rf"\b(?:we|you|u) (?:\w+ly |had |have |ve |d )?{_TOLD}\b|\bi (?:had |have |ve |d )?(?:asked|told) you\b|"
        r"\bdid(?:n ?t)? (?:we|you|u|i) (?:already |ever |not )?(?!sleep|eat|see)\w+|\b(?:have|had|haven ?t|"
        r"hadn ?t) (?:we|you|i) \w+|"
        r"\bdid you say\b"
    ),
    past=r"\b(?:was|were) (?!interesting)\w+ing\b|\b(?:was|were) supposed to\b|\bhad \w+(?:ed|en)\b",
    definite=r"\b(?:did|was|were|happened|\w{3,}ed)\b",
    earlier=(
        r"\b(?:last time|earlier|previously|before|the other day|that (?:night|day|time|evening|week)|back then|"
        r"a while (?:ago|back)|once|recently|in the past|last (?:week|month|year))\b"
    ),
    question=(
        r"\?|\b(?:what|which|who|whom|whose|how|when|where|why)s?\b|"
        r"^(?:did|do|does|is|are|was|were|have|has|can|could|will|would|should)(?:n ?t)?\b|"
        r"\bcan you (?:list|repeat|tell|say|show|send)\b"
    ),
    asks=(
        r"^(?:what|who) (?:is|are|s)\b|\btell me (?:more |something )?(?:about|on)\b|\bexplain\b|"
        r"\b(?:information|info|details) (?:on|about)\b|\bwhat do you know (?:about|of)\b|\bresearch$"
    ),
    personal=(
        r"^(?!(?:why (?:is|are|does|do|did)|how (?:do|can|should)|should i|can i|what should i)\b).*\b(?:i|my|mine|"
        r"im)\b|"
        r"\b(?:me|we|our|us)\b|^(?:hello|hi|hey|good (?:morning|evening|"
        r"night|afternoon)|(?:ha){2,}\w*|(?:he){2,}|lol|wow|hm+)\b|"
        r"\bhow are you\b|\bwould you\b|\bwhat do you think \?$|^see you\b|\bshould i do (?:then|now|next)\b|"
        # "Can you make bread without yeast?" asks for knowledge.
        r"^(?:please |could you |could you please |can you please )?(?:write|translate|make|draw|fix|correct|shorten|"
        r"rewrite|rephrase|summari[sz]e|draft|create|compose)\b"
    ),
    claims=(
        r"\b(?:was|were|is|are|am|will|would|ll|have|has|had|can|could|do|does|did|it|he|she|they|this|that|so|then|"
        r"okay|ok|well|today|tomorrow|yesterday)\b"
    ),
    bypass=(
        r"\b(?:redo|repeat|rerun|refresh) (?:\w+ ){0,2}(?:research|search)\b|\bwhat ?s new (?:on|in|about|since)\b|"
        r"\b(?:(?<!i )(?<!t )(?<!not )(?:forget|ignore|skip|discard|never ?mind)|don ?t use|do not use) (?:\w+ ){0,2}"
        r"(?:old|previous|earlier|past) \w+|\bnot the (?:old|previous) one\b|"
        r"\b(?:the latest|newer|more recent) (?:on|about|info\w*|news|results|findings)\b|"
        r"\bup to date (?:answer|picture|view|version)\b|"
        r"\b(?:fresh|new|another|updated?) (?:\w+ )?(?:research|search)\b|\b(?:newer|other|fresh|recent) sources\b|"
        r"\b(?:research|search|look|check|start)(?: \w+){0,5} (?:again|once more|anew|afresh|over|from scratch)\b|"
        r"\b(?:search|check|look|find|get|need|want|i (?:d|would) like|(?:give|show) me)(?: \w+){0,4} "
        r"(?:up to date|current|latest|newest|newer|updated)\b|"
        r"\b(?:up to date|current|latest|newest|most recent) (?:info\w*|research|data|findings|studies|evidence|"
        r"results)\b"
    ),
    new_topic=(
        r"\b(?:new|next|different|another|other|unrelated) (?:topic|subject|question)s?\b|\b(?:change|"
        r"switch) (?:the |our )?(?:topic|"
        r"subject)s?\b|"
        r"\b(?:ask|talk about|discuss|move on to|moving on to|help with|question on|talk of|speak about|"
        r"on)(?: you)?(?: about)? (?:something|a) "
        r"(?:\w+ly )?(?:else|different|new)\b|\bswitching gears\b|\bmoving on\b"
    ),
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
        r"recommend\w*|suggest\w*|listed|cant|still|search\w*|date"
    ),
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
