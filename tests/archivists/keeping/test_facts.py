"""What a model has read becomes facts, and ends known ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from archivists.keeping.facts import invented_facts, take_facts
from archivists.questions.read import Reading
from archivists.window.shown_blocks import ShownBlock
from archivists.window.window import Window
from graph.values.changes import Change, DisputeFacts, NewFact, RestateFact, ReviseFact, SupersedeFact
from graph.values.items import Author, Fact, Role
from tests.archivists.building import START, TALK, entity, fact, read, stored, talk_of, window_of

DAY = timedelta(days=1)
BOATS = ("Nora: My boat is red, and it sails well.", "Ola: Fine!", "Nora: So it is.")


def taken(window: Window, answer: Reading) -> Sequence[Change]:
    """What becomes of an answer where no entity is new."""
    return take_facts(window, answer, [], invented=invented_facts(answer).keys())


def stated(facts: Iterable[Change]) -> list[str]:
    """What new facts say."""
    return [each.body for each in facts if isinstance(each, NewFact)]


def test_fact_has_its_provenance_from_the_window() -> None:
    """Messages, speaker's role, author and prompt version are filled in, and names are those of known entities."""
    window = window_of(talk_of(*TALK), entities=[entity("Nora Lund", aliases=["Nora"])])
    answer = read(window, facts=[fact("Nora lives in Bergen.", 1, 1, about=["nora"], since="2025-05-02", importance=7)])

    assert taken(window, answer) == [
        NewFact(
            ref="new:read-1",
            body="Nora lives in Bergen.",
            importance=7,
            about=("Nora Lund",),
            sources=("m00000001",),
            valid_from=datetime(2025, 5, 2, tzinfo=UTC),
            author=Author.MODEL,
            prompt_version="read.en@1",
        )
    ]


@pytest.mark.parametrize("sources", [[2], [0], [4], [99], [-1], [2, 99]])
def test_fact_without_a_speaker_is_dropped(sources: list[int]) -> None:
    """An assistant's line or a number that was not there is no source."""  # ACCEPTANCE 3.12
    window = window_of(talk_of(*TALK))

    assert taken(window, read(window, facts=[fact("Nora is a pilot.", *sources)])) == []


def test_what_was_read_before_is_no_source() -> None:
    """Lines of earlier windows are context: what they say was noted then."""
    lines = talk_of(*TALK)
    window = replace(window_of(lines[2:]), context=lines[:2])
    answer = read(window, facts=[fact("Nora lives in Bergen.", 1), fact("Nora's Pixel hates the ferry.", 1, 3)])

    assert [(each.body, each.sources) for each in taken(window, answer)] == [
        ("Nora's Pixel hates the ferry.", ("m00000003",))
    ]


def test_known_facts_are_not_stated_again() -> None:
    """What is stored, was repeated by an assistant or stands in the answer twice is new once at most."""
    lines = talk_of(TALK[0], "Lydia: Pixel is a cat.", TALK[2])
    lines = (lines[0], replace(lines[1], role=Role.ASSISTANT), lines[2])
    shown = ShownBlock(
        block="b1",
        reply=lines[1],
        before=lines[:1],
        texts={"f7": "Pixel is a cat."},
        near_reply={},
        near_question={},
    )
    window = replace(window_of(lines, facts=[stored("f1", "Nora lives in Bergen.")]), shown_blocks=(shown,))
    texts = ("Nora lives in Bergen.", "Pixel hates the ferry.", "Pixel hates the ferry!")
    echo = fact("Pixel is a cat.", 2)

    found = taken(window, read(window, facts=[*(fact(text, 1, 3) for text in texts), echo]))

    assert stated(found) == ["Pixel hates the ferry."]
    assert [(each.fact, each.sources) for each in found if isinstance(each, RestateFact)] == [
        ("f1", ("m00000001", "m00000003"))
    ]


def test_no_note_is_left_out_for_its_number() -> None:
    """A question that was thrown away could never be closed."""  # ACCEPTANCE 3.12
    window = window_of(talk_of(*BOATS), facts=[stored("f1", "Nora's boat is green.")])
    facts = [
        fact("Who steers the boat?", 1, kind="question", importance=1),
        fact("Nora wants a bigger boat.", 1, kind="objective", importance=2),
        fact("Nora has a boat.", 1, importance=6),
        *(fact(f"The boat is {trait}.", 1, importance=2) for trait in ("old", "wooden", "long", "red", "fast")),
    ]

    assert stated(taken(window, read(window, facts=facts))) == [str(each["text"]) for each in facts]


