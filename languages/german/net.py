"""What is kept of German without a model: dangers to the speaker, what to call them, and orders to the assistant."""

from __future__ import annotations

from languages.german.names import PEOPLE
from languages.language import Net
from languages.medicines import MEDICINES

_PEOPLE = rf"(?:{PEOPLE}|eltern|kinder|schwieger\w+|patient\w*|gaste?)".lower().translate(str.maketrans("äöü", "aou"))
_TASK = (
    r"(?:antwort|schreib|verwend|benutz|nutz|nenn|sprich|sprech|red|sag|frag|erklar|gib|geb|mach|zeig|empfehl|"
    r"empfiehl|erwahn|formulier|duz|siez|korrigier|nimm|nehm|rechn|fass|halt|lass|vermeid|verzicht|schick|uebersetz|"
    r"ubersetz|zitier|hang|setz|spar|hor auf|bleib|sei\b|fang|beginn|begrund|verbesser|erinner|angeb|kurz)\w*"
)
_LEAD = (
    r"(?:ok(?:ay)?|ach|und|aber|also|so|bitte|ubrigens|hey|hi|danke|noch (?:et)?was|eine bitte|du|kannst du|konntest "
    r"du|ich mochte,? dass du|du sollst|wenn(?:['’]s| es)? geht)\b[,:!. –-]*"
)

