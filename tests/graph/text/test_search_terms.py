"""What texts are found by, and no text is too strange."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given

from graph.index.postings import Postings
from graph.text.search_terms import STEM_LETTERS, query_terms, stem, terms
from languages.registry import NEUTRAL
from tests.graph.text.strange import ANY_TEXT

XQUAD = Path(__file__).parents[3].parent / "shared" / "data" / "xquad_tr" / "xquad.tr.json"


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("etki", "Bu ilacın etkisi geçti."),
        ("etkileri", "İlacın etki süresi uzun."),
        ("ses", "Sesi kısıktı."),
        ("baba", "Babasını çok özlüyor."),
        ("kitap", "O kitabımdan söz etme."),
        ("anne", "Annelerimiz eski arkadaş."),
        ("ışık", "IŞIKLAR söndü"),
        ("isik", "ışığı söndür ışık"),
        ("ev", "Evde kimse yoktu, evler boştu"),
        ("camping", "We camped by the lake"),
        ("kids", "The kid is asleep"),
        ("agencies", "She called the agency"),
        ("Ankara", "Ankara'dan yeni geldim"),
        ("Carol", "Carol's garden"),
        ("user name", "call getUserName first"),
        ("get_user_name", "call get_user_name(id) first"),
        ("example.com", "see https://www.example.com/a?b=1"),
        ("c++", "I write C++, not C"),
        ("4481", "order #4481 is late"),
        ("😀", "done 😀"),
        ("苹果", "我喜欢吃苹果。"),
        ("한국어", "한국어를 배워요"),
        ("किताब", "यह किताब है"),
    ],
)
def test_a_query_finds_the_text(query: str, text: str) -> None:
    """Inflected forms, names with suffixes, identifiers, numbers, emoji and unspaced scripts are found."""
    assert set(query_terms(query)) & set(terms(text))


def test_terms_are_stem_and_whole_word() -> None:
    """Each word gives its stem, cut to a few letters, and itself behind a sign that no stem has."""
    assert terms("Bu ilacın etkisi") == ["bu", "=bu", "ilac", "=ilacın", "etkis", "etki", "=etkisi"]


def test_numbers_are_not_shortened() -> None:
    """Two long numbers with the same beginning stay two."""
    assert terms("1234567") == ["1234567", "=1234567"]


def test_text_in_no_clear_language_is_stemmed_in_both() -> None:
    """A single word is found whichever language the text around it has."""
    assert terms("evde") == ["ev", "evd", "=evde"]
    assert terms("kids") == ["kids", "kid", "=kids"]


def test_language_without_a_stemmer_keeps_its_words() -> None:
    """A word is its own stem there."""
    assert stem("taloissa", NEUTRAL) == "taloissa"


def test_long_words_are_cut() -> None:
    """A key or hash of a thousand letters is one short term."""
    assert max(map(len, terms("a" * 1000))) == 65


@pytest.mark.parametrize(
    ("query", "left"),
    [
        ("What did Caroline do at the camp?", "Caroline camp?"),
        ("Caroline'in köpeğinin adı neydi, ne zaman doğdu?", "Caroline köpeğinin adı neydi zaman doğdu, değil mi?"),
    ],
)
def test_question_words_are_dropped(query: str, left: str) -> None:
    """Only what tells is looked for."""
    assert [term for term in query_terms(query) if term[0] == "="] == [
        term for term in query_terms(left) if term[0] == "="
    ]


@pytest.mark.parametrize("query", ["who are you?", "sen kimsin", "ne"])
def test_a_query_of_question_words_keeps_them(query: str) -> None:
    """Something is looked for as long as there is a word."""
    assert query_terms(query)


@pytest.mark.parametrize(
    ("asked", "other"),
    [("ekşi", "eksi"), ("saç", "sac"), ("ılık", "ilik"), ("Öz", "Oz"), ("Müsli", "Musli"), ("café", "cafe")],
)
def test_an_exact_spelling_ranks_above_a_folded_one(asked: str, other: str) -> None:
    """Both are found, and each comes first for whoever spells it so."""
    postings = Postings()
    postings.add(0, [" ".join(terms(text)) for text in (f"{asked} bir şey", f"{other} bir şey")])

    for first, query in ((0, f"{asked} neydi?"), (1, f"{other} neydi?")):
        scores = dict(zip(*postings.scores(query_terms(query)), strict=True))
        assert scores[first] > scores[1 - first] > 0.0


def test_a_query_has_no_repeats() -> None:
    """A word said twice weighs once."""
    assert query_terms("kahve Kahve KAHVE") == query_terms("kahve")


@given(ANY_TEXT)
def test_terms_survive_being_joined(text: str) -> None:
    """Terms are not empty and hold no blank, so that one string keeps them; stems are short."""
    found = terms(text)

    assert " ".join(found).split() == found
    assert set(query_terms(text)) <= set(found)
    assert all(len(term) <= STEM_LETTERS for term in found if term.isascii() and term.isalpha())


def test_turkish_passages_are_found() -> None:
    """The right one of 240 passages comes first for at least 90 % of 1,190 raw questions, by words alone."""
    if not XQUAD.exists():
        pytest.skip("the passages are not on this machine")
    passages = [each for part in json.loads(XQUAD.read_text(encoding="utf-8"))["data"] for each in part["paragraphs"]]
    postings = Postings()
    for slot, passage in enumerate(passages):
        postings.add(slot, [" ".join(terms(passage["context"]))])

    asked = [(slot, each["question"]) for slot, passage in enumerate(passages) for each in passage["qas"]]
    found = 0
    for slot, question in asked:
        slots, scores = postings.scores(query_terms(question))
        found += int(slots[scores.argmax()]) == slot

    assert len(asked) == 1190
    assert found / len(asked) >= 0.90
