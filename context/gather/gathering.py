"""What might be shown: the hits of search, the edges around them, and what the index measures of each candidate."""

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from context.gather.gather_policy import GatherPolicy
from context.gather.question import Question
from graph.index.entries import Entry
from graph.index.index_state import Moment
from graph.index.space_index import Measured, SpaceIndex
from graph.store.verbs import FACT, MESSAGE, Edge, Kind, Label, Store
from graph.text.days import EVER
from graph.values.items import FactStatus
from graph.values.write_plan import label_of

REPLACED_MAX = 8
"""How many replacements of a fact are followed. A question that brings up more is about them."""

ALIKE = 0.6
"""The score by words of a message that has each word of the question once; only repeating them scores more."""

MESSAGES = frozenset({Label.MESSAGE})
KNOWN = frozenset(Label) - MESSAGES


@dataclass(frozen=True, slots=True)
class Found:
    """What search found, and what stands around it in the graph."""

    words: Mapping[str, float]  # what each hit scores by words, 0..1
    entries: Mapping[str, Entry]  # of the hits, best first
    neighbours: Sequence[str]  # lines beside the best hits, facts stated in all these lines, and what helped with them
    seeds: Mapping[str, float]  # where the walk starts: the best hits and the entities named
    walked: Sequence[Edge]  # around the seeds, two steps far
    edges: Sequence[Edge]  # `walked`, and from the facts found to their lines and to the facts that replaced them


@dataclass(frozen=True, slots=True)
class Candidates:
    """Items that might be shown, with all that a formula can score them by."""

    ids: tuple[str, ...]
    entries: tuple[Entry, ...]
    text: NDArray[np.float64]
    vector: NDArray[np.float64]
    around: NDArray[np.float64]  # of a message: what words in the lines around it add
    asked: NDArray[np.float64]  # of a message: what the line before it scores by words, if that line is a question
    beside: NDArray[np.float64]  # of a message: how near in meaning the lines right before and behind are
    spoken: NDArray[np.float64]  # of a message: how well the days that it mentions fit the times asked for
    tells_day: NDArray[np.float64]  # of a message: 1 if it mentions a day and the question asks for one
    near: Mapping[str, float]  # how near the walk came
    edges: Sequence[Edge]
    speakers: Mapping[str, str]  # senders that are entities of the question, with the entity
    helped: NDArray[np.float64]  # how useful it was for messages with the words of the question, 0..1
    shown_before: Set[str]  # in the last block of this chat
    moments: Sequence[Moment] | None = None  # all significant memories, for formulas that choose among them


def candidates_of(store: Store, index: SpaceIndex, question: Question, chat: str, policy: GatherPolicy) -> Candidates:
    """All that a question brings up, with what it is scored by. Three reads at most, besides replaced facts."""
    gathered = gather(store, index, question, policy)
    near = walk(gathered.walked, gathered.seeds, damping=policy.walk_damping, rounds=policy.walk_rounds)
    return measure(index, question, gathered, near, chat, policy)


def gather(store: Store, index: SpaceIndex, question: Question, policy: GatherPolicy) -> Found:
    """The hits and the edges around them. Three reads at most, besides replaced facts."""
    words, best = search(index, question, policy)
    seeds = {id: score for id, score in best[: policy.seed_hits_max] if score > 0.0} | dict(question.named)
    entries = index.entries([id for id, _ in best])
    facts = [id for id, entry in entries.items() if entry.label is FACT]
    messages = [id for id, entry in entries.items() if entry.label is MESSAGE]
    beside = lines_beside(index, messages, policy)
    # If no fact was found and no hit was ever useful, the facts stated in the lines are not read.
    is_asked = bool(facts) or any(entry.usefulness > 0 for entry in entries.values())
    lines = {*messages, *beside[: policy.noted_lines_max]} if is_asked else set()
    walked, edges = edges_around(store, index.space, seeds, facts, lines, policy)
    stated = sorted({edge.source for edge in edges if edge.kind is Kind.STATED_IN and edge.target in lines})
    useful = sorted({edge.source for edge in edges if edge.kind is Kind.HELPED_WITH and edge.target in lines})
    past = replacements(store, index, {*facts, *stated})
    beside += [*stated, *useful, *sorted(set(heirs(past).values()))]
    return Found(words, entries, beside, seeds, walked, [*edges, *past])


def replacements(store: Store, index: SpaceIndex, facts: Set[str]) -> list[Edge]:
    """The edges from facts that hold no longer to the facts that replaced them. One read a step; none if all hold."""
    edges: dict[str, Edge] = {}
    left = facts
    for _ in range(REPLACED_MAX):
        past = [id for id, entry in index.entries(sorted(left)).items() if entry.status == FactStatus.SUPERSEDED]
        if not past:
            break
        read = store.edges(index.space, past, (Kind.SUPERSEDED_BY,), REPLACED_MAX)
        new = [edge for edge in read if edge.source in past and edge.source not in edges]
        edges |= {edge.source: edge for edge in new}
        left = {edge.target for edge in new} - edges.keys()
    return list(edges.values())


