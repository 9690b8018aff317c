"""Whether a later statement replaces an earlier one: by what both say, and by words of change in the later one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from archivists.compare.correcting import corrects
from archivists.compare.ending import ended_by_clause
from archivists.compare.standing_words import denied, names_most
from archivists.compare.statement_likeness import Outcome, compare
from archivists.compare.statement_words import is_form, wording
from archivists.statements.quotes import speaker_key
from archivists.statements.single_valued import ME, Held, change_in, ended_in, held_in
from graph.text.identification import readers_of
from graph.text.patterns import first_match
from graph.text.subjects import grave_in, is_danger, kinds_in
from graph.values.items import Role
from languages.registry import LANGUAGES

ENDED_SHARE = 0.6
"""The share of a statement's words that must be repeated to end it: "I quit my job at the mill"."""

REDATED_SHARE = 0.6
"""The share of other words that two datings of one thing share: "Our flight to Oslo is on 3 May", "… 9 May"."""

TOLD_TOGETHER = frozenset(("home", "work"))
"""Kinds of thing that one sentence often tells together, and that do not end together."""


@dataclass(frozen=True, slots=True)
class SpokenStatement:
    """A statement and who made it."""

    speaker: str
    text: str
    role: Role = Role.USER


class Holds(Enum):
    """Which of two statements holds."""

    LATER = auto()
    EARLIER = auto()
    UNSURE = auto()


@dataclass(frozen=True, slots=True)
class Replaced:
    """Two statements cannot both hold."""

    holds: Holds
    reason: str


def replaced(earlier: SpokenStatement, later: SpokenStatement) -> Replaced | None:
    """Which of two statements holds; None if both may. Pure.

    The later one holds if it says that something changed, or states what nobody has two of, and if its speaker also
    made the earlier one or is the person it is about. Otherwise the user outranks the assistant, and equals are unsure.
    """
    is_own = speaker_key(earlier.speaker) == speaker_key(later.speaker)
    if is_own and corrects(earlier.text, later.text):
        return Replaced(Holds.LATER, "corrected")
    for old in held_in(earlier.text):
        for new in held_in(later.text):
            if old.trait == new.trait and whom(old, earlier) == whom(new, later):
                fate = _of_trait(old, new, earlier, later)
                # "I live in Leiden and work in Rotterdam" says more than where somebody lives.
                others = (kinds_in(earlier.text) & TOLD_TOGETHER) - kinds_in(later.text) - {old.trait}
                is_part = bool(others) and old.trait in TOLD_TOGETHER and not old.is_change
                return None if fate and fate.holds is Holds.LATER and is_part else fate
    if not is_own:
        return None
    if is_danger(earlier.text) and (named := _no_danger_in(later.text)):
        is_denied = names_most(earlier.text, named) and not wording(earlier.text).negations
        return Replaced(Holds.LATER, "no danger after all") if is_denied else None
    if (ended := ended_in(later.text)) and is_over(earlier.text, later.text):
        return Replaced(Holds.LATER, f"ended: “{ended[0]}”")
    if (words := ended_by_clause(earlier.text, later.text)) is not None:
        return Replaced(Holds.LATER, f"ended: “{words}”")
    switched = first_match(readers_of(later.text), lambda each: each.traits.switched, later.text)
    if switched and first_match(readers_of(earlier.text), lambda each: each.traits.uses, earlier.text):
        left = wording(next(name for name in switched.groups() if name))
        if left.keys <= wording(earlier.text).keys:
            return Replaced(Holds.LATER, f"ended: “{switched[0]}”")
    if (change := change_in(later.text)) and _is_redated(earlier.text, later.text):
        return Replaced(Holds.LATER, f"other dates or numbers, “{change[0]}”")
    found = compare(earlier.text, later.text)
    if found.outcome is not Outcome.CONTRADICTS:
        return None
    steps = "; ".join(found.steps)
    return Replaced(Holds.LATER, f"{steps}; “{change[0]}”") if change else Replaced(Holds.UNSURE, steps)


