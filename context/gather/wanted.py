"""Whose words a question wants, and whether it asks for a course of events, an overview, a name or a day.

Read from the question alone. It changes what comes first, never what may be found.
"""

import re
from collections.abc import Callable, Sequence
from enum import StrEnum

from graph.text.analysis import words_in
from graph.text.identification import readers_of, stop_words
from graph.text.patterns import first_match
from graph.text.times import SpokenTime
from languages.folding import fold, words
from languages.language import Language

BEGINNING_CHARS_MIN = 5
"""Shorter words of a table of beginnings stand for themselves: Turkish "konu" (topic) begins "konuk" (guest)."""

_SUFFIX = re.compile(r"^['’]?\w*")
"""What is left of a word behind a time: "5 Mayıs'ta"."""


class Wanted(StrEnum):
    """Whose lines are likely to hold the answer, in a talk with an assistant that has no name of its own."""

    ASKER = "asker"  # "what is my …": whoever asks has said it
    ANYBODY = "anybody"  # the question mentions nobody, or asks for an overview of the talk
    ASSISTANT = "assistant"  # "what did you recommend"


def wanted_words(question: str) -> Wanted:
    """Whose words a question wants. Pure."""
    languages, text = readers_of(question), fold(question)
    if first_match(languages, lambda each: each.asking.replies, text):
        return Wanted.ASSISTANT
    if wants_overview(question):
        return Wanted.ANYBODY
    return Wanted.ASKER if first_match(languages[:1], lambda each: each.asking.asker, text) else Wanted.ANYBODY


def wants_order(question: str) -> bool:
    """Whether a question asks for a course of events. Pure."""
    return _says(question, lambda each: each.asking.order)


def wants_overview(question: str) -> bool:
    """Whether a question asks for a summary. Pure."""
    return _says(question, lambda each: each.asking.overview)


def wants_whole_talk(question: str, times: Sequence[SpokenTime] = ()) -> bool:
    """Whether a question asks for all that was said, or for all that is known of whoever asks. Pure.

    All that it names are talks, summaries and times: "What have we talked about in the past weeks?" `times` are those
    that were read in it: "Summarise what went on in January."
    """
    if wants_day(question):
        return False
    timeless = question
    for time in sorted(times, key=lambda time: -time.start):
        timeless = timeless[: time.start] + _SUFFIX.sub(" ", timeless[time.end :], count=1)
    for language in readers_of(question)[: None if times else 1]:
        of_talk = language.asking.of_talk
        named = {word for word in words(" ".join(words_in(timeless))) - stop_words(language) if len(word) > 1}
        beginnings = tuple(word for word in of_talk if len(word) >= BEGINNING_CHARS_MIN)
        if all(word in of_talk or word.startswith(beginnings) or word.isdigit() for word in named):
            return bool(named) or (bool(times) and not wants_name(question))
    return False


def wants_name(question: str) -> bool:
    """Whether the answer to a question has a name: a place, somebody, a book. Pure.

    Only the last line is read: those before it are answered. "Kim" asks for somebody in Turkish only.
    """
    likeliest, text = readers_of(question)[:1], fold(question.strip().rpartition("\n")[2])
    return first_match(likeliest, lambda each: each.asking.name, text) is not None


def wants_day(question: str) -> bool:
    """Whether the last line of a question asks when something was or will be. Pure."""
    languages, text = readers_of(question), fold(question.strip().rpartition("\n")[2])
    return first_match(languages, lambda each: each.asking.day, text) is not None


def _says(question: str, pattern: Callable[[Language], str]) -> bool:
    """Whether the question matches the pattern of a language that it may be in."""
    return first_match(readers_of(question), pattern, fold(question)) is not None
