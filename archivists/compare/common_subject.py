"""Whether two statements are about the same thing, as far as their words tell."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from archivists.compare.replacing import SpokenStatement
from archivists.statements.own_words import unquoted
from archivists.statements.quotes import USERS
from archivists.statements.single_valued import change_in, held_in
from graph.text.search_terms import query_stems
from graph.text.subjects import kinds_in, own_terms


def have_common_subject(
    one: SpokenStatement, other: SpokenStatement, *, but: Iterable[str] = (), words_min: int = 1
) -> bool:
    """Whether both are of one kind, or share that many telling words that are in none of these names (`but`). Pure."""
    shared = (_own_terms(one.text) & _own_terms(other.text)).difference(query_stems(" ".join((*but, *USERS))))
    return not _kinds(one.text).isdisjoint(_kinds(other.text)) or len(shared) >= words_min


@lru_cache(4096)
def _own_terms(text: str) -> frozenset[str]:
    """The terms that tell this statement from all other talk, without its words of change."""
    change = change_in(text)
    return frozenset(own_terms(text)).difference(query_stems(change[0]) if change else ())


@lru_cache(4096)
def _kinds(text: str) -> frozenset[str]:
    """The kinds of things that somebody has one of, by any word for them; not how a thing is."""
    traits = {held.trait.removeprefix("own ") for held in held_in(text) if not held.trait.startswith("thing")}
    return frozenset(kinds_in(unquoted(text)) | traits)
