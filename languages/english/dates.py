"""How English speaks of times: "last week", "in May 2023", "two days ago"."""

from languages.folding import words
from languages.language import Dates, anycase

_DAY = r"(?:yesterday|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
_MONTH = (
    r"(?:(?:a|the|every|each) )?(?:month|january|february|march|april|may|june|july|august|"
    r"september|october|november|december)"
)

DATES = Dates(
    months=(
        "january jan", "february feb", "march", "april apr", "may", "june jun",
        "july jul", "august aug", "september sep sept", "october oct", "november nov", "december dec",
    ),
    weekdays=(
        "monday mon", "tuesday tue tues", "wednesday wed", "thursday thu thur thurs", "friday fri", "saturday sat",
        "sunday sun",
    ),
    seasons=("spring", "summer", "autumn fall", "winter"),
    tens=("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
    numbers=("a an one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    more_numbers={"couple": 2},
    few=words("few several"),
    days=words("day days"),
    parts_of_day=words("night evening afternoon"),
    weeks=words("week weeks"),
    weekends=("weekend", "weekends"),
    months_long=words("month months"),
    years=words("year years"),
    age=words("years old turned turning birthday born"),
    # Not "today": people say it about what they are discussing now, not about something remembered.
    days_off={"yesterday": -1, "day before yesterday": -2, "tomorrow": 1, "day after tomorrow": 2},
    no_day_in=anycase(
        r"\b(?:(?:like|as (?:if|though))(?: it (?:was|were|is|happened))?(?: just| only)? yesterday|"
        rf"{_DAY} week|{_DAY} (?:in \w+ (?:day|week|month|year)s?|\w+ (?:week|month|year)s? ago)|"
        rf"every (?:(?:last|other|first|second|third) )?{_DAY}|"
        rf"(?:days|weeks|months|years|a (?:week|month|year)) (?:from|after|before) (?:\w+ )?{_DAY}|"
        rf"(?:{_DAY}|(?:day|week|weekend|month|year|night)s?) of(?! course)|(?:{_DAY}|week|weekend) in {_MONTH})\b"
    ),
    plurals=words("days weeks weekends months years nights evenings"),
    last=words("last past previous"),
    up_to_now=words("last past"),
    one_up_to_now=words("past"),
    this=words("this"),
    next=words("next coming upcoming"),
    ago=words("ago"),
    ahead_before=words("in"),
    every=words("every each most"),
    ambiguous=words("may march april june august jan mon tue wed thu fri sat sun"),
    before=words("in of on since until during early late mid by from between"),
    before_year=words("in since until during year early late mid till"),
    before_day=("on the", "by the", "since the", "until the"),
    inside=words("of"),
    to=("to", "until", "till", "through", "to the"),
    between=("between", "between the"),
    both=("and", "and the"),
    earlier=("before", "before the"),
    later=("after", "after the"),
    containing=("of", "of the"),
    no_date_behind=words("version v release ver"),
    ordinal_endings=("st", "nd", "rd", "th"),
    to_come=anycase(
        r"\b(?:will|won't|gonna|going to|let['’]?s|see you|shall|can't wait|looking forward|upcoming|"
        r"plan(?:s|ned|ning)?|have to|need to|due|deadline|free|want to|hope to|can (?:you|we|i)|could (?:you|we|i)|"
        r"should|is on|are on)\b|['’]ll\b"
    ),
)  # fmt: skip
