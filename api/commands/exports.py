"""`remembrancer export`: writes a space to a file, for another store or for other programs."""

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
from api.exporting import SpaceFormat, exported_lines
from graph.errors import BadInput
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
    started, line = perf_counter(), ""
    with opened(settings_with(store=store), read_only=True) as service, progress(f"Exporting {space}", None) as bar:
        service.knowledge.space(space)
        with _output_file(output) as file:
            for line in exported_lines(service.knowledge.store, space, format, bar.move):
                file.write(line)
    end = decode(line) if format is SpaceFormat.JSONL else None
    told = counts_in_words(end) if isinstance(end, End) else "nodes and edges, as GraphML"
    say(f"{space}: {told} ({perf_counter() - started:.1f} s)", to_stderr=output == STDOUT)


def counts_in_words(end: End) -> str:
    """The counts and the checksum of an export."""
    counts = [plural(end.nodes, "node"), plural(end.edges, "edge"), plural(end.dropped, "tombstone")]
    return f"{', '.join(counts)} up to write {end.seq:,}, sha256 {end.sha256}"


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
