"""What all questions share: the types of an answer's fields, numbered lists, complaints, and the call to a model."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Annotated, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from archivists.models.asking import Call
from archivists.models.provider import Purpose
from archivists.questions.prompt import data_of, frame_of
from graph.text.analysis import without_surrogates
from graph.text.identification import language_of

A = TypeVar("A", bound=BaseModel)
T = TypeVar("T")

MESSAGE_CHARS_MAX = 4000
"""Of one message: a pasted page says at its beginning what it is."""

LANGUAGE_LETTERS_MIN = 60
"""The language of a shorter text cannot be recognised well enough to complain about it."""

LANGUAGE_NAMES: Mapping[str, str] = {"en": "English", "tr": "Turkish"}
"""The languages of our prompts: an answer may come in one of them by mistake, and in no other."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


def _clean(text: str) -> str:
    """On one line, without control characters and halves of surrogate pairs."""
    return " ".join(_CONTROL.sub(" ", without_surrogates(text)).split())


def _checked_day(text: str | None) -> str | None:
    if text is not None:
        date.fromisoformat(text)
    return text


Line = Annotated[str, AfterValidator(_clean)]
Statement = Annotated[Line, Field(min_length=1, max_length=600)]
Name = Annotated[Line, Field(min_length=1, max_length=200)]
Scale = Annotated[int, Field(ge=1, le=10)]
Share = Annotated[float, Field(ge=0.0, le=1.0)]
Day = Annotated[str | None, AfterValidator(_checked_day)]


class Shape(BaseModel):
    """A part of an answer. Fields that nobody asked for are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


def call_of(
    purpose: Purpose,
    language: str | None,
    data: Mapping[str, object],
    answer: type[A],
    complaint: Callable[[A], str | None],
    tokens_max: int,
) -> Call[A]:
    """The call that asks this question: the prompt's file, then the data."""
    frame = frame_of(purpose, language)
    return Call(
        purpose=purpose,
        prompt_version=frame.version,
        system=frame.text,
        prompt=data_of({"language": language, **data}),
        answer=answer,
        complaint=complaint,
        tokens_max=tokens_max,
    )


def day_of(at: datetime) -> str:
    """The day as prompts write it."""
    return f"{at:%Y-%m-%d}"


def with_ids(prefix: str, entries: Iterable[dict[str, object]]) -> list[dict[str, object]]:
    """The entries with short ids, numbered from 1: f1, f2, …"""
    return [{"id": f"{prefix}{number}", **entry} for number, entry in enumerate(entries, start=1)]


def nth(things: Sequence[T], number: int) -> T | None:
    """The thing of this number, counted from 1; None when there is none."""
    return things[number - 1] if 1 <= number <= len(things) else None


def by_id(prefix: str, things: Sequence[T], id: str) -> T | None:
    """The thing of this short id; None when there is none."""
    number = id.removeprefix(prefix)
    return nth(things, int(number)) if id.startswith(prefix) and number.isascii() and number.isdigit() else None


def joined(*complaints: str | None) -> str | None:
    """All complaints in one text; None when there is none."""
    return " ".join(complaint for complaint in complaints if complaint) or None


def unknown(what: str, names: Iterable[str]) -> str | None:
    """A complaint about names that nothing has."""
    found = list(dict.fromkeys(names))
    return f"There are no {what} {', '.join(found)}." if found else None


def each_once(name: str, numbers: Sequence[int], count: int) -> str | None:
    """A complaint when a list does not have each number once."""
    is_whole = sorted(numbers) == [*range(1, count + 1)]
    return None if is_whole else f"`{name}` must have each number from 1 to {count} once."


def wrong_language(texts: Sequence[str], language: str | None) -> str | None:
    """A complaint when the texts came in the language of another one of our prompts."""
    whole = " ".join(texts)
    if language is None or len(whole) < LANGUAGE_LETTERS_MIN:
        return None
    found = language_of(whole) or ""
    if found == language or found not in LANGUAGE_NAMES:
        return None
    wanted = LANGUAGE_NAMES.get(language, f"the language {language}")
    return f"The texts are in {LANGUAGE_NAMES[found]}; write them in {wanted}."
