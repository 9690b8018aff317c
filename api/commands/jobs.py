"""`remembrancer jobs`: which spaces need a round, and which rounds fail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import Annotated

import typer

from api.commands.opening import StoreOption, opened, settings_with
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
    IDLE = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What there is to do in a space, and what prevents it."""

    space: str
    state: State
    unread: int  # imported ones too
    stale: int  # texts to rewrite
    note: str

    @property
    def row(self) -> tuple[str, ...]:
        """The cells of the table."""
        return self.space, self.state.name.lower().replace("_", " "), f"{self.unread:,}", f"{self.stale:,}", self.note


def run(
    space: Annotated[str | None, typer.Argument(metavar="[SPACE]", help="Only this space.")] = None,
    store: StoreOption = None,
) -> None:
    """Show which spaces need a round. Failing rounds come first, with the error and the time of the next attempt."""
    with opened(settings_with(store=store), read_only=True) as service:
        names = service.knowledge.spaces() if space is None else [space]
        with progress("Looking", len(names)) as bar:
            jobs = []
            for done, name in enumerate(names):
                bar.move(done)
                jobs.append(job_of(service, name))
    _print_jobs(jobs)


def job_of(service: Service, name: str) -> Job:
    """The state of a space's rounds. Builds its index."""
    knowledge = service.knowledge
    stale, space = len(knowledge.index(name).stale()), knowledge.space(name)
    try:
        unread = count_unread(knowledge, space, service.round_policy(name, reads_imports=True))
        is_due = service.is_due(name)
    except UnknownProfile as error:
        return Job(space=name, state=State.UNKNOWN, unread=0, stale=stale, note=str(error))
    state = _state(space, service.now(), is_due=is_due, has_more=bool(unread or stale or space.waiting))
    return Job(space=name, state=state, unread=unread, stale=stale, note=_state_in_words(space, state))


def failure_in_words(space: Space) -> str:
    """How often the round has failed, why, and what comes next."""
    text = f"failed {plural(space.attempts, 'time')}: {space.last_error}"
    if is_set_aside(space):
        return f"{text}; set aside after {ATTEMPTS_MAX}, start it with remembrancer round {space.name}"
    return text + (f"; next attempt at {when(space.retry_at)}" if space.retry_at else "")


def unread_imports_in_words(space: Space) -> str:
    """That imported messages are not read yet, and how they are."""
    return f"imported messages are not read yet: remembrancer round {space.name} --backfill"


def _state(space: Space, now: datetime, *, is_due: bool, has_more: bool) -> State:
    if space.lease_owner is not None and space.lease_until is not None and space.lease_until > now:
        return State.UNDER_WAY
    if space.attempts:
        return State.SET_ASIDE if is_set_aside(space) else State.FAILING
    if space.retry_at is not None and space.retry_at > now:
        return State.PUT_OFF
    if is_due:
        return State.DUE
    return State.WAITING if has_more else State.IDLE


def _state_in_words(space: Space, state: State) -> str:
    match state:
        case State.UNDER_WAY:
            return f"by {space.lease_owner} until {when(space.lease_until)}" if space.lease_until else ""
        case State.SET_ASIDE | State.FAILING:
            return failure_in_words(space)
        case State.PUT_OFF:
            return f"until {when(space.retry_at)}: {space.last_error}" if space.retry_at else ""
        case State.WAITING if space.waiting:
            return unread_imports_in_words(space)
        case State.WAITING:
            return "for more messages, or silence"
        case State.DUE | State.IDLE | State.UNKNOWN:
            return ""


def _print_jobs(jobs: Sequence[Job]) -> None:
    if not jobs:
        say(NO_SPACES)
    rest = [job for job in jobs if job.state is not State.IDLE]
    idle = len(jobs) - len(rest)
    if rest:
        rows = [job.row for job in sorted(rest, key=lambda job: (job.state, job.space))]
        table(("space", "round", "unread", "stale", ""), rows, numbers=(2, 3))
    if idle:
        say(f"Nothing to do in {plural(idle, 'space')}.")
