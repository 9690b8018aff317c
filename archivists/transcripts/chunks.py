"""Cuts a chat into chunks of about one size, where its subject changes and no question is parted from its answer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import sqrt

from archivists.transcripts.chat_messages import ChatMessage

TOOL = "tool"
ASIDE = (TOOL, "system")
"""Roles between a question and its answer that are neither."""

SIZE_TOLERANCE = 0.25
MEANING_WEIGHT = 0.1
"""Of a change of subject, against a chunk's squared deviation from its size: it moves a boundary by a third of that."""

TextCompare = Callable[[Sequence[str]], Sequence[float]]
"""How much each text differs from the one before it, 0 to 1; the first is 0."""


@dataclass(frozen=True, slots=True)
class Cut:
    """How a run of messages is cut, by message numbers from its start."""

    ends: tuple[int, ...]  # after the last message of each chunk; what follows the last chunk stays as it is
    oversize: int  # how many chunks are one pair that is longer than a chunk should be


def boundaries(messages: Sequence[ChatMessage]) -> list[int]:
    """The messages before which a boundary may be: no answer, and no part of one that involves a tool; O(messages)."""
    found = []
    answered = ""  # the role of the next message that is neither a tool's nor the system's
    for at in range(len(messages) - 1, 0, -1):
        before, behind = messages[at - 1].role, messages[at].role
        answered = answered if behind in ASIDE else behind
        asked = next((messages[n].role for n in range(at - 1, -1, -1) if messages[n].role not in ASIDE), "")
        is_inside = behind == TOOL or (before == TOOL and behind == "assistant")
        if not is_inside and not (asked != "assistant" and answered == "assistant"):
            found.append(at)
    return found[::-1]


def live_from(messages: Sequence[ChatMessage], *, live_tokens: int) -> int:
    """The first live message: at most `live_tokens` of whole pairs stay as they are, and at least the last pair."""
    behind = [*accumulate(message.tokens for message in reversed(messages))][::-1]
    cuts = [0, *boundaries(messages)]
    return next((at for at in cuts if not messages or behind[at] <= live_tokens), cuts[-1])


def cut(messages: Sequence[ChatMessage], *, chunk_tokens: int, compare: TextCompare | None = None) -> Cut:
    """Chunks as near to `chunk_tokens` as pairs allow, for the least sum of squares; O(messages).

    A pair that is longer than a chunk may be is a chunk by itself. A rest at the end that is shorter than a chunk is in
    none. With `compare`, boundaries move to where the subject changes.
    """
    bounds = [0, *boundaries(messages), len(messages)] if messages else [0]
    sums = [0, *accumulate(message.tokens for message in messages)]
    sizes = [sums[end] - sums[start] for start, end in pairwise(bounds)]
    texts = ["\n".join(each.text for each in messages[start:end]) for start, end in pairwise(bounds)]
    changes = compare(texts) if compare else [0.0] * len(texts)
    largest = chunk_tokens * (1 + SIZE_TOLERANCE)
    found: list[int] = []
    begun = 0
    for at, size in enumerate(sizes):
        if size > largest:
            found += [begun + end for end in _spread(sizes[begun:at], changes[begun:at], chunk_tokens, is_last=False)]
            begun = at + 1
            found.append(begun)
    found += [begun + end for end in _spread(sizes[begun:], changes[begun:], chunk_tokens, is_last=True)]
    return Cut(tuple(bounds[end] for end in found), sum(size > largest for size in sizes))


def tail_from(sizes: Sequence[int | None], *, tail_tokens: int) -> int:
    """The first chunk of the tail: it has as many whole chunks from the end as fit.

    None stands for a chunk whose messages are not at hand: the tail begins after it.
    """
    first, left = len(sizes), tail_tokens
    while first and (size := sizes[first - 1]) is not None and size <= left:
        first, left = first - 1, left - size
    return first


def _spread(sizes: Sequence[int], changes: Sequence[float], wanted: int, *, is_last: bool) -> list[int]:
    """Ends of groups whose sizes are nearest to `wanted`; with `is_last`, a rest smaller than that may be left over."""
    sums = [0, *accumulate(sizes)]
    best: list[tuple[float, int]] = [(0.0, 0)]  # up to here: the cost, and where the last group begins
    for end in range(1, len(sums)):
        costs: list[tuple[float, int]] = []
        change = MEANING_WEIGHT * changes[end] if end < len(changes) else 0.0
        for start in range(end - 1, -1, -1):
            size = sums[end] - sums[start]
            if costs and size > 2 * wanted:
                break
            costs.append((best[start][0] + (size / wanted - 1) ** 2 - change, start))
        best.append(min(costs))
    ends = []
    possible = [end for end in range(len(sums)) if sums[-1] - sums[end] < wanted] if is_last else [len(sums) - 1]
    end = min(possible, key=lambda end: (best[end][0], -end))
    while end:
        ends.append(end)
        end = best[end][1]
    return ends[::-1]


WINDOW = 2
"""How many texts on each side are compared: one alone may say little."""


def subject_changes(vectors: Sequence[Sequence[float]]) -> list[float]:
    """How much the subject changes before each text, 0 to 1; the first is 0. Pure."""
    alike = [_cosine(vectors[max(0, at - WINDOW) : at], vectors[at : at + WINDOW]) for at in range(1, len(vectors))]
    depths = [0.0, *((_peak(alike[at::-1]) + _peak(alike[at:])) / 2 - each for at, each in enumerate(alike))]
    deepest = max(depths, default=0.0)
    return [depth / deepest for depth in depths] if deepest > 0 else [0.0] * len(vectors)


def _peak(alike: Sequence[float]) -> float:
    """How high likeness rises before it first falls."""
    high = alike[0]
    for each in alike[1:]:
        if each < high:
            break
        high = each
    return high


def _cosine(before: Sequence[Sequence[float]], behind: Sequence[Sequence[float]]) -> float:
    one, other = ([sum(column) for column in zip(*side, strict=True)] for side in (before, behind))
    length = sqrt(sum(x * x for x in one) * sum(x * x for x in other))
    return sum(x * y for x, y in zip(one, other, strict=True)) / length if length else 0.0
