"""What models answer: the shapes that are asked for, checked here before anything is done with them.

Things are named by the numbers and short ids of the prompt (archivists.questions.tasks), never by those of the graph.
"""

from __future__ import annotations

import re
from datetime import date
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from graph.text.analysis import without_surrogates
from graph.values.changes import Verdict
from graph.values.items import EntityType, FactKind, Role

_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


def _clean(text: str) -> str:
    """On one line, without control characters and halves of surrogate pairs."""
    return " ".join(_CONTROL.sub(" ", without_surrogates(text)).split())


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


Loose = Annotated[str, AfterValidator(_clean)]
Said = Annotated[Loose, Field(min_length=1, max_length=600)]
Name = Annotated[Loose, Field(min_length=1, max_length=200)]
Scale = Annotated[int, Field(ge=1, le=10)]
Share = Annotated[float, Field(ge=0.0, le=1.0)]
Day = Annotated[str | None, AfterValidator(lambda text: _day(text) and text)]


class Shape(BaseModel):
    """A part of an answer. Fields that nobody asked for are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class StatedFact(Shape):
    """A fact, theory, question or objective that is new."""

    kind: FactKind = FactKind.FACT
    text: Said
    about: list[Name] = []
    sources: list[int] = Field(min_length=1)
    said_by: Role = Role.USER
    importance: Scale = 5
    salience: Scale = 5
    confidence: Share = 1.0
    since: Day = None
    until: Day = None
    evidence: list[str] = []
    part_of: str | None = None


class NamedEntity(Shape):
    """A name that is new, or an entity with a new name."""

    name: Name
    type: EntityType = EntityType.UNKNOWN
    aliases: list[Name] = []


class Closing(Shape):
    """An open question or objective that is settled."""

    id: str
    how: Literal["answered", "reached", "dropped"]
    by: int | None = None  # the place in `facts`, from 1
    sources: list[int] = []
    why: Loose = ""


class Weighing(Shape):
    """A new fact speaks for or against a known theory."""

    id: str
    by: int  # the place in `facts`, from 1
    supports: bool
    confidence: Share


class Judged(Shape):
    """What an item that was shown did for the reply."""

    id: str
    verdict: Verdict


class KeyLine(Shape):
    """A line to be known in every turn."""

    text: Said
    source: int


class ReadAnswer(Shape):
    """What is new in a window."""

    facts: list[StatedFact] = []
    entities: list[NamedEntity] = []
    closed: list[Closing] = []
    evidence: list[Weighing] = []
    verdicts: list[Judged] = []
    key_info: list[KeyLine] = []
    key_info_gone: list[str] = []


class Relation(StrEnum):
    """How a newer note stands to an older one."""

    SAME = "same"
    ENTAILS = "entails"  # the newer says all of the older, and more
    ENTAILED = "entailed"  # the older says all of the newer, and more
    REPLACES = "replaces"
    CONTRADICTS = "contradicts"
    DIFFERENT = "different"


class Related(Shape):
    """One pair, judged."""

    n: int
    relation: Relation
    why: Loose = ""


class SettleAnswer(Shape):
    """How the pairs stand."""

    pairs: list[Related]


class WrittenText(Shape):
    """One text; an empty one says that nothing worth telling happened."""

    n: int
    text: Loose
    title: Loose = ""
    topics: list[Name] = []
    covers: list[int] = []


class WriteAnswer(Shape):
    """The texts that were asked for."""

    texts: list[WrittenText]


class Removal(Shape):
    """An item that is not to be shown in this turn."""

    n: int
    why: Annotated[Loose, Field(max_length=200)] = ""


class FilterAnswer(Shape):
    """What is not to be shown."""

    remove: list[Removal]
