"""Scores: named terms, their weighted sum, and the same in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from context.gather.gathering import Candidates
from context.gather.question import Question
from context.score.formula import Scored
from context.score.weighted_sum import TERMS, WeightedSum, Weights, ago
from graph.index.entries import Entry
from graph.store.verbs import Edge, Kind, Label
from graph.text.days import Days
from graph.values.changes import Verdict
from graph.values.codec import to_ms
from graph.values.items import FactKind, Role
from graph.values.score_terms import worth

NOW = datetime(2026, 3, 9, 18, tzinfo=UTC)
FORMULA = WeightedSum()
QUESTION = Question("Where is Sibel?", (), "", {"e1": 1.0, "e2": 0.5}, None, (), {})
FACT = Entry(
    id="f1", label=Label.FACT, kind=FactKind.FACT, at_ms=to_ms(NOW), position=0.0, importance=5, salience=5,
    usefulness=0.0, tokens=10, chat="", conversation=None, container=None, status="current", sender="",
)  # fmt: skip
MESSAGE = FACT._replace(id="m1", label=Label.MESSAGE, kind=Role.USER, importance=0, salience=0, sender="Sibel")


def score_all(
    *entries: Entry,
    text: float | Sequence[float] = 0.5,
    vector: float = 0.0,
    near: Mapping[str, float] | None = None,
    edges: Sequence[Edge] = (),
    speakers: Mapping[str, str] | None = None,
    shown_before: Set[str] = frozenset(),
    helped: Mapping[str, float] | None = None,
    spoken: Sequence[float] | None = None,
    tells_day: Sequence[float] | None = None,
    question: Question = QUESTION,
) -> dict[str, Scored]:
    """These entries, all with the same words in common with the question."""
    count = len(entries)
    nothing = np.zeros(count)
    candidates = Candidates(
        ids=tuple(entry.id for entry in entries),
        entries=entries,
        text=np.full(count, text, dtype=float),
        vector=np.full(count, vector),
        around=nothing,
        asked=nothing,
        beside=nothing,
        spoken=nothing if spoken is None else np.array(spoken),
        tells_day=nothing if tells_day is None else np.array(tells_day),
        near=near or {},
        edges=edges,
        speakers=speakers or {},
        helped=np.array([(helped or {}).get(entry.id, 0.0) for entry in entries]),
        shown_before=shown_before,
    )
    return {one.id: one for one in FORMULA.score(candidates, question, now=NOW)}


def test_score_is_the_weighted_sum_of_its_terms() -> None:
    """What is kept of an item adds up to its score."""
    for one in score_all(FACT, MESSAGE).values():
        total = sum(getattr(FORMULA.weights, term) * value for term, value in one.terms.items())
        assert one.score == pytest.approx(total, abs=1e-3)
        assert set(one.terms) <= {weight.name for weight in fields(Weights)}


def test_equal_items_come_in_the_order_of_their_ids() -> None:
    """A tie is broken by id, the older first."""
    assert list(score_all(FACT._replace(id="f3"), FACT._replace(id="f2"), FACT)) == ["f1", "f2", "f3"]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"importance": 9}, {"importance": 2}),
        ({"salience": 9}, {"salience": 2}),
        ({"usefulness": 0.0}, {"usefulness": -2.0}),
        ({"kind": FactKind.FACT}, {"kind": FactKind.QUESTION}),
        ({"at_ms": to_ms(NOW)}, {"at_ms": to_ms(NOW - timedelta(days=90))}),
    ],
)
def test_better_item_scores_more(better: dict[str, object], worse: dict[str, object]) -> None:
    """Each property of an item moves its score in the direction that a person expects."""
    found = score_all(FACT._replace(id="f2", **better), FACT._replace(id="f1", **worse))

    assert list(found) == ["f2", "f1"]


@pytest.mark.parametrize(
    ("sender", "kind", "order"),
    [
        ("Assistant", Role.ASSISTANT, ["m2", "m1"]),
        ("weather", Role.TOOL, ["m2", "m1"]),
        ("Lydia", Role.ASSISTANT, ["m1", "m2"]),
    ],
)
def test_peoples_words_come_before_a_machines(sender: str, kind: Role, order: list[str]) -> None:
    """Of two lines that match alike, the user's is first; an assistant with a name of its own is somebody."""
    said = MESSAGE._replace(id="m1", kind=kind, sender=sender)

    assert list(score_all(said, MESSAGE._replace(id="m2", sender="Nil"))) == order


