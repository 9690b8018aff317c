"""What recall answers: a closed union. Each outcome has its reasons and, if there is something to say, the words."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from context.recall.intent import Intent, Tier
from graph.values.items import Conversation


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """A complete conversation that may be meant."""

    conversation: Conversation
    score: float  # 0..1: see graph.index.past_conversations
    day: str  # of its last message, as the language of the talk writes it

    @property
    def at(self) -> datetime:
        """When its last message was sent."""
        return self.conversation.last_at

    @property
    def title(self) -> str:
        """What it is called."""
        return self.conversation.title or self.conversation.id


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The fields of every outcome. Each kind has a name in answers."""

    why: str  # the signs that were found, in words
    language: str = ""  # of `say`, by ISO 639-1
    wants: Intent = Intent.NONE  # the class of the message
    confidence: float = 1.0  # of the class, 0..1
    say: str = ""  # what to say to the user; "": the assistant uses its own words


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled(Told):
    """One conversation is meant: the answer is in it."""

    kind: ClassVar[str] = "recall"
    past: Past
    prompt: str  # for the model that answers
    is_whole: bool  # whether the prompt has the whole conversation, and not only the parts that fit the budget
    missing: tuple[str, ...] = ()  # what was asked for but the conversation does not say


@dataclass(frozen=True, slots=True, kw_only=True)
class Several(Told):
    """More than one may be meant; the user is asked which."""

    kind: ClassVar[str] = "several"
    pasts: tuple[Past, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingFound(Told):
    """The message asks for something that no conversation says; research is offered."""

    kind: ClassVar[str] = "not_found"
    subject: str = ""  # the words of the message that say what it is about: what research is offered on


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundBefore(Told):
    """The message asks for knowledge that an earlier conversation has: it is told, and research is offered."""

    kind: ClassVar[str] = "ambiguous"
    past: Past


@dataclass(frozen=True, slots=True, kw_only=True)
class Bypassed(Told):
    """New research is asked for; nothing was searched."""

    kind: ClassVar[str] = "bypass"
    tier: Tier
    question: str  # what is to be researched: the message, or the one that it answers
    tier_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTopic(Told):
    """The conversation is over, and another one begins with this message."""

    kind: ClassVar[str] = "new_topic"


@dataclass(frozen=True, slots=True, kw_only=True)
class Satisfied(Told):
    """The conversation is over with this message."""

    kind: ClassVar[str] = "satisfied"


@dataclass(frozen=True, slots=True, kw_only=True)
class Research(Told):
    """The message asks for knowledge that no conversation has, or accepts research that was offered."""

    kind: ClassVar[str] = "research"
    tier: Tier
    question: str
    tier_name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdinaryTalk(Told):
    """The message wants nothing from the past: the assistant answers."""

    kind: ClassVar[str] = "answer"


Outcome = Recalled | Several | NothingFound | FoundBefore | Bypassed | NewTopic | Satisfied | Research | OrdinaryTalk
