"""The tools that `remembrancer mcp` offers over the Model Context Protocol. They use the client."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from http import HTTPStatus
from importlib.metadata import version
from typing import TYPE_CHECKING, TypeVar

from graph.text.search_terms import terms
from graph.text.sentences import sentences
from remembrancer_client import AsyncMemory, Item, ServiceError

if TYPE_CHECKING:
    from mcp.server import MCPServer

T = TypeVar("T")
Tool = Callable[..., Awaitable[str]]

CHAT = "mcp"
"""The chat that holds what is remembered this way."""

NO_TEXT = "Nothing is kept: the text is empty."
NOTHING = "Nothing is known that has to do with that."

WHICH_PART = "Which sentence? Give its words behind the id; to delete all of it, call `forget` with its id."
WHICH = "Which one? Name its id, or the whole line of key info."
CUT = "To keep some of it, name single `messages`, or take facts back with `correct`."

ID = re.compile(r"[a-z]\d+")
CHOICES_MAX = 5
ALIKE = 0.8
"""Items with this part of the best one's score may be meant as well."""

NEIGHBOURS_MAX = 20
"""The most that `explain` lists: a well-known entity may have a thousand messages."""

INSTRUCTIONS = (
    "Long-term memory. Call `context` with the user's message before you answer it. Call `remember` when the user says "
    "something that will matter in later conversations. `recall` finds single items with their ids, for `explain`, "
    "`correct` and `forget`."
)


class MemoryTools:
    """The tools of one space. Each answers with text for a model; what fails raises the client's ServiceError."""

    def __init__(self, memory: AsyncMemory) -> None:
        self._memory = memory

    async def remember(self, text: str, speaker: str = "", expires_at: str = "") -> str:
        """Keep what the user said that will matter later, in the user's words. `speaker` is their name.

        `expires_at` is when it is forgotten, if the user wants that, such as 2026-03-15T00:00:00Z.
        """
        said = {"role": "user", "content": text, **({"name": speaker} if speaker else {})}
        said |= {"expires_at": expires_at} if expires_at else {}
        stored = await self._memory.add([said], chat=CHAT)
        if stored.messages[0] is None:
            return NO_TEXT
        return f"Kept as {stored.messages[0]}." if stored.new else f"Known already, as {stored.messages[0]}."

    async def recall(self, question: str, limit: int = 10) -> str:
        """Find what is remembered about a question or a name: facts, people, what was said; each with id and date."""
        found = await _if_any(self._memory.search(question, limit=max(1, limit)))
        return "\n".join(_line_of(item) for item in found or ()) or NOTHING

    async def context(self, question: str, budget_tokens: int = 1024) -> str:
        """Get everything that helps to answer a message, as one text. It is for this answer only."""
        asked = self._memory.turn(query=question, visible=0, budget_tokens=budget_tokens, record=False)
        turn = await _if_any(asked)
        return turn.text if turn is not None and turn.text else NOTHING

    async def explain(self, id: str) -> str:
        """Tell where an item comes from, by its id: its sources, what changed it, what it is tied to."""
        told = await self._memory.item(id)
        past, its = told["history"], told["item"]
        item = Item(id, told["label"], told["version"], its)
        lines = [_line_of(item), f"Made {str(past['created_at'])[:10]} by {its.get('author') or 'a message'}"]
        if its.get("valid_to"):
            lines.append(f"Held until {its['valid_to'][:10]}: {its['reason'] or ''}")
        if past["superseded_by"]:
            lines.append(f"Superseded by {', '.join(past['superseded_by'])}")
        lines += [f"Change {each['id']}: {each['what']} {each['why']}".rstrip() for each in past["changes"]]
        lines += [
            f"{'->' if each['direction'] == 'out' else '<-'} {each['kind']} {each['id']} {each['name']}"
            for each in told["neighbours"][:NEIGHBOURS_MAX]
        ]
        return "\n".join(lines)

    async def correct(self, what: str, text: str = "", why: str = "") -> str:
        """Correct a fact, a line of key info or what was remembered, by its id or its words.

        Without `text` it is taken back: it is not true, and never was. Of what was remembered in several sentences,
        only the one with the words is corrected; an id may have such words behind it.
        """
        if what in (lines := await self._key_info()):
            await self._memory.unpin(what, by=CHAT, why=why)
            if text:
                await self._memory.pin(text, by=CHAT, why=why)
            return f"Done: {text or 'taken out of key info'}."
        id, _, words = what.partition(" ")
        if ID.fullmatch(id):
            what, item = id, await self._memory.item(id)
            label, held = item["label"], item["item"]
        else:
            found = await _if_any(self._memory.search(what, label=["Fact", "Message"], limit=CHOICES_MAX)) or []
            alike = [each for each in found if each.score >= found[0].score * ALIKE]
            if len(alike) != 1:
                listed = [*map(_line_of, found), *(line for line in lines if what.casefold() in line.casefold())]
                return "\n".join([WHICH, *listed]) if listed else NOTHING
            words = what
            what, label, held = alike[0].id, alike[0].label, alike[0].item
        if label == "Message" and held["chat"] == CHAT:
            parts = [held["body"][first:last] for first, last in sentences(held["body"])]
            if len(parts) > 1:
                if (meant := _closest(parts, words)) is None:
                    return "\n".join([f"{what} says more. {WHICH_PART}", *map(str.strip, parts)])
                parts[meant : meant + 1] = [text] if text else []
                said = {"role": held["role"], "name": held["sender"], "replaces": what}
                said |= {"content": " ".join(map(str.strip, parts)), "expires_at": held.get("expires_at")}
                await self._memory.add([said], chat=CHAT)
                return f"Edited: {what} says now: {said['content']}"
            await self._memory.forget(messages=[what])
            return f"Gone: {what}. " + (await self.remember(text, held["sender"]) if text else "")
        if text:
            done = await self._memory.edit_fact(what, text=text, by=CHAT, why=why)
        else:
            done = await self._memory.withdraw_fact(what, by=CHAT, why=why)
        changes = ", ".join(done.changes) or "none, it was so already"
        logged = (await self._memory.item(what))["history"]["changes"]
        told = [each["what"] for each in logged if each["id"] in done.changes]
        return " ".join((f"Done: {done.id}, change {changes}.", *told))

    async def forget(self, messages: list[str] | None = None, person: str | None = None, is_sure: bool = False) -> str:
        """Delete messages, by their ids, or all about a person, for good. Without `is_sure`, only say what would go."""
        gone = await self._memory.forget(messages=messages or (), person=person, dry_run=not is_sure)
        counts = ", ".join(f"{count} {label}" for label, count in gone.counts.items()) or "nothing"
        if is_sure:
            return f"Gone: {counts}."
        items = [await self._memory.item(id) for id in gone.ids if id[0] in "mf"][:NEIGHBOURS_MAX]
        told = [_line_of(Item(each["id"], each["label"], each["version"], each["item"])) for each in items]
        return "\n".join((f"Would go: {counts}.", *told, *([CUT] if told else ())))

    async def _key_info(self) -> list[str]:
        found = await _if_any(self._memory.items(label="KeyInfo")) or []
        return [line for each in found for line in each.item["lines"]]


