"""What must be known in every turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from context.select.material import Material
from context.select.section import Candidate, Section
from context.wording.excerpts import without_speaker
from context.wording.item_lines import safe
from context.wording.pieces import Piece, key_info_piece
from context.wording.reasons import Reason
from graph.store.verbs import Label
from graph.text.tokens import count_tokens
from graph.values.items import KEY_INFO_ID, KeyInfo


def _first(material: Material, tokens_max: int) -> Sequence[str]:
    return (KEY_INFO_ID,)


def _offers(candidate: Candidate) -> Iterator[Piece | Reason]:
    """As many lines as may be, from the first on."""
    row, material = candidate.row, candidate.material
    assert isinstance(row, KeyInfo)
    tokens_max = int(material.policy.key_info_part * material.budget_tokens)
    text = ""
    for line in row.lines:
        longer = f"{text}- {safe(line)}\n"
        if count_tokens(longer) > tokens_max:
            break
        text = longer
    if text:
        says = tuple(without_speaker(line.removeprefix("- ")) for line in text.splitlines())
        yield key_info_piece(row, candidate.section, text, says)


KEY_INFO = Section(
    name="key info",
    label=Label.KEY_INFO,
    offers=_offers,
    share=1.0,
    first=_first,
    is_fixed=True,
)
