"""What verdicts teach: believed if it holds on blocks that were set aside, bounded, never against relevance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from archivists.learning.weight_fit import (
    BLOCKS_MIN,
    FACTOR_MAX,
    VERDICTS_MIN,
    JudgedBlock,
    JudgedRow,
    learn,
    read_judged_blocks,
)
from archivists.round_policy import RoundPolicy
from archivists.rounds.round import run_round
from graph.changing.caller_verdicts import Feedback, judge_block, set_learning
from graph.changing.undoing import undo_change
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.changes import Verdict
from graph.values.items import Block, Role
from graph.values.learned_weights import LearnedWeights, LearningOutcome
from graph.values.presented import Presented
from graph.values.score_terms import TERMS, Weights

NOW = datetime(2026, 3, 1, tzinfo=UTC)
DEFAULTS = asdict(Weights())
Chance = Callable[[dict[str, float], int, float], float]


def judged(count: int, chance: Chance, *, each: int = 25, seed: int = 1) -> list[JudgedBlock]:
    """Blocks of items in the order of their scores, judged with a chance that knows terms, rank and score."""
    random = np.random.default_rng(seed)
    blocks = []
    for number in range(count):
        rows = [{term: float(random.random()) for term in TERMS} | {"salience": random.choice([-0.8, 0.4, 1.0])}]
        rows += [{**row, "salience": float(random.choice([-0.8, 0.0, 0.4, 1.0]))} for row in _rows(random, each - 1)]
        scored = sorted(((sum(DEFAULTS[term] * row[term] for term in TERMS), row) for row in rows), key=lambda x: -x[0])
        items = [
            JudgedRow(
                f"m{random.integers(5000)}",
                rank,
                row,
                Verdict.USEFUL if random.random() < chance(row, rank, score) else Verdict.UNUSED,
            )
            for rank, (score, row) in enumerate(scored, start=1)
        ]
        blocks.append(JudgedBlock(f"b{number}", tuple(items)))
    return blocks


def _rows(random: np.random.Generator, count: int) -> list[dict[str, float]]:
    return [{term: float(random.random()) for term in TERMS} for _ in range(count)]


def logistic(value: float) -> float:
    """The chance that goes with these log odds."""
    return float(1 / (1 + np.exp(-value)))


def test_what_predicts_use_gains_weight() -> None:
    """ACCEPTANCE, seed 3, learning 1: where only salience predicts, its weight rises and log loss falls.

    The document has 500 presentations. With today's defaults, whose largest weight is random here, it takes 2,500 to be
    sure: of eight draws of 500 none is adopted, of 1,500 five, and of 2,500 seven.
    """
    found = learn(judged(100, lambda row, rank, score: logistic(-2 + 3 * row["salience"]), seed=5), now=NOW)

    assert found.outcome is LearningOutcome.ADOPTED
    assert found.by_term["salience"] > 1.5 * DEFAULTS["salience"]
    assert found.loss_learned is not None and found.loss_default is not None
    assert found.loss_learned < found.loss_default
    assert (found.verdicts, found.blocks, found.updated_at) == (2_500, 100, NOW)


def test_too_few_verdicts_leave_the_defaults_and_say_so() -> None:
    """ACCEPTANCE, seed 3, learning 2."""
    blocks = judged(2, lambda row, rank, score: logistic(-2 + 3 * row["salience"]), each=VERDICTS_MIN // 2 - 1)

    found = learn(blocks, now=NOW)

    assert (found.outcome, found.by_term) == (LearningOutcome.TOO_FEW, {})
    assert found.verdicts == VERDICTS_MIN - 2


@pytest.mark.parametrize(
    ("chance", "outcome"),
    [
        (lambda row, rank, score: logistic(4 * score - 12), LearningOutcome.NO_BETTER),  # the defaults are right
        (lambda row, rank, score: logistic(4 * score - 12) / np.log2(1 + rank), LearningOutcome.NO_BETTER),
        (lambda row, rank, score: 1 - logistic(4 * score - 12), LearningOutcome.CONTRADICTORY),  # inverted
        (lambda row, rank, score: 1.0, LearningOutcome.TOO_FEW),  # a flood of praise
    ],
)
def test_what_teaches_nothing_is_refused(chance: Chance, outcome: LearningOutcome) -> None:
    """Verdicts as expected, by position, inverted, and all alike leave the defaults."""
    found = learn(judged(60, chance), now=NOW)

    assert found.outcome is outcome
    assert own(found.by_term) == ({"usefulness": 0.0} if outcome is LearningOutcome.CONTRADICTORY else {})


@pytest.mark.parametrize(
    ("share", "seed"),
    [
        (0.02, 1),
        (0.1, 1),
        (0.5, 1),
        (0.1, 109),  # A rare draw in which other weights beat the defaults, and neither says more than chance.
    ],
)
def test_random_verdicts_are_refused(share: float, seed: int) -> None:
    """What they agree with by chance does not hold on other blocks; usefulness then counts nothing."""
    found = learn(judged(60, lambda row, rank, score: share, seed=seed), now=NOW)

    assert found.outcome in (LearningOutcome.UNRELATED, LearningOutcome.CONTRADICTORY)
    assert own(found.by_term) == {"usefulness": 0.0}


def own(weights: Mapping[str, float]) -> dict[str, float]:
    """Those that differ from the defaults."""
    return {term: weight for term, weight in weights.items() if weight != DEFAULTS[term]}


def test_weights_stay_within_bounds_and_steadiness_is_not_learned() -> None:
    """However clear verdicts are, a weight is tripled at most, and what was shown last turn gains nothing."""
    found = learn(judged(60, lambda row, rank, score: logistic(30 * (row["time"] + row["shown"] - 1.4))), now=NOW)

    assert found.outcome is LearningOutcome.ADOPTED
    assert found.by_term["shown"] == DEFAULTS["shown"]
    assert all(
        1 / FACTOR_MAX - 0.01 <= weight / DEFAULTS[term] <= FACTOR_MAX + 0.01 for term, weight in found.by_term.items()
    )


def test_one_item_in_a_thousand_verdicts_teaches_as_ten_do() -> None:
    """A flood of verdicts on one item moves no weight."""
    honest = judged(40, lambda row, rank, score: logistic(4 * score - 12))
    lied = {term: 1.0 if term == "recency" else 0.0 for term in TERMS}
    flood = [JudgedBlock(f"x{number}", (JudgedRow("m1", 1, lied, Verdict.USEFUL),)) for number in range(360)]

    found = learn([*honest, *flood], now=NOW)

    assert found.by_term.get("recency", DEFAULTS["recency"]) <= FACTOR_MAX * DEFAULTS["recency"]
    assert learn(honest, now=NOW).outcome is LearningOutcome.NO_BETTER


def test_harm_speaks_against_more_than_idleness() -> None:
    """Blocks whose old items misled teach more about recency than blocks whose old items were not needed."""
    blocks = judged(40, lambda row, rank, score: logistic(6 * (row["importance"] - 0.7)))
    harmed = [
        replace(
            block,
            rows=tuple(replace(r, verdict=Verdict.HARMFUL) if r.terms["importance"] < 0.2 else r for r in block.rows),
        )
        for block in blocks
    ]

    idle, harm = learn(blocks, now=NOW), learn(harmed, now=NOW)

    assert harm.loss_default is not None and idle.loss_default is not None
    assert harm.by_term["importance"] >= idle.by_term["importance"] > DEFAULTS["importance"]


POLICY = RoundPolicy()


@pytest.fixture
def knowledge(now: datetime) -> Iterator[KnowledgeGraph]:
    """A space with two lines."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("a", now=now)
    lines = [Line(role=Role.USER, sender="Nora", body=body, sent_at=now) for body in ("I have a cat.", "I like tea.")]
    graph.append("a", lines, now=now)
    yield graph
    graph.close()


