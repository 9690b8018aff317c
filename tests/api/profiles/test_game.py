"""A space of the profile game: its block to the letter, its shares, and what a scene brings up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

import pytest

from api.profiles import GAME
from context.exchange import Turn, TurnRequest
from context.turn import take_turn
from graph.changing.apply import apply_changes
from graph.forgetting.removal import forget
from graph.forgetting.targets import Target
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Kind, Label
from graph.text.tokens import count_tokens
from graph.values.changes import NewMemory
from graph.values.items import MemoryType, Role, SignificantMemory

NOW = datetime(2024, 1, 15, 14, 30, tzinfo=UTC)

KEYS = NewMemory(
    key="keys_found_behind_photo",
    type=MemoryType.DISCOVERY,
    body="Player found car keys hidden behind Eleanor's photograph on mantel",
    items=("car_keys",),
    places=("keepers_quarters",),
    importance=7,
    triggers=("photo", "Eleanor", "mantel", "keys", "hidden"),
    accessed_at=NOW - timedelta(minutes=10),
)
ARIA = NewMemory(
    key="aria_consciousness_discussion",
    type=MemoryType.CHARACTER_BOND,
    body="Player and ARIA discussed AI consciousness and rights, building trust",
    participants=("aria", "player"),
    importance=8,
    triggers=("consciousness", "AI rights", "sentience", "ARIA"),
    accessed_at=NOW - timedelta(hours=1),
)
FOG = NewMemory(
    type=MemoryType.REVELATION,
    body="The lighthouse keeper's disappearance is connected to experiments with the fog",
    participants=("lighthouse_keeper",),
    importance=4,
    triggers=("fog",),
    accessed_at=NOW - timedelta(hours=2),
)

TALK = (
    (5, "examine the photograph", "The faded photograph shows a woman standing by the lighthouse..."),
    (
        2,
        "What do you know about the lighthouse keeper?",
        "The lighthouse keeper was a mysterious figure who disappeared...",
    ),
)

RECENT = """
Recent Conversation History (last 2 interactions):

1. [2 mins ago] Player: "What do you know about the lighthouse keeper?"
   Response: "The lighthouse keeper was a mysterious figure who disappeared..."
   [Importance: high]

2. [5 mins ago] Player: "examine the photograph"
   Response: "The faded photograph shows a woman standing by the lighthouse..."
   [Importance: medium]
"""

SIGNIFICANT = """
Significant Memories (3 relevant):

1. [DISCOVERY] Player found car keys hidden behind Eleanor's photograph on mantel (items: car_keys) [10 mins ago]

2. [CHARACTER_BOND] Player and ARIA discussed AI consciousness and rights, building trust (participants: aria, player) \
[1 hour ago]

3. [REVELATION] The lighthouse keeper's disappearance is connected to experiments with the fog (participants: \
lighthouse_keeper) [2 hours ago]
"""


@pytest.fixture
def knowledge() -> Iterator[KnowledgeGraph]:
    """A store with an empty game."""
    made = KnowledgeGraph(open_store(":memory:"))
    made.create_space("save", now=NOW, profile="game", intake=GAME.intake)
    yield made
    made.close()


def play(knowledge: KnowledgeGraph, talk: Sequence[tuple[float, str, str]]) -> None:
    """Each line of the player's, so many minutes ago, and its answer."""
    for minutes, said, response in talk:
        at = NOW - timedelta(minutes=minutes)
        lines = [Line(role=Role.USER, body=said, sent_at=at), Line(role=Role.ASSISTANT, body=response, sent_at=at)]
        knowledge.append("save", lines, now=at)


def remember(knowledge: KnowledgeGraph, *memories: NewMemory, now: datetime = NOW) -> None:
    """These memories are there, with those whom they are about."""
    changes = [entity for memory in memories for entity in memory.entities]
    apply_changes(knowledge, "save", [*changes, *memories], now=now)


def ask(knowledge: KnowledgeGraph, query: str, *, now: datetime = NOW, **more: object) -> Turn:
    """The block for this input."""
    request = TurnRequest(space="save", query=query, **{"budget_tokens": 4000, **more})  # type: ignore[arg-type]
    return take_turn(knowledge, request, profile=GAME.block, now=now)


