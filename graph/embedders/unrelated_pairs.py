"""Finds the background of a model: the cosines of questions and lines that have nothing to do with each other."""

from __future__ import annotations

from importlib.resources import files

import numpy as np

from graph.embedders.choice import Embedder
from graph.values.background import UNKNOWN, Background

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
