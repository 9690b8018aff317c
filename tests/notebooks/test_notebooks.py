"""The notebooks run from top to bottom, and what is stored of them can be looked at as it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
BYTES_MAX = 500_000
PICTURE = "image/png"

Cell = dict[str, object]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_stored_notebook_shows_a_whole_run(path: Path) -> None:
    """A reader without Jupyter sees the pictures: every cell was run, once and in order, and none of them failed."""
    cells = _code(json.loads(path.read_text(encoding="utf-8"))["cells"])

    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    assert "error" not in _kinds(cells)
    assert PICTURE in _kinds(cells)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_stored_notebook_is_small_and_the_same_each_time(path: Path) -> None:
    """No time of a run is in it, nor an address in memory, and a clone does not grow by megabytes."""
    text = path.read_text(encoding="utf-8")

    assert len(text.encode()) <= BYTES_MAX
    assert "iopub" not in text
    assert " at 0x" not in text


@pytest.mark.notebooks
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path: Path) -> None:
    """Each cell runs in a fresh kernel, and shows the same kinds of things as what is stored: tables and pictures.

    Not the same figures: those change with the archivists, and `make notebooks` stores them anew.
    """
    from tests.notebooks.running import run  # noqa: PLC0415  The extra is needed by this test alone.

    stored = _code(json.loads(path.read_text(encoding="utf-8"))["cells"])

    cells = _code(run(path)["cells"])

    assert _kinds(cells) == _kinds(stored)


def _code(cells: list[Cell]) -> list[Cell]:
    return [cell for cell in cells if cell["cell_type"] == "code"]


def _kinds(cells: list[Cell]) -> list[str]:
    outputs = [output for cell in cells for output in cell["outputs"]]  # type: ignore[attr-defined]
    return [kind for output in outputs for kind in sorted(output.get("data", {output["output_type"]: ""}))]
