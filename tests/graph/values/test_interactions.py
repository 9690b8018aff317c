"""How much an interaction of a story matters, in every language with a folder."""

from __future__ import annotations

import pytest

from graph.values.interactions import Importance, importance_of

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


@pytest.mark.parametrize("language", INTERACTIONS)
def test_importance_is_told_by_content(language: str) -> None:
    """A disappearance is high, a photograph medium, a look around low."""  # ACCEPTANCE 2.7
    for said, response, level in INTERACTIONS[language]:
        assert (said, importance_of(said, response)) == (said, level)


def test_long_response_is_no_small_talk() -> None:
    """Who is told forty words has done something."""
    assert importance_of("look", "stone " * 40) is Importance.MEDIUM
