"""What is kept of English without a model: dangers to the speaker, what to call them, and orders to the assistant."""

from __future__ import annotations

from languages.english.names import PEOPLE
from languages.language import Net
from languages.medicines import MEDICINES

_ALLERGEN = (  # The fourteen of the EU's regulation 1169/2011, and the most common others.
    r"\b(?:gluten|wheat|rye|barley|oats|crustaceans?|shellfish|seafood|shrimps?|prawns?|crabs?|lobster|eggs?|fish|"
    r"(?:\w*nuts?)|soya?|dairy|milk|lactose|almonds?|cashews?|pecans?|pistachios?|celery|mustard|sesame|sulphites|"
    r"lupin|mussels|oysters|squid|mushrooms|kiwis?|mango\w*|avocados?|\w+berr(?:y|ies)|bananas?|tomato\w*|alcohol|"
    r"caffeine|sugar|salt|grapefruit|msg|histamine|pollen|dust|mou?ld|latex|bees?|wasps?|hornets?|stings?|cats|dogs|"
    r"fur|nickel|perfume|aspirin|codeine|sulfa|antibiotics?)\b"
)
_SOMETIMES = (  # Words of illness that also mean something else: with the speaker before them only.
    r"(?:ms\b(?! (?:office|word|excel|teams|paint|project|access))|stroke\b(?! of)|surgery\b(?! show| drama| clinic)|"
    r"op\b|implant|deaf|hard of hearing|blind\b(?! date| spot| taste| buy| trust)|sober\b|in (?:aa|recovery)\b|"
    r"recovering (?:from|addict|alcoholic)|rehab\b|withdrawal|meds\b|pills?\b|steroid|gout\b|ulcer|cancer\b|(?:bad|"
    r"weak|dodgy) heart|swollen|swell\w*|faint\w*|black ?outs?|react(?:s|ed|ion)? (?:to|badly)|expecting(?: a (?:baby|"
    r"girl|boy|child)| twins|$|,| in )|kidneys?|liver|spleen|gall ?bladder|pancreas|immun\w+|bypass|cholesterol|low "
    r"iron|welts|in shock|into shock|(?:severe|proper|panicky?) (?:fear|phobia)|terrified of|(?:\w+ )?valve|pump\b|"
    r"feeding tube|ox[yi]gen|colou?r.?blind|one (?:lung|eye)|unconscious|coma\b|convuls\w+|ambulance|paramedics|a&e\b|"
    r"\bicu\b|intensive care|gasping|wheez\w+|anaphyla|choke(?!d? up)|intubat|resuscitat|due in \w+|bun in the oven|on "
    r"the wagon|recovering|swallow|slipped disc|altitude|sleepwalk|cpap|potassium|radi(?:otherapy|ation)|urticaria|"
    r"low.?(?:salt|sodium)|bleed\w*|bled\b|(?:doc|doctor)(?:['’]?s orders)|clots?\b|palpitations|fits\b(?! in| the| my|"
    r" me)|hospitali[sz]ed|hernia|concussion|dizzy|(?:have|had|with|from|my|severe|clinical) (?:depression|anxiety)|"
    r"paraly[sz]ed|amput\w*|(?:motion|car|sea) ?sick\w*|heart (?:problem|trouble|surgery|rhythm)\w*|pneumonia|shingles|"
    r"nosebleeds|ibs\b|pots\b|pcos\b|painkillers)"
)
_BODY = r"(?:throat|tongue|lips?|face|airways?|chest|eyes?|skin|lungs?|legs?)"
_HURT = r"(?:clos|shut|block|swell|swoll|itch|burn|tighten|tingl|seiz|go(?:es)? numb|give out)\w*"
_HARM = (
    rf"(?:\b(?:kill|wreck|floor|get|trigger|destroy)(?:s|ed)? me\b|{_HURT} (?:up |off )?my {_BODY}|hospital|\be\.?r\b|"
    r"\bicu\b|ambulance|\bdeadly|\bno.go\b|off.limits|\b(?:stay|keep|lay) off\b|\boff the (?:table|menu)|\brash\b|"
    r"\bdead (?:in|within)|\b(?:sick|ill)\b(?! of)|intensive care|\bjab\b|\ball night|\bcramps|\bpoison|\bshock|"
    r"\bavoid|\bmy stomach|\bdoctor|\b(?:do not|don['’]?t) (?:mix|agree with me)|doesn['’]?t agree with me|(?:hates?|"
    r"through|knocks?|sets?) me\b|\ba no for me)"
)
_NOT = r"(?:cant|can['’]t|couldn['’]?t|cannot|must ?n['’]?t|(?:not|never) (?:allowed|supposed|able)(?: to)?)"
_GRAVE = (
    rf"(?:{MEDICINES}|\bt[12]d\b|\btype (?:1|2|one|two)\b|seizure|coeliac|celiac|pacemaker|pregnan|breastfe|trimester|"
    r"aneurysm|blood (?:pressure|sugar|thinner|clot)|autoimmune|immunoc|arrhythmi|beta.?blocker|inhaler|nitroglyc|"
    r"(?:heart|lung|liver|kidney|bleeding)s? (?:condition|disease|failure|attack|defect|disorder)|sickle cell|eating "
    r"disorder|\bptsd\b|panic attack|narcolep|vertigo|self.harm|suicid|medication|painkiller|diagnosed|thyroid|"
    r"an(?:a)?emi|fibromyalg|endometrio|reflux|relaps|arthrit|hyperten|heart murmur|brain injury|sclerosis|psoria|"
    r"eczema|wheelchair|prosthe|hearing aid|cochlear|catheter|transfusion|\bhives\b|metal plate)"
)

