"""What all questions share: the types of an answer's fields, numbered lists, complaints, and the call to a model."""

import re
from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, TypeVar, cast

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from archivists.models.asking import Call
from archivists.models.provider import Purpose
from archivists.questions.prompt import data_of, frame_of
from graph.text.analysis import without_surrogates
from graph.text.identification import language_of, told
from graph.values.items import FactKind
from languages.registry import BY_CODE

A = TypeVar("A", bound=BaseModel)
T = TypeVar("T")

STATEMENT_CHARS_MAX = 600
"""Of a statement by a model, which should be one sentence; a longer one is cut."""

MESSAGE_CHARS_MAX = 4000
"""Of one message: the beginning of a pasted page says what it is."""

ENTRIES_MAX = 100
"""Of one list of an answer: one fact per three messages is a lot. Each entry is compared with all others, so that a
list of a thousand, from a model that repeats itself, would hold up its space for many minutes."""

LANGUAGE_LETTERS_MIN = 60
"""The language of a shorter text cannot be recognised well enough to complain about it."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")
_DAY = re.compile(r"^\s*(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?!\d)")


def _clean(text: str) -> str:
    """The text on one line, without control characters and halves of surrogate pairs."""
    return " ".join(_CONTROL.sub(" ", without_surrogates(text)).split())


def _worded(text: str) -> str:
    if not any(letter.isalnum() for letter in text):
        raise ValueError("it has no words")
    return text


def _cut(text: str) -> str:
    """The text, cut to the whole words that fit into a statement."""
    return text if len(text) <= STATEMENT_CHARS_MAX else text[: STATEMENT_CHARS_MAX - 1].rpartition(" ")[0] + "…"


def _number(value: object, *, low: float, high: float, otherwise: float) -> float:
    """The value as a number within the range; `otherwise` if it is no number."""
    try:
        number = float(str(value).strip().rstrip("%"))
    except ValueError:
        return otherwise
    return min(high, max(low, number)) if number == number else otherwise  # NaN equals nothing.


def _share(number: float) -> float:
    """The number as a share of one; above one it is a percentage."""
    return number if number <= 1 else number / 100


def _day(value: object, *, is_last: bool = False) -> str | None:
    """The date at the start of the value; of a month or year the first or last day; None if there is none."""
    found = _DAY.match(str(value))
    if found is None:
        return None
    year, month = int(found[1]), int(found[2] or (12 if is_last else 1))
    try:
        day = int(found[3] or (monthrange(year, month)[1] if is_last else 1))
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def one_of(names: type[StrEnum], otherwise: StrEnum) -> BeforeValidator:
    """A validator that accepts names in capitals, and turns unknown ones into `otherwise`."""

    def known(value: object) -> object:
        name = str(value).strip().lower()
        return names(name) if name in {*names} else otherwise

    return BeforeValidator(known)


def fitting(shape: object, *, is_one_needed: bool = False) -> BeforeValidator:
    """A validator that repairs a list: one entry becomes a list, null an empty list, and invalid entries are dropped.

    A list of more than ENTRIES_MAX is wrong as a whole, and asked for again. With `is_one_needed`, so is a list without
    a valid entry.
    """
    adapter = TypeAdapter[object](cast(type[object], shape))

    def fits(value: object) -> bool:
        try:
            adapter.validate_python(value)
        except ValidationError:
            return False
        return True

    def kept(value: object) -> object:
        entries = [] if value is None else value if isinstance(value, list | tuple) else [value]
        if len(entries) > ENTRIES_MAX:
            raise ValueError(f"it has {len(entries):,} entries, expected at most {ENTRIES_MAX}")
        found = [each for each in entries if fits(each)]
        return entries if is_one_needed and not found else found

    return BeforeValidator(kept)


Line = Annotated[str, AfterValidator(_clean)]
Statement = Annotated[Line, AfterValidator(_worded), AfterValidator(_cut)]
Name = Annotated[Line, Field(min_length=1, max_length=200)]
Names = Annotated[tuple[Name, ...], fitting(Name)]
Numbers = Annotated[tuple[int, ...], fitting(int)]
Id = Annotated[str, BeforeValidator(lambda value: str(value) if isinstance(value, int) else value), Field(min_length=1)]
"""An id without its letter, such as 3, means nothing known and is complained about; an empty id is left out."""
Ids = Annotated[tuple[Id, ...], fitting(Id)]
Scale = Annotated[int, BeforeValidator(lambda value: round(_number(value, low=1, high=10, otherwise=5)))]
Share = Annotated[float, BeforeValidator(lambda value: _share(_number(value, low=0, high=100, otherwise=1)))]
OptionalShare = Annotated[
    float | None,
    BeforeValidator(lambda value: None if value is None else _share(_number(value, low=0, high=100, otherwise=1))),
]
Since = Annotated[str | None, BeforeValidator(_day)]
Until = Annotated[str | None, BeforeValidator(lambda value: _day(value, is_last=True))]


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
    *,
    frame: str = "",
) -> Call[A]:
    """The call that asks this question: the prompt's file, by the purpose if it has no other name, then the data."""
    found = frame_of(frame or purpose, language)
    return Call(
        purpose=purpose,
        prompt_version=found.version,
        system=found.text,
        prompt=data_of({"language": language, **data}),
        answer=answer,
        complaint=complaint,
        tokens_max=tokens_max,
    )


