"""What models say in a simulation: mostly an answer of the right shape, about things that may not be there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from random import Random

import numpy as np
from numpy.typing import NDArray

from archivists.models.provider import Request
from archivists.questions.moments_question import MomentsAnswer
from archivists.questions.reflect import ReflectAnswer
from graph.text.identification import language_of
from graph.values.items import MemoryType
from tests.archivists.rounds.test_rounds_any_answer import any_answer

NAMES = ("Maren", "Tavish", "Oslo", "Nobody")


def answer(request: Request, chance: Random) -> str:
    """An answer that cites what it likes; a significant memory cites the message that it repeats."""
    if chance.random() < 0.1:
        return "I would rather not."
    if request.answer is ReflectAnswer:
        return json.dumps({"text": chance.choice(("Maren: I miss the sea.", "I trust Tavish.", ""))})
    told = json.loads(request.lines[1].text)
    if request.answer is MomentsAnswer:
        return json.dumps(_moments(told, {each["text"]: each["n"] for each in told["messages"]}, chance))
    return any_answer(request, chance)


def _moments(told: dict[str, list[dict[str, object]]], said: dict[str, int], chance: Random) -> dict[str, object]:
    ids = [str(each["id"]) for each in told["known"]]

    def memory() -> dict[str, object]:
        text = chance.choice([*said, "Maren promised the harbour to Tavish."])
        return {
            "type": chance.choice([*MemoryType, "rumour"]),
            "summary": text,
            "importance": chance.randint(1, 10),
            "participants": chance.sample(NAMES, 2),
            "relatedLocations": ["Oslo"],
            "contextTriggers": ["harbour"],
            "sources": [said[text]] if text in said else [1],
        }

    def plain() -> dict[str, object]:
        return memory() | {"summary": "They spoke of the harbour.", "sources": [1]}

    return {
        "memories": [memory() for _ in range(chance.randrange(3))],
        "updates": [memory() | {"id": id} for id in chance.sample(ids, min(1, len(ids)))],
        "compactionGroups": [{"memoryIds": [*ids[:2], "mem_99"], "compactedMemory": plain()}] if len(ids) > 2 else [],
    }


class WordEmbedder:
    """Places a text by its words. It knows English, and what is too short to tell."""

    id = "words/16"
    dimension = 16

    def knows(self, text: str) -> bool:
        """Whether to embed this text."""
        return language_of(text) in ("en", None)

    def embed(self, texts: Sequence[str], *, is_question: bool = False) -> NDArray[np.float32]:
        """One row of length 1 for each text."""
        found = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(found, texts, strict=True):
            for word in text.lower().split():
                row[blake2b(word.encode(), digest_size=1).digest()[0] % self.dimension] += 1
        return found / np.linalg.norm(found, axis=1, keepdims=True)

    def close(self) -> None:
        """Nothing to give back."""
