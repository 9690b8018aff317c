"""A section of a block, as a value that a profile lists, and the material that it chooses from."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from context.gather.question import Question
from context.score.formula import Scored
from context.select.block_policy import BlockPolicy
from context.select.budgeted_block import BudgetedBlock
from context.select.history_cover import Forest, HistoryCover
from context.wording.pieces import Piece
from context.wording.reasons import Reason
from graph.errors import BadInput
from graph.index.entries import Entry
from graph.store.verbs import Label
from graph.text.sentences import passages
from graph.values.items import Item, Message
from languages.language import Phrases
from languages.registry import NEUTRAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What there is to choose from, and how it is connected; read before selection begins.

    `context.select.preparing` fills it in two steps, since what may be shown decides what is read.
    """

    # 1. `prepare`, without a read:
    policy: BlockPolicy
    question: Question
    budget_tokens: int
    chat: str  # lines of other chats name their chat
    asked: str | None  # the message that the block answers
    visible: frozenset[str]
    history_count: int  # messages of the space that are not visible
    forest: Forest
    cover: HistoryCover
    tokens_max: Mapping[str, int]  # section -> its share in tokens
    ranked: Sequence[Scored]  # in the order in which they are chosen; `with_rows` adds lines that come with others
    scored: Mapping[str, Scored]  # the same by id
    best_line: float  # how much the best older line has to do with the question
    sources: Mapping[str, Sequence[str]] = field(default_factory=dict)  # fact -> messages it was stated in
    stated: Mapping[str, Sequence[str]] = field(default_factory=dict)  # message -> facts that were stated in it
    covers: Mapping[str, Sequence[str]] = field(default_factory=dict)  # entity -> facts that its dossier was made from
    heirs: Mapping[str, str] = field(default_factory=dict)  # fact that holds no longer -> the fact that replaced it
    newest: Sequence[Entry] = ()  # the last messages of the chat, visible or not, in order of time
    first: Mapping[str, Sequence[str]] = field(default_factory=dict)  # section -> items that may take its share
    last: Mapping[str, Sequence[str]] = field(default_factory=dict)  # section -> items for what is left in the end

    # 2. `with_rows`, with what it reads:
    rows: Mapping[str, Item] = field(default_factory=dict)
    phrases: Phrases = NEUTRAL.phrases  # of the language of the talk
    names: frozenset[str] = frozenset()  # folded words of the names of speakers and of entities in the question
    spoken: Mapping[str, Entry] = field(default_factory=dict)  # messages in which shown facts were stated
    against: Mapping[str, Sequence[str]] = field(default_factory=dict)  # disputed fact -> those that contradict it
    companions: Mapping[str, Sequence[Entry]] = field(default_factory=dict)  # item -> the lines that come with it
    answered_by: Mapping[str, str] = field(default_factory=dict)  # line that only asks -> the line that answers it
    alike: Mapping[str, Sequence[str]] = field(default_factory=dict)  # tool's line -> those that differ in numbers only
    nearest: Mapping[str, int] = field(default_factory=dict)  # long message -> its passage nearest to the question

    @property
    def least(self) -> float:
        """The least `direct` score of a shown line or fact."""
        return self.policy.least(self.best_line)

    def said_last(self, fact: str) -> str | None:
        """The message in which a fact was stated last."""
        messages = [id for id in self.sources.get(fact, ()) if id in self.spoken]
        return max(messages, key=lambda id: (self.spoken[id].at_ms, id), default=None)

    def nearest_span(self, row: Message) -> tuple[int, int]:
        """The span of a message's body that is nearest in meaning to the question; an empty one if none is known."""
        if row.id not in self.nearest:
            return 0, 0
        spans = passages(row.body)
        # A text whose secrets are masked is shorter, and may have fewer passages than it was embedded with.
        return spans[min(self.nearest[row.id], len(spans) - 1)]

    def room_beside(self, id: str, block: BudgetedBlock) -> int:
        """About how many tokens the lines will take that come with an item and are not shown yet."""
        lines = (line for line in self.companions.get(id, ()) if line.id not in self.visible)
        most = self.policy.excerpt_tokens_max
        return sum(min(line.tokens, most) + self.policy.line_tokens for line in lines if block.shown(line.id) is None)

    def has_room_for_all(self, block: BudgetedBlock) -> bool:
        """Whether about the whole history still fits, as it was said."""
        policy, unshown = self.policy, [id for id in self.cover.lines if block.shown(id) is None]
        lines = [entry for id in unshown if (entry := self.forest.entry(id)) is not None]
        tokens = sum(min(line.tokens, policy.recent_tokens_max) + policy.line_tokens for line in lines)
        freed = block.freed_by(*(piece.id for piece in block.pieces if piece.label is Label.SUMMARY))
        return len(self.cover.lines) == self.history_count and tokens <= block.left + freed


