"""What a later statement ends, by what it says is over, and what it leaves alone."""

from __future__ import annotations

import pytest

from archivists.compare.ending import ended_by_clause

ENDS = (
    ("I smoke about ten cigarettes a day.", "I don't smoke anymore, three weeks clean."),
    ("I'm training for the Berlin marathon.", "I gave up the marathon, my doctor forbade it."),
    ("We're planning to move to Lisbon in autumn.", "We're not moving to Lisbon after all, the school said no."),
    ("I drive a red Fiat Panda.", "I sold the Fiat and bought a Toyota."),
    ("I promised my mum to paint her kitchen.", "I painted mum's kitchen yesterday, as promised."),
    ("Günde on sigara içiyorum.", "Artık sigara içmiyorum, üç haftadır temizim."),
    ("Sonbaharda Lizbon'a taşınmayı planlıyoruz.", "Lizbon'a taşınmaktan vazgeçtik, okul kabul etmedi."),
    ("Kırmızı bir Fiat Panda kullanıyorum.", "Fiat'ı sattım, bir Toyota aldım."),
    ("Anneme mutfağını boyayacağıma söz verdim.", "Dün annemin mutfağını boyadım."),
    ("Ich rauche etwa zehn Zigaretten am Tag.", "Ich rauche nicht mehr, seit drei Wochen bin ich sauber."),
    ("Wir planen, im Herbst nach Lissabon zu ziehen.", "Wir ziehen doch nicht nach Lissabon."),
    ("Ich fahre einen roten Fiat Panda.", "Ich habe den Fiat verkauft und einen Toyota gekauft."),
    ("Ich habe meiner Mutter versprochen, ihre Küche zu streichen.", "Ich habe die Küche meiner Mutter gestrichen."),
)

STAYS = (
    ("I work at the bakery.", "I stopped at the bakery."),
    ("I bake cakes.", "I sold cakes at the market."),
    ("I work at the bank.", "Jo quit her job at the bank."),
    ("I live in Lisbon.", "I no longer drive to work."),
    ("My father taught me to swim.", "My father died."),
    ("I love tea.", "I don't like it anymore."),
    ("I bought a Fiat in 2019.", "I sold the Fiat."),
    ("I promised my mum to paint her kitchen.", "I promised my mum to paint her kitchen and the hall."),
    ("Çocuğum okula gidiyor.", "Çocuğu okula bıraktım."),
    ("Fırında çalışıyorum.", "Ayşe fırındaki işini bıraktı."),
    ("Ich arbeite bei der Bank.", "Jo hat bei der Bank gekündigt."),
    ("Ich backe Kuchen.", "Ich habe auf dem Markt Kuchen verkauft."),
    ("Ich habe 2019 einen Fiat gekauft.", "Ich habe den Fiat verkauft."),
)


@pytest.mark.parametrize(("earlier", "later"), ENDS)
def test_what_names_nothing_else_is_over(earlier: str, later: str) -> None:
    """A clause that says that something is over ends what has all the things that it names."""
    assert ended_by_clause(earlier, later) is not None


@pytest.mark.parametrize(("earlier", "later"), STAYS)
def test_what_is_about_something_else_stays(earlier: str, later: str) -> None:
    """Another thing, another person, what once happened, or words that only sound like an end."""
    assert ended_by_clause(earlier, later) is None
