"""What comes to an end: questions are answered, objectives reached or dropped, theories rise and fall."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from archivists.compare.settling import living
from archivists.questions.answers import Closing
from archivists.questions.reading import Read, ref_of, sources_of
from archivists.statements.clauses import is_generic, sentences_of
from archivists.statements.quotes import parted, speaker_key, speaker_of
from archivists.statements.spoken import tables_of
from archivists.window.window import Window
from graph.text.patterns import regex
from graph.text.sentences import QUESTION_ENDS
from graph.text.terms import query_stems
from graph.values.changes import WHY_CHARS_MAX, Change, CloseQuestion, CompleteObjective, SupersedeFact, WeighTheory
from graph.values.items import Fact, FactKind

ARCHIVIST = "closings"


SHARED_MIN = 2
"""Words that a sentence and the objective it ends have in common: one alone may be anything's."""

SHARED_PART = 0.4
"""And this part of the objective's words, of which one or two only say that it is one."""


def find_closings(window: Window) -> list[Change]:
    """Objectives that their speaker says outright to have reached or given up. Pure.

    Rules close no questions: that a sentence answers one is told by no word of it.
    """
    open = [fact for fact in living(window) if fact.kind is FactKind.OBJECTIVE]
    changes: dict[str, Change] = {}
    for message in window.messages:
        language = tables_of(message)[0]
        reached, dropped = (
            regex(language, each) for each in (language.statements.reached, language.statements.dropped)
        )
        for sentence in () if is_generic(message) or not open else sentences_of(message):
            is_reached, is_dropped = (bool(each.search(sentence.text)) for each in (reached, dropped))
            fact = _meant(open, speaker_of(message, language), sentence.text)
            if is_reached is is_dropped or sentence.text.endswith(QUESTION_ENDS) or fact is None:
                continue
            changes[fact.id] = CompleteObjective(
                objective=fact.id,
                reason=sentence.text[:WHY_CHARS_MAX],
                is_reached=is_reached,
                evidence=(message.id,),
                archivist=ARCHIVIST,
            )
    return list(changes.values())


def _meant(open: Iterable[Fact], speaker: str, text: str) -> Fact | None:
    """The objective of this speaker that a sentence has most words in common with, if enough."""
    said = set(query_stems(text))
    best: tuple[float, Fact | None] = (SHARED_PART, None)
    for fact in open:
        who, wanted = parted(fact.body)
        words = set(query_stems(wanted))
        shared = len(words & said)
        if speaker_key(who) == speaker_key(speaker) and shared >= SHARED_MIN and shared / len(words) >= best[0]:
            best = shared / len(words), fact
    return best[1]


def read_closings(window: Window, read: Read, kept: Set[str]) -> list[Change]:
    """Questions answered, objectives reached or dropped, theories weighed by this answer. Pure.

    `kept` are the refs of new facts that were kept: what rests on others is passed over.
    """
    changes: dict[str, Change] = {}
    for closing in read.answer.closed:
        fact = read.task.fact(closing.id)
        if fact is not None and fact.id not in changes and (change := _closed(read, closing, fact, kept)) is not None:
            changes[fact.id] = change
    return [read.signed(change) for change in (*changes.values(), *_weighings(read, kept))]


def _closed(read: Read, closing: Closing, fact: Fact, kept: Set[str]) -> Change | None:
    by = ref_of(closing.by) if closing.by is not None and ref_of(closing.by) in kept else None
    numbers = [*closing.sources, *(read.answer.facts[closing.by - 1].sources if by and closing.by else ())]
    evidence = tuple(source.id for source in sources_of(read, numbers))
    if not evidence:
        return None
    reason = closing.why[:WHY_CHARS_MAX] or closing.how
    match fact.kind, closing.how:
        case FactKind.QUESTION, "answered" | "dropped":
            return CloseQuestion(
                question=fact.id,
                answered_by=by if closing.how == "answered" else None,
                reason=reason,
                evidence=evidence,
                archivist=ARCHIVIST,
            )
        case FactKind.OBJECTIVE, "reached" | "dropped" if closing.how == "reached" or by is None:
            return CompleteObjective(
                objective=fact.id,
                reason=reason,
                is_reached=closing.how == "reached",
                evidence=evidence,
                archivist=ARCHIVIST,
            )
        case FactKind.OBJECTIVE, "dropped" if by is not None:
            return SupersedeFact(
                fact=fact.id,
                by=by,
                reason=reason,
                evidence=evidence,
                archivist=ARCHIVIST,
            )
    return None


def _weighings(read: Read, kept: Set[str]) -> Iterator[WeighTheory]:
    for theory, weighing in {each.id: each for each in read.answer.evidence}.items():
        fact, by = read.task.fact(theory), ref_of(weighing.by)
        if fact is None or fact.kind is not FactKind.THEORY or by not in kept:
            continue
        if read.answer.facts[weighing.by - 1].kind is not FactKind.FACT:
            continue  # Another theory is no evidence, and may turn out to be the same one.
        # What speaks for a theory makes it no less credible, what speaks against it no more.
        bound = max if weighing.supports else min
        yield WeighTheory(
            theory=fact.id,
            fact=by,
            is_support=weighing.supports,
            confidence=bound(fact.confidence, weighing.confidence),
            evidence=tuple(source.id for source in sources_of(read, read.answer.facts[weighing.by - 1].sources)),
            archivist=ARCHIVIST,
        )
