"""What a model has read in a window becomes changes: only what the window bears out, as if rules had found it.

A model may name, weigh and judge; where something was said, who said it and what was shown is read from the window.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from datetime import UTC, date, datetime, time
from math import ceil

from archivists.answers import Closing, NamedEntity, ReadAnswer, StatedFact
from archivists.asking import Heard
from archivists.duplicates import Outcome, compare
from archivists.key_info import find_key_info
from archivists.languages import language_in
from archivists.policy import RoundPolicy
from archivists.presented import Presented
from archivists.quotes import parted
from archivists.settling import living
from archivists.statements import is_generic
from archivists.tasks import Reading, Shown
from archivists.window import Window
from graph.changes import (
    WHY_CHARS_MAX,
    Change,
    CloseQuestion,
    CompleteObjective,
    JudgePresentation,
    NewEntity,
    NewFact,
    RestateFact,
    SetKeyInfo,
    SupersedeFact,
    Verdict,
    WeighTheory,
)
from graph.frame import without_blocks
from graph.items import GENERIC_SENDERS, Author, EntityType, Fact, FactKind, Message, Role
from graph.text import fold, name_key

ARCHIVIST = "reading"

SHOWN_CHARS_MAX = 600
"""Of one item: whether a reply used it is seen by then."""

ABOUT_MAX = 8
"""One sentence is about a few."""


Read = Heard[Reading, ReadAnswer]


def reading_of(window: Window, policy: RoundPolicy) -> Reading | None:
    """What a model is to be asked of a window; None when nobody has said anything in it. Pure.

    Blocks of ours are cut out of what was said: a chat that hands one back says nothing by it.
    """
    messages = _spoken(window.messages)
    if all(is_generic(message) for message in messages):
        return None
    return Reading(
        language=language_in(messages),
        messages=messages,
        before=_spoken(window.context),
        known=_known(window, policy.read_known_max),
        shown=[Shown(id=id, text=each.texts[id][:SHOWN_CHARS_MAX]) for id, each in _shown(window, policy).items()],
        key_info=window.key_info,
        entities=window.entities,
    )


def read_entities(window: Window, read: Read, found: Sequence[NewEntity], policy: RoundPolicy) -> list[NewEntity]:
    """The entities that rules have found, and those that only the model has seen, if the messages name them. Pure."""
    known = {name_key(name) for entity in window.entities for name in (entity.name, *entity.aliases)}
    entities = {name_key(entity.name): entity for entity in found}
    aliases = {name_key(alias) for entity in found for alias in entity.aliases}
    room = max(0, policy.entities_max - len(entities))
    for named in read.answer.entities:
        key = name_key(named.name)
        ruled = entities.get(key)
        if ruled is not None and ruled.type is EntityType.UNKNOWN and key not in known:
            entities[key] = replace(
                ruled, type=named.type, author=Author.MODEL, archivist=ARCHIVIST, prompt_version=read.prompt_version
            )
        elif ruled is None and room and key not in known | aliases | GENERIC_SENDERS:
            new = _entity(read, named, known | aliases | set(entities))
            if new is not None:
                entities[key] = new
                aliases |= {name_key(alias) for alias in new.aliases}
                room -= 1
    return list(entities.values())


def read_facts(
    window: Window, read: Read, entities: Sequence[NewEntity], policy: RoundPolicy
) -> list[NewFact | RestateFact]:
    """The new statements of an answer that somebody in the window made and that nothing known says already. Pure.

    What is known and was said again has more sources. What an assistant without a name says is no fact. Above the
    maximum, those of least importance go.
    """
    stored = {fact.id: parted(fact.body)[1] for fact in living(window)}
    known: list[str] = []
    again: list[RestateFact] = []
    said = {message.id for message in (*window.context, *window.messages)}
    known += [text for each in window.presented for id, text in each.texts.items() if id not in said]
    names = {name_key(name): new.name for new in entities for name in (new.name, *new.aliases)}
    names |= {name_key(name): entity.name for entity in window.entities for name in (entity.name, *entity.aliases)}
    facts: list[NewFact] = []
    for number, stated in enumerate(read.answer.facts, start=1):
        new = _fact(read, _ref(number), stated, names)
        if new is None:
            continue
        told = next((id for id, text in stored.items() if _is_said(new.body, [text])), None)
        if told is not None:
            again.append(_again(new, told))
        elif not _is_said(new.body, (*known, *(fact.body for fact in facts))):
            facts.append(new)
    room = ceil(len(window.messages) * policy.read_facts_per_message_max)
    best = sorted(range(len(facts)), key=lambda i: (-facts[i].importance, i))[:room]
    return [*(facts[i] for i in sorted(best)), *again]


def read_closings(window: Window, read: Read, kept: Set[str]) -> list[Change]:
    """Questions answered, objectives reached or dropped, theories weighed by this answer. Pure.

    `kept` are the refs of new facts that were kept: what rests on others is passed over.
    """
    changes: dict[str, Change] = {}
    for closing in read.answer.closed:
        fact = read.task.fact(closing.id)
        if fact is not None and fact.id not in changes and (change := _closed(read, closing, fact, kept)) is not None:
            changes[fact.id] = change
    return [*changes.values(), *_weighings(read, kept)]


def read_verdicts(
    window: Window, read: Read, ruled: Sequence[JudgePresentation], policy: RoundPolicy
) -> list[JudgePresentation]:
    """The verdicts of rules, with the model's in their place on the last block that showed an item. Pure."""
    blocks = _shown(window, policy)
    told: dict[tuple[str, str], Verdict] = {}
    for judged in read.answer.verdicts:
        item = read.task.item(judged.id)
        if item is not None:
            told[blocks[item.id].block, item.id] = judged.verdict
    left = (replace(each, items=tuple(id for id in each.items if (each.block, id) not in told)) for each in ruled)
    verdicts = [each for each in left if each.items]
    groups: dict[tuple[str, Verdict], list[str]] = {}
    for (block, item_id), verdict in told.items():
        groups.setdefault((block, verdict), []).append(item_id)
    for (block, verdict), items in groups.items():
        verdicts.append(
            JudgePresentation(
                block=block,
                items=tuple(items),
                verdict=verdict,
                author=Author.MODEL,
                archivist="usefulness",
                prompt_version=read.prompt_version,
                evidence=(blocks[items[0]].reply.id,),
            )
        )
    return verdicts


