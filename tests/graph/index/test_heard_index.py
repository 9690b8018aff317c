"""What one participant has heard of a space."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from graph.changing.apply import apply_changes
from graph.index.heard_index import HeardIndex
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.changes import NewEntity, NewFact, NewSummary
from graph.values.items import Clock, IntakeRule, Role

NOW = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
RULE = IntakeRule(clock=Clock.WORLD, gap=10.0, bystanders=(Role.NARRATOR,))


@pytest.fixture
def knowledge() -> KnowledgeGraph:
    """Xan and Yva talk, Zoe joins them, and a narrator speaks; then Zoe talks with Xan."""
    made = KnowledgeGraph(open_store(":memory:"))
    made.create_space("tale", now=NOW, intake=RULE)
    say(made, 0, "Xan", "Yva", "Narrator", "Zoe", "Xan")
    say(made, 50, "Zoe", "Xan")
    return made


def say(knowledge: KnowledgeGraph, start: float, *senders: str) -> None:
    """A line of each of these, numbered by its time."""
    roles = {"Narrator": Role.NARRATOR}
    lines = [
        Line(role=roles.get(sender, Role.USER), sender=sender, body=f"I say {at:.0f}.", world_time=at)
        for at, sender in enumerate(senders, start=int(start))
    ]
    knowledge.append("tale", lines, now=NOW)


def heard(knowledge: KnowledgeGraph, name: str) -> HeardIndex:
    """The index of one of them."""
    return HeardIndex(knowledge.index("tale"), name, RULE)


def ids(knowledge: KnowledgeGraph, *numbers: int) -> list[str]:
    """The ids of these messages, numbered in order of arrival from 1."""
    stored = [node.id for node in knowledge.store.find("tale", Label.MESSAGE, limit=100)]
    return [stored[number - 1] for number in numbers]


@pytest.mark.parametrize(
    ("name", "numbers"),
    [("Xan", (1, 2, 4, 5, 6, 7)), ("yva", (1, 2, 4, 5)), ("Zoe", (4, 5, 6, 7)), ("Narrator", ()), ("Nobody", ())],
)
def test_messages_are_those_that_were_heard(knowledge: KnowledgeGraph, name: str, numbers: tuple[int, ...]) -> None:
    """The first two have heard all of a conversation, who joins what comes then, and a narrator is heard by nobody."""
    index = heard(knowledge, name)

    assert index.loose_messages(100) == ids(knowledge, *numbers)
    assert [*index.entries(ids(knowledge, *range(1, 8)))] == ids(knowledge, *numbers)
    assert index.message_count() == len(numbers)
    hits = index.search_words("say", 100, labels=[Label.MESSAGE])
    assert sorted(hit.id for hit in hits) == ids(knowledge, *numbers)


def test_late_line_changes_who_has_heard(knowledge: KnowledgeGraph) -> None:
    """A line that arrives late counts where it was said: Zoe was there from the beginning."""
    say(knowledge, -1, "Zoe")

    assert heard(knowledge, "Zoe").loose_messages(100) == ids(knowledge, 8, 1, 2, 4, 5, 6, 7)
    assert heard(knowledge, "Yva").loose_messages(100) == ids(knowledge, 2, 4, 5)


def test_summary_is_known_if_all_of_it_was_heard(knowledge: KnowledgeGraph) -> None:
    """Through all levels; a narrator's lines do not count."""
    first, second = heard(knowledge, "Zoe").conversations()

    def new(name: str, level: int, members: Sequence[str], conversation: str | None) -> NewSummary:
        return NewSummary(ref=f"new:{name}", level=level, members=tuple(members), body=name, conversation=conversation)

    made = apply_changes(
        knowledge,
        "tale",
        [
            new("a", 1, ids(knowledge, 1, 2, 3), first),
            new("b", 1, ids(knowledge, 4, 5), first),
            new("c", 2, ("new:a", "new:b"), first),
            new("d", 1, ids(knowledge, 6, 7), second),
            new("e", 3, ("new:c", "new:d"), None),
        ],
        now=NOW,
    ).ids
    refs = {id: ref for ref, id in made.items()}
    known = {name: heard(knowledge, name) for name in ("Xan", "Yva", "Zoe", "Nobody")}

    tops = {name: sorted(refs[id] for id in index.tops()) for name, index in known.items()}
    assert tops == {"Xan": ["new:e"], "Yva": ["new:c"], "Zoe": ["new:b", "new:d"], "Nobody": []}
    assert known["Zoe"].above(ids(knowledge, 4)[0]) == [made["new:b"]]
    assert known["Yva"].children(made["new:a"]) == ids(knowledge, 1, 2)
    assert known["Zoe"].loose_messages(100) == []


def test_statement_is_known_if_all_its_sources_were_heard(knowledge: KnowledgeGraph) -> None:
    """Texts that mix what was said in many places are known to nobody."""
    made = apply_changes(
        knowledge,
        "tale",
        [
            NewEntity(name="Riften"),
            NewFact(ref="new:a", body="It is cold.", sources=tuple(ids(knowledge, 1)), about=("Riften",)),
            NewFact(ref="new:b", body="It is dark.", sources=tuple(ids(knowledge, 1, 6))),
            NewFact(ref="new:c", body="It is late.", sources=tuple(ids(knowledge, 4))),
        ],
        now=NOW,
    ).ids
    found = {}
    for name in ("Xan", "Yva", "Zoe"):
        index = heard(knowledge, name)
        index.admit(knowledge.store, [made["new:a"], made["new:b"], made["new:c"]])
        found[name] = [ref for ref in ("new:a", "new:b", "new:c") if index.entry(made[ref])]
        assert not index.entries(index.entities_named("Riften"))
        assert [*index.items(knowledge.store, list(made.values()))] == [made[ref] for ref in found[name]]

    assert found == {"Xan": ["new:a", "new:b", "new:c"], "Yva": ["new:a", "new:c"], "Zoe": ["new:c"]}


def test_lines_around_are_those_that_were_heard(knowledge: KnowledgeGraph) -> None:
    """The line before the first one that Zoe heard is none for Zoe."""
    assert heard(knowledge, "Zoe").around(ids(knowledge, 4), 2).ids == ids(knowledge, 4, 5)
    assert sorted(heard(knowledge, "Xan").around(ids(knowledge, 4), 2).ids) == ids(knowledge, 2, 4, 5)
