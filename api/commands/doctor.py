"""`remembrancer doctor`: whether what the service stands on is in order, and what to do if not."""

from __future__ import annotations

import json
import platform
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter
from typing import Annotated, Literal

import typer
from rich.table import Table
from rich.text import Text

from api.commands.opening import StoreOption, opened, settings_with
from api.commands.printing import out, plural, progress, say, when
from api.settings import Settings
from graph.embedders import open_embedder
from graph.errors import RemembrancerError
from graph.items import Space
from graph.knowledge import KnowledgeGraph
from graph.leases import ATTEMPTS_MAX, is_set_aside
from graph.stores.sqlite_report import ENGINE, path_of, report_on

DISK_FREE_BYTES_MIN = 100 * 1024**2  # SQLite needs room for its log before it can write anything.
DISK_FREE_BYTES_LOW = 1024**3
EXTRAS = ("sentence-transformers", "litellm", "pandas")
"""One package that tells each extra: embeddings, llm, notebooks."""

State = Literal["ok", "note", "wrong"]
STYLES: dict[State, str] = {"ok": "green", "note": "yellow", "wrong": "bold red"}


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str
    state: State
    text: str


def run(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object, for a program.")] = False,
    store: StoreOption = None,
) -> None:
    """Check store, spaces, embedder, disk and versions. Ends with exit code 1 if something is wrong."""
    settings = settings_with(store=store)
    with progress("Looking", None):
        checks = list(examine(settings))
    is_well = all(check.state != "wrong" for check in checks)
    if as_json:
        say(json.dumps({"is_well": is_well, "checks": [asdict(check) for check in checks]}, ensure_ascii=False))
    else:
        _show(checks)
    if not is_well:
        raise typer.Exit(1)


def examine(settings: Settings) -> Iterator[Check]:
    """Every check, from the program down to each space."""
    yield Check("versions", "ok", _versions())
    yield Check("extras", "ok", ", ".join(_installed(name) for name in EXTRAS))
    keys = len(settings.api_keys)
    yield Check("address", "ok", f"{settings.host}, port {settings.port}, {plural(keys, 'key') if keys else 'no keys'}")
    path = path_of(settings.store)
    if path is None:
        yield Check("store", "note", "in memory: nothing lasts")
    else:
        yield _disk(path)
        yield from _store(path)
    yield _embedder(settings)
    if path is not None and path.is_file():
        yield from _spaces(settings)


def _versions() -> str:
    return f"Remembrancer {version('remembrancer')}, Python {platform.python_version()}, {ENGINE}, {platform.system()}"


def _installed(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"{package} not installed"


def _disk(path: Path) -> Check:
    folder = next(parent for parent in path.parents if parent.is_dir())
    free = shutil.disk_usage(folder).free
    text = f"{_size(free)} free at {folder}"
    if free < DISK_FREE_BYTES_MIN:
        return Check("disk", "wrong", f"{text}; a store needs at least {_size(DISK_FREE_BYTES_MIN)}")
    return Check("disk", "note" if free < DISK_FREE_BYTES_LOW else "ok", text)


def _store(path: Path) -> Iterator[Check]:
    if not path.exists():
        yield Check("store", "note", f"{path} is not there yet; the first command that writes makes it")
        return
    try:
        found = report_on(path)
    except RemembrancerError as error:
        yield Check("store", "wrong", str(error))
        return
    if found.damage is not None:
        yield Check("store", "wrong", f"{path} is damaged ({found.damage}); put a backup in its place")
    elif not found.is_writable:
        yield Check("store", "wrong", f"{path} cannot be written; check the rights of the file and its folder")
    else:
        yield Check("store", "ok", f"{path}, {_size(found.size_bytes)}, whole")
    yield Check("schema", "ok", f"version {found.schema}")
    yield Check("lock", "ok", "a service or a command is writing now" if found.is_being_written else "free")


def _embedder(settings: Settings) -> Check:
    """The embedder, tried on one text: a model that is named may still be missing."""
    try:
        embedder = open_embedder(settings.embedder)
        if embedder is None:
            return Check("embedder", "ok", "none: search by words")
        started = perf_counter()
        embedder.embed(["A text to try it on."])
        seconds = perf_counter() - started
        embedder.close()
    except RemembrancerError as error:
        return Check("embedder", "wrong", str(error))
    return Check("embedder", "ok", f"{embedder.id}, first text in {seconds:.1f} s")


def _spaces(settings: Settings) -> Iterator[Check]:
    try:
        with opened(settings, read_only=True) as service:
            names = service.knowledge.spaces()
            yield Check("spaces", "ok", f"{len(names):,}")
            for name in names:
                yield from _space(service.knowledge, name)
    except RemembrancerError as error:
        yield Check("spaces", "wrong", str(error))


def _space(knowledge: KnowledgeGraph, name: str) -> Iterator[Check]:
    space = knowledge.space(name)
    title = f"space {name}"
    try:
        count = len(knowledge.index(name))
        yield Check(title, "ok", f"{plural(space.message_count, 'message')}, {plural(count, 'item')}")
    except RemembrancerError as error:
        yield Check(title, "wrong", str(error))
    if space.attempts:
        yield Check(title, "wrong", _failing(space))


def _failing(space: Space) -> str:
    text = f"its round has failed {plural(space.attempts, 'time')}: {space.last_error}"
    if is_set_aside(space):
        return f"{text}; set aside after {ATTEMPTS_MAX}, start it with remembrancer round {space.name}"
    return text + (f"; next try at {when(space.retry_at)}" if space.retry_at else "")


def _size(count: int) -> str:
    """1.5 MB."""
    amount = float(count)
    for unit in ("bytes", "KB", "MB", "GB"):
        if amount < 1024 or unit == "GB":
            break
        amount /= 1024
    return f"{amount:,.0f} {unit}" if unit == "bytes" or amount >= 100 else f"{amount:.1f} {unit}"


def _show(checks: Iterable[Check]) -> None:
    drawn = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    drawn.add_column(no_wrap=True)
    drawn.add_column(no_wrap=True)
    drawn.add_column(overflow="fold")
    for check in checks:
        drawn.add_row(Text(check.state, style=STYLES[check.state]), check.name, Text(check.text))
    out.print(drawn)
