"""What the newest block of each chat shows."""

from __future__ import annotations

from collections.abc import Sequence, Set

from graph.store.verbs import Node


class NewestBlocks:
    """The newest block of each chat."""

    def __init__(self) -> None:
        self._newest: dict[str, tuple[int, str, tuple[str, ...]]] = {}  # chat -> created_at, id, shown

    def put(self, node: Node) -> None:
        """Take a block's node; an older one than the chat's newest changes nothing."""
        chat, created_at, shown = (node.properties.get(name) for name in ("chat", "created_at", "shown"))
        born = (created_at if isinstance(created_at, int) else 0, node.id)
        known = self._newest.get(str(chat or ""))
        if known is None or born >= known[:2]:
            self._newest[str(chat or "")] = (*born, shown if isinstance(shown, tuple) else ())

    def chats_of(self, ids: Set[str]) -> list[str]:
        """The chats whose newest block is one of these."""
        return [chat for chat, (_, id, _) in self._newest.items() if id in ids]

    def renew(self, chat: str, newest: Sequence[Node]) -> None:
        """Replace the chat's newest block by the one in `newest`, or by none if that is empty."""
        self._newest.pop(chat, None)
        for node in newest:
            self.put(node)

    def of(self, chat: str) -> tuple[str, ...]:
        """The items that the chat's newest block shows, in its order."""
        return self._newest[chat][2] if chat in self._newest else ()
