"""Changes land together, find what they name, and keep a round's watermark and lease."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from graph.changing.apply import APPLY, RoundMark, apply_changes
from graph.errors import BadInput, Conflict, LeaseLost, NotFound
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Kind
from graph.upkeep.leases import ATTEMPTS_MAX, claim, give_up, is_set_aside, put_off, release, renew
from graph.values import changes
from graph.values.changes import (
    CompleteConversation,
    EntityText,
    Grounds,
    NewEntity,
    NewFact,
    NewSummary,
    SetKeyInfo,
    SupersedeFact,
)
from graph.values.items import (
    Conversation,
    ConversationStatus,
    Entity,
    EntityType,
    Fact,
    FactStatus,
    KeyInfo,
    Message,
    Role,
    Summary,
)

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def knowledge() -> Iterator[KnowledgeGraph]:
    """A space "home" with four messages, m00000002 to m00000005 or so."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("home", now=NOW)
    lines = [Line(role=Role.USER, sender="Mira", body=text) for text in ("Hi", "I live in Bursa", "Moved!", "Bye")]
    graph.append("home", lines, now=NOW)
    yield graph
    graph.close()


@pytest.fixture
def messages(knowledge: KnowledgeGraph) -> tuple[str, ...]:
    """Their ids."""
    return tuple(message.id for message in knowledge.messages("home", limit=10))


def test_every_change_can_be_applied() -> None:
    """The table has each kind of change that an archivist may propose."""
    kinds = {kind for kind in vars(changes).values() if isinstance(kind, type) and issubclass(kind, Grounds)}
    shared = {base for kind in kinds for base in kind.__mro__[1:]}

    assert set(APPLY) == kinds - shared


def test_a_fact_finds_the_entity_of_its_own_list(knowledge: KnowledgeGraph, messages: tuple[str, ...]) -> None:
    """A fact is linked to entities made by the same changes, whatever their order, and to its message."""
    fact = NewFact(ref="new:f", body="Mira: I live in Bursa", about=("Bursa", "mira", "Nobody"), sources=(messages[1],))

    applied = apply_changes(knowledge, "home", [fact, NewEntity(name="Bursa", mentioned_in=(messages[1],))], now=NOW)

    edges = knowledge.store.edges("home", [applied.ids["new:f"]], [Kind.ABOUT, Kind.STATED_IN], 10)
    names = {edge.target: edge.kind for edge in edges}
    entities = {id: knowledge.index("home").names_of(id) for id in names if id.startswith("e")}
    assert sorted(entities.values()) == [("Bursa",), ("Mira",)]
    assert names[messages[1]] is Kind.STATED_IN
    (bursa,) = knowledge.index("home").entities_named("BURSA")
    (mention,) = knowledge.store.edges("home", [bursa], [Kind.MENTIONS], 10)
    assert mention.source == messages[1]


def test_equal_names_of_one_type_are_one_entity(knowledge: KnowledgeGraph) -> None:
    """The same folded name within a type is the same entity; another type is another one, unknown goes with any."""
    changes = [
        NewEntity(name="Paris", type=EntityType.PLACE),
        NewEntity(name="PARIS", type=EntityType.PLACE, aliases=("City of Light",)),
        NewEntity(name="Paris", type=EntityType.PERSON),
        NewEntity(name="Tip 1 Diyabet"),
        NewEntity(name="Tip 2 Diyabet"),
    ]
    apply_changes(knowledge, "home", changes, now=NOW)
    apply_changes(knowledge, "home", [NewEntity(name="paris", type=EntityType.PLACE, aliases=("Lutetia",))], now=NOW)

    ids = knowledge.index("home").entities_named("Paris")
    found = [item for item in knowledge.get("home", ids).values() if isinstance(item, Entity)]
    assert {(entity.type.value, entity.aliases) for entity in found} == {
        ("place", ("City of Light", "Lutetia")),
        ("person", ()),
    }
    assert len(knowledge.index("home").entities_named("tip 1 diyabet")) == 1


