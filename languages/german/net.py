"""What is kept of German without a model: dangers to the speaker, what to call them, and orders to the assistant."""

from __future__ import annotations

from languages.language import Net
from languages.medicines import MEDICINES

_PEOPLE = (
    r"(?:mutter|mama|vater|papa|eltern|bruder|schwester|sohn|tochter|kind(?:er)?|baby|mann|frau|partner(?:in)?|"
    r"verlobte[rn]?|"
    r"freund(?:in)?|oma|opa|enkel(?:in)?|tante|onkel|cousine?|nichte|neffe|schwieger\w+|chefin?|kolleg\w+|nachbar\w*|"
    r"mitbewohner\w*|patient\w*|gast|gaste|hund|katze|kater)"
)
_TASK = (
    r"(?:antwort|schreib|verwend|benutz|nutz|nenn|sprich|sprech|red|sag|frag|erklar|gib|geb|mach|zeig|empfehl|"
    r"empfiehl|erwahn|"
    r"formulier|duz|siez|korrigier|nimm|nehm|rechn|fass|halt|lass|vermeid|verzicht|schick|uebersetz|ubersetz|zitier|"
    r"hang|setz|spar|hor auf|bleib|sei\b|fang|beginn|begrund|verbesser|erinner|angeb|kurz)\w*"
)
_LEAD = (
    r"(?:ok(?:ay)?|ach|und|aber|also|so|bitte|ubrigens|hey|hi|danke|noch (?:et)?was|eine bitte|du|kannst du|konntest "
    r"du|ich mochte,? dass du|du sollst|wenn(?:['’]s| es)? geht)\b[,:!. –-]*"
)

