"""The formula of most profiles: named terms, their weighted sum, and the same in words.

The weights of the question's own terms were chosen on four sets at once (people's chats, chats with an assistant,
proactive recall, Turkish passages), with an embedder and without. docs/benchmarks/retrieval.md has the results on sets
that were left out. A space may have weights of its own, learned from verdicts (`archivists.learning`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from operator import attrgetter, itemgetter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from context.gather.gathering import Candidates
from context.gather.question import Question
from context.gather.wanted import Wanted
from context.score.formula import Scored
from graph.index.entries import Entry
from graph.store.verbs import FACT, MESSAGE, Kind, Label
from graph.text.analysis import name_key
from graph.values.codec import shown_ms
from graph.values.items import GENERIC_SENDERS, FactKind, Role
from graph.values.score_terms import DIRECT_TERMS, TERMS, Weights

_weights_of = attrgetter(*TERMS)
_score_of = attrgetter("score")

_RELEVANCE = frozenset({"text", "vector", "graph", "around", "asked", "beside", "named", "time"})
_IS_RELEVANCE = np.array([term in _RELEVANCE for term in TERMS])
DIRECT = np.array([term in DIRECT_TERMS for term in TERMS])
"""Which of TERMS make a message worth an excerpt."""

REPLY: Mapping[Wanted, float] = {Wanted.ASKER: -1.0, Wanted.ANYBODY: -0.4, Wanted.ASSISTANT: 0.4}
"""The term `role` of an assistant's reply. Replies are long and match everything, so they come after what people said:
far after it if the question is about whoever asks, but before it if the question asks for the assistant's own words."""

WORDS_FOUND = 0.3
"""The best `text` of a line from which on words are sure of what is asked: half of the question's words, once."""

SURE_PART = 2 / 7
"""How much `vector` counts then. The less the words find, the more it counts, up to fully: what a remark calls to mind,
and what was said in another language, has none of its words."""

SHORT_TOKENS = 12.0
"""The vector of a shorter message counts less, down to half: a remark such as "I love it!" is close to every question
about what somebody loves."""

DAY_MS = 86_400_000

_MACHINES: Final = frozenset({Role.ASSISTANT, Role.TOOL})
_BINDING: Final = (Kind.ABOUT, Kind.MENTIONS)

LABEL_WORTH: Mapping[Label, float] = {
    Label.FACT: 1.0,
    Label.MEMORY: 1.0,
    Label.ENTITY: 0.6,
    Label.REFLECTION: 0.5,
    Label.SUMMARY: 0.4,
    Label.MESSAGE: 0.3,
}
"""What was written down as knowledge counts more than talk."""

KIND_WORTH: Mapping[str, float] = {FactKind.OBJECTIVE: 0.9, FactKind.THEORY: 0.7, FactKind.QUESTION: 0.6}
"""An open question helps less than what is known; both are facts."""