def test_a_superseded_fact_stays_with_its_reason(knowledge: KnowledgeGraph, messages: tuple[str, ...]) -> None:
    """An outdated fact is kept, closed in time, and points to what replaced it; its dossier becomes stale."""
    old = apply_changes(
        knowledge, "home", [NewFact(ref="new:old", body="Mira lives in Bursa", sources=messages[1:2])], now=NOW
    ).ids["new:old"]
    (mira,) = knowledge.index("home").entities_named("Mira")
    apply_changes(knowledge, "home", [EntityText(entity=mira, dossier="Lives in Bursa.", covers=(old,))], now=NOW)
    later = NOW + timedelta(days=1)

    new = apply_changes(
        knowledge,
        "home",
        [
            NewFact(ref="new:n", body="Mira lives in Van", sources=messages[2:3]),
            SupersedeFact(fact=old, by="new:n", reason="she moved"),
        ],
        now=later,
    ).ids["new:n"]

    fact, person = (knowledge.get("home", [old, mira])[id] for id in (old, mira))
    assert isinstance(fact, Fact) and isinstance(person, Entity)
    assert (fact.status, fact.valid_to, fact.reason) == (FactStatus.SUPERSEDED, NOW, "she moved")
    assert fact.updated_at == later  # The old one ended when the new one was said, not when a round read it.
    assert person.is_stale and person.dossier == "Lives in Bursa."
    (edge,) = knowledge.store.edges("home", [old], [Kind.SUPERSEDED_BY], 10)
    assert edge.target == new


def test_summaries_hold_each_message_once(knowledge: KnowledgeGraph, messages: tuple[str, ...]) -> None:
    """A tree may be made in one list; counts and times come from below; nothing is summarised twice."""
    conversation = knowledge.messages("home", limit=1)[0].conversation
    made = apply_changes(
        knowledge,
        "home",
        [
            NewSummary(ref="new:a", level=1, members=messages[:2], body="Mira said hi.", conversation=conversation),
            NewSummary(ref="new:b", level=1, members=messages[2:], body="Mira left.", conversation=conversation),
            NewSummary(ref="new:r", level=2, members=("new:a", "new:b"), body="A visit.", conversation=conversation),
            CompleteConversation(conversation=conversation, title="A short visit", topics=("Bursa",), summary="new:r"),
        ],
        now=NOW,
    ).ids

    found = knowledge.get("home", [*made.values(), *messages, conversation])
    root, done = found[made["new:r"]], found[conversation]
    assert isinstance(root, Summary) and isinstance(done, Conversation)
    assert (root.message_count, root.participants, root.container) == (4, ("Mira",), None)
    assert (done.status, done.title, done.summary) == (ConversationStatus.COMPLETE, "A short visit", root.id)
    holders = [item.container for item in found.values() if isinstance(item, Message | Summary)]
    assert holders == [made["new:r"], made["new:r"], None, *[made["new:a"]] * 2, *[made["new:b"]] * 2]
    with pytest.raises(Conflict, match=r"is in summary s\d+ already"):
        apply_changes(
            knowledge,
            "home",
            [NewSummary(ref="new:x", level=1, members=messages[:1], body="Again.", conversation=conversation)],
            now=NOW,
        )


def test_key_info_is_replaced_with_its_sources(knowledge: KnowledgeGraph, messages: tuple[str, ...]) -> None:
    """The lines and the edges to their messages are exactly the last ones set."""
    apply_changes(knowledge, "home", [SetKeyInfo(lines=("Call her Mira.", "Bursa."), sources=messages[:2])], now=NOW)
    apply_changes(knowledge, "home", [SetKeyInfo(lines=("Call her Mi.",), sources=messages[1:2])], now=NOW)

    info = knowledge.get("home", ["key-info"])["key-info"]
    assert isinstance(info, KeyInfo) and info.lines == ("Call her Mi.",)
    edges = knowledge.store.edges("home", ["key-info"], [Kind.STATED_IN], 10)
    assert [edge.target for edge in edges] == [messages[1]]


def test_a_bad_change_leaves_nothing(knowledge: KnowledgeGraph, messages: tuple[str, ...]) -> None:
    """When one change can't be applied, none is."""
    before = knowledge.store.since("home", 0, limit=100_000)

    with pytest.raises(NotFound):
        apply_changes(
            knowledge,
            "home",
            [NewEntity(name="Van"), NewFact(body="x", sources=("m99999999",))],
            now=NOW,
        )
    with pytest.raises(BadInput, match="importance 11"):
        apply_changes(knowledge, "home", [NewFact(body="x", sources=messages[:1], importance=11)], now=NOW)

    assert knowledge.store.since("home", 0, limit=100_000) == before


