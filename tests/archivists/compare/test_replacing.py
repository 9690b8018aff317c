"""What a later statement makes of an earlier one."""

from __future__ import annotations

from archivists.compare.replacing import Holds, Replaced, SpokenStatement, replaced
from graph.values.items import Role


def fate(earlier: str, later: str) -> str:
    """Of a statement, after another one of the same speaker."""
    found = replaced(SpokenStatement("Nora", earlier), SpokenStatement("Nora", later))
    return "holds" if found is None else "is replaced" if found.holds is Holds.LATER else "is disputed"


def test_who_is_spoken_of_knows_best() -> None:
    """About Nora, Nora's word replaces Ola's; Ola's only disputes hers."""
    nora, ola = SpokenStatement("Nora", "I moved to Oslo."), SpokenStatement("Ola", "Nora lives in Bergen.")

    assert replaced(ola, nora) == Replaced(Holds.LATER, "another home: Oslo instead of Bergen")
    assert replaced(nora, SpokenStatement("Ola", "Nora moved to Bergen.")) == Replaced(
        Holds.UNSURE, "another home: Bergen instead of Oslo"
    )


def test_two_people_have_two_homes() -> None:
    """What another speaker says of himself leaves mine alone."""
    assert replaced(SpokenStatement("Nora", "I live in Bergen."), SpokenStatement("Ola", "I moved to Oslo.")) is None
    assert (
        replaced(
            SpokenStatement("Nora", "My sister lives in Bergen."), SpokenStatement("Ola", "My sister moved to Oslo.")
        )
        is None
    )


def test_a_relative_is_the_speakers_alone_in_every_language() -> None:
    """Nora's sister is not Ola's."""
    for earlier, later in (
        ("Meine Schwester ist 30.", "Meine Schwester ist 31."),
        ("Annem 60 yaşında.", "Annem 61 yaşında."),
        ("My sister is 30.", "My sister is 31."),
    ):
        assert replaced(SpokenStatement("Nora", earlier), SpokenStatement("Ola", later)) is None


def test_two_children_have_two_ages_in_every_language() -> None:
    """Who is named is told apart; a child that is a year older has one age."""
    for elder, younger, later in (
        ("My daughter Lea is 8.", "My daughter Ida is 5.", "My daughter Ida is 6 now."),
        ("Meine Tochter Lea ist 8.", "Meine Tochter Ida ist 5.", "Meine Tochter Ida ist jetzt 6."),
        ("Kızım Ece 8 yaşında.", "Kızım Defne 5 yaşında.", "Kızım Defne artık 6 yaşında."),
    ):
        said = [SpokenStatement("Nora", text) for text in (elder, younger, later)]

        assert replaced(said[0], said[1]) is None
        assert (found := replaced(said[1], said[2])) is not None
        assert found.holds is Holds.LATER


def test_the_users_word_outranks_the_assistants() -> None:
    """About somebody else, the user is believed, whoever spoke last; two users are not told apart."""
    user, assistant = (
        SpokenStatement("Nora", "Ola lives in Bergen."),
        SpokenStatement("Iris", "Ola lives in Oslo.", Role.ASSISTANT),
    )

    assert replaced(user, assistant) == Replaced(Holds.EARLIER, "another home: Oslo instead of Bergen")
    assert replaced(assistant, user) == Replaced(Holds.LATER, "another home: Bergen instead of Oslo")
    assert replaced(user, SpokenStatement("Eva", "Ola lives in Oslo.")) == Replaced(
        Holds.UNSURE, "another home: Oslo instead of Bergen"
    )


def test_a_correction_names_what_is_not_so() -> None:
    """In each language; without it nobody knows which of the two holds."""
    assert fate("Tom lives in Bern.", "Tom lives in Basel.") == "is disputed"
    assert fate("Tom lives in Bern.", "Tom lives in Basel, not in Bern.") == "is replaced"
    assert fate("Tom wohnt in Bern.", "Tom wohnt in Basel, nicht in Bern.") == "is replaced"
    assert fate("Tolga Bern'de yaşıyor.", "Tolga Basel'de yaşıyor, Bern'de değil.") == "is replaced"


def test_a_statement_of_two_things_does_not_end_with_one() -> None:
    """Who moves may still work where they worked."""
    assert fate("I live in Leiden and work as a pilot in Rotterdam.", "We moved to Delft.") == "holds"
    assert fate("I moved to Hull for work.", "I moved back to Derby.") == "is replaced"


def test_a_danger_that_there_is_not_is_told_no_longer() -> None:
    """As key info has it: only what is named, and not what somebody else has."""
    told = SpokenStatement("Nora", "I'm allergic to penicillin.")
    later = ("Turns out I'm not allergic to penicillin after all.", "The doctor says I am not allergic to penicillin.")

    for text in later:
        found = replaced(told, SpokenStatement("Nora", text))
        assert found is not None and found.holds is Holds.LATER
    assert replaced(told, SpokenStatement("Nora", "I'm not allergic to cats.")) is None
    assert replaced(told, SpokenStatement("Ola", later[0])) is None


def test_names_that_differ_by_a_digit_are_two_names() -> None:
    """Both live where they live."""
    one, other = (SpokenStatement("Nora", f"My friend {name} lives in Bern.") for name in ("Nr5", "Nr7"))

    assert replaced(one, other) is None


def test_a_move_does_not_end_the_job_that_was_told_with_the_home() -> None:
    """Somebody may work where they lived."""
    told = SpokenStatement("", "I live in Leiden and work as a harbour pilot in Rotterdam.")

    assert replaced(told, SpokenStatement("", "We moved to Haarlem.")) is None


def test_who_lives_with_somebody_does_so_until_they_part() -> None:
    """In every language."""
    pairs = {
        "My girlfriend Ana and I live together.": "Ana and I broke up.",
        "Meine Freundin Ana und ich wohnen zusammen.": "Ana und ich haben uns getrennt.",
        "Kız arkadaşım Ana ile birlikte yaşıyoruz.": "Ana ile ayrıldık.",
    }

    assert {fate(*pair) for pair in pairs.items()} == {"is replaced"}
