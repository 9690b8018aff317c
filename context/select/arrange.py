"""Pieces in the fixed order of the block."""

from __future__ import annotations

from collections.abc import Sequence

from context.wording.pieces import Piece, Section

_ORDER = {section: number for number, section in enumerate(Section)}


def arrange(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces by section, and inside each by place: time for what happened, relevance for what is known. Pure."""
    return sorted(pieces, key=lambda piece: (_ORDER[piece.section], piece.place))
