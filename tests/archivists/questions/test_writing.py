"""A model tells conversations that are over, and what it leaves out is told by rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from archivists.models.asking import Heard
from archivists.questions.answers import WriteAnswer
from archivists.questions.tasks import TextKind
from archivists.questions.writing import again, keep_told, with_texts, writing_of
from archivists.round_policy import RoundPolicy
from archivists.rounds.proposing import propose
from archivists.window.stale import Stale
from archivists.window.window import Window
from graph.text.block_wrapper import CLOSING, opened
from graph.values.changes import (
    Change,
    CompleteConversation,
    EntityText,
    NewFact,
    NewSummary,
    ReplaceSummary,
    SupersedeFact,
)
from graph.values.items import Author, ConversationStatus, Entity, Fact, Summary
from languages.english.phrases import PHRASES
from tests.archivists.building import START, conversation_of, entity, talk_of, window_of

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
    wrote = Heard(task=asked, answer=answer, prompt_version="write.en@1", calls=("k1",))
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


def test_what_goes_on_is_told_after_what_is_over() -> None:
    """Summaries inside an active conversation are texts of the last rank."""
    window = window_of(talk_of(*LINES))
    changes = propose(window, POLICY)

    asked = writing_of(window, changes, POLICY)

    assert asked is not None
    assert [text.kind for text in asked.texts] == [TextKind.SUMMARY, TextKind.SUMMARY]
    assert [source.id for source in asked.texts[0].sources] == [f"m{n:08}" for n in range(1, 11)]


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
        {"n": 1, "text": "Nora repairs boats.", "title": ""},
        {"n": 1, "text": "Nora repairs boats. " * 100, "title": "Boats"},
        {"n": 7, "text": "Nora repairs boats.", "title": "Boats"},
    ],
)
def test_what_cannot_be_taken_stays_as_rules_wrote_it(text: dict[str, object]) -> None:
    """No title, too much or the text of something else changes nothing."""
    changes, written = told(closing(12), text)

    assert written == changes


NOTHING = {"n": 1, "text": "", "title": ""}


def test_nothing_happened_is_a_text_too() -> None:
    """The summary says nothing, under the model's name; the conversation keeps the title that rules gave."""
    changes, written = told(closing(12), NOTHING)

    done, root = completed(written)
    assert (root.body, root.author) == ("", Author.MODEL)
    assert done == completed(changes)[0]


def test_something_happened_where_a_fact_was_stated() -> None:
    """Nothing is no text of messages that a fact of this round comes from, nor of summaries that say something."""
    window = closing(12, "Nora: I live in Bergen and work as a nurse.")
    assert any(isinstance(each, NewFact) for each in propose(window, POLICY))
    for each in (window, closing(30)):
        changes, written = told(each, NOTHING)
        assert written == changes


def stored(number: int, *, level: int = 1, conversation: str | None = None) -> Summary:
    """A summary of ten messages by rules."""
    return Summary(
        id=f"s{number}", level=level, body=f"Nora: Pier {number} is cold.", conversation=conversation or f"c9{number}",
        first_at=START, last_at=START + timedelta(days=number), first_position=number, last_position=number,
        message_count=10, participants=("Nora",),
    )  # fmt: skip


def test_what_stands_above_conversations_is_told_too() -> None:
    """From the summaries that it holds, for those who took part in all of them."""
    window = replace(closing(9), shared_tops=tuple(stored(number) for number in range(1, 9)))

    changes, written = told(window, {"n": 1, "text": "Nora went from pier to pier."})

    [above] = [each for each in written if isinstance(each, NewSummary) and each.conversation is None]
    asked = writing_of(window, changes, POLICY)
    assert asked is not None
    [text] = asked.texts
    assert (text.kind, text.subject, text.may_be_empty) == (TextKind.SUMMARY, "Nora", False)
    assert [(each.id, each.text, each.at) for each in text.sources] == [
        (f"s{n}", f"Nora: Pier {n} is cold.", START + timedelta(days=n)) for n in range(1, 9)
    ]
    assert (above.body, above.author) == ("Nora went from pier to pier.", Author.MODEL)


