"""A message that is long is found, and shown where it answers."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import cycle, islice
from time import process_time

import pytest

from archivists.round_policy import RoundPolicy
from benchmarks.all_rounds import run_rounds
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.embedders.choice import open_embedder
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.upkeep.embedding import embed_backlog
from graph.values.items import Role

pytestmark = pytest.mark.embedded

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LOG = (
    "2026-02-11 03:14:{:02} INFO worker {} finished the job, 200 rows in 31 ms",
    "2026-02-11 03:15:{:02} WARN connection {} to the server was slow, retrying",
    "2026-02-11 03:16:{:02} DEBUG cache {} has 14 entries, 3 of them stale",
)
REPLY = (
    "Step {:d}: preheat the oven and butter the tin, so that nothing sticks to it, variant {}.",
    "Then whisk the eggs with the sugar until they are pale, which takes about {:d} minutes on level {}.",
    "You can prepare this the day before and keep {:d} portions in the fridge, box {}.",
)
TARIF = (
    "Adım {:d}: fırını ısıtın ve kalıbı yağlayın, böylece hamur yapışmaz, seçenek {}.",
    "Sonra yumurtaları şekerle {:d} dakika çırpın, ta ki rengi açılana kadar, hız {}.",
    "Bunu bir gün önceden hazırlayıp {:d} porsiyonu buzdolabında saklayabilirsiniz, kutu {}.",
)
ANSWERS = (
    ("What is my machine in the cellar called?", "By the way, my server is called Brunhilde.", LOG),
    ("Where did Ilse go to live?", "Oh, and Ilse has moved to a houseboat in Leiden.", LOG),
    ("Kedimize ne ad verdik?", "Bu arada kedimize Pamuk adını verdik.", TARIF),
    ("Which herb do I dislike?", "I should say that coriander tastes like soap to me, I hate it.", REPLY),
)


def long_text(said: str, filler: tuple[str, ...], length: int, place: float) -> str:
    """So many characters of filler, with a sentence at a place of it: 0 is the beginning and 1 the end."""
    lines = [line.format(at % 60, at) for at, line in enumerate(islice(cycle(filler), length // 60))]
    lines.insert(round(place * len(lines)), said)
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("question", "said", "filler", "length", "place"),
    [
        (*answer, *where)  # Each question in every other text, each text for every other question.
        for number, where in enumerate([(2_000, 0.0), (8_000, 1.0), (14_600, 0.5), (30_000, 0.7), (60_000, 1.0)])
        for answer in ANSWERS[number % 2 :: 2]
    ],
)
def test_the_sentence_that_answers_is_shown(
    question: str, said: str, filler: tuple[str, ...], length: int, place: float
) -> None:
    """Wherever it stands, and in other words than the question's, among other lines and at 1,024 tokens."""
    embedder = open_embedder("builtin")
    knowledge = KnowledgeGraph(open_store(":memory:"), embedder)
    knowledge.create_space("home", now=NOW)
    bodies = [
        "Good morning!",
        long_text(said, filler, length, place),
        "Thanks, that helped a lot.",
        "See you on Monday.",
    ]
    knowledge.append("home", [Line(role=Role.USER, body=body) for body in bodies], now=NOW)
    while embed_backlog(knowledge, "home"):
        pass

    request = TurnRequest(space="home", query=question, visible=0, record=False, budget_tokens=1024)
    block = take_turn(knowledge, request, now=NOW).block
    knowledge.close()

    assert said in block.body


def test_a_text_with_masked_secrets_is_shown_where_it_answers() -> None:
    """Masked, it has fewer passages than it was embedded with."""
    knowledge = KnowledgeGraph(open_store(":memory:"), open_embedder("builtin"))
    knowledge.create_space("home", now=NOW)
    keys = [f"The password of account {number} is {'Hx7-' * 40}{number}." for number in range(40)]
    said = "By the way, my server is called Brunhilde."
    knowledge.append("home", [Line(role=Role.USER, body="\n".join([*keys, said]))], now=NOW)
    while embed_backlog(knowledge, "home"):
        pass

    request = TurnRequest(
        space="home", query="What is my machine in the cellar called?", visible=0, record=False, budget_tokens=1024
    )
    block = take_turn(knowledge, request, now=NOW).block
    knowledge.close()

    assert said in block.body


def test_a_text_of_272_kilobytes_costs_a_second() -> None:
    """To store and to read in a round: work that grows with the square of its length took fourteen."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("s", now=NOW)
    body = long_text("My server is called Brunhilde.", LOG, 272_000, 0.7)
    started = process_time()

    knowledge.append("s", [Line(role=Role.USER, body=body), Line(role=Role.ASSISTANT, body="Noted.")], now=NOW)
    run_rounds(knowledge, "s", owner="w", now=NOW, policy=RoundPolicy())

    assert process_time() - started < 4
    knowledge.close()
