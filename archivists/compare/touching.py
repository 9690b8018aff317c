"""Whether a later sentence speaks of what an earlier statement is about, so that it may hold no longer."""

from __future__ import annotations

from archivists.compare.replacing import SpokenStatement, whom
from archivists.compare.same import Outcome, compare
from archivists.statements.clauses import is_generic, sentences_of
from archivists.statements.own_words import unquoted
from archivists.statements.quotes import speaker_key, speaker_of
from archivists.statements.single_valued import Held, held_in, is_unreal
from archivists.statements.spoken import tables_of
from graph.text.identification import readers_of
from graph.text.patterns import first_match
from graph.text.subjects import kinds_in, own_terms
from graph.text.terms import query_stems
from graph.values.items import Message


def spoken_in_prose(message: Message) -> list[SpokenStatement]:
    """What a message says in its sender's own words, sentence by sentence, without what it asks.

    Nothing of a tool, or of an assistant without a name of its own.
    """
    if is_generic(message):
        return []
    speaker = speaker_of(message, tables_of(message)[0])
    texts = [sentence.text for sentence in sentences_of(message) if not sentence.is_question]
    return [SpokenStatement(speaker, text, message.role) for text in texts]


def touches(earlier: SpokenStatement, later: SpokenStatement) -> bool:
    """Whether the speaker of a statement speaks of its subject again, and does not merely say the same. Pure.

    Words for the same kind of thing count where nothing tells that it is another's: "my brother moved" does not
    touch where the speaker lives.
    """
    if speaker_key(earlier.speaker) != speaker_key(later.speaker) or is_unreal(later.text):
        return False
    if first_match(readers_of(later.text), lambda each: each.traits.adds, later.text):
        return False  # It only adds something, or supposes it.
    is_of_kind = not _kinds(earlier.text).isdisjoint(_kinds(later.text)) and not _is_anothers(earlier, later)
    is_touched = is_of_kind or not _terms(later.text).isdisjoint(own_terms(earlier.text))
    return is_touched and compare(later.text, earlier.text).outcome not in (Outcome.SAME, Outcome.ENTAILS)


def names_again(earlier: SpokenStatement, later: SpokenStatement) -> bool:
    """Whether the speaker of a statement names again what it is about, and does not merely say the same. Pure."""
    return touches(earlier, later) and not _terms(later.text).isdisjoint(own_terms(earlier.text))


def _terms(text: str) -> frozenset[str]:
    return frozenset(query_stems(unquoted(text)))


def _kinds(text: str) -> frozenset[str]:
    return kinds_in(unquoted(text)) | {held.trait.removeprefix("own ") for held in _held(text)}


def _held(text: str) -> list[Held]:
    """What somebody has one of by a statement, and not only how some thing is."""
    return [held for held in held_in(text) if not held.trait.startswith("thing")]


def _is_anothers(earlier: SpokenStatement, later: SpokenStatement) -> bool:
    """Whether both say what somebody has one of, and nobody whom both speak of."""
    mine, yours = ({whom(each, said) for each in _held(said.text)} for said in (earlier, later))
    return bool(mine) and bool(yours) and mine.isdisjoint(yours)
