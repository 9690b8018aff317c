"""Kinds of thing of which somebody has one at a time: a home, an age, a favourite dish."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from archivists.statements.own_words import unquoted
from graph.text.analysis import name_key
from graph.text.identification import readers_of
from graph.text.patterns import first_match, regex
from graph.text.search_terms import query_stems
from languages.folding import fold
from languages.language import Language
from languages.laughing import JOKES

ME = ""
"""`Held.who` for the speaker."""


@dataclass(frozen=True, slots=True)
class Held:
    """What a statement says somebody has."""

    trait: str
    who: str  # folded; ME for the speaker
    value: str
    is_change: bool
    is_sure: bool


@lru_cache(4096)
def held_in(text: str) -> tuple[Held, ...]:
    """What a statement says somebody has, each kind once; nothing if it only adds or supposes. Pure."""
    text = unquoted(text)
    if is_unreal(text):
        return ()
    found: dict[tuple[str, str], Held] = {}
    for held in (held for language in readers_of(text) for held in _held_in(language, text)):
        found.setdefault((held.trait, held.who), held)
    return tuple(found.values())


def is_unreal(text: str) -> bool:
    """Whether it is a joke, or begins like something that is conditional or told in a story."""
    begins = any(regex(each, each.borrowed.unreal).match(text) for each in readers_of(text))
    return begins or re.search(JOKES, text) is not None


def fills_slot(text: str, language: Language) -> bool:
    """Whether a statement says in this language what a person has one of at a time, and not only how some thing is."""
    found = () if is_unreal(text) else _held_in(language, text)
    return any(not held.trait.startswith("thing") for held in found)


def is_end(text: str, language: Language) -> bool:
    """Whether a statement says in this language that something is over."""
    return regex(language, language.traits.over).search(text) is not None


@lru_cache(1024)
def change_in(text: str) -> re.Match[str] | None:
    """The words by which a statement says that something was different before."""
    return first_match(readers_of(text), lambda each: each.traits.change, text)


@lru_cache(1024)
def ended_in(text: str) -> re.Match[str] | None:
    """The words by which a statement says that something is over."""
    return first_match(readers_of(text), lambda each: each.traits.ended, text)


def searched(held: Held, text: str) -> str:
    """The words for finding earlier statements of this kind, in the languages of `text`; "" for its own words."""
    name = held.trait.split()[0]
    return " ".join(words for each in readers_of(text) if (words := each.traits.searched.get(name)))


def _held_in(language: Language, text: str) -> Iterator[Held]:
    if regex(language, language.traits.adds).search(text):
        return
    for trait in language.traits.traits:
        match = regex(language, trait.regex).search(text)
        if match is None:
            continue
        groups = match.groupdict()
        value = groups["value"].strip()
        if trait.needs_name and not any(letter.isupper() or letter.isdigit() for letter in value):
            continue
        who = fold(groups.get("who") or "")
        if who in language.traits.me or groups.get("person"):
            who = ME
        elif "person" in groups and not who:
            continue  # The language leaves out "she", and it is unknown who she is.
        kind = f"{trait.name} {_kind(groups['what'])}" if groups.get("what") else trait.name
        is_change = trait.is_change or change_in(text) is not None
        yield Held(kind, name_key(who) if who else ME, value, is_change, trait.is_sure)


def _kind(what: str) -> str:
    """A kind's key: the same for "appointment with the dentist" and "dentist appointment"."""
    return " ".join(sorted(set(query_stems(what)))) or fold(what)
