"""A space as notebooks see it: everything that is remembered, nothing that is gone, times as times."""

import json
import re
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import networkx as nx
import pytest

from api.notebook import LoadedSpace, load, loaded
from graph.errors import MissingExtra, NotFound, StoreError
from graph.intake.recognise import Line
from graph.intake.request_key import RequestKey
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import DropEdge, DropNode, Kind, Label, PutEdge, PutNode, Store
from graph.values.items import Entity, Fact, FactStatus, KeyInfo, Role
from graph.values.puts import put

NOW = datetime(2026, 3, 1, 18, 30, tzinfo=UTC)
LINES = [
    Line(role=Role.USER, sender="Ada", body="I keep bees.", sent_at=NOW),
    Line(role=Role.ASSISTANT, sender="assistant", body="How many hives?", sent_at=NOW),
]
ADA = "e00000004"  # Whoever speaks is an entity.
BEES = Fact(id="f9", body="Ada keeps bees.", created_at=NOW, updated_at=NOW)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with one small space: two messages, a fact with its source, and an entity with another name."""
    path = tmp_path / "memory.db"
    with closing(open_store(str(path))) as store:
        knowledge = KnowledgeGraph(store)
        knowledge.create_space("ada", now=NOW)
        knowledge.append("ada", LINES, now=NOW, key=RequestKey("once", "lines"))
        store.write("ada", _fact_with_its_source())
    return path


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    """That file, open for writing."""
    with closing(open_store(str(file))) as opened:
        yield opened


def test_graph_has_every_node_under_its_label(file: Path) -> None:
    """Nodes are named by id and hold label and name; used keys and meters are no memories."""
    made = load("ada", file).graph

    assert {id: (held["label"], held["name"]) for id, held in made.nodes.items()} == {
        "space": ("Space", "ada"),
        "m00000001": ("Message", "I keep bees."),
        "m00000002": ("Message", "How many hives?"),
        "c00000003": ("Conversation", "Ada, assistant"),
        ADA: ("Entity", "Ada"),
        "alias:countess": ("Alias", "Countess"),
        "f9": ("Fact", "Ada keeps bees."),
    }


def test_nodes_hold_what_the_items_hold(file: Path) -> None:
    """On nodes everything is plain and what is absent is left out; `fields` have aware datetimes and None."""
    memory = load("ada", file)
    plain, held = memory.graph.nodes["f9"], memory.fields["f9"]

    assert (plain["created_at"], "valid_to" in plain) == (NOW.isoformat(), False)
    assert held["created_at"] == NOW
    assert (held["kind"], held["importance"], held["valid_to"]) == ("fact", 5, None)


def test_networkx_writes_it_in_any_format(store: Store, file: Path, tmp_path: Path) -> None:
    """GraphML and GEXF take all of it, lists and times too, and read back the same nodes and edges."""
    store.write("ada", [put(KeyInfo(lines=("Be brief.", "é"), sources=("m00000001", ""), updated_at=NOW))])
    made = load("ada", file).graph

    nx.write_graphml(made, tmp_path / "ada.graphml")
    nx.write_gexf(made, tmp_path / "ada.gexf")

    for read in (nx.read_graphml(tmp_path / "ada.graphml"), nx.read_gexf(tmp_path / "ada.gexf")):
        assert set(read) == set(made)
        assert read.number_of_edges() == made.number_of_edges()
    assert json.loads(nx.read_graphml(tmp_path / "ada.graphml").nodes["key-info"]["lines"]) == ["Be brief.", "é"]


def test_entities_are_tied_by_the_facts_that_they_share(store: Store, file: Path) -> None:
    """A tie counts the facts that hold, names them, and says since when and until when they came."""
    later = NOW + timedelta(days=3)
    nil = Entity(id="e8", name="Nil", key="nil", created_at=NOW, updated_at=NOW)
    facts = [
        Fact(id="f1", body="Ada and Nil keep bees.", valid_from=NOW, created_at=NOW, updated_at=NOW),
        Fact(id="f2", body="Nil is Ada's sister.", valid_from=later, created_at=NOW, updated_at=NOW),
        Fact(id="f3", body="Nil is Ada's aunt.", status=FactStatus.WITHDRAWN, created_at=NOW, updated_at=NOW),
    ]
    about = [PutEdge(fact.id, Kind.ABOUT, id) for fact in facts for id in (ADA, "e8")]
    store.write("ada", [put(nil), *map(put, facts), *about])

    ties = load("ada", file).ties

    assert ties.nodes["e8"] == {"name": "Nil", "type": "unknown"}
    assert {*ties} >= {ADA, "e8"}
    assert [*ties.edges(data=True)] == [
        (ADA, "e8", {"weight": 2, "facts": "f1 f2", "first": NOW.isoformat(), "last": later.isoformat()})
    ]
    nx.write_graphml(ties, file.parent / "ties.graphml")


def test_knowledge_has_no_bookkeeping(file: Path) -> None:
    """A path between two people leads through what is known of them, not through a block or the log."""
    memory = load("ada", file)

    assert {held["label"] for held in memory.knowledge.nodes.values()} <= {"Fact", "Entity", "Summary", "KeyInfo"}
    assert memory.knowledge.has_edge("f9", ADA, "ABOUT")
    assert {*memory.knowledge} < {*memory.graph}


def test_kinds_survive_formats_without_keys(file: Path) -> None:
    """GraphML and GEXF of networkx have the kind of each edge."""
    graph = load("ada", file).graph
    kinds = sorted(key for _, _, key in graph.edges(keys=True))

    for write, read, name in (
        (nx.write_graphml, nx.read_graphml, "a.graphml"),
        (nx.write_gexf, nx.read_gexf, "a.gexf"),
    ):
        write(graph, file.parent / name)
        again = read(file.parent / name)
        assert sorted(held["kind"] for _, _, held in again.edges(data=True)) == kinds


def test_edges_are_keyed_by_their_kind(file: Path) -> None:
    """What stands on an edge is on the edge, and two kinds between two nodes are two edges."""
    made = load("ada", file).graph

    assert made.edges["f9", ADA, "ABOUT"] == {"weight": 1.0, "at": NOW.isoformat(), "kind": "ABOUT"}
    assert made.edges["f9", "m00000001", "STATED_IN"] == {
        "weight": 0.8,
        "at": NOW.isoformat(),
        "words": 3,
        "kind": "STATED_IN",
    }
    assert {key for _, _, key in made.edges(keys=True)} == {
        *("IN", "SAID_BY", "TOOK_PART_IN"),
        *("ABOUT", "STATED_IN", "ALSO_KNOWN_AS"),
    }


def test_what_is_dropped_is_not_there(store: Store) -> None:
    """A dropped edge leaves its ends, a dropped node takes its edges along, and what comes back is there again."""
    store.write("ada", [DropNode("alias:countess"), DropEdge("f9", Kind.ABOUT, ADA), DropNode("m00000001")])
    store.write("ada", [PutEdge("f9", Kind.ABOUT, ADA)])

    made = loaded(store, "ada").graph

    assert set(made) == {"space", "m00000002", "c00000003", ADA, "f9"}
    assert sorted(made.edges(keys=True)) == [
        (ADA, "c00000003", "TOOK_PART_IN"),
        ("f9", ADA, "ABOUT"),
        ("m00000002", "c00000003", "IN"),
    ]


def test_a_space_is_read_beside_its_service(store: Store, file: Path) -> None:
    """The file is open for writing elsewhere, and each load shows the last write."""
    before = load("ada", file).graph

    store.write("ada", [PutNode(Label.ALIAS, "alias:ada l", {"name": "Ada L."})])

    assert set(load("ada", str(file)).graph) - set(before) == {"alias:ada l"}


def test_networkx_measures_it_as_it_is(file: Path) -> None:
    """What networkx computes for directed graphs with parallel edges works at once."""
    made = load("ada", file).graph

    assert nx.number_weakly_connected_components(made) == 2  # The space's own node stands alone.


def test_an_unknown_space_is_refused_with_those_that_are_there(file: Path) -> None:
    """A mistyped name is answered with the right ones."""
    with pytest.raises(NotFound, match=r"no space 'adda' in .*memory\.db; its spaces are ada$"):
        load("adda", file)


def test_nothing_is_made_where_nothing_was(tmp_path: Path) -> None:
    """A mistyped file is an error, not a new file."""
    with pytest.raises(StoreError):
        load("ada", tmp_path / "nowhere.db")

    assert list(tmp_path.iterdir()) == []


def test_tables_without_pandas_name_the_mend(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The graph needs no extra; a table says what to install."""
    monkeypatch.setitem(sys.modules, "pandas", None)
    memory = load("ada", file)

    with pytest.raises(MissingExtra, match=r'pip install "\.\[notebooks\]"'):
        _ = memory.facts


