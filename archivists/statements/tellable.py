"""Which statements can be understood by themselves, long after they were made.

The others stay sentences of their messages, which are found and quoted when a question needs them.
"""

from __future__ import annotations

from datetime import UTC, datetime

from archivists.statements.clauses import CHANGE, GRAVE, Statement, hangs, has_happened, names_something, says
from archivists.statements.own_words import unquoted
from archivists.statements.single_valued import change_in, ended_in, fills_slot
from graph.text.patterns import regex
from graph.text.times import times_in
from graph.values.items import FactKind
from languages.language import Language

SOME_DAY = datetime(2024, 1, 10, tzinfo=UTC)
"""Whether a text tells of a day does not depend on its own."""

OBJECTIVE_MIN = 6
"""A lesser objective is only what somebody does next: "I'm going to take a nap"."""


def can_be_told(statement: Statement) -> bool:
    """Whether it needs no other sentence, and says what lasts, or what happened with a day, number or name. Pure."""
    text, language = unquoted(statement.text), statement.language
    if statement.importance >= GRAVE or fills_slot(text, language) or change_in(text) or ended_in(text):
        return True
    if hangs(text, language):
        return False
    if statement.importance >= CHANGE or _has_turned(text, language):
        return True
    is_passing = (
        has_happened(text)
        or says(text, language, language.clauses.passing)
        or (statement.kind is FactKind.OBJECTIVE and statement.importance < OBJECTIVE_MIN)
    )
    return not is_passing or names_something(text, (language,)) or _tells_day(text)


def _tells_day(text: str) -> bool:
    """Whether it speaks of a time other than the day on which it is said: a message has its own day."""
    return any(SOME_DAY.date() not in spoken.days.dates for spoken in times_in(text, SOME_DAY))


def _has_turned(text: str, language: Language) -> bool:
    """Whether it says by its own words that something has become different: "hired", "moved"."""
    return any(regex(language, source).search(text) for source in language.traits.turned.values())
