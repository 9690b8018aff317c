"""What must be known in every turn."""

from __future__ import annotations

from collections.abc import Iterator

from context.select.section import Candidate, Section
from context.wording.excerpts import without_speaker
from context.wording.item_lines import safe
from context.wording.pieces import Piece, piece_of
from context.wording.reasons import Reason
from graph.store.verbs import Label
from graph.text.tokens import count_tokens
from graph.values.items import KEY_INFO_ID, KeyInfo


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
