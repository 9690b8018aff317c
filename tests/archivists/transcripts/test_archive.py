"""The folder of raw messages and calls has one writer at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from archivists.transcripts.archive import Archive
from graph.errors import BadInput


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    """Two runs at once would number their calls alike and drop each other's replies: the second one is told so."""
    folder = tmp_path / "archive"
    with Archive(folder).locked():
        with pytest.raises(BadInput, match=r"another run writes to .*archive; wait for it"), Archive(folder).locked():
            pytest.fail("both runs write")
        assert (folder / "chunks").is_dir()

    with Archive(folder).locked():
        assert Archive(folder).calls() == []
