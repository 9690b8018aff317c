"""What a later sentence speaks of again."""

from __future__ import annotations

import pytest

from archivists.compare.replacing import SpokenStatement
from archivists.compare.touching import names_again, touches


@pytest.mark.parametrize(
    ("earlier", "later", "is_touched"),
    [
        ("I live in Leeds.", "All our boxes are in Cardiff now.", True),
        ("I live in Leeds.", "Actually, Leeds was never mine.", True),
        ("My choir practises on Tuesdays.", "Choir has been switched to Thursdays.", True),
        ("I live in Leeds.", "My brother moved to Madrid.", False),
        ("I live in Leeds.", "If I lived in Rome, I would eat ice cream every day.", False),
        ("I live in Leeds.", "I live in Leeds!", False),
        ("My choir practises on Tuesdays.", "I would also love a choir on Mondays.", False),
        ("Mein Chor probt dienstags.", "Der Chor probt jetzt auch montags.", True),
        ("I live in Leeds.", "The film was long.", False),
        ("My mom is a hairdresser.", "My mom likes dogs.", False),
        ("I had a day off because my boss was out.", "It's a great way to unwind after work.", False),
        ("I'm a nurse.", "I've handed in my notice, I'm a gardener in the park now.", True),
        ("I'm a nurse.", "I joined a gym.", False),
        ("Ich bin Krankenpfleger in der Charité.", "Ich habe gekündigt, ich bin jetzt Gärtner im Stadtpark.", True),
        ("Ich bin Krankenpfleger in der Charité.", "Ich bin müde.", False),
        ("I live in San Francisco.", "Applying to Paris is an exciting move.", False),
        ("I'm using Flask 2.3.1.", "I'm having trouble with an error in my Flask forms.", False),
        ("I went to a fair in Leeds.", "Leeds was never mine.", False),
        ("My cousin Ruth is staying with us.", "Ruth flew home to Toronto yesterday.", True),
        ("My cousin Ruth is staying with us.", "I told a friend of Ruth yesterday.", False),
        ("My doctor has me on 50 mg of sertraline.", "She raised the sertraline to 100 mg this morning.", True),
        ("Ich wohne in Ulm.", "Alle Kisten stehen im neuen Haus in Lübeck.", True),
        ("Ich wohne in Ulm.", "Der Film war lang.", False),
        ("Bolu'da yaşıyorum.", "Gelecek ay Ankara'ya taşınıyorum.", True),
        ("Sigorta şirketinde çalışıyorum.", "Kütüphane beni işe aldı!", True),
        ("Bolu'da yaşıyorum.", "Film çok uzundu.", False),
        ("I'm allergic to penicillin.", "Ella studies veterinary medicine there.", False),
        ("I'm allergic to penicillin.", "It was no allergy to penicillin after all.", True),
        ("My mother's birthday is on 14 April.", "We move at the end of April.", False),
    ],
)
def test_a_later_sentence_touches_what_it_speaks_of(earlier: str, later: str, *, is_touched: bool) -> None:
    """By a word of the statement or of the kind of thing that it tells; not what is another's, supposed or the same."""
    assert touches(SpokenStatement("Nora", earlier), SpokenStatement("Nora", later)) is is_touched


def test_another_speaker_touches_nothing() -> None:
    """Only who has stated something can say that it is otherwise."""
    assert not touches(SpokenStatement("Nora", "I live in Leeds."), SpokenStatement("Emre", "Leeds was never mine."))


def test_naming_again_takes_a_word_of_the_statement() -> None:
    """A word for the same kind of thing touches it, and does not name it."""
    leeds = SpokenStatement("Nora", "I live in Leeds.")

    assert names_again(leeds, SpokenStatement("Nora", "Actually, Leeds was never mine."))
    assert not names_again(leeds, SpokenStatement("Nora", "All our boxes are in Cardiff now."))
