"""The question *link*: do their words say the new claims, and how do these stand to what is known?

`archivists.keeping.linking` uses the answer.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Annotated

from pydantic import WithJsonSchema

from archivists.compare.claims import Claim, Quotation
from archivists.models.asking import Call, Exchange
from archivists.models.provider import Purpose
from archivists.questions.question_parts import (
    Id,
    Numbers,
    OptionalShare,
    Shape,
    by_id,
    call_of,
    day_of,
    days_once,
    fitting,
    joined,
    kind_told,
    one_of,
    told_line,
    unknown,
)
from graph.text.analysis import words_in
from graph.values.changes import Verdict
from graph.values.items import Entity, EntityType
from languages.folding import fold

NAME_BEGINNING_MIN = 3
"""The shortest beginning of a name that may be a short form: Kath, but not Ka."""

ALWAYS = "always"
"""How the question calls a line of key info, which every turn shows."""


@dataclass(frozen=True, slots=True)
class NamePair:
    """Two entities whose names may mean one, the older entity first."""

    one: Entity
    other: Entity


class Relation(StrEnum):
    """How a new claim stands to an older note. What is not named holds beside it."""

    SAME = "same"
    SAYS_MORE = "says_more"  # all that the note says, and more
    SAYS_LESS = "says_less"  # nothing that the note does not say, too
    REPLACES = "replaces"
    CONTRADICTS = "contradicts"
    SETTLES = "settles"  # answers the question, reaches the objective
    DROPS = "drops"  # gives the question or objective up
    SUPPORTS = "supports"
    OPPOSES = "opposes"
    RESTS_ON = "rests_on"  # the claim is a theory, and the note makes it likely
    PART_OF = "part_of"  # the claim is an objective, and a part of the note's
    OTHER = "other"


class Tie(Shape):
    """How a claim stands to one note."""

    id: Id
    relation: Annotated[Relation, one_of(Relation, Relation.OTHER)]
    confidence: OptionalShare = None


class LinkedClaim(Shape):
    """A claim, judged."""

    n: int
    said: Annotated[bool | None, WithJsonSchema({"type": "boolean"})] = None
    relations: Annotated[tuple[Tie, ...], fitting(Tie)] = ()


class JudgedItem(Shape):
    """What an item that was shown did for the reply."""

    id: Id
    verdict: Verdict


class LinkAnswer(Shape):
    """The claims, names and shown items, judged."""

    claims: Annotated[tuple[LinkedClaim, ...], fitting(LinkedClaim)] = ()
    same_names: Numbers = ()
    verdicts: Annotated[tuple[JudgedItem, ...], fitting(JudgedItem)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemToJudge:
    """An item that the assistant saw before its reply."""

    id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimToLink:
    """A claim, what it quotes if it is new, and the claims that it may have to do with."""

    claim: Claim
    quotation: Quotation | None
    near: Sequence[Claim] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkQuestion:
    """Notes are f1, f2, …; claims and pairs of names are numbered from 1; items are s1, …"""

    language: str | None
    claims: Sequence[ClaimToLink]
    names: Sequence[NamePair] = ()
    shown: Sequence[ItemToJudge] = ()
    replies: Sequence[str] = ()

    def call(self) -> Call[LinkAnswer]:
        """The question for a model."""
        ids = {id: short for short, id in self._ids().items()}
        notes = self._notes()
        days = days_once(day_of(each.at) for each in notes)
        data = {
            "notes": [_note(ids[each.id], day, each) for each, day in zip(notes, days, strict=True)],
            "claims": [self._told(number, each, ids) for number, each in enumerate(self.claims, start=1)],
            "names": [
                {"n": number, "one": _entity_line(each.one), "other": _entity_line(each.other)}
                for number, each in enumerate(self.names, start=1)
            ],
            "shown": [told_line(f"s{number}", text=item.text) for number, item in enumerate(self.shown, start=1)],
            "replies": list(self.replies),
        }
        told = {name: entries for name, entries in data.items() if entries}
        return call_of(Purpose.LINK, self.language, told, LinkAnswer, self.complaint, 2000)

    def complaint(self, answer: LinkAnswer) -> str | None:
        """What is wrong with an answer of the right shape."""
        judged = {each.n for each in answer.claims if each.said is not None}
        silent = [
            str(n) for n, each in enumerate(self.claims, start=1) if each.quotation is not None and n not in judged
        ]
        named = [tie.id for each in answer.claims for tie in each.relations]
        return joined(
            f"`said` is missing for the claims {', '.join(silent)}." if silent else None,
            unknown("notes or claims", (id for id in named if id not in self._ids())),
        )

    def judged(self, answer: LinkAnswer) -> Iterator[tuple[ClaimToLink, LinkedClaim]]:
        """The claims that the answer judges."""
        verdicts = {each.n: each for each in answer.claims}
        return ((each, verdicts[n]) for n, each in enumerate(self.claims, start=1) if n in verdicts)

    def item(self, id: str) -> ItemToJudge | None:
        """The shown item of this id."""
        return by_id("s", self.shown, id)

    def meant(self, tie: Tie) -> str:
        """The id of the note or claim that it names; "" if there is none."""
        return self._ids().get(tie.id, "")

    def _notes(self) -> list[Claim]:
        """The known claims near to any of the new ones, by their time."""
        new = {each.claim.id for each in self.claims}
        known = {each.id: each for claim in self.claims for each in claim.near if each.id not in new}
        return sorted(known.values(), key=lambda each: (each.at, each.id))

    def _ids(self) -> Mapping[str, str]:
        """What each short id means."""
        notes = {f"f{number}": each.id for number, each in enumerate(self._notes(), start=1)}
        return notes | {f"n{number}": each.claim.id for number, each in enumerate(self.claims, start=1)}

    def _told(self, number: int, each: ClaimToLink, ids: Mapping[str, str]) -> dict[str, object]:
        told: dict[str, object] = {"n": number}
        if each.quotation is not None:
            told |= {"speaker": each.quotation.speaker, "words": each.quotation.words}
            told |= {"before": each.quotation.before} if each.quotation.before else {}
        kind = ALWAYS if each.claim.is_line else kind_told(each.claim.kind, each.claim.confidence)
        told |= {"kind": kind} if kind else {}
        told |= {"claim": each.claim.body}
        return told | ({"near": [ids[other.id] for other in each.near]} if each.near else {})


Linking = Exchange[LinkQuestion, LinkAnswer]
"""What a model has judged."""


def _note(id: str, day: str, claim: Claim) -> str:
    head = (ALWAYS,) if claim.is_line else (day, kind_told(claim.kind, claim.confidence))
    return told_line(id, *head, text=claim.body)


def _entity_line(entity: Entity) -> str:
    """An entity in one line: its type, other names and brief tell whether another name means it."""
    aliases = f", also {', '.join(entity.aliases)}" if entity.aliases else ""
    brief = f": {entity.brief}" if entity.brief else ""
    return f"{entity.name} ({entity.type}{aliases}){brief}"


def likely_pairs(entities: Iterable[Entity], others: Iterable[Entity] = ()) -> list[NamePair]:
    """The pairs that were not compared and whose names share a word or its beginning, one of `entities` in each.

    Pure; quadratic.
    """
    here = {entity.id: entity for entity in entities}
    known = {entity.id: entity for entity in others} | here
    return [
        NamePair(one, other)
        for one, other in combinations([known[id] for id in sorted(known)], 2)
        if (one.id in here or other.id in here)
        and one.id not in other.compared_with
        and other.id not in one.compared_with
        and (one.type is other.type or EntityType.UNKNOWN in (one.type, other.type))
        and _may_be_one(one.name, other.name)
    ]


def _may_be_one(one: str, other: str) -> bool:
    shorter, longer = sorted(([fold(word) for word in words_in(name)] for name in (one, other)), key=len)
    return all(
        any(word == each or (len(word) >= NAME_BEGINNING_MIN and each.startswith(word)) for each in longer)
        for word in shorter
    )
