"""The query parameters of lists and of jobs, checked here once."""

import json
from collections.abc import Mapping
from enum import StrEnum
from hashlib import blake2b
from typing import Annotated, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from api.http.bodies import STORABLE, Name, wrong
from api.importers.formats import ImportFormat
from api.importers.sources import ImportOptions
from archivists.models.provider import Purpose
from graph.index.entries import Entry
from graph.store.verbs import Kind, Label
from graph.values.items import EntityType, FactKind, FactStatus, MemoryType


class ItemLabel(StrEnum):
    """The labels of items, in the order of a list of all items."""

    KEY_INFO = Label.KEY_INFO
    FACT = Label.FACT
    ENTITY = Label.ENTITY
    MEMORY = Label.MEMORY
    REFLECTION = Label.REFLECTION
    SUMMARY = Label.SUMMARY
    MESSAGE = Label.MESSAGE


TYPES: Mapping[ItemLabel | None, tuple[str, ...]] = {
    ItemLabel.ENTITY: tuple(EntityType),
    ItemLabel.MEMORY: tuple(MemoryType),
}
"""Labels whose items have a type."""


QUESTION_CHARS_MAX = 4000
"""A longer text is a document. A block reads no more of a document either."""


class PageQuery(BaseModel):
    """A page of a list."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    limit: int = Field(default=50, ge=1, le=200, description="The most entries.")
    cursor: str | None = Field(
        default=None, max_length=2000, description="The `next_cursor` of the page before. Default: the first page."
    )

    @property
    def filters(self) -> dict[str, str | bool | None]:
        """What distinguishes this list from others: all fields but those of the page."""
        return self.model_dump(mode="json", exclude={"limit", "cursor"})

    @property
    def wanted(self) -> dict[str, str]:
        """What a node's properties must be."""
        asked = {name: value for name, value in self.filters.items() if name != "label"}
        return {name: value for name, value in asked.items() if isinstance(value, str)}


IDS_MAX = 200
"""The most items that are asked for by id: as many as a page may have."""


class ItemsQuery(PageQuery):
    """A page of items. A filter that does not fit the label is an error."""

    id: list[Name] = Field(
        default=[],
        max_length=IDS_MAX,
        description="Only these items, in this order. Nothing else can be asked with it.",
    )
    label: ItemLabel | None = Field(default=None, description="Only items of this label.")
    kind: FactKind | None = Field(default=None, description="Only facts of this kind.")
    status: FactStatus | None = Field(default=None, description="Only facts of this status.")
    type: Annotated[Name, AfterValidator(str.lower)] | None = Field(
        default=None, description="Only entities or significant memories of this type; it needs `label`."
    )

    @model_validator(mode="after")
    def _check_filters(self) -> Self:
        if self.id and self.model_fields_set != {"id"}:
            raise wrong("`id` to be the only parameter")
        if (self.kind or self.status) and self.label not in (None, ItemLabel.FACT):
            raise wrong("`label` to be 'Fact' or missing, together with `kind` or `status`")
        if self.type is not None and (types := TYPES.get(self.label)) is None:
            raise wrong("`label` to be 'Entity' or 'SignificantMemory', together with `type`")
        if self.type is not None and types is not None and self.type not in types:
            raise wrong(f"`type` to be one of {', '.join(types)}")
        return self

    @property
    def labels(self) -> list[Label]:
        """The labels to list, in their order."""
        if self.kind or self.status:
            return [Label.FACT]
        return [Label(label) for label in ([self.label] if self.label else ItemLabel)]


class ConversationsQuery(PageQuery):
    """A page of conversations."""

    chat: Name | None = Field(default=None, description="Only those of this chat.")


class EdgesQuery(BaseModel):
    """The edges of some items."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: list[Name] = Field(min_length=1, max_length=IDS_MAX, description="The items whose edges are wanted.")
    kind: list[Kind] = Field(default=[], description="Only edges of these kinds. Default: all.")


class SearchQuery(PageQuery):
    """A page of what a search finds, best first."""

    q: Annotated[str, Field(min_length=1, max_length=QUESTION_CHARS_MAX), STORABLE] = Field(
        description="What to look for: words, a name, or a question.", examples=["What is Nil allergic to?"]
    )
    label: list[ItemLabel] = Field(default=[], description="Only items of these labels; KeyInfo is not searched.")
    kind: FactKind | None = Field(default=None, description="Only facts of this kind.")
    status: FactStatus | None = Field(default=None, description="Only facts of this status.")
    limit: int = Field(default=20, ge=1, le=200, description="The most entries.")

    @property
    def filters(self) -> dict[str, str | bool | None]:
        """What distinguishes this search from others: a digest, since a cursor must be short."""
        rest = self.model_dump(mode="json", exclude={"limit", "cursor"})
        return {"search": blake2b(json.dumps(rest).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()}

    def wants(self, entry: Entry) -> bool:
        """Whether an item is looked for."""
        if self.label and ItemLabel(entry.label) not in self.label:
            return False
        asked = [(self.kind, entry.kind), (self.status, entry.status)]
        asked = [(wanted, has) for wanted, has in asked if wanted is not None]
        return not asked or (entry.label is Label.FACT and all(wanted == has for wanted, has in asked))


class CallsQuery(PageQuery):
    """A page of model calls."""

    purpose: Purpose | None = Field(default=None, description="Only calls for this purpose.")


class MessagesQuery(PageQuery):
    """A page of messages."""

    chat: Name | None = Field(default=None, description="Only this chat.")
    conversation: Name | None = Field(default=None, description="Only this conversation.")
    newest_first: bool = Field(default=True, description="false: oldest first.")


class ImportQuery(BaseModel):
    """How to read a file. What the file itself says need not be given."""

    model_config = ConfigDict(extra="forbid")

    create: bool = Field(default=False, description="Make the space if there is none.")
    format: ImportFormat = Field(default=ImportFormat.AUTO, description="The file's format; auto recognises it.")
    chat: Name | None = Field(default=None, min_length=1, description="The chat's name, where the file names none.")
    player: Name | None = Field(default=None, min_length=1, description="The user's name; all others are assistants.")
    speaker: list[Name] = Field(default=[], description="For text: only these names start a message.")
    encoding: Name | None = Field(default=None, min_length=1, description="The encoding, if it is not UTF-8.")

    @property
    def options(self) -> ImportOptions:
        """What the file does not say itself."""
        return ImportOptions(chat=self.chat, player=self.player, speakers=tuple(self.speaker), encoding=self.encoding)
