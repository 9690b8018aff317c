"""Significant memories of a story: by rules in every language, from a model's answer, and kept few."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from archivists.keeping.archivist import Proposal, Questions
from archivists.keeping.compaction import compact, prune, take_groups
from archivists.keeping.moments import find_moments, take_moments
from archivists.models.asking import Exchange
from archivists.questions.moments_question import MomentsAnswer, Telling, moments_question
from archivists.round_policy import RoundPolicy
from archivists.rounds.proposing import STORY_ARCHIVISTS, propose
from archivists.window.window import Window
from graph.values.changes import Change, CompactMemories, DropMemory, NewMemory, ReviseMemory
from graph.values.items import MemoryType, SignificantMemory
from tests.archivists.building import START, talk_of, window_of

POLICY = RoundPolicy()

EXTRACTED = """{
  "memories": [
    {
      "type": "character_bond",
      "summary": "Player comforted Sara about her missing brother, strengthening their relationship",
      "importance": 8,
      "participants": ["sara", "player"],
      "contextTriggers": ["sara", "brother", "missing", "comfort"]
    },
    {
      "type": "discovery",
      "summary": "Found a hidden journal in the lighthouse basement revealing keeper's experiments",
      "importance": 9,
      "relatedItems": ["journal"],
      "relatedLocations": ["lighthouse_basement"],
      "contextTriggers": ["journal", "experiments", "basement", "keeper"]
    }
  ]
}"""

COMPACTED = """{
  "compactionGroups": [
    {
      "memoryIds": ["mem_1", "mem_2", "mem_3"],
      "compactedMemory": {
        "type": "character_bond",
        "summary": "Multiple interactions with ARIA revealed her growing self-awareness and trust in the player",
        "importance": 9,
        "participants": ["aria", "player"],
        "contextTriggers": ["aria", "consciousness", "trust", "ai"]
      }
    },
    {
      "memoryIds": ["mem_3", "mem_6", "mem_99", "mem_7"],
      "compactedMemory": {"type": "discovery", "summary": "Two things were found", "importance": 4}
    }
  ],
  "keepIndividual": ["mem_4", "mem_5"]
}"""

STORIES = {
    "en": ("search the photo", "You find the car keys hidden behind the photo of Eleanor.", "key"),
    "tr": ("fotoğrafa bak", "Eleanor'un fotoğrafının arkasında arabanın anahtarlarını buldun.", "anahtar"),
    "de": ("suche beim Foto", "Du findest die Autoschlüssel hinter dem Foto von Eleanor.", "autoschlussel"),
}


def memory(number: int, **more: object) -> SignificantMemory:
    """A memory of importance 5 that was made and used at the start."""
    values: dict[str, object] = {
        "id": f"g{number:08d}",
        "type": MemoryType.DISCOVERY,
        "body": f"Player found thing {number}",
        "created_at": START,
        "updated_at": START,
        "accessed_at": START,
    }
    return SignificantMemory(**{**values, **more})  # type: ignore[arg-type]


def story(*lines: str, moments: tuple[SignificantMemory, ...] = (), scene: dict[str, object] | None = None) -> Window:
    """A window over lines such as "user: look"; the scene is that of the first."""
    first, *others = talk_of(*lines)
    first = replace(first, extra=json.dumps({"scene": scene}) if scene else None)
    return replace(window_of([first, *others]), moments=moments)


def told(window: Window, answer: str) -> Telling:
    """The window with this answer about it."""
    question = moments_question(window, POLICY)
    assert question is not None
    return Exchange(question=question, answer=MomentsAnswer.model_validate_json(answer), prompt_version="moments.en@1")


def memories_of(changes: list[Change]) -> list[NewMemory]:
    """The new memories among changes."""
    return [change for change in changes if isinstance(change, NewMemory)]


@pytest.mark.parametrize("language", STORIES)
def test_rules_find_a_discovery(language: str) -> None:
    """With place, thing in hand, who is there, the words that bring it up, and its message."""
    said, response, word = STORIES[language]
    scene = {
        "place": "keepers_quarters",
        "present": ["aria"],
        "inventory": ["lamp", "photo" if language == "en" else "x"],
    }
    window = story(f"user: {said}", f"assistant: {response}", scene=scene)

    [found] = memories_of(find_moments(window))

    assert (found.type, found.body, found.places) == ("discovery", response, ("keepers_quarters",))
    assert found.items == (("photo",) if language == "en" else ())
    assert found.participants == ("aria",)
    assert found.sources == (window.messages[1].id,)
    assert word in found.triggers


def test_rules_quote_the_player() -> None:
    """What a player says is told as the player's; two moments of one interaction at most, no questions."""
    window = story(
        "user: I lost my son to the sea. I promise to find him. We must find the boat. Do you promise it?",
        "assistant: I will help you.",
    )

    found = memories_of(find_moments(window))

    assert [(each.type, each.body, each.participants) for each in found] == [
        ("character_bond", "Player: I lost my son to the sea.", ("player",)),
        ("promise", "Player: I promise to find him.", ("player",)),
    ]


