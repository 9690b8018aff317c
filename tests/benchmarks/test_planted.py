"""Lines that are called to mind in other words stand among real talk."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

import pytest

from benchmarks.planted import KINDS, LAST_LINES, mixed, planted
from benchmarks.retrieval.folder import Folder, Told
from graph.intake.recognise import Line
from graph.values.items import Role

AT = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize("kind", KINDS)
def test_each_line_stands_among_the_talk(kind: str) -> None:
    """Sixty of each kind, at equal distances, none among the last lines, each with its question."""
    lines = [Line(role=Role.USER, sender="Ada", body=f"line {number}", sent_at=AT) for number in range(450)]
    talk = Folder("talk", [Told(conversation="a", id=str(number), line=line) for number, line in enumerate(lines)], [])

    folder = mixed(talk, planted(kind))

    ids = [told.id for told in folder.messages]
    places = [ids.index(asked.evidence[0]) for asked in folder.questions]
    assert len(ids) == 460
    assert len(places) == 60
    assert places == sorted(places)
    assert {later - earlier for earlier, later in pairwise(places)} == {6, 7}
    assert places[-1] < 460 - LAST_LINES
