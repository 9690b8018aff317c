"""All that a turn reads: what the assistant sees anyway, the index, the neighbourhood's edges, the rows to show."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

import numpy as np
from numpy.typing import NDArray

from context.gather.line_windows import LineWindows
from context.gather.visible import Spoken
from context.gather.walk import KIND_WEIGHTS
from context.turn_policy import TurnPolicy
from context.wording.excerpts import stems_of
from graph.index.space_index import Entry, SpaceIndex
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import FACT, MESSAGE, Edge, Kind, Label, Store
from graph.text.identification import language_of
from graph.text.times import TimeSpan, times_in
from graph.values.items import Item

MESSAGES = frozenset({Label.MESSAGE})
KNOWN = frozenset(Label) - MESSAGES


@dataclass(frozen=True, slots=True)
class Question:
    """What a block is asked for."""

    text: str
    before: str  # the visible lines before it
    named: Mapping[str, float]  # entities it names, and with less weight those of the lines before and the speakers
    vector: NDArray[np.float32] | None
    times: Sequence[TimeSpan]  # that it speaks of
    stems: Mapping[str, float]  # each with what it is worth in this space


@dataclass(frozen=True, slots=True)
class Hits:
    """What search found, each with its score, 0..1."""

    words: Mapping[str, float]
    vectors: Mapping[str, float]

    def best(self) -> list[tuple[str, float]]:
        """All of them with the better of both scores, best first, equal ones by id."""
        ids = {**self.words, **self.vectors}
        scored = [(id, max(self.words.get(id, 0.0), self.vectors.get(id, 0.0))) for id in ids]
        return sorted(scored, key=lambda pair: (-pair[1], pair[0]))


@dataclass(frozen=True, slots=True)
class Candidates:
    """Items that might be shown, each with what the index measures of it against the question."""

    ids: tuple[str, ...]
    entries: tuple[Entry, ...]
    text: NDArray[np.float64]
    vector: NDArray[np.float64]
    around: NDArray[np.float64]  # of a message: what words in the lines around it add
    asked: NDArray[np.float64]  # of a message: what the line before it scores by words, if that is a question
    beside: NDArray[np.float64]  # of a message: the greater cosine of the lines right before and behind it


def ask(
    knowledge: KnowledgeGraph,
    index: SpaceIndex,
    text: str,
    before: Sequence[Spoken],
    speakers: Iterable[str],
    *,
    policy: TurnPolicy,
    now: datetime,
) -> Question:
    """The question as it is searched for, with the lines before it and who spoke them. No store reads."""
    text = _ends(text, policy.query_chars_max)
    context = "\n".join(line.body[-policy.before_chars_max :] for line in before)
    named = dict.fromkeys(index.entities_in(text), 1.0)
    others = [entity for speaker in dict.fromkeys(speakers) for entity in index.entities_named(speaker)]
    for entity in (*index.entities_in(context), *others):
        named.setdefault(entity, policy.before_weight)
    named = dict(list(named.items())[: policy.seed_entities_max])
    return Question(
        text, context, named, _vector_of(knowledge, text), times_in(text, now), index.word_weights(stems_of(text))
    )


def search(index: SpaceIndex, question: Question, policy: TurnPolicy) -> Hits:
    """The best hits by words and by meaning. No store reads."""
    found = index.search_words_apart(question.text, {MESSAGES: policy.hits_max, KNOWN: policy.known_hits_max})
    words = {hit.id: hit.score for hit in found}
    for hit in index.search_words(question.before, policy.before_hits_max):
        words[hit.id] = min(1.0, words.get(hit.id, 0.0) + policy.before_weight * hit.score)
    vectors = index.search_vector(question.vector, policy.hits_max) if question.vector is not None else []
    return Hits(words, {hit.id: hit.score for hit in vectors})


def seeds_of(question: Question, hits: Sequence[tuple[str, float]], policy: TurnPolicy) -> dict[str, float]:
    """Where the walk starts: the entities named and the best hits."""
    return dict(hits[: policy.seed_hits_max]) | dict(question.named)


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The edges that a turn knows of."""

    walked: Sequence[Edge]  # around the seeds, two steps far
    edges: Sequence[Edge]  # and those of the facts that were found, and from the lines that were found to their facts


