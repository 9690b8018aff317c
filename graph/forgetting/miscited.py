"""Finds what was made from deleted messages without citing them: a model may cite the wrong message, or none."""

from collections.abc import Sequence, Set
from dataclasses import replace

from graph.derived.reached import EDGES_MAX, Selected, pages, read_nodes
from graph.index.entries import terms_of
from graph.index.space_index import SpaceIndex
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Kind, Label, Node, ReadDepth
from graph.text.search_terms import query_terms
from graph.values.codec import item_of, stored_of
from graph.values.items import Author, Message, Stored
from graph.values.puts import searchable_text

STATEMENTS = (Label.FACT, Label.MEMORY)

TERMS_AT_ONCE = 500
"""Terms of one lookup. It takes a few milliseconds, in which nobody else can use the index."""


def with_miscited(knowledge: KnowledgeGraph, space: str, index: SpaceIndex, selected: Selected) -> Selected:
    """What is selected, with every text whose words give away that it was made from it.

    Such a text has a word that is in no message and no caller's text that stays; or it is a statement that cites
    another message of the same conversation, but has more words of a message that is deleted.
    """
    conversations: dict[str, None] = {}
    words: dict[str, None] = {}
    for node in read_nodes(knowledge.store, space, selected.messages):
        message = item_of(node, Message)
        conversations[message.conversation] = None
        words |= dict.fromkeys(_terms(message))
    terms, only, miscited = [*words], set[str](), set[str]()
    for start in range(0, len(terms), TERMS_AT_ONCE):
        lost, holders = index.only_in(selected.messages, terms[start : start + TERMS_AT_ONCE])
        only, miscited = only | lost, miscited | holders
    nodes = [*read_nodes(knowledge.store, space, miscited, ReadDepth.INDEX)]
    only -= _written_by_hand(knowledge, space, nodes, selected.messages)
    texts = set(selected.texts)
    for node in nodes:
        if not only.isdisjoint(terms_of(node).split()):
            # A conversation's title is written anew together with its summary.
            texts |= {node.id, str(node.properties.get("summary") or node.id)}
    for conversation in conversations:
        texts |= _better_explained(knowledge, space, conversation, selected.messages)
    return replace(selected, texts=frozenset(texts), words=frozenset(only))


def _written_by_hand(knowledge: KnowledgeGraph, space: str, nodes: Sequence[Node], messages: Set[str]) -> set[str]:
    """The terms of what callers have written, except statements of deleted messages, which are deleted with them."""
    by_hand = {node.id: node for node in nodes if _is_by_hand(node)}
    statements = sorted(id for id, node in by_hand.items() if node.label in STATEMENTS)
    edges = knowledge.store.edges(space, statements, [Kind.STATED_IN], EDGES_MAX)
    going = {edge.source for edge in edges if edge.target in messages}
    return set[str]().union(*(terms_of(node).split() for id, node in by_hand.items() if id not in going))


def _better_explained(knowledge: KnowledgeGraph, space: str, conversation: str, messages: Set[str]) -> set[str]:
    """The statements that cite a message of the conversation that stays, but have more words of a deleted one."""
    ids = {node.id for node in pages(knowledge.store, space, Label.MESSAGE, {"conversation": conversation}, "position")}
    edges = knowledge.store.edges(space, sorted(ids - messages), [Kind.STATED_IN], EDGES_MAX)
    statements = _statements(knowledge, space, {edge.source for edge in edges})
    explained = set[str]()
    for node in read_nodes(knowledge.store, space, ids & messages if statements else ()):
        message_terms = _terms(item_of(node, Message))
        explained |= {id for id, (terms, cited_count) in statements.items() if len(terms & message_terms) > cited_count}
    return explained


def _statements(knowledge: KnowledgeGraph, space: str, ids: Set[str]) -> dict[str, tuple[frozenset[str], int]]:
    """The terms of each statement that no caller has written, and how many of them are in the messages it cites."""
    nodes = [
        node for node in read_nodes(knowledge.store, space, ids) if node.label in STATEMENTS and not _is_by_hand(node)
    ]
    found = {node.id: _terms(stored_of(node)) for node in nodes}
    edges = knowledge.store.edges(space, sorted(found), [Kind.STATED_IN], EDGES_MAX)
    cited = {
        node.id: _terms(item_of(node, Message))
        for node in read_nodes(knowledge.store, space, {edge.target for edge in edges})
    }
    held = {id: set[str]() for id in found}
    for edge in edges:
        held[edge.source] |= found[edge.source] & cited[edge.target]
    return {id: (terms, len(held[id])) for id, terms in found.items()}


def _is_by_hand(node: Node) -> bool:
    return node.properties.get("author") == Author.CALLER


def _terms(item: Stored) -> frozenset[str]:
    return frozenset(query_terms(searchable_text(item) or ""))