def test_the_walk_brings_up_what_is_known_and_not_lines() -> None:
    """A fact near what was asked about gains by that; a line that the walk comes by does not."""
    found = score_all(FACT, MESSAGE, near={"f1": 1.0, "m1": 1.0})

    assert {id: one.terms.get("graph", 0.0) for id, one in found.items()} == {"f1": 1.0, "m1": 0.0}


def test_what_was_said_at_the_time_asked_for_comes_first() -> None:
    """A question that speaks of a time prefers lines of that time."""
    march = Days.parsed("2026-03-01/2026-03-31")
    then = MESSAGE._replace(id="m2", at_ms=to_ms(datetime(2026, 3, 5, tzinfo=UTC)))
    before = MESSAGE._replace(id="m1", at_ms=to_ms(datetime(2025, 3, 5, tzinfo=UTC)))

    found = score_all(then, before, question=replace(QUESTION, times=(march,)))

    assert list(found) == ["m2", "m1"]
    assert found["m2"].terms["time"] == 1.0


def test_what_speaks_of_the_time_asked_for_counts_as_said_then() -> None:
    """ "Yesterday" of a day later is as good as a line of that day."""
    question = replace(QUESTION, times=(Days.parsed("2026-03-03"),))
    later = MESSAGE._replace(at_ms=to_ms(datetime(2026, 5, 5, tzinfo=UTC)))

    found = score_all(later, later._replace(id="m2"), question=question, spoken=[0.0, 1.0])

    assert list(found) == ["m2", "m1"]
    assert found["m2"].terms["time"] == 1.0


@pytest.mark.parametrize(("text", "part"), [(0.0, 1.0), (0.15, 4.5 / 7), (0.3, 2 / 7), (0.9, 2 / 7)])
def test_meaning_counts_more_the_less_words_find(text: float, part: float) -> None:
    """Fully if no line has a word of the question, two sevenths if one has half of its words; seen lines aside."""
    other = MESSAGE._replace(id="m2")
    aside = replace(QUESTION, visible=frozenset({"m2"}))

    found = [score_all(FACT, other, text=[0.0, text], vector=0.5, question=each) for each in (QUESTION, aside)]

    assert [each["f1"].terms["vector"] for each in found] == pytest.approx([0.5 * part, 0.5], abs=1e-3)


def test_a_remark_counts_less_by_meaning_than_a_line_that_says_something() -> None:
    """From half to full at twelve tokens; what is known is short and counts in full."""
    long, remark = MESSAGE._replace(tokens=40), MESSAGE._replace(id="m2", tokens=3)
    found = score_all(long, remark, FACT, text=0.0, vector=0.5)

    assert [found[id].terms["vector"] for id in ("m1", "m2", "f1")] == pytest.approx([0.5, 0.3125, 0.5], abs=1e-3)


def test_a_line_with_a_name_comes_first_where_a_name_is_asked_for() -> None:
    """Of two lines that match alike; where no name is asked for, names count nothing."""
    naming = MESSAGE._replace(id="m2", has_name=True)

    assert list(score_all(MESSAGE, naming)) == ["m1", "m2"]
    assert list(score_all(MESSAGE, naming, question=replace(QUESTION, wants_name=True))) == ["m2", "m1"]


def test_a_line_that_tells_a_day_comes_first_where_a_day_is_asked_for() -> None:
    """It counts as much as a name does where a name is asked for."""
    found = score_all(MESSAGE, MESSAGE._replace(id="m2"), tells_day=[0.0, 1.0])

    assert list(found) == ["m2", "m1"]
    assert found["m2"].terms["sought"] == 1.0


def test_usefulness_is_bounded() -> None:
    """A thousand verdicts count little more than ten, and never more than the weight."""
    found = score_all(FACT._replace(usefulness=-10.0), FACT._replace(id="f2", usefulness=-1000.0))

    assert found["f1"].score - found["f2"].score < 0.25 * FORMULA.weights.usefulness
    assert found["f2"].terms["usefulness"] > -1.0


def test_what_helped_rises_only_where_something_like_it_is_asked() -> None:
    """A memory that was asked for once is not pushed before those that nobody has judged yet."""
    often = FACT._replace(id="f2", usefulness=9.0)

    assert list(score_all(FACT, often)) == ["f1", "f2"]
    assert list(score_all(FACT, often, helped={"f2": 0.5})) == ["f2", "f1"]


