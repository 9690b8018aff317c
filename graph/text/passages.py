"""The passages of a long text: runs of whole sentences, each short enough that one vector tells what it is about."""

from __future__ import annotations

from graph.text.sentences import sentences

PASSAGE_CHARS = 200
"""About 45 tokens. A vector of more says what a text is about, and no longer what one of its sentences says."""

PASSAGES_MAX = 300
"""Of a text of 60,000 characters or less; those of a longer one are longer."""


def passages(text: str) -> list[tuple[int, int]]:
    """The span of each passage, in order; one for a text that is short, however many sentences it has. Pure."""
    most = max(PASSAGE_CHARS, len(text) // PASSAGES_MAX)
    if len(text) <= most:
        return [(0, len(text))]
    spans: list[tuple[int, int]] = []
    for start, end in sentences(text):
        if spans and end - spans[-1][0] <= most:
            spans[-1] = spans[-1][0], end
        else:
            spans.append((start, end))
    return spans or [(0, len(text))]
