"""benchmarks.observer: a model that says what the set says of its lines, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic import BaseModel

from archivists.models.provider import PromptMessage, Request
from archivists.questions.link import LinkAnswer
from archivists.questions.read import ReadAnswer
from archivists.questions.write import WriteAnswer
from benchmarks.observer import Observed, Observer, all_of
from tests.benchmarks.talk import write


@pytest.fixture
def observer(tmp_path: Path) -> Observer:
    """Of the one talk."""
    [talk] = all_of(write(tmp_path), ["conv-0"])
    return Observer(talk)


def answered(observer: Observer, shape: type[BaseModel], asked: object) -> dict[str, list[dict[str, object]]]:
    """What it says to this."""
    lines = (PromptMessage("user", json.dumps(asked)),)
    reply = observer.complete(Request(lines=lines, answer=shape, tokens_max=500, timeout_seconds=1.0))
    assert reply.tokens_in > 0
    assert reply.tokens_out > 0
    found: dict[str, list[dict[str, object]]] = json.loads(reply.text)
    return found


def test_observations_and_summaries_are_those_of_the_set(tmp_path: Path) -> None:
    """Each observation with the lines that it names, those without any left out; summaries by their day."""
    [talk] = all_of(write(tmp_path), [])

    assert talk.observed == [
        Observed("Ada", "Ada has a parrot called Quill who swears in Dutch.", ("D1:5",)),
        Observed("Bo", "Bo sold a brass lighthouse lamp to a museum.", ("D1:2", "D1:3")),
        Observed("Ada", "Ada's parrot came back with a ring.", ("D2:2",)),
    ]
    assert talk.told == {
        "2026-05-08": "Bo sold his lamp. Ada has a parrot.",
        "2026-05-20": "The lamp hangs, and the parrot is back.",
    }
    assert all_of(write(tmp_path), ["another"]) == []


def test_a_fact_is_told_when_its_last_line_is_new(observer: Observer) -> None:
    """With its lines that are at hand."""
    body = "The brass one? You polished it for years."
    asked = {
        "messages": [f"Fri 2026-05-08 Ada: {body}"],
    }

    assert answered(observer, ReadAnswer, asked) == {
        "facts": [
            {
                "words": [body],
                "text": "Bo sold a brass lighthouse lamp to a museum.",
                "about": ["Bo"],
            }
        ],
    }


def test_all_that_it_noted_was_said(observer: Observer) -> None:
    """And no two facts have to do with each other."""
    assert answered(observer, LinkAnswer, {"claims": [{"n": 1}, {"n": 2}]}) == {
        "claims": [{"n": 1, "said": True}, {"n": 2, "said": True}]
    }


def test_texts_are_the_sets_own_and_keep_their_length(observer: Observer) -> None:
    """A conversation's summary is that of its day; other texts are what they are made of, in whole sentences."""
    asked = {
        "texts": [
            {"n": 1, "kind": "conversation", "tokens_max": 60, "from": ["2026-05-08: Ada: Hello Bo."]},
            {"n": 2, "kind": "conversation", "tokens_max": 6, "from": ["2026-05-08: Ada: Hello Bo."]},
            {"n": 3, "kind": "brief", "tokens_max": 60, "from": ["1 2026-05-08: Ada has it.", "2: He swears."]},
        ]
    }

    told = answered(observer, WriteAnswer, asked)["texts"]

    assert [text["text"] for text in told] == [
        "Bo sold his lamp. Ada has a parrot.",
        "Bo sold his lamp.",
        "Ada has it. He swears.",
    ]
    assert told[0]["title"] == "Bo sold his lamp. Ada has"
