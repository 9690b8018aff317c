"""The formula of a game: how well a significant memory fits the scene, in points that people can add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from context.gather.gathering import Candidates
from context.gather.question import Question
from context.score.formula import Formula, Scored
from context.score.weighted_sum import WeightedSum
from graph.index.story_moments import MomentTable, keys_of
from graph.store.verbs import Label
from graph.text.analysis import name_key
from graph.text.search_terms import CACHED_WORDS, languages_of, word_forms
from graph.values.codec import to_ms
from graph.values.moment_worth import DAY_SECONDS, PER_IMPORTANCE, RECENCY_MAX, RECENCY_PER_DAY
from languages.language import Language

NAMES = ("triggers", "present", "place", "held", "recency", "importance")

# Docs: games. A memory gets each of the last three once, however many of its names fit.
PER_TRIGGER = 3.0
PRESENT = 2.0
PLACE = 2.0
HELD = 1.0

BEST_MAX = 160
"""More than a block has room for, and as many as it reads rows."""

_PHRASES = {
    "present": "somebody of it is present",
    "place": "it is of this place",
    "held": "a thing of it is at hand",
    "recency": "used lately",
    "importance": "important",
}


@dataclass(frozen=True, slots=True)
class SceneKeys:
    """A scene in the form that memories are compared with."""

    input: Sequence[frozenset[str]]  # the forms of each word
    languages: tuple[Language, ...]  # of the input
    present: frozenset[str]
    place: str
    held: frozenset[str]


def scene_keys(text: str, scene: Mapping[str, str | Sequence[str]]) -> SceneKeys:
    """The keys of a scene; a field that it leaves out fits no memory."""
    place = scene.get("place", "")
    languages = languages_of(text)
    return SceneKeys(
        input=word_forms(text, languages),
        languages=languages,
        present=keys_of(_listed(scene.get("present", ()))),
        place=name_key(place) if isinstance(place, str) else "",
        held=keys_of(_listed(scene.get("inventory", ()))),
    )


def points(moments: MomentTable, scene: SceneKeys, now_ms: int) -> NDArray[np.float64]:
    """What each of NAMES, the columns, adds to the score of each memory, the rows. Pure."""
    terms = np.zeros((len(moments.entries), len(NAMES)))
    asked: frozenset[str] = frozenset().union(*scene.input)
    for trigger, rows in moments.triggers.items():
        words = _trigger_words(trigger, scene.languages)
        if all(not asked.isdisjoint(word) for word in words) and _stands_in(words, scene.input):
            terms[rows, 0] += PER_TRIGGER
    for column, keys, rows_of, worth in (
        (1, scene.present, moments.participants, PRESENT),
        (2, {scene.place}, moments.places, PLACE),
        (3, scene.held, moments.items, HELD),
    ):
        for key in keys:
            if key in rows_of:
                terms[rows_of[key], column] = worth
    idle_days = (now_ms - moments.accessed_ms) / (1000 * DAY_SECONDS)
    terms[:, 4] = np.clip(RECENCY_MAX - RECENCY_PER_DAY * idle_days, 0.0, RECENCY_MAX)
    terms[:, 5] = PER_IMPORTANCE * moments.importance
    return terms


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryFormula:
    """A formula: points for all significant memories, found by search or not; `others` scores other items."""

    others: Formula = field(default_factory=WeightedSum)

    def score(self, candidates: Candidates, question: Question, *, now: datetime) -> list[Scored]:
        """The best memories of all, then the other candidates, each part best first, equal ones by id."""
        moments: list[Scored] = []
        if (table := candidates.moments) is not None:
            rows = points(table, scene_keys(question.text, question.scene), to_ms(now))
            scores = rows.sum(axis=1).round(6)
            best = np.argsort(-scores, kind="stable")[:BEST_MAX]  # Rows are by id.
            for place, score, row in zip(best.tolist(), scores[best].tolist(), rows[best].tolist(), strict=True):
                entry = table.entries[place]
                moments.append(Scored(entry.id, entry, score, sum(row[:4]), row[0], NAMES, row, None))
        others = self.others.score(candidates, question, now=now)
        return [*moments, *(one for one in others if one.entry.label is not Label.MEMORY)]

    def fitted(self, weights: Mapping[str, float]) -> StoryFormula:
        """Points stay as the document has them; other items get these weights."""
        return replace(self, others=self.others.fitted(weights))

    def explain(self, one: Scored, names: Mapping[str, str], *, now: datetime) -> str:
        """Each term with its points: "2 triggers (6.00), important (3.50), used lately (2.00)"."""
        if one.entry.label is not Label.MEMORY:
            return self.others.explain(one, names, now=now)
        terms = sorted(((value, term) for term, value in zip(NAMES, one.row, strict=True) if value), reverse=True)
        return ", ".join(f"{_told(term, value)} ({value:.2f})" for value, term in terms)


def _told(term: str, value: float) -> str:
    if term != "triggers":
        return _PHRASES[term]
    count = round(value / PER_TRIGGER)
    return f"{count} {'trigger' if count == 1 else 'triggers'} in the question"


@lru_cache(CACHED_WORDS)
def _trigger_words(trigger: str, languages: tuple[Language, ...]) -> Sequence[frozenset[str]]:
    return word_forms(trigger, languages)


def _stands_in(words: Sequence[frozenset[str]], text: Sequence[frozenset[str]]) -> bool:
    """Whether these words stand in the text, one after another, each in some form."""
    return any(
        all(not word.isdisjoint(text[start + at]) for at, word in enumerate(words))
        for start in range(len(text) - len(words) + 1 if words else 0)
    )


def _listed(names: str | Sequence[str]) -> Sequence[str]:
    return (names,) if isinstance(names, str) else names
