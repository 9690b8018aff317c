"""The bodies of requests that change by hand what is known, and the changes that each of them asks for."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, Field

from api.http.bodies import Body, Id, Name, Time, as_text, wrong
from graph.errors import BadInput
from graph.text.analysis import is_blank
from graph.values.changes import (
    WHY_CHARS_MAX,
    Change,
    KeepApart,
    MergeEntities,
    NewFact,
    PinKeyInfo,
    ReviseEntity,
    ReviseFact,
    SplitEntity,
    UnpinKeyInfo,
    WithdrawFact,
)
from graph.values.items import Author, EntityType, FactKind

MADE = "new:made"
"""The ref of what a request makes."""

STATEMENT_CHARS_MAX = 2000
LIST_MAX = 200


def _as_visible(text: str) -> str:
    if is_blank(text):
        raise wrong("at least one visible character")
    return text


Statement = Annotated[
    str,
    Field(strict=True, min_length=1, max_length=STATEMENT_CHARS_MAX),
    AfterValidator(as_text),
    AfterValidator(_as_visible),
]
Why = Annotated[str, Field(strict=True, max_length=WHY_CHARS_MAX), AfterValidator(as_text)]
EntityName = Annotated[Id, AfterValidator(_as_visible)]
Scale = Annotated[int, Field(strict=True, ge=1, le=10)]
Ids = Annotated[tuple[Id, ...], Field(max_length=LIST_MAX)]


class SignedBody(Body):
    """What every change by hand may add: a reason and a name."""

    why: Why = Field(default="", description="The reason, for the log.", examples=["Ada told me so."])
    by: Name = Field(
        default="", description="Who makes the change, for the log. The key's name is added.", examples=["Ada"]
    )

    def changes(self, signed_by: str, id: str) -> list[Change]:
        """The changes that this asks for, to the item with this id."""
        raise NotImplementedError

    def grounds(self, signed_by: str) -> dict[str, Any]:
        """The grounds of a caller's change."""
        return {"author": Author.CALLER, "why": self.why, "signed_by": signed_by}


class FactBody(SignedBody):
    """A fact to add."""

    text: Statement = Field(description="About one sentence.", examples=["Nil is allergic to walnuts."])
    kind: FactKind = Field(default=FactKind.FACT, description="What kind of statement it is.")
    importance: Scale = Field(default=5, description="How much it matters, 1 to 10.")
    salience: Scale = Field(default=5, description="How much feeling is in it, 1 to 10.")
    about: Ids = Field(
        default=(), description="Names or ids of entities; a name that no entity has makes one.", examples=[["Nil"]]
    )
    sources: Ids = Field(default=(), description="Ids of messages that say it, if any do.")
    valid_from: Time | None = Field(default=None, description="When it became true. Default: when it was first said.")
    valid_to: Time | None = Field(default=None, description="When it stopped being true; null: it is true.")

    def changes(self, signed_by: str, id: str) -> list[Change]:
        """The new fact."""
        fields = self.model_dump(exclude={"text", "why", "by"})
        return [NewFact(ref=id, body=self.text, **fields, **self.grounds(signed_by))]


class FactEdit(SignedBody):
    """What to change about a fact. Fields that are left out stay as they are."""

    text: Statement | None = Field(default=None, description="The corrected text, if it was wrong.")
    importance: Scale | None = Field(default=None, description="How much it matters, 1 to 10.")
    salience: Scale | None = Field(default=None, description="How much feeling is in it, 1 to 10.")
    valid_from: Time | None = Field(default=None, description="When it became true.")
    valid_to: Time | None = Field(default=None, description="When it stopped being true.")

    def changes(self, signed_by: str, id: str) -> list[Change]:
        """The edit. Raises BadInput if it edits nothing."""
        fields = self.model_dump(exclude={"text", "why", "by"})
        if self.text is None and all(value is None for value in fields.values()):
            raise BadInput("the edit changes nothing, expected at least one of text, importance, salience and times")
        return [ReviseFact(fact=id, body=self.text, **fields, **self.grounds(signed_by))]


class Withdrawal(SignedBody):
    """A fact is not true, or must not be known."""

    def changes(self, signed_by: str, id: str) -> list[Change]:
        """The withdrawal."""
        return [WithdrawFact(fact=id, reason=self.why, **self.grounds(signed_by))]


class EntityEdit(SignedBody):
    """What to change about an entity. Fields that are left out stay as they are."""

    name: EntityName | None = Field(default=None, description="Its name; the former one becomes an alias.")
    type: EntityType | None = Field(default=None, description="What it is.")
    aliases: Ids | None = Field(default=None, description="All of its other names.", examples=[["Nilüfer"]])

    def changes(self, signed_by: str, id: str) -> list[Change]:
        """The edit. Raises BadInput if it edits nothing."""
        if (self.name, self.type, self.aliases) == (None, None, None):
            raise BadInput("the edit changes nothing, expected at least one of name, type and aliases")
        fields = self.model_dump(exclude={"why", "by"})
        return [ReviseEntity(entity=id, **fields, **self.grounds(signed_by))]


class EntityMerge(SignedBody):
    """Another entity that is the same as this one."""

    other: Id = Field(description="The entity that goes; its names, facts and mentions stay.", examples=["e7"])

    def changes(self, signed_by: str, id: str) -> list[Change]:
        """The merge."""
        reason = self.why or "merged by hand"
        return [MergeEntities(keep=id, lose=self.other, reason=reason, **self.grounds(signed_by))]


class EntitySplit(SignedBody):
    """What belongs to a new entity instead."""

    name: EntityName = Field(description="The name of the new entity.", examples=["Katharina"])
    type: EntityType | None = Field(default=None, description="What it is. Default: the type of the old entity.")
    aliases: Ids = Field(default=(), description="Other names of the new entity. The old one loses them.")
    facts: Ids = Field(default=(), description="Ids of facts that are about the new entity.")
    messages: Ids = Field(
        default=(), description="Ids of messages that mention the new entity, besides those of the facts."
    )

    def changes(self, signed_by: str, id: str) -> list[Change]:
        """The split."""
        fields = self.model_dump(exclude={"why", "by"})
        return [SplitEntity(ref=MADE, entity=id, **fields, reason=self.why, **self.grounds(signed_by))]


class Apart(SignedBody):
    """Another entity that is not the same as this one."""

    other: Id = Field(description="The id of the other entity.", examples=["e7"])

    def changes(self, signed_by: str, id: str) -> list[Change]:
        """The note that they are different."""
        reason = self.why or "kept apart by hand"
        return [KeepApart(a=id, b=self.other, reason=reason, **self.grounds(signed_by))]


class Pin(SignedBody):
    """A line that every block shows."""

    text: Statement = Field(description="The line, of at most 400 characters.", examples=["Answer in Turkish."])

    def changes(self, signed_by: str, id: str) -> list[Change]:
        """The line is pinned."""
        return [PinKeyInfo(line=self.text, **self.grounds(signed_by))]


class Unpin(SignedBody):
    """A line of key info to take out."""

    text: Statement = Field(description="The line, exactly as it stands in key info.", examples=["Answer in Turkish."])

    def changes(self, signed_by: str, id: str) -> list[Change]:
        """The line is taken out."""
        return [UnpinKeyInfo(line=self.text, **self.grounds(signed_by))]
