"""Which complete conversation says most of what is asked."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from archivists.round_policy import RoundPolicy
from archivists.rounds.conversation_end import close_conversation
from graph.index.past_conversations import IN_LINE, AskedWord
from graph.index.space_index import Hit
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.text.search_terms import word_terms
from graph.values.items import Role
from languages.registry import BY_CODE

START = datetime(2026, 3, 1, tzinfo=UTC)
TURKISH = BY_CODE["tr"]


@pytest.fixture
def knowledge() -> Iterator[KnowledgeGraph]:
    """A space with nothing in it."""
    made = KnowledgeGraph(open_store(":memory:"))
    made.create_space("s", now=START)
    yield made
    made.close()


def past(knowledge: KnowledgeGraph, day: int, *lines: str) -> str:
    """A complete conversation of that day, in a chat of its own; titled by its first line."""
    at = START + timedelta(days=day)
    said = [Line(role=(Role.USER, Role.ASSISTANT)[n % 2], body=line, sent_at=at) for n, line in enumerate(lines)]
    [id] = knowledge.append("s", said, chat=f"{day}", now=at).conversations
    close_conversation(knowledge, "s", id, now=at, policy=RoundPolicy(titles_ask=True))
    return id


def search(knowledge: KnowledgeGraph, *words: str) -> list[Hit]:
    """The five best."""
    return knowledge.index("s").search_conversations(
        [AskedWord(terms=word_terms(word, TURKISH), joins_next=True) for word in words], 5
    )


def test_a_suffix_does_not_matter(knowledge: KnowledgeGraph) -> None:
    """etki finds etkisi, and letters with and without marks find each other."""
    # ACCEPTANCE 1.14
    id = past(knowledge, 1, "Dawn Phenomenon vs Somogyi Etkisi", "Işık ve şeker üzerine.")

    assert search(knowledge, "etki") == [Hit(id, 1.0)]
    assert [hit.id for hit in search(knowledge, "IŞIK")] == [id]
    assert [hit.id for hit in search(knowledge, "isik")] == [id]


def test_scores_are_parts_of_what_is_asked_and_newer_ones_come_first(knowledge: KnowledgeGraph) -> None:
    """At most five, above 0, higher is better."""
    # ACCEPTANCE 1.15
    ids = [past(knowledge, day, "İnsülin direnci üzerine", "Kısa bir yanıt.") for day in range(7)]

    hits = search(knowledge, "insülin", "direnci")
    assert [hit.id for hit in hits] == ids[:1:-1]
    assert {hit.score for hit in hits} == {1.0}
    [half, *_] = search(knowledge, "rejenerasyon", "insülin")
    assert 0 < half.score < 0.5
    [most, *_] = search(knowledge, "insülin", "hocam")
    assert 0.6 < most.score < 1


def test_a_line_counts_less_than_a_title(knowledge: KnowledgeGraph) -> None:
    """And one conversation is found once, however often it says the word."""
    long = [f"Konu {n} üzerine sakin bir söz daha." for n in range(30)]
    past(knowledge, 1, *long, "Kolajen de var.", "Kolajen, evet.")

    [hit] = search(knowledge, "kolajen")

    assert hit.score >= IN_LINE


def test_nothing_is_found_before_it_is_complete(knowledge: KnowledgeGraph) -> None:
    """Nor when it goes on after its end."""
    # ACCEPTANCE 1.12
    knowledge.append("s", [Line(role=Role.USER, body="Kolajen işe yarar mı?")], chat="x", now=START)

    assert search(knowledge, "kolajen") == []
