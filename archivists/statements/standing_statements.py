"""Standing statements: what has to be known in every turn, by the way it is said in each language."""

from __future__ import annotations

from collections.abc import Mapping

from archivists.language import Regex, Slot, anycase

DIET = "diet"
SAFETY = frozenset(("allergy", "health"))
"""The slots that never give way."""

_AM = r"(?:['’]m|m| am)"
_HAVE = r"(?:['’]ve| have)(?: got)?"
_ILL = (
    r"(?:diabetes|epilepsy|asthma|ha?emophilia|a pacemaker|(?:a )?heart (?:condition|disease)|high blood pressure|"
    r"coeliac(?: disease)?|celiac(?: disease)?|kidney disease|crohn['’]?s)"
)
_MEATLESS = r"(?:vegan|vegetarian|pescatarian|pescetarian)"
_TONGUE = (
    r"(?:english|turkish|german|french|italian|arabic|russian|chinese|japanese|korean|portuguese|dutch|hindi|persian|"
    r"greek|hebrew|norwegian|\w+ish)"
)
_TASKS = (
    r"(?:answer|reply|respond|write|use|include|provide|give(?! up)|show|explain|format|keep(?! (?:going|it up))|"
    r"start|begin|end|call|address|ask|"
    r"mention|speak|talk|cite|translate|suggest|assume|recommend|make|send|put|add|list|quote|refer|remind|bring up|"
    r"repeat|summari[sz]e|consider|check|prefer|return|avoid|tell me|help me|offer|apologi[sz]e|round|convert|spell)"
)
_MANNER = r"(?:short|brief|concise|succinct|simple|plain|direct|detailed|long|formal|informal|casual|to the point)"
_REPLIES = r"(?:answers?|replies|reply|responses?|explanations?|messages?)"
_FORMAT = (
    r"(?:(?:the )?metric(?: units| system)?|(?:the )?imperial(?: units| system)?|grams|kilograms|kilomet(?:er|re)s|"
    r"celsius|fahrenheit|24-hour time|plain (?:language|english|words)|simple (?:language|words|terms)|short sentences|"
    r"bullet points|british (?:english|spelling)|american (?:english|spelling)|first names)"
)
_ENGLISH = (
    Slot("name", anycase(r"\bmy (?:full |first |real )?name(?:['’]s| is)(?: now)? (?-i:[A-ZÇĞİÖŞÜ])\w+")),
    Slot(
        "introduction",
        Regex(
            r"^I(?:['’]m| am) [A-Z][a-z]{2,}(?: [A-Z][a-z]+){0,2}(?=, (?:I|an?|the|your|\d|and|nice)\b| and (?:I|my|"
            r"this)\b| from [A-Z]|[.!]?$)"
        ),
        adds_up=True,
        is_part=True,
    ),
    Slot(
        "address",
        Regex(
            r"\b(?<![Dd]on['’]t )(?:[Cc]all me|I(?:['’]d)? (?:prefer|like) to be called|I go by|[Aa]ddress me as|"
            r"[Rr]efer to me as) (?:\w+\.? )?[A-ZÇĞİÖŞÜ]\w+"
        ),
    ),
    Slot("pronouns", anycase(r"\bmy pronouns are\b|\bi use (?:they|she|he)\/\w+ pronouns\b")),
    Slot(
        "allergy",
        anycase(
            rf"(?:\bi{_AM}|\b(?:my|our) \w+(?: \w+)?(?:['’]s| is)) (?:\w+ )?(?:allergic to|"
            rf"(?:\w+[- ])?intolerant)\b|"
            rf"\bi{_HAVE} (?:an? )?(?:\w+ ){{0,3}}(?:allerg(?:y|ies)|intolerance)"
        ),
        adds_up=True,
    ),
    Slot(
        "health",
        anycase(
            rf"\b(?:i|my \w+(?: \w+)?)(?: is \d+ and)?(?:{_HAVE}| has) (?:\w+ )?{_ILL}\b|\bi{_AM} (?:an? )?"
            rf"(?:\w+ )?(?:diabetic|epileptic|"
            rf"asthmatic|"
            r"pregnant|deaf|blind|colou?r-?blind|coeliac|celiac|immunocompromised)\b|\bi take (?:\w+ ){0,2}(?:insulin|"
            r"warfarin|blood thinners|beta blockers|antidepressants|lithium)\b|\bi carry an epipen\b"
        ),
        adds_up=True,
    ),
    Slot(
        DIET,
        anycase(
            rf"\bi{_AM} (?:a )?(?:strict |mostly )?{_MEATLESS}\b|\b(?:i|we)(?:['’]ve| have)? (?:gone|went|"
            rf"turned|became|become) (?:a )?{_MEATLESS}s?\b|\bi no longer eat \w+|\bi (?:only eat|keep) "
            r"(?:halal|kosher)\b|\bi (?:don['’]?t|do not|can['’]?t|cannot|never) eat (?!out\b|there\b|here\b|breakfast|"
            r"lunch|dinner|much|it\b|that\b|anything)\w+"
        ),
        adds_up=True,
    ),
    Slot("time zone", anycase(r"\bmy time ?zone is\b|\bi(?:['’]m| am) in the \w+ time ?zone\b")),
    Slot("emergency", anycase(r"\bmy emergency contact (?:is|['’]s)\b")),
    Slot(
        "language",
        anycase(
            r"\b(?:answer|reply|respond|write|speak|talk|continue|switch)(?: to)?(?: me)?(?: only| always)?(?: in|"
            r" to)? "
            rf"(?:in )?{_TONGUE}\b(?! (?:restaurant|food|dish|recipe|song|teacher|class))|\bi(?:['’]d|"
            rf" would)? (?:prefer|"
            rf"like) (?:your )?(?:answers|replies|responses) in {_TONGUE}\b"
        ),
        needs_assistant=True,
    ),
    Slot(
        "rule",
        anycase(
            r"^(?:(?:from now on|in (?:the )?future|going forward),? )?(?:please )?(?:always|never|do not|"
            r"don['’]t(?: ever)?|"
            rf"make sure to always|from now on|stop)(?:,? please|,? ever| always)? (?:you )?(?:{_TASKS}|(?:calling|"
            rf"using|"
            rf"adding|"
            r"apologi[sz]ing|asking|suggesting|repeating|mentioning))\b"
        ),
        adds_up=True,
        needs_assistant=True,
    ),
    Slot(
        "rule",
        anycase(
            r"^(?:from now on|going forward|remember that|keep in mind that|for future reference),? (?!when|what|how)"
            r"\w+ \w+ \w+|^please (?:\w+ )?(?:keep|make) (?:all )?(?:your )?(?:answers|replies|responses)\b"
        ),
        adds_up=True,
        needs_assistant=True,
    ),
    # How to answer, in the imperative without an object of its own: "write it up in short" is a task, not a rule.
    Slot(
        "rule",
        anycase(
            rf"^(?:please )?(?:(?:answer|reply|respond|write|talk|speak)(?: to me)? (?:more )?(?:briefly|concisely|"
            rf"succinctly|informally|formally|casually|in (?:short|brief|simple|plain|full|complete|bullet|formal|"
            rf"informal) "
            rf"(?:answers|replies|sentences|words|terms|language|points))|be (?:more )?{_MANNER}(?: with me| in your "
            rf"{_REPLIES}| when you (?:answer|reply|write))|(?:keep|make) (?:all )?(?:your|the) {_REPLIES} "
            rf"(?:\w+ )?{_MANNER}|give me (?:only )?{_MANNER}(?: and {_MANNER})? {_REPLIES}|use (?:only )?{_FORMAT}|no "
            rf"(?:more )?(?:emojis?|jargon|small talk|spoilers|bullet points|disclaimers))(?:,? please)?(?=[.,;!]|$)|"
            rf"^i(?:['’]d| would)? (?:prefer|like|want) (?:your )?{_MANNER}(?: and {_MANNER})? {_REPLIES}\b"
        ),
        adds_up=True,
        needs_assistant=True,
    ),
)
_TR_TONGUE = r"(?:türkçe|[iİ]ngilizce|almanca|fransızca|[iİ]spanyolca|arapça|rusça|[iİ]talyanca|kürtçe|farsça)"
_TR_ILL = (
    r"(?:diyabet|şeker hastalığ|astım|epilepsi|sara|tansiyon|çölyak|kalp hastalığ|kalp pil|hemofili|böbrek hastalığ)"
)
_TR_KIN = (
    r"(?:anne|baba|abla|ağabey|abi|kardeş|eş|karı|koca|kız|oğl|çocuğ|bebeğ|dede|nine|anneanne|babaanne|teyze|hala|amca|"
    r"dayı|kuzen|yeğen|torun|nişanlı|sevgili|kayınvalide|kayınpeder)(?:[ıiuü]?m|[ıiuü]?m[ıiuü]z)"
)
_TR_DO = (
    r"(?:ver|yaz|anlat|açıkla|cevapla|yanıtla|konuş|özetle|söyle|kullan|sor|ekle|göster|başla|bitir|tut|belirt|"
    r"hatırlat|hitap et|listele|öner|çevir|uyar|davran|dikkat et|olsun|olmasın)"
)
_TR_DONT = (
    r"(?:(?<!bir )ekle|kullan|öner|koy|tekrarla|bahset|gönder|uzat|anlat|paylaş|hitap et|(?:bana|bey|hanım|efendim|"
    r"hocam|abi|abla|sen|siz) de)m[ae]"
)
_TR_POLITE = r"(?:y?[ıiuü]n(?:[ıiuü]z)?)?"
_TR_END = r"(?=(?: lütfen| ya| olur mu)?(?:[.,;!]|$))"
_TR_MANNER = (
    r"(?:kısa(?: kısa)?|kısaca|öz|uzun(?: uzun)?|sade|basitçe|açık|net|detaylı|ayrıntılı|madde madde|resmi|samimi|"
    r"(?:kısa|uzun|basit|sade) (?:cümlelerle|bir dille|bir şekilde))"
)
_TURKISH = (
    Slot("name", Regex(r"(?:^|\s|\b[Bb]enim )(?:[Aa]dım|[İi]smim)(?: artık)?\s+[A-ZÇĞİÖŞÜ]\w+")),
    Slot(
        "introduction",
        Regex(r"^[Bb]en [A-ZÇĞİÖŞÜ][a-zçğıöşü]{2,}(?: [A-ZÇĞİÖŞÜ][a-zçğıöşü]+){0,2}(?=[,.!]|$)"),
        adds_up=True,
        is_part=True,
    ),
    # In small letters too, where nothing else follows: "adım adım" and "adım at" are steps.
    Slot("name", anycase(r"^(?:benim )?(?:adım|ismim) (?!adım|at\b|say|ne\b)\w+(?= bu arada|[.,!]|$)")),
    Slot("address", anycase(r"^bana (?!öyle|böyle|bunu|şunu|bir|ne\b|doğru|yalan|hayır|evet)\w+ de(?=[.,!]|$)")),
    Slot(
        "address",
        Regex(
            r"\b[Bb]ana\s+(?:kısaca\s+)?[A-ZÇĞİÖŞÜ]\w+(?:\s+[A-ZÇĞİÖŞÜ]\w+)?\s+(?:de|deyin|diye|diyebilirsin|"
            r"diyebilirsiniz|dersen|derler)\b|\b[A-ZÇĞİÖŞÜ]\w+\s+diye\s+(?:hitap et|seslen|çağır)"
        ),
    ),
    Slot(
        "allergy",
        anycase(
            r"\balerji(?:m|miz|si)\s+var\b|\b\w+\s+alerji(?:m|miz|ğim|k)\b|\balerjim\b|\bintoleransım\s+var\b|"
            r"\b\w+\s+dokunuyor\b"
        ),
        adds_up=True,
    ),
    Slot(
        "health",
        anycase(
            rf"\b{_TR_ILL}\w*\s+var\b|\b(?:şeker|kalp|tansiyon|böbrek|astım|epilepsi) hastasıyım\b|\b(?:diyabetik|"
            rf"hamile|"
            r"gebe)y?[ıi]m\b|\b"
            rf"{_TR_KIN}(?: \w+)?(?: de| da)? (?:şeker|kalp|tansiyon|böbrek|astım|epilepsi|çölyak|diyabet) hastası\b|"
            r"\b(?:insülin|kan sulandırıcı|coumadin) (?:kullanıyorum|alıyorum)\b|\bişitme engelliyim\b"
        ),
        adds_up=True,
    ),
    Slot(
        DIET,
        anycase(
            r"\b(?:vegan|vejetaryen|pesketaryen)(?:[ıi]m| oldu[mk])\b|\b\w+ (?:yemem|yemiyorum|yiyemem|"
            r"yiyemiyorum|içmem|içemem)(?=[.!,]|$)"
        ),
        adds_up=True,
    ),
    Slot(
        "language",
        anycase(
            rf"\b{_TR_TONGUE}\s+(?:cevap ver|yanıt ver|yanıtla|cevapla|yaz|konuş|devam et)|\b(?:cevaplar|yanıtlar)\w* "
            rf"{_TR_TONGUE} olsun\b"
        ),
        needs_assistant=True,
    ),
    Slot(
        "rule",
        anycase(
            r"^(?:lütfen )?(?:bundan sonra|bundan böyle|artık bana|sürekli|asla|hiçbir zaman|unutma|"
            r"(?:[\w'’]+ ){0,4}(?:her zaman|hep|daima|mutlaka))\b"
            rf"[^.!?]*\b(?:{_TR_DO}(?:m[ae])?{_TR_POLITE}|\w+m[ae]{_TR_POLITE}){_TR_END}"
        ),
        adds_up=True,
        needs_assistant=True,
    ),
    # How to answer, in the imperative without an object of its own: "planı kısaca yaz" is a task, not a rule.
    Slot(
        "rule",
        anycase(
            rf"^(?:lütfen |bana |benimle |hep )*{_TR_MANNER}(?: ve {_TR_MANNER})? (?:(?:cevap|yanıt)(?:lar)? ver|"
            rf"(?:cevapla|yanıtla|konuş|yaz)){_TR_POLITE}{_TR_END}|"
            rf"^(?:lütfen |bana |benimle )*{_TR_MANNER} (?:anlat|yaz|konuş|cevap ver|yanıt ver)m[ae]{_TR_POLITE}\b|"
            rf"^(?:lütfen )?(?:bütün |tüm )?(?:cevap|yanıt|mesaj|açıklama)lar\w* [^.!?]*\b(?:olsun|olmasın|ver|yaz|tut)"
            rf"{_TR_POLITE}{_TR_END}|"
            r"^(?:lütfen )?(?:\w+ )?(?:ölçü|birim|miktar|tarih|saat|sıcaklı|fiyat)\w* (?:\w+ ){1,3}(?:olarak|cinsinden|"
            rf"ile) (?:ver|yaz|söyle|göster|belirt){_TR_POLITE}\b|"
            rf"(?:^|, )(?:[\w'’]+ ){{1,5}}{_TR_DONT}{_TR_POLITE}{_TR_END}"
        ),
        adds_up=True,
        needs_assistant=True,
    ),
    Slot(
        "rule",
        anycase(r"^lütfen .*\b(?:cevap|yanıt)\w*\s.*\b(?:ver|tut|yaz|olsun)(?:me)?[.!]?$"),
        adds_up=True,
        needs_assistant=True,
    ),
)
SLOTS: Mapping[str, tuple[Slot, ...]] = {"en": _ENGLISH, "tr": _TURKISH}
"""By the code of the language, in the order in which they are tried."""