def heirs(edges: Iterable[Edge]) -> dict[str, str]:
    """Each fact that holds no longer, with the last fact that replaced it."""
    by = {edge.source: edge.target for edge in edges if edge.kind is Kind.SUPERSEDED_BY}
    heir_of: dict[str, str] = {}
    for fact in by:
        passed = {fact}
        last = by[fact]
        while last in by and last not in passed:
            passed.add(last)
            last = by[last]
        heir_of[fact] = last
    return heir_of


def search(
    index: SpaceIndex, question: Question, policy: GatherPolicy
) -> tuple[dict[str, float], list[tuple[str, float]]]:
    """The scores of hits by words; and all hits, each with the better of its scores by words and meaning, best first.

    Lines of the times asked for are among them, with their scores by words. No store reads.
    """
    by_terms = index.search_terms(question.terms, {MESSAGES: policy.hits_max, KNOWN: policy.known_hits_max})
    words = {hit.id: hit.score for hit in by_terms}
    for hit in index.search_words(question.before, policy.before_hits_max):
        words[hit.id] = min(1.0, words.get(hit.id, 0.0) + policy.before_weight * hit.score)
    if question.wants_whole_talk:
        for id in index.weightiest_facts(policy.weighty_facts_max):
            words.setdefault(id, policy.weighty_worth)
    if question.times:
        limits = policy.timely_hits_max, policy.timely_others_max
        for hit in index.search_times(question.terms, question.times, limits):
            words.setdefault(hit.id, hit.score)
    hits = dict(words)
    for hit in index.search_vector(question.vector, policy.hits_max) if question.vector is not None else ():
        hits[hit.id] = max(hits.get(hit.id, 0.0), hit.score)
    return words, sorted(hits.items(), key=lambda pair: (-pair[1], pair[0]))


def lines_beside(index: SpaceIndex, messages: Sequence[str], policy: GatherPolicy) -> list[str]:
    """The lines beside the best of these messages, without the messages themselves; those of the best one first."""
    ids, places = index.around(messages[: policy.around_messages_max], policy.around_reach)
    lines = dict.fromkeys(ids[place] for place in places.ravel().tolist() if place >= 0)
    known = frozenset(messages)
    return [id for id in lines if id not in known]


def edges_around(
    store: Store,
    space: str,
    seeds: Mapping[str, float],
    facts: Iterable[str],
    lines: Collection[str],
    policy: GatherPolicy,
) -> tuple[Sequence[Edge], Sequence[Edge]]:
    """The edges two steps around the seeds; and these edges together with those of the facts and of the lines.

    The edges of a line lead to the facts stated in it, and to what helped with it. Capped at each node. Three reads at
    most.
    """
    if not seeds:
        return (), ()
    read = store.edges(space, sorted({*seeds, *facts}), tuple(KIND_WEIGHTS), policy.edge_cap)
    near = [edge for edge in read if edge.source in seeds or edge.target in seeds]
    touched: dict[str, int] = {}
    for edge in near:
        for id in (edge.source, edge.target):
            if id not in seeds:
                touched[id] = touched.get(id, 0) + 1
    stated = store.edges(space, sorted(lines), (Kind.STATED_IN, Kind.HELPED_WITH), policy.edge_cap) if lines else ()
    if not touched:
        return near, _each_once(read, stated)
    # Messages come last: they lead to little that the seeds don't reach. Facts lead to the entities that cover them.
    frontier = sorted(touched, key=lambda id: (label_of(id) is MESSAGE, -touched[id], id))[: policy.second_hop_max]
    further = store.edges(space, sorted(frontier), tuple(KIND_WEIGHTS), policy.edge_cap)
    return _each_once(near, further), _each_once(near, further, read, stated)


def _each_once(*found: Iterable[Edge]) -> list[Edge]:
    return list({(edge.source, edge.kind, edge.target): edge for edges in found for edge in edges}.values())


def measure(
    index: SpaceIndex, question: Question, found: Found, near: Mapping[str, float], chat: str, policy: GatherPolicy
) -> Candidates:
    """Everything that words, meaning or the walk found, and what stands beside it, with what it is scored by.

    `near` tells how near the walk came to each item. No store reads.
    """
    reached = sorted((id for id in near if id not in found.entries), key=lambda id: (-near[id], id))
    entries = {**found.entries, **index.entries(reached[: policy.reached_max])}
    more = index.entries([id for id in found.neighbours if id not in entries])
    entries |= {id: entry for id, entry in more.items() if entry.label in (MESSAGE, FACT)}

    ids, values = tuple(entries), tuple(entries.values())
    measured = index.measure(ids, len(policy.around_fades), question.terms, question.vector)
    own = np.minimum(1.0, measured.parts.sum(axis=0))[: len(ids)].tolist()
    around, asked, beside = lent_by_lines(measured, values, policy)
    text = np.array([found.words.get(id, score) for id, score in zip(ids, own, strict=True)])
    vector = measured.meanings[: len(ids)].copy()
    places = {id: place for place, id in enumerate(ids)}
    for fact, heir in heirs(found.edges).items():  # "Where do I live?" shares no word with "I moved to York".
        if fact in places and heir in places:
            for column in (text, vector):
                column[places[heir]] = max(column[places[heir]], column[places[fact]])
    senders = sorted({entry.sender for entry in values if entry.sender})
    return Candidates(
        ids=ids,
        entries=values,
        text=text,
        vector=vector,
        around=around,
        asked=asked,
        beside=beside,
        helped=_helped(found.edges, places, text),
        spoken=index.days_fit(ids, question.times) if question.times else np.zeros(len(ids)),
        tells_day=index.days_fit(ids, [EVER]) if question.wants_day else np.zeros(len(ids)),
        near=near,
        edges=found.edges,
        speakers={one: id for one in senders for id in index.entities_named(one) if id in question.named},
        shown_before=frozenset(index.last_shown(chat)),
        moments=index.moments() if policy.gathers_moments else None,
    )