_PHRASES: Mapping[str, str] = {
    "text": "has words like the question's",
    "vector": "similar in meaning",
    "graph": "close by in the graph",
    "around": "among lines that share words with it",
    "asked": "behind a line that asks the same",
    "sought": "has what is asked for, a name or a day",
    "time": "said at the time that is asked for, or about it",
    "beside": "next to a line similar in meaning",
    "shown": "shown last turn",
}
"""Terms that are described in the same words for every item."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedSum:
    """A formula: the sum of the terms, each with its weight."""

    weights: Weights = field(default_factory=Weights)
    half_age_days: float = 30.0  # An item a month old gets half the recency of one of today.
    useful_scale: float = 3.0  # Three verdicts on one side count half of what verdicts can at most.
    of_no_use: float = 0.1  # Twice unused at the top of a block. Fewer tell nothing, since most items are seldom used.
    tires: float = 20.0  # Three times unused at the top of a block ends the bonus of what was shown last turn.

    def score(self, candidates: Candidates, question: Question, *, now: datetime) -> list[Scored]:
        """Every candidate with its total, best first, equal ones by id. Pure."""
        if not candidates.ids:
            return []
        named_by = _named_by(candidates, question)
        matrix = self._matrix(candidates, question, named_by, shown_ms(now))
        weighted = matrix * np.array(_weights_of(self.weights))
        columns = {
            "id": candidates.ids,
            "entry": candidates.entries,
            "score": weighted.sum(axis=1).round(6).tolist(),
            "relevance": weighted[:, _IS_RELEVANCE].sum(axis=1).tolist(),
            "direct": weighted[:, DIRECT].sum(axis=1).tolist(),
            "names": [TERMS] * len(candidates.ids),
            "row": matrix.tolist(),
            "named_by": [named_by.get(id) for id in candidates.ids],
        }
        rows = zip(*(columns[name] for name in Scored._fields), strict=True)
        ranked = sorted(map(Scored._make, rows), key=itemgetter(0))
        ranked.sort(key=_score_of, reverse=True)
        return ranked

    def fitted(self, weights: Mapping[str, float]) -> WeightedSum:
        """The same formula with a space's own weights; names that are not terms are ignored."""
        return replace(
            self, weights=replace(self.weights, **{term: weights[term] for term in TERMS if term in weights})
        )

    def explain(self, one: Scored, names: Mapping[str, str], *, now: datetime) -> str:
        """The three terms that weigh most, in words: "mentions Sibbi (0.31), said yesterday (0.12)"."""
        row = zip(_weights_of(self.weights), one.row, TERMS, strict=True)
        worth = [(weight * value, term) for weight, value, term in row if value]
        heaviest = sorted([(-abs(value), term, value) for value, term in worth])[:3]
        best = sorted(
            [(-value, term, value) for _, term, value in heaviest]
        )  # What speaks for it, then what speaks against it.
        phrases = [(_phrase(one, term, names, now), value) for _, term, value in best if abs(value) >= 0.005]
        return ", ".join([f"{phrase} ({value:.2f})" for phrase, value in phrases])

    def _matrix(
        self, candidates: Candidates, question: Question, named_by: Mapping[str, str], now_ms: int
    ) -> NDArray[np.float64]:
        ids, entries = candidates.ids, candidates.entries
        is_message = np.array([entry.label is MESSAGE for entry in entries])
        tokens = np.array([entry.tokens for entry in entries], dtype=float)
        short = np.where(is_message, 0.5 + 0.5 * np.minimum(1.0, tokens / SHORT_TOKENS), 1.0)
        found = max(
            (text for id, text in zip(ids, candidates.text, strict=True) if id not in question.visible), default=0
        )
        ages = np.maximum(0.0, now_ms - np.array([entry.at_ms for entry in entries], dtype=float)) / DAY_MS
        reply = REPLY[question.wanted]
        verdicts = np.array([entry.usefulness for entry in entries])
        columns: dict[str, NDArray[np.float64]] = {
            "text": candidates.text,
            "vector": candidates.vector * short * (SURE_PART + (1.0 - SURE_PART) * max(0.0, 1.0 - found / WORDS_FOUND)),
            # 0 for lines: those near a walk are mostly the best hits, where it restarts. They need no second reward.
            "graph": np.where(is_message, 0.0, np.array([candidates.near.get(id, 0.0) for id in ids])),
            "around": candidates.around,
            "asked": candidates.asked,
            "beside": candidates.beside,
            "named": np.array([question.named[named_by[id]] if id in named_by else 0.0 for id in ids]),
            "sought": np.maximum(
                np.array([entry.has_name for entry in entries], dtype=float) * question.wants_name, candidates.tells_day
            ),
            "time": np.maximum(
                candidates.spoken,
                np.array([_timeliness(entry, question) for entry in entries] if question.times else 0.0),
            ),
            "importance": _scale(np.array([entry.importance for entry in entries])),
            "salience": _scale(np.array([entry.salience for entry in entries])),
            # What was of no use sinks whatever is asked; what helped rises only when something similar is asked.
            "usefulness": candidates.helped + self._against(np.minimum(0.0, verdicts + self.of_no_use)),
            "recency": 1.0 / (1.0 + ages / self.half_age_days),
            "shown": np.array([id in candidates.shown_before for id in ids])
            * np.clip(1.0 + self.tires * self._against(np.minimum(0.0, verdicts)), 0.0, 1.0),
            "role": np.array([_role(entry, reply) if entry.kind in _MACHINES else 0.0 for entry in entries]),
            "kind": np.array([KIND_WORTH.get(entry.kind) or LABEL_WORTH.get(entry.label, 0.0) for entry in entries]),
        }
        matrix = np.empty((len(ids), len(TERMS)))
        for place, term in enumerate(TERMS):
            matrix[:, place] = columns[term]
        return matrix

    def _against(self, verdicts: NDArray[np.float64]) -> NDArray[np.float64]:
        return verdicts / (np.abs(verdicts) + self.useful_scale)


