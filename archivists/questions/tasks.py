"""What a model is asked: what is new, how notes stand to each other, how texts read; and what a turn can do without.

Each task holds what the model is told about, numbers it, and knows what each number of an answer means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Literal, TypeVar

from pydantic import BaseModel

from archivists.models.asking import Call
from archivists.models.provider import Purpose
from archivists.questions.answers import FilterAnswer, ReadAnswer, Relation, SettleAnswer, WriteAnswer
from archivists.questions.prompt import data_of, frame_of
from graph.text.identification import language_of
from graph.text.tokens import count_tokens
from graph.values.items import Entity, Fact, KeyInfo, Message
from languages.registry import BY_CODE

A = TypeVar("A", bound=BaseModel)
T = TypeVar("T")

MESSAGE_CHARS_MAX = 4000
"""Of one message: a pasted page says at its beginning what it is."""

LENGTH_SLACK = 1.25
"""A text longer than asked for by more than this is asked for again."""

TOLD_LETTERS_MIN = 60
"""Below this, which language a text is in cannot be told well enough to complain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedItem:
    """An item that the assistant saw before its reply."""

    id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadQuestion:
    """What is new in these messages.

    Messages are numbered from 1, those read before first; facts are f1, f2, …, items s1, …, lines of key info k1, …
    """

    language: str | None
    messages: Sequence[Message]
    before: Sequence[Message] = ()
    known: Sequence[Fact] = ()  # near the messages; questions and objectives among them are open
    shown: Sequence[JudgedItem] = ()  # exactly what a verdict is wanted of
    key_info: KeyInfo | None = None
    entities: Sequence[Entity] = ()

    def call(self, *, tokens_max: int = 4000) -> Call[ReadAnswer]:
        """The question for a model."""
        told = [_told(number, message) for number, message in enumerate((*self.before, *self.messages), start=1)]
        lines = self.key_info.lines if self.key_info else ()
        data = {
            "language": self.language,
            "key_info": _named("k", ({"text": line} for line in lines)),
            "entities": [entity.name for entity in self.entities],
            "known": _named("f", ({"kind": fact.kind, "text": fact.body} for fact in self.known)),
            "shown": _named("s", ({"text": shown.text} for shown in self.shown)),
            "before": told[: len(self.before)],
            "messages": told[len(self.before) :],
        }
        return _call(Purpose.READ, self.language, data, ReadAnswer, self.complaint, tokens_max)

    def complaint(self, answer: ReadAnswer) -> str | None:
        """What is wrong with an answer of the right shape."""
        sources = [n for fact in answer.facts for n in fact.sources] + [line.source for line in answer.key_info]
        known = [each.id for each in answer.closed] + [each.id for each in answer.evidence]
        judged = sorted(each.id for each in answer.verdicts)
        wanted = sorted(f"s{number}" for number in range(1, len(self.shown) + 1))
        texts = [fact.text for fact in answer.facts] + [line.text for line in answer.key_info]
        return _complaints(
            _unknown("messages", (str(n) for n in sources if self.message(n) is None)),
            _unknown("entries of `known`", (id for id in known if self.fact(id) is None)),
            _unknown("lines of `key_info`", (id for id in answer.key_info_gone if self.line(id) is None)),
            None if judged == wanted else f"`verdicts` must judge exactly {', '.join(wanted) or 'nothing'}.",
            _wrong_language(texts, self.language),
        )

    def message(self, n: int) -> Message | None:
        """The message of this number."""
        return _at((*self.before, *self.messages), n)

    def fact(self, id: str) -> Fact | None:
        """The known fact of this id."""
        return _by_id("f", self.known, id)

    def item(self, id: str) -> JudgedItem | None:
        """The shown item of this id."""
        return _by_id("s", self.shown, id)

    def line(self, id: str) -> str | None:
        """The line of key info of this id."""
        return _by_id("k", self.key_info.lines if self.key_info else (), id)


