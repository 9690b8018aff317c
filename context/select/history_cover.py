"""Which summaries and messages stand for the history that the assistant doesn't see, each message once at most."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Set
from dataclasses import dataclass
from typing import Protocol

from context.turn_policy import TurnPolicy
from graph.index.space_index import Entry
from graph.store.verbs import Label


class Forest(Protocol):
    """The trees of summaries over a space's messages, as the index knows them."""

    def entry(self, id: str) -> Entry | None:
        """What is known of a node."""

    def above(self, id: str) -> list[str]:
        """The summaries that hold a node, from the nearest to the top."""

    def tops(self) -> list[str]:
        """The summaries that no other holds, in order of time."""

    def children(self, id: str) -> list[str]:
        """What a summary holds directly, in order of time."""

    def loose_messages(self, limit: int) -> list[str]:
        """The newest messages that no summary holds, in order of time."""


@dataclass(frozen=True, slots=True)
class HistoryCover:
    """A choice of parts of which none holds another, each list in order of time."""

    summaries: tuple[str, ...]
    recent: tuple[str, ...]  # the newest messages that nothing else stands for
    older: tuple[str, ...]  # summaries that did not fit, to be shown if there is room
    earlier: tuple[str, ...]  # messages before the recent ones, to be shown if there is room
    tokens: int  # about what summaries and recent messages cost
    blocked: frozenset[str]  # summaries that hold a visible message and so can't be shown; of `recent`, too


def cover(
    forest: Forest, visible: frozenset[str], policy: TurnPolicy, *, summaries_tokens_max: int, recent_tokens_max: int
) -> HistoryCover:
    """The newest parts of the minimal antichain outside `visible` that fit, the newest summaries opened if they may.

    Starts from the fewest summaries that hold no visible message, keeps the newest that fit, and, when all fit,
    replaces them by the finer ones below, the newest first. Token counts are estimates from what is stored. Pure.
    """
    loose = forest.loose_messages(policy.recent_lines_max + len(visible))
    blocked = ancestors(forest, visible.difference(loose))
    summaries, freed = _open_tops(forest, visible, blocked)
    messages = [id for id in loose if id not in visible]
    messages = _in_time(forest, [*freed, *messages]) if freed else messages
    messages = messages[max(0, len(messages) - policy.recent_lines_max) :]
    recent, recent_tokens = _newest_messages(forest, messages, policy, recent_tokens_max)
    kept, kept_tokens = _newest_summaries(forest, summaries, policy, summaries_tokens_max)
    older = summaries[: len(summaries) - len(kept)]
    if not older:
        kept, kept_tokens = _finer(forest, kept, kept_tokens, policy, summaries_tokens_max)
    return HistoryCover(
        summaries=tuple(kept),
        recent=tuple(recent),
        older=tuple(older[max(0, len(older) - policy.older_summaries_max) :]),
        earlier=tuple(messages[: len(messages) - len(recent)]),
        tokens=recent_tokens + kept_tokens,
        blocked=blocked,
    )


def ancestors(forest: Forest, ids: Iterable[str]) -> frozenset[str]:
    """Every summary that holds one of `ids`, through all levels."""
    return frozenset(holder for id in ids for holder in forest.above(id))


def _open_tops(forest: Forest, visible: Set[str], blocked: Set[str]) -> tuple[list[str], list[str]]:
    """The fewest summaries that hold nothing visible, and the messages beside them in those that do."""
    summaries: list[str] = []
    messages: list[str] = []
    pending = forest.tops()[::-1]
    while pending:
        id = pending.pop()
        if id not in blocked:
            summaries.append(id)
            continue
        below = [child for child in forest.children(id) if child not in visible]
        messages += [child for child in below if not _is_summary(forest, child)]
        pending += [child for child in reversed(below) if _is_summary(forest, child)]
    return summaries, messages


def _in_time(forest: Forest, messages: Collection[str]) -> list[str]:
    placed = [(entry.position, id) for id in messages if (entry := forest.entry(id)) is not None]
    return [id for _, id in sorted(placed)]


def _newest_messages(forest: Forest, messages: list[str], policy: TurnPolicy, tokens_max: int) -> tuple[list[str], int]:
    """An unbroken run up to the newest: a gap inside what was just said would mislead. With what it costs."""
    used = 0
    for kept, id in enumerate(reversed(messages)):
        entry = forest.entry(id)
        tokens = min(entry.tokens if entry else 0, policy.recent_tokens_max) + policy.line_tokens
        if used + tokens > tokens_max:
            return messages[len(messages) - kept :], used
        used += tokens
    return messages, used


def _newest_summaries(
    forest: Forest, summaries: list[str], policy: TurnPolicy, tokens_max: int
) -> tuple[list[str], int]:
    """An unbroken run up to the newest, with what it costs."""
    used = 0
    for kept, id in enumerate(reversed(summaries)):
        tokens = _tokens(forest, id, policy)
        if used + tokens > tokens_max:
            return summaries[len(summaries) - kept :], used
        used += tokens
    return summaries, used


def _finer(
    forest: Forest, summaries: list[str], used: int, policy: TurnPolicy, tokens_max: int
) -> tuple[list[str], int]:
    finest: list[str] = []
    pending = list(summaries)
    while pending:
        id = pending.pop()
        children = forest.children(id)
        extra = sum(_tokens(forest, child, policy) for child in children) - _tokens(forest, id, policy)
        if used + extra <= tokens_max and children and all(_is_summary(forest, child) for child in children):
            used += extra
            pending.extend(children)
        else:
            finest.append(id)
    return finest[::-1], used


def _is_summary(forest: Forest, id: str) -> bool:
    entry = forest.entry(id)
    return entry is not None and entry.label is Label.SUMMARY


def _tokens(forest: Forest, id: str, policy: TurnPolicy) -> int:
    entry = forest.entry(id)
    return (entry.tokens if entry else 0) + 2 * policy.line_tokens
