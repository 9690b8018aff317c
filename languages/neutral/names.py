"""What names have in common all over the world, and the titles of languages without a folder."""

from __future__ import annotations

from languages.folding import words
from languages.language import Names

NAMES = Names(
    joiners=frozenset(("von", "van", "de", "der", "den", "da", "di", "la", "le", "del", "bin", "al", "el")),
    titles=words(
        "herr frau don dona senor senora madame monsieur господин госпожа доктор профессор 先生 女士 老师 医生 博士"
    ),
)