def replaced(window: Window, *facts: dict[str, object]) -> list[SupersedeFact | DisputeFacts | ReviseFact]:
    """What becomes of known facts with this answer."""
    found = taken(window, read(window, facts=list(facts)))
    return [each for each in found if isinstance(each, SupersedeFact | DisputeFacts | ReviseFact)]


HOME = Fact(id="f1", body="Nora lives in Oslo.", created_at=START - 9 * DAY, updated_at=START)


def test_what_is_replaced_ends_when_the_new_began() -> None:
    """The old fact is superseded by the new one, with the messages that did it."""
    window = window_of(talk_of(*TALK), facts=[HOME])

    [change] = replaced(window, fact("Nora lives in Bergen.", 1, since="2025-05-02", replaces=["f1", "f9", "x"]))

    assert change == SupersedeFact(
        fact="f1",
        by="new:read-1",
        reason="it changed",
        valid_to=datetime(2025, 5, 2, tzinfo=UTC),
        author=Author.MODEL,
        prompt_version="read.en@1",
        evidence=("m00000001",),
    )


@pytest.mark.parametrize(
    ("of_first", "of_second", "ended"),
    [([], ["n1"], {1: 2}), (["n2"], [], {}), (["n2"], ["n1"], {1: 2}), ([], ["n2", "n3", "n0", "n"], {})],
)
def test_one_fact_of_an_answer_replaces_an_earlier_one(
    of_first: list[str], of_second: list[str], ended: dict[int, int]
) -> None:
    """Months of an import are read at once: of two homes the later one is left, and neither ends itself."""
    window = window_of(talk_of("Nora: I live in Oslo.", "Nora: I moved to Bergen."))
    answer = read(
        window,
        facts=[
            fact("Nora lives in Oslo.", 1, importance=7, replaces=of_first),
            fact("Nora lives in Bergen.", 2, importance=7, replaces=of_second),
        ],
    )

    found = [each for each in taken(window, answer) if isinstance(each, SupersedeFact)]

    assert {(each.fact, each.by) for each in found} == {
        (f"new:read-{old}", f"new:read-{later}") for old, later in ended.items()
    }


def test_two_known_facts_do_not_replace_each_other() -> None:
    """An answer that says so is believed once: a circle would end both."""
    there = replace(HOME, id="f2", body="Nora lives in Bergen.")
    window = window_of(talk_of("Nora: I live in Oslo.", "Nora: I live in Bergen."), facts=[HOME, there])

    changes = replaced(window, fact(HOME.body, 1, replaces=["f2"]), fact(there.body, 2, replaces=["f1"]))

    assert [(each.fact, each.by) for each in changes if isinstance(each, SupersedeFact)] == [("f2", "f1")]


def test_what_is_announced_ends_what_is_so_on_its_day() -> None:
    """Another plan ends at once; what is so today holds until the day before, and that day is known."""
    trip = replace(HOME, id="f2", body="Nora flies to Rome in June.", valid_from=START + 30 * DAY)
    window = window_of(talk_of(*TALK), facts=[HOME, trip])
    plan = fact("Nora moves to Rome in July.", 1, since="2025-07-01", replaces=["f1", "f2"])

    ends, called_off = replaced(window, plan)

    assert isinstance(called_off, SupersedeFact)
    assert called_off.fact == "f2"
    assert ends == ReviseFact(
        fact="f1",
        valid_to=datetime(2025, 6, 30, tzinfo=UTC),
        author=Author.MODEL,
        prompt_version="read.en@1",
        evidence=("m00000001",),
    )


def test_a_wish_ends_nothing() -> None:
    """Who wants to live elsewhere still lives here, whatever a model says that it replaces."""
    window = window_of(talk_of(*TALK), facts=[HOME])

    assert replaced(window, fact("Nora wants to move to Bergen.", 1, kind="objective", replaces=["f1"])) == []


@pytest.mark.parametrize("is_known", [True, False])
def test_a_name_that_notes_tell_is_no_invention(is_known: bool) -> None:
    """ "At work" is at Brightwave, if what the model was told says so."""
    works = replace(HOME, body="Nora works at Brightwave.")
    window = window_of(talk_of("Nora: My goodbye party at work is on Friday."), facts=[works] if is_known else [])
    answer = read(window, facts=[fact("Nora's goodbye party at Brightwave is on 9 May 2025.", 1)])

    assert (invented_facts(answer) == {}) is is_known