def read_key_info(window: Window, read: Read, policy: RoundPolicy) -> list[SetKeyInfo]:
    """Key info with what rules have found and what users have said outright in the model's eyes. Pure.

    A line goes only where a new one comes: a message that asks to forget all changes nothing.
    """
    told = [
        (line.text, source.id)
        for line in read.answer.key_info
        for source in _sources(read, [line.source])
        if source.role is Role.USER
    ]
    gone = {text for id in read.answer.key_info_gone if told and (text := read.task.line(id)) is not None}
    changes = find_key_info(window, policy, told=told, gone=gone)
    return [_with_author(change, read, told) for change in changes]


def _with_author(change: SetKeyInfo, read: Read, told: Sequence[tuple[str, str]]) -> SetKeyInfo:
    used = [source for text, source in told if text in change.lines]
    if not used:
        return change
    return replace(
        change,
        author=Author.MODEL,
        archivist="key_info",
        prompt_version=read.prompt_version,
        evidence=tuple(dict.fromkeys(used)),
    )


def _spoken(messages: Iterable[Message]) -> tuple[Message, ...]:
    """What was said, without blocks of ours; messages that were nothing else are left out."""
    cut = (replace(message, body=without_blocks(message.body).strip()) for message in messages)
    return tuple(message for message in cut if message.body)


def _known(window: Window, count_max: int) -> list[Fact]:
    """What is known near the window: what may be closed or weighed first, then the weightiest."""
    facts = living(window)
    facts.sort(key=lambda fact: (fact.kind is FactKind.FACT, -fact.importance, fact.id))
    return facts[:count_max]


def _shown(window: Window, policy: RoundPolicy) -> Mapping[str, Presented]:
    """The items shown, newest first, each with the last block that showed it."""
    found: dict[str, Presented] = {}
    for presented in sorted(window.presented, key=lambda each: (each.reply.id, each.block), reverse=True):
        for id in presented.texts:
            found.setdefault(id, presented)
    return dict(list(found.items())[: policy.read_shown_max])


def _ref(number: int) -> str:
    return f"new:read-{number}"


def _sources(read: Read, numbers: Iterable[int]) -> list[Message]:
    """The new messages of these numbers, without those of assistants and tools: nobody in particular speaks there."""
    new = {message.id for message in read.task.messages}
    found = {message.id: message for n in numbers if (message := read.task.message(n)) is not None}
    return [message for message in found.values() if message.id in new and not is_generic(message)]


def _fact(read: Read, ref: str, stated: StatedFact, names: Mapping[str, str]) -> NewFact | None:
    sources = _sources(read, stated.sources)
    confidence = stated.confidence if stated.kind is FactKind.THEORY else 1.0
    if not sources or confidence == 0:
        return None
    roles = [source.role for source in sources]
    # A model may rank a statement lower than its sources, never higher.
    is_users = stated.said_by is Role.USER
    about = stated.about or [source.sender for source in sources]
    named = dict.fromkeys(names.get(name_key(name), name) for name in about if name_key(name) not in GENERIC_SENDERS)
    since, until = _day(stated.since), _day(stated.until)
    is_order = since is None or until is None or since <= until
    whole = read.task.fact(stated.part_of or "") if stated.kind is FactKind.OBJECTIVE else None
    return NewFact(
        ref=ref,
        body=stated.text,
        kind=stated.kind,
        importance=stated.importance,
        salience=stated.salience,
        confidence=confidence,
        stated_by=stated.said_by if not is_users or Role.USER in roles else roles[0],
        about=tuple(named)[:ABOUT_MAX],
        sources=tuple(source.id for source in sources),
        valid_from=since if is_order else None,
        valid_to=until if is_order else None,
        supported_by=_support(read, stated) if stated.kind is FactKind.THEORY else (),
        part_of=whole.id if whole is not None and whole.kind is FactKind.OBJECTIVE else None,
        author=Author.MODEL,
        archivist=ARCHIVIST,
        prompt_version=read.prompt_version,
    )


