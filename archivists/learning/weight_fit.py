"""Fits the weights of a score to verdicts, and believes them only if they hold on blocks that were set aside. Pure.

The model: how likely a shown item is judged useful is the logistic of an intercept and the weighted terms. Each term's
part is held towards the others', so that without evidence all keep the proportions of the defaults; what stands then is
one number for each term by which its default is multiplied, within bounds. The rank at which an item was shown takes
part in the fit and in no score: what stands in front is read first, and used for that too.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from archivists.learning.judged_blocks import JudgedBlock
from graph.values.changes import Verdict
from graph.values.learned_weights import LearnedWeights, LearningOutcome
from graph.values.score_terms import TERMS, Weights
from graph.values.verdict_worth import exposure

VERDICTS_MIN = 50
USEFUL_MIN = 10
"""Fewer tell nothing of fifteen weights: with ten useful items an nDCG of .5 is known to a tenth at best."""

FACTOR_MAX = 3.0
"""What a weight may be multiplied or divided by: floors and shares were set for scores of about the default size."""

SPREAD = 0.5
"""A weight is thought to lie within half of its default, until verdicts say otherwise."""

FIXED = frozenset({"shown"})
"""It holds a block steady. If it could grow, what is shown would be shown again, until nothing moves."""

ITEM_WEIGHT_MAX = 10.0
"""All blocks that showed one item count as ten at most: whoever judges one thing a thousand times teaches no more."""

HARM_WEIGHT = 2.0
"""Something that misled costs more than something that was not needed."""

DEPTH_SPREAD = 0.5
"""Twice as deep, an item is thought to have between half and twice the odds of being used, whatever it is."""

FOLDS = 5
SURE = 1.64
"""Standard errors by which log loss must fall: by chance alone it does so in one of twenty looks."""

AGAINST_MIN = 1.92
"""Half of the 95 % point of chi squared: by chance alone relevance looks harmful in one of forty looks."""

STEPS_MAX = 25
RIDGE = 1e-3  # Keeps the two numbers that are not held otherwise finite where all items were useful.
BINS = 10

Row = NDArray[np.float64]

_DEFAULTS: Row = np.array(list(asdict(Weights()).values()))
_IS_FREE = np.array([term not in FIXED for term in TERMS])
_HELD_CURVE = np.array([RIDGE, 1.0 / DEPTH_SPREAD**2, RIDGE])


@dataclass(frozen=True, slots=True)
class Table:
    """Judged items, a row each; `block` numbers their blocks from 0."""

    terms: NDArray[np.float64]  # a column for each of TERMS
    useful: Row  # 1 or 0
    weight: Row
    depth: Row  # log2 of 1 + rank
    block: NDArray[np.intp]

    def where(self, is_in: NDArray[np.bool_]) -> Table:
        """Some of its rows."""
        numbers = (self.useful[is_in], self.weight[is_in], self.depth[is_in])
        return Table(self.terms[is_in], *numbers, self.block[is_in])


@dataclass(frozen=True, slots=True)
class Curve:
    """The chance to be useful by score and, unless that is left out, by how deep in its block an item stood."""

    intercept: float
    depth: float
    slope: float

    def chances(self, scores: Row, depth: Row) -> Row:
        """A chance for each item."""
        return _logistic(self.intercept + self.depth * depth + self.slope * scores)


def learn(blocks: Sequence[JudgedBlock], *, now: datetime) -> LearnedWeights:
    """What the verdicts of these blocks teach, and how well it holds: the defaults, unless other weights are better."""
    table = table_of(blocks)
    count, useful = len(table.useful), int(table.useful.sum())
    known = {"verdicts": count, "useful": useful, "blocks": len(blocks), "updated_at": now}
    if count < VERDICTS_MIN or useful < USEFUL_MIN or useful == count:
        return LearnedWeights(outcome=LearningOutcome.TOO_FEW, **known)  # type: ignore[arg-type]
    weights = fitted(table)
    held = _held_out(table)
    used, outcome = _DEFAULTS, LearningOutcome.NO_BETTER
    if _speaks_against(table):
        outcome = LearningOutcome.CONTRADICTORY
    elif weights is not None and held.is_better:
        used, outcome = weights, LearningOutcome.ADOPTED
    curve = curve_of(table, used, is_deep=False)
    is_told = curve.slope > 0
    own = {term: round(float(weight), 4) for term, weight in zip(TERMS, used, strict=True)}
    return LearnedWeights(
        outcome=outcome,
        weights=json.dumps(own) if used is not _DEFAULTS else "",
        intercept=round(curve.intercept, 4) if is_told else None,
        slope=round(curve.slope, 4) if is_told else None,
        loss_default=round(held.loss_default, 4),
        loss_learned=round(held.loss_learned, 4),
        ndcg_default=round(held.ndcg_default, 4),
        ndcg_learned=round(held.ndcg_learned, 4),
        calibration_error=round(held.calibration_error(outcome is LearningOutcome.ADOPTED), 4),
        **known,  # type: ignore[arg-type]
    )


def table_of(blocks: Sequence[JudgedBlock]) -> Table:
    """The judged items of the blocks, each with what its verdict weighs."""
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
    """The weights that the verdicts speak for, of the defaults' size; None if they speak against relevance itself."""
    worth = table.terms * _DEFAULTS
    slope = max(1.0, curve_of(table, _DEFAULTS).slope)
    columns = np.column_stack([np.ones(len(worth)), table.depth, worth.sum(axis=1), worth[:, _IS_FREE]])
    held = np.concatenate([_HELD_CURVE, np.full(int(_IS_FREE.sum()), 1.0 / (SPREAD * slope) ** 2)])
    found = _solve(columns, table.useful, table.weight, held)
    common = found[2]
    if common <= 0:
        return None
    factors = np.ones(len(TERMS))
    factors[_IS_FREE] = np.clip((common + found[3:]) / common, 1 / FACTOR_MAX, FACTOR_MAX)
    weights = _DEFAULTS * factors
    # Scores keep their size on what was useful, so that floors keep their meaning. The bonus for steadiness stays.
    useful = table.terms[table.useful > 0][:, _IS_FREE]
    before, after = (float((useful @ each[_IS_FREE]).mean()) for each in (_DEFAULTS, weights))
    if before <= 0 or after <= 0:
        return None
    weights[_IS_FREE] *= before / after
    return np.clip(weights, _DEFAULTS / FACTOR_MAX, _DEFAULTS * FACTOR_MAX)


