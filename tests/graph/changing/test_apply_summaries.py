"""Summaries, conversations, key info, and verdicts on what was shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graph.changing.apply import apply_changes
from graph.errors import BadInput, Conflict, NotFound
from graph.store.verbs import Kind
from graph.values.changes import (
    Change,
    CompleteConversation,
    DropSummary,
    JudgePresentation,
    MergeEntities,
    NewSummary,
    ReplaceSummary,
    SetKeyInfo,
    Verdict,
)
from graph.values.items import Conversation, ConversationStatus, Message, Summary
from tests.graph.changing.cases import LATER, Scene, scene


@pytest.fixture
def home() -> Iterator[Scene]:
    """A scene."""
    made = scene()
    yield made
    made.knowledge.close()


def do(home: Scene, *changes: Change) -> tuple[str, ...]:
    """Apply changes; their ids in the log."""
    return apply_changes(home.knowledge, "home", changes, now=LATER).changes


def summary(home: Scene, name: str) -> Summary:
    """A summary as it is now."""
    found = home.knowledge.get("home", [home[name]])[home[name]]
    assert isinstance(found, Summary)
    return found


def usefulness(home: Scene, *ids: str) -> list[float]:
    """What verdicts have come to."""
    return [getattr(item, "usefulness", 0.0) for item in home.knowledge.get("home", ids).values()]


def test_a_summary_told_anew_makes_the_one_above_stale(home: Scene) -> None:
    """The members stay; the same words again are no news for the one above."""
    do(home, ReplaceSummary(summary=home["s1"], body="Mira said hello."))
    assert not summary(home, "top").is_stale

    do(home, ReplaceSummary(summary=home["s1"], body="Mira greeted all."))

    assert (summary(home, "s1").body, summary(home, "s1").is_stale) == ("Mira greeted all.", False)
    assert summary(home, "s1").message_count == 2 and summary(home, "top").is_stale
    do(home, ReplaceSummary(summary=home["top"], body="They moved."))
    assert not summary(home, "top").is_stale


def test_a_dropped_summary_frees_its_members(home: Scene) -> None:
    """What it held is loose and may be summarised again; one that is held is dropped after its holder."""
    with pytest.raises(Conflict, match=f"is in summary {home['top']}; drop that one first"):
        do(home, DropSummary(summary=home["s1"], reason="wrong"))

    do(home, DropSummary(summary=home["top"], reason="wrong"), DropSummary(summary=home["s1"], reason="wrong"))

    found = home.knowledge.get("home", [home["s2"], *home.messages[:2], home.conversation])
    assert [item.container for item in found.values() if isinstance(item, Message | Summary)] == [None, None, None]
    conversation = found[home.conversation]
    assert isinstance(conversation, Conversation) and conversation.summary is None
    assert home.knowledge.get("home", [home["top"], home["s1"]]) == {}
    do(home, NewSummary(ref="new:x", level=1, members=home.messages[:2], body="Hello.", conversation=home.conversation))


@pytest.mark.parametrize(("seen", "is_over"), [(0, True), (-1, False)])
def test_a_conversation_that_has_grown_is_not_over(home: Scene, seen: int, is_over: bool) -> None:
    """What was said while a round was under way is in no summary of it; the next round closes the conversation."""
    before = home.knowledge.get("home", [home.conversation])[home.conversation]
    assert isinstance(before, Conversation)
    change = CompleteConversation(
        conversation=home.conversation, title="All that was said", message_count=before.message_count + seen
    )

    do(home, change)

    after = home.knowledge.get("home", [home.conversation])[home.conversation]
    assert isinstance(after, Conversation)
    assert after.title == ("All that was said" if is_over else before.title)
    assert (after.status is ConversationStatus.COMPLETE) is (is_over or before.status is ConversationStatus.COMPLETE)


def test_only_messages_and_summaries_are_summarised(home: Scene) -> None:
    """Anything else in a list of members is a mistake that is named."""
    with pytest.raises(BadInput, match="is a Fact, expected a Message or a Summary"):
        do(home, NewSummary(ref="new:x", level=1, members=(home["cat"],), body="x", conversation=None))


def test_verdicts_add_up(home: Scene) -> None:
    """Useful is 1, harmful -1, unused 0; the verdict stands on the edge beside what was recorded of it."""
    items = (home["cat"], home["Kath"], home["s1"], home.messages[1])

    do(home, JudgePresentation(block=home.block, items=items[:2], verdict=Verdict.USEFUL))
    do(home, JudgePresentation(block=home.block, items=items[2:3], verdict=Verdict.HARMFUL))
    do(home, JudgePresentation(block=home.block, items=(items[3], "key-info"), verdict=Verdict.UNUSED))

    assert usefulness(home, *items) == [1.0, 1.0, -1.0, 0.0]
    edges = {e.target: e.properties for e in home.knowledge.store.edges("home", [home.block], [Kind.PRESENTED], 9)}
    assert [edges[id]["verdict"] for id in (*items, "key-info")] == ["useful", "useful", "harmful", "unused", "unused"]
    assert (edges[items[0]]["rank"], edges[items[0]]["section"]) == (1, "facts")


def test_a_second_verdict_replaces_the_first(home: Scene) -> None:
    """Judged again, an item is not counted twice; judged alike, nothing happens."""
    do(home, JudgePresentation(block=home.block, items=(home["cat"],), verdict=Verdict.USEFUL))
    assert do(home, JudgePresentation(block=home.block, items=(home["cat"],), verdict=Verdict.USEFUL)) == ()

    do(home, JudgePresentation(block=home.block, items=(home["cat"],), verdict=Verdict.HARMFUL))

    assert usefulness(home, home["cat"]) == [-1.0]


def test_only_what_was_shown_is_judged(home: Scene) -> None:
    """An item that the block did not show is refused; in a list, verdicts come before a merge of what they judge."""
    with pytest.raises(NotFound, match=f"block {home.block} does not show {home['van']}"):
        do(home, JudgePresentation(block=home.block, items=(home["van"],), verdict=Verdict.USEFUL))
    with pytest.raises(BadInput, match="expected a Block"):
        do(home, JudgePresentation(block=home["van"], items=(), verdict=Verdict.USEFUL))

    do(
        home,
        MergeEntities(keep=home["Katharina"], lose=home["Kath"], reason="a short form"),
        JudgePresentation(block=home.block, items=(home["Kath"],), verdict=Verdict.USEFUL),
    )

    assert usefulness(home, home["Katharina"]) == [1.0]


def test_key_info_of_today_changes_nothing(home: Scene) -> None:
    """The same lines from the same messages are no change; none at all are one."""
    lines = ("Call her Mira.", "She lives in Bursa.")
    assert do(home, SetKeyInfo(lines=lines, sources=home.messages[:2])) == ()

    do(home, SetKeyInfo(lines=(), sources=()))

    assert home.knowledge.store.edges("home", ["key-info"], [Kind.STATED_IN], 9) == []
