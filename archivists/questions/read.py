"""The question *read*: what is new in a window. What is asked, the shape of the answer, and what its numbers mean.

The model names, weighs and judges. The window tells where something was said, who said it and what was shown.
Each field of the answer is used by its archivist, in `archivists.keeping`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from archivists.compare.citations import Cited, names_in
from archivists.compare.claims import living
from archivists.models.asking import Call, Exchange
from archivists.models.provider import Purpose
from archivists.questions.question_parts import (
    MESSAGE_CHARS_MAX,
    Id,
    Ids,
    Name,
    Names,
    Numbers,
    OwnId,
    Scale,
    Shape,
    Share,
    Since,
    Statement,
    Until,
    Why,
    by_id,
    call_of,
    day_of,
    days_once,
    fitting,
    joined,
    kind_told,
    nth,
    one_of,
    told_line,
    unknown,
    wrong_language,
)
from archivists.round_policy import RoundPolicy
from archivists.statements.prose import is_generic
from archivists.statements.spoken import spoken_in
from archivists.window.shown_blocks import ShownBlock
from archivists.window.window import Window
from graph.text.analysis import name_key
from graph.text.block_wrapper import without_blocks
from graph.text.search_terms import query_stems
from graph.values.changes import Verdict
from graph.values.items import GENERIC_SENDERS, Clock, Entity, EntityType, Fact, FactKind, KeyInfo, Message, Role

IMPORTANCE_MAX = 10
"""When facts are ranked for a prompt, the highest importance counts as much as all of their words being said."""

BEFORE_CHARS_MAX = 600
"""Of one message that was read before: it shows what a new one answers, and who "he" is."""

SHOWN_CHARS_MAX = 600
"""Of one item that was shown: enough to see whether a reply used it."""


NewId = Annotated[str, BeforeValidator(lambda value: f"n{value}" if str(value).isdecimal() else value)]
"""The id of a fact of the same answer, by its place: n1, n2, … A bare number means a place, too."""


class StatedFact(Shape):
    """A new fact, theory, question or objective. Other entries call it n1, n2, … by its place in the answer."""

    kind: Annotated[FactKind, one_of(FactKind, FactKind.FACT)] = FactKind.FACT
    text: Statement
    about: Names = ()
    sources: Numbers = Field(min_length=1)
    importance: Scale = 5
    salience: Scale = 5
    confidence: Share = 1.0
    since: Since = None
    until: Until = None
    replaces: Ids = ()
    evidence: Ids = ()
    part_of: OwnId = None


class NamedEntity(Shape):
    """A name that is new, or an entity with a new name."""

    name: Name
    type: Annotated[EntityType, one_of(EntityType, EntityType.UNKNOWN)] = EntityType.UNKNOWN
    aliases: Names = ()


class Closing(Shape):
    """An open question or objective that is settled."""

    id: Id
    how: Literal["answered", "reached", "dropped"]
    by: NewId | None = None
    sources: Numbers = ()
    why: Why = ""


class Weighing(Shape):
    """A new fact that speaks for or against a known theory."""

    id: Id
    by: NewId
    supports: bool
    confidence: Share


class JudgedItem(Shape):
    """What an item that was shown did for the reply."""

    id: Id
    verdict: Verdict


class KeyLine(Shape):
    """A line that must be known in every turn."""

    text: Statement
    source: int


class ReadAnswer(Shape):
    """What is new in a window. From each list, only the invalid entries are dropped."""

    facts: Annotated[tuple[StatedFact, ...], fitting(StatedFact, is_one_needed=True)] = ()
    entities: Annotated[tuple[NamedEntity, ...], fitting(NamedEntity)] = ()
    closed: Annotated[tuple[Closing, ...], fitting(Closing)] = ()
    evidence: Annotated[tuple[Weighing, ...], fitting(Weighing)] = ()
    verdicts: Annotated[tuple[JudgedItem, ...], fitting(JudgedItem)] = ()
    key_info: Annotated[tuple[KeyLine, ...], fitting(KeyLine)] = ()
    key_info_gone: Ids = ()


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
    said: Mapping[str, datetime] = field(default_factory=dict)  # the day on which a known fact was said, by its id
    shown: Sequence[ItemToJudge] = ()  # the model names those that were useful or harmful
    key_info: KeyInfo | None = None
    entities: Sequence[Entity] = ()

    def call(self, *, tokens_max: int = 4000) -> Call[ReadAnswer]:
        """The question for a model."""
        lines = (*self.before, *self.messages)
        days = days_once(f"{message.sent_at:%a %Y-%m-%d}" for message in lines)
        said = [
            told_line(
                number,
                day,
                _speaker(message),
                text=message.body[: BEFORE_CHARS_MAX if number <= len(self.before) else MESSAGE_CHARS_MAX],
            )
            for number, (message, day) in enumerate(zip(lines, days, strict=True), start=1)
        ]
        key_info = self.key_info.lines if self.key_info else ()
        data = {
            "key_info": [told_line(f"k{number}", text=line) for number, line in enumerate(key_info, start=1)],
            "entities": [_entity_line(entity) for entity in self.entities],
            "known": self._known_lines(),
            "shown": [told_line(f"s{number}", text=item.text) for number, item in enumerate(self.shown, start=1)],
            "before": said[: len(self.before)],
            "messages": said[len(self.before) :],
        }
        told = {name: entries for name, entries in data.items() if entries}
        call = call_of(Purpose.READ, self.language, told, ReadAnswer, self.complaint, tokens_max)
        return replace(call, is_useful=self.is_useful)

    def complaint(self, answer: ReadAnswer) -> str | None:
        """What is wrong with an answer of the right shape."""
        sources = [n for fact in answer.facts for n in fact.sources] + [line.source for line in answer.key_info]
        known = [each.id for each in answer.closed] + [each.id for each in answer.evidence]
        known += [id for fact in answer.facts for id in fact.replaces if place_of(id) is None]
        texts = [fact.text for fact in answer.facts] + [line.text for line in answer.key_info]
        return joined(
            unknown("messages", (str(n) for n in sources if self.message(n) is None)),
            unknown("entries of `known`", (id for id in known if self.fact(id) is None)),
            unknown("lines of `key_info`", (id for id in answer.key_info_gone if self.line(id) is None)),
            wrong_language(texts, self.language),
        )

    def is_useful(self, answer: ReadAnswer) -> bool:
        """Whether it has no facts, or any fact that names an existing message."""
        return not answer.facts or any(self.message(n) for fact in answer.facts for n in fact.sources)

    def message(self, number: int) -> Message | None:
        """The message of this number."""
        return nth((*self.before, *self.messages), number)

    def sources(self, numbers: Iterable[int]) -> list[Message]:
        """The new messages of these numbers, without those of tools and nameless assistants, which state nothing."""
        new = {message.id for message in self.messages}
        found = {message.id: message for number in numbers if (message := self.message(number)) is not None}
        return [message for message in found.values() if message.id in new and not is_generic(message)]

    def cited(self, numbers: Iterable[int], *, ended: Iterable[str] = ()) -> Cited:
        """What may support a statement that cites the messages of these numbers and ends the texts of `ended`.

        The line before each message counts as well: "yes" confirms what was asked.
        """
        lines = (*self.before, *self.messages)
        cited = [line for n in numbers for line in (nth(lines, n - 1), nth(lines, n)) if line is not None]
        return Cited(
            said=tuple(dict.fromkeys((*(line.body for line in cited), *ended))),
            speakers=tuple(dict.fromkeys(line.sender for line in lines)),
            names=(
                *(name for entity in self.entities for name in (entity.name, *entity.aliases)),
                *(line.body for line in lines),  # "there" may be a place that another line names,
                *(name for fact in self.known for name in names_in(fact.body)),  # or that a known fact names.
            ),
        )

    def fact(self, id: str) -> Fact | None:
        """The known fact of this id."""
        return by_id("f", self.known, id)

    def _known_lines(self) -> list[str]:
        days = days_once(day_of(self.said[fact.id]) if fact.id in self.said else "" for fact in self.known)
        return [
            told_line(
                f"f{number}",
                day,
                kind_told(fact.kind, fact.confidence),
                f"until {day_of(fact.valid_to)}" if fact.valid_to is not None and fact.id in self.said else "",
                text=fact.body,
            )
            for number, (fact, day) in enumerate(zip(self.known, days, strict=True), start=1)
        ]

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
    known = _known(window, policy.read_known_max)
    said = {fact.id: window.said_at(fact) or fact.valid_from or fact.created_at for fact in known}
    known.sort(key=lambda fact: (said[fact.id], fact.id))
    return ReadQuestion(
        language=spoken_in(messages),
        messages=messages,
        before=_before(window, messages, policy),
        known=known,
        said=said if window.space.intake.clock is Clock.WALL else {},
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


def number_of(ref: str) -> int:
    """The place in an answer, from 1, of the fact with this ref."""
    return int(ref.rpartition("-")[2])


def place_of(id: str) -> int | None:
    """The place in `facts`, from 1, that this id means in the same answer; None if it means none."""
    number = id.removeprefix("n")
    return int(number) if id.startswith("n") and number.isascii() and number.isdigit() else None


def _entity_line(entity: Entity) -> str:
    """An entity's name, with type and other names as far as they are known."""
    kind = "" if entity.type is EntityType.UNKNOWN else str(entity.type)
    told = [*filter(None, (kind,)), *(f"= {alias}" for alias in entity.aliases)]
    return f"{entity.name} ({', '.join(told)})" if told else entity.name


