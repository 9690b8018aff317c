"""What is forgotten is gone from everything that was made of it; the rest stays."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from graph.changing.apply import apply_changes
from graph.changing.undoing import undo_change
from graph.errors import BadInput, Conflict, NotFound
from graph.forgetting import removal
from graph.forgetting.removal import counted, delete_space, finish_forgetting, forget, receipts_of, would_forget
from graph.forgetting.targets import Target
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Kind, Label, Store
from graph.transfer.lines import export_space
from graph.upkeep.leases import claim
from graph.values.changes import DisputeFacts, SetWeights, SupersedeFact
from graph.values.codec import item_of
from graph.values.items import ConversationStatus, Entity, Fact, FactStatus, KeyInfo, Message, Role, Summary
from graph.values.learned_weights import LearnedWeights, LearningOutcome
from tests.contract.ops import whole
from tests.graph.changing.cases import LATER, NOW, Scene
from tests.graph.forgetting import planted
from tests.graph.forgetting.planted import PEOPLE, SPACE, everything, plant, word


def forget_message(home: Scene, number: int) -> removal.Forgotten:
    """What a message has said is forgotten."""
    return forget(home.knowledge, "home", Target(messages=(home.messages[number],)), now=LATER)


def test_words_of_a_message_are_gone(store: Store) -> None:
    """What stood in it stands nowhere; the words of all others still do."""
    knowledge = KnowledgeGraph(store)
    made = plant(knowledge, 50)
    before = everything(knowledge)

    forgotten = forget(knowledge, SPACE, Target(messages=(made.messages[18],)), now=NOW)

    after = everything(knowledge)
    assert word(18) in before
    assert word(18) not in after
    assert [number for number in range(50) if number != 18 and word(number) not in after] == []
    assert forgotten.receipt.ids[-1] == made.messages[18] or made.messages[18] in forgotten.receipt.ids
    assert knowledge.space(SPACE).message_count == 49


def test_person_by_person_everything_is_gone(store: Store) -> None:
    """Neither a name nor a word of who is forgotten stands in an export; the end is a space without messages."""
    knowledge = KnowledgeGraph(store)
    made = plant(knowledge, 100)

    for person in PEOPLE:
        forget(knowledge, SPACE, Target(person=person), now=NOW)
        text = everything(knowledge)
        assert [each for each in made.words_of(person) if each in text] == []

    counts = {label: sum(1 for _ in removal.pages(knowledge.store, SPACE, label)) for label in Label}
    left = {label for label, count in counts.items() if count}
    assert left <= {Label.SPACE, Label.RECEIPT, Label.CHANGE, Label.CALL, Label.REQUEST, Label.KEY_INFO}
    assert knowledge.space(SPACE).message_count == 0


def told_of_zoe(knowledge: KnowledgeGraph) -> tuple[str, ...]:
    """Two messages: one tells twice that Zoë hears it, the other is all that she says."""
    fields = {"importance": 3, "scene": {"place": "Zoë's inn", "present": ["ZOË", "Yva"], "weather": "rain"}}
    heard = Line(
        role=Role.USER, sender="Xan", body="The key is here.", present=("Zoë", "Yva"), extra=json.dumps(fields)
    )
    knowledge.create_space(SPACE, now=NOW)
    return knowledge.append(SPACE, [heard, Line(role=Role.USER, sender="Zoë", body="Hi!")], now=NOW).messages


def test_who_is_forgotten_is_in_no_scene(store: Store) -> None:
    """What others said stays, without the name in its scene or on its list of listeners."""
    knowledge = KnowledgeGraph(store)
    told_of_zoe(knowledge)

    forget(knowledge, SPACE, Target(person="Zoë"), now=NOW)

    [left] = knowledge.messages(SPACE, limit=9)
    assert (left.body, left.present) == ("The key is here.", ("Xan", "Yva"))
    assert json.loads(left.extra or "") == {"importance": 3, "scene": {"present": ["Yva"], "weather": "rain"}}


def test_who_is_only_in_scenes_is_forgotten(store: Store) -> None:
    """By name, though they have said nothing and no text names them; then nobody knows them."""
    (knowledge := KnowledgeGraph(store)).create_space(SPACE, now=NOW)
    line = Line(role=Role.USER, sender="Xan", body="Good night.", extra='{"scene": {"present": ["Cem"]}}')
    knowledge.append(SPACE, [line], now=NOW)

    forget(knowledge, SPACE, Target(person="Cem"), now=NOW)

    assert "Cem" not in everything(knowledge)
    with pytest.raises(NotFound, match="knows nobody called 'Cem'"):
        would_forget(knowledge, SPACE, Target(person="Cem"), now=NOW)


def test_who_loses_a_message_has_still_heard_others(store: Store) -> None:
    """Though it was the only one with the name, those that stay tell who was there."""
    knowledge = KnowledgeGraph(store)
    *_, own = told_of_zoe(knowledge)
    [before, _] = knowledge.messages(SPACE, limit=9)

    forget(knowledge, SPACE, Target(messages=(own,)), now=NOW)

    assert knowledge.messages(SPACE, limit=9) == [before]


def test_what_was_learned_of_it_is_learned_anew(store: Store) -> None:
    """Weights rest on blocks that may be gone now: defaults hold until a round has looked at those that are left."""
    knowledge = KnowledgeGraph(store)
    made = plant(knowledge, 20)
    learned = LearnedWeights(outcome=LearningOutcome.ADOPTED, weights='{"kind": 0.2}', updated_at=NOW)
    apply_changes(knowledge, SPACE, [SetWeights(learned=learned)], now=NOW)
    assert knowledge.index(SPACE).learned == learned

    forget(knowledge, SPACE, Target(messages=made.messages[3:4]), now=NOW)

    assert knowledge.index(SPACE).learned is None


def test_bytes_are_gone_from_the_file(tmp_path: Path) -> None:
    """Of who is forgotten nothing is in the file or in its log."""
    path = tmp_path / "memory.db"
    knowledge = KnowledgeGraph(open_store(str(path)))
    made = plant(knowledge, 150)
    assert all(word(number).encode() in bytes_of(path) for number in range(150))

    for person in PEOPLE[:2]:
        forgotten = forget(knowledge, SPACE, Target(person=person), now=NOW)
        held = bytes_of(path)
        assert forgotten.is_scrubbed
        assert [each for each in made.words_of(person) if each.encode() in held] == []
    delete_space(knowledge, SPACE, now=NOW)

    held = bytes_of(path)
    assert [each for person in PEOPLE for each in made.words_of(person) if each.encode() in held] == []
    knowledge.close()


def bytes_of(path: Path) -> bytes:
    """All that stands in the files of a store."""
    return b"".join(each.read_bytes() for each in sorted(path.parent.glob(f"{path.name}*")))


def test_nothing_of_it_is_shown_until_it_is_told_again(home: Scene) -> None:
    """A summary keeps its place without its text; a dossier and a title are empty; key info loses its line."""
    forgotten = forget_message(home, 1)

    store = home.knowledge.store
    nodes = store.nodes("home", [home["s1"], home["top"], home["s2"], home["Pamuk"], "key-info", home.conversation])
    low, high, other = (item_of(nodes[home[ref]], Summary) for ref in ("s1", "top", "s2"))
    pamuk, info = item_of(nodes[home["Pamuk"]], Entity), item_of(nodes["key-info"], KeyInfo)
    assert (low.body, low.is_stale, low.message_count) == ("", True, 1)
    assert (high.body, high.is_stale, high.message_count, other.body) == ("", True, 3, "They moved.")
    assert (pamuk.brief, pamuk.dossier, pamuk.is_stale) == (None, None, True)
    assert info.lines == ("Call her Mira.",)
    assert nodes[home.conversation].properties.get("title") is None
    assert {home["s1"], home["top"], home["Pamuk"], "key-info", home.conversation} <= {*forgotten.receipt.rebuilt}
    assert set(home.knowledge.index("home").stale()) >= {home["s1"], home["top"], home["Pamuk"]}


def test_fact_stays_while_somebody_else_says_it(home: Scene) -> None:
    """A fact goes with its words: one that a message left says word by word stays, others are looked for again."""
    home.knowledge.change_space("home", lambda held: replace(held, rounded_to=home.messages[-1]))

    forgotten = forget_message(home, 2)  # "Pamuk likes Mira more than me."

    left = home.knowledge.get("home", [home["cat"], home["likes"], home["bursa"]])
    assert list(left) == [home["bursa"]]  # "Pamuk is Mira's cat" stands in no message left in these words.
    assert home.messages[1] in home.knowledge.space("home").again
    assert home["cat"] in forgotten.receipt.ids


def test_superseded_fact_holds_again(home: Scene) -> None:
    """What only a forgotten message has ended is as it was."""
    apply_changes(
        home.knowledge,
        "home",
        [
            SupersedeFact(fact=home["bursa"], by=home["van"], reason="they moved to Van"),
            DisputeFacts(a=home["home"], b=home["van"], reason="Van or Bursa"),
        ],
        now=NOW,
    )

    forget_message(home, 3)

    held = home.knowledge.get("home", [home["bursa"], home["home"], home["van"]])
    assert [(fact.status, fact.reason, fact.valid_to) for fact in held.values() if isinstance(fact, Fact)] == [
        (FactStatus.CURRENT, None, None),
        (FactStatus.CURRENT, None, None),
    ]


def test_entity_without_a_line_left_is_gone(home: Scene) -> None:
    """A name that stands nowhere any more is no entity, nor an alias."""
    van, kath = home["Van"], home["Kath"]

    forget_message(home, 3)
    forget_message(home, 4)

    left = home.knowledge.store.nodes("home", [van, kath, home["Katharina"]])
    assert list(left) == [home["Katharina"]]


def test_forgotten_change_cannot_be_undone(home: Scene) -> None:
    """Its entry says who and when, and nothing else; undoing it is refused with the reason."""
    changes = list(home.knowledge.store.find("home", Label.CHANGE, limit=100))
    about = next(node for node in changes if home["likes"] in str(node.properties["body"]))

    forget_message(home, 2)

    after = home.knowledge.store.nodes("home", [about.id])[about.id]
    assert (after.properties["what"], after.properties.get("body"), after.properties["kind"]) == (
        "forgotten",
        None,
        "NewFact",
    )
    with pytest.raises(Conflict, match="cannot be undone: something that it wrote was forgotten"):
        undo_change(home.knowledge, "home", about.id, now=LATER)


def test_dry_run_writes_nothing_and_tells_the_same(home: Scene) -> None:
    """Its ids are those that are gone afterwards."""
    before = whole(home.knowledge.store, "home")
    target = Target(messages=(home.messages[1],))

    would = would_forget(home.knowledge, "home", target, now=LATER)

    assert whole(home.knowledge.store, "home") == before
    did = forget(home.knowledge, "home", target, now=LATER).receipt
    assert set(would.ids) == {*did.ids, home.block}
    assert home.knowledge.store.nodes("home", would.ids) == {}
    assert (would.rebuilt, counted(would.counts)) == (did.rebuilt, counted(did.counts))


def test_receipt_holds_ids_and_counts(home: Scene) -> None:
    """A receipt is kept; it names nobody once all is done."""
    receipt = forget(home.knowledge, "home", Target(person="Deniz"), now=LATER).receipt

    assert (receipt.asked, receipt.names, receipt.done_at) == ("person", (), LATER)
    assert counted(receipt.counts)["Message"] == 2
    assert [each.id for each in receipts_of(home.knowledge, "home")] == [receipt.id]
    assert "Deniz" not in "".join(export_space(home.knowledge.store, "home"))


@pytest.mark.parametrize(
    ("target", "numbers"),
    [
        (Target(chat="chat 1"), range(50, 100)),
        (Target(since=planted.NOW + timedelta(minutes=90)), range(90, 100)),
        (Target(until=planted.NOW + timedelta(minutes=10)), range(10)),
        (
            Target(since=planted.NOW + timedelta(minutes=45), until=planted.NOW + timedelta(minutes=55)),
            range(45, 55),
        ),
    ],
)
def test_selections(target: Target, numbers: range) -> None:
    """A chat and a span of time go with all that was made of them, and nothing else does."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    plant(knowledge, 100)

    forget(knowledge, SPACE, target, now=NOW)

    text = everything(knowledge)
    assert [number for number in range(100) if (word(number) in text) == (number in numbers)] == []
    knowledge.close()