def language_told(text: str) -> str | None:
    """The code of a text's language, told by its words or else by a model; None if it is not known."""
    language = told(text, by_model=True)
    return language.code or None if language is not None else None


def day_of(at: datetime) -> str:
    """The day as prompts write it."""
    return f"{at:%Y-%m-%d}"


def days_once(days: Iterable[str]) -> Iterator[str]:
    """Each day, or nothing where it is the day before it in the list."""
    last = ""
    for day in days:
        yield "" if day == last else day
        last = day


def kind_told(kind: FactKind, confidence: float) -> str:
    """A fact's kind as prompts write it, with the confidence of a theory; a plain fact needs no word."""
    if kind is FactKind.THEORY:
        return f"{kind} {confidence:g}"
    return "" if kind is FactKind.FACT else kind


def told_line(*known: object, text: str) -> str:
    """An entry of a list in a prompt: what is known of it, a colon, its text."""
    head = " ".join(str(each) for each in known if each)
    return f"{head}: {text}" if head else text


def with_ids(prefix: str, entries: Iterable[dict[str, object]]) -> list[dict[str, object]]:
    """The entries with short ids, numbered from 1: f1, f2, …"""
    return [{"id": f"{prefix}{number}", **entry} for number, entry in enumerate(entries, start=1)]


def nth(things: Sequence[T], number: int) -> T | None:
    """The thing with this number, from 1; None when there is none."""
    return things[number - 1] if 1 <= number <= len(things) else None


def by_id(prefix: str, things: Sequence[T], id: str) -> T | None:
    """The thing with this short id; None when there is none."""
    number = id.removeprefix(prefix)
    return nth(things, int(number)) if id.startswith(prefix) and number.isascii() and number.isdigit() else None


def joined(*complaints: str | None) -> str | None:
    """All complaints in one text; None when there is none."""
    return " ".join(complaint for complaint in complaints if complaint) or None


def unknown(what: str, names: Iterable[str]) -> str | None:
    """A complaint about unknown names."""
    found = list(dict.fromkeys(names))
    return f"There are no {what} {', '.join(found)}." if found else None


def each_once(name: str, numbers: Sequence[int], count: int) -> str | None:
    """A complaint when a list does not have each number once."""
    is_whole = sorted(numbers) == [*range(1, count + 1)]
    return None if is_whole else f"`{name}` must have each number from 1 to {count} once."


def wrong_language(texts: Sequence[str], language: str | None) -> str | None:
    """A complaint if the texts are in another language that has prompts, and so by mistake."""
    whole = " ".join(texts)
    if language is None or len(whole) < LANGUAGE_LETTERS_MIN:
        return None
    found = BY_CODE.get(language_of(whole) or "")
    if found is None or not found.prompts or found.code == language:
        return None
    wanted = BY_CODE[language].name if language in BY_CODE else f"the language {language}"
    return f"The texts are in {found.name}; write them in {wanted}."
