"""What is no longer to be told, and the reads that find what is linked with it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from graph.store.verbs import Label, Node, ReadDepth, Store, Value
from graph.text.analysis import word_spans
from graph.values.items import Entity

T = TypeVar("T")

PAGE = 1_000
EDGES_MAX = 1_000_000
"""All edges of a node: whatever a limit left out would not be forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selected:
    """What a target names in a space."""

    messages: frozenset[str]
    replaced: frozenset[str] = frozenset()  # those that are kept, but that another branch stands for
    edited: frozenset[str] = frozenset()  # those that stay where they are, with another text
    returned: frozenset[str] = frozenset()  # messages that were replaced and count again
    persons: frozenset[str] = frozenset()  # entities
    names: tuple[str, ...] = ()  # of the person
    texts: frozenset[str] = frozenset()  # summaries, facts, entities and other notes that are about it
    expired: frozenset[str] = frozenset()  # those of them whose time is over: nothing is read again to find them
    words: frozenset[str] = frozenset()  # terms that nothing that stays has (graph.forgetting.miscited)


def pages(
    store: Store,
    space: str,
    label: Label,
    where: dict[str, Value] | None = None,
    order: str = "id",
    *,
    after: tuple[Value, str] | None = None,
    reading: ReadDepth = ReadDepth.HEAD,
) -> Iterator[Node]:
    """Every node of a label whose properties equal `where`, in order, after this key. One read for each PAGE."""
    name = order.removeprefix("-")
    while nodes := store.find(space, label, where, order=order, after=after, limit=PAGE, reading=reading):
        yield from nodes
        if len(nodes) < PAGE:
            return
        after = (None if name == "id" else nodes[-1].properties[name], nodes[-1].id)


def batches(things: Iterable[T], size: int) -> Iterator[list[T]]:
    """The things, `size` of them at a time. Python has this from 3.12 on."""
    rest = iter(things)
    while batch := [*islice(rest, size)]:
        yield batch


def read_nodes(store: Store, space: str, ids: Collection[str], reading: ReadDepth = ReadDepth.BODY) -> Iterator[Node]:
    """Those of the nodes that exist, sorted by their ids. One read for each PAGE."""
    for batch in batches(sorted(ids), PAGE):
        yield from store.nodes(space, batch, reading).values()


def says(text: str, name: str) -> bool:
    """Whether the text has the name, word by word; case and accents do not count. Pure."""
    words, wanted = [word for word, _, _ in word_spans(text)], [word for word, _, _ in word_spans(name)]
    length = len(wanted)
    return bool(wanted) and any(words[at : at + length] == wanted for at in range(len(words) - length + 1))


def entity_names(entity: Entity) -> tuple[str, ...]:
    """The name of an entity, then its aliases."""
    return (entity.name, *entity.aliases)
