"""A model judges which of two statements holds; nothing is merged that numbers, names or negation tell apart."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from archivists.keeping.archivist import Proposal, Questions
from archivists.keeping.judging import judge
from archivists.keeping.outdated import OUTDATED
from archivists.models.asking import Asker, Exchange
from archivists.models.governor import Ceiling, Ceilings, Governor
from archivists.models.provider import Purpose, Request
from archivists.questions.settle import SettleAnswer, settle_question
from archivists.round_policy import RoundPolicy
from archivists.rounds.round import run_round
from archivists.window.window import Window
from graph.changing.apply import apply_changes
from graph.changing.undoing import undo_change
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label, Node
from graph.values.changes import Change, DisputeFacts, KeepApart, MergeEntities, MergeFacts, NewFact, SupersedeFact
from graph.values.codec import item_of
from graph.values.items import Author, Entity, Fact, FactKind, FactStatus, Role
from tests.archivists.building import START, entity, talk_of, window_of
from tests.archivists.scripted import Scripted

POLICY = RoundPolicy()
RICH = replace(POLICY, calls_per_message=3.0)
WIDE = Ceiling(calls=1000, tokens=10_000_000)


def known(body: str, *, id: str = "f1", stated_by: Role = Role.USER, kind: FactKind = FactKind.FACT) -> Fact:
    """A fact from the day before."""
    at = START - timedelta(days=1)
    return Fact(id=id, body=body, kind=kind, stated_by=stated_by, created_at=START, updated_at=START, valid_from=at)


def looked_at(*facts: Fact, entities: Sequence[Entity] = ()) -> Window:
    """A window of one line that knows these facts and entities."""
    return window_of(talk_of("Nora: Well, so it is."), facts=facts, entities=entities)


def settled(window: Window, *facts: NewFact) -> Proposal:
    """What is proposed when these facts are new."""
    proposal = OUTDATED.work(Proposal(window=window, changes=facts), Questions(), POLICY)
    assert isinstance(proposal, Proposal)
    return proposal


def judged(proposal: Proposal, *relations: str, why: str = "because") -> Proposal:
    """The proposal with these verdicts on its pairs; the last one is that on all others."""
    question = settle_question(proposal.window, proposal.doubts, POLICY)
    assert question is not None
    count = len(question.statements) + len(question.names)
    verdicts = [{"n": n, "relation": relations[min(n, len(relations)) - 1], "why": why} for n in range(1, count + 1)]
    answer = SettleAnswer.model_validate({"pairs": verdicts})
    return judge(proposal, Exchange(question=question, answer=answer, prompt_version="settle.en@1"))


def new(body: str, *, kind: FactKind = FactKind.FACT, stated_by: Role = Role.USER) -> NewFact:
    """What the line of the window says."""
    return NewFact(ref="new:1", body=body, kind=kind, stated_by=stated_by, sources=("m00000001",))


FILM, FLAT = "Nora's favourite film is Alien.", "Nora's favourite film is Brazil."
CATS, MORE_CATS = "Nora keeps 2 cats in the barn at night.", "Nora keeps 3 cats in the barn each night."
WORK, JOB = "Nora works as a nurse in a clinic.", "Nora is a nurse and works in the town's clinic."


@pytest.mark.parametrize(
    ("older", "newer", "relation", "expected"),
    [
        (WORK, JOB, "same", MergeFacts(keep="new:1", lose="f1")),
        (WORK, JOB, "entails", MergeFacts(keep="new:1", lose="f1")),
        (WORK, JOB, "entailed", MergeFacts(keep="f1", lose="new:1")),
        (WORK, JOB, "different", KeepApart(a="f1", b="new:1", reason="because")),
        (WORK, JOB, "contradicts", DisputeFacts(a="f1", b="new:1", reason="because")),
        (FILM, FLAT, "same", KeepApart(a="f1", b="new:1", reason="not merged: another name: Brazil")),
        (CATS, MORE_CATS, "same", KeepApart(a="f1", b="new:1", reason="not merged: another number: 3")),
        (MORE_CATS, CATS, "same", KeepApart(a="f1", b="new:1", reason="not merged: another number: 2")),
        (
            "Nora eats fish on most days.", "Nora does not eat meat or fish on most days.", "same",
            KeepApart(a="f1", b="new:1", reason="not merged: one of them says not"),
        ),
        (
            "Nora'nın iki kedisi bahçede uyuyor.", "Nora'nın üç kedisi bahçede uyuyor her gece.", "same",
            KeepApart(a="f1", b="new:1", reason="not merged: another number: 3"),
        ),
    ],
)  # fmt: skip
def test_verdict_becomes_a_change(older: str, newer: str, relation: str, expected: Change) -> None:
    """Each relation has its change, with model, prompt and message; what words tell apart is not merged."""
    proposal = judged(settled(looked_at(known(older)), new(newer)), relation)

    assert proposal.changes[-1] == replace(
        expected,
        author=Author.MODEL,
        prompt_version="settle.en@1",
        why="because",
        evidence=("m00000001",),
    )


def test_later_statement_replaces_the_earlier_one() -> None:
    """It holds since it was said; what is lost is told anew elsewhere."""
    window = looked_at(known(FILM))
    proposal = judged(settled(window, new(FLAT)), "replaces")

    change = proposal.changes[-1]
    assert isinstance(change, SupersedeFact)
    assert (change.fact, change.by, change.valid_to) == ("f1", "new:1", window.messages[0].sent_at)
    assert proposal.gone == {"f1"}


def test_users_word_is_disputed_rather_than_replaced_by_an_assistants() -> None:
    """Only who said it, or a user, can take it back."""
    said = new(FLAT, stated_by=Role.ASSISTANT)

    proposal = judged(settled(looked_at(known(FILM)), said), "replaces", why="")

    assert isinstance(proposal.changes[-1], DisputeFacts)


@pytest.mark.parametrize("relation", ["replaces", "contradicts"])
def test_questions_claim_nothing(relation: str) -> None:
    """Two questions are the same or two; neither ends the other."""
    asked = "Where does Nora keep her old boat?", "Where did Nora keep her old red boat?"
    window = looked_at(known(asked[0], kind=FactKind.QUESTION))

    proposal = judged(settled(window, new(asked[1], kind=FactKind.QUESTION)), relation)

    assert isinstance(proposal.changes[-1], KeepApart)


def test_what_was_compared_is_not_asked_again() -> None:
    """Neither the older nor the newer one brings the pair back."""
    first, second = known(WORK, id="f1"), known(FILM, id="f2")
    alike = settled(looked_at(first, second), new(JOB)).doubts
    assert [doubt.older.id for doubt in alike] == ["f1"]

    one, other = entity("Kath"), entity("Katharina")
    apart = replace(other, compared_with=(one.id,))
    assert settle_question(looked_at(entities=(one, other)), (), POLICY) is not None
    assert settle_question(looked_at(entities=(one, apart)), (), POLICY) is None


def test_entities_are_merged_or_kept_apart() -> None:
    """Names that may be one entity's are judged, those elsewhere with those of the window; each goes once at most."""
    kath, katharina = entity("Kath"), entity("Katharina")
    window = replace(looked_at(entities=(kath, katharina)), namesakes=(entity("Katharina Lund"),))

    changes = judged(Proposal(window=window), "same", "different").changes

    question = settle_question(window, (), POLICY)
    assert question is not None and len(question.names) > 1
    assert isinstance(changes[0], MergeEntities)
    assert (changes[0].keep, changes[0].lose) == (question.names[0].one.id, question.names[0].other.id)
    assert all(isinstance(each, KeepApart) for each in changes[1:])


