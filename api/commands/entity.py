"""`remembrancer entity`: entities renamed, merged, split and kept apart by hand."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.done_by_hand import do_by_hand
from api.commands.opening import ByOption, JsonOption, SpaceArgument, StoreOption, WhyOption, checked
from api.http.hand_bodies import Apart, EntityEdit, EntityMerge, EntitySplit
from graph.values.items import EntityType

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)

EntityArgument = Annotated[str, typer.Argument(metavar="ENTITY", help="The entity's id, as in remembrancer search.")]
OtherArgument = Annotated[str, typer.Argument(metavar="OTHER", help="The other entity's id.")]
TypeOption = Annotated[EntityType | None, typer.Option("--type", help="What it is.")]


@app.callback()
def _entities() -> None:
    """Rename, merge, split and keep apart entities. Archivists do not change what is set here."""


@app.command("edit")
def edit_entity(
    space: SpaceArgument,
    entity: EntityArgument,
    name: Annotated[str | None, typer.Option("--name", help="Its name; the former one becomes an alias.")] = None,
    type: TypeOption = None,
    aliases: Annotated[list[str] | None, typer.Option("--alias", help="All of its other names; several times.")] = None,
    why: WhyOption = "",
    by: ByOption = "",
    as_json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Rename an entity, or set its type or its other names."""
    others = None if aliases is None else tuple(aliases)
    do_by_hand(
        space,
        checked(EntityEdit, name=name, type=type, aliases=others, why=why, by=by),
        entity,
        as_json=as_json,
        store=store,
    )


@app.command("merge")
def merge_entity(
    space: SpaceArgument,
    entity: EntityArgument,
    other: OtherArgument,
    why: WhyOption = "",
    by: ByOption = "",
    as_json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Merge the other entity into this one, which keeps its name."""
    body = checked(EntityMerge, other=other, why=why, by=by)
    do_by_hand(space, body, entity, as_json=as_json, store=store)


@app.command("split")
def split_entity(
    space: SpaceArgument,
    entity: EntityArgument,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the new entity.")],
    type: TypeOption = None,
    aliases: Annotated[
        list[str] | None, typer.Option("--alias", help="Another name of the new one; several times.")
    ] = None,
    facts: Annotated[
        list[str] | None, typer.Option("--fact", help="The id of a fact that is about the new one; several times.")
    ] = None,
    messages: Annotated[
        list[str] | None, typer.Option("--message", help="The id of a message that mentions it; several times.")
    ] = None,
    why: WhyOption = "",
    by: ByOption = "",
    as_json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Make a second entity from what does not belong to this one."""
    lists = {"aliases": aliases, "facts": facts, "messages": messages}
    moved = {field: tuple(given or ()) for field, given in lists.items()}
    do_by_hand(
        space,
        checked(EntitySplit, name=name, type=type, **moved, why=why, by=by),
        entity,
        as_json=as_json,
        store=store,
    )


@app.command("apart")
def keep_apart(
    space: SpaceArgument,
    entity: EntityArgument,
    other: OtherArgument,
    why: WhyOption = "",
    by: ByOption = "",
    as_json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Note that two entities are different. Archivists do not merge them."""
    body = checked(Apart, other=other, why=why, by=by)
    do_by_hand(space, body, entity, as_json=as_json, store=store)