def curve_of(table: Table, weights: Row, *, is_deep: bool = True) -> Curve:
    """The chance to be useful by score; not `is_deep`: of an item wherever it stands."""
    scores = table.terms @ weights
    columns = np.column_stack([np.ones(len(scores)), table.depth * is_deep, scores])
    return Curve(*_solve(columns, table.useful, table.weight, _HELD_CURVE).tolist())


def _speaks_against(table: Table) -> bool:
    """Whether verdicts were the worse the higher the score, and surely so: by more than two units of log likelihood."""
    curve = curve_of(table, _DEFAULTS, is_deep=False)
    share = np.full(len(table.useful), np.average(table.useful, weights=table.weight))
    told = curve.chances(table.terms @ _DEFAULTS, table.depth * 0)
    return curve.slope < 0 and float((_losses(share, table) - _losses(told, table)).sum()) > AGAINST_MIN


@dataclass(frozen=True, slots=True)
class _Held:
    """What weights reach on blocks that they have not seen, next to the defaults."""

    losses: NDArray[np.float64]  # a row for each block: of the defaults, of the learned ones
    ndcgs: NDArray[np.float64]  # the same, of blocks with something useful
    chances: NDArray[np.float64]  # a row for each item
    useful: Row

    @property
    def loss_default(self) -> float:
        return float(self.losses[:, 0].mean())

    @property
    def loss_learned(self) -> float:
        return float(self.losses[:, 1].mean())

    @property
    def ndcg_default(self) -> float:
        return float(self.ndcgs[:, 0].mean())

    @property
    def ndcg_learned(self) -> float:
        return float(self.ndcgs[:, 1].mean())

    @property
    def is_better(self) -> bool:
        """Whether log loss falls by more than chance, and nDCG rises."""
        gains = self.losses[:, 0] - self.losses[:, 1]
        error = float(gains.std(ddof=1)) / sqrt(len(gains)) if len(gains) > 1 else 1.0
        return float(gains.mean()) > SURE * error and self.ndcg_learned > self.ndcg_default

    def calibration_error(self, is_learned: bool) -> float:
        """How far the chances and the shares of useful items lie apart, bin by bin."""
        return calibration_error(self.chances[:, int(is_learned)], self.useful)


