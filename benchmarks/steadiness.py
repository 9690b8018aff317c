"""How steady the blocks of one conversation are: what consecutive blocks share, and how much text stays in front.

`python -m benchmarks.steadiness SET… [--turns N]` takes folders of sets, as `remembrancer bench convert` makes them. In
each space, half of the messages are stored and read by rounds. Then each of the next N messages is a turn of the same
chat, with ten messages visible and rounds when they are due. With and without the bonus for what was shown before, it
prints the share of a block's items that the block before had, and the tokens of its text up to the first byte that
differs from the block before: a provider's prompt cache need not read those again.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from archivists.round_policy import RoundPolicy
from archivists.rounds.round import run_round
from benchmarks.retrieval.folder import Folder, read_folders
from context.block_profile import ASSISTANT, BlockProfile
from context.exchange import TurnRequest
from context.score.weighted_sum import WeightedSum
from context.turn import take_turn
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.text.tokens import count_tokens
from graph.values.score_terms import Weights

NOW = datetime(2026, 1, 1, tzinfo=UTC)  # For messages without a time.
VISIBLE = 10
ROUND = 10  # Messages per round.
CHAT = "one"


def main() -> None:
    """Take the turns and print."""
    parser = ArgumentParser(prog="python -m benchmarks.steadiness", description=__doc__)
    parser.add_argument("sets", type=Path, nargs="+", help="folders that hold a set's folders")
    parser.add_argument("--turns", type=int, default=50, help="turns of each space")
    parser.add_argument("--picture", type=Path, help="a .png file for the first set, turn by turn")
    given = parser.parse_args()
    without = replace(ASSISTANT, formula=WeightedSum(weights=replace(Weights(), shown=0.0)))
    print("| | items of the block before | tokens in front that stay | tokens of a block |\n| --- | --- | --- | --- |")  # noqa: T201 - A script's answer.
    for path in given.sets:
        folders, fronts = read_folders([path]), {}
        for name, profile in (("with the bonus", ASSISTANT), ("without", without)):
            taken_in = [[*taken(folder, profile, given.turns)] for folder in folders]
            rows = np.array([row for taken_turns in taken_in for row in taken_turns])
            each_turn = np.mean([turns for turns in taken_in if len(turns) == given.turns - 1], axis=0)
            fronts[f"stays, {name}"] = each_turn[:, 1].tolist()
            shared, front, tokens = rows.mean(axis=0)
            print(f"| {path.name}, {name} | {100 * shared:.1f} % | {front:.0f} | {tokens:.0f} |", flush=True)  # noqa: T201
        if given.picture and path == given.sets[0]:
            from benchmarks.learning_pictures import draw_steadiness  # noqa: PLC0415 - matplotlib is an extra

            draw_steadiness(given.picture, fronts, each_turn[:, 2].tolist())


def taken(folder: Folder, profile: BlockProfile, turns: int) -> Iterator[tuple[float, int, int]]:
    """For each turn except the first: the share of items that stay, the tokens in front that stay, and all tokens."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space(folder.name, now=NOW)
    start = len(folder.messages) // 2
    lines = [told.line for told in folder.messages[: start + turns]]
    knowledge.append(folder.name, lines[:start], chat=CHAT, now=NOW)
    after = max((line.sent_at or NOW for line in lines), default=NOW) + timedelta(days=1)
    policy = RoundPolicy()
    while (done := run_round(knowledge, folder.name, owner="bench", now=after, policy=policy)) and done.is_any:
        pass
    before: tuple[frozenset[str], str] | None = None
    for place, line in enumerate(lines[start:], start=1):
        request = TurnRequest(space=folder.name, lines=(line,), chat=CHAT, visible=VISIBLE)
        block = take_turn(knowledge, request, profile=profile, now=after + timedelta(minutes=place)).block
        ids = frozenset(block.shown)
        if before is not None and ids:
            front = count_tokens(block.body[: same_length(before[1], block.body)])
            yield len(ids & before[0]) / len(ids), front, block.tokens
        before = ids, block.body
        if place % ROUND == 0:
            run_round(knowledge, folder.name, owner="bench", now=after + timedelta(minutes=place), policy=policy)
    knowledge.close()


def same_length(one: str, other: str) -> int:
    """How many characters at their beginning two texts have in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


if __name__ == "__main__":
    main()
