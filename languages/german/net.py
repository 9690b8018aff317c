"""What is kept of German without a model: dangers to the speaker, what to call them, and orders to the assistant."""

from __future__ import annotations

from languages.german.names import PEOPLE
from languages.language import Net
from languages.medicines import MEDICINES

_PEOPLE = rf"(?:{PEOPLE}|eltern|kinder|schwieger\w+|patient\w*|gaste?)".lower().translate(str.maketrans("äöü", "aou"))
_ALLERGEN = (  # The fourteen of the EU's regulation 1169/2011, and the most common others.
    r"\b(?:\w*(?:nuss|nusse|gluten|weizen|roggen|getreide|krebstier|meeresfrucht|garnele|krabbe|hummer|fisch|soja|"
    r"milch|laktose|lactose|mandel|cashew|pistazie|sellerie|senf|sesam|sulfit|lupine|muschel|kiwi|beere|histamin|"
    r"glutamat|alkohol|pollen|hausstaub|schimmel|latex|biene|wespe|hornisse|stich|katze|hund|nickel|parfum|aspirin|"
    r"antibioti|pilze)|eier|eiwei|mango|apfel|tomate|zucker|salz|koffein|kaffee|grapefruit|ibu)\w*"
)
_SOMETIMES = (  # Words of illness that also mean something else: with the speaker next to them only.
    r"(?:ms\b(?! (?:office|word|excel|teams))|(?:\w+-)?op\b|operiert|\w*operation|am herzen|chemo\w*|blind\b(?! date)|"
    r"taub|suchtig(?! nach)|suchtkrank|clean\b|\w*krebs\b(?!,? aszendent)|\w*spritze?n?|\w*tabletten?|\w*pillen?|"
    r"medis\b|meds\b|betablocker|blut(?:druck|zucker)?\b|bypass|implantat|defi\b|gicht|ruckfall|niere\w*|leber\w*|milz|"
    r"nuchtern|trocken\w*|ausschlag|quaddeln|reagier\w*|stille\b|knoten|schlaganfall|herzinfarkt|abstinent|entzug|"
    r"\w*angst\b(?! um)|angststor\w*|depression\w*|ptbs|borderline|kreislauf|\w*allergen|immun\w+|(?:schwaches|krankes|"
    r"kunstliche\w*) herz|mein herz ist|auf (?:dem|einem|beiden|meinem) (?:\w+ )?(?:ohr|auge)\w*|erwarte (?:zwillinge|"
    r"ein (?:baby|kind))|in der \d+\.? ?(?:woche|ssw)|remission|bewusstlos|koma\b|intensiv(?:station)?|luftrohre|"
    r"schock\b|blau angelaufen|\w*anfalle?\b|wiederbelebt|klappe|sauerstoff|magensonde|port\b|farbenblind|rot.grun|"
    r"spielsuchtig|baby kommt|herzrasen|schwindel\w*|umgekippt|hautpilz|zugeschwollen|herz\w+|lunge\w*|"
    r"\w*schmerzmittel|hiv\b|gelahmt|\w*schluck\w*|bandscheibe\w*|cpap|kalium|salzarm|urtikaria|nesselsucht|blute\b|"
    r"lichtempfindlich|hohenkrank|schlafwand\w*|erstick\w*|nicht schwimmen|querschnitt\w*)"
)
_HARM = (
    r"(?:\b(?:bringt?|bringen|wirft|haut|legt|killt|mach\w*) (?:mich|mir)\b|notarzt|notfall|krankenhaus|\bkh\b|todlich|"
    r"\btod\w*|lebensgefahr\w*|\bgar nicht\b|\bhals\b|\bzunge\b|\blunge\b|\bluft\b|schlimm|ausschlag|krampf|umkipp|"
    r"\bfall\w* ich|erbrech|\bgift|\btabu|verboten|vertrag\w*|intensiv|lippen|anschwell|migrane|\bmeine haut|haut mich|"
    r"bekomm\w* mir|\bmach ich zu|\bnur ohne|bauchkrampf|\bmagen\b|\bkratz\w+)"
)
_GRAVE = (
    rf"(?:{MEDICINES}|unvertraglich|zuckerkrank|unterzucker|zoliakie|\bbluter\b|schrittmacher|schwanger\b|"
    r"schwangerschaft|verdunner|gerinnung|herz(?:fehler|schwache|krank|rhythmus|klappe)|bluthochdruck|vorhofflimmern|"
    r"schilddruse|anamie|alkoholiker|drogensuchtig|essstorung|magersucht|panikattack|platzangst|hohenangst|rheuma|"
    r"reizdarm|lipodem|apnoe|\bmorbus\b|krampfanf|medika|diagnos|lebensbedroh|\btyp.?[12]\b|narkose|prothese|gehorlos|"
    r"schwerhorig|rollstuhl|horgerat|endometrio|fibromyalg|atemnot|neurodermitis|schuppenflechte|arthrose|multiple "
    r"sklerose|nierenversagen|immunschwa|immungeschwa|notfall(?:spritze|set)|glutenfrei|laktosefrei|bestrahlung)"
)

