"""What a caller knows that a space must hold, and the checks of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import isclose

from graph.index.space_index import Hit, SpaceIndex
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import ITEM_LABELS, Changes, Kind, Label, Node, Store
from graph.values.score_terms import worth

WORD = re.compile(r"Qorb\w+")
QUERIES = ("Where does my sister live?", "What about the boat?", "Maren and Tavish in Oslo")


@dataclass(slots=True)
class Expected:
    """One space as its callers know it."""

    mark: str  # a word that stands in each of its messages, and in nothing of any other space
    lines: dict[str, tuple[str, Line]] = field(default_factory=dict)  # by their words: chat and line, acknowledged
    gone: list[str] = field(default_factory=list)  # words that were forgotten
    proxied: dict[str, list[Line]] = field(default_factory=dict)  # what clients of the proxy send again, by chat
    base: dict[str, float] = field(default_factory=dict)  # what messages are worth by verdicts that are gone

    def rebase(self, store: Store, name: str) -> None:
        """Blocks may be gone with their verdicts: what messages are worth now is taken as given."""
        rows = store.since(name, 0, limit=10_000_000)
        self.base = {id: held - total for id, (held, total) in _worths(rows).items()}


def check(knowledge: KnowledgeGraph, name: str, expected: Expected, marks: Mapping[str, str]) -> None:
    """Every invariant of a space, by all of its rows."""
    rows = knowledge.store.since(name, 0, limit=10_000_000)
    nodes = {node.id: node for node in rows.nodes}
    _check_messages(knowledge, name, nodes, expected)
    _check_edges(nodes, rows.edges)
    _check_words(name, rows, expected, marks)
    _check_verdicts(rows, expected.base)
    _check_index(knowledge, name)


def word_in(text: str) -> str:
    """The word that stands in this line, and in no other."""
    found = WORD.findall(text)
    assert found, text
    return str(found[-1])


def remembered(knowledge: KnowledgeGraph, name: str) -> dict[object, object]:
    """Everything that can be undone: items and names with their edges, without versions and times of writing."""
    rows = knowledge.store.since(name, 0, limit=10_000_000)
    labels = ITEM_LABELS | {Label.ALIAS}
    kept: dict[object, object] = {
        node.id: {key: value for key, value in node.properties.items() if key not in ("updated_at", "vector_model")}
        for node in rows.nodes
        if node.label in labels
    }
    return kept | {
        (edge.source, edge.kind, edge.target): dict(edge.properties)
        for edge in rows.edges
        if edge.kind is not Kind.CHANGED and edge.source in kept and edge.target in kept
    }


def _check_messages(knowledge: KnowledgeGraph, name: str, nodes: Mapping[str, Node], expected: Expected) -> None:
    """Every acknowledged message is there once, as it was sent; the space counts them."""
    messages = [node for node in nodes.values() if node.label is Label.MESSAGE]
    held = {word_in(str(node.properties["body"])): node for node in messages}
    doubled = [(node.id, node.properties["chat"]) for node in messages if node not in held.values()]
    assert not doubled, f"a message is doubled: {doubled}"
    assert held.keys() == expected.lines.keys(), f"lost or left: {sorted(held.keys() ^ expected.lines.keys())}"
    for id, (chat, line) in expected.lines.items():
        assert (held[id].properties["body"], held[id].properties["chat"]) == (line.body, chat)
    assert knowledge.space(name).message_count == len(messages)


def _check_edges(nodes: Mapping[str, Node], edges: object) -> None:
    """Both ends of each edge exist; a message or summary is in one summary at most, the one that it names."""
    assert isinstance(edges, list | tuple)
    above: dict[str, str] = {}
    for edge in edges:
        assert edge.source in nodes and edge.target in nodes, f"an edge to what is gone: {edge}"
        if edge.kind is Kind.SUMMARIZES:
            assert edge.target not in above, f"{edge.target} is in two summaries"
            above[edge.target] = edge.source
    for node in nodes.values():
        if node.label in (Label.MESSAGE, Label.SUMMARY):
            assert node.properties.get("container") == above.get(node.id), f"{node.id} names another container"


def _check_words(name: str, rows: Changes, expected: Expected, marks: Mapping[str, str]) -> None:
    """Nothing of another space, and no word that was forgotten."""
    text = repr((rows.nodes, rows.edges))
    for other, mark in marks.items():
        assert other == name or mark not in text, f"{name} holds something of {other}"
    folded = text.lower()  # What search reads is in small letters.
    left = [word for word in expected.gone[-100:] if word.lower() in folded]  # All would take longer than all else.
    left = [word for word in left if word not in named_after(rows.nodes)]
    assert not left, f"forgotten, and still there: {left[:3]} in {_holders(rows, left[0])}"


def named_after(nodes: Iterable[Node]) -> set[str]:
    """Words that are names of entities: one that is linked with something that stays keeps a name of its own.

    So it does although the name stood only in what was forgotten (docs/reliability.md, What is not promised).
    """
    entities = [node for node in nodes if node.label is Label.ENTITY]
    names = [repr((node.properties.get("name"), node.properties.get("aliases"))) for node in entities]
    return {word for name in names for word in WORD.findall(name)}


def _holders(rows: Changes, word: str) -> list[str]:
    return [f"{node.label} {node.id}" for node in rows.nodes if word.lower() in repr(node).lower()]


def _check_verdicts(rows: Changes, base: Mapping[str, float]) -> None:
    """The usefulness of a message is the sum of its verdicts."""
    for id, (held, total) in _worths(rows).items():
        expected = base.get(id, 0.0) + total
        assert isclose(held, expected, abs_tol=1e-9), f"{id} is worth {expected} by its verdicts, and {held} itself"


def _worths(rows: Changes) -> dict[str, tuple[float, float]]:
    """Of each message its usefulness, and the sum of the verdicts that are there."""
    sums = dict.fromkeys((node.id for node in rows.nodes if node.label is Label.MESSAGE), 0.0)
    for edge in rows.edges:
        if edge.kind is Kind.PRESENTED and edge.target in sums:
            held = edge.properties
            sums[edge.target] += worth(held.get("verdict"), int(str(held["rank"])))  # type: ignore[arg-type]
    worths = {node.id: float(str(node.properties.get("usefulness", 0.0))) for node in rows.nodes if node.id in sums}
    return {id: (worths[id], total) for id, total in sums.items()}


def _check_index(knowledge: KnowledgeGraph, name: str) -> None:
    """The index at hand equals one that is made from the store."""
    index = knowledge.index(name)
    made = SpaceIndex(name, index.embedder)
    made.refresh(knowledge.store)
    assert len(index) == len(made)
    assert index.message_count() == made.message_count()
    assert sorted(index.tops()) == sorted(made.tops())
    assert sorted(index.stale()) == sorted(made.stale())
    assert index.learned == made.learned
    assert index.moments() == made.moments()
    ids = [*made._columns.slots]
    assert index.entries(ids) == made.entries(ids)
    for chat in ("", "work", "past"):
        assert index.last_shown(chat) == made.last_shown(chat)
        assert index.newest_messages(chat, 50) == made.newest_messages(chat, 50)
    for query in QUERIES:
        assert _hits(index, query) == _hits(made, query), f"the index finds something else for {query!r}"
        assert index.entities_in(query) == made.entities_in(query)
        if knowledge.embedder is not None:
            [vector] = knowledge.embedder.embed([query])
            near, wanted = (_scores(each.search_vector(vector, 1_000)) for each in (index, made))
            assert near == wanted, f"the index finds something else near {query!r}"
    assert sorted(index.unembedded(1_000)) == sorted(made.unembedded(1_000))


def _hits(index: SpaceIndex, query: str) -> list[tuple[str, float]]:
    return _scores(index.search_words(query, 1_000))


def _scores(hits: Iterable[Hit]) -> list[tuple[str, float]]:
    return sorted((hit.id, round(hit.score, 6)) for hit in hits)
