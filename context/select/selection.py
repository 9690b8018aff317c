"""Which items make up the block: the sections' shares first, then what is left over; each near miss with its reason."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from context.score.formula import Scored
from context.select.block_policy import BlockPolicy
from context.select.budgeted_block import BudgetedBlock
from context.select.section import Candidate, Material, Section, own_heading
from context.wording.pieces import Piece
from context.wording.reasons import Reason, SaidBy, Unfit, is_for_room

SMALLEST_ENTRY_TOKENS = 8
"""No entry worth showing is shorter, with its bullet and date."""

NO_ROOM = (Unfit.NO_ROOM, Unfit.NOT_READ)


@dataclass(frozen=True, slots=True)
class Selection:
    """What the block shows, in the order of choice (the last is dropped first), and why it does not show the rest."""

    pieces: tuple[Piece, ...]
    why: Mapping[str, Reason]


def select(material: Material, sections: Sequence[Section]) -> Selection:
    """The pieces that fit the budget, nothing said twice. Pure; ties keep the order of `ranked`.

    Each section takes its share, then the items that rank highest. Texts then drop what the block says elsewhere, and
    ranked items get that room. What is left in the end goes to the rest of the history. An item longer than what is
    left is skipped.
    """
    block = BudgetedBlock(
        material.budget_tokens,
        material.phrases,
        history_count=material.history_count if material.cover.messages else 0,
        left_out_in=next((section.name for section in sections if section.tells_left_out), ""),
        headings={each.name: own for each in sections if (own := own_heading(each, material.phrases, 10))},
        names=material.names,
    )
    floors: dict[str, int] = {}
    for section in sections:
        start = floors.get(section.takes_unused_of, block.left)
        floor = floors.setdefault(section.shares_with or section.name, start - material.tokens_max[section.name])
        block.pay(section.note(material))
        if section.fill is not None:
            section.fill(material, block, section.name, floor)
        else:
            _put_all(section, material.first[section.name], material, block, floor)
    without_room = _put_ranked(material.ranked, material, sections, block)
    block.make_way()
    again = [one for one, left in without_room if left < block.left or block.why.get(one.id) not in NO_ROOM]
    _put_ranked(again, material, sections, block)
    block.make_way()
    for section in sections:
        if section.fill is not None and not material.has_room_for_all(block):
            section.fill(material, block, section.name, 0)
        _put_all(section, material.last[section.name], material, block)
        block.make_way()
    for section in sections:
        if section.finish is not None:
            section.finish(material, block)
    for id, reason in block.why.items():
        if isinstance(reason, SaidBy) and block.shown(reason.piece) is None:
            block.why[id] = Unfit.ALL_SAID  # The piece that said it was removed, since others say it.
    # What stands in every block is dropped last, also if it was put anew in the end.
    always = {section.name for section in sections if section.fill is not None or section.share == 1.0}
    return Selection(tuple(sorted(block.pieces, key=lambda piece: piece.section not in always)), block.why)


def _put_all(section: Section, ids: Iterable[str], material: Material, block: BudgetedBlock, floor: int = 0) -> None:
    """Put whatever fits while at least `floor` is left; a run ends at the first item that has no room."""
    for id in ids:
        piece = block.shown(id)
        if piece is not None and piece.section == section.name:
            continue
        if not _put(section, id, material, block, floor) and section.is_run and block.why.get(id) in NO_ROOM:
            return


def _put_ranked(
    ranked: Iterable[Scored], material: Material, sections: Sequence[Section], block: BudgetedBlock
) -> list[tuple[Scored, int]]:
    """Put what was found, in its order. Returns what did not fit, each with the tokens that were left."""
    by_kind = {(section.label, section.kind): section for section in sections if section.objection is not None}
    without_room: list[tuple[Scored, int]] = []
    for one in ranked:
        section = by_kind.get((one.entry.label, one.entry.kind)) or by_kind.get((one.entry.label, ""))
        why = block.why.get(one.id)
        if section is None or section.objection is None or one.id == material.asked:
            continue
        if block.shown(one.id) or (why and not is_for_room(why)):
            continue
        if one.id in material.visible:
            block.why[one.id] = Unfit.VISIBLE
        elif (objection := section.objection(one, material, block)) is not None:
            block.why[one.id] = objection
        elif not _put(section, one.id, material, block, material.room_beside(one.id, block)):
            without_room.append((one, block.left))
    return without_room


def _put(section: Section, id: str, material: Material, block: BudgetedBlock, floor: int = 0) -> bool:
    """Put the first of the item's pieces that fits, and tell whether one did. If none did, note the reason."""
    row = material.rows.get(id)
    reason: Reason | None = None
    if row is None:
        reason = Unfit.NOT_READ
    elif block.left - floor < SMALLEST_ENTRY_TOKENS:
        reason = Unfit.NO_ROOM
    else:
        for offer in section.offers(Candidate(row, section.name, material, block)):
            if not isinstance(offer, Piece):
                reason = offer
            elif block.put(offer, floor):
                return True
            else:
                reason = Unfit.NO_ROOM
    before = block.why.get(id)
    if reason is not None and not (reason in NO_ROOM and before and is_for_room(before)):
        block.why[id] = reason
    return False


def nearly_shown(
    best_first: Iterable[Scored], selection: Selection, shown: Set[str], policy: BlockPolicy
) -> list[tuple[Scored, Reason]]:
    """The best of what was left out, whether it was never chosen or did not fit in the end. Pure.

    Only a few of them are visible lines: the lines before the question mostly resemble it.
    """
    reasons = {**selection.why, **{piece.id: Unfit.NO_ROOM for piece in selection.pieces}}
    missed: list[tuple[Scored, Reason]] = []
    visible_left = policy.visible_misses_max
    for one in best_first:
        if len(missed) == policy.near_misses_max:
            break
        if one.id in shown or (reason := reasons.get(one.id)) is None:
            continue
        visible_left -= reason is Unfit.VISIBLE
        if reason is not Unfit.VISIBLE or visible_left >= 0:
            missed.append((one, reason))
    return missed
