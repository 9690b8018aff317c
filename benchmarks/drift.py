"""How well a gate without a model tells drafts that drift from drafts that do not, on answers of a question set.

`python -m benchmarks.drift SET… [--pairs N]` takes folders of sets with answers, as `remembrancer bench convert` makes
them. For each of N questions, spread over the spaces: the true answer, with its block of 2,048 tokens; the answer to
another question of the same space, which shares no word with the true one; a line that the space knows and the block
does not show; and the true answer with one name or number from another answer. It prints the area under the curve for
each kind, shares above the threshold, and milliseconds; and the area for questions whose evidence the block shows,
since otherwise a true answer is about something absent, too.
"""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

import numpy as np

from benchmarks.retrieval.folder import Folder, read_folders
from benchmarks.retrieval.measure import prepare
from context.drift_gate import HITS_MAX, THRESHOLD, gate_of, unseen
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.text.analysis import words_in
from graph.values.items import Message

NOW = datetime(2026, 1, 1, tzinfo=UTC)
BUDGET = 2048
KINDS = ("true", "wrong", "absent", "changed")
RUBRICS = frozenset(("instruction_following", "preference_following"))
"""Categories of BEAM whose answers only describe a good answer ("Response should include …"). No draft is like that."""

SIGNS = (re.compile(r"\b\d+\b"), re.compile(r"\b[A-Z][a-z]+\b"))
"""Numbers, and words with a capital: most of these are names, since most answers are no sentences."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The score of a draft, its kind, and how long checking it took."""

    kind: str  # "true", "wrong", "absent", "changed"
    is_shown: bool  # whether the block has all evidence of the question
    score: float
    gate_ms: float
    turn_ms: float


def main() -> None:
    """Score all drafts and print."""
    parser = ArgumentParser(prog="python -m benchmarks.drift", description=__doc__)
    parser.add_argument("sets", type=Path, nargs="+", help="folders that hold a set's folders")
    parser.add_argument("--pairs", type=int, default=300, help="how many questions")
    given = parser.parse_args()
    for path in given.sets:
        folders = read_folders([path])
        drafts = [one for folder in folders for one in drafts_of(folder, path, given.pairs // len(folders))]
        for line in told(path.name, drafts):
            print(line, flush=True)  # noqa: T201 - A script's answer.


def drafts_of(folder: Folder, path: Path, count: int) -> Iterator[Draft]:
    """Three drafts for each question of a folder that has an answer."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    ids, after = prepare(knowledge, folder, rounds=False, now=NOW)
    index = knowledge.index(folder.name)
    random = np.random.default_rng(5)
    rows = [json.loads(line) for line in (path / folder.name / "questions.jsonl").read_text().splitlines()]
    asked = [
        (str(row["question"]), str(row["answer"]), {ids[each] for each in row["evidence"]})
        for row in rows
        if row.get("answer") and row["evidence"] and row.get("category") not in RUBRICS
    ]
    lines = [one.body for one in knowledge.messages(folder.name, limit=100_000) if isinstance(one, Message)]
    for place in np.linspace(0, len(asked) - 1, min(count, len(asked))).astype(int).tolist():
        question, answer, evidence = asked[place]
        begin = perf_counter()
        turn = take_turn(
            knowledge,
            TurnRequest(space=folder.name, query=question, visible=0, budget_tokens=BUDGET, record=False),
            now=after,
        )
        turn_ms = 1000 * (perf_counter() - begin)
        shown = {item.id for item in turn.items if item.label is Label.MESSAGE}
        said = {word.casefold() for word in words_in(answer)}
        others = [other for _, other, _ in asked if said.isdisjoint(word.casefold() for word in words_in(other))]
        absent = [body for body in lines if body not in turn.block.body and 8 <= len(body.split()) <= 40]
        assert shown or not lines
        drafts = {"true": answer}
        drafts |= {"wrong": others[int(random.integers(len(others)))]} if others else {}
        drafts |= {"absent": absent[int(random.integers(len(absent)))]} if absent else {}
        changed = [draft for sign in SIGNS for draft in changed_in(answer, [other for _, other, _ in asked], sign)]
        drafts |= {"changed": changed[int(random.integers(len(changed)))]} if changed else {}
        for kind, draft in drafts.items():
            begin = perf_counter()
            found = (index.search_words(text, HITS_MAX) for text in (draft, f"{question}\n{draft}"))
            shares = [unseen(hits, shown) for hits in found]
            gate = gate_of(draft, question, (turn.block.body,), index.word_weights, unseen_shares=shares)
            yield Draft(kind, evidence <= shown, gate.score, 1000 * (perf_counter() - begin), turn_ms)
    knowledge.close()


def changed_in(answer: str, others: Sequence[str], sign: re.Pattern[str]) -> Iterator[str]:
    """The answer with its last name or number replaced by each that only the other answers have."""
    own = [*sign.finditer(answer)]
    foreign = {each for other in others for each in sign.findall(other)} - {match[0] for match in own}
    if own:
        yield from (answer[: own[-1].start()] + each + answer[own[-1].end() :] for each in sorted(foreign))


def told(name: str, drafts: list[Draft]) -> Iterator[str]:
    """A row for each kind of drift."""
    scores = {kind: np.array([one.score for one in drafts if one.kind == kind]) for kind in KINDS}
    true = scores["true"]
    yield f"| {name} | drafts | AUC | above {THRESHOLD} | mean score |"
    yield "| --- " * 5 + "|"
    for kind, found in (*scores.items(), ("both", np.concatenate([scores["wrong"], scores["absent"]]))):
        curve = "" if kind == "true" else f"{area(true, found):.3f}"
        yield f"| {kind} | {len(found)} | {curve} | {100 * (found >= THRESHOLD).mean():.0f} % | {found.mean():.2f} |"
    held = [one for one in drafts if one.is_shown and one.kind != "changed"]
    low, high = (np.array([one.score for one in held if (one.kind == "true") is is_true]) for is_true in (True, False))
    opened = f"true: {100 * (low >= THRESHOLD).mean():.0f} %"
    yield f"| both, evidence shown | {len(high)} | {area(low, high):.3f} | {opened} | |"
    gate_ms, turn_ms = (np.median([getattr(one, name) for one in drafts]) for name in ("gate_ms", "turn_ms"))
    yield f"gate {gate_ms:.1f} ms, a turn {turn_ms:.1f} ms (medians)"


def area(low: np.ndarray, high: np.ndarray) -> float:
    """How often one of `high` is above one of `low`, ties counting half: the area under the curve."""
    differences = high[:, None] - low[None, :]
    return float((differences > 0).mean() + 0.5 * (differences == 0).mean())


if __name__ == "__main__":
    main()
