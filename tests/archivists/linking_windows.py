"""What becomes of claims with an answer to *link*, for the tests of what a model judges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from archivists.keeping.archivist import Proposal
from archivists.keeping.facts import take_facts
from archivists.keeping.linking import link
from archivists.window.window import Window
from graph.values.changes import Change, NewFact
from graph.values.items import Author, Entity, Fact, FactKind, Role
from tests.archivists.building import START, fact, linked, read, stored, talk_of, window_of

DAY = timedelta(days=1)
Tie = tuple[str, str, str]


def known(
    body: str, kind: FactKind = FactKind.FACT, *, id: str = "f1", stated_by: Role = Role.USER, confidence: float = 1.0
) -> Fact:
    """A fact from nine days before."""
    return replace(stored(id, body, kind, confidence=confidence), created_at=START - 9 * DAY, stated_by=stated_by)


def told(*said: str, facts: Sequence[Fact] = (), entities: Sequence[Entity] | None = None) -> Window:
    """A window in which Nora says these things."""
    return window_of(talk_of(*(f"Nora: {each}" for each in said)), facts=facts, entities=entities)


def noted(window: Window, *facts: dict[str, object]) -> Proposal:
    """What a model has read: these facts, or each message as one fact in its own words."""
    each = facts or [fact(message.body, message.body) for message in window.messages]
    return take_facts(Proposal(window=window), read(window, facts=list(each)))


def judged(proposal: Proposal, *ties: Tie, unsaid: Sequence[str] = (), **more: object) -> Proposal:
    """What becomes of a proposal with this answer."""
    answer = linked(*ties, unsaid=unsaid, **more)(proposal)
    assert answer is not None
    return link(proposal, answer)


def other(proposal: Proposal) -> list[Change]:
    """All that it changes beside its new facts."""
    return [each for each in proposal.changes if not isinstance(each, NewFact)]


def signed(change: Change, *evidence: str) -> Change:
    """The change as the model's, because of these messages."""
    return replace(change, author=Author.MODEL, prompt_version="link.en@1", evidence=evidence or ("m00000001",))
