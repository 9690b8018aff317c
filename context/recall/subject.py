"""What a message that asks about the past is about: its subject, what it asks of that, and the days that it names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graph.index.past_conversations import AskedWord
from graph.text.analysis import word_spans
from graph.text.courtesies import found_in, plain
from graph.text.days import Days
from graph.text.identification import stop_words
from graph.text.patterns import regex
from graph.text.search_terms import WHOLE_MARK, word_terms
from graph.text.times import SpokenTime, times_in
from languages.folding import fold
from languages.language import Language

DETAIL_WORTH = 0.3
"""Of "which medicine": an earlier conversation may be about the subject without naming any."""

_SUFFIX = re.compile(r"['’]?[^\W\d_]*")
"""Behind a time in Turkish: 2 Kasım'da."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """The parts of a question about the past. Without words, it is about all that was said, or all of the days."""

    words: tuple[str, ...]  # folded, those that say what is asked
    details: tuple[str, ...]  # those of the words that follow "which" and the like
    asked: tuple[AskedWord, ...]  # the same words, for the search
    written: tuple[str, ...]  # the same words as they stand in the question
    days: tuple[Days, ...]  # on one of which it was said
    time: str  # as the question names the first of these days, or ""
    wants_last: bool  # only the last conversation is meant

    @property
    def text(self) -> str:
        """The words as written: what is embedded."""
        return " ".join(self.written)


def subject_of(question: str, language: Language, now: datetime, *, is_day_first: bool | None = None) -> Subject:
    """The question without the words that ask, fillers, forms of address and times."""
    times = times_in(question, now, is_day_first=is_day_first)
    rest = question
    for time in times:
        rest = rest[: time.start] + "." * (time.end - time.start) + rest[time.end :]
    spans = word_spans(rest)
    kept = set(asked_words(rest, language))
    before = regex(language, language.recall.before_detail)
    at = [place for place, (word, _, _) in enumerate(spans) if word in kept]
    details = [spans[place][0] for place in at if place and before.fullmatch(spans[place - 1][0])]
    if len(details) == len(at):
        details = []  # "Which hormone was it?" is about a hormone.
    asked = [
        AskedWord(
            terms=(found := word_terms(rest[spans[place][1] : spans[place][2]], language)),
            spelling=_spelling(found),
            worth=DETAIL_WORTH if spans[place][0] in details else 1.0,
            joins_next=place + 1 in at and not rest[spans[place][2] : spans[place + 1][1]].strip(),
        )
        for place in at
    ]
    return Subject(
        words=tuple(spans[place][0] for place in at),
        details=tuple(details),
        asked=tuple(asked),
        written=tuple(rest[spans[place][1] : spans[place][2]] for place in at),
        days=tuple(time.days for time in times),
        time=_named(question, times[0], language) if times else "",
        wants_last=not times and bool(found_in(language, language.recall.wants_last, plain(question))),
    )


def asked_words(text: str, language: Language) -> list[str]:
    """The words of a message that say what is asked, without stop words, fillers and words that ask for the past."""
    passed_over = stop_words(language)
    fillers = [regex(language, source) for source in (language.recall.fillers, language.recall.polite)]
    return [
        word
        for word, _, _ in word_spans(text)
        if word not in passed_over and not any(each.fullmatch(word) for each in fillers)
    ]


def _spelling(found: Sequence[str]) -> tuple[str, str] | None:
    """The term of a whole word, and the one without its accents, if that is another."""
    plain_term = WHOLE_MARK + fold(found[-1].removeprefix(WHOLE_MARK)) if found else ""
    return (found[-1], plain_term) if found and found[-1].startswith(WHOLE_MARK) and plain_term != found[-1] else None


def _named(question: str, time: SpokenTime, language: Language) -> str:
    """The time as the question names it, with its preposition."""
    before = question[: time.start].split()[-1:]
    preposition = before if before and fold(before[0]) in language.dates.before else []
    suffix = _SUFFIX.match(question, time.end)
    return " ".join([*preposition, question[time.start : suffix.end() if suffix else time.end]])