def server_of(memory: AsyncMemory) -> MCPServer:
    """A server with the tools of this memory. The caller runs it, and closes the memory."""
    from mcp.server import MCPServer  # noqa: PLC0415
    from mcp.server.mcpserver.exceptions import ToolError  # noqa: PLC0415
    from mcp.types import ToolAnnotations  # noqa: PLC0415

    server = MCPServer("remembrancer", instructions=INSTRUCTIONS, version=version("remembrancer"), log_level="WARNING")

    def telling(tool: Tool) -> Tool:
        @wraps(tool)
        async def run(**arguments: object) -> str:
            try:
                return await tool(**arguments)
            except ServiceError as error:
                raise ToolError(str(error)) from error  # A model is told nothing about other errors.

        return run

    tools = MemoryTools(memory)
    reading: Sequence[Tool] = (tools.context, tools.recall, tools.explain)
    for tool in (*reading, tools.remember, tools.correct, tools.forget):
        hints = ToolAnnotations(read_only_hint=tool in reading, destructive_hint=tool == tools.forget)
        server.add_tool(telling(tool), annotations=hints, structured_output=False)
    return server


def _closest(parts: Sequence[str], asked: str) -> int | None:
    """The place of the one sentence that shares most words with what was asked; None unless there is one."""
    wanted = set(terms(asked))
    shared = [len(wanted.intersection(terms(part))) for part in parts]
    most = max(shared)
    return shared.index(most) if most and shared.count(most) == 1 else None


async def _if_any(asked: Awaitable[T]) -> T | None:
    """The answer; None if there is no space because nothing was remembered yet."""
    try:
        return await asked
    except ServiceError as error:
        if error.status != HTTPStatus.NOT_FOUND:
            raise
        return None


def _line_of(item: Item) -> str:
    held = item.item
    text = " ".join((f"{held['sender']}: {item.text}" if item.label == "Message" else item.text).split())
    day = str(held.get("sent_at") or held.get("created_at") or "")[:10]
    kind = held.get("kind") or held.get("type") or ""
    status = held.get("status") or ""
    told = [each for each in (item.label, kind, status, day) if each]
    return f"{item.id} ({', '.join(told)}) {text}"
