"""Which statements can be understood by themselves, long after they were made.

The others stay sentences of their messages, which are found and quoted when a question needs them.
"""

from __future__ import annotations

from archivists.compare.ending import has_happened
from archivists.compare.touching import SOME_DAY, turned_in
from archivists.statements.clauses import CHANGE, GRAVE, Statement, hangs, names_something, says
from archivists.statements.own_words import unquoted
from archivists.statements.single_valued import change_in, ended_in, fills_slot
from graph.text.patterns import regex
from graph.text.times import times_in
from graph.values.items import FactKind
from languages.folding import fold
from languages.language import Language

OBJECTIVE_MIN = 6
"""A lesser objective is only what somebody does next: "I'm going to take a nap"."""


def can_be_told(statement: Statement) -> bool:
    """Whether it needs no other sentence, and says what lasts, or what happened with a day, number or name. Pure."""
    text, language = unquoted(statement.text), statement.language
    if statement.importance >= GRAVE or fills_slot(text, language) or change_in(text) or ended_in(text):
        return True
    if hangs(text, language):
        return False
    if statement.importance >= CHANGE or any(turned_in(text, (language,))):
        return True
    is_passing = (
        has_happened(text)
        or says(text, language, language.clauses.passing)
        or (statement.kind is FactKind.OBJECTIVE and statement.importance < OBJECTIVE_MIN)
    )
    return not is_passing or names_something(text, (language,)) or _tells_day(text)


def tells_of_own(text: str, language: Language) -> bool:
    """Whether a sentence speaks of its speaker, or of what happened, when, or how it is now."""
    is_own = regex(language, language.asking.asker).search(fold(text)) is not None
    is_news = has_happened(text) or change_in(text) or ended_in(text) or times_in(text, SOME_DAY)
    return is_own or bool(is_news) or any(map(str.isdigit, text))


def _tells_day(text: str) -> bool:
    """Whether it speaks of a time other than the day on which it is said: a message has its own day."""
    return any(SOME_DAY.date() not in spoken.days.dates for spoken in times_in(text, SOME_DAY))