def _speaker(message: Message) -> str:
    """Who speaks, as prompts write it: the name, with the role if it is no user's; the role alone without a name."""
    if name_key(message.sender) in GENERIC_SENDERS:
        return str(message.role)
    return message.sender if message.role is Role.USER else f"{message.sender} ({message.role})"


def _without_blocks(messages: Iterable[Message]) -> tuple[Message, ...]:
    """The messages without our blocks; messages that were only blocks are left out."""
    cut = (replace(message, body=without_blocks(message.body).strip()) for message in messages)
    return tuple(message for message in cut if message.body)


def _before(window: Window, messages: Sequence[Message], policy: RoundPolicy) -> tuple[Message, ...]:
    """Earlier messages of the conversations that go on; if all conversations are new, a few of the last messages."""
    before = _without_blocks(window.context)[-policy.read_before_max :]
    here = {message.conversation for message in messages}
    going_on = tuple(message for message in before if message.conversation in here)
    return going_on or before[-policy.read_before_over_max :]


def _known(window: Window, count_max: int) -> list[Fact]:
    """The facts that the messages may repeat, replace, close or weigh: the nearest and the most important.

    Open questions, objectives and theories come first, in at most half of the places.
    """
    said = set(query_stems(" ".join(message.body[:MESSAGE_CHARS_MAX] for message in window.messages)))
    near = frozenset[str]().union(*window.near.values())

    def worth(fact: Fact) -> tuple[float, str]:
        words = set(query_stems(fact.body))
        nearness = 1.0 if fact.id in near else len(words & said) / max(1, len(words))
        return -(nearness + fact.importance / IMPORTANCE_MAX), fact.id

    facts = sorted(living(window), key=worth)
    first = [fact for fact in facts if fact.kind is not FactKind.FACT][: count_max // 2]
    return [*first, *(fact for fact in facts if fact not in first)][:count_max]
