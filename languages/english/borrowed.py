"""How English passes on words that are not the speaker's own, and how it names secrets."""

from languages.folding import words
from languages.language import LAUGHS, RANDOM, Borrowed, anycase

_TEXT = (
    r"(?:e-?mails?|letters?|articles?|newsletters?|leaflets?|manuals?|style ?guides?|guidelines?|poems?|lyrics|songs?|"
    r"story|stories|novels?|scripts?|dialogues?|transcripts?|chats?|posts?|tweets?|bio|profile|quotes?|signs?|essays?|"
    r"speech|drafts?|limericks?|rhymes?|jokes?|captions?|prompts?|toasts?|passages?|paragraphs?|"
    r"sentences?|text messages?|text)"
)
_FICTION = r"(?:novel|story|tale|poem|song|movie|film|play|game|script|sketch|dream|lyrics|show|book|scene|campaign)"
_ASKED = r"^(?:(?:please|hey|ok|can|could|would|will|you|let['’]?s|let us),? )*"

BORROWED = Borrowed(
    handed=anycase(
        rf"\b(?:this|that|these|the|an?|our|my|his|her|their|your|following|from)(?: [\w'’-]+){{0,3}}? {_TEXT}\b|"
        r"(?<!\bi )\b(?:said|says|wrote|writes|reads|replied|texted|shouted)\b"
    ),
    pasted=anycase(
        r"^(?:pasted|copied|copying|forwarded|here['’]s (?:the|an?|my|what)) (?:\w+ )*(?:from|below|chat|"
        r"transcript|thread)\b|\bi (?:got|found) this (?:from|on|in)\b"
    ),
    salutation=anycase(
        r"^\s*(?:dear|hi|hello|good (?:morning|day)|to whom)\b[^.!?\n]{0,40}[,:!]|^\s*(?:best|kind|warm) "
        r"(?:regards|wishes)\b"
    ),
    asked=anycase(
        rf"{_ASKED}(?:(?:translate|proofread|paraphrase|rephrase|reword|rewrite|correct|polish|edit|summari[sz]e)"
        r"(?= (?:this|that|it|these|my|the|our|following|into|to|for)\b|:|[.!]?$)|role-?play|pretend|act out|"
        r"(?:write|tell|continue|draft|compose)(?: me| us)? (?:an?|the|this|my) (?:[\w-]+ ){0,2}(?:story|poem|song|"
        r"scene|dialogue|monologue|letter|speech|bio|novel|e-?mail|message|tweet|post|limerick))\b|"
        r"\bhow (?:do|would|can|could|should) (?:you|i|we|one) (?:say|put|write|translate)\b"
    ),
    labels=words(
        "i we me my you thing things ps note notes important update edit fyi btw reminder warning question answer "
        "idea plan allergies allergy diet "
        "health medical name about context background summary goal rule rules preferences reason also first second "
        "third finally problem result conclusion today tomorrow tldr caveat correction ingredients language"
    ),
    unreal=anycase(
        r"\bif i ever\b|\bif (?:i|my \w+)(?:['’]m| am| is| has| have| was| were)\b|"
        rf"\b(?:in|from|for|of) (?:my|our|the|an?|this|that|his|her) (?:[\w&-]+ )?{_FICTION}\b|"
        rf"\b{_FICTION}(?:,? (?:in which|where|about|who|that|whose))\b|"
        r"\b(?:character|detective|villain|hero|heroine|protagonist|narrator|role-?play|pretend|imagine|suppose|"
        r"dreamt|dreamed|used to|i thought|horoscope|(?:(?:for|in) )?this (?:\w+ )?(?:answer|reply|message|email|time)|"
        r"(?:for|in) this one|just this once|only this once)\b"
    ),
    fiction=anycase(
        r"\b(?:writ(?:e|es|ing|ten)|my|our|an?|this|tell me a) (?:[\w&-]+ ){0,2}(?:short story|story|novel|"
        r"screenplay|sitcom|"
        r"campaign|fan ?fic\w*|dnd|d&d|larp|comic|role-?play)\b|\b(?:protagonist|narrator|main character|"
        r"role-?play\w*)\b|\bwriting (?:[\w'’-]+ ){1,3}(?:mystery|thriller|romance|fantasy|script|play|series|book)\b"
    ),
    laughs=anycase(LAUGHS + r"|\b(?:just )?kidding\b|\b(?:jk|yeah,? right|oh (?:yeah|sure|great),? sure)\b"),
    passwords=r"pass(?:word|code|phrase)s?",
    codes=(
        r"pins?(?: codes?)?|(?:card )?cv[vc]2?|(?:security|alarm|door|gate|garage|entry|access|unlock|safe|lock|locker|"
        r"verification|recovery|backup) (?:codes?|combinations?)|combination"
    ),
    linked=r"is|was|will|should|be|now|from(?=\s+\S+\s+to\s+\S*\d)|to|it|it['’]s|of|for|number|code",
    naming=r"(?:['’]s|is|was|(?:will|should) be) (?:my|our|the|your|his|her|their|\w+['’]s)|as",
    secret=anycase(
        r"\b(?:pass(?:word|code|phrase)|pin|(?:api|secret|private|access) (?:key|token)|(?:security|alarm|"
        r"door|gate|entry|access|unlock|safe|lock) code|wi-?fi key|cv[vc]|"
        r"log(?:ged|ging)?[ -]?in)s?\b(?:[ -]+[\w'’@]+(?:\.\w+)*){0,5}?"
        r"(?:(?:\s+(?:is|was|(?:will|should) be(?=\s\d{4}))(?: now)?|['’]s|\s*[:=])\s*[\"'“‘`]?|"
        rf"\s+{RANDOM})(?P<secret>[^\s\"'”’`]{{3,}})"
    ),
)
