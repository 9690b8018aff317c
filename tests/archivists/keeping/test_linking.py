"""A model judges whether claims were said, and how they stand to what is known; each verdict has its bounds."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest

from archivists.keeping.archivist import Proposal
from archivists.keeping.facts import take_facts
from archivists.keeping.linking import LINKING, link_question
from archivists.models.asking import Asker
from archivists.models.governor import Ceiling, Ceilings, Governor
from archivists.models.provider import Purpose, Request
from archivists.round_policy import RoundPolicy
from archivists.rounds.round import run_round
from graph.changing.undoing import undo_change
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label, Node
from graph.values.changes import (
    Change,
    DisputeFacts,
    KeepApart,
    MergeEntities,
    MergeFacts,
    RestateFact,
    ReviseFact,
    SupersedeFact,
)
from graph.values.codec import item_of
from graph.values.items import Author, Entity, FactKind, KeyInfo, Role
from tests.archivists.building import START, Answered, entity, fact, linked, read, talk_of, window_of
from tests.archivists.linking_windows import DAY, judged, known, noted, other, signed, told
from tests.archivists.scripted import Scripted

POLICY = RoundPolicy()
WIDE = Ceiling(calls=1000, tokens=10_000_000)

FILM, FLAT = "Nora's favourite film is Alien.", "Nora's favourite film is Brazil."
CATS, MORE_CATS = "Nora keeps 2 cats in the barn at night.", "Nora keeps 3 cats in the barn each night."
WORK, JOB = "Nora works as a nurse in a clinic.", "Nora is a nurse and works in the town's clinic."
HERE, THERE = "Nora lives in Oslo.", "Nora lives in Bergen."


@pytest.mark.parametrize(
    ("older", "newer", "relation", "expected"),
    [
        (WORK, JOB, "same", MergeFacts(keep="new:read-1", lose="f1")),
        (WORK, JOB, "says_more", MergeFacts(keep="new:read-1", lose="f1")),
        (WORK, JOB, "says_less", MergeFacts(keep="f1", lose="new:read-1")),
        (WORK, JOB, "contradicts", DisputeFacts(a="f1", b="new:read-1", reason="they contradict each other")),
        (WORK, JOB, "other", None),
        (WORK, JOB, "nonsense", None),
        (WORK, JOB, "settles", None),
        (WORK, JOB, "drops", None),
        (WORK, JOB, "supports", None),
        (WORK, JOB, "rests_on", None),
        (WORK, JOB, "part_of", None),
        (FILM, FLAT, "same", None),
        (FILM, FLAT, "says_more", None),
        (CATS, MORE_CATS, "same", None),
        (MORE_CATS, CATS, "same", None),
        ("Nora eats fish on most days.", "Nora does not eat meat or fish on most days.", "same", None),
        ("Nora'nın iki kedisi bahçede uyuyor.", "Nora'nın üç kedisi bahçede uyuyor her gece.", "same", None),
    ],
)
def test_a_verdict_becomes_a_change(older: str, newer: str, relation: str, expected: Change | None) -> None:
    """Each relation has its change, with model, prompt and message; what words tell apart is not merged."""
    proposal = noted(told(newer, facts=[known(older)]))

    found = judged(proposal, ("new:read-1", relation, "f1"))

    assert found.facts == proposal.facts
    assert other(found) == ([] if expected is None else [signed(expected)])


def test_what_is_replaced_ends_when_the_new_began() -> None:
    """The old fact is superseded by the new one, with the message that did it; a day that is told counts."""
    window = told(THERE, facts=[known(HERE)])
    began = datetime(2025, 5, 2, tzinfo=UTC)

    for since, end in ((None, window.messages[0].sent_at), ("2025-05-02", began)):
        found = judged(noted(window, fact(THERE, THERE, since=since)), ("new:read-1", "replaces", "f1"))

        ended = SupersedeFact(fact="f1", by="new:read-1", reason="it changed", valid_to=end)
        assert (other(found), found.gone) == ([signed(ended)], frozenset(("f1",)))


@pytest.mark.parametrize(
    ("ties", "ended"),
    [
        ([(2, 1)], {1: 2}),
        ([(1, 2)], {}),
        ([(1, 2), (2, 1)], {1: 2}),
        ([(2, 2)], {}),
    ],
)
def test_of_two_new_facts_the_later_one_holds(ties: list[tuple[int, int]], ended: dict[int, int]) -> None:
    """Months of an import are read at once: of two homes the later one is left, and neither ends itself."""
    named = [(f"new:read-{newer}", "replaces", f"new:read-{older}") for newer, older in ties]

    found = judged(noted(told("I live in Oslo.", "I live in Bergen.")), *named)

    assert {(each.fact, each.by) for each in other(found) if isinstance(each, SupersedeFact)} == {
        (f"new:read-{old}", f"new:read-{later}") for old, later in ended.items()
    }


@pytest.mark.parametrize("order", [*permutations((0, 1, 2))])
def test_in_a_chain_of_replacements_the_oldest_comes_first(order: tuple[int, ...]) -> None:
    """In whatever order a model names them: what no longer holds cannot replace a fact."""
    homes = ["Nora lives in Bergen.", "Nora lives in Rome.", "Nora lives in Kyoto."]
    window = told(*homes, facts=[known(HERE)])
    chain = [HERE, *homes]

    found = judged(
        noted(window, *(fact(homes[place], homes[place]) for place in order)),
        *((newer, "replaces", older) for older, newer in zip(chain, homes, strict=False)),
    )

    bodies = {each.ref: each.body for each in found.facts} | {"f1": HERE}
    ends = [(bodies[each.fact], bodies[each.by]) for each in other(found) if isinstance(each, SupersedeFact)]
    assert ends == [*zip(chain, homes, strict=False)]


def test_a_known_fact_is_ended_once_and_not_restated() -> None:
    """The first claim that replaces it does; that it was said again before counts no more."""
    window = told(HERE, "Nora lives in Rome.", THERE, facts=[known(HERE)])
    proposal = noted(window)
    assert [each for each in proposal.changes if isinstance(each, RestateFact)]

    found = judged(proposal, ("new:read-2", "replaces", "f1"), ("new:read-3", "replaces", "f1"))

    assert [(each.fact, each.by) for each in other(found) if isinstance(each, SupersedeFact)] == [("f1", "new:read-2")]
    assert not [each for each in found.changes if isinstance(each, RestateFact)]


def test_who_moves_back_lives_there_again() -> None:
    """What is known and said again ends what stood beside it, once a model says so; a no undoes that."""
    there = known(THERE, id="f2")
    proposal = noted(told(HERE, HERE.upper(), facts=[known(HERE), there]))
    assert [type(each) for each in proposal.changes] == [RestateFact] * 2

    found = judged(proposal, ("f1", "replaces", "f2"))
    denied = judged(proposal, ("f1", "replaces", "f2"), unsaid=["f1"])

    ended = SupersedeFact(fact="f2", by="f1", reason="it changed", valid_to=proposal.window.messages[1].sent_at)
    assert [each for each in other(found) if not isinstance(each, RestateFact)] == [signed(ended, "m00000002")]
    assert len(other(found)) == 3
    assert (denied.changes, denied.lost) == ((), (f"“{HERE}”: its words do not say it",))


def test_what_is_said_again_costs_no_question_of_its_own() -> None:
    """Without candidates, or by an assistant, there is nothing to judge; what was said again can still be replaced."""
    [line] = talk_of(f"Lydia: {HERE}")
    lydia = window_of((replace(line, role=Role.ASSISTANT),), facts=[known(HERE), known(THERE, id="f2")])

    assert link_question(noted(told(HERE, facts=[known(HERE)])), POLICY) is None
    assert link_question(noted(lydia), POLICY) is None

    moved = noted(told(HERE, THERE, facts=[known(HERE)]))
    found = judged(moved, (THERE, "replaces", "f1"))
    assert [each.fact for each in other(found) if isinstance(each, SupersedeFact)] == ["f1"]


def test_what_is_announced_ends_what_is_so_on_its_day() -> None:
    """Another plan ends at once; what is so today holds until the day before, and that day is known."""
    plan = "Nora moves to Rome in July."
    trip = replace(known("Nora moves to Paris in June.", id="f2"), valid_from=START + 30 * DAY)
    proposal = noted(told(plan, facts=[known("Nora moved to Oslo."), trip]), fact(plan, plan, since="2025-07-01"))

    found = judged(proposal, (plan, "replaces", "f1"), (plan, "replaces", "f2"))

    called_off, ends = sorted(other(found), key=lambda each: isinstance(each, ReviseFact))
    assert isinstance(called_off, SupersedeFact) and called_off.fact == "f2"
    assert ends == signed(ReviseFact(fact="f1", valid_to=datetime(2025, 6, 30, tzinfo=UTC)))
    assert found.gone == {"f2"}


def test_a_wish_ends_nothing() -> None:
    """Who wants to live elsewhere still lives here, whatever a model says that it replaces."""
    wish = "Nora wants to live in Bergen."
    proposal = noted(told(wish, facts=[known(HERE)]), fact(wish, wish, kind="objective"))

    assert other(judged(proposal, (wish, "replaces", "f1"))) == []


def test_nobodys_word_replaces_the_users() -> None:
    """What a named character says of the user is disputed with it; the user's own word replaces a character's."""
    [line] = talk_of(f"Lydia: {THERE}")
    spoken = window_of((replace(line, role=Role.ASSISTANT),), facts=[known(HERE)])

    [dispute] = other(judged(noted(spoken), (THERE, "replaces", "f1")))
    [end] = other(judged(noted(told(THERE, facts=[known(HERE, stated_by=Role.ASSISTANT)])), (THERE, "replaces", "f1")))

    assert dispute == signed(DisputeFacts(a="f1", b="new:read-1", reason="the user said otherwise"))
    assert isinstance(end, SupersedeFact)


@pytest.mark.parametrize("relation", ["replaces", "contradicts"])
@pytest.mark.parametrize("kind", [FactKind.QUESTION, FactKind.THEORY])
def test_questions_and_theories_claim_nothing(relation: str, kind: FactKind) -> None:
    """Two of them are the same or two; neither ends the other, or a fact."""
    asked = "Where does Nora keep her boat?", "Where does Nora keep her old boat?"
    window = told(asked[1], facts=[known(asked[0], kind), known("Nora has a boat.", id="f2")])
    proposal = noted(window, fact(asked[1], asked[1], kind=kind))

    assert other(judged(proposal, (asked[1], relation, "f1"), (asked[1], relation, "f2"))) == []
    assert other(judged(proposal, (asked[1], "same", "f2"))) == []
    assert len(other(judged(proposal, (asked[1], "same", "f1")))) == 1


@pytest.mark.parametrize(
    ("older", "newer", "is_likely"),
    [
        ("Nora has a grey cat.", "Nora has a boat.", False),
        ("Nora sails to Iceland.", "Nora sails to Svalbard.", True),
        ("Nora is allergic to nuts.", "Nora's cat is called Milo.", False),
        ("Nora is allergic to nuts.", "Nora can eat nuts.", True),
    ],
)
def test_a_model_ends_nothing_of_another_subject(older: str, newer: str, is_likely: bool) -> None:
    """It may have confused two ids: without a word in common both hold, and the round says so."""
    near = "The cat, the boat and the nuts."
    window = replace(told(newer, near, facts=[known(older)]), near={"m00000002": frozenset({"f1"})})
    proposal = noted(window)

    found = judged(proposal, ("new:read-1", "replaces", "f1"))

    assert bool(other(found)) is is_likely
    assert found.lost == (() if is_likely else (f"“{older}” is not replaced: “{newer}” has none of its words",))


def test_meaning_or_without_it_an_entity_is_a_subject() -> None:
    """ "They have split up" ends "lives with Cian"; but an entity in common is no reason to end a danger."""
    split, lives, nuts = "Nora and Cian have split up.", "Nora shares a flat with Cian.", "Nora is allergic to nuts."
    nora, cian = entity("Nora"), entity("Cian")

    def ended(older: str, near: dict[str, frozenset[str]]) -> bool:
        facts = [known(older)]
        window = replace(
            told(split, facts=facts, entities=(nora, cian)), near=near, facts_about={nora.id: tuple(facts)}
        )
        proposal = noted(window, fact(split, split, about=["Nora", "Cian"]))
        return bool(other(judged(proposal, (split, "replaces", "f1"))))

    assert ended(lives, {})
    assert ended(lives, {"m00000001": frozenset({"f1"})})
    assert not ended(nuts, {})


def test_a_claim_about_two_subjects_ends_what_is_known_of_either() -> None:
    """One sentence, two lives."""
    split = "Nora and Ola have split up."
    nora, ola = entity("Nora"), entity("Ola")
    facts = known("Nora is married to Ola.", id="f1"), known("Ola's partner is Nora.", id="f2")
    window = replace(
        told(split, facts=facts, entities=(nora, ola)), facts_about={nora.id: (facts[0],), ola.id: (facts[1],)}
    )

    found = judged(
        noted(window, fact(split, split, about=["Nora", "Ola"])), (split, "replaces", "f1"), (split, "replaces", "f2")
    )

    assert {each.fact for each in other(found) if isinstance(each, SupersedeFact)} == {"f1", "f2"}


def test_what_its_words_do_not_say_is_dropped() -> None:
    """With all that hangs on it: what it replaces holds, nothing merges into it, rests on it or is a part of it."""
    said = ("Nora lives in Bergen.", "Nora rows on Sundays.", "Nora wants a boat.", "Nora wants to row to Bergen.")
    window = told(*said, "Nora fears Bergen.", facts=[known(HERE)])
    proposal = noted(
        window,
        *(fact(each, each) for each in said[:2]),
        *(fact(each, each, kind="objective") for each in said[2:]),
        fact("Nora fears Bergen.", "Nora fears Bergen.", kind="theory", confidence=0.4),
    )

    found = judged(
        proposal,
        (said[0], "replaces", "f1"),
        (said[3], "part_of", said[2]),
        ("Nora fears Bergen.", "rests_on", said[0]),
        ("Nora fears Bergen.", "rests_on", said[1]),
        unsaid=[said[0], said[2]],
    )

    assert [each.body for each in found.facts] == [said[1], said[3], "Nora fears Bergen."]
    assert other(found) == []
    assert found.facts[1].part_of is None
    assert found.facts[2].supported_by == ("new:read-2",)
    assert found.lost == tuple(f"“{body}”: its words do not say it" for body in (said[0], said[2]))


@pytest.mark.parametrize("answer", [None, [], [{"n": 1}, {"n": 2}, {"n": 3}]])
def test_without_a_verdict_facts_stay_and_lines_go(answer: list[object] | None) -> None:
    """No model, no word, or only a number: each line of key info needs a yes, and the round says what it lacks."""
    window = told(HERE, THERE)
    facts = [fact(HERE, HERE), fact(THERE, THERE)]
    proposal = take_facts(Proposal(window=window), read(window, facts=facts, key_info=[fact(HERE, HERE)]))

    asked = None if answer is None else linked(claims=answer)
    found = LINKING.work(proposal, Answered(None, asked), POLICY)

    assert isinstance(found, Proposal)
    assert [each.body for each in found.facts] == [HERE, THERE]
    assert found.key_lines == ()
    assert found.lost == (f"“{HERE}”: no model has confirmed that its words say it",)


@pytest.mark.parametrize("id", ["f2", "n2", "n0", "f0", "f", "n", "x", "new:read-1", "n1"])
def test_what_is_not_there_has_no_relation(id: str) -> None:
    """An id that was never given, and the claim's own."""
    proposal = noted(told(THERE, facts=[known(HERE)]))
    tie = {"id": id, "relation": "replaces"}

    assert other(judged(proposal, claims=[{"n": 1, "said": True, "relations": [tie]}])) == []
    assert other(judged(proposal, claims=[{"n": 9, "said": False, "relations": [tie | {"id": "f1"}]}])) == []


