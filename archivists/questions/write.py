"""The question *write*: how should summaries, titles, briefs and dossiers read?

Summaries are quotes first. One call asks for the texts that matter most, and `archivists.keeping.rewriting` uses them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import IntEnum, StrEnum
from typing import Annotated

from pydantic import BeforeValidator

from archivists.compare.citations import is_within
from archivists.compare.claims import closed_by, ended_by
from archivists.models.asking import Call, Exchange
from archivists.models.provider import Purpose
from archivists.questions.question_parts import (
    MESSAGE_CHARS_MAX,
    Line,
    Names,
    Numbers,
    Shape,
    call_of,
    day_of,
    days_once,
    each_once,
    joined,
    kind_told,
    nth,
    told_line,
    wrong_language,
)
from archivists.round_policy import RoundPolicy
from archivists.statements.spoken import spoken_in
from archivists.window.stale_summaries import SummaryToRewrite
from archivists.window.window import Window
from graph.text.block_wrapper import without_blocks
from graph.text.identification import language_of
from graph.text.tokens import count_tokens
from graph.values.changes import (
    Change,
    CompleteConversation,
    EntityText,
    NewFact,
    NewSummary,
    ReplaceSummary,
    SetKeyInfo,
)
from graph.values.items import Author, Entity, Message

LENGTH_SLACK = 1.25
"""A text longer than its maximum times this is asked for again, and then rejected."""

CONVERSATION_MAX = 60
"""The most messages that a conversation is told from; a longer one is told from its summaries."""

SOURCES_MAX = 40
"""The most facts that one text is made of: the newest."""

_OR_EMPTY = BeforeValidator(lambda value: "" if value is None else value)


class WrittenText(Shape):
    """One text. If it is empty or left out, nothing worth a text happened."""

    n: int
    text: Annotated[Line, _OR_EMPTY] = ""
    title: Annotated[Line, _OR_EMPTY] = ""
    topics: Names = ()
    covers: Numbers = ()


class WriteAnswer(Shape):
    """The texts that were asked for."""

    texts: tuple[WrittenText, ...]


class TextKind(StrEnum):
    """What a text is for."""

    BRIEF = "brief"
    DOSSIER = "dossier"
    SUMMARY = "summary"
    CONVERSATION = "conversation"  # a summary with title and topics
    RESEARCH = "research"  # the same for conversations that are research


WHOLE_TALKS = (TextKind.CONVERSATION, TextKind.RESEARCH)
OF_FACTS = (TextKind.BRIEF, TextKind.DOSSIER)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSource:
    """Something that a text is made of: a fact, a message, a summary below."""

    id: str
    text: str
    at: datetime
    kind: str = ""  # as prompts write it: that of a fact, if it is uncertain or open


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """One text that is to be written."""

    kind: TextKind
    subject: str
    tokens_max: int
    sources: Sequence[TextSource]  # in order of time
    now: str | None = None  # the present text, if a model wrote it: what rules quote is in the sources anyway
    gone: Sequence[str] = ()  # what the sources say but no longer holds
    may_be_empty: bool = False  # whether the sources may hold nothing worth a text


def _told_sources(text: Text) -> Iterator[str]:
    """A text's sources for the prompt, numbered if the answer may name them; a day is told once."""
    days = days_once(day_of(source.at) for source in text.sources)
    for number, (source, day) in enumerate(zip(text.sources, days, strict=True), start=1):
        yield told_line(number if text.kind in OF_FACTS else "", day, source.kind, text=source.text[:MESSAGE_CHARS_MAX])


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteQuestion:
    """How should these texts read? Numbered from 1, as are the sources of each."""

    language: str | None
    texts: Sequence[Text]
    places: Sequence[int] = ()  # for each text, the place of its change in a list of changes
    today: datetime | None = None  # see Window.today

    def call(self) -> Call[WriteAnswer]:
        """The question for a model."""
        texts: list[dict[str, object]] = [
            {
                "n": number,
                "kind": text.kind,
                "subject": text.subject,
                "tokens_max": text.tokens_max,
                "from": self._same(number) or list(_told_sources(text)),
                **({"now": text.now} if text.now else {}),
                **({"gone": list(text.gone)} if text.gone else {}),
            }
            for number, text in enumerate(self.texts, start=1)
        ]
        today = {"today": day_of(self.today)} if self.today is not None else {}
        data: dict[str, object] = {**today, "texts": texts}
        return call_of(Purpose.WRITE, self.language, data, WriteAnswer, self.complaint, 4000)

    def _same(self, number: int) -> int | None:
        """An earlier text with the same sources, which are not told twice."""
        sources = self.texts[number - 1].sources
        return next((n for n, each in enumerate(self.texts[: number - 1], start=1) if each.sources == sources), None)

    def complaint(self, answer: WriteAnswer) -> str | None:
        """What is wrong with an answer of the right shape."""
        complaints: list[str | None] = [each_once("texts", [each.n for each in answer.texts], len(self.texts))]
        for each in answer.texts:
            asked = self.text(each.n)
            if asked is None:
                continue
            count = count_tokens(each.text)
            if count > LENGTH_SLACK * asked.tokens_max:
                complaints.append(f"Text {each.n} has {count} tokens, expected at most {asked.tokens_max}.")
            if not each.text and asked.kind in OF_FACTS:
                complaints.append(f"Text {each.n} is empty.")
            if asked.kind in WHOLE_TALKS and each.text and not each.title:
                complaints.append(f"Text {each.n} has no title.")
        return joined(*complaints, wrong_language([each.text for each in answer.texts], self.language))

    def text(self, number: int) -> Text | None:
        """The text of this number."""
        return nth(self.texts, number)

    def covered(self, number: int, covers: Iterable[int]) -> tuple[str, ...]:
        """The ids of the sources that a text says it covers; unknown numbers are ignored."""
        text = self.text(number)
        found = (nth(text.sources, n) for n in covers) if text else ()
        return tuple(dict.fromkeys(source.id for source in found if source))


