"""What is kept of English without a model: dangers to the speaker, what to call them, and orders to the assistant."""

from __future__ import annotations

from languages.language import Net
from languages.medicines import MEDICINES

_PEOPLE = (
    r"(?:mother|mom|mum|father|dad|parents?|brother|sister|sons?|daughter|kids?|child|baby|wife|husband|partner|"
    r"fiancee?|"
    r"girlfriend|boyfriend|ex|grand(?:ma|pa|mother|father)|nan|aunt|uncle|cousin|niece|nephew|friend|boss|colleague|"
    r"coworker|neighbou?r|roommate|flatmate|dog|cat|puppy|student|patient|client|guests?)"
)
_TASK = (
    r"(?:answer|reply|respond|writ|us(?:e|ing)\b|includ|provid|giv|show|explain|format|keep|start|begin|end|call|"
    r"address|ask|"
    r"mention|speak|talk|cit|translat|suggest|assum|recommend|mak|send|put|add|list|quot|refer|remind|bring|repeat|"
    r"summari[sz]|"
    r"check|offer|apologi[sz]|round|convert|spell|say|tell|treat|lectur|swear|sign|prais|be\b|being|warn|state|"
    r"correct|skip|stick|name|open|finish|label|go\b|drop|cut|leave)\w*"
)
_LEAD = (
    r"(?:ok(?:ay)?|oh|also|and|but|so|please|pls|plz|btw|by the way|hey|hi|well|now|right|just|thanks|thank you|one "
    r"(?:more|last|"
    r"other|quick) (?:thing|note)|for the record|(?:can|could|would|will) you(?: please)?|you (?:should|must|can)|"
    r"i(?:['’]?d like| want| need) you to|remember)\b[,:!. –-]*"
)
_ALWAYS = (
    r"(?:always|never|ever again|from (?:now|here|today|this point) on\w*|going forward|in (?:the )?future|at all "
    r"times|every ?time|each time|any ?time|when(?:ever)? (?:i|you|we)\b|by default|next time|until i say|unless i)"
)
_STYLE = (
    r"(?:short\w*|brief\w*|concise\w*|simple\w*|formal\w*|casual\w*|direct|blunt|honest|polite|to the point|metric|"
    r"imperial|celsius|"
    r"fahrenheit|grams|miles|km|24.hour|british|american|plain|bullet\w*|emojis?|jargon|small talk|disclaimers?|"
    r"markdown|fluff)"
)

