"""A draft that drifts from its block gets a new one, once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from context.block_profile import ASSISTANT
from context.draft_check import DraftCheck, check_draft
from context.exchange import Turn, TurnRequest
from context.turn import take_turn
from graph.errors import NotFound
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.doubtful_draft import DoubtfulDraft, DriftJudgement, DriftVerdict
from graph.values.items import Role
from tests.context.scenes import NOW, harbour

WEDDING = "Your sister's wedding in Bodrum was lovely."


@pytest.fixture
def knowledge(now: datetime) -> Iterator[KnowledgeGraph]:
    """A space that knows of Emre, and of a wedding that nobody has asked about."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("a", now=now)
    long_ago = now - timedelta(days=400)
    rain = [f"It rained on the boats of pier {chr(97 + n // 20)}{chr(97 + n % 20)} again." for n in range(400)]
    said = ["Emre lives in Delft.", *rain[:200]]
    said += ["My sister had a lovely wedding in Bodrum, with three hundred guests.", *rain[200:]]
    lines = [
        Line(role=Role.USER, sender="Ada", body=body, sent_at=long_ago + timedelta(minutes=place))
        for place, body in enumerate(said)
    ]
    graph.append("a", lines, chat="old", now=now)
    yield graph
    graph.close()


def turn_of(knowledge: KnowledgeGraph, now: datetime) -> Turn:
    """The block for a question about Emre, too small for the rest."""
    line = Line(role=Role.USER, sender="Ada", body="Where does Emre live?", sent_at=now)
    request = TurnRequest(space="a", lines=(line,), chat="new", budget_tokens=96)
    return take_turn(knowledge, request, profile=ASSISTANT, now=now)


def check(knowledge: KnowledgeGraph, turn: Turn, draft: str, now: datetime, judge: Judge | None = None) -> DraftCheck:
    """The draft held against the turn's block."""
    return check_draft(knowledge, "a", turn.block.id, draft, profile=ASSISTANT, now=now, judge=judge)


class Judge:
    """Somebody who always finds the same, or has no answer."""

    def __init__(self, found: DriftVerdict | None) -> None:
        self.found = found
        self.asked: list[DoubtfulDraft] = []

    def __call__(self, space: str, doubtful: DoubtfulDraft, *, now: datetime) -> DriftJudgement | None:
        """What it finds."""
        self.asked.append(doubtful)
        return None if self.found is None else DriftJudgement(self.found, "so it is")


def test_what_the_block_covers_is_fine(knowledge: KnowledgeGraph, now: datetime) -> None:
    """ACCEPTANCE, seed 3, learning 8: the gate is quiet, and there is no second block."""
    found = check(knowledge, turn_of(knowledge, now), "Emre lives in Delft.", now)

    assert (found.verdict, found.turn, found.gate.unsupported) == (DriftVerdict.FINE, None, ())


def test_what_is_known_and_absent_comes_with_a_new_block_once(knowledge: KnowledgeGraph, now: datetime) -> None:
    """ACCEPTANCE, seed 3, learning 8: the new block has the wedding; a second drift is let through."""
    turn = turn_of(knowledge, now)
    assert "wedding" not in turn.block.body

    found = check(knowledge, turn, WEDDING, now + timedelta(seconds=1))

    assert (found.verdict, found.is_second) == (DriftVerdict.UNDERINFORMED, False)
    assert found.turn is not None and "wedding" in found.turn.block.body
    assert found.turn.block.replaces == turn.block.id
    again = check(knowledge, found.turn, "Zelda won 500 medals on Mars.", now + timedelta(seconds=2))
    assert (again.verdict, again.turn, again.is_second) == (DriftVerdict.INVENTED, None, True)


def test_what_nobody_knows_is_invented(knowledge: KnowledgeGraph, now: datetime) -> None:
    """The new block cannot have it; the assistant gets one more try all the same."""
    found = check(knowledge, turn_of(knowledge, now), "Zelda won 500 medals on Mars.", now)

    assert (found.verdict, found.known) == (DriftVerdict.INVENTED, ())
    assert found.turn is not None