class Candidate(NamedTuple):
    """An item that a section may show, and where. A tuple, since a block makes a hundred."""

    row: Item
    section: str
    material: Material
    block: BudgetedBlock


Source = Callable[[Material, int], Sequence[str]]
"""Ids of candidates, in the order in which they are tried; the number is the section's share, in tokens."""

Offers = Callable[[Candidate], Iterator[Piece | Reason]]
"""The pieces that may stand in the block for a candidate, of which the first that fits is taken; or why none may."""

Filling = Callable[[Material, BudgetedBlock, str, int], None]
"""Puts the pieces of the section with this name, so that at least so many tokens are left."""

Objection = Callable[[Scored, Material, BudgetedBlock], Reason | None]
"""Why a ranked item is not shown, told before it is read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One part of a block. Its name is the key of its heading among the phrases of each language."""

    name: str
    label: Label  # the kind of item that it is made of
    kind: str = ""  # the kind of its facts; "": all kinds that no other section takes
    offers: Offers
    share: float = 0.0  # the part of the budget that it may take before the rest
    shares_with: str = ""  # a section before it that has the same share: it takes what that one leaves
    lends_share: bool = False  # in a small block, lines that the question brings up may take a part of its share
    whole_talk_share: float = 0.0  # its share, lent to nobody, if the question asks for all that was said; 0: as ever
    first: Source = lambda material, tokens_max: ()  # items that may take the share
    objection: Objection | None = None  # None: it takes no items from the ranking
    last: Source = lambda material, tokens_max: ()  # items for what is left in the end
    fill: Filling | None = None  # puts its pieces by itself, first into its share and then into what is left
    finish: Callable[[Material, BudgetedBlock], None] | None = None  # puts its pieces in order when all are chosen
    is_run: bool = False  # it ends at the first item that does not fit, since a gap would mislead
    takes_unused_of: str = ""  # a section before it; it also takes what is left of that one's share
    heading: Callable[[Phrases, int], str] | None = None  # the line above so many pieces; None: that of its name
    is_numbered: bool = False  # whether its pieces are numbered, with a blank line above each
    note: Callable[[Material], str] = lambda material: ""  # what stands below its pieces, or alone
    is_fixed: bool = False  # whether a pre-filter may take nothing out of it
    tells_left_out: bool = False  # it ends with how many messages are not shown

    def __post_init__(self) -> None:
        for share in (self.share, self.whole_talk_share):
            if not 0.0 <= share <= 1.0:
                raise BadInput(f"share {share} of section {self.name!r} is outside 0..1")

    def tokens_max(
        self, budget_tokens: int, lines_tokens: int, small_block_tokens: int, *, is_of_all: bool = False
    ) -> int:
        """Its share in tokens, if the lines that the question brings up would take `lines_tokens`."""
        if is_of_all and self.whole_talk_share:
            return int(self.whole_talk_share * budget_tokens)
        whole = self.share * budget_tokens
        if not self.lends_share:
            return int(whole)
        least = whole * budget_tokens / (budget_tokens + small_block_tokens)
        return int(min(whole, max(least, budget_tokens - lines_tokens)))


def own_heading(section: Section, phrases: Phrases, count: int) -> str:
    """The heading above so many pieces of a section that has its own, with the blank line above it; else ""."""
    return "" if section.heading is None else f"\n{section.heading(phrases, count)}\n"
