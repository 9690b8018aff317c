"""The picture of the cost curves, drawn from their table in the docs; needs the `notebooks` extra."""

from __future__ import annotations

import re
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

COLOURS = ("#8c564b", "#1f77b4", "#2ca02c", "#ff7f0e", "#9467bd")
FIRST_WITHOUT_TIMES = "library"


def draw(file: Path, table: str) -> None:
    """Draw medians in milliseconds over items, on logarithmic axes, from the rows of the table that are times."""
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in table.splitlines()]
    head, _, *times = rows
    items = [_first_number(cell) for cell in head[1:]]
    count = next(number for number, row in enumerate(times) if row[0].startswith(FIRST_WITHOUT_TIMES))
    figure, axes = paper()
    for (name, *cells), colour in zip(times[:count], COLOURS, strict=True):
        axes.plot(items, [_first_number(cell) for cell in cells], marker="o", color=colour, label=name)
    axes.set(xscale="log", yscale="log", xlabel="items in the space", ylabel="milliseconds (median)")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.12g}"))
    finish(figure, axes, file)


def paper() -> tuple[Figure, Axes]:
    """An empty picture in the size of the docs."""
    figure = Figure(figsize=(7.6, 3.8), dpi=110, layout="constrained")
    return figure, figure.add_subplot()


def finish(figure: Figure, axes: Axes, file: Path) -> None:
    """Write the picture, with its grid and legend, to the file."""
    axes.grid(alpha=0.3)
    figure.legend(loc="outside right upper", frameon=False, fontsize="small")
    figure.savefig(file)


def _first_number(cell: str) -> float:
    found = re.match(r"[\d,.]+", cell)
    assert found is not None, cell
    return float(found[0].replace(",", ""))