Writing = Exchange[WriteQuestion, WriteAnswer]
"""What a model has written."""


class Rank(IntEnum):
    """Which texts are asked for first."""

    CLOSING = 0  # of a conversation that is over
    STALE = 1  # a summary that says what no longer holds
    STALE_ENTITY = 2  # of an entity whose text is stale, or that a model described before
    ENTITY = 3  # of another entity of which much is known
    SUMMARY = 4  # of a part of a conversation that goes on, or of several conversations
    LEFTOVER = 5  # what earlier calls had no room for; by itself no reason for a call


@dataclass(frozen=True, slots=True)
class _Due:
    """A text that a model may write better than rules, and the change that it is for."""

    place: int  # in the list of changes
    rank: Rank
    text: Text
    language: str | None = None  # of the messages, if they show it: the quotes may be in another


@dataclass(frozen=True, slots=True)
class _Member:
    """A message or a summary that a summary may hold."""

    source: TextSource
    people: tuple[str, ...]  # who took part in its conversation
    is_message: bool = False


def write_question(
    window: Window, changes: Sequence[Change], leftovers: Sequence[Change], policy: RoundPolicy
) -> WriteQuestion | None:
    """The texts of these changes that are worth a call, in the order of their ranks; None when there is none. Pure.

    `leftovers` fill the rest of a call. All texts of a call are in one language. Rules keep the texts that are too
    short to be condensed, that are in another language than the first, or that exceed the maximum of one call.
    """
    due = sorted(_due(window, changes, leftovers, policy), key=lambda each: (each.rank, each.place))
    chosen: list[_Due] = []
    language: str | None = None
    for each in due:
        found = _language_of(each)
        if len(chosen) < policy.write_texts_max and (None in (found, language) or found == language):
            language = language or found
            chosen.append(each)
    if all(each.rank is Rank.LEFTOVER for each in chosen):
        return None
    return _question(chosen, language or spoken_in(window.messages), window.today)


def write_apart(window: Window, changes: Sequence[Change], policy: RoundPolicy) -> list[WriteQuestion]:
    """A question for each text that is worth a call, in the order of their ranks. Pure."""
    due = sorted(_due(window, changes, (), policy), key=lambda each: (each.rank, each.place))
    spoken = spoken_in(window.messages)
    return [_question([each], _language_of(each) or spoken, window.today) for each in due]


def together(written: Sequence[Writing]) -> Writing | None:
    """Merge several questions and their answers into one; None for none. Pure."""
    if len(written) < 2:
        return written[0] if written else None
    texts = [text for each in written for text in each.question.texts]
    places = [place for each in written for place in each.question.places]
    answers = [text for each in written for text in each.answer.texts[:1]]
    numbered = tuple(text.model_copy(update={"n": number}) for number, text in enumerate(answers, start=1))
    return replace(
        written[0],
        question=WriteQuestion(language=None, texts=texts, places=places),
        answer=WriteAnswer(texts=numbered),
        calls=tuple(call for each in written for call in each.calls),
    )


