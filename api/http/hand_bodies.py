"""The bodies of requests that change by hand what is known. Each is the change that it asks for, with a signature."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Annotated, ClassVar, NamedTuple

from pydantic import AfterValidator, Field

from api.http.bodies import STORABLE, Body, Id, Name, Time, as_visible
from graph.errors import BadInput
from graph.values.changes import (
    WHY_CHARS_MAX,
    Change,
    CloseQuestion,
    CompleteObjective,
    KeepApart,
    MergeEntities,
    NewFact,
    PinKeyInfo,
    ReviseEntity,
    ReviseFact,
    SplitEntity,
    SupersedeFact,
    UnpinKeyInfo,
    WithdrawFact,
)
from graph.values.items import Author, EntityType, FactKind

MADE = "new:made"
"""The ref of what a request makes."""

STATEMENT_CHARS_MAX = 2000
LIST_MAX = 200


Statement = Annotated[
    str,
    Field(strict=True, min_length=1, max_length=STATEMENT_CHARS_MAX),
    STORABLE,
    AfterValidator(as_visible),
]
Why = Annotated[str, Field(strict=True, max_length=WHY_CHARS_MAX), STORABLE]
EntityName = Annotated[Id, AfterValidator(as_visible)]
Scale = Annotated[int, Field(strict=True, ge=1, le=10)]
Ids = Annotated[tuple[Id, ...], Field(max_length=LIST_MAX)]


class SignedBody(Body):
    """What every change by hand may add: a reason and a name."""

    why: Why = Field(default="", description="The reason, for the log.", examples=["Ada told me so."])
    by: Name = Field(
        default="", description="Who makes the change, for the log. The key's name is added.", examples=["Ada"]
    )


class HandBody(SignedBody):
    """A change of one item. Its fields, by their aliases, are those of the change."""

    makes: ClassVar[type[Change]]
    of: ClassVar[str] = ""  # the field of the change that has the item's id
    unsaid: ClassVar[str] = ""  # the reason if none is given

    version: int | None = Field(
        default=None, ge=1, description="The item's version that you have seen; 409 if it is another one by now."
    )

    def change(self, signed_by: str, id: str) -> Change:
        """The change that this asks for, to the item with this id. Raises BadInput for an edit of nothing."""
        own = [name for name in type(self).model_fields if name not in HandBody.model_fields]
        if own and not self.unsaid and all(getattr(self, name) is None for name in own):
            raise BadInput(f"the edit changes nothing, expected at least one of {', '.join(own)}")
        given = {**self.model_dump(by_alias=True), "author": Author.CALLER, "signed_by": signed_by}
        given |= {"ref": MADE, "reason": self.why or self.unsaid, self.of: id}
        return self.makes(**{each.name: given[each.name] for each in fields(self.makes) if each.name in given})


class FactBody(HandBody):
    """Add a fact, theory, question or objective. Archivists do not revise or replace it."""

    makes = NewFact

    text: Statement = Field(
        serialization_alias="body", description="About one sentence.", examples=["Nil is allergic to walnuts."]
    )
    kind: FactKind = Field(default=FactKind.FACT, description="What kind of statement it is.")
    importance: Scale = Field(default=5, description="How much it matters, 1 to 10.")
    salience: Scale = Field(default=5, description="How much feeling is in it, 1 to 10.")
    about: Ids = Field(
        default=(), description="Names or ids of entities; a name that no entity has makes one.", examples=[["Nil"]]
    )
    sources: Ids = Field(default=(), description="Ids of messages that say it, if any do.")
    valid_from: Time | None = Field(default=None, description="When it became true. Default: when it was first said.")
    valid_to: Time | None = Field(default=None, description="When it stopped being true, if it did.")
    expires_at: Time | None = Field(default=None, description="When it is forgotten. Default: never.")


class FactEdit(HandBody):
    """Correct what a fact says, its weights or its times. Archivists do not change it from then on.

    For something that was true and is no longer, set `valid_to`, or add the new fact.
    """

    makes, of = ReviseFact, "fact"

    text: Statement | None = Field(
        default=None, serialization_alias="body", description="The corrected text, if it was wrong."
    )
    importance: Scale | None = Field(default=None, description="How much it matters, 1 to 10.")
    salience: Scale | None = Field(default=None, description="How much feeling is in it, 1 to 10.")
    valid_from: Time | None = Field(default=None, description="When it became true.")
    valid_to: Time | None = Field(default=None, description="When it stopped being true.")
    expires_at: Time | None = Field(default=None, description="When it is forgotten.")


class Withdrawal(HandBody):
    """Say that a fact is not true, or must not be known. No block shows it, and archivists do not find it again.

    The messages that say it stay; delete them to remove the words.
    """

    makes, of = WithdrawFact, "fact"


class Replacement(HandBody):
    """Say that another fact is true instead of this one, which was true before. Blocks show only the other one."""

    makes, of, unsaid = SupersedeFact, "fact", "replaced by hand"

    other: Id = Field(serialization_alias="by", description="The id of the fact that is true now.", examples=["f8"])
    valid_from: Time | None = Field(default=None, description="When the other one became true. Default: as it is.")
    valid_to: Time | None = Field(default=None, description="When this one ended. Default: when the other one began.")


class QuestionClosing(HandBody):
    """Close a question: it is answered, or no longer matters. Undo the change to open it again."""

    makes, of, unsaid = CloseQuestion, "question", "closed by hand"

    other: Id | None = Field(
        default=None, serialization_alias="answered_by", description="The id of the fact that answers it, if one does."
    )


class ObjectiveClosing(HandBody):
    """Close an objective: it is reached, or given up. Undo the change to open it again."""

    makes, of, unsaid = CompleteObjective, "objective", "closed by hand"

    is_reached: bool = Field(default=True, description="`false` if it was given up.")


class EntityEdit(HandBody):
    """Rename an entity, or set its type or its other names. Archivists do not change what is set here."""

    makes, of = ReviseEntity, "entity"

    name: EntityName | None = Field(default=None, description="Its name; the former one becomes an alias.")
    type: EntityType | None = Field(default=None, description="What it is.")
    aliases: Ids | None = Field(default=None, description="All of its other names.", examples=[["Nilüfer"]])


class EntityMerge(HandBody):
    """Merge another entity into this one, which keeps its name. Undo brings both back with what was theirs."""

    makes, of, unsaid = MergeEntities, "keep", "merged by hand"

    other: Id = Field(
        serialization_alias="lose",
        description="The entity that goes; its names, facts and mentions stay.",
        examples=["e7"],
    )


class EntitySplit(HandBody):
    """Make a second entity from what does not belong to this one. `id` in the answer is the new entity's.

    Archivists do not merge the two again.
    """

    makes, of = SplitEntity, "entity"

    name: EntityName = Field(description="The name of the new entity.", examples=["Katharina"])
    type: EntityType | None = Field(default=None, description="What it is. Default: the type of the old entity.")
    aliases: Ids = Field(default=(), description="Other names of the new entity. The old one loses them.")
    facts: Ids = Field(default=(), description="Ids of facts that are about the new entity.")
    messages: Ids = Field(
        default=(), description="Ids of messages that mention the new entity, besides those of the facts."
    )


class Apart(HandBody):
    """Note that this entity and another one are different. Archivists do not merge them."""

    makes, of, unsaid = KeepApart, "a", "kept apart by hand"

    other: Id = Field(serialization_alias="b", description="The id of the other entity.", examples=["e7"])


class Pin(HandBody):
    """Pin a line that every block of the space shows first. Rounds do not change it. At most 20 lines are pinned."""

    makes = PinKeyInfo

    text: Statement = Field(
        serialization_alias="line", description="The line, of at most 400 characters.", examples=["Answer in Turkish."]
    )


class Unpin(HandBody):
    """Take a line out of key info, whoever put it there. It may come back when somebody says it again."""

    makes = UnpinKeyInfo

    text: Statement = Field(
        serialization_alias="line",
        description="The line, exactly as it stands in key info.",
        examples=["Answer in Turkish."],
    )


class Hand(NamedTuple):
    """The route of a change by hand."""

    name: str
    method: str
    path: str  # below its space


HANDS: Mapping[type[HandBody], Hand] = {
    FactBody: Hand("add_fact", "POST", "/facts"),
    FactEdit: Hand("edit_fact", "PATCH", "/facts/{id}"),
    Withdrawal: Hand("withdraw_fact", "POST", "/facts/{id}/withdraw"),
    Replacement: Hand("replace_fact", "POST", "/facts/{id}/replace"),
    QuestionClosing: Hand("answer_question", "POST", "/facts/{id}/answer"),
    ObjectiveClosing: Hand("complete_objective", "POST", "/facts/{id}/complete"),
    EntityEdit: Hand("edit_entity", "PATCH", "/entities/{id}"),
    EntityMerge: Hand("merge_entity", "POST", "/entities/{id}/merge"),
    EntitySplit: Hand("split_entity", "POST", "/entities/{id}/split"),
    Apart: Hand("keep_entities_apart", "POST", "/entities/{id}/apart"),
    Pin: Hand("pin_key_info", "POST", "/key-info/pin"),
    Unpin: Hand("unpin_key_info", "POST", "/key-info/unpin"),
}
"""Each change by hand; the docstring of its body says what it does."""
