"""Where new statements meet known ones."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from archivists.compare.statement_likeness import NEAR
from archivists.keeping.archivist import Proposal, Questions
from archivists.keeping.outdated import OUTDATED, Reconciled, reconcile_facts
from archivists.round_policy import RoundPolicy
from archivists.window.window import Window
from graph.values.changes import DisputeFacts, MergeFacts, NewFact, SupersedeFact
from graph.values.items import Author, Clock, Fact, FactStatus
from tests.archivists.building import START, entity, talk_of, window_of


def known(body: str, *, id: str = "f00000001", status: FactStatus = FactStatus.CURRENT, days: int = -1) -> Fact:
    """A stored fact, said so many days from the start."""
    at = START + timedelta(days=days)
    return Fact(id=id, body=body, status=status, created_at=max(at, START), updated_at=START, valid_from=at)


def new(number: int, body: str) -> NewFact:
    """What the message of this number says."""
    return NewFact(ref=f"new:fact-{number}", body=body, sources=(f"m{number:08d}",))


def window(*lines: str, facts: tuple[Fact, ...] = (), clock: Clock = Clock.WALL) -> Window:
    """A window that knows these facts."""
    return window_of(talk_of(*lines), facts=facts, clock=clock)


def test_later_statement_replaces_the_earlier() -> None:
    """It says until when the earlier one held, why, and by which message."""
    looked_at = window("Nora: We moved to Oslo.", facts=(known("Nora: I live in Bergen."),))
    fact = new(1, "Nora: We moved to Oslo.")

    assert reconcile_facts(looked_at, [fact]) == Reconciled(
        facts=(fact,),
        changes=(
            SupersedeFact(
                fact="f00000001",
                by="new:fact-1",
                reason="another home: Oslo instead of Bergen",
                valid_to=looked_at.messages[0].sent_at,
                evidence=("m00000001",),
            ),
        ),
        gone=frozenset({"f00000001"}),
    )


def test_old_news_is_replaced_by_what_is_known() -> None:
    """A message that arrives late does not undo what came after it."""
    later = known("Nora: We moved to Oslo.", days=9)
    reconciled = reconcile_facts(window("Nora: I live in Bergen.", facts=(later,)), [new(1, "Nora: I live in Bergen.")])

    [change] = reconciled.changes
    assert isinstance(change, SupersedeFact)
    assert (change.fact, change.by, change.valid_to) == ("new:fact-1", "f00000001", later.valid_from)


def test_what_only_differs_is_disputed_once() -> None:
    """Both stand; a fact that is disputed already is not disputed again."""
    fact = new(1, "Nora: I live in Oslo.")
    lives = known("Nora: I live in Bergen.")
    disputed = replace(lives, status=FactStatus.DISPUTED)

    first = reconcile_facts(window("Nora: I live in Oslo.", facts=(lives,)), [fact])
    second = reconcile_facts(window("Nora: I live in Oslo.", facts=(disputed,)), [fact])

    assert len(first.doubts) == 1
    assert replace(first, doubts=()) == Reconciled(
        facts=(fact,),
        changes=(
            DisputeFacts(
                a="f00000001",
                b="new:fact-1",
                reason="another home: Oslo instead of Bergen",
                evidence=("m00000001",),
            ),
        ),
        gone=frozenset(),
    )
    assert replace(second, doubts=()) == Reconciled((fact,), (), frozenset())


def test_dispute_is_a_doubt_however_unlike_the_words() -> None:
    """Whether somebody has moved is told by no word that both share, so that a model is asked if there is one."""
    home = known("Selin lives in a flat near the old ferry in Kadıköy.")

    [doubt] = reconcile_facts(window("Selin: We left.", facts=(home,)), [new(1, "Selin lives in Üsküdar.")]).doubts

    assert (doubt.older.id, doubt.newer.id) == ("f00000001", "new:fact-1")
    assert doubt.overlap < NEAR


def test_fuller_statement_takes_the_place_of_the_shorter() -> None:
    """A stored one is merged with its sources, a new one gives its source away."""
    short, long = new(1, "Nora: I have a cat."), new(2, "Nora: I have a grey cat with one eye.")
    lines = ("Nora: I have a cat.", "Nora: I have a grey cat with one eye.")

    stored = reconcile_facts(window(*lines, facts=(known("Nora: I have a cat."),)), [long])
    both = reconcile_facts(window(*lines), [short, long])

    [merge] = stored.changes
    assert isinstance(merge, MergeFacts)
    assert (merge.keep, merge.lose) == ("new:fact-2", "f00000001")
    assert merge.why.startswith("negation, numbers, dates and names agree; one of them also says: ")
    assert both.facts == (replace(long, sources=("m00000001", "m00000002")),)
    assert both.changes == ()


def test_chain_of_moves_leaves_the_last_one() -> None:
    """Of three homes in one window each ends the one before, and only once."""
    bodies = ["Nora: I live in Bergen.", "Nora: We moved to Oslo.", "Nora: We moved to Hamar."]

    reconciled = reconcile_facts(window(*bodies), [new(i, body) for i, body in enumerate(bodies, start=1)])

    assert [(c.fact, c.by) for c in reconciled.changes if isinstance(c, SupersedeFact)] == [
        ("new:fact-1", "new:fact-2"),
        ("new:fact-2", "new:fact-3"),
    ]
    assert len(reconciled.facts) == 3


def test_others_are_left_alone() -> None:
    """Two speakers, and two kinds of thing, have nothing to settle."""
    facts = (known("Ola: I live in Bergen."), known("Nora: I work at Solberg.", id="f00000002"))
    fact = new(1, "Nora: We moved to Oslo.")

    reconciled = reconcile_facts(window("Nora: We moved to Oslo.", facts=facts), [fact])

    assert reconciled == Reconciled((fact,), (), frozenset())


def test_what_a_fact_ended_stays_ended_when_a_fuller_one_takes_its_place() -> None:
    """The fuller fact of the same window supersedes in its place, whoever said that it does."""
    lives = known("Nora: I live in Bergen.")
    facts = [new(1, "Nora: We moved to Oslo."), new(2, "Nora: We moved to Oslo last spring with our cats.")]
    seen = window("Nora: We moved to Oslo.", "Nora: We moved to Oslo last spring with our cats.", facts=(lives,))
    told = [SupersedeFact(fact=lives.id, by=facts[0].ref, reason="it changed")]

    for reconciled in (reconcile_facts(seen, facts), reconcile_facts(seen, facts, told)):
        assert [fact.ref for fact in reconciled.facts] == [facts[1].ref]
        assert [(each.fact, each.by) for each in reconciled.changes if isinstance(each, SupersedeFact)] == [
            (lives.id, facts[1].ref)
        ]


def test_a_plan_that_was_dropped_supersedes_nothing() -> None:
    """What was to begin later was said before: what really happened stays."""
    plan = replace(known("Nora: We moved to Oslo.", days=9), created_at=START)

    reconciled = reconcile_facts(window("Nora: I live in Bergen.", facts=(plan,)), [new(1, "Nora: I live in Bergen.")])

    assert all(not isinstance(each, SupersedeFact) or each.fact == plan.id for each in reconciled.changes)


def test_what_is_replaced_at_once_has_replaced_before() -> None:
    """A fact that no longer holds can replace none, so the order counts: the round failed, and each one after it."""
    later = known("Nora: I moved to Bergen.", days=9)
    said = ("Nora: I work at Acme.", "Nora: I quit my work at Acme, and I moved to Oslo.")
    facts = [new(number, body) for number, body in enumerate(said, start=1)]

    reconciled = reconcile_facts(window(*said, facts=(later,)), facts)

    ends = [(each.fact, each.by) for each in reconciled.changes if isinstance(each, SupersedeFact)]
    assert ends == [("new:fact-1", "new:fact-2"), ("new:fact-2", "f00000001")]


def test_what_a_model_ends_has_replaced_before() -> None:
    """In whichever order its answer tells it."""
    homes = (known("Nora: I live in Ulm."), known("Nora: I live in Bergen.", id="f00000002"))
    moved = replace(new(1, "Nora: We moved to Oslo."), author=Author.MODEL)
    told = [
        SupersedeFact(fact=homes[1].id, by=moved.ref, reason="it changed"),
        SupersedeFact(fact=homes[0].id, by=homes[1].id, reason="it changed"),
    ]

    reconciled = reconcile_facts(window("Nora: We moved to Oslo.", facts=homes), [moved], told)

    assert list(reconciled.changes) == told[::-1]


def test_what_a_model_replaces_by_another_subject_is_in_doubt() -> None:
    """It may have taken one id for another: nothing is replaced, and the pair is asked about for itself."""
    lives, sings = known("Nora lives in Oslo."), known("Nora sings in a choir.", id="f00000002")
    seen = window("Nora: The choir is history, and red suits my nails!", facts=(lives, sings))
    facts = [new(1, "Nora has red nails."), replace(new(1, "Nora has left the choir."), ref="new:fact-2")]
    told = [
        SupersedeFact(fact=lives.id, by="new:fact-1", reason="it changed"),
        SupersedeFact(fact=sings.id, by="new:fact-2", reason="it changed"),
    ]

    reconciled = reconcile_facts(seen, facts, told)

    assert reconciled.changes == tuple(told[1:])
    [doubt] = [doubt for doubt in reconciled.doubts if doubt.is_told]
    assert (doubt.older.id, doubt.newer.id, doubt.is_remote) == (lives.id, "new:fact-1", False)
    near = replace(seen, near={"m00000001": frozenset((lives.id,))})
    assert reconcile_facts(near, facts, told).changes == tuple(told)  # Vectors see what words do not.


@pytest.mark.parametrize(
    ("danger", "home", "taken_back"),
    [
        ("Nora is allergic to walnuts.", "Nora lives in York.", "Nora is not allergic to walnuts."),
        ("Nora'nın cevize alerjisi var.", "Nora Bursa'da oturuyor.", "Nora'nın cevize alerjisi yok."),
        ("Nora ist gegen Walnüsse allergisch.", "Nora wohnt in York.", "Nora ist gegen Walnüsse nicht allergisch."),
        ("Nora darf kein Penicillin nehmen.", "Nora wohnt in York.", "Nora darf Penicillin nehmen."),
    ],
    ids=["en", "tr", "de", "without a word such as allergic"],
)
def test_a_danger_needs_more_than_a_name_to_be_replaced(danger: str, home: str, taken_back: str) -> None:
    """A user without a name is called by one in what a model notes: it is in every note, and no subject."""
    known_danger = known(danger)
    seen = replace(window("user: …", facts=(known_danger,)), entities=(entity("Nora"),))
    told = [SupersedeFact(fact=known_danger.id, by="new:fact-1", reason="it changed")]

    moved, cleared = (reconcile_facts(seen, [new(1, body)], told) for body in (home, taken_back))

    assert (moved.changes, [each.is_told for each in moved.doubts]) == ((), [True])
    assert cleared.changes == tuple(told)


@pytest.mark.parametrize("aliases", [(), ("Norrie",)])
def test_no_name_of_a_user_replaces_a_danger(aliases: tuple[str, ...]) -> None:
    """Not that of who speaks, of whom the window has no entity yet, and not another name of an entity."""
    name = aliases[0] if aliases else "Nora"
    danger = known(f"{name} is allergic to walnuts.")
    seen = window("user: …" if aliases else "Nora: …", facts=(danger,))
    seen = replace(seen, entities=(replace(entity("Nora"), aliases=aliases),) if aliases else ())
    told = [SupersedeFact(fact=danger.id, by="new:fact-1", reason="it changed")]

    assert reconcile_facts(seen, [new(1, f"{name} lives in York.")], told).changes == ()


def test_a_colon_in_a_models_note_names_no_speaker() -> None:
    """What stands before it is a part of the statement: both are the user's, and the later one ends the earlier."""
    older = replace(known("Nora keeps bees: it calms her."), author=Author.MODEL)
    newer = replace(new(1, "Nora no longer keeps bees: too many stings."), author=Author.MODEL)
    told = [SupersedeFact(fact=older.id, by=newer.ref, reason="it changed")]

    reconciled = reconcile_facts(window("user: …", facts=(older,)), [newer], told)

    assert (reconciled.changes, reconciled.doubts) == (tuple(told), ())


