"""A model rewrites what rules have quoted, and what it leaves out stays quoted."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from archivists.keeping.archivist import Proposal
from archivists.keeping.rewriting import rewrite
from archivists.models.asking import Exchange
from archivists.questions.write import TextKind, WriteAnswer, WriteQuestion
from archivists.round_policy import RoundPolicy
from archivists.window.stale_summaries import SummaryToRewrite
from archivists.window.window import Window
from graph.values.changes import (
    Change,
    CloseQuestion,
    CompleteConversation,
    EntityText,
    NewSummary,
    ReplaceSummary,
    SetKeyInfo,
    SupersedeFact,
)
from graph.values.items import Author, FactKind, FactStatus, KeyInfo, Summary
from tests.archivists.building import START, entity, talk_of, window_of
from tests.archivists.rewriting_windows import (
    LINES,
    closing,
    completed,
    known,
    meeting,
    over,
    proposed,
    question_of,
    stored,
)

POLICY = RoundPolicy()


def rewritten(window: Window, *texts: dict[str, object]) -> tuple[list[Change], list[Change]]:
    """The changes by rules, and with these texts."""
    proposal = proposed(window)
    asked = question_of(proposal)
    assert asked is not None
    return list(proposal.changes), written_by(proposal, asked, *texts)


def written_by(proposal: Proposal, asked: WriteQuestion, *texts: dict[str, object]) -> list[Change]:
    """The changes with these texts."""
    answer = WriteAnswer.model_validate({"texts": texts})
    writing = Exchange(question=asked, answer=answer, prompt_version="write.en@1", calls=("k1",))
    return list(rewrite(proposal, writing, POLICY).changes)


def test_text_title_and_topics_are_the_models() -> None:
    """Root and conversation are told anew under the prompt's version; a title has at most seven words."""
    title = "One two three four five six seven eight"
    topics = ["boats", "boats", "piers", "planks", "summer", "wood", "tar"]

    changes, written = rewritten(closing(12), {"n": 1, "text": "Nora repairs boats.", "title": title, "topics": topics})

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
    changes, written = rewritten(closing(12), text)

    assert written == changes


NOTHING = {"n": 1, "text": "", "title": ""}


def test_nothing_happened_is_a_text_too() -> None:
    """The summary says nothing, under the model's name; the conversation keeps the title that it had."""
    changes, written = rewritten(closing(12), NOTHING)

    done, root = completed(written)
    assert (root.body, root.author) == ("", Author.MODEL)
    assert done == completed(changes)[0]


def test_what_stands_above_conversations_is_told_too() -> None:
    """From the summaries that it holds, for those who took part in all of them."""
    window = replace(closing(3), shared_tops=tuple(stored(number) for number in range(1, 9)))

    _, written = rewritten(window, {"n": 1, "text": "Nora went from pier to pier."})

    [above] = [each for each in written if isinstance(each, NewSummary) and each.conversation is None]
    asked = question_of(proposed(window))
    assert asked is not None
    [text] = asked.texts
    assert (text.kind, text.subject, text.may_be_empty) == (TextKind.SUMMARY, "Nora", False)
    assert [(each.id, each.text, each.at) for each in text.sources] == [
        (f"s{n}", f"Nora: Pier {n} is cold.", START + timedelta(days=n)) for n in range(1, 9)
    ]
    assert (above.body, above.author) == ("Nora went from pier to pier.", Author.MODEL)


def test_stale_conversation_gets_its_title_anew() -> None:
    """Its summary, title and topics are one text, whether it is quoted or a model tells it."""
    window = replace(window_of(talk_of("Nora: Well.")), stale_summaries=(over(stored(1)),))

    changes, written = rewritten(
        window, {"n": 1, "text": "Nora repairs boats.", "title": "Old boats", "topics": ["boats"]}
    )

    quoted = [each for each in changes if isinstance(each, ReplaceSummary | CompleteConversation)]
    by_model = [each for each in written if isinstance(each, ReplaceSummary | CompleteConversation)]
    assert isinstance(quoted[1], CompleteConversation) and quoted[1].title
    assert by_model == [
        replace(quoted[0], body="Nora repairs boats.", author=Author.MODEL, prompt_version="write.en@1"),
        replace(quoted[1], title="Old boats", topics=("boats",), author=Author.MODEL, prompt_version="write.en@1"),
    ]


def test_what_earlier_calls_had_no_room_for_fills_a_call() -> None:
    """It stands behind all that is new, changes nothing where no text came, and is no reason for a call."""
    nora = replace(entity("Nora"), brief="Nora: I sail.")
    window = replace(
        closing(10), quoted_summaries=(over(stored(1)), over(stored(2))), entities=(nora,),
        facts_about={nora.id: tuple(known(n) for n in range(4))},
    )  # fmt: skip
    proposal = proposed(window)

    asked = question_of(proposal)

    assert asked is not None
    assert [text.kind for text in asked.texts] == [TextKind.CONVERSATION] * 3 + [TextKind.BRIEF]
    count = len(proposal.changes)
    written = written_by(proposal, asked, {"n": 3, "text": asked.texts[2].sources[0].text, "title": "A wait"})
    assert written[:count] == list(proposal.changes)
    assert [(type(each), each.author) for each in written[count:]] == [
        (ReplaceSummary, Author.MODEL),
        (CompleteConversation, Author.MODEL),
    ]
    alone = replace(window, messages=(), conversations=())
    assert question_of(Proposal(window=alone)) is None