def _held_out(table: Table) -> _Held:
    """Each fifth of the blocks judged by what the other four teach."""
    losses, ndcgs, chances, useful = [], [], [], []
    for fold in range(FOLDS):
        is_out = table.block % FOLDS == fold
        train, test = table.where(~is_out), table.where(is_out)
        weights = fitted(train)
        both = (_DEFAULTS, _DEFAULTS if weights is None else weights)
        plain = [curve_of(train, each, is_deep=False).chances(test.terms @ each, test.depth * 0) for each in both]
        each_loss = [_losses(curve_of(train, each).chances(test.terms @ each, test.depth), test) for each in both]
        for block in np.unique(test.block):
            at = test.block == block
            losses.append([float(loss[at].sum() / test.weight[at].sum()) for loss in each_loss])
            if test.useful[at].any():
                ndcgs.append([ndcg(test.terms[at] @ each, test.useful[at]) for each in both])
        chances.append(np.column_stack(plain))
        useful.append(test.useful)
    return _Held(
        np.array(losses).reshape(-1, 2),
        np.array(ndcgs or [[0.0, 0.0]]),
        np.concatenate(chances),
        np.concatenate(useful),
    )


def ndcg(scores: Row, useful: Row) -> float:
    """How near the top the useful ones stand in the order of scores: 1 if all before all others."""
    order = np.argsort(-scores, kind="stable")
    gains = [exposure(rank) for rank in range(1, len(order) + 1)]
    best = sum(gains[: int(useful.sum())])
    return float(np.dot(gains, useful[order]) / best) if best else 0.0


def calibration_error(chances: Row, useful: Row) -> float:
    """The mean distance between chance and share of useful items, over ten bins of equal width."""
    return sum(abs(chance - share) * count for chance, share, count in reliability(chances, useful)) / len(useful)


def reliability(chances: Row, useful: Row) -> Iterator[tuple[float, float, int]]:
    """For each bin that holds any: the mean chance, the share that was useful, and how many."""
    bins = np.minimum((chances * BINS).astype(int), BINS - 1)
    for each in range(BINS):
        at = bins == each
        if at.any():
            yield float(chances[at].mean()), float(useful[at].mean()), int(at.sum())


def _losses(chances: Row, table: Table) -> Row:
    safe = np.clip(chances, 1e-6, 1 - 1e-6)
    return -(table.useful * np.log(safe) + (1 - table.useful) * np.log(1 - safe)) * table.weight


def _solve(columns: NDArray[np.float64], useful: Row, weight: Row, held: Row) -> Row:
    """The coefficients of a logistic regression, each drawn to 0 by `held`: Newton's steps, halved if too long."""

    def cost(at: Row) -> float:
        logits = columns @ at
        return float(weight @ (np.logaddexp(0, logits) - useful * logits) + 0.5 * held @ at**2)

    found = np.zeros(columns.shape[1])
    for _ in range(STEPS_MAX):
        chances = _logistic(columns @ found)
        slope = columns.T @ (weight * (chances - useful)) + held * found
        curvature = (columns * (weight * chances * (1 - chances))[:, None]).T @ columns + np.diag(held)
        step = np.linalg.solve(curvature, slope)
        before, part = cost(found), 1.0
        while cost(found - part * step) > before and part > 1e-4:
            part /= 2
        found = found - part * step
        if float(np.abs(step).max()) < 1e-6:
            break
    return found


def _logistic(values: Row) -> Row:
    return 1.0 / (1.0 + np.exp(-np.clip(values, -30.0, 30.0)))
