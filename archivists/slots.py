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
_TONGUE = (
    r"(?:english|turkish|german|french|italian|arabic|russian|chinese|japanese|korean|portuguese|dutch|hindi|persian|"
    r"greek|hebrew|norwegian|\w+ish)"
)
_TASKS = (
    r"(?:answer|reply|respond|write|use|include|provide|give|show|explain|format|keep|start|begin|end|call|address|ask|"
    r"mention|speak|talk|cite|translate|suggest|assume|recommend|make|send|put|add|list|quote|refer|remind|bring up|"
    r"repeat|summari[sz]e|consider|check|prefer|return|avoid|tell me|help me|offer|apologi[sz]e|round|convert|spell)"
)
_ENGLISH = (
    Slot("name", anycase(r"\bmy (?:full |first |real )?name(?:['’]s| is)(?: now)? (?-i:[A-ZÇĞİÖŞÜ])\w+")),
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
            rf"\b(?:i|my \w+)(?:{_HAVE}| has) (?:\w+ )?{_ILL}\b|\bi{_AM} (?:an? )?(?:\w+ )?(?:diabetic|epileptic|"
            rf"asthmatic|"
            r"pregnant|deaf|blind|colou?r-?blind|coeliac|celiac|immunocompromised)\b|\bi take (?:\w+ ){0,2}(?:insulin|"
            r"warfarin|blood thinners|beta blockers|antidepressants|lithium)\b|\bi carry an epipen\b"
        ),
        adds_up=True,
    ),
    Slot(
        DIET,
        anycase(
            rf"\bi{_AM} (?:a )?(?:strict |mostly )?(?:vegan|vegetarian|pescatarian|pescetarian)\b|\bi (?:only eat|"
            rf"keep) "
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
)
_TR_TONGUE = r"(?:türkçe|[iİ]ngilizce|almanca|fransızca|[iİ]spanyolca|arapça|rusça|[iİ]talyanca|kürtçe|farsça)"
_TR_ILL = (
    r"(?:diyabet|şeker hastalığ|astım|epilepsi|sara|tansiyon|çölyak|kalp hastalığ|kalp pil|hemofili|böbrek hastalığ)"
)
_TURKISH = (
    Slot("name", Regex(r"(?:^|\s|\b[Bb]enim )(?:[Aa]dım|[İi]smim)(?: artık)?\s+[A-ZÇĞİÖŞÜ]\w+")),
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
            r"gebe)y?[ıi]m\b|\b(?:insülin|kan sulandırıcı|coumadin) (?:kullanıyorum|alıyorum)\b|\bişitme engelliyim\b"
        ),
        adds_up=True,
    ),
    Slot(
        DIET,
        anycase(
            r"\b(?:vegan|vejetaryen|pesketaryen)[ıi]m\b|\b\w+ (?:yemem|yemiyorum|yiyemem|yiyemiyorum|içmem|"
            r"içemem)(?=[.!,]|$)"
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
            r"^(?:lütfen )?(?:bundan sonra|bundan böyle|artık bana|her zaman|hep|daima|sürekli|mutlaka|asla|"
            r"hiçbir zaman|"
            r"unutma)\b.*\b\w*(?:\w[aeıiuü]|[a-zçğıöşü]m[ae]|[ıiuü]n|ver|yaz|et|ol|sun|kullan|konuş|sor|ekle|"
            r"göster|başla|bitir|anlat|açıkla|yanıtla|cevapla|tut)(?: lütfen)?[.!]?$"
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
