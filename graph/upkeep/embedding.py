"""Embeds items outside of requests, and finds what the cosines of a model mean."""

from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files

import numpy as np

from graph.derived.reached import batches, pages
from graph.embedders.choice import Embedder
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label, Op, PutNode, ReadDepth, Value
from graph.text.sentences import passages
from graph.values.background import UNKNOWN, Background
from graph.values.codec import stored_of
from graph.values.items import Message, Stored
from graph.values.puts import searchable_text
from graph.values.write_plan import WritePlan

BATCH = 64
"""Texts in a batch: enough to keep the model busy, few enough that other writers wait only briefly."""


def embed_backlog(knowledge: KnowledgeGraph, space: str, *, limit: int = BATCH) -> int:
    """Embed at most `limit` items; returns how many were processed, 0 if nothing is left or the space has no embedder.

    Each passage of a long text has a vector. An item in a language that the embedder does not know gets an empty one,
    so that it is not processed again.
    Items that another process changes meanwhile are skipped. Two reads, one pass of the model, one write.
    """
    index, embedder = knowledge.index(space), knowledge.embedder
    waiting = index.unembedded(limit)
    if not waiting or embedder is None:
        return 0
    background = background_of(embedder)
    nodes = list(knowledge.store.nodes(space, waiting).values())
    texts = [_text(stored_of(node)) for node in nodes]
    parts = [[text[start:end] for start, end in passages(text)] if embedder.knows(text) else [] for text in texts]
    vectors = iter(embedder.embed([part for each in parts for part in each]).astype(np.float16))
    made = [b"".join(next(vectors).tobytes() for _ in each) for each in parts]

    def decide(plan: WritePlan) -> int:
        if plan.space.embedder != embedder.id:
            return 0
        plan.space = replace(plan.space, unrelated_cosine=background.mean, unrelated_spread=background.spread)
        fresh = knowledge.store.nodes(space, waiting, ReadDepth.HEAD)
        for i, node in enumerate(nodes):
            if node.id not in fresh or fresh[node.id].version != node.version:
                continue
            properties: dict[str, Value] = {"vector": made[i], "vector_model": embedder.id}
            plan.add(PutNode(node.label, node.id, properties, expect=node.version))
        return len(nodes)

    return knowledge.change(space, decide)


def _text(item: Stored) -> str:
    """What a vector is made of. The name of a sender says nothing about what is meant."""
    return item.body if isinstance(item, Message) else searchable_text(item) or ""


def drop_vectors(knowledge: KnowledgeGraph, space: str) -> Iterator[int]:
    """Make the current embedder that of the space, and drop every vector; yields the nodes read after each write."""
    embedder = knowledge.embedder.id if knowledge.embedder else None
    knowledge.change_space(
        space, lambda stored: replace(stored, embedder=embedder, unrelated_cosine=None, unrelated_spread=None)
    )
    for label in (Label.MESSAGE, Label.SUMMARY, Label.ENTITY, Label.FACT, Label.REFLECTION, Label.MEMORY):
        for nodes in batches(pages(knowledge.store, space, label), 500):
            cleared: list[Op] = [
                PutNode(label, node.id, {"vector": None, "vector_model": None})
                for node in nodes
                if "vector_model" in node.properties
            ]
            if cleared:
                knowledge.store.write(space, cleared)
            yield len(nodes)


SPREAD_MIN = 0.005
"""A model with less cannot tell texts apart."""


_found: dict[str, Background] = {}  # by the embedder's id


def background_of(embedder: Embedder) -> Background:
    """Embeds 80 short texts, once for each model of this process. Raises EmbedderError."""
    if embedder.id in _found:
        return _found[embedder.id]
    text = (files("graph.embedders") / "unrelated_pairs.tsv").read_text(encoding="utf-8")
    pairs = [line.split("\t") for line in text.splitlines() if embedder.knows(line)]
    questions = embedder.embed([question for question, _ in pairs], is_question=True)
    cosines = questions @ embedder.embed([line for _, line in pairs]).T
    mean, spread = round(float(np.mean(cosines)), 3), round(float(np.std(cosines)), 3)
    found = _found[embedder.id] = UNKNOWN if spread < SPREAD_MIN else Background(mean, spread)
    return found
