"""`remembrancer spaces`: the spaces of a store."""

from __future__ import annotations

from api.commands.command import Answers, command
from api.commands.printing import NO_SPACES, say, table, when
from api.http.responses import SpaceAnswer
from api.wiring import Service
from graph.values.items import Clock, IntakeRule


@command()
def run(service: Service) -> Answers:
    """List the spaces of a store."""
    spaces = [service.knowledge.space(name) for name in service.knowledge.spaces()]
    yield {"spaces": [SpaceAnswer.of(space).model_dump(mode="json") for space in spaces]}
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
