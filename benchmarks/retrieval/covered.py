"""How much of what rounds have read a block neither shows nor summarises, and how much it summarises twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from context.exchange import Turn
from context.select.history_cover import is_summary, messages_in
from graph.index.space_index import SpaceIndex
from graph.store.verbs import Label


def uncovered(index: SpaceIndex, turn: Turn, visible: Collection[str]) -> Mapping[str, float]:
    """The parts of the messages that a summary holds and the assistant doesn't see: 0 and 0 is a whole cover."""
    shown = {item.id for item in turn.items}
    summaries = [item.id for item in turn.items if item.label is Label.SUMMARY]
    summaries += [id for id in turn.block.quotes if is_summary(index, id)]
    held = Counter(message for id in summaries for message in messages_in(index, id))
    read = {message for top in index.tops() for message in messages_in(index, top)}.difference(visible)
    count = max(1, len(read))
    return {
        "uncovered": len(read.difference(held, shown)) / count,
        "summarised twice": sum(held[message] > 1 for message in read) / count,
    }