def test_what_rules_have_merged_is_not_judged() -> None:
    """An entity that is gone is neither merged again nor kept apart."""
    kath, katharina = entity("Kath"), entity("Katharina")
    merged = MergeEntities(keep="e0", lose=kath.id, reason="the same name and type")
    proposal = Proposal(window=looked_at(entities=(kath, katharina)), changes=(merged,))

    assert judged(proposal, "same").changes == (merged,)


def test_no_more_pairs_than_fit_and_entities_have_their_share() -> None:
    """The most alike are asked about."""
    facts = [known(f"Nora works as a nurse in a clinic {n}.", id=f"f{n}") for n in range(20)]
    entities = [entity("Katharina"), *(entity(f"Katharina {last}") for last in ("Lund", "Moe", "Dahl"))]
    window = looked_at(*facts, entities=entities)
    doubts = settled(window, new(JOB)).doubts

    question = settle_question(window, doubts, POLICY)

    assert question is not None
    assert len(doubts) == 20
    assert (len(question.statements), len(question.names)) == (5, 3)


def judging_asker(knowledge: KnowledgeGraph, model: Scripted) -> Asker:
    """An asker that only judges."""
    governor = Governor(knowledge.store, Ceilings(space=WIDE, total=WIDE))
    return Asker(knowledge, {Purpose.SETTLE: model}, governor, wait=lambda seconds: None)