def over(summary: Summary) -> Stale:
    """The summary of a conversation that is over."""
    lines = talk_of(*LINES[:10])
    conversation = replace(
        conversation_of(lines), id=str(summary.conversation), status=ConversationStatus.COMPLETE, title="Piers",
        topics=("piers",), summary=summary.id,
    )  # fmt: skip
    return Stale(summary=summary, members=lines, conversation=conversation)


def test_stale_conversation_gets_its_title_anew() -> None:
    """Its summary, title and topics are one text, whether rules tell it or a model does."""
    window = replace(window_of(talk_of("Nora: Well.")), stale=(over(stored(1)),))

    changes, written = told(window, {"n": 1, "text": "Nora repairs boats.", "title": "Old boats", "topics": ["boats"]})

    by_rules = [each for each in changes if isinstance(each, ReplaceSummary | CompleteConversation)]
    by_model = [each for each in written if isinstance(each, ReplaceSummary | CompleteConversation)]
    assert isinstance(by_rules[1], CompleteConversation) and by_rules[1].title.startswith("Nora: ")
    assert by_model == [
        replace(by_rules[0], body="Nora repairs boats.", author=Author.MODEL, prompt_version="write.en@1"),
        replace(by_rules[1], title="Old boats", topics=("boats",), author=Author.MODEL, prompt_version="write.en@1"),
    ]


def test_what_earlier_calls_had_no_room_for_fills_a_call() -> None:
    """It stands behind all that is new, changes nothing where no text came, and is no reason for a call."""
    nora = replace(entity("Nora"), brief="Nora: I sail.")
    window = replace(
        closing(10), untold=(over(stored(1)), over(stored(2))), entities=(nora,),
        told={nora.id: tuple(known(n) for n in range(4))},
    )  # fmt: skip
    changes = propose(window, POLICY)
    texts = [*changes, *again(window, changes, POLICY)]

    asked = writing_of(window, texts, POLICY)

    assert asked is not None
    assert [text.kind for text in asked.texts] == [TextKind.CONVERSATION] * 3 + [TextKind.BRIEF]
    answer = WriteAnswer.model_validate({"texts": [{"n": 3, "text": "Nora waits.", "title": "A wait"}]})
    written = with_texts(texts, Heard(task=asked, answer=answer, prompt_version="1"), POLICY)
    assert written[: len(changes)] == changes
    assert [(type(each), each.author) for each in written[len(changes) :]] == [
        (ReplaceSummary, Author.MODEL),
        (CompleteConversation, Author.MODEL),
    ]
    alone = replace(window, messages=(), talks=())
    assert writing_of(alone, again(alone, (), POLICY), POLICY) is None


def test_blocks_of_ours_are_not_told() -> None:
    """What a chat hands back of a block is no part of the conversation."""
    window = closing(12, f"Nora: {opened(PHRASES)}- Nora keeps bees.\n{CLOSING}Thanks.")

    asked = writing_of(window, propose(window, POLICY), POLICY)

    assert asked is not None
    assert "bees" not in asked.call().prompt


def test_long_conversations_are_told_from_their_summaries() -> None:
    """The root of a tree of two levels is made of what it holds."""
    window = closing(30)

    changes = propose(window, POLICY)

    asked = writing_of(window, changes, POLICY)
    assert asked is not None
    text = asked.texts[0]
    assert text.kind is TextKind.CONVERSATION
    assert [source.id for source in text.sources] == list(completed(changes)[1].members)


def known(number: int, *, born: timedelta = timedelta(0)) -> Fact:
    """A fact about Nora."""
    at = START + born
    return Fact(id=f"f{number}", body=f"Nora repairs boat {number}.", created_at=at, updated_at=at, valid_from=START)


def meeting(nora: Entity, *facts: Fact) -> Window:
    """A window of one line about Nora, of whom this is known."""
    return replace(window_of(talk_of("Nora: Well."), entities=(nora,)), told={nora.id: facts})


