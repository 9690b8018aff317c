"""What a long text of any kind costs: a turn that stores it, a turn after it, and a round that reads it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from time import process_time

import pytest

from archivists.round_policy import RoundPolicy
from archivists.rounds.round import run_round
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.items import Role

pytestmark = pytest.mark.soak

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
CHARS = 200_000
SECONDS_MAX = 1.5
"""Three times what the slowest family takes on a quiet machine."""

FAMILIES = (
    *"aA.,;:?!'\"`([{<>|*#_+-=@/\\~^%1中😀\u0301",
    *(
        "$12.50 ",
        "Ada's ",
        "Ada Lovelace met Bob. ",
        '"a" ',
        "```\n",
        "> a\n",
        "<a>",
        "a@b.co ",
        "http://a.b/c ",
        "a://",
    ),
    *(
        "key=",
        "password: ",
        "my password is ",
        "PIN 1-1",
        "4 ",
        "4111 ",
        "DE89 ",
        "2026-01-02 ",
        "on 3 May ",
        "1/2/26 ",
    ),
    *(
        "yesterday ",
        "12:30 ",
        "- a\n",
        "- 1\n",
        "1. a\n",
        "| a ",
        "👨\u200d👩\u200d👧",
        "İşçi ",
        "Straße ",
        "always ",
        "never. ",
    ),
    *(
        "remember that ",
        "I'm allergic to nuts. ",
        "Ada: hi\n",
        '{"a": ',
        "<think>",
        "</think>",
        "deadbeef",
        "QWxhZGRpbjpvcGVu",
    ),
    *(
        "a, ",
        "a; ",
        "and ",
        "CamelCase",
        "a_b_",
        "f(x)\n",
        "of the ",
        "my brother ",
        "I ",
        "%41",
        "+49 ",
        "-1",
        "1.",
        "sk-a",
    ),
    *(
        "eyJ",
        "a-",
        "Mr. ",
        "U.S. ",
        "Wow! ",
        "“a” ",
        "«a» ",
        "II. ",
        "a b c d e f g h i j ",
        "xxxxxxxxxx ",
        "\u202ea",
        "a\u0000",
    ),
)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_long_text_holds_nobody_up(family: str) -> None:
    """A pattern whose time grows with the square of a text would stop all other threads for minutes."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("home", now=NOW)
    body = (family * (CHARS // len(family) + 1))[:CHARS]
    times: list[float] = [process_time()]
    for at, said in enumerate((body, "What did Ada say about my password?")):
        take_turn(
            knowledge,
            TurnRequest(space="home", lines=(Line(role=Role.USER, body=said),)),
            now=NOW + timedelta(minutes=at),
        )
        times.append(process_time())
    run_round(knowledge, "home", owner="test", now=NOW + timedelta(days=1), policy=RoundPolicy())
    times.append(process_time())
    take_turn(knowledge, TurnRequest(space="home", query="Ada 12", visible=0), now=NOW + timedelta(days=2))
    times.append(process_time())
    knowledge.close()

    took = [end - start for start, end in pairwise(times)]
    assert max(took) < SECONDS_MAX, dict(zip(("stored", "next turn", "round", "found"), took, strict=True))
