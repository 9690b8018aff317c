"""Everything that selection decides on, read before it begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from context.gather.question import Question
from context.score.formula import Scored
from context.select.block_policy import BlockPolicy
from context.select.history_cover import Forest, HistoryCover
from graph.index.space_index import Entry
from graph.values.items import Item
from languages.language import Phrases


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What there is to choose from, and how it hangs together."""

    policy: BlockPolicy
    question: Question
    phrases: Phrases  # of the language of the talk
    budget_tokens: int
    chat: str  # lines of other chats say which
    asked: str | None  # the message that the block answers
    visible: frozenset[str]
    history_count: int  # messages of the space that are not visible
    forest: Forest
    cover: HistoryCover
    tokens_max: Mapping[str, int]  # section -> what its share comes to
    ranked: Sequence[Scored]  # in the order in which they are chosen
    scored: Mapping[str, Scored]  # the same by id
    best_line: float  # how much the best older line has to do with the question
    sources: Mapping[str, Sequence[str]] = field(default_factory=dict)  # fact -> messages it was stated in
    stated: Mapping[str, Sequence[str]] = field(default_factory=dict)  # message -> facts that were stated in it
    newer: Set[str] = frozenset()  # facts that took the place of others
    covers: Mapping[str, Sequence[str]] = field(default_factory=dict)  # entity -> facts that its dossier was made of
    against: Mapping[str, Sequence[str]] = field(default_factory=dict)  # disputed fact -> those that contradict it
    first: Mapping[str, Sequence[str]] = field(default_factory=dict)  # section -> who may take its share
    last: Mapping[str, Sequence[str]] = field(default_factory=dict)  # section -> who gets what is left in the end
    rows: Mapping[str, Item] = field(default_factory=dict)
    spoken: Mapping[str, Entry] = field(default_factory=dict)  # messages in which shown facts were stated

    @property
    def least(self) -> float:
        """What an older line or a fact must have to do with the question itself."""
        return self.policy.least(self.best_line)
