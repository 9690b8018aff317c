"""The window: everything that a round looks at, read once before it decides, without secrets."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from archivists.learning.weight_fit import JudgedBlock
from archivists.window.shown_blocks import ShownBlock
from archivists.window.stale_summaries import SummaryToRewrite
from graph.text.secrets import without_secrets
from graph.values.items import (
    Clock,
    Conversation,
    ConversationStatus,
    Entity,
    Fact,
    FactKind,
    KeyInfo,
    Message,
    Reflection,
    SignificantMemory,
    Space,
    Summary,
)
from graph.values.masked import masked
from graph.values.speaker_clock import on_own_clock


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowConversation:
    """One conversation of the window, with what its summaries need."""

    conversation: Conversation
    unsummarised: tuple[Message, ...]  # messages that were read and that no summary holds, in order of time
    tops: tuple[Summary, ...]  # its summaries that no other holds, in order of time
    is_silent: bool  # no more messages are expected
    is_read: bool  # rounds, including this one, have read every message of it

    @property
    def is_closing(self) -> bool:
        """Whether this round completes it."""
        return self.is_silent and self.is_read and self.conversation.status is not ConversationStatus.COMPLETE

    @property
    def is_released(self) -> bool:
        """Whether it is an import that this round has read to its end, though more messages may come."""
        is_import = self.conversation.status is ConversationStatus.IMPORTED
        return is_import and self.is_read and not self.is_silent


@dataclass(frozen=True, slots=True, kw_only=True)
class Thinker:
    """A participant of whom reflections are kept, with what has been told since the last one."""

    name: str
    reflection: Reflection | None  # the last one
    pending: tuple[Summary, ...]  # of conversations that it heard whole and none of its reflections holds, oldest first
    closing: frozenset[str]  # conversations that this round completes, and that it heard whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Everything that an archivist may know. Messages are in order of arrival."""

    space: Space
    now: datetime | None = None  # when the round was first tried; None outside of rounds
    messages: tuple[Message, ...]  # read for the first time
    context: tuple[Message, ...] = ()  # those right before them, read by earlier rounds
    conversations: tuple[WindowConversation, ...] = ()  # of the messages, and those that fell silent
    entities: tuple[Entity, ...] = ()  # those that the messages name, and who speaks
    namesakes: tuple[Entity, ...] = ()  # others whose names share a word with these; read only for a model that judges
    mentions: Mapping[str, frozenset[str]]  # ids of the entities that a message is linked with, by message id
    facts: tuple[Fact, ...] = ()  # those nearest to the messages
    near: Mapping[str, frozenset[str]] = field(default_factory=dict)  # facts near in meaning, by the message's id
    sources_of: Mapping[str, tuple[Message, ...]] = field(default_factory=dict)  # of facts; empty without a model
    unlinked: Mapping[str, tuple[Message, ...]] = field(
        default_factory=dict
    )  # known facts that no model has judged, by id: the line before, and those that state them
    facts_about: Mapping[str, tuple[Fact, ...]]  # current facts about an entity, by its id, oldest first
    key_info: KeyInfo | None = None
    shown_blocks: tuple[ShownBlock, ...] = ()  # those that the assistant saw before its replies among the messages
    judged_blocks: tuple[JudgedBlock, ...] = ()  # the newest with verdicts, oldest first; read once a day
    learns_at: datetime | None = None  # when they were read
    shared_tops: tuple[Summary, ...] = ()  # of complete conversations, or of several; read only when one closes
    stale_summaries: tuple[SummaryToRewrite, ...] = ()  # the oldest first
    stale_entities: tuple[Entity, ...] = ()  # whose texts are stale, and whom the messages do not name
    quoted_summaries: tuple[SummaryToRewrite, ...] = ()  # made of quotes; read only for a model that writes
    moments: tuple[SignificantMemory, ...] = ()  # the newest, in the order of their ids
    thinkers: tuple[Thinker, ...] = ()  # read only when a conversation closes
    read_to: str = ""  # id of the last message that has been read with this round

    @property
    def today(self) -> datetime | None:
        """When its last message was sent, or the time of a round without messages; None on a world clock."""
        sent = [message.sent_at for message in (*self.context, *self.messages)]
        now = self.now and on_own_clock(self.now, self.space.intake.zone)
        return max(sent, default=now) if self.space.intake.clock is Clock.WALL else None

    def has_ended(self, fact: Fact) -> bool:
        """Whether the last day of a plain fact has passed. An objective is still open after its day."""
        if fact.kind is not FactKind.FACT or fact.valid_to is None or self.today is None:
            return False
        return fact.valid_to.date() < self.today.date()

    def said_at(self, fact: Fact) -> datetime | None:
        """When a known fact was said first; None where its sources have not been read."""
        return min((source.sent_at for source in self.sources_of.get(fact.id, ())), default=None)


M = TypeVar("M", bound=Message | Summary)


def redacted(window: Window) -> Window:
    """The window without keys, passwords, PINs and card numbers. What is stored stays as it is. Pure."""
    return replace(
        window,
        messages=_redacted(window.messages),
        context=_redacted(window.context),
        unlinked={id: _redacted(lines) for id, lines in window.unlinked.items()},
        conversations=tuple(replace(each, unsummarised=_redacted(each.unsummarised)) for each in window.conversations),
        shown_blocks=tuple(
            replace(
                block,
                reply=_redacted([block.reply])[0],
                before=_redacted(block.before),
                texts={id: without_secrets(text) for id, text in block.texts.items()},
            )
            for block in window.shown_blocks
        ),
        stale_summaries=_with_members(window.stale_summaries),
        quoted_summaries=_with_members(window.quoted_summaries),
    )


def _with_members(summaries: Iterable[SummaryToRewrite]) -> tuple[SummaryToRewrite, ...]:
    return tuple(replace(each, members=_redacted(each.members)) for each in summaries)


def _redacted(said: Iterable[M]) -> tuple[M, ...]:
    return tuple(map(masked, said))