@pytest.mark.parametrize(
    ("known", "asked", "draft"),
    [
        ("Emre lives in Delft.", "Where does Emre live?", "Emre moved to Rotterdam in 2019 with his three kids."),
        ("Selin Delft'te yaşıyor.", "Selin nerede yaşıyor?", "Selin 2019'da üç çocuğuyla Rotterdam'a taşındı."),
        ("Jana wohnt in Delft.", "Wo wohnt Jana?", "Jana ist 2019 mit ihren drei Kindern nach Rotterdam gezogen."),
    ],
)
def test_a_name_that_is_known_supports_nothing_else(known: str, asked: str, draft: str, now: datetime) -> None:
    """All that search finds for the draft is in the block, but has only a name in common with it."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("a", now=now)
    graph.append("a", [Line(role=Role.USER, sender="Ada", body=known, sent_at=now)], chat="old", now=now)
    turn = take_turn(graph, TurnRequest(space="a", query=asked, visible=0, chat="new"), profile=ASSISTANT, now=now)

    assert check(graph, turn, known, now).verdict is DriftVerdict.FINE
    assert check(graph, turn, draft, now).verdict is DriftVerdict.INVENTED
    graph.close()


def test_what_is_visible_needs_no_block(knowledge: KnowledgeGraph, now: datetime) -> None:
    """A reply that takes up what the user just said does not drift."""
    line = Line(role=Role.USER, sender="Ada", body="Zelda won 500 medals on Mars, imagine!", sent_at=now)
    turn = take_turn(knowledge, TurnRequest(space="a", lines=(line,), chat="new"), profile=ASSISTANT, now=now)

    assert check(knowledge, turn, "So Zelda won 500 medals.", now).verdict is DriftVerdict.FINE


def test_a_block_that_is_not_there_is_an_error(knowledge: KnowledgeGraph, now: datetime) -> None:
    """A message is no block either."""
    for id in ("b1", "m00000001"):
        with pytest.raises(NotFound, match="is not in space 'a'"):
            check_draft(knowledge, "a", id, "x", profile=ASSISTANT, now=now)


def test_a_judge_is_asked_above_the_gate_alone_and_has_the_last_word(knowledge: KnowledgeGraph, now: datetime) -> None:
    """ACCEPTANCE, seed 3, learning 8: no call for what the block covers, one for what it lacks."""
    turn, judge = turn_of(knowledge, now), Judge(DriftVerdict.FINE)

    assert check(knowledge, turn, "Emre lives in Delft.", now, judge).judged is None
    assert judge.asked == []

    found = check(knowledge, turn, WEDDING, now, judge)
    assert (found.verdict, found.turn, found.judged) == (
        DriftVerdict.FINE,
        None,
        DriftJudgement(DriftVerdict.FINE, "so it is"),
    )
    [doubtful] = judge.asked
    assert (doubtful.asked, doubtful.draft) == ("Where does Emre live?", WEDDING)
    assert "Delft" in doubtful.block and any("three hundred guests" in text for text in doubtful.known)


@pytest.mark.parametrize("found", [DriftVerdict.INVENTED, DriftVerdict.UNDERINFORMED])
def test_what_is_not_fine_gets_one_more_try(found: DriftVerdict, knowledge: KnowledgeGraph, now: datetime) -> None:
    """The judge's verdict is told; the draft of the second try is let through, and nobody is paid to judge it."""
    judge = Judge(found)
    first = check(knowledge, turn_of(knowledge, now), WEDDING, now, judge)

    assert first.verdict is found
    assert first.turn is not None and "wedding" in first.turn.block.body
    again = check(knowledge, first.turn, "Zelda won 500 medals on Mars.", now, judge)
    assert (again.is_second, again.turn, len(judge.asked)) == (True, None, 1)


def test_a_judge_without_an_answer_leaves_it_to_the_gate(knowledge: KnowledgeGraph, now: datetime) -> None:
    """ACCEPTANCE, seed 3, learning 9: as without a judge, everything above the gate drifts."""
    found = check(knowledge, turn_of(knowledge, now), WEDDING, now, Judge(None))

    assert (found.verdict, found.judged) == (DriftVerdict.UNDERINFORMED, None)
    assert found.turn is not None


def test_a_shown_fact_stands_for_the_line_that_it_was_stated_in() -> None:
    """The block has only the fact; that search brings up the line, too, speaks for the draft."""
    knowledge = harbour()
    request = TurnRequest(space="harbour", query="What does Hask fear?", visible=0, budget_tokens=100)
    turn = take_turn(knowledge, request, profile=ASSISTANT, now=NOW)
    assert "Hask fears dogs." in turn.block.body and "He fears dogs" not in turn.block.body

    found = check_draft(knowledge, "harbour", turn.block.id, "Hask fears dogs.", profile=ASSISTANT, now=NOW)

    assert (found.verdict, found.gate.score) == (DriftVerdict.FINE, 0.0)
