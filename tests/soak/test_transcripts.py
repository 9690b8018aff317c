"""A conversation of 400,000 tokens, compressed three times while it grows, by models behind real HTTP."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from archivists.transcripts.memories import frames
from graph.text.tokens import count_tokens
from tests.archivists.transcripts.making import chat_of, export_of, message, plain
from tests.archivists.transcripts.witness_server import WitnessServer

DATA = "TRANSCRIPT_CHATS"
"""Names a folder of BEAM's chats (1/chat.json, 2/chat.json, …); it is not part of the project."""

PROGRAM = "from api.cli import main; main()"
CHATS = 4
TAIL = 30_000

Messages = list[dict[str, Any]]


def talk_of(folder: Path) -> Iterator[dict[str, object]]:
    """The messages of several chats as one, made as TypingMind has them."""
    number = 0
    for chat in range(1, CHATS + 1):
        for batch in json.loads((folder / f"{chat}/chat.json").read_text()):
            for turn in batch["turns"]:
                for line in turn:
                    yield message(number, line["role"], line["content"])
                    number += 1


def compress(source: Path, target: Path, url: str, *more: str) -> str:
    """What the command says."""
    command = [sys.executable, "-c", PROGRAM, "compress", str(source), "-o", str(target), *more]
    environment = {**os.environ, "OPENAI_API_BASE": url, "OPENAI_API_KEY": "none"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=1800)
    assert done.returncode == 0, done.stderr
    return done.stdout


def messages_in(path: Path) -> Messages:
    """The messages of the one chat."""
    found: Messages = json.loads(path.read_text())["data"]["chats"][0]["messages"]
    return found


def tokens(messages: Messages) -> int:
    """About how many tokens they have."""
    return sum(count_tokens(plain(each["content"])) for each in messages)


@pytest.mark.soak
@pytest.mark.llm
@pytest.mark.timeout(3600)
@pytest.mark.skipif(DATA not in os.environ, reason=f"{DATA} names no folder of chats")
def test_three_passes(tmp_path: Path) -> None:
    """After each pass: frames once, pairs whole, live messages untouched, every raw message recoverable."""
    # ACCEPTANCE 4.3, 4.5, 4.12, 4.15, 4.16, 4.17, 4.20
    whole = list(talk_of(Path(os.environ[DATA])))
    server = WitnessServer()
    names = ("--agent", "openai/agent", "--manager", "openai/manager", "--yes")
    head: Messages = []
    begun = 0
    with server.serving():
        for number, share in enumerate((0.5, 0.75, 1.0), start=1):
            raw = whole[: int(len(whole) * share)]
            source, out, back = (tmp_path / f"{name}{number}.json" for name in ("in", "out", "back"))
            source.write_text(export_of(chat_of([*head, *raw[begun:]])))
            asked = len(server.requests)

            told = compress(source, out, server.url, *names)
            compress(out, back, server.url, "--restore")

            found = messages_in(out)
            opening, closing = frames()
            texts = [plain(each["content"]) for each in found]
            assert texts.count(opening) == texts.count(closing) == 1 and texts[0] == opening
            memories, odd = divmod(texts.index(closing) - 1, 6)
            live = found[2 + 6 * memories :]
            assert odd == 0 and live == raw[len(raw) - len(live) :]
            assert live[0]["role"] == "user" and 26_000 < tokens(live) < TAIL + 4_000
            assert messages_in(back) == raw
            head, begun = found, len(raw)
            calls = server.requests[asked:]
            print(  # noqa: T201 What the pass took, for `pytest -s`.
                f"pass {number}: {tokens(raw):,} tokens raw, {tokens(found):,} out, {memories} memories, "
                f"{len(calls)} calls, {len(calls) / memories:.2f} a memory, "
                f"{shared_prefix(calls):.0%} of the agent's prompts stood in the one before; {told.splitlines()[-1]}"
            )


def shared_prefix(requests: list[dict[str, Any]]) -> float:
    """How much of each prompt of the agent is the beginning of the one before it."""
    prompts = [json.dumps(each["messages"]) for each in requests if each["model"] == "agent"]
    shared = sum(same_beginning(*pair) for pair in pairwise(prompts))
    return shared / sum(map(len, prompts))


def same_beginning(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
