"""*link* waits until it is worth a call, and is made up later: no fact is taken for judged that no model has judged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

import pytest

from archivists.models.asking import Asker
from archivists.models.governor import Ceiling, Ceilings, Governor
from archivists.models.provider import Purpose, Request
from archivists.round_policy import RoundPolicy
from archivists.rounds.due import is_due
from archivists.rounds.round import run_round
from benchmarks.all_rounds import run_rounds
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.upkeep.ledger import calls_of
from graph.values.items import Fact, FactStatus, KeyInfo, Role
from tests.archivists.rounds.test_round import all_of
from tests.archivists.scripted import Scripted, noting

POLICY = RoundPolicy()
WIDE = Ceiling(calls=1000, tokens=10_000_000)
PLACES = ("Oslo", "Bergen", "Tromsø", "Hamar", "Molde", "Bodø", "Narvik", "Skien", "Moss", "Halden", "Larvik", "Voss")


class Talk:
    """A space whose lines are claims, and a model for its rounds that notes each of them."""

    def __init__(self, now: datetime, link: str = "yes") -> None:
        self.knowledge = KnowledgeGraph(open_store(":memory:"))
        self.knowledge.create_space("a", now=now)
        self.now = now
        self.link = link  # what it says of each claim: yes, no, or nothing that can be read
        self.linked: list[list[str]] = []  # the claims of each question
        self.model = Scripted(self._answer)
        ceilings = Ceilings(space=WIDE, total=WIDE)
        purposes = (Purpose.READ, Purpose.LINK)
        governor = Governor(self.knowledge.store, ceilings)
        self.asker = Asker(self.knowledge, dict.fromkeys(purposes, self.model), governor, wait=lambda seconds: None)

    def say(self, *texts: str) -> None:
        """Lines of a new day, and a round."""
        self.now += timedelta(days=1)
        lines = [Line(role=Role.USER, sender="Nora", body=text, sent_at=self.now) for text in texts]
        self.knowledge.append("a", lines, now=self.now)
        run_round(self.knowledge, "a", owner="me", now=self.now, policy=POLICY, asker=self.asker)

    def ask(self) -> None:
        """All rounds, as somebody asks for them."""
        run_rounds(self.knowledge, "a", owner="me", now=self.now, policy=POLICY, asker=self.asker)

    def facts(self) -> dict[str, int]:
        """The facts that hold, each with its mark."""
        facts = [each for each in all_of(self.knowledge, Label.FACT) if isinstance(each, Fact)]
        return {each.body: each.unlinked for each in facts if each.status is FactStatus.CURRENT}

    def calls(self) -> int:
        """How many calls were made."""
        return len([*calls_of(self.knowledge, "a")])

    def _answer(self, request: Request) -> str:
        asked = json.loads(request.lines[1].text)
        if "messages" in asked:
            return noting(request)
        self.linked.append([each["claim"] for each in asked["claims"]])
        if self.link not in ("yes", "no"):
            return self.link
        return json.dumps({"claims": [{"n": each["n"], "said": self.link == "yes"} for each in asked["claims"]]})


@pytest.fixture
def talk(now: datetime) -> Iterator[Talk]:
    """An empty space."""
    talk = Talk(now)
    yield talk
    talk.knowledge.close()


def lived(*places: str) -> list[str]:
    """What Nora says of these places."""
    return [f"I lived in {place} once." for place in places]


def test_small_windows_share_one_question(talk: Talk) -> None:
    """Three windows of four claims earn three reads and less than one more call: the claims are judged together."""
    for start in (0, 4, 8):
        talk.say(*lived(*PLACES[start : start + 4]))

    assert [len(claims) for claims in talk.linked] in ([], [8], [12])
    assert talk.calls() <= 0.3 * 12 + 1
    waiting = {body for body, unlinked in talk.facts().items() if unlinked}
    assert waiting == {f"Nora: {text}" for text in lived(*PLACES)} - {each for asked in talk.linked for each in asked}

    talk.ask()

    assert set(talk.facts().values()) == {0}
    assert sorted(each for asked in talk.linked for each in asked) == sorted(talk.facts())


@pytest.mark.parametrize(("lines", "purposes", "expected"), [
    (4, (Purpose.READ,), True), (9, (Purpose.READ, Purpose.LINK), False), (10, (Purpose.READ, Purpose.LINK), True),
])  # fmt: skip
def test_few_lines_wait_until_they_earn_all_calls(
    talk: Talk, lines: int, purposes: tuple[Purpose, ...], expected: bool
) -> None:
    """What would be read and not linked would stand beside what it replaces; nobody waits for a link without one."""
    asker = Asker(talk.knowledge, dict.fromkeys(purposes, talk.model), talk.asker.governor)
    said = [Line(role=Role.USER, sender="Nora", body=text, sent_at=talk.now) for text in lived(*PLACES[:lines])]
    talk.knowledge.append("a", said, now=talk.now)
    later = talk.now + timedelta(days=1)

    assert is_due(talk.knowledge, "a", now=later, policy=POLICY, asker=asker) is expected


def test_a_fact_that_waited_is_judged_with_its_words(talk: Talk) -> None:
    """The question has the message and the line before; what the words do not say is withdrawn then, and said."""
    talk.link = "no"
    talk.say("Where did I live?", "In Oslo.")
    assert set(talk.facts().values()) == {1}

    [report] = run_rounds(talk.knowledge, "a", owner="me", now=talk.now, policy=POLICY, asker=talk.asker)

    [asked] = [json.loads(lines[1].text) for lines in talk.model.asked if '"claims"' in lines[1].text]
    assert [(each["words"], each.get("before")) for each in asked["claims"]] == [
        ("Where did I live?", None),
        ("In Oslo.", "Where did I live?"),
    ]
    assert talk.facts() == {}
    assert [line.rpartition(": ")[2] for line in report.lost] == ["its words do not say it"] * 2


def test_more_claims_than_one_answer_judges_are_judged_later(talk: Talk) -> None:
    """Of forty claims in one window, none is taken for judged that was not asked about."""
    talk.say(*(f"I lived in {place} in 19{year}." for place in PLACES[:10] for year in (70, 80, 90, 99)))
    assert sorted(talk.facts().values()) == [0] * 16 + [1] * 24

    talk.ask()

    assert set(talk.facts().values()) == {0}
    assert [len(claims) for claims in talk.linked] == [16, 16, 8]


def test_what_was_asked_in_vain_is_asked_again_behind_the_others(talk: Talk) -> None:
    """An answer that nobody can read leaves the facts waiting, and counts; new ones come first, so none blocks them."""
    talk.link = "I would rather not."
    talk.say(*lived(*PLACES[:10]))
    assert set(talk.facts().values()) == {2}
    talk.link = "yes"
    talk.say(*(f"I work in {place} now." for place in PLACES[:8]))
    talk.say(*(f"I sail to {place} in May." for place in PLACES[:8]))
    talk.ask()

    later = [claims for claims in talk.linked if claims != talk.linked[0]]
    assert "work" in later[0][0]
    assert set(talk.facts().values()) == {0}


def test_waiting_facts_make_a_round_due_once_there_is_a_call(talk: Talk) -> None:
    """Few of them wait as long as calls are short, and a round that somebody asks for leaves none."""
    talk.say(*lived(*PLACES[:4]))
    assert set(talk.facts().values()) == {1}
    talk.knowledge.index("a")
    told = {"now": talk.now, "policy": POLICY}
    assert not is_due(talk.knowledge, "a", asker=talk.asker, **told)

    for calls, expected in ((1.5, False), (2.0, True)):
        talk.knowledge.change_space("a", partial(replace, calls_left=calls))
        assert is_due(talk.knowledge, "a", asker=talk.asker, **told) is expected
    assert not is_due(talk.knowledge, "a", asker=talk.asker.only({Purpose.READ}), **told)


def test_no_line_of_key_info_without_a_yes(talk: Talk) -> None:
    """What a fact says that waits is in no line that every turn shows."""
    talk.say(*lived(*PLACES[:3]))

    assert [each for each in all_of(talk.knowledge, Label.KEY_INFO) if isinstance(each, KeyInfo)] == []
