"""A pass over a chat: memories in the place of what they tell, made as the design says, and everything else as it was."""

from __future__ import annotations

import json
from pathlib import Path

from archivists.transcripts.json_spans import JsonText
from archivists.transcripts.memories import frames
from tests.archivists.transcripts.making import Bench, chat_of, export_of, message, question, talk, texts_of


def written(folder: Path, text: str, name: str = "in.json") -> Path:
    """A file of this text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_layout(tmp_path: Path) -> None:
    """Memories of six messages stand between two frames, before what is live."""
    # ACCEPTANCE 4.5
    messages = talk(0, 40)
    bench = Bench(tmp_path)

    out = bench.compress(written(tmp_path, export_of(chat_of(messages))), tmp_path / "out.json")

    found = texts_of(out)
    count = bench.passes[0].progress.chunks
    assert count > 3
    opening, closing = frames()
    assert found[0] == ("user", opening) and found[1 + 6 * count] == ("user", closing)
    assert [role for role, _ in found[1 : 1 + 6 * count]] == ["user", "assistant"] * 3 * count
    for name, (_, text) in zip(["quote", "perspective", "refine"] * count, found[1 : 1 + 6 * count : 2], strict=True):
        assert text.startswith(question(name)) and text.endswith("</context_manager>")
    live = json.loads(out.read_text())["data"]["chats"][0]["messages"][2 + 6 * count :]
    assert live == messages[-len(live) :]
