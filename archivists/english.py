"""English, as the archivists know it."""

from __future__ import annotations

from archivists.english_words import CHATTER, FEELINGS, NOT_NAMES
from archivists.language import Language, Regex, anycase, pattern, words
from graph.values.items import FactKind

_FAMILY = (
    r"(?:mothers?|mom|mum|fathers?|dad|parents|brothers?|sisters?|siblings|sons?|daughters?|kids?|child(?:ren)?|baby|"
    r"toddler|wife|husband|spouse|partner|fianc[eé]e?|girlfriend|boyfriend|ex|grandm(?:a|other)|grandpa|grandfather|"
    r"grandparents|grandkids|grandson|granddaughter|aunt|uncle|cousins?|niece|nephew|twins?|stepson|stepdaughter|"
    r"youngest|oldest|eldest|in-laws|mother-in-law|father-in-law|godfather|godmother)"
)
_CLOSE = r"(?:friends?|best friend|boss|manager|colleague|mentor|teacher|neighbou?r|roommate|therapist|doctor|coach)"
_PET = (
    r"(?:dogs?|cats?|pupp(?:y|ies)|kittens?|pets?|pup|horses?|rabbits?|hamsters?|parrots?|turtles?|snakes?|guinea "
    r"pigs?)"
)
_ADVERB = (
    r"(?:(?:also|really|just|actually|still|always|usually|currently|recently|already|only|now|finally|absolutely|"
    r"definitely|mostly|even|do|personally|often|sometimes|kinda|kind of|both|all|never|officially|mainly|originally|"
    r"generally|typically|truly|totally|have|lately)\s+){0,2}"
)
_AM = r"(?:['’]m|m| am)"
_HAVE = r"(?:['’]ve| have)"
_NAME = r"[A-ZÇĞİÖŞÜ][\w-]+(?: [A-ZÇĞİÖŞÜ][\w-]+){0,2}"
_START = r"^(?:(?:and|but|so|also|because|since|as|though|although|however|when|while|then|plus)\s+)?"
_SUBJECT = _START + r"(?:my \w+(?: \w+)? and i|i|we)\b"
_ILLNESS = (
    r"(?:allerg(?:y|ies)|intolerance|diabetes|asthma|celiac|coeliac|epilepsy|migraines?|anxiety|depression|adhd|"
    r"autism|cancer|arthritis|insomnia|dyslexia|high blood pressure|heart (?:condition|disease|attack)|ptsd|hearing "
    r"loss)"
)
_DONE = (
    r"(?:joined|signed up|started|began|quit|adopted|bought|moved|won(?!['’])|lost|broke|finished|graduated|launched|"
    r"opened|founded|sold|retired|enrolled|booked|decided|chose|chosen|picked|switched|published|stopped|gave up|"
    r"given up|changed|became|become|passed|failed|proposed|inherited|hired|set up|completed|created|built|wrote|"
    r"written|made|learned|learnt|met|discovered|implemented|deployed|reduced|improved|increased|planted|turned down|"
    r"accepted|got (?:a |an |my |our |the |into |engaged|married|divorced|hired|promoted|accepted|fired|hurt|injured|"
    r"back into))"
)

