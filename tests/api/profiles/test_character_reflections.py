"""What characters have come to think: when, of what, by whom, and what becomes of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from archivists.models.provider import Request
from graph.forgetting.removal import forget
from graph.forgetting.targets import Target
from graph.store.verbs import Kind, Label
from graph.transfer.lines import export_space, import_space
from graph.values.codec import item_of
from graph.values.items import Author, FactStatus, Reflection
from tests.api.conftest import NOW
from tests.api.profiles.cast import GAP, Cast, told
from tests.archivists.scripted import Scripted


@pytest.fixture
def cast() -> Iterator[Cast]:
    """Characters in memory, whose texts a model writes."""
    made = Cast(model=Scripted(told)).make()
    yield made
    made.close()


def talks(cast: Cast, count: int, *, first: int = 0, lines: int = 12) -> None:
    """So many conversations of Lynly and the player that are over, with the rounds after each, and one that is open."""
    for number in range(first, first + count):
        cast.talk(number, lines)
        cast.work()
        if number == first:
            prompt(cast, "Lynly")
    cast.say("Player: Good morning.", after=GAP)
    cast.work()


def prompt(cast: Cast, name: str, **more: object) -> Any:
    """The prompt for a character, with its parts."""
    answer = cast.post(f"characters/{name}/prompt", **{"budget_tokens": 8000, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def reflections(cast: Cast) -> list[Reflection]:
    """All of them, the oldest first."""
    nodes = cast.service.knowledge.store.find(cast.name, Label.REFLECTION, limit=100)
    return [item_of(node, Reflection) for node in nodes]


@pytest.mark.parametrize(("count", "made"), [(9, 0), (10, 1), (11, 1), (20, 2)])
def test_ten_conversations_make_a_reflection(cast: Cast, count: int, made: int) -> None:
    """And nine none; only of the characters that the caller has asked a prompt for."""  # ACCEPTANCE 0.15
    talks(cast, count, lines=4)

    found = reflections(cast)
    assert [each.participant for each in found] == ["Lynly"] * made
    assert cast.client.get("/v1/spaces/tale").json()["characters"] == ["Lynly"]


def test_reflection_says_what_it_replaced_and_holds(cast: Cast) -> None:
    """The one before it stays in history, and the next one is made of it."""  # ACCEPTANCE 0.14
    talks(cast, 20, lines=4)

    first, second = reflections(cast)
    store = cast.service.knowledge.store
    edges = store.edges("tale", [first.id, second.id], [Kind.COVERS, Kind.SUPERSEDED_BY], 100)
    held = {
        id: [edge.target for edge in edges if edge.kind is Kind.COVERS and edge.source == id]
        for id in (first.id, second.id)
    }
    ids = [each.id for each in cast.conversations()]
    assert (held[first.id], held[second.id]) == (ids[:10], ids[10:20])
    assert [(e.source, e.target) for e in edges if e.kind is Kind.SUPERSEDED_BY] == [(first.id, second.id)]
    assert [each.status for each in (first, second)] == [FactStatus.SUPERSEDED, FactStatus.CURRENT]
    block = cast.post("turns", query="What does Lynly think?", character="Lynly").json()
    assert {item["id"] for item in block["items"] if item["id"].startswith("r")} <= {second.id}


def test_prompt_has_what_the_reflection_does_not_hold(cast: Cast) -> None:
    """Of 25 conversations, the first 20 reflected, it has the last five and none of the others."""  # ACCEPTANCE 0.17
    talks(cast, 25, lines=4)

    found = prompt(cast, "Lynly")

    ids = [each.id for each in cast.conversations()]
    assert [each["conversation"] for each in found["summaries"]] == ids[20:25]
    assert found["reflection"]["author"] == "model"
    reflection_at, summaries_at = (
        found["prompt"].index(f"## {name}") for name in ("Reflections", "Earlier conversations")
    )
    assert reflection_at < summaries_at


def test_eleven_calls_for_ten_conversations(cast: Cast) -> None:
    """125 lines, ten summaries and one reflection: 8.8 calls for 100 lines, as the document computes it."""
    # ACCEPTANCE 0.19
    for number in range(10):
        cast.talk(number, 12 + number % 2)
        cast.work()
        prompt(cast, "Lynly")
    cast.say("Player: Good morning.", after=GAP)
    cast.work()

    assert cast.model is not None and len(cast.model.asked) == 11
    cost = cast.client.get("/v1/spaces/tale/cost").json()
    assert (cost["calls"], cost["messages"]) == (11, 126)
    assert cost["calls_per_100_messages"] == pytest.approx(11 / 126 * 100, abs=0.01)
    assert {line["purpose"]: line["calls"] for line in cost["lines"]} == {"write": 10, "reflect": 1}


def test_reflection_is_a_models(cast: Cast) -> None:
    """It is told what was thought before and the ten conversations; it stands in the prompt."""  # ACCEPTANCE 0.14
    talks(cast, 20)

    assert cast.model is not None
    asked = [body for lines in cast.model.asked if "character" in (body := json.loads(lines[1].text))]
    first, second = reflections(cast)
    assert [(each["character"], len(each["from"]), each["now"]) for each in asked] == [
        ("Lynly", 10, None),
        ("Lynly", 10, first.body),
    ]
    assert [each.author for each in (first, second)] == [Author.MODEL] * 2
    assert second.body in prompt(cast, "Lynly")["prompt"]


def test_invented_reflection_is_not_kept() -> None:
    """Where a model tells what nobody said, there is none."""  # ACCEPTANCE 0.20

    def invents(request: Request) -> str:
        asked = json.loads(request.lines[1].text)
        return told(request) if "texts" in asked else json.dumps({"text": "Alduin burned Helgen with 77 dragons."})

    cast = Cast(model=Scripted(invents)).make()
    talks(cast, 10)

    assert reflections(cast) == []
    assert prompt(cast, "Lynly")["reflection"] is None
    cast.close()


def test_without_a_model_the_answer_says_why_nothing_is_reflected() -> None:
    """It has the biography, quoting summaries and the last lines; with a model it says that none is due yet."""
    # ACCEPTANCE 0.20
    plain, written = Cast().make(), Cast(model=Scripted(told)).make()
    for cast in (plain, written):
        talks(cast, 10 if cast is plain else 1, lines=4)
    mute, early = prompt(plain, "Lynly", biography="You are Lynly.", visible=1), prompt(written, "Lynly")

    assert reflections(plain) == []
    assert (mute["reflection"], early["reflection"]) == (None, None)
    assert mute["no_reflection"] == "Without a model there are no reflections."
    assert early["no_reflection"].startswith("There is none yet")
    assert mute["prompt"].startswith("## Biography\nYou are Lynly.")
    assert {each["author"] for each in mute["summaries"]} == {"rules"} and len(mute["summaries"]) == 10
    assert len(mute["lines"]) == 1
    plain.close()
    written.close()


def test_conversations_of_others_are_not_reflected(cast: Cast) -> None:
    """Who was not there for all of it has nothing of it in their reflection."""  # ACCEPTANCE 0.16
    for number in range(12):
        cast.talk(number, 4, ("Lynly", "Player") if number % 2 else ("Xan", "Yva"))
        cast.say("Zoe: Good evening, both.")
        cast.work()
        for name in ("Lynly", "Zoe"):
            prompt(cast, name)
    assert not reflections(cast)
    for number in range(12, 21):
        cast.talk(number, 4)
        cast.work()

    [found] = reflections(cast)
    edges = cast.service.knowledge.store.edges("tale", [found.id], [Kind.COVERS], 100)
    ids = [each.id for each in cast.conversations() if "Lynly" in each.participants]
    assert found.participant == "Lynly" and {edge.target for edge in edges} == {*ids[:10]}
    assert "Xan" not in found.body and prompt(cast, "Zoe")["reflection"] is None


def test_nothing_that_happened_is_no_conversation_to_reflect_on() -> None:
    """A summary that says so is stored, counts as told, and is in no prompt."""  # ACCEPTANCE 0.18

    def nothing(request: Request) -> str:
        asked = json.loads(request.lines[1].text)
        return (
            json.dumps({"texts": [{"n": 1, "text": "", "title": "", "topics": [], "covers": []}]})
            if "texts" in asked
            else "{}"
        )

    cast = Cast(model=Scripted(nothing)).make()
    for _ in range(12):
        cast.say(*(f"{name}: Hmm." for name in ("Lynly", "Player", "Lynly", "Player")), after=GAP)
        cast.work()
        assert prompt(cast, "Lynly")["summaries"] == []

    assert not reflections(cast)
    assert [each.body for each in cast.summaries() if each.level == 1] == [""] * 11
    assert cast.model is not None and len(cast.model.asked) == 11
    cast.close()


def test_no_longer_kept_is_no_longer_made(cast: Cast) -> None:
    """Whoever asks for a prompt without wanting reflections names nobody."""  # ACCEPTANCE 0.15
    talks(cast, 5, lines=4)
    prompt(cast, "Lynly", reflects=False)
    talks(cast, 8, first=5, lines=4)

    assert cast.client.get("/v1/spaces/tale").json()["characters"] == ["Lynly"]  # `talks` asks for one again.
    prompt(cast, "lynly", reflects=False)
    assert cast.client.get("/v1/spaces/tale").json()["characters"] == []
    prompt(cast, "Nobody")
    assert cast.client.get("/v1/spaces/tale").json()["characters"] == []


@pytest.mark.parametrize("number", [3, 13])
def test_forgetting_reaches_what_was_made_of_it(cast: Cast, number: int) -> None:
    """A reflection goes with a conversation that it holds, and so do those made of it; the one before holds again."""
    talks(cast, 20, lines=4)
    before = [each.id for each in reflections(cast)]
    forget(cast.service.knowledge, "tale", Target(conversation=cast.conversations()[number].id), now=NOW)

    left = reflections(cast)
    assert [each.id for each in left] == ([] if number == 3 else before[:1])
    assert [each.status for each in left] == [FactStatus.CURRENT] * len(left)
    assert f"day {number}." not in prompt(cast, "Lynly")["prompt"]


def test_forgotten_character_is_named_no_more(cast: Cast) -> None:
    """Nor is anything left that it thought."""
    talks(cast, 10, lines=4)
    forget(cast.service.knowledge, "tale", Target(person="Lynly"), now=NOW)

    assert cast.client.get("/v1/spaces/tale").json()["characters"] == []
    assert not reflections(cast)


def test_characters_move_with_their_space(cast: Cast) -> None:
    """Exported and imported, a space has the same reflections, and goes on with them."""
    talks(cast, 10, lines=4)
    moved = Cast()
    import_space(moved.service.knowledge.store, list(export_space(cast.service.knowledge.store, "tale")), space="moved")
    moved.name = "moved"

    assert prompt(moved, "Lynly") == prompt(cast, "Lynly")
    assert moved.client.get("/v1/spaces/moved").json()["characters"] == ["Lynly"]
    moved.close()


def test_reflection_can_be_taken_back(cast: Cast) -> None:
    """Undone, what was thought before holds again."""
    talks(cast, 20, lines=4)
    changes = cast.client.get("/v1/spaces/tale/changes", params={"limit": 100}).json()["changes"]
    made = [each["id"] for each in changes if each["kind"] == "NewReflection"]

    assert cast.post(f"changes/{max(made)}/undo").status_code == 200

    assert [each.status for each in reflections(cast)] == [FactStatus.CURRENT]
    assert len(prompt(cast, "Lynly")["summaries"]) == 10
