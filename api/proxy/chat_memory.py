"""What memory does for a chat that is passed on. Before: a block. After: the reply."""

from dataclasses import dataclass
from secrets import token_hex

from api.http.routes.route_parts import in_space
from api.proxy.chat_body import ChatBody
from api.wiring import Service
from context.exchange import TurnRequest
from context.turn import TurnPlan
from graph.errors import ForgottenMeanwhile, NotFound
from graph.intake.append import NEW_MESSAGES_MAX
from graph.intake.recognise import Line
from graph.store.verbs import Label, ReadDepth
from graph.values.items import Block, Role

KEPT_MAX = 1_000_000
"""An upstream that keeps a chat shows all of it to the assistant."""


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat, and where it is remembered."""

    space: str
    name: str | None  # the caller's; None: it is recognised by its history
    body: ChatBody


@dataclass(frozen=True, slots=True)
class Remembered:
    """A chat, and the block for it."""

    chat: str
    lines: tuple[Line, ...]
    block: Block
    plan: TurnPlan  # what is not stored yet
    is_long: bool  # whether one write cannot store all that is new


class ChatMemory:
    """The memory of one service. Its calls compute or wait for a store, so they belong into threads."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._names: dict[tuple[str, tuple[Line, ...]], str] = {}  # of new chats that are under way

    def before(self, asked: Chat) -> Remembered | None:
        """The chat with its block; None if nothing could be remembered. Makes the space if there is none.

        Raises what a turn raises.
        """
        if not any(asked.body.said):
            return None
        return in_space(self._service, asked.space, lambda: self._planned(asked), is_made=True)

    def store(self, space: str, remembered: Remembered) -> None:
        """Store the new messages and the block. Raises what a turn raises.

        A history that is too long for one write is stored in parts: a client cannot send it so.
        """
        lines, knowledge = remembered.lines, self._service.knowledge
        try:
            if remembered.is_long:
                for stop in range(NEW_MESSAGES_MAX, len(lines) + NEW_MESSAGES_MAX, NEW_MESSAGES_MAX):
                    knowledge.append(space, lines[:stop], chat=remembered.chat, now=self._service.now())
            self._service.commit(remembered.plan)
        except NotFound:  # The space was deleted since. It is not made again for what was said before.
            raise ForgottenMeanwhile(f"space {space!r} was deleted while a chat in it was stored") from None
        finally:
            self.end(space, remembered)

    def after(self, space: str, remembered: Remembered, reply: Line) -> None:
        """Store the reply, unless a history with it has come already. Raises what an append raises."""
        service = self._service
        lines = [*remembered.lines, reply]
        if service.knowledge.append(space, lines, chat=remembered.chat, now=service.now()).new:
            service.wake(space)

    def end(self, space: str, remembered: Remembered) -> None:
        """The same request is a new chat from now on, unless what is stored says otherwise."""
        self._names.pop((space, remembered.lines), None)

    def _planned(self, asked: Chat) -> Remembered:
        service, space = self._service, asked.space
        lines = tuple(filter(None, asked.body.said))
        chat = asked.name or self._continued(asked) or service.knowledge.chat_of(space, lines, now=service.now())
        if chat is None:
            # Blocks see by its ending that it is made up, and do not show it. A request that is sent again while the
            # first is under way is the same chat.
            chat = self._names.setdefault((space, lines), f"chat-{token_hex(6)}")
        known = service.knowledge.recognise(space, lines, chat=chat)
        # While tools are called, the question is still the user's last message.
        question = next((line.body for line in reversed(lines) if line.role is Role.USER), None)
        is_long = known.count(None) > NEW_MESSAGES_MAX
        newest = slice(-NEW_MESSAGES_MAX if is_long else 0, None)  # The assistant sees the others.
        request = TurnRequest(
            space=space,
            lines=lines[newest],
            chat=chat,
            visible=KEPT_MAX if asked.body.is_continued else None,
            query=None if lines[-1].role is Role.USER else question,
            budget_tokens=service.settings.budget_tokens,
        )
        plan = service.plan(request, known[newest])
        return Remembered(chat, lines, plan.turn.block, plan, is_long)

    def _continued(self, asked: Chat) -> str | None:
        """The chat that the upstream keeps, and that the request only goes on with."""
        match asked.body.value("conversation"):
            case str(id) | {"id": str(id)}:
                return id
        if not isinstance(before := asked.body.value("previous_response_id"), str):
            return None
        store = self._service.knowledge.store
        found = store.find(asked.space, Label.MESSAGE, {"external_id": before}, limit=1, reading=ReadDepth.HEAD)
        return str(found[0].properties["chat"]) if found else None
