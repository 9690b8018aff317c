"""A write that is being planned: operations, new ids, and the next state of the space's own node."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from graph.store.verbs import DropNode, Label, Op, PutNode
from graph.values.items import Space

_LETTERS: Final[Mapping[Label, str]] = {
    Label.CONVERSATION: "c",
    Label.MESSAGE: "m",
    Label.SUMMARY: "s",
    Label.ENTITY: "e",
    Label.FACT: "f",
    Label.REFLECTION: "r",
    Label.MEMORY: "g",
    Label.CHANGE: "h",
    Label.CALL: "k",
    Label.RECEIPT: "x",
}
_LABELS: Final = {letter: label for label, letter in _LETTERS.items()}


def label_of(id: str) -> Label | None:
    """The label of a node with an id that was counted; None for any other id."""
    return _LABELS.get(id[:1]) if id[1:].isdecimal() else None


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

    def new_id(self, label: Label) -> str:
        """A new id in this space: a letter, which says what it is, and a number that rises."""
        number = self.next_id
        self.next_id += 1
        return f"{_LETTERS[label]}{number:08d}"