def test_one_round_at_a_time(knowledge: KnowledgeGraph) -> None:
    """A lease keeps others away until its deadline; a round whose lease was taken over writes nothing."""
    later = NOW + timedelta(seconds=61)

    assert claim(knowledge, "home", owner="a", now=NOW, seconds=60) is not None
    assert claim(knowledge, "home", owner="b", now=NOW, seconds=60) is None
    assert claim(knowledge, "home", owner="b", now=later, seconds=60) is not None
    with pytest.raises(LeaseLost):
        apply_changes(knowledge, "home", [NewEntity(name="Van")], now=later, mark=RoundMark("a", "m00000003"))
    apply_changes(knowledge, "home", [], now=later, mark=RoundMark("b", "m00000003"))

    space = knowledge.space("home")
    assert (space.rounded_to, space.lease_owner) == ("m00000003", None)
    assert knowledge.index("home").entities_named("Van") == []


def test_a_failing_round_backs_off_and_is_set_aside(knowledge: KnowledgeGraph) -> None:
    """Attempts, the error and the next try stand on the space; success wipes them."""
    waits = []
    for attempt in range(ATTEMPTS_MAX):
        assert not is_set_aside(knowledge.space("home"))
        claim(knowledge, "home", owner="a", now=NOW, seconds=60)
        failed = give_up(knowledge, "home", owner="a", error=f"no answer {attempt}", now=NOW)
        assert failed.retry_at is not None
        waits.append((failed.retry_at - NOW).total_seconds())

    assert waits == [30, 60, 120, 240, 480]
    assert is_set_aside(knowledge.space("home")) and knowledge.space("home").last_error == "no answer 4"
    claim(knowledge, "home", owner="a", now=NOW, seconds=60)
    apply_changes(knowledge, "home", [], now=NOW, mark=RoundMark("a", ""))
    assert knowledge.space("home").attempts == 0 and knowledge.space("home").last_error is None


def test_a_round_that_waits_is_not_failing(knowledge: KnowledgeGraph) -> None:
    """However often it is put off, it is never set aside; reason and time stand on the space until it is done."""
    later = NOW + timedelta(minutes=30)
    for _ in range(ATTEMPTS_MAX + 1):
        claim(knowledge, "home", owner="a", now=NOW, seconds=60)
        put_off(knowledge, "home", owner="a", reason="60 of 60 model calls", until=later)
    put_off(knowledge, "home", owner="b", reason="nobody", until=NOW)

    space = knowledge.space("home")
    assert (space.attempts, space.lease_owner) == (0, None)
    assert (space.last_error, space.retry_at) == ("60 of 60 model calls", later)
    claim(knowledge, "home", owner="a", now=later, seconds=60)
    apply_changes(knowledge, "home", [], now=later, mark=RoundMark("a", ""))
    assert (knowledge.space("home").last_error, knowledge.space("home").retry_at) == (None, None)


def test_worker_that_never_came_back_counts_as_a_failure(knowledge: KnowledgeGraph) -> None:
    """A lease that ran out is noted, so that a round that ends every worker is set aside at last."""
    for attempt in range(ATTEMPTS_MAX + 1):
        claim(knowledge, "home", owner=f"w{attempt}", now=NOW + timedelta(minutes=2 * attempt), seconds=60)

    space = knowledge.space("home")
    assert is_set_aside(space)
    assert (space.attempts, space.last_error) == (
        ATTEMPTS_MAX,
        "worker w4 did not finish its round before its lease expired",
    )


def test_lease_is_renewed_by_its_owner_only(knowledge: KnowledgeGraph) -> None:
    """A long round keeps its space, and a worker that was thought dead does not take it back."""
    soon, later = NOW + timedelta(seconds=40), NOW + timedelta(seconds=90)
    claim(knowledge, "home", owner="a", now=NOW, seconds=60)

    assert renew(knowledge, "home", owner="a", now=soon, seconds=60)
    assert claim(knowledge, "home", owner="b", now=later, seconds=60) is None
    assert claim(knowledge, "home", owner="b", now=later + timedelta(seconds=11), seconds=60) is not None
    seq = knowledge.store.seq("home")
    assert not renew(knowledge, "home", owner="a", now=later, seconds=60)
    assert knowledge.store.seq("home") == seq


def test_release_frees_only_ones_own_lease(knowledge: KnowledgeGraph) -> None:
    """A worker that stops gives its lease back, and no other's."""
    claim(knowledge, "home", owner="a", now=NOW, seconds=60)
    release(knowledge, "home", owner="b")
    assert knowledge.space("home").lease_owner == "a"
    release(knowledge, "home", owner="a")
    assert knowledge.space("home").lease_owner is None