def _support(read: Read, stated: StatedFact) -> tuple[str, ...]:
    found = (read.task.fact(id) for id in stated.evidence)
    return tuple(dict.fromkeys(fact.id for fact in found if fact is not None))


def _again(new: NewFact, fact: str) -> RestateFact:
    """What a statement comes to when this fact says it already."""
    return RestateFact(
        fact=fact,
        sources=new.sources,
        stated_by=new.stated_by,
        author=new.author,
        archivist=new.archivist,
        prompt_version=new.prompt_version,
    )


def _day(text: str | None) -> datetime | None:
    return None if text is None else datetime.combine(date.fromisoformat(text), time(), UTC)


def _is_said(text: str, known: Iterable[str]) -> bool:
    return any(compare(each, text).outcome in (Outcome.SAME, Outcome.ENTAILS) for each in known)


def _entity(read: Read, named: NamedEntity, taken: Set[str]) -> NewEntity | None:
    """The entity with those of its names that the messages say; None when they don't name it."""
    mentioned = _naming(read, named.name)
    if not mentioned:
        return None
    aliases = dict.fromkeys(
        alias for alias in named.aliases if name_key(alias) not in taken | GENERIC_SENDERS and _naming(read, alias)
    )
    return NewEntity(
        name=named.name,
        type=named.type,
        aliases=tuple(alias for alias in aliases if name_key(alias) != name_key(named.name)),
        mentioned_in=mentioned,
        author=Author.MODEL,
        archivist=ARCHIVIST,
        prompt_version=read.prompt_version,
    )


def _naming(read: Read, name: str) -> tuple[str, ...]:
    pattern = re.compile(rf"(?<!\w){re.escape(fold(name))}(?!\w)")
    return tuple(
        message.id
        for message in read.task.messages
        if name_key(message.sender) == name_key(name) or pattern.search(fold(message.body))
    )


def _closed(read: Read, closing: Closing, fact: Fact, kept: Set[str]) -> Change | None:
    by = _ref(closing.by) if closing.by is not None and _ref(closing.by) in kept else None
    numbers = [*closing.sources, *(read.answer.facts[closing.by - 1].sources if by and closing.by else ())]
    evidence = tuple(source.id for source in _sources(read, numbers))
    if not evidence:
        return None
    reason = closing.why[:WHY_CHARS_MAX] or closing.how
    match fact.kind, closing.how:
        case FactKind.QUESTION, "answered" | "dropped":
            return CloseQuestion(
                question=fact.id,
                answered_by=by if closing.how == "answered" else None,
                reason=reason,
                author=Author.MODEL,
                archivist=ARCHIVIST,
                prompt_version=read.prompt_version,
                evidence=evidence,
            )
        case FactKind.OBJECTIVE, "reached" | "dropped" if closing.how == "reached" or by is None:
            return CompleteObjective(
                objective=fact.id,
                reason=reason,
                is_reached=closing.how == "reached",
                author=Author.MODEL,
                archivist=ARCHIVIST,
                prompt_version=read.prompt_version,
                evidence=evidence,
            )
        case FactKind.OBJECTIVE, "dropped" if by is not None:
            return SupersedeFact(
                fact=fact.id,
                by=by,
                reason=reason,
                author=Author.MODEL,
                archivist=ARCHIVIST,
                prompt_version=read.prompt_version,
                evidence=evidence,
            )
    return None


def _weighings(read: Read, kept: Set[str]) -> Iterator[WeighTheory]:
    for theory, weighing in {each.id: each for each in read.answer.evidence}.items():
        fact, by = read.task.fact(theory), _ref(weighing.by)
        if fact is None or fact.kind is not FactKind.THEORY or by not in kept:
            continue
        if read.answer.facts[weighing.by - 1].kind is not FactKind.FACT:
            continue  # Another theory is no evidence, and may turn out to be the same one.
        # What speaks for a theory makes it no less credible, what speaks against it no more.
        bound = max if weighing.supports else min
        yield WeighTheory(
            theory=fact.id,
            fact=by,
            is_support=weighing.supports,
            confidence=bound(fact.confidence, weighing.confidence),
            author=Author.MODEL,
            archivist=ARCHIVIST,
            prompt_version=read.prompt_version,
            evidence=tuple(source.id for source in _sources(read, read.answer.facts[weighing.by - 1].sources)),
        )