def test_nobodys_word_replaces_the_users() -> None:
    """What a named character says of the user is disputed with it."""
    lines = talk_of("Nora: Hm.", "Lydia: Nora lives in Bergen.")
    window = window_of((lines[0], replace(lines[1], role=Role.ASSISTANT)), facts=[HOME])

    [change] = replaced(window, fact("Nora lives in Bergen.", 2, replaces=["f1"]))

    assert isinstance(change, DisputeFacts)
    assert (change.a, change.b) == ("f1", "new:read-1")


def test_who_moves_back_lives_there_again() -> None:
    """Neither a past fact that was shown nor a known one that never ended keeps the change out."""
    lines = talk_of("Nora: We are back in Oslo!", "assistant: Welcome!")
    block = ShownBlock(
        block="b1",
        reply=lines[1],
        before=lines[:1],
        texts={"f1": HOME.body},
        near_reply={},
        near_question={},
        past=frozenset({"f1"}),
    )
    there = replace(HOME, id="f2", body="Nora lives in Bergen.")
    shown = replace(window_of(lines, facts=[there]), shown_blocks=(block,))
    known = window_of(lines, facts=[HOME, there])
    again = fact("Nora lives in Oslo.", 1, replaces=["f2"])

    [change] = replaced(known, again)

    assert stated(taken(shown, read(shown, facts=[fact("Nora lives in Oslo.", 1)]))) == [HOME.body]
    assert isinstance(change, SupersedeFact)
    assert (change.fact, change.by) == ("f2", "f1")


def test_parts_and_evidence_of_one_answer() -> None:
    """An objective belongs to another one of the answer, a theory rests on its facts, each behind what it names."""
    window = window_of(talk_of(*TALK))
    answer = read(
        window,
        facts=[
            fact("Nora wants to book a ferry.", 2, 3, kind="objective", part_of="n3"),
            fact("Nora fears cats.", 1, kind="theory", confidence=0.4, evidence=["n4", "n9", "n2"]),
            fact("Nora wants to see Stavanger.", 3, kind="objective", part_of="n1"),
            fact("Pixel hates the ferry.", 3),
        ],
    )

    found = [each for each in taken(window, answer) if isinstance(each, NewFact)]

    assert [each.ref for each in found] == ["new:read-3", "new:read-1", "new:read-4", "new:read-2"]
    assert [each.part_of for each in found] == [None, "new:read-3", None, None]
    assert found[3].supported_by == ("new:read-4",)


def test_what_does_not_stand_in_its_message_is_dropped() -> None:
    """A danger drawn from a message about a cat; a theory may say what nobody said, and nothing leans on what went."""
    window = window_of(talk_of("Nora: My cat sleeps all day.", "Ola: Mine too."))
    answer = read(
        window,
        facts=[
            fact("Nora is deadly allergic to peanuts.", 1, importance=9),
            fact("Nora has a cat that sleeps all day.", 1, importance=6),
            fact("Nora works at night.", 1, kind="theory", confidence=0.2, evidence=["n1", "n2"]),
        ],
    )

    found = [each for each in taken(window, answer) if isinstance(each, NewFact)]

    assert [(each.body, each.supported_by) for each in found] == [
        ("Nora has a cat that sleeps all day.", ()),
        ("Nora works at night.", ("new:read-2",)),
    ]
    assert invented_facts(answer) == {"new:read-1": "other words: deadly, allergic, peanuts"}


def test_a_message_that_does_not_exist_is_a_reason() -> None:
    """What cites only numbers that were not there is counted as every other invention, a theory too."""
    answer = read(
        window_of(talk_of("Nora: I keep bees.")),
        facts=[fact("Nora keeps bees.", 7, 8), fact("Nora likes honey.", 0, kind="theory"), fact("Bees!", 1, 9)],
    )

    assert invented_facts(answer) == {"new:read-1": "no such message: 7, 8", "new:read-2": "no such message: 0"}


def test_a_statement_is_of_those_whose_messages_say_it() -> None:
    """A named character's word is not the user's, unless a message of the user says it too."""
    lines = talk_of("Nora: I like it.", "Lydia: I live in Whiterun.")
    lines = (lines[0], replace(lines[1], role=Role.ASSISTANT))
    window = window_of(lines)
    answer = read(
        window,
        facts=[
            fact("Lydia lives in Whiterun.", 2),
            fact("Nora likes it.", 1, importance=6),
            fact("Nora likes Whiterun.", 2, 1),
        ],
    )

    found = taken(window, answer)

    assert [each.stated_by for each in found if isinstance(each, NewFact)] == [Role.ASSISTANT, Role.USER, Role.USER]
