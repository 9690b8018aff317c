"""The picture of the cost curves; needs the `notebooks` extra."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

COLOURS = ("#8c564b", "#1f77b4", "#2ca02c", "#ff7f0e", "#9467bd")


def draw(file: Path, items: Sequence[int], times: Sequence[Mapping[str, Sequence[float]]]) -> None:
    """Medians in milliseconds over items, both by powers of ten."""
    figure = Figure(figsize=(7.6, 3.8), dpi=110, layout="constrained")
    axes = figure.add_subplot()
    for name, colour in zip(times[0], COLOURS, strict=False):
        axes.plot(items, [median(each[name]) for each in times], marker="o", color=colour, label=name)
    axes.set(xscale="log", yscale="log", xlabel="items in the space", ylabel="milliseconds (median)")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.12g}"))
    axes.grid(alpha=0.3)
    figure.legend(loc="outside right upper", frameon=False, fontsize="small")
    figure.savefig(file)