def _question(chosen: Sequence[_Due], language: str | None, today: datetime | None) -> WriteQuestion:
    places = [each.place for each in chosen]
    return WriteQuestion(language=language, texts=[each.text for each in chosen], places=places, today=today)


def _language_of(due: _Due) -> str | None:
    return due.language or language_of(" ".join(source.text for source in due.text.sources))


def _due(
    window: Window, proposed: Sequence[Change], leftovers: Sequence[Change], policy: RoundPolicy
) -> Iterator[_Due]:
    changes = [*proposed, *leftovers]
    made = {change.ref: change for change in changes if isinstance(change, NewSummary)}
    members = _members(window, made.values())
    held = {each.conversation.id: each for each in window.conversations}
    long = {id for id, each in held.items() if each.conversation.message_count >= policy.write_messages_min}
    over = {change.conversation for change in changes if isinstance(change, CompleteConversation)}
    held_refs = {member for change in made.values() for member in change.members}
    roots = {change.summary for change in changes if isinstance(change, CompleteConversation)}
    stored = {each.summary.id: each for each in (*window.stale_summaries, *window.quoted_summaries)}
    for place, change in enumerate(changes):
        stale_rank = Rank.STALE if place < len(proposed) else Rank.LEFTOVER
        match change:
            case CompleteConversation() if change.conversation in long and change.summary in made:
                text = _of_conversation(made[change.summary], made, members, policy, _whole_talk(policy))
                yield _Due(place, Rank.CLOSING, text, spoken_in(held[change.conversation].unsummarised))
            case CompleteConversation() if change.summary in stored:
                text = _of_summary(_whole_talk(policy), stored[change.summary], window, changes, policy)
                # Research is found by its title, so one that somebody closed between rounds is worth a call.
                yield _Due(place, Rank.CLOSING if policy.titles_ask else stale_rank, text)
            case ReplaceSummary() if change.summary in stored.keys() - roots:
                text = _of_summary(TextKind.SUMMARY, stored[change.summary], window, changes, policy)
                yield _Due(place, stale_rank, text)
            case NewSummary() if policy.calls_apart:
                if change.conversation in long - over and change.ref not in held_refs:
                    text = _of_conversation(change, made, members, policy, TextKind.SUMMARY)
                    yield _Due(place, Rank.SUMMARY, text)
            case EntityText() if not policy.calls_apart:
                for due in _of_entity(place, change, window, changes, policy):
                    yield due if place < len(proposed) else replace(due, rank=Rank.LEFTOVER)
            case NewSummary() if change.conversation is None:
                yield _Due(place, Rank.SUMMARY, _of_new_summary(TextKind.SUMMARY, change, members, policy))
            case NewSummary() if change.conversation in long and change.conversation not in over:
                text = _of_new_summary(TextKind.SUMMARY, change, members, policy)
                yield _Due(place, Rank.SUMMARY, text, spoken_in(held[change.conversation].unsummarised))


def _members(window: Window, made: Iterable[NewSummary]) -> dict[str, _Member]:
    """Everything that a summary of this round may hold, by id or ref."""
    members: dict[str, _Member] = {}
    for each in window.conversations:
        people = each.conversation.participants
        said = filter(window.space.intake.takes_part, each.unsummarised)
        members |= {one.id: _Member(_message_source(one), people, is_message=True) for one in said}
        members |= {top.id: _Member(TextSource(id=top.id, text=top.body, at=top.last_at), people) for top in each.tops}
    for top in window.shared_tops:
        members[top.id] = _Member(TextSource(id=top.id, text=top.body, at=top.last_at), top.participants)
    for new in made:
        held = [members[id] for id in new.members if id in members]
        at = max((member.source.at for member in held), default=window.space.created_at)
        members[new.ref] = _Member(TextSource(id=new.ref, text=new.body, at=at), _people(held))
    return members


def _people(members: Iterable[_Member]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for member in members for name in member.people))


def _of_new_summary(kind: TextKind, summary: NewSummary, members: Mapping[str, _Member], policy: RoundPolicy) -> Text:
    """The text of a summary of this round, from the messages or the summaries that it holds."""
    held = [members[id] for id in summary.members if id in members]
    return Text(
        kind=kind,
        subject=", ".join(_people(held)),
        tokens_max=policy.summary_tokens_max,
        sources=[member.source for member in held],
        may_be_empty=all(member.is_message for member in held),
    )


