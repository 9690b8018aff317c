"""The cover of the history: each message once at most, coarse where it is old, nothing that is visible."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace

from hypothesis import given
from hypothesis import strategies as st

from context.gather.question import Question
from context.sections.history_sections import RECENT, SUMMARIES
from context.select.block_policy import BlockPolicy
from context.select.history_cover import HistoryCover, cover, finer, newest
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
        """None."""
        return []

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
    assert set(covered) == set(trees.messages()) - visible
    assert found.blocked == {holder for id in visible for holder in trees.above(id)}
    assert not set(parts) & found.blocked

    few = data.draw(st.integers(0, 12))
    newest_few = {"messages": found.messages, "lines": found.lines}
    newest_few = {name: ids[max(0, len(ids) - few) :] for name, ids in newest_few.items()}
    assert found.lines == tuple(id for id in trees.messages() if id not in visible)
    assert cover(trees, visible, few) == replace(found, **newest_few)

    kept, left = newest(trees, found.summaries, data.draw(st.integers(0, 400)), extra_tokens=16)
    told = [message for part in kept for message in trees.below(part)]
    opened = finer(trees, kept, left, extra_tokens=16)
    assert tuple(kept) == found.summaries[len(found.summaries) - len(kept) :]
    assert [message for part in opened for message in trees.below(part)] == told
    assert not set(opened) & found.blocked


@dataclass
class Offered:
    """What the sections of the history try, in order of time."""

    cover: HistoryCover
    summaries: tuple[str, ...]  # within their share
    recent: tuple[str, ...]
    older: tuple[str, ...]  # with what room is left in the end
    earlier: tuple[str, ...]


def full(
    trees: Trees, visible: Set[str], *, summaries: int = 10_000, recent: int = 10_000, policy: BlockPolicy = POLICY
) -> Offered:
    """A history with plenty of room unless told otherwise."""
    material = Material(
        policy=policy, question=Question("", (), "", {}, None, (), {}), phrases=ENGLISH, budget_tokens=20_000, chat="",
        asked=None, visible=frozenset(visible), history_count=0, forest=trees,
        cover=cover(trees, frozenset(visible), policy.recent_lines_max), tokens_max={}, ranked=(), scored={},
        best_line=0.0,
    )  # fmt: skip
    return Offered(
        material.cover,
        tuple(SUMMARIES.first(material, summaries))[::-1],
        tuple(RECENT.first(material, recent))[::-1],
        tuple(SUMMARIES.last(material, summaries))[::-1],
        tuple(RECENT.last(material, recent))[::-1],
    )


def test_fewest_summaries_come_first() -> None:
    """When the finer ones do not fit, the summaries that no other holds stand for everything."""
    trees = plant([[[5, 5], [5, 5]], [[5], [5]]], 3)

    found = full(trees, set(), summaries=100)

    assert found.summaries == found.cover.summaries == ("s2-000", "s2-001")
    assert found.recent == found.cover.messages == ("m00000007", "m00000008", "m00000009")


def test_newest_summaries_are_opened_while_there_is_room() -> None:
    """What is recent is told in more detail than what is long ago."""
    trees = plant([[[5, 5], [5, 5]], [[5], [5]]], 0)

    found = full(trees, set(), summaries=120)

    assert found.summaries == ("s2-000", "s1-001-000", "s1-001-001")


def test_oldest_summaries_are_left_out_first() -> None:
    """With room for one summary, the newest is kept; the others get what room is left in the end."""
    trees = plant([[[5]], [[5]], [[5]]], 0)

    found = full(trees, set(), summaries=50)

    assert found.summaries == ("s2-002",)
    assert found.older == ("s2-000", "s2-001", "s2-002")


def test_no_older_summaries_are_offered_where_none_are_wanted() -> None:
    """A limit of no older summaries leaves none, and a limit of two the newest of all."""
    trees = plant([[[5]], [[5]], [[5]]], 0)
    older = [
        full(trees, set(), summaries=50, policy=replace(POLICY, older_summaries_max=most)).older for most in (0, 2, 9)
    ]

    assert older == [(), ("s2-001", "s2-002"), ("s2-000", "s2-001", "s2-002")]


def test_summary_with_a_visible_message_is_opened() -> None:
    """A summary that reaches into the visible part gives way to what lies before it."""
    trees = plant([[[5, 5], [5, 5]]], 2)

    found = full(trees, {"m00000004", "m00000005", "m00000006"})

    assert found.summaries == ("s1-000-000",)
    assert found.recent == ("m00000003",)
    assert found.cover.blocked == {"s2-000", "s1-000-001"}


def test_recent_messages_are_an_unbroken_run() -> None:
    """A long line that does not fit ends the run: nothing before it is shown as recent unless room is left for it."""
    trees = plant([], 5)
    trees.entries["m00000003"] = entry_of("m00000003", Label.MESSAGE, position=3.0, tokens=90, container=None)

    found = full(trees, set(), recent=100)

    assert found.recent == ("m00000004", "m00000005")
    assert found.earlier == ("m00000001", "m00000002", "m00000003", "m00000004", "m00000005")
    assert RECENT.is_run


def test_all_visible_leaves_nothing_to_cover() -> None:
    """A history that is visible as a whole needs no summary and no messages."""
    trees = plant([[[5, 5]]], 2)

    found = full(trees, set(trees.messages()))

    assert (found.summaries, found.recent, found.older, found.earlier) == ((), (), (), ())


def test_no_space_is_no_cover() -> None:
    """An empty space has nothing to cover."""
    assert cover(Trees(), frozenset(), 40) == HistoryCover(summaries=(), messages=(), lines=(), blocked=frozenset())
