"""Whether a later sentence returns to the subject of an earlier statement, so that this may no longer hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache

from archivists.compare.ending import has_happened, is_promise
from archivists.compare.replacing import TOLD_TOGETHER, SpokenStatement, whom
from archivists.compare.same import Outcome, compare
from archivists.compare.statement_words import wording
from archivists.statements.clauses import is_generic, sentences_of
from archivists.statements.own_words import unquoted
from archivists.statements.quotes import USERS, speaker_key, speaker_of
from archivists.statements.single_valued import change_in, ended_in, held_in, is_end, is_unreal
from archivists.statements.spoken import tables_of
from graph.text.analysis import name_key, words_in
from graph.text.identification import readers_of
from graph.text.patterns import first_match, regex
from graph.text.subjects import is_danger, kinds_in, own_terms
from graph.text.terms import lowered, query_stems
from graph.text.times import times_in
from graph.values.items import Message
from languages.language import CAPITALS, Language

SHARED_MIN = 2
"""One telling word is shared by chance: "I use Flask" and "I have trouble with Flask"."""

TOPIC_PARTS = 3
"""A sentence that begins with a statement's word must name one in this many of its words: "Choir has been switched"."""

OPENING_WORDS = 3
"""The first words of a sentence, which name its subject: "Ruth flew home", "Tante Irmgard ist …"."""

SOME_DAY = datetime(2024, 1, 10, tzinfo=UTC)
"""Any day will do to find out whether a text mentions a day."""

_CLAUSE_END = re.compile(r"[,;:]\s")
_CAPITAL = re.compile(rf"(?<!^)\b[{CAPITALS}]\w+")


def spoken_in_prose(message: Message) -> list[SpokenStatement]:
    """The sentences of a message in its sender's own words, without questions.

    None of a tool, or of an unnamed assistant.
    """
    if is_generic(message):
        return []
    speaker = speaker_of(message, tables_of(message)[0])
    texts = [sentence.text for sentence in sentences_of(message) if not sentence.is_question]
    return [SpokenStatement(speaker, text, message.role) for text in texts]


def touches(earlier: SpokenStatement, later: SpokenStatement) -> bool:
    """Whether the speaker of a statement later says that the same matter may have changed. Pure.

    The same matter is a single-valued trait (a home, work), somebody named, a number, a promise, or most of the words.
    It may have changed if there are words of change, or something has happened: "my mom likes dogs" changes nothing of
    "my mom is a hairdresser". A matter of safety has to be named again.
    """
    one, other = _subject(earlier), _subject(later)
    if one.is_event or not _comes_back(earlier, later):
        return False
    shared = one.own_terms & other.own_terms
    is_mostly = bool(shared) and 2 * len(shared) >= min(len(one.own_terms), len(other.own_terms))
    is_named = is_mostly and (len(shared) >= SHARED_MIN or one.own_terms <= shared)
    is_topic = not shared.isdisjoint(other.topic) and TOPIC_PARTS * len(shared) >= len(one.own_terms)
    is_same_person = not one.people.isdisjoint(other.opening)
    is_recounted = bool(shared and one.counted and other.counted - one.counted)
    is_danger_before = is_danger(earlier.text)
    is_anothers = bool(other.owners) and other.owners.isdisjoint(one.owners or {one.speaker})
    return (
        (not one.slots.isdisjoint(other.turned) and not is_anothers and not is_danger_before)
        or (other.is_change and (is_named or is_same_person or is_topic))
        or (one.is_role and other.is_change and (other.is_role or "work" in other.turned) and not is_danger_before)
        or (other.is_news and (is_same_person or (is_recounted and len(shared) >= SHARED_MIN)))
        or (other.is_denied and is_named and (is_danger_before or one.own_terms <= shared))
        or (len(shared) >= SHARED_MIN and (one.is_promise or is_same_person))
    )


def names_again(earlier: SpokenStatement, later: SpokenStatement) -> bool:
    """Whether the speaker of a statement names its subject again without merely repeating it. Pure."""
    return not _subject(earlier).own_terms.isdisjoint(_subject(later).terms) and _comes_back(earlier, later)


def _comes_back(earlier: SpokenStatement, later: SpokenStatement) -> bool:
    """Whether one speaker claims both, and the later one does not merely repeat the earlier one."""
    one, other = _subject(earlier), _subject(later)
    if one.speaker != other.speaker or not other.is_claimed:
        return False
    return compare(later.text, earlier.text).outcome not in (Outcome.SAME, Outcome.ENTAILS)