def memories_in(knowledge: KnowledgeGraph) -> dict[str, SignificantMemory]:
    """All, by what they say."""
    nodes = knowledge.store.find("save", Label.MEMORY, order="id", limit=999)
    found = knowledge.get("save", [node.id for node in nodes]).values()
    return {item.body: item for item in found if isinstance(item, SignificantMemory)}


def test_block_is_the_sources_to_the_letter(knowledge: KnowledgeGraph) -> None:
    """Headings with their counts, newest and best first, how long ago, and no places."""  # ACCEPTANCE 2.17
    play(knowledge, TALK)
    remember(knowledge, KEYS, ARIA, FOG)

    text = ask(knowledge, "search the photo of Eleanor").block.body

    assert RECENT + SIGNIFICANT in text


def test_scene_stands_below_the_interactions(knowledge: KnowledgeGraph) -> None:
    """Its texts are told as they are; places, characters and things only weigh."""  # ACCEPTANCE 2.20
    play(knowledge, TALK[1:])
    scene = {
        "place": "cliff",
        "present": ["aria"],
        "inventory": ["lamp"],
        "current_scene": "The lamp room",
        "emotional_context": "wary",
        "active_conversation": "ARIA, about the fog",
    }

    text = ask(knowledge, "go on", scene=scene).block.body

    assert "Recent Conversation History (last 1 interaction):" in text
    assert (
        "[Importance: high]\n\nCurrent Scene: The lamp room\nEmotional Context: wary\n"
        "Active Conversation: ARIA, about the fog\n</memory>"
    ) in text
    assert "cliff" not in text


def test_first_turn_has_its_scene(knowledge: KnowledgeGraph) -> None:
    """Nothing is remembered yet, and the model is told where the story is; a scene that does not fit is left out."""
    scene = {"place": "cliff", "current_scene": "The lamp room"}

    turn = ask(knowledge, "look", scene=scene)

    assert turn.block.body.endswith("\n\nCurrent Scene: The lamp room\n</memory>\n")
    assert turn.block.tokens == count_tokens(turn.block.body) > 0
    assert ask(knowledge, "look", scene={"current_scene": "lamp " * 3000}).block.body == ""
    assert ask(knowledge, "look", scene={"place": "cliff"}).block.body == ""


def test_access_times_change_on_use_only(knowledge: KnowledgeGraph) -> None:
    """What stands in a block that is kept was accessed now; what was scored and left out was not."""  # ACCEPTANCE 2.5
    remember(knowledge, KEYS, ARIA, FOG)
    before = {body: item.accessed_at for body, item in memories_in(knowledge).items()}

    later = NOW + timedelta(days=30)
    ask(knowledge, "search the photo", now=later, record=False)
    assert {body: item.accessed_at for body, item in memories_in(knowledge).items()} == before
    turn = ask(knowledge, "search the photo", now=later)

    # After 30 days importance 4 alone is worth 2.0, and so it is left out.
    assert [item.score for item in turn.items] == [6.5, 4.0]
    after = {body: item.accessed_at for body, item in memories_in(knowledge).items()}
    assert after == {**before, KEYS.body: later, ARIA.body: later}


def test_last_five_of_fifteen_are_shown(knowledge: KnowledgeGraph) -> None:
    """In full, the newest first; the line that is asked now has no answer yet."""  # ACCEPTANCE 2.6
    play(knowledge, [(60 - n, f"go north {n}", f"You reach field {n}.") for n in range(20)])

    turn = ask(knowledge, "look", lines=(Line(role=Role.USER, body="look"),))

    assert "(last 5 interactions)" in turn.block.body
    assert [turn.block.body.count(f'go north {n}"') for n in range(14, 20)] == [0, 1, 1, 1, 1, 1]
    assert turn.block.body.index("field 19") < turn.block.body.index("field 15")


def test_shares_of_a_prompt(knowledge: KnowledgeGraph) -> None:
    """Of 4,000 the interactions have 1,000 and memories 1,400; the rest is not the block's."""  # ACCEPTANCE 2.15
    play(knowledge, [(60 - n, f"go {n}", f"stone {n} " * 400) for n in range(6)])
    remember(knowledge, *(replace_body(n) for n in range(60)))

    turn = ask(knowledge, "talk to aria", scene={"present": ["aria"]})

    parts = tokens_by_section(turn)
    assert 900 < parts["recent messages"] <= 1000
    assert 1300 < parts["significant memories"] <= 1400
    assert turn.block.tokens <= 2400