def test_what_a_model_has_read_is_not_asked_about_again() -> None:
    """It has said what the notes of its answer replace: known ones that it was shown, and each other."""
    shown = known("Nora sails a red boat on the lake.")
    unshown = known("Nora painted the old boat red on the lake.", id="f00000002")
    seen = window("Nora: The red boat of mine is old.", "Nora: It is on the lake.", facts=(shown, unshown))
    told = [
        replace(new(1, "Nora's red boat is old."), author=Author.MODEL),
        replace(new(2, "Nora sails the old red boat on the lake no longer."), author=Author.MODEL),
    ]
    proposal = Proposal(window=seen, changes=tuple(told), read=frozenset((shown.id,)))

    reconciled = OUTDATED.work(proposal, Questions(), RoundPolicy())

    assert isinstance(reconciled, Proposal)
    assert {doubt.older.id for doubt in reconciled.doubts} == {unshown.id}


def test_a_model_that_has_read_is_asked_about_a_replacement_that_is_unlikely() -> None:
    """Nothing else of what it has read is in doubt."""
    lives = known("Nora lives in Oslo.")
    seen = window("Nora: Red suits my nails!", facts=(lives,))
    nails = replace(new(1, "Nora has red nails."), author=Author.MODEL)
    told = SupersedeFact(fact=lives.id, by=nails.ref, reason="it changed")
    proposal = Proposal(window=seen, changes=(nails, told), read=frozenset((lives.id,)))

    reconciled = OUTDATED.work(proposal, Questions(), RoundPolicy())

    assert isinstance(reconciled, Proposal)
    assert [doubt.is_told for doubt in reconciled.doubts] == [True]