NET = Net(
    grave=(
        rf"{MEDICINES}|unvertraglich|zuckerkrank|unterzucker|zoliakie|\bbluter\b|schrittmacher|schwanger|\bstille\b|"
        rf"schlaganfall|krebs\b|"
        r"blutdruck|verdunner|gerinnung|herz(?:fehler|infarkt|schwache|krank|rhythmus)|notfall(?:spritze|set)|"
        r"notarzt|rettungswagen|"
        r"krankenhaus|notaufnahme|intensivstation|niere|schilddruse|anamie|alkoholik|\btrocken seit|abstinent|"
        r"\bclean\b|suchtig|entzug|"
        r"essstorung|magersucht|panikattack|rheuma|\bmorbus\b|colitis|krampfanf|tablette|medikament|diagnos|"
        r"lebensgefahr|lebensbedroh|"
        r"ohnmacht|narkose|prothese|implantat|birkenpollen|gehorlos|schwerhorig|\bblind\b|\bms\b|\bop\b|operier|"
        r"bypass|rollstuhl|horgerat|insulinpumpe|\bgicht\b|reizdarm|endometrio|fibro|nuchtern seit|keinen tropfen|"
        r"ruckfall|reagier|anschwell|zuschwell|zuschwoll|quaddeln|ausschlag|atemnot|luft weg|kollabier|spritze\b|"
        r"(?:nusse?|erdnuss\w*|laktose|gluten|soja|wespen?\w*|bienen?\w*|latex|sesam)\b.*\b(?:tod\w*|notfall\w*|"
        r"schlimm\w*|gar nicht|hals|lebens\w*)"
    ),
    others=(
        rf"\b(?:mein|dein|sein|ihr|unser|de[rsmn]|die|das|eine?)(?:e[mnrs]?)? (?:[\w-]+ )?{_PEOPLE}s?\b(?! (?:sagt|"
        rf"meint|"
        r"denkt|weiss))|\b(?:er|sie) (?:ist|hat|nimmt|darf|war)\b|allergisch (?:gegen|auf) (?:\w*montag\w*|"
        r"fruhaufstehen|"
        r"menschen|arbeit|meetings|\w*geschwatz|dummheit\w*|small ?talk|solche|diese|dich|das wort)|\bgegen "
        r"(?:steuer\w+|"
        r"montage|menschen|arbeit|meetings)\b.*allergisch|\b(?:nicht|nie|kein\w*) (?:mehr )?(?:allergisch|schwanger|"
        r"krank|"
        r"allergie\w*|asthma|diabet\w*)|\b(?:film|roman|serie|figur|geschichte|doku|ubersetz\w*|fruher|ware|hatte "
        r"ich|wenn ich \w+ (?:ware|hatte))\b"
    ),
    fatal=(
        r"\b(?:konnte|kann|wurde|hatte|hat) mich (?:\w+ )*?(?:umbringen|toten|umgebracht)|\bkeine luft\b|"
        r"\b(?:schwillt|schwellen) "
        r"(?:mir|bei mir)|\b(?:mir|mein\w*) (?:\w+ ){0,3}?(?:schwillt|schwellen|schnurt)|\b(?:hals|zunge|kehle) "
        r"(?:\w+ ){0,3}?(?:schwillt|geht|macht) (?:\w+ )?zu\b|\bich (?:\w+ ){0,2}?(?:vertrag\w*|darf|kann) (?:\w+ "
        r"){0,4}?(?:kein\w*|nicht|nie) "
        r"(?:\w+ ){0,3}?(?:essen|trinken|milch|gluten|nusse|zucker|alkohol)\b|\bvertrag\w* (?:ich )?(?:\w+ "
        r")?(?:nicht|keine?)\b|\barzt\w* hat m(?:ir|ich) (?:\w+ )*?(?:verschrieben|gesetzt|verordnet|eingestellt)"
    ),
    denied=(
        r"\bich bin (?:doch |gar |uberhaupt |zum gluck )*nicht (?:mehr )?(?:gegen )?([^,.;!?]+?) allergisch\b|\bich "
        r"bin (?:doch |"
        r"gar )*nicht (?:mehr )?allergisch (?:gegen|auf) ([^,.;!?]+)|\bich habe? (?:doch )?keine? (\w*(?:allergie|"
        r"intoleranz))\b"
    ),
    forgotten=(
        r"^(?:bitte |ok,? )*(?:vergiss|ignorier\w*|streich\w*)(?: bitte)? (?:das,? )?was ich (?:dir )?(?:uber|von|zu|"
        r"zum|zur) ([^.;!?]+?) gesagt"
    ),
    called=(
        r"\bnenn(?:t|en sie)? mich (?!(?:nie|nicht|altmodisch|verruckt)\b)(?:\w+ ){0,2}?\w+|\bich (?:heisse|heiße) "
        r"\w+|\bmein "
        r"(?:voller |richtiger )?name ist \w+|\b(?:alle|freunde) nennen mich \w+|\bich bin (?:der|die) \w+$"
    ),
    asked=(
        rf"^(?:{_LEAD})*(?:merk\w*(?: dir)?(?: bitte)?|vergiss nicht|denk\w* (?:bitte )?dran|notier\w*(?: dir)?|"
        rf"behalt\w* (?:bitte )"
        r"?im (?:hinter)?kopf|speicher\w*(?: dir)?|schreib dir (?:bitte )?auf)[,: ]|\bmerk dir das\b|\bdir (?:\w+ "
        r"){0,3}?merken\b"
    ),
    orders=(
        rf"(?=.*\b(?:ab (?:jetzt|sofort|heute|nun)|von (?:jetzt|nun|heute) an|kunftig|in zukunft|zukunftig|jedes mal|"
        rf"immer|nie(?:mals)?|nie wieder|stets|grundsatzlich|bitte (?:kein\w*|nur|auf|nicht)|wenn ich dich|wenn ich "
        rf"was)\b)(?=.*(?:^|[,;:.–-] "
        rf"?)(?:{_LEAD})*(?:(?:ab|von|bei|wenn|immer|nie|nur|kein|auf|in)\b.*\b)?{_TASK}\b)|"
        rf"^(?:{_LEAD})*(?:antworte?|sprich|rede|"
        r"duz\w*|siez\w*|fass dich|hor auf|verzichte?|vermeide?|spar dir)\b|^(?:bei|zu) \w+ (?:immer|nie|nur|"
        r"bitte)\b|^(?:"
        r"bitte )?(?:keine?|nur|immer|nie) (?:\w+ ){0,2}?(?:emojis?|smileys?|fachbegriffe|listen|floskeln|"
        r"anglizismen|celsius|"
        r"gramm|kilometer|euro|antworten)\b|\b(?:maximal|hochstens) \w+ (?:worter|satze|zeilen|punkte)|\b(?:kurz und "
        r"knapp|per du)\b|^(?:deine|die) (?:antworten|nachrichten)\b.*\b(?:kurz|knapp|einfach|deutsch)\w*"
    ),
)
