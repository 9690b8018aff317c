"""What is kept of English without a model: dangers to the speaker, what to call them, and orders to the assistant."""

from __future__ import annotations

from languages.english.names import PEOPLE
from languages.language import Net
from languages.medicines import MEDICINES

_TASK = (
    r"(?:answer|reply|respond|writ|us(?:e|ing)\b|includ|provid|giv|show|explain|format|keep|start|begin|end|call|"
    r"address|ask|mention|speak|talk|cit|translat|suggest|assum|recommend|mak|send|put|add|list|quot|refer|remind|"
    r"bring|repeat|summari[sz]|check|offer|apologi[sz]|round|convert|spell|say|tell|treat|lectur|swear|sign|prais|"
    r"be\b|being|warn|state|correct|skip|stick|name|open|finish|label|go\b|drop|cut|leave)\w*"
)
_LEAD = (
    r"(?:ok(?:ay)?|oh|also|and|but|so|please|pls|plz|btw|by the way|hey|hi|well|now|right|just|thanks|thank you|one "
    r"(?:more|last|other|quick) (?:thing|note)|for the record|(?:can|could|would|will) you(?: please)?|you (?:should|"
    r"must|can)|i(?:['’]?d like| want| need) you to|remember)\b[,:!. –-]*"
)
_ALWAYS = (
    r"(?:(?:always|never)(?! been\b| say never)|ever again|from (?:now|here|today|this point) on\w*|going forward|in "
    r"(?:the )?future|at all times|every ?time|each time(?! you)|any ?time|when(?:ever)? i (?:ask|say|write|send|"
    r"mention|request|tell|paste|want|need|talk|share|give|show)\w*|by default|next time|until i say|unless i)"
)
_STYLE = (
    r"(?:short\w*|brief\w*|concise\w*|simple\w*|formal\w*|casual\w*|direct|blunt|honest|polite|to the point|metric|"
    r"imperial|celsius|fahrenheit|grams|miles|km|24.hour|british|american|plain|bullet\w*|emojis?|jargon|small talk|"
    r"disclaimers?|markdown|fluff)"
)