@pytest.mark.notebooks
def test_table_has_a_row_for_each_item(file: Path) -> None:
    """Rows are in the order of ids, which rise with arrival, and columns in the order of the item's fields."""
    messages = load("ada", file).messages

    assert messages["body"].to_dict() == {"m00000001": "I keep bees.", "m00000002": "How many hives?"}
    assert list(messages.columns[:5]) == ["conversation", "chat", "sender", "role", "body"]


@pytest.mark.notebooks
def test_times_are_aware_in_every_table(file: Path) -> None:
    """A column of times is one, also where all or some are absent, or where no row is."""
    memory = load("ada", file)

    assert memory.facts["created_at"].to_list() == [NOW]
    assert memory.facts["valid_to"].isna().all()
    for column in (memory.facts["valid_to"], memory.blocks["created_at"], memory.conversations["last_at"]):
        assert str(column.dtype) == "datetime64[ms, UTC]"


@pytest.mark.notebooks
def test_all_nodes_and_edges_are_two_tables(file: Path) -> None:
    """Nodes tell their degree; edges tell what they hold, and nothing where they hold nothing."""
    memory = load("ada", file)

    nodes, edges = memory.nodes, memory.edges

    assert nodes.loc["f9"].to_dict() == {"label": "Fact", "name": "Ada keeps bees.", "degree": 2}
    assert list(edges.columns) == ["source", "kind", "target", "weight", "at", "words"]
    assert edges.set_index(["source", "target"])["words"].dropna().to_dict() == {("f9", "m00000001"): 3}


