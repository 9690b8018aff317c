"""Summaries, conversations, key info, and verdicts on what was shown."""

from __future__ import annotations

import pytest

from graph.errors import BadInput, Conflict
from graph.store.verbs import Kind
from graph.values.changes import (
    CompleteConversation,
    DropSummary,
    NewSummary,
    ReplaceSummary,
    SetKeyInfo,
)
from graph.values.items import Conversation, ConversationStatus, Message, Summary
from tests.graph.changing.cases import Scene, do


def summary(home: Scene, name: str) -> Summary:
    """A summary as it is now."""
    found = home.knowledge.get("home", [home[name]])[home[name]]
    assert isinstance(found, Summary)
    return found


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


def test_key_info_of_today_changes_nothing(home: Scene) -> None:
    """The same lines from the same messages are no change; none at all are one."""
    lines = ("Call her Mira.", "She lives in Bursa.")
    assert do(home, SetKeyInfo(lines=lines, sources=home.messages[:2])) == ()

    do(home, SetKeyInfo(lines=(), sources=()))

    assert home.knowledge.store.edges("home", ["key-info"], [Kind.STATED_IN], 9) == []
