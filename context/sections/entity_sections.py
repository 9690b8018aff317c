"""The entities that the question is about: dossiers of the nearest, briefs of others."""

from collections.abc import Iterator, Sequence

from context.score.formula import Scored
from context.select.budgeted_block import BudgetedBlock
from context.select.section import Candidate, Material, Section
from context.wording.item_lines import name
from context.wording.pieces import Piece, entity_piece
from context.wording.reasons import Reason, Unfit
from graph.store.verbs import Label
from graph.values.items import Entity


def _dossiers(material: Material, tokens_max: int) -> Sequence[str]:
    near = [one.id for one in _entities(material) if one.relevance >= material.policy.dossier_floor]
    return near[: material.policy.dossiers_max]


def _briefs(material: Material, tokens_max: int) -> Sequence[str]:
    policy, others = material.policy, material.first[DOSSIERS.name]
    near = [one for one in _entities(material) if one.relevance >= policy.brief_floor and one.score >= policy.floor]
    return [one.id for one in near if one.id not in others]


def _entities(material: Material) -> Iterator[Scored]:
    return (one for one in material.ranked if one.entry.label is Label.ENTITY)


def _objection(one: Scored, material: Material, block: BudgetedBlock) -> Reason | None:
    return Unfit.TOO_FAR if one.relevance < material.policy.brief_floor else block.why.get(one.id)


def _dossier_offers(candidate: Candidate) -> Iterator[Piece | Reason]:
    """The dossier; the brief if that does not fit."""
    row = candidate.row
    assert isinstance(row, Entity)
    for text in filter(None, (row.dossier, row.brief)):
        yield _piece(row, text, candidate)


def _brief_offers(candidate: Candidate) -> Iterator[Piece | Reason]:
    row = candidate.row
    assert isinstance(row, Entity)
    if row.brief and candidate.block.count(candidate.section) >= candidate.material.policy.briefs_max:
        yield Unfit.ENOUGH_BRIEFS
    elif row.brief:
        yield _piece(row, row.brief, candidate)


def _piece(row: Entity, text: str, candidate: Candidate) -> Piece | Reason:
    """The part of the text that is not shown yet."""
    material = candidate.material
    if row.is_stale:
        return Unfit.OUTDATED
    is_dossier = text == row.dossier
    rest = candidate.block.unsaid(text)
    if not rest:
        return Unfit.ALL_SAID
    return entity_piece(
        row,
        candidate.section,
        rest,
        called=f"the {'dossier' if is_dossier else 'brief'} of {name(row.name)}",
        covers=material.covers.get(row.id, ()) if is_dossier else (),
        score=material.scored[row.id].score,
        phrases=material.phrases,
    )


DOSSIERS = Section(
    name="dossiers",
    label=Label.ENTITY,
    offers=_dossier_offers,
    share=0.2,  # One dossier of 300 tokens and some briefs.
    lends_share=True,
    first=_dossiers,
)

BRIEFS = Section(
    name="briefs",
    label=Label.ENTITY,
    offers=_brief_offers,
    share=0.2,
    shares_with="dossiers",
    lends_share=True,
    first=_briefs,
    objection=_objection,
)
