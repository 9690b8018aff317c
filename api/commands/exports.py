"""`remembrancer export`: writes a space to a file, for another store or for other programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import perf_counter
from typing import IO, Annotated

import typer

from api.commands.opening import SpaceArgument, StoreOption, opened, settings_with
from api.commands.printing import plural, progress, say
from api.exporters.graphml import write_graphml
from api.exporters.snapshot import snapshot
from api.transfer_jobs import SpaceFormat
from graph.errors import BadInput
from graph.store.verbs import Store
from graph.transfer.lines import export_space
from graph.transfer.rows import End, decode

STDOUT = "-"


def run(
    space: SpaceArgument,
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="PATH", help="The file, or - for stdout."),
    ],
    format: Annotated[
        SpaceFormat,
        typer.Option("--format", help="jsonl has everything and can be imported; graphml is for other programs."),
    ] = SpaceFormat.JSONL,
    is_forced: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    store: StoreOption = None,
) -> None:
    """Write a space to a file. The result is consistent, even while a service writes to the space.

    jsonl is the whole space with vectors and tombstones, for `remembrancer import` into any store. graphml has its
    nodes and edges, for other programs.
    """
    if output != STDOUT and not is_forced and Path(output).is_file():
        raise BadInput(f"{output} is there already; choose another name, or replace it with --force")
    started = perf_counter()
    with opened(settings_with(store=store), read_only=True) as service:
        write = _write_jsonl if format is SpaceFormat.JSONL else _write_graphml
        told = write(service.knowledge.store, space, output)
    say(f"{space}: {told} ({perf_counter() - started:.1f} s)", to_stderr=output == STDOUT)


def counts_in_words(end: End) -> str:
    """The counts and the checksum of an export."""
    counts = [plural(end.nodes, "node"), plural(end.edges, "edge"), plural(end.dropped, "tombstone")]
    return f"{', '.join(counts)} up to write {end.seq:,}, sha256 {end.sha256}"


def _write_jsonl(store: Store, space: str, output: str) -> str:
    line = ""
    with progress(f"Exporting {space}", None) as bar:
        lines = export_space(store, space, on_progress=bar.move)
        with _output_file(output) as file:
            for line in lines:
                file.write(line)
    end = decode(line)
    assert isinstance(end, End)
    return counts_in_words(end)


def _write_graphml(store: Store, space: str, output: str) -> str:
    with progress(f"Reading {space}", None) as bar:
        found = snapshot(store, space, bar.move)
    with _output_file(output) as file:
        write_graphml(found, space, file)
    return f"{plural(len(found.nodes), 'node')}, {plural(len(found.edges), 'edge')} as of write {found.seq:,}"


@contextmanager
def _output_file(output: str) -> Iterator[IO[str]]:
    """A file to write to. It gets its name only when it is complete, and only its owner can read it."""
    if output == STDOUT:
        file = TextIOWrapper(sys.stdout.buffer, encoding="utf-8", newline="")
        try:
            yield file
            file.flush()
        finally:
            file.detach()
        return
    path = Path(output)
    try:
        with NamedTemporaryFile(
            "w", encoding="utf-8", newline="", dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as kept:
            try:
                yield kept
                kept.close()
                Path(kept.name).replace(path)
            except BaseException:
                Path(kept.name).unlink()
                raise
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}; choose a folder of your own") from error
