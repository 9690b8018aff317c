"""How English says what is worth knowing."""

from __future__ import annotations

from languages.english.names import CLOSE, FAMILY, PET
from languages.english.standing import STANDING
from languages.folding import words
from languages.language import SAFETY, Pattern, Statements, anycase, pattern

_ADVERB = (
    r"(?:(?:also|really|just|actually|still|always|usually|currently|recently|already|only|now|finally|absolutely|"
    r"definitely|mostly|even|do|personally|often|sometimes|kinda|kind of|both|all|never|officially|mainly|originally|"
    r"generally|typically|truly|totally|have|lately)\s+){0,2}"
)
_AM = r"(?:['’]m|m| am)"
_HAVE = r"(?:['’]ve| have)"
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

STATEMENTS = Statements(
    user="User",
    roles={
        **dict.fromkeys(("user", "human", "me", "you"), "user"),
        **dict.fromkeys(("assistant", "ai", "bot", "model"), "assistant"),
        **dict.fromkeys(("tool", "function"), "tool"),
        **dict.fromkeys(("narrator", "the narrator"), "narrator"),
    },
    own=(
        *(Pattern(slot.regex, 9, 6) for slot in STANDING.slots if slot.name in SAFETY),
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
        # Death, birth, love and promises.
        pattern(
            rf"\b(?:my|our) (?:\w+ )?(?:{FAMILY}|{CLOSE}|{PET})\b(?:,? \w+,?)? "
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
            + rf"(?:{_HAVE}(?: got)?| had| got| adopted| also have) (?:\w+ ){{0,4}}(?:{FAMILY}|{PET}|roommates?)\b",
            8,
            5,
        ),
        pattern(rf"\b(?:my|our) (?:\w+ )?(?:{FAMILY}|{CLOSE})(?: of \d+ years)?(?:,? (?-i:[A-Z])\w+)", 8, 5),
        pattern(
            rf"\b(?:my|our) (?:\w+ ){{0,2}}(?:{FAMILY}|{PET}|{CLOSE})(?:['’]s name)?(?:['’]s| is| was) (?:called|"
            rf"named|\w+)",
            7,
            5,
        ),
        pattern(
            rf"\b(?:my|our) (?:\w+ )?(?:{FAMILY}|{PET}|{CLOSE})(?: \w+)? (?:are|were|has|have|lives?|works?|"
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
        # What is no longer true.
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
        # What somebody aims for.
        pattern(
            r"\bmy (?:\w+ )?(?:goal|dream|plan|aim|ambition|resolution|deadline)(?:['’]s| is| has (?:always )?been)\b",
            7,
            5,
            "objective",
        ),
        pattern(
            _SUBJECT
            + rf" {_ADVERB}(?:plan|intend|aim|aspire|hope|want) to (?!be (?:sure|clear|able)|know|make sure|ask|say|"
            rf"see|thank|hear|tell|talk|ensure|go over|use\b|add\b|return\b)",
            6,
            4,
            "objective",
        ),
        pattern(
            _SUBJECT
            + rf"(?:{_AM}|['’]?re| are) {_ADVERB}(?:planning|hoping|saving|training|preparing|aiming|working hard|"
            rf"applying|thinking (?:of|about)) (?:to|for|on|\w+ing)\b",
            6,
            4,
            "objective",
        ),
        pattern(
            _SUBJECT
            + rf"(?:{_AM}|['’]?re| are) (?:going to|gonna) (?!be\b|keep|try|do|check|need)\w+ (?:an?|the|my|our|to)\b",
            5,
            4,
            "objective",
        ),
        pattern(
            _SUBJECT
            + rf"(?:{_AM}|['’]?re| are| need| have| want) (?:trying |looking |to )[^.]*\bby (?:the end of |next "
            rf")?(?:\w+day|january|february|march|april|may|june|july|august|september|october|november|december|"
            rf"christmas|summer|20\d\d)\b",
            7,
            4,
            "objective",
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
            rf"(?:['’]s| is| was)(?: now| also)? (?:my|his|her|their|our|\w+['’]s) (?:\w+ )?(?:{FAMILY}|{CLOSE}|"
            rf"{PET}|enemy|rival|lord|king|servant|owner)\b",
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
)
