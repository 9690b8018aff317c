"""What must be known in every turn."""

from collections.abc import Iterator

from context.select.section import Candidate, Section
from context.wording.item_lines import safe, with_days_told
from context.wording.pieces import Piece, heading, piece_of
from context.wording.reasons import Reason
from graph.store.verbs import Label
from graph.text.analysis import without_speaker
from graph.text.dangers import is_danger, told_again
from graph.text.tokens import count_tokens
from graph.values.items import KEY_INFO_ID, KeyInfo

PART_MAX = 0.4
"""Of the budget, for lines that nobody has pinned: a small block is to have more than them."""


def _offers(candidate: Candidate) -> Iterator[Piece | Reason]:
    """As many lines as fit, in their order; lines about dangers to somebody are kept first, each danger once.

    The last line says how many more there are, here or in what was said. It takes no danger's place.
    """
    row, material = candidate.row, candidate.material
    phrases = material.phrases
    assert isinstance(row, KeyInfo)
    left = candidate.block.left - count_tokens(heading(candidate.section, phrases))
    entries = [f"- {safe(with_days_told(line, phrases))}\n" for line in row.lines]
    tokens = [count_tokens(entry) for entry in entries]
    again = told_again(row.lines).difference(range(row.pinned))
    telling = [place for place in range(len(entries)) if place not in again]
    unpinned_left = int(PART_MAX * material.budget_tokens)
    kept: list[int] = []
    for place in sorted(telling, key=lambda place: not is_danger(entries[place])):
        is_pinned = place < row.pinned
        if tokens[place] <= (left if is_pinned else min(left, unpinned_left)):
            kept.append(place)
            left -= tokens[place]
            unpinned_left -= 0 if is_pinned else tokens[place]

    def note() -> str:
        return phrases.more_lines(row.left_out + len(telling) - len(kept))

    while kept and count_tokens(note()) > left and not is_danger(entries[kept[-1]]):
        left += tokens[kept.pop()]
    if shown := [entries[place] for place in sorted(kept)]:
        text = "".join(shown)
        more = note() if count_tokens(note()) <= left else ""
        says = tuple(without_speaker(line.removeprefix("- ").rstrip()) for line in shown)
        piece = piece_of(row, candidate.section, text + more, 0.0, "key info")
        yield piece._replace(reason="shown in every turn", says=says, tells=text)


KEY_INFO = Section(
    name="key info",
    label=Label.KEY_INFO,
    offers=_offers,
    share=1.0,
    first=lambda material, tokens_max: (KEY_INFO_ID,),
    is_fixed=True,
)