_TASK = (
    r"(?:antwort|schreib|verwend|benutz|nutz|nenn|sprich|sprech|red|sag|frag|erklar|gib|geb|mach|zeig|empfehl|empfiehl|"
    r"erwahn|formulier|duz|siez|korrigier|nimm|nehm|rechn|fass|halt|lass|vermeid|verzicht|schick|uebersetz|ubersetz|"
    r"zitier|hang|setz|spar|hor auf|bleib|sei\b|fang|beginn|begrund|verbesser|erinner|angeb|kurz)\w*"
)
_LEAD = (
    r"(?:ok(?:ay)?|ach|und|aber|also|so|bitte|ubrigens|hey|hi|danke|noch (?:et)?was|eine bitte|du|kannst du|konntest "
    r"du|ich mochte,? dass du|du sollst|wenn(?:['’]s| es)? geht)\b[,:!. –-]*"
)

NET = Net(
    grave=_GRAVE,
    own=(
        r"\b(?:mein(?:e[mnrs]?)?(?: \w+)?|als(?: \w+)?|trotz(?: meine\w)?|(?:mit|bei)(?: mein\w+)?|(?:ich|mir|bin|"
        rf"habe?|nehme?)(?: (?!nicht|kein|von|für|fur|zu)[\w.]+){{0,5}}?) {_GRAVE}"
    ),
    others=(
        rf"\b(?:mein|dein|sein|ihr|unser|de[rsmn]|die|das|eine?)(?:e[mnrs]?)? (?:[\w-]+ )?(?!arzt){_PEOPLE}s?\b(?! "
        r"(?:sagt|hat mi(?:r|ch)|meint|denkt|weiss))|\b(?:er|sie) (?:ist|hat|nimmt|darf|war)\b(?! m(?:ir|ich)\b)|"
        r"allergisch (?:gegen|auf) (?:\w*montag\w*|fruhaufstehen|menschen|arbeit|meetings|\w*geschwatz|dummheit\w*|"
        r"small ?talk|solche|diese|dich|das wort)|\bgegen (?:steuer\w+|montage|menschen|arbeit|meetings)\b.*allergisch|"
        r"\b(?:nicht|nie|kein\w*) (?:mehr )?(?:allergisch|schwanger|krank|allergie\w*|asthma|diabet\w*)|\b(?:film|"
        r"roman|serie|figur|geschichte|doku|ubersetz\w*|ware|als kind hatte|wenn ich \w+ (?:ware|hatte))\b"
    ),
    fatal=(
        rf"^(?=.*\b(?:ich|mir|mich|mein\w*|bin|habe?|hatte|wurde|nehme?)\b).*\b{_SOMETIMES}|^{_SOMETIMES} (?:in|seit|"
        r"auf|\d)|\b(?:seit|nach) (?:de[rm]|meine[rm]) \w*(?:op|infarkt|schlaganfall|embolie|transplantation)\b|"
        r"\b(?:konnten?|kann|wurden?|hatten?|hat) mich (?:\w+ )*?(?:umbringen|toten|umgebracht)\b(?! vor lach)|\bkeine "
        r"luft\b|\bbring\w* mich um\b|\bluft weg\b|pfeift (?:\w+ )?lunge|\b(?:schwillt|schwellen|schwoll) (?:\w+ "
        r")?(?:mir|bei mir|der hals|die zunge)|\b(?:mir|mein\w*|bei mir) (?:\w+ ){0,3}?(?:schwillt|schwellen|schnurt)|"
        r"\b(?:an|zu)(?:schwell|schwoll)|\b(?:hals|zunge|kehle) (?:\w+ ){0,3}?(?:schwillt|geht|macht) (?:\w+ )?zu\b|"
        r"(?:fall|kipp|werd)\w* ich (?:in ohnmacht|um\b|ohnmachtig)|\bich (?:\w+ ){0,3}?(?:ohnmachtig|in ohnmacht|"
        r"kollabier)|\b(?:notarzt|krankenhaus|notaufnahme|intensivstation|rettungswagen)\b.*\b(?:ich|mir|mich)\b|"
        r"\b(?:ich|mir|mich)\b.*\b(?:notarzt|krankenhaus|notaufnahme|intensivstation)|\bich (?:\w+ ){0,2}?(?:darf|kann|"
        rf"soll) (?:\w+ ){{0,4}}?(?:kein\w*|nicht|nie) (?:\w+ ){{0,3}}?(?:essen|trinken|einnehmen|{_ALLERGEN})\b|"
        rf"\bvertrag\w* (?:ich |mein\w* \w+ )?(?:\w+ )?(?:nicht|keine?\w*|null|schlecht)\b|{_ALLERGEN}.*{_HARM}|{_HARM}"
        rf".*{_ALLERGEN}|\barzt\w* hat m(?:ir|ich) (?:\w+ )*?(?:verschrieben|gesetzt|verordnet|eingestellt|verboten|"
        r"untersagt)|\bkeinen tropfen|\bin der \d+\. ?(?:schwangerschafts)?woche|\bkrieg\w* ich (?:\w+ )?(?:panik|"
        r"keine luft|ausschlag)|\bich vertrag\w* (?:\w+ )?kein\w*"
    ),
    denied=(
        rf"^(?:{_LEAD})*(?:gegen ([^,.;!?]+?) bin ich (?:doch |gar )*nicht (?:mehr )?allergisch\b|ich bin (?:doch |gar "
        r"|uberhaupt |zum gluck )*nicht (?:mehr )?(?:gegen )?([^,.;!?]+?) allergisch\b|ich bin (?:doch |gar )*nicht "
        r"(?:mehr )?allergisch (?:gegen|auf) ([^,.;!?]+)|ich habe? (?:doch )?keine? (\w*(?:allergie|intoleranz))(?: "
        r"mehr)?\s*(?:[,.;!]|$))"
    ),
    forgotten=(
        r"^(?:bitte |ok,? )*(?:vergiss|ignorier\w*|streich\w*)(?: bitte)? (?:das,? )?was ich (?:dir )?(?:uber|von|zu|"
        r"zum|zur) ([^.;!?]+?) gesagt"
    ),
    called=(
        r"\blass(?:en sie)? uns (?:du|sie) sagen\b|\b(?:sag|sagen sie) (?:ruhig |bitte )*(?:du|sie) zu mir\b|"
        r"\bnenn(?:t|en sie)? mich (?!(?:nie|nicht|altmodisch|verruckt)\b)(?:\w+ ){0,2}?\w+|\bich (?:heisse|heiße) \w+|"
        r"\bmein (?:voller |richtiger )?name ist \w+|\b(?:alle|freunde) nennen mich \w+|\bich bin (?:der|die) \w+$"
    ),
    asked=(
        rf"^(?:{_LEAD})*(?:merk\w*(?: dir)?(?: bitte)?|vergiss nicht|denk\w* (?:bitte )?dran|notier\w*(?: dir)?|"
        r"behalt\w* (?:bitte )?im (?:hinter)?kopf|speicher\w*(?: dir)?|schreib dir (?:bitte )?auf)[,: ]|\bmerk dir "
        r"das\b|\bdir (?:\w+ ){0,3}?merken\b"
    ),
    orders=(
        r"(?=.*\b(?:ab (?:jetzt|sofort|heute|nun)|von (?:jetzt|nun|heute) an|kunftig|in zukunft|zukunftig|jedes mal|"
        r"immer|nie(?:mals)?|nie wieder|stets|grundsatzlich|bitte (?:kein\w*|nur|auf|nicht)|wenn ich dich|wenn ich "
        rf"was)\b)(?=.*(?:^|[,;:.–-] ?)(?:{_LEAD})*(?:(?:ab|von|bei|wenn|immer|nie|nur|kein|auf|in)\b.*\b)?{_TASK}\b)|"
        rf"^(?:{_LEAD})*(?:antworte?|sprich|rede|duz\w*|siez\w*|fass dich|hor auf|verzichte?|vermeide?|spar dir)\b|"
        r"^(?:bei|zu) \w+ (?:immer|nie|nur|bitte)\b|^(?:bitte )?(?:keine?|nur|immer|nie) (?:\w+ ){0,2}?(?:emojis?|"
        r"smileys?|fachbegriffe|listen|floskeln|anglizismen|celsius|gramm|kilometer|euro|antworten)\b|\b(?:maximal|"
        r"hochstens) \w+ (?:worter|satze|zeilen|punkte)|\b(?:kurz und knapp|per du)\b|^(?:deine|die) (?:antworten|"
        r"nachrichten)\b.*\b(?:kurz|knapp|einfach|deutsch)\w*"
    ),
)
