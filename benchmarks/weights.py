"""How well weights of a score do on sets that they were not chosen on.

`python -m benchmarks.weights SET… [--embedder MODEL]` takes a folder for each set, as `remembrancer bench convert`
makes them. Every question is asked once, and the terms of all messages that came up are kept as a matrix, so that any
weights can be tried quickly. It prints, as recall@1 / recall@10 / evidence in excerpts of 1,024 tokens, what weights
chosen on all other sets, or on other spaces of all sets, reach on those left out, compared with the weights of
context/score/weighted_sum.py. It also prints the figures without each term, with the number of spaces that lose and
that gain by it.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from benchmarks.fitting import Asked, Figures, Parts, Questions, Row, choose, figures
from benchmarks.retrieval.folder import Folder, read_folders
from benchmarks.retrieval.measure import EXCERPTS, VISIBLE, prepare
from context.exchange import NearMiss, ShownItem, TurnRequest
from context.select.block_policy import BlockPolicy
from context.turn import take_turn
from graph.embedders.choice import Embedder, open_embedder
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.text.search_terms import query_stems
from graph.values.score_terms import TERMS, Weights

NOW = datetime(2026, 1, 1, tzinfo=UTC)  # For messages without a time.
FOLDS = 5  # The spaces of each set are split into so many parts.
CHOSEN_ON_MIN = 50  # With fewer, two or three questions would decide. Such a set is only tested.
FREE = ("vector", "around", "asked", "beside", "named", "sought", "time", "role", "recency")
"""The TERMS of messages, without `text`, to which the others are relative, and those that need rounds or blocks."""

Sets = Mapping[str, Mapping[str, Questions]]  # set -> embedder -> its questions


def main() -> None:
    """Record, choose and print."""
    parser = ArgumentParser(prog="python -m benchmarks.weights", description=__doc__)
    parser.add_argument("sets", type=Path, nargs="+", help="folders that hold a set's folders")
    parser.add_argument("--embedder", help="asked with it too, besides words alone")
    given = parser.parse_args()
    embedder = open_embedder(given.embedder) if given.embedder else None
    sets = {path.name: recorded(read_folders([path]), embedder) for path in given.sets}
    for line in (*held_out(sets), "", *ablation(sets)):
        print(line)  # noqa: T201 - A script's answer.


def recorded(folders: Sequence[Folder], embedder: Embedder | None) -> dict[str, Questions]:
    """A set's questions by words; and with the embedder, if it knows the language of any of them."""
    found = {"words": Questions([one for folder in folders for one in questions_of(folder, None)], BlockPolicy())}
    if embedder is not None:
        found["vectors"] = Questions(
            [one for folder in folders for one in questions_of(folder, embedder)], BlockPolicy()
        )
        at = TERMS.index("vector")
        if not any(one.terms[:, at].any() for one in found["vectors"].asked):
            del found["vectors"]
    return found


def questions_of(folder: Folder, embedder: Embedder | None) -> Iterator[Asked]:
    """Each question of a folder with the terms of all messages that came up for it."""
    knowledge = KnowledgeGraph(open_store(":memory:"), embedder)
    ids, after = prepare(knowledge, folder, rounds=False, now=NOW)
    for asked in folder.questions:
        request = TurnRequest(
            space=folder.name,
            chat=asked.conversation or "",
            query=asked.question,
            visible=VISIBLE if asked.conversation is not None else 0,
            record=False,
        )
        turn = take_turn(knowledge, request, profile=EXCERPTS, now=asked.at or after)
        came_up: list[ShownItem | NearMiss] = [*turn.items, *turn.near_misses]
        terms = {one.id: one.terms for one in came_up if one.label is Label.MESSAGE}
        entries = knowledge.index(folder.name).entries(list(terms))
        places = {id: at for at, id in enumerate(entries)}
        yield Asked(
            folder.name,
            np.array([[terms[id].get(term, 0.0) for term in TERMS] for id in entries]).reshape(-1, len(TERMS)),
            np.array([entry.tokens for entry in entries.values()], dtype=float),
            [places[ids[id]] for id in asked.evidence if ids[id] in places],
            len(asked.evidence),
            [*entries],
            knowledge.index(folder.name).word_weights(query_stems(asked.question)),
        )
    knowledge.close()


def weights_of(weights: Weights) -> Row:
    """The weights in the order of TERMS."""
    return np.array([getattr(weights, term) for term in TERMS])


