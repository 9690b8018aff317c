"""How German speaks of times: "letzte Woche", "im Mai 2023", "vor zwei Tagen"."""

from __future__ import annotations

from languages.folding import words
from languages.language import Dates

DATES = Dates(
    months=(
        "januar jänner jan", "februar feb", "märz maerz", "april apr", "mai", "juni",
        "juli", "august aug", "september sept", "oktober okt", "november nov", "dezember dez",
    ),
    weekdays=("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag sonnabend", "sonntag"),
    numbers=(
        "ein eine einen einem einer", "zwei", "drei", "vier", "fünf fuenf",
        "sechs", "sieben", "acht", "neun", "zehn",
    ),
    more_numbers={"paar": 3, "zwölf": 12},
    # "Letzte Nacht", "heute Morgen": the day that a part of the day belongs to.
    days=words("tag tage tagen nacht morgen vormittag nachmittag abend"),
    weeks=words("woche wochen wochenende"),
    months_long=words("monat monate monaten monats"),
    years=words("jahr jahre jahren jahres"),
    days_back={"gestern": 1, "vorgestern": 2},
    last=words(
        "letzte letzten letzter letztes letztem vorige vorigen voriger voriges vergangene vergangenen vergangener "
        "vergangenes"
    ),
    this=words("diese diesen dieser dieses diesem heute"),  # "Heute" alone points at nothing remembered.
    ago_before=words("vor"),
    in_digits=r"(?<![\d.])(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})\. ?(?P<year>\d{4})(?!\d)",
)  # fmt: skip
