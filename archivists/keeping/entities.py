"""Finds who and what is mentioned: names by their capitals, aliases and types by what is said about them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from archivists.keeping.archivist import READ, Archivist, Proposal
from archivists.questions.read import NamedEntity, Reading
from archivists.round_policy import RoundPolicy
from archivists.statements.capitals import JOINERS, NameWords, name_words, runs
from archivists.statements.clauses import is_generic, sentences_of
from archivists.statements.spoken import readers_for, tables_of
from archivists.statements.written_names import spelled
from archivists.window.window import Window
from graph.text.analysis import name_key
from graph.text.patterns import first_match, regex, whole_name
from graph.values.changes import NewEntity, ReviseEntity
from graph.values.items import GENERIC_SENDERS, Entity, EntityType, Message
from languages.folding import fold
from languages.language import CAPITALS, SMALL_LETTERS, Language

WORDS_MAX = 5
"""A longer run of capitalised words is a headline."""

LETTERS_MAX = 60

INFLECTED_LETTERS_MIN = 6
"""A name of so many letters is recognised with an ending: "alsancakta", "in der Alten Brüderkirche"."""

SHOUTED = 0.5
"""Above this share of words in capitals a sentence is shouted, so that its capitals mean nothing."""

_ACRONYM = re.compile(rf"^[{CAPITALS}]{{2,}}$")
_IDENTIFIER = re.compile(r"_|[a-z][A-Z]|\(|^[A-Z]+[a-z]+[A-Z]")
_SMALL_WORD = re.compile(rf"\b[{SMALL_LETTERS}]\w+")


@dataclass(slots=True)
class _Evidence:
    """How the window writes one name, and where."""

    written: Counter[str] = field(default_factory=Counter)
    inside: int = 0  # where only names are capitalised
    first: int = 0  # where any word would be capitalised
    acts: int = 0  # first in a sentence, as the subject of a verb
    vocatives: Counter[str] = field(default_factory=Counter)  # by speaker
    types: Counter[EntityType] = field(default_factory=Counter)

    @property
    def name(self) -> str:
        return min(self.written, key=lambda written: (-self.written[written], written))


@dataclass(slots=True)
class _Seen:
    """All names of a window by folded key, and the words that it writes in small letters."""

    known: NameWords
    names: dict[str, _Evidence] = field(default_factory=dict)
    small: set[str] = field(default_factory=set)


def find_entities(window: Window, policy: RoundPolicy) -> list[NewEntity]:
    """New entities, new aliases of known ones, and which messages name which entity. Pure."""
    if not window.messages:
        return []
    texts = (*window.context, *window.messages)
    seen = _names_seen(texts)
    known = _by_key(window.entities)
    found = {change.name: change for change in _given_names(window, seen.known, known)}
    for change in (*_own_names(window, seen, known), *_vocatives(window, seen, known, policy)):
        found[change.name] = _combined(found.get(change.name), change)
    taken = set(known) | {name_key(alias) for change in found.values() for alias in change.aliases}
    new = _new_names(seen, taken, frozenset(name_key(message.sender) for message in texts), policy)
    new = _unshared(new, taken)
    new = [_with_given_name(change, seen.known, new, taken) for change in new]
    for entity in window.entities:
        evidence = seen.names.get(entity.key)
        kind = _most(evidence.types) if evidence and entity.type is EntityType.UNKNOWN else EntityType.UNKNOWN
        if evidence and evidence.types[kind] > 1:  # Only if its type is unknown, and shown more than once.
            found[entity.name] = _combined(found.get(entity.name), NewEntity(name=entity.name, type=kind))
    return [*_with_mentions(window, [*found.values(), *new], texts)]


def take_entities(window: Window, reading: Reading, policy: RoundPolicy) -> list[NewEntity | ReviseEntity]:
    """The answer's entities that the messages name, and where known ones are named. Pure.

    New names are only those of the model. It takes a cat for no person, and a day of the week for no name.
    """
    known = _by_key(window.entities)
    found = ((name_key(entity.name), entity) for entity in find_entities(window, policy))
    entities = {key: entity for key, entity in found if key in known}
    for named in reading.answer.entities:
        seen = _seen_by_model(reading, named, _meant(named, known), known.keys(), entities)
        if seen is not None:
            entities[name_key(seen.name)] = seen
    return [*entities.values(), *map(reading.signed, (*_retyped(window, reading), *_renamed(window, reading, known)))]


def _retyped(window: Window, reading: Reading) -> Iterator[ReviseEntity]:
    """Known entities whose type the model corrects; not speakers, who are persons."""
    speakers = {name_key(message.sender) for message in (*window.context, *window.messages)}
    here = {(entity.key, entity.type) for entity in (*window.entities, *window.namesakes)}
    types = {name_key(named.name): named.type for named in reading.answer.entities}
    for entity in window.entities:
        kind = types.get(entity.key, EntityType.UNKNOWN)
        if kind is not EntityType.UNKNOWN and entity.key not in speakers and (entity.key, kind) not in here:
            here.add((entity.key, kind))
            yield ReviseEntity(entity=entity.id, type=kind)


def _renamed(window: Window, reading: Reading, known: Mapping[str, Entity]) -> Iterator[ReviseEntity]:
    """Known entities that the messages call by a new name; not speakers, whom the chat names."""
    speakers = {name_key(message.sender) for message in (*window.context, *window.messages)}
    for named in reading.answer.entities:
        owner = _meant(named, known)
        is_new = owner is not None and name_key(named.name) not in known and owner.key not in speakers
        if owner is not None and is_new and _naming(reading, named.name) and not _is_short(named.name, owner):
            yield ReviseEntity(entity=owner.id, name=named.name)


def _is_short(name: str, entity: Entity) -> bool:
    """Whether the name is only a part of a name that the entity has."""
    return any(whole_name(name).search(fold(other)) for other in (entity.name, *entity.aliases))


def _names_seen(texts: Sequence[Message]) -> _Seen:
    seen = _Seen(name_words(readers_for(texts)))
    said = [(message, sentence) for message in texts if not is_generic(message) for sentence in sentences_of(message)]
    for _, sentence in said:
        seen.small.update(map(fold, _SMALL_WORD.findall(sentence.text)))
    for message, sentence in said:
        written = re.findall(r"[^\W\d_]{2,}", sentence.text)
        if sum(word.isupper() for word in written) <= SHOUTED * len(written):
            _note_names(sentence.text, message, seen, is_listed=sentence.is_listed)
    return seen


def _note_names(text: str, message: Message, seen: _Seen, *, is_listed: bool) -> None:
    tables = tables_of(message)
    for run, is_first in runs(text, seen.small, seen.known, tables):
        if is_listed and is_first:
            continue
        name = text[run[0].start : run[-1].end]
        key = name_key(name)
        if not key or len(name) > LETTERS_MAX or len(run) > WORDS_MAX:
            continue
        before, after = text[: run[0].start], text[run[-1].end :]
        is_sign = _IDENTIFIER.search(name) is not None or _ACRONYM.match(name) is not None
        acts = first_match(tables, lambda each: each.names.subject_after, after) is not None
        kind = EntityType.UNKNOWN if is_sign else _type(name, before, after, seen.known, tables)
        by_capitals = tables[0].names.by_capitals
        if not by_capitals and not is_sign and kind is EntityType.UNKNOWN:
            continue  # Any noun has a capital here: only the words beside it can show that it is a name.
        evidence = seen.names.setdefault(key, _Evidence())
        evidence.written[name] += 1
        if is_first and by_capitals and not run[-1].is_inflected and _without_titles(name, seen.known) == name:
            evidence.first += 1
            evidence.acts += acts
        elif is_sign:
            evidence.first += 1
            evidence.acts += 1
        else:
            evidence.inside += 1
        if first_match(tables, lambda each: each.names.vocative_before, before):
            evidence.vocatives[message.sender] += 1
        if kind is not EntityType.UNKNOWN:
            evidence.types[kind] += 1


def _type(name: str, before: str, after: str, known: NameWords, tables: Sequence[Language]) -> EntityType:
    words = [fold(word) for word in name.split()]
    for names in (language.names for language in known.languages):
        if (len(words) > 1 and words[-1] in names.organisation_words) or words[0] in names.organisation_words:
            return EntityType.ORGANISATION
        if len(words) > 1 and words[1] in JOINERS:
            continue  # Lord of the Rings
        if len(words) > 1 and (words[0].strip(".") in names.titles or words[-1] in names.titles_behind):
            return EntityType.PERSON
    for table in tables:
        names = table.names
        is_place = regex(table, names.place_after).search(after) is not None
        is_person = regex(table, names.person_before).search(before) or regex(table, names.person_after).search(after)
        if is_person and not is_place and not regex(table, names.whence).search(after):
            return EntityType.PERSON
        if regex(table, names.vocative_before).search(before):
            return EntityType.PERSON
        if is_place or regex(table, names.place_before).search(before):
            return EntityType.PLACE
    return EntityType.UNKNOWN


def _by_key(entities: Iterable[Entity]) -> dict[str, Entity]:
    return {name_key(name): entity for entity in entities for name in (entity.name, *entity.aliases)}


def _without_titles(name: str, known: NameWords) -> str:
    words = name.split()
    while words and known.is_title(words[0]) and words[1:2] and words[1] not in JOINERS:
        words = words[1:]
    while words and fold(words[-1]).strip(".") in known.titles_behind:
        words = words[:-1]
    return " ".join(words)


def _given(name: str, known: NameWords) -> str | None:
    """The first word of a full name, if it can stand for the whole name."""
    words = name.split()
    if len(words) < 2 or known.is_title(words[0]) or known.is_no_name(words[0]) or not words[0][0].isupper():
        return None
    return words[0] if len(words[0]) > 2 and words[0].isalpha() else None


def _given_names(window: Window, words: NameWords, known: dict[str, Entity]) -> Iterator[NewEntity]:
    """Speakers with a full name are also called by their given name, if no other speaker has it."""
    speakers = {name_key(m.sender): m.sender for m in (*window.context, *window.messages) if not is_generic(m)}
    persons = [known[key] for key in speakers if key in known and key not in GENERIC_SENDERS]
    given = Counter(
        name_key(name)
        for entity in persons
        for name in (_given(entity.name, words), *_untitled(entity.name, words))
        if name
    )
    for entity in {entity.id: entity for entity in persons}.values():
        name = _given(entity.name, words) or next(iter(_untitled(entity.name, words)), None)
        if name is None or given[name_key(name)] > 1 or name_key(name) in known:
            continue
        yield NewEntity(name=entity.name, type=entity.type, aliases=(name,))


def _own_names(window: Window, seen: _Seen, known: dict[str, Entity]) -> Iterator[NewEntity]:
    """Names that speakers give themselves: "call me Sel", or "I'm Selin Karaca" from a speaker named Selin.

    "I'm Kate" from a speaker named Emi could be like "I'm German": it counts only if somebody else calls her Kate. A
    name that an entity already has is not added.
    """
    for message in window.messages:
        entity = known.get(name_key(message.sender))
        if entity is None or entity.key in GENERIC_SENDERS:
            continue
        for sentence in sentences_of(message):
            aliases = tuple(
                name
                for table in tables_of(message)
                for match in regex(table, table.names.own_name).finditer(sentence.text)
                if (name := _without_titles(match["called"] or match["name"], seen.known))
                and (
                    match["called"]
                    or name_key(name).split()[0] == entity.key.split()[0]
                    or (name_key(name) in seen.names and seen.names[name_key(name)].vocatives.keys() - {message.sender})
                )
                and name_key(name) not in known
                and not seen.known.is_no_name(name.split()[0])
            )
            if aliases:
                yield NewEntity(name=entity.name, type=EntityType.PERSON, aliases=aliases)


def _vocatives(window: Window, seen: _Seen, known: dict[str, Entity], policy: RoundPolicy) -> Iterator[NewEntity]:
    """Aliases from addressing: Kath is Katharina if another speaker calls her so and nobody else can be meant."""
    texts = (*window.context, *window.messages)
    for key, evidence in sorted(seen.names.items()):
        speaker = known.get(name_key(_without_titles(evidence.name, seen.known)))
        if key not in known and speaker is not None and speaker.key not in GENERIC_SENDERS:
            callers = {name_key(sender) for sender in evidence.vocatives}
            if callers and speaker.key not in callers and speaker.key in {name_key(m.sender) for m in texts}:
                yield NewEntity(name=speaker.name, type=EntityType.PERSON, aliases=(evidence.name,))
        called = sum(evidence.vocatives.values())
        if key in known or " " in key or len(key) < 2 or called < policy.vocatives_min:
            continue
        conversations = {m.conversation for m in texts if m.sender in evidence.vocatives}
        others = {m.sender for m in texts if m.conversation in conversations and m.sender not in evidence.vocatives}
        meant = [sender for sender in sorted(others) if name_key(sender).startswith(key) and name_key(sender) in known]
        if len(meant) == 1:
            entity = known[name_key(meant[0])]
            yield NewEntity(name=entity.name, type=entity.type, aliases=(evidence.name,))


def _is_called(key: str, evidence: _Evidence, senders: frozenset[str]) -> bool:
    """Whether somebody present is called so, too seldom for an alias. Then the name is no new entity either."""
    is_short = len(key) > 2 and any(sender.startswith(key) for sender in senders)
    is_single = evidence.inside + evidence.first == 1
    return (bool(evidence.vocatives) and (is_short or is_single)) or (is_short and is_single)


def _new_names(seen: _Seen, taken: set[str], senders: frozenset[str], policy: RoundPolicy) -> list[NewEntity]:
    sure = [
        (key, evidence)
        for key, evidence in seen.names.items()
        if key not in taken and not _is_called(key, evidence, senders) and _is_sure(key, evidence, seen, policy)
    ]
    sure.sort(key=lambda item: (-item[1].inside, -item[1].first, item[0]))
    return [
        NewEntity(name=evidence.name, type=_most(evidence.types), aliases=_untitled(evidence.name, seen.known))
        for _, evidence in sure[: policy.entities_max]
    ]


def _is_sure(key: str, evidence: _Evidence, seen: _Seen, policy: RoundPolicy) -> bool:
    if all(word in seen.known.not_names for word in map(fold, evidence.name.split())) or key in seen.small:
        return False
    if not evidence.inside and first_match(seen.known.languages, lambda each: each.names.no_name_endings, key):
        return False
    if evidence.inside:
        return True
    return evidence.first >= policy.mentions_min and (evidence.acts > 0 or " " in key)


def _most(types: Counter[EntityType]) -> EntityType:
    """The type with the most evidence; unknown on a tie."""
    ranked = types.most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return EntityType.UNKNOWN
    return ranked[0][0]


def _untitled(name: str, known: NameWords) -> tuple[str, ...]:
    """Ahmet Bey is Ahmet, Dr. Reed is Reed."""
    bare = _without_titles(name, known)
    return (bare,) if bare and bare != name else ()


def _unshared(new: Sequence[NewEntity], taken: set[str]) -> list[NewEntity]:
    """The entities without the aliases that others have too: with Dr. Reed and Mr. Reed, nobody is just Reed."""
    written = Counter(key for change in new for key in {name_key(name) for name in (change.name, *change.aliases)})
    free = {key for key, count in written.items() if count == 1} - taken
    return [
        replace(change, aliases=tuple(alias for alias in change.aliases if name_key(alias) in free)) for change in new
    ]


def _with_given_name(change: NewEntity, known: NameWords, new: Sequence[NewEntity], taken: set[str]) -> NewEntity:
    """A person with a full name gets the given name as an alias, unless somebody else has it."""
    given = _given(change.name, known)
    if change.type is not EntityType.PERSON or given is None or name_key(given) in taken:
        return change
    namesakes = [other for other in new if name_key(other.name.split()[0]) == name_key(given)]
    return change if len(namesakes) > 1 else _combined(change, NewEntity(name=change.name, aliases=(given,)))


def _combined(old: NewEntity | None, new: NewEntity) -> NewEntity:
    if old is None:
        return new
    kind = old.type if new.type is EntityType.UNKNOWN else new.type
    return NewEntity(name=old.name, type=kind, aliases=tuple(dict.fromkeys((*old.aliases, *new.aliases))))


def _with_mentions(window: Window, found: Sequence[NewEntity], texts: Sequence[Message]) -> Iterator[NewEntity]:
    """The changes with the messages that name each entity, and known entities named in messages not yet linked."""
    known = {entity.name: entity for entity in window.entities}
    changes = {name: NewEntity(name=name, type=entity.type) for name, entity in known.items()}
    changed = {change.name: change for change in found}
    for name, change in (changes | changed).items():
        entity = known.get(name)
        regex = spelled((name, *change.aliases, *(entity.aliases if entity else ())))
        mentioned = tuple(
            message.id
            for message in texts
            if (entity is None or entity.id not in window.mentions.get(message.id, ())) and regex.search(message.body)
        )
        if mentioned or name in changed:
            yield replace(change, mentioned_in=mentioned)


def _meant(named: NamedEntity, known: Mapping[str, Entity]) -> Entity | None:
    """The known entity that has the model's name, else the first with one of the model's aliases and its type."""
    called = (entity for alias in named.aliases if (entity := known.get(name_key(alias))) is not None)
    alike = (entity for entity in called if entity.type is named.type is not EntityType.UNKNOWN)
    return known.get(name_key(named.name)) or next(alike, None)


def _seen_by_model(
    reading: Reading, named: NamedEntity, owner: Entity | None, known: Set[str], entities: Mapping[str, NewEntity]
) -> NewEntity | None:
    """The entity with those names that the messages use and nobody else has; None if nothing is new."""
    name, kind = (named.name, named.type) if owner is None else (owner.name, owner.type)
    key = name_key(name)
    ruled = entities.get(key, NewEntity(name=name, type=kind))
    aliases = {name_key(alias) for each in entities.values() for alias in each.aliases}
    kind = ruled.type if kind is EntityType.UNKNOWN else kind

    def is_free(other: str) -> bool:
        seen = entities.get(name_key(other))
        is_other = seen is not None and EntityType.UNKNOWN not in (kind, seen.type) and seen.type is not kind
        return not is_other and name_key(other) not in {key, *known, *aliases, *GENERIC_SENDERS}

    others = [other for other in (named.name, *named.aliases) if is_free(other) and _naming(reading, other)]
    naming = {id for each in (others if owner else (name, *others)) for id in _naming(reading, each)}
    if key in aliases | GENERIC_SENDERS or not naming:
        return None
    names = tuple(dict.fromkeys((*ruled.aliases, *others)))
    mentioned = tuple(sorted(naming.union(ruled.mentioned_in)))
    return reading.signed(replace(ruled, type=kind, aliases=names, mentioned_in=mentioned))


def _naming(reading: Reading, name: str) -> tuple[str, ...]:
    """The messages with the name; if there are none and it is long, those in which its words have endings."""
    said = [(message, fold(message.body)) for message in reading.question.messages]
    for pattern in (whole_name(name), *([_with_endings(name)] if len(name) >= INFLECTED_LETTERS_MIN else [])):
        found = tuple(one.id for one, text in said if name_key(one.sender) == name_key(name) or pattern.search(text))
        if found:
            return found
    return ()


def _with_endings(name: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\w)" + r"\w* ".join(map(re.escape, fold(name).split())) + r"\w*")


def _by_answer(proposal: Proposal, reading: Reading, policy: RoundPolicy) -> Proposal:
    known = _by_key(proposal.window.entities)
    named = ((each.name, (each.name, *each.aliases)) for each in reading.answer.entities if _meant(each, known) is None)
    lost = [
        f"“{name}”: no new message names it"
        for name, names in named
        if not any(_naming(reading, each) for each in names)
    ]
    told = proposal.plus(take_entities(proposal.window, reading, policy))
    return replace(told, lost=(*proposal.lost, *lost))


ENTITIES: Archivist[Reading] = Archivist(
    name="entities",
    by_rules=lambda proposal, policy: proposal.plus(find_entities(proposal.window, policy)),
    question=READ,
    fields=("entities",),
    from_answer=_by_answer,
)