NORA = replace(entity("Nora"), brief="Nora sails.", is_stale=True)


@pytest.mark.parametrize(("count", "is_asked"), [(3, False), (4, True)])
def test_who_is_known_well_is_told_from_all_that_holds(count: int, is_asked: bool) -> None:
    """Of few facts a brief says no more than they do; what a change takes away is no source."""
    told = replace(NORA, author=Author.MODEL)
    window = meeting(told, *(known(n) for n in range(count + 1)))
    gone = SupersedeFact(fact="f0", by="f1", reason="it changed")
    text = EntityText(entity=NORA.id, brief="Nora repairs boats.", brief_covers=("f1",))

    proposal = Proposal(window=window, changes=(gone, text))

    asked = question_of(proposal)

    assert (asked is not None) is is_asked
    if asked is not None:
        [due] = asked.texts
        assert (due.kind, due.subject, due.now) == (TextKind.BRIEF, "Nora", "Nora sails.")
        assert [source.id for source in due.sources] == ["f1", "f2", "f3", "f4"]
        written = written_by(proposal, asked, {"n": 1, "text": "Nora mends boats.", "covers": [1, 4, 9]})
        assert written[1] == replace(
            text,
            brief="Nora mends boats.",
            brief_covers=("f1", "f4"),
            author=Author.MODEL,
            prompt_version="write.en@1",
        )


@pytest.mark.parametrize(("author", "now"), [(Author.MODEL, "Old."), (Author.RULES, None)])
def test_stale_summary_is_told_with_what_holds_no_longer(author: Author, now: str | None) -> None:
    """The model hears what has changed, and how it has written it before; rules quote what it is made of."""
    lines = talk_of(*LINES[:3])
    summary = Summary(
        id="s1", level=1, body="Old.", conversation="c00000001", first_at=START, last_at=START, first_position=0,
        last_position=1, message_count=3, participants=("Nora",), is_stale=True, author=author,
    )  # fmt: skip
    replaced = replace(known(1), status=FactStatus.SUPERSEDED)
    window = replace(
        window_of(lines), stale_summaries=(SummaryToRewrite(summary=summary, members=lines, stated=(replaced,)),)
    )
    change = ReplaceSummary(summary="s1", body="By rules.")

    proposal = Proposal(window=window, changes=(change,))

    asked = question_of(proposal)

    assert asked is not None
    [text] = asked.texts
    assert (text.kind, text.now, text.gone) == (TextKind.SUMMARY, now, ["Nora repairs boat 1."])
    assert written_by(proposal, asked, {"n": 1, "text": "New."}) == [
        replace(change, body="New.", author=Author.MODEL, prompt_version="write.en@1")
    ]


def test_stale_summary_is_told_what_this_round_ends() -> None:
    """Facts that it replaces or whose last day has passed, and key info that it takes back, if its messages said it."""
    lines = talk_of(*LINES[:3])
    summary = stored(1)
    passed, replaced, holding = replace(known(1), valid_to=START - timedelta(days=1)), known(2), known(3)
    told = SummaryToRewrite(summary=summary, members=lines[:2], stated=(passed, replaced, holding))
    key_info = KeyInfo(lines=("No emoji.", "No nuts.", known(2).body), sources=(lines[0].id,) * 3, updated_at=START)
    window = replace(window_of(lines, key_info=key_info), stale_summaries=(told,))
    changes = (
        SupersedeFact(fact=replaced.id, by="new:1", reason="it changed"),
        ReplaceSummary(summary=summary.id, body="By rules."),
        SetKeyInfo(lines=("No nuts.",), sources=(lines[0].id,), gone=("No emoji.", known(2).body)),
    )

    asked = question_of(Proposal(window=window, changes=changes))

    assert asked is not None
    assert asked.texts[0].gone == [passed.body, replaced.body, "No emoji."]
    elsewhere = replace(window, stale_summaries=(replace(told, members=lines[1:]),))
    asked = question_of(Proposal(window=elsewhere, changes=changes))
    assert asked is not None and "No emoji." not in asked.texts[0].gone


def test_theory_is_told_as_one() -> None:
    """With its confidence, as a model that reads sees it."""
    sails = replace(known(5), kind=FactKind.THEORY, confidence=0.7)
    text = EntityText(entity=NORA.id, brief="Nora repairs boats.")

    asked = question_of(Proposal(window=meeting(NORA, *map(known, range(3)), sails), changes=(text,)))

    assert asked is not None
    assert [source.kind for source in asked.texts[0].sources] == ["", "", "", "theory 0.7"]
    assert "theory 0.7: Nora repairs boat 5." in asked.call().prompt


def test_what_is_told_of_somebody_stands_in_the_order_in_which_it_was_said() -> None:
    """A trip in June that is called off in May is older than the news; what is settled by now is no source."""
    trip = replace(known(1), valid_from=START + timedelta(days=60))
    news = [known(n, born=timedelta(days=n)) for n in (2, 3, 4)]
    asks = replace(known(5), kind=FactKind.QUESTION)
    window = meeting(NORA, *news, trip, asks)
    text = EntityText(entity=NORA.id, brief="Nora repairs boats.")
    answered = CloseQuestion(question="f5", reason="it is known", evidence=("m00000001",))

    asked = question_of(Proposal(window=window, changes=(answered, text)))

    assert asked is not None
    assert [(source.id, source.at) for source in asked.texts[0].sources] == [
        ("f1", START),
        *((fact.id, fact.created_at) for fact in news),
    ]
