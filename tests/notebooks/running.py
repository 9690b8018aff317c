"""Runs notebooks as Jupyter would; `python -m tests.notebooks.running` keeps what they show (`make notebooks`)."""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

FOLDER = Path(__file__).parents[2] / "notebooks"
CELL_SECONDS_MAX = 60


def notebooks() -> list[Path]:
    """Every notebook of the project."""
    return sorted(FOLDER.glob("*.ipynb"))


def run(path: Path) -> NotebookNode:
    """The notebook with what it shows now. Raises CellExecutionError at the first cell that fails."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=CELL_SECONDS_MAX,
        record_timing=False,  # Times would make each run another file.
        resources={"metadata": {"path": str(FOLDER)}},
    )
    client.execute()
    notebook.metadata.language_info = {"name": "python"}  # Whose version it was is nobody's matter.
    return notebook


if __name__ == "__main__":
    for path in notebooks():
        nbformat.write(run(path), path)
