"""Quotes are what a text says, or the passage that comes nearest."""

from __future__ import annotations

import pytest

from archivists.transcripts.quoting import nearest, verbatim

TEXT = 'Ada wrote:\n  "The sea was dark."\nNil laughed. Şişli\'de yağmur vardı! And then, at last, we went home.'


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("The sea was dark.", "The sea was dark."),
        ('"The sea was dark."', '"The sea was dark."'),
        ("“The sea was dark.”", "The sea was dark."),
        ("> Nil  laughed.\n", "Nil laughed."),
        ("Şişli’de yağmur", "Şişli'de yağmur"),
        ("wrote: “The sea", 'wrote:\n  "The sea'),
        ("And then – at last", ""),
        ('dark." Nil', 'dark."\nNil'),
        ("şişli'de yağmur", ""),
        ("the sea was black", ""),
        ("", ""),
        (' " ', '"'),
    ],
)
def test_verbatim(quote: str, found: str) -> None:
    """Blanks may differ, the shape of quotation marks, and marks around it; not a letter."""
    # ACCEPTANCE 4.7
    assert verbatim(quote, TEXT) == found


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("Nil was laughing in Şişli'de yağmur", "Nil laughed. Şişli'de yağmur vardı!"),
        ("finally we went home at last", "And then, at last, we went home."),
        ("xyz", "And then, at last, we went home."),
    ],
)
def test_nearest(quote: str, found: str) -> None:
    """Whole sentences with the most words in common; the longest where there are none."""
    # ACCEPTANCE 4.7
    assert nearest(quote, TEXT) == found
    assert nearest(quote, "") == ""
