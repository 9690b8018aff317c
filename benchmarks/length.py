"""`python -m benchmarks.length FOLDERS… --store FILE`: what is found in each chat alone, and when all are one space.

Each argument is a folder of `remembrancer bench convert`, or a folder of such; it gets a row. Chats keep their times,
so those of one year interleave. The last line tells what the space of all chats costs; lines are appended to it.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from api.commands.opening import opened, settings_with
from benchmarks import report
from benchmarks.resident import resident_of
from benchmarks.retrieval.figures import as_json, latency_ms, rows
from benchmarks.retrieval.folder import Folder, read_folders
from benchmarks.retrieval.measure import Answered, answer, prepare
from benchmarks.series import percentile
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.values.items import Role

MERGED = "merged"
BUDGETS_TOKENS = (1024, 2048)
COLUMNS = ("recall@10", "excerpts@1024", "excerpts@2048", "block@1024", "block@2048")
APPENDS = 50

Groups = Mapping[str, Sequence[Folder]]


def main() -> None:
    """See the module."""
    parser = ArgumentParser(prog="python -m benchmarks.length", description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument(
        "--store", required=True, type=Path, help="a file for the spaces; those in it are asked as they are"
    )
    parser.add_argument("--json", type=Path, help="a file for every question's figures")
    given = parser.parse_args()
    groups = {path.name: read_folders([path]) for path in given.paths}
    settings = settings_with(store=str(given.store))
    with opened(settings, read_only=False, makes=True) as service:
        found = {way: _asked(service.knowledge, groups, way, service.now()) for way in ("alone", MERGED)}
    table = [_row(f"{name}, {way}", answered) for way, named in found.items() for name, answered in named.items()]
    table += [
        _row(f"all, {way}", [one for answered in named.values() for one in answered]) for way, named in found.items()
    ]
    sys.stdout.write(report.table(["percent", "questions", *COLUMNS, "block p50, p95 ms"], table) + "\n")
    if given.json:
        told = {way: {name: as_json(answered) for name, answered in named.items()} for way, named in found.items()}
        given.json.write_text(json.dumps(told), encoding="utf-8")
    with opened(settings, read_only=False, makes=False) as service:
        sys.stdout.write(_cost(service.knowledge, given.store, found[MERGED], service.now()) + "\n")


def _asked(knowledge: KnowledgeGraph, groups: Groups, way: str, now: datetime) -> Mapping[str, list[Answered]]:
    """Every question of every group, in the chat's own space or in that of all chats, a day after its last message."""
    spaces = {each.name: MERGED if way == MERGED else each.name for folders in groups.values() for each in folders}
    stored = {
        each.name: prepare(knowledge, each, rounds=False, now=now, space=spaces[each.name])
        for folders in groups.values()
        for each in folders
    }
    last = max(after for _, after in stored.values())

    def answers(folder: Folder) -> list[Answered]:
        ids, after = stored[folder.name]
        space, at = spaces[folder.name], last if way == MERGED else after
        return list(answer(knowledge, folder, ids, after=at, budgets_tokens=BUDGETS_TOKENS, space=space))

    return {name: [one for folder in folders for one in answers(folder)] for name, folders in groups.items()}


def _row(name: str, answered: Sequence[Answered]) -> Sequence[str]:
    figures = rows(answered)[0].figures
    p50, p95 = latency_ms(answered)
    return [
        name,
        str(len(answered)),
        *(f"{figures[column].mean:.1f}" for column in COLUMNS),
        f"{p50:.1f}, {p95:.1f}",
    ]


def _cost(knowledge: KnowledgeGraph, file: Path, found: Mapping[str, Sequence[Answered]], now: datetime) -> str:
    """What the space of all chats costs a process that has just opened the store."""
    before_mb = resident_of("self")[1]
    question = next(one.question.question for answered in found.values() for one in answered)
    asked = TurnRequest(space=MERGED, chat="", query=question, visible=0, record=False)
    cold_ms, warm_ms = (_ms(lambda: take_turn(knowledge, asked, now=now)) for _ in range(2))
    lines = [Line(role=Role.USER, body=f"Line {number}: {question}", sent_at=now) for number in range(APPENDS)]
    appends_ms = [_ms(partial(knowledge.append, MERGED, [line], chat="new", now=now)) for line in lines]
    count = knowledge.index(MERGED).message_count()
    resident_mb = resident_of("self")[1] - before_mb
    return (
        f"{count:,} messages; first block of a cold space {cold_ms:.0f} ms, again {warm_ms:.0f}; append "
        f"{median(appends_ms):.1f} ms (p50), {percentile(appends_ms, 0.95):.1f} (p95); index "
        f"{knowledge.indexes_mb * 1000 / count:.1f} KB a message, {resident_mb:.0f} MB more resident; "
        f"file {file.stat().st_size / 1e6:.0f} MB"
    )


def _ms(work: Callable[[], object]) -> float:
    started = perf_counter()
    work()
    return (perf_counter() - started) * 1000


if __name__ == "__main__":
    main()
