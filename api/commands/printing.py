"""How commands speak: text and tables on stdout, and progress on stderr where a person looks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

import typer
from rich.console import Console
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
    """A line on stdout as it is: not wrapped, not coloured; on stderr where stdout is a file's."""
    typer.echo(text, err=to_stderr)


def when(at: datetime) -> str:
    """A time to the minute, in UTC: 2026-06-14 09:31."""
    return f"{at:%Y-%m-%d %H:%M}"


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


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: Sequence[int] = ()) -> None:
    """Rows under headings; the columns in `numbers` stand to the right, and only the last one is wrapped."""
    _print_table(headings, rows, numbers, wrapped=len(headings) - 1)


def listing(headings: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: Sequence[int] = ()) -> None:
    """One line a row: cut to the width of a terminal, whole and between tabs for a file or another program.

    On a terminal the columns in `numbers` stand to the right.
    """
    if not out.is_terminal:
        for row in rows:
            say("\t".join(row))
        return
    _print_table(headings, rows, numbers, wrapped=None)


def _print_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int], *, wrapped: int | None
) -> None:
    drawn = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for at, heading in enumerate(headings):
        drawn.add_column(heading, justify="right" if at in numbers else "left", no_wrap=at != wrapped)
    for row in rows:
        drawn.add_row(*(Text(cell) for cell in row))
    out.print(drawn)


class Bar:
    """A progress bar that can be moved; it draws nothing where nobody looks."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task

    def move(self, done: int, total: int | None = None) -> None:
        """`done` of `total` things are behind us."""
        self._progress.update(self._task, completed=done, total=total)


@contextmanager
def progress(doing: str, total: int | None) -> Iterator[Bar]:
    """A bar on stderr for as long as the block runs; none when stderr is not a terminal."""
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
