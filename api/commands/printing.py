"""Output of commands: text and tables on stdout, progress on stderr if it is a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

import typer
from rich.console import Console, OverflowMethod
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

NO_SPACES = "There are no spaces yet; remembrancer import makes one."

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def say(text: str, *, to_stderr: bool = False) -> None:
    """Print a line as it is, not wrapped and not coloured; on stderr if stdout is for data."""
    typer.echo(text, err=to_stderr)


def when(at: datetime | None) -> str:
    """The time in UTC, to the minute: 2026-06-14 09:31; "" for none."""
    return f"{at:%Y-%m-%d %H:%M}" if at else ""


def dollars(cost: float | None) -> str:
    """$0.0123, or unknown."""
    return "unknown" if cost is None else f"${cost:.4f}"


def plural(count: int, thing: str) -> str:
    """1 message, 1,234 messages, 2 summaries, 3 near misses."""
    suffix = "es" if thing.endswith("s") else "s"
    many = thing[:-1] + "ies" if thing.endswith("y") else thing + suffix
    return f"{count:,} {thing if count == 1 else many}"


def shortened(text: str, length: int) -> str:
    """The text on one line, at most `length` characters."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"


def table(
    headings: Sequence[str], rows: Sequence[Sequence[str | Text]], *, numbers: Sequence[int] = (), is_cut: bool = False
) -> None:
    """Print rows under headings, if there are any. Columns in `numbers` are right-aligned.

    Only the last column wraps; with `is_cut` not even that one.
    """
    drawn = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", show_header=any(headings))
    for at, heading in enumerate(headings):
        is_whole = is_cut or at < len(headings) - 1
        overflow: OverflowMethod = "ellipsis" if is_whole else "fold"
        drawn.add_column(heading, justify="right" if at in numbers else "left", no_wrap=is_whole, overflow=overflow)
    for row in rows:
        drawn.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
    out.print(drawn)


def listing(headings: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: Sequence[int] = ()) -> None:
    """Print one line per row: cut to the width of a terminal; for a file or a program complete, separated by tabs."""
    if out.is_terminal:
        table(headings, rows, numbers=numbers, is_cut=True)
        return
    for row in rows:
        say("\t".join(row))


class Bar:
    """A progress bar. It draws nothing unless stderr is a terminal."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task

    def move(self, done: int, total: int | None = None, *, doing: str | None = None) -> None:
        """`done` of `total` things are behind us; `doing` says what is done now."""
        self._progress.update(self._task, completed=done, total=total, description=doing)


@contextmanager
def progress(doing: str, total: int | None) -> Iterator[Bar]:
    """A progress bar on stderr while the block runs."""
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as drawn:
        yield Bar(drawn, drawn.add_task(doing, total=total))
