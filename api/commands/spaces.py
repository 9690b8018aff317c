"""`remembrancer spaces`: the spaces of a store, and what stands in the way of their rounds."""

from datetime import datetime

from api.commands.command import Answers, command
from api.commands.opening import typed
from api.commands.printing import NO_SPACES, plural, say, table, when
from api.http.responses import SpaceAnswer
from api.wiring import Service
from graph.upkeep.leases import ATTEMPTS_MAX, is_set_aside
from graph.values.items import Clock, IntakeRule, Space


@command()
def run(service: Service) -> Answers:
    """List the spaces of a store, with what stands in the way of their rounds."""
    spaces, now = [service.knowledge.space(name) for name in service.knowledge.spaces()], service.now()
    yield {"spaces": [SpaceAnswer.of(space, service.profiles).model_dump(mode="json") for space in spaces]}
    if not spaces:
        say(NO_SPACES)
        return
    rows = [
        (
            space.name,
            space.profile,
            f"{space.message_count:,}",
            gap_in_words(space.intake),
            when(space.created_at),
            rounds_in_words(space, now),
        )
        for space in spaces
    ]
    table(("space", "profile", "messages", "gap", "since", "rounds"), rows, numbers=(2,), ids=(0,))


def gap_in_words(rule: IntakeRule) -> str:
    """6 h, 90 s, 72,000 of the world clock, or none."""
    if rule.gap is None:
        return "none"
    if rule.clock is Clock.WORLD:
        return f"{rule.gap:,.10g} of the world clock"
    return f"{rule.gap / 3600:.10g} h" if rule.gap >= 3600 else f"{rule.gap:.10g} s"


def rounds_in_words(space: Space, now: datetime) -> str:
    """What stands in the way of the space's rounds; empty if nothing does."""
    if space.lease_owner is not None and space.lease_until is not None and space.lease_until > now:
        return f"under way by {space.lease_owner} until {when(space.lease_until)}"
    if space.attempts:
        return _failure_in_words(space)
    if space.retry_at is not None and space.last_error:
        return f"put off until {when(space.retry_at)}: {space.last_error}"
    if space.paused:
        return f"paused until {typed('pause', space.name, '--off')}"
    if space.waiting:
        return f"old or imported messages are not read yet: {typed('round', space.name, '--backfill')}"
    return ""


def _failure_in_words(space: Space) -> str:
    """How often the round has failed, why, and what comes next."""
    text = f"failed {plural(space.attempts, 'time')}: {space.last_error}"
    if is_set_aside(space):
        return f"{text}; set aside after {ATTEMPTS_MAX}, start it with {typed('round', space.name)}"
    return text + (f"; next attempt at {when(space.retry_at)}" if space.retry_at else "")
