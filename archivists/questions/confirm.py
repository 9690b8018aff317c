"""The question *confirm*: does what was said later really end what is known, or repeat it?

Asked about what is in doubt of an answer to *link*, and about all that would end if that is much. Of two of the pairs
the answer is certain. A model that gets them wrong has not looked: nothing ends or is merged by its answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from archivists.compare.claims import Claim, shared_terms
from archivists.models.asking import Call, Exchange
from archivists.models.provider import Purpose
from archivists.questions.link import LinkedClaim, Linking, Relation, Tie
from archivists.questions.question_parts import Numbers, Shape, call_of, day_of, kind_told, told_line

FRAME = "confirm"

ENDS_MAX = 24
"""Pairs of one question: as many as a model may name of sixteen claims. What is above it stands beside what is new."""

ENDED_SHARE_MAX = 0.25
"""Of the pairs that an answer to *link* could end. Of 77 careful answers that end something, in the recorded dialogues
(docs/benchmarks/knowledge.md), 64 end no more; the others have few pairs."""

SHARED_MIN = 2
"""So many words has what ends in common with what ends it, beside names, or the two are asked about. In the same
dialogues, one language after the other, 70 % of 168 right ends of facts have them, and 18 % of 2,830 other pairs."""

ENDING = {Relation.REPLACES, Relation.SETTLES, Relation.DROPS}
MERGING = {Relation.SAME, Relation.SAYS_MORE, Relation.SAYS_LESS}

UNRELATED = "Zyxa's canary is yellow.", "Zyxa plays chess on Fridays."
"""Two statements of which neither can end the other, about somebody who is nobody."""


class ConfirmAnswer(Shape):
    """The pairs whose first statement is over, and those that say one thing."""

    over: Numbers = ()
    same: Numbers = ()


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

    def confirmed(self, answer: ConfirmAnswer) -> frozenset[tuple[str, str, bool]] | None:
        """What the answer confirms: the ids of a pair, and whether the first one is over or both say one thing.

        None if it is wrong about a control.
        """
        if 1 in answer.same or not {1, len(self.pairs) + 2}.isdisjoint(answer.over):
            return None
        numbered = [*enumerate(self.pairs, start=2)]
        told = ((answer.over, True), (answer.same, False))
        return frozenset(
            (older.id, newer.id, is_over) for said, is_over in told for n, (older, newer) in numbered if n in said
        )


Confirming = Exchange[ConfirmQuestion, ConfirmAnswer]
"""What a model has confirmed."""


def is_discerning(linking: Linking) -> bool:
    """Whether the answer leaves most of the pairs that it could end as they are. Pure."""
    judged = [*linking.question.judged(linking.answer)]
    ends = sum(tie.relation in ENDING for _, verdict in judged for tie in verdict.relations)
    return ends <= ENDED_SHARE_MAX * sum(len(each.near) for each, _ in judged)


def is_doubtful(older: Claim, newer: Claim) -> bool:
    """Whether the two have so little in common that one hardly ends the other. Pure."""
    return len(shared_terms(older, newer)) < SHARED_MIN


def unended(linking: Linking, pairs: Sequence[tuple[Claim, Claim]], confirming: Confirming | None) -> Linking:
    """The answer without ends and merges of what these pairs have first, unless the pair is confirmed. Pure.

    Without a second answer, their claims count as not judged, so that they are asked about again.
    """
    confirmed = frozenset() if confirming is None else confirming.question.confirmed(confirming.answer)
    asked = {older.id for older, _ in pairs}
    open = {newer.id for _, newer in pairs} if confirming is None else ()

    def holds(tie: Tie, pair: tuple[str, str]) -> bool:
        if tie.relation not in ENDING | MERGING:
            return True
        return confirmed is not None and (pair[0] not in asked or (*pair, tie.relation in ENDING) in confirmed)

    claims: list[LinkedClaim] = []
    left: set[tuple[str, str]] = set()
    for each, verdict in linking.question.judged(linking.answer):
        pairs_of = {tie: (linking.question.meant(tie), each.claim.id) for tie in verdict.relations}
        kept = tuple(tie for tie, pair in pairs_of.items() if holds(tie, pair))
        left.update(pair for tie, pair in pairs_of.items() if tie not in kept)
        said = None if each.claim.id in open and not each.claim.is_line else verdict.said
        claims.append(verdict.model_copy(update={"relations": kept, "said": said}))
    lost: tuple[str, ...] = ("the model calls over what cannot be: nothing is ended by what it says",)
    if confirmed is not None:
        stay = (pair for pair in pairs if (pair[0].id, pair[1].id) in left)
        lost = tuple(f"“{older.body}” stands beside “{newer.body}”: not confirmed" for older, newer in stay)
    return replace(linking, answer=linking.answer.model_copy(update={"claims": tuple(claims)}), lost=lost)


def _told(claim: Claim) -> str:
    return told_line(day_of(claim.at), kind_told(claim.kind, claim.confidence), text=claim.body)
