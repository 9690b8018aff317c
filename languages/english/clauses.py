"""Where English clauses begin and end, and which of them are worth nothing."""

from __future__ import annotations

from languages.folding import words
from languages.language import Clauses, anycase

CLAUSES = Clauses(
    words_min=4,
    abbreviations="mr|mrs|ms|dr|prof|st|vs|no|etc|approx|jr|sr",
    begins_sentence="btw|also|and|but|my|our|i|we|he|she|they|no|yes",
    captions="image|photo|picture|video|audio|voice|file|attachment|sticker|gif",
    openers=anycase(
        r"^(?:(?:oh|ah|aw+|wow|whoa|woah|yeah|yea|yes|yep|yup|nope?|hey|hi|hello|hmm+|well|ok(?:ay)?|sure|thanks|"
        r"thank you|"
        r"cool|nice|great|awesome|totally|absolutely|definitely|exactly|right|true|agreed|congrats|congratulations|"
        r"sorry|anyway|by the way|btw|actually|honestly|basically|lol|haha+|ha|no worries|no problem|you know|i mean|"
        r"guess what|same here|of course|indeed|also|plus|so|and|but|(?:as|like) i (?:said|told you|mentioned)|"
        r"for the record|once "
        r"(?:more|again)|(?:one|just one) (?:\w+ )?thing|change of plans?|(?:quick|small|good|bad|big) (?:news|"
        r"update|note)|"
        r"remember|fyi|listen|look|before i forget)(?:\s+(?:so much|a lot|a bunch|for (?:asking|"
        r"sharing|the \w+(?: \w+)?)))?(?:,?\s+(?-i:[A-Z])\w+)?\s*[,:!.…–—-]+\s*)+"
    ),
    leads=anycase(
        r"^(?:(?:and|but|so|also|plus|because|since|then|btw|by the way)\s+)+(?=(?:i|we|my|our)\b"
        r"(?! (?:last\b|spoke\b|talked\b|chatted\b)))"
    ),
    # Not a bare "and I": "my brother and I live in Oslo" is one clause, and half of it would be a misquote.
    breaks=anycase(
        r"\s*(?:[,;]|\s[-–—])\s+(?:(?:and|but|so|because|which is why|plus|also|yet)\s+)?(?=(?:i|i['’]\w+|we|"
        r"we['’]\w+|my|can|could|would|do|does|did|how|what|any|please|should|is|are|here['’]s|maybe|considering|"
        r"specifically|especially)\s)|\s+but\s+(?=i(?:['’]\w+)?\s)|,?\s+so\s+(?=i(?:['’]\w+)?\s)"
    ),
    # Up to the end, without another comma: behind one, the main clause has begun.
    dependent=anycase(
        r"(?:^|[,;]\s+(?=(?:and|but|so)\s))(?:(?:and|but|so)\s+)?(?P<when>(?:when(?:ever)?(?! it comes to)|if|unless|"
        r"once|while|until|although|even (?:if|though)|as (?:soon|long) as|by the time|now that|"
        r"(?:before|after|since|because|though)(?= (?:i|we|he|she|they|it|you|my|our)\b))\b[^,;]*)$"
    ),
    requests=anycase(
        r"^(?:(?:and|but|so|then)\s+)?(?:can|could|would|will|do|does|did|how|what|why|when|where|who|which|should|"
        r"is|are|any|please|let['’]?s|let me|tell me|help|show me|give me|here['’]s|here is|here are|considering|"
        r"specifically|especially|i(?:['’]d| would) (?:like|love|appreciate)|i(?:['’]m| am) (?:asking|wondering|"
        r"looking for (?:advice|help|some)|having (?:trouble|issues|some)|getting (?:this|an?|the) |stuck|"
        r"struggling)|i (?:was wondering|need (?:help|some|your|to know)|keep getting))"
    ),
    hedges=anycase(
        r"^(?:(?:and|but|so)\s+)?(?:if |lov(?:e|ing) (?:the|your|that|this|how|it)\b|keep |stay (?!ed)|go for it|"
        r"have (?:an? |fun)|"
        r"enjoy |good |maybe|perhaps|i(?:['’]m| am) (?:not sure|sure|sorry|glad|kinda worried|"
        r"worried|just (?:saying|here)|here|off|down|in\b|all (?:ears|for|in|about)|up for|curious|wondering|right|"
        r"okay|ok|fine|good|great|doing|with you|on it|back|ready|there|always here|gonna keep|at a loss)|i (?:think|"
        r"guess|suppose|wonder|bet|mean|see|know|understand|agree|hear|remember|don['’]?t know|feel like|hope (?:you|"
        r"it|that|this|your|everything)|can (?:see|tell|imagine|totally|help|do that|relate)|could|would|might|may|"
        r"should|can['’]?t (?:wait|believe|imagine|agree|even)|couldn['’]?t|wouldn['’]?t|wish|noticed|appreciate|get "
        r"it|love (?:it|that|this|how|your|you|seeing|the way|hearing|these|those|the)\b|like (?:it|that|this|how|"
        r"your|the (?:idea|sound|way))\b|(?:just )?want(?:ed)? (?:to|you to) (?:say|know|make sure|ask|ensure|thank|"
        r"tell|hear|share|understand|check|see)|have (?:no idea|to (?:say|admit|go|run)|a (?:question|feeling))|got "
        r"(?:it|you|this|to go|your)|will |['’]ll |just (?:saw|heard|got your))|i['’](?:d|ll) |i(?:['’]ve| have) "
        r"(?:heard|noticed|no idea|got an? (?:\w+ )?(?:story|question|idea|problem)\b|to |got to |been (?:there|"
        r"thinking|meaning|wondering|having|trying|staring|"
        r"getting))|we (?:should|could|can|might|will|need to|had (?:such )?a (?:blast|great|good|lot|lovely|nice))|"
        r"it['’]?s |that['’]?s |this (?:is|was)|sounds|looks|glad|thanks)"
    ),
    fleeting=anycase(
        r"\b(?:so excited|thrilled|stoked|swamped|tired|exhausted|grateful|thankful|proud of (?:you|myself|them|her|"
        r"him)|can['’]t wait|look(?:ing|ed)? forward|(?:is|was|were|so) (?:awesome|amazing|incredible|fantastic|"
        r"wonderful|fun|cool)|so (?:much )?(?:fun|happy|glad|nice|sweet|special|lucky|hard|important)|you(?:['’]re|r|"
        r"rs|rself)?\b|had a blast|right now|the other day|won['’]?t (?:give up|quit)|"
        r"(?:not|never) (?:gonna |going to )?(?:give|giving) up|working hard|"
        r"made (?:a|an|another|the same) (?:\w+ )?(?:mistake|error)|my dreams? (?:come )?true|(?:did|made|love|"
        r"like|enjoy|do|took|got|saw|of|about|to|with) "
        r"(?:it|that|this|them|these|those)\b|keep (?:going|it up)|a lot of things|one thing)\b"
    ),
    relative=anycase(
        r"\b(?:yesterday|today|tonight|tomorrow|(?:last|next|this|past) (?:night|week|weekend|month|year|spring|summer|"
        r"autumn|fall|winter|(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?)|(?:\d+|an?|one|two|"
        r"three|"
        r"four|five|six|seven|a few|a couple of) (?:days?|weeks?|months?|years?) ago|this (?:morning|evening)|"
        r"(?:in|for) (?:\d+|two|three|four|five) (?:days|weeks|months)|recently|just)\b"
    ),
    pointing=anycase(
        r"^(?:they|it|this|that|these|those|he|she)(?:['’]\w+)?\b|"
        r"^(?:i|we)(?:['’]\w+)?(?: (?-i:[a-z]+)){1,2} (?:his|her|him)\b|"
        r"^(?:i|we)(?:['’]\w+)?(?: \w+){1,3} it\b(?! (?:an?|hard|easy|difficult|important|clear|fun|to be)\b)"
    ),
    vague=anycase(
        r"\b(?:it|them|this|that|those|these|there|one|ones|him|her)[.!]?$|\b(?:it|them|these|those)\b|\b(?:do|love|"
        r"like) to[.!]?$|stuff|something|things|\b(?:make|made|let) (?:that|this)\b|\b(?:this|these) (?!week|month|"
        r"year|"
        r"morning|evening|spring|summer|autumn|fall|winter|weekend|time)\w+(?: \w+)?[.!]?$|\b(?:after|before|"
        r"of) (?:that|"
        r"this)\b"
    ),
    hanging=anycase(
        r"\b(?<!met )(?:this|these|those) (?!week|month|year|morning|afternoon|evening|spring|summer|autumn|fall|"
        r"winter|"
        r"time|past|coming|last|next|project|app\b|house|city|town|country|job|company|team)\w|"
        r"\b(?:of|in|on|at|from|with|for|after|before|about|by|into|using|like) (?:that|this|these|those)\b(?! (?:i|we|"
        r"he|she|they|you|is|are|was|were|week\w*|month|year|morning|evening|spring|summer|autumn|fall|winter|time|"
        r"project|app|house|city|town|country|job|company|team)\b)|"
        r"\b(?:here|(?:over|down|up|out) there|(?:been|went|go|going|live|lived|work|worked) there)\b(?!['’]s)|"
        r"\b(?:as|i) (?:mentioned|described)\b|\b(?:mentioned|described) (?:above|earlier|before)\b|"
        r"\b(?:use|used|using|love|like|read|watched|bought|painted) that (?!i\b|we\b|you\b|he\b|she\b|it\b|"
        r"they\b|the\b|"
        r"my\b|is\b|are\b|was\b|were\b)\w|\bthe same thing\b|\bever since[.!]?$|"
        r"^(?:(?! and |\b\w{3,}s\b|\bpeople\b|\bchildren\b|\bfolks\b|\b(?:wo)?men\b).)*\b(?:their|them|they)\b"
    ),
    passing=anycase(
        r"^(?:i|we)(?:['’]ve| have) (?:\w+ )?been \w+ing\b|"
        r"^(?:i|we)(?:['’]m|['’]re| am| are) (?:\w+ )?(?:thinking|planning|hoping)\b|"
        r"^(?:i|we) (?:\w+ )?(?:hope|plan) to\b|"
        r"^(?:i|we) (?:\w+ )?(?:love|like|enjoy|adore|prefer|hate) (?:\w+ing )?the\b|"
        r"^(?:(?!\b(?:my|our) \w| and ).)*\b(?:he|she|him|his|her)\b"
    ),
    courtesies=(
        r"(?:good )?(?:morning|afternoon|evening|night)|hi|hey|hello|hiya|there|"
        r"(?:so )?hows? (?:(?:is|was|has|are|have) )?(?:you|u|things|everything|it|(?:your|ur|the) (?:day|evening|"
        r"morning|afternoon|night|week|weekend))(?: been)?(?: doing| feeling| going)?(?: so far)?(?: today| tonight)?|"
        r"(?:im|i am|its|it is|alls?|everythings?) (?:(?:doing|going|feeling|all|pretty|really|quite|very|so|is) )*"
        r"(?:well|great|good|fine|ok|okay|alright)(?: too| as well| also)?(?: here)?(?: today)?|"
        r"(?:and |what |how )*(?:about )?(?:you|u|yourself)|(?:and )?(?:hbu|wbu)|you too|same to you|"
        r"(?:thanks?|thank you|thx)(?: so much| a lot| very much)?(?: for (?:asking|checking in|chatting))?(?: on me)?|"
        r"(?:its |it was )?(?:so |really |always )?(?:great|good|nice|lovely|wonderful)(?: to)? (?:hear|hearing|talk|"
        r"talking|chat|chatting|see|seeing|catch|catching)(?: up)?(?: from| to| with)?(?: you)?(?: again)?(?: today)?"
        r"(?: as always)?|"
        r"(?:(?:ill|we will|well|lets|i will) )?(?:talk|speak|chat|see|catch)(?: up)?(?: to| with)?(?: you| ya)?"
        r"(?: again)?(?: soon| later| then| tomorrow| tonight)|see (?:you|ya)|bye(?: bye)?|goodbye|take care|"
        r"sleep well|sweet dreams|(?:youre|you are) (?:very |so |most )?welcome|"
        r"(?:have|enjoy) (?:an?|the rest of your|your) (?:(?:good|great|lovely|nice|wonderful|amazing|rest of your) )*"
        r"(?:day|night|evening|weekend|week|one)(?: too)?"
    ),
    before_names=words(
        "hi hey hello hiya morning afternoon evening night thanks you ya bye goodbye welcome too well good great fine "
        "soon later again today tonight tomorrow care"
    ),
)
