"""Messages in a real store: identity, conversations, links, keys and races."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from graph.errors import BadInput, Conflict, IdReused, NotFound, TooLarge
from graph.intake import append
from graph.intake.recognise import Line
from graph.intake.request_key import RequestKey
from graph.knowledge import FREE_TRIES, KnowledgeGraph
from graph.store.backends import open_store
from graph.store.forwarding import ForwardingStore
from graph.store.verbs import Changes, Kind, Label, Op, PutNode, ReadDepth
from graph.values.codec import item_of, to_ms
from graph.values.items import SPACE_ID, Clock, Conversation, IntakeRule, Message, Role
from graph.values.sizes import Sizes
from graph.values.write_plan import WritePlan

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def knowledge() -> Iterator[KnowledgeGraph]:
    """A graph in memory with one empty space, "home"."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("home", now=NOW)
    yield graph
    graph.close()


def say(*texts: str) -> list[Line]:
    """Lines of user and assistant in turn."""
    return [Line(role=(Role.USER, Role.ASSISTANT)[i % 2], body=text) for i, text in enumerate(texts)]


def snapshot(knowledge: KnowledgeGraph) -> Changes:
    """Everything the space holds."""
    return knowledge.store.since("home", 0, limit=100_000)


def bodies(knowledge: KnowledgeGraph, **where: str) -> list[str]:
    """The texts, oldest first."""
    return [message.body for message in knowledge.messages("home", limit=1000, **where)]


def conversations(knowledge: KnowledgeGraph, space: str = "home") -> list[Conversation]:
    """In the order of the chat's clock."""
    nodes = knowledge.store.find(space, Label.CONVERSATION, order="last_at", limit=1000)
    return sorted((item_of(node, Conversation) for node in nodes), key=lambda found: found.first_position)


def test_resent_history_writes_nothing(knowledge: KnowledgeGraph) -> None:
    """Sending a conversation again leaves the graph as it was, whole or with its front cut."""
    history = say("Hello", "Hi there", "I moved to Izmir", "Nice, how is it?")
    first = knowledge.append("home", history, now=NOW)
    before = snapshot(knowledge)

    again = knowledge.append("home", history, now=NOW + timedelta(minutes=1))
    cut = knowledge.append("home", history[2:], now=NOW + timedelta(minutes=2))

    assert again.messages == first.messages and again.new == ()
    assert cut.messages == first.messages[2:] and cut.new == ()
    assert snapshot(knowledge) == before


def test_a_growing_history_adds_only_what_is_new(knowledge: KnowledgeGraph) -> None:
    """A client that sends everything with every turn ends with each message once, in order."""
    texts = [f"line {i}" for i in range(12)]
    for end in range(1, len(texts) + 1):
        knowledge.append("home", say(*texts[:end]), now=NOW + timedelta(minutes=end))

    assert bodies(knowledge) == texts


