"""Whose words a question wants, and whether it asks for a course of events, an overview, a name or a day.

Read from the question alone. It changes what comes first, never what may be found.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from graph.text.identification import readers_of
from graph.text.patterns import first_match
from languages.folding import fold
from languages.language import Language


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


def wants_whole_talk(question: str) -> bool:
    """Whether a question asks for all that was said, whatever it was about. Pure."""
    return _says(question, lambda each: each.asking.whole_talk)


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
