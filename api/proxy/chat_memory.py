"""What memory does around a chat that is passed on: a block before it, the reply after it."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_hex

from api.http.routes.route_parts import in_space
from api.proxy.chat_body import ChatBody
from api.wiring import Service
from context.exchange import TurnRequest
from graph.intake.recognise import Line
from graph.values.items import Block, Role


@dataclass(frozen=True, slots=True)
class Remembered:
    """A chat whose new messages are stored, and the block for it."""

    chat: str
    lines: tuple[Line, ...]
    block: Block


class ChatMemory:
    """The memory of one service. Its calls compute or wait for a store, so they belong into threads."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def before(self, space: str, chat: str | None, body: ChatBody) -> Remembered | None:
        """The new messages are stored and the block is made; None when there is nothing that could be remembered.

        Makes the space if there is none. `chat` is the caller's name for it; without one it is known by its history.
        Raises what a turn raises.
        """
        lines = body.lines
        if not lines:
            return None
        return in_space(self._service, space, lambda: self._turn(space, chat, lines), is_made=True)

    def after(self, space: str, remembered: Remembered, reply: str) -> None:
        """The reply is stored, unless a history with it has come already. Raises what an append raises."""
        line = Line(role=Role.ASSISTANT, body=reply)
        lines = [*remembered.lines, line]
        service = self._service
        if service.knowledge.append(space, lines, chat=remembered.chat, now=service.now()).new:
            service.wake(space)

    def _turn(self, space: str, chat: str | None, lines: tuple[Line, ...]) -> Remembered:
        service = self._service
        if chat is None:
            chat = service.knowledge.chat_of(space, lines)
        if chat is None:
            chat = f"chat-{token_hex(6)}"  # Blocks know by its end that it is made up, and do not show it.
        # While tools are called, the question stays what the user has asked.
        asked = next((line.body for line in reversed(lines) if line.role is Role.USER), None)
        query = None if lines[-1].role is Role.USER else asked
        request = TurnRequest(
            space=space, lines=lines, chat=chat, query=query, budget_tokens=service.settings.budget_tokens
        )
        return Remembered(chat, lines, service.turn(request).block)
