"""The folder of raw messages and calls has one writer at a time."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from archivists.transcripts.archive import Archive
from archivists.transcripts.chat_messages import message_of
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


def test_a_chunk_that_is_kept_again_is_whole_and_new(tmp_path: Path) -> None:
    """An earlier run has kept it: since then it may have been damaged, or be old enough to go."""
    archive, messages = Archive(tmp_path), [message_of('{"role": "user", "content": "Zanzibar"}')]
    archive.make()
    digest = archive.keep_chunk(messages, before="")
    (path,) = (tmp_path / "chunks").iterdir()
    path.write_bytes(b"{}")
    os.utime(path, times=(0, 0))

    assert archive.keep_chunk(messages, before="") == digest

    kept = archive.chunk(digest)
    assert kept is not None and [message.text for message in kept] == ["Zanzibar"]
    assert path.stat().st_mtime > 0
