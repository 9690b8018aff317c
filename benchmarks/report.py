"""Figures as tables in Markdown, for the terminal and for docs/benchmarks.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.resident import Resident
from benchmarks.series import Series, percentile

DOCS = Path(__file__).parents[1] / "docs" / "benchmarks.md"
END = "<!-- end of figures -->"

BLOCK_RATIO_MAX = 1.6
APPEND_ABOVE_MS_MAX = 2.0
RESIDENT_MB_MAX = 180.0
HELP_SECONDS_MAX = 0.5
SERVE_SECONDS_MAX = 1.0


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured on a space of one size."""

    items_count: int
    messages_count: int
    file_mb: float
    append_seconds: float  # 0 if copies were loaded
    apply_seconds: float
    blocks: Series
    recorded_blocks: Series
    turns: Series
    appends: Series
    shape: str
    cold_ms: Sequence[float]
    library: Resident
    service: Resident


@dataclass(frozen=True, slots=True)
class Startup:
    """How long the program takes to start."""

    help_seconds: float
    serve_seconds: float


def report(all_figures: Sequence[Figures], startup: Startup) -> str:
    """Every table."""
    return "\n\n".join(
        [
            _blocks(all_figures),
            "What one block asks for, on average: "
            + "; ".join(f"at {_size(figures)} items {figures.shape}" for figures in all_figures)
            + ".",
            _appends(all_figures),
            _spaces(all_figures),
            _startup(startup),
        ]
    )


def write(tables: str, docs: Path = DOCS, author: str = "`python -m benchmarks --write`") -> None:
    """Replace the tables that the same author wrote into a page of the docs before."""
    begin = f"<!-- figures: written by {author} -->"
    before, found, rest = docs.read_text(encoding="utf-8").partition(begin)
    if not found:
        raise SystemExit(f"{docs} has no line {begin!r}")
    _, _, behind = rest.partition(END)
    docs.write_text(f"{before}{begin}\n\n{tables}\n\n{END}{behind}", encoding="utf-8")


def _blocks(all_figures: Sequence[Figures]) -> str:
    kinds = (
        ("blocks", "block, nothing written"),
        ("recorded_blocks", "block, kept"),
        ("turns", "message and block, kept"),
    )
    rows = []
    for figures in all_figures:
        for name, title in kinds:
            series: Series = getattr(figures, name)
            rows.append(
                [
                    _size(figures),
                    title,
                    *(f"{percentile(series.ours, share):.1f}" for share in (0.5, 0.95)),
                    *(f"{percentile(series.floor, share):.1f}" for share in (0.5, 0.95)),
                    f"{series.ratio:.2f}",
                ]
            )
    names = ["items", "what", "p50 ms", "p95 ms", "floor p50", "floor p95", f"ratio (goal {BLOCK_RATIO_MAX})"]
    return table(names, rows)


def _appends(all_figures: Sequence[Figures]) -> str:
    rows = [
        [
            _size(figures),
            *(f"{percentile(figures.appends.ours, share):.2f}" for share in (0.5, 0.95)),
            *(f"{percentile(figures.appends.floor, share):.2f}" for share in (0.5, 0.95)),
            f"{figures.appends.above:.2f}",
        ]
        for figures in all_figures
    ]
    above = f"ms above (goal {APPEND_ABOVE_MS_MAX:.0f})"
    return table(["items", "append p50 ms", "p95 ms", "floor p50", "floor p95", above], rows)


def _spaces(all_figures: Sequence[Figures]) -> str:
    rows = [
        [
            _size(figures),
            f"{figures.file_mb:.1f}",
            _rate(figures.messages_count, figures.append_seconds),
            _rate(figures.items_count - figures.messages_count, figures.apply_seconds),
            f"{median(figures.cold_ms):,.0f}",
            f"{figures.library.resident_mb:.0f} ({figures.library.own_mb:.0f})",
            f"{figures.service.resident_mb:.0f} ({figures.service.own_mb:.0f})",
        ]
        for figures in all_figures
    ]
    names = ["items", "file MB", "messages stored/s", "items applied/s", "first block of a cold space ms"]
    memory = f"resident MB (own), goal {RESIDENT_MB_MAX:.0f}"
    return table([*names, f"library: {memory}", f"service: {memory}"], rows)


def _startup(startup: Startup) -> str:
    rows = [
        ["`remembrancer --help`", f"{startup.help_seconds:.2f}", f"{HELP_SECONDS_MAX}"],
        ["`remembrancer serve` until `/health` answers", f"{startup.serve_seconds:.2f}", f"{SERVE_SECONDS_MAX}"],
    ]
    return table(["start", "median s", "goal"], rows)


def table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown, its columns as wide as they must be."""
    widths = [max(len(row[place]) for row in (names, *rows)) for place in range(len(names))]
    lines = [names, ["-" * width for width in widths], *rows]
    return "\n".join(
        f"| {' | '.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))} |" for row in lines
    )


def _rate(count: int, seconds: float) -> str:
    return f"{count / seconds:,.0f}" if seconds else "–"


def _size(figures: Figures) -> str:
    return f"{figures.items_count:,}"
