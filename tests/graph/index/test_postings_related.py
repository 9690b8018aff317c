"""Words related to one of the question count as a part of an occurrence of it."""

import pickle
from collections.abc import Iterator

import numpy as np
import pytest

from graph.index.postings import Postings
from graph.text.related_words import CLOSENESS_MAX, Related

HIKING = Related("hiking", "hike", (("=trails", CLOSENESS_MAX), ("=walking", CLOSENESS_MAX // 2)))
TEXTS = ["hike =hiking", "trail =trails", "walk =walking", "walk =walking trail =trails", "cook =cooking"]


@pytest.fixture
def postings() -> Iterator[Postings]:
    """Four texts about walks, and one about something else."""
    found = Postings()
    found.add(0, TEXTS)
    return found


def scored(postings: Postings, *terms: str | Related) -> dict[int, float]:
    """The score of each slot found."""
    slots, scores = postings.scores(terms)
    return dict(zip(slots.tolist(), scores.tolist(), strict=True))


def test_the_word_itself_counts_more_than_any_related_one(postings: Postings) -> None:
    """A line that says the word answers better."""
    scores = scored(postings, "hike", HIKING)

    assert scores[0] > scores[1] > scores[2] > 0
    assert 4 not in scores


def test_only_the_closest_word_of_a_text_counts(postings: Postings) -> None:
    """Three words for the same thing are not three reasons."""
    both = Postings()
    both.add(0, ["trail =trails walk =walking", "trail =trails walk =wading", "hike =hiking"])

    scores = scored(both, "hike", HIKING)

    assert scores[0] == scores[1]


def test_related_words_lower_no_text(postings: Postings) -> None:
    """They only add."""
    before = scored(postings, "hike", "walk")
    after = scored(postings, "hike", "walk", HIKING)

    assert all(after[slot] >= score for slot, score in before.items())
    assert after[0] == before[0]


def test_a_word_that_nobody_said_is_found_by_related_words() -> None:
    """The question has no other word, so the related ones stand for all of it."""
    found = Postings()
    found.add(0, ["trail =trails", "cook =cooking"])

    assert scored(found, "hike", HIKING).keys() == {0}
    assert 0 < scored(found, "hike", HIKING)[0] <= 1


def test_related_words_of_words_that_nobody_said_keep_their_order() -> None:
    """A line with words for both is better than one with a word for one, however common the words that were said."""
    found = Postings()
    both, one = "money =money progress =progress", "money =money walk =walking"
    found.add(0, [both, one, *["john =john"] * 8])
    money = Related("financial", "finan", (("=money", CLOSENESS_MAX),))
    progress = Related("status", "statu", (("=progress", CLOSENESS_MAX),))

    scores = scored(found, "john", "finan", "statu", money, progress)

    assert 1 > scores[0] > scores[1] > scores[2] > 0


def test_parts_tell_what_related_words_add(postings: Postings) -> None:
    """What the words themselves add stays apart, since the lines around lend only that."""
    slots = np.arange(len(TEXTS), dtype=np.intp)
    parts, added = postings.parts_at(["hike", "walk", HIKING], slots)
    scores = scored(postings, "hike", "walk", HIKING)

    assert len(parts) == 2
    assert np.minimum(1.0, parts.sum(axis=0) + added) == pytest.approx([scores.get(int(slot), 0.0) for slot in slots])
    assert added[0] == added[4] == 0


def test_dropped_and_renumbered_texts_count_as_if_they_had_never_been(postings: Postings) -> None:
    """As for plain terms."""
    postings.drop(1)
    left = [text for slot, text in enumerate(TEXTS) if slot != 1]
    fresh = Postings()
    fresh.add(0, left)
    assert [*scored(postings, "hike", HIKING).values()] == pytest.approx([*scored(fresh, "hike", HIKING).values()])

    postings.renumber(np.array([0, -1, 1, 2, 3], dtype=np.int32))

    assert scored(postings, "hike", HIKING) == pytest.approx(scored(fresh, "hike", HIKING))
    assert scored(pickle.loads(pickle.dumps(postings)), "hike", HIKING) == scored(postings, "hike", HIKING)


def test_the_order_of_terms_and_earlier_questions_change_nothing(postings: Postings) -> None:
    """Equal texts and terms give equal numbers."""
    other = Related("hikes", "hike", (("=cooking", CLOSENESS_MAX),))
    scored(postings, other, "hike")

    fresh = Postings()
    fresh.add(0, TEXTS)
    assert scored(postings, HIKING, "walk", "hike") == scored(fresh, "hike", "walk", HIKING)
