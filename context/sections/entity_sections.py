"""Whom and what the question is about: dossiers of the nearest, briefs of others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from context.select.budgeted_block import BudgetedBlock
from context.select.material import Material
from context.select.section import Section
from context.wording.excerpts import untold
from context.wording.item_lines import name
from context.wording.pieces import Piece, entity_piece
from context.wording.reasons import EnoughBriefs, Reason, Unfit
from graph.store.verbs import Label
from graph.values.items import Entity, Item

_TELLING = {"key info", "summaries", "dossiers", "briefs"}
_DATED = frozenset(
    {
        "summaries",
        "reflections",
        "facts",
        "theories",
        "questions",
        "objectives",
        "significant memories",
        "excerpts",
        "recent messages",
    }
)


def _ranked(material: Material, tokens_max: int) -> Sequence[str]:
    return [one.id for one in material.ranked if one.entry.label is Label.ENTITY]


def _offers(row: Item, material: Material, block: BudgetedBlock) -> Iterator[Piece | Reason]:
    """What the dossier, or else the brief, says that is not shown yet."""
    assert isinstance(row, Entity)
    one, policy = material.scored[row.id], material.policy
    if not row.brief and not row.dossier:
        return
    is_near = one.relevance >= policy.dossier_floor and block.count(DOSSIERS.name) < policy.dossiers_max
    section = DOSSIERS if is_near else BRIEFS
    if one.relevance < policy.brief_floor:
        yield Unfit.TOO_FAR
    elif row.is_stale:
        yield Unfit.OUTDATED
    elif not is_near and block.count(BRIEFS.name) >= policy.briefs_max:
        yield EnoughBriefs(policy.briefs_max)
    else:
        yield Unfit.NO_ROOM
        for whole in filter(None, (row.dossier, row.brief) if is_near else (row.brief,)):
            text = untold(whole, block.said(_TELLING))
            if text:
                is_dossier = whole == row.dossier
                yield entity_piece(
                    row,
                    section.name,
                    text,
                    called=f"the {'dossier' if is_dossier else 'brief'} of {name(row.name)}",
                    covers=material.covers.get(row.id, ()) if is_dossier else (),
                    score=one.score,
                    phrases=material.phrases,
                )
            else:
                yield Unfit.ALL_SAID


DOSSIERS = Section(
    name="dossiers",
    label=Label.ENTITY,
    offers=_offers,
    share=0.2,  # One dossier of 300 tokens and some briefs.
    lends_share=True,
    first=_ranked,
    makes_way_for=_DATED,
)

BRIEFS = Section(name="briefs", label=Label.ENTITY, offers=_offers, makes_way_for=_DATED)
