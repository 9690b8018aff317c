"""How much verdicts help, in simulation: half of each space's questions are judged, the other half is measured.

`python -m benchmarks.learning SET… [--embedder MODEL]` takes a folder for each set, as `remembrancer bench convert`
makes them. Each question is asked once, and the terms of all messages that came up are kept. For every second question
the 30 best messages count as shown: those that are evidence as useful, the others as unused. Each space learns from
the first 10, 50, 200 and 1,000 such verdicts, and from all, as its rounds would. Printed is the nDCG@10 of the other
questions: with the default weights, with usefulness, with learned weights, with both, and with weights learned from
the other spaces of the set. Then the same with false verdicts: random, inverted, and partly inverted; and 2,000 turns,
each judged by what it shows.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from archivists.learning.weight_fit import BLOCKS_MIN, JudgedBlock, JudgedRow, fitted, learn, table_of
from benchmarks.fitting import Asked, Row
from benchmarks.retrieval.folder import read_folders
from benchmarks.weights import questions_of, weights_of
from context.score.weighted_sum import WeightedSum
from graph.embedders.choice import open_embedder
from graph.values.changes import Verdict
from graph.values.learned_weights import LearnedWeights, LearningOutcome
from graph.values.score_terms import TERMS, Weights, exposure, worth

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SHOWN = 30  # About what a block of 2,048 tokens shows.
AT = 10
COUNTS = (10, 50, 200, 1000, 10_000)  # The last is all there are.
TURNS = 2000
STEP = 10  # Blocks between two looks.
DEFAULTS = weights_of(Weights())
USEFULNESS, SHOWN_BEFORE = TERMS.index("usefulness"), TERMS.index("shown")
FORMULA = WeightedSum()

Judge = Mapping[bool, float]  # whether a message is evidence -> the chance that it is called useful
HONEST: Judge = {True: 1.0, False: 0.0}
LIARS: Mapping[str, Judge] = {
    "random, 5 %": {True: 0.05, False: 0.05},
    "random, half": {True: 0.5, False: 0.5},
    "inverted": {True: 0.0, False: 1.0},
    "one in three inverted": {True: 0.67, False: 0.33},
}


def main() -> None:
    """Record, learn and print."""
    parser = ArgumentParser(prog="python -m benchmarks.learning", description=__doc__)
    parser.add_argument("sets", type=Path, nargs="+", help="folders that hold a set's folders")
    parser.add_argument("--embedder", help="by words alone without it")
    parser.add_argument("--picture", type=Path, help="a .png file for the weights of the first set over time")
    given = parser.parse_args()
    embedder = open_embedder(given.embedder) if given.embedder else None
    for path in given.sets:
        spaces = {
            folder.name: [asked for asked in questions_of(folder, embedder) if len(asked.ids)]
            for folder in read_folders([path])
        }
        if given.picture and path == given.sets[0]:
            from benchmarks.learning_pictures import draw_weights  # noqa: PLC0415 - matplotlib is an extra

            draw_weights(given.picture, *over_time([*spaces.values()]))
        for line in (*curve(path.name, spaces), "", *liars(spaces), "", *loop(spaces), ""):
            print(line, flush=True)  # noqa: T201 - A script's answer.


def curve(name: str, spaces: Mapping[str, Sequence[Asked]]) -> Iterator[str]:
    """A row for each number of verdicts: nDCG@10 of the questions not judged, and how many spaces adopt weights."""
    yield f"| {name}: verdicts a space | default | usefulness | weights | both | weights of the others | adopted |"
    yield "| --- " * 7 + "|"
    for count in COUNTS:
        blocks = {space: judged(asked[::2], HONEST, count) for space, asked in spaces.items()}
        cells: dict[str, list[float]] = defaultdict(list)
        adopted = 0
        for space, asked in spaces.items():
            found = learned(blocks[space])
            adopted += found.outcome is LearningOutcome.ADOPTED
            others = learned([block for other, held in blocks.items() if other != space for block in held])
            useful = known_of(asked[::2], blocks[space])
            tested = asked[1::2]
            cells["default"] += [reached(one, DEFAULTS) for one in tested]
            cells["usefulness"] += [reached(one, DEFAULTS, useful) for one in tested]
            cells["weights"] += [reached(one, own(found)) for one in tested]
            cells["both"] += [reached(one, own(found), useful) for one in tested]
            cells["others"] += [reached(one, own(others)) for one in tested]
        means = " | ".join(f"{100 * float(np.mean(each)):.1f}" for each in cells.values())
        yield f"| {count:,} | {means} | {adopted} of {len(spaces)} |"


def liars(spaces: Mapping[str, Sequence[Asked]]) -> Iterator[str]:
    """What false verdicts do, on all judged questions of each space."""
    yield "| verdicts | weights adopted | nDCG@10 with them | with usefulness too | default |"
    yield "| --- " * 5 + "|"
    for name, judge in LIARS.items():
        adopted = 0
        cells: dict[str, list[float]] = defaultdict(list)
        for asked in spaces.values():
            blocks = judged(asked[::2], judge, COUNTS[-1])
            found, known = learned(blocks), known_of(asked[::2], blocks)
            adopted += found.outcome is LearningOutcome.ADOPTED
            cells["weights"] += [reached(one, own(found)) for one in asked[1::2]]
            cells["both"] += [reached(one, own(found), known) for one in asked[1::2]]
            cells["default"] += [reached(one, DEFAULTS) for one in asked[1::2]]
        means = " | ".join(f"{100 * float(np.mean(each)):.1f}" for each in cells.values())
        yield f"| {name} | {adopted} of {len(spaces)} | {means} |"


def loop(spaces: Mapping[str, Sequence[Asked]]) -> Iterator[str]:
    """2,000 turns in each space with repeated questions, judged by evidence: what the last turns reach and repeat."""
    yield f"| {TURNS:,} turns | nDCG@10, first 100 | last 100 | of ten, new in the first 100 | in the last |"
    yield "| --- " * 5 + "|"
    rows = []
    for asked in spaces.values():
        rows.append(_loop_of(asked))
    means = np.mean(rows, axis=0)
    yield f"| all spaces | {100 * means[0]:.1f} | {100 * means[1]:.1f} | {means[2]:.1f} | {means[3]:.1f} |"


def _loop_of(asked: Sequence[Asked]) -> tuple[float, float, float, float]:
    random = np.random.default_rng(7)
    known = Known()
    before: set[str] = set()
    reached_in, other = [], []
    for _ in range(TURNS):
        one = asked[int(random.integers(len(asked)))]
        scores = _scores(one, DEFAULTS, known, before)
        order = np.argsort(-scores, kind="stable")[:SHOWN]
        shown = [one.ids[place] for place in order]
        reached_in.append(ndcg_at(scores, one))
        other.append(len(set(shown[:AT]) - before) if before else AT)
        before = set(shown)
        for rank, place in enumerate(order.tolist(), start=1):
            verdict = Verdict.USEFUL if place in one.evidence else Verdict.UNUSED
            known.hear(JudgedRow(one.ids[place], rank, {}, verdict), one.words)
    return tuple(float(np.mean(each)) for each in (reached_in[:100], reached_in[-100:], other[:100], other[-100:]))  # type: ignore[return-value]


def over_time(spaces: Sequence[Sequence[Asked]]) -> tuple[list[int], dict[str, list[float]]]:
    """By what the verdicts of so many questions would multiply each weight, adopted or not: means over spaces.

    Only for terms that distinguish between messages of one question.
    """
    every = [one.terms for asked in spaces for one in asked]
    telling = [term for place, term in enumerate(TERMS) if any(np.ptp(terms[:, place]) > 0 for terms in every)]
    counts = [*range(BLOCKS_MIN, min(len(asked) for asked in spaces) + 1, STEP)]
    found: dict[str, list[float]] = defaultdict(list)
    for count in counts:
        tables = (table_of(judged(asked[:count], HONEST, SHOWN * count)).with_choice for asked in spaces)
        factors = np.mean([each / DEFAULTS for table in tables if (each := fitted(table)) is not None], axis=0)
        for term in telling:
            found[term].append(float(factors[TERMS.index(term)]))
    return counts, found


def judged(asked: Sequence[Asked], judge: Judge, count: int) -> list[JudgedBlock]:
    """The first `count` verdicts on what these questions would show, block by block."""
    random = np.random.default_rng(3)
    blocks: list[JudgedBlock] = []
    for number, one in enumerate(asked):
        order = np.argsort(-(one.terms @ DEFAULTS), kind="stable")[: min(SHOWN, count)]
        rows = tuple(
            JudgedRow(
                one.ids[place],
                rank,
                dict(zip(TERMS, one.terms[place].tolist(), strict=True)),
                Verdict.USEFUL if random.random() < judge[place in one.evidence] else Verdict.UNUSED,
            )
            for rank, place in enumerate(order.tolist(), start=1)
        )
        blocks.append(JudgedBlock(f"b{number}", rows))
        count -= len(rows)
        if count <= 0:
            break
    return blocks


def learned(blocks: Sequence[JudgedBlock]) -> LearnedWeights:
    """What a round would learn from these blocks."""
    if len(blocks) < BLOCKS_MIN:
        return LearnedWeights(outcome=LearningOutcome.TOO_FEW, updated_at=NOW)
    return learn(blocks, now=NOW)


def own(found: LearnedWeights) -> Row:
    """The weights that a space would use, in the order of TERMS."""
    return np.array([found.by_term.get(term, default) for term, default in zip(TERMS, DEFAULTS, strict=True)])


@dataclass(frozen=True, slots=True)
class Known:
    """What verdicts add up to: the sum for each item, and the questions that it helped with."""

    sums: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    helped: dict[str, list[Mapping[str, float]]] = field(default_factory=lambda: defaultdict(list))

    def hear(self, row: JudgedRow, words: Mapping[str, float]) -> None:
        """One more verdict, on an item shown for a question of these words."""
        self.sums[row.item] += worth(row.verdict, row.rank)
        if row.verdict is Verdict.USEFUL and words not in self.helped[row.item]:
            self.helped[row.item].append(words)

    def term(self, one: Asked) -> Row:
        """The term `usefulness` of each message that came up for a question."""
        whole = sum(one.words.values()) or 1.0
        alike = np.array(
            [
                sum((sum(one.words[word] for word in words if word in one.words) / whole) ** 2 for words in found)
                for found in (self.helped.get(id, ()) for id in one.ids)
            ]
        )
        against = np.minimum(0.0, self.totals(one) + FORMULA.of_no_use)
        return alike / (alike + 1.0) + against / (np.abs(against) + FORMULA.useful_scale)

    def totals(self, one: Asked) -> Row:
        """The sum of each message that came up for a question."""
        return np.array([self.sums.get(id, 0.0) for id in one.ids])


def known_of(asked: Sequence[Asked], blocks: Sequence[JudgedBlock]) -> Known:
    """What the blocks of the first of these questions have taught about items."""
    known = Known()
    for one, block in zip(asked, blocks, strict=False):
        for row in block.rows:
            known.hear(row, one.words)
    return known


def reached(one: Asked, weights: Row, known: Known | None = None) -> float:
    """The nDCG@10 of a question."""
    return ndcg_at(_scores(one, weights, known or Known(), set()), one)


def ndcg_at(scores: Row, one: Asked) -> float:
    """How near the top the evidence is among the first ten, relative to the best order."""
    order = np.argsort(-scores, kind="stable")[:AT].tolist()
    found = sum(exposure(rank) for rank, place in enumerate(order, start=1) if place in one.evidence)
    best = sum(exposure(rank) for rank in range(1, min(AT, one.evidence_count) + 1))
    return found / best if best else 0.0


def _scores(one: Asked, weights: Row, known: Known, before: set[str]) -> Row:
    terms = one.terms.copy()
    terms[:, USEFULNESS] = known.term(one)
    sums = np.minimum(0.0, known.totals(one))
    tired = np.clip(1.0 + FORMULA.tires * sums / (np.abs(sums) + FORMULA.useful_scale), 0.0, 1.0)
    terms[:, SHOWN_BEFORE] = np.array([id in before for id in one.ids]) * tired
    return terms @ weights


if __name__ == "__main__":
    main()
