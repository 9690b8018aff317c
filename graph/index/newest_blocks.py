"""What the newest block of each chat shows."""

from __future__ import annotations

from collections.abc import Set

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

    def drop(self, ids: Set[str]) -> list[str]:
        """Forget these blocks; returns the chats of which the newest is to be looked up again."""
        chats = [chat for chat, (_, id, _) in self._newest.items() if id in ids]
        for chat in chats:
            del self._newest[chat]
        return chats

    def of(self, chat: str) -> tuple[str, ...]:
        """The items that the chat's newest block shows, in its order."""
        return self._newest[chat][2] if chat in self._newest else ()
