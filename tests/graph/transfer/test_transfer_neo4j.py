"""From SQLite to a Neo4j server and back a space loses nothing: the files are equal, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, assume, given, settings

from archivists.round_policy import RoundPolicy
from benchmarks.all_rounds import run_rounds
from benchmarks.retrieval.convert import CONVERTERS, Set
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label, PutNode, Store
from graph.transfer import lines as transfer
from graph.transfer.lines import export_space, import_space
from graph.values.items import SPACE_ID, Role
from tests.contract.ops import whole
from tests.contract.test_differential import batches, outcome

if TYPE_CHECKING:
    from tests.neo4j.server import Address

LOCOMO = Path(__file__).parents[3].parent / "shared" / "data" / "locomo"

_numbers = count()


@pytest.fixture(scope="module")
def server(neo4j_current: Address) -> Iterator[Store]:
    """A store on a server; what another test left of our spaces is gone."""
    opened = open_store(neo4j_current.uri, login=neo4j_current.login)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store in a file."""
    opened = open_store(str(tmp_path_factory.mktemp("transfer") / "store.db"))
    yield opened
    opened.close()


@pytest.fixture(autouse=True)
def any_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spaces that hold any graph, not only items, are moved too."""
    monkeypatch.setattr(transfer, "check_readable", lambda row: None)


def line(number: int) -> Line:
    """One of many lines of a talk in which the same names come again."""
    return Line(role=Role.USER, sender="Ada", body=f"{number}: Nil and Bora moved their boat to Izmir.")


def there_and_back(embedded: Store, server: Store, name: str) -> list[list[str]]:
    """The space's lines here, on the server, and here again, where it was gone meanwhile."""
    first = list(export_space(embedded, name))
    server.clear(name)
    import_space(server, first)
    second = list(export_space(server, name))
    before = whole(embedded, name)
    embedded.clear(name)
    import_space(embedded, second)
    assert whole(embedded, name) == whole(server, name) == before
    server.clear(name)
    return [first, second, list(export_space(embedded, name))]


@settings(max_examples=2, deadline=None, suppress_health_check=[*HealthCheck])
@given(batches=batches)
def test_any_space_comes_back_the_same(embedded: Store, server: Store, batches: list) -> None:
    """Whatever a store can hold goes to the server and comes back as it was."""
    name = f"moved {next(_numbers)}"
    for batch in [*batches, [PutNode(Label.SPACE, SPACE_ID, {"name": name})]]:
        outcome(embedded, name, batch)
    assume(name in embedded.spaces())

    first, second, third = there_and_back(embedded, server, name)

    assert first == second == third


def test_two_imports_of_one_file_meet(
    embedded: Store, server: Store, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two who import the same file under the same name at once make one space, while a third writes beside them."""
    monkeypatch.setattr(transfer, "LOAD_ROWS", 10)
    knowledge = KnowledgeGraph(embedded)
    knowledge.create_space("twice", now=now)
    knowledge.append("twice", [line(number) for number in range(60)], now=now)
    run_rounds(knowledge, "twice", owner="test", now=now, policy=RoundPolicy())
    lines = list(export_space(embedded, "twice"))
    beside = KnowledgeGraph(server)
    beside.create_space("beside", now=now)

    with ThreadPoolExecutor(3) as pool:
        imports = [pool.submit(import_space, server, lines) for _ in range(2)]
        writes = pool.submit(lambda: [beside.append("beside", [line(number)], now=now) for number in range(20)])
        for each in (*imports, writes):
            each.result()

    assert whole(server, "twice") == whole(embedded, "twice")
    assert len(beside.messages("beside", limit=100)) == 20
    for name in ("twice", "beside"):
        server.clear(name)


def test_real_space_comes_back_the_same(embedded: Store, server: Store, now: datetime) -> None:
    """A conversation over months after its rounds is the same on the server, and the same when it is back."""
    if not LOCOMO.is_dir():
        pytest.skip("LoCoMo is not at hand")
    talk = next(folder for folder in CONVERTERS[Set.LOCOMO](LOCOMO) if folder.name == "conv-26")
    knowledge = KnowledgeGraph(embedded)
    knowledge.create_space("talk", now=now)
    knowledge.append("talk", [told.line for told in talk.messages], now=now)
    run_rounds(knowledge, "talk", owner="test", now=now, policy=RoundPolicy())

    first, second, third = there_and_back(embedded, server, "talk")

    assert first == second == third
    assert len(first) > 500