def test_merge_that_is_taken_back_is_not_asked_about_for_ever(now: datetime) -> None:
    """Undone, the space is as before; the model is asked once more, held back, and then never again."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("a", now=now)

    def answer(request: Request) -> str:
        pairs = json.loads(request.lines[-1].text)["pairs"]
        return json.dumps({"pairs": [{"n": each["n"], "relation": "same", "why": "A nickname."} for each in pairs]})

    model = Scripted(answer)
    names: list[set[str]] = []
    for day in range(4):
        at = now + timedelta(days=day)
        lines = [Line(role=Role.USER, sender=sender, body="Hello.", sent_at=at) for sender in ("Kath", "Katharina")]
        knowledge.append("a", lines, now=at)
        run_round(knowledge, "a", owner="me", now=at, policy=RICH, asker=judging_asker(knowledge, model))
        names.append({item_of(node, Entity).name for node in knowledge.store.find("a", Label.ENTITY, limit=9)})
        merges = [each for each in knowledge.store.find("a", Label.CHANGE, limit=99) if is_standing_merge(each)]
        for merge in merges:
            undo_change(knowledge, "a", merge.id, now=at)

    assert names == [{"Kath"}, *[{"Kath", "Katharina"}] * 3]
    assert len(model.asked) == 2
    knowledge.close()


def is_standing_merge(change: Node) -> bool:
    """A merge that nobody has taken back."""
    return change.properties["kind"] == "MergeEntities" and not change.properties.get("undone_by")


def test_verdict_of_two_is_kept_in_the_graph(now: datetime) -> None:
    """A pair that stays two is not asked about in the next round, and a dispute that is judged neither."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("a", now=now)
    model = Scripted(json.dumps({"pairs": [{"n": 1, "relation": "contradicts", "why": "Two or three?"}]}))
    for day, count in enumerate(("two", "three")):
        body = f"Nora has {count} cats at home."
        sources = knowledge.append("a", [Line(role=Role.USER, sender="Nora", body=body, sent_at=now)], now=now).messages
        known = knowledge.store.find("a", Label.FACT, limit=9)
        window = looked_at(*(item_of(node, Fact) for node in known))
        told = NewFact(ref="new:1", body=body, sources=sources)
        proposal = settled(replace(window, messages=tuple(knowledge.messages("a", limit=9))), told)
        changes = judged(proposal, "contradicts").changes if proposal.doubts else proposal.changes
        apply_changes(knowledge, "a", changes, now=now + timedelta(days=day))
    at = now + timedelta(days=3)
    knowledge.append(
        "a", [Line(role=Role.USER, sender="Nora", body="The cats are asleep at home.", sent_at=at)], now=at
    )
    run_round(knowledge, "a", owner="me", now=at, policy=RICH, asker=judging_asker(knowledge, model))

    facts = [item_of(node, Fact) for node in knowledge.store.find("a", Label.FACT, limit=9)]
    assert [fact.status for fact in facts] == [FactStatus.DISPUTED, FactStatus.DISPUTED]
    assert [fact.compared_with for fact in facts] == [(), (facts[0].id,)]
    assert model.asked == []
    knowledge.close()
