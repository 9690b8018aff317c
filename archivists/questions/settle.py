"""The question *settle*: do two statements say the same, and do two names mean one entity?

`archivists.keeping.judging` uses the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from itertools import combinations
from typing import Annotated

from archivists.compare.claims import Claim, Doubt
from archivists.models.asking import Call, Exchange
from archivists.models.provider import Purpose
from archivists.questions.question_parts import Shape, Why, call_of, day_of, each_once, fitting, joined
from archivists.round_policy import RoundPolicy
from archivists.statements.spoken import spoken_in
from archivists.window.window import Window
from graph.text.analysis import words_in
from graph.text.block_wrapper import without_blocks
from graph.values.items import Entity, EntityType
from languages.folding import fold

QUOTE_CHARS_MAX = 160
"""Of the message behind a note: about one spoken sentence."""

REMOTE_MAX = 3
"""Pairs merely about one subject. They only fill calls made for other pairs: few are an old and a new state."""

ENTITY_SHARE = 2
"""Pairs of entities take at most one place in this many, so that many names leave room for what was said."""


NAME_BEGINNING_MIN = 3
"""The shortest beginning of a name that may be a short form: Kath, but not Ka."""


@dataclass(frozen=True, slots=True)
class NamePair:
    """Two entities whose names may mean one, the older entity first."""

    one: Entity
    other: Entity


class Relation(StrEnum):
    """How a newer note relates to an older one."""

    SAME = "same"
    ENTAILS = "entails"  # the newer says all of the older, and more
    ENTAILED = "entailed"  # the older says all of the newer, and more
    REPLACES = "replaces"
    CONTRADICTS = "contradicts"
    DIFFERENT = "different"


class PairVerdict(Shape):
    """One pair, judged."""

    n: int
    relation: Relation
    why: Why = ""


class SettleAnswer(Shape):
    """The verdicts on the pairs."""

    pairs: Annotated[tuple[PairVerdict, ...], fitting(PairVerdict)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleQuestion:
    """How do the two of each pair relate? Numbered from 1: statements first, then names."""

    language: str | None
    statements: Sequence[Doubt]
    names: Sequence[NamePair]
    quotes: Mapping[str, str] = field(default_factory=dict)  # what was said, by the claim's id

    def call(self, *, tokens_max: int = 2000) -> Call[SettleAnswer]:
        """The question for a model."""
        notes = [("facts", self._claim_note(each.older), self._claim_note(each.newer)) for each in self.statements]
        notes += [("entities", _entity_note(each.one), _entity_note(each.other)) for each in self.names]
        pairs = [
            {"n": number, "are": are, "older": older, "newer": newer}
            for number, (are, older, newer) in enumerate(notes, start=1)
        ]
        return call_of(Purpose.SETTLE, self.language, {"pairs": pairs}, SettleAnswer, self.complaint, tokens_max)

    def _claim_note(self, claim: Claim) -> dict[str, str]:
        quote = self.quotes.get(claim.id, "")
        return _note(claim.body, claim.at) | ({"said": quote} if quote and claim.body not in quote else {})

    def complaint(self, answer: SettleAnswer) -> str | None:
        """What is wrong with an answer of the right shape."""
        relations = {each.n: each.relation for each in answer.pairs}
        allowed = (Relation.SAME, Relation.DIFFERENT)
        wrong = [number for number, _ in self._numbered_names() if relations.get(number) not in allowed]
        return joined(
            each_once("pairs", [each.n for each in answer.pairs], len(self.statements) + len(self.names)),
            f"Entities are `same` or `different`: {', '.join(map(str, wrong))}." if wrong else None,
        )

    def on_statements(self, answer: SettleAnswer) -> Iterator[tuple[Doubt, PairVerdict]]:
        """The pairs of statements that the answer judges."""
        verdicts = {each.n: each for each in answer.pairs}
        return ((pair, verdicts[n]) for n, pair in enumerate(self.statements, start=1) if n in verdicts)

    def on_names(self, answer: SettleAnswer) -> Iterator[tuple[NamePair, PairVerdict]]:
        """The pairs of names that the answer judges."""
        verdicts = {each.n: each for each in answer.pairs}
        return ((pair, verdicts[n]) for n, pair in self._numbered_names() if n in verdicts)

    def _numbered_names(self) -> Iterator[tuple[int, NamePair]]:
        return enumerate(self.names, start=len(self.statements) + 1)


Settling = Exchange[SettleQuestion, SettleAnswer]
"""What a model has judged."""


def settle_question(window: Window, doubts: Sequence[Doubt], policy: RoundPolicy) -> SettleQuestion | None:
    """The pairs that are worth a call, the disputed and the most alike first; None when there are none. Pure."""
    names = likely_pairs(window.entities, window.namesakes)
    alike = sorted((each for each in doubts if not each.is_remote), key=_rank)
    remote = sorted((each for each in doubts if each.is_remote), key=_rank)[:REMOTE_MAX]
    if not alike and not names:
        return None
    ranked = [*alike, *remote]
    reserved = min(len(names), policy.settle_pairs_max // ENTITY_SHARE)
    statements = ranked[: policy.settle_pairs_max - reserved]
    names = names[: policy.settle_pairs_max - len(statements)]
    if not statements and not names:
        return None
    claims = [claim for each in statements for claim in (each.older, each.newer)]
    quotes = {claim.id: quote for claim in claims if (quote := _quote(window, claim))}
    return SettleQuestion(language=spoken_in(window.messages), statements=statements, names=names, quotes=quotes)


def _quote(window: Window, claim: Claim) -> str:
    """The beginning of the first message that states the claim."""
    new = [message for message in window.messages if message.id in claim.sources]
    sources = (*window.sources_of.get(claim.id, ()), *new)
    return without_blocks(sources[0].body).strip()[:QUOTE_CHARS_MAX] if sources else ""


def _entity_note(entity: Entity) -> dict[str, str]:
    """An entity in one line: its type, other names and brief tell whether another name means it."""
    aliases = f", also {', '.join(entity.aliases)}" if entity.aliases else ""
    brief = f": {entity.brief}" if entity.brief else ""
    return _note(f"{entity.name} ({entity.type}{aliases}){brief}", entity.created_at)


def _note(text: str, at: datetime) -> dict[str, str]:
    return {"text": text, "at": day_of(at)}


def _rank(doubt: Doubt) -> tuple[bool, float, str, str]:
    return not _is_disputed(doubt), -doubt.overlap, doubt.older.id, doubt.newer.id


def _is_disputed(doubt: Doubt) -> bool:
    return doubt.older.is_disputed and doubt.newer.is_disputed


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
