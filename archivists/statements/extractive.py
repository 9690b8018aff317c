"""Chooses the sentences that say most, and the topics, by shared words, by statements and by names."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from archivists.round_policy import RoundPolicy
from archivists.statements.clauses import (
    GRAVE,
    bare,
    gist,
    hangs,
    is_empty,
    is_generic,
    says,
    sentences_of,
    word_count,
    worth,
)
from archivists.statements.quotes import DAY, dated, quoted_in_turn, speaker_key, speaker_of
from archivists.statements.spoken import tables_of
from archivists.statements.written_names import spelled
from graph.text.identification import readers, readers_of, stop_words
from graph.text.patterns import regex
from graph.text.sentences import QUESTION_ENDS, sentences
from graph.text.talk_signs import is_farewell
from graph.text.tokens import count_tokens
from graph.values.items import Message, Role
from languages.folding import fold
from languages.language import Language
from languages.registry import LANGUAGES

QUESTION = 0.35
LISTED = 0.4
ADVICE = 0.6  # A nameless assistant's sentence: the user's own sentences say what the conversation was about.
STATED = 0.1  # Per point of a statement's importance; centrality is mostly between 0 and 1.
FLEETING = 0.5  # Compliments share many words with what they answer.
HEDGED = 0.5  # "I can imagine", "Love the vase!": these repeat what somebody else said.
POINTING = 0.6  # "They were scared": without the sentence before, nobody knows who.
LEADING_IN = 0.3  # "Here is what I have so far:", when no prose follows.
EMPTY = 0.1  # "Setbacks are just opportunities": it says nothing about anybody.
SCORE_MIN = 0.15  # Two good sentences read better than three with one below this.
SHORT_WORDS = 5  # Shorter sentences answer something that they do not say.
REPEATED = 0.6  # From this share of common words a second sentence says the same.
TITLE_CHARS_MAX = 60  # In a script without blanks, seven "words" between blanks can be a page.
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
    """Every sentence of the messages, in order, without opening interjections; dated where the words need a day."""
    found: list[SpokenSentence] = []
    messages = tuple(messages)
    common = tables_of(*messages)[0]  # One word for an unnamed user in all lines: short lines show no language.
    here = spelled({part for message in messages for part in (message.sender, *message.sender.split())})
    for message in messages:
        if is_farewell(message.body):
            continue  # "Thanks, that is enough" says nothing about the subject.
        generic = is_generic(message)
        language = tables_of(message)[0]
        openers = regex(language, language.clauses.openers)
        for place, sentence in enumerate(sentences_of(message)):
            if generic and place >= ADVICE_SENTENCES:
                break
            if not word_count(here.sub("", openers.sub("", sentence.text))):
                continue  # "No worries, Nora!" is nothing but an opening.
            text = _cut(gist(bare(sentence.text, language), language), policy.sentence_words_max)
            is_short = word_count(text) < SHORT_WORDS and worth(text) < GRAVE
            weights = (
                (ADVICE, generic),
                (QUESTION, text.endswith(QUESTION_ENDS) or says(text, language, language.clauses.requests)),
                (LISTED, sentence.is_listed),
                (FLEETING, says(text, language, language.clauses.fleeting)),
                (HEDGED, says(text, language, language.clauses.hedges)),
                (POINTING, hangs(text, language)),
                (EMPTY, is_empty(here.sub(" ", text), readers(language))),
                (LEADING_IN, text.endswith(":")),
                (word_count(text) / SHORT_WORDS, is_short),
            )
            weight = math.prod((each for each, holds in weights if holds), start=1.0)
            speaker = speaker_of(message, common)
            speaker = dated(speaker, text, message.sent_at.date()) if are_dated else speaker
            found.append(SpokenSentence(speaker, text, weight))
    return found


def sentences_quoted(bodies: Iterable[str], speakers: Iterable[str]) -> list[SpokenSentence]:
    """The sentences of texts that `extract` has made, in order. Those of a model's text have no speaker."""
    users = (language.statements.user for language in LANGUAGES)
    names = sorted({*speakers, *users}, key=lambda name: (-len(name), name))
    mark = re.compile(_AFTER_END + "((?:" + "|".join(re.escape(name) for name in names) + f")(?:{DAY})?): ")
    found: list[SpokenSentence] = []
    for part, body in enumerate(bodies):
        parts = mark.split(body)
        for speaker, run in zip(["", *parts[1::2]], parts[::2], strict=True):
            found += [SpokenSentence(speaker, run[start:end], 1.0, part) for start, end in sentences(run)]
    return found


