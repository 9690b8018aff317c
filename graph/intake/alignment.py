"""Finds out which sent lines are already stored, by content and place. Pure.

A client sends its history again with every turn, perhaps without the oldest lines, with an edited line, or with a
regenerated reply. The stored lines of a chat form a tree: each line follows the one before it, or the one that
`branch_of` names. The sent history is one path through this tree. The anchor is the last sent line that is in the tree
after enough of the same preceding lines; what follows the anchor is new.

A line that differs from the stored one at its place, between lines that are the same, was edited. Where another reply
or another question follows the anchor than before, what was said there no longer counts as said.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b

RUN_SURE = 3
"""This many equal lines in a row identify a place in a chat; people repeat fewer ("ok", "thanks") all the time."""

EDITS_MAX = 3
"""So many edited lines in a row are looked past: more are another talk."""

ANEW_WORDS = 4
"""A question of so many words may be sent again for another answer. Greetings and a game's commands are repeated."""


@dataclass(frozen=True, slots=True)
class SentLine:
    """What identifies a sent line. `time` is its position on the chat's clock, if the caller gave a time."""

    digest: str
    time: float | None = None
    external_id: str | None = None
    speaker: str = ""  # role and sender


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
    speaker: str = ""
    is_replaced: bool = False  # it is kept, but another branch or another text stands for it


@dataclass(frozen=True, slots=True)
class Alignment:
    """How the sent lines fit the stored ones.

    `known` has a message id for each sent line, None for a new one. `anchor` is an index into the sent lines, -1 if no
    line was recognised. New lines before it are older than the stored line that follows them; new lines after it come
    last. `branch_of` is the message that the first line after the anchor follows, if that is not the chat's last.

    `edits` has the stored message for each sent line that is another text of it. `returned` are known lines that were
    replaced and count again. `left` are lines that do not count any more if a new line follows or one has returned.
    """

    known: tuple[str | None, ...]
    anchor: int = -1
    branch_of: str | None = None
    edits: Mapping[int, str] = field(default_factory=dict)
    returned: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


def digest_of(role: str, sender: str, body: str) -> str:
    """32 hex digits, equal only for equal role, sender and text."""
    content = "\x1f".join((role, sender, body)).encode("utf-8", "surrogatepass")
    return blake2b(content, digest_size=16).hexdigest()


def align(
    kept: Sequence[KeptLine], sent: Sequence[SentLine], *, is_whole: bool, is_named: bool, is_short: bool = False
) -> Alignment:
    """Find the sent lines in the stored tail of a chat.

    `kept` is in order of arrival; `is_whole`: it starts at the chat's first message. In a chat without a name (not
    `is_named`) only the latest conversation and runs to the chat's last line count, since greetings come back every
    day. `is_short`: the first sent line has fewer than ANEW_WORDS words. O(sent x equal kept lines).
    """
    paths = _Paths(kept, sent, is_whole=is_whole, is_named=is_named, is_short=is_short)
    for anchor in range(len(sent) - 1, -1, -1):
        if best := paths.best_run(anchor):
            return paths.along(best, anchor)
    return Alignment((None,) * len(sent))


