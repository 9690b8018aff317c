"""English words that the archivists pass over."""

from __future__ import annotations

from archivists.language import Regex, words

NOT_NAMES = words(
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
    those though thought three thu thursday thus till time tip tips title to today todo todos together tomorrow
    tonight too totally track true truly try trying tue tues tuesday turkish tv twice two ugh ui um under understood
    unfortunately until up update upon url us usa use used user using usually uuid ux valentine very wait walking
    wanna want was wasn way we wed wednesday week weekend welcome well were weren what whatever when whenever where
    whether which while who whoever whole whom whose why will winter wish with within without woah won wonder
    wonderful word work working would wouldn wow write xmas xml ya yay yeah year years yep yes yesterday yet you
    your youre yours yourself yum yummy yup
    """
)
"""Words that are capitalised for other reasons than being a name."""

CHATTER = words(
    """
    able absolutely accept actually added adding advice agree already also although always amazing another anyone
    anything application appreciate approach around ask asked away awesome back based basic beautiful believe best
    bet better big bit bring brings bye came can't care certainly change changes chat check code come coming
    configure considering cool correctly create created currently day days deal definitely difference different does
    doing don't done during each easy else enjoy enjoyed enjoying enough ensure even ever every everyone everything
    example excited exciting experience experiences fantastic favorite favourite feel feeling feels felt find first
    five following found four fun function gave gets getting give giving glad going gonna good got great guess
    guidance guys handle handling happy hard having hear heard heart hello help helped helping helps here's hey hmm
    hope hoping huge i'd i'll i'm i've idea ideas implement important improve improved include includes including
    increase incredible inspiring interesting issue it's journey just keep keeping keeps kind know last lately
    latest learn learned learning let let's life like little live lives long look looked looking looks lot lots love
    lovely luck made make makes making many maybe mean means meet meeting memories met mind miss moment moments
    month months morning much need never new next nice night nothing offer offers okay old one others part
    passionate people perfect person place practices pretty process project proper properly proud provide put quite
    real really recently remember review rewarding right run running said saw say says see seeing seen set settings
    several share shared sharing show shows sign simple someone something sometimes soon sorry sound sounds source
    special specific specifically start started starting stay step steps still structure stuff such super support
    supportive sure sweet take takes taking talk talked talking tell thank thanks that's there's thing things think
    thought three time times tips today together told tomorrow took totally tried true try trying two understanding
    update updated use used using various version wait wanna want wanted way week weekend weeks well went what's
    whole wish within wonderful word words work worked working world wow wrong yeah year years yep yesterday you're
    young
    """
)
"""Words that a talk is full of whatever it is about."""

FEELINGS = Regex(
    r"^(?:happ(?:y|i)|joy|inspir|motivat|encourag|support|passion|purpose|energ|strength|strong|courag|confiden|resilien|"
    r"grow|peace|calm|hope|dream|gratitude|grateful|thank|proud|pride$|positiv|negativ|meaning|impact|differen|chanc|chang|"
    r"challeng|obstacle|setback|comeback|success|progress|goal|journey|adventure|memor|moment|opportunit|possib|effort|"
    r"attitude|mindset|determin|persever|commit|connect|emotion|feel|fulfil|reward|empower|authentic|embrac|cherish|"
    r"appreciat|valu|future|past$|life|live|world|people|folks|other|every|self|heart|soul|spirit|mind$|love|fun$|laugh|"
    r"smile|comfort|relax|stress|tough|rough|hard|worth|together|forward|boost|push|struggl|overcom|achiev|succeed|surge|"
    r"ride$|bless|luck|excit|thrill|beaut|affect|stuck|alive|wonder|magic|vibe|bond|bright|dark|deep|shine|represent|"
    r"symbol|remind|small|big$|huge|true|truly|clos|share|shari|blast|crazy|busy|catch|chat)"
)
"""How words of feeling and resolve begin."""
