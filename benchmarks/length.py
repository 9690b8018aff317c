"""`python -m benchmarks.length FOLDERS…`: what is found in each chat alone, and when all chats are one space.

Each argument is a folder, or a folder of such; it gets a row. Chats keep their times, so those of one year interleave.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from api.commands.opening import opened, settings_with
from api.wiring import Service
from benchmarks import report
from benchmarks.retrieval.figures import as_json, latency_ms, rows
from benchmarks.retrieval.folder import Folder, read_folders
from benchmarks.retrieval.measure import Answered, answer, prepare

MERGED = "all-merged"
BUDGETS_TOKENS = (1024, 2048)
COLUMNS = ("recall@10", "excerpts@1024", "excerpts@2048", "block@1024", "block@2048")


def main() -> None:
    """See the module."""
    parser = ArgumentParser(prog="python -m benchmarks.length", description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path, help="folders of `remembrancer bench convert`")
    parser.add_argument("--store", default=":memory:", help="where the spaces are made")
    parser.add_argument("--embedder")
    parser.add_argument("--rounds", action="store_true", help="let the archivists read everything first")
    parser.add_argument("--ways", default="alone,merged")
    parser.add_argument("--json", type=Path, help="a file for every question's figures")
    given = parser.parse_args()
    groups = {path.name: read_folders([path]) for path in given.paths}
    with opened(settings_with(store=given.store, embedder=given.embedder), read_only=False, makes=True) as service:
        found = {way: _asked(service, groups, way == "merged", given.rounds) for way in given.ways.split(",")}
    table = [_row(f"{name}, {way}", answered) for way, named in found.items() for name, answered in named.items()]
    for way, named in found.items():
        table.append(_row(f"all, {way}", [one for answered in named.values() for one in answered]))
    sys.stdout.write(report.table(["percent", "questions", *COLUMNS, "block p50, p95 ms"], table) + "\n")
    if given.json:
        told = {way: {name: as_json(answered) for name, answered in named.items()} for way, named in found.items()}
        given.json.write_text(json.dumps(told))


def _asked(
    service: Service, groups: Mapping[str, Sequence[Folder]], is_merged: bool, rounds: bool
) -> Mapping[str, list[Answered]]:
    knowledge, now = service.knowledge, service.now()
    prepared = {}
    for folder in (folder for folders in groups.values() for folder in folders):
        space = MERGED if is_merged else folder.name
        prepared[folder.name] = prepare(knowledge, folder, rounds=False, now=now, space=space)
    after = max(at for _, at in prepared.values())
    if rounds:
        for folder in (folder for folders in groups.values() for folder in folders):
            prepare(knowledge, folder, rounds=True, now=now, space=MERGED if is_merged else folder.name)

    def each(folders: Sequence[Folder]) -> Iterator[Answered]:
        for folder in folders:
            ids, end = prepared[folder.name]
            space = MERGED if is_merged else folder.name
            at = after if is_merged else end
            yield from answer(knowledge, folder, ids, after=at, budgets_tokens=BUDGETS_TOKENS, space=space)

    return {name: list(each(folders)) for name, folders in groups.items()}


def _row(name: str, answered: Sequence[Answered]) -> Sequence[str]:
    figures = rows(answered)[0].figures
    p50, p95 = latency_ms(answered)
    means = (f"{figures[column].mean:.1f}" for column in COLUMNS)
    return [name, str(len(answered)), *means, f"{p50:.1f}, {p95:.1f}"]


if __name__ == "__main__":
    main()
