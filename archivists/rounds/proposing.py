"""What all archivists together make of a window: by rules, or with what a model has read and judged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from archivists.compare.namesakes import duplicate_entities
from archivists.compare.settling import Settled, settle_facts
from archivists.keeping.closings import find_closings, read_closings
from archivists.keeping.dossiers import write_dossiers
from archivists.keeping.entities import find_entities, read_entities
from archivists.keeping.facts import find_facts, read_facts
from archivists.keeping.key_info import find_key_info, read_key_info
from archivists.keeping.resummarise import resummarise
from archivists.keeping.summaries import find_summaries
from archivists.keeping.usefulness import judge_usefulness, read_verdicts
from archivists.questions.judging import Judged, judged_entities, judged_facts
from archivists.questions.reading import Read
from archivists.round_policy import RoundPolicy
from archivists.statements.written_names import names_of
from archivists.window.window import Window
from graph.values.changes import (
    Change,
    JudgePresentation,
    KeepApart,
    MergeEntities,
    NewEntity,
    NewFact,
    RestateFact,
    SetKeyInfo,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What is new in a window, before anybody tells it."""

    verdicts: Sequence[JudgePresentation]
    entities: Sequence[NewEntity]
    merges: Sequence[Change]  # of entities
    settled: Settled
    again: Sequence[RestateFact]  # what was known already
    key_info: Sequence[SetKeyInfo]
    read: Read | None  # None by rules

    def judged(self, judged: Judged | None) -> Found:
        """With what a model has judged of the pairs that rules left open."""
        if judged is None:
            return self
        lost = {change.lose for change in self.merges if isinstance(change, MergeEntities)}
        merges = [change for change in judged_entities(judged) if not lost.intersection(_pair(change))]
        return replace(self, settled=judged_facts(self.settled, judged), merges=(*self.merges, *merges))


def find(window: Window, policy: RoundPolicy, read: Read | None = None) -> Found:
    """What is new in a window, by rules or with what a model has read in it. Pure."""
    entities, verdicts = find_entities(window, policy), judge_usefulness(window)
    if read is None:
        facts, key_info = find_facts(window, names_of(window.entities, entities), policy), find_key_info(window, policy)
    else:
        entities = read_entities(window, read, entities, policy)
        verdicts = read_verdicts(window, read, verdicts, policy)
        facts, key_info = read_facts(window, read, entities, policy), read_key_info(window, read, policy)
    return Found(
        verdicts=verdicts,
        entities=entities,
        merges=duplicate_entities(window.entities),
        settled=settle_facts(window, [fact for fact in facts if isinstance(fact, NewFact)]),
        again=[fact for fact in facts if isinstance(fact, RestateFact)],
        key_info=key_info,
        read=read,
    )


def propose(window: Window, policy: RoundPolicy, found: Found | None = None) -> list[Change]:
    """What is to become of a window, with all that follows from what was found in it. Pure."""
    found = found or find(window, policy)
    settled = found.settled
    kept = frozenset(fact.ref for fact in settled.facts) - settled.gone
    return [
        *found.verdicts,
        *_signed("entities", found.entities),
        *found.merges,
        *_signed("facts", (*settled.facts, *(each for each in found.again if each.fact not in settled.gone))),
        *settled.changes,
        *(read_closings(window, found.read, kept) if found.read is not None else find_closings(window)),
        *write_dossiers(window, found.entities, settled.facts, settled.gone, policy),
        *resummarise(window, policy),
        *_signed("summaries", find_summaries(window, policy)),
        *_signed("key_info", found.key_info),
    ]


def _signed(archivist: str, changes: Iterable[Change]) -> list[Change]:
    """The changes with the name of who proposes them, for the log."""
    return [replace(change, archivist=change.archivist or archivist) for change in changes]


def _pair(change: Change) -> tuple[str, ...]:
    match change:
        case MergeEntities():
            return change.keep, change.lose
        case KeepApart():
            return change.a, change.b
    return ()
