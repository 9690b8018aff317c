"""Finds out which sent lines are already stored, by content and place. Pure.

A client sends its history again with every turn, perhaps without the oldest lines, with an edited line, or with a
regenerated reply. The stored lines of a chat form a tree: each line follows the one before it, or the one that
`branch_of` names. The sent history is one path through this tree. The anchor is the last sent line that is in the tree
after enough of the same preceding lines; what follows the anchor is new.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

RUN_SURE = 3
"""This many equal lines in a row identify a place in a chat; people repeat fewer ("ok", "thanks") all the time."""


@dataclass(frozen=True, slots=True)
class SentLine:
    """What identifies a sent line. `time` is its position on the chat's clock, if the caller gave a time."""

    digest: str
    time: float | None = None
    external_id: str | None = None


@dataclass(frozen=True, slots=True)
class KeptLine:
    """What identifies a stored message of the chat."""

    id: str
    digest: str
    time: float | None
    external_id: str | None
    branch_of: str | None
    conversation: str
    position: float = 0.0
    is_remembered: bool = True


@dataclass(frozen=True, slots=True)
class Alignment:
    """How the sent lines fit the stored ones.

    `known` has a message id for each sent line, None for a new one. `anchor` is an index into the sent lines, -1 if no
    line was recognised. New lines before it are older than the stored line that follows them; new lines after it come
    last. `branch_of` is the message that the first line after the anchor follows, if that is not the chat's last.
    """

    known: tuple[str | None, ...]
    anchor: int = -1
    branch_of: str | None = None


def digest_of(role: str, sender: str, body: str) -> str:
    """32 hex digits, equal only for equal role, sender and text."""
    content = "\x1f".join((role, sender, body)).encode("utf-8", "surrogatepass")
    return blake2b(content, digest_size=16).hexdigest()


def align(kept: Sequence[KeptLine], sent: Sequence[SentLine], *, is_whole: bool, is_named: bool) -> Alignment:
    """Find the sent lines in the stored tail of a chat.

    `kept` is in order of arrival; `is_whole` says that it starts at the chat's first message. In a chat without a name
    (`is_named` false) only the latest conversation and runs that end at the chat's last line count, since greetings
    come back every day. O(sent x equal kept lines).
    """
    if not kept or not sent:
        return Alignment((None,) * len(sent))
    at_of = {line.id: at for at, line in enumerate(kept)}
    parents = [at - 1 if line.branch_of is None else at_of.get(line.branch_of, -1) for at, line in enumerate(kept)]
    places: dict[str, list[int]] = defaultdict(list)
    for at, line in enumerate(kept):
        places[line.digest].append(at)

    def run_from(at: int, anchor: int) -> list[int]:
        """The indices of kept lines that equal the sent lines from `anchor` backwards, latest first."""
        run: list[int] = []
        while at >= 0 and len(run) <= anchor and _is_same(kept[at], sent[anchor - len(run)]):
            run.append(at)
            at = parents[at]
        return run

    def is_sure(run: Sequence[int], anchor: int) -> bool:
        """Whether a run identifies a place in the history, and is not just the same words said again."""
        if not run:
            return False
        if sent[anchor].external_id is not None and kept[run[0]].external_id == sent[anchor].external_id:
            return True
        is_front = len(run) == anchor + 1
        is_root = is_whole and parents[run[-1]] < 0
        if run[0] == len(kept) - 1:
            return len(run) >= RUN_SURE or is_front or is_root
        is_near = is_named or kept[run[0]].conversation == kept[-1].conversation
        return is_near and (len(run) >= RUN_SURE or (len(run) == 2 and is_front and is_root))

    for anchor in range(len(sent) - 1, -1, -1):
        runs = (run_from(at, anchor) for at in reversed(places[sent[anchor].digest]))
        if best := max((run for run in runs if is_sure(run, anchor)), key=len, default=[]):
            return _alignment_of(kept, sent, best, anchor)
    return Alignment((None,) * len(sent))


def _is_same(kept: KeptLine, sent: SentLine) -> bool:
    if kept.external_id is not None and sent.external_id is not None:
        return kept.external_id == sent.external_id
    if kept.digest != sent.digest:
        return False
    return kept.time is None or sent.time is None or kept.time == sent.time


def _alignment_of(kept: Sequence[KeptLine], sent: Sequence[SentLine], run: Sequence[int], anchor: int) -> Alignment:
    known: list[str | None] = [None] * len(sent)
    for back, at in enumerate(run):
        known[anchor - back] = kept[at].id
    # Lines before the run were edited, or are older than what is stored. Equal lines are matched one to one.
    spare: dict[str, list[str]] = defaultdict(list)
    for at in sorted(set(range(len(kept))) - set(run), reverse=True):
        spare[kept[at].digest].append(kept[at].id)
    for index in range(anchor - len(run) + 1):
        if spare[sent[index].digest]:
            known[index] = spare[sent[index].digest].pop()
    is_tip = run[0] == len(kept) - 1
    return Alignment(tuple(known), anchor, None if is_tip else kept[run[0]].id)
