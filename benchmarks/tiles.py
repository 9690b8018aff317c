"""Large spaces in minutes: one of ten thousand items, made as usual, and copies of it in other words, loaded as rows.

Each copy happens after those before it, in the same chat and about the same entities. Words are swapped with words that
are about as common, so that no copy answers a question about another. Summaries above the copies are made as usual.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from itertools import islice
from random import Random

from benchmarks.spaces import COMBINED, SPACE, TOPS_MAX, Made, make_space
from benchmarks.synthetic import FUNCTION_WORDS
from graph.changing.apply import apply_changes
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Changes, Edge, Kind, Label, Node, Row, Store, Value
from graph.text.search_terms import terms
from graph.transfer.lines import pages
from graph.values.changes import NewSummary

BASE_ITEMS = 10_000
LOAD_ROWS = 5_000
RANKS_APART = 1.5  # How many times as common or as rare a word's replacement may be.
BODY = "For some weeks they met nearly every day, talked about what had happened, and made plans for the next time."
SHARED = frozenset({Label.SPACE, Label.ENTITY, Label.KEY_INFO, Label.REFLECTION})
TIMES = re.compile(r".*(_at|_from|position)$")
WORD = re.compile(r"[A-Za-z]+")
ID = re.compile(r"[a-z]\d{8}")


@dataclass(frozen=True)
class Tile:
    """The `number`-th copy of the base."""

    base: Base
    number: int

    @cached_property
    def words(self) -> Mapping[str, str]:
        """The replacement of each word."""
        words, random = self.base.made.speech.words, Random(self.number)
        found = list(words)
        start = len(FUNCTION_WORDS)
        while start < len(words):
            end = int(start * RANKS_APART)
            part = words[start:end]
            random.shuffle(part)
            found[start:end] = part
            start = end
        return dict(zip(words, found, strict=True))

    def text(self, text: str) -> str:
        """The text in this copy's words. Names stay the same."""
        return WORD.sub(self._word, text)

    def rows(self) -> Iterator[Row]:
        """The copy's rows, nodes first, without what all copies share."""
        seq = self.number * self.base.seq
        for node in self.base.nodes:
            if node.label not in SHARED:
                properties = {name: self._value(name, value) for name, value in node.properties.items()}
                yield replace(node, id=self.id(node.id), properties=properties, seq=node.seq + seq)
        for edge in self.base.edges:
            if edge.kind is not Kind.COVERS and not {edge.source, edge.target} <= self.base.shared:
                yield replace(edge, source=self.id(edge.source), target=self.id(edge.target), seq=edge.seq + seq)

    def id(self, id: str) -> str:
        """The id in this copy."""
        if id in self.base.shared or not ID.fullmatch(id):
            return id
        return f"{id[0]}{int(id[1:]) + self.number * self.base.stride:08d}"

    def _word(self, match: re.Match[str]) -> str:
        word = match[0]
        if word in self.words:
            return self.words[word]
        other = self.words.get(word.lower())
        return word if other is None or match.start() else other.capitalize()

    def _value(self, name: str, value: Value) -> Value:
        if isinstance(value, int | float) and TIMES.match(name):
            return value + self.number * self.base.span_ms
        if isinstance(value, tuple):
            return tuple(self.text(self.id(each)) for each in value)
        if not isinstance(value, str) or not value:
            return value
        if name == "terms":
            words = (token[1:] for token in value.split() if token.startswith("="))
            return " ".join(self.base.terms_of(self.words.get(word, word)) for word in words)
        if name == "digest":
            return f"{self.number:06x}{value[6:]}"
        return self.text(value) if name in ("body", "title") and not value.startswith("{") else self.id(value)


class Base:
    """The space that is copied, in memory."""

    def __init__(self, items: int) -> None:
        knowledge = KnowledgeGraph(open_store(":memory:"))
        self.made: Made = make_space(knowledge, items)
        self.items_count = self.made.items_count
        self.nodes: list[Node] = []
        self.edges: list[Edge] = []
        for page in pages(knowledge.store, SPACE):
            self.nodes += page.nodes
            self.edges += page.edges
            self.seq = page.seq
        space = knowledge.space(SPACE)
        self.stride, self.rounded_to, self.messages_count = space.next_id, space.rounded_to, space.message_count
        self.span_ms = round((self.made.now - space.created_at + timedelta(days=1)).total_seconds() * 1000)
        self.shared = frozenset(node.id for node in self.nodes if node.label in SHARED)
        knowledge.close()
        self._terms: dict[str, str] = {}

    def terms_of(self, word: str) -> str:
        """The terms that search makes of a word."""
        if word not in self._terms:
            self._terms[word] = " ".join(terms(f"is the {word}")[-2:])  # A single word might be of any language.
        return self._terms[word]


def load_tiles(store: Store, space: str, base: Base, items_count: int) -> list[Tile]:
    """Make a new space of about `items_count` items; return the copies in it, the newest last."""
    copied = sum(node.label in (Label.MESSAGE, Label.SUMMARY, Label.FACT, Label.MEMORY) for node in base.nodes)
    count = max(0, round((items_count - base.items_count) / copied))
    tiles = [Tile(base, number) for number in range(1, count + 1)]
    counted: dict[str, Value] = {
        "name": space,
        "next_id": base.stride * (count + 1),
        "message_count": base.messages_count * (count + 1),
        "rounded_to": Tile(base, count).id(base.rounded_to),
    }
    nodes = [
        replace(node, properties={**node.properties, **counted}) if node.label is Label.SPACE else node
        for node in base.nodes
    ]
    _load(store, space, [*nodes, *base.edges])
    for tile in tiles:
        _load(store, space, tile.rows())
    _combine(KnowledgeGraph(store), space, base, tiles)
    return tiles


def now_of(base: Base, tiles: Sequence[Tile]) -> datetime:
    """When the last line was said."""
    return base.made.now + timedelta(milliseconds=base.span_ms * len(tiles))


def _load(store: Store, space: str, rows: Iterable[Row]) -> None:
    rows = iter(rows)
    while batch := list(islice(rows, LOAD_ROWS)):
        nodes = [row for row in batch if isinstance(row, Node)]
        edges = [row for row in batch if isinstance(row, Edge)]
        store.load(space, Changes(nodes, edges, [], max(row.seq for row in batch), has_more=False))


def _combine(knowledge: KnowledgeGraph, space: str, base: Base, tiles: Sequence[Tile]) -> None:
    """Combine summaries, so that no level has more of them at the top than archivists leave."""
    tops: dict[int, list[str]] = {}
    for node in knowledge.store.nodes(space, knowledge.index(space).tops()).values():
        tops.setdefault(int(str(node.properties["level"])), []).append(node.id)
    level = min(tops)
    while level in tops:
        ids = tops[level]
        changes = []
        while len(ids) > TOPS_MAX:
            members, ids = ids[:COMBINED], ids[COMBINED:]
            changes.append(
                NewSummary(
                    ref=f"new:{members[0]}", level=level + 1, members=tuple(members), body=BODY, conversation=None
                )
            )
        made = apply_changes(knowledge, space, changes, now=now_of(base, tiles)).ids
        if changes:
            tops.setdefault(level + 1, []).extend(made[change.ref] for change in changes)
        level += 1
