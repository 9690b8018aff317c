"""`remembrancer reembed`: the vectors of a space made anew, after the embedder was changed."""

from __future__ import annotations

from api.commands.opening import SpaceArgument, StoreOption, opened, settings_with
from api.commands.printing import plural, progress, say
from api.commands.rounds import embed_all
from graph.upkeep.embedding import drop_vectors


def run(space: SpaceArgument, store: StoreOption = None) -> None:
    """Make the vectors of a space anew with the embedder of now (REMEMBRANCER_EMBEDDER); `none` only drops them.

    Stopped halfway, it goes on where it was when the service or this command runs again.
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
            say(f"{space} has no vectors now; set REMEMBRANCER_EMBEDDER to have some.")
            return
        done = embed_all(service, space)
    say(f"{plural(done, 'item')} of {space} looked at by {settings.embedder}.")