@dataclass(frozen=True, slots=True)
class Note:
    """What is noted in one place."""

    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two notes that may say the same, or not hold together."""

    are: Literal["facts", "entities"]
    older: Note
    newer: Note


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleQuestion:
    """How these pairs stand, numbered from 1."""

    language: str | None
    pairs: Sequence[Pair]

    def call(self, *, tokens_max: int = 2000) -> Call[SettleAnswer]:
        """The question for a model."""
        pairs = [
            {
                "n": number,
                "are": pair.are,
                "older": {"text": pair.older.text, "at": _day(pair.older.at)},
                "newer": {"text": pair.newer.text, "at": _day(pair.newer.at)},
            }
            for number, pair in enumerate(self.pairs, start=1)
        ]
        data = {"language": self.language, "pairs": pairs}
        return _call(Purpose.SETTLE, self.language, data, SettleAnswer, self.complaint, tokens_max)

    def complaint(self, answer: SettleAnswer) -> str | None:
        """What is wrong with an answer of the right shape."""
        relations = {each.n: each.relation for each in answer.pairs}
        names = (Relation.SAME, Relation.DIFFERENT)
        wrong = [n for n, pair in enumerate(self.pairs, 1) if pair.are == "entities" and relations.get(n) not in names]
        return _complaints(
            _each_once("pairs", [each.n for each in answer.pairs], len(self.pairs)),
            f"Entities are `same` or `different`: {', '.join(map(str, wrong))}." if wrong else None,
        )

    def pair(self, n: int) -> Pair | None:
        """The pair of this number."""
        return _at(self.pairs, n)


def note_of(entity: Entity) -> Note:
    """An entity in one line."""
    aliases = f", also {', '.join(entity.aliases)}" if entity.aliases else ""
    brief = f": {entity.brief}" if entity.brief else ""
    return Note(f"{entity.name} ({entity.type}{aliases}){brief}", entity.created_at)


class TextKind(StrEnum):
    """What a text is for."""

    BRIEF = "brief"
    DOSSIER = "dossier"
    SUMMARY = "summary"
    CONVERSATION = "conversation"  # a summary with title and topics


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSource:
    """Something that a text is made of: a fact, a message, a summary of the level below."""

    id: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """One text that is to be written."""

    kind: TextKind
    subject: str
    tokens_max: int
    sources: Sequence[TextSource]  # in order of time
    now: str | None = None
    gone: Sequence[str] = ()  # what was said in the sources and holds no longer
    may_be_empty: bool = False  # whether nothing may have happened in the sources


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteQuestion:
    """How these texts read, numbered from 1, as are the sources of each."""

    language: str | None
    texts: Sequence[Text]
    places: Sequence[int] = ()  # in a list of changes, of the one that each text is for

    def call(self, *, tokens_max: int = 4000) -> Call[WriteAnswer]:
        """The question for a model."""
        texts = [
            {
                "n": number,
                "kind": text.kind,
                "subject": text.subject,
                "tokens_max": text.tokens_max,
                "from": [
                    {"n": n, "at": _day(source.at), "text": source.text[:MESSAGE_CHARS_MAX]}
                    for n, source in enumerate(text.sources, start=1)
                ],
                "now": text.now,
                "gone": list(text.gone),
            }
            for number, text in enumerate(self.texts, start=1)
        ]
        data = {"language": self.language, "texts": texts}
        return _call(Purpose.WRITE, self.language, data, WriteAnswer, self.complaint, tokens_max)

    def complaint(self, answer: WriteAnswer) -> str | None:
        """What is wrong with an answer of the right shape."""
        told: list[str | None] = [_each_once("texts", [each.n for each in answer.texts], len(self.texts))]
        for each in answer.texts:
            asked = self.text(each.n)
            if asked is None:
                continue
            count = count_tokens(each.text)
            if count > LENGTH_SLACK * asked.tokens_max:
                told.append(f"Text {each.n} has {count} tokens, expected at most {asked.tokens_max}.")
            if not each.text and asked.kind in (TextKind.BRIEF, TextKind.DOSSIER):
                told.append(f"Text {each.n} is empty.")
            if asked.kind is TextKind.CONVERSATION and each.text and not each.title:
                told.append(f"Text {each.n} has no title.")
        return _complaints(*told, _wrong_language([each.text for each in answer.texts], self.language))

    def text(self, n: int) -> Text | None:
        """The text of this number."""
        return _at(self.texts, n)

    def covered(self, n: int, covers: Iterable[int]) -> tuple[str, ...]:
        """The ids of the sources that a text says it covers; numbers that it does not have are passed over."""
        text = self.text(n)
        found = (_at(text.sources, number) for number in covers) if text else ()
        return tuple(dict.fromkeys(source.id for source in found if source))


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterQuestion:
    """Which of these items a turn can do without, numbered from 1."""

    language: str | None
    asked: str
    before: str
    items: Sequence[str]

    def call(self, *, tokens_max: int = 1000) -> Call[FilterAnswer]:
        """The question for a model. A turn waits for it: a wrong answer is not asked for again."""
        items = [{"n": n, "text": text[:MESSAGE_CHARS_MAX]} for n, text in enumerate(self.items, start=1)]
        data = {"language": self.language, "before": self.before, "asked": self.asked, "items": items}
        call = _call(Purpose.FILTER, self.language, data, FilterAnswer, lambda answer: None, tokens_max)
        return replace(call, is_mended=False)


def _call(
    purpose: Purpose,
    language: str | None,
    data: Mapping[str, object],
    answer: type[A],
    complaint: Callable[[A], str | None],
    tokens_max: int,
) -> Call[A]:
    frame = frame_of(purpose, language)
    return Call(
        purpose=purpose,
        prompt_version=frame.version,
        system=frame.text,
        prompt=data_of(data),
        answer=answer,
        complaint=complaint,
        tokens_max=tokens_max,
    )


def _told(number: int, message: Message) -> dict[str, object]:
    return {
        "n": number,
        "by": message.sender,
        "role": message.role,
        "at": f"{message.sent_at:%Y-%m-%d %H:%M}",
        "text": message.body[:MESSAGE_CHARS_MAX],
    }


def _day(at: datetime) -> str:
    return f"{at:%Y-%m-%d}"


def _named(prefix: str, entries: Iterable[dict[str, object]]) -> list[dict[str, object]]:
    return [{"id": f"{prefix}{number}", **entry} for number, entry in enumerate(entries, start=1)]


def _at(things: Sequence[T], n: int) -> T | None:
    return things[n - 1] if 1 <= n <= len(things) else None


def _by_id(prefix: str, things: Sequence[T], id: str) -> T | None:
    number = id.removeprefix(prefix)
    return _at(things, int(number)) if id.startswith(prefix) and number.isascii() and number.isdigit() else None


def _complaints(*complaints: str | None) -> str | None:
    return " ".join(complaint for complaint in complaints if complaint) or None


def _unknown(what: str, names: Iterable[str]) -> str | None:
    found = list(dict.fromkeys(names))
    return f"There are no {what} {', '.join(found)}." if found else None


def _each_once(name: str, numbers: Sequence[int], count: int) -> str | None:
    return (
        None if sorted(numbers) == [*range(1, count + 1)] else f"`{name}` must have each number from 1 to {count} once."
    )


def _wrong_language(texts: Sequence[str], language: str | None) -> str | None:
    """A complaint when texts in a language that we have prompts in came for a conversation in another.

    A mix-up of other languages would be ours.
    """
    whole = " ".join(texts)
    if language is None or len(whole) < TOLD_LETTERS_MIN:
        return None
    found = BY_CODE.get(language_of(whole) or "")
    if found is None or not found.prompts or found.code == language:
        return None
    wanted = BY_CODE[language].name if language in BY_CODE else f"the language {language}"
    return f"The texts are in {found.name}; write them in {wanted}."