def test_conversation_goes_whole(home: Scene) -> None:
    """Without messages there is no conversation, no summary and no fact; what a caller has added stays."""
    forget(home.knowledge, "home", Target(conversation=home.conversation), now=LATER)

    found = {row.label for row in whole(home.knowledge.store, "home").nodes}
    assert found == {Label.SPACE, Label.RECEIPT, Label.CHANGE, Label.KEY_INFO, Label.MEMORY, Label.ENTITY}


@pytest.mark.parametrize(
    "wrong", [{}, {"person": "Mira", "chat": "x"}, {"since": NOW, "until": NOW}, {"since": NOW.replace(tzinfo=None)}]
)
def test_selection_names_one_kind(wrong: dict[str, object]) -> None:
    """Nothing, two kinds, an empty span and a time without zone are refused."""
    with pytest.raises(BadInput, match=r"expected one|before `until`"):
        Target(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "target",
    [Target(messages=("m1",)), Target(conversation="c9"), Target(chat="none"), Target(person="Nobody")],
)
def test_unknown_things_are_not_found(home: Scene, target: Target) -> None:
    """What the space does not have cannot be forgotten; nothing is written."""
    before = whole(home.knowledge.store, "home")

    with pytest.raises(NotFound):
        forget(home.knowledge, "home", target, now=LATER)

    assert whole(home.knowledge.store, "home") == before


