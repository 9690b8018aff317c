"""Whatever a model answers in the right shape, the round lands."""

from __future__ import annotations

import json
import random
from datetime import datetime, timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from archivists.models.provider import Purpose, Request
from archivists.questions.link import Relation
from graph.store.verbs import Kind, Label
from graph.values.items import Fact
from tests.archivists.rounds.test_round import all_of, story
from tests.archivists.rounds.test_rounds_model import Scene, saying
from tests.trials import examples

TEXTS = ("Nora lives in Bergen.", "Nora lives in Oslo now.", "Ola no longer sails.", "Does Nora sail?", "Nora: I sail.")
NAMES = ("Nora", "Ola", "Ingrid", "user", "Tromsø", "Nobody", "nora")
KINDS = ("fact", "theory", "question", "objective")


def text_of(line: str) -> str:
    """The text of a line in a prompt."""
    return line.partition(": ")[2]


def any_answer(request: Request, chance: random.Random) -> str:
    """An answer of the right shape that names what is there and what is not."""
    told = json.loads(request.lines[1].text)
    if "texts" in told:
        return saying(
            texts=[
                {"n": chance.randrange(10), "text": chance.choice(("", *TEXTS)), "title": "T", "covers": [0, 1, 2, 99]}
                for _ in range(9)
            ]
        )
    ids = [f"{letter}{number}" for letter in "fns" for number in range(6)] + ["f99", "x", ""]
    if "messages" not in told:
        return saying(
            claims=[
                {
                    "n": chance.randrange(0, 14),
                    "said": chance.choice((True, True, True, False, None)),
                    "relations": [
                        {"id": chance.choice(ids), "relation": chance.choice([*Relation, "cousin"]), "confidence": 0.5}
                        for _ in range(chance.randrange(4))
                    ],
                }
                for _ in range(14)
            ],
            same_names=[chance.randrange(-1, 4)],
            verdicts=[
                {"id": chance.choice(ids), "verdict": chance.choice(("useful", "unused", "harmful"))} for _ in range(3)
            ],
        )
    said = [text_of(each) for each in told["messages"]]

    def words() -> list[str]:
        return [chance.choice(("", "Nobody said that.", *said)) if chance.random() < 0.3 else chance.choice(said)]

    facts = [
        {
            "words": words(),
            "kind": chance.choice(KINDS),
            "text": chance.choice(TEXTS if chance.random() < 0.3 else said),
            "about": chance.sample(NAMES, 2),
            "confidence": chance.choice((0, 0.5, 1)),
            "since": chance.choice((None, "2020-01-01", "2030-01-01")),
            "until": chance.choice((None, "2025-01-01")),
        }
        for _ in range(chance.randrange(8))
    ]
    return saying(
        facts=facts,
        entities=[
            {"name": name, "type": chance.choice(("person", "place", "unknown")), "aliases": list(NAMES[:2])}
            for name in chance.sample(NAMES, 3)
        ],
        key_info=[{"words": words(), "text": "Answer at length."} for _ in range(2)],
    )


@settings(max_examples=examples(10), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 1_000_000))
def test_any_answer_lands(now: datetime, seed: int) -> None:
    """What it names wrongly is passed over; nothing known is without a source, and no round fails."""
    chance = random.Random(seed)
    scene = Scene(now, lambda request: any_answer(request, chance), lines=0)
    scene.asker.models = dict.fromkeys((Purpose.READ, Purpose.LINK), scene.model)
    for day in range(6):
        at = now + timedelta(days=day)
        scene.knowledge.append("a", story(12, at), now=at)

        report = scene.round(at + timedelta(hours=1))

        assert report is not None
        assert report.messages  # Fewer than all where no fact names a message that was there.
    messages = {each.id for each in all_of(scene.knowledge, Label.MESSAGE)}  # type: ignore[attr-defined]
    facts = [each for each in all_of(scene.knowledge, Label.FACT) if isinstance(each, Fact)]
    for fact in facts:
        sources = {edge.target for edge in scene.knowledge.store.edges("a", [fact.id], [Kind.STATED_IN], 100)}
        assert sources
        assert sources <= messages
    scene.knowledge.close()