NET = Net(
    grave=(
        rf"{MEDICINES}|unvertraglich|zuckerkrank|unterzucker|zoliakie|\bbluter\b|schrittmacher|schwanger|\bstille\b|"
        r"schlaganfall|krebs\b|blutdruck|verdunner|gerinnung|herz(?:fehler|infarkt|schwache|krank|rhythmus)|"
        r"notfall(?:spritze|set)|notarzt|rettungswagen|krankenhaus|notaufnahme|intensivstation|\bnieren?|"
        r"schilddruse|anamie|alkoholik|\btrocken seit|abstinent|\bclean\b|\bsuchtig|drogensuchtig|\bentzug|"
        r"essstorung|magersucht|panikattack|rheuma|\bmorbus\b|colitis|krampfanf|tablette|medikament|diagnos|"
        r"lebensgefahr|lebensbedroh|ohnmacht|narkose|prothese|implantat|birkenpollen|gehorlos|schwerhorig|\bblind\b|"
        r"\bms\b|\bop\b|operier|bypass|rollstuhl|horgerat|insulinpumpe|\bgicht\b|reizdarm|endometrio|fibro|nuchtern "
        r"seit|keinen tropfen|ruckfall|\bich reagiere|reagiere ich|anschwell|zuschwell|zuschwoll|quaddeln|"
        r"ausschlag\b|atemnot|luft weg|kollabier|spritze\b|(?:nusse?|erdnuss\w*|laktose|gluten|soja|wespen?\w*|"
        r"bienen?\w*|latex|sesam)\b.*\b(?:tod\w*|notfall\w*|schlimm\w*|gar nicht|hals|lebens\w*)"
    ),
    others=(
        rf"\b(?:mein|dein|sein|ihr|unser|de[rsmn]|die|das|eine?)(?:e[mnrs]?)? (?:[\w-]+ )?{_PEOPLE}s?\b(?! (?:sagt|"
        r"hat mi(?:r|ch)|meint|denkt|weiss))|\b(?:er|sie) (?:ist|hat|nimmt|darf|war)\b|allergisch (?:gegen|auf) "
        r"(?:\w*montag\w*|fruhaufstehen|menschen|arbeit|meetings|\w*geschwatz|dummheit\w*|small ?talk|solche|diese|"
        r"dich|das wort)|\bgegen (?:steuer\w+|montage|menschen|arbeit|meetings)\b.*allergisch|\b(?:nicht|nie|"
        r"kein\w*) (?:mehr )?(?:allergisch|schwanger|krank|allergie\w*|asthma|diabet\w*)|\b(?:film|roman|serie|"
        r"figur|geschichte|doku|ubersetz\w*|fruher|ware|hatte ich|wenn ich \w+ (?:ware|hatte))\b"
    ),
    fatal=(
        r"\b(?:konnte|kann|wurde|hatte|hat) mich (?:\w+ )*?(?:umbringen|toten|umgebracht)|\bkeine luft\b|"
        r"\b(?:schwillt|schwellen) (?:mir|bei mir)|\b(?:mir|mein\w*) (?:\w+ ){0,3}?(?:schwillt|schwellen|schnurt)|"
        r"\b(?:hals|zunge|kehle) (?:\w+ ){0,3}?(?:schwillt|geht|macht) (?:\w+ )?zu\b|\bich (?:\w+ "
        r"){0,2}?(?:vertrag\w*|darf|kann) (?:\w+ ){0,4}?(?:kein\w*|nicht|nie) (?:\w+ ){0,3}?(?:essen|trinken|milch|"
        r"gluten|nusse|zucker|alkohol)\b|\bvertrag\w* (?:ich )?(?:\w+ )?(?:nicht|keine?)\b|\barzt\w* hat m(?:ir|ich) "
        r"(?:\w+ )*?(?:verschrieben|gesetzt|verordnet|eingestellt)"
    ),
    denied=(
        rf"^(?:{_LEAD})*(?:gegen ([^,.;!?]+?) bin ich (?:doch |gar )*nicht (?:mehr )?allergisch\b|ich bin (?:doch |"
        r"gar |uberhaupt |zum gluck )*nicht (?:mehr )?(?:gegen )?([^,.;!?]+?) allergisch\b|ich bin (?:doch |gar "
        r")*nicht (?:mehr )?allergisch (?:gegen|auf) ([^,.;!?]+)|ich habe? (?:doch )?keine? (\w*(?:allergie|"
        r"intoleranz))(?: mehr)?\s*(?:[,.;!]|$))"
    ),
    forgotten=(
        r"^(?:bitte |ok,? )*(?:vergiss|ignorier\w*|streich\w*)(?: bitte)? (?:das,? )?was ich (?:dir )?(?:uber|von|zu|"
        r"zum|zur) ([^.;!?]+?) gesagt"
    ),
    called=(
        r"\blass(?:en sie)? uns (?:du|sie) sagen\b|\b(?:sag|sagen sie) (?:ruhig |bitte )*(?:du|sie) zu mir\b|"
        r"\bnenn(?:t|en sie)? mich (?!(?:nie|nicht|altmodisch|verruckt)\b)(?:\w+ ){0,2}?\w+|\bich (?:heisse|heiße) "
        r"\w+|\bmein (?:voller |richtiger )?name ist \w+|\b(?:alle|freunde) nennen mich \w+|\bich bin (?:der|die) "
        r"\w+$"
    ),
    asked=(
        rf"^(?:{_LEAD})*(?:merk\w*(?: dir)?(?: bitte)?|vergiss nicht|denk\w* (?:bitte )?dran|notier\w*(?: dir)?|"
        r"behalt\w* (?:bitte )?im (?:hinter)?kopf|speicher\w*(?: dir)?|schreib dir (?:bitte )?auf)[,: ]|\bmerk dir "
        rf"das\b|\bdir (?:\w+ ){{0,3}}?merken\b"
    ),
    orders=(
        r"(?=.*\b(?:ab (?:jetzt|sofort|heute|nun)|von (?:jetzt|nun|heute) an|kunftig|in zukunft|zukunftig|jedes mal|"
        r"immer|nie(?:mals)?|nie wieder|stets|grundsatzlich|bitte (?:kein\w*|nur|auf|nicht)|wenn ich dich|wenn ich "
        rf"was)\b)(?=.*(?:^|[,;:.–-] ?)(?:{_LEAD})*(?:(?:ab|von|bei|wenn|immer|nie|nur|kein|auf|"
        rf"in)\b.*\b)?{_TASK}\b)|^(?:{_LEAD})*(?:antworte?|sprich|rede|duz\w*|siez\w*|fass dich|hor auf|verzichte?|"
        r"vermeide?|spar dir)\b|^(?:bei|zu) \w+ (?:immer|nie|nur|bitte)\b|^(?:bitte )?(?:keine?|nur|immer|nie) "
        rf"(?:\w+ ){{0,2}}?(?:emojis?|smileys?|fachbegriffe|listen|floskeln|anglizismen|celsius|gramm|kilometer|euro|"
        r"antworten)\b|\b(?:maximal|hochstens) \w+ (?:worter|satze|zeilen|punkte)|\b(?:kurz und knapp|per du)\b|"
        r"^(?:deine|die) (?:antworten|nachrichten)\b.*\b(?:kurz|knapp|einfach|deutsch)\w*"
    ),
)