ENGLISH = Language(
    code="en",
    words_min=4,
    user="User",
    openers=anycase(
        r"^(?:(?:oh|ah|aw+|wow|whoa|woah|yeah|yea|yes|yep|yup|nope?|hey|hi|hello|hmm+|well|ok(?:ay)?|sure|thanks|"
        r"thank you|"
        r"cool|nice|great|awesome|totally|absolutely|definitely|exactly|right|true|agreed|congrats|congratulations|"
        r"sorry|anyway|by the way|btw|actually|honestly|basically|lol|haha+|ha|no worries|no problem|you know|i mean|"
        r"guess what|same here|of course|indeed|also|plus|so|and|but|(?:as|like) i (?:said|told you|mentioned)|"
        r"for the record|once "
        r"(?:more|again)|(?:one|just one) (?:\w+ )?thing|change of plans?|(?:quick|small|good|bad|big) (?:news|"
        r"update|note)|"
        r"remember|fyi|listen|look)(?:\s+(?:so much|a lot|a bunch|for (?:asking|"
        r"sharing|the \w+(?: \w+)?)))?(?:,?\s+(?-i:[A-Z])\w+)?\s*[,:!.…–—-]+\s*)+"
    ),
    leads=anycase(
        r"^(?:(?:and|but|so|also|plus|because|since|then|btw|by the way)\s+)+(?=(?:i|we|my|our)\b"
        r"(?! (?:last\b|spoke\b|talked\b|chatted\b)))"
    ),
    # Not a bare "and I": "my brother and I live in Oslo" is one clause, and half of it would be a misquote.
    clause_breaks=anycase(
        r"\s*(?:[,;]|\s[-–—])\s+(?:(?:and|but|so|because|which is why|plus|also|yet)\s+)?(?=(?:i|i['’]\w+|we|"
        r"we['’]\w+|my|can|could|would|do|does|did|how|what|any|please|should|is|are|here['’]s|maybe|considering|"
        r"specifically|especially)\s)|\s+but\s+(?=i(?:['’]\w+)?\s)|,?\s+so\s+(?=i(?:['’]\w+)?\s)"
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
    feelings=FEELINGS,
    pronoun=anycase(r"\b(?:he|she)\b"),
    reached=anycase(
        r"(?<!\bif )(?<!\bwhen )(?<!\bonce )(?<!\bafter )(?<!\buntil )(?<!\bbefore )(?<!\bunless )(?<!\bwish )"
        r"\b(?:i|we)(?:['’]ve| have)?(?: (?:just|finally|actually|already|recently))* (?:finished|completed|achieved|"
        r"reached|passed|accomplished|managed to|succeeded in|made it (?:to|through))\b"
    ),
    dropped=anycase(
        r"(?<!\bif )(?<!\bwhen )(?<!\bunless )\b(?:i|we)(?:(?:['’]ve| have)?(?: (?:just|finally|recently))* (?:gave up|"
        r"given up|decided (?:not to|against)|changed (?:my|our) minds? about|abandoned)|(?:['’]m|['’]re| am| are) "
        r"(?:giving up|no longer (?:going|trying|planning|hoping))| no longer (?:want|plan|intend|hope) to)\b"
    ),
    negations=words("not never no don didn doesn isn wasn aren weren won cannot hasn haven without nobody nothing"),
    own=(
        # Health and safety.
        pattern(_SUBJECT + rf"{_AM} (?:\w+ )?allergic to", 9, 6),
        pattern(r"\bmy \w+(?: \w+)?(?:['’]s| is| are| was) (?:\w+ )?(?:allergic|diagnosed|pregnant|disabled)", 8, 7),
        pattern(_SUBJECT + rf"(?:{_HAVE}(?: got| had| been)?|{_AM}| had| got| was)(?: \w+){{0,5}} {_ILLNESS}\b", 9, 7),
        pattern(_SUBJECT + rf"(?:{_HAVE}(?: been)?| was| got|{_AM}) (?:just |recently )?diagnosed", 9, 8),
        pattern(_SUBJECT + r" (?:had|need|needed|am having|have had) (?:\w+ ){0,3}surgery", 9, 7),
        pattern(
            _SUBJECT + rf"{_AM} (?:\w+ )?(?:pregnant|diabetic|lactose|celiac|coeliac|deaf|blind|disabled|sober|vegan|"
            r"vegetarian|pescatarian|autistic|dyslexic|colou?r-?blind)\b",
            9,
            5,
        ),
        pattern(
            _SUBJECT + r" (?:can['’]?t|cannot|don['’]?t|do not|no longer|stopped) (?:eat|drink|eating|drinking)", 8, 4
        ),
        pattern(_SUBJECT + r" take (?:\w+ ){0,3}(?:pills?|medication|medicine|tablets?|insulin|\d+ ?mg)", 9, 5),
        # Death, birth, love and what is promised.
        pattern(
            rf"\b(?:my|our) (?:\w+ )?(?:{_FAMILY}|{_CLOSE}|{_PET})\b(?:,? \w+,?)? "
            r"(?:\w+ )?(?:died|passed away|passed|was killed|was born|is dying|is sick|was murdered|is in the "
            r"hospital)",
            9,
            9,
        ),
        pattern(
            r"\b(?:he|she|they)(?:['’]d| had| has)? (?:\w+ )?(?:killed|murdered|betrayed|kidnapped|saved my life|"
            r"died|passed away)\b",
            8,
            9,
        ),
        pattern(
            r"\b(?:he|she|they)(?:['’]d| had| has)? (?:\w+ )?(?:threatened|attacked|cheated|left me|proposed|robbed)\b",
            7,
            8,
        ),
        pattern(
            _SUBJECT + r"(?:['’]?re| are|['’]?m| am| were| was| got|['’]ve| have)(?: to be| just| recently| finally)? "
            r"(?:getting |been )?(?:married|engaged|divorced|widowed|separated|expecting(?= (?:(?:our|a|another|"
            r"my) )?(?:\w+ )?(?:baby|child|twins)|[.,!]|$))\b",
            9,
            8,
        ),
        pattern(_SUBJECT + r"(?: \w+)? (?:lost (?:my|our)|miss my late)\b", 8, 8),
        pattern(_SUBJECT + r" (?:promise|promised|swear|swore|vow|vowed)\b", 8, 6),
        # Who somebody is.
        pattern(r"\bmy (?:full |first |last |real |middle )?name(?:['’]s| is)\b", 9, 4),
        pattern(r"\bmy (?:birthday|date of birth|anniversary)(?:['’]s| is| was| falls)", 9, 5),
        pattern(rf"^i{_AM} (?-i:[A-Z])\w+(?: (?-i:[A-Z])[\w'’-]+)*, (?:an?|the|your|\d+)\b", 9, 4),
        pattern(
            _SUBJECT
            + rf"{_AM} (?:about to turn |turning |only |almost |nearly |now )?\d{{1,3}}(?: years old|,|$|\.| and)",
            8,
            3,
        ),
        pattern(
            _SUBJECT + rf"{_AM} (?:\w+ )?(?:married|single\b|retired|unemployed|self-employed|gay|lesbian|bisexual|"
            r"transgender|trans\b|non-?binary|queer|muslim|christian|jewish|buddhist|hindu|an? (?:atheist|immigrant))",
            8,
            5,
        ),
        pattern(_SUBJECT + rf"{_AM} {_ADVERB}(?:from|based in|living in|born in)\b", 8, 4),
        pattern(
            _SUBJECT
            + rf" {_ADVERB}(?:was born|grew up|was raised|live\b|lived\b|used to live|moved (?:to|from|in|here|out))",
            8,
            5,
        ),
        pattern(_SUBJECT + rf"{_HAVE} (?:been living|lived|moved|known)\b", 8, 5),
        pattern(
            _SUBJECT
            + rf"(?:{_AM}|{_HAVE} been) (?:currently )?(?:an?|the|your) (?!bit|little|tad|lot|mess|huge fan|big fan|"
            rf"fan\b)",
            7,
            4,
        ),
        # Work and study.
        pattern(
            _SUBJECT
            + rf" {_ADVERB}(?:work|worked|teach|taught|studied|study|run|own|manage|volunteer|coach)\b(?! out| on| it)",
            7,
            3,
        ),
        pattern(
            _SUBJECT
            + rf"(?:{_AM}|{_HAVE} been) {_ADVERB}(?:working (?:as|at|for|in|with|from|full|part)|studying|majoring|"
            rf"training|enrolled|employed|volunteering|teaching)",
            7,
            3,
        ),
        pattern(
            r"\bmy (?:\w+ )?(?:job|company|business|major|degree|salary|employer|shift|commute|store|shop|"
            r"studio)(?:['’]s| is| was| are)\b",
            7,
            3,
        ),
        pattern(
            _SUBJECT + rf"(?:{_HAVE})? (?:just )?(?:quit|left|resigned from|(?:got|was) (?:fired|laid off)(?: from)?)"
            r" (?:my job|(?-i:[A-Z])\w+)",
            8,
            6,
        ),
        pattern(r"^(?:i(?:['’]m| am) )?(?:starting|joining)(?: work| a new job)?(?: at| with)? (?-i:[A-Z])\w+", 8, 5),
        # People and animals.
        pattern(
            _SUBJECT
            + rf"(?:{_HAVE}(?: got)?| had| got| adopted| also have) (?:\w+ ){{0,4}}(?:{_FAMILY}|{_PET}|roommates?)\b",
            8,
            5,
        ),
        pattern(rf"\b(?:my|our) (?:\w+ )?(?:{_FAMILY}|{_CLOSE})(?: of \d+ years)?(?:,? (?-i:[A-Z])\w+)", 8, 5),
        pattern(
            rf"\b(?:my|our) (?:\w+ ){{0,2}}(?:{_FAMILY}|{_PET}|{_CLOSE})(?:['’]s name)?(?:['’]s| is| was) (?:called|"
            rf"named|\w+)",
            7,
            5,
        ),
        pattern(
            rf"\b(?:my|our) (?:\w+ )?(?:{_FAMILY}|{_PET}|{_CLOSE})(?: \w+)? (?:are|were|has|have|lives?|works?|"
            rf"loves?|likes?|hates?|plays?|studies|got|moved|started|supports?|taught|gave|passed)\b",
            6,
            5,
        ),
        # What somebody likes, does and has.
        pattern(r"\bmy (?:all-time |absolute )?(?:favou?rite|fave?)\b(?: \w+){0,4}(?:['’]s| is| are| was)", 7, 4),
        pattern(
            r"\bmy (?:\w+ )?(?:hobby|hobbies|passion|email|phone number|address|house|apartment|car|team|guitar|"
            r"religion|faith|allergy)(?:['’]s| is| are)\b",
            7,
            3,
        ),
        pattern(
            _SUBJECT + rf" {_ADVERB}(?:prefer|hate|dislike|can['’]?t stand|avoid|adore|don['’]?t like|detest)\b", 7, 4
        ),
        pattern(
            _SUBJECT + rf" {_ADVERB}(?:love|like|enjoy)\b(?! (?:it|that|this|you|how|to see|your|the way)\b)", 6, 4
        ),
        pattern(
            _SUBJECT
            + rf"{_AM} {_ADVERB}(?:(?:a )?(?:big |huge |massive )?fan of|into\b|obsessed with|passionate about|"
            rf"interested in|afraid of|scared of|good at|bad at|keen on|learning)",
            6,
            4,
        ),
        pattern(_SUBJECT + r" (?:always|never|usually|rarely|used to|seldom|every \w+) \w+", 6, 3),
        pattern(
            _SUBJECT
            + rf" {_ADVERB}(?:play|collect|speak|paint|write|bake|cook|drive|swim|sing|garden|meditate|run|hike)\b",
            6,
            3,
        ),
        pattern(
            _SUBJECT + rf"{_HAVE} (?:been (?:\w+ing|into|a|an)|always|never|played|had (?:my|our|an?|the))\b", 6, 3
        ),
        pattern(_SUBJECT + rf"{_HAVE} (?:\w+ )?(?:decided|chosen|switched|settled)\b", 7, 3),
        pattern(_SUBJECT + rf"{_HAVE} {_ADVERB}{_DONE}", 6, 4),
        pattern(_SUBJECT + rf" {_ADVERB}{_DONE}", 6, 4),
        pattern(_SUBJECT + rf"{_AM} (?:currently |only )?using\b", 5, 2),
        pattern(
            _SUBJECT
            + rf" {_ADVERB}(?:ran|painted|attended|visited|celebrated|performed|spoke|hosted|organi[sz]ed|participated|"
            r"took part|took (?:my|our|the) \w+ to|gave (?:a|my)|went (?:to (?:an?|the|my|our)|on (?:an?|our)|"
            r"\w+ing\b)|helped|saw (?-i:[A-Z])|read (?-i:[A-Z\"“])|watched (?-i:[A-Z\"“])|traveled|travelled|"
            r"volunteered|applied|interviewed|raised)\b",
            5,
            4,
        ),
        # Dates.
        pattern(
            _SUBJECT + rf" {_ADVERB}(?:fly|leave|depart|travel|arrive|return|come back|meet|start|move|set off)\b[^.]*?"
            r"\bon (?:\d|(?-i:[A-Z])\w+ \d|\w+day\b)",
            6,
            4,
        ),
        # What is no longer so.
        pattern(_SUBJECT + rf"{_AM}? (?:no longer|stopped \w+ing|quit|gave up) \w+", 7, 4),
        pattern(_SUBJECT + r" (?:don['’]?t|do not|can['’]?t|cannot) (?:\w+ ){1,6}any ?more\b", 7, 4),
        pattern(
            r"\b(?:my|our|the) (?:[\w'’-]+ ){1,4}(?:is now|are now|(?:has|have) changed to|changed to|(?:(?:was|were|"
            r"has been|"
            r"got) )?(?:moved|rescheduled|postponed|pushed(?: back)?|extended|changed|increased|raised|"
            r"reduced) (?:to|from)) "
            r"(?=[^.]*(?:\d|day\b|(?-i:[A-Z])))",
            6,
            3,
        ),
        # What somebody is after.
        pattern(
            r"\bmy (?:\w+ )?(?:goal|dream|plan|aim|ambition|resolution|deadline)(?:['’]s| is| has (?:always )?been)\b",
            7,
            5,
            FactKind.OBJECTIVE,
        ),
        pattern(
            _SUBJECT
            + rf" {_ADVERB}(?:plan|intend|aim|aspire|hope|want) to (?!be (?:sure|clear|able)|know|make sure|ask|say|"
            rf"see|thank|hear|tell|talk|ensure|go over|use\b|add\b|return\b)",
            6,
            4,
            FactKind.OBJECTIVE,
        ),
        pattern(
            _SUBJECT
            + rf"(?:{_AM}|['’]?re| are) {_ADVERB}(?:planning|hoping|saving|training|preparing|aiming|working hard|"
            rf"applying|thinking (?:of|about)) (?:to|for|on|\w+ing)\b",
            6,
            4,
            FactKind.OBJECTIVE,
        ),
        pattern(
            _SUBJECT
            + rf"(?:{_AM}|['’]?re| are) (?:going to|gonna) (?!be\b|keep|try|do|check|need)\w+ (?:an?|the|my|our|to)\b",
            5,
            4,
            FactKind.OBJECTIVE,
        ),
        pattern(
            _SUBJECT
            + rf"(?:{_AM}|['’]?re| are| need| have| want) (?:trying |looking |to )[^.]*\bby (?:the end of |next "
            rf")?(?:\w+day|january|february|march|april|may|june|july|august|september|october|november|december|"
            rf"christmas|summer|20\d\d)\b",
            7,
            4,
            FactKind.OBJECTIVE,
        ),
    ),
    others=(
        pattern(r"\b(?:killed|murdered|betrayed|died|passed away|is dead|was killed|kidnapped|was born|saved)\b", 8, 9),
        pattern(
            r"\b(?:married|divorced|engaged|pregnant|threatened|arrested|imprisoned|an affair|in love with|fired|"
            r"hired|promoted)\b",
            7,
            7,
        ),
        pattern(
            rf"(?:['’]s| is| was)(?: now| also)? (?:my|his|her|their|our|\w+['’]s) (?:\w+ )?(?:{_FAMILY}|{_CLOSE}|"
            rf"{_PET}|enemy|rival|lord|king|servant|owner)\b",
            8,
            6,
        ),
        pattern(r" (?:lives|lived|works|worked|owns|owned|runs|rules|teaches|studies|moved|was born|grew up)\b", 6, 4),
        pattern(
            r"\b(?:loves|hates|fears|prefers|knows|promised|owes|stole|seeks|wants|plans|left|joined|won|leads|"
            r"betrays)\b",
            6,
            5,
        ),
    ),
    narrated=(
        pattern(
            r"^(?:now, |then, )?(?:you(?:['’]re|['’]ve)?|your)\b(?: \w+)? (?:were|are|have|had|was|is|free|captured|"
            r"sentenced|belong)",
            6,
            4,
        ),
    ),
    titles=words(
        "mr mrs ms miss dr doctor prof professor instructor coach sir lady lord king queen captain father saint jarl"
    ),
    titles_behind=words("jr sr esq"),
    prefixes=words("new north south east west big great old black white"),
    quarters=words("new north south east west"),
    never_first=words("the a an and or but my our your his her their am pm"),
    suffixes=words("s ll d re ve m t"),
    ages=anycase(r"\b(?:years? old|aged?)\b"),
    relation=Regex(r"(?!)"),  # "My sister" stands in small letters.
    person_before=anycase(
        rf"(?:\b(?:my|his|her|their|our|your) (?:\w+ )?(?:{_FAMILY}|{_CLOSE}),? |\b(?:guy|girl|man|woman|boy|lady|"
        rf"someone|somebody|"
        rf"{_FAMILY}|{_CLOSE}) (?:named|called) |\b(?:met|told|asked|"
        rf"hugged|married|dating|friend|friend of mine|brother|sister|i am|i['’]m|with my \w+) )$"
    ),
    own_name=Regex(
        rf"\b(?:(?:I['’]m|I am|[Mm]y (?:full )?name(?:['’]s| is)) (?P<name>{_NAME})|(?:[Cc]all me|"
        rf"I go by) (?P<called>{_NAME}))"
    ),
    person_after=anycase(
        r"^(?:,? (?:who['’]?s?|whose)\b|,? (?:said|says|told|tells|asked|replied|thinks|thought|smiled|laughed|loves|"
        r"likes|wants|knows|suggested|recommended|advised|advises|texted|called (?:me|him|her|us|them|my|his)|met|"
        r"killed)\b|['’]s (?:\w+ )?"
        rf"(?:{_FAMILY}|{_PET}|friends?|birthday|house|job)\b)"
    ),
    place_before=anycase(
        r"\b(?:(?:live[sd]?|living|based|born|stay(?:ed|ing)?|grew up|moved|moving|back|here|somewhere|work(?:ed|ing|"
        r"s)?|town|city|village|house|apartment|vacation|holiday|summer) (?:in|to|near|like|of|at|from|outside)|"
        r"(?:went|go|going|flew|fly|drove|trip|travel(?:l?ed|l?ing)?|flight|road|way|return(?:ed)?|visit|been) "
        r"(?:back )?to|visit(?:ed|ing)?|(?:i['’]m|am|is|are|was|come|originally) from|near|arrived (?:in|at)) (?:the "
        r"|downtown )?$"
    ),
    place_after=anycase(
        r"^,? (?:is a (?:city|town|village|country|place|river|island)|city|beach|river|lake|island|mountains?|"
        r"street|park)\b"
    ),
    where=Regex(r"(?!)"),
    whence=Regex(r"(?!)"),
    vocative_before=anycase(
        r"(?:^|[.!?]\s+)(?:\w+\s+){0,2}(?:hey|hi|hello|thanks|thank you|thx|wow|yeah|yep|yes|bye|congrats|ok|okay|oh|"
        r"sure|morning|dear|night|agree|well|cool|nice|great|sorry|no)(?: so much| a lot)?,? $"
    ),
    subject_after=anycase(
        r"^(?:['’]s|,? (?:is|was|has|had|will|would|went|came|said|says|told|lives|works|loves|wants|can|gave|took|"
        r"made|killed|knows|never|always|and i)\b)"
    ),
    organisation_words=words(
        "inc ltd llc corp corporation company university college school institute hospital bank foundation agency "
        "group association committee club council ministry department studio studios museum church team"
    ),
    not_names=NOT_NAMES,
    chatter=CHATTER,
    no_topic=Regex(r"ly$"),
)
