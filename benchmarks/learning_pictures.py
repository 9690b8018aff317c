"""Pictures of what verdicts teach and how steady blocks are; needs the `notebooks` extra."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.picture import finish, paper

Points = Sequence[tuple[float, float]]


def draw_weights(file: Path, blocks: Sequence[int], factors: Mapping[str, Sequence[float]]) -> None:
    """By how much each weight is multiplied after so many judged blocks."""
    figure, axes = paper()
    for place, (term, found) in enumerate(factors.items()):
        axes.plot(blocks, found, marker=".", linestyle=("-", "--", ":")[place // 8], color=f"C{place % 8}", label=term)
    axes.axhline(1.0, color="0.7")
    axes.set(xlabel="judged blocks of a space", ylabel="times the default weight")
    finish(figure, axes, file)


def draw_steadiness(file: Path, fronts: Mapping[str, Sequence[float]], tokens: Sequence[float]) -> None:
    """For each turn, the tokens of its block, and those at its front that equal the block before, byte by byte."""
    figure, axes = paper()
    turns = range(2, len(tokens) + 2)
    axes.plot(turns, tokens, color="0.7", label="tokens of the block")
    for name, found in fronts.items():
        axes.plot(turns, found, marker=".", label=name)
    axes.set(xlabel="turn", ylabel="tokens", ylim=(0, None))
    finish(figure, axes, file)
