"""What a character may know is what it heard: in blocks and prompts, in every kind of item, at every level."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.api.profiles.cast import GAP, Cast, told
from tests.archivists.scripted import Scripted

PEOPLE = ("Xan", "Yva", "Zoe", "Player", "Narrator")
SECRET = re.compile(r"[Zz]q\d+x")

SHAPES = (
    "I live in Zq{}x by the sea.",
    "My brother Zq{}x was killed in the war.",
    "Remember that the silver key lies under Zq{}x.",
    "I moved to Zq{}x, and I do not live by the sea any more.",
    "Do you know where Zq{}x is?",
    "I want to find Zq{}x before winter.",
    "I think that Zq{}x is the thief.",
    "No, Zq{}x is not the thief, it was never stolen.",
)
"""Statements, questions, aims, theories, and what ends or contradicts them."""


class Said(NamedTuple):
    """One line of a story."""

    talk: int
    who: str
    shape: int


@st.composite
def stories(draw: st.DrawFn) -> list[Said]:
    """Conversations of a few out of a cast; one in three talks is long enough to be told in parts."""
    found: list[Said] = []
    for talk in range(draw(st.integers(2, 12))):
        present = draw(st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=4, unique=True))
        for _ in range(draw(st.sampled_from((3, 4, 7, 52) if talk == 1 else (3, 4, 7)))):
            found.append(Said(talk, draw(st.sampled_from(present)), draw(st.integers(0, len(SHAPES) - 1))))
    return found


def heard_by(story: Sequence[Said]) -> Mapping[str, set[str]]:
    """By name the secrets that each may know, told from the lines alone."""
    known: dict[str, set[str]] = {name: set() for name in PEOPLE}
    for talk in {said.talk for said in story}:
        lines = [
            (number, said.who) for number, said in enumerate(story) if said.talk == talk and said.who != "Narrator"
        ]
        speakers = list(dict.fromkeys(who for _, who in lines))
        for place, name in enumerate(speakers):
            begin = 0 if place < 2 else next(i for i, (_, who) in enumerate(lines) if who == name)
            known[name] |= {f"zq{number}x" for number, _ in lines[begin:]}
    return known


def tell(cast: Cast, story: Sequence[Said]) -> None:
    """The story is stored, talk by talk, with the rounds between them."""
    for talk in sorted({said.talk for said in story}):
        lines = [
            f"{said.who}: {SHAPES[said.shape].format(number)}" for number, said in enumerate(story) if said.talk == talk
        ]
        cast.say(*lines, after=GAP)
        cast.work()


def told_to(cast: Cast, name: str, queries: Sequence[str]) -> set[str]:
    """All secrets in what is answered for a character, whatever is asked."""
    answers = [cast.post(f"characters/{name}/prompt", budget_tokens=8000)]
    for query in queries:
        for record in (True, False):
            answers.append(cast.post("turns", query=query, character=name, budget_tokens=4000, record=record))
    assert all(answer.status_code == 200 for answer in answers), answers[0].text
    blocks = [answer.json()["block"]["id"] for answer in answers[1:]]
    kept = [cast.client.get(f"/v1/spaces/tale/blocks/{id}").text for id in blocks if id]
    return {match.lower() for text in (*(answer.text for answer in answers), *kept) for match in SECRET.findall(text)}


QUERIES = ("Who is the thief, and where does the silver key lie?", "Tell me of Xan, Yva, Zoe and the Player.")


def check(cast: Cast, story: Sequence[Said]) -> None:
    """Nobody is told what they have not heard."""
    tell(cast, story)
    known = heard_by(story)
    secrets = [f"What of Zq{number}x?" for number in range(0, len(story), max(1, len(story) // 4))]
    for name in (*PEOPLE, "Nobody"):
        found = told_to(cast, name, [*QUERIES, *secrets])
        assert found <= known.get(name, set()), (name, sorted(found - known.get(name, set())))


@given(stories())
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_nobody_knows_what_they_did_not_hear(story: list[Said]) -> None:
    """Random casts with planted secrets, by rules."""  # ACCEPTANCE 0.16
    cast = Cast().make()
    check(cast, story)
    cast.close()


@given(stories())
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
def test_nobody_is_told_by_a_model_what_they_did_not_hear(story: list[Said]) -> None:
    """The same where a model tells conversations, and reflects on them."""  # ACCEPTANCE 0.16
    cast = Cast(model=Scripted(told)).make()
    check(cast, story)
    cast.close()


def prompt(cast: Cast, name: str, **more: object) -> str:
    """The prompt for a character."""
    answer = cast.post(f"characters/{name}/prompt", **more)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["prompt"])


def test_silver_key(cast: Cast) -> None:
    """X and Y talk of a key; Z, who joins later, knows what was said from then on, and somebody else nothing."""
    # ACCEPTANCE 0.16
    cast.say("Xan: The silver key lies under the stone.", "Yva: I will not tell anybody.")
    cast.say("Zoe: Good evening.", "Xan: The wine is good tonight.")
    cast.say("Player: Hello there.", "Xan: Welcome to the inn, stranger.", after=GAP)
    cast.work()

    assert "silver key" in prompt(cast, "Xan") and "silver key" in prompt(cast, "Yva")
    assert "silver key" not in prompt(cast, "Zoe") and "wine" in prompt(cast, "Zoe")
    assert "wine" not in prompt(cast, "Player") and "inn" in prompt(cast, "Player")
    for name in ("Zoe", "Player"):
        body = {"query": "Where is the silver key?", "character": name}
        assert "silver" not in json.dumps(cast.post("turns", **body).json()["block"])
    assert "silver key" in cast.post("turns", query="Where is the silver key?").json()["block"]["text"]


def test_what_ended_elsewhere_is_not_told(cast: Cast) -> None:
    """Whoever heard that somebody lives by the sea is not told, by a note at the line, that this has ended."""
    cast.say("Xan: I live in Whiterun with my sister.", "Yva: A fine city.")
    cast.say("Xan: I moved to Riften in spring.", "Zoe: So far away.", after=GAP)
    cast.say("Player: Good morning.", after=GAP)
    cast.work()

    block = cast.post("turns", query="Where does Xan live?", character="Yva").json()["block"]["text"]

    assert "Whiterun" in block and "Riften" not in block and "until" not in block


def test_narrators_are_heard_by_nobody(cast: Cast) -> None:
    """What a narrator tells is told to the player alone."""  # ACCEPTANCE 0.5
    cast.say("Narrator: A dragon circles the tower.", "Xan: Stay inside.", "Player: Why?", "Narrator: It lands.")
    cast.work()

    assert not any(word in prompt(cast, name) for name in PEOPLE for word in ("dragon", "lands"))
