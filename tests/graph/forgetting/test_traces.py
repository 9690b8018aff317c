"""Blocks and changes that tell of what is forgotten go with it, also where texts have changed since."""

from __future__ import annotations

from graph.changing.undoing import undo_change
from graph.forgetting.removal import forget, would_forget
from graph.forgetting.targets import Target
from graph.store.verbs import Label
from tests.graph.changing.cases import LATER, scene, shown


def test_a_block_goes_with_a_text_that_was_undone() -> None:
    """Nothing but the change that made it still tells what the text was made of."""
    home = scene()
    block = shown(home.knowledge, (home["likes"],), query=home.messages[5])
    changes = home.knowledge.store.find("home", Label.CHANGE, limit=100)
    about = next(node for node in changes if home["likes"] in str(node.properties["body"]))
    undo_change(home.knowledge, "home", about.id, now=LATER)
    assert block in home.knowledge.store.nodes("home", [block])

    target = Target(messages=(home.messages[2],))
    told = would_forget(home.knowledge, "home", target, now=LATER)
    forget(home.knowledge, "home", target, now=LATER)

    assert block in told.ids
    assert not home.knowledge.store.nodes("home", [block])
    home.knowledge.close()
