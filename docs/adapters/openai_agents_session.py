"""A session of the OpenAI Agents SDK with long-term memory beside it.

session = RemembrancerSession("chat 1", AsyncMemory("http://localhost:8765", space="ada"), SQLiteSession("chat 1"))
config = RunConfig(session_input_callback=session.with_block)
result = await Runner.run(agent, "Where does Nil live?", session=session, run_config=config)
"""

from agents import SessionABC, TResponseInputItem
from agents.memory import Session

from remembrancer_client import AsyncMemory, Unreachable

Items = list[TResponseInputItem]


class RemembrancerSession(SessionABC):
    """The history stays in a session of the SDK, tool calls and all; what is said goes into Remembrancer too."""

    def __init__(self, session_id: str, memory: AsyncMemory, history: Session) -> None:
        self.session_id, self.memory, self.history = session_id, memory, history

    async def with_block(self, history: Items, new: Items) -> Items:
        """The block for this turn, the history, and what is new. Without the service the block is left out."""
        try:
            turn = await self.memory.turn(_said([*history, *new]), chat=self.session_id)
        except Unreachable:
            return [*history, *new]
        block: Items = [{"role": "system", "content": turn.text}] if turn.text else []
        return [*block, *history, *new]

    async def get_items(self, limit: int | None = None) -> Items:
        """The latest of the history."""
        return await self.history.get_items(limit)

    async def add_items(self, items: Items) -> None:
        """Keep what was said. The block was for one turn only."""
        await self.history.add_items([each for each in items if each.get("role") != "system"])
        if said := _said(items):
            await self.memory.add(said, chat=self.session_id)

    async def pop_item(self) -> TResponseInputItem | None:
        """The last item of the history, which loses it."""
        return await self.history.pop_item()

    async def clear_session(self) -> None:
        """The history is empty; what was learned of it stays."""
        await self.history.clear_session()


def _said(items: Items) -> list[dict[str, str]]:
    found = [(each.get("role"), each.get("content")) for each in items]
    texts = [(role, content if isinstance(content, str) else _text(content)) for role, content in found if content]
    return [{"role": str(role), "content": text} for role, text in texts if role in ("user", "assistant") and text]


def _text(parts: object) -> str:
    return "\n".join(str(part["text"]) for part in parts if "text" in part) if isinstance(parts, list) else ""
