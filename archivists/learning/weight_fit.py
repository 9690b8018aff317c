"""Fits the weights of a score to verdicts, and adopts them only if they also hold on held-out blocks.

The model is conditional logistic regression: given how many of a block's items were useful, which ones they were is a
choice by their weighted terms. How hard a question is does not matter. Each term's part is drawn to the others', so
that without evidence all keep the defaults' proportions. The result is a factor for each default, within bounds. The
rank at which an item was shown is part of the fit but of no score: what comes first is read first, and used for that.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Kind, Label, ReadDepth
from graph.values.changes import Verdict
from graph.values.codec import item_of
from graph.values.items import Block
from graph.values.learned_weights import LearnedWeights, LearningOutcome
from graph.values.presented import unpacked
from graph.values.score_terms import TERMS, Weights, exposure

BLOCKS_MAX = 400
"""The newest blocks: some ten thousand judged items, more than fifteen weights need; about 8 MB while they are read."""

BLOCKS_MIN = 20
"""With fewer blocks nothing is learned: no weight can be told from chance."""

PAGE = 50
"""Blocks whose edges are read at once."""

ITEMS_MAX = 500
"""More items than a block of the largest budget in use shows."""


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """An item of a block with its verdict."""

    item: str
    rank: int  # from 1
    terms: Mapping[str, float]
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class JudgedBlock:
    """A block that has verdicts."""

    id: str
    rows: tuple[JudgedRow, ...]


def read_judged_blocks(knowledge: KnowledgeGraph, space: str) -> tuple[JudgedBlock, ...] | None:
    """The newest blocks with verdicts on what their questions brought up, oldest first; None if there are few blocks.

    One read for the blocks, and one for each 50 of them.
    """
    nodes = knowledge.store.find(space, Label.BLOCK, order="-created_at", limit=BLOCKS_MAX, reading=ReadDepth.HEAD)
    if len(nodes) < BLOCKS_MIN:
        return None
    found: list[JudgedBlock] = []
    blocks = [item_of(node, Block) for node in reversed(nodes)]
    for start in range(0, len(blocks), PAGE):
        page = {block.id: block for block in blocks[start : start + PAGE]}
        rows: dict[str, list[JudgedRow]] = {id: [] for id in page}
        terms = {id: dict(zip(block.shown, unpacked(block.scores), strict=False)) for id, block in page.items()}
        for edge in knowledge.store.edges(space, [*page], [Kind.PRESENTED], ITEMS_MAX):
            verdict, rank = edge.properties.get("verdict"), edge.properties.get("rank")
            row = terms[edge.source].get(edge.target) if edge.source in page else None
            if row and isinstance(verdict, str) and isinstance(rank, int):
                rows[edge.source].append(JudgedRow(edge.target, rank, row, Verdict(verdict)))
        found += [JudgedBlock(id, tuple(sorted(rows[id], key=lambda row: row.rank))) for id in page if rows[id]]
    return tuple(found)


VERDICTS_MIN = 50
USEFUL_MIN = 10
"""Fewer say nothing about fifteen weights: with ten useful items an nDCG of .5 is known to a tenth at best."""

FACTOR_MAX = 3.0
"""The most that a weight is multiplied or divided by: floors and shares are set for scores of about default size."""

SPREAD = 0.5
"""A weight is assumed to be within half of its default, until verdicts say otherwise."""

FIXED = frozenset({"shown"})
"""It keeps blocks steady. If it could grow, what is shown would be shown again, until nothing changes."""

ITEM_WEIGHT_MAX = 10.0
"""An item counts as ten verdicts at most over all blocks: judging one thing a thousand times teaches no more."""

HARM_WEIGHT = 2.0
"""Something that misled costs more than something that was not needed."""

DEPTH_SPREAD = 0.5
"""Twice as deep, an item is assumed to have between half and twice the odds of being used, whatever it is."""

FOLDS = 5
SURE = 1.64
"""Standard errors by which log loss must fall: by chance alone it falls as much in one of twenty attempts."""

TOLD = 1.96
"""Standard errors by which a score must tell more than no score does: by chance alone one of forty does.

