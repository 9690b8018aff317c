"""`python -m benchmarks.replay LOCOMO.json`: conversations replayed line by line with rounds, then asked about.

Rounds use a model that answers from the set itself, or rules. Each question is compared with a block of messages alone.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import mean

from benchmarks.observer import Observer, all_of
from benchmarks.replaying import Replayed, replayed
from benchmarks.retrieval.folder import Asked
from benchmarks.retrieval.measure import BUDGETS_TOKENS, EXCERPTS, WHOLE
from benchmarks.retrieval.shown import Shown
from context.block_profile import BlockProfile
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.store.verbs import Kind, Label

WITH_FACTS = replace(
    EXCERPTS, sections=(*EXCERPTS.sections, *(each for each in WHOLE.sections if each.label is Label.FACT))
)
"""Messages and facts by their rank, and nothing else."""

RESAMPLES = 2000


def main() -> None:
    """Replay, ask and print."""
    parser = ArgumentParser(prog="python -m benchmarks.replay", description=__doc__)
    parser.add_argument("path", type=Path, help="a LoCoMo file in its original format")
    parser.add_argument("--names", nargs="*", default=(), help="only these conversations, such as conv-26")
    parser.add_argument("--rules", action="store_true", help="rounds without a model")
    parser.add_argument("--embedder", default="none")
    given = parser.parse_args()

    differences: dict[str, list[float]] = {}
    levels: dict[str, list[float]] = {}
    for talk in all_of(given.path, given.names):
        alone = replayed(talk.folder, None, embedder=given.embedder, rounds=False)
        model = None if given.rules else Observer(talk)
        noted = replayed(talk.folder, model, embedder=given.embedder, rounds=True)
        _tell_ledger(noted)
        for question in talk.folder.questions:
            for name, value in _paired(alone, noted, question).items():
                levels.setdefault(name, []).append(value)
                if not name.startswith("messages"):
                    base = levels[f"messages@{name.rpartition('@')[2]}"][-1]
                    differences.setdefault(name, []).append(value - base)
    _tell(levels, differences)


def without_source(replay: Replayed) -> int:
    """How many facts are stated by no message."""
    facts = [node.id for node in replay.knowledge.store.find(replay.folder.name, Label.FACT, limit=100_000)]
    edges = replay.knowledge.store.edges(replay.folder.name, facts, [Kind.STATED_IN], 1)
    return len(set(facts) - {edge.source for edge in edges})


def _paired(alone: Replayed, noted: Replayed, asked: Asked) -> dict[str, float]:
    """The part of the evidence that each kind of block shows, for each budget."""
    found: dict[str, float] = {}
    for tokens in BUDGETS_TOKENS:
        found[f"messages@{tokens}"] = evidence(alone, asked, tokens, EXCERPTS)
        found[f"messages after rounds@{tokens}"] = evidence(noted, asked, tokens, EXCERPTS)
        found[f"facts and messages@{tokens}"] = evidence(noted, asked, tokens, WITH_FACTS)
        found[f"whole block@{tokens}"] = evidence(noted, asked, tokens, WHOLE)
    return found


def evidence(replay: Replayed, asked: Asked, tokens: int, profile: BlockProfile) -> float:
    """The part of a question's evidence that one block shows."""
    lines = {replay.ids[told.id]: told.line for told in replay.folder.messages}
    request = TurnRequest(space=replay.folder.name, query=asked.question, visible=0, record=False, budget_tokens=tokens)
    turn = take_turn(replay.knowledge, request, profile=profile, now=asked.at or replay.after)
    shown = Shown(replay.knowledge, replay.folder.name, turn, asked)
    return mean(shown.holds(replay.ids[id], lines[replay.ids[id]]) for id in asked.evidence)


def interval(differences: Sequence[float]) -> tuple[float, float]:
    """The interval that holds 95 of 100 means of differences when the questions are resampled."""
    random, count = Random(0), len(differences)
    means = sorted(mean(random.choices(differences, k=count)) for _ in range(RESAMPLES))
    return means[RESAMPLES * 25 // 1000], means[RESAMPLES * 975 // 1000 - 1]


def _tell_ledger(replay: Replayed) -> None:
    name, messages, calls = replay.folder.name, len(replay.folder.messages), sum(cost.calls for cost in replay.costs)
    each = ", ".join(
        f"{cost.purpose} {cost.calls} ({cost.tokens_in:,} in, {cost.tokens_out:,} out)" for cost in replay.costs
    )
    facts = len(replay.knowledge.store.find(name, Label.FACT, limit=100_000))
    _say(
        f"{name}: {messages} messages, {calls} calls, {calls / messages:.3f} a message: {each or 'without a model'}; "
        f"{facts} facts, {without_source(replay)} without a source"
    )


def _tell(levels: Mapping[str, Sequence[float]], differences: Mapping[str, Sequence[float]]) -> None:
    _say(f"\n{len(next(iter(levels.values())))} questions; evidence in percent, difference to messages alone\n")
    for name, values in _in_order(levels):
        told = f"{name:32} {100 * mean(values):5.1f}"
        if name in differences:
            low, high = interval(differences[name])
            told += f"  {100 * mean(differences[name]):+5.1f} ({100 * low:+.1f} to {100 * high:+.1f})"
        _say(told)


def _in_order(levels: Mapping[str, Sequence[float]]) -> Iterable[tuple[str, Sequence[float]]]:
    return sorted(levels.items(), key=lambda pair: (int(pair[0].rpartition("@")[2]), list(levels).index(pair[0])))


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
