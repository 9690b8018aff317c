"""How much an interaction matters, and what it tells of, in every language with a folder."""

from __future__ import annotations

import pytest

from graph.text.story_cues import TYPES, Importance, importance_of, moment_type
from graph.values.items import MemoryType

INTERACTIONS = {
    "en": (
        ("What do you know about the lighthouse keeper?", "He was a mysterious figure who disappeared.", "high"),
        ("examine the photograph", "The faded photograph shows a woman standing by the lighthouse.", "medium"),
        ("look", "You are in the kitchen.", "low"),
    ),
    "tr": (
        ("Fener bekçisi hakkında ne biliyorsun?", "Bir gece kaybolan gizemli bir adamdı.", "high"),
        ("fotoğrafı incele", "Solmuş fotoğrafta fenerin yanında duran bir kadın var.", "medium"),
        ("bak", "Mutfaktasın.", "low"),
    ),
    "de": (
        (
            "Was weißt du über den Leuchtturmwärter?",
            "Er war ein rätselhafter Mann, der eines Nachts verschwunden ist.",
            "high",
        ),
        ("untersuche das Foto", "Das verblasste Foto zeigt eine Frau am Leuchtturm.", "medium"),
        ("schau", "Du bist in der Küche.", "low"),
    ),
}

MOMENTS = {
    "en": {
        "promise": "I promise to bring you the lamp before the storm.",
        "character_bond": "I lost my son to the sea ten winters ago.",
        "revelation": "The keeper's disappearance is connected to experiments with the fog.",
        "discovery": "You find the car keys hidden behind the photo of Eleanor.",
        "goal": "We must find the lighthouse keeper before dawn.",
    },
    "tr": {
        "promise": "Lambayı fırtınadan önce getireceğime söz veriyorum.",
        "character_bond": "Oğlumu on kış önce denizde kaybettim.",
        "revelation": "Gerçek şu ki bekçi sisle deneyler yapıyordu.",
        "discovery": "Eleanor'un fotoğrafının arkasında arabanın anahtarlarını buldun.",
        "goal": "Şafaktan önce bekçiyi bulmalıyız.",
    },
    "de": {
        "promise": "Ich verspreche dir, die Lampe vor dem Sturm zu bringen.",
        "character_bond": "Ich habe meinen Sohn vor zehn Wintern an die See verloren.",
        "revelation": "In Wahrheit hat der Wärter mit dem Nebel experimentiert.",
        "discovery": "Du findest die Autoschlüssel hinter dem Foto von Eleanor.",
        "goal": "Wir müssen den Wärter vor dem Morgen finden.",
    },
}  # fmt: skip


@pytest.mark.parametrize("language", INTERACTIONS)
def test_importance_is_told_by_content(language: str) -> None:
    """A disappearance is high, a photograph medium, a look around low."""  # ACCEPTANCE 2.7
    for said, response, level in INTERACTIONS[language]:
        assert (said, importance_of(said, response)) == (said, level)


def test_long_response_is_no_small_talk() -> None:
    """Who is told forty words has done something."""
    assert importance_of("look", "stone " * 40) is Importance.MEDIUM


@pytest.mark.parametrize("language", MOMENTS)
def test_moments_are_told_by_their_words(language: str) -> None:
    """Each type has its own; a question tells of nothing."""
    assert {type: moment_type(sentence) for type, sentence in MOMENTS[language].items()} == {
        type: type for type in MOMENTS[language]
    }
    assert moment_type(MOMENTS[language]["promise"].rstrip(".") + "?") is None


def test_types_are_those_of_the_graph() -> None:
    """Exactly five."""  # ACCEPTANCE 2.8
    assert set(TYPES) == set(MemoryType)
