"""A LangGraph store: builder.compile(store=RemembrancerStore(Memory("http://localhost:8765", space="ada")))."""

import asyncio
import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from langgraph.store.base import BaseStore, GetOp, Op, PutOp, Result, SearchItem, SearchOp

from remembrancer_client import Item, Memory


class RemembrancerStore(BaseStore):
    """A namespace is a chat, and a key the message's own id. `{"text": …}` is kept as text, other values as JSON."""

    supports_ttl = True

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        memory.add([{"role": "system", "content": "-"}])  # Makes the space, and stores nothing.

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Each operation in turn. All but a search with a query read every message of the space."""
        return [self._do(op) for op in ops]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """The same, in a thread."""
        return await asyncio.to_thread(self.batch, [*ops])

    def _do(self, op: Op) -> Result:
        stored = [] if getattr(op, "query", None) else self.memory.items(label="Message", limit=None)
        if isinstance(op, SearchOp):
            messages = self.memory.search(op.query, label="Message", limit=200) if op.query else stored
            size = len(op.namespace_prefix)
            found = [_found(each) for each in messages if _place(each)[0][:size] == op.namespace_prefix]
            return [each for each in found if (op.filter or {}).items() <= each.value.items()][op.offset :][: op.limit]
        kept = {_place(each): each for each in stored}
        if isinstance(op, GetOp):
            return _found(kept[op.namespace, op.key]) if (op.namespace, op.key) in kept else None
        if isinstance(op, PutOp):
            if old := kept.get((op.namespace, op.key)):
                self.memory.forget(messages=[old.id])
            if op.value is not None:
                text = op.value["text"] if [*op.value] == ["text"] else json.dumps(op.value, ensure_ascii=False)
                end = op.ttl and datetime.now(UTC) + timedelta(minutes=op.ttl)
                said = {"role": "user", "content": text, "id": op.key, "expires_at": end}
                self.memory.add([said], chat="/".join(op.namespace))
            return None
        return sorted({namespace for namespace, _ in kept})[op.offset :][: op.limit]


def _place(message: Item) -> tuple[tuple[str, ...], str]:
    return tuple(message.item["chat"].split("/")), message.item["external_id"] or message.id


def _found(message: Item) -> SearchItem:
    value = json.loads(message.text) if message.text.startswith("{") else {"text": message.text}
    at = datetime.fromisoformat(message.item["sent_at"])
    return SearchItem(*_place(message), value, at, at, getattr(message, "score", None))
