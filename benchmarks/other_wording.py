"""How well recall finds what was said in other words: `python -m benchmarks.other_wording [EMBEDDER]`.

Each of 36 past conversations of two lines is asked for without any of its words (tests/benchmarks/other_wording.tsv).
The score of the best wrong conversation shows what a user gets whose question was never talked about.
"""

from __future__ import annotations

import csv
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from archivists.round_policy import RoundPolicy
from archivists.rounds.conversation_end import close_silent
from context.recall.recalling import GOOD
from context.recall.subject import subject_of
from graph.embedders.choice import open_embedder
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.upkeep.embedding import embed_backlog
from graph.values.items import Conversation, Role
from languages.registry import BY_CODE

TALKS = Path(__file__).parents[1] / "tests/benchmarks/other_wording.tsv"
NOW = datetime(2026, 3, 1, tzinfo=UTC)
SPACE, LANGUAGE = "past", BY_CODE["en"]


def main(embedder: str) -> None:
    """Print how many are found, and how many would be found wrongly if the question had never been talked about."""
    with TALKS.open(encoding="utf-8") as file:
        talks = [*csv.DictReader(file, delimiter="\t")]
    knowledge = KnowledgeGraph(open_store(":memory:"), open_embedder(embedder))
    fill(knowledge, talks)
    scores = [scores_of(knowledge, talk["asked"]) for talk in talks]
    meant = [found.get(str(number), 0.0) for number, found in enumerate(scores)]
    others = [
        max((score for chat, score in found.items() if chat != str(number)), default=0.0)
        for number, found in enumerate(scores)
    ]
    sys.stdout.write(f"{embedder}, {len(talks)} questions\n")
    sys.stdout.write(f"the one that is meant comes first: {sum(map(float.__gt__, meant, others))}\n")
    sys.stdout.write(f"it is good ({GOOD}): {sum(score >= GOOD for score in meant)}\n")
    sys.stdout.write(f"another one is good: {sum(score >= GOOD for score in others)}\n")
    knowledge.close()


def fill(knowledge: KnowledgeGraph, talks: Sequence[Mapping[str, str]]) -> None:
    """A complete conversation of each talk, in a chat with its number."""
    knowledge.create_space(SPACE, now=NOW)
    for number, talk in enumerate(talks):
        at = NOW + timedelta(days=number)
        said = Line(role=Role.USER, body=talk["said"], sent_at=at)
        reply = Line(role=Role.ASSISTANT, body=talk["reply"], sent_at=at)
        knowledge.append(SPACE, [said, reply], chat=str(number), now=at)
    while close_silent(knowledge, SPACE, now=NOW + timedelta(days=len(talks) + 1), policy=RoundPolicy()):
        pass
    while knowledge.embedder is not None and embed_backlog(knowledge, SPACE):
        pass


def scores_of(knowledge: KnowledgeGraph, asked: str) -> dict[str, float]:
    """The score of each conversation that is found, by its chat."""
    subject = subject_of(asked, LANGUAGE, NOW)
    vector = None if knowledge.embedder is None else knowledge.embedder.embed([subject.text or asked])[0]
    hits = knowledge.index(SPACE).search_conversations(subject.asked, 100, vector=vector)
    found = knowledge.get(SPACE, [hit.id for hit in hits])
    return {talk.chat: hit.score for hit in hits if isinstance(talk := found[hit.id], Conversation)}


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m benchmarks.other_wording", description=__doc__)
    parser.add_argument("embedder", nargs="?", default="none", help="as REMEMBRANCER_EMBEDDER has it")
    main(parser.parse_args().embedder)
