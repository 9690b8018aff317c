"""What a message wants from the past, told by its phrases and verb forms; each of them is returned as a reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from graph.text.analysis import word_spans
from graph.text.identification import stop_words, told_in
from graph.text.patterns import regex
from graph.text.talk_signs import found_in, plain, says_only_enough
from languages.language import Language
from languages.recall_shape import Recall
from languages.registry import LANGUAGES

WEIGHTS: Final = {
    # Each of these is enough by itself.
    "memory": 1.0,
    "reference": 1.0,
    "asked_back": 1.0,
    # Two of these are enough together.
    "talked": 0.6,
    "past": 0.5,
    "question": 0.5,
    # Less: "Then what should I do?" and "I never ran before" have a time and one sign more, but ask nothing back.
    "earlier": 0.4,
    # Least: "Who discovered penicillin?" has a past tense and a question, and asks about the world.
    "definite": 0.2,
}
RECALL_MIN: Final = 1.0
TOPIC_WORDS_MAX: Final = 8
"""A longer text without a question is a statement, even if no verb gives it away."""
DEEP_WORDS_MIN: Final = 10
QUICK_WORDS_MAX: Final = 3


class Intent(StrEnum):
    """What a message wants."""

    BYPASS = "bypass"  # new research, whatever is known
    RECALL = "recall"  # something that was talked about before
    NEW_TOPIC = "new_topic"
    SATISFIED = "satisfied"
    AMBIGUOUS = "ambiguous"  # knowledge, which an earlier conversation may have
    NONE = "none"  # anything else


class Tier(StrEnum):
    """How much research a question needs."""

    QUICK = "quick"
    RESEARCH = "research"
    DEEP = "deep"


@dataclass(frozen=True, slots=True)
class Sign:
    """One reason: the kind of sign, its folded words, and its weight."""

    name: str
    text: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Detected:
    """What a message wants, in which language, and why."""

    intent: Intent
    language: Language
    score: float
    signs: tuple[Sign, ...]

    @property
    def why(self) -> str:
        """The signs in words."""
        return (
            ", ".join(f"{sign.name.replace('_', ' ')}: “{sign.text}”" for sign in self.signs) or "no sign of the past"
        )


def detect(text: str, *, spoken: Language | None = None) -> Detected:
    """What the message wants. If its words do not tell its language, it is read in the language of the chat.

    New research is checked for first, since a person may say "what was it? No, research it anew". Pure.
    """
    here = plain(text)
    told = told_in(text)
    first = told or ((spoken,) if spoken is not None else ())
    order = tuple(dict.fromkeys((*first, *LANGUAGES)))
    readers = first or LANGUAGES
    # People mix languages in short phrases ("fresh research"). No such phrase means something else in another language.
    for language in order:
        if phrase := found_in(language, language.recall.bypass, here):
            return _detected(Intent.BYPASS, language, [Sign("new research", phrase)])
    recalled = max((_recalled(language, here) for language in readers), key=lambda each: each.score)
    if recalled.score >= RECALL_MIN:
        return recalled
    for language in order:
        if phrase := found_in(language, language.recall.new_topic, here):
            return _detected(Intent.NEW_TOPIC, language, [Sign("new topic", phrase)])
    for language in order:
        if phrase := says_only_enough(text, language):
            return _detected(Intent.SATISFIED, language, [Sign("satisfied", phrase)])
    for language in readers:
        if sign := _asks(language, here, text, readers):
            return _detected(Intent.AMBIGUOUS, language, [sign])
    return Detected(intent=Intent.NONE, language=readers[0], score=recalled.score, signs=recalled.signs)


def asked_words(text: str, language: Language) -> list[str]:
    """The words of a message that say what is asked, without stop words and words that ask for the past."""
    fillers = regex(language, language.recall.fillers)
    passed_over = stop_words(language)
    return [word for word, _, _ in word_spans(text) if word not in passed_over and not fillers.fullmatch(word)]


def tier_of(text: str, language: Language) -> Tier:
    """How much research the question needs: as its words ask for it, else by its length."""
    if found_in(language, language.recall.thorough, plain(text)):
        return Tier.DEEP
    count = len(asked_words(text, language))
    return Tier.DEEP if count >= DEEP_WORDS_MIN else Tier.QUICK if count <= QUICK_WORDS_MAX else Tier.RESEARCH


def _detected(intent: Intent, language: Language, signs: Sequence[Sign]) -> Detected:
    return Detected(intent=intent, language=language, score=sum(sign.weight for sign in signs), signs=tuple(signs))


def _recalled(language: Language, here: str) -> Detected:
    """The signs that a message asks for the past."""
    words: Recall = language.recall
    signs = [
        Sign(name, phrase, weight)
        for name, weight in WEIGHTS.items()
        if (phrase := found_in(language, getattr(words, name), here))
    ]
    if any(sign.name == "past" for sign in signs):
        signs = [sign for sign in signs if sign.name != "definite"]  # One verb is one sign.
    if len(signs) == 1 and signs[0].name == "earlier" and signs[0].text == here:
        signs = [Sign("earlier", here, RECALL_MIN)]  # It is all that the message says.
    return _detected(Intent.RECALL, language, signs)


def _is_answer(language: Language, here: str) -> bool:
    """Whether a message is only a yes or a no: it names no topic in any language."""
    words = language.recall
    answers = (regex(language, source) for source in (words.yes, words.no) if found_in(language, source, here))
    return any(not regex(language, words.polite).sub("", answer.sub("", here)).strip() for answer in answers)


def _asks(language: Language, here: str, text: str, readers: Sequence[Language]) -> Sign | None:
    """The sign that a message asks for knowledge: it says so, is a question not about the speaker, or a bare topic."""
    words = language.recall
    asked = asked_words(text, language)
    if not asked:
        return None
    if phrase := found_in(language, words.asks, here):
        return Sign("asks for knowledge", phrase)
    # "Got it, but what about …" continues the present topic.
    if any(
        found_in(each, each.recall.personal, here) or found_in(each, each.recall.satisfied, here) for each in readers
    ):
        return None
    if phrase := found_in(language, words.question, here):
        return Sign("question", phrase)
    is_short = len(here.split()) <= TOPIC_WORDS_MAX and not any(_is_answer(each, here) for each in LANGUAGES)
    if is_short and not any(found_in(each, each.recall.claims, here) for each in readers):
        return Sign("topic", " ".join(asked))
    return None
