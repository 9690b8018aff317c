"""The measurement of values that have changed; its figures are in docs/benchmarks/knowledge.md."""

from __future__ import annotations

from itertools import groupby

import pytest

from benchmarks.known_updates import How, Told, Updated, judged, read_questions

ASKED = Updated("beam-6", "How many interviews do I have?", ("5 interviews",), ("3 interviews", "three interviews"))


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("## Said earlier\n3 May\n- user: 15 interviews", Told(How.ABSENT, How.ABSENT, False, False)),
        ("## Said earlier\n3 May\n- user: 3 interviews", Told(How.ABSENT, How.LINE, False, False)),
        (
            "## Said earlier\n3 May\n- user: 3 interviews\n- user: 5 interviews\n  so far",
            Told(How.LINE, How.LINE, True, False),
        ),
        (
            "## Said earlier\n3 May\n- user: 3 interviews\n4 May\n- user: 5 interviews, not 3 interviews",
            Told(How.LINE, How.LINE, True, True),
        ),
        (
            "## Said earlier\n3 May\n- user: 5 interviews\n- user: Three interviews.",
            Told(How.LINE, How.LINE, False, False),
        ),
        (
            "## Facts\n- User: 5 interviews\n\n## Said earlier\n3 May\n- user: 3 interviews",
            Told(How.CURRENT, How.LINE, True, False),
        ),
        (
            "## Facts\n- User: 3 interviews\n\n## Said earlier\n3 May\n- user: 5 interviews",
            Told(How.LINE, How.CURRENT, True, False),
        ),
    ],
)
def test_block_is_judged_by_its_lines(body: str, told: Told) -> None:
    """Whole words, sections that tell what holds, and the order of lines below their dates."""
    assert judged(body, ASKED) == told


def test_questions_have_two_values_each() -> None:
    """Nineteen of ten chats, those of one chat together; no message says the newest value of the twentieth."""
    questions = read_questions()

    assert (len(questions), len([*groupby(questions, key=lambda each: each.chat)])) == (19, 10)
    assert all((*each.now, *each.older) and "" not in (*each.now, *each.older) for each in questions)