_TASK = (
    r"(?:answer|reply|respond|writ|us(?:e|ing)\b|includ|provid|giv|show|explain|format|keep|start|begin|end|call|"
    r"address|ask|mention|speak|talk|cit|translat|suggest|assum|recommend|mak|send|put|add|list|quot|refer|remind|"
    r"bring|repeat|summari[sz]|check|offer|apologi[sz]|round|convert|spell|say|tell|treat|lectur|swear|sign|prais|be\b|"
    r"being|warn|state|correct|skip|stick|name|open|finish|label|go\b|drop|cut|leave)\w*"
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
        r"(?<!do )(?<!did )(?<!think )\b(?:my|as an?|(?:i['’]?m|i am|i have|i['’]?ve|i take|i had|i was|being)(?: an?| "
        rf"on)?|with (?:my|an?)) (?:(?!not|no|with|for|the|dad|mum|mom)[\w-]+ ){{0,3}}?{_GRAVE}"
    ),
    others=(
        rf"\b(?:my|our|his|her|their) (?:[\w-]+ ){{0,2}}?(?!doctor|therapist){PEOPLE}(?:['’]s)?\b(?! (?:says?|thinks?|"
        r"knows?|told|keeps?|(?:puts?|gave|wants|makes?|made|has (?:put )?) ?me))|\b(?:he|she)(?:['’]s)?\b(?! (?:says?|"
        r"said|put|told|gave|thinks?|wants))|\bthey (?:are|have (?!me))|\bthey['’](?:re|ve) (?!got me|put me)|"
        r"allerg\w* to (?:the (?:word|idea)|\w+days?\b|mornings|people|work\b|meetings|homework|chores|exercise|drama|"
        r"commitment|nonsense|small ?talk|fun\b|you\b|my)|\bi(?:['’]?m| am| do|['’]ve| have)?(?: not|n['’]t| no "
        r"longer) (?:actually |really |an? )?(?:allerg|lactose|intoleran|diabet|pregnan|sick|ill\b)|\b(?:in my "
        r"(?:dream|novel|story|game)|my character|(?:a|the) patient|what if|suppose|i wish|if i (?:was|were|had|got)|"
        r"used to|as a kid|translate)\b"
    ),
    fatal=(
        rf"^(?=.*\b(?:i|me|my|i['’]?(?:m|ve|d))\b).*\b{_SOMETIMES}|(?:\b(?:since|after) (?:a|the) |^){_SOMETIMES}|"
        r"\b(?:could|would|can|might|will|nearly|almost|may) (?:\w+ )?(?:kill(?:ed)?|choked?) me\b|\bi (?:nearly|"
        rf"almost) died\b(?! of| lau)|\bi(?:['’]m)? (?:\w+ )?(?:{_NOT}|stop(?:ped)?) (?:really )?(?:breath|see out|"
        rf"hear|swim|swallow)\w*|\bi(?:['’]m| am) dead\b|\bmy {_BODY} (?:\w+ ){{0,3}}?{_HURT}|\b(?:blow|blew) up "
        r"like\b|like a balloon|\bbr(?:eak|oke) out in\b|\bma(?:kes?|de) me (?:\w+ ){0,2}?(?:faint|vomit|pass out|"
        r"seize|wheeze)\b|\bi (?:\w+ ){0,3}?(?:pass(?:ed)? out|collapsed?)\b|\b(?:sen[dt]s?|puts?|landed|ended up) "
        r"(?:me )?(?:in|to) (?:the )?(?:er\b|a&e|icu|hospital|intensive)|\b(?:put|started) me on (?!hold|speaker|the "
        rf"(?:spot|list|phone|team|bus))\w|\bhospital for me\b|\bi(?:['’]m| am)? ?(?:\w+ )?{_NOT} (?:eat|drink|digest|"
        rf"tolerate|have|take|touch|be (?:around|near)) (?:\w+ ){{0,2}}?{_ALLERGEN}|{_ALLERGEN}.*{_HARM}|{_HARM}.*"
        rf"{_ALLERGEN}|\bi {_NOT} (?:do|stand) (?:heights|needles|lifts|crowds|elevators)|\bweeks along\b|\bi "
        r"(?:(?:dont|don['’]t|no longer) drink(?: any ?more| alcohol)|stopped drinking)|\b\d+ (?:days|weeks|months|"
        rf"years) sober|\b(?:no|without|strictly) {_ALLERGEN} for me\b|\bno (?:spleen|gall ?bladder)|(?:lost|losing) "
        rf"my (?:hearing|sight)|{_ALLERGEN} gives? me (?:a|an|hives|migraines?|the runs|horrible)\b|fear of (?:flying|"
        r"heights)|\bwithout a drink\b|\b(?:havent|haven['’]t) (?:drunk|touched)\b"
    ),
    denied=(
        rf"^(?:{_LEAD}|actually[,:]? |turns out (?:that )?)*(?:i(?:['’]?m| am) (?:not|no longer)(?: actually| really)? "
        r"(?:allergic|intolerant) to ([^,.;!?]+)|i (?:do not|don['’]?t|no longer) have (?:an? |any "
        r")?([^,.;!?]*(?:allergy|intolerance|diabetes|asthma))(?: after all| any ?more)?\s*(?:[,.;!]|$))"
    ),
    forgotten=(
        r"^(?:please |ok(?:ay)?,? |just |you can )*(?:forget|ignore|disregard|never ?mind|scratch) (?:what i (?:said|"
        r"told you)|the (?:rule|thing|bit|order)s?|my (?:rule|order)s?)(?: about| on| with)? ([^.;!?]+)"
    ),
    called=(
        r"(?<!['’]t )(?<!dont )(?<!never )\b(?:call me|refer to me as|address me as) (?!(?:when|if|back|later|at|on|in|"
        r"tomorrow|today|tonight|now|crazy|old|a|an|the|it|that)\b)\w+|\bi (?:go by|prefer to be called) \w+|\bmy "
        r"(?:(?:full|first|real|preferred) )?name is \w+|\bmy pronouns are\b|\b(?:people|friends|everybody|everyone) "
        r"calls? me \w+"
    ),
    asked=(
        rf"^(?:{_LEAD})*(?:remember|keep in mind|bear in mind|don['’]?t forget|make a note|note|memori[sz]e|store|"
        r"save)(?: for (?:me|later|next time|the future))?(?: that\b(?! time\b)|:| this:| the fact that)|\bfor future "
        r"reference\b|\bremember that for\b"
    ),
    orders=(
        rf"^(?:{_LEAD})*(?:(?:always|never|stop|do not|(?!don['’]t (?:be (?:afraid|scared|shy|sad)|give up))don['’]?t|"
        rf"no more|avoid|make sure (?:to|you)|only)\b(?:,? (?:please|ever|always|just|simply|you|to|in))* {_TASK}|"
        rf"{_ALWAYS}\b.*\b(?:{_TASK}|{_STYLE})\b)|(?:^|[,;.–-] ?)(?:{_LEAD})*(?:don['’]?t |only )?(?!\w+ing\b){_TASK}"
        rf"\b.*\b(?:{_ALWAYS}|in future \w+)\b|^(?:{_LEAD})*(?:(?:answer|reply|respond|speak|talk)(?: to)?(?: me)?(?: "
        r"only)? (?:in|with|like|as|more|briefly|concisely)\b|(?:keep|make|be|use|no|without|skip|cut|drop|i prefer|i "
        rf"like|i use)\b(?: \w+){{0,4}}? {_STYLE}\b|{_STYLE} (?:only|please|not \w+)\b|(?:treat|talk to) me like\b|"
        r"max(?:imum)? \w+ (?:words|lines|sentences)\b)"
    ),
)