def _named_by(candidates: Candidates, question: Question) -> dict[str, str]:
    """Which entity of the question each candidate belongs to; if several, the one that the question names most."""
    named_by = {id: id for id in candidates.ids if id in question.named}
    for id, entry in zip(candidates.ids, candidates.entries, strict=True) if candidates.speakers else ():
        if entry.sender in candidates.speakers and entry.label is MESSAGE:
            named_by[id] = candidates.speakers[entry.sender]
    for edge in candidates.edges:
        if edge.kind not in _BINDING or edge.target not in question.named:
            continue
        present = named_by.get(edge.source)
        if present is None or question.named[present] < question.named[edge.target]:
            named_by[edge.source] = edge.target
    return named_by


def _timeliness(entry: Entry, question: Question) -> float:
    """How near to a time of the question a line or a fact was said. 0 for other items: they may tell of any time."""
    if entry.label not in (MESSAGE, FACT):
        return 0.0
    return max((span.nearness(entry.at_ms) for span in question.times), default=0.0)


def _role(entry: Entry, reply: float) -> float:
    """-1 for a tool's line, `reply` for that of an assistant without a name. A named one counts as a person: 0."""
    if entry.label is not MESSAGE:
        return 0.0
    if entry.kind == Role.TOOL:
        return -1.0
    return reply if name_key(entry.sender) in GENERIC_SENDERS else 0.0


def _scale(values: NDArray[np.int64]) -> NDArray[np.float64]:
    """1..10 as -1..1; an item that was not rated (5, or 0 where there is no scale) gets 0."""
    return np.where(values == 0, 0.0, (values - 5) / 5)


def _phrase(one: Scored, term: str, names: Mapping[str, str], now: datetime) -> str:
    entry = one.entry
    if term == "named":
        called = names.get(one.named_by or "", "what was named")
        if one.id == one.named_by:
            return f"is {called}, who or what is spoken of"
        if entry.label is FACT:
            return f"is about {called}"
        return f"mentions {called}" if one.named_by not in names or entry.sender != called else f"said by {called}"
    if term == "recency":
        return f"{'said' if entry.label in (MESSAGE, FACT) else 'written'} {ago(entry.at_ms, shown_ms(now))}"
    if term in ("importance", "salience"):
        return f"{term} {getattr(entry, term)} of 10"
    if term == "usefulness":
        return "was useful for something like it" if one.row[TERMS.index(term)] > 0 else "was of no use before"
    if term == "role":
        return f"said by the {entry.kind}"
    if term == "kind":
        return f"its kind: {entry.kind if entry.label is FACT else entry.label.lower()}"
    return _PHRASES[term]


def ago(at_ms: int, now_ms: int) -> str:
    """Today, yesterday, 3 days ago, 2 months ago, 3 years ago."""
    days = max(0, now_ms // DAY_MS - at_ms // DAY_MS)
    if days < 2:
        return ("today", "yesterday")[days]
    for unit, length in (("year", 365), ("month", 30), ("day", 1)):
        if days >= length:
            count = days // length
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    raise AssertionError(days)
