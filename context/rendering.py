"""The text of a block: one wrapper, short headings, one list entry per item."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from context.select.arrange import arrange
from context.wording.pieces import Piece, Section
from graph.text.block_wrapper import CLOSING, opened
from graph.text.tokens import count_tokens
from languages.language import Phrases


@dataclass(frozen=True, slots=True)
class Rendered:
    """A block's text and what it came to hold."""

    text: str
    tokens: int
    pieces: tuple[Piece, ...]  # in the order of the block
    left_out_count: int  # messages of the history that nothing in the block stands for


def fit(chosen: Sequence[Piece], history_count: int, budget_tokens: int, phrases: Phrases) -> Rendered:
    """The chosen pieces as a text within the budget, the last chosen dropped until it is.

    Tokens of the parts don't add up to those of the whole, so the whole is counted. `history_count` are the messages
    that the assistant doesn't see. Pure; mostly one rendering.
    """
    kept = list(chosen)
    while kept:
        left_out = max(0, history_count - sum(piece.stands_for for piece in kept))
        arranged = arrange(kept)
        text = render(arranged, left_out, phrases)
        over = count_tokens(text) - budget_tokens
        if over <= 0:
            return Rendered(text, over + budget_tokens, tuple(arranged), left_out)
        while kept and over > 0:
            over -= kept.pop().tokens
    return Rendered("", 0, (), max(0, history_count))


def render(arranged: Sequence[Piece], left_out_count: int, phrases: Phrases) -> str:
    """The block as the assistant gets it; "" when there is nothing to say. Pure: equal pieces give equal bytes.

    The line about what is left out ends the summaries, so that a growing count doesn't change what stands before it.
    """
    if not arranged:
        return ""
    return "".join([opened(phrases), *_lines(arranged, left_out_count, phrases), CLOSING])


def heading(section: Section, phrases: Phrases) -> str:
    """A section's heading with the blank line above it."""
    return f"\n## {phrases.headings[section]}\n"


def header_line(piece: Piece, year: str) -> str:
    """The date above a group of pieces, without its year where that stands above already."""
    header = piece.header.replace(year, "", 1) if piece.year == year else piece.header
    return f"{header}\n" if header else ""


def _lines(arranged: Sequence[Piece], left_out_count: int, phrases: Phrases) -> Iterator[str]:
    missing = phrases.left_out_line(left_out_count)
    section: Section | None = None
    group = year = ""
    for piece in arranged:
        if piece.section is not section:
            if missing and _is_past_summaries(piece.section):
                yield missing if section is Section.SUMMARIES else heading(Section.SUMMARIES, phrases) + missing
                missing = ""
            yield heading(piece.section, phrases)
            section, group, year = piece.section, "", ""
        if piece.group != group:
            yield header_line(piece, year)
            group, year = piece.group, piece.year or year
        yield piece.text
    if missing:
        yield missing if section is Section.SUMMARIES else heading(Section.SUMMARIES, phrases) + missing


def _is_past_summaries(section: Section) -> bool:
    return section not in (Section.KEY_INFO, Section.REFLECTIONS, Section.SUMMARIES)
