"""Whether a later statement corrects an earlier one: "Ada is seven, not six"."""

from __future__ import annotations

from functools import lru_cache

from archivists.compare.standing_words import shared, telling
from archivists.statements.own_words import unquoted
from graph.text.identification import readers_of
from graph.text.patterns import first_match


def corrects(earlier: str, later: str) -> bool:
    """Whether the later statement says "not this but that", and the earlier one says "this" of the same. Pure."""
    return bool(_common(earlier, later))


def corrects_alone(earlier: str, later: str) -> bool:
    """Whether the later statement corrects the earlier one without naming its subject. Pure."""
    return _common(earlier, later) == frozenset()


def leaves_out(earlier: str, later: str) -> bool:
    """Whether the earlier statement says more than what its correction says or denies. Pure."""
    said = telling(later)
    return shared(telling(earlier), said) < len(telling(earlier))


@lru_cache(4096)
def denied_in(text: str) -> frozenset[str]:
    """The words for what is not so in a statement like "Ada is seven, not six"; none in any other statement."""
    text = unquoted(text)
    match = first_match(readers_of(text), lambda each: each.traits.corrected, text)
    if match is None:
        return frozenset()
    return telling(next(group for group in match.groups() if group))


def _common(earlier: str, later: str) -> frozenset[str] | None:
    """The words that both have besides what is denied; None if the later one corrects nothing in the earlier one."""
    denied, claimed = denied_in(later), telling(earlier) - denied_in(earlier)
    if not denied or shared(denied, claimed) < len(denied):
        return None
    return frozenset(word for word in telling(later) - denied if shared({word}, claimed))