SPEECH = {
    "en": "“I was nine. I lost my sister in that fire,” he says.",
    "tr": "“Dokuz yaşındaydım. O yangında kız kardeşimi kaybettim,” diyor.",
    "de": "„Ich war neun. Bei dem Brand habe ich meine Schwester verloren“, sagt er.",
}


@pytest.mark.parametrize("language", SPEECH)
def test_what_characters_say_is_read(language: str) -> None:
    """A story tells its moments in their words; a sentence out of a speech has both of its marks."""
    _, _, spoken = SPEECH[language].partition(". ")
    opening = SPEECH[language][0]
    window = story("user: …", f"assistant: {SPEECH[language]}", scene={"present": ["tomas"]})

    [found] = memories_of(find_moments(window))

    assert (found.type, found.body, found.participants) == ("character_bond", opening + spoken, ("tomas",))


def test_same_discovery_is_not_noted_twice() -> None:
    """A known one gets another source instead; and of equal ones in a window there is one."""  # ACCEPTANCE 2.24
    line = "assistant: You find the car keys hidden behind the photo."
    known = memory(1, body="You find the car keys hidden behind the photo.")

    [again] = find_moments(story("user: search", line, moments=(known,)))
    twice = memories_of(find_moments(story("user: search", line, "user: search", line)))

    assert isinstance(again, ReviseMemory) and (again.memory, again.body) == (known.id, None)
    assert len(twice) == 1


def test_answer_of_the_source_is_taken_as_it_is() -> None:
    """Two memories without ids and times; messages with their triggers are their sources."""  # ACCEPTANCE 2.10
    window = story("user: comfort Sara", "assistant: Her brother is missing.", "user: go down", "assistant: A journal!")

    bond, journal = memories_of(take_moments(window, told(window, EXTRACTED)))

    assert (bond.type, bond.importance, bond.participants) == ("character_bond", 8, ("sara", "player"))
    assert bond.triggers == ("sara", "brother", "missing", "comfort")
    assert (journal.items, journal.places) == (("journal",), ("lighthouse_basement",))
    assert (len(bond.sources), journal.sources) == (2, (window.messages[3].id,))
    assert bond.author == "model"


def test_unknown_type_of_a_model_is_dropped() -> None:
    """The other memories of the answer stay."""  # ACCEPTANCE 2.8
    window = story("user: look", "assistant: A room.")
    answer = EXTRACTED.replace('"discovery"', '"rumour"')

    assert [each.type for each in memories_of(take_moments(window, told(window, answer)))] == ["character_bond"]


def test_model_brings_known_memories_up_to_date() -> None:
    """It is told what there is, and names it by its number."""  # ACCEPTANCE 2.12, 2.24
    window = story("user: read it", "assistant: He went to Tarn.", moments=(memory(1), memory(2)))
    question = moments_question(window, POLICY)
    assert question is not None and '{"id": "mem_2", "type": "discovery", "summary": "Player found thing 2"}' in (
        question.call().prompt
    )
    answer = '{"updates": [{"id": "mem_2", "summary": "Thing 2 leads to Tarn", "importance": 9, "sources": [2]}]}'

    [update] = take_moments(window, told(window, answer))

    assert isinstance(update, ReviseMemory)
    assert (update.memory, update.body, update.importance) == ("g00000002", "Thing 2 leads to Tarn", 9)
    assert update.sources == (window.messages[1].id,)
    assert question.complaint(MomentsAnswer.model_validate_json(answer.replace("mem_2", "mem_3"))) is not None


