"""The archivists: who they are, in what order they work, and what each leaves to the next."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from archivists.keeping.archivist import READ, A, AnyQuestion, Archivist, H, ModelQuestion, Proposal, Q, Questions
from archivists.keeping.facts import FACTS
from archivists.keeping.key_info import KEY_INFO
from archivists.keeping.linking import LINK
from archivists.keeping.rewriting import WRITE
from archivists.keeping.summaries import SUMMARIES
from archivists.models.governor import Refused
from archivists.models.provider import Purpose
from archivists.questions.link import Linking
from archivists.questions.prompt import frame_of
from archivists.questions.read import Reading
from archivists.questions.write import Writing
from archivists.round_policy import RoundPolicy
from archivists.rounds.due import is_due
from archivists.rounds.proposing import ARCHIVISTS, RoundProfile, propose
from benchmarks.all_rounds import run_rounds
from graph.errors import BadInput
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.changes import DisputeFacts, MergeFacts, SupersedeFact
from graph.values.codec import item_of
from graph.values.items import AppliedChange, Role
from languages.registry import LANGUAGES
from tests.archivists.building import TALK, changes_of, fact, read, stored, talk_of, window_of
from tests.archivists.rounds.test_round import story
from tests.archivists.rounds.test_rounds_any_answer import any_answer
from tests.archivists.rounds.test_rounds_model import Scene

POLICY = RoundPolicy()
QUESTIONS = (READ, LINK, WRITE)
PAGE = Path(__file__).parents[3] / "docs" / "reference" / "models.md"
ROW = re.compile(r"^\| `(\w+)` \| [^|]+ \| [^|]+ \| (?:\*(\w+)\*: ([^|]+?)|–) \|$", re.MULTILINE)

AnyArchivist = Archivist[Reading] | Archivist[Linking] | Archivist[Writing]


def purpose_of(archivist: AnyArchivist) -> str:
    """The question of an archivist, as pages name it; empty for none."""
    return "" if archivist.question is None else str(archivist.question.purpose)


def test_each_name_is_one_archivists() -> None:
    """A change in the log is signed by one of them."""
    assert Counter(each.name for each in ARCHIVISTS).most_common(1)[0][1] == 1


@pytest.mark.parametrize("language", [each.code for each in LANGUAGES if each.prompts])
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: str(question.purpose))
def test_every_prompt_explains_the_fields_of_its_answer(
    question: AnyQuestion[Reading | Linking | Writing], language: str
) -> None:
    """In each language, as an item of its list of fields. Examples leave out what is empty."""
    prompt = frame_of(question.purpose, language).text

    assert [field for field in question.shape.model_fields if f"\n- `{field}`: " not in prompt] == []


def test_the_page_lists_the_archivists() -> None:
    """docs/reference/models.md has a row for each, in their order, with its part of an answer, all of which is used."""
    rows = [(name, purpose, re.findall(r"`(\w+)`", fields)) for name, purpose, fields in ROW.findall(PAGE.read_text())]

    assert [row[:2] for row in rows] == [(each.name, purpose_of(each)) for each in ARCHIVISTS]
    for question in QUESTIONS:
        taken = [field for _, purpose, fields in rows for field in fields if purpose == question.purpose]
        assert sorted(taken) == sorted(question.shape.model_fields)


@pytest.mark.parametrize("has_model", [False, True])
def test_every_change_is_signed_by_an_archivist(now: datetime, has_model: bool) -> None:
    """Without a model, and with one that answers all questions; several of the names come up."""
    chance = random.Random(3)
    scene = Scene(now, lambda request: any_answer(request, chance), lines=0)
    scene.asker.models = dict.fromkeys(Purpose, scene.model)
    for day in range(12):
        at = now + timedelta(days=day)
        scene.knowledge.append("a", story(14, at), now=at)
        asker = scene.asker if has_model else None
        policy = replace(POLICY, calls_per_message=3.0)
        run_rounds(scene.knowledge, "a", owner="me", now=at + timedelta(hours=12), policy=policy, asker=asker)

    signed = {node.properties["archivist"] for node in scene.knowledge.store.find("a", Label.CHANGE, limit=9999)}

    assert signed <= {each.name for each in ARCHIVISTS}
    assert len(signed) >= (5 if has_model else 3)
    scene.knowledge.close()


def test_changes_stand_in_the_order_of_the_archivists(now: datetime) -> None:
    """Whoever comes later finds what those before have changed."""
    window = window_of(talk_of(*(line.body.join(("Nora: ", "")) for line in story(30, now))), is_silent=True)
    places = {each.name: place for place, each in enumerate(ARCHIVISTS)}

    signed = [places[change.archivist] for change in changes_of(window)]

    assert signed == sorted(signed) and len(set(signed)) >= 3


class Full(Questions):
    """The questions of a round whose calls are used up."""

    def __init__(self, now: datetime) -> None:
        self.refused = Refused(now, "the hour is full")
        self.asked: list[str] = []

    def ask(self, question: ModelQuestion[Q, A, H], proposal: Proposal) -> H | Refused | None:
        """Nothing new, and then no room."""
        self.asked.append(str(question.purpose))
        return self.refused if question.purpose is Purpose.LINK else None


def test_a_refused_question_ends_the_round(now: datetime) -> None:
    """Nothing is proposed, and nothing else is asked."""
    questions = Full(now)

    assert propose(window_of(talk_of(*TALK)), POLICY, questions) is questions.refused
    assert set(questions.asked) == {"read", "link"}


def test_user_outranks_assistant() -> None:
    """What a character says later of the user's home does not replace what the user said."""
    lines = talk_of("Nora: Hm.", "Lydia: Nora lives in Oslo now.")
    lines = (lines[0], replace(lines[1], role=Role.ASSISTANT))
    window = window_of(lines, facts=[stored("f1", "Nora lives in Bergen.")])

    changes = changes_of(window, read(window, facts=[fact("Nora lives in Oslo now.", "Nora lives in Oslo now.")]))

    assert not any(isinstance(each, SupersedeFact) and each.fact == "f1" for each in changes)