def plain() -> Row:
    """Shared words only. A choice starts here, so that it does not depend on today's weights."""
    return weights_of(replace(Weights(), **dict.fromkeys(FREE, 0.0)))


def held_out(sets: Sets, free: Sequence[str] = FREE) -> Iterator[str]:
    """What weights chosen without a set reach on it, for each set, and the same for parts of all sets."""
    today = weights_of(Weights())
    yield "| set | by | plain | today | chosen on the other sets | chosen on other spaces | chosen on all |"
    yield "| --- " * 7 + "|"
    everything = choose(_parts(sets), plain(), free)
    across = _across_spaces(sets, free)
    chosen: dict[str, Row] = {"everything": everything}
    for name, held in sets.items():
        chosen[name] = choose(_parts(sets, without=name), plain(), free)
        for by, questions in held.items():
            cells = [figures(questions, weights) for weights in (plain(), today, chosen[name])]
            cells += [across[name, by], figures(questions, everything)]
            yield f"| {name} | {by} | {' | '.join(map(_cell, cells))} |"
    for name, weights in chosen.items():
        values = zip(TERMS, weights, strict=True)
        yield f"chosen without {name}: " + ", ".join(f"{term} {value:g}" for term, value in values if term in FREE)


def _parts(sets: Sets, without: str = "") -> Parts:
    return {
        name: [(one, None) for one in held.values()]
        for name, held in sets.items()
        if name != without and _is_large(held)
    }


def _is_large(held: Mapping[str, Questions]) -> bool:
    return all(len(one.asked) >= CHOSEN_ON_MIN for one in held.values())


def _across_spaces(sets: Sets, free: Sequence[str]) -> dict[tuple[str, str], Figures]:
    """What weights chosen on the other parts reach. A set of one space counts for all parts or for none."""
    reached: dict[tuple[str, str], list[np.ndarray]] = {}
    for fold in range(FOLDS):
        left_out = {name: _dealt(held, fold) for name, held in sets.items()}
        parts = {
            name: [(one, _spaces(one) - left_out[name]) for one in held.values()]
            for name, held in sets.items()
            if _is_large(held) and _spaces(next(iter(held.values()))) - left_out[name]
        }
        weights = choose(parts, plain(), free)
        for name, held in sets.items():
            for by, one in held.items():
                is_out = [asked.space in left_out[name] for asked in one.asked]
                reached.setdefault((name, by), []).append(one.reached(weights)[is_out])
    return {key: Figures(*(100 * np.concatenate(rows).mean(axis=0)).tolist()) for key, rows in reached.items()}


def _spaces(questions: Questions) -> frozenset[str]:
    return frozenset(one.space for one in questions.asked)


def _dealt(held: Mapping[str, Questions], fold: int) -> frozenset[str]:
    return frozenset(sorted(_spaces(next(iter(held.values()))))[fold::FOLDS])


def ablation(sets: Sets) -> Iterator[str]:
    """What is reached without each term, with the others unchanged, and how many spaces lose or gain by that."""
    today = weights_of(Weights())
    columns = {(name, by): questions for name, held in sets.items() for by, questions in held.items()}
    whole = {key: questions.reached(today) for key, questions in columns.items()}
    yield "| without | " + " | ".join(f"{name} {by}" for name, by in columns) + " |"
    yield "| --- " * (len(columns) + 1) + "|"
    yield "| nothing | " + " | ".join(_cell(figures(questions, today)) for questions in columns.values()) + " |"
    for term in ("text", *FREE):
        without = today * [name != term for name in TERMS]
        cells = []
        for key, questions in columns.items():
            losses = _losses(questions, whole[key] - questions.reached(without))
            losing, gaining = (sum(sign * loss > 0 for loss in losses) for sign in (1, -1))
            cells.append(f"{_cell(figures(questions, without))} ({losing}, {gaining})")
        yield f"| `{term}` | {' | '.join(cells)} |"


def _losses(questions: Questions, lost: Row) -> list[float]:
    """What each space loses of recall@10 and of evidence shown."""
    of = np.array([one.space for one in questions.asked])
    return [float(lost[of == space, 1:].mean().round(4)) for space in sorted(_spaces(questions))]


def _cell(found: Figures) -> str:
    return f"{found.first:.1f} / {found.ten:.1f} / {found.shown:.1f}"


if __name__ == "__main__":
    main()