def have_one_slot(one: SpokenStatement, other: SpokenStatement) -> bool:
    """Whether both state one single-valued trait, such as a home, of the same person. Pure."""
    mine, yours = ({(each.trait, whom(each, said)) for each in held_in(said.text)} for said in (one, other))
    return bool(mine & yours)


def whom(held: Held, said: SpokenStatement) -> str:
    """Whom a value belongs to: the speaker, somebody named, or a relative ("my sister"), who is the speaker's alone."""
    if held.who == ME:
        return speaker_key(said.speaker)
    is_relative = first_match(LANGUAGES, lambda each: each.traits.relative, held.who) is not None
    return f"{speaker_key(said.speaker)} {held.who}" if is_relative else held.who


def _of_trait(old: Held, new: Held, earlier: SpokenStatement, later: SpokenStatement) -> Replaced | None:
    mine, yours = wording(old.value), wording(new.value)
    counted, recounted = mine.numbers | mine.dates, yours.numbers | yours.dates
    is_recounted = bool(counted - recounted and recounted - counted)
    is_elsewhere = new.is_change and bool(mine.names - yours.names and yours.names - mine.names)
    if not mine.keys or not yours.keys or (mine.keys & yours.keys and not (is_recounted or is_elsewhere)):
        return None
    if old.trait.startswith("thing") and not (new.is_change and bool(counted) == bool(recounted)):
        return None  # "The house is old" and "the house is in Oslo" both hold.
    reason = f"another {old.trait.removeprefix('thing ').removeprefix('own ')}: {new.value} instead of {old.value}"
    return Replaced(_holding(old, new, earlier, later), reason)


def _holding(old: Held, new: Held, earlier: SpokenStatement, later: SpokenStatement) -> Holds:
    owner = whom(new, later)
    is_changed = new.is_change or new.is_sure or _denies(later.text, old.value)
    if is_changed and (speaker_key(later.speaker) in (speaker_key(earlier.speaker), owner)):
        return Holds.LATER
    if owner in (speaker_key(earlier.speaker), speaker_key(later.speaker)):
        return Holds.UNSURE
    if (earlier.role is Role.USER) is (later.role is Role.USER):
        return Holds.UNSURE
    return Holds.LATER if later.role is Role.USER else Holds.EARLIER


def _denies(text: str, value: str) -> bool:
    """Whether a statement names a value and says "not": "Tom lives in Basel, not in Bern"."""
    said = wording(text)
    return bool(said.negations) and wording(value).keys <= said.keys


def _no_danger_in(text: str) -> frozenset[str]:
    """The telling words of what a statement says is no danger; none if it names nothing."""
    grave = grave_in(text)
    return (denied(text, grave) if grave else None) or frozenset()


def is_over(earlier: str, later: str) -> bool:
    """Whether a later statement that something is over, or not so, refers to what the earlier one claims. Pure."""
    old, new = wording(earlier), wording(later)
    is_of_others = new.language.names.by_capitals and new.names - old.names
    if (old.negations and not new.negations) or ended_in(earlier) or is_of_others:
        return False
    rest = new.keys.difference(*(each.traits.ended_words for each in readers_of(later)))
    shared = sum(any(is_form(key, other) for other in rest) for key in old.keys)
    return shared >= max(min(2, len(old.keys)), ENDED_SHARE * len(old.keys))


def _is_redated(earlier: str, later: str) -> bool:
    """Whether both share a name and most words, but have other dates or numbers."""
    old, new = wording(earlier), wording(later)
    before, after = old.numbers | old.dates, new.numbers | new.dates
    names = (old.names & new.names) - before - after
    is_alike = [bool(each) for each in (old.numbers, old.dates, old.negations)] == [
        bool(each) for each in (new.numbers, new.dates, new.negations)
    ]
    if not names or not is_alike or not (before - after and after - before):
        return False
    mine, yours = old.keys - before, new.keys - after
    return len(mine & yours) >= REDATED_SHARE * min(len(mine), len(yours))
