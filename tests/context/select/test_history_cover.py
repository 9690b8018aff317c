"""The cover of the history: each message once at most, coarse where it is old, nothing that is visible."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from context.gather.question import Question
from context.sections.history_sections import RECENT
from context.select.block_policy import BlockPolicy
from context.select.history_cover import HistoryCover, cover
from context.select.section import Material
from graph.index.entries import Entry
from graph.store.verbs import Label
from languages.english.phrases import PHRASES as ENGLISH

POLICY = BlockPolicy()


@dataclass
class Trees:
    """A forest that is spelled out."""

    entries: dict[str, Entry] = field(default_factory=dict)
    held: dict[str, list[str]] = field(default_factory=dict)
    untold: list[str] = field(default_factory=list)  # summaries that rounds will write anew

    def entry(self, id: str) -> Entry | None:
        """As Forest."""
        return self.entries.get(id)

    def above(self, id: str) -> list[str]:
        """The summaries that hold a node, from the nearest to the top."""
        container = self.entries[id].container
        return [] if container is None else [container, *self.above(container)]

    def tops(self) -> list[str]:
        """As Forest."""
        return [id for id in self.held if self.entries[id].container is None]

    def children(self, id: str) -> list[str]:
        """As Forest."""
        return self.held.get(id, [])

    def stale(self) -> list[str]:
        """As Forest."""
        return self.untold

    def loose_messages(self, limit: int) -> list[str]:
        """As Forest."""
        loose = [id for id, entry in self.entries.items() if entry.label is Label.MESSAGE and entry.container is None]
        return loose[-limit:] if limit else []

    def last_messages(self, limit: int) -> list[str]:
        """As Forest."""
        return self.messages()[-limit:] if limit else []

    def messages(self) -> list[str]:
        """All messages, in order of time."""
        return [id for id, entry in self.entries.items() if entry.label is Label.MESSAGE]

    def below(self, id: str) -> list[str]:
        """The messages that a part stands for."""
        if id not in self.held:
            return [id]
        return [message for child in self.held[id] for message in self.below(child)]


def entry_of(id: str, label: Label, *, position: float, tokens: int, container: str | None) -> Entry:
    """What the index would know of a node."""
    return Entry(
        id=id, label=label, kind="", at_ms=int(position), position=position, importance=0, salience=0, usefulness=0.0,
        tokens=tokens, chat="", conversation="c1", container=container, status="", sender="",
    )  # fmt: skip


def plant(shape: Sequence[Sequence[Sequence[int]]], loose: int) -> Trees:
    """Level-2 summaries of level-1 summaries of so many messages of so many tokens, then messages that none holds."""
    trees = Trees()
    number = 0

    def message(tokens: int, container: str | None) -> str:
        nonlocal number
        number += 1
        id = f"m{number:08d}"
        trees.entries[id] = entry_of(id, Label.MESSAGE, position=float(number), tokens=tokens, container=container)
        return id

    for top_number, middles in enumerate(shape):
        top = f"s2-{top_number:03d}"
        held: list[str] = []
        for middle_number, tokens in enumerate(middles):
            middle = f"s1-{top_number:03d}-{middle_number:03d}"
            trees.held[middle] = [message(count, middle) for count in tokens]
            trees.entries[middle] = entry_of(middle, Label.SUMMARY, position=float(number), tokens=20, container=top)
            held.append(middle)
        trees.held[top] = held
        trees.entries[top] = entry_of(top, Label.SUMMARY, position=float(number), tokens=30, container=None)
    for _ in range(loose):
        message(15, None)
    return trees


@given(
    st.lists(st.lists(st.lists(st.integers(1, 400), min_size=1, max_size=4), min_size=1, max_size=3), max_size=4),
    st.integers(0, 12),
    st.data(),
)
def test_each_message_is_covered_exactly_once(shape: list[list[list[int]]], loose: int, data: st.DataObject) -> None:
    """Random forests, views and budgets: parts overlap neither each other nor the visible, and none is missing."""
    trees = plant(shape, loose)
    visible = data.draw(st.frozensets(st.sampled_from(trees.messages())) if trees.messages() else st.just(frozenset()))

    found = cover(trees, visible, 100)

    parts = [*found.summaries, *found.messages]
    covered = [message for part in parts for message in trees.below(part)]
    assert len(covered) == len(set(covered))
    assert set(covered) >= set(trees.messages()) - visible
    seen = {part: len(visible.intersection(trees.below(part))) for part in found.summaries}
    assert found.seen == {part: count for part, count in seen.items() if count}
    assert all(count < len(trees.below(part)) for part, count in seen.items())
    assert not any(part.startswith("s2") for part in found.seen)

    few = data.draw(st.integers(0, 12))
    newest_few = {"messages": found.messages, "lines": found.lines}
    newest_few = {name: ids[max(0, len(ids) - few) :] for name, ids in newest_few.items()}
    assert found.lines == tuple(id for id in trees.messages() if id not in visible)
    assert cover(trees, visible, few) == replace(found, **newest_few)


def recent(trees: Trees, visible: Set[str], *, first: int = 10_000, asked_at: datetime | None = None) -> list[str]:
    """The messages that the section of the newest tries within its share, in order of time."""
    material = Material(
        policy=POLICY, question=Question("", (), "", {}, None, (), {}, asked_at=asked_at), phrases=ENGLISH,
        budget_tokens=20_000, chat="", asked=None, visible=frozenset(visible), history_count=0, forest=trees,
        cover=cover(trees, frozenset(visible), POLICY.recent_lines_max), tokens_max={}, ranked=(), scored={},
        best_line=0.0,
    )  # fmt: skip
    return [*RECENT.first(material, first)][::-1]


def test_summary_with_a_visible_message_is_opened() -> None:
    """A summary that reaches into the visible part gives way to those below it; the lowest stands for the rest."""
    trees = plant([[[5, 5], [5, 5]]], 2)

    found = cover(trees, frozenset({"m00000004", "m00000005", "m00000006"}), 100)

    assert found.summaries == ("s1-000-000", "s1-000-001")
    assert found.seen == {"s1-000-001": 1}
    assert found.messages == ()


def test_summary_whose_messages_are_all_visible_is_left_out() -> None:
    """It would say again what the assistant sees."""
    trees = plant([[[5, 5], [5, 5]]], 0)

    assert cover(trees, frozenset({"m00000003", "m00000004"}), 100).summaries == ("s1-000-000",)


def test_summary_without_a_text_gives_way_to_those_below() -> None:
    """One that has lost its text is replaced by its children; without summaries below it, it still stands for them."""
    trees = plant([[[5, 5], [5, 5]]], 0)
    for id in ("s2-000", "s1-000-001"):
        trees.entries[id] = trees.entries[id]._replace(tokens=0)
    trees.untold = ["s2-000", "s1-000-001"]

    assert cover(trees, frozenset(), 100).summaries == ("s1-000-000", "s1-000-001")


def test_recent_messages_are_an_unbroken_run() -> None:
    """A long line that does not fit ends the run: nothing before it is shown as recent unless room is left for it."""
    trees = plant([], 5)
    trees.entries["m00000003"] = entry_of("m00000003", Label.MESSAGE, position=3.0, tokens=90, container=None)

    assert recent(trees, set(), first=100) == ["m00000004", "m00000005"]
    assert RECENT.is_run


def test_recent_messages_of_a_talk_that_is_over_take_no_share() -> None:
    """The last lines of yesterday's talk only fill what room is left; those of this hour are a part of the question."""
    trees = plant([], 3)
    said = datetime.fromtimestamp(0, UTC)

    assert recent(trees, set(), asked_at=said + timedelta(days=1)) == []
    assert recent(trees, set(), asked_at=said + timedelta(hours=1)) == ["m00000001", "m00000002", "m00000003"]


def test_no_space_is_no_cover() -> None:
    """An empty space has nothing to cover."""
    assert cover(Trees(), frozenset(), 40) == HistoryCover(summaries=(), messages=(), lines=())
