"""Blocks and changes that tell of what is forgotten go with it, also where texts have changed since."""

from __future__ import annotations

from graph.changing.apply import apply_changes
from graph.changing.undoing import undo_change
from graph.forgetting.removal import forget, would_forget
from graph.forgetting.targets import Target
from graph.intake.recognise import Line
from graph.store.verbs import Label
from graph.transfer.lines import export_space
from graph.values.changes import NewEntity, ReviseEntity
from graph.values.items import Author, Role
from tests.graph.changing.cases import LATER, NOW, scene, shown


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


def test_a_name_that_is_only_in_the_past_goes() -> None:
    """A block gave it as a reason, and the change log tells that somebody took it away (simulator, seeds 167, 168)."""
    home = scene()
    apply_changes(home.knowledge, "home", [NewEntity(name="Pamuk", aliases=("Mira",))], now=NOW)
    gone, stays = home.knowledge.append(
        "home", [Line(role=Role.USER, body=body) for body in ("Zollikon was Pamuk before.", "Pamuk sleeps.")], now=LATER
    ).messages
    renamed = ReviseEntity(entity=home["Pamuk"], name="Zollikon", author=Author.CALLER)
    back = ReviseEntity(entity=home["Pamuk"], name="Pamuk", aliases=(), author=Author.CALLER)
    mentioned = NewEntity(name="Pamuk", mentioned_in=(gone, stays))
    apply_changes(home.knowledge, "home", [mentioned, renamed], now=LATER)
    block = shown(home.knowledge, (stays,), query=stays, reason="mentions Zollikon (0.15)")
    apply_changes(home.knowledge, "home", [back], now=LATER)

    forget(home.knowledge, "home", Target(messages=(gone,)), now=LATER)

    left = [line for line in export_space(home.knowledge.store, "home") if "zollikon" in line.lower()]
    assert left == []
    assert [*home.knowledge.store.nodes("home", [stays, block])] == [stays]
    home.knowledge.close()
