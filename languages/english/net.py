"""What is kept of English without a model: dangers to the speaker, what to call them, and orders to the assistant."""

from __future__ import annotations

from languages.english.names import PEOPLE
from languages.language import Net
from languages.medicines import MEDICINES

_ALLERGEN = (  # The fourteen of the EU's regulation 1169/2011, and the most common others.
    r"\b(?:gluten|wheat|rye|barley|oats|crustaceans?|shellfish|seafood|shrimps?|prawns?|crabs?|lobster|eggs?|fish|"
    r"(?:\w*nuts?)|soya?|dairy|milk|lactose|almonds?|cashews?|pecans?|pistachios?|celery|mustard|sesame|sulphites|"
    r"lupin|mussels|oysters|squid|mushrooms|kiwis?|mango\w*|avocados?|\w+berr(?:y|ies)|bananas?|tomato\w*|alcohol|caffeine|"
    r"sugar|salt|grapefruit|msg|histamine|pollen|dust|mou?ld|latex|bees?|wasps?|hornets?|stings?|cats|dogs|fur|nickel|"
    r"perfume|aspirin|codeine|sulfa|antibiotics?)\b"
)
_SOMETIMES = (  # Words of illness that also mean something else: with the speaker before them only.
    r"(?:ms\b(?! (?:office|word|excel|teams|paint|project|access))|stroke\b(?! of)|surgery\b(?! show| drama| clinic)|op\b|"
    r"implant|deaf|hard of hearing|blind\b(?! date| spot| taste| buy| trust)|sober\b|in (?:aa|recovery)\b|recovering (?:from|"
    r"addict|alcoholic)|rehab\b|withdrawal|meds\b|pills?\b|steroid|gout\b|ulcer|cancer\b|(?:bad|weak|dodgy) heart|swollen|"
    r"swell\w*|faint\w*|black ?outs?|react(?:s|ed|ion)? (?:to|badly)|expecting(?: a (?:baby|girl|boy|child)| twins|$|,| "
    r"in )|blood|kidneys?|liver|spleen|gall ?bladder|pancreas|immun\w+|bypass|cholesterol|low iron|welts|in shock|into shock|"
    r"(?:severe|proper|panicky?) (?:fear|phobia)|terrified of|"
    r"(?:\w+ )?valve|pump\b|feeding tube|ox[yi]gen|colou?r.?blind|one (?:lung|eye)|unconscious|coma\b|convuls\w+|ambulance|"
    r"paramedics|a&e\b|\bicu\b|intensive care|gasping|wheez\w+|anaphyla|choke|intubat|resuscitat|due in \w+|bun in the oven|"
    r"on the wagon|recovering|swallow|slipped disc|altitude|sleepwalk|cpap|potassium|"
    r"radi(?:otherapy|ation)|urticaria|low.?(?:salt|sodium)|bleed\w*|bled\b|(?:doc|doctor)(?:['’]?s orders)|clots?\b|"
    r"palpitations|fits\b(?! in| the| my| me)|hospitali[sz]ed|hernia|concussion|dizzy|depression|anxiety|ptsd|paraly[sz]\w*|amput\w*|(?:motion|car|sea) ?sick\w*|"
    r"heart (?:problem|trouble|surgery|rhythm)\w*|pneumonia|shingles|nosebleeds|ibs\b|pots\b|pcos\b|painkillers)"
)
_BODY = r"(?:throat|tongue|lips?|face|airways?|chest|eyes?|skin|lungs?|legs?)"
_HURT = r"(?:clos|shut|block|swell|swoll|itch|burn|tighten|tingl|seiz|go(?:es)? numb|give out)\w*"
_HARM = (
    rf"(?:\b(?:kill|wreck|floor|get|trigger|destroy)(?:s|ed)? me\b|{_HURT} (?:up |off )?my {_BODY}|hospital|\be\.?r\b|\bicu\b|"
    r"ambulance|\bdeadly|\bno.go\b|\boff\b|\brash\b|\bdead\b|\b(?:sick|ill)\b(?! of)|intensive care|\bjab\b|\ball night|"
    r"\bcramps|\bpoison|\bshock|\bavoid|\bmy stomach|\bdoctor|\b(?:do not|don['’]?t) (?:mix|agree with me)|"
    r"doesn['’]?t agree with me|(?:hates?|through|knocks?|sets?) me\b|\ba no for me)"
)
_NOT = r"(?:cant|can['’]t|couldn['’]?t|cannot|must ?n['’]?t|(?:not|never) (?:allowed|supposed|able)(?: to)?)"
_GRAVE = (
    rf"(?:{MEDICINES}|\bt[12]d\b|\btype (?:1|2|one|two)\b|seizure|coeliac|celiac|pacemaker|pregnan|breastfe|trimester|"
    r"aneurysm|blood (?:pressure|sugar|thinner|clot)|autoimmune|immunoc|arrhythmi|beta.?blocker|inhaler|nitroglyc|(?:heart|"
    r"lung|liver|kidney|bleeding)s? (?:condition|disease|failure|attack|defect|disorder)|sickle cell|eating disorder|"
    r"\bptsd\b|panic attack|narcolep|vertigo|self.harm|suicid|medication|painkiller|diagnosed|thyroid|an(?:a)?emi|"
    r"fibromyalg|endometrio|reflux|relaps|arthrit|hyperten|heart murmur|brain injury|sclerosis|psoria|eczema|wheelchair|prosthe|hearing aid|cochlear|"
    r"catheter|transfusion|\bhives\b|metal plate)"
)

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
    grave=_GRAVE,
    own=(
        rf"(?<!do )(?<!did )(?<!think )\b(?:my|as an?|(?:i['’]?m|i am|i have|i['’]?ve|i take|i had|i was|being)(?: an?| on)?|"
        rf"with (?:my|an?)) (?:(?!not|no|with|for|the|dad|mum|mom)[\w-]+ ){{0,3}}?{_GRAVE}"
    ),
    others=(
        rf"\b(?:my|our|his|her|their) (?:[\w-]+ ){{0,2}}?(?!doctor|therapist){PEOPLE}(?:['’]s)?\b(?! (?:says?|thinks?|"
        r"knows?|told|keeps?|(?:puts?|gave|wants|makes?|made|has (?:put )?) ?me))|\b(?:he|she)(?:['’]s)?\b(?! (?:says?|said|put|"
        r"told|gave|thinks?|wants))|\bthey (?:are|have (?!me))|\bthey['’](?:re|ve) (?!got me|put me)|allerg\w* to (?:the (?:word|idea)|"
        r"\w+days?\b|mornings|people|work\b|meetings|homework|chores|exercise|drama|commitment|nonsense|small ?talk|"
        r"fun\b|you\b|my)|\bi(?:['’]?m| am| do|['’]ve| have)?(?: not|n['’]t| no longer) (?:actually |really |an? )?"
        r"(?:allerg|lactose|intoleran|diabet|pregnan|sick|ill\b)|\b(?:in my (?:dream|novel|story|game)|my character|"
        r"(?:a|the) patient|what if|suppose|i wish|if i (?:was|were|had|got)|used to|as a kid|translate)\b"
    ),
    fatal=(
        rf"^(?=.*\b(?:i|me|my|i['’]?(?:m|ve|d))\b).*\b{_SOMETIMES}|\b(?:since|after) (?:a|the) {_SOMETIMES}|"
        r"\b(?:could|would|can|might|will|nearly|almost|may) (?:\w+ )?(?:kill(?:ed)?|choked?) me\b|\bi (?:nearly|almost) "
        rf"died\b(?! of| lau)|\bi(?:['’]m)? (?:\w+ )?(?:{_NOT}|stop(?:ped)?) (?:really )?(?:breath|see out|hear|swim|swallow)\w*|\bi(?:['’]m| am) dead\b|"
        rf"\bmy {_BODY} (?:\w+ ){{0,3}}?{_HURT}|\b(?:blow|blew) up like\b|like a balloon|\bbr(?:eak|oke) out in\b|"
        r"\bma(?:kes?|de) me (?:\w+ ){0,2}?(?:faint|vomit|pass out|seize|wheeze)\b|\bi (?:\w+ ){0,3}?(?:pass(?:ed)? out|"
        r"collapsed?)\b|\b(?:sen[dt]s?|puts?|landed|ended up) (?:me )?(?:in|to) (?:the )?(?:er\b|a&e|icu|hospital|"
        r"intensive)|\b(?:put|started) me on (?!hold|speaker|the (?:spot|list|phone|team|bus))\w|\bhospital for me\b|"
        rf"\bi(?:['’]m| am)? ?(?:\w+ )?{_NOT} (?:eat|drink|digest|tolerate|have|take|touch|be (?:around|near)) (?:\w+ ){{0,2}}?"
        rf"{_ALLERGEN}|{_ALLERGEN}.*{_HARM}|{_HARM}.*{_ALLERGEN}|\bi {_NOT} (?:do|stand) (?:heights|needles|lifts|crowds|"
        r"elevators)|\bweeks along\b|\bi (?:(?:dont|don['’]t|no longer) drink(?: any ?more| alcohol)|stopped drinking)|\b\d+ (?:days|weeks|months|years) sober|"
        rf"\b(?:no|without|strictly) {_ALLERGEN} for me\b|\bno (?:spleen|gall ?bladder)|(?:lost|losing) my (?:hearing|sight)|"
        rf"{_ALLERGEN} gives? me (?:a|an|hives|migraines?|the runs|horrible)\b|fear of (?:flying|heights)|"
        r"\bwithout a drink\b|"
        r"\b(?:havent|haven['’]t) (?:drunk|touched)\b"
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