NORA = replace(entity("Nora"), brief="Nora sails.", is_stale=True)


@pytest.mark.parametrize(("count", "is_asked"), [(3, False), (4, True)])
def test_who_is_known_well_is_told_from_all_that_holds(count: int, is_asked: bool) -> None:
    """Of few facts a brief says no more than they do; what a change takes away is no source."""
    window = meeting(NORA, *(known(n) for n in range(count + 1)))
    gone = SupersedeFact(fact="f0", by="f1", reason="it changed")
    text = EntityText(entity=NORA.id, brief="Nora repairs boats.", brief_covers=("f1",))

    asked = writing_of(window, [gone, text], POLICY)

    assert (asked is not None) is is_asked
    if asked is not None:
        [due] = asked.texts
        assert (due.kind, due.subject, due.now) == (TextKind.BRIEF, "Nora", "Nora sails.")
        assert [source.id for source in due.sources] == ["f1", "f2", "f3", "f4"]
        answer = WriteAnswer.model_validate({"texts": [{"n": 1, "text": "Nora mends boats.", "covers": [1, 4, 9]}]})
        wrote = Heard(task=asked, answer=answer, prompt_version="write.en@1")
        assert with_texts([gone, text], wrote, POLICY)[1] == replace(
            text,
            brief="Nora mends boats.",
            brief_covers=("f1", "f4"),
            author=Author.MODEL,
            prompt_version="write.en@1",
        )


@pytest.mark.parametrize(
    ("later", "is_stale", "is_gone", "is_kept"),
    [(2, False, False, True), (3, False, False, False), (0, True, False, False), (0, False, True, False)],
)
def test_models_text_stays_until_it_is_wrong_or_much_is_new(
    later: int, is_stale: bool, is_gone: bool, is_kept: bool
) -> None:
    """Rules do not quote over it for one new fact."""
    nora = replace(NORA, is_stale=is_stale, author=Author.MODEL)
    new = [known(n + 10, born=timedelta(days=1)) for n in range(later)]
    window = meeting(nora, *(known(n) for n in range(4)), *new)
    changes: list[Change] = [EntityText(entity=nora.id, brief="Quotes.")]
    if is_gone:
        changes.append(SupersedeFact(fact="f0", by="f1", reason="it changed"))

    assert (changes[0] not in keep_told(window, changes, POLICY)) is is_kept


def test_stale_summary_is_told_with_what_holds_no_longer() -> None:
    """The model hears how it reads today and what has changed; its text takes the place of the rules'."""
    lines = talk_of(*LINES[:3])
    summary = Summary(
        id="s1", level=1, body="Old.", conversation="c00000001", first_at=START, last_at=START, first_position=0,
        last_position=1, message_count=3, participants=("Nora",), is_stale=True,
    )  # fmt: skip
    window = replace(window_of(lines), stale=(Stale(summary=summary, members=lines, gone=(known(1),)),))
    change = ReplaceSummary(summary="s1", body="By rules.")

    asked = writing_of(window, [change], POLICY)

    assert asked is not None
    [text] = asked.texts
    assert (text.kind, text.now, text.gone) == (TextKind.SUMMARY, "Old.", ["Nora repairs boat 1."])
    answer = WriteAnswer.model_validate({"texts": [{"n": 1, "text": "New."}]})
    told = with_texts([change], Heard(task=asked, answer=answer, prompt_version="1"), POLICY)
    assert told == [replace(change, body="New.", author=Author.MODEL, prompt_version="1")]


def test_no_more_texts_than_fit_into_one_answer() -> None:
    """What is over comes first, and the rest stays as rules wrote it."""
    policy = replace(POLICY, write_texts_max=2)
    window = closing(30)

    asked = writing_of(window, propose(window, policy), policy)

    assert asked is not None
    assert [text.kind for text in asked.texts] == [TextKind.CONVERSATION, TextKind.SUMMARY]
