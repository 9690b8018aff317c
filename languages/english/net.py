"""What is kept of English without a model: dangers to the speaker, what to call them, and orders to the assistant."""

from languages.english.analysis import PEOPLE
from languages.language import Net
from languages.medicines import MEDICINES

_ALLERGEN = (  # The fourteen of the EU's regulation 1169/2011, and the most common others.
    r"\b(?:gluten|wheat|rye|barley|oats|crustaceans?|shellfish|seafood|shrimps?|prawns?|crabs?|lobster|eggs?|fish|"
    r"\w*nuts?|soya?|dairy|milk|lactose|almonds?|cashews?|pecans?|pistachios?|celery|mustard|sesame|sulphites|lupin|"
    r"mussels|oysters|squid|mushrooms|kiwis?|mango\w*|avocados?|\w+berr(?:y|ies)|bananas?|tomato\w*|alcohol|caffeine|"
    r"sugar|salt|grapefruit|msg|histamine|pollen|dust|mou?ld|latex|bees?|wasps?|hornets?|stings?|cats|dogs|fur|nickel|"
    r"perfume|aspirin|codeine|sulfa|antibiotics?)\b"
)
_GRAVE = (
    rf"(?:{MEDICINES}|\bt[12]d\b|\btype (?:1|2|one|two)\b|seizure|coeliac|celiac|pacemaker|pregnan|breastfe|trimester|"
    r"blood (?:pressure|sugar|thinner|clot)|autoimmune|immunoc|beta.?blocker|inhaler|nitroglyc|(?:heart|lung|liver|"
    r"kidney|bleeding)s? (?:condition|disease|failure|attack|defect|disorder)|sickle cell|\bchronic |eating disorder|"
    r"\bptsd\b|panic attack|vertigo|self.harm|suicid|medication|painkiller|diagnosed|thyroid|an(?:a)?emi|fibromyalg|"
    r"reflux|endometrio|relaps|arthrit|hyperten|sclerosis|psoria|eczema|wheelchair|prosthe|hearing aid|cochlear|"
    r"transfusion|\bhives\b|metal (?:plate|clip)|weeks along)"
)
_SOMETIMES = (  # Words of illness that also mean something else: with the speaker in the sentence only.
    r"(?:(?:have|had|with|my|got|of) ms\b(?!\.| (?:office|word|excel|teams|paint|access))|stroke\b(?! of)|surgery\b(?! "
    r"show| drama| clinic)|(?:my|an|the|after) op\b(?! amp)|implant|deaf|hard of hearing|blind\b(?! date| spot| taste| "
    r"trust)|sober\b|in (?:aa|recovery)\b|recovering (?:from|addict|alcoholic)|recovering$|remission|rehab\b|in "
    r"withdrawal|(?:my|on|daily|these) meds\b|pills?\b|steroid|gout\b|ulcer|cancer\b|(?:bad|weak|dodgy) heart|heart "
    r"(?:problem|murmur|rhythm)|swollen|swell(?:s|ed|ing)\b|i faint|fainted|fainting|passed out|i pass out|"
    r"black(?:ed)? ?outs?|collaps\w+|react(?:s|ed)? badly|(?:bad|severe) reaction|expecting(?: a (?:baby|girl|boy|"
    r"child)| twins|$|,)|kidneys?\b(?! bean)|(?:my|bad|fatty) liver\b|spleen|gall ?bladder|pancreas|immun\w+|bypass|"
    r"low iron|cholesterol|welts|into shock|severe fear|(?:fear|terrified|scared) of (?:heights|flying|needles|blood|"
    r"dogs|spiders|snakes|crowds|water|lifts|elevators)|heart valve|feeding tube|unconscious|colou?r.?blind|one "
    r"(?:lung|eye)|coma\b|convuls|(?<!call an )ambulance|paramedics|a&e\b|(?:the|to) e\.?r\b(?! diagram| model)|icu\b|"
    r"intensive care|gasping|wheez|choke(?!d? up)|intubat|resuscitat|swallow|slipped disc|cpap|potassium|radiotherapy|"
    r"urticaria|palpitations|low.?(?:salt|sodium)|bleed\w*|bled\b|clots?\b|(?:have|had|my|severe) (?:depression|"
    r"anxiety)|paraly[sz]ed|amput|(?:motion|car|sea) ?sick|pneumonia|shingles|ibs\b|hospitali[sz]ed\b(?! \w+$)|"
    r"concussion|like a balloon)"
)
_BODY = r"(?:throat|tongue|lips?|face|airways?|chest|eyes?|skin|lungs?|legs?)"
_HURT = (
    r"(?:clos(?:es?|ed|ing)\b(?! to)|shut|block|swell|swoll|itch|burn|tighten|tingl|seiz|go(?:es)? numb|give out)\w*"
)
_HARM = (
    rf"(?:\b{_SOMETIMES}|\b(?:kill|wreck|floor|get|trigger|hate|knock|set)(?:s|ed)? me\b|\bthrough me\b|{_HURT} (?:up |"
    rf"off )?my {_BODY}|hospital|\bdeadly|\bno.go\b|\ba no for|off.limits|\b(?:stay|keep) off\b|\boff the (?:table|"
    r"menu)|\brash\b|\b(?:sick|ill)\b(?! of)|\bjab\b|\ball night|\bcramps|\bpoison|\bshock|\bavoid|\bstomach|\bdoctor|"
    r"\b(?:do not|don['’]?t|doesn['’]?t) (?:mix|agree with)|migraines?|\b(?:no|strictly)\b(?=.*\bfor me\b))"
)
_NOT = r"(?:cant|can['’]t|couldn['’]?t|cannot|must ?n['’]?t|(?:not|never) (?:allowed|supposed|able)(?: to)?)"

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
        rf"on)?|with (?:my|an?)) (?:(?!not(?! only)|no(?!t)|with|for|the|dad|mum|mom)[\w-]+ "
        rf"){{0,3}}?{_GRAVE}|\bi(?:['’]m)? (?:\w+ )?"
        rf"{_NOT} (?:really )?(?:(?:breath|see out|hear\b(?! (?:him|her|you|that|it|them|the|from|about))|swim|swallow|"
        r"do (?:heights|needles|lifts|crowds))|(?:eat|drink|digest|tolerate)\b|(?:have|take|touch|be (?:around|near)) "
        rf"(?:\w+ ){{0,2}}?{_ALLERGEN})|\bstop(?:ped)? breathing|\bmy {_BODY} (?:\w+ ){{0,3}}?{_HURT}|\b(?:could|would|"
        r"can|might|will|may) (?:\w+ )?(?:kill|choke) me\b|\b(?:put|started) me on (?!hold|speaker|the (?:spot|list|"
        r"phone|team|bus))\w|\bhospital for me\b|\bi(?:['’]m| am) dead\b"
    ),
    others=(
        rf"(?:\b(?:my|our|his|her|their) (?:[\w-]+ ){{0,2}}?|^(?!ex-))(?!doctor|therapist)(?:{PEOPLE}|parents|kids|"
        r"children)(?:['’]s)?\b(?! (?:says?|thinks?|knows?|told|keeps?|(?:puts?|gave|wants|makes?|made|has (?:put )?) "
        r"?me))|\b(?:he|she)(?:['’]s)?\b(?! (?:says?|said|put|told|gave|thinks?|wants))|^(?!it|this|that|there|what|"
        r"doc|mine)\w+ (?:has|takes|is (?:allergic|diabetic|pregnant|on)|was diagnosed)\b(?!.* m[ey]\b)|\bthey (?:are|"
        r"have (?!me))|\bthey['’](?:re|ve) (?!got me|put me)|allerg\w* to (?:the (?:word|idea)|\w+days?\b|mornings|"
        r"people|work\b|meetings|homework|chores|exercise|drama|commitment|nonsense|small ?talk|fun\b|you\b|my)|"
        r"\bi(?:['’]?m| am| do|['’]ve| have)?(?: not(?! (?:only|just)\b)|n['’]?t| no longer) (?:have )?(?:actually |"
        r"really |an? |any )?(?:\w+ )?(?:allerg|intoleran|diabet|pregnan|sick|ill\b|asthma|cancer)|\b(?:in my "
        r"(?:dream|novel|story|"
        r"game)|my character|(?:a|the) patient|what if|suppose|i wish i (?:had|was|were)|if i (?:was|were|had|got)|"
        r"used to|translate)\b"
    ),
    likely=(
        rf"^(?=.*\b(?:i|me|my|i['’]?(?:m|ve|d))\b).*\b{_SOMETIMES}|(?:\b(?:since|after) (?:a|the) |^){_SOMETIMES}|"
        rf"{_ALLERGEN}.*{_HARM}|{_HARM}.*{_ALLERGEN}|\b(?:nearly|almost) killed me\b|\bi (?:nearly|almost) died\b(?! "
        r"of| lau)|\bma(?:kes?|de) me (?:\w+ ){0,2}?(?:faint|vomit|throw up|pass out|seize)|\bbr(?:eak|oke) out in\b|"
        r"\b(?:sen[dt]s?|puts?|landed|ended up) (?:me )?in (?:the )?hospital|\bi (?:(?:dont|don['’]t) drink(?: any "
        r"?more| alcohol)|stopped drinking)|\b\d+ \w+ sober|\bno (?:spleen|gall ?bladder)|los(?:t|ing) my (?:hear|"
        r"sight)|\bwithout a drink\b|\bhaven['’]?t (?:drunk|touched)\b"
    ),
    denied=(
        rf"^(?!.*\b(?:only|just|merely|maybe|perhaps)\b)(?:{_LEAD}|actually[,:]? |turns out (?:that )?)*"
        r"(?:i(?:['’]?m| am) (?:not|no longer)(?: actually| really)? (?:allergic|intolerant) to ([^,.;!?]+)|i (?:do "
        r"not|don['’]?t|no longer) have (?:an? |any )?([^,.;!?]*(?:allergy|intolerance|diabetes|asthma))(?: after "
        r"all| any "
        r"?more)?\s*(?:[,.;!]|$))"
    ),
    forgotten=(
        r"^(?:please |ok(?:ay)?,? |just |you can )*(?:forget|ignore|disregard|never ?mind|scratch) (?:what i (?:said|"
        r"told you)(?: about| on)? |that i (?:(?:said|told you|asked you|want(?:ed)? you)(?: that| to)? |(?=am |have |"
        r"take ))|that (?=i['’]?m )|(?P<rule>(?:the|my) (?:(?:rule|thing|bit|order)s? (?:about|on|with) |(?=[^.;!?]+ "
        r"(?:rule|order)\b))))([^.;!?]+?)(?: rules?| orders?)?\s*(?:[.;!?]|$)"
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
    unkept=(
        rf"(?:^|[.!?\n] *)(?:{_LEAD})*(?:you )?(?:do not|don['’]?t|no need to) (?:please )?(?:remember|memori[sz]e|"
        r"store|save|record) (?:this|any of this|what i(?:['’]m| am)? (?:\w+ ){0,3}(?:say|tell)\w*(?: you)?|"
        r"(?:that|it)(?= in (?:your|the) memory|,? please))(?: (?:one|part|bit|message|please|(?:in|to) (?:your|the) "
        r"memory))* *(?:$|[,.;:!\n–—-]|but\b|and\b|because\b)|(?:^|[.!?\n] *)(?:\w+ ){0,3}off the record(?:$|"
        r"[,.:;!\n–—-])|\b(?:keep|leave) (?:this|that|it) out of (?:your|the) memory\b"
    ),
    orders=(
        rf"^(?:{_LEAD})*(?!never say never)(?:"
        rf"(?:always|never|stop|do not|(?!don['’]t (?:be (?:afraid|scared|shy|sad)|give up))don['’]?t|"
        rf"no more|avoid|make sure (?:to|you)|only)\b(?:,? (?:please|ever|always|just|simply|you|to|in))* {_TASK}|"
        rf"{_ALWAYS}\b.*\b(?:{_TASK}|{_STYLE})\b)|(?:^|[,;.–-] ?)(?:{_LEAD})*(?:don['’]?t |only )?(?!\w+ing\b){_TASK}"
        rf"\b.*\b(?:{_ALWAYS}|in future \w+)\b|^(?:{_LEAD})*(?:(?:answer|reply|respond|speak|talk)(?: to)?(?: me)?(?: "
        r"only)? (?:in|with|like|as|more|briefly|concisely)\b|(?:keep|make|be|use|no|without|skip|cut|drop|i prefer|i "
        rf"like|i use)\b(?: \w+){{0,4}}? {_STYLE}\b|{_STYLE} (?:only|please|not \w+)\b|(?:treat|talk to) me like\b|"
        r"max(?:imum)? \w+ (?:words|lines|sentences)\b)"
    ),
)
