"""The request and the answer of a turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from graph.errors import BadInput
from graph.intake.append import Appended
from graph.intake.recognise import Line
from graph.intake.request_key import RequestKey
from graph.store.verbs import Label
from graph.values.changes import Verdict
from graph.values.items import Block


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRequest:
    """What a caller sends when it is the assistant's turn."""

    space: str
    lines: tuple[Line, ...] = ()
    chat: str = ""
    visible: int | None = None  # how many of the chat's last messages the assistant will see; None: the lines sent
    query: str | None = None  # what the block is for; None: the last line
    budget_tokens: int = 2048
    record: bool = True
    key: RequestKey | None = None
    scene: Mapping[str, str | Sequence[str]] = field(default_factory=dict)  # for profiles that use one
    replaces: str = ""  # the block whose draft drifted, if this is for another try
    prompt_tokens: int | None = None  # of the caller's own prompt, for profiles whose budget it shares
    character: str | None = None  # a participant; only what they have heard is shown. None: everything may be shown

    def __post_init__(self) -> None:
        if self.budget_tokens < 0:
            raise BadInput(f"budget_tokens {self.budget_tokens} is below 0")
        if self.prompt_tokens is not None and self.prompt_tokens < 0:
            raise BadInput(f"prompt_tokens {self.prompt_tokens} is below 0")
        if self.visible is not None and self.visible < 0:
            raise BadInput(f"visible {self.visible} is below 0")


@dataclass(frozen=True, slots=True)
class VisibleFrom:
    """The first message that the assistant sees. The block stands for everything before it."""

    message: str  # "" when it is not stored
    index: int | None  # its place in the request's lines; None when it isn't among them


@dataclass(frozen=True, slots=True)
class ShownItem:
    """An item of a block, and why it is there."""

    id: str
    label: Label
    section: str
    rank: int  # from 1, by score
    score: float  # 0 for what is shown whatever the question: key info, the history
    terms: Mapping[str, float]
    reason: str  # in words
    tokens: int
    stands_for: int = 0  # messages that the assistant does not see and that nothing else in the block stands for
    text: str = field(default="", compare=False)  # as it stands in the block; "" when the block is read again
    verdict: Verdict | None = field(default=None, compare=False)  # known when a block is read again; None: not judged


@dataclass(frozen=True, slots=True)
class NearMiss:
    """An item that was nearly shown, and why it was not."""

    id: str
    label: Label
    score: float
    terms: Mapping[str, float]
    reason: str  # in words


@dataclass(frozen=True, slots=True)
class Turn:
    """The answer to a turn."""

    appended: Appended | None  # None when nothing was to be stored
    block: Block
    items: tuple[ShownItem, ...]  # in the order of the block
    near_misses: tuple[NearMiss, ...]  # best first
    visible_from: VisibleFrom | None


class BlockFilter(Protocol):
    """Says what a block can do without, before it is returned. A filter takes items out and never adds any."""

    def __call__(
        self, space: str, asked: str, before: str, offered: Mapping[str, str], *, now: datetime
    ) -> Mapping[str, str]:
        """Items to take out, by id, with reasons; `offered` are texts by id. Takes a bounded time, raises nothing."""
