"""Tells what an utterance wants, and in which language it is, by the examples in `languages/*/recall_examples.tsv`.

One linear function is fitted to all examples in closed form (ridge regression). It reads the pieces of an utterance's
words, so that it works without an embedder and forgives typing mistakes; with an embedder it reads the vector, too.
The fit takes half a second, and with the built-in embedder two more, once for each embedder in a process.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from threading import Lock
from typing import Final, Protocol
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from graph.text.courtesies import plain
from languages.language import Language
from languages.registry import LANGUAGES

SLOTS: Final = 2_048  # For pieces of words; of two pieces in one slot, the signs differ half of the time.
PIECE_LENGTHS: Final = (3, 4, 5)
SMOOTHING: Final = 1.0  # Of 0.3, 1 and 2, the best without an embedder on the examples that were worked on.
TELLING_WORDS_MAX: Final = 3
CHARACTERS_MAX: Final = 1_000  # What somebody wants stands in the first lines.

Floats = NDArray[np.float32]


class ExampleEmbedder(Protocol):
    """What the fit needs of a graph.embedders.choice.Embedder."""

    @property
    def id(self) -> str:
        """Vectors of one id are comparable."""

    def embed(self, texts: Sequence[str], *, is_question: bool = False) -> Floats:
        """One row for each text."""


@dataclass(frozen=True, slots=True)
class Example:
    """An utterance that somebody might type, and what it wants."""

    kind: str  # a value of context.recall.intent.Intent
    text: str
    language: Language
    is_alone: bool  # "that thing": it wants this only if it is all that is said, so it is no example for others


@dataclass(frozen=True, slots=True)
class ReadUtterance:
    """What an utterance wants, in which language, how sure that is (0..1 each), and the words that tell it."""

    kind: str
    confidence: float
    language: Language
    language_confidence: float
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Fit:
    kinds: tuple[str, ...]
    mean: Floats  # of the examples' vectors; of length 0 without an embedder
    weights: Floats  # a row for each slot, for each dimension, and one for the constant; a column for each answer


@cache
def examples() -> tuple[Example, ...]:
    """All examples, as they stand in the files: a kind and a text in each row, after "=" one that is alone."""
    folder = files("languages")
    found = []
    for language in LANGUAGES:
        file = folder / language.name.lower() / "recall_examples.tsv"
        rows = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
        for kind, text in (row.split("\t") for row in rows):
            found.append(Example(kind, text.removeprefix("="), language, text.startswith("=")))
    return tuple(found)


@cache
def known_utterances() -> dict[str, Example]:
    """The examples by their plain words: an utterance that says the same is certain."""
    return {plain(example.text): example for example in reversed(examples())}


def read_utterance(text: str, embedder: ExampleEmbedder | None, vector: Floats | None) -> ReadUtterance:
    """What the utterance wants. `vector` is its own, by the embedder; None: only its words are read.

    Raises EmbedderError, if the examples have to be embedded.
    """
    fit = _fitted(embedder if vector is not None else None)
    here = plain(text[:CHARACTERS_MAX])
    row = _row(here, fit.mean, vector)
    scores = np.clip(row @ fit.weights, 0, 1)
    kinds = scores[: len(fit.kinds)]
    tongues = scores[len(fit.kinds) :]
    best, tongue = int(kinds.argmax()), int(tongues.argmax())
    told = {word: float(_pieces_row([word]) @ fit.weights[:SLOTS, best]) for word in here.split()}
    words = sorted((word for word in told if told[word] > 0), key=lambda word: -told[word])
    return ReadUtterance(
        kind=fit.kinds[best],
        confidence=_share(kinds),
        language=LANGUAGES[tongue],
        language_confidence=_share(tongues),
        words=tuple(words[:TELLING_WORDS_MAX]),
    )


def _share(scores: Floats) -> float:
    total = float(scores.sum())
    return round(float(scores.max()) / total, 3) if total else 0.0


_fits: dict[str, _Fit] = {}
_fitting = Lock()


def _fitted(embedder: ExampleEmbedder | None) -> _Fit:
    key = embedder.id if embedder is not None else ""
    with _fitting:
        if key not in _fits:
            _fits[key] = _fit(embedder)
        return _fits[key]


def _fit(embedder: ExampleEmbedder | None) -> _Fit:
    known = [example for example in examples() if not example.is_alone]
    kinds = tuple(dict.fromkeys(example.kind for example in known))
    texts = [example.text for example in known]
    empty = np.zeros((len(known), 0), dtype=np.float32)
    vectors = embedder.embed(texts, is_question=True) if embedder is not None else empty
    mean = vectors.mean(axis=0)
    rows = np.stack([_row(plain(text), mean, vector) for text, vector in zip(texts, vectors, strict=True)])
    answers = np.array(
        [
            [float(example.kind == kind) for kind in kinds]
            + [float(example.language is language) for language in LANGUAGES]
            for example in known
        ],
        dtype=np.float32,
    )
    alike = rows @ rows.T + SMOOTHING * np.eye(len(rows), dtype=np.float32)
    return _Fit(kinds, mean, rows.T @ np.linalg.solve(alike, answers))


def _row(here: str, mean: Floats, vector: Floats | None) -> Floats:
    meaning = vector - mean if vector is not None else mean
    return np.concatenate([_pieces_row(here.split()), meaning, np.ones(1, dtype=np.float32)])


def _pieces_row(words: Sequence[str]) -> Floats:
    """Of length 1: the words, pairs of them, and pieces of each, so that suffixes and slips count."""
    row = np.zeros(SLOTS, dtype=np.float32)
    for piece in _pieces(words):
        hashed = crc32(piece.encode())
        row[hashed % SLOTS] += 1.0 if hashed >> 16 & 1 else -1.0
    length = float(np.linalg.norm(row))
    return row / np.float32(length) if length else row


def _pieces(words: Sequence[str]) -> set[str]:
    found = {*words, *(f"{one} {other}" for one, other in pairwise(words))}
    if words:
        found |= {f"^{words[0]}", f"{words[-1]}$"}
    for word in words:
        framed = f"<{word}>"
        for length in PIECE_LENGTHS:
            found |= {framed[at : at + length] for at in range(len(framed) - length + 1)}
    return found
