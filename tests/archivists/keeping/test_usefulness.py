"""Whether what was shown before a reply mattered for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from archivists.keeping.archivist import Proposal
from archivists.keeping.facts import take_facts
from archivists.keeping.usefulness import judge_usefulness, learn_weights, take_verdicts
from archivists.learning.weight_fit import JudgedBlock, JudgedRow
from archivists.round_policy import RoundPolicy
from archivists.window.shown_blocks import ShownBlock
from graph.values.changes import JudgePresentation, SetWeights, Verdict
from graph.values.items import Author
from graph.values.learned_weights import LearningOutcome
from tests.archivists.building import fact, linked, read, talk_of, window_of

ASKED = "user: What can I cook for dinner on Thursday?"


def verdicts(answer: str, *shown: str, asked: str = ASKED, **near: Mapping[str, float]) -> dict[str, Verdict]:
    """What the items 0, 1, 2 … have earned."""
    return {item: change.verdict for change in judged(answer, *shown, asked=asked, **near) for item in change.items}


def judged(answer: str, *shown: str, asked: str = ASKED, **near: Mapping[str, float]) -> list[JudgePresentation]:
    """The changes of a window with one block before its last line."""
    messages = talk_of(asked, f"assistant: {answer}")
    shown_block = ShownBlock(
        block="b00000001",
        reply=messages[-1],
        before=messages[:-1],
        texts={str(number): text for number, text in enumerate(shown)},
        near_reply=near.get("reply", {}),
        near_question=near.get("question", {}),
    )
    return judge_usefulness(replace(window_of(messages), shown_blocks=(shown_block,)))


def test_each_verdict_is_one_change_with_its_reply() -> None:
    """All items of a verdict stand together, with the message that shows it."""
    shown = ("Selin: I'm allergic to hazelnuts.", "Selin: My sister Defne is a vegetarian.", "Marc: I sail on Sundays.")

    assert judged(
        "A lentil soup without hazelnuts: Defne is a vegetarian, after all, and you are allergic.", *shown
    ) == [
        JudgePresentation(
            block="b00000001",
            items=("0", "1"),
            verdict=Verdict.USEFUL,
            evidence=("m00000002",),
        ),
        JudgePresentation(block="b00000001", items=("2",), verdict=Verdict.UNUSED, evidence=("m00000002",)),
    ]


@pytest.mark.parametrize(
    ("reply", "item", "verdict"),
    [
        ("You fly on 14 July at 06:40.", "Selin: Our flight leaves at 06:40.", Verdict.USEFUL),
        ("Then Ayder it is.", "Marc: The guesthouse is in Ayder.", Verdict.USEFUL),
        ("Fındıksız bir tatlı yapalım, alerjin var.", "Selin: Fındığa alerjim var.", Verdict.USEFUL),
        ("How about dinner on Thursday?", "Selin: I always cook dinner on Thursday.", Verdict.UNUSED),
        ("I don't know.", "Selin: I'm allergic to hazelnuts.", Verdict.UNUSED),
    ],
)
def test_what_only_the_item_explains_counts(reply: str, item: str, verdict: Verdict) -> None:
    """Words of the question, and words that say nothing, do not."""
    assert verdicts(reply, item) == {"0": verdict}


def test_words_that_everything_shown_has_tell_little() -> None:
    """A name that stands in all items is explained by none of them alone."""
    shown = [f"Defne: I like {thing}." for thing in ("tea", "chess", "rain", "opera")]

    assert set(verdicts("Defne can bring a cake.", *shown).values()) == {Verdict.UNUSED}


def test_long_items_need_more() -> None:
    """Two words in common with three hundred are chance."""
    long = " ".join(f"Word{number} stone{number}." for number in range(150)) + " hazelnut Ayder"

    assert verdicts("Take a hazelnut to Ayder.", long) == {"0": Verdict.UNUSED}


@pytest.mark.parametrize(
    ("near", "question", "verdict"),
    [
        (0.6, 0.2, Verdict.USEFUL),
        (0.5, 0.3, Verdict.USEFUL),
        (0.49, 0.0, Verdict.UNUSED),
        (0.8, 0.75, Verdict.UNUSED),
    ],
)
def test_vectors_count_beyond_the_question(near: float, question: float, verdict: Verdict) -> None:
    """Near the reply, and clearly nearer than the question was."""
    item = "Selin: Nuts make me ill."

    assert verdicts("Leave out the almonds.", item, reply={"0": near}, question={"0": question}) == {"0": verdict}


def test_echoed_block_is_no_use() -> None:
    """A reply that repeats our block has used nothing."""
    item = "Selin: I'm allergic to hazelnuts."

    assert verdicts(f"<memory>\n- {item}\n</memory>\nHello!", item) == {"0": Verdict.UNUSED}


def test_nothing_shown_nothing_judged() -> None:
    """Windows without blocks have no verdicts."""
    assert judge_usefulness(window_of(talk_of(ASKED))) == []


def test_verdicts_are_on_what_was_shown() -> None:
    """What was not shown is not judged; a model's word or silence stands on the last block."""
    lines = talk_of("Nora: Hi.", "assistant: Hello.", "Nora: And?", "assistant: Well.")
    shown = tuple(
        ShownBlock(
            block=block,
            reply=reply,
            before=(before,),
            texts={"f1": "One.", "f2": "Two."},
            near_reply={},
            near_question={},
        )
        for block, before, reply in (("b1", lines[0], lines[1]), ("b2", lines[2], lines[3]))
    )
    window = replace(window_of(lines), shown_blocks=shown)
    answer = linked(
        verdicts=[
            {"id": "s1", "verdict": "harmful"},
            {"id": "s9", "verdict": "useful"},
            {"id": "f2", "verdict": "useful"},
        ],
    )(take_facts(Proposal(window=window), read(window, facts=[fact("Nora greets.", "Hi.", kind="theory")])))
    assert answer is not None

    found = take_verdicts(window, answer, RoundPolicy())

    assert found == [
        JudgePresentation(block="b1", items=("f1", "f2"), verdict=Verdict.UNUSED, evidence=("m00000002",)),
        *(
            JudgePresentation(
                block="b2",
                items=(item,),
                verdict=verdict,
                author=Author.MODEL,
                prompt_version="link.en@1",
                evidence=("m00000004",),
            )
            for item, verdict in (("f1", Verdict.HARMFUL), ("f2", Verdict.UNUSED))
        ),
    ]


NOW = datetime(2026, 3, 1, tzinfo=UTC)


def test_what_a_window_brings_is_learned_from() -> None:
    """One change with what came of it; a window without judged blocks teaches nothing."""
    window = window_of(talk_of("user: Hello."))
    judged = (JudgedBlock("b1", (JudgedRow("m1", 1, {"text": 1.0}, Verdict.USEFUL),)),)

    [change] = learn_weights(Proposal(window=replace(window, judged_blocks=judged, learns_at=NOW))).changes

    assert isinstance(change, SetWeights)
    assert (change.learned.outcome, change.learned.verdicts) == (LearningOutcome.TOO_FEW, 1)
    assert learn_weights(Proposal(window=window)).changes == ()
    assert learn_weights(Proposal(window=replace(window, learns_at=NOW))).changes == ()
