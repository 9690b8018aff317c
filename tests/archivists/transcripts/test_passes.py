"""Pass after pass over a chat that grows: nothing raw is lost, and memories are known again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_DNS, uuid5

import pytest

from archivists.transcripts.export_files import read_export, write_export
from archivists.transcripts.memories import frames
from archivists.transcripts.planning import TranscriptPolicy, restored
from graph.errors import BadInput
from tests.archivists.transcripts.making import Bench, chat_of, export_of, message, question, talk, texts_of

Chat = dict[str, Any]


def chats_in(path: Path) -> list[Chat]:
    """The chats of an export."""
    found: list[Chat] = json.loads(path.read_text(encoding="utf-8"))["data"]["chats"]
    return found


def grown(path: Path, first: int, count: int, *, name: str) -> Path:
    """The export with more messages in its chat, as if somebody had gone on talking in it."""
    (chat,) = chats_in(path)
    chat["messages"] += talk(first, count)
    target = path.with_name(name)
    target.write_text(export_of(chat), encoding="utf-8")
    return target


def restore(bench: Bench, source: Path, target: Path) -> Path:
    """The original conversation of an export."""
    export = read_export(source)
    found = {chat: restored(export.text(chat), chat, bench.archive) for chat in export.chats}
    write_export(export, target, {chat: new for chat, new in found.items() if new is not None})
    return target


@pytest.fixture
def first(tmp_path: Path) -> tuple[Bench, Path]:
    """A chat of 40 messages after its first pass."""
    source = tmp_path / "in.json"
    source.write_text(export_of(chat_of(talk(0, 40))), encoding="utf-8")
    bench = Bench(tmp_path)
    return bench, bench.compress(source, tmp_path / "one.json")


def test_passes_over_a_chat_that_grows(tmp_path: Path, first: tuple[Bench, Path]) -> None:
    """Frames stand once, memories stay in order, quotes stay, and after each pass every raw message is there."""
    # ACCEPTANCE 4.5, 4.16, 4.17
    bench, path = first
    quotes = texts_of(path)[2 : 1 + 6 * bench.passes[0].progress.chunks : 6]
    for number in range(1, 4):
        source = grown(path, 40 * number, 40, name=f"grown{number}.json")
        path = bench.compress(source, tmp_path / f"out{number}.json")

        found = texts_of(path)
        count = len(bench.passes[-1].plan.episodes)
        opening, closing = frames()
        assert [text for _, text in found].count(opening) == [text for _, text in found].count(closing) == 1
        assert found[0][1] == opening and found[1 + 6 * count][1] == closing
        told = [text for _, text in found[2 : 1 + 6 * count : 6]]
        assert told[: len(quotes)] == [text for _, text in quotes], "the quote is permanent"
        quotes = found[2 : 1 + 6 * count : 6]
        ids = [each["uuid"] for each in chats_in(path)[0]["messages"]]
        assert len(set(ids)) == len(ids)
        times = [each["createdAt"] for each in chats_in(path)[0]["messages"]]
        assert times == sorted(times)

        whole = restore(bench, path, tmp_path / f"whole{number}.json")
        assert chats_in(whole)[0]["messages"] == talk(0, 40 + 40 * number)
        assert whole.read_text() == export_of(chat_of(talk(0, 40 + 40 * number)))


def test_trailing_memories_are_written_again_from_raw(tmp_path: Path, first: tuple[Bench, Path]) -> None:
    """Those within the tail of the first new chunk; the context manager then knows what came later. Older ones stay."""
    # ACCEPTANCE 4.17
    bench, path = first
    before = chats_in(path)[0]["messages"]
    asked = len(bench.manager.asked)

    out = bench.compress(grown(path, 40, 40, name="grown.json"), tmp_path / "two.json")

    plan = bench.passes[-1].plan
    after = chats_in(out)[0]["messages"]
    assert plan.rewritten == 3 and plan.first == len(plan.layout.memories) - 3 > 0
    kept = 1 + 6 * plan.first
    assert after[:kept] == before[:kept]
    one = slice(kept, kept + 6)
    assert after[one][:2] == before[one][:2], "question and quote"
    assert after[one][3] != before[one][3] and after[one][5] != before[one][5]
    data = json.loads(bench.manager.asked[asked][1].text)
    assert data["later"] and data["later"][0]["text"].startswith("Line ")
    later = json.loads(bench.manager.asked[-1][1].text)
    assert later["later"] == [], "a new chunk is told for the first time"
    purposes = [call.purpose for call in bench.archive.calls()][4 * asked :][:3]
    assert purposes == ["later", "perspective", "summary"]
    told = bench.agent.asked[3 * asked][-1].text
    assert "Since then, this has come up:\n\nTold " in told and told.endswith("</context_manager>")


def test_nothing_new_is_nothing_changed(tmp_path: Path, first: tuple[Bench, Path]) -> None:
    """A pass over its own output costs nothing and changes nothing."""
    # ACCEPTANCE 4.6, 4.16
    bench, path = first
    asked = len(bench.agent.asked)

    again = bench.compress(path, tmp_path / "again.json")

    assert again.read_bytes() == path.read_bytes() and len(bench.agent.asked) == asked


def test_without_the_archive(tmp_path: Path, first: tuple[Bench, Path]) -> None:
    """It is an error that says so; or old memories stay as they are, and new ones are added."""
    # ACCEPTANCE 4.16, 4.17
    _, path = first
    source = grown(path, 40, 40, name="grown.json")
    elsewhere = tmp_path / "elsewhere"

    with pytest.raises(BadInput, match=r"does not have the messages that a memory was made of.*`archive`.*`keep_old`"):
        Bench(elsewhere).compress(source, tmp_path / "none.json")
    with pytest.raises(BadInput, match="`archive`"):
        restore(Bench(elsewhere), path, tmp_path / "none.json")
    policy = TranscriptPolicy(chunk_tokens=100, tail_tokens=300, live_tokens=300, keeps_old=True)
    bench = Bench(elsewhere, policy)
    out = bench.compress(source, tmp_path / "kept.json")

    old = len(bench.passes[0].plan.layout.memories)
    assert old and bench.passes[0].plan.rewritten == 0
    assert chats_in(out)[0]["messages"][: 1 + 6 * old] == chats_in(path)[0]["messages"][: 1 + 6 * old]
    assert len(bench.agent.asked) == 3 * bench.passes[0].plan.new


def test_memories_with_other_ids_are_known_by_what_they_say(tmp_path: Path, first: tuple[Bench, Path]) -> None:
    """A chat that was copied may have new UUIDs; the record knows its memories all the same."""
    # ACCEPTANCE 4.16
    bench, path = first
    (chat,) = chats_in(path)
    for each in chat["messages"]:
        each["uuid"] = str(uuid5(NAMESPACE_DNS, each["uuid"]))
    path.write_text(export_of(chat))

    whole = restore(bench, path, tmp_path / "whole.json")

    assert [each["content"] for each in chats_in(whole)[0]["messages"]] == [each["content"] for each in talk(0, 40)]


def test_memories_that_somebody_has_edited_are_known_by_their_ids(tmp_path: Path, first: tuple[Bench, Path]) -> None:
    """What a person made of a memory is kept, and its messages are found."""
    # ACCEPTANCE 4.16
    bench, path = first
    path.write_text(path.read_text().replace("Told ", "Edited "))

    whole = restore(bench, path, tmp_path / "whole.json")

    assert chats_in(whole)[0]["messages"] == talk(0, 40)


def test_live_messages_that_quote_tags_are_no_memories(tmp_path: Path) -> None:
    """Neither a message in tags nor a row of them without frames is taken for a memory."""
    # ACCEPTANCE 4.16
    fake = [
        message(n, text=text)
        for n, text in enumerate(
            ["<system>memories follow</system>", "ok", *([question("quote") + "</context_manager>", "ok"] * 3)]
        )
    ]
    source = tmp_path / "in.json"
    source.write_text(export_of(chat_of([*fake, *talk(8, 40)])))
    bench = Bench(tmp_path)

    out = bench.compress(source, tmp_path / "out.json")

    assert not bench.passes[0].plan.layout.memories
    assert chats_in(restore(bench, out, tmp_path / "whole.json"))[0]["messages"] == [*fake, *talk(8, 40)]


def test_broken_rows_of_memories_are_refused(tmp_path: Path, first: tuple[Bench, Path]) -> None:
    """A frame that is gone, or a memory of which a message is gone, is not guessed around."""
    bench, path = first
    (chat,) = chats_in(path)
    for number in (0, 9):
        broken = [each for place, each in enumerate(chat["messages"]) if place != number]
        path.write_text(export_of(chat | {"messages": broken}))

        with pytest.raises(BadInput, match=r"messages\[\d+\]: found a memory, expected it in a row of whole memories"):
            bench.compress(path, tmp_path / "none.json")


def test_an_archive_that_was_changed_is_refused(tmp_path: Path, first: tuple[Bench, Path]) -> None:
    """Chunks are kept under the digest of what they hold."""
    bench, path = first
    for file in (tmp_path / "archive/chunks").iterdir():
        file.write_text(file.read_text().replace("kettle", "bottle"))

    with pytest.raises(BadInput, match="has been changed since it was written"):
        restore(bench, path, tmp_path / "none.json")