def neighbourhood(
    store: Store,
    space: str,
    seeds: Mapping[str, float],
    facts: Iterable[str],
    lines: Collection[str],
    policy: TurnPolicy,
) -> Neighbourhood:
    """The edges around the seeds, those of these facts, and what was stated in these lines, capped at each node.

    Three reads at most.
    """
    if not seeds:
        return Neighbourhood((), ())
    read = store.edges(space, sorted({*seeds, *facts}), tuple(KIND_WEIGHTS), policy.edge_cap)
    near = [edge for edge in read if edge.source in seeds or edge.target in seeds]
    touched: dict[str, int] = {}
    for edge in near:
        for id in (edge.source, edge.target):
            if id not in seeds:
                touched[id] = touched.get(id, 0) + 1
    stated = store.edges(space, sorted(lines), (Kind.STATED_IN,), policy.edge_cap) if lines else ()
    if not touched:
        return Neighbourhood(near, _each_once(read, stated))
    # Messages lead on to little that the seeds don't reach; facts and entities do, and facts tell who covers them.
    frontier = sorted(touched, key=lambda id: (id[0] == "m", -touched[id], id))[: policy.second_hop_max]
    further = store.edges(space, sorted(frontier), tuple(KIND_WEIGHTS), policy.edge_cap)
    return Neighbourhood(_each_once(near, further), _each_once(near, further, read, stated))


def _each_once(*found: Iterable[Edge]) -> list[Edge]:
    return list({(edge.source, edge.kind, edge.target): edge for edges in found for edge in edges}.values())


def lines_around(index: SpaceIndex, messages: Sequence[str], policy: TurnPolicy) -> list[str]:
    """The lines around the best of these messages that are not among them, those of the first one first."""
    ids, places = index.around(messages[: policy.around_messages_max], policy.around_reach)
    lines = dict.fromkeys(ids[place] for place in places.ravel().tolist() if place >= 0)
    known = frozenset(messages)
    return [id for id in lines if id not in known]


def measure(
    index: SpaceIndex,
    question: Question,
    hits: Hits,
    found: Mapping[str, Entry],
    near: Mapping[str, float],
    beside: Iterable[str],
    policy: TurnPolicy,
) -> Candidates:
    """Everything that words, meaning or the walk brought up, and what stands `beside` it: lines, and facts of lines.

    `found` are the hits, best first. No store reads.
    """
    reached = sorted((id for id in near if id not in found), key=lambda id: (-near[id], id))[: policy.reached_max]
    entries = {**found, **index.entries(reached)}
    more = index.entries([id for id in beside if id not in entries])
    entries |= {id: entry for id, entry in more.items() if entry.label in (MESSAGE, FACT)}

    ids, held = tuple(entries), tuple(entries.values())
    measured = index.measure(ids, len(policy.around_fades), question.text, question.vector)
    own = measured.parts[:, : len(ids)].sum(axis=0).tolist()
    text = np.array([hits.words.get(id, score) for id, score in zip(ids, own, strict=True)])
    windows = LineWindows(measured, held, policy)
    return Candidates(
        ids, held, text, measured.cosines[: len(ids)], windows.words(), windows.asked(), windows.meaning()
    )


def read_rows(store: Store, index: SpaceIndex, ids: Iterable[str]) -> dict[str, Item]:
    """The items with their text. One read of those that were not read lately."""
    return cast(dict[str, Item], index.items(store, list(dict.fromkeys(ids))))


def _vector_of(knowledge: KnowledgeGraph, text: str) -> NDArray[np.float32] | None:
    if knowledge.embedder is None or not text.strip():
        return None
    if not knowledge.embedder.knows(language_of(text)):
        return None
    vector: NDArray[np.float32] = knowledge.embedder.embed([text])[0]
    return vector


def _ends(text: str, chars_max: int) -> str:
    """The first quarter and the last three of what is too long: the question stands mostly at the end."""
    if len(text) <= chars_max:
        return text
    return f"{text[: chars_max // 4]}\n{text[len(text) - chars_max * 3 // 4 :]}"