Being better than the defaults proves nothing if verdicts are random, since both are then fitted to noise. So the
defaults must tell something about them, or on held-out blocks learned weights must.
"""

SURE_UNITS = TOLD**2 / 2
"""The same in log likelihood: half of the 95 % point of chi squared."""

STEPS_MAX = 25
STEP_MAX = 3.0
RIDGE = 1e-3  # Keeps coefficients that nothing else holds finite when one column explains everything.

Row = NDArray[np.float64]

_DEFAULTS: Row = np.array(list(asdict(Weights()).values()))
_UNBELIEVED: Row = _DEFAULTS * [term != "usefulness" for term in TERMS]
_NONE: Row = np.zeros(len(TERMS))
_IS_FREE = np.array([term not in FIXED for term in TERMS])
_HELD_CURVE = np.array([1.0 / DEPTH_SPREAD**2, RIDGE])


@dataclass(frozen=True, slots=True)
class Table:
    """Judged items, a row each, block after block."""

    terms: NDArray[np.float64]  # a column for each of TERMS
    useful: Row  # 1 or 0
    weight: Row  # of a useful item; for the others, how much they count against
    depth: Row  # log2 of 1 + rank
    block: NDArray[np.intp]  # the number of its block

    def where(self, is_in: NDArray[np.bool_]) -> Table:
        """The rows that `is_in` marks."""
        numbers = (self.useful[is_in], self.weight[is_in], self.depth[is_in])
        return Table(self.terms[is_in], *numbers, self.block[is_in])

    @property
    def with_choice(self) -> Table:
        """The blocks in which some items were useful and others not."""
        share = np.bincount(self.block, self.useful) / np.maximum(1, np.bincount(self.block))
        return self.where((share[self.block] > 0) & (share[self.block] < 1))


def learn(blocks: Sequence[JudgedBlock], *, now: datetime) -> LearnedWeights:
    """What the verdicts of these blocks teach, and how well it holds; the defaults, unless other weights are better."""
    table = table_of(blocks)
    chosen = table.with_choice
    count, useful = len(table.useful), int(table.useful.sum())
    known = {"verdicts": count, "useful": useful, "blocks": len(blocks), "updated_at": now}
    if count < VERDICTS_MIN or chosen.useful.sum() < USEFUL_MIN or len(set(chosen.block.tolist())) < FOLDS:
        return LearnedWeights(outcome=LearningOutcome.TOO_FEW, **known)  # type: ignore[arg-type]
    weights = fitted(chosen)
    held = _held_out(chosen)
    used, outcome = _DEFAULTS, LearningOutcome.NO_BETTER
    speaks_for = _relevance_told(chosen)
    if speaks_for < -SURE_UNITS:
        used, outcome = _UNBELIEVED, LearningOutcome.CONTRADICTORY
    elif weights is not None and held.is_better and (speaks_for >= SURE_UNITS or held.is_told):
        used, outcome = weights, LearningOutcome.ADOPTED
    elif speaks_for < SURE_UNITS:
        used, outcome = _UNBELIEVED, LearningOutcome.UNRELATED
    own = {term: round(float(weight), 4) for term, weight in zip(TERMS, used, strict=True)}
    return LearnedWeights(
        outcome=outcome,
        weights=json.dumps(own) if used is not _DEFAULTS else "",
        loss_default=round(float(held.losses[:, 0].mean()), 4),
        loss_learned=round(float(held.losses[:, 1].mean()), 4),
        ndcg_default=round(float(held.ndcgs[:, 0].mean()), 4),
        ndcg_learned=round(float(held.ndcgs[:, 1].mean()), 4),
        **known,  # type: ignore[arg-type]
    )


def table_of(blocks: Sequence[JudgedBlock]) -> Table:
    """The judged items of the blocks, each with the weight of its verdict."""
    often = Counter(row.item for block in blocks for row in block.rows)
    rows = [(number, row) for number, block in enumerate(blocks) for row in block.rows]
    return Table(
        terms=np.array([[row.terms.get(term, 0.0) for term in TERMS] for _, row in rows]).reshape(-1, len(TERMS)),
        useful=np.array([float(row.verdict is Verdict.USEFUL) for _, row in rows]),
        weight=np.array(
            [
                (HARM_WEIGHT if row.verdict is Verdict.HARMFUL else 1.0) * min(1.0, ITEM_WEIGHT_MAX / often[row.item])
                for _, row in rows
            ]
        ),
        depth=np.log2([1 + row.rank for _, row in rows]),
        block=np.array([number for number, _ in rows], dtype=np.intp),
    )


def fitted(table: Table) -> Row | None:
    """The weights that fit the verdicts, of the defaults' size; None if the verdicts speak against relevance itself."""
    worth = table.terms * _DEFAULTS
    slope = max(1.0, float(_choice_of(table, _DEFAULTS)[1]))
    columns = np.column_stack([table.depth, worth.sum(axis=1), worth[:, _IS_FREE]])
    held = np.concatenate([_HELD_CURVE, np.full(int(_IS_FREE.sum()), 1.0 / (SPREAD * slope) ** 2)])
    found = _choose(columns, table, held)
    common = found[1]
    if common <= 0:
        return None
    factors = np.ones(len(TERMS))
    factors[_IS_FREE] = np.clip((common + found[2:]) / common, 1 / FACTOR_MAX, FACTOR_MAX)
    weights = _DEFAULTS * factors
    # Scores keep their size on what was useful, so that floors keep their meaning. The bonus for steadiness stays.
    useful = table.terms[table.useful > 0][:, _IS_FREE]
    before, after = (float((useful @ each[_IS_FREE]).mean()) for each in (_DEFAULTS, weights))
    if before <= 0 or after <= 0:
        return None
    weights[_IS_FREE] *= before / after
    return np.clip(weights, _DEFAULTS / FACTOR_MAX, _DEFAULTS * FACTOR_MAX)


