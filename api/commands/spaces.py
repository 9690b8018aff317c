"""`remembrancer spaces`: the spaces of a store."""

from __future__ import annotations

from api.commands.opening import JsonOption, StoreOption, opened, settings_with
from api.commands.printing import NO_SPACES, say, say_json, table, when
from api.http.responses import SpaceAnswer
from graph.values.items import Clock, IntakeRule


def run(as_json: JsonOption = False, store: StoreOption = None) -> None:
    """List the spaces of a store."""
    with opened(settings_with(store=store), read_only=True) as service:
        spaces = [service.knowledge.space(name) for name in service.knowledge.spaces()]
    if as_json:
        say_json({"spaces": [SpaceAnswer.of(space).model_dump(mode="json") for space in spaces]})
        return
    if not spaces:
        say(NO_SPACES)
        return
    rows = [
        (space.name, space.profile, f"{space.message_count:,}", gap_in_words(space.intake), when(space.created_at))
        for space in spaces
    ]
    table(("space", "profile", "messages", "gap", "since"), rows, numbers=(2,), ids=(0,))


def gap_in_words(rule: IntakeRule) -> str:
    """6 h, 90 s, 72,000 of the world clock, or none."""
    if rule.gap is None:
        return "none"
    if rule.clock is Clock.WORLD:
        return f"{rule.gap:,.10g} of the world clock"
    return f"{rule.gap / 3600:.10g} h" if rule.gap >= 3600 else f"{rule.gap:.10g} s"
