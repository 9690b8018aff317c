"""The question *settle*: do two statements say the same, and do two names mean one? Asked, shaped and numbered here.

What becomes of the answer stands in `archivists.keeping.judging`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from archivists.compare.claims import Doubt
from archivists.compare.name_likeness import NamePair, likely_pairs
from archivists.models.asking import Call, Exchange
from archivists.models.provider import Purpose
from archivists.questions.question_parts import Line, Shape, call_of, day_of, each_once, joined
from archivists.round_policy import RoundPolicy
from archivists.statements.spoken import spoken_in
from archivists.window.window import Window
from graph.values.items import Entity

ENTITY_SHARE = 2
"""Pairs of entities take at most one place in so many: a window with many names leaves room for what was said."""


class Relation(StrEnum):
    """How a newer note stands to an older one."""

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
    why: Line = ""


class SettleAnswer(Shape):
    """How the pairs stand."""

    pairs: tuple[PairVerdict, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleQuestion:
    """How do these pairs stand? Numbered from 1: statements first, then names."""

    language: str | None
    statements: Sequence[Doubt]
    names: Sequence[NamePair]

    def call(self, *, tokens_max: int = 2000) -> Call[SettleAnswer]:
        """The question for a model."""
        notes = [
            ("facts", _note(each.older.body, each.older.at), _note(each.newer.body, each.newer.at))
            for each in self.statements
        ]
        notes += [("entities", _entity_note(each.one), _entity_note(each.other)) for each in self.names]
        pairs = [
            {"n": number, "are": are, "older": older, "newer": newer}
            for number, (are, older, newer) in enumerate(notes, start=1)
        ]
        return call_of(Purpose.SETTLE, self.language, {"pairs": pairs}, SettleAnswer, self.complaint, tokens_max)

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

    def place(each: Doubt) -> tuple[bool, float, str, str]:
        is_disputed = each.older.is_disputed and each.newer.is_disputed
        return not is_disputed, -each.overlap, each.older.id, each.newer.id

    ranked = sorted(doubts, key=place)
    reserved = min(len(names), policy.settle_pairs_max // ENTITY_SHARE)
    statements = ranked[: policy.settle_pairs_max - reserved]
    names = names[: policy.settle_pairs_max - len(statements)]
    if not statements and not names:
        return None
    return SettleQuestion(language=spoken_in(window.messages), statements=statements, names=names)


def _entity_note(entity: Entity) -> dict[str, str]:
    """An entity in one line: its type, other names and brief tell whether another name means it."""
    aliases = f", also {', '.join(entity.aliases)}" if entity.aliases else ""
    brief = f": {entity.brief}" if entity.brief else ""
    return _note(f"{entity.name} ({entity.type}{aliases}){brief}", entity.created_at)


def _note(text: str, at: datetime) -> dict[str, str]:
    return {"text": text, "at": day_of(at)}
