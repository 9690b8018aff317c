"""What must be known in every turn."""

from __future__ import annotations

from collections.abc import Iterator

from context.select.section import Candidate, Section
from context.wording.item_lines import safe
from context.wording.pieces import Piece, heading, piece_of
from context.wording.reasons import Reason
from graph.store.verbs import Label
from graph.text.analysis import without_speaker
from graph.text.subjects import is_danger
from graph.text.tokens import count_tokens
from graph.values.items import KEY_INFO_ID, KeyInfo


def _offers(candidate: Candidate) -> Iterator[Piece | Reason]:
    """As many lines as fit in the whole block, in their order; lines about dangers to somebody are kept first."""
    row, phrases = candidate.row, candidate.material.phrases
    assert isinstance(row, KeyInfo)
    left = candidate.block.left - count_tokens(heading(candidate.section, phrases))
    entries = [f"- {safe(line)}\n" for line in row.lines]
    kept: set[int] = set()
    for place in sorted(range(len(entries)), key=lambda place: not is_danger(entries[place])):
        if (tokens := count_tokens(entries[place])) <= left:
            kept.add(place)
            left -= tokens
    if text := "".join(entries[place] for place in sorted(kept)):
        says = tuple(without_speaker(line.removeprefix("- ")) for line in text.splitlines())
        piece = piece_of(row, candidate.section, text, 0.0, "key info")
        yield piece._replace(reason="shown in every turn", says=says, tells=text)


KEY_INFO = Section(
    name="key info",
    label=Label.KEY_INFO,
    offers=_offers,
    share=1.0,
    first=lambda material, tokens_max: (KEY_INFO_ID,),
    is_fixed=True,
)
