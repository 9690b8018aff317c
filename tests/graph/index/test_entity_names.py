"""Names are looked up, and spotted in text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.index.entity_names import EntityNames
from graph.text.analysis import SLICE_CHARS_MAX


def named(**entities: str) -> EntityNames:
    """Entities by id, each with names separated by commas."""
    names = EntityNames()
    for entity, its_names in entities.items():
        names.put(entity, tuple(its_names.split(", ")))
    return names


@pytest.mark.parametrize("shift", range(30))
def test_names_are_spotted_wherever_a_long_text_is_cut(shift: int) -> None:
    """A long text is read in pieces, and a name that lies across two of them is found whole."""
    names = named(e2="New York", e8="New York City", e9="City")
    text = "x" * (SLICE_CHARS_MAX - 20 + shift) + " in New York City " + "y" * SLICE_CHARS_MAX

    assert names.spotted(text) == ["e8"]


@pytest.mark.parametrize(
    ("text", "spotted"),
    [
        ("Dün Ankara'da kar yağdı.", ["e1"]),
        ("ANKARA'DAN geldim", ["e1"]),
        ("Başkent soğuktu, baskent karlıydı", ["e1"]),
        ("ankaragücü", []),
        ("We flew from New York's airport to Ankara", ["e2", "e1"]),
        ("new  york, new\nyork", ["e2"]),
        ("the York region", ["e3"]),
        ("the halls of New York City and New York", ["e8", "e2"]),
        ("New Yorkshire", []),
        ("O’Brien'ın evi", ["e4"]),
        ("I met Jean Luc and jean-luc", ["e5"]),
        ("東京に行く", ["e6"]),
        ("I prefer C++ to C", ["e7"]),
        ("", []),
    ],
)
def test_names_are_spotted_as_whole_words(text: str, spotted: list[str]) -> None:
    """In any case, with or without accents and suffixes, in order of appearance; the longest name wins."""
    names = named(
        e1="Ankara, Başkent",
        e2="New York",
        e3="York",
        e4="O'Brien",
        e5="Jean-Luc",
        e6="東京",
        e7="C++",
        e8="New York City",
    )

    assert names.spotted(text) == spotted


def test_accents_decide_between_names_alike() -> None:
    """Öz and Oz are two; what is written as it stands is meant, and without accents both may be."""
    names = named(e1="Ayşe Öz", e2="Ayşe Oz", e3="Ayşe Üz")

    assert names.spotted("Ayşe Öz geldi") == ["e1"]
    assert names.spotted("ayşe oz geldi") == ["e2"]
    assert names.spotted("ayse oz geldi") == ["e1", "e2"]
    assert names.spotted("Ayşe Üz geldi") == ["e3"]


@pytest.mark.parametrize(
    ("text", "spotted"),
    [
        ("can we go?", []),
        ("Can you help?", []),
        ("Yes. Can you help?", []),
        ("Dün Can geldi", ["e1"]),
        ("I saw Can's car", ["e1"]),
        ("The list: A, B, C", []),
    ],
)
def test_names_that_are_common_words(text: str, spotted: list[str]) -> None:
    """They count where a capital is no sentence's, and names of one letter never do."""
    assert named(e1="Can", e2="B").spotted(text) == spotted


def test_names_are_looked_up_by_their_key() -> None:
    """Case and punctuation don't count, accents do; several entities may share a name."""
    names = named(e2="Ayşe", e1="ayşe, Ayşecik", e3="Ayçe")

    assert names.named("AYŞE") == ["e1", "e2"]
    assert names.named("Ayçe") == ["e3"]
    assert names.named("nobody") == []
    assert names.of("e1") == ("ayşe", "Ayşecik")
    assert names.of("e9") == ()


NAMES = st.sampled_from(["Ali", "ALİ", "Ali Can", "Can", "Veli", "***", "b", ""])
STEPS = st.lists(
    st.tuples(st.sampled_from("123"), st.one_of(st.none(), st.lists(NAMES, max_size=3).map(tuple))), max_size=12
)


@given(STEPS)
def test_only_the_last_names_count(steps: list[tuple[str, tuple[str, ...] | None]]) -> None:
    """Putting and dropping in any order ends where putting only what is left begins."""
    names, left = EntityNames(), {}
    for entity, its_names in steps:
        if its_names is None:
            names.drop(entity)
            left.pop(entity, None)
        else:
            names.put(entity, its_names)
            left[entity] = its_names
    fresh = EntityNames()
    for entity, its_names in left.items():
        fresh.put(entity, its_names)

    for text in ("Ali Can ve Ali, Veli'ye", "*** b", "dün Can geldi"):
        assert names.spotted(text) == fresh.spotted(text)
        assert names.named(text) == fresh.named(text)
    for name in ("ali", "Ali Can", "***", ""):
        assert names.named(name) == fresh.named(name)
