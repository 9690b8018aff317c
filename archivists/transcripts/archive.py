"""The folder next to the output: raw messages by the digest of their content, the chunks of memories, and the calls.

Everything in it is written whole or not at all, so that a process may be killed at any moment.
"""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import datetime
from itertools import count
from pathlib import Path

from filelock import FileLock, Timeout

from archivists.transcripts.chat_messages import ChatMessage, read_messages
from archivists.transcripts.json_spans import JsonText
from archivists.transcripts.memories import Memory, chunk_start_of, digest_of
from graph.errors import BadInput
from graph.values.call_outcome import CallOutcome
from graph.values.items import ModelCall


class Archive:
    """What earlier passes have kept. One run writes to it at a time: see `locked`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._chunks, self._memories, self._replies = (folder / name for name in ("chunks", "memories", "replies"))
        self._ledger = folder / "calls.jsonl"
        self._numbers = count(1)

    def make(self) -> None:
        """Make the folder, for its owner only. Raises BadInput when it cannot be made."""
        try:
            for folder in (self.folder, self._chunks, self._memories, self._replies):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{self.folder} cannot be made: {error.strerror}; name another folder") from error
        self._numbers = count(sum(1 for _ in self._lines()) + 1)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """The folder is there, and no other run writes to it. Raises BadInput when one does, or it cannot be made."""
        self.make()
        lock = FileLock(self.folder / "lock")  # A process that is killed gives it back.
        try:
            lock.acquire(blocking=False)
        except Timeout as error:
            raise BadInput(
                f"another run writes to {self.folder}; wait for it, or stop it and give its command again"
            ) from error
        try:
            self.make()  # Calls are numbered after those of the run before.
            yield
        finally:
            lock.release()

    def keep_chunk(self, messages: Sequence[ChatMessage], *, before: str) -> str:
        """Keep the raw messages of a chunk; returns their digest, which also depends on what comes before them."""
        raws = ",".join(message.raw for message in messages)
        content = f'{{"before":"{before}","messages":[{raws}]}}'.encode()
        digest = digest_of(content)
        # Also if the file is there: the output replaces these messages, and a damaged or old file has to go.
        _write(self._chunks / f"{digest}.json", content)
        return digest

    def chunk(self, digest: str) -> tuple[ChatMessage, ...] | None:
        """The raw messages of a chunk; None when they are missing. Raises BadInput when somebody has changed them."""
        path = self._chunks / f"{digest}.json"
        if not digest or not path.is_file():
            return None
        content = path.read_bytes()
        if digest_of(content) != digest:
            raise BadInput(f"{path} has been changed since it was written; put it back from a backup")
        text = JsonText(path.name, content)
        return read_messages(text, text.member(text.root, "messages")).messages

    def keep_memory(self, memory: Memory) -> None:
        """Record which chunk a memory is of."""
        _write(self._memories / f"{memory.digest}.json", json.dumps({"chunk": memory.chunk}).encode())

    def find(self, memory: Memory, uuid: str) -> str:
        """The digest of the chunk that a memory is of, by its UUID or else by what it says; "" for an unknown one."""
        if start := chunk_start_of(uuid):
            for path in self._chunks.glob(f"{start}*.json"):
                return path.stem
        path = self._memories / f"{memory.digest}.json"
        found = json.loads(path.read_bytes()) if path.is_file() else {}
        return str(found.get("chunk", ""))

    def kept(self, prompt_hash: str) -> ModelCall | None:
        """See CallBook.kept."""
        path = self._replies / f"{prompt_hash}.json"
        return _call(json.loads(path.read_bytes())) if path.is_file() else None

    def open(self, call: ModelCall) -> ModelCall:
        """See CallBook.open."""
        opened = replace(call, id=f"t{next(self._numbers)}", tokens_out=0)
        self._note(opened)
        return opened

    def close(self, before: ModelCall, after: ModelCall) -> None:
        """See CallBook.close."""
        if after.outcome is CallOutcome.ANSWERED:
            _write(self._replies / f"{after.prompt_hash}.json", json.dumps(_row(after)).encode())
        self._note(replace(after, body=""))

    def calls(self) -> list[ModelCall]:
        """Every call, oldest first, with what came of it."""
        found: dict[str, ModelCall] = {}
        for line in self._lines():
            try:
                call = _call(json.loads(line))
            except ValueError:
                continue  # The process was killed while it wrote this line.
            found[call.id] = call
        return list(found.values())

    def forget_replies(self) -> None:
        """Delete the kept replies: they are not needed any more when the output is written."""
        for path in self._replies.glob("*.json"):
            path.unlink(missing_ok=True)

    def _note(self, call: ModelCall) -> None:
        with self._ledger.open("ab", buffering=0) as file:
            file.write(json.dumps(_row(call)).encode() + b"\n")

    def _lines(self) -> Iterator[bytes]:
        if self._ledger.is_file():
            with self._ledger.open("rb") as file:
                yield from file


def _row(call: ModelCall) -> dict[str, object]:
    return {name: value for name, value in asdict(call).items() if value is not None} | {
        "created_at": call.created_at.isoformat()
    }


def _call(row: dict[str, object]) -> ModelCall:
    created_at = datetime.fromisoformat(str(row["created_at"]))
    outcome = CallOutcome(str(row["outcome"]))
    return ModelCall(**{**row, "created_at": created_at, "outcome": outcome})  # type: ignore[arg-type]


def _write(path: Path, content: bytes) -> None:
    """The file has this content, or is as it was."""
    new = path.with_suffix(".new")
    with new.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
