"""`remembrancer spaces`: the spaces of a store."""

from __future__ import annotations

from api.commands.opening import StoreOption, opened, settings_with
from api.commands.printing import NO_SPACES, say, table, when
from graph.values.items import Clock, Space


def run(store: StoreOption = None) -> None:
    """List the spaces of a store."""
    with opened(settings_with(store=store), read_only=True) as service:
        spaces = [service.knowledge.space(name) for name in service.knowledge.spaces()]
    if not spaces:
        say(NO_SPACES)
        return
    rows = [[space.name, f"{space.message_count:,}", gap_in_words(space), when(space.created_at)] for space in spaces]
    table(("space", "messages", "gap", "since"), rows, numbers=(1,))


def gap_in_words(space: Space) -> str:
    """6 h, 90 s, 72,000 of the world clock, or none."""
    if space.gap is None:
        return "none"
    if space.clock is Clock.WORLD:
        return f"{space.gap:,.10g} of the world clock"
    return f"{space.gap / 3600:.10g} h" if space.gap >= 3600 else f"{space.gap:.10g} s"
