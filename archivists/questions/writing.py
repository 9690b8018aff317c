"""A model tells what rules have quoted: conversations that are over, what is stale, who is known well, long talks.

Rules write every text first. The weightiest are asked for in one call, and each that comes takes its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from archivists.models.asking import Heard
from archivists.questions.answers import WriteAnswer, WrittenText
from archivists.questions.tasks import LENGTH_SLACK, Text, TextKind, TextSource, WriteQuestion
from archivists.round_policy import RoundPolicy
from archivists.statements.spoken import spoken_in
from archivists.window.stale import Stale
from archivists.window.window import Window
from graph.text.block_wrapper import without_blocks
from graph.text.identification import language_of
from graph.text.tokens import count_tokens
from graph.values.changes import (
    Change,
    CompleteConversation,
    EntityText,
    MergeFacts,
    NewFact,
    NewSummary,
    ReplaceSummary,
    SupersedeFact,
)
from graph.values.items import Author, Entity, Message

SOURCES_MAX = 40
"""Facts that one text is made of: the newest of them."""


AGAIN = 5
"""The last rank: what earlier calls had no room for fills what is left of a call, and makes none by itself."""

TELLING = "telling"
"""The archivist of a change that would change nothing unless a model tells it."""


@dataclass(frozen=True, slots=True)
class Due:
    """A text that a model may tell better than rules, and the change that it belongs to."""

    place: int  # in the list of changes
    rank: int  # 0 first
    text: Text
    language: str | None = None  # where the messages tell it; their quotes may be of another


@dataclass(frozen=True, slots=True)
class _Part:
    """A message or a summary that another summary may hold."""

    source: TextSource
    people: tuple[str, ...]  # who took part in its conversation
    is_message: bool = False


Wrote = Heard[WriteQuestion, WriteAnswer]


def writing_of(window: Window, changes: Sequence[Change], policy: RoundPolicy) -> WriteQuestion | None:
    """The texts among these changes that are worth a call, the weightiest first; None when there is none. Pure.

    First conversations that are over, then what is stale, then briefs and dossiers of those of whom much is known, then
    summaries inside a long conversation and above conversations; where there is room left, what earlier calls had none
    for. What is too short to be told in fewer words is left to the rules, and so are texts above the maximum of one
    call and those in another language than the ones before.
    """
    due = sorted(_due(window, changes, policy), key=lambda each: (each.rank, each.place))
    chosen: list[Due] = []
    language: str | None = None
    for each in due:
        spoken = each.language or language_of(" ".join(source.text for source in each.text.sources))
        if len(chosen) < policy.write_texts_max and (None in (spoken, language) or spoken == language):
            language = language or spoken
            chosen.append(each)
    if all(each.rank == AGAIN for each in chosen):
        return None
    if language is None:
        language = spoken_in(window.messages)
    places = [each.place for each in chosen]
    return WriteQuestion(language=language, texts=[each.text for each in chosen], places=places)


def with_texts(changes: Sequence[Change], wrote: Wrote, policy: RoundPolicy) -> list[Change]:
    """The changes with what a model has written; where it has written too much, as they were. Pure.

    Nothing is a text too, of messages that no new fact was stated in: nothing happened in them.
    """
    written = list(changes)
    stated = {source for change in changes if isinstance(change, NewFact) for source in change.sources}
    for each in wrote.answer.texts:
        text = wrote.task.text(each.n)
        if text is None or count_tokens(each.text) > LENGTH_SLACK * text.tokens_max:
            continue
        if not each.text and not (text.may_be_empty and stated.isdisjoint(source.id for source in text.sources)):
            continue
        place = wrote.task.places[each.n - 1]
        change = written[place]
        if isinstance(change, CompleteConversation) and (each.title or not each.text):
            written[place] = wrote.signed(_titled(change, each, policy)) if each.title else change
            written = [
                wrote.signed(replace(other, body=each.text))
                if isinstance(other, NewSummary | ReplaceSummary) and _told_by(other) == change.summary
                else other
                for other in written
            ]
        elif isinstance(change, EntityText):
            covered = wrote.task.covered(each.n, each.covers)
            is_brief = text.kind is TextKind.BRIEF
            told = (
                replace(change, brief=each.text, brief_covers=covered)
                if is_brief
                else replace(change, dossier=each.text, covers=covered)
            )
            written[place] = wrote.signed(told)
        elif isinstance(change, NewSummary | ReplaceSummary):
            written[place] = wrote.signed(replace(change, body=each.text))
    return [change for change in written if change.archivist != TELLING or change.author is Author.MODEL]


def again(window: Window, changes: Sequence[Change], policy: RoundPolicy) -> list[Change]:
    """Changes that change nothing unless a model tells them: texts that earlier calls had no room for. Pure."""
    held = {member for change in changes if isinstance(change, NewSummary) for member in change.members}
    named = {change.entity for change in changes if isinstance(change, EntityText)}
    found: list[Change] = []
    for each in window.untold:
        summary, conversation = each.summary, each.conversation
        if summary.id in held:
            continue  # Quoted in the one above it just now, which would be stale at once.
        found.append(ReplaceSummary(summary=summary.id, body=summary.body, archivist=TELLING))
        if conversation is not None:
            found.append(
                CompleteConversation(
                    conversation=conversation.id,
                    title=conversation.title or "",
                    topics=conversation.topics,
                    summary=summary.id,
                    message_count=conversation.message_count,
                    archivist=TELLING,
                )
            )
    for entity in window.entities:
        is_told = entity.is_stale or entity.author is Author.MODEL or entity.id in named
        if not is_told and len(window.told.get(entity.id, ())) >= policy.tell_facts_min:
            # One change for each text: what a change leaves empty stays as it is.
            found.append(EntityText(entity=entity.id, brief=entity.brief, archivist=TELLING))
            found.append(EntityText(entity=entity.id, dossier=entity.dossier, archivist=TELLING))
    return found


def _told_by(change: NewSummary | ReplaceSummary) -> str:
    return change.ref if isinstance(change, NewSummary) else change.summary


def keep_told(window: Window, changes: Sequence[Change], policy: RoundPolicy) -> list[Change]:
    """The changes without briefs and dossiers by rules that would take the place of a model's for little. Pure.

    A model's text stays until something that it says holds no longer, or so many facts are new.
    """
    entities = {entity.id: entity for entity in window.entities}
    gone = _gone(changes)
    new = [change for change in changes if isinstance(change, NewFact)]
    kept: list[Change] = []
    for change in changes:
        entity = entities.get(change.entity) if isinstance(change, EntityText) else None
        if entity is None or entity.author is not Author.MODEL or not entity.brief or entity.is_stale:
            kept.append(change)
            continue
        stored = window.told.get(entity.id, ())
        count = sum(fact.created_at > entity.updated_at for fact in stored)
        count += sum(entity.name in fact.about for fact in new)
        if count >= policy.tell_anew_facts or any(fact.id in gone for fact in stored):
            kept.append(change)
    return kept


def _due(window: Window, changes: Sequence[Change], policy: RoundPolicy) -> Iterator[Due]:
    made = {change.ref: change for change in changes if isinstance(change, NewSummary)}
    parts = _parts(window, made.values())
    talks = {talk.conversation.id: talk for talk in window.talks}
    long = {id for id, talk in talks.items() if talk.conversation.message_count >= policy.write_messages_min}
    roots = {change.summary for change in changes if isinstance(change, CompleteConversation)}
    stale = {each.summary.id: each for each in (*window.stale, *window.untold)}
    for place, change in enumerate(changes):
        is_again = change.archivist == TELLING
        match change:
            case CompleteConversation() if change.conversation in long and change.summary in made:
                text = _of_summary(TextKind.CONVERSATION, made[change.summary], parts, policy)
                yield Due(place, 0, text, spoken_in(talks[change.conversation].loose))
            case CompleteConversation() if change.summary in stale:
                yield Due(
                    place, AGAIN if is_again else 1, _of_stale(TextKind.CONVERSATION, stale[change.summary], policy)
                )
            case ReplaceSummary() if change.summary in stale.keys() - roots:
                yield Due(place, AGAIN if is_again else 1, _of_stale(TextKind.SUMMARY, stale[change.summary], policy))
            case EntityText():
                for due in _of_entity(place, change, window, changes, policy):
                    yield replace(due, rank=AGAIN) if is_again else due
            case NewSummary() if change.conversation is None:
                yield Due(place, 4, _of_summary(TextKind.SUMMARY, change, parts, policy))
            case NewSummary() if change.conversation in long and change.ref not in roots:
                text = _of_summary(TextKind.SUMMARY, change, parts, policy)
                yield Due(place, 4, text, spoken_in(talks[change.conversation].loose))


def _parts(window: Window, made: Iterable[NewSummary]) -> dict[str, _Part]:
    """Everything that a summary of this round may hold, by id or ref."""
    parts: dict[str, _Part] = {}
    for talk in window.talks:
        people = talk.conversation.participants
        parts |= {each.id: _Part(_spoken(each), people, is_message=True) for each in talk.loose}
        parts |= {top.id: _Part(TextSource(id=top.id, text=top.body, at=top.last_at), people) for top in talk.tops}
    for top in window.shared_tops:
        parts[top.id] = _Part(TextSource(id=top.id, text=top.body, at=top.last_at), top.participants)
    for new in made:
        held = [parts[id] for id in new.members if id in parts]
        at = max(part.source.at for part in held)
        parts[new.ref] = _Part(TextSource(id=new.ref, text=new.body, at=at), _people(held))
    return parts


def _people(parts: Iterable[_Part]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for part in parts for name in part.people))


def _of_summary(kind: TextKind, summary: NewSummary, parts: Mapping[str, _Part], policy: RoundPolicy) -> Text:
    """What a summary is to be told from: its messages, or the summaries that it holds."""
    held = [parts[id] for id in summary.members if id in parts]
    return Text(
        kind=kind,
        subject=", ".join(_people(held)),
        tokens_max=policy.summary_tokens_max,
        sources=[part.source for part in held],
        may_be_empty=all(part.is_message for part in held),
    )


def _of_stale(kind: TextKind, stale: Stale, policy: RoundPolicy) -> Text:
    sources = [
        _spoken(each) if isinstance(each, Message) else TextSource(id=each.id, text=each.body, at=each.last_at)
        for each in stale.members
    ]
    return Text(
        kind=kind,
        subject=", ".join(stale.summary.participants),
        tokens_max=policy.summary_tokens_max,
        sources=sources,
        now=stale.summary.body,
        gone=[fact.body for fact in stale.gone],
    )


def _of_entity(
    place: int, change: EntityText, window: Window, changes: Sequence[Change], policy: RoundPolicy
) -> Iterator[Due]:
    """Brief and dossier of an entity of which enough is known, from all that holds of it."""
    entity = next((each for each in (*window.entities, *window.waiting) if each.id == change.entity), None)
    name = entity.name if entity is not None else change.entity
    sources = list(_facts_of(name, entity, window, changes))
    if len(sources) < policy.tell_facts_min:
        return
    is_stale = entity is not None and (entity.is_stale or entity.author is Author.MODEL)
    rank = 2 if is_stale else 3
    for kind, now, body, tokens_max in (
        (TextKind.BRIEF, entity.brief if entity else None, change.brief, policy.brief_tokens_max),
        (TextKind.DOSSIER, entity.dossier if entity else None, change.dossier, policy.dossier_tokens_max),
    ):
        if body:
            text = Text(kind=kind, subject=name, tokens_max=tokens_max, sources=sources[-SOURCES_MAX:], now=now)
            yield Due(place, rank, text)


def _facts_of(name: str, entity: Entity | None, window: Window, changes: Sequence[Change]) -> Iterator[TextSource]:
    gone = _gone(changes)
    times = {message.id: message.sent_at for message in window.messages}
    for fact in window.told.get(entity.id, ()) if entity is not None else ():
        if fact.id not in gone:
            yield TextSource(id=fact.id, text=fact.body, at=fact.valid_from or fact.created_at)
    for new in changes:
        if isinstance(new, NewFact) and name in new.about and new.ref not in gone:
            yield TextSource(id=new.ref, text=new.body, at=min(times[source] for source in new.sources))


def _gone(changes: Iterable[Change]) -> set[str]:
    """What these changes take away."""
    lost = {change.lose for change in changes if isinstance(change, MergeFacts)}
    return lost | {change.fact for change in changes if isinstance(change, SupersedeFact)}


def _spoken(message: Message) -> TextSource:
    text = f"{message.sender}: {without_blocks(message.body).strip()}"
    return TextSource(id=message.id, text=text, at=message.sent_at)


def _titled(change: CompleteConversation, written: WrittenText, policy: RoundPolicy) -> CompleteConversation:
    return replace(
        change,
        title=" ".join(written.title.split()[: policy.title_words_max]),
        topics=tuple(dict.fromkeys(written.topics))[: policy.topics_max],
    )
