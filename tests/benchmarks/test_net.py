"""What is kept without a model of lines by authors who had seen no pattern, and that nothing ends or is merged.

Half of each file was open to whoever wrote the patterns, half was set aside; only counts are told here.
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from archivists.round_policy import RoundPolicy
from benchmarks.all_rounds import run_rounds
from benchmarks.net import read_rows
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.text.dangers import is_danger
from graph.text.tokens import count_tokens
from graph.values.codec import item_of
from graph.values.items import KeyInfo, Role

FOLDER = Path(__file__).parent / "net"
START = datetime(2026, 1, 5, 9, tzinfo=UTC)
POLICY = RoundPolicy()
DENIALS_MAX = 3
"""Pairs whose second line is the speaker's own and true denial of the danger in the first."""


def said(knowledge: KnowledgeGraph, space: str, at: datetime, text: str, sender: str) -> None:
    """A line and its answer, a round after them."""
    role = Role.ASSISTANT if sender == "assistant" else Role.USER
    lines = [Line(role=role, sender=sender, body=text, sent_at=at)]
    if role is Role.USER:
        lines.append(Line(role=Role.ASSISTANT, sender="assistant", body="OK.", sent_at=at + timedelta(minutes=1)))
    knowledge.append(space, lines, now=at)
    run_rounds(knowledge, space, owner="net", now=at + timedelta(days=1), policy=POLICY)


def key_info(knowledge: KnowledgeGraph, space: str) -> KeyInfo | None:
    """What is always to be known in a space."""
    return next((item_of(node, KeyInfo) for node in knowledge.store.find(space, Label.KEY_INFO, limit=1)), None)


@pytest.mark.parametrize(
    ("folder", "dangers", "no_dangers", "orders"), [(FOLDER, 54, 18, 38), (FOLDER / "second", 58, 9, 40)]
)
def test_dangers_and_orders_are_kept_and_little_else(folder: Path, dangers: int, no_dangers: int, orders: int) -> None:
    """Floors and ceilings of 60, 60 and 60 lines in three languages, by two authors, and of 40 that are no orders."""
    kept = Counter(row.file for row in read_rows(folder) if row.kept)

    assert kept["dangers"] >= dangers
    assert kept["no_dangers"] <= no_dangers
    assert kept["orders"] >= orders
    assert kept["no_orders"] <= 7


@pytest.mark.embedded
def test_no_second_line_ends_or_merges_anything() -> None:
    """200 pairs of lines, a month apart, of which the second sounds like an end of the first."""
    pairs = json.loads((FOLDER / "pairs.json").read_text(encoding="utf-8"))
    knowledge = KnowledgeGraph(open_store(":memory:"))
    made: Counter[str] = Counter()
    gone: list[str] = []
    for number, pair in enumerate(pairs):
        space = f"pair{number}"
        knowledge.create_space(space, now=START)
        said(knowledge, space, START, pair["first"]["text"], pair["first"]["sender"])
        before = key_info(knowledge, space)
        said(knowledge, space, START + timedelta(days=30), pair["second"]["text"], pair["second"]["sender"])
        after = key_info(knowledge, space)
        gone += [pair["kind"] for line in before.lines if after is None or line not in after.lines] if before else []
        made.update(node.properties["kind"] for node in knowledge.store.find(space, Label.CHANGE, limit=99))
        assert knowledge.store.find(space, Label.FACT, limit=1) == []
    knowledge.close()

    assert len(pairs) == 200
    assert set(made) <= {"CompleteConversation", "NewEntity", "NewSummary", "ReviseEntity", "SetKeyInfo"}
    assert (set(gone) <= {"true end"}, len(gone) <= DENIALS_MAX) == (True, True), Counter(gone)


@pytest.mark.embedded
def test_three_years_of_key_info_read_well() -> None:
    """It fits its tokens, holds dangers first, then names, then the newest orders, and says how much has no room."""
    life = json.loads((FOLDER / "long_life.json").read_text(encoding="utf-8"))
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("life", now=datetime(2022, 1, 1, tzinfo=UTC))
    for each in life:
        at = datetime.fromisoformat(each["day"]).replace(hour=12, tzinfo=UTC)
        lines = [
            Line(role=Role.USER, sender="user", body=each["text"], sent_at=at),
            Line(role=Role.ASSISTANT, sender="assistant", body="OK.", sent_at=at + timedelta(minutes=1)),
        ]
        knowledge.append("life", lines, now=at)
    run_rounds(knowledge, "life", owner="net", now=datetime(2025, 6, 1, tzinfo=UTC), policy=POLICY)
    info = key_info(knowledge, "life")
    knowledge.close()

    assert info is not None
    assert sum(map(count_tokens, info.lines)) <= POLICY.key_info_tokens_max
    assert all("(20" in line.partition(":")[0] for line in info.lines)
    dangers = [is_danger(line.partition(": ")[2]) for line in info.lines]
    assert dangers == sorted(dangers, reverse=True) and any(dangers)
    assert info.left_out >= 20