def test_what_immediate_leaves_goes_to_memories(knowledge: KnowledgeGraph) -> None:
    """Its share is not lost where little was said."""  # ACCEPTANCE 2.15
    play(knowledge, TALK)
    remember(knowledge, *(replace_body(n) for n in range(90)))

    parts = tokens_by_section(ask(knowledge, "talk to aria", scene={"present": ["aria"]}))

    assert 2000 < parts["significant memories"] <= 2400 - parts["recent messages"]


def test_what_does_not_fit_leaves_it_to_a_smaller_one(knowledge: KnowledgeGraph) -> None:
    """The best is skipped when it is too long, and the loop goes on behind it."""  # ACCEPTANCE 2.15
    long = NewMemory(type=MemoryType.GOAL, body="the fog " * 3000, importance=10, triggers=("fog",))
    remember(knowledge, long, KEYS)

    turn = ask(knowledge, "the fog")

    assert [item.score for item in turn.items] == [pytest.approx(5.5, abs=0.01)]
    assert turn.near_misses[0].reason == "left out: no room left in the budget"


@pytest.mark.parametrize(("prompt_tokens", "left"), [(None, 2400), (600, 3000), (1200, 2400), (2400, 1200), (4000, 0)])
def test_long_prompt_takes_from_memories_and_never_from_the_reply(
    knowledge: KnowledgeGraph, prompt_tokens: int | None, left: int
) -> None:
    """The reply keeps its 400; what a short prompt leaves is the block's."""  # ACCEPTANCE 2.16
    play(knowledge, [(60 - n, f"go {n}", f"stone {n} " * 400) for n in range(6)])
    remember(knowledge, *(replace_body(n) for n in range(60)))

    turn = ask(knowledge, "talk to aria", scene={"present": ["aria"]}, prompt_tokens=prompt_tokens)

    assert turn.block.tokens <= left
    if left == 1200:
        parts = tokens_by_section(turn)
        assert parts["recent messages"] > 900 > 250 > parts["significant memories"] > 100


def test_memories_have_edges(knowledge: KnowledgeGraph) -> None:
    """To whom and to what they are about, with what each is to them."""  # ACCEPTANCE 2.9
    remember(knowledge, KEYS, ARIA)

    index = knowledge.index("save")
    [keys, aria] = sorted(memories_in(knowledge).values(), key=lambda item: item.id)
    edges = knowledge.store.edges("save", [keys.id, aria.id], [Kind.ABOUT], 9)
    found = {(edge.source, index.names_of(edge.target)[0], edge.properties["role"]) for edge in edges}

    assert found == {
        (keys.id, "car_keys", "item"),
        (keys.id, "keepers_quarters", "place"),
        (aria.id, "aria", "participant"),
        (aria.id, "player", "participant"),
    }


def replace_body(number: int) -> NewMemory:
    """A memory of its own of about 45 tokens."""
    return NewMemory(
        type=MemoryType.CHARACTER_BOND,
        body=f"Player and ARIA spoke of matter {number}, which both of them had thought about for a long while",
        participants=("aria", "player"),
        importance=8,
        triggers=("ARIA",),
    )


def tokens_by_section(turn: Turn) -> dict[str, int]:
    """What the entries of each section cost."""
    found: dict[str, int] = {}
    for item in turn.items:
        found[item.section] = found.get(item.section, 0) + item.tokens
    assert count_tokens(turn.block.body) == turn.block.tokens
    return found


def test_block_goes_with_a_response_that_it_quotes(knowledge: KnowledgeGraph) -> None:
    """An interaction stands in a block under its first line; whoever forgets the response forgets the block too."""
    play(knowledge, TALK)
    block = ask(knowledge, "Where is Eleanor?").block
    assert "mysterious figure" in block.body
    response = next(each for each in knowledge.messages("save", limit=9) if "mysterious figure" in each.body)

    forget(knowledge, "save", Target(messages=(response.id,)), now=NOW)

    kept = knowledge.store.find("save", Label.BLOCK, limit=9)
    assert [node.id for node in kept if "mysterious figure" in str(node.properties["body"])] == []