def test_too_many_new_lines_are_refused_and_nothing_is_stored(
    knowledge: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only new lines count: a long history goes in parts."""
    monkeypatch.setattr(append, "NEW_MESSAGES_MAX", 3)
    history = say(*map(str, range(6)))
    with pytest.raises(TooLarge, match="6 new messages in one request, expected 3 at most: send a long history in"):
        knowledge.append("home", history, now=NOW)
    assert bodies(knowledge) == []
    for stop in (3, 6):
        knowledge.append("home", history[:stop], now=NOW)
    assert bodies(knowledge) == [line.body for line in history]


def test_a_fork_stores_its_branch_point(knowledge: KnowledgeGraph) -> None:
    """A regenerated reply is a message of its own with an edge to the line that it answers."""
    knowledge.append("home", say("a?", "b.", "c?", "d."), now=NOW)

    appended = knowledge.append("home", say("a?", "b.", "c?", "other"), now=NOW)

    (new,) = appended.new
    message = knowledge.get("home", [new])[new]
    assert isinstance(message, Message) and message.branch_of == appended.messages[2]
    (edge,) = knowledge.store.edges("home", [new], [Kind.BRANCHES_FROM], 10)
    assert edge.target == appended.messages[2]


def test_the_same_id_with_other_content_is_refused(knowledge: KnowledgeGraph) -> None:
    """A caller's message id makes a retry a no-op, and can't stand for two texts."""
    line = Line(role=Role.USER, body="I like figs", external_id="x1")
    first = knowledge.append("home", [line], now=NOW)
    before = snapshot(knowledge)

    assert knowledge.append("home", [line], now=NOW).messages == first.messages
    with pytest.raises(IdReused, match="'x1' was used for m"):
        knowledge.append("home", [replace(line, body="I like dates")], now=NOW)
    with pytest.raises(IdReused, match="twice in the request"):
        knowledge.append("home", [line, replace(line, body="I like dates")], now=NOW)
    assert snapshot(knowledge) == before


@pytest.mark.parametrize("sent_at", [None, NOW])
def test_id_that_comes_later_is_kept(knowledge: KnowledgeGraph, sent_at: datetime | None) -> None:
    """A message stored without an id takes the one under which it is sent again; other content is refused under it."""
    line = Line(role=Role.USER, body="I moved to Izmir", sent_at=sent_at)
    later = [Line(role=Role.ASSISTANT, body="Nice!", sent_at=sent_at), Line(role=Role.USER, body="Yes.")]
    first = knowledge.append("home", [line, *later[: 2 if sent_at else 0]], now=NOW)

    again = knowledge.append("home", [replace(line, external_id="X1")], now=NOW)

    assert (again.messages, again.new) == (first.messages[:1], ())
    with pytest.raises(IdReused, match="'X1' was used for m00000001"):
        knowledge.append("home", [Line(role=Role.USER, body="Something else", external_id="X1")], now=NOW)
    assert knowledge.append("home", [replace(line, external_id="X1")], now=NOW).new == ()


def test_history_timed_in_part_keeps_its_order(knowledge: KnowledgeGraph) -> None:
    """A line without a time stands beside its neighbours in the history; behind the last time it was said now."""
    old = NOW - timedelta(days=700)
    times = [None, old, None, old + timedelta(minutes=2), None, old + timedelta(minutes=4), None]
    lines = [Line(role=Role.USER, body=f"Line {number}.", sent_at=at) for number, at in enumerate(times)]

    appended = knowledge.append("home", lines, now=NOW)

    told = [(message.body, message.sent_at) for message in knowledge.messages("home", chat="", limit=99)]
    assert [body for body, _ in told] == [line.body for line in lines]
    assert [at for _, at in told] == [old, old, old, *[old + timedelta(minutes=2)] * 2, old + timedelta(minutes=4), NOW]
    assert len(conversations(knowledge)) == 2
    assert knowledge.append("home", lines, now=NOW).messages == appended.messages


def test_a_key_makes_a_retry_a_no_op(knowledge: KnowledgeGraph) -> None:
    """The same request under the same key is done once, even when the same words would be new by then."""
    first = knowledge.append("home", say("ok"), now=NOW, key=RequestKey("k1", "ok"))
    knowledge.append("home", say("ok", "fine", "more"), now=NOW)
    before = snapshot(knowledge)

    retry = knowledge.append("home", say("ok"), now=NOW, key=RequestKey("k1", "ok"))

    assert retry.messages == first.messages and retry.new == ()
    assert snapshot(knowledge) == before
    with pytest.raises(IdReused):
        knowledge.append("home", say("something else"), now=NOW, key=RequestKey("k1", "something else"))
    with pytest.raises(BadInput, match="1 to 255"):
        knowledge.append("home", say("x"), now=NOW, key=RequestKey("", "x"))


def test_six_hours_of_silence_end_a_conversation(knowledge: KnowledgeGraph) -> None:
    """On the wall clock a gap of six hours begins a new conversation, a millisecond less does not."""
    gap = timedelta(hours=6)
    knowledge.append("home", say("one"), now=NOW)
    knowledge.append("home", say("two"), now=NOW + gap - timedelta(milliseconds=1))
    knowledge.append("home", say("three"), now=NOW + 2 * gap)

    assert [found.message_count for found in conversations(knowledge)] == [2, 1]


def test_chats_are_apart(knowledge: KnowledgeGraph) -> None:
    """The same words in another chat are another message, in a conversation of that chat."""
    knowledge.append("home", say("Hello"), chat="a", now=NOW)
    knowledge.append("home", say("Hello"), chat="b", now=NOW)

    assert [found.chat for found in conversations(knowledge)] == ["a", "b"]
    assert len(bodies(knowledge)) == 2


def test_space_keeps_its_profile(knowledge: KnowledgeGraph) -> None:
    """The name that a space was made with is told, also by who has not made it; without one it is the assistant's."""
    knowledge.create_space("game", now=NOW, profile="toy")

    for graph in (knowledge, KnowledgeGraph(knowledge.store)):
        assert [graph.profile_name(space) for space in ("home", "game", "game")] == ["assistant", "toy", "toy"]
    with pytest.raises(NotFound):
        knowledge.profile_name("nobody")


def test_world_time_sorts_lines_in(knowledge: KnowledgeGraph) -> None:
    """Lines of a game may arrive in any order: they end in the order of its clock, in the same conversations."""
    times = [100, 150, 190, 900, 950, 2000, 1999, 210]
    lines = [Line(role=Role.USER, sender="Ada", body=f"at {t}", world_time=t) for t in times]
    knowledge.create_space("one", now=NOW, intake=IntakeRule(clock=Clock.WORLD, gap=300))
    knowledge.create_space("two", now=NOW, intake=IntakeRule(clock=Clock.WORLD, gap=300))

    knowledge.append("one", lines, now=NOW)
    for line in reversed(lines):
        knowledge.append("two", [line], now=NOW)
    again = knowledge.append("two", lines, now=NOW)

    assert again.new == ()
    for space in ("one", "two"):
        assert [m.world_time for m in knowledge.messages(space, chat="", limit=99)] == sorted(times)
        assert [(c.first_position, c.last_position, c.message_count) for c in conversations(knowledge, space)] == [
            (100, 210, 4),
            (900, 950, 2),
            (1999, 2000, 2),
        ]


def test_a_line_that_joins_two_conversations_moves_the_later_one(knowledge: KnowledgeGraph) -> None:
    """When a late line closes a gap, every message is in the one conversation, and nothing points to the other."""
    knowledge.create_space("game", now=NOW, intake=IntakeRule(clock=Clock.WORLD, gap=10))
    for t in (1, 17, 9):
        knowledge.append("game", [Line(role=Role.USER, sender=f"P{t}", body="x", world_time=t)], now=NOW)

    (conversation,) = conversations(knowledge, "game")
    assert {m.conversation for m in knowledge.messages("game", limit=9)} == {conversation.id}
    assert conversation.message_count == 3 and set(conversation.participants) == {"P1", "P9", "P17"}
    edges = knowledge.store.edges("game", [conversation.id], [Kind.IN, Kind.TOOK_PART_IN], 99)
    assert sorted(edge.kind for edge in edges) == ["IN"] * 3 + ["TOOK_PART_IN"] * 3


def test_a_line_without_a_time_comes_behind_the_latest(knowledge: KnowledgeGraph) -> None:
    """What is said now is last, also behind a line of a clock that is ahead and one that arrived late."""
    for minutes in (5, -60):
        line = Line(role=Role.USER, body=f"at {minutes}", sent_at=NOW + timedelta(minutes=minutes))
        knowledge.append("home", [line], now=NOW)
    knowledge.append("home", say("now"), now=NOW)

    assert bodies(knowledge, chat="") == ["at -60", "at 5", "now"]
    last = knowledge.messages("home", limit=1000)[-1]
    assert last.position == to_ms(last.sent_at), "a message's place is its date, also when that is ahead"


@pytest.mark.parametrize(("ahead", "last"), [(timedelta(days=1), "then"), (timedelta(days=1, minutes=1), "wrong")])
def test_a_clock_that_is_wrong_dates_only_its_own_line(knowledge: KnowledgeGraph, ahead: timedelta, last: str) -> None:
    """What is said without a time is dated by a line before it of at most a day ahead; else it is said now."""
    knowledge.append("home", [Line(role=Role.USER, body="wrong", sent_at=NOW + ahead)], now=NOW)
    knowledge.append("home", say("then"), now=NOW)

    found = {message.body: message for message in knowledge.messages("home", limit=9)}

    assert found["then"].sent_at == (NOW + ahead if last == "then" else NOW)
    assert bodies(knowledge, chat="")[-1] == last
    assert len(conversations(knowledge)) == (1 if last == "then" else 2)

    before = Line(role=Role.USER, body="before", sent_at=NOW - timedelta(days=9))
    sent = [Line(role=Role.USER, body="far", sent_at=NOW + ahead), *say("between"), before]
    between = knowledge.append("home", sent, chat="sent at once", now=NOW).messages[1]
    [held] = knowledge.get("home", [str(between)]).values()
    assert isinstance(held, Message) and held.sent_at == (NOW + ahead if last == "then" else before.sent_at)


def test_people_who_speak_are_entities_and_are_found_in_text(knowledge: KnowledgeGraph) -> None:
    """A named sender is a person of the graph once; a later mention is an edge; roles are nobody."""
    knowledge.append("home", [Line(role=Role.USER, sender="Ayşe Kaya", body="Merhaba")], now=NOW)
    knowledge.append("home", [Line(role=Role.USER, sender="AYŞE KAYA", body="Buradayım")], now=NOW)
    knowledge.append("home", [Line(role=Role.USER, body="Ayşe Kaya'nın evi nerede?")], now=NOW)

    people = knowledge.store.find("home", Label.ENTITY, limit=10)
    assert [node.properties["name"] for node in people] == ["Ayşe Kaya"]
    edges = knowledge.store.edges("home", [people[0].id], [Kind.SAID_BY, Kind.MENTIONS], 10)
    assert [edge.kind for edge in edges] == ["SAID_BY", "SAID_BY", "MENTIONS"]


def test_bad_lines_and_spaces_are_named(knowledge: KnowledgeGraph) -> None:
    """What can't be stored is refused with what was found and what was expected."""
    with pytest.raises(BadInput, match="no text"):
        Line(role=Role.USER, body=" \n")
    with pytest.raises(BadInput, match="no time zone"):
        Line(role=Role.USER, body="x", sent_at=datetime(2026, 1, 1))
    with pytest.raises(BadInput, match="not a finite"):
        Line(role=Role.USER, body="x", world_time=float("nan"))
    with pytest.raises(NotFound, match="'away' does not exist"):
        knowledge.append("away", say("x"), now=NOW)
    with pytest.raises(Conflict, match="'home' exists"):
        knowledge.create_space("home", now=NOW)


def test_sixteen_writers_lose_nothing(knowledge: KnowledgeGraph) -> None:
    """Threads that append to one space at once get every message stored once, under ids of its own."""

    def write(writer: int) -> list[str]:
        return [
            id
            for i in range(10)
            for id in knowledge.append(
                "home", [Line(role=Role.USER, body=f"w{writer} l{i}")], chat=str(writer % 4), now=NOW
            ).new
        ]

    with ThreadPoolExecutor(16) as pool:
        ids = [id for written in pool.map(write, range(16)) for id in written]

    assert len(set(ids)) == 160 and len(bodies(knowledge)) == 160
    assert knowledge.space("home").message_count == 160


def test_two_processes_on_one_store_do_not_share_ids(knowledge: KnowledgeGraph) -> None:
    """Two graphs over one store, as two processes have on a server, see each other's messages and never collide."""
    other = KnowledgeGraph(knowledge.store)

    def write(writer: int) -> None:
        graph = (knowledge, other)[writer % 2]
        for i in range(10):
            graph.append("home", [Line(role=Role.USER, body=f"w{writer} l{i}")], now=NOW)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(4)))

    assert sorted(bodies(other)) == sorted(f"w{w} l{i}" for w in range(4) for i in range(10))


