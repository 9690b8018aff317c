"""What a search finds is what blocks are made of, page by page, and nothing is written for it."""

from __future__ import annotations

from context.searching import FoundItem, SearchRequest, search_items
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label
from tests.context.scenes import NOW, home


def found(knowledge: KnowledgeGraph, text: str, *, start: int = 0, limit: int = 5) -> tuple[list[FoundItem], bool]:
    """A page of messages and facts."""
    labels = (Label.MESSAGE, Label.FACT)
    request = SearchRequest(
        space="ev", text=text, is_wanted=lambda entry: entry.label in labels, start=start, limit=limit
    )
    return search_items(knowledge, request, now=NOW)


def test_a_search_writes_nothing() -> None:
    """No block is kept, nothing counts as shown, and the same question has the same answer."""
    knowledge = home()
    before = knowledge.store.seq("ev")

    once, twice = found(knowledge, "Ilgın'ın doğum günü"), found(knowledge, "Ilgın'ın doğum günü")

    assert knowledge.store.seq("ev") == before
    assert once == twice
    assert once[0][0].terms and once[0][0].reason


def test_pages_follow_each_other() -> None:
    """A page goes on where the one before it ended, and the last one says that it is the last."""
    knowledge = home()

    (first, has_more), (second, _) = found(knowledge, "doğum günü", limit=2), found(knowledge, "doğum günü", start=2)
    beyond, has_beyond = found(knowledge, "doğum günü", start=10_000)

    assert has_more and len(first) == 2
    assert first[-1].score >= second[0].score
    assert (beyond, has_beyond) == ([], False)
