"""Means, intervals and latency of many questions."""

from __future__ import annotations

from benchmarks.retrieval.figures import Figure, as_json, columns, latency_ms, rows
from benchmarks.retrieval.folder import Asked
from benchmarks.retrieval.measure import Answered, Evidence


def answered(category: str, recall: float, ms: float, said_by: str = "user") -> Answered:
    """One question's outcome."""
    figures = {"recall@10": recall, "block touched@512": recall}
    asked = Asked(question="?", at=None, conversation=None, evidence=("a",), category=category, answer=None)
    evidence = {"a": Evidence(said_by, 1, figures)}
    return Answered("ada", asked, {**figures, "block tokens@512": 300.0}, ms, evidence)


def test_rows() -> None:
    """All questions come first, then each category; a mean lies inside its interval, which is always the same."""
    found = rows([answered("work", 1.0, 3.0), answered("home", 0.0, 1.0), answered("home", 1.0, 2.0)])

    assert [(row.name, row.count) for row in found] == [("all", 3), ("home", 2), ("work", 1)]
    assert found[2].figures["recall@10"] == Figure(100.0, 100.0, 100.0)
    all_questions = found[0].figures["recall@10"]
    assert round(all_questions.mean, 1) == 66.7
    assert 0.0 <= all_questions.low < all_questions.mean < all_questions.high <= 100.0


def test_one_category_needs_no_row_of_its_own() -> None:
    """A set without categories has one row."""
    assert [row.name for row in rows([answered("all", 1.0, 3.0)])] == ["all"]


def test_roles_have_rows() -> None:
    """What the user and the assistant said is told apart, message by message, where both said evidence."""
    found = rows([answered("all", 1.0, 3.0), answered("all", 0.0, 3.0, "assistant"), answered("all", 0.0, 3.0, "")])

    assert [(row.name, row.count, row.figures["recall@10"].mean) for row in found[1:]] == [
        ("said by assistant", 1, 0.0),
        ("said by user", 1, 100.0),
    ]


def test_columns() -> None:
    """People are told some figures, in order; tokens are no percentage."""
    row = rows([answered("all", 1.0, 3.0)])[0]

    assert columns(row) == ["recall@10", "block tokens@512"]
    assert row.figures["block tokens@512"].mean == 300.0


def test_latency() -> None:
    """The median and the 95th percentile."""
    assert latency_ms([answered("all", 1.0, float(ms)) for ms in range(100)]) == (50.0, 95.0)


def test_json_has_every_question() -> None:
    """A program gets each question's ranks and figures, too."""
    found = as_json([answered("work", 1.0, 3.0)])

    assert found["questions"] == 1
    assert found["asked"] == [
        {
            "folder": "ada",
            "question": "?",
            "category": "work",
            "ranks": {"a": 1},
            "figures": {"recall@10": 1.0, "block touched@512": 1.0, "block tokens@512": 300.0},
        }
    ]
