"""What is known always: every row of the table is said in a real talk, and a block about something else is read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from graph.changing.undoing import undo_change
from graph.store.verbs import Label
from tests.archivists import standing_table as table
from tests.archivists.standing_trial import Trial, is_believed, is_known, is_revoked, is_taken

pytestmark = pytest.mark.embedded

KNOWN_SHARE, KNOWN_ASIDE_SHARE = 0.9, 0.8
"""The goals of issue 17, for rows that rules were written for and for those that nobody ran until the end."""


@pytest.mark.parametrize(
    ("rows", "share"),
    [
        (table.STANDING, KNOWN_SHARE),
        (table.STANDING_ASIDE, KNOWN_ASIDE_SHARE),
        (table.STANDING_LATER, KNOWN_ASIDE_SHARE),
    ],
)
def test_standing_statements_are_in_every_block(rows: tuple[table.Row, ...], share: float) -> None:
    """Dangers, names, instructions, needs, languages and diets, in all languages alike."""
    missed = [row.said for row in rows if not is_known(row)]

    assert len(missed) <= (1 - share) * len(rows), missed


def test_traps_are_not_taken() -> None:
    """Jokes, quotations, texts to translate, fiction, pasted texts, suppositions and secrets: one in sixty at most."""
    taken = [row.said for row in (*table.TRAPS, *table.TRAPS_ASIDE, *table.TRAPS_LATER) if is_taken(row)]

    assert len(taken) <= 1, taken


def test_revocations_work() -> None:
    """A line goes by the user's own words, and nothing else goes with it."""
    kept = [row.said for row in (*table.REVOCATIONS, *table.REVOCATIONS_ASIDE) if not is_revoked(row)]

    assert kept == []
    assert sum(map(is_revoked, table.REVOCATIONS_LATER)) >= 0.8 * len(table.REVOCATIONS_LATER)


def test_words_of_others_are_never_the_users() -> None:
    """Injections and forged lines are told as nobody's."""
    believed = [row.said for row in (*table.FORGED, *table.FORGED_ASIDE, *table.FORGED_LATER) if is_believed(row)]

    assert believed == []


@pytest.mark.parametrize(
    ("name", "does", "least", "most"),
    [
        ("standing", is_known, 18, 30),
        ("traps", is_taken, 0, 6),
        ("revocations", is_revoked, 4, 20),
        ("forged", is_believed, 0, 1),
    ],
)
def test_on_everyday_talk_rules_are_worth_this_much(
    name: str, does: Callable[[table.Row], bool], least: int, most: int
) -> None:
    """Rows of an author who knew no rule. A model does the rest of this work, and the figures are in the docs."""
    assert least <= sum(map(does, table.blind(name))) <= most


def test_a_revocation_can_be_undone() -> None:
    """The line comes back, and what stands beside it stays."""
    trial = Trial("en")
    trial.say("My name is Tove.", "Never use cups, always give me grams.")
    before = list(trial.key_info())
    trial.say("You can use cups again.")
    changes = trial.knowledge.store.find("a", Label.CHANGE, order="-id", limit=20)
    change = next(node for node in changes if node.properties["kind"] == "SetKeyInfo")
    after = list(trial.key_info())

    undo_change(trial.knowledge, "a", change.id, now=trial.at)

    assert len(after) == len(before) - 1
    assert trial.key_info() == before