def test_no_more_claims_than_fit_and_names_have_their_share() -> None:
    """Lines of key info come first, then what was said first; a claim without candidates is judged too."""
    said = [f"Nora has boat {n}." for n in range(30)]
    window = told(
        *said, entities=[entity("Katharina"), *(entity(f"Katharina {last}") for last in ("Lund", "Moe", "Dahl", "Vik"))]
    )
    facts = [fact(each, each) for each in reversed(said)]
    proposal = take_facts(Proposal(window=window), read(window, facts=facts, key_info=[fact(said[9], said[9])]))

    question = link_question(proposal, POLICY)

    assert question is not None
    bodies = [each.claim.body for each in question.claims]
    assert bodies == [said[9], *said[: POLICY.link_claims_max - 1]]
    assert (question.claims[0].claim.is_line, question.claims[1].claim.is_line) == (True, False)
    assert len(question.names) == POLICY.link_names_max
    assert link_question(proposal, replace(POLICY, link_claims_max=0)) is None
    assert link_question(Proposal(window=told("Hm.")), POLICY) is None


def test_entities_are_merged_or_kept_apart() -> None:
    """Names that may be one entity's are judged, those elsewhere with those of the window; each goes once at most."""
    kath, katharina = entity("Kath"), entity("Katharina")
    window = replace(told("Hm.", entities=(kath, katharina)), namesakes=(entity("Katharina Lund"),))
    proposal = Proposal(window=window)

    found = judged(proposal, same_names=[1, 2, 9])

    question = link_question(proposal, POLICY)
    assert question is not None
    assert len(question.names) == 3
    first, *others = found.changes
    assert first == replace(
        MergeEntities(
            keep=question.names[0].one.id, lose=question.names[0].other.id, reason="two ways to write one name"
        ),
        author=Author.MODEL,
        prompt_version="link.en@1",
    )
    assert others == []
    assert [type(each) for each in judged(proposal).changes] == [KeepApart] * 3