def test_two_blocks_without_use_tell_nothing() -> None:
    """Most of a block is seldom used: only what was shown more often for nothing sinks."""
    two, three = (FACT._replace(id="f2", usefulness=count * worth(Verdict.UNUSED, 1)) for count in (2, 3))

    assert score_all(FACT, two)["f2"].terms.get("usefulness", 0.0) == 0.0
    assert score_all(FACT, three)["f2"].terms["usefulness"] < 0.0


def test_named_entities_count_by_how_they_were_named() -> None:
    """About, mentioned, said by or the entity itself; an entity of the lines before counts for less."""
    entity = FACT._replace(id="e1", label=Label.ENTITY, kind="person")
    edges = [Edge("f1", Kind.ABOUT, "e1"), Edge("f2", Kind.ABOUT, "e2"), Edge("f3", Kind.STATED_IN, "m1")]

    found = score_all(
        FACT, FACT._replace(id="f2"), FACT._replace(id="f3"), MESSAGE, entity, edges=edges, speakers={"Sibel": "e1"}
    )

    assert {id: one.terms.get("named", 0.0) for id, one in found.items()} == {
        "f1": 1.0, "f2": 0.5, "f3": 0.0, "m1": 1.0, "e1": 1.0,
    }  # fmt: skip


def test_being_shown_adds_its_weight_at_most() -> None:
    """The bonus for what was shown last turn is bounded: what is better by more stays before it."""  # ACCEPTANCE 3.5
    shown = score_all(FACT, shown_before=frozenset({"f1"}))["f1"]

    assert shown.score - score_all(FACT)["f1"].score == pytest.approx(FORMULA.weights.shown)
    assert FORMULA.weights.shown <= 0.08


def test_nothing_to_score_is_no_error() -> None:
    """No candidates, no scores."""
    assert score_all() == {}


def test_terms_are_told_in_words() -> None:
    """The three that weigh most, each with its part of the score."""
    edges = [Edge("f1", Kind.ABOUT, "e1")]
    found = score_all(
        FACT._replace(at_ms=to_ms(NOW - timedelta(days=1))), MESSAGE, edges=edges, speakers={"Sibel": "e1"}
    )

    def words(id: str) -> str:
        return FORMULA.explain(found[id], {"e1": "Sibel"}, now=NOW)

    assert words("f1") == "has words like the question's (0.50), is about Sibel (0.30), its kind: fact (0.10)"
    assert words("m1") == "has words like the question's (0.50), said by Sibel (0.30), its kind: message (0.03)"


def test_every_term_has_words() -> None:
    """No term is without a phrase, for any kind of item."""
    row = tuple(1.0 for _ in TERMS)
    for entry in (FACT, MESSAGE, FACT._replace(label=Label.ENTITY, kind="person")):
        for term in TERMS:
            one = Scored(entry.id, entry, 1.0, 1.0, 1.0, TERMS, tuple(float(name == term) for name in TERMS), "e9")
            assert FORMULA.explain(one, {"e9": "Nil"}, now=NOW)
    assert len(row) == len(TERMS)


def test_ages_are_told_in_days_months_and_years() -> None:
    """Counted by calendar days in UTC; what lies ahead is today."""
    day = 86_400_000
    at = 1000 * day

    assert [ago(at - days * day, at) for days in (-3, 0, 1, 2, 29, 30, 61, 364, 365, 800)] == [
        "today", "today", "yesterday", "2 days ago", "29 days ago", "1 month ago", "2 months ago", "12 months ago",
        "1 year ago", "2 years ago",
    ]  # fmt: skip


@pytest.mark.parametrize("rank", [1, 3, 10, 60])
def test_what_is_shown_twenty_times_for_nothing_sinks_below_what_never_was(rank: int) -> None:
    """ACCEPTANCE, seed 3, learning 3: equal in everything else, and although it was shown last turn, too."""
    tired = FACT._replace(usefulness=20 * worth(Verdict.UNUSED, rank))

    found = score_all(tired, FACT._replace(id="f2"), shown_before=frozenset({"f1"}))

    assert list(found) == ["f2", "f1"]


def test_a_space_has_weights_of_its_own() -> None:
    """What was learned takes the place of the default, also in what people are told; unknown names are passed over."""
    own = FORMULA.fitted({"kind": 0.3, "mood": 9.0})

    assert own == replace(FORMULA, weights=replace(FORMULA.weights, kind=0.3))
