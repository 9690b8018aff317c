"""The question *read*: what is new in a window. What is asked, the shape of the answer, and what its numbers mean.

A model names, weighs and judges. Where something was said, who said it and what was shown is read from the window.
What becomes of each field of the answer stands with its archivist, in `archivists.keeping`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import Field

from archivists.compare.claims import living
from archivists.languages import spoken_in
from archivists.models.asking import Call, Exchange
from archivists.models.provider import Purpose
from archivists.questions.question_parts import (
    MESSAGE_CHARS_MAX,
    Day,
    Line,
    Name,
    Scale,
    Shape,
    Share,
    Statement,
    by_id,
    call_of,
    joined,
    nth,
    unknown,
    with_ids,
    wrong_language,
)
from archivists.round_policy import RoundPolicy
from archivists.statements.clauses import is_generic
from archivists.window.shown_blocks import ShownBlock
from archivists.window.window import Window
from graph.text.block_wrapper import without_blocks
from graph.values.changes import Verdict
from graph.values.items import Entity, EntityType, Fact, FactKind, KeyInfo, Message, Role

SHOWN_CHARS_MAX = 600
"""Of one item that was shown: enough to see whether a reply used it."""


class StatedFact(Shape):
    """A fact, theory, question or objective that is new."""

    kind: FactKind = FactKind.FACT
    text: Statement
    about: tuple[Name, ...] = ()
    sources: tuple[int, ...] = Field(min_length=1)
    said_by: Role = Role.USER
    importance: Scale = 5
    salience: Scale = 5
    confidence: Share = 1.0
    since: Day = None
    until: Day = None
    evidence: tuple[str, ...] = ()
    part_of: str | None = None


class NamedEntity(Shape):
    """A name that is new, or an entity with a new name."""

    name: Name
    type: EntityType = EntityType.UNKNOWN
    aliases: tuple[Name, ...] = ()


class Closing(Shape):
    """An open question or objective that is settled."""

    id: str
    how: Literal["answered", "reached", "dropped"]
    by: int | None = None  # the place in `facts`, from 1
    sources: tuple[int, ...] = ()
    why: Line = ""


class Weighing(Shape):
    """A new fact that speaks for or against a known theory."""

    id: str
    by: int  # the place in `facts`, from 1
    supports: bool
    confidence: Share


class JudgedItem(Shape):
    """What an item that was shown did for the reply."""

    id: str
    verdict: Verdict


class KeyLine(Shape):
    """A line that must be known in every turn."""

    text: Statement
    source: int


class ReadAnswer(Shape):
    """What is new in a window."""

    facts: tuple[StatedFact, ...] = ()
    entities: tuple[NamedEntity, ...] = ()
    closed: tuple[Closing, ...] = ()
    evidence: tuple[Weighing, ...] = ()
    verdicts: tuple[JudgedItem, ...] = ()
    key_info: tuple[KeyLine, ...] = ()
    key_info_gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemToJudge:
    """An item that the assistant saw before its reply."""

    id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadQuestion:
    """What is new in these messages?

    Messages are numbered from 1, those before the window first; facts are f1, f2, …, items s1, …, lines of key info
    k1, …
    """

    language: str | None
    messages: Sequence[Message]
    before: Sequence[Message] = ()
    known: Sequence[Fact] = ()  # near the messages; questions and objectives among them are open
    shown: Sequence[ItemToJudge] = ()  # a verdict is wanted of each
    key_info: KeyInfo | None = None
    entities: Sequence[Entity] = ()

    def call(self, *, tokens_max: int = 4000) -> Call[ReadAnswer]:
        """The question for a model."""
        said = [
            _message_line(number, message) for number, message in enumerate((*self.before, *self.messages), start=1)
        ]
        lines = self.key_info.lines if self.key_info else ()
        data = {
            "key_info": with_ids("k", ({"text": line} for line in lines)),
            "entities": [entity.name for entity in self.entities],
            "known": with_ids("f", ({"kind": fact.kind, "text": fact.body} for fact in self.known)),
            "shown": with_ids("s", ({"text": shown.text} for shown in self.shown)),
            "before": said[: len(self.before)],
            "messages": said[len(self.before) :],
        }
        return call_of(Purpose.READ, self.language, data, ReadAnswer, self.complaint, tokens_max)

    def complaint(self, answer: ReadAnswer) -> str | None:
        """What is wrong with an answer of the right shape."""
        sources = [n for fact in answer.facts for n in fact.sources] + [line.source for line in answer.key_info]
        known = [each.id for each in answer.closed] + [each.id for each in answer.evidence]
        judged = sorted(each.id for each in answer.verdicts)
        wanted = sorted(f"s{number}" for number in range(1, len(self.shown) + 1))
        texts = [fact.text for fact in answer.facts] + [line.text for line in answer.key_info]
        return joined(
            unknown("messages", (str(n) for n in sources if self.message(n) is None)),
            unknown("entries of `known`", (id for id in known if self.fact(id) is None)),
            unknown("lines of `key_info`", (id for id in answer.key_info_gone if self.line(id) is None)),
            None if judged == wanted else f"`verdicts` must judge exactly {', '.join(wanted) or 'nothing'}.",
            wrong_language(texts, self.language),
        )

    def message(self, number: int) -> Message | None:
        """The message of this number."""
        return nth((*self.before, *self.messages), number)

    def sources(self, numbers: Iterable[int]) -> list[Message]:
        """The new messages of these numbers, without those of tools and nameless assistants: they state nothing."""
        new = {message.id for message in self.messages}
        found = {message.id: message for number in numbers if (message := self.message(number)) is not None}
        return [message for message in found.values() if message.id in new and not is_generic(message)]

    def fact(self, id: str) -> Fact | None:
        """The known fact of this id."""
        return by_id("f", self.known, id)

    def item(self, id: str) -> ItemToJudge | None:
        """The shown item of this id."""
        return by_id("s", self.shown, id)

    def line(self, id: str) -> str | None:
        """The line of key info of this id."""
        return by_id("k", self.key_info.lines if self.key_info else (), id)


Reading = Exchange[ReadQuestion, ReadAnswer]
"""What a model has read in a window."""


def read_question(window: Window, policy: RoundPolicy) -> ReadQuestion | None:
    """What to ask a model about the window; None when only tools and nameless assistants speak. Pure.

    Blocks that we gave to the assistant are cut out of the messages: a chat may hand them back.
    """
    messages = _without_blocks(window.messages)
    if all(is_generic(message) for message in messages):
        return None
    shown = last_shown(window, policy)
    return ReadQuestion(
        language=spoken_in(messages),
        messages=messages,
        before=_without_blocks(window.context),
        known=_known(window, policy.read_known_max),
        shown=[ItemToJudge(id=id, text=block.texts[id][:SHOWN_CHARS_MAX]) for id, block in shown.items()],
        key_info=window.key_info,
        entities=window.entities,
    )


def last_shown(window: Window, policy: RoundPolicy) -> Mapping[str, ShownBlock]:
    """The items that were shown, newest first, each with the last block that showed it."""
    found: dict[str, ShownBlock] = {}
    for block in sorted(window.shown_blocks, key=lambda each: (each.reply.id, each.block), reverse=True):
        for id in block.texts:
            found.setdefault(id, block)
    return dict(list(found.items())[: policy.read_shown_max])


def ref_of(number: int) -> str:
    """The ref, inside a list of changes, of the fact at this place in an answer."""
    return f"new:read-{number}"


def _message_line(number: int, message: Message) -> dict[str, object]:
    return {
        "n": number,
        "by": message.sender,
        "role": message.role,
        "at": f"{message.sent_at:%Y-%m-%d %H:%M}",
        "text": message.body[:MESSAGE_CHARS_MAX],
    }


def _without_blocks(messages: Iterable[Message]) -> tuple[Message, ...]:
    """The messages without blocks of ours; those that were nothing else are left out."""
    cut = (replace(message, body=without_blocks(message.body).strip()) for message in messages)
    return tuple(message for message in cut if message.body)


def _known(window: Window, count_max: int) -> list[Fact]:
    """The facts near the window: those that may be closed or weighed first, then the most important."""
    facts = living(window)
    facts.sort(key=lambda fact: (fact.kind is FactKind.FACT, -fact.importance, fact.id))
    return facts[:count_max]
