"""Which summaries and messages stand for the history that the assistant doesn't see, each message at most once."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from graph.index.entries import Entry
from graph.store.verbs import Label


class Forest(Protocol):
    """The trees of summaries over a space's messages, as the index knows them."""

    def entry(self, id: str) -> Entry | None:
        """What the index holds of a node."""

    def above(self, id: str) -> list[str]:
        """The summaries that hold a node, from the nearest to the top."""

    def tops(self) -> list[str]:
        """The summaries that no other holds, in order of time."""

    def children(self, id: str) -> list[str]:
        """What a summary holds directly, in order of time."""

    def loose_messages(self, limit: int) -> list[str]:
        """The newest messages that no summary holds, in order of time."""

    def last_messages(self, limit: int) -> list[str]:
        """The newest messages, whether or not a summary holds them, in order of time."""

    def stale(self) -> list[str]:
        """The summaries and entities that rounds will write anew."""


@dataclass(frozen=True, slots=True)
class HistoryCover:
    """The history outside the visible part, each field in order of time. Its summaries do not hold each other."""

    summaries: tuple[str, ...]  # as few as can be; the lowest may hold visible messages beside others
    messages: tuple[str, ...]  # the newest that no summary holds
    lines: tuple[str, ...]  # the newest, whether or not a summary stands for them
    seen: Mapping[str, int] = field(default_factory=dict)  # summary -> how many of its messages are visible


def cover(forest: Forest, visible: frozenset[str], messages_max: int) -> HistoryCover:
    """The fewest summaries that hold the history outside `visible`, and the newest messages beside them. Pure.

    A summary with visible messages, or one that has lost its text, is replaced by the summaries below it, if any.
    """
    loose = forest.loose_messages(messages_max + len(visible))
    seen = Counter(holder for id in visible.difference(loose) for holder in forest.above(id))
    untold = {id for id in forest.stale() if not tokens_of(forest, id)}
    summaries: list[str] = []
    pending = forest.tops()[::-1]
    while pending:
        id = pending.pop()
        below = forest.children(id) if id in seen or id in untold else ()
        if below and all(is_summary(forest, child) for child in below):
            pending += reversed(below)
        elif not below or not visible.issuperset(below):
            summaries.append(id)
    messages = [id for id in loose if id not in visible]
    lines = [id for id in forest.last_messages(messages_max + len(visible)) if id not in visible]
    return HistoryCover(
        summaries=tuple(summaries),
        messages=tuple(messages[max(0, len(messages) - messages_max) :]),
        lines=tuple(lines[max(0, len(lines) - messages_max) :]),
        seen={id: seen[id] for id in summaries if id in seen},
    )


def messages_in(forest: Forest, id: str) -> Iterator[str]:
    """The messages that a node stands for, oldest first; a message stands for itself."""
    if not is_summary(forest, id):
        yield id
        return
    for child in forest.children(id):
        yield from messages_in(forest, child)


def newest(
    forest: Forest, ids: Sequence[str], tokens_max: int, *, extra_tokens: int, each_tokens_max: int | None = None
) -> tuple[list[str], int]:
    """The longest unbroken run that ends with the newest and fits, by stored lengths; and the tokens left."""
    left = tokens_max
    for kept, id in enumerate(reversed(ids)):
        tokens = tokens_of(forest, id)
        tokens = min(tokens, tokens if each_tokens_max is None else each_tokens_max) + extra_tokens
        if tokens > left:
            return list(ids[len(ids) - kept :]), left
        left -= tokens
    return list(ids), left


def is_summary(forest: Forest, id: str) -> bool:
    """Whether this node is a summary, not a message."""
    entry = forest.entry(id)
    return entry is not None and entry.label is Label.SUMMARY


def tokens_of(forest: Forest, id: str) -> int:
    """The length of a node's text."""
    entry = forest.entry(id)
    return entry.tokens if entry else 0