def have_common_subject(
    one: SpokenStatement, other: SpokenStatement, *, but: Iterable[str] = (), words_min: int = 1
) -> bool:
    """Whether both are of one kind, or share `words_min` telling words that are in none of the names `but`. Pure."""
    mine, yours = _subject(one), _subject(other)
    shared = (mine.own_terms & yours.own_terms).difference(query_stems(" ".join((*but, *USERS))))
    return not mine.kinds.isdisjoint(yours.kinds) or len(shared) >= words_min


@dataclass(frozen=True, slots=True)
class _Subject:
    """What a sentence is about. It is cached: a round compares each sentence with all others."""

    speaker: str
    own_terms: frozenset[str]  # of the words that distinguish it from other talk
    terms: frozenset[str]
    kinds: frozenset[str]  # single-valued traits, by any word for them
    slots: frozenset[str]  # the kinds that it states
    turned: frozenset[str]  # the kinds that it says have changed, by its own words: "hired", "moved"
    owners: frozenset[str]  # who has them
    people: frozenset[str]  # who is named after a word of relation: "my cousin Ruth"
    opening: frozenset[str]  # its first words
    topic: frozenset[str]  # the terms of its first words
    counted: frozenset[str]  # its numbers and dates
    is_role: bool  # says what its speaker is: "I'm a nurse"
    is_claimed: bool  # neither supposed, nor merely added without a word of change
    is_change: bool  # says that something has changed, or is over
    is_denied: bool  # says that something is not so
    is_news: bool  # tells what has happened, or of a day
    is_promise: bool
    is_event: bool  # tells what once happened, which stays true


@lru_cache(4096)
def _subject(said: SpokenStatement) -> _Subject:
    own, languages = unquoted(said.text), readers_of(said.text)
    # Traits of people, and not only of things.
    held = [each for each in held_in(said.text) if not each.trait.startswith("thing")]
    traits = {each.trait.removeprefix("own ") for each in held}
    opening = words_in(own)[:OPENING_WORDS]
    parts, kinds = wording(own), kinds_in(own) | traits
    # Whoever names a place or a firm beside a word for home or work speaks of their own.
    slots = traits | (TOLD_TOGETHER.intersection(_told(own, languages)) if parts.names else frozenset())
    turned = traits.union(turned_in(own, languages))
    is_added = first_match(languages, lambda each: each.traits.adds, said.text) is not None
    changed = change_in(said.text)
    is_over = ended_in(said.text) is not None or any(is_end(said.text, each) for each in languages)
    is_promised = is_promise(said.text)
    return _Subject(
        speaker=speaker_key(said.speaker),
        own_terms=frozenset(own_terms(said.text)).difference(query_stems(changed[0]) if changed else ()),
        terms=frozenset(query_stems(own)),
        kinds=kinds,
        slots=frozenset(slots),
        turned=frozenset(turned),
        owners=frozenset(whom(each, said) for each in held),
        people=frozenset(_people(own, languages)),
        opening=frozenset(map(name_key, opening)),
        topic=frozenset(query_stems(" ".join(opening))),
        counted=parts.numbers | parts.dates,
        is_role=first_match(languages, lambda each: each.traits.role, own) is not None,
        is_claimed=(not is_added or changed is not None) and not is_unreal(said.text),
        is_change=is_over or changed is not None,
        is_denied=bool(parts.negations),
        is_news=bool(turned) or has_happened(own) or any(time.is_relative for time in times_in(own, SOME_DAY)),
        is_promise=is_promised,
        is_event=not slots and not is_promised and has_happened(_CLAUSE_END.split(own)[0]),
    )


def _people(text: str, languages: Sequence[Language]) -> Iterator[str]:
    for name in _CAPITAL.finditer(text):
        if first_match(languages, lambda each: each.names.person_before, text[: name.start()]):
            yield name_key(name[0])


def _told(text: str, languages: Sequence[Language]) -> Iterator[str]:
    """The kinds of thing for which the text has a word as written: "is" is not "iş"."""
    for language in languages:
        said = {lowered(word, language) for word in words_in(text)}
        yield from (
            kind for kind, told in language.traits.spoken_of.items() if not said.isdisjoint(told.lower().split())
        )


def turned_in(text: str, languages: Sequence[Language]) -> Iterator[str]:
    """The kinds of thing that a text says have changed, by its own words: "hired", "moved"."""
    for language in languages:
        yield from (kind for kind, source in language.traits.turned.items() if regex(language, source).search(text))
