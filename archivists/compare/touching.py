"""Whether a later sentence speaks of what an earlier statement is about, so that it may hold no longer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from archivists.compare.replacing import SpokenStatement, whom
from archivists.compare.same import Outcome, compare
from archivists.statements.clauses import is_generic, sentences_of
from archivists.statements.own_words import unquoted
from archivists.statements.quotes import USERS, speaker_key, speaker_of
from archivists.statements.single_valued import change_in, held_in, is_unreal
from archivists.statements.spoken import tables_of
from graph.text.identification import readers_of
from graph.text.patterns import first_match
from graph.text.subjects import grave_in, kinds_in, own_terms
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
    touch where the speaker lives. What somebody's safety rests on has to be named again.
    """
    one, other = _subject(earlier), _subject(later)
    if one.speaker != other.speaker or not other.is_claimed:
        return False
    is_anothers = bool(one.owners) and bool(other.owners) and one.owners.isdisjoint(other.owners)
    is_of_kind = not one.kinds.isdisjoint(other.kinds) and not is_anothers and grave_in(earlier.text) is None
    is_touched = is_of_kind or not one.own_terms.isdisjoint(other.terms)
    return is_touched and compare(later.text, earlier.text).outcome not in (Outcome.SAME, Outcome.ENTAILS)


def names_again(earlier: SpokenStatement, later: SpokenStatement) -> bool:
    """Whether the speaker of a statement names again what it is about, and does not merely say the same. Pure."""
    return not _subject(earlier).own_terms.isdisjoint(_subject(later).terms) and touches(earlier, later)


def have_common_subject(
    one: SpokenStatement, other: SpokenStatement, *, but: Iterable[str] = (), words_min: int = 1
) -> bool:
    """Whether both are of one kind, or share so many telling words that stand in none of these names. Pure."""
    mine, yours = _subject(one), _subject(other)
    shared = (mine.own_terms & yours.own_terms).difference(query_stems(" ".join((*but, *USERS))))
    return not mine.kinds.isdisjoint(yours.kinds) or len(shared) >= words_min


@dataclass(frozen=True, slots=True)
class _Subject:
    """What a sentence is about. In a round each is held against all others."""

    speaker: str
    own_terms: frozenset[str]  # of the words that tell it from all talk
    terms: frozenset[str]
    kinds: frozenset[str]  # of thing that somebody has one of
    owners: frozenset[str]  # who has it
    is_claimed: bool  # and not supposed, or merely added without a word of change


@lru_cache(4096)
def _subject(said: SpokenStatement) -> _Subject:
    own = unquoted(said.text)
    # What somebody has one of, and not only how some thing is.
    held = [each for each in held_in(said.text) if not each.trait.startswith("thing")]
    is_added = first_match(readers_of(said.text), lambda each: each.traits.adds, said.text)
    return _Subject(
        speaker=speaker_key(said.speaker),
        own_terms=frozenset(own_terms(said.text)),
        terms=frozenset(query_stems(own)),
        kinds=kinds_in(own) | {each.trait.removeprefix("own ") for each in held},
        owners=frozenset(whom(each, said) for each in held),
        is_claimed=(not is_added or change_in(said.text) is not None) and not is_unreal(said.text),
    )
