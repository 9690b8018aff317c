"""English words that are not topics."""

from __future__ import annotations

from languages.folding import words
from languages.language import Topics

TOPICS = Topics(
    asks_noun=r"(?i)^(?:what|who)(?: (?:is|are|was|were)|['’]s) (?:(?:the|an?) )?",
    chatter=words(
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
    ),
    feelings=(
        r"^(?:happ(?:y|i)|joy|inspir|motivat|encourag|support|passion|purpose|energ|strength|strong|courag|"
        r"confiden|resilien|"
        r"grow|peace|calm|hope|dream|gratitude|grateful|thank|proud|pride$|positiv|negativ|meaning|impact|differen|"
        r"chanc|chang|"
        r"challeng|obstacle|setback|comeback|success|progress|goal|journey|adventure|memor|moment|opportunit|"
        r"possib|effort|"
        r"attitude|mindset|determin|persever|commit|connect|emotion|feel|fulfil|reward|empower|authentic|embrac|"
        r"cherish|"
        r"appreciat|valu|future|past$|life|live|world|people|folks|other|every|self|heart|soul|spirit|mind$|love|"
        r"fun$|laugh|"
        r"smile|comfort|relax|stress|tough|rough|hard|worth|together|forward|boost|push|struggl|overcom|achiev|"
        r"succeed|surge|"
        r"ride$|bless|luck|excit|thrill|beaut|affect|stuck|alive|wonder|magic|vibe|bond|bright|dark|deep|shine|"
        r"represent|"
        r"symbol|remind|small|big$|huge|true|truly|clos|share|shari|blast|crazy|busy|catch|chat)"
    ),
    no_topic=r"ly$",
    endings=r"(?:ing|ed|es|e|s)$",
)