def test_killed_forgetting_goes_on(home: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the first write the rest is done by whoever comes next; until then nothing can be undone."""

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(removal, "remove_traces", killed)
        forget_message(home, 1)
    change = home.knowledge.store.find("home", Label.CHANGE, limit=1)[0].id
    with pytest.raises(Conflict, match="being forgotten"):
        undo_change(home.knowledge, "home", change, now=LATER)

    receipt = finish_forgetting(home.knowledge, "home", now=LATER)

    assert receipt is not None
    assert receipt.done_at == LATER
    assert home.knowledge.store.nodes("home", [home.block]) == {}
    assert home.knowledge.space("home").forgetting is None
    assert finish_forgetting(home.knowledge, "home", now=LATER) is None


def test_nothing_waits_where_all_is_forgotten() -> None:
    """An import that no round has read is not told of any more, nor read."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space(SPACE, now=NOW)
    line = Line(role=Role.USER, sender="Xan", body="Good night.")
    knowledge.append(SPACE, [line], chat="old", now=NOW, is_import=True)
    waiting = knowledge.space(SPACE).waiting

    forget(knowledge, SPACE, Target(chat="old"), now=LATER)

    assert (len(waiting), knowledge.space(SPACE).waiting) == (2, ())
    knowledge.close()


def test_round_under_way_writes_nothing(home: Scene) -> None:
    """A round that has read what is forgotten finds its lease lost."""
    claim(home.knowledge, "home", owner="w", now=LATER, seconds=60)

    forget_message(home, 1)

    assert home.knowledge.space("home").lease_owner is None


def test_fork_follows_what_the_forgotten_line_followed() -> None:
    """A regenerated reply whose question is gone follows what stood before, so that a resent history is known."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("a", now=NOW)
    first = Line(role=Role.USER, body="one")
    second = Line(role=Role.USER, body="two")
    for reply in ("three", "four"):
        knowledge.append("a", [first, second, Line(role=Role.ASSISTANT, body=reply)], chat="x", now=NOW)
    one, two, four = knowledge.messages("a", limit=9)
    assert four.branch_of == two.id

    forget(knowledge, "a", Target(messages=(two.id,)), now=NOW)

    left = [item for item in knowledge.messages("a", limit=9) if isinstance(item, Message)]
    assert [(item.body, item.branch_of) for item in left] == [("one", None), ("four", one.id)]
    edges = knowledge.store.edges("a", [four.id], [Kind.BRANCHES_FROM], 9)
    assert [(edge.source, edge.target) for edge in edges] == [(four.id, one.id)]
    again = [first, Line(role=Role.ASSISTANT, body="four")]
    assert knowledge.append("a", again, chat="x", now=NOW).new == ()
    knowledge.close()


def test_what_was_said_before_an_edit_is_forgotten_too() -> None:
    """A person is forgotten in texts that no longer count as said; a message goes with its former texts."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("a", now=NOW)
    told = [Line(role=Role.USER, body="one"), Line(role=Role.ASSISTANT, body="Ask Quillon about it.")]
    ids = knowledge.append("a", told, now=NOW).messages
    knowledge.append("a", [Line(role=Role.USER, body="My uncle is Brandis.", replaces=ids[0])], now=NOW)
    knowledge.append("a", [Line(role=Role.USER, body="My aunt is Tamsel.", replaces=ids[0])], now=NOW)
    knowledge.append("a", [Line(role=Role.ASSISTANT, body="Ask somebody.", replaces=ids[1])], now=NOW)

    forget(knowledge, "a", Target(person="Quillon"), now=NOW)
    assert "Quillon" not in "".join(export_space(knowledge.store, "a"))
    forget(knowledge, "a", Target(messages=(ids[0],)), now=NOW)
    text = "".join(export_space(knowledge.store, "a"))
    assert [word for word in ("Brandis", "Tamsel") if word in text] == []
    assert [message.body for message in knowledge.messages("a", limit=9)] == ["Ask somebody."]
    knowledge.close()


def test_conversation_without_its_summary_is_open_again() -> None:
    """A complete conversation whose only summary goes is told again once it is silent."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    made = plant(knowledge, 50)
    talk = next(iter(knowledge.store.find(SPACE, Label.CONVERSATION, limit=1)))

    forget(knowledge, SPACE, Target(messages=made.messages[:49]), now=NOW)

    after = knowledge.store.nodes(SPACE, [talk.id])[talk.id].properties
    assert (after["status"], after["message_count"], after.get("title")) == (ConversationStatus.COMPLETE, 1, None)
    knowledge.close()


def test_two_forgettings_at_once() -> None:
    """While one is under way in another process, a second is told to wait."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    made = plant(knowledge, 10)
    knowledge.change_space(SPACE, lambda held: replace(held, forgettings=1))

    forget(knowledge, SPACE, Target(messages=made.messages[:1]), now=NOW)

    assert knowledge.space(SPACE).forgettings == 2
    knowledge.close()
