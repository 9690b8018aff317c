"""Statements worth knowing."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from archivists.keeping.facts import find_facts
from archivists.round_policy import RoundPolicy
from archivists.statements.written_names import names_of
from archivists.window.window import Window
from graph.values.changes import NewFact, RestateFact
from graph.values.items import Clock, Fact, FactKind, Role
from tests.archivists.building import START, entity, names_in, talk_of, window_of

POLICY = RoundPolicy()


def facts_of(window: Window, policy: RoundPolicy = POLICY) -> list[NewFact]:
    """The facts of a window whose entities are known."""
    return [change for change in find_facts(window, names_in(window), policy) if isinstance(change, NewFact)]


def bodies(*lines: str) -> list[str]:
    """The facts of a talk."""
    return [fact.body for fact in facts_of(window_of(talk_of(*lines)))]


def known(body: str) -> Fact:
    """A stored fact."""
    return Fact(id="f00000001", body=body, created_at=START, updated_at=START)


def test_fact_stands_alone_with_its_source() -> None:
    """It names who said it, whom it is about and the message it came from."""
    window = window_of(talk_of("Nora: Hello Ola!", "Nora: My husband Eirik is a carpenter."))
    names = names_of([*window.entities, entity("Eirik")], [])

    assert find_facts(window, names, POLICY) == [
        NewFact(
            ref="new:fact-0",
            body="Nora: My husband Eirik is a carpenter.",
            importance=8,
            salience=5,
            about=("Eirik", "Nora"),
            sources=("m00000002",),
        )
    ]


def test_world_clock_has_no_dates() -> None:
    """The day a game's line arrived means nothing in the game."""
    window = window_of(talk_of("Nora: We moved to Oslo last year."), clock=Clock.WORLD)

    assert [fact.body for fact in facts_of(window)] == ["Nora: We moved to Oslo last year."]


def test_a_plain_line_that_comes_back_to_a_liking_is_no_fact() -> None:
    """Who speaks of Italy or the choir again has only more to say of it."""
    likings = {
        "I love the beaches in Italy.": "The beaches in Italy have such a lovely light.",
        "Ich liebe die Strände in Italien.": "Die Strände in Italien haben so ein schönes Licht.",
        "İtalya'daki plajları çok seviyorum.": "İtalya'daki plajların ışığı çok güzel.",
    }
    for told, later in likings.items():
        before = replace(known(f"Nora: {told}"), importance=6, created_at=START - timedelta(days=1))

        assert facts_of(window_of(talk_of(f"Nora: {later}"), facts=(before,))) == []


def test_a_correction_stands_with_what_it_corrects() -> None:
    """Unless it says all of it. Without a subject it corrects what was said on its day."""
    pairs = {
        ("Our parents' evening with Ms Krüger is on Tuesday at 7.", "Sorry, not on Tuesday but on Wednesday."): (
            "Our parents' evening with Ms Krüger is on Tuesday at 7. Not on Tuesday but on Wednesday."
        ),
        ("My niece Ada is six.", "Correction: Ada is seven, not six."): None,
        ("Köpeğimizin adı Karamel.", "Düzeltme: köpeğimizin adı Karamel değil, Kahve."): None,
    }
    for (told, later), expected in pairs.items():
        before = known(f"Nora: {told}")

        found = [fact.body for fact in facts_of(window_of(talk_of(f"Nora: {later}"), facts=(before,)))]

        assert found == [f"Nora: {expected or later}"]


def test_user_without_name_is_called_user() -> None:
    """A fact of a chat with an assistant says whose it is, and is about nobody by name."""
    [fact] = facts_of(window_of(talk_of("user: I'm allergic to walnuts.", "assistant: I live in the cloud.")))

    assert (fact.body, fact.about, fact.stated_by) == ("User: I'm allergic to walnuts.", (), Role.USER)


def test_same_statement_is_known_once() -> None:
    """Repeated in the window or stored already, it is not new; said by somebody else, it is."""
    window = window_of(
        talk_of("Nora: I live in Bergen.", "Nora: Well, I live in Bergen!", "Ola: I live in Bergen."),
        facts=[known("Ola: I live in Bergen.")],
    )

    assert [fact.body for fact in facts_of(window)] == ["Nora: I live in Bergen."]


def test_what_is_said_again_has_one_more_source() -> None:
    """A known statement that says as much takes the message; one that is only near in its words does not."""
    window = window_of(
        talk_of("Nora: I live in Bergen.", "Nora: I have two cats and an old grey dog at home."),
        facts=[known("Nora: I live in Bergen with my family.")],
    )

    found = find_facts(window, names_in(window), POLICY)

    assert [change for change in found if isinstance(change, RestateFact)] == [
        RestateFact(fact=window.facts[0].id, sources=("m00000001",))
    ]


