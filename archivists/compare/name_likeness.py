"""Whether two names mean one entity: surely, perhaps, or not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from graph.text.analysis import name_key
from graph.values.items import Entity, EntityType
from languages.folding import fold
from languages.language import SMALL_LETTERS
from languages.registry import LANGUAGES, NEUTRAL

NICKNAME_LETTERS_MIN = 3
"""The shortest beginning of a name that may be a short form: Kath, but not Ka."""

TYPO_LETTERS_MIN = 7
"""In shorter names another letter makes another name: Ayşe and Ayçe, Hans and Jans."""

SHORT_LETTERS_MAX = 2
"""A token of at most so many letters is a number, a grade or a branch: Team A, Henry IV, Öz Holding."""


class Likeness(StrEnum):
    """How two names stand to each other."""

    SAME = "same"
    MAYBE = "maybe"  # somebody has to judge it: a model, or a person
    APART = "apart"


@dataclass(frozen=True, slots=True)
class NamePair:
    """Two entities that may be one."""

    one: Entity
    other: Entity
    reason: str


_ALL = [language.names for language in (*LANGUAGES, NEUTRAL)]  # A name does not tell the language it comes from.
_SUFFIX = re.compile(rf"(?<=\w{{2}})['’ʼ](?:[{SMALL_LETTERS}]{{1,6}})\b")
_TITLES = frozenset(title for names in _ALL for title in names.titles)
_OF_WOMEN = frozenset(title for names in _ALL for title in names.titles_of_women)
_OF_MEN = frozenset(title for names in _ALL for title in names.titles_of_men)
_ORGANISATION = frozenset(word for names in _ALL for word in names.organisation_words)
_ENDS = tuple(end for names in _ALL for end in names.ends)
_ROMAN = re.compile(r"^[ivx]{1,5}$")
_CJK = re.compile(r"^[\u3400-\u9fff]+$")
_SHORT_FORMS = frozenset(
    (name, nickname) for names in _ALL for name, listed in names.short_forms.items() for nickname in listed.split()
)
_LATIN = {letter: latin for names in _ALL for letter, latin in names.latin.items()}


def compare_names(one: str, other: str, types: tuple[EntityType, EntityType]) -> tuple[Likeness, str]:
    """How two names stand to each other, and why. Pure; the order of the two does not matter."""
    known = {type for type in types if type is not EntityType.UNKNOWN}
    if len(known) > 1:
        return Likeness.APART, "of two types"
    first, second = key_of(one), key_of(other)
    if first == second:
        return Likeness.SAME, "the same name"
    mine, yours = first.split(), second.split()
    if _numbers(mine) != _numbers(yours):
        return Likeness.APART, "another number"
    if _genders(mine) and _genders(yours) and not _genders(mine) & _genders(yours):
        return Likeness.APART, "a man and a woman"
    core, other_core = _core(mine), _core(yours)
    reason = _reason(core, other_core, is_titled=core != mine or other_core != yours)
    return (Likeness.MAYBE, reason) if reason else (Likeness.APART, "another name")


def key_of(name: str) -> str:
    """The folded name without an ending behind an apostrophe: equal for two ways to write one name."""
    return name_key(_SUFFIX.sub("", name))


def likely_pairs(entities: Sequence[Entity]) -> list[NamePair]:
    """The pairs that may be one entity, for a model or a person to judge. Pure; quadratic in the entities given."""
    return [
        NamePair(one, other, reason)
        for one, other in combinations(sorted(entities, key=lambda entity: entity.id), 2)
        for found, reason in [compare_names(one.name, other.name, (one.type, other.type))]
        if found is Likeness.MAYBE
    ]


def _numbers(tokens: Sequence[str]) -> list[str]:
    return [token for token in tokens if any(sign.isdigit() for sign in token) or _ROMAN.match(token)]


def _genders(tokens: Sequence[str]) -> set[str]:
    folded = {fold(token) for token in tokens}
    ends = {end for token in tokens if _CJK.match(token) for end in _ENDS if token.endswith(end)}
    return {name for name, words in (("his", _OF_MEN), ("hers", _OF_WOMEN)) if words & (folded | ends)}


def _core(tokens: Sequence[str]) -> list[str]:
    """The name without titles and words such as "Ltd"; the whole name if nothing else is left."""
    core = [token for token in tokens if fold(token) not in _TITLES and fold(token) not in _ORGANISATION]
    return [_without_end(token) for token in core or tokens]


def _without_end(token: str) -> str:
    if _CJK.match(token):
        for end in _ENDS:
            if token.endswith(end) and token != end:
                return token.removesuffix(end)
    return token


def _reason(mine: list[str], yours: list[str], *, is_titled: bool) -> str | None:
    """Why two names may mean one entity; None if nothing suggests it."""
    if mine == yours:
        return "with and without a title" if is_titled else "the same but for signs"
    folded, other = [fold(_latin(token)) for token in mine], [fold(_latin(token)) for token in yours]
    if folded == other:
        return "the same without accents, or in another script"
    if sorted(folded) == sorted(other):
        return "the same in another order"
    shorter, longer = sorted((folded, other), key=len)
    if _is_acronym(shorter, longer):
        return "the initials of the other"
    if len(shorter) < len(longer):
        return _part(shorter, longer)
    differing = [(a, b) for a, b in zip(shorter, longer, strict=True) if a != b]
    if len(differing) > 1 and not all(_is_initial(a, b) for a, b in differing):
        return None
    return next((reason for a, b in differing if (reason := _nearly(a, b))), None)


def _part(shorter: Sequence[str], longer: Sequence[str]) -> str | None:
    if len(shorter) == 1 and len(longer) > 1 and shorter[0] in (longer[0], longer[-1]):
        return "a part of the full name"
    if len(shorter) == 1 and _nearly(shorter[0], longer[0]) == "a short form":
        return "a short form"
    if len(shorter) > 1 and shorter[0] == longer[0] and shorter[-1] == longer[-1]:
        return "with and without a middle name"
    return None


def _nearly(one: str, other: str) -> str | None:
    if _is_initial(one, other):
        return "an initial"
    if (one, other) in _SHORT_FORMS or (other, one) in _SHORT_FORMS:
        return "a short form"
    shorter, longer = sorted((one, other), key=len)
    if _CJK.match(shorter):
        return "a short form" if len(shorter) == 1 and longer.startswith(shorter) else None
    if len(shorter) <= SHORT_LETTERS_MAX:
        return None
    if len(shorter) >= NICKNAME_LETTERS_MIN and longer.startswith(shorter) and len(longer) - len(shorter) > 1:
        return "a short form"
    if len(shorter) >= TYPO_LETTERS_MIN and _is_typo(shorter, longer):
        return "one letter apart"
    return None


def _is_initial(one: str, other: str) -> bool:
    return one == other or (1 in (len(one), len(other)) and one[0] == other[0])


def _is_acronym(shorter: Sequence[str], longer: Sequence[str]) -> bool:
    """Whether one token consists of the others' first letters, with or without those of short words."""
    if len(shorter) != 1 or len(longer) <= SHORT_LETTERS_MAX:
        return False
    every = "".join(token[0] for token in longer)
    return shorter[0] in (every, "".join(token[0] for token in longer if len(token) > SHORT_LETTERS_MAX + 1))


def _is_typo(shorter: str, longer: str) -> bool:
    """Whether one letter is changed or left out."""
    start = next((i for i, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), len(shorter))
    return len(longer) - len(shorter) <= 1 and shorter[start + (len(longer) == len(shorter)) :] == longer[start + 1 :]


def _latin(token: str) -> str:
    """The letters of another script as they are mostly written in Latin ones."""
    return "".join(_LATIN.get(letter, letter) for letter in token.casefold()).replace("_", "")