class PushedStore(ForwardingStore):
    """A store that somebody else writes each time a caller has read it and is about to write."""

    def write(self, space: str, ops: Sequence[Op]) -> int:
        """The store's, just too late."""
        self._store.write(space, [PutNode(Label.SPACE, SPACE_ID, {})])
        return self._store.write(space, ops)


def test_a_space_whose_node_a_read_misses_is_read_anew(knowledge: KnowledgeGraph) -> None:
    """On a server it may be written just while it is looked for."""

    class Missing(ForwardingStore):
        times = 2

        def since(
            self, space: str, seq: int, *, limit: int = 10_000, reading: ReadDepth = ReadDepth.ALL, edges: bool = True
        ) -> Changes:
            found = self._store.since(space, seq, limit=limit, reading=reading, edges=edges)
            self.times -= 1
            return replace(found, nodes=[]) if self.times >= 0 else found

    other = KnowledgeGraph(Missing(knowledge.store))

    assert other.append("home", say("Hello"), now=NOW).new
    assert bodies(knowledge) == ["Hello"]


def test_who_always_comes_too_late_takes_a_turn(knowledge: KnowledgeGraph) -> None:
    """Beside rivals that write without a pause a change is planned four times and has landed: no write starves."""
    late = KnowledgeGraph(PushedStore(knowledge.store))
    tries = 0

    def add_one(plan: WritePlan) -> str:
        nonlocal tries
        tries += 1
        return plan.new_id(Label.RECEIPT)

    answers = [late.change("home", add_one) for _ in range(5)]

    assert (tries, len(set(answers))) == (5 * (FREE_TRIES + 1), 5)
    assert late.append("home", say("Nil moved to Izmir."), now=NOW).new
    assert bodies(knowledge) == ["Nil moved to Izmir."]