class _Paths:
    """The stored lines of a chat as a tree, and the sent lines as a path that is looked for in it.

    A run has the indices of kept lines that equal the sent lines from an anchor backwards, the latest first.
    """

    def __init__(
        self, kept: Sequence[KeptLine], sent: Sequence[SentLine], *, is_whole: bool, is_named: bool, is_short: bool
    ) -> None:
        self._kept, self._sent, self._is_whole, self._is_named = kept, sent, is_whole, is_named
        self._is_short = is_short
        self._starts_history = is_named and not is_short  # Others may begin again what they have said before.
        at_of = {line.id: at for at, line in enumerate(kept)}
        self._parents: list[int] = []  # of each line the one that it follows; -1 for none that is here
        self._depths: list[int] = []  # how many lines stand before it
        self._places: dict[str, list[int]] = defaultdict(list)
        for at, line in enumerate(kept):
            parent = at - 1 if line.branch_of is None else at_of.get(line.branch_of, -1)
            self._parents.append(parent)
            self._depths.append(self._depths[parent] + 1 if parent >= 0 else 0)
            self._places[line.digest].append(at)

    def best_run(self, anchor: int) -> Sequence[int]:
        """The longest run to this sent line that identifies a place in the history; () if there is none."""
        runs = (self._run_from(at, anchor) for at in reversed(self._places.get(self._sent[anchor].digest, ())))
        return max((run for run in runs if run and self._is_sure(run, anchor)), key=len, default=())

    def along(self, run: Sequence[int], anchor: int) -> Alignment:
        """The alignment of all sent lines with the path on which this run is."""
        edits = {index: self._kept[at].id for index, at in self._edited(run, anchor)[0].items()}
        found = self._with_branches(self._aligned(run, anchor, edits), run)
        # A first question with its answer may be said again by who sends no history: nothing is left for that.
        is_exchange = len(run) < RUN_SURE and self._sent[0].speaker != self._sent[anchor].speaker
        is_certain = self._starts_history or _has_its_id(self._kept[run[0]], self._sent[anchor])
        return found if is_certain or not is_exchange else replace(found, left=())

    def _run_from(self, at: int, anchor: int) -> list[int]:
        run: list[int] = []
        while at >= 0 and len(run) <= anchor and _is_same(self._kept[at], self._sent[anchor - len(run)]):
            run.append(at)
            at = self._parents[at]
        return run

    def _is_sure(self, run: Sequence[int], anchor: int) -> bool:
        """Whether a run identifies a place in the history, and is not just the same words said again."""
        kept = self._kept
        if _has_its_id(kept[run[0]], self._sent[anchor]) or self._is_edited(run, anchor):
            return True
        if self._is_said_again(run):
            return False
        is_front = len(run) == anchor + 1
        is_root = self._is_whole and self._parents[run[-1]] < 0
        if is_root and not is_front and all(_is_same(kept[at], self._sent[i]) for i, at in enumerate(reversed(run))):
            return False  # A history that repeats itself: it begins as the chat does, and what follows is new.
        if run[0] == len(kept) - 1:
            return len(run) >= RUN_SURE or is_front or is_root
        is_near = self._is_named or kept[run[0]].conversation == kept[-1].conversation
        if len(run) == 1 and is_front and is_root:  # The first line alone: its only reply is made anew.
            return self._starts_history and self._is_other_reply()
        return is_near and (len(run) >= RUN_SURE or (len(run) == 2 and is_front and is_root))

    def _is_said_again(self, run: Sequence[int]) -> bool:
        """Whether a short command and its answer are sent alone: nothing tells them from the same ones just before.

        The command may be stored already by its turn. If something else was said last, the pair is an old history. A
        chat with a name is a client's whole history, of which requests under way at once are one.
        """
        kept, sent = self._kept, self._sent
        is_exchange = self._is_short and len(run) == len(sent) == 2 and sent[0].speaker != sent[1].speaker
        is_newest = run[0] == len(kept) - 1 or _is_same(kept[-1], sent[0])
        return not self._is_named and is_exchange and is_newest and all(kept[at].time is None for at in run)

    def _is_edited(self, run: Sequence[int], anchor: int) -> bool:
        """Whether the sent lines so far are a whole path, of which a few lines were edited and enough are the same."""
        if self._depths[run[0]] != anchor:
            return False
        edits, is_whole_path = self._edited(run, anchor)
        if not edits or not is_whole_path:
            return False
        equal = {self._sent[index].digest for index in range(anchor + 1) if index not in edits}
        return len(equal) >= max(RUN_SURE, len(edits))

    def _edited(self, run: Sequence[int], anchor: int) -> tuple[dict[int, int], bool]:
        """The edited lines before a run, each with its kept line, and whether all lines back to the first pair up."""
        found: dict[int, int] = {}
        open_lines: dict[int, int] = {}
        at, index = self._parents[run[-1]], anchor - len(run)
        while at >= 0 and index >= 0 and len(open_lines) <= EDITS_MAX:
            if _is_same(self._kept[at], self._sent[index]):
                found |= open_lines
                open_lines = {}
            elif _may_be_edited(self._kept[at], self._sent[index]):
                open_lines[index] = at
            else:
                return found, False
            at, index = self._parents[at], index - 1
        is_whole_path = self._is_whole and at < 0 and index < 0 and len(open_lines) <= EDITS_MAX
        return found | (open_lines if is_whole_path else {}), is_whole_path

    def _is_other_reply(self) -> bool:
        """Whether the first line was answered once, and is sent alone or with another answer by the same speaker."""
        kept, sent = self._kept, self._sent
        answers = [line for line, parent in zip(kept, self._parents, strict=True) if parent == 0]
        speakers = {answer.speaker for answer in answers}
        is_alone = len(kept) == 1 + len(answers) and kept[0].speaker not in speakers
        return is_alone and (len(sent) == 1 or sent[1].speaker in speakers)

    def _with_branches(self, alignment: Alignment, run: Sequence[int]) -> Alignment:
        """The alignment with what returns and what is left by the path that the sent lines are."""
        kept, here = self._kept, set(run)
        returned = [at for at in reversed(run) if kept[at].is_replaced]
        fork = self._parents[returned[0]] if returned else run[0]
        below = {fork} if fork >= 0 else set()
        left: list[int] = []
        for at in range(fork + 1, len(kept)):
            if self._parents[at] in below and at not in here:
                below.add(at)
                left += [] if kept[at].is_replaced else [at]
        new = self._sent[alignment.anchor + 1 :]
        if not returned and new and left and kept[left[0]].speaker != new[0].speaker:
            left = []  # Somebody else has spoken meanwhile, whom the sender of this history has not heard.
        return replace(
            alignment, returned=tuple(kept[at].id for at in returned), left=tuple(kept[at].id for at in left)
        )

    def _aligned(self, run: Sequence[int], anchor: int, edits: Mapping[int, str]) -> Alignment:
        kept, sent = self._kept, self._sent
        known: list[str | None] = [None] * len(sent)
        for back, at in enumerate(run):
            known[anchor - back] = kept[at].id
        # Lines before the run were edited, or are older than what is stored. Equal lines are matched one to one.
        spare: dict[str, list[str]] = defaultdict(list)
        for at in sorted(set(range(len(kept))) - set(run), reverse=True):
            if not kept[at].is_replaced and kept[at].id not in edits.values():
                spare[kept[at].digest].append(kept[at].id)
        for index in range(anchor - len(run) + 1):
            if index not in edits and spare[sent[index].digest]:
                known[index] = spare[sent[index].digest].pop()
        is_tip = run[0] == len(kept) - 1
        return Alignment(tuple(known), anchor, None if is_tip else kept[run[0]].id, edits)


def _is_same(kept: KeptLine, sent: SentLine) -> bool:
    if kept.external_id is not None and sent.external_id is not None:
        return kept.external_id == sent.external_id
    if kept.digest != sent.digest:
        return False
    return _may_be(kept, sent)


def _has_its_id(kept: KeptLine, sent: SentLine) -> bool:
    """Whether the caller has given both the same id."""
    return sent.external_id is not None and kept.external_id == sent.external_id


def _may_be_edited(kept: KeptLine, sent: SentLine) -> bool:
    """Whether the sent line may be another text of the kept one."""
    return kept.speaker == sent.speaker and not kept.is_replaced and _may_be(kept, sent)


def _may_be(kept: KeptLine, sent: SentLine) -> bool:
    """Whether nothing says that they were said at different times."""
    return kept.time is None or sent.time is None or kept.time == sent.time
