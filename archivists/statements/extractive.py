"""Chooses the sentences that say most, by the words that they share, and a conversation's title."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from archivists.round_policy import RoundPolicy
from archivists.statements.prose import bare, hangs, is_generic, sentences_of, word_count
from archivists.statements.quotes import DAY, dated, quoted_in_turn, speaker_of
from archivists.statements.spoken import tables_of
from graph.text.analysis import words_in
from graph.text.courtesies import is_farewell, says_nothing
from graph.text.identification import readers_of, stop_words
from graph.text.sentences import QUESTION_ENDS, sentences
from graph.text.tokens import count_tokens
from graph.values.items import Message
from languages.folding import fold
from languages.language import Language
from languages.registry import LANGUAGES

QUESTION = 0.35
LISTED = 0.4
ADVICE = 0.6  # A nameless assistant's sentence: the user's own sentences say what the conversation was about.
HANGING = 0.6  # "They were scared": without the sentence before, nobody knows who.
LEADING_IN = 0.3  # "Here is what I have so far:", when no prose follows.
LONG = 0.5  # Lists and run-on sentences.
SHORT_WORDS = 5  # Shorter sentences answer something that they do not say.
REPEATED = 0.6  # From this share of common words a second sentence says the same.
TITLE_CHARS_MAX = 60  # In a script without blanks, seven "words" between blanks can be a page.
NOD_CHARS = 25  # "Geçmiş olsun, not ettim." In letters, since a Turkish word says what three English ones do.
ADVICE_SENTENCES = 4  # Of a long reply; the rest is detail.

_WORD = re.compile(r"[^\W\d_](?:[\w’'.-]*[\w+#])?")
_CLAUSE = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]{5}")  # No blanks.
_TITLE_ENDS = " ,;:.!?。"
_AFTER_END = r"(?:^|(?<=[.!?…\"”»])\s+)"


@dataclass(frozen=True, slots=True)
class SpokenSentence:
    """A sentence as somebody said it, with a weight for how it is said."""

    speaker: str
    text: str
    weight: float
    part: int = 0  # which of the texts it comes from


def sentences_said(
    messages: Iterable[Message], policy: RoundPolicy, *, are_dated: bool = False
) -> list[SpokenSentence]:
    """The sentences of the messages in order, without greetings and the rests of cut sentences. Pure.

    With `are_dated`, the day stands behind the speaker.
    """
    found: list[SpokenSentence] = []
    messages = tuple(messages)
    common = tables_of(*messages)[0]  # One word for an unnamed user in all lines: short lines show no language.
    names = frozenset(fold(word) for message in messages for word in words_in(message.sender))
    for message in messages:
        language = tables_of(message)[0]
        is_advice = is_generic(message)
        said = () if is_farewell(message.body) else sentences_of(message)
        speaker = speaker_of(message, common)
        speaker = dated(speaker, message.sent_at.date()) if are_dated else speaker
        for place, sentence in enumerate(said[:ADVICE_SENTENCES] if is_advice else said):
            text = bare(sentence.text, language)
            is_rest = place > 0 and sentence.text[:1].islower() and said[0].text[:1].isupper()
            words = word_count(text)
            is_nod = is_advice and len(text) < NOD_CHARS
            if is_rest or is_nod or not words or says_nothing(text, names):
                continue
            weights = (
                (ADVICE, is_advice),
                (QUESTION, text.endswith(QUESTION_ENDS)),
                (LISTED, sentence.is_listed),
                (HANGING, hangs(text, language)),
                (LEADING_IN, text.endswith(":")),
                (LONG, words > policy.sentence_words_max),
                (words / SHORT_WORDS, words < SHORT_WORDS),
            )
            weight = math.prod((each for each, holds in weights if holds), start=1.0)
            found.append(SpokenSentence(speaker, text, weight))
    return found


def sentences_quoted(bodies: Iterable[str], speakers: Iterable[str]) -> list[SpokenSentence]:
    """The sentences of texts that `extract` has made, in order. Those of a model's text have no speaker."""
    advisers = tuple(each.phrases.assistant for each in LANGUAGES)
    unnamed = (*advisers, *(each.phrases.user for each in LANGUAGES))
    names = sorted({*speakers, *unnamed}, key=lambda name: (-len(name), name))
    mark = re.compile(_AFTER_END + "((?:" + "|".join(re.escape(name) for name in names) + f")(?:{DAY})?): ")
    found: list[SpokenSentence] = []
    for part, body in enumerate(bodies):
        parts = mark.split(body)
        for speaker, run in zip(["", *parts[1::2]], parts[::2], strict=True):
            weight = ADVICE if speaker.startswith(advisers) else 1.0
            found += [SpokenSentence(speaker, run[start:end], weight, part) for start, end in sentences(run)]
    return found


