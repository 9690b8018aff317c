"""A model tells conversations that are over, and what it leaves out is told by rules."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from archivists.answers import WriteAnswer
from archivists.policy import RoundPolicy
from archivists.proposing import propose
from archivists.window import Window
from archivists.writing import Wrote, with_texts, writing_of
from graph.changes import Change, CompleteConversation, NewSummary
from graph.frame import CLOSING, OPENING
from graph.items import Author
from tests.archivists.building import talk_of, window_of

POLICY = RoundPolicy()
LINES = [f"Nora: The boat at pier {i} needs new planks before the summer." for i in range(30)]


def closing(count: int, *more: str) -> Window:
    """A conversation of so many lines that is over."""
    return window_of(talk_of(*LINES[: count - len(more)], *more), is_silent=True)


def told(window: Window, *texts: dict[str, object]) -> tuple[list[Change], list[Change]]:
    """The changes by rules, and with these texts."""
    changes = propose(window, POLICY)
    asked = writing_of(window, changes, POLICY)
    assert asked is not None
    answer = WriteAnswer.model_validate({"texts": texts})
    wrote = Wrote(asked=asked, answer=answer, prompt_version="write.en@1", calls=("k1",))
    return changes, with_texts(changes, wrote, POLICY)


def completed(changes: Sequence[Change]) -> tuple[CompleteConversation, NewSummary]:
    """The conversation that is completed, and the root of its tree."""
    [done] = [each for each in changes if isinstance(each, CompleteConversation)]
    return done, next(each for each in changes if isinstance(each, NewSummary) and each.ref == done.summary)


@pytest.mark.parametrize(("count", "is_asked"), [(9, False), (10, True), (11, True)])
def test_short_conversations_are_left_to_the_rules(count: int, is_asked: bool) -> None:
    """Below ten messages a call costs more than it tells."""
    window = closing(count)

    assert (writing_of(window, propose(window, POLICY), POLICY) is not None) is is_asked


def test_what_goes_on_is_not_asked_about() -> None:
    """An active conversation has summaries by rules."""
    window = window_of(talk_of(*LINES))

    assert writing_of(window, propose(window, POLICY), POLICY) is None


def test_text_title_and_topics_are_the_models() -> None:
    """Root and conversation are told anew under the prompt's version; a title has at most seven words."""
    title = "One two three four five six seven eight"
    topics = ["boats", "boats", "piers", "planks", "summer", "wood", "tar"]

    changes, written = told(closing(12), {"n": 1, "text": "Nora repairs boats.", "title": title, "topics": topics})

    done, root = completed(written)
    assert (done.title, done.topics) == (
        "One two three four five six seven",
        ("boats", "piers", "planks", "summer", "wood"),
    )
    assert (root.body, root.members) == ("Nora repairs boats.", completed(changes)[1].members)
    assert {(each.author, each.prompt_version) for each in (done, root)} == {(Author.MODEL, "write.en@1")}
    assert [each for each in written if each not in (done, root)] == [
        each for each in changes if each not in completed(changes)
    ]


@pytest.mark.parametrize(
    "text",
    [
        {"n": 1, "text": "", "title": ""},
        {"n": 1, "text": "Nora repairs boats.", "title": ""},
        {"n": 1, "text": "Nora repairs boats. " * 100, "title": "Boats"},
        {"n": 7, "text": "Nora repairs boats.", "title": "Boats"},
    ],
)
def test_what_cannot_be_taken_stays_as_rules_wrote_it(text: dict[str, object]) -> None:
    """Nothing, too much or the text of something else changes nothing."""
    changes, written = told(closing(12), text)

    assert written == changes


def test_blocks_of_ours_are_not_told() -> None:
    """What a chat hands back of a block is no part of the conversation."""
    window = closing(12, f"Nora: {OPENING}- Nora keeps bees.\n{CLOSING}Thanks.")

    asked = writing_of(window, propose(window, POLICY), POLICY)

    assert asked is not None
    assert "bees" not in asked.writing.call().prompt


def test_long_conversations_are_told_from_their_summaries() -> None:
    """The root of a tree of two levels is made of what it holds."""
    window = closing(30)

    changes = propose(window, POLICY)

    asked = writing_of(window, changes, POLICY)
    assert asked is not None
    [text] = asked.writing.texts
    assert [source.id for source in text.sources] == list(completed(changes)[1].members)
