"""Ids of a write that is planned."""

from __future__ import annotations

from datetime import UTC, datetime

from graph.store.verbs import Label
from graph.values.items import KEY_INFO_ID, SPACE_ID, Space
from graph.values.learned_weights import LEARNED_ID
from graph.values.write_plan import WritePlan, label_of


def test_an_id_tells_its_label() -> None:
    """Whatever is counted in a space says what it is; ids that are not counted say nothing."""
    plan = WritePlan(Space(name="s", created_at=datetime(2026, 1, 5, tzinfo=UTC)), 7)
    labels = [Label.MESSAGE, Label.CONVERSATION, Label.FACT, Label.ENTITY, Label.SUMMARY, Label.CHANGE]

    ids = [plan.new_id(label) for label in labels]

    assert ids[:2] == ["m00000007", "c00000008"]
    assert [label_of(id) for id in ids] == labels
    assert {label_of(id) for id in (SPACE_ID, KEY_INFO_ID, LEARNED_ID, "", "müller", "new:m1")} == {None}
