"""Whether two names mean one entity: surely, perhaps, or not. Archivists merge entities in these steps only.

People of one name are one before that: a message's sender (`graph.intake.append`) and a new entity (`same_entity` in
`graph.changing.apply_entities`) join the entity that has the name already. Only a caller can split them.

1. Entities of one name and type are merged by rules (`same_pairs`; `archivists.keeping.namesakes` signs it).
2. Pairs whose names may mean one entity are left alone without a model. A model is asked about each pair once, not
   about pairs that were compared before (`likely_pairs`; the question is `archivists.questions.settle`).
3. Its verdict merges the two, or notes on the newer one that they are two (`archivists.keeping.judging`).
4. A merge that a person has undone, or of two that a person has kept apart, is not done again
   (`graph.changing.undone_before`, `graph.changing.set_by_hand`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
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
"""A token of at most this many letters is a number, a grade or a branch: Team A, Henry IV, Öz Holding."""


class Likeness(StrEnum):
    """How two names relate to each other."""

    SAME = "same"
    MAYBE = "maybe"  # somebody has to judge it: a model, or a person
    APART = "apart"


@dataclass(frozen=True, slots=True)
class NamePair:
    """Two entities that are or may be one, the older one first."""

    one: Entity
    other: Entity


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


def same_pairs(entities: Iterable[Entity]) -> list[NamePair]:
    """The pairs of one name and type: each entity with the oldest of them. Pure.

    An entity of unknown type counts too if all its namesakes are of one type.
    """
    by_name: dict[str, list[Entity]] = {}
    for entity in sorted(entities, key=lambda entity: entity.id):
        by_name.setdefault(_key_of(entity.name), []).append(entity)
    pairs: list[NamePair] = []
    for namesakes in by_name.values():
        types = {entity.type for entity in namesakes} - {EntityType.UNKNOWN}
        only = next(iter(types)) if len(types) == 1 else EntityType.UNKNOWN
        oldest: dict[EntityType, Entity] = {}
        for entity in namesakes:
            kept = oldest.setdefault(only if entity.type is EntityType.UNKNOWN else entity.type, entity)
            pairs += [NamePair(kept, entity)] if kept is not entity else []
    return pairs


def likely_pairs(entities: Iterable[Entity], others: Iterable[Entity] = ()) -> list[NamePair]:
    """The pairs that may be one entity and were not compared, each with one of `entities` in it. Pure; quadratic."""
    here = {entity.id: entity for entity in entities}
    known = {entity.id: entity for entity in others} | here
    return [
        NamePair(one, other)
        for one, other in combinations([known[id] for id in sorted(known)], 2)
        if (one.id in here or other.id in here)
        and one.id not in other.compared_with
        and other.id not in one.compared_with
        and compare_names(one.name, other.name, (one.type, other.type)) is Likeness.MAYBE
    ]


def compare_names(one: str, other: str, types: tuple[EntityType, EntityType]) -> Likeness:
    """How two names relate to each other. Pure; the order of the two does not matter."""
    first, second = _key_of(one), _key_of(other)
    mine, yours = first.split(), second.split()
    if len({*types} - {EntityType.UNKNOWN}) > 1:
        return Likeness.APART
    if first == second:
        return Likeness.SAME
    if _numbers(mine) != _numbers(yours):
        return Likeness.APART
    if _genders(mine) and _genders(yours) and not _genders(mine) & _genders(yours):
        return Likeness.APART
    return Likeness.MAYBE if _is_maybe(_core(mine), _core(yours)) else Likeness.APART


def _key_of(name: str) -> str:
    """The folded name without an ending after an apostrophe: equal for two ways to write one name."""
    return name_key(_SUFFIX.sub("", name))


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


def _is_maybe(mine: list[str], yours: list[str]) -> bool:
    """Whether two names without titles may mean one entity."""
    if mine == yours:
        return True
    folded, other = [fold(_latin(token)) for token in mine], [fold(_latin(token)) for token in yours]
    if sorted(folded) == sorted(other):  # Without accents, in another script, or in another order.
        return True
    shorter, longer = sorted((folded, other), key=len)
    if len(shorter) == len(longer):
        differing = [(a, b) for a, b in zip(shorter, longer, strict=True) if a != b]
        return (len(differing) == 1 or all(_is_initial(a, b) for a, b in differing)) and any(
            _is_initial(a, b) or _is_short_form(a, b) or _is_typo(a, b) for a, b in differing
        )
    if len(shorter) == 1:
        is_part = shorter[0] in (longer[0], longer[-1])
        return is_part or _is_acronym(shorter[0], longer) or _is_short_form(shorter[0], longer[0])
    return shorter[0] == longer[0] and shorter[-1] == longer[-1]  # Without a middle name.


def _is_short_form(one: str, other: str) -> bool:
    if (one, other) in _SHORT_FORMS or (other, one) in _SHORT_FORMS:
        return True
    shorter, longer = sorted((one, other), key=len)
    is_begun = len(shorter) >= NICKNAME_LETTERS_MIN and longer.startswith(shorter) and len(longer) - len(shorter) > 1
    return is_begun and not _CJK.match(shorter)


def _is_initial(one: str, other: str) -> bool:
    return one == other or (1 in (len(one), len(other)) and one[0] == other[0])


def _is_acronym(token: str, longer: Sequence[str]) -> bool:
    """Whether the token consists of the others' first letters, with or without those of short words."""
    firsts = ("".join(each[0] for each in longer if len(each) > least) for least in (0, SHORT_LETTERS_MAX + 1))
    return len(longer) > SHORT_LETTERS_MAX and token in firsts


def _is_typo(one: str, other: str) -> bool:
    """Whether one letter is changed or left out."""
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < TYPO_LETTERS_MIN or _CJK.match(shorter):
        return False
    start = next((i for i, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), len(shorter))
    return len(longer) - len(shorter) <= 1 and shorter[start + (len(longer) == len(shorter)) :] == longer[start + 1 :]


def _latin(token: str) -> str:
    """The token in Latin letters, as its script is mostly transcribed."""
    return "".join(_LATIN.get(letter, letter) for letter in token.casefold()).replace("_", "")
