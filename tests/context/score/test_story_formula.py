"""The points of a game's memories, by hand: the two memories of the source, and each rule at its boundary."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from context.score.story_formula import NAMES, points, scene_keys
from graph.index.entries import entry_of
from graph.index.index_state import Moment, moment_of
from graph.store.verbs import Node
from graph.values.codec import properties_of, to_ms
from graph.values.items import MemoryType, SignificantMemory
from graph.values.score_terms import MEMORY_WORTH, worth_alone

NOW = datetime(2024, 1, 15, 14, 30, tzinfo=UTC)
KEEPERS = {"place": "keepers_quarters", "inventory": ["car_keys"]}


def memory(**more: object) -> SignificantMemory:
    """The discovery of the keys, with these values."""
    values: dict[str, object] = {
        "id": "g00000001",
        "type": MemoryType.DISCOVERY,
        "body": "Player found car keys hidden behind Eleanor's photograph on mantel",
        "items": ("car_keys",),
        "places": ("keepers_quarters",),
        "importance": 7,
        "triggers": ("photo", "Eleanor", "mantel", "keys", "hidden"),
        "created_at": NOW,
        "updated_at": NOW,
        "accessed_at": NOW,
    }
    return SignificantMemory(**{**values, **more})  # type: ignore[arg-type]


ARIA = memory(
    id="g00000002",
    type=MemoryType.CHARACTER_BOND,
    body="Player and ARIA discussed AI consciousness and rights, building trust",
    participants=("aria", "player"),
    items=(),
    places=(),
    importance=8,
    triggers=("consciousness", "AI rights", "sentience", "ARIA"),
)


def moment(item: SignificantMemory) -> Moment:
    """As the index has it."""
    node = Node(item.label, item.id, properties_of(item), 1, 1)
    return moment_of(node, entry_of(node))


def score(item: SignificantMemory, text: str, scene: dict[str, str | list[str]], *, days: float = 0.0) -> float:
    """What it scores so many days after it was last used."""
    return sum(points(moment(item), scene_keys(text, scene), to_ms(NOW + timedelta(days=days))))


@pytest.mark.parametrize(("days", "expected"), [(0, 14.5), (10, 13.5), (20, 12.5), (365, 12.5)])
def test_keys_behind_the_photo(days: float, expected: float) -> None:
    """3 + 3 for photo and Eleanor, 2 for the place, 1 for the keys, 2 for now, 3.5 for importance."""  # ACCEPTANCE 2.1
    assert score(memory(), "search the photo of Eleanor", KEEPERS, days=days) == pytest.approx(expected)


def test_talk_about_consciousness() -> None:
    """3 for ARIA, 2 for her presence, 1.5 for five days, 4 for importance."""  # ACCEPTANCE 2.1
    assert score(ARIA, "What are the dangers, ARIA?", {"present": ["aria"]}, days=5) == pytest.approx(10.5)


def test_each_trigger_counts_once() -> None:
    """However often it stands in the input, in whatever case."""  # ACCEPTANCE 2.2
    alone = score(memory(), "", {})

    assert score(memory(), "PHOTO, photo, photographs!", {}) == alone + 3
    assert score(memory(triggers=("photo", "Photo", "")), "photo", {}) == alone + 3
    assert score(memory(triggers=("IŞIK",)), "ışık nerede?", {}) == alone + 3
    assert score(memory(triggers=("işık",)), "IŞIK NEREDE?", {}) == alone + 3


@pytest.mark.parametrize(
    ("trigger", "said", "is_there"),
    [
        ("keys", "where is the key?", True),
        ("promise", "You promised it", True),
        ("promis", "You promised it", False),
        ("photo", "the photographs", False),
        ("toma", "tomatoes", False),
        ("news", "newspapers and a new knife", False),
        ("AI rights", "your AI rights, ARIA", True),
        ("AI rights", "the rights of AI", False),
        ("car_keys", "take the car keys", True),
        ("kapı", "kapıyı kırdım, nerede?", True),
        ("fener", "fenerin ışığı söndü mü?", True),
        ("Haus", "die Häuser sind alt", True),
        ("Haus", "der Hausmeister ist alt", False),
        ("灯台", "古い灯台へ行く", True),
    ],
)
def test_triggers_are_whole_words(trigger: str, said: str, is_there: bool) -> None:
    """Also inflected, never inside other words; several words count one after another."""
    alone = score(memory(), "", {})

    assert score(memory(triggers=(trigger,)), said, {}) == alone + 3 * is_there


def test_names_count_once_however_many_fit() -> None:
    """Two characters who are present are worth as much as one, and so are things and places."""  # ACCEPTANCE 2.2
    several = memory(participants=("aria", "sara"), items=("car_keys", "lamp"), places=("attic", "cellar"))
    alone = score(several, "", {})

    scene: dict[str, str | list[str]] = {
        "present": ["Aria", "Sara"],
        "inventory": ["lamp", "car_keys"],
        "place": "attic",
    }
    assert score(several, "", scene) == alone + 2 + 2 + 1
    assert score(several, "", {"present": ["sara"]}) == alone + 2
    assert score(several, "", {"present": "sara", "inventory": "lamp"}) == alone + 3


@pytest.mark.parametrize(("importance", "expected"), [(1, 0.5), (4, 2.0), (5, 2.5), (10, 5.0)])
def test_what_nothing_brings_up(importance: int, expected: float) -> None:
    """After 20 days importance 4 is worth the threshold, which is not enough, and 5 always is."""  # ACCEPTANCE 2.3
    found = score(memory(importance=importance), "", {}, days=20)

    assert found == pytest.approx(expected) == pytest.approx(worth_alone(importance, 20 * 86_400))
    assert (found > MEMORY_WORTH) == (importance >= 5)


@pytest.mark.parametrize(("days", "bonus"), [(0, 2.0), (0.5, 1.95), (10, 1.0), (19.99, 0.001), (20, 0.0), (-1, 2.0)])
def test_recency_is_fractional(days: float, bonus: float) -> None:
    """A tenth a day, also for parts of days; a clock that was set back gives no more than now."""  # ACCEPTANCE 2.4
    row = points(moment(memory()), scene_keys("", {}), to_ms(NOW + timedelta(days=days)))

    assert row[NAMES.index("recency")] == pytest.approx(bonus)
