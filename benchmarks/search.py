"""What a block finds, through the public path: XQuAD's passages and LoCoMo's talks as messages, their questions asked.

`python -m benchmarks.search --xquad xquad.tr.json --locomo locomo.json` reads the sets in their original formats.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import mean

from context.policy import Policy
from context.turn import NearMiss, ShownItem, TurnRequest, take_turn
from graph.items import Role
from graph.knowledge import KnowledgeGraph
from graph.recognise import Line
from graph.stores import open_store

NOW = datetime(2024, 6, 1, tzinfo=UTC)
BLOCK_TOKENS = 1024
POLICY = Policy(near_misses_max=300)  # So that the ranking is long enough to look into.


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and the messages that answer it."""

    question: str
    evidence: Sequence[str]


def main() -> None:
    """Print recall in the ranking of messages and inside the block, in percent, means over questions."""
    parser = ArgumentParser(prog="python -m benchmarks.search", description=__doc__)
    parser.add_argument("--xquad", type=Path, help="a file of XQuAD")
    parser.add_argument("--locomo", type=Path, help="a file of LoCoMo, or of some of its conversations")
    given = parser.parse_args()
    for file, read in ((given.xquad, read_xquad), (given.locomo, read_locomo)):
        if file is not None:
            report(file.name, read(json.loads(file.read_text(encoding="utf-8"))))


def report(name: str, answers: Iterable[tuple[KnowledgeGraph, Asked]]) -> None:
    """Ask everything and print one line."""
    figures: list[tuple[float, float, float]] = []
    for knowledge, asked in answers:
        request = TurnRequest(space="set", query=asked.question, visible=0, budget_tokens=BLOCK_TOKENS, record=False)
        turn = take_turn(knowledge, request, policy=POLICY, now=NOW)
        candidates: list[ShownItem | NearMiss] = [*turn.items, *turn.near_misses]
        scored = sorted(candidates, key=lambda item: (-item.score, item.id))
        ranking = [item.id for item in scored if item.label == "Message"]
        shown = {item.id for item in turn.items}
        found = [[id in ranking[:1], id in ranking[:10], id in shown] for id in asked.evidence]
        figures.append((mean(f[0] for f in found), mean(f[1] for f in found), mean(f[2] for f in found)))
    first, tenth, block = (100 * mean(column) for column in zip(*figures, strict=True))
    print(  # noqa: T201 - A script's answer.
        f"{name}: {len(figures)} questions, recall@1 {first:.1f}, recall@10 {tenth:.1f}, "
        f"in a block of {BLOCK_TOKENS:,} tokens {block:.1f}"
    )


def read_xquad(held: dict[str, list[dict[str, list[dict[str, object]]]]]) -> Iterator[tuple[KnowledgeGraph, Asked]]:
    """Each passage is a message; its questions are answered by it."""
    passages = [passage for article in held["data"] for passage in article["paragraphs"]]
    lines = [Line(role=Role.USER, body=str(passage["context"])) for passage in passages]
    knowledge = _space(lambda graph: graph.append("set", lines, now=NOW - timedelta(days=1)))
    ids = [message.id for message in knowledge.messages("set", limit=len(lines))]
    for id, passage in zip(ids, passages, strict=True):
        questions = passage["qas"]
        assert isinstance(questions, list)
        yield from ((knowledge, Asked(str(asked["question"]), [id])) for asked in questions)
    knowledge.close()


def read_locomo(held: list[dict[str, object]]) -> Iterator[tuple[KnowledgeGraph, Asked]]:
    """Each conversation is a space; questions of the categories 1 to 4 whose evidence is there."""
    for sample in held:
        talk, questions = sample["conversation"], sample["qa"]
        assert isinstance(talk, dict) and isinstance(questions, list)
        places: list[str] = []
        lines: list[Line] = []
        for key in (key for key in talk if key.startswith("session_") and isinstance(talk[key], list)):
            at = datetime.strptime(talk[f"{key}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
            for number, said in enumerate(talk[key]):
                role = Role.USER if said["speaker"] == talk["speaker_a"] else Role.ASSISTANT
                seen = f" [image: {said['blip_caption']}]" if said.get("blip_caption") else ""
                sent_at = at + timedelta(seconds=20 * number)
                lines.append(Line(role=role, sender=said["speaker"], body=said["text"] + seen or ".", sent_at=sent_at))
                places.append(said["dia_id"])
        knowledge = _space(lambda graph, lines=lines: graph.append("set", lines, now=NOW))  # type: ignore[misc]
        messages = knowledge.messages("set", limit=len(lines))
        ids = dict(zip(places, sorted(message.id for message in messages), strict=True))
        for asked in questions:
            evidence = [ids[place] for place in asked["evidence"] if place in ids]
            if evidence and asked["category"] != 5:
                yield knowledge, Asked(asked["question"], evidence)
        knowledge.close()


def _space(fill: Callable[[KnowledgeGraph], object]) -> KnowledgeGraph:
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("set", now=NOW)
    fill(knowledge)
    return knowledge


if __name__ == "__main__":
    main()
