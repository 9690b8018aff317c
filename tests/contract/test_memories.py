"""The same talk, rounds and questions make the same memory and the same blocks wherever the memory is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from archivists.round_policy import RoundPolicy
from archivists.rounds.round import run_round
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.changing.undoing import undo_change
from graph.intake.recognise import Line, Role
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label, Store
from graph.transfer.lines import export_space
from tests.contract.model import ModelStore

if TYPE_CHECKING:
    from tests.neo4j.server import Address

BEGIN = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
SAID = [
    "I work as a carpenter in Tromsø.",
    "My sister Ingrid lives in Bergen.",
    "I'm allergic to walnuts.",
    "Where did Ingrid put the harbour permit?",
    "We moved to Oslo last week.",
    "Artık İzmir'de yaşıyoruz, Ayşe'nin evi denize yakın.",
    "Kızımın adı Elif, o da Bergen'de yaşıyor.",
    "Always answer in Norwegian, please.",
    "My goal is to sail around Svalbard with Ingrid.",
    "The permit is in the blue folder, Ingrid said.",
]
CHATS = ["", "boat"]
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)  # A script takes too long to be made smaller step by step.
_numbers = count()
_run = uuid4().hex[:8]

Step = tuple[str, str, Sequence[str], int]
"""What is done, in which chat, with which lines, and how many minutes after the step before."""

steps = st.tuples(
    st.sampled_from(["say", "say", "turn", "turn", "round", "undo"]),
    st.sampled_from(CHATS),
    st.lists(st.sampled_from(SAID), min_size=1, max_size=6),
    st.sampled_from([1, 5, 400]),
)
scripts = st.lists(steps, min_size=6, max_size=10)


def remember(store: Store, space: str, script: Sequence[Step]) -> list[str]:
    """Every block on the way, and the graph in the end, as lines."""
    knowledge = KnowledgeGraph(store)
    now = BEGIN
    knowledge.create_space(space, now=now)
    told: list[str] = []
    for what, chat, said, minutes in script:
        now += timedelta(minutes=minutes)
        lines = [
            Line(
                role=Role.ASSISTANT if number % 3 == 2 else Role.USER,
                body=body,
                sent_at=now + timedelta(seconds=number),
            )
            for number, body in enumerate(said)
        ]
        match what:
            case "say":
                knowledge.append(space, lines, chat=chat, now=now)
            case "turn":
                request = TurnRequest(space=space, lines=tuple(lines[:2]), chat=chat, budget_tokens=300)
                turn = take_turn(knowledge, request, now=now)
                told += [turn.block.body, *(f"{item.rank} {item.id} {item.score} {item.reason}" for item in turn.items)]
            case "round":
                run_round(knowledge, space, owner="me", now=now, policy=RoundPolicy())
            case "undo":
                for node in store.find(space, Label.CHANGE, order="-created_at", limit=1):
                    undo_change(knowledge, space, node.id, now=now)
    return [*told, *export_space(store, space)]


def compare(store: Store, script: Sequence[Step]) -> None:
    """The script in the store and in the dictionary model."""
    space = f"{_run} {next(_numbers)}"
    assert remember(store, space, script) == remember(ModelStore(), space, script)


@settings(max_examples=12, deadline=None, phases=PHASES, suppress_health_check=[HealthCheck.too_slow])
@given(script=scripts)
def test_embedded_store_remembers_as_the_model(script: Sequence[Step]) -> None:
    """SQLite and a dictionary hold the same graph, and give the same blocks."""
    store = open_store(":memory:")
    compare(store, script)
    store.close()


@pytest.fixture(scope="module")
def server(neo4j_server: Address) -> Iterator[Store]:
    """A store on a server; each example has a space of its own in it."""
    opened = open_store(neo4j_server.uri, login=neo4j_server.login)
    yield opened
    opened.close()


@settings(max_examples=2, deadline=None, phases=PHASES, suppress_health_check=[HealthCheck.too_slow])
@given(script=scripts)
def test_server_remembers_as_the_model(server: Store, script: Sequence[Step]) -> None:
    """Neo4j and a dictionary hold the same graph, and give the same blocks."""
    compare(server, script)


@pytest.mark.soak
@settings(max_examples=100, deadline=None, phases=PHASES, suppress_health_check=[HealthCheck.too_slow])
@given(script=scripts)
def test_server_remembers_as_the_model_for_long(server: Store, script: Sequence[Step]) -> None:
    """The same, many times."""
    compare(server, script)
