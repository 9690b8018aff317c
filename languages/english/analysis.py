"""How English texts and their words are recognised: stems, ends of sentences, names, and what says nothing."""

from languages.folding import words
from languages.language import Analysis, Clauses, Names, anycase

ANALYSIS = Analysis(
    # These lists come from grammar, not from a benchmark.
    stop_words=words(
        """
a about above after again all also am an and any are aren as at be because been before being below between both but by
can could couldn did didn do does doesn doing don done down during each either else ever few for from further get gets
give given go going got had hadn has hasn have haven having he hello her here hers herself hey hi him himself his how
however i if in into is isn it its itself just kind kinds let ll m many may me might mine more most much must my myself
no nor not of off on once one only onto or other our ours ourselves out over own please re s same shall she should
shouldn since so some somebody someone something sort still such t tell than that the their theirs them themselves then
there these they thing things this those though through thus to too under until up upon us ve very via was wasn we were
weren what whatever when whenever where wherever whether which while who whoever whom whose why will with within
without would wouldn yes yet you your yours yourself yourselves
        """
    ),
    negations=words(
        "not no never nobody nothing none neither nor cannot without nt don doesn didn isn wasn aren weren won hasn "
        "haven"
    ),
    shared=words("an at can her in m on s t ve"),
    stemmer="english",
    folds_before_stemming=True,
    softened={"i": "y"},  # "stori" is the stem of story.
)


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


PEOPLE = (
    r"(?:mother|mom|mum|father|dad|brother|sister|son|daughter|kid|child|wife|husband|partner|fianc[eé]e?|girlfriend|"
    r"boyfriend|ex|grandma|grandmother|grandpa|grandfather|grandson|granddaughter|aunt|uncle|cousin|niece|nephew|twin|"
    r"friend|boss|manager|colleague|coworker|mentor|teacher|neighbou?r|roommate|flatmate|therapist|doctor|coach|dog|"
    r"cat|puppy|kitten|horse|rabbit|hamster|parrot)"
)

NAMES = Names(
    not_names=words(
        """
    absolutely actually add african agreed ah aha ai almost along already although always amazing american anchor
    another answer anyone anything anyway anyways apart api apis appreciate apr april arabic around asap asian assistant
    aug august aw awesome aww awww bad based basically best bet better big bravo brilliant british btw build bye cant
    certainly check cheers chinese christmas clearly come coming congrats congratulations cons considering cool cpu
    create crud css csv cute dad daddy damn day db dear dec december define definitely delete delicious die diy dont dr
    dutch easter easy english enjoy ensure especially eta european even every everyone everything exactly example
    excellent excited fair fantastic faq father feb february feel feeling fight figure finally find fine first font
    forever french fri friday fun fyi german getting glad god gonna good goodbye goodness gorgeous gotta gpu granny
    great greek guess guys ha haha halloween happy hard heard help hmm hold honestly hooray hope hopefully hour html
    http https huge id identify ill im implement impressive include incredible indeed indian instead interesting
    internet irish italian ive jan january japanese js json jul july jun june keep kids know korean last lastly lately
    later latin lets life like likewise listen little live lol long look looking looks lord lots love loved lovely
    loving lucky ma maam madam made make mama man mar march maybe mean merry mexican milord miss mister mom mommy mon
    monday month morning mostly mother mr mrs ms mum narrator neat need neither never new next nice night nobody none
    nope note nothing notice nov november now oct october oh ok okay old omg ooh oops option overall papa pardon part pc
    pdf perfect perhaps personally phase plus pm post pretty probably pros proud put q&a qa question quick quite r&r
    rather read ready really relax remember rest restful review right run russian sadly sat saturday saw say section see
    seeing seems seen sep sept september set several similarly simply sir sometimes soon sorry sounds spanish speaking
    spring sql star stay step steps stop stuff summer sun sunday super sure surely table take taking talk talking task
    tasty test thank thanks thanksgiving thats therefore think thought three thu thursday till time tips title today
    todo todos together tomorrow tonight totally track true truly try trying tue tues tuesday turkish tv twice two ugh
    ui um understood unfortunately update url usa use used user using usually uuid ux valentine wait walking wanna want
    way wed wednesday week weekend welcome well whole winter wish woah won wonder wonderful word work working wow write
    xmas xml ya yay yeah year years yep yesterday youre yum yummy yup
    """
    ),
    capital_words=frozenset(("I",)),
    letter_words="IOA",
    joiners=frozenset(("of", "the")),
    titles=words(
        "mr mrs ms miss dr doctor prof professor instructor coach sir lady lord king queen captain father saint jarl "
        "jr sr esq"
    ),
    prefixes=words("new north south east west big great old black white st mount mt"),
    quarters=words("new north south east west"),
    never_first=words("the a an and or but my our your his her their am pm"),
    suffixes=words("s ll d re ve m t"),
    owned_before=anycase(rf"\b(?:my|our) (?:\w+ )?{PEOPLE}(?: is| named| called|['’]s name is)?,? $"),
    subject_after=anycase(
        r"^(?:['’]s|,? (?:is|was|has|had|will|would|went|came|said|says|told|lives|works|loves|wants|can|gave|took|"
        r"made|killed|knows|never|always|and i)\b)"
    ),
)
