"""Where a text has names by their capitals."""

from __future__ import annotations

import pytest

from archivists.statements.capitals import name_words, runs
from languages.registry import LANGUAGES


def named(text: str, *small: str) -> list[tuple[str, bool]]:
    """The names of a sentence, each with whether it stands where any word has a capital."""
    found = runs(text, set(small), name_words(LANGUAGES), LANGUAGES)
    return [(text[run[0].start : run[-1].end], is_first) for run, is_first in found]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Sigrid and I met Greg at Studio 9.", [("Sigrid", True), ("Greg", False), ("Studio", False)]),
        ("I met Nora 3 times in May. 5 Ravens came.", [("Nora", False), ("Ravens", False)]),
        ("We read The Wheel of Time, Hey!", [("Wheel of Time", False)]),
        ("New York is far from Costa Rica.", [("New York", True), ("Costa Rica", False)]),
        ("Burak 9 yaşında.", [("Burak", True)]),
        ("Batı Trakya'da doğdum, Eski Foça'da büyüdüm.", [("Batı Trakya", True), ("Eski Foça", False)]),
        ("Küçük Çekmece'de oturuyorum.", [("Küçük Çekmece", True)]),
        ("Nermin Trabzon'da yaşıyor.", [("Nermin", True), ("Trabzon", False)]),
        ("We flew to Boston, LA and Miami.", [("Boston", False), ("LA", False), ("Miami", False)]),
        ("I work at St. Mary's and live near St. Louis.", [("St. Mary", False), ("St. Louis", False)]),
        ("We live on Main St. Anna is next door.", [("Main St", False), ("Anna", True)]),
        ("They saw Mount St. Helens.", [("Mount St. Helens", False)]),
        ("Annemde Tip 1 Diyabet var.", [("Tip 1 Diyabet", False)]),
        ("Babamın Tip 2 Diyabet ilacı bitti.", [("Tip 2 Diyabet", False)]),
    ],
)
def test_names_stand_where_the_capitals_are(text: str, names: list[tuple[str, bool]]) -> None:
    """Numbers, joiners and common words inside a name belong to it; articles and suffixes do not."""
    assert named(text) == names


def test_word_written_small_elsewhere_opens_no_name() -> None:
    """At the start of a sentence its capital tells nothing."""
    assert named("Dream Bergen soon.", "dream") == [("Bergen", False)]
