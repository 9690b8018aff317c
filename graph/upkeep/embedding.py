"""Embeds items outside of requests. The graph itself says which items still need a vector."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label, Op, PutNode, ReadDepth, Value
from graph.text.identification import language_of
from graph.values.codec import stored_of
from graph.values.puts import searchable_text
from graph.values.write_plan import WritePlan

BATCH = 64
"""Texts in a batch: enough to keep the model busy, few enough that other writers wait only briefly."""


def embed_backlog(knowledge: KnowledgeGraph, space: str, *, limit: int = BATCH) -> int:
    """Embed at most `limit` items; returns how many were processed, 0 if nothing is left or no embedder is set.

    An item in a language that the embedder does not know gets an empty vector, so that it is not processed again.
    Items that another process changes meanwhile are skipped. Two reads, one pass of the model, one write.
    """
    embedder = knowledge.embedder
    if embedder is None:
        return 0
    waiting = knowledge.index(space).unembedded(limit)
    if not waiting:
        return 0
    nodes = list(knowledge.store.nodes(space, waiting).values())
    texts = [searchable_text(stored_of(node)) or "" for node in nodes]
    languages = [language_of(text) for text in texts]
    known = [i for i, language in enumerate(languages) if embedder.knows(language)]
    vectors = embedder.embed([texts[i] for i in known]).astype(np.float16) if known else ()
    by_index = dict(zip(known, vectors, strict=True))

    def decide(plan: WritePlan) -> int:
        plan.space = replace(plan.space, embedder=embedder.id)
        fresh = knowledge.store.nodes(space, waiting, ReadDepth.HEAD)
        for i, node in enumerate(nodes):
            if node.id not in fresh or fresh[node.id].version != node.version:
                continue
            vector = by_index[i].tobytes() if i in by_index else b""
            properties: dict[str, Value] = {"vector": vector, "vector_model": embedder.id}
            if node.label in (Label.MESSAGE, Label.FACT):
                properties["language"] = languages[i]
            plan.add(PutNode(node.label, node.id, properties, expect=node.version))
        return len(nodes)

    return knowledge.change(space, decide)


def drop_vectors(knowledge: KnowledgeGraph, space: str) -> Iterator[int]:
    """Drop every vector of the space; yields the number of nodes read after each write."""
    for label in (Label.MESSAGE, Label.SUMMARY, Label.ENTITY, Label.FACT, Label.REFLECTION, Label.MEMORY):
        after: tuple[None, str] | None = None
        while nodes := knowledge.store.find(space, label, after=after, limit=500):
            after = (None, nodes[-1].id)
            cleared: list[Op] = [
                PutNode(label, node.id, {"vector": None, "vector_model": None})
                for node in nodes
                if "vector_model" in node.properties
            ]
            if cleared:
                knowledge.store.write(space, cleared)
            yield len(nodes)
    knowledge.change_space(space, lambda stored: replace(stored, embedder=None))
