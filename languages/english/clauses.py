"""Where English sentences end, and which words in them say nothing."""

from __future__ import annotations

from languages.folding import words
from languages.language import Clauses, anycase

CLAUSES = Clauses(
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
    hanging=anycase(
        r"^(?:they|it|this|that|these|those|he|she)(?:['’]\w+)?\b|"
        r"^(?:i|we)(?:['’]\w+)?(?: (?-i:[a-z]+)){1,2} (?:his|her|him)\b|"
        r"^(?:i|we)(?:['’]\w+)?(?: \w+){1,3} it\b(?! (?:an?|hard|easy|difficult|important|clear|fun|to be)\b)"
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
    chatter=words(
        """
    able absolutely accept actually added adding advice agree already although always amazing another anyone anything
    application appreciate approach around ask asked away awesome back based basic beautiful believe best bet better big
    bit bring brings bye came can't care certainly change changes chat check code come coming configure considering cool
    correctly create created currently day days deal definitely difference different don't easy enjoy enjoyed enjoying
    enough ensure even every everyone everything example excited exciting experience experiences fantastic favorite
    favourite feel feeling feels felt find first five following found four fun function gave getting giving glad gonna
    good great guess guidance guys handle handling happy hard hear heard heart help helped helping helps here's hmm hope
    hoping huge i'd i'll i'm i've idea ideas implement important improve improved include includes including increase
    incredible inspiring interesting issue it's journey keep keeping keeps know last lately latest learn learned
    learning let's life like little live lives long look looked looking looks lot lots love lovely luck made make makes
    making maybe mean means meet meeting memories met mind miss moment moments month months morning need never new next
    nice night nothing offer offers okay old others part passionate people perfect person place practices pretty process
    project proper properly proud provide put quite real really recently remember review rewarding right run running
    said saw say says see seeing seen set settings several share shared sharing show shows sign simple sometimes soon
    sorry sound sounds source special specific specifically start started starting stay step steps structure stuff super
    support supportive sure sweet take takes taking talk talked talking thank thanks that's there's think thought three
    time times tips today together told tomorrow took totally tried true try trying two understanding update updated use
    used using various version wait wanna want wanted way week weekend weeks well went what's whole wish wonderful word
    words work worked working world wow wrong yeah year years yep yesterday you're young
    """
    ),
)
