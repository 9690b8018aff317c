"""Finds who and what is mentioned: names by their capitals; their types and aliases as a model says."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from archivists.keeping.archivist import READ, Archivist, Proposal
from archivists.questions.read import NamedEntity, Reading
from archivists.round_policy import RoundPolicy
from archivists.statements.capitals import NameWords, name_words, runs, spelled
from archivists.statements.prose import is_generic, sentences_of
from archivists.statements.spoken import readers_for, tables_of
from archivists.window.window import Window
from graph.text.analysis import name_key
from graph.text.patterns import first_match, regex, whole_name
from graph.values.changes import NewEntity, ReviseEntity
from graph.values.items import GENERIC_SENDERS, Entity, EntityType, Message
from languages.folding import fold
from languages.language import CAPITALS, SMALL_LETTERS

LETTERS_MAX = 60
"""A longer run of capitalised words is a headline."""

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
    owners: set[str] = field(default_factory=set)  # senders who have said "my …" before it

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
    """New names, and which messages name which entity. Pure.

    A name is a label: nothing is said of it, and no two are one. Somebody introduced with "my …" is an entry of its own
    for each sender who does so, and that sender's messages name it.
    """
    if not window.messages:
        return []
    texts = (*window.context, *window.messages)
    seen = _names_seen(texts)
    senders = frozenset(name_key(message.sender) for message in texts)
    new = _new_names(seen, {*_by_key(window.entities), *senders}, senders, policy)
    return [*_with_mentions(window, [*_owned(window, seen), *new], texts)]


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
    names, by_capitals = tables[0].names, tables[0].names.by_capitals
    for run, is_first in runs(text, seen.small, seen.known, tables):
        if is_listed and is_first:
            continue
        name = text[run[0].start : run[-1].end]
        key = name_key(name)
        if not key or len(name) > LETTERS_MAX:
            continue
        before, after = text[: run[0].start], text[run[-1].end :]
        is_sign = _IDENTIFIER.search(name) is not None or _ACRONYM.match(name) is not None
        owning = regex(tables[0], names.owned_before).search(before)
        # Where any noun has a capital, "mein Sohn Geburtstag" names nobody: only the first words introduce somebody.
        is_owned = owning is not None and (by_capitals or not before[: owning.start()].strip())
        is_shown = is_owned or any(
            regex(tables[0], source).search(part)
            for source, part in ((names.shown_before, before), (names.shown_after, after))
        )
        if not by_capitals and not is_sign and not is_shown:
            continue  # Any noun has a capital here: only the words beside it can show that it is a name.
        evidence = seen.names.setdefault(key, _Evidence())
        evidence.written[name] += 1
        evidence.owners |= {message.sender} if is_owned and name_key(message.sender) not in GENERIC_SENDERS else set()
        is_plain = len(run) == 1 or seen.known.is_title(run[0].word)
        if is_first and by_capitals and is_plain and not run[-1].is_inflected:
            evidence.first += 1
            evidence.acts += first_match(tables, lambda each: each.names.subject_after, after) is not None
        elif is_sign:
            evidence.first += 1
            evidence.acts += 1
        else:
            evidence.inside += 1


def _by_key(entities: Iterable[Entity]) -> dict[str, Entity]:
    return {name_key(name): entity for entity in entities for name in (entity.name, *entity.aliases)}


def _owned(window: Window, seen: _Seen) -> Iterator[NewEntity]:
    """The people, animals and things that senders introduce with "my …", each as an entry of its sender."""
    for evidence in seen.names.values():
        for sender in sorted(evidence.owners):
            yield NewEntity(name=evidence.name, owner=sender)


def _new_names(seen: _Seen, taken: Set[str], senders: Set[str], policy: RoundPolicy) -> list[NewEntity]:
    """The surest new names that nobody owns, as many as one round may add."""
    sure = [
        (key, evidence)
        for key, evidence in seen.names.items()
        if key not in taken
        and not evidence.owners
        and not any(sender.startswith(f"{key} ") for sender in senders)  # The given name of somebody present.
        and _is_sure(key, evidence, seen, policy)
    ]
    sure.sort(key=lambda item: (-item[1].inside, -item[1].first, item[0]))
    return [NewEntity(name=evidence.name) for _, evidence in sure[: policy.entities_max]]


def _is_sure(key: str, evidence: _Evidence, seen: _Seen, policy: RoundPolicy) -> bool:
    if all(word in seen.known.not_names for word in map(fold, evidence.name.split())) or key in seen.small:
        return False
    return bool(evidence.inside) or (evidence.first >= policy.mentions_min and (evidence.acts > 0 or " " in key))


def _with_mentions(window: Window, new: Sequence[NewEntity], texts: Sequence[Message]) -> Iterator[NewEntity]:
    """The new entities, and known ones named in messages not yet linked, with the messages that name each.

    Of several entities of one name a message means that of its sender, else the one without an owner, else none.
    """
    known = {(name_key(each.name), each.owner): each for each in window.entities}
    changes = {key: NewEntity(name=each.name, type=each.type, owner=each.owner) for key, each in known.items()}
    for change in new:
        adopted = known.get((name_key(change.name), ""))
        if adopted is not None and (name_key(change.name), change.owner) not in known:
            changes.pop((name_key(change.name), ""), None)  # The entry without an owner becomes the sender's.
            known[name_key(change.name), change.owner] = adopted
        changes.setdefault((name_key(change.name), change.owner), change)
    owners: dict[str, set[str]] = {}
    for key, owner in changes:
        owners.setdefault(key, set()).add(owner)
    added = {id(change) for change in new}
    for (key, owner), change in changes.items():
        entity = known.get((key, owner))
        regex = spelled((change.name, *(entity.aliases if entity else ())))
        others = owners[key] - {owner}
        mentioned = tuple(
            message.id
            for message in texts
            if (entity is None or entity.id not in window.mentions.get(message.id, ()))
            and (not others or message.sender == owner or (not owner and message.sender not in others))
            and regex.search(message.body)
        )
        if mentioned or id(change) in added:
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
    without_model=lambda proposal, policy: proposal.plus(find_entities(proposal.window, policy)),
    question=READ,
    from_answer=_by_answer,
)