def _helped(edges: Iterable[Edge], places: Mapping[str, int], text: NDArray[np.float64]) -> NDArray[np.float64]:
    """How useful each item was for messages with the words of the question, levelling off towards 1.

    Squared: a message with half of the words may ask for something else, and counts a quarter.
    """
    sums = np.zeros(len(places))
    for edge in edges:
        if edge.kind is Kind.HELPED_WITH and edge.source in places and edge.target in places:
            sums[places[edge.source]] += min(1.0, text[places[edge.target]] / ALIKE) ** 2
    return sums / (sums + 1.0)


def lent_by_lines(
    measured: Measured, entries: Sequence[Entry], policy: GatherPolicy
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """What the lines around each entry add to it: an answer seldom repeats the words of what it answers.

    Three arrays: what words of the question that only the lines around the entry have would add to its score; how well
    the line right before it matches, if that line is a question; and how near in meaning the two lines beside it are.
    """
    parts, places = measured.parts, measured.places
    padded = np.column_stack([parts, np.zeros(len(parts))])  # The last column, -1, stands for a line that is missing.
    lent = np.zeros((len(parts), len(places)))
    fades = [fade for fade in policy.around_fades for _ in range(2)]
    for fade, place in zip(fades, places.T, strict=True):
        np.maximum(lent, padded[:, place] * fade, out=lent)
    gained = np.maximum(lent - parts[:, : len(places)], 0.0).sum(axis=0)
    asked = np.append(parts.sum(axis=0) * measured.asks, 0.0)[places[:, 0]]
    nearest = np.append(measured.meanings, 0.0)[places[:, :2]].max(axis=1, initial=0.0)
    # A long line tells by itself what it is about.
    need = np.minimum(1.0, policy.around_tokens / np.array([max(1, entry.tokens) for entry in entries]))
    return gained * need, asked * need, nearest * need


KIND_WEIGHTS: Mapping[Kind, float] = {
    Kind.ABOUT: 1.0,  # Whoever asks for an entity wants to know first what is known about it.
    Kind.STATED_IN: 0.8,  # A fact and the line it came from explain each other.
    Kind.SUPERSEDED_BY: 0.8,  # Whoever asks about something outdated wants to know what holds now.
    Kind.EVIDENCE: 0.8,
    Kind.PART_OF: 0.8,
    Kind.MENTIONS: 0.5,  # A name dropped in a line says less than a statement about it.
    Kind.COVERS: 0.3,  # Usually beside an ABOUT edge between the same two.
    Kind.SAID_BY: 0.15,  # Everybody says a lot; who spoke is a term of its own.
}
"""The kinds of edges that a walk follows, in both directions, and the weight of each."""


def walk(edges: Sequence[Edge], seeds: Mapping[str, float], *, damping: float, rounds: int) -> dict[str, float]:
    """The share of time that a walk spends at each node if it restarts at `seeds`, relative to the greatest share.

    So the nearest node has 1.0. The weights of seeds are above 0; a walk without a way on restarts. Pure, O(edges x
    rounds).
    """
    if not seeds:
        return {}
    place: dict[str, int] = {seed: number for number, seed in enumerate(sorted(seeds))}
    ends = [(place.setdefault(edge.source, len(place)), place.setdefault(edge.target, len(place))) for edge in edges]
    sources, targets = np.array([*ends, *((target, source) for source, target in ends)], dtype=np.intp).reshape(-1, 2).T
    strengths = np.array([KIND_WEIGHTS[edge.kind] for edge in edges] * 2)
    leaving = np.bincount(sources, strengths, len(place))
    is_dead = leaving == 0.0
    passed_on = strengths / leaving[sources]

    restart = np.zeros(len(place))
    restart[: len(seeds)] = [seeds[seed] for seed in sorted(seeds)]
    restart /= restart.sum()
    shares = restart
    for _ in range(rounds):
        stranded = shares[is_dead].sum()
        moved = np.bincount(targets, shares[sources] * passed_on, len(place))
        shares = damping * (moved + stranded * restart) + (1.0 - damping) * restart
    return dict(zip(place, (shares / shares.max()).tolist(), strict=True))