@pytest.mark.notebooks
def test_a_space_without_edges_has_tables_too(tmp_path: Path) -> None:
    """An empty space is not an error: its tables have columns and no rows."""
    path = tmp_path / "memory.db"
    with closing(open_store(str(path))) as store:
        KnowledgeGraph(store).create_space("new", now=NOW)

    memory = load("new", path)

    assert list(memory.edges.columns) == ["source", "kind", "target"]
    assert [len(table) for table in (memory.nodes, memory.edges, memory.facts, memory.summaries)] == [1, 0, 0, 0]


@pytest.mark.notebooks
def test_the_page_on_notebooks_runs(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each Python line of docs/how-to/notebooks.md works, and what its text joins can be joined."""
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "notebooks.md").read_text(encoding="utf-8")
    fences = "\n".join(re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE))
    joined = re.findall(r"`(memory\.[^`]*\))`", page)
    monkeypatch.chdir(file.parent)

    names: dict[str, object] = {}
    exec(fences.replace('"demo"', '"ada"') + "\n" + "\n".join(joined), names)

    assert names["about"] == [("f9", ADA)]
    assert len(joined) == 2


@pytest.mark.notebooks
def test_a_changed_table_leaves_the_graph_alone(file: Path) -> None:
    """Each table is the caller's own."""
    memory: LoadedSpace = load("ada", file)

    table = memory.entities
    table["name"] = "nobody"

    assert memory.entities["name"].to_list() == ["Ada"]


@pytest.mark.notebooks
def test_a_label_that_is_not_ours_is_refused(file: Path) -> None:
    """The answer names the tables that there are."""
    with pytest.raises(NotFound, match="no table 'Facts', expected one of Message, Summary, Entity, Fact"):
        load("ada", file).table("Facts")


def _fact_with_its_source() -> list[PutNode | PutEdge]:
    return [
        put(BEES),
        PutNode(Label.ALIAS, "alias:countess", {"name": "Countess"}),
        PutNode(Label.METER, "meter", {"requests": 1}),
        PutEdge(ADA, Kind.ALSO_KNOWN_AS, "alias:countess"),
        PutEdge("f9", Kind.ABOUT, ADA),
        PutEdge("f9", Kind.STATED_IN, "m00000001", {"words": 3}),
    ]