def test_least_used_indexes_go_when_memory_is_used_up() -> None:
    """The one in use stays, however large it is."""
    graph = KnowledgeGraph(open_store(":memory:"), indexes_mb_max=0.1)
    spaces = [f"space {number}" for number in range(12)]
    for space in spaces:
        graph.create_space(space, now=NOW)
        graph.append(space, say("I moved to Izmir", "Nice, how is it?"), now=NOW)
        graph.index(spaces[0])

        assert graph.indexes_mb <= 0.1 or graph.indexes_count == 1

    assert 1 < graph.indexes_count < len(spaces)
    assert graph.index_at_hand(spaces[0]) is not None
    assert graph.index_at_hand(spaces[1]) is None
    graph.append(spaces[2], say(*(f"word{number} " * 3 for number in range(600))), now=NOW)
    graph.index(spaces[2])
    assert graph.indexes_count == 1
    assert graph.index_at_hand(spaces[2]) is not None
    graph.close()


def test_a_space_that_is_gone_takes_no_memory() -> None:
    """Its size leaves the sum with it."""
    graph = KnowledgeGraph(open_store(":memory:"))
    graph.create_space("home", now=NOW)
    graph.index("home")
    assert graph.indexes_mb > 0

    graph.delete_space("home", now=NOW)

    assert graph.indexes_mb == 0
    graph.close()


