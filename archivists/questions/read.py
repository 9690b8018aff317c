"""The question *read*: what is new in a window. What is asked, the shape of the answer, and where its words stand.

The model copies the words and says what they mean. Code finds them again, and keeps only what somebody said in words of
their own. What the answer has to do with known facts is asked in *link*.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field

from archivists.compare.citations import Cited, names_in, stands_in, unfounded
from archivists.compare.claims import Quotation, living
from archivists.models.asking import Call, Exchange
from archivists.models.provider import Purpose
from archivists.questions.question_parts import (
    MESSAGE_CHARS_MAX,
    Line,
    Name,
    Names,
    Scale,
    Shape,
    Share,
    Since,
    Statement,
    Until,
    call_of,
    days_once,
    fitting,
    joined,
    one_of,
    told_line,
    wrong_language,
)
from archivists.round_policy import RoundPolicy
from archivists.statements.prose import is_generic, own_lines, unquoted, word_count
from archivists.statements.spoken import spoken_in
from archivists.window.window import Window
from graph.text.analysis import name_key
from graph.text.block_wrapper import without_blocks
from graph.text.search_terms import query_stems
from graph.values.items import GENERIC_SENDERS, Entity, EntityType, FactKind, Message, Role
from languages.folding import fold

BEFORE_CHARS_MAX = 600
"""Of one message that was read before: it shows what a new one answers, and who "he" is."""

RICH_WORDS = 150
"""From so many words on, messages are seldom small talk alone: an answer that notes nothing is asked for once more."""

NOTHING = "That notes nothing of all that was said. If any of it will matter, note it; if not, answer {} again."

COMPLAINTS_MAX = 5
"""A longer list of mistakes does not help a model to repair its answer."""

EXAMPLES = ("zyxa", "yuxel")
"""The names in the prompt's example, which nobody has. A small model repeats it as if it were the talk."""

Passages = Annotated[tuple[Line, ...], fitting(Line), Field(min_length=1)]
"""Words copied from a message; several passages where no single one says it."""


class StatedFact(Shape):
    """A new fact, theory, question or objective, with the words of the messages that say it."""

    words: Passages
    text: Statement
    kind: Annotated[FactKind, one_of(FactKind, FactKind.FACT)] = FactKind.FACT
    about: Names = ()
    importance: Scale = 5
    salience: Scale = 5
    confidence: Share = 1.0
    since: Since = None
    until: Until = None
    keep_until: Until = None


class NamedEntity(Shape):
    """A name that is new, or an entity with a new name."""

    name: Name
    type: Annotated[EntityType, one_of(EntityType, EntityType.UNKNOWN)] = EntityType.UNKNOWN
    aliases: Names = ()


class KeyLine(Shape):
    """A line that must be known in every turn, with the words of the messages that say it."""

    words: Passages
    text: Statement