def extract(said: Sequence[SpokenSentence], *, sentences_max: int, tokens_max: int) -> str:
    """The sentences that say most, each after its speaker's name, in the order they were said, from all parts alike."""
    of_part_max = -(-sentences_max // max(1, len({one.part for one in said})))
    languages = readers_of(" ".join(one.text for one in said))
    words = [_content(one.text, languages) for one in said]
    counts = Counter(word for each in words for word in each)
    scores = [
        (_centrality(each, counts) + STATED * worth(one.text)) * one.weight
        for each, one in zip(words, said, strict=True)
    ]
    order = sorted(range(len(said)), key=lambda i: (-scores[i], i))
    chosen: list[int] = []
    for i in order:
        if len(chosen) == sentences_max:
            break
        if chosen and scores[i] < SCORE_MIN:
            break
        if sum(said[j].part == said[i].part for j in chosen) == of_part_max:
            continue
        if any(shared_part(words[i], words[j]) > REPEATED for j in chosen):
            continue
        tried = sorted([*chosen, i])
        if count_tokens(_quoted_text([said[j] for j in tried])) <= tokens_max:
            chosen = tried
    return _quoted_text([said[i] for i in chosen])


def topics_of(said: Sequence[SpokenSentence], names: Iterable[str], *, topics_max: int) -> list[str]:
    """Words and pairs of words that most sentences share, the most shared first; `names` are no topics.

    Forms of one word are one topic: "bulgur", "bulguru".
    """
    languages = readers_of(" ".join(one.text for one in said))
    barred = {fold(match[0]) for name in names for match in _WORD.finditer(name)}
    singles: Counter[str] = Counter()
    pairs: Counter[str] = Counter()
    spelling: dict[str, Counter[str]] = {}
    for one in said:
        in_sentence: set[str] = set()
        previous: tuple[str, int] | None = None
        for match in _WORD.finditer(one.text):
            written = re.split(r"[’']", match[0])[0]
            word = fold(written)
            root = _root(word, languages)
            if _is_topic(word, languages) and word not in barred and not is_empty(word, languages):
                spelling.setdefault(root, Counter())[written] += 1
                if previous is not None and match.start() - previous[1] == 1:
                    in_sentence.add(f"{previous[0]} {root}")
                in_sentence.add(root)
                previous = (root, match.end()) if match.end() - match.start() == len(written) else None
            else:
                previous = None
        for term in in_sentence:
            (pairs if " " in term else singles)[term] += 1
    return _ranked(singles, pairs, spelling, topics_max)


def title_of(participants: Sequence[str], topics: Sequence[str], body: str, policy: RoundPolicy) -> str:
    """Five to seven words: who talked, and about what. Without topics, the first words of the summary."""
    words: list[str] = []
    people = [name for name in participants if speaker_key(name)][:2]
    lead = ", ".join(people)
    count = word_count(lead)
    for topic in topics:
        if count + word_count(topic) <= policy.title_words_max:
            words.append(topic)
            count += word_count(topic)
    title = f"{lead}: {', '.join(words)}" if lead and words else lead or ", ".join(words)
    if count < policy.title_words_min and body:
        first_words = re.sub(r"^[^:]{1,80}: ", "", body).split()[: policy.title_words_max - word_count(lead)]
        rest = first_words.pop(0) if first_words else ""
        while first_words and len(rest) + len(first_words[0]) < TITLE_CHARS_MAX:
            rest = f"{rest} {first_words.pop(0)}"
        rest = rest.rstrip(" ,;:.。")
        title = f"{lead}: {rest}" if lead else rest
    return title[:1].upper() + title[1:]


def question_title(messages: Iterable[Message], topics: Sequence[str], policy: RoundPolicy) -> str:
    """The start of what the user asked first, and topics after it if it is short; "" if the user asked nothing."""
    own = (message for message in messages if message.role is Role.USER and not is_farewell(message.body))
    asked = next((sentence.text for message in own for sentence in sentences_of(message)), "")
    words = asked.split()
    languages = readers_of(asked)
    passed_over = stop_words(*languages)
    # Cut only what goes before a noun: without "Why does" there would be "my bread come out".
    for language in languages if len(words) > policy.title_words_max else ():
        words = regex(language, language.topics.asks_noun).sub("", " ".join(words)).split()
    is_cut = len(words) > policy.title_words_max
    if is_cut:
        words = words[: policy.title_words_max]
        while len(words) > policy.title_words_min and fold(words[-1]) in passed_over:
            words = words[:-1]  # "and the".
    held = fold(asked)
    for topic in topics:
        if not words or policy.title_words_min <= len(words):
            break
        if fold(topic) not in held and len(words) + word_count(topic) <= policy.title_words_max:
            words = [*words[:-1], words[-1].rstrip(_TITLE_ENDS) + ":" * (":" not in " ".join(words)), topic]
    title = " ".join(words).rstrip(_TITLE_ENDS)[:TITLE_CHARS_MAX]
    return title[:1].upper() + title[1:] + "…" * is_cut


def _ranked(
    singles: Counter[str], pairs: Counter[str], spelling: dict[str, Counter[str]], topics_max: int
) -> list[str]:
    kept: list[str] = []
    used: set[str] = set()
    scores = {term: count * 1.6 for term, count in pairs.items() if count > 1}
    scores |= {term: count * (1.0 + 0.02 * min(len(_spelled(spelling[term])), 12)) for term, count in singles.items()}
    for term in sorted(scores, key=lambda term: (-scores[term], term)):
        parts = term.split()
        if len(kept) == topics_max or any(part in used for part in parts):
            continue
        used.update(parts)
        kept.append(" ".join(_spelled(spelling[part]) for part in parts))
    return kept


def _spelled(ways: Counter[str]) -> str:
    """The shortest spelling; in small letters if there is one, since capitals may be those of a sentence's start."""
    return min(ways, key=lambda way: (not way.islower(), len(way), way))


def _root(word: str, languages: Iterable[Language]) -> str:
    for language in languages:
        word = regex(language, language.topics.endings).sub("", word)
    return word[:5]


def _is_topic(word: str, languages: Sequence[Language]) -> bool:
    return (
        len(word) > 2
        and not _CLAUSE.search(word)
        and word not in stop_words(*languages)
        and not any(
            word in language.topics.chatter or regex(language, language.topics.no_topic).search(word)
            for language in languages
        )
    )


def _content(text: str, languages: Sequence[Language]) -> frozenset[str]:
    written = (match[0].split("'")[0].split("’")[0] for match in _WORD.finditer(text))
    return frozenset(word for word in map(fold, written) if _is_topic(word, languages))


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


def _cut(text: str, words_max: int) -> str:
    words = text.split()
    return text if len(words) <= words_max else " ".join(words[:words_max]).rstrip(" ,;:-–—") + "…"


def _quoted_text(said: Sequence[SpokenSentence]) -> str:
    """Sentences without a speaker come first."""
    return quoted_in_turn((one.speaker, one.text) for one in sorted(said, key=lambda one: one.speaker != ""))
