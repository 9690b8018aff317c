"""`remembrancer round` and `pause`: the archivists read the new messages of a space, or wait."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import takewhile
from time import perf_counter
from typing import Annotated

import typer

from api.commands.command import Answers, command
from api.commands.opening import JsonOption, SpaceArgument, StoreOption, opened, settings_with, typed
from api.commands.printing import dollars, plural, progress, say, say_json
from api.commands.running_service import done
from api.http.bodies import SpaceChange
from api.http.responses import RoundAnswer, RoundsAnswer, SpaceAnswer
from api.http.routes import space_routes
from api.http.routes.round_routes import estimate_of
from api.settings import Settings
from api.wiring import Service
from archivists.models.provider import Purpose
from archivists.rounds.round import RoundReport
from archivists.window.unread import count_unread
from graph.errors import BadInput, Conflict
from graph.upkeep.embedding import embed_backlog
from graph.upkeep.ledger import calls_of, costs_of
from graph.values.items import ModelCall

UNEMBEDDED_MAX = 10_000_000
STOPPED = 130  # What shells report for a process that Ctrl-C has ended.

NAMES: Mapping[str, str] = {
    "NewEntity": "entity",
    "ReviseEntity": "updated entity",
    "MergeEntities": "merged entity",
    "SplitEntity": "split entity",
    "EntityText": "entity text",
    "NewFact": "fact",
    "RestateFact": "restated fact",
    "ReviseFact": "revised fact",
    "SupersedeFact": "superseded fact",
    "WithdrawFact": "withdrawn fact",
    "MergeFacts": "merged fact",
    "DisputeFacts": "dispute",
    "KeepApart": "distinction",
    "CloseQuestion": "answered question",
    "CompleteObjective": "ended objective",
    "WeighTheory": "weighed theory",
    "JudgePresentation": "verdict",
    "SetWeights": "weight change",
    "NewSummary": "summary",
    "ReplaceSummary": "rewritten summary",
    "DropSummary": "dropped summary",
    "CompleteConversation": "complete conversation",
    "SetKeyInfo": "key info change",
    "PinKeyInfo": "pinned line",
    "UnpinKeyInfo": "unpinned line",
    "NewMemory": "significant memory",
    "ReviseMemory": "revised memory",
    "CompactMemories": "compacted memory",
    "DropMemory": "dropped memory",
    "NewReflection": "reflection",
}
"""Words for changes. Each takes its plural at the end."""


def run(
    space: SpaceArgument,
    is_backfill: Annotated[
        bool, typer.Option("--backfill", help="Also read old or imported messages, after saying what it would cost.")
    ] = False,
    is_agreed: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: JsonOption = False,
    store: StoreOption = None,
) -> None:
    """Let the archivists read all new messages of a space, and embed items that have no vector.

    Imported messages are read as well if no model is configured. With a model, they need --backfill.
    """
    if as_json and is_backfill and not is_agreed:
        raise BadInput("--json asks nothing, expected --yes with --backfill")
    with opened(settings_with(store=store), read_only=False) as service:
        if is_backfill and not is_agreed and service.asker_of(space).models:
            _ask_to_agree(service, space)
        started, before = perf_counter(), None if as_json else next(calls_of(service.knowledge, space), None)
        try:
            reports = do_rounds(service, space, reads_imports=is_backfill)
        except KeyboardInterrupt as stop:
            say("Stopped; run the same command to continue.", to_stderr=True)
            raise typer.Exit(STOPPED) from stop
        if as_json:
            embed_all(service, space)
            say_json(RoundsAnswer(rounds=[RoundAnswer.model_validate(report) for report in reports]))
            return
        if reports or service.knowledge.space(space).last_error is None:  # The error is printed below.
            say(f"{space}: {reports_in_words(reports)} ({perf_counter() - started:.1f} s)")
        for left_out in (each for report in reports for each in report.lost):
            say(f"  left out: {left_out}")
        if reports:
            _say_what_failed(service, space, before)
        _say_what_waits(service, space, is_backfill=is_backfill)
        if done := embed_all(service, space):
            say(f"{space}: {plural(done, 'item')} embedded")


def _say_what_failed(service: Service, space: str, before: ModelCall | None) -> None:
    """Print how many calls after `before` gave no answer of the right shape."""
    new = takewhile(lambda call: before is None or call.id != before.id, calls_of(service.knowledge, space))
    costs = costs_of(new)
    calls, failed = sum(cost.calls for cost in costs), sum(cost.failed for cost in costs)
    if failed:
        say(
            f"{space}: {failed} of {plural(calls, 'call')} to the model gave no usable answer; "
            f"where none came, the net alone read"
        )


def do_rounds(service: Service, space: str, *, reads_imports: bool = False) -> Sequence[RoundReport]:
    """Do rounds until nothing is left, with a progress bar. Raises Conflict if another process is doing them."""
    knowledge = service.knowledge
    unread = count_unread(knowledge, knowledge.space(space), service.round_policy(space, reads_imports=reads_imports))
    reports: list[RoundReport] = []
    with progress("Reading", unread) as bar:
        for report in service.run_rounds(space, reads_imports=reads_imports):
            reports.append(report)
            bar.move(sum(each.messages for each in reports))
    held = knowledge.space(space)
    if not reports and held.lease_until is not None and held.lease_until > service.now():
        raise Conflict(f"{held.lease_owner} is doing a round of {space} until {held.lease_until:%H:%M:%S}; wait for it")
    return reports


def reports_in_words(reports: Sequence[RoundReport]) -> str:
    """What rounds have done, on one line."""
    if not reports:
        return "nothing new to read"
    changes: Counter[str] = Counter()
    for report in reports:
        changes.update(report.changes)
    made = [plural(count, NAMES[name]) for name, count in changes.most_common()]
    read = f"{plural(sum(report.messages for report in reports), 'message')} read in {plural(len(reports), 'round')}"
    lost = sum(len(report.lost) for report in reports)
    made += [f"{plural(lost, 'proposal')} of the model left out"] if lost else []
    return f"{read}: {', '.join(made) or 'nothing to keep'}"


def _ask_to_agree(service: Service, space: str) -> None:
    with progress("Estimating", None):
        expected = estimate_of(service, space)
    if not expected.messages:
        return
    say(
        f"{space}: {plural(expected.messages, 'message')} in {plural(expected.rounds, 'round')}: at most "
        f"{plural(expected.calls, 'call')}, about {expected.tokens_in:,} tokens in and {expected.tokens_out:,} out, "
        f"cost {dollars(expected.cost)}"
    )
    for line in expected.lines:
        most = "" if line.purpose == Purpose.READ else "at most "
        say(
            f"  {line.purpose}: {most}{plural(line.calls, 'call')}, about {line.tokens_in:,} tokens in, "
            f"{line.tokens_out:,} out, {dollars(line.cost)} ({line.model})"
        )
    say("  Calls that repair a bad answer are extra.")
    if expected.calls > expected.calls_hour_max:
        say(f"  The limit is {plural(expected.calls_hour_max, 'call')} per hour: it takes several runs.")
    typer.confirm("Read them now?", abort=True)


def _say_what_waits(service: Service, space: str, *, is_backfill: bool) -> None:
    knowledge = service.knowledge
    held = knowledge.space(space)
    if held.retry_at is not None and held.last_error is not None and not held.attempts:
        say(f"{space}: the rest waits until {held.retry_at:%H:%M:%S}: {held.last_error}")
    if not held.waiting:
        return
    everything = count_unread(knowledge, held, service.round_policy(space, reads_imports=True))
    new = count_unread(knowledge, held, service.rounds_of(space).policy)
    count = plural(everything - new, "old or imported message")
    costs = f"{typed('round', space, '--backfill')} says what it would cost"
    again = "run it again to go on" if is_backfill else costs
    say(f"{space}: {count} not read; {again}")


def embed_all(service: Service, space: str) -> int:
    """Embed every item of the space that lacks a vector, with a progress bar; return how many it looked at."""
    knowledge, done = service.knowledge, 0
    if knowledge.embedder is None:
        return 0
    with progress("Embedding", len(knowledge.index(space).unembedded(UNEMBEDDED_MAX))) as bar:
        while count := embed_backlog(knowledge, space):
            done += count
            bar.move(done)
    return done


@command()
def pause(
    settings: Settings,
    space: SpaceArgument,
    is_over: Annotated[bool, typer.Option("--off", help="Resume the rounds.")] = False,
) -> Answers:
    """Pause the rounds of a space, in all services and workers.

    Messages that arrive meanwhile are stored and shown as always. Only `round --backfill` reads them.
    """
    body = SpaceChange(paused=not is_over)
    changed = done(settings, space_routes.router, "change_space", SpaceAnswer, {"space": space, "body": body})
    yield changed
    if changed.paused:
        say(f"{space} is paused: no rounds, until\n  {typed('pause', space, '--off')}")
        return
    say(f"{space} goes on.")
    if changed.round.has_imports:
        say(f"What arrived meanwhile waits. Next: {typed('round', space, '--backfill')}")