def test_names_that_were_compared_are_not_asked_about_again() -> None:
    """Neither the older nor the newer one brings the pair back."""
    one, two = entity("Kath"), entity("Katharina")

    assert link_question(Proposal(window=told("Hm.", entities=(one, two))), POLICY) is not None
    apart = replace(two, compared_with=(one.id,))
    assert link_question(Proposal(window=told("Hm.", entities=(one, apart))), POLICY) is None


def test_merge_that_is_taken_back_is_not_asked_about_for_ever(now: datetime) -> None:
    """Undone, the space is as before; the model is asked once more, held back, and then never again."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("a", now=now)

    def answer(request: Request) -> str:
        names = json.loads(request.lines[-1].text)["names"]
        return json.dumps({"same_names": [each["n"] for each in names]})

    model = Scripted(answer)
    rich = replace(POLICY, calls_per_message=3.0)
    governor = Governor(knowledge.store, Ceilings(space=WIDE, total=WIDE))
    asker = Asker(knowledge, {Purpose.LINK: model}, governor, wait=lambda seconds: None)
    names: list[set[str]] = []
    for day in range(4):
        at = now + timedelta(days=day)
        lines = [Line(role=Role.USER, sender=sender, body="Hello.", sent_at=at) for sender in ("Kath", "Katharina")]
        knowledge.append("a", lines, now=at)
        run_round(knowledge, "a", owner="me", now=at, policy=rich, asker=asker)
        names.append({item_of(node, Entity).name for node in knowledge.store.find("a", Label.ENTITY, limit=9)})
        merges = [each for each in knowledge.store.find("a", Label.CHANGE, limit=99) if _is_standing_merge(each)]
        for merge in merges:
            undo_change(knowledge, "a", merge.id, now=at)

    assert names == [{"Kath"}, *[{"Kath", "Katharina"}] * 3]
    assert len(model.asked) == 2
    knowledge.close()


def _is_standing_merge(change: Node) -> bool:
    return change.properties["kind"] == "MergeEntities" and not change.properties.get("undone_by")


def test_a_line_of_key_info_is_near_to_lines_only() -> None:
    """It repeats or takes back lines; the fact that says the same is what has to do with facts."""
    known_lines = KeyInfo(
        lines=("Nora is deaf.", "Use bullet points."), sources=("m1", "m2"), pinned=1, updated_at=START
    )
    said = "I am deaf, so use bullet points."
    window = replace(told(said, facts=[known("Nora is deaf.")]), key_info=known_lines)
    line = fact("Use bullet points.", said)
    proposal = take_facts(
        Proposal(window=window), read(window, facts=[fact("Nora is deaf now.", said)], key_info=[line])
    )

    question = link_question(proposal, POLICY)

    assert question is not None
    assert [[each.body for each in claim.near] for claim in question.claims] == [
        ["Use bullet points."],
        ["Nora is deaf."],
    ]
