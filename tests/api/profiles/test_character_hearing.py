"""What a character may know is what it heard: in blocks and prompts, in every kind of item, at every level."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from httpx2 import Response
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.api.profiles.cast import GAP, Cast, told
from tests.archivists.scripted import Scripted

PEOPLE = ("Xan", "Yva", "Zoe", "Player", "Narrator")
QUIET = "Quin"
"""Never speaks."""
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
    present: tuple[str, ...] | None  # who is said to be there


@st.composite
def stories(draw: st.DrawFn) -> list[Said]:
    """Conversations of a few out of a cast; one in three talks is long enough to be told in parts."""
    found: list[Said] = []
    for talk in range(draw(st.integers(2, 12))):
        present = draw(st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=4, unique=True))
        for _ in range(draw(st.sampled_from((3, 4, 7, 52) if talk == 1 else (3, 4, 7)))):
            listed = (
                draw(st.lists(st.sampled_from((*PEOPLE, QUIET)), max_size=3)) if draw(st.integers(0, 5)) == 0 else None
            )
            who, shape = draw(st.sampled_from(present)), draw(st.integers(0, len(SHAPES) - 1))
            found.append(Said(talk, who, shape, None if listed is None else tuple(listed)))
    return found


def heard_by(story: Sequence[Said]) -> Mapping[str, set[str]]:
    """By name the secrets that each may know, told from the lines alone."""
    known: dict[str, set[str]] = {name: set() for name in (*PEOPLE, QUIET)}
    for talk in {said.talk for said in story}:
        untold, there = [], None
        for number, said in enumerate(story):
            if said.talk == talk:
                there = there if said.present is None else {*said.present, said.who}
                if there is None:
                    untold += [(number, said.who)] if said.who != "Narrator" else []
                elif said.who != "Narrator":
                    there.add(said.who)
                    for name in there:
                        known[name].add(f"zq{number}x")
        for place, name in enumerate(dict.fromkeys(who for _, who in untold)):
            begin = 0 if place < 2 else next(i for i, (_, who) in enumerate(untold) if who == name)
            known[name] |= {f"zq{number}x" for number, _ in untold[begin:]}
    return known


def tell(cast: Cast, story: Sequence[Said]) -> None:
    """The story is stored, talk by talk, with the rounds between them."""
    for talk in sorted({said.talk for said in story}):
        after = GAP
        for number, said in enumerate(story):
            if said.talk == talk:
                cast.say(f"{said.who}: {SHAPES[said.shape].format(number)}", after=after, present=said.present)
                after = 1.0
        cast.work()


def _told(answer: Response) -> str:
    """What is answered, without the question itself."""
    body = answer.json()
    body.get("block", {}).pop("question", None)
    return json.dumps(body)


def told_to(cast: Cast, name: str, queries: Sequence[str]) -> set[str]:
    """All secrets in what is answered for a character, whatever is asked."""
    answers = [cast.post(f"characters/{name}/prompt", budget_tokens=8000)]
    for query in queries:
        for record in (True, False):
            answers.append(cast.post("turns", query=query, character=name, budget_tokens=4000, record=record))
    assert all(answer.status_code == 200 for answer in answers), answers[0].text
    blocks = [answer.json()["block"]["id"] for answer in answers[1:]]
    kept = [cast.client.get(f"/v1/spaces/tale/blocks/{id}") for id in blocks if id]
    return {match.lower() for answer in (*answers, *kept) for match in SECRET.findall(_told(answer))}


QUERIES = ("Who is the thief, and where does the silver key lie?", "Tell me of Xan, Yva, Zoe and the Player.")


def check(cast: Cast, story: Sequence[Said]) -> None:
    """Nobody is told what they have not heard."""
    tell(cast, story)
    known = heard_by(story)
    secrets = [f"What of Zq{number}x?" for number in range(0, len(story), max(1, len(story) // 4))]
    for name in (*PEOPLE, QUIET, "Nobody"):
        found = told_to(cast, name, [*QUERIES, *secrets])
        assert found <= known.get(name, set()), (name, sorted(found - known.get(name, set())))


@given(stories())
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
def test_nobody_knows_what_they_did_not_hear(story: list[Said]) -> None:
    """Random casts with planted secrets, by rules."""  # ACCEPTANCE 0.16
    cast = Cast().make()
    check(cast, story)
    cast.close()


@given(stories())
@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
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
        assert "silver" not in cast.post("turns", **body).json()["block"]["text"]
    assert "silver key" in cast.post("turns", query="Where is the silver key?").json()["block"]["text"]


def test_who_is_there_without_a_word_hears_it(cast: Cast) -> None:
    """Where it is said who is there, these hear it and what follows, nobody else does, and whoever speaks is there."""
    # ACCEPTANCE 0.16
    cast.say("Xan: I bought a lamp.", "Yva: A fine lamp.")
    cast.say("Xan: The silver key lies under the stone.", present=["Zoe"])
    cast.say("Xan: The wine is good tonight.")
    cast.say("Yva: I am back.", "Xan: The moon is out.")
    cast.say("Xan: Nobody hears this prayer.", present=[])

    heard = {name: prompt(cast, name) for name in ("Xan", "Yva", "Zoe", "Quin")}
    words = ("lamp", "key", "wine", "moon", "prayer")
    assert {name: [word for word in words if word in text] for name, text in heard.items()} == {
        "Xan": [*words],
        "Yva": ["lamp", "moon"],
        "Zoe": ["key", "wine", "moon"],
        "Quin": [],
    }
    assert cast.client.get("/v1/spaces/tale/messages").json()["items"][0]["item"]["present"] == ["Xan"]
    assert cast.post("messages", messages=[{"role": "user", "content": "Hi", "present": "Zoe"}]).status_code == 422


def test_forgotten_listener_is_on_no_list(cast: Cast) -> None:
    """What others said stays, and does not tell any more who was there."""
    cast.say("Xan: The silver key lies under the stone.", present=["Zoe", "Yva"])

    for _ in range(2):
        assert cast.post("forget", person="Zoe").status_code == 200
        cast.say("Zoe: Good evening.")
    assert cast.post("forget", person="Zoe").status_code == 200
    assert cast.post("forget", person="Quin").status_code == 404

    [item] = cast.client.get("/v1/spaces/tale/messages").json()["items"]
    assert item["item"]["present"] == ["Xan", "Yva"]
    assert "key" not in prompt(cast, "Zoe") and "key" in prompt(cast, "Yva")


def test_narrator_says_who_is_there(written: Cast) -> None:
    """A scene is set before anybody speaks; a reflection is made of what somebody has only listened to."""
    for number in range(11):
        written.say("Narrator: Zoe sits by the fire.", after=GAP, present=["Xan", "Yva", "Zoe"])
        written.say(*(f"{name}: I keep the boat of day {number}." for name in ("Xan", "Yva", "Xan", "Yva")))
        written.work()
        prompt(written, "Zoe")

    assert written.post("characters/Zoe/prompt").json()["reflection"] is not None


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