def test_negation_and_numbers_make_another_statement() -> None:
    """What turns a known statement round, or counts otherwise, is new."""
    window = window_of(
        talk_of("Nora: I have never lived in Bergen.", "Nora: I have 3 cats."),
        facts=[known("Nora: I have lived in Bergen."), known("Nora: I have 2 cats.")],
    )

    assert [fact.body for fact in facts_of(window)] == ["Nora: I have never lived in Bergen.", "Nora: I have 3 cats."]


def test_deeds_count_beside_a_known_name() -> None:
    """What somebody named did is a fact; of nobody in particular it is talk."""
    window = window_of(talk_of("Nora: Gorm betrayed the old king.", "Nora: The weather betrayed the old sailor."))
    names = names_of([*window.entities, entity("Gorm")], [])

    assert [change.body for change in find_facts(window, names, POLICY) if isinstance(change, NewFact)] == [
        "Nora: Gorm betrayed the old king."
    ]


def test_no_fact_is_lost_to_others() -> None:
    """What somebody says is worth as much in a short window as in a long one, and beside graver things."""
    lines = [f"Nora: I play the {thing} at home." for thing in ("flute", "harp", "lute", "viola", "cello", "horn")]

    assert bodies(lines[0]) == [lines[0]]
    assert bodies(*lines, "Nora: My father died.") == [*lines, "Nora: My father died."]


def test_what_a_speaker_did_is_kept_with_its_day() -> None:
    """Rules cannot tell an event from what it says of a person; docs/reference/graph.md says so."""  # ACCEPTANCE 3.11
    [said] = talk_of("Nora: I finished the Rotterdam marathon!")
    [fact] = facts_of(window_of([said]))

    assert (fact.kind, fact.sources) == (FactKind.FACT, (said.id,))


def test_objectives_keep_their_kind() -> None:
    """What somebody is after is stored as such."""
    [fact] = facts_of(window_of(talk_of("Ayşe: Hedefim bu yıl maraton koşmak.", *["Ayşe: Evet."] * 5)))

    assert fact.kind is FactKind.OBJECTIVE


def test_plan_ends_when_its_day_has_passed() -> None:
    """The last day that is spoken of and still to come; a plan without one stays open."""
    [said] = talk_of("Nora: We're planning to move to Oslo.")
    [dated] = facts_of(window_of([replace(said, speaks_of=("2025-01-01", "2025-06-01/2025-06-30"))]))
    [open] = facts_of(window_of([said]))

    assert (dated.kind, dated.valid_to) == (FactKind.OBJECTIVE, datetime(2025, 7, 1, tzinfo=UTC))
    assert open.valid_to is None


def test_who_goes_back_says_something_new() -> None:
    """What was known is no repetition once something else has taken its place, also in one window."""
    assert bodies("Nora: I live in Derby.", "Nora: I moved to Hull.", "Nora: I live in Derby.") == [
        "Nora: I live in Derby.",
        "Nora: I moved to Hull.",
        "Nora: I live in Derby.",
    ]


def test_two_subjects_are_not_torn_apart() -> None:
    """ "My brother and I" is one subject: half of the sentence would be a misquote."""
    said = "Nora: My brother and I live in the old lighthouse near Bergen with our three dogs and a parrot."

    assert bodies(said) == [said]


def test_who_is_only_called_is_not_told_of() -> None:
    """A name that a line is addressed to is not what it is about; a name inside it is."""
    called = facts_of(window_of(talk_of("Ola: Hi Nora!", "Nora: I adopted a dog from the shelter, Ola!")))
    told = facts_of(window_of(talk_of("Ola: Hi Nora!", "Nora: I adopted a dog with Ola from the shelter.")))

    assert [fact.about for fact in called] == [("Nora",)]
    assert [set(fact.about) for fact in told] == [{"Nora", "Ola"}]


def test_what_turkish_people_say_of_themselves_is_a_fact() -> None:
    """Profession, children, illness of kin, addresses, birthdays and changed habits, however the clause goes on."""
    assert bodies(
        "Elif: Merhaba, ben Elif. İzmir'de bir lisede kimya öğretmeniyim, iki çocuğum var: Deniz ve Arda.",
        "Elif: Annem Gülten de gelecek, o şeker hastası, tuzlu olması iyi.",
        "Elif: Yeni adresimiz Kazımdirik Mahallesi, 296. Sokak, no 14.",
        "Elif: Evet, ama önce Arda'nın doğum günü var: 23 Mayıs'ta sekiz yaşına giriyor.",
    ) == [
        "Elif: İzmir'de bir lisede kimya öğretmeniyim, iki çocuğum var: Deniz ve Arda.",
        "Elif: Annem Gülten de gelecek, o şeker hastası, tuzlu olması iyi.",
        "Elif: Yeni adresimiz Kazımdirik Mahallesi, 296. Sokak, no 14.",
        "Elif: Önce Arda'nın doğum günü var: 23 Mayıs'ta sekiz yaşına giriyor.",
    ]
