"""Words are scored by BM25 from the space's own counts."""

from collections import Counter
from collections.abc import Container, Mapping
from math import log
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.errors import TooLarge
from graph.index.postings import K1, SLOTS_MAX, B, Postings

WORDS = st.lists(st.sampled_from("abcde"), max_size=6)


def bm25(texts: Mapping[int, list[str]], query: list[str], notes: Container[int] = ()) -> dict[int, float]:
    """The formula as it stands in books, over what a line could reach at most; lines are all texts but `notes`."""
    searchable = {slot: Counter(words) for slot, words in texts.items() if words}
    lines = {slot: counts for slot, counts in searchable.items() if slot not in notes} or searchable
    average = sum(counts.total() for counts in lines.values()) / max(1, len(lines))
    found = dict.fromkeys(texts, 0.0)
    reach = reach_of_notes = 0.0
    for term in sorted(set(query)):
        holding = {slot: counts for slot, counts in searchable.items() if term in counts}
        if holding:
            among = lines if lines.keys() & holding.keys() else searchable
            held_count = len(among.keys() & holding.keys())
            idf = log(1 + (len(among) - held_count + 0.5) / (held_count + 0.5))
            reach += idf * (K1 + 1) if among is lines else 0.0
            reach_of_notes += idf * (K1 + 1)
            for slot, counts in holding.items():
                norm = K1 * (1 - B + B * counts.total() / average)
                found[slot] += idf * (K1 + 1) * counts[term] / (counts[term] + norm)
    reach = reach or reach_of_notes
    return {slot: min(1.0, score / reach) if reach else 0.0 for slot, score in found.items()}


def scored(postings: Postings, terms: list[str]) -> dict[int, float]:
    """The score of each slot found."""
    slots, scores = postings.scores(terms)
    return dict(zip(slots.tolist(), scores.tolist(), strict=True))


@given(st.lists(st.tuples(WORDS, st.booleans(), st.booleans()), max_size=12), WORDS, st.booleans())
def test_scores_are_those_of_the_formula(
    texts: list[tuple[list[str], bool, bool]], query: list[str], is_renumbered: bool
) -> None:
    """Whatever was dropped before, and whether slots were renumbered, only what is there counts."""
    postings = Postings()
    for slot, (words, _, is_note) in enumerate(texts):
        postings.add(slot, [" ".join(words)], [0] if is_note else ())
    for slot, (_, is_kept, _) in enumerate(texts):
        if not is_kept:
            postings.drop(slot)
    kept = [slot for slot, (_, is_kept, _) in enumerate(texts) if is_kept]
    slots = kept
    if is_renumbered:
        moved = np.full(len(texts), -1, dtype=np.int32)
        moved[kept] = np.arange(len(kept))
        postings.renumber(moved)
        slots = list(range(len(kept)))

    scores = scored(postings, query)

    places = dict(zip(slots, kept, strict=True))
    notes = {slot for slot, old in places.items() if texts[old][2]}
    expected = bm25({slot: texts[old][0] for slot, old in places.items()}, query, notes)
    assert scores == pytest.approx({slot: score for slot, score in expected.items() if score})
    parts = postings.parts_at(query, np.array(slots, dtype=np.intp)).sum(axis=0)
    assert np.minimum(parts, 1.0).tolist() == pytest.approx([scores.get(slot, 0.0) for slot in slots])


def test_notes_leave_lines_their_scores() -> None:
    """Whatever is noted of what was said, a line answers a question as well as before."""
    lines, noted = Postings(), Postings()
    for postings in (lines, noted):
        postings.add(0, ["the harbour closes", "the pilot sleeps"])
    before = scored(lines, ["harbour", "pilot", "mentioned"])

    noted.add(2, ["mentioned the harbour in may", "mentioned the harbour again"], [0, 1])

    after = scored(noted, ["harbour", "pilot", "mentioned"])
    assert {slot: after[slot] for slot in (0, 1)} == before
    assert scored(noted, ["mentioned"]).keys() == {2, 3}


def test_a_perfect_answer_approaches_one() -> None:
    """Scores are shares of what the query could reach, so that a threshold means the same everywhere."""
    postings = Postings()
    postings.add(0, [" ".join(["a"] * 100)])
    postings.add(1, ["b"])

    assert 0.9 < scored(postings, ["a", "unheard-of"])[0] < 1


def test_counts_above_a_byte_are_capped() -> None:
    """A term said a million times neither overflows nor spills into the slot."""
    postings = Postings()
    postings.add(0, [" ".join(["a"] * 1000)])
    postings.add(1, ["a b"])

    scores = scored(postings, ["a"])

    assert len(scores) == 2
    assert scores[0] > scores[1] > 0


def test_adding_goes_on_after_renumbering() -> None:
    """New slots follow those that were kept."""
    postings = Postings()
    for slot in range(3):
        postings.add(slot, ["a"])
    postings.drop(1)
    postings.renumber(np.array([0, -1, 1], dtype=np.int32))

    postings.add(2, ["a b"])

    assert sorted(scored(postings, ["a"])) == [0, 1, 2]
    assert sorted(scored(postings, ["b"])) == [2]


def test_more_slots_than_fit_are_refused() -> None:
    """A space too large for the index says so."""
    with pytest.raises(TooLarge, match="expected at most 16777216"):
        Postings().add(SLOTS_MAX, ["a"])


def test_in_bulk_and_line_by_line_are_the_same() -> None:
    """However texts come in, and whenever they are searched or renumbered, the same scores come out."""
    random = Random(7)
    texts = [" ".join(random.choices("abcdefghij", k=random.randint(0, 9))) for _ in range(900)]
    queries = [["a"], ["j", "b", "c"], ["unheard-of"]]
    mixed, single = Postings(), Postings()
    start = 0
    for count in (1, 200, 3, 70, 64, 63, 1, 1, 300, 5, 1, 190, 1):
        mixed.add(start, texts[start : start + count])
        start += count
        if random.random() < 0.4:
            mixed.scores(["a"])
    for slot, text in enumerate(texts):
        single.add(slot, [text])
    assert [scored(mixed, query) for query in queries] == [scored(single, query) for query in queries]

    kept = sorted(random.sample(range(900), 500))
    moved = np.full(900, -1, dtype=np.int32)
    moved[kept] = np.arange(500)
    for postings in (mixed, single):
        for slot in set(range(900)) - set(kept):
            postings.drop(slot)
        postings.renumber(moved)
    mixed.add(500, texts[:100])
    single.add(500, texts[:1])
    single.add(501, texts[1:100])

    assert [scored(mixed, query) for query in queries] == [scored(single, query) for query in queries]
    expected = bm25(dict(enumerate([texts[at].split() for at in kept] + [text.split() for text in texts[:100]])), ["a"])
    assert scored(mixed, ["a"]) == pytest.approx({slot: score for slot, score in expected.items() if score})