def extract(said: Sequence[SpokenSentence], *, sentences_max: int, tokens_max: int) -> str:
    """The sentences that say most, each after its speaker's name, in the order they were said, from all parts alike.

    If none fits, the best one is cut.
    """
    of_part_max = -(-sentences_max // max(1, len({one.part for one in said})))
    languages = readers_of(" ".join(one.text for one in said))
    words = [_content(one.text, languages) for one in said]
    counts = Counter(word for each in words for word in each)
    scores = [_centrality(each, counts) * one.weight for each, one in zip(words, said, strict=True)]
    order = sorted(range(len(said)), key=lambda i: (-scores[i], i))
    chosen: list[int] = []
    for i in order:
        if len(chosen) == sentences_max:
            break
        if sum(said[j].part == said[i].part for j in chosen) == of_part_max:
            continue
        if any(shared_part(words[i], words[j]) > REPEATED for j in chosen):
            continue
        tried = sorted([*chosen, i])
        if count_tokens(_quoted_text([said[j] for j in tried])) <= tokens_max:
            chosen = tried
    if not chosen and order:
        best = said[order[0]]
        text = " ".join(best.text.split()[: tokens_max // 4]).rstrip(" ,;:-–—")
        return _quoted_text([SpokenSentence(best.speaker, text[: 2 * tokens_max] + "…", 1.0)])
    return _quoted_text([said[i] for i in chosen])


def title_of(said: Sequence[SpokenSentence], policy: RoundPolicy) -> str:
    """The first sentence of two words or more in its own words, cut at a word; "" if there is none. Pure."""
    words = next((one.text.split() for one in said if word_count(one.text) > 1), [])
    title = " ".join(words[: policy.title_words_max])[:TITLE_CHARS_MAX].rstrip(_TITLE_ENDS)
    return title[:1].upper() + title[1:] + "…" * (len(words) > policy.title_words_max)


def _content(text: str, languages: Sequence[Language]) -> frozenset[str]:
    passed_over = stop_words(*languages).union(*(each.clauses.chatter for each in languages))
    written = (match[0].split("'")[0].split("’")[0] for match in _WORD.finditer(text))
    return frozenset(
        word for word in map(fold, written) if len(word) > 2 and word not in passed_over and not _CLAUSE.search(word)
    )


def _centrality(words: frozenset[str], counts: Counter[str]) -> float:
    """How many words a sentence shares with the others, and how many it adds; about 0..1."""
    if not words:
        return 0.0
    # Exact: a plain sum depends on the order of the set, which differs between processes, and that decided ties.
    shared = math.fsum(math.log1p(counts[word]) for word in words)
    return shared / (2.0 + len(words)) + 0.05 * min(len(words), 8)


def shared_part(words: frozenset[str], others: frozenset[str]) -> float:
    """The share of the shorter text's words that the other one has too."""
    return len(words & others) / min(len(words), len(others)) if words and others else 0.0


def _quoted_text(said: Sequence[SpokenSentence]) -> str:
    """Sentences without a speaker come first."""
    return quoted_in_turn((one.speaker, one.text) for one in sorted(said, key=lambda one: one.speaker != ""))
