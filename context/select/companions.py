"""Lines that other lines need beside them, and lines that mean nothing by themselves: greetings and bare questions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from context.score.formula import Scored
from graph.index.entries import Entry
from graph.index.space_index import SpaceIndex
from graph.store.verbs import MESSAGE
from graph.text.analysis import name_key, words_in
from graph.text.date_words import calendar_words
from graph.text.identification import readers_of, stop_words
from graph.text.sentences import QUESTION_ENDS, sentences
from graph.values.items import GENERIC_SENDERS, Role
from languages.folding import fold
from languages.registry import LANGUAGES

REACH = 2
"""An answer is seldom further behind: whoever asks may add a line."""

GREETING_WORDS_MAX = 3
"""Without names: "See you soon, Kate!". More words say something, even if they are common."""

GREETING_CHARS_MAX = 100
"""Of 6,069 lines of LoCoMo and REALTALK, 181 say nothing; the longest has 88 characters. Longer ones are not read."""


_EACH = "|".join(f"(?:{each.clauses.courtesies})" for each in LANGUAGES if each.clauses.courtesies)
_COURTESIES = re.compile(f"(?:(?:{_EACH})(?: |$))+")
"""In any language, since people greet in others than they talk in. Several may stand in one sentence."""

_BEFORE_NAMES = frozenset[str]().union(*(each.clauses.before_names for each in LANGUAGES))
_DAYS_AND_MONTHS = calendar_words(LANGUAGES)

_APOSTROPHES = dict.fromkeys(map(ord, "'’ʼ"))
_WORD = re.compile(r"\w+")


def answers(index: SpaceIndex, ranked: Iterable[Scored]) -> dict[str, Entry]:
    """For each line that ends with a question mark, the next line of somebody else, which may answer it.

    Replies of an assistant without a name are left out: a question to it says by itself what was wanted.
    """
    asked = [one.entry for one in ranked if one.entry.label is MESSAGE and one.entry.asks]
    around = index.around([entry.id for entry in asked], REACH)
    entries = index.entries(around.ids)
    answer_of: dict[str, Entry] = {}
    for entry, places in zip(asked, around.places[:, 1::2].tolist(), strict=True):
        behind = [line for place in places if place >= 0 and (line := entries.get(around.ids[place])) is not None]
        answer = next((line for line in behind if line.sender != entry.sender), None)
        if answer is not None and not (answer.kind == Role.ASSISTANT and name_key(answer.sender) in GENERIC_SENDERS):
            answer_of[entry.id] = answer
    return answer_of


def accompanied(ranked: Iterable[Scored], companions: Mapping[str, Sequence[Entry]]) -> list[Scored]:
    """The candidates with the lines that come with an item right behind it, unless they rank higher. Pure.

    Such a line gets at least the score of its item.
    """
    own = {one.id: one for one in ranked}
    placed: dict[str, Scored] = {}
    for one in own.values():
        placed.setdefault(one.id, one)
        for line in companions.get(one.id, ()):
            of_line = own.get(line.id) or one._replace(id=line.id, entry=line, names=(), row=(), named_by=None)
            score, direct = max(of_line.score, one.score), max(of_line.direct, one.direct)
            placed.setdefault(line.id, of_line._replace(score=score, direct=direct))
    return [*placed.values()]


@lru_cache(1024)
def says_nothing(body: str, names: frozenset[str]) -> bool:
    """Whether a line only greets, or asks how somebody is, in words that are common in any talk: "Hey Kate!". Pure."""
    if len(body) > GREETING_CHARS_MAX:
        return False
    words_said: list[str] = []
    for part in _parts(body):
        if _is_courteous(part, names):
            continue
        words = [word for word in map(fold, words_in(part)) if word not in names]
        is_short = len(words) <= GREETING_WORDS_MAX or part.endswith(QUESTION_ENDS)
        if not is_short or any(map(str.isdigit, part)):
            return False
        words_said += words
    readers = readers_of(body)  # Last: it costs more than all of the above, and few lines get here.
    return stop_words(*readers).union(*(each.topics.chatter for each in readers)).issuperset(words_said)


def _is_courteous(sentence: str, names: frozenset[str]) -> bool:
    kept: list[str] = []
    is_name, before = False, ""
    for spoken in _WORD.findall(sentence.translate(_APOSTROPHES)):
        word = fold(spoken)
        is_called = (is_name or before in _BEFORE_NAMES) and spoken[0].isupper() and word not in _DAYS_AND_MONTHS
        is_name, before = word in names or is_called, word
        kept += [] if is_name else [word]
    return _COURTESIES.fullmatch(" ".join(kept)) is not None


def only_asks(body: str, names: frozenset[str]) -> bool:
    """Whether each sentence of a line is a question, or says nothing. Pure."""
    return all(part.endswith(QUESTION_ENDS) or says_nothing(part, names) for part in _parts(body))


def _parts(body: str) -> list[str]:
    """The sentences of a line, without what closes them."""
    return [body[first:last].strip().rstrip("\"'”’)»") for first, last in sentences(body)]