@pytest.mark.parametrize(
    ("known", "told"),
    [
        ("Nora lives in Oslo.", "Nora now lives in Bergen."),
        ("Nora Janßen will im Garten einen Teich anlegen.", "Nora heißt seit der Hochzeit Thoms, nicht mehr Janßen."),
        (
            "Nora has a pacemaker and must be spared induction hobs and anything with magnets.",
            "Nora is not allergic to penicillin and never was: a test dose had no effect; it had been measles.",
        ),
        ("Nora hat versprochen, Sveas altes Klavier zu stimmen.", "Nora hat Sveas altes Klavier gestimmt."),
    ],
)
def test_only_a_model_ends_what_it_has_read(known: str, told: str) -> None:
    """No rule reads an end into a model's note: its answer says what the note replaces, and here it says nothing."""
    window = window_of(talk_of(*TALK, f"Nora: {known}", f"Nora: {told}"), facts=[stored("f1", known)])

    changes = changes_of(window, read(window, facts=[fact(told, told)]))

    assert not any(isinstance(each, SupersedeFact | MergeFacts | DisputeFacts) for each in changes)


def test_question_replaces_nothing() -> None:
    """Asking whether something is so claims nothing."""
    window = window_of(talk_of(*TALK), facts=[stored("f1", "Nora lives in Oslo.")])

    changes = changes_of(
        window, read(window, facts=[fact("Nora now lives in Bergen", "We moved to Bergen on Friday.", kind="question")])
    )

    assert not any(isinstance(each, SupersedeFact | DisputeFacts) for each in changes)


OPEN = RoundPolicy(silent_conversations_max=0)
"""Rounds that leave conversations open."""


def test_all_archivists_ask_for_everything() -> None:
    """The models of all three questions have work, unless a profile leaves their archivists out."""
    assert RoundProfile().purposes == {Purpose.READ, Purpose.LINK, Purpose.WRITE}
    assert RoundProfile(archivists=(FACTS, KEY_INFO), policy=OPEN).purposes == {Purpose.READ}
    assert RoundProfile(archivists=(SUMMARIES,)).purposes == frozenset()


def test_conversations_that_nobody_completes_make_no_round_due() -> None:
    """Such rounds would have nothing to do and be due at once again, so the profile is refused at birth."""
    with pytest.raises(BadInput, match="silent_conversations_max is 20, expected 0"):
        RoundProfile(archivists=(FACTS,))


def test_only_these_archivists_work(now: datetime) -> None:
    """What the others would do is not done, and no round is due again."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("a", now=now)
    knowledge.append("a", story(30, now), now=now)
    profile, later = RoundProfile(archivists=(KEY_INFO,), policy=OPEN), now + timedelta(days=9)

    reports = run_rounds(knowledge, "a", owner="me", now=later, policy=profile.policy, archivists=profile.archivists)

    assert sum(report.messages for report in reports) == 30
    changes = [item_of(node, AppliedChange) for node in knowledge.store.find("a", Label.CHANGE, limit=99)]
    assert {change.archivist for change in changes} == {"key_info"}
    assert knowledge.store.find("a", Label.SUMMARY, limit=1) == []
    assert not is_due(knowledge, "a", now=later, policy=profile.policy)
    knowledge.close()
