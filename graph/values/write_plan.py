"""A write under way: operations, new ids, and the space's own node, which every write counts on."""

from __future__ import annotations

from dataclasses import dataclass, field

from graph.store.verbs import DropNode, Op, PutNode
from graph.values.items import Space


@dataclass(slots=True)
class WritePlan:
    """A write while it is being put together; `space` is what the space's own node will be."""

    space: Space
    next_id: int
    _ops: dict[tuple[str, ...], Op] = field(default_factory=dict)

    def add(self, *ops: Op) -> None:
        """These operations belong to the write; a later one of the same node or edge takes an earlier one's place."""
        for op in ops:
            key = (op.id,) if isinstance(op, PutNode | DropNode) else (op.source, op.kind, op.target)
            self._ops[key] = op

    @property
    def ops(self) -> list[Op]:
        """The write so far."""
        return list(self._ops.values())

    def new_id(self, prefix: str) -> str:
        """The next id of this space: a letter for what it is, and a number that rises with birth."""
        number = self.next_id
        self.next_id += 1
        return f"{prefix}{number:08d}"
