"""Which capitals make a name in English, and what the words next to it say about it."""

from __future__ import annotations

from languages.folding import words
from languages.language import Names, anycase

PEOPLE = (
    r"(?:mother|mom|mum|father|dad|brother|sister|son|daughter|kid|child|wife|husband|partner|fianc[eé]e?|girlfriend|"
    r"boyfriend|ex|grandma|grandmother|grandpa|grandfather|grandson|granddaughter|aunt|uncle|cousin|niece|nephew|twin|"
    r"friend|boss|manager|colleague|coworker|mentor|teacher|neighbou?r|roommate|flatmate|therapist|doctor|coach|dog|"
    r"cat|puppy|kitten|horse|rabbit|hamster|parrot)"
)

NAMES = Names(
    not_names=words(
        """
    a about above absolutely actually add african after again agreed ah aha ai all almost along already also
    although always am amazing american an anchor and another answer any anyone anything anyway anyways apart api
    apis appreciate apr april arabic are aren around as asap asian assistant at aug august aw awesome aww awww bad
    based basically be because been before being best bet better between big both bravo brilliant british btw build
    but by bye can cant certainly check cheers chinese christmas clearly come coming congrats congratulations cons
    considering cool could couldn cpu create crud css csv cute dad daddy damn day db dear dec december define
    definitely delete delicious did didn die diy do does doesn doing don done dont down dr during dutch each easter
    easy either else english enjoy ensure especially eta european even ever every everyone everything exactly
    example excellent excited fair fantastic faq father feb february feel feeling few fight figure finally find fine
    first font for forever french fri friday from fun further fyi german get getting give given glad go god going
    gonna good goodbye goodness gorgeous got gotta gpu granny great greek guess guys ha had haha halloween happy
    hard has have haven having he heard hello help her here hers hey hi him his hmm hold honestly hooray hope
    hopefully hour how however html http https huge i id identify if ill im implement impressive in include
    incredible indeed indian instead interesting internet into irish is isn it italian its ive jan january japanese
    js json jul july jun june just keep kids kind know korean last lastly lately later latin let lets life like
    likewise listen little live lol long look looking looks lord lots love loved lovely loving lucky ma maam madam
    made make mama man many mar march may maybe me mean merry mexican might milord mine miss mister mom mommy mon
    monday month more morning most mostly mother mr mrs ms much mum my myself narrator neat need neither never new
    next nice night no nobody none nope nor not note nothing notice nov november now oct october of off oh ok okay
    old omg on once one only ooh oops option or other our ours out over overall own papa pardon part pc pdf perfect
    perhaps personally phase please plus pm post pretty probably pros proud put q&a qa question quick quite r&r
    rather read ready really relax remember rest restful review right run russian sadly same sat saturday saw say
    section see seeing seems seen sep sept september set several shall she should shouldn similarly simply since sir
    so some someone something sometimes soon sorry sounds spanish speaking spring sql star stay step steps still
    stop stuff such summer sun sunday super sure surely table take taking talk talking task tasty tell test than
    thank thanks thanksgiving that thats the their them then there therefore these they thing things think this
    those though thought three thu thursday thus till time tips title to today todo todos together tomorrow
    tonight too totally track true truly try trying tue tues tuesday turkish tv twice two ugh ui um under understood
    unfortunately until up update upon url us usa use used user using usually uuid ux valentine very wait walking
    wanna want was wasn way we wed wednesday week weekend welcome well were weren what whatever when whenever where
    whether which while who whoever whole whom whose why will winter wish with within without woah won wonder
    wonderful word work working would wouldn wow write xmas xml ya yay yeah year years yep yes yesterday yet you
    your youre yours yourself yum yummy yup
    """
    ),
    no_name_endings=r"ing$",  # "Dancing is", said twice, is not a name.
    capital_words=frozenset(("I",)),
    letter_words="IOA",
    joiners=frozenset(("of", "the")),
    titles=words(
        "mr mrs ms miss dr doctor prof professor instructor coach sir lady lord king queen captain father saint jarl "
        "jr sr esq"
    ),
    prefixes=words("new north south east west big great old black white st mount mt"),
    quarters=words("new north south east west"),
    # Not OK and HI, which people also say to somebody, nor LA, which is also a city.
    regions=words(
        "al ak az ar ca co ct dc de fl ga id il in ia ks ky me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh or pa "
        "ri sc sd tn tx ut vt va wa wv wi wy"
    ),
    never_first=words("the a an and or but my our your his her their am pm"),
    suffixes=words("s ll d re ve m t"),
    ages=anycase(r"\b(?:years? old|aged?)\b"),
    owned_before=anycase(rf"\b(?:my|our) (?:\w+ )?{PEOPLE}(?: is| named| called|['’]s name is)?,? $"),
    subject_after=anycase(
        r"^(?:['’]s|,? (?:is|was|has|had|will|would|went|came|said|says|told|lives|works|loves|wants|can|gave|took|"
        r"made|killed|knows|never|always|and i)\b)"
    ),
)
