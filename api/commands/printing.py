"""Output of commands: text and tables on stdout, progress on stderr if it is a terminal."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime

import typer
from pydantic import BaseModel
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

from api.commands.shortening import shortened

NO_SPACES = "There are no spaces yet; remembrancer import makes one."

CELL_LENGTH_MAX = 240
"""How much of a long text a list shows on a terminal: three lines. A pipe gets all of it."""

_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")  # All control characters but tabs and line ends.

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def say(text: str, *, to_stderr: bool = False) -> None:
    """Print a line, not wrapped and not coloured; on stderr if stdout is for data."""
    typer.echo(harmless(text) if (err if to_stderr else out).is_terminal else text, err=to_stderr)


def harmless(text: str) -> str:
    """The text without control characters: messages may have some, and they steer a terminal."""
    return _STEERING.sub("�", text)


def say_json(answer: BaseModel | Mapping[str, object]) -> None:
    """Print an answer as JSON: the same that the service's routes give, where there is such a route."""
    told = answer.model_dump(mode="json") if isinstance(answer, BaseModel) else answer
    say(json.dumps(told, ensure_ascii=False, indent=2))


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


def table(
    headings: Sequence[str],
    rows: Sequence[Sequence[str | Text]],
    *,
    numbers: Sequence[int] = (),
    ids: Sequence[int] = (),
) -> None:
    """Print rows under headings, if there are any. Nothing is cut: what has no room in its column wraps.

    Columns in `numbers` are right-aligned. They and the `ids` wrap only if they need more than half of the width.
    """
    drawn = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", show_header=any(headings))
    for at, heading in enumerate(headings):
        longest = max((len(row[at]) for row in rows if at < len(row)), default=0)
        drawn.add_column(
            heading,
            justify="right" if at in numbers else "left",
            overflow="fold",
            width=min(max(longest, len(heading)), out.width // 2) if at in (*ids, *numbers) else None,
        )
    for row in rows:
        drawn.add_row(*(Text(harmless(cell)) if isinstance(cell, str) else cell for cell in row))
    out.print(drawn)


def listing(headings: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: Sequence[int] = ()) -> None:
    """Print rows that begin with an id: a table on a terminal; for a file or a program one line each, tabs between."""
    if out.is_terminal:
        shown = [(*row[:-1], shortened(row[-1], CELL_LENGTH_MAX)) for row in rows]
        table(headings, shown, numbers=numbers, ids=(0,))
        return
    for row in rows:
        say("\t".join(row))


class Bar:
    """A progress bar. It draws nothing unless stderr is a terminal."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task

    def move(self, done: int, total: int | None = None, *, doing: str | None = None) -> None:
        """`done` of `total` things are finished; `doing` says what is done now."""
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
