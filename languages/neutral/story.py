"""The block of a game in a language without a folder: in English, and told by no words of its own."""

from __future__ import annotations

from dataclasses import replace

from languages.english.story import STORY as ENGLISH
from languages.language import NOTHING

STORY = replace(
    ENGLISH,
    weighty=NOTHING,
    busy=NOTHING,
    character_bond=NOTHING,
    discovery=NOTHING,
    revelation=NOTHING,
    promise=NOTHING,
    goal=NOTHING,
)