def _of_conversation(
    root: NewSummary,
    made: Mapping[str, NewSummary],
    members: Mapping[str, _Member],
    policy: RoundPolicy,
    kind: TextKind,
) -> Text:
    """The text of a whole conversation, from its messages, or from summaries where earlier rounds read those."""
    ids = list(root.members)
    while any(id in made for id in ids):
        ids = [each for id in ids for each in (made[id].members if id in made else (id,))]
    whole = replace(root, members=tuple(ids) if len(ids) <= CONVERSATION_MAX else root.members)
    return _of_new_summary(kind, whole, members, policy)


def _whole_talk(policy: RoundPolicy) -> TextKind:
    return TextKind.RESEARCH if policy.titles_ask else TextKind.CONVERSATION


def _of_summary(
    kind: TextKind, stored: SummaryToRewrite, window: Window, changes: Sequence[Change], policy: RoundPolicy
) -> Text:
    """The text of a stored summary, from what it holds."""
    rule = window.space.intake
    sources = [
        _message_source(each) if isinstance(each, Message) else TextSource(id=each.id, text=each.body, at=each.last_at)
        for each in stored.members
        if not isinstance(each, Message) or rule.takes_part(each)
    ]
    return Text(
        kind=kind,
        subject=", ".join(stored.summary.participants),
        tokens_max=policy.summary_tokens_max,
        sources=sources,
        now=stored.summary.body if stored.summary.author is Author.MODEL else None,
        gone=_gone(stored, window, changes),
    )


def _gone(stored: SummaryToRewrite, window: Window, changes: Sequence[Change]) -> list[str]:
    """The facts and key info that a summary's messages stated, but that no longer hold after these changes."""
    gone = stored.gone(ended_by(changes) | closed_by(changes))
    facts = [fact.body for fact in stored.stated if fact in gone or window.has_ended(fact)]
    taken_back = {line for change in changes if isinstance(change, SetKeyInfo) for line in change.gone}
    info, members = window.key_info, {member.id for member in stored.members}
    lines = zip(info.lines, info.sources, strict=True) if info else ()
    said = [line for line, source in lines if source in members and line in taken_back]
    return [*facts, *(line for line in said if not is_within(line, facts))]


def _of_entity(
    place: int, change: EntityText, window: Window, changes: Sequence[Change], policy: RoundPolicy
) -> Iterator[_Due]:
    """Brief and dossier of an entity with enough facts, from all facts about it that hold."""
    entity = next((each for each in (*window.entities, *window.stale_entities) if each.id == change.entity), None)
    name = entity.name if entity is not None else change.entity
    sources = list(_entity_sources(name, entity, window, changes))
    if len(sources) < policy.rewrite_facts_min:
        return
    is_stale = entity is not None and (entity.is_stale or entity.author is Author.MODEL)
    rank = Rank.STALE_ENTITY if is_stale else Rank.ENTITY
    told = entity if entity is not None and entity.author is Author.MODEL else None
    is_long = sum(count_tokens(source.text) for source in sources) > policy.dossier_tokens_max
    for kind, now, tokens_max, is_due in (
        (TextKind.BRIEF, told.brief if told else None, policy.brief_tokens_max, change.brief is not None),
        (
            TextKind.DOSSIER,
            told.dossier if told else None,
            policy.dossier_tokens_max,
            is_long and change.dossier is not None,
        ),
    ):
        if is_due:
            text = Text(kind=kind, subject=name, tokens_max=tokens_max, sources=sources[-SOURCES_MAX:], now=now)
            yield _Due(place, rank, text)


def _entity_sources(
    name: str, entity: Entity | None, window: Window, changes: Sequence[Change]
) -> Iterator[TextSource]:
    gone = ended_by(changes) | closed_by(changes)
    times = {message.id: message.sent_at for message in window.messages}
    stored = window.facts_about.get(entity.id, ()) if entity is not None else ()
    holding = (fact for fact in stored if not window.has_ended(fact))
    known = [
        TextSource(
            id=fact.id,
            text=fact.body,
            at=window.said_at(fact) or fact.created_at,
            kind=kind_told(fact.kind, fact.confidence),
        )
        for fact in holding
    ]
    yield from sorted((source for source in known if source.id not in gone), key=lambda source: source.at)
    for new in changes:
        if isinstance(new, NewFact) and name in new.about and new.ref not in gone:
            at = min(times[source] for source in new.sources)
            yield TextSource(id=new.ref, text=new.body, at=at, kind=kind_told(new.kind, new.confidence))


def _message_source(message: Message) -> TextSource:
    text = f"{message.sender}: {without_blocks(message.body).strip()}"
    return TextSource(id=message.id, text=text, at=message.sent_at)
