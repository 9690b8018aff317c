"""Makes a language's table of related words: for each word, the words whose embeddings are nearest to its own.

`python -m benchmarks.related_words MODEL FILE --words LIST…` takes a sentence embedding model of the language
(sentence-transformers, by name or folder), the file to write, and word lists, one word a line. The whole words of the
model's own vocabulary are added. languages/english/related_words.npz was made with all-MiniLM-L6-v2 and the small
American list of SCOWL (see NOTICE).
"""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from graph.text.related_words import CLOSENESS_MAX, COSINE_MIN

NEAR = 20  # Words kept for each. With 60 the figures were the same within half a point (docs/benchmarks/retrieval.md).
AT_ONCE = 256
WORDS_MAX = 1 << 16  # A table has 16 bits for a word.

_WORD = re.compile(r"[^\W\d_]{2,}")


def main() -> None:
    """Embed, compare and write."""
    parser = ArgumentParser(prog="python -m benchmarks.related_words", description=__doc__)
    parser.add_argument("model", help="a sentence-transformers model, by name or folder")
    parser.add_argument("file", type=Path, help="the .npz file to write")
    parser.add_argument("--words", type=Path, nargs="*", default=[], help="word lists, one word a line")
    given = parser.parse_args()
    from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - an extra

    model = SentenceTransformer(given.model, device="cpu")
    own = sorted(model.tokenizer.get_vocab())
    listed = [line.strip() for path in given.words for line in path.read_text(encoding="utf-8").splitlines()]
    words = words_of([*own, *listed])
    vectors = model.encode(words, batch_size=AT_ONCE, normalize_embeddings=True, show_progress_bar=True)
    near, closeness = nearest(np.asarray(vectors, dtype=np.float32))
    np.savez_compressed(given.file, words=np.array([w.encode() for w in words]), near=near, closeness=closeness)
    print(f"{len(words):,} words, {np.count_nonzero(closeness):,} related pairs, {given.file.stat().st_size:,} bytes")  # noqa: T201 - A script's answer.


def words_of(listed: Iterable[str]) -> list[str]:
    """The words in small letters of letters only, each once, sorted as bytes."""
    words = sorted({word for word in listed if _WORD.fullmatch(word) and word == word.lower()}, key=str.encode)
    if len(words) >= WORDS_MAX:
        raise SystemExit(f"{len(words)} words, expected fewer than {WORDS_MAX}")
    return words


def nearest(vectors: NDArray[np.float32]) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """For each row the nearest other rows, nearest first, and how close each is: 0 below COSINE_MIN."""
    count = min(NEAR, len(vectors) - 1)
    near = np.zeros((len(vectors), count), dtype=np.uint16)
    closeness = np.zeros((len(vectors), count), dtype=np.uint8)
    for start in range(0, len(vectors), AT_ONCE):
        cosines = vectors[start : start + AT_ONCE] @ vectors.T
        rows = np.arange(len(cosines))
        cosines[rows, start + rows] = -1.0  # No word is related to itself.
        order = np.argpartition(-cosines, count, axis=1)[:, :count]
        best = np.argsort(-np.take_along_axis(cosines, order, axis=1), axis=1, kind="stable")
        order = np.take_along_axis(order, best, axis=1)
        parts = np.clip((np.take_along_axis(cosines, order, axis=1) - COSINE_MIN) / (1 - COSINE_MIN), 0, 1)
        near[start : start + len(rows)] = order
        closeness[start : start + len(rows)] = np.round(parts * CLOSENESS_MAX)
    return near, closeness


if __name__ == "__main__":
    main()
