"""benchmarks.replay: a talk told line by line with rounds, and what blocks of it hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import replay
from benchmarks.observer import Observer, all_of
from benchmarks.replay import WITH_FACTS, evidence, interval, replayed, without_source
from benchmarks.retrieval.measure import EXCERPTS
from graph.store.verbs import Label
from tests.benchmarks.talk import write


def test_each_fact_has_a_source_and_each_call_is_in_the_ledger(tmp_path: Path) -> None:
    """Rounds are done as they fall due, and what they cost is told with them; a replay without any costs nothing."""
    [talk] = all_of(write(tmp_path), [])

    noted = replayed(talk.folder, Observer(talk), embedder="none", rounds=True)
    alone = replayed(talk.folder, None, embedder="none", rounds=False)

    facts = [node.properties["body"] for node in noted.knowledge.store.find("conv-0", Label.FACT, limit=9)]
    assert sorted(facts) == sorted(each.text for each in talk.observed)
    assert without_source(noted) == 0
    assert {cost.purpose: cost.calls for cost in noted.costs}["read"] >= 1
    assert {cost.purpose: cost.calls for cost in noted.costs} == {"read": 2, "link": 2, "write": 1}
    assert alone.costs == []
    assert set(alone.ids) == set(noted.ids) == {told.id for told in talk.folder.messages}


def test_a_fact_shows_the_line_that_it_cites(tmp_path: Path) -> None:
    """Where a block has no room for the line, the fact that was drawn from it counts."""
    [talk] = all_of(write(tmp_path), [])
    noted = replayed(talk.folder, Observer(talk), embedder="none", rounds=True)
    sold, _ = talk.folder.questions

    assert evidence(noted, sold, 512, EXCERPTS) == evidence(noted, sold, 512, WITH_FACTS) == 1.0
    assert evidence(noted, sold, 0, WITH_FACTS) == 0.0


def test_the_whole_report_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The ledger of each talk, and for each budget the kinds of blocks beside messages alone."""
    monkeypatch.setattr("sys.argv", ["replay", str(write(tmp_path)), "--names", "conv-0"])

    replay.main()

    told = capsys.readouterr().out
    assert told.startswith("conv-0: 12 messages, ")
    assert "; 3 facts, 0 without a source\n" in told
    assert "2 questions; evidence in percent, difference to messages alone" in told
    assert "messages@512                      50.0\n" in told
    assert "facts and messages@512           100.0  +50.0 (+0.0 to +100.0)\n" in told


def test_the_interval_holds_the_mean() -> None:
    """Equal differences have no spread; unequal ones have one around their mean, the same each time."""
    assert interval([0.5] * 9) == (0.5, 0.5)
    low, high = interval([0.0, 1.0] * 20)
    assert low < 0.5 < high
    assert interval([0.0, 1.0] * 20) == (low, high)
