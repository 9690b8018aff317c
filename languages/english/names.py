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