NET = Net(
    grave=(
        rf"{MEDICINES}|\bt[12]d\b|\btype (?:1|2|one|two)\b|seizure|coeliac|celiac|pacemaker|pregnan|breastfeed|"
        rf"trimester|\bstroke\b|"
        r"cancer|remission|aneurysm|blood (?:pressure|sugar|thinner|clot)|(?:heart|lung|liver) (?:condition|disease|"
        r"failure|attack|"
        r"defect)|autoimmune|arrhythmi|beta.?blocker|inhaler|kidney|\bsober\b|recover(?:y|ing)|relaps|rehab\b|suicid|"
        r"self.harm|eating "
        r"disorder|vertigo|sickle|\bptsd\b|panic attack|narcolep|\bdeaf\b|\bblind\b|\bmeds\b|medication|"
        r"\bdoc(?:tor)? (?:put|has|says?|"
        r"said)|diagnosed|\bhives\b|swell|swollen|like a balloon|metal (?:clip|plate)|implant|pills?\b|painkiller|"
        r"thyroid|an(?:a)?emi|\bms\b|fibro|endometrio|reflux|ulcer|\bgout\b|arthrit|steroid|faint(?:ed|ing)?\b|black "
        r"?outs?|wheelchair|prosthe|hearing aid|cochlear|catheter|transfusion|surgery|weeks along|\bexpecting\b|"
        r"react(?:s|ed|ion)? (?:to|badly)|off.limits|"
        r"(?:bad|weak|dodgy) heart|(?:clean|dry) (?:since|for)|without a drink|havent (?:drunk|touched)|withdrawal|"
        r"(?:nuts?|peanuts?|shellfish|latex|wasps?|bees?|sesame|gluten|dairy)\b.*\b(?:hospital|jab|gets? me|sick|"
        r"rash|throat|itch|no.go|deadly)"
    ),
    others=(
        rf"\b(?:my|our|his|her|their) (?:[\w-]+ ){{0,2}}?{_PEOPLE}(?:['’]s)?\b(?! (?:says?|thinks?|knows?|told|"
        rf"keeps?))|\b(?:he|she|they)"
        r"(?:['’]s|['’]re)?\b|allerg\w* to (?:the (?:word|idea)|\w+days?\b|mornings|people|work\b|meetings|homework|"
        r"chores|exercise|drama|"
        r"commitment|nonsense|small ?talk|fun\b|you\b|my)|\bi(?:['’]?m| am| do|['’]ve| have)?(?: not|n['’]t| no "
        r"longer)\b|\b(?:in my (?:"
        r"dream|novel|story|game)|my character|a patient|what if|suppose|if i (?:was|were|had|got)|used to|"
        r"translate)\b"
    ),
    fatal=(
        r"\b(?:could|would|can|might|will|nearly|almost|may) (?:\w+ )?(?:kill(?:ed)?|choked?) me\b|\bi (?:\w+ "
        r")?(?:cant|can['’]t|couldnt|"
        r"couldn['’]t|stop(?:ped)?) (?:really )?breath\w+|\bmy (?:throat|tongue|lips|airways?) (?:\w+ ){0,2}?clos\w+|"
        r"\bbr(?:eak|oke) out in\b|"
        r"\bma(?:kes?|de) me (?:\w+ ){0,2}?(?:faint|vomit|pass out|seize)\b|\b(?:sends?|sent|puts?|landed|ended up) "
        r"(?:me )?(?:in|to) (?:the )?"
        r"(?:er|a&e|icu|hospital)\b|\bhospital for me\b|\b(?:put|started) me on (?!hold|speaker|the (?:spot|list|"
        r"phone|team|bus))\w|\bi(?:['’]m"
        r"| am)? ?(?:cant|can['’]t|cannot|mustn['’]t|not allowed(?: to)?|not supposed to) (?:eat|drink|digest|"
        r"tolerate|have (?:any )?(?:dairy|"
        r"gluten|nuts?|eggs?|fish|milk|alcohol|sugar|salt|caffeine|soy|shellfish|grapefruit|wheat))\b|\bi (?:nearly|"
        r"almost) died\b(?! of| lau)"
    ),
    denied=(
        r"\bi(?:['’]?m| am) (?:not|no longer)(?: actually| really)? (?:allergic|intolerant) to ([^,.;!?]+)|\bi (?:do "
        r"not|don['’]?t|no longer) have (?:an? |any )?([^,.;!?]*(?:allergy|intolerance|diabetes|asthma))\b"
    ),
    forgotten=(
        r"^(?:please |ok(?:ay)?,? |just |you can )*(?:forget|ignore|disregard|never ?mind|scratch) (?:what i (?:said|"
        r"told you)|the (?:rule|thing|bit|order)s?|my (?:rule|order)s?)(?: about| on| with)? ([^.;!?]+)"
    ),
    called=(
        r"(?<!['’]t )(?<!dont )(?<!never )\b(?:call me|refer to me as|address me as) (?!(?:when|if|back|later|at|on|"
        r"in|tomorrow|today|"
        r"tonight|now|crazy|old|a|an|the|it|that)\b)\w+|\bi (?:go by|prefer to be called) \w+|\bmy (?:(?:full|first|"
        r"real|preferred) )?name is \w+|\bmy pronouns are\b|\b(?:people|friends|everybody|everyone) calls? me \w+"
    ),
    asked=(
        rf"^(?:{_LEAD})*(?:remember|keep in mind|bear in mind|don['’]?t forget|make a note|note|memori[sz]e|store|"
        rf"save)(?: for (?:me|"
        r"later|next time|the future))?(?: that\b(?! time\b)|:| this:| the fact that)|\bfor future reference\b|"
        r"\bremember that for\b"
    ),
    orders=(
        rf"^(?:{_LEAD})*(?:(?:always|never|stop|do not|don['’]?t|no more|avoid|make sure (?:to|you)|only)\b(?:,? "
        rf"(?:please|ever|always|just|"
        rf"simply|you|to|in))* {_TASK}|{_ALWAYS}\b.*\b(?:{_TASK}|{_STYLE})\b)|(?:^|[,;.–-] "
        rf"?)(?:{_LEAD})*(?:don['’]?t |only )?{_TASK}\b.*\b(?:"
        rf"{_ALWAYS}|in future \w+)\b|^(?:{_LEAD})*(?:(?:answer|reply|respond|speak|talk)(?: to)?(?: me)?(?: only)? "
        rf"(?:in|with|like|as|more|"
        rf"briefly|concisely)\b|(?:keep|make|be|use|no|without|skip|cut|drop|i prefer|i like|i use)\b(?: "
        rf"\w+){{0,4}}? {_STYLE}\b|{_STYLE} (?:"
        r"only|please|not \w+)\b|(?:treat|talk to) me like\b|max(?:imum)? \w+ (?:words|lines|sentences)\b)"
    ),
)