class ReadAnswer(Shape):
    """What is new in a window. From each list, only the invalid entries are dropped."""

    facts: Annotated[tuple[StatedFact, ...], fitting(StatedFact, is_one_needed=True)] = ()
    entities: Annotated[tuple[NamedEntity, ...], fitting(NamedEntity)] = ()
    key_info: Annotated[tuple[KeyLine, ...], fitting(KeyLine)] = ()

    @property
    def claims(self) -> tuple[StatedFact | KeyLine, ...]:
        """All that it says was said."""
        return (*self.facts, *self.key_info)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundWords:
    """Where the words of a claim stand."""

    words: tuple[str, ...]
    messages: tuple[Message, ...]  # new ones, one for each passage
    before: tuple[str, ...]  # the lines that these answer

    @property
    def quotation(self) -> Quotation:
        """What a model sees that judges the claim."""
        return Quotation(speaker=self.messages[-1].sender, words=" … ".join(self.words), before=" … ".join(self.before))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadQuestion:
    """What is new in these messages?"""

    language: str | None
    messages: Sequence[Message]
    before: Sequence[Message] = ()
    entities: Sequence[Entity] = ()
    names: Sequence[str] = ()  # known names that the question does not show

    def call(self) -> Call[ReadAnswer]:
        """The question for a model."""
        lines = (*self.before, *self.messages)
        days = days_once(f"{message.sent_at:%a %Y-%m-%d}" for message in lines)
        said = [
            told_line(
                day,
                _speaker(message),
                text=message.body[: BEFORE_CHARS_MAX if number < len(self.before) else MESSAGE_CHARS_MAX],
            )
            for number, (message, day) in enumerate(zip(lines, days, strict=True))
        ]
        data = {
            "entities": [_entity_line(entity) for entity in self.entities],
            "before": said[: len(self.before)],
            "messages": said[len(self.before) :],
        }
        told = {name: entries for name, entries in data.items() if entries}
        call = call_of(Purpose.READ, self.language, told, ReadAnswer, self.complaint, 4000)
        return replace(call, is_useful=self.is_useful)

    def complaint(self, answer: ReadAnswer) -> str | None:
        """What is wrong with an answer of the right shape."""
        wrong = [f"“{each.text}”: {why}." for each in answer.claims if (why := self.unsaid(each)) is not None]
        is_empty = not (answer.claims or answer.entities)
        return joined(
            NOTHING if is_empty and self._word_count() >= RICH_WORDS else None,
            " ".join(wrong[:COMPLAINTS_MAX]) if self._is_mostly_wrong(answer, len(wrong)) else None,
            wrong_language([each.text for each in answer.claims], self.language),
        )

    def is_useful(self, answer: ReadAnswer) -> bool:
        """Whether most of its claims may be kept; of no claims, all may."""
        wrong = sum(self.unsaid(each) is not None for each in answer.claims)
        return not self._is_mostly_wrong(answer, wrong)

    def _word_count(self) -> int:
        """How many words the speakers say in the new messages, as their own."""
        own = (_own(message.body, message.sender) for message in self.messages if not is_generic(message))
        return sum(map(word_count, own))

    def _is_mostly_wrong(self, answer: ReadAnswer, wrong: int) -> bool:
        return wrong > 1 and 2 * wrong > len(answer.claims)

    def found(self, claim: StatedFact | KeyLine) -> FoundWords | str:
        """Where its words stand, or why they do not count: one at least in a new message, as its sender's own.

        Of several messages with the same words, it is the one whose line before has more of the claim: "Yes." Tools and
        nameless assistants state nothing, but what they said before counts with it, and so do earlier messages.
        """
        lines = (*self.before, *self.messages)
        telling = frozenset(query_stems(claim.text))
        places: list[int] = []
        said: list[str] = []
        context: list[str] = []
        for passage in claim.words:
            there = [place for place, line in enumerate(lines) if stands_in(passage, line.body)]
            new = [place for place in there if place >= len(self.before) and not is_generic(lines[place])]
            own = {place: _own(passage, lines[place].sender) for place in new}
            own = {place: words for place, words in own.items() if stands_in(words, _own_of(lines[place]))}
            if own:
                shared = {place: _shared(telling, lines, place) for place in own}
                places.append(max(own, key=lambda place: (shared[place], place)))
                said.append(own[places[-1]])
            elif new or not there:
                return f"{'only a quotation or pasted text' if new else 'no message'} has the words “{passage}”"
            else:
                context.append(passage)
        if not places:
            return f"nobody says in a new message “{' … '.join(claim.words)}”"
        places = list(dict.fromkeys(places))
        before = filter(None, (*context, *(_line_before(lines, place) for place in places)))
        return FoundWords(words=tuple(said), messages=tuple(lines[place] for place in places), before=tuple(before))

    def kept(self, claim: StatedFact | KeyLine) -> FoundWords | str:
        """Where its words stand, or why it is not kept, as words and numbers show. Nobody said a theory."""
        found = self.found(claim)
        if isinstance(found, str):
            return found
        if repeated := [name for name in EXAMPLES if name in fold(claim.text) and name not in self._talk()]:
            return f"{', '.join(repeated)} is only in the example"
        if (foreign := wrong_language([claim.text], self.language)) is not None:
            return foreign
        if isinstance(claim, StatedFact) and claim.kind is FactKind.THEORY:
            return found
        return unfounded(claim.text, self._cited(found)) or found

    def unsaid(self, claim: StatedFact | KeyLine) -> str | None:
        """Why it is not kept; None if it may be."""
        kept = self.kept(claim)
        return kept if isinstance(kept, str) else None

    def _talk(self) -> str:
        return fold(" ".join(f"{line.sender} {line.body}" for line in (*self.before, *self.messages)))

    def _cited(self, found: FoundWords) -> Cited:
        lines = [line.body for line in (*self.before, *self.messages)]
        return Cited(
            said=(*found.words, *found.before),
            speakers=tuple(message.sender for message in found.messages),
            names=(
                *(name for entity in self.entities for name in (entity.name, *entity.aliases)),
                *self.names,
                *(line.sender for line in (*self.before, *self.messages)),
                *(name for line in lines for name in names_in(line)),
            ),
            lines=tuple(lines),
        )


Reading = Exchange[ReadQuestion, ReadAnswer]
"""What a model has read in a window."""


def read_question(window: Window, policy: RoundPolicy) -> ReadQuestion | None:
    """What to ask a model about the window; None when only tools and nameless assistants speak. Pure.

    Blocks that we gave to the assistant are cut out of the messages: a chat may hand them back.
    """
    messages = _without_blocks(window.messages)
    if all(is_generic(message) for message in messages):
        return None
    return ReadQuestion(
        language=spoken_in(messages),
        messages=messages,
        before=_before(window, messages, policy),
        entities=window.entities,
        names=[name for fact in living(window) for name in names_in(fact.body)],
    )


def ref_of(number: int) -> str:
    """The ref, inside a list of changes, of the fact at this place in an answer, from 1."""
    return f"new:read-{number}"


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


def _shared(telling: frozenset[str], lines: Sequence[Message], place: int) -> int:
    return len(telling & frozenset(query_stems(f"{_line_before(lines, place)} {lines[place].body}")))


def _line_before(lines: Sequence[Message], place: int) -> str:
    return lines[place - 1].body[:BEFORE_CHARS_MAX] if place else ""


def _own(text: str, sender: str) -> str:
    """What of a text is the sender's own words."""
    return unquoted("\n".join(own_lines(text, sender)))


def _own_of(message: Message) -> str:
    return _own(message.body, message.sender)
