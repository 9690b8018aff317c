"""`remembrancer reembed` and `prune`: new vectors, and room for what is new."""

from dataclasses import asdict
from typing import Annotated

import typer

from api.commands.command import Answers, command
from api.commands.opening import SpaceArgument, StoreOption, opened, settings_with
from api.commands.printing import NO_SPACES, plural, progress, say, table
from api.commands.rounds import embed_all
from api.wiring import Service
from graph.upkeep.embedding import drop_vectors


def run(space: SpaceArgument, store: StoreOption = None) -> None:
    """Replace the vectors of a space with those of REMEMBRANCER_EMBEDDER; `none` only drops them.

    After an interruption, the service or this command continues where it stopped.
    """
    settings = settings_with(store=store)
    with opened(settings, read_only=False) as service:
        knowledge = service.knowledge
        knowledge.space(space)
        with progress("Dropping old vectors", None) as bar:
            dropped = 0
            for count in drop_vectors(knowledge, space):
                dropped += count
                bar.move(dropped)
        if knowledge.embedder is None:
            say(f"{space} has no vectors now; set REMEMBRANCER_EMBEDDER to get new ones.")
            return
        done = embed_all(service, space)
    say(f"{space}: {plural(done, 'item')} processed by {settings.embedder}.")


@command(writes=True)
def prune(
    service: Service,
    space: Annotated[
        str | None, typer.Argument(metavar="[SPACE]", help="Only this space; default: all.", show_default=False)
    ] = None,
) -> Answers:
    """Drop blocks and changes that are older than the settings allow. The service does this every hour.

    It finishes deletions that were interrupted too, and makes a SQLite file smaller.
    """
    names = service.knowledge.spaces() if space is None else [space]
    names = [name for name in names if not service.knowledge.finish_deletion(name)]
    pruned = [(name, service.prune(name)) for name in names]
    service.knowledge.store.scrub()
    yield {"spaces": {name: asdict(each) for name, each in pruned}}
    if not names:
        say(NO_SPACES)
        return
    rows = [(name, f"{each.blocks:,}", f"{each.near_misses:,}", f"{each.changes:,}") for name, each in pruned]
    table(("space", "blocks", "without near misses", "changes"), rows, numbers=(1, 2, 3), ids=(0,))
