"""What is kept of German without a model: dangers to the speaker, what to call them, and orders to the assistant."""

from languages.german.analysis import PEOPLE
from languages.language import Net
from languages.medicines import MEDICINES

_PEOPLE = rf"(?:{PEOPLE}|eltern|kinder|schwieger\w+|patient\w*|gaste?)".lower().translate(str.maketrans("äöü", "aou"))
_ALLERGEN = (  # The fourteen of the EU's regulation 1169/2011, and the most common others.
    r"\b(?:\w*(?:nuss|nusse|gluten|weizen|roggen|getreide|krebstier|meeresfrucht|garnele|krabbe|hummer|fisch|soja|"
    r"milch|laktose|lactose|mandel|cashew|pistazie|sellerie|senf|sesam|sulfit|lupine|muschel|kiwi|beere|histamin|"
    r"glutamat|alkohol|pollen|hausstaub|schimmel|latex|biene|wespe|hornisse|stich|katze|hund|nickel|parfum|aspirin|"
    r"antibioti|pilze)|eier|eiwei|mango|apfel|tomate|zucker|salz|koffein|kaffee|grapefruit|ibu)\w*"
)
_GRAVE = (
    rf"(?:{MEDICINES}|unvertraglich|zuckerkrank|unterzucker|zoliakie|\bbluter\b|schrittmacher|schwanger(?:\b|schaft)|"
    r"verdunner|gerinnung|herz(?:fehler|schwache|krank|rhythmus|klappe)|bluthochdruck|vorhofflimmern|schilddruse|"
    r"anamie|alkoholiker|drogensuchtig|essstorung|magersucht|panikattack|platzangst|hohenangst|rheuma|\bchronisch|"
    r"reizdarm|lipodem|\bmorbus\b|krampfanf|medika|diagnos|lebensbedroh|\btyp.?[12]\b|narkose|prothese|gehorlos|"
    r"schwerhorig|rollstuhl|horgerat|endometrio|fibromyalg|atemnot|neurodermitis|schuppenflechte|arthrose|multiple "
    r"sklerose|nierenversagen|immunschwa|immungeschwa|notfall(?:spritze|set)|glutenfrei|laktosefrei|bestrahlung)"
)
_SOMETIMES = (  # Words of illness that also mean something else: with the speaker in the sentence only.
    r"(?:ms\b(?! (?:office|word|excel|teams))|(?:\w+-)?op\b|operiert|\w*operation|am herzen|blind\b(?! date)|taub\b|"
    r"suchtig(?! nach)|suchtkrank|spielsuchtig|bin clean|clean seit|seit \w+ (?:\w+ )?(?:clean|trocken|nuchtern)|bin "
    r"trocken\w*|trocken\w* (?:seit|alkohol)|nuchtern seit|\w*krebs\b(?!,? aszendent)|\w*spritze?n?|\w*tabletten?|"
    r"\w*pillen?|med(?:i)?s\b|betablocker|(?:blut(?:druck|zucker)|bei blut|blut sehen)\b|bin (?:\w+ )?umgekippt|bypass|"
    r"implantat|defi\b|gicht|ruckfall|niere\w*|leber\w*|milz|\w*ausschlag\b(?! g[ea]b)|quaddeln|ich reagier\w* (?:\w+ "
    r")?auf|reagiere? ich|reagier\w* (?:heftig|stark|empfindlich|schlecht|mit)|ich stille|stille (?:noch|gerade|voll)|"
    r"knoten in (?:der|meiner)|schlaganfall|herz(?:infarkt|rasen|stillstand|op\b|problem|beschwerden|stolpern)\w*|"
    r"abstinent|entzug|(?:flug|spritzen|todes)angst|panische angst|angst vor (?:der |dem )?(?:hohe|spritzen|hunden|"
    r"spinnen|enge|aufzug|wasser|fahrstuhl|blut|menschenmengen|fliegen)|angststor\w*|depression\w*|ptbs|borderline|"
    r"kreislauf|\w*allergen|immun\w+|(?:schwaches|krankes|kunstliche\w*) herz|herz ist (?:schwach|krank|nicht)|auf "
    r"(?:dem|einem|beiden|meinem) (?:\w+ )?(?:ohr|auge)\w*|erwarte (?:zwillinge|ein (?:baby|kind))|in der \d+\.? "
    r"?(?:woche|ssw)|remission|bewusstlos|koma\b|intensiv(?:station)?|luftrohre|\w*anfalle?\b|wiederbelebt|sauerstoff|"
    r"magensonde|farbenblind|schwindel(?:ig|anfall)|lunge\w*|gelahmt|schmerzmittel|schluck(?:stor|beschw)\w*|"
    r"bandscheibe|kalium|salzarm|urtikaria|nesselsucht|lichtempfindlich|hohenkrank|erstick\w*\b(?! in)|nicht schwimmen|"
    r"querschnitt|ohnmacht\w*|kollabier|notarzt|notaufnahme|krankenhaus|rettungswagen|keinen tropfen|baby kommt)"
)
_HARM = (
    rf"(?:\b{_SOMETIMES}|\b(?:bring|wirft|haut|legt|kill|mach)\w* m(?:ich|ir)\b|\bnotfall|\bkh\b|\btod\w*|lebensgefahr|"
    r"\bgar nicht\b|\bhals\b|\bzunge\b|\bluft\b|schlimm|krampf|umkipp|\bfall\w* ich|erbrech|\bgift|\btabu|verboten|"
    r"vertrag|reagier|lippen|schwell|schwill|migrane|\bmeine haut|bekomm\w* mir|\bmach ich zu|\bnur ohne|\bmagen\b|"
    r"\bkratz)"
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
        rf"habe?|nehme?)(?: (?!nicht(?! nur)|kein|von|für|fur|zu)[\w.]+){{0,5}}?) "
        rf"{_GRAVE}|\b(?:konnten?|kann|wurden?|hatten?|"
        r"hat) mich (?:\w+ )*?(?:umbringen|toten|umgebracht)\b(?! vor lach)|\bbring\w* mich um\b|\bkeine luft\b|\bluft "
        r"weg\b|\b(?:schwill|schwell|schwoll)\w* (?:\w+ )?(?:mir|bei mir|der hals|die zunge)|\b(?:mir|mein\w*) (?:\w+ "
        r"){0,3}?(?:schwillt|schwellen|schnurt)|\b(?:hals|zunge|kehle) (?:\w+ ){0,3}?(?:geht|macht) (?:\w+ )?zu\b|"
        r"\bich (?:\w+ ){0,2}?(?:darf|kann|soll) (?:\w+ ){0,4}?(?:kein\w*|nicht|nie) (?:\w+ ){0,3}?(?:essen|trinken|"
        r"einnehmen)\b|\bvertrag\w* (?:ich |mein\w* \w+ )?(?:\w+ )?(?:nicht|keine?\w*|null|schlecht)\b|\barzt\w* hat "
        r"m(?:ir|ich) (?:\w+ )*?(?:verschrieben|gesetzt|verordnet|eingestellt|verboten|untersagt)"
    ),
    others=(
        rf"\b(?:mein|dein|sein|ihr|unser|de[rsmn]|die|das|eine?)(?:e[mnrs]?)? (?:[\w-]+ )?(?!arzt){_PEOPLE}s?\b(?! "
        rf"(?:sagt|hat mi(?:r|ch)|meint|denkt|weiss))|^(?!arzt){_PEOPLE}\b(?! (?:sagt|meint|hat mi))|^(?!es|das|was|"
        r"arzt|bei|man|heute)\w+ (?:hat|nimmt|ist (?:allergisch|schwanger|krank))\b(?!.* m(?:ir|ich|ein))|\b(?:er|sie) "
        r"(?:ist|hat|nimmt|darf|war)\b(?! m(?:ir|ich)\b)|allergisch (?:gegen|auf) (?:\w*montag\w*|fruhaufstehen|"
        r"menschen|arbeit|meetings|\w*geschwatz|dummheit\w*|small ?talk|solche|diese|dich|das wort)|\bgegen "
        r"(?:steuer\w+|montage|menschen|arbeit|meetings)\b.*allergisch|\b(?:nicht|nie|kein\w*) (?:mehr )?(?:allergisch|"
        r"schwanger|krank|allergie\w*|asthma|diabet\w*)|\b(?:film|roman|serie|figur|geschichte|doku|ubersetz\w*|ware|"
        r"als kind hatte|wenn ich \w+ (?:ware|hatte))\b"
    ),
    likely=(
        rf"^(?=.*\b(?:ich|mir|mich|mein\w*|bin|habe?|hatte|wurde|nehme?)\b).*\b{_SOMETIMES}|^{_SOMETIMES} (?:in|seit|"
        rf"auf|\d)|{_ALLERGEN}.*{_HARM}|{_HARM}.*{_ALLERGEN}|pfeift (?:\w+ )?lunge|\b(?:an|zu)(?:schwell|schwoll)|"
        r"\b(?:fall|kipp)\w* ich um\b|\bkrieg\w* ich (?:\w+ )?panik"
    ),
    denied=(
        rf"^(?!.*\b(?:nur|blo(?:ss|ß|s)|vielleicht)\b)(?:{_LEAD})*(?:gegen ([^,.;!?]+?) bin ich (?:doch |gar )*nicht "
        r"(?:mehr )?allergisch\b|ich bin (?:doch |gar |uberhaupt |zum gluck )*nicht (?:mehr )?(?:gegen )?([^,.;!?]+?) "
        r"allergisch\b|ich bin (?:doch |gar )*nicht (?:mehr )?allergisch (?:gegen|auf) ([^,.;!?]+)|ich habe? (?:doch "
        r")?keine? (\w*(?:allergie|intoleranz))(?: mehr)?\s*(?:[,.;!]|$))"
    ),
    forgotten=(
        r"^(?:bitte |ok,? )*(?:vergiss|ignorier\w*|streich\w*)(?: bitte)?,? (?:(?:das,? )?was ich (?:dir )?(?:uber|von|"
        r"zu|zum|zur) ([^.;!?]+?) gesagt|dass (?:ich (?:dir )?gesagt habe?,? dass )?(ich [^.;!?]+?)\s*(?:[.;!]|$)|"
        r"(?P<rule>(?:die|das|meine?) (?:regel|sache|anweisung|vorgabe)n? (?:mit|uber|zu\w?|von|wegen|fur) (?:de[nmr] "
        r"|die |das )?|(?:die|meine) (?=[\w-]+regel))([^.;!?]+?)(?:-?regel\w*)?\s*(?:[.;!]|$))"
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
    unkept=(
        r"(?:^|[.!?\n] *|bitte |und |aber )(?:(?:merk|speicher)e? (?:dir )?(?:das|dies)(?: hier)?(?: bitte)? nicht|"
        r"(?:merken|speichern) sie (?:sich )?(?:das|dies)(?: bitte)? nicht|(?:das|dies) (?:musst|sollst|brauchst) du "
        r"dir(?: bitte)? nicht (?:zu )?merken|(?:das )?(?:bitte )?nicht merken)(?= *(?:$|[,.;:!\n–—-]|aber\b|weil\b|"
        r"und\b))"
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
