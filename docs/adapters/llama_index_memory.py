"""A block of LlamaIndex's Memory: what is said goes into Remembrancer, and what helps now comes back.

block = RemembrancerBlock(memory=AsyncMemory("http://localhost:8765", space="ada"))
memory = Memory.from_defaults(session_id="chat 1", memory_blocks=[block])
reply = await agent.run("Where does Nil live?", memory=memory)
"""

from llama_index.core.llms import ChatMessage
from llama_index.core.memory import BaseMemoryBlock

from remembrancer_client import AsyncMemory, Unreachable


class RemembrancerBlock(BaseMemoryBlock[str]):
    """Long-term memory beside the messages that the model sees."""

    name: str = "remembrancer"
    memory: AsyncMemory
    budget_tokens: int = 1024

    async def _aget(self, messages: list[ChatMessage] | None = None, session_id: str = "", **_: object) -> str:
        """Store what is new of the visible messages, and get the block for the last one; "" when that fails."""
        seen = _as_sent(messages or [])
        if not seen:
            return ""
        try:
            turn = await self.memory.turn(seen, chat=session_id, budget_tokens=self.budget_tokens)
        except Unreachable:
            return ""  # A memory that fails is no reason not to answer; the messages come again with the next turn.
        return turn.text.strip().removeprefix("<memory>").removesuffix("</memory>")  # LlamaIndex adds these tags.

    async def _aput(self, messages: list[ChatMessage]) -> None:
        """What leaves the visible messages was stored when it was seen."""


def _as_sent(messages: list[ChatMessage]) -> list[dict[str, str]]:
    said = [each for each in messages if each.role.value in ("user", "assistant") and each.content]
    return [{"role": each.role.value, "content": each.content or ""} for each in said]
