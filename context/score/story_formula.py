"""The formula of a game: how well a significant memory fits the scene, in points that people can add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from heapq import nlargest

from context.gather.gathering import Candidates
from context.gather.question import Question
from context.score.formula import Formula, Scored
from context.score.weighted_sum import WeightedSum
from graph.index.index_state import Moment, keys_of
from graph.store.verbs import Label
from graph.text.analysis import name_key
from graph.text.search_terms import CACHED_WORDS, languages_of, word_forms
from graph.values.codec import to_ms
from graph.values.score_terms import PER_IMPORTANCE, recency_of_use
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
    asked: frozenset[str]  # all of them
    languages: tuple[Language, ...]  # of the input
    present: frozenset[str]
    place: str
    held: frozenset[str]


def scene_keys(text: str, scene: Mapping[str, str | Sequence[str]]) -> SceneKeys:
    """The keys of a scene; a field that it leaves out fits no memory."""
    place = scene.get("place", "")
    languages = languages_of(text)
    words = word_forms(text, languages)
    return SceneKeys(
        input=words,
        asked=frozenset[str]().union(*words),
        languages=languages,
        present=keys_of(_listed(scene.get("present", ()))),
        place=name_key(place) if isinstance(place, str) else "",
        held=keys_of(_listed(scene.get("inventory", ()))),
    )


def points(moment: Moment, scene: SceneKeys, now_ms: int) -> list[float]:
    """What each of NAMES adds to the score of a memory. Pure."""
    return [
        PER_TRIGGER * sum(_is_said(trigger, scene) for trigger in moment.triggers),
        0.0 if scene.present.isdisjoint(moment.participants) else PRESENT,
        PLACE if scene.place in moment.places else 0.0,
        0.0 if scene.held.isdisjoint(moment.items) else HELD,
        recency_of_use((now_ms - moment.accessed_ms) / 1000),
        PER_IMPORTANCE * moment.entry.importance,
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryFormula:
    """A formula: points for all significant memories, found by search or not; `others` scores other items."""

    others: Formula = field(default_factory=WeightedSum)

    def score(self, candidates: Candidates, question: Question, *, now: datetime) -> list[Scored]:
        """The best memories of all, then the other candidates, each part best first, equal ones by id."""
        scene, now_ms = scene_keys(question.text, question.scene), to_ms(now)
        moments: list[Scored] = []
        for moment in candidates.moments or ():
            row, entry = points(moment, scene, now_ms), moment.entry
            moments.append(Scored(entry.id, entry, round(sum(row), 6), sum(row[:4]), row[0], NAMES, row, None))
        moments = nlargest(BEST_MAX, moments, key=lambda one: one.score)  # Equal ones stay by id.
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


def _is_said(trigger: str, scene: SceneKeys) -> bool:
    words = _trigger_words(trigger, scene.languages)
    return not any(map(scene.asked.isdisjoint, words)) and _stands_in(words, scene.input)


def _stands_in(words: Sequence[frozenset[str]], text: Sequence[frozenset[str]]) -> bool:
    """Whether these words stand in the text, one after another, each in some form."""
    return any(
        all(not word.isdisjoint(text[start + at]) for at, word in enumerate(words))
        for start in range(len(text) - len(words) + 1 if words else 0)
    )


def _listed(names: str | Sequence[str]) -> Sequence[str]:
    return (names,) if isinstance(names, str) else names
