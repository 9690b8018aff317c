"""`remembrancer jobs`: which spaces need a round, and which rounds fail."""

from __future__ import annotations

from datetime import datetime
from enum import IntEnum
from typing import Annotated

import typer

from api.commands.command import Answers, command
from api.commands.opening import typed
from api.commands.printing import NO_SPACES, plural, progress, say, table, when
from api.wiring import Service
from archivists.window.unread import count_unread
from graph.errors import UnknownProfile
from graph.upkeep.leases import ATTEMPTS_MAX, is_set_aside
from graph.values.items import Space


class State(IntEnum):
    """The state of a space's rounds, in the order of the table: those that need a person come first."""

    UNKNOWN = 0
    SET_ASIDE = 1
    FAILING = 2
    PUT_OFF = 3
    UNDER_WAY = 4
    DUE = 5
    WAITING = 6
    PAUSED = 7
    IDLE = 8


@command()
def run(
    service: Service, space: Annotated[str | None, typer.Argument(metavar="[SPACE]", help="Only this space.")] = None
) -> Answers:
    """Show which spaces need a round. Failing rounds come first, with the error and the time of the next attempt."""
    names = service.knowledge.spaces() if space is None else [space]
    jobs: list[tuple[State, str, int, int, str]] = []
    with progress("Looking", len(names)) as bar:
        for done, name in enumerate(names):
            bar.move(done)
            jobs.append(_job_of(service, name))
    jobs.sort()
    fields = ("state", "space", "unread", "stale", "note")
    yield {"jobs": [dict(zip(fields, (in_words(job[0]), *job[1:]), strict=True)) for job in jobs]}
    if not jobs:
        say(NO_SPACES)
    rows = [
        (name, in_words(state), f"{unread:,}", f"{stale:,}", note)
        for state, name, unread, stale, note in jobs
        if state is not State.IDLE
    ]
    if rows:
        table(("space", "round", "unread", "stale", ""), rows, numbers=(2, 3), ids=(0,))
    if idle := len(jobs) - len(rows):
        say(f"Nothing to do in {plural(idle, 'space')}.")


def in_words(state: State) -> str:
    """The state for people: set aside, put off, under way, and so on."""
    return state.name.lower().replace("_", " ")


def _job_of(service: Service, name: str) -> tuple[State, str, int, int, str]:
    """The state of a space's rounds, its name, how many messages are unread, imported ones too, how many texts are to
    be rewritten, and what stands in the way. Builds its index."""
    knowledge = service.knowledge
    stale, space = len(knowledge.index(name).stale()), knowledge.space(name)
    try:
        unread = count_unread(knowledge, space, service.round_policy(name, reads_imports=True))
        is_due = service.is_due(name)
    except UnknownProfile as error:
        return State.UNKNOWN, name, 0, stale, str(error)
    state, note = _state_of(space, service.now(), is_due=is_due, has_more=bool(unread or stale or space.waiting))
    return state, name, unread, stale, note


def failure_in_words(space: Space) -> str:
    """How often the round has failed, why, and what comes next."""
    text = f"failed {plural(space.attempts, 'time')}: {space.last_error}"
    if is_set_aside(space):
        return f"{text}; set aside after {ATTEMPTS_MAX}, start it with {typed('round', space.name)}"
    return text + (f"; next attempt at {when(space.retry_at)}" if space.retry_at else "")


def unread_imports_in_words(space: Space) -> str:
    """Tells that old or imported messages wait, and how to have them read."""
    return f"old or imported messages are not read yet: {typed('round', space.name, '--backfill')}"


def _state_of(space: Space, now: datetime, *, is_due: bool, has_more: bool) -> tuple[State, str]:
    """The state, with a note for people."""
    if space.lease_owner is not None and space.lease_until is not None and space.lease_until > now:
        return State.UNDER_WAY, f"by {space.lease_owner} until {when(space.lease_until)}"
    if space.attempts:
        return State.SET_ASIDE if is_set_aside(space) else State.FAILING, failure_in_words(space)
    if space.retry_at is not None and space.retry_at > now:
        return State.PUT_OFF, f"until {when(space.retry_at)}: {space.last_error}"
    if is_due:
        return State.DUE, ""
    if space.paused:
        return State.PAUSED, f"until {typed('pause', space.name, '--off')}"
    if not has_more:
        return State.IDLE, ""
    return State.WAITING, unread_imports_in_words(space) if space.waiting else "for more messages, or silence"