def show(knowledge: KnowledgeGraph, count: int, now: datetime) -> list[str]:
    """So many blocks of both lines; their ids."""
    block = Block(
        id="",
        chat="",
        query="",
        body="",
        tokens=1,
        budget_tokens=9,
        shown=("m00000001", "m00000002"),
        near_misses="[]",
        left_out_count=0,
        visible_from=None,
        created_at=now,
    )
    items = [
        Presented("m00000001", 1, "excerpts", 1.0, {"text": 0.5}, "because", 1),
        Presented("m00000002", 2, "recent messages", 0.0, {}, "", 1),
    ]
    return [
        knowledge.record_block("a", replace(block, created_at=now + timedelta(minutes=n)), items).id
        for n in range(count)
    ]


def weights_of(knowledge: KnowledgeGraph) -> LearnedWeights | None:
    """What a turn would weigh with."""
    return knowledge.index("a").learned


def test_what_a_question_brought_up_is_read_with_its_verdict(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Items without terms, such as the history, and blocks without verdicts teach nothing."""
    blocks = show(knowledge, BLOCKS_MIN, now)
    judge_block(knowledge, "a", blocks[3], Feedback(used=["m00000001"]), now=now)

    found = read_judged_blocks(knowledge, "a")

    assert found is not None and [block.id for block in found] == [blocks[3]]
    assert found[0].rows == (JudgedRow("m00000001", 1, {"text": 0.5}, Verdict.USEFUL),)


def test_few_blocks_are_not_looked_at(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Until there are twenty."""
    show(knowledge, BLOCKS_MIN - 1, now)

    assert read_judged_blocks(knowledge, "a") is None


def test_a_round_learns_once_a_day_and_says_what_came_of_it(knowledge: KnowledgeGraph, now: datetime) -> None:
    """What came of it is a change like others: it is told, it can be undone, and an undo holds for the day."""
    for block in show(knowledge, BLOCKS_MIN, now):
        judge_block(knowledge, "a", block, Feedback(used=["m00000001"]), now=now)

    first = run_round(knowledge, "a", owner="me", now=now, policy=POLICY)
    found = weights_of(knowledge)

    assert first is not None and first.changes["SetWeights"] == 1
    assert found is not None and (found.outcome, found.verdicts) == (LearningOutcome.TOO_FEW, BLOCKS_MIN)
    [change] = [
        node for node in knowledge.store.find("a", Label.CHANGE, limit=100) if node.properties["kind"] == "SetWeights"
    ]
    assert change.properties["archivist"] == "ranker"
    undo_change(knowledge, "a", change.id, now=now)
    assert weights_of(knowledge) is None

    again = run_round(knowledge, "a", owner="me", now=now + timedelta(hours=23), policy=POLICY)
    assert again is not None and "SetWeights" not in again.changes
    knowledge.append("a", [Line(role=Role.USER, sender="Nora", body="Good morning.", sent_at=now)], now=now)
    later = run_round(knowledge, "a", owner="me", now=now + timedelta(hours=25), policy=POLICY)
    assert later is not None and later.changes["SetWeights"] == 1


def test_what_is_fixed_is_left_alone(knowledge: KnowledgeGraph, now: datetime) -> None:
    """A caller who has put the defaults back keeps them."""
    show(knowledge, BLOCKS_MIN, now)
    set_learning(knowledge, "a", is_on=False, now=now)

    report = run_round(knowledge, "a", owner="me", now=now, policy=POLICY)

    assert report is not None and "SetWeights" not in report.changes
    found = weights_of(knowledge)
    assert found is not None and found.is_fixed