@dataclass(frozen=True, slots=True)
class _Held:
    """How the defaults and learned weights do on held-out blocks: a row for each block."""

    losses: NDArray[np.float64]  # of the defaults, of the learned ones, of ranks alone
    ndcgs: NDArray[np.float64]  # of the defaults, of the learned ones

    @property
    def is_better(self) -> bool:
        """Whether log loss falls by more than chance, and nDCG rises by more than its own error."""
        return _sureness(self.losses[:, 0] - self.losses[:, 1]) > SURE and _sureness(np.diff(self.ndcgs)) > 1

    @property
    def is_told(self) -> bool:
        """Whether learned weights tell what is useful at all, by more than chance."""
        return _sureness(self.losses[:, 2] - self.losses[:, 1]) > TOLD


def _sureness(gains: NDArray[np.float64]) -> float:
    """A mean in standard errors."""
    return float(gains.mean()) / max(1e-9, float(gains.std(ddof=1)) / sqrt(len(gains)))


def _held_out(table: Table) -> _Held:
    """Each fifth of the blocks, judged by the weights that the other four teach."""
    losses, ndcgs = [], []
    _, numbers = np.unique(table.block, return_inverse=True)
    for fold in range(FOLDS):
        is_out = numbers % FOLDS == fold
        train, test = table.where(~is_out), table.where(is_out)
        weights = fitted(train)
        both = (_DEFAULTS, _DEFAULTS if weights is None else weights)
        found = [_losses(test, each, _choice_of(train, each)) for each in (*both, _NONE)]
        losses.append(np.column_stack(found))
        for block in np.unique(test.block):
            at = test.block == block
            ndcgs.append([ndcg(test.terms[at] @ each, test.useful[at]) for each in both])
    return _Held(np.concatenate(losses), np.array(ndcgs))


def ndcg(scores: Row, useful: Row) -> float:
    """How near the top the useful items are in the order of scores: 1 if all are before all others."""
    order = np.argsort(-scores, kind="stable")
    gains = [exposure(rank) for rank in range(1, len(order) + 1)]
    best = sum(gains[: int(useful.sum())])
    return float(np.dot(gains, useful[order]) / best) if best else 0.0


def _relevance_told(table: Table) -> float:
    """How much likelier the verdicts become if a better score means more useful; below 0 if it means less useful.

    In log likelihood. Honest verdicts of four sets came to 3.3 and more, random and inverted ones to 1.7 at most.
    """
    found = _choose((table.terms @ _DEFAULTS)[:, None], table, np.array([RIDGE]))
    told, untold = (_unlikely(table, table.terms @ _DEFAULTS * slope)[0].sum() for slope in (found[0], 0.0))
    return float(np.sign(found[0]) * (untold - told))


def _choice_of(table: Table, weights: Row) -> Row:
    """The coefficients of depth and score in the choice of what was useful."""
    return _choose(np.column_stack([table.depth, table.terms @ weights]), table, _HELD_CURVE)


def _losses(table: Table, weights: Row, choice: Row) -> Row:
    """For each block how unlikely its useful items were, given the others."""
    unlikely, starts = _unlikely(table, np.column_stack([table.depth, table.terms @ weights]) @ choice)
    return np.add.reduceat(unlikely, starts) / np.add.reduceat(table.useful * table.weight, starts)


def _unlikely(table: Table, logits: Row) -> tuple[Row, NDArray[np.intp]]:
    """What each item adds to the log loss, and where blocks begin."""
    chances, starts = _chances(logits, table)
    return -np.log(np.maximum(chances, 1e-12)) * table.useful * table.weight, starts


def _choose(columns: NDArray[np.float64], table: Table, held: Row) -> Row:
    """The coefficients that tell useful items from the others of their block; `held` draws each of them to 0."""
    found = np.zeros(columns.shape[1])
    wanted = table.useful * table.weight
    for _ in range(STEPS_MAX):
        chances, starts = _chances(columns @ found, table)
        sizes = np.diff([*starts, len(wanted)])
        often = np.repeat(np.add.reduceat(wanted, starts), sizes)  # How often its block is chosen from.
        means = np.repeat(np.add.reduceat(columns * chances[:, None], starts, axis=0), sizes, axis=0)
        off = columns - means
        slope = columns.T @ (often * chances - wanted) + held * found
        step = np.linalg.solve((off * (often * chances)[:, None]).T @ off + np.diag(held), slope)
        found = found - _bounded(step)
        if float(np.abs(step).max()) < 1e-6:
            break
    return found


def _chances(logits: Row, table: Table) -> tuple[Row, NDArray[np.intp]]:
    """How likely each item is the one that is chosen of its block, and where blocks begin."""
    starts = np.flatnonzero(np.diff(table.block, prepend=-1))
    sizes = np.diff([*starts, len(logits)])
    against = np.where(table.useful > 0, 0.0, np.log(table.weight))
    shifted = logits + against - np.repeat(np.maximum.reduceat(logits + against, starts), sizes)
    odds = np.exp(shifted)
    return odds / np.repeat(np.add.reduceat(odds, starts), sizes), starts


def _bounded(step: NDArray[np.floating]) -> NDArray[np.floating]:
    return step * min(1.0, STEP_MAX / max(1e-12, float(np.abs(step).max())))
