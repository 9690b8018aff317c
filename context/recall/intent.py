"""What a message wants from the past: by certain signs, else as examples show, with a confidence and the reason."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import Final

from context.recall.subject import asked_words
from graph.embedders.choice import Embedder, question_vector
from graph.errors import EmbedderError
from graph.text.courtesies import found_in, plain, says_only_enough
from graph.text.identification import told, told_in
from graph.text.utterances import known_utterances, read_utterance
from languages.language import Language
from languages.registry import LANGUAGES, NEUTRAL

CONFIDENCE_MIN: Final = 0.3
"""Below it the examples are no help, and the message is taken for ordinary talk."""
END_MIN: Final = 0.4
"""To end a conversation, more is needed."""
FOREIGN_WORDS_MIN: Final = 4
"""Fewer words may look like any language."""
LANGUAGE_MIN: Final = 0.6
"""Below it a message is in the language that its words, or the chat, point to."""
DEEP_WORDS_MIN: Final = 10
QUICK_WORDS_MAX: Final = 3


class Intent(StrEnum):
    """What a message wants."""

    BYPASS = "bypass"  # new research, whatever is known
    RECALL = "recall"  # something that was talked about before
    NEW_TOPIC = "new_topic"
    SATISFIED = "satisfied"
    AMBIGUOUS = "ambiguous"  # knowledge, which an earlier conversation may have
    REPLY = "reply"  # to what the chat was offered last
    NONE = "none"  # anything else


class Tier(StrEnum):
    """How much research a question needs."""

    QUICK = "quick"
    RESEARCH = "research"
    DEEP = "deep"


@dataclass(frozen=True, slots=True, kw_only=True)
class Detected:
    """What a message wants, in which language, how sure that is, and why."""

    intent: Intent
    language: Language
    confidence: float  # 0..1; 1 for a certain sign
    why: str


def detect(text: str, *, spoken: Language | None = None, embedder: Embedder | None = None) -> Detected:
    """What the message wants: by certain signs, else by the examples of each language (graph.text.utterances).

    New research is checked for first, since a person may say "what was it? No, research it anew". Asks the embedder
    for one vector unless a sign is certain; while it fails, words alone decide.
    """
    here = plain(text)
    for intent, language in product((Intent.BYPASS, Intent.RECALL, Intent.AMBIGUOUS), LANGUAGES):
        if phrase := found_in(language, getattr(language.recall, intent), here):
            return _certain(intent, language, phrase)
    for language in LANGUAGES:
        if phrase := says_only_enough(text, language):
            return _certain(Intent.SATISFIED, language, phrase)
    if not here.replace("?", "").strip():
        return Detected(
            intent=Intent.NONE, language=spoken or told(text) or LANGUAGES[0], confidence=1.0, why="no words"
        )
    if (known := known_utterances().get(here)) is not None:
        return _certain(Intent(known.kind), known.language, here)
    if told_in(text) == (NEUTRAL,) and len(here.split()) >= FOREIGN_WORDS_MIN:
        return Detected(intent=Intent.NONE, language=spoken or LANGUAGES[0], confidence=0.0, why="no known language")
    try:
        reading = read_utterance(text, embedder, question_vector(embedder, text))
    except EmbedderError:  # A provider that is away must not end ordinary talk.
        reading = read_utterance(text, None, None)
    language = reading.language
    if reading.language_confidence < LANGUAGE_MIN:
        language = told(text) or spoken or language
    intent = Intent(reading.kind)
    ends = intent in (Intent.NEW_TOPIC, Intent.SATISFIED)
    why = f"{intent.replace('_', ' ')} as in the examples, by " + ", ".join(f"“{word}”" for word in reading.words)
    if reading.confidence < (END_MIN if ends else CONFIDENCE_MIN):
        intent, why = Intent.NONE, f"too unsure: {why}"
    return Detected(intent=intent, language=language, confidence=reading.confidence, why=why)


def _certain(intent: Intent, language: Language, phrase: str) -> Detected:
    return Detected(intent=intent, language=language, confidence=1.0, why=f"{intent.replace('_', ' ')}: “{phrase}”")


def tier_of(text: str, language: Language) -> Tier:
    """How much research the question needs: as its words ask for it, else by its length."""
    if found_in(language, language.recall.thorough, plain(text)):
        return Tier.DEEP
    count = len(asked_words(text, language))
    return Tier.DEEP if count >= DEEP_WORDS_MIN else Tier.QUICK if count <= QUICK_WORDS_MAX else Tier.RESEARCH
