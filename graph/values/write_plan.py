"""A write that is being planned: operations, new ids, and the next state of the space's own node."""

from __future__ import annotations

from dataclasses import dataclass, field

from graph.store.verbs import DropNode, Op, PutNode
from graph.values.items import Space


@dataclass(slots=True)
class WritePlan:
    """Operations of one write. `space` is the next state of the space's own node, which is part of each write."""

    space: Space
    next_id: int
    _ops: dict[tuple[str, ...], Op] = field(default_factory=dict)

    def add(self, *ops: Op) -> None:
        """Add operations. A later operation on a node or an edge replaces an earlier one."""
        for op in ops:
            key = (op.id,) if isinstance(op, PutNode | DropNode) else (op.source, op.kind, op.target)
            self._ops[key] = op

    @property
    def ops(self) -> list[Op]:
        """The operations so far."""
        return list(self._ops.values())

    def new_id(self, prefix: str) -> str:
        """A new id in this space: the prefix, which says what it is, and a number that rises."""
        number = self.next_id
        self.next_id += 1
        return f"{prefix}{number:08d}"