@pytest.mark.parametrize(("count", "left"), [(49, 49), (50, 50), (51, 50), (80, 50)])
def test_rules_keep_memories_few(count: int, left: int) -> None:
    """Up to 50 stay; above, those that matter least become one, and no word is lost."""  # ACCEPTANCE 2.13, 2.14
    moments = tuple(memory(n, importance=3 if n > 40 else 8) for n in range(count))
    window = story("user: look", "assistant: A room.", moments=moments)

    groups = compact(window, (), POLICY)

    assert count - sum(len(each.members) - 1 for each in groups if isinstance(each, CompactMemories)) == left
    bodies = {each.id: each.body for each in moments}
    for each in groups:
        assert isinstance(each, CompactMemories)
        assert all(bodies[id] in each.body for id in each.members)
        assert count > 60 or set(each.members) <= {f"g{n:08d}" for n in range(41, count)}


def test_new_memories_count() -> None:
    """The 51st is one that this round has found."""  # ACCEPTANCE 2.13
    window = story(
        "user: search", "assistant: You find a silver coin under the bed.", moments=tuple(map(memory, range(50)))
    )

    proposal = propose(window, POLICY, Questions(), STORY_ARCHIVISTS)

    assert isinstance(proposal, Proposal)
    kinds = [type(change).__name__ for change in proposal.changes]
    assert (kinds.count("NewMemory"), kinds.count("CompactMemories")) == (1, 1)


def test_groups_of_the_source_are_taken_as_they_are() -> None:
    """Three become one; of two groups the first has a memory; who is in no list stays."""  # ACCEPTANCE 2.13
    window = story("user: look", "assistant: A room.", moments=tuple(map(memory, range(1, 52))))
    telling = told(window, COMPACTED)
    assert telling.question.limit == 50

    first, second = take_groups(window, (), telling, POLICY)

    assert isinstance(first, CompactMemories) and isinstance(second, CompactMemories)
    assert (first.members, first.type, first.importance) == (
        ("g00000001", "g00000002", "g00000003"),
        "character_bond",
        9,
    )
    assert first.triggers == ("aria", "consciousness", "trust", "ai")
    assert second.members == ("g00000006", "g00000007")


def test_rules_go_on_where_groups_are_not_enough() -> None:
    """Also without a single good group there are 50 in the end."""  # ACCEPTANCE 2.14
    window = story("user: look", "assistant: A room.", moments=tuple(map(memory, range(1, 56))))

    groups = take_groups(window, (), told(window, COMPACTED), POLICY)

    assert 55 - sum(len(each.members) - 1 for each in groups if isinstance(each, CompactMemories)) == 50


@pytest.mark.parametrize(("days", "importance", "kind", "is_dropped"), [
    (30, 4, MemoryType.DISCOVERY, True),
    (30, 5, MemoryType.DISCOVERY, False),
    (29, 4, MemoryType.DISCOVERY, False),
    (30, 4, MemoryType.PROMISE, False),
    (30, 4, MemoryType.GOAL, False),
])  # fmt: skip
def test_unused_memories_are_dropped(days: int, importance: int, kind: MemoryType, is_dropped: bool) -> None:
    """After so many days, if no scene would show them; never promises, nor by default."""  # ACCEPTANCE 2.21
    window = story("user: look", "assistant: A room.")
    used = max(message.sent_at for message in window.messages) - timedelta(days=days)
    window = replace(window, moments=(memory(1, importance=importance, type=kind, accessed_at=used),))

    assert prune(window) == []
    dropped = prune(replace(window, space=replace(window.space, unused_days=30)))
    assert dropped == ([DropMemory(memory="g00000001", reason=f"unused for {days} days")] if is_dropped else [])
