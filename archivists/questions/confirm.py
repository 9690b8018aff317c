"""The question *confirm*: does what was said later really end what is known? Asked if an answer to *link* ends much.

Two of the pairs end nothing for certain. A model that says they do has not looked: what it says of the others is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from archivists.compare.claims import Claim
from archivists.models.asking import Call, Exchange
from archivists.models.provider import Purpose
from archivists.questions.link import LinkedClaim, Linking, Relation
from archivists.questions.question_parts import Numbers, Shape, call_of, day_of, kind_told, told_line

FRAME = "confirm"

ENDS_MAX = 24
"""Pairs of one question: as many as a model may name of sixteen claims. What is above it stands beside what is new."""

ENDED_SHARE_MAX = 0.25
"""Of the pairs that an answer to *link* could end. Of 77 careful answers that end something, in the recorded dialogues
(docs/benchmarks/knowledge.md), 64 end no more; the others have few pairs."""

ENDING = {Relation.REPLACES, Relation.SETTLES, Relation.DROPS}

UNRELATED = "Zyxa's canary is yellow.", "Zyxa plays chess on Fridays."
"""Two statements of which neither can end the other, about somebody who is nobody."""


class ConfirmAnswer(Shape):
    """The pairs whose first statement is over."""

    over: Numbers = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmQuestion:
    """Pairs are numbered from 1: what is known, and what may end it. The first and the last are controls."""

    language: str | None
    pairs: Sequence[tuple[Claim, Claim]]  # one at least

    def call(self) -> Call[ConfirmAnswer]:
        """The question for a model."""
        known, later = self.pairs[-1]
        day = day_of(later.at)
        told = [(_told(older), _told(newer)) for older, newer in self.pairs]
        again = (_told(known), told_line(day, kind_told(known.kind, known.confidence), text=known.body))
        told = [(told_line(day, text=UNRELATED[0]), told_line(day, text=UNRELATED[1])), *told, again]
        data = {"pairs": [{"n": n, "known": known, "later": later} for n, (known, later) in enumerate(told, start=1)]}
        return call_of(Purpose.LINK, self.language, data, ConfirmAnswer, lambda answer: None, 500, frame=FRAME)

    def confirmed(self, answer: ConfirmAnswer) -> frozenset[tuple[str, str]] | None:
        """The pairs that the answer confirms, by their ids; None if it says of a control that it is over."""
        if not {1, len(self.pairs) + 2}.isdisjoint(answer.over):
            return None
        pairs = enumerate(self.pairs, start=2)
        return frozenset((older.id, newer.id) for n, (older, newer) in pairs if n in answer.over)


Confirming = Exchange[ConfirmQuestion, ConfirmAnswer]
"""What a model has confirmed."""


def is_discerning(linking: Linking) -> bool:
    """Whether the answer leaves most of the pairs that it could end as they are. Pure."""
    judged = [*linking.question.judged(linking.answer)]
    ends = sum(tie.relation in ENDING for _, verdict in judged for tie in verdict.relations)
    return ends <= ENDED_SHARE_MAX * sum(len(each.near) for each, _ in judged)


def unended(linking: Linking, pairs: Sequence[tuple[Claim, Claim]], confirming: Confirming | None) -> Linking:
    """The answer without what would end something and is not confirmed. Pure.

    Without a second answer, the claims count as not judged, so that they are asked about again.
    """
    confirmed = frozenset() if confirming is None else confirming.question.confirmed(confirming.answer)
    open = {newer.id for _, newer in pairs} if confirming is None else ()
    claims: list[LinkedClaim] = []
    for each, verdict in linking.question.judged(linking.answer):
        ids = {tie: linking.question.meant(tie) for tie in verdict.relations}
        kept = (tie for tie in ids if tie.relation not in ENDING or (ids[tie], each.claim.id) in (confirmed or ()))
        said = None if each.claim.id in open and not each.claim.is_line else verdict.said
        claims.append(verdict.model_copy(update={"relations": tuple(kept), "said": said}))
    if confirmed is None:
        lost: tuple[str, ...] = ("the model calls over what cannot be: nothing is ended by what it says",)
    else:
        lost = tuple(
            f"“{older.body}” is not ended by “{newer.body}”: not confirmed"
            for older, newer in pairs
            if (older.id, newer.id) not in confirmed
        )
    return replace(linking, answer=linking.answer.model_copy(update={"claims": tuple(claims)}), lost=lost)


def _told(claim: Claim) -> str:
    return told_line(day_of(claim.at), kind_told(claim.kind, claim.confidence), text=claim.body)
