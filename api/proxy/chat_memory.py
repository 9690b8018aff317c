"""What memory does for a chat that is passed on. Before: a block, and messages left out for it. After: the reply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from secrets import token_hex

from api.http.routes.route_parts import in_space
from api.proxy.chat_body import ChatBody
from api.proxy.told_history import ChatExchange, older_exchanges, told
from api.wiring import Service
from context.exchange import Turn, TurnRequest
from context.sections.history_sections import RECENT
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
    history_tokens: int | None = None  # the newest that are passed on in any case; None: all
    is_checked: bool = False  # whether a reply that drifts from its block is asked for once more


@dataclass(frozen=True, slots=True)
class Remembered:
    """A chat, and the block for it."""

    chat: str
    lines: tuple[Line, ...]  # all of them, also those that are left out of the request
    block: Block
    left_out: frozenset[int]  # numbers of messages that summaries in the block stand for
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

    def second_try(self, asked: Chat, remembered: Remembered, draft: str) -> Remembered | None:
        """The chat with another block if the reply drifts from its own; None if the reply may go. A drift is logged.

        Raises what a check raises.
        """
        turn = self._service.check_draft(asked.space, remembered.block.id, draft).turn
        if turn is None:
            return None
        known = self._service.knowledge.recognise(asked.space, remembered.lines, chat=remembered.chat)
        older, stand_ins = self._told(asked, known)
        return replace(remembered, block=turn.block, left_out=_left_out(turn, older, stand_ins))

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
        older, stand_ins = self._told(asked, known)
        is_long = known.count(None) > NEW_MESSAGES_MAX
        newest = slice(-NEW_MESSAGES_MAX if is_long else 0, None)  # The assistant sees the others.
        request = TurnRequest(
            space=space,
            lines=lines[newest],
            chat=chat,
            visible=len(lines) - older[-1].lines.stop if older else KEPT_MAX if asked.body.is_continued else None,
            query=None if lines[-1].role is Role.USER else question,
            budget_tokens=service.settings.budget_tokens,
        )
        plan = service.plan(request, known[newest])
        return Remembered(chat, lines, plan.turn.block, _left_out(plan.turn, older, stand_ins), plan, is_long)

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

    def _told(
        self, asked: Chat, known: Sequence[str | None]
    ) -> tuple[Sequence[ChatExchange], Sequence[frozenset[str]]]:
        """The exchanges whose lines are all in summaries, oldest first; for each line, what may stand for it."""
        body, tokens = asked.body, asked.history_tokens
        if tokens is None or not (older := older_exchanges(body, body.said, tokens)):
            return (), ()
        index = self._service.knowledge.index(asked.space)
        above = [index.above(id) if id is not None else [] for id in known]
        stand_ins = [frozenset((id, *ids) if id and ids else ()) for id, ids in zip(known, above, strict=True)]
        return told(older, lambda number: bool(stand_ins[number])), stand_ins


def _left_out(turn: Turn, older: Sequence[ChatExchange], stand_ins: Sequence[frozenset[str]]) -> frozenset[int]:
    """The numbers of the messages that the block of the turn stands for."""
    shown = {item.id for item in turn.items if item.label is Label.SUMMARY or item.section == RECENT.name}
    gone = [each for each in older if each.is_all_said and all(shown & stand_ins[number] for number in each.lines)]
    return frozenset(number for exchange in gone for number in exchange.messages)
