"""`remembrancer reembed`: replaces the vectors of a space after the embedder has changed."""

from __future__ import annotations

from api.commands.opening import SpaceArgument, StoreOption, opened, settings_with
from api.commands.printing import plural, progress, say
from api.commands.rounds import embed_all
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