def test_no_rule_replaces_what_the_same_answer_says() -> None:
    """Who writes two notes has said what replaces what: that one coach left ends nothing of what the next one does."""
    seen = window("Nora: Herr Kühn hat aufgehört, Trainerin ist jetzt Frau Adler, montags um sechs.")
    facts = [
        replace(new(1, "Nora rudert montags um 18 Uhr im Verein; Trainerin ist Frau Adler."), author=Author.MODEL),
        replace(new(1, "Herr Kühn hat als Trainer aufgehört."), ref="new:fact-2", author=Author.MODEL),
    ]

    assert reconcile_facts(seen, facts).changes == ()
    by_rules = [replace(fact, author=Author.RULES) for fact in facts]
    assert [change.fact for change in reconcile_facts(seen, by_rules).changes] == ["new:fact-1"]


def test_nothing_replaces_what_takes_its_own_place() -> None:
    """A model may tell that a known fact holds against one it has just read; the two must not end each other."""
    looked_at = window("Nora: I live in Bergen now.", facts=(known("Nora lives in Bergen."),))
    fact = NewFact(ref="new:read-1", body="Nora lives in Bergen now.", sources=("m00000001",), author=Author.MODEL)
    told = SupersedeFact(fact="new:read-1", by="f00000001", reason="said before", evidence=("m00000001",))

    reconciled = reconcile_facts(looked_at, [fact], [told])

    assert reconciled.changes == (told,)
    assert reconciled.gone == {"new:read-1"}
