"""The fixed order of a block."""

from __future__ import annotations

from context.select.arrange import arrange
from context.wording.pieces import SECTION_LABELS, Piece, Section
from languages.language import SECTIONS


def piece(section: Section, place: float) -> Piece:
    """A piece that is only a place."""
    return Piece(id=f"{section} {place}", section=section, text="", place=(place, ""), tokens=0)


def test_sections_stand_in_their_order() -> None:
    """Key info first, the most recent messages last, however they were chosen."""
    chosen = [piece(section, 0.0) for section in reversed(Section)]

    assert [one.section for one in arrange(chosen)] == list(Section)


def test_pieces_stand_in_the_order_of_their_places() -> None:
    """Inside a section the place decides: time for messages, score for facts."""
    chosen = [piece(Section.EXCERPTS, 3.0), piece(Section.EXCERPTS, 1.0), piece(Section.FACTS, -0.5)]

    assert [one.place[0] for one in arrange(chosen)] == [-0.5, 1.0, 3.0]


def test_every_section_has_heading_and_label() -> None:
    """No section is without words for it, nor without the kind of item it holds."""
    assert set(SECTIONS) == set(SECTION_LABELS) == set(Section)
