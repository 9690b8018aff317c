"""What a later statement makes of an earlier one."""

from __future__ import annotations

import pytest

from archivists.compare.replacing import Holds, Replaced, SpokenStatement, replaced
from graph.values.items import Role


def fate(earlier: str, later: str) -> str:
    """Of a statement, after another one of the same speaker."""
    found = replaced(SpokenStatement("Nora", earlier), SpokenStatement("Nora", later))
    return "holds" if found is None else "is replaced" if found.holds is Holds.LATER else "is disputed"


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("I live in Bergen.", "We moved to Oslo last week."),
        ("I live in Bergen with my cat.", "I now live in Oslo."),
        ("We moved to Bergen in 2020.", "We've just moved back to Oslo."),
        ("I work at Solberg Foods.", "I now work at Nordlys."),
        ("I work for Solberg Foods as a cook.", "I joined Nordlys in May."),
        ("My sister lives in Bergen.", "My sister moved to Oslo."),
        ("Ola works at Solberg.", "Ola got a new job at Nordlys."),
        ("I'm married.", "I got divorced."),
        ("I'm 34 years old.", "I turned 35."),
        ("My address is 3 Quay Street.", "My new address is 14 Mill Lane."),
        ("Our deadline is 3 May.", "The deadline was moved to 10 June, and our deadline is now 10 June."),
        ("The meeting is on Monday.", "The meeting was moved to Thursday."),
        ("My favourite tea is oolong.", "My favourite tea is now sencha."),
        ("I eat meat.", "I don't eat meat any more."),
        ("I smoke.", "I quit smoking."),
        ("I work at the mill.", "I quit my job at the mill."),
        ("I just started a new job as a cook at Solberg in Leeds.", "I quit Solberg!"),
        ("I have two cats.", "I now have three cats."),
        ("I prefer using Word for letters.", "I switched from Word to Scrivener in May."),
        ("Word kullanıyorum.", "Word'den Scrivener'a geçtim."),
        ("Bergen'de yaşıyorum.", "Artık Oslo'da yaşıyorum."),
        ("Bergen'de oturuyoruz.", "Geçen ay Oslo'ya taşındık."),
        ("Solberg'de çalışıyorum.", "Mayısta Nordlys'te işe başladım."),
        ("Ayşe Bergen'de yaşıyor.", "Ayşe Oslo'ya taşındı."),
        ("34 yaşındayım.", "35 yaşındayım."),
        ("Bekarım.", "Evlendim."),
        ("I live on Quay Street in Bergen, with a dog.", "My new address is 14 Mill Lane, Bergen."),
        ("We booked flights to Oslo for 3 May.", "We now fly to Oslo on 9 June."),
        ("Telefon numaram 555 11 22.", "Telefon numaram artık 555 33 44."),
        ("Et yiyorum.", "Artık et yemiyorum."),
    ],
)
def test_what_says_that_it_changed_replaces(earlier: str, later: str) -> None:
    """Words of change, and kinds of thing that nobody has two of."""
    assert fate(earlier, later) == "is replaced"


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("I live in Bergen.", "I live in Oslo."),
        ("I work at Solberg Foods.", "I work at Nordlys."),
        ("My favourite tea is oolong.", "My favourite tea is sencha."),
        ("I eat meat.", "I don't eat meat."),
        ("I have two cats.", "I have three cats."),
        ("Bergen'de yaşıyorum.", "Oslo'da yaşıyorum."),
        ("Bir kedim var.", "Bir kedim yok."),
    ],
)
def test_what_only_differs_is_disputed(earlier: str, later: str) -> None:
    """Nothing says which of the two holds."""
    assert fate(earlier, later) == "is disputed"


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("I live in Bergen.", "I moved to Bergen in 2020."),
        ("I live in Bergen.", "My sister moved to Oslo."),
        ("My sister lives in Bergen.", "My brother moved to Oslo."),
        ("I live in Bergen.", "We moved to a bigger flat."),
        ("I work at Nordlys.", "I also work at the Red Cross."),
        ("I work at Nordlys.", "I work as a nurse."),
        ("I live in Bergen.", "I want to live in Oslo."),
        ("I live in Bergen.", "I used to live in Oslo."),
        ("The house is old.", "The house is in Oslo."),
        ("My cat is grey.", "My cat is hungry."),
        ("We flew to Oslo in May 2020.", "We now have 3 friends in Oslo."),
        ("I live in Oslo, Norway.", "I live near Frogner in Oslo."),
        ("I have two cats.", "I have three sisters."),
        ("I like tea.", "I stopped by the shop."),
        ("I bought Word in 2020.", "I switched from Word to Scrivener in May."),
        ("My favourite tea is oolong.", "My favourite dish is now soup."),
        ("Annem Bergen'de yaşıyor.", "Oslo'ya taşındık."),
        ("Bergen'de yaşıyorum.", "Bergen'e taşındık."),
        ("I'm allergic to nuts.", "I'm allergic to cats."),
    ],
)
def test_what_is_about_something_else_leaves_it(earlier: str, later: str) -> None:
    """Somebody else, another kind of thing, the same value, a wish or an addition."""
    assert fate(earlier, later) == "holds"


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
