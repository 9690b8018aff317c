"""A client whose service lives in its own process: it sends its history with one new line, and says what was taken."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta

from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.items import Role

SPACE = "soak"
START = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
REMEMBERED_LINES = 12


def line(number: int) -> Line:
    """The client's line of this number; each third has the same two words, and half of all have a time."""
    body = "Go on." if number % 3 == 0 else f"Line {number} of what Maren told Tavish."
    at = START + timedelta(seconds=number) if number // 40 % 2 else None
    return Line(role=Role.USER if number % 2 else Role.ASSISTANT, body=body, sent_at=at)


def main(file: str, first: int) -> None:
    """Send line after line from `first` on, each behind those before it, and print the id of each that was taken."""
    knowledge = KnowledgeGraph(open_store(file))
    if SPACE not in knowledge.spaces():
        knowledge.create_space(SPACE, now=START)
    for number in range(first, first + 10_000):
        lines = [line(each) for each in range(max(0, number - REMEMBERED_LINES), number + 1)]
        appended = knowledge.append(SPACE, lines, now=START + timedelta(seconds=number))
        print(number, appended.messages[-1], flush=True)  # noqa: T201 - The parent reads it.


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
