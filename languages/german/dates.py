"""How German speaks of times: "letzte Woche", "im Mai 2023", "vor zwei Tagen"."""

from languages.folding import words
from languages.language import Dates, anycase

_DAY = r"(?:(?:vor)?gestern|(?:über)?morgen|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend)"
_UNIT = r"(?:tag|woche|wochenende|monat|jahr)(?:e?n|e)?"
_MONTH = r"(?:monat|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)"

DATES = Dates(
    months=(
        "januar jänner jan", "februar feb", "märz maerz", "april apr", "mai", "juni",
        "juli", "august aug", "september sept", "oktober okt", "november nov", "dezember dez",
    ),
    weekdays=("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag sonnabend", "sonntag"),
    seasons=("frühling frühjahr", "sommer", "herbst", "winter"),
    tens=("zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"),
    numbers=(
        "ein eine einen einem einer", "zwei", "drei", "vier", "fünf fuenf",
        "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf",
    ),
    few=words("paar einigen wenigen"),
    days=words("tag tage tagen"),
    # "Letzte Nacht", "heute Morgen": the day that a part of the day belongs to.
    parts_of_day=words("nacht morgen vormittag nachmittag abend"),
    weeks=words("woche wochen"),
    weekends=("wochenende", "wochenenden"),
    months_long=words("monat monate monaten monats"),
    years=words("jahr jahre jahren jahres"),
    age=words("jahre alt geworden geburtstag geboren"),
    days_off={"gestern": -1, "vorgestern": -2, "morgen": 1, "übermorgen": 2},
    # "Guten Morgen", "jeden Morgen", "gestern Morgen".
    no_day_behind=words("guten am jeden gestern vorgestern heute diesen der den einem eines vom zum schönen"),
    no_day_in=anycase(
        r"\b(?:(?:wie|als (?:wäre|sei|ob) es)(?: erst)? gestern|"
        rf"{_DAY} (?:in|vor) \w+ {_UNIT}|(?:tage|wochen?|monate|jahre) (?:ab|nach|vor) {_DAY}|"
        rf"jeden (?:(?:letzten|ersten|zweiten|dritten) )?{_DAY}|"
        rf"(?:{_DAY}|{_UNIT}) des|(?:{_DAY}|woche|wochenende) (?:im|jeden) {_MONTH})\b"
    ),
    plurals=words("tage tagen wochen wochenenden monate monaten jahre jahren"),
    last=words(
        "letzte letzten letzter letztes letztem vorige vorigen voriger voriges vergangene vergangenen vergangener "
        "vergangenes"
    ),
    last_but_one=words("vorletzte vorletzten vorletzter vorletztes vorletztem"),
    up_to_now=words("letzten vergangenen"),
    this=words("diese diesen dieser dieses diesem heute"),  # "Heute" alone refers to nothing remembered.
    next=words(
        "nächste nächsten nächster nächstes nächstem kommende kommenden kommender kommendes kommendem"
    ),
    ago_before=words("vor"),
    ahead_before=words("in"),
    every=words("jeden jedes"),
    ambiguous=words("jan august"),
    before=words("im am in seit ab bis vom von zum zwischen ende anfang mitte"),
    before_year=words("jahr jahre seit in von bis ab"),
    before_day=("am", "vom", "seit dem", "bis zum", "ab dem", "zum"),
    to=("bis", "bis zum"),
    between=("zwischen", "zwischen dem"),
    both=("und", "und dem"),
    earlier=("vor", "vor dem", "vor der"),
    later=("nach", "nach dem", "nach der"),
    containing=("vom",),
    no_date_behind=words("version v"),
    ordinal_mark=".",
    endings=("abend", "morgen", "nachmittag", "vormittag", "nacht"),
    is_day_first=True,
    to_come=anycase(
        r"\b(?:werden?|wirst|wird|lass(?:t)? uns|wollen|willst|müssen|muss|kannst|können|möchten?|sollen|sollte[nt]?|"
        r"geplant|plane[nt]?|freue)\b"
    ),
)  # fmt: skip
