"""Chats made for tests, and the models that write memories of them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path

from archivists.models.paid_replies import AskingPolicy, Teller
from archivists.models.provider import Failure, PromptMessage, Reply, Request
from archivists.transcripts.archive import Archive
from archivists.transcripts.compressing import ChatPass, Writers
from archivists.transcripts.export_files import Export, read_export, write_export
from archivists.transcripts.memories import words
from archivists.transcripts.planning import ChatPlan, TranscriptPolicy, plan_chat

NOW = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
START = datetime(2026, 1, 1, 12, tzinfo=UTC)
SMALL = TranscriptPolicy(chunk_tokens=100, tail_tokens=300, live_tokens=300)
"""Chunks of two pairs of `message`, tails of three chunks."""

PRIMER = "How memory works."
MARKED = re.compile(r"<to_remember>(.*?)</to_remember>", re.DOTALL)


def at(number: int) -> str:
    """When the message of this number was sent."""
    return f"{START + timedelta(minutes=number):%Y-%m-%dT%H:%M:%S}.000Z"


def message(number: int, role: str | None = None, text: str | None = None, **more: object) -> dict[str, object]:
    """A message of about 25 tokens: a user's when its number is even."""
    role = role or ("assistant" if number % 2 else "user")
    text = text or f"Line {number} says that the kettle of house {number * 7} whistles at noon, and nobody minds it."
    content: object = [{"text": text, "type": "text"}] if role == "assistant" else text
    return {"role": role, "uuid": f"u-{number}", "content": content, "createdAt": at(number), **more}


def talk(first: int, count: int) -> list[dict[str, object]]:
    """Messages with these numbers."""
    return [message(number) for number in range(first, first + count)]


def chat_of(messages: Sequence[Mapping[str, object]], **more: object) -> dict[str, object]:
    """A chat with some of the fields that real ones have."""
    return {
        "id": "kx1",
        "model": "claude-test",
        "chatID": "kx1",
        "messages": list(messages),
        "chatTitle": "Kettles",
        "deletedAt": None,
        "tokenUsage": {"totalCostUSD": 69.224},
        "linkedPlugins": [],
        **more,
    }


def export_of(*chats: object) -> str:
    """The text of an export, as TypingMind lays it out."""
    return json.dumps({"data": {"chats": list(chats), "folders": []}}, indent=2, ensure_ascii=False)


@dataclass
class Witness:
    """A model that quotes the beginning of what it is to remember, and says something of its own about the rest."""

    name: str = "claude-test"
    asked: list[tuple[PromptMessage, ...]] = field(default_factory=list)
    fails_after: int | None = None
    quotes: list[str] = field(default_factory=list)  # said instead, first come first

    def complete(self, request: Request) -> Reply | Failure:
        """An answer made of the prompt alone: the same prompt, the same answer."""
        if self.fails_after is not None and len(self.asked) >= self.fails_after:
            raise KeyboardInterrupt
        self.asked.append(request.lines)
        digest = blake2b(repr(request.lines).encode(), digest_size=4).hexdigest()
        question = request.lines[-1].text
        marked = MARKED.findall("\n".join(line.text for line in request.lines[1:]))
        if marked and ("Quote one passage" in question or "word for word" in question):
            said = self.quotes.pop(0) if self.quotes else " ".join(marked[0].split()[:9])
        else:
            said = f"Told {digest}."
        return Reply(text=said, tokens_in=100, tokens_out=10, tokens_cached=40, cost=0.01)


@dataclass
class Bench:
    """A folder with an archive, and two models."""

    folder: Path
    policy: TranscriptPolicy = SMALL
    agent: Witness = field(default_factory=Witness)
    manager: Witness = field(default_factory=lambda: Witness("manager-test"))
    notes: list[str] = field(default_factory=list)
    agent_window: int | None = None
    passes: list[ChatPass] = field(default_factory=list)

    @property
    def archive(self) -> Archive:
        """The archive of all passes."""
        archive = Archive(self.folder / "archive")
        archive.make()
        return archive

    def plan(self, export: Export) -> list[ChatPlan]:
        """What there is to do."""
        plans = (plan_chat(export.text(chat), chat, self.archive, self.policy) for chat in export.chats)
        return [plan for plan in plans if plan]

    def compress(self, source: Path, target: Path) -> Path:
        """One pass over an export."""
        archive = self.archive
        teller = Teller(archive, "test", lambda: NOW, AskingPolicy(), wait=lambda seconds: None)
        writers = Writers(agent=self.agent, manager=self.manager, agent_window=self.agent_window)
        export = read_export(source)
        changed = {}
        for plan in self.plan(export):
            one = ChatPass(plan, archive, teller, writers, policy=self.policy, primer=PRIMER)
            self.passes.append(one)
            changed[plan.chat] = one.run()
            self.notes += one.notes
        write_export(export, target, changed)
        archive.forget_replies()
        return target


def texts_of(path: Path, chat: int = 0) -> list[tuple[str, str]]:
    """Roles and texts of a chat in an export."""
    found = json.loads(path.read_text(encoding="utf-8"))["data"]["chats"][chat]["messages"]
    return [(each["role"], plain(each["content"])) for each in found]


def plain(content: object) -> str:
    """The text of a content."""
    return content if isinstance(content, str) else "".join(part["text"] for part in content)  # type: ignore


def question(name: str) -> str:
    """A question as it stands in a file, up to what is filled in."""
    return f"<context_manager>{words(name).split('{')[0]}"