@pytest.mark.parametrize("dies_at", ["clear", "write_alone"])
def test_killed_reset_goes_on(monkeypatch: pytest.MonkeyPatch, dies_at: str) -> None:
    """Whenever the process dies, the space comes back empty and as it was made: it is never lost with its profile."""
    store = open_store(":memory:")
    graph, beside = KnowledgeGraph(store), KnowledgeGraph(store)
    graph.create_space("home", now=NOW, profile="game")
    graph.append("home", say("Hello", "Hi there"), now=NOW)
    before = graph.change_space(
        "home", lambda held: replace(held, paused=True, sizes=Sizes(unused_days=9), tries_out=False)
    )
    assert len(beside.index("home")) > 0
    later, clear = NOW + timedelta(hours=1), store.clear

    def killed(*_: object) -> int:
        raise KeyboardInterrupt

    def cleared(space: str, seq: int) -> None:
        clear(space, seq)
        patch.setattr(store, "write_alone", killed)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(store, "clear", killed if dies_at == "clear" else cleared)
        graph.delete_space("home", now=later, is_reset=True)
    with pytest.raises(NotFound):
        graph.space("home")

    assert [graph.finish_deletion("home") for _ in range(2)] == [True, False]
    assert graph.space("home") == replace(before, created_at=later, next_id=1, message_count=0)
    assert [node.id for node in snapshot(graph).nodes] == [SPACE_ID]
    assert len(beside.index("home")) == len(graph.index("home")) == 0
    graph.close()
