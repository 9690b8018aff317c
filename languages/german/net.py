"""What is kept of German without a model: dangers to the speaker, what to call them, and orders to the assistant."""

from __future__ import annotations

from languages.german.names import PEOPLE
from languages.language import Net
from languages.medicines import MEDICINES

_PEOPLE = rf"(?:{PEOPLE}|eltern|kinder|schwieger\w+|patient\w*|gaste?)".lower().translate(str.maketrans("äöü", "aou"))
_ALLERGEN = (  # The fourteen of the EU's regulation 1169/2011, and the most common others.
    r"\b(?:\w*(?:nuss|nusse|gluten|weizen|roggen|getreide|krebstier|meeresfrucht|garnele|krabbe|hummer|fisch|soja|milch|"
    r"laktose|lactose|mandel|cashew|pistazie|sellerie|senf|sesam|sulfit|lupine|muschel|kiwi|beere|histamin|glutamat|alkohol|"
    r"pollen|hausstaub|schimmel|latex|biene|wespe|hornisse|stich|katze|hund|nickel|parfum|aspirin|antibioti|pilze)|"
    r"eier|eiwei|mango|apfel|tomate|zucker|salz|koffein|kaffee|grapefruit|ibu)\w*"
)
_SOMETIMES = (  # Words of illness that also mean something else: with the speaker next to them only.
    r"(?:ms\b(?! (?:office|word|excel|teams))|(?:\w+-)?op\b|operiert|\w*operation|am herzen|chemo\w*|blind\b(?! date)|taub|suchtig(?! nach)|suchtkrank|"
    r"clean\b|\w*krebs\b(?!,? aszendent)|\w*spritze?n?|\w*tabletten?|\w*pillen?|medis\b|meds\b|betablocker|blut(?:druck|zucker)?\b|bypass|implantat|defi\b|gicht|ruckfall|"
    r"niere\w*|leber\w*|milz|nuchtern|trocken\w*|ausschlag|quaddeln|reagier\w*|stille\b|knoten|schlaganfall|herzinfarkt|"
    r"abstinent|entzug|\w*angst\b(?! um)|angststor\w*|depression\w*|ptbs|borderline|kreislauf|\w*allergen|immun\w+|(?:schwaches|krankes|kunstliche\w*) herz|mein herz ist|auf (?:dem|einem|"
    r"beiden|meinem) (?:\w+ )?(?:ohr|auge)\w*|erwarte (?:zwillinge|ein (?:baby|kind))|in der \d+\.? ?(?:woche|ssw)|"
    r"remission|bewusstlos|koma\b|intensiv(?:station)?|luftrohre|schock\b|blau angelaufen|\w*anfalle?\b|wiederbelebt|klappe|"
    r"sauerstoff|magensonde|port\b|farbenblind|rot.grun|spielsuchtig|baby kommt|herzrasen|schwindel\w*|umgekippt|hautpilz|"
    r"zugeschwollen|herz\w+|lunge\w*|\w*schmerzmittel|hiv\b|gelahmt|\w*schluck\w*|bandscheibe\w*|cpap|kalium|salzarm|urtikaria|nesselsucht|blute\b|lichtempfindlich|"
    r"hohenkrank|schlafwand\w*|erstick\w*|nicht schwimmen|querschnitt\w*)"
)
_HARM = (
    r"(?:\b(?:bringt?|bringen|wirft|haut|legt|killt|mach\w*) (?:mich|mir)\b|notarzt|notfall|krankenhaus|\bkh\b|todlich|\btod\w*|"
    r"lebensgefahr\w*|\bgar nicht\b|\bhals\b|\bzunge\b|\blunge\b|\bluft\b|schlimm|ausschlag|krampf|umkipp|\bfall\w* ich|"
    r"erbrech|\bgift|\btabu|verboten|vertrag\w*|intensiv|lippen|anschwell|migrane|\bmeine haut|haut mich|bekomm\w* mir|\bmach ich zu|\bnur ohne|bauchkrampf|"
    r"\bmagen\b|\bkratz\w+)"
)
_GRAVE = (
    rf"(?:{MEDICINES}|unvertraglich|zuckerkrank|unterzucker|zoliakie|\bbluter\b|schrittmacher|schwanger\b|schwangerschaft|"
    r"verdunner|gerinnung|herz(?:fehler|schwache|krank|rhythmus|klappe)|bluthochdruck|vorhofflimmern|schilddruse|anamie|"
    r"alkoholiker|drogensuchtig|essstorung|magersucht|panikattack|platzangst|hohenangst|rheuma|reizdarm|lipodem|apnoe|\bmorbus\b|"
    r"krampfanf|medika|diagnos|lebensbedroh|\btyp.?[12]\b|narkose|prothese|gehorlos|schwerhorig|rollstuhl|horgerat|"
    r"endometrio|fibromyalg|atemnot|neurodermitis|schuppenflechte|arthrose|multiple sklerose|nierenversagen|immunschwa|"
    r"immungeschwa|notfall(?:spritze|set)|glutenfrei|laktosefrei|bestrahlung)"
)

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
    grave=_GRAVE,
    own=(
        rf"\b(?:mein(?:e[mnrs]?)?(?: \w+)?|als(?: \w+)?|trotz(?: meine\w)?|(?:mit|bei)(?: mein\w+)?|(?:ich|mir|bin|habe?|nehme?)"
        rf"(?: (?!nicht|kein|von|für|fur|zu)[\w.]+){{0,5}}?) {_GRAVE}"
    ),
    others=(
        rf"\b(?:mein|dein|sein|ihr|unser|de[rsmn]|die|das|eine?)(?:e[mnrs]?)? (?:[\w-]+ )?(?!arzt){_PEOPLE}s?\b(?! (?:sagt|"
        r"hat mi(?:r|ch)|meint|denkt|weiss))|\b(?:er|sie) (?:ist|hat|nimmt|darf|war)\b(?! m(?:ir|ich)\b)|allergisch (?:gegen|auf) "
        r"(?:\w*montag\w*|fruhaufstehen|menschen|arbeit|meetings|\w*geschwatz|dummheit\w*|small ?talk|solche|diese|"
        r"dich|das wort)|\bgegen (?:steuer\w+|montage|menschen|arbeit|meetings)\b.*allergisch|\b(?:nicht|nie|"
        r"kein\w*) (?:mehr )?(?:allergisch|schwanger|krank|allergie\w*|asthma|diabet\w*)|\b(?:film|roman|serie|"
        r"figur|geschichte|doku|ubersetz\w*|ware|als kind hatte|wenn ich \w+ (?:ware|hatte))\b"
    ),
    fatal=(
        rf"^(?=.*\b(?:ich|mir|mich|mein\w*|bin|habe?|hatte|wurde|nehme?)\b).*\b{_SOMETIMES}|"
        r"\b(?:seit|nach) (?:de[rm]|meine[rm]) \w*(?:op|infarkt|schlaganfall|embolie|transplantation)\b|"
        r"\b(?:konnten?|kann|wurden?|hatten?|hat) mich (?:\w+ )*?(?:umbringen|toten|umgebracht)\b(?! vor lach)|\bkeine luft\b|"
        r"\bbring\w* mich um\b|\bluft weg\b|pfeift (?:\w+ )?lunge|\b(?:schwillt|schwellen|schwoll) (?:\w+ )?(?:mir|bei mir|der "
        r"hals|die zunge)|\b(?:mir|mein\w*|bei mir) (?:\w+ ){0,3}?(?:schwillt|schwellen|schnurt)|\b(?:an|zu)(?:schwell|schwoll)|"
        r"\b(?:hals|zunge|kehle) (?:\w+ ){0,3}?(?:schwillt|geht|macht) (?:\w+ )?zu\b|(?:fall|kipp|werd)\w* ich (?:in ohnmacht|"
        r"um\b|ohnmachtig)|\bich (?:\w+ ){0,3}?(?:ohnmachtig|in ohnmacht|kollabier)|\b(?:notarzt|krankenhaus|notaufnahme|"
        r"intensivstation|rettungswagen)\b.*\b(?:ich|mir|mich)\b|\b(?:ich|mir|mich)\b.*\b(?:notarzt|krankenhaus|notaufnahme|"
        rf"intensivstation)|\bich (?:\w+ ){{0,2}}?(?:darf|kann|soll) (?:\w+ ){{0,4}}?(?:kein\w*|nicht|nie) (?:\w+ ){{0,3}}?"
        rf"(?:essen|trinken|einnehmen|{_ALLERGEN})\b|\bvertrag\w* (?:ich |mein\w* \w+ )?(?:\w+ )?(?:nicht|keine?\w*|null|schlecht)\b|{_ALLERGEN}.*{_HARM}|"
        rf"{_HARM}.*{_ALLERGEN}|\barzt\w* hat m(?:ir|ich) (?:\w+ )*?(?:verschrieben|gesetzt|verordnet|eingestellt|verboten|untersagt)|"
        rf"\bkeinen tropfen|\bin der \d+\. ?(?:schwangerschafts)?woche|\bkrieg\w* ich (?:\w+ )?(?:panik|keine luft|ausschlag)|"
        r"\bich vertrag\w* (?:\w+ )?kein\w*"
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
