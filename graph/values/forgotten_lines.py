"""Marks of forgotten lines, so that a history that is sent again does not bring them back. Pure.

A mark has nothing of what was said but a checksum of 16 bits, which one in 65,536 texts has: too little to find out the
text, and enough to know it where it stood.
"""

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import chain, groupby

from graph.values.items import Message

RUN_MIN = 3
"""Lines in a row that are forgotten, with none beside them that is kept. Two ("look", "Dust.") may be said again."""

MARKS_MAX = 1000
"""In one receipt: no request has more lines that are new."""


def marks_of(messages: Iterable[Message]) -> tuple[str, ...]:
    """The marks of messages that are forgotten, the newest MARKS_MAX, in order of arrival."""
    marks = []
    for each in messages:
        own = _own(each.external_id) or _own(each.position if each.is_timed else None) or "-"
        marks.append(f"{each.id} {_sum(each.chat)} {_sum(each.digest)} {own}")
    return tuple(sorted(marks)[-MARKS_MAX:])


def forgotten_places(
    marks: Iterable[str],
    chat: str,
    kept: Iterable[tuple[str, str]],
    sent: Sequence[tuple[str, str | None, float | None]],
) -> frozenset[int]:
    """Which of the sent lines were forgotten.

    `kept` has id and digest of the chat's stored messages, `sent` the digest of each line, with the caller's id and
    time if there are any. A forgotten line has its id or time, or a neighbour that it had; each counts once. Of lines
    in a row one must have its id, its time or a neighbour that is kept, or they are RUN_MIN or more.
    """
    here = [(id, said, own) for id, where, said, own in map(str.split, marks) if where == _sum(chat)]
    if not here:
        return frozenset()
    path = sorted([*here, *((id, _sum(digest), "") for id, digest in kept)])
    sums = [_sum(digest) for digest, _, _ in sent]
    owns = [{_own(name), _own(time)} for _, name, time in sent]
    is_sure: dict[int, bool] = {}  # by place: whether something tells it that is not forgotten itself
    for at, (_, said, own) in enumerate(path):
        beside = [(step, *path[at + step][1:]) for step in (-1, 1) if 0 <= at + step < len(path)]
        for place in [place for place, of in enumerate(sums) if own and of == said and place not in is_sure]:
            is_own = own in owns[place]
            near = [of for step, sum_, of in beside if 0 <= place + step < len(sums) and sums[place + step] == sum_]
            if is_own or near:
                is_sure[place] = is_own or "" in near
                break
    places = sorted(is_sure)
    runs = ([place for _, place in run] for _, run in groupby(enumerate(places), key=lambda each: each[1] - each[0]))
    return frozenset(chain(*(run for run in runs if len(run) >= RUN_MIN or any(map(is_sure.get, run)))))


def _own(value: str | float | None) -> str:
    """A checksum of the caller's id for a line or of its time, which tell it from others with the same words."""
    return "" if value is None else _sum(str(value), 4)


def _sum(text: str, size: int = 2) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size).hexdigest()
