"""Questions asked of a space, and how much of their evidence comes back."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from benchmarks.retrieval.folder import read_folder
from benchmarks.retrieval.measure import answer, prepare, words_held
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from tests.benchmarks.retrieval.own import write_own

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def test_evidence_is_found(tmp_path: Path) -> None:
    """Each question's figures tell where its evidence stands in the ranking and in the blocks."""
    write_own(tmp_path / "ada")
    folder = read_folder(tmp_path / "ada")
    knowledge = KnowledgeGraph(open_store(":memory:"))

    ids, after = prepare(knowledge, folder, rounds=False, now=NOW)
    first, second = answer(knowledge, folder, ids, after=after)
    knowledge.close()

    assert after == datetime(2026, 2, 6, 10, tzinfo=UTC)
    assert {id: one.rank for id, one in first.evidence.items()} == {"a": 1}
    assert {id: one.rank for id, one in second.evidence.items()} == {"c": 1}
    assert 0 < first.figures["excerpts tokens@512"] <= 512
    assert {first.figures[name] for name in ("recall@1", "excerpts@512", "block@4096", "answer words@512")} == {1.0}
    assert "answer words@512" not in second.figures


def test_nothing_is_written_by_asking(tmp_path: Path) -> None:
    """Preparing again and asking leave the store as it was."""
    write_own(tmp_path / "ada")
    folder = read_folder(tmp_path / "ada")
    knowledge = KnowledgeGraph(open_store(":memory:"))
    ids, after = prepare(knowledge, folder, rounds=True, now=NOW)
    seq = knowledge.store.seq("ada")

    again = prepare(knowledge, folder, rounds=True, now=NOW)
    list(answer(knowledge, folder, ids, after=after))

    assert again == (ids, after)
    assert knowledge.store.seq("ada") == seq
    knowledge.close()


@pytest.mark.parametrize(
    ("answer", "text", "part"),
    [
        (
            "Yeni Güney Galler",
            "## Said earlier\n- user: Doğuda Yeni Güney Galler adlı bir bölge vardı.",
            1.0,
        ),
        ("the two dogs", "- Ada: I walk my dog in the evening.", 0.5),
        ("the", "- Ada: nothing", 0.0),
    ],
)
def test_short_answer_is_found_in_a_block_of_any_language(answer: str, text: str, part: float) -> None:
    """Three words tell no language, and are stemmed as the block's are."""
    assert words_held(answer, text) == part