NET = Net(
    grave=(
        rf"{MEDICINES}|\bt[12]d\b|\btype (?:1|2|one|two)\b|seizure|coeliac|celiac|pacemaker|pregnan|breastfeed|"
        r"trimester|\bstroke\b|cancer|remission|aneurysm|blood (?:pressure|sugar|thinner|clot)|(?:heart|lung|liver) "
        r"(?:condition|disease|failure|attack|defect)|autoimmune|arrhythmi|beta.?blocker|inhaler|kidney|\bsober\b|"
        r"in recovery|recovering (?:from|addict|alcoholic)|relaps|(?:in|from|of|to|my) rehab\b|suicid|self.harm|"
        r"eating disorder|vertigo|sickle|\bptsd\b|panic attack|narcolep|\bdeaf\b|\bblind\b|(?:my|on|take|taking|"
        r"these|heart|blood|pressure) meds\b|medication|\bdoc(?:tor)? put|diagnosed|\bhives\b|\bswell(?:s|ed|"
        r"ing)?\b|swollen|like a balloon|metal (?:clip|plate)|implant|\bpills?\b|painkiller|thyroid|an(?:a)?emi|"
        r"\bms\b|fibro|endometrio|reflux|ulcer|\bgout\b|arthrit|\bsteroid|faint(?:ed|ing)?\b|black ?outs?|"
        r"wheelchair|prosthe|hearing aid|cochlear|catheter|transfusion|surgery|weeks along|\bexpecting\b|react(?:s|"
        r"ed|ion)? (?:to|badly)|off.limits|(?:bad|weak|dodgy) heart|(?:clean|dry) (?:since|for)|without a drink|"
        r"havent (?:drunk|touched)|withdrawal|(?:nuts?|peanuts?|shellfish|latex|wasps?|bees?|sesame|gluten|"
        r"dairy)\b.*\b(?:hospital|jab|gets? me|sick|rash|throat|itch|no.go|deadly)"
    ),
    others=(
        rf"\b(?:my|our|his|her|their) (?:[\w-]+ ){{0,2}}?{PEOPLE}(?:['’]s)?\b(?! (?:says?|puts? me|has (?:put )?me|"
        r"thinks?|knows?|told|keeps?))|\b(?:he|she|they)(?:['’]s|['’]re)?\b|allerg\w* to (?:the (?:word|idea)|"
        r"\w+days?\b|mornings|people|work\b|meetings|homework|chores|exercise|drama|commitment|nonsense|small ?talk|"
        r"fun\b|you\b|my)|\bi(?:['’]?m| am| do|['’]ve| have)?(?: not|n['’]t| no longer)\b|\b(?:in my (?:dream|novel|"
        r"story|game)|my character|a patient|what if|suppose|if i (?:was|were|had|got)|used to|translate)\b"
    ),
    fatal=(
        r"\b(?:could|would|can|might|will|nearly|almost|may) (?:\w+ )?(?:kill(?:ed)?|choked?) me\b|\bi (?:\w+ "
        r")?(?:cant|can['’]t|couldnt|couldn['’]t|stop(?:ped)?) (?:really )?breath\w+|\bmy (?:throat|tongue|lips|"
        r"airways?) (?:\w+ ){0,2}?clos\w+|\bbr(?:eak|oke) out in\b|\bma(?:kes?|de) me (?:\w+ ){0,2}?(?:faint|vomit|"
        r"pass out|seize)\b|\b(?:sends?|sent|puts?|landed|ended up) (?:me )?(?:in|to) (?:the )?(?:er|a&e|icu|"
        r"hospital)\b|\bhospital for me\b|\b(?:put|started) me on (?!hold|speaker|the (?:spot|list|phone|team|"
        r"bus))\w|\bi(?:['’]m| am)? ?(?:cant|can['’]t|cannot|mustn['’]t|not allowed(?: to)?|not supposed to) (?:eat|"
        r"drink|digest|tolerate|have (?:any )?(?:dairy|gluten|nuts?|eggs?|fish|milk|alcohol|sugar|salt|caffeine|soy|"
        r"shellfish|grapefruit|wheat))\b|\bi (?:nearly|almost) died\b(?! of| lau)"
    ),
    denied=(
        rf"^(?:{_LEAD}|actually[,:]? |turns out (?:that )?)*(?:i(?:['’]?m| am) (?:not|no longer)(?: actually| "
        r"really)? (?:allergic|intolerant) to ([^,.;!?]+)|i (?:do not|don['’]?t|no longer) have (?:an? |any "
        r")?([^,.;!?]*(?:allergy|intolerance|diabetes|asthma))(?: after all| any ?more)?\s*(?:[,.;!]|$))"
    ),
    forgotten=(
        r"^(?:please |ok(?:ay)?,? |just |you can )*(?:forget|ignore|disregard|never ?mind|scratch) (?:what i (?:said|"
        r"told you)|the (?:rule|thing|bit|order)s?|my (?:rule|order)s?)(?: about| on| with)? ([^.;!?]+)"
    ),
    called=(
        r"(?<!['’]t )(?<!dont )(?<!never )\b(?:call me|refer to me as|address me as) (?!(?:when|if|back|later|at|on|"
        r"in|tomorrow|today|tonight|now|crazy|old|a|an|the|it|that)\b)\w+|\bi (?:go by|prefer to be called) \w+|\bmy "
        r"(?:(?:full|first|real|preferred) )?name is \w+|\bmy pronouns are\b|\b(?:people|friends|everybody|everyone) "
        r"calls? me \w+"
    ),
    asked=(
        rf"^(?:{_LEAD})*(?:remember|keep in mind|bear in mind|don['’]?t forget|make a note|note|memori[sz]e|store|"
        r"save)(?: for (?:me|later|next time|the future))?(?: that\b(?! time\b)|:| this:| the fact that)|\bfor "
        r"future reference\b|\bremember that for\b"
    ),
    orders=(
        rf"^(?:{_LEAD})*(?:(?:always|never|stop|do not|(?!don['’]t (?:be (?:afraid|scared|shy|sad)|give "
        r"up))don['’]?t|no more|avoid|make sure (?:to|you)|only)\b(?:,? (?:please|ever|always|just|simply|you|to|"
        rf"in))* {_TASK}|{_ALWAYS}\b.*\b(?:{_TASK}|{_STYLE})\b)|(?:^|[,;.–-] ?)(?:{_LEAD})*(?:don['’]?t |only "
        rf")?(?!\w+ing\b){_TASK}\b.*\b(?:{_ALWAYS}|in future \w+)\b|^(?:{_LEAD})*(?:(?:answer|reply|respond|speak|"
        r"talk)(?: to)?(?: me)?(?: only)? (?:in|with|like|as|more|briefly|concisely)\b|(?:keep|make|be|use|no|"
        rf"without|skip|cut|drop|i prefer|i like|i use)\b(?: \w+){{0,4}}? {_STYLE}\b|{_STYLE} (?:only|please|not "
        r"\w+)\b|(?:treat|talk to) me like\b|max(?:imum)? \w+ (?:words|lines|sentences)\b)"
    ),
)
