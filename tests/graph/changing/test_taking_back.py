"""What rules of earlier versions have made is taken back, and nothing that a hand or a model has touched."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from graph.changing import taking_back
from graph.changing.apply import apply_changes
from graph.changing.taking_back import TAKE_BACK, count_made_by_rules, counted, take_back
from graph.changing.undoing import undo_change
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.forwarding import ForwardingStore
from graph.store.verbs import DropNode, Kind, Label, PutNode, ReadDepth
from graph.transfer.lines import export_space, import_space
from graph.values.changes import ReviseFact
from graph.values.codec import stored_of
from graph.values.items import (
    KEY_INFO_ID,
    SPACE_ID,
    AppliedChange,
    Author,
    Entity,
    EntityType,
    Fact,
    FactStatus,
    KeyInfo,
    SignificantMemory,
    Stored,
)
from tests import trials

OLD = Path(__file__).with_name("made_by_rules.db.gz")
"""A store that the code of commit 1b293328 has written, the last that found facts by rules: 98 lines of talk.

home: Ines, Jonas and Selma in English, German and Turkish, with moves, jobs that end and namesakes, read by rules only;
hands have edited, weighed, withdrawn, added, pinned and typed something, and have undone an ending. team: a model (the
tests' `Scripted`) read the first day, then rules read on and ended what it had noted; where no line would trigger a
rule, its change (a closing, a merge) was applied under the rules' name; then a model replaced, repeated and cited facts
by rules. tale: a game with moments by rules, and memories of the game that rules added to and merged. cast: two
characters and a reflection.
"""

SPACES = ("cast", "home", "tale", "team")
NOW = datetime(2026, 10, 1, 9, tzinfo=UTC)


@cache
def exported() -> Mapping[str, Sequence[str]]:
    """Each space of the old store as its lines."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "old.db"
        file.write_bytes(gzip.decompress(OLD.read_bytes()))
        store = open_store(str(file))
        found = {space: [*export_space(store, space)] for space in store.spaces()}
        store.close()
    return found


@pytest.fixture
def old() -> Iterator[KnowledgeGraph]:
    """The old store, in the store of the run."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    for lines in exported().values():
        import_space(knowledge.store, lines)
    yield knowledge
    knowledge.close()


def items(knowledge: KnowledgeGraph, space: str, label: Label) -> list[Stored]:
    """All items of a label."""
    return [stored_of(node) for node in knowledge.store.find(space, label, limit=1000)]


def facts(knowledge: KnowledgeGraph, space: str) -> dict[str, FactStatus]:
    """All facts by their texts."""
    return {fact.body: fact.status for fact in items(knowledge, space, Label.FACT) if isinstance(fact, Fact)}


def entities(knowledge: KnowledgeGraph, space: str) -> dict[str, Entity]:
    """All entities by their names."""
    return {each.name: each for each in items(knowledge, space, Label.ENTITY) if isinstance(each, Entity)}


def moments(knowledge: KnowledgeGraph) -> set[str]:
    """The texts of all significant memories of the game."""
    found = items(knowledge, "tale", Label.MEMORY)
    return {each.body for each in found if isinstance(each, SignificantMemory)}


def entries(knowledge: KnowledgeGraph, space: str) -> list[AppliedChange]:
    """The log entries of what was taken back, the last one first."""
    found = items(knowledge, space, Label.CHANGE)
    return [each for each in reversed(found) if isinstance(each, AppliedChange) and each.kind == TAKE_BACK]


def graph(knowledge: KnowledgeGraph, space: str, *without: Label) -> object:
    """The space without its log and the state of its rounds."""
    page = knowledge.store.since(space, 0, limit=100_000, reading=ReadDepth.ALL)
    left = (Label.CHANGE, Label.SPACE, *without)
    nodes = {node.id: (node.label, dict(node.properties)) for node in page.nodes if node.label not in left}
    edges = [
        each for each in page.edges if each.kind is not Kind.CHANGED and {each.source, each.target} <= nodes.keys()
    ]
    return nodes, sorted((edge.source, edge.kind, edge.target, sorted(edge.properties.items())) for edge in edges)


def taken(knowledge: KnowledgeGraph) -> dict[str, str]:
    """What is taken back of each space."""
    return {space: counted(take_back(knowledge, space, now=NOW)) for space in SPACES}


def test_what_only_rules_have_made_is_gone(old: KnowledgeGraph) -> None:
    """Facts, reflections, moments, briefs, and the types and aliases of names."""
    assert taken(old) == {
        "cast": "5 facts, 1 reflection, 1 name",
        "home": "28 facts, 2 briefs, 13 names",
        "tale": "1 merge, 4 facts, 6 moments, 2 names",
        "team": "6 endings, 1 merge, 7 facts, 2 briefs, 3 names",
    }

    assert [count_made_by_rules(old, space, now=NOW) for space in SPACES] == [{}, {}, {}, {}]
    assert facts(old, "cast") == facts(old, "tale") == {}
    assert items(old, "cast", Label.REFLECTION) == []
    for entity in (each for space in SPACES for each in entities(old, space).values() if each.author is Author.RULES):
        assert (entity.brief, entity.dossier, entity.aliases) == (None, None, ())


def test_hands_keep_what_they_touched(old: KnowledgeGraph) -> None:
    """What somebody has added, edited, weighed, withdrawn, typed or pinned, and what somebody has let hold again."""
    take_back(old, "home", now=NOW)

    assert facts(old, "home") == {
        "Ines Duarte: My boyfriend is called Milo.": FactStatus.CURRENT,
        "Ines drives a Saab 900 of 1987.": FactStatus.CURRENT,
        "Jonas Weber: Ich spiele seit Jahren Posaune.": FactStatus.CURRENT,
        "Selma: Kedimin adı Boncuk.": FactStatus.WITHDRAWN,
        "Ines lives in Utrecht, Twijnstraat 4.": FactStatus.CURRENT,
    }
    types = {name: entity.type for name, entity in entities(old, "home").items()}
    assert types == dict.fromkeys(types, EntityType.UNKNOWN) | {
        "Bruno": EntityType.THING,
        **dict.fromkeys(("Ines Duarte", "Jonas Weber", "Selma"), EntityType.PERSON),  # They speak.
    }


def test_what_a_model_noted_is_as_if_rules_had_never_read(old: KnowledgeGraph) -> None:
    """What they ended, disputed, closed, weighed or merged holds again, but for what a model has replaced itself."""
    take_back(old, "team", now=NOW)

    known = facts(old, "team")
    assert {text: status for text, status in known.items() if status is not FactStatus.CURRENT} == {
        "Maren: I have moved to Malmö, I live in Malmö now.": FactStatus.SUPERSEDED,  # by a fact of the model
        "Maren lives in Lund.": FactStatus.SUPERSEDED,  # by that one, which the model has read
    }
    assert sorted(text for text, status in known.items() if status is FactStatus.CURRENT) == [
        "Does anybody know a good oven builder?",
        "Maren moved to Malmö in September 2026.",
        "Maren needs a loan.",
        "Maren needs a shop.",
        "Maren wants to open a bakery in Malmö.",
        "Maren will avoid rye at the bakery.",
        "Maren works as a cook at the Grand.",
        "Maren: I'm allergic to rye flour.",  # supports a theory of the model
        "Tariq drives a Volvo.",
        "Tariq has a dog called Pepper.",
        "Tariq plays the cello.",
        "Tariq would rather bake than cook.",
        "Tariq: I have two cats and a flat in Ystad.",  # The model has read it again.
    ]
    current = [each for each in items(old, "team", Label.FACT) if isinstance(each, Fact)]
    assert all(each.reason is each.valid_to is None for each in current if each.status is FactStatus.CURRENT)
    assert {each.body: each.confidence for each in current}["Tariq would rather bake than cook."] == 0.6


def test_names_are_merged_no_more_and_keep_what_a_model_says(old: KnowledgeGraph) -> None:
    """A merged entity is back, and a text that tells of a fact by rules is stale."""
    take_back(old, "team", now=NOW)

    known = entities(old, "team")
    assert (known["Sven Olsson"].type, known["Mr. Olsson"].type) == (EntityType.PERSON, EntityType.UNKNOWN)
    assert (known["Pepper"].type, known["Pepper"].brief) == (EntityType.THING, None)
    assert (known["Tariq"].brief, known["Tariq"].is_stale) == ("Tariq plays the cello and owns two cats.", True)


def test_a_game_keeps_its_own_memories(old: KnowledgeGraph) -> None:
    """Also those to which rules have added a name, or which rules have merged with others."""
    take_back(old, "tale", now=NOW)

    assert moments(old) == {
        "The smith promised the hero a blade of star iron.",
        "The hero found a silver horn.",
        "The horn opens the northern gate.",
    }
    types = {name: entity.type for name, entity in entities(old, "tale").items()}
    assert (types["Brakka"], types["Emberfall"]) == (EntityType.PERSON, EntityType.PLACE)  # The game says so.


def test_messages_and_summaries_stay(old: KnowledgeGraph) -> None:
    """So do conversations, blocks, and every name."""
    labels = (Label.MESSAGE, Label.CONVERSATION, Label.SUMMARY, Label.BLOCK)
    before = {(space, label): items(old, space, label) for space in SPACES for label in labels}
    names = {space: entities(old, space).keys() for space in SPACES}

    taken(old)

    assert {(space, label): items(old, space, label) for space in SPACES for label in labels} == before
    assert {space: entities(old, space).keys() - {"Sven Olsson"} for space in SPACES} == names


def test_key_info_quotes_users(old: KnowledgeGraph) -> None:
    """Lines that a user has said in these words stay; what rules made of other words or of a reply goes."""
    said = old.messages("home", limit=1000)
    reply = next(each for each in said if each.sender == "assistant")
    own = next(each for each in said if "penicillin" in each.body)
    lines = (
        "Ines Duarte: I'm allergic to penicillin.",
        f"assistant: {reply.body}",
        "Ines Duarte: No penicillin, ever.",
    )
    sources = (own.id, reply.id, own.id)
    held = KeyInfo(lines=lines, sources=sources, author=Author.RULES, updated_at=NOW)
    for author, kept in ((Author.RULES, lines[:1]), (Author.MODEL, lines)):
        name = f"{author} home"
        import_space(old.store, exported()["home"], space=name)
        put = {"lines": held.lines, "sources": held.sources, "pinned": 0, "author": str(author)}
        gone = [node.id for node in old.store.find(name, Label.CHANGE, limit=1000)]
        old.store.write(name, [PutNode(Label.KEY_INFO, KEY_INFO_ID, put), *map(DropNode, gone)])

        take_back(old, name, now=NOW)

        [info] = items(old, name, Label.KEY_INFO)
        assert isinstance(info, KeyInfo) and info.lines == kept


def test_undoing_the_last_first_restores_everything(old: KnowledgeGraph) -> None:
    """Each entry of the log can be undone, and says why it was made; then the space is as it was, and stays so."""
    before = {space: graph(old, space) for space in SPACES}
    taken(old)

    for space in SPACES:
        for entry in entries(old, space):
            assert entry.why == taking_back.WHY
            undo_change(old, space, entry.id, now=NOW)

    assert {space: graph(old, space) for space in SPACES} == before
    assert taken(old) == dict.fromkeys(SPACES, "nothing")


def test_once_done_nothing_is_written(old: KnowledgeGraph) -> None:
    """The space says that it is done, and how much it was; a new space has nothing that could be taken back."""
    taken(old)
    seqs = {space: old.store.seq(space) for space in SPACES}
    old.create_space("new", now=NOW)

    assert taken(old) == dict.fromkeys(SPACES, "nothing")
    assert {space: old.store.seq(space) for space in SPACES} == seqs
    assert (old.space("cast").taken_back, old.space("new").taken_back) == ("5 facts, 1 reflection, 1 name", "nothing")


class Killed(BaseException):
    """The process ends."""


class MortalStore(ForwardingStore):
    """A store whose process ends after so many writes."""

    writes_left = 1_000_000

    def call(self, verb: str, *args: object, **kwargs: object) -> object:
        """The answer of the store, or the end."""
        if verb in ("write", "write_alone"):
            if not self.writes_left:
                raise Killed
            self.writes_left -= 1
        return super().call(verb, *args, **kwargs)


@pytest.mark.parametrize("space", ("tale", "team") if trials.ON_A_SERVER else SPACES)
def test_killed_at_any_write_it_goes_on(space: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it was interrupted, the end is the same as without."""
    monkeypatch.setattr(taking_back, "PAGE", 3)
    ends: list[object] = []
    for writes in count(step=4 if trials.ON_A_SERVER else 1):
        store = MortalStore(open_store(":memory:"))
        import_space(store, exported()[space])
        store.writes_left = writes
        try:
            take_back(KnowledgeGraph(store), space, now=NOW)
        except Killed:
            store.writes_left = 1_000_000
            take_back(KnowledgeGraph(store), space, now=NOW)
            ends.append(graph(KnowledgeGraph(store), space))
            store.close()
        else:
            ends.append(graph(KnowledgeGraph(store), space))
            store.close()
            break

    assert len(ends) > 3
    assert all(end == ends[-1] for end in ends)


def test_what_is_touched_meanwhile_stays(old: KnowledgeGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody edits a fact while earlier ones are being taken back."""
    monkeypatch.setattr(taking_back, "PAGE", 3)
    [last] = [each for each in items(old, "home", Label.FACT) if isinstance(each, Fact) and "Delft" in each.body]
    take = taking_back._Page.take

    def edit_once(self: taking_back._Page, ids: Sequence[str]) -> None:
        monkeypatch.setattr(taking_back._Page, "take", take)
        edit = ReviseFact(fact=last.id, importance=9, author=Author.CALLER)
        apply_changes(old, "home", [edit], now=NOW)
        take(self, ids)

    monkeypatch.setattr(taking_back._Page, "take", edit_once)
    take_back(old, "home", now=NOW)

    assert last.body in facts(old, "home")


def test_without_a_log_what_others_wrote_stays(old: KnowledgeGraph) -> None:
    """Of an old store whose log was pruned, authors tell: what rules ended by a fact of theirs holds again."""
    for space in SPACES:
        log = [node.id for node in old.store.find(space, Label.CHANGE, limit=1000)]
        kept = [PutNode(Label.SPACE, SPACE_ID, {"log_pruned_to": log[-1]})]
        old.store.write(space, [*map(DropNode, log), *kept])

    taken(old)

    assert facts(old, "home") == {
        "Ines drives a Saab 900 of 1987.": FactStatus.CURRENT,
        "Selma: Kedimin adı Boncuk.": FactStatus.WITHDRAWN,
        "Ines lives in Utrecht, Twijnstraat 4.": FactStatus.CURRENT,
    }
    ended = {text for text, status in facts(old, "team").items() if status is not FactStatus.CURRENT}
    assert "Maren works as a cook at the Grand." not in ended  # A fact by rules disputed it.
    assert "Tariq drives a Volvo." not in ended  # A fact by rules replaced it.
    assert "Does anybody know a good oven builder?" not in ended  # A fact by rules answered it.
    assert moments(old) >= {"The smith promised the hero a blade of star iron.", "The hero found a silver horn."}
    assert "Player: I promise to bring the star iron before the new moon." not in moments(old)
    assert any("The horn opens the northern gate." in text for text in moments(old))  # Rules have merged it.
    assert (entities(old, "home")["Bruno"].type, entities(old, "team")["Mr. Olsson"].aliases) == (EntityType.THING, ())
