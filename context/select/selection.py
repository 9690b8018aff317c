"""Which items make up the block: the budget filled from the top, nothing said twice, each near miss with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import NamedTuple

from context.score.formula import Scored
from context.select.block_policy import BlockPolicy
from context.select.budgeted_block import BudgetedBlock
from context.select.material import Material
from context.select.section import Section
from context.wording.pieces import Piece
from context.wording.reasons import Reason, StandIn, Unfit
from graph.store.verbs import Label

SMALLEST_ENTRY_TOKENS = 8
"""Nothing worth showing is shorter, its bullet and date included."""


class Missed(NamedTuple):
    """A candidate that is not in the block, and why. A tuple, as a Scored is one."""

    one: Scored
    reason: Reason


@dataclass(frozen=True, slots=True)
class Selection:
    """What the block shows, in the order it was chosen (the last goes first), and why it does not show the rest."""

    pieces: tuple[Piece, ...]
    why: Mapping[str, Reason]


def select(material: Material, sections: Sequence[Section]) -> Selection:
    """Pure; ties keep the order of `ranked`."""
    left_out_in = next((each.name for each in sections if each.tells_left_out), "")
    block = BudgetedBlock(
        material.budget_tokens,
        material.phrases,
        history_count=material.history_count,
        left_out_in=left_out_in,
        blocked=material.cover.blocked,
    )
    by_kind = {(each.label, each.kind): each for each in sections if each.objection is not None}
    broken: set[str] = set()
    for section in sections:
        floor = block.left - material.tokens_max[section.name]
        for id in material.first[section.name]:
            _put_from(section, id, material, block, floor, broken)
    _put_ranked(material.ranked, by_kind, material, block)
    before = block.left
    for section in sections:
        if section.makes_way_for:
            block.make_way(section.name, section.makes_way_for)
    if block.left > before:
        _put_ranked(
            [one for one in material.ranked if block.why.get(one.id) is Unfit.NO_ROOM], by_kind, material, block
        )
    told = [id for id, why in block.why.items() if isinstance(why, StandIn)]
    for id in told:
        if block.left >= SMALLEST_ENTRY_TOKENS:
            why = _put(by_kind[Label.MESSAGE, ""], id, material, block)
            if why is not None:
                pass
    for section in sections:
        count = block.count(section.name)
        floor = 0
        pending = list(material.last[section.name])[::-1]
        while pending:
            id = pending.pop()
            if section.name == "summaries" and not block.is_free(id, frozenset(material.forest.above(id))):
                pending += material.parts.get(id, ())
            else:
                _put_from(section, id, material, block, floor, broken)
        if section.name == "summaries":
            if block.count(section.name) > count:
                _drop_repeated(material, block, told)
            for each in sections:
                if each.makes_way_for:
                    block.make_way(each.name, each.makes_way_for)
    return Selection(tuple(_counted(block)), block.why)


def _put_from(
    section: Section, id: str, material: Material, block: BudgetedBlock, floor: int, broken: set[str]
) -> None:
    if section.name in broken:
        return
    if id not in material.rows:
        if section.is_run:
            broken.add(section.name)
        return
    reason = _put(section, id, material, block, floor)
    if reason is not None:
        if section.is_run:
            broken.add(section.name)
        elif section.name == "dossiers":
            block.why[id] = reason


def _drop_repeated(material: Material, block: BudgetedBlock, told: Sequence[str]) -> None:
    """What a summary says that found room only afterwards makes way, unless it earns a repeat or tells lines."""
    tellers = {fact for id in told for fact in material.stated.get(id, ())}
    for one in material.ranked:
        piece = block.shown(one.id)
        if one.id in tellers or piece is None or piece.section in ("recent messages", "significant memories"):
            continue
        if not piece.says or piece.label not in (Label.FACT, Label.MESSAGE):
            continue
        if one.score >= material.policy.repeat_score:
            continue
        said = piece.says[0] if piece.label is Label.FACT else piece.text
        who = block.telling(said, material.policy.contained, is_line=piece.label is Label.MESSAGE)
        if who is not None:
            block.take_back(one.id, who)


def _put_ranked(
    ranked: Iterable[Scored], by_kind: Mapping[tuple[Label, str], Section], material: Material, block: BudgetedBlock
) -> None:
    for one in list(ranked):
        entry = one.entry
        section = by_kind.get((entry.label, entry.kind)) or by_kind.get((entry.label, ""))
        if section is None or section.objection is None or one.id == material.asked:
            continue
        if block.shown(one.id) is not None:
            continue
        reason: Reason | None
        reason = Unfit.VISIBLE if one.id in material.visible else section.objection(one, material, block)
        if reason is None:
            has_room = one.id in material.rows and block.left >= SMALLEST_ENTRY_TOKENS
            reason = _put(section, one.id, material, block) if has_room else Unfit.NO_ROOM
        if reason is not None:
            block.why[one.id] = reason


def _put(section: Section, id: str, material: Material, block: BudgetedBlock, floor: int = 0) -> Reason | None:
    """The first piece that fits stands in the block; or else why none does."""
    reason: Reason | None = None
    for offer in section.offers(material.rows[id], material, block):
        if not isinstance(offer, Piece):
            reason = offer
        elif block.put(offer, floor):
            return None if offer.id == id else StandIn(offer.id)
        else:
            reason = Unfit.NO_ROOM
    return reason


def nearly_shown(
    best_first: Iterable[Scored], selection: Selection, shown: Set[str], policy: BlockPolicy
) -> list[Missed]:
    """The best of what was left out, whether it was never chosen or did not fit in the end. Pure.

    Not many visible ones: the lines before the question are mostly much like it.
    """
    reasons = {**selection.why, **{piece.id: Unfit.NO_ROOM for piece in selection.pieces}}
    missed: list[Missed] = []
    visible_left = policy.visible_misses_max
    for one in best_first:
        if len(missed) == policy.near_misses_max:
            break
        if one.id in shown or (reason := reasons.get(one.id)) is None:
            continue
        visible_left -= reason is Unfit.VISIBLE
        if reason is not Unfit.VISIBLE or visible_left >= 0:
            missed.append(Missed(one, reason))
    return missed


def _counted(block: BudgetedBlock) -> Iterator[Piece]:
    """The pieces, a line quoted whole counted where no summary in the block stands for it."""
    for piece in block.pieces:
        is_told = piece.label is Label.MESSAGE and any(map(block.shown, piece.within))
        yield replace(piece, stands_for=0) if is_told else piece
