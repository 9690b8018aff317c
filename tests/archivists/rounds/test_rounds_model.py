"""A round with a model: one call, whose answer lands in the round's write, is paid for once and blocks nothing."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from archivists.models.asking import Asker
from archivists.models.governor import Ceiling, Ceilings, Governor
from archivists.models.provider import Failure, Purpose, Request
from archivists.questions.write import WriteAnswer
from archivists.round_policy import RoundPolicy
from archivists.rounds.due import is_due
from archivists.rounds.round import RoundReport, run_round
from benchmarks.all_rounds import run_rounds
from graph.errors import ModelError, StoreUnavailable
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.upkeep.ledger import answered_call, calls_of
from graph.values.call_outcome import CallOutcome
from graph.values.items import Author, Conversation, Fact, Role, Summary
from tests.archivists.rounds.test_round import BreakingStore, all_of, dump, story
from tests.archivists.scripted import DOWN, NO_KEY, Said, Scripted

POLICY, EMPTY = RoundPolicy(), "{}"
WIDE = Ceiling(calls=1000, tokens=10_000_000)


class Scene:
    """A space with lines of talk, and a scripted model for its rounds."""

    def __init__(self, now: datetime, *script: Said, lines: int = 10, ceiling: Ceiling = WIDE) -> None:
        self.knowledge = KnowledgeGraph(open_store(":memory:"))
        self.knowledge.create_space("a", now=now)
        self.knowledge.append("a", story(lines, now), now=now)
        self.model = Scripted(*script)
        self.asker = self.asker_of(ceiling)

    def asker_of(self, ceiling: Ceiling = WIDE) -> Asker:
        """The model under a ceiling."""
        governor = Governor(self.knowledge.store, Ceilings(space=ceiling, total=WIDE))
        return Asker(self.knowledge, {Purpose.READ: self.model}, governor, wait=lambda seconds: None)

    def round(self, now: datetime) -> RoundReport | None:
        """One round."""
        return run_round(self.knowledge, "a", owner="me", now=now, policy=POLICY, asker=self.asker)

    def facts(self) -> list[tuple[str, Author]]:
        """What is known, and who wrote it."""
        return [(each.body, each.author) for each in all_of(self.knowledge, Label.FACT) if isinstance(each, Fact)]


def saying(**answer: object) -> str:
    """An answer as a model writes it."""
    return json.dumps(answer)


ONE = saying(facts=[{"words": "The boat needs new planks", "text": "Nora's boat needs planks."}])


def test_answer_lands_with_the_round(now: datetime) -> None:
    """The model's facts stand in place of those by rules, and its reply is not kept any longer."""
    scene = Scene(now, ONE)

    report = scene.round(now)

    assert report is not None
    assert (report.messages, report.changes["NewFact"]) == (10, 1)
    assert scene.facts() == [("Nora's boat needs planks.", Author.MODEL)]
    [call] = calls_of(scene.knowledge, "a")
    assert (call.purpose, call.outcome) == ("read", CallOutcome.ANSWERED)
    assert answered_call(scene.knowledge, "a", call.prompt_hash) is None
    assert scene.knowledge.space("a").lease_owner is None
    entries = scene.knowledge.store.find("a", Label.CHANGE, limit=100)
    versions = [each.properties["prompt_version"] for each in entries if each.properties["kind"] == "NewFact"]
    assert versions == [call.prompt_version]


def test_without_a_model_nothing_is_different(now: datetime) -> None:
    """An asker that has no model for reading leaves the same graph as none."""
    dumps = []
    for has_asker in (False, True):
        knowledge = KnowledgeGraph(open_store(":memory:"))
        knowledge.create_space("a", now=now)
        knowledge.append("a", story(37, now), now=now)
        asker = Asker(knowledge, {}, Governor(knowledge.store, Ceilings(space=WIDE, total=WIDE)))
        run_rounds(
            knowledge,
            "a",
            owner="me",
            now=now + timedelta(days=2),
            policy=POLICY,
            asker=asker if has_asker else None,
        )
        dumps.append(dump(knowledge))

    assert dumps[0] == dumps[1]


def test_refused_round_waits_and_loses_nothing(now: datetime) -> None:
    """Above the ceiling the round is put off to the next hour, counts as no failure, and then is done."""
    scene = Scene(now, EMPTY, ceiling=Ceiling(calls=1, tokens=10_000_000))
    scene.round(now)
    scene.knowledge.append("a", story(20, now)[10:], now=now)

    assert scene.round(now) is None

    space = scene.knowledge.space("a")
    assert space.retry_at is not None
    assert (space.attempts, space.lease_owner, space.retry_at > now) == (0, None, True)
    assert "1 of 1 model calls" in str(space.last_error)
    assert not is_due(scene.knowledge, "a", now=now, policy=POLICY)
    assert is_due(scene.knowledge, "a", now=space.retry_at, policy=POLICY)
    report = scene.round(space.retry_at)
    assert report is not None
    assert report.messages == 10


def test_window_without_an_answer_is_halved_and_then_read_by_rules(now: datetime) -> None:
    """A model that refuses twice holds nothing up: the first half is read by rules, the rest asked about anew."""
    later = saying(facts=[{"words": "We have two dogs", "text": "Ola has two dogs."}])
    scene = Scene(now, "I'd rather not.", "no", "no", "no", later)

    reports = [scene.round(now), scene.round(now)]

    assert [report.messages for report in reports if report is not None] == [5, 5]
    assert len(scene.model.asked) == 5
    assert ("Ola has two dogs.", Author.MODEL) in scene.facts()
    space = scene.knowledge.space("a")
    assert (space.attempts, space.lease_owner) == (0, None)
    assert space.calls_left <= 0.3 * 10 - 5


def test_half_of_a_window_is_answered(now: datetime) -> None:
    """What the model could not say of ten messages it may say of five."""
    scene = Scene(now, "no", "no", ONE)

    report = scene.round(now)

    assert report is not None
    assert report.messages == 5
    assert scene.facts() == [("Nora's boat needs planks.", Author.MODEL)]


@pytest.mark.parametrize(
    "entry",
    [
        '{"text": "Nora\\u0000 sails.\u0000", "words": [NaN]}',
        '{"text": "\\ud800", "words": "The boat"}',
        '{"text": NaN, "words": "The boat"}',
        '{"text": "Nora sails.", "words": [Infinity, -Infinity, 1e999]}',
        '{"text": "Nora sails.", "words": [[[{}]]]}',
    ],
)
def test_entry_that_no_reader_takes_goes_alone(now: datetime, entry: str) -> None:
    """Control characters, halves of characters and numbers that are none cost their own entry only."""
    whole = ONE.replace('"facts": [', f'"facts": [{entry}, ')
    scene = Scene(now, whole)

    scene.round(now)

    assert scene.facts() == [("Nora's boat needs planks.", Author.MODEL)]
    assert len(scene.model.asked) == 1


def test_control_characters_in_a_statement_are_blanks(now: datetime) -> None:
    """A statement is worth more than the byte in it."""
    scene = Scene(now, ONE.replace("boat needs", "boat\u0000\\u0000 \nneeds\\ud800"))

    scene.round(now)

    assert scene.facts() == [("Nora's boat needs� planks.", Author.MODEL)]


def test_answer_with_words_that_nobody_said_is_none(now: datetime) -> None:
    """It is asked for again, for half of the window, and then the net alone reads; with half of it good it is taken."""
    stated = {"words": "The old boat leaks", "text": "Nora's boat leaks."}
    wrong = saying(facts=[stated, stated | {"text": "Nora's boat is old."}])
    scene = Scene(now, wrong)
    mixed = Scene(now, json.dumps({"facts": [*json.loads(ONE)["facts"], stated]}))

    report, other = scene.round(now), mixed.round(now)

    assert report is not None
    assert report.messages == 5
    assert len(scene.model.asked) == 4
    assert scene.facts() == []
    assert other is not None
    assert (other.messages, other.lost) == (
        10,
        ("“Nora's boat leaks.”: no message has the words “The old boat leaks”",),
    )
    assert mixed.facts() == [("Nora's boat needs planks.", Author.MODEL)]


def test_every_line_that_was_dropped_is_counted(now: datetime) -> None:
    """Also one for every turn that nobody said, or that no model has confirmed."""
    lines = [
        {"words": "That was 4.", "text": "Nora is allergic to bees."},
        {"words": "I'm allergic to walnuts.", "text": "Nora is allergic to walnuts."},
    ]
    scene = Scene(now, saying(key_info=lines))

    report = scene.round(now)

    assert report is not None
    assert report.lost == (
        "“Nora is allergic to bees.”: other words: allergic, bees",
        "“Nora is allergic to walnuts.”: no model has confirmed that its words say it",
    )


def test_provider_that_stays_away_does_not_stop_a_space(now: datetime) -> None:
    """Four rounds fail; the fifth, behind which nothing would be tried any more, is read by rules."""
    scene = Scene(now, NO_KEY)
    for hour in range(4):
        with pytest.raises(ModelError):
            scene.round(now + timedelta(hours=2 * hour))

    report = scene.round(now + timedelta(hours=8))

    assert report is not None
    assert report.messages == 10
    assert scene.knowledge.space("a").attempts == 0


def test_turns_go_on_while_the_model_is_away(now: datetime) -> None:
    """A provider that is down fails the round; messages are taken all the same."""
    scene = Scene(now, DOWN)

    with pytest.raises(ModelError):
        scene.round(now)

    scene.knowledge.append("a", [Line(role=Role.USER, body="Still here.")], now=now)
    assert len(all_of(scene.knowledge, Label.MESSAGE)) == 11


def test_crash_before_the_write_does_not_pay_twice(now: datetime) -> None:
    """Wherever the store goes away in a round, the next one has the same result, with one request in all."""
    undisturbed = Scene(now, ONE)
    undisturbed.round(now)
    whole = undisturbed.facts()
    again = now + timedelta(hours=1)
    for writes in range(1, 9):
        scene = Scene(now, ONE)
        store = scene.knowledge.store
        broken = KnowledgeGraph(BreakingStore(store, writes=writes))  # type: ignore[arg-type]
        governor = Governor(broken.store, Ceilings(space=WIDE, total=WIDE))
        asker = Asker(broken, {Purpose.READ: scene.model}, governor, wait=lambda seconds: None)
        try:
            run_round(broken, "a", owner="first", now=now, policy=POLICY, asker=asker)
        except StoreUnavailable:
            paid = [call for call in calls_of(scene.knowledge, "a") if call.outcome is CallOutcome.ANSWERED]
            asked = len(scene.model.asked)

            assert scene.round(again) is not None

            # An answer that reached the ledger is used again; one that the outage swallowed is asked for anew.
            assert len(scene.model.asked) == asked + (0 if paid else 1)
        assert scene.facts() == whole


def test_lines_that_come_after_a_crash_do_not_buy_the_answer_again(now: datetime) -> None:
    """The next try reads up to the same message, with the answer that was paid for; what came since is read then."""
    scene = Scene(now, ONE, EMPTY)
    store = scene.knowledge.store
    broken = KnowledgeGraph(BreakingStore(store, writes=3))  # type: ignore[arg-type]
    asker = Asker(broken, {Purpose.READ: scene.model}, Governor(broken.store, Ceilings(space=WIDE, total=WIDE)))
    with pytest.raises(StoreUnavailable):
        run_round(broken, "a", owner="first", now=now, policy=POLICY, asker=asker)
    scene.knowledge.append("a", story(17, now)[10:], now=now + timedelta(minutes=20))

    report = scene.round(now + timedelta(hours=1))

    assert report is not None
    assert (report.messages, len(scene.model.asked)) == (10, 1)
    assert scene.facts() == [("Nora's boat needs planks.", Author.MODEL)]
    rest = scene.round(now + timedelta(hours=1))
    assert rest is not None
    assert (rest.messages, len(scene.model.asked)) == (7, 2)


def test_message_that_no_model_takes_is_read_without_one(now: datetime) -> None:
    """It would be too large in every try, and nothing after it would be read."""
    big = Failure(outcome=CallOutcome.REFUSED, detail="too long", is_worth_repeating=False, is_too_large=True)
    scene = Scene(now, big, big, big, EMPTY)

    report = scene.round(now)

    assert report is not None and report.messages == 1
    assert len(scene.model.asked) == 4
    assert scene.knowledge.space("a").attempts == 0


@pytest.mark.parametrize("is_the_models", [True, False])
def test_window_that_is_too_large_is_halved(now: datetime, is_the_models: bool) -> None:
    """What fits neither under a ceiling nor into the model is read in smaller parts, all of it."""
    big = Failure(outcome=CallOutcome.REFUSED, detail="too long", is_worth_repeating=False, is_too_large=True)
    scene = Scene(now, *([big, big, EMPTY] if is_the_models else [EMPTY]), lines=0)
    long = [Line(role=Role.USER, sender="Nora", body=f"It was {n}, " + "and " * 100) for n in range(20)]
    scene.knowledge.append("a", long, now=now)
    if not is_the_models:
        scene.asker = scene.asker_of(Ceiling(calls=1000, tokens=7_000))

    reports = [scene.round(now + timedelta(hours=n)) for n in range(8)]

    assert sum(report.messages for report in reports if report is not None) == 20
    assert reports[0] is not None
    assert 1 < reports[0].messages < 20


WRITTEN = saying(texts=[{"n": 1, "text": "Nora repairs her boat.", "title": "Planks for Nora's boat"}])


class Telling(Scene):
    """A scene whose model also writes."""

    def asker_of(self, ceiling: Ceiling = WIDE) -> Asker:
        """The model for both."""
        governor = Governor(self.knowledge.store, Ceilings(space=ceiling, total=WIDE))
        models = {Purpose.READ: self.model, Purpose.WRITE: self.model}
        return Asker(self.knowledge, models, governor, wait=lambda seconds: None)

    def conversation(self) -> tuple[str | None, str]:
        """Title and summary of the one conversation."""
        [conversation] = [each for each in all_of(self.knowledge, Label.CONVERSATION) if isinstance(each, Conversation)]
        bodies = {each.id: each.body for each in all_of(self.knowledge, Label.SUMMARY) if isinstance(each, Summary)}
        return conversation.title, bodies.get(conversation.summary or "", "")


def test_conversation_that_is_over_is_told_by_the_model(now: datetime) -> None:
    """Reading and writing are two calls of one round, and neither reply is kept behind it."""
    scene = Telling(now, ONE, WRITTEN)

    scene.round(now + timedelta(days=1))

    assert scene.conversation() == ("Planks for Nora's boat", "Nora repairs her boat.")
    calls = list(calls_of(scene.knowledge, "a"))
    assert sorted(call.purpose for call in calls) == ["read", "write"]
    assert [answered_call(scene.knowledge, "a", call.prompt_hash) for call in calls] == [None, None]


def test_what_had_no_room_gets_a_second_turn(now: datetime) -> None:
    """Of three summaries a call tells one; the others fill the next call that is made for something new."""
    scene = Telling(now, telling_all, lines=40)
    told: list[list[str]] = []

    for at, texts_max in enumerate((1, 8)):
        scene.knowledge.append("a", story(40 + 10 * at, now)[40:], now=now + timedelta(hours=1))
        policy = replace(POLICY, write_texts_max=texts_max)
        run_round(scene.knowledge, "a", owner="me", now=now + timedelta(hours=1), policy=policy, asker=scene.asker)
        summaries = [each for each in all_of(scene.knowledge, Label.SUMMARY) if isinstance(each, Summary)]
        told.append([str(each.author) for each in summaries])

    assert told == [["model", "rules", "rules"], ["model"] * 4]


def telling_all(request: Request) -> str:
    """Something of each text that is asked for, or nothing new."""
    asked = json.loads(request.lines[1].text)
    texts = [{"n": each["n"], "text": f"Nora repairs boat {each['n']}."} for each in asked.get("texts", ())]
    return saying(texts=texts) if texts else EMPTY


def test_bad_text_leaves_the_rules(now: datetime) -> None:
    """A model that cannot write holds nothing up."""
    scene = Telling(now, ONE, "no", "no")

    report = scene.round(now + timedelta(days=1))

    assert report is not None
    assert report.messages == 10
    assert scene.facts() == [("Nora's boat needs planks.", Author.MODEL)]
    assert scene.conversation()[0]


def test_refused_text_pays_for_reading_once(now: datetime) -> None:
    """A round put off before its second call uses the first one's answer when its time has come."""
    scene = Telling(now, ONE, WRITTEN, ceiling=Ceiling(calls=1, tokens=10_000_000))
    at = now + timedelta(days=1)

    assert scene.round(at) is None
    retry_at = scene.knowledge.space("a").retry_at
    assert retry_at is not None
    assert scene.facts() == []
    assert scene.round(retry_at) is not None

    assert scene.conversation() == ("Planks for Nora's boat", "Nora repairs her boat.")
    assert [call.purpose for call in calls_of(scene.knowledge, "a")] == ["write", "read"]


def test_calls_per_message_stay_below_the_target(now: datetime) -> None:
    """Over nine long talks and a short one, read as they come, there are at most 0.30 calls a message, all included."""

    def answer(request: Request) -> str:
        number = len(scene.model.asked)
        if number % 7 == 0:
            return "half {"
        is_writing = request.answer is WriteAnswer
        return WRITTEN if is_writing else saying(facts=[{"words": "I", "text": f"Nora owns boat {number}."}])

    scene = Telling(now, answer, lines=0)
    lines = [line for day in range(10) for line in story(23 if day else 4, now + day * timedelta(days=1))]
    for line in lines:
        at = line.sent_at or now
        scene.knowledge.append("a", [line], now=at)
        if is_due(scene.knowledge, "a", now=at, policy=POLICY):
            assert scene.round(at) is not None

    calls = list(calls_of(scene.knowledge, "a"))

    assert len(lines) == 211
    assert Counter((call.purpose, str(call.outcome)) for call in calls) == {
        ("read", "answered"): 27,
        ("read", "bad_answer"): 7,
        ("write", "answered"): 25,
    }
    assert len(calls) == len(scene.model.asked) <= 0.30 * len(lines)


@pytest.mark.parametrize("size", [1, 3, pytest.param(11, marks=pytest.mark.embedded)])
def test_many_small_conversations_stay_below_the_target(now: datetime, size: int) -> None:
    """A few lines that fell silent wait until they and the next ones have earned a call; all are read in the end."""

    def answer(request: Request) -> str:
        if request.answer is not WriteAnswer:
            return ONE
        asked = json.loads(request.lines[-1].text)["texts"]
        return saying(texts=[{"n": each["n"], "text": "Nora repairs her boat.", "title": "Planks"} for each in asked])

    scene = Telling(now, answer, lines=0)
    for day in range(40):
        at = now + timedelta(days=day)
        for line in story(size, at):
            scene.knowledge.append("a", [line], now=line.sent_at or at)
        for when in (at + timedelta(minutes=size), at + timedelta(hours=12)):
            while is_due(scene.knowledge, "a", now=when, policy=POLICY, asker=scene.asker):
                assert scene.round(when) is not None

    unread = [id for id in message_ids(scene.knowledge) if id > scene.knowledge.space("a").rounded_to]
    assert 0 < len(scene.model.asked) <= 0.30 * 40 * size
    assert len(unread) <= 4


def message_ids(knowledge: KnowledgeGraph) -> list[str]:
    """Of all that was said."""
    return [node.id for node in knowledge.store.find("a", Label.MESSAGE, limit=9999)]


def test_few_silent_lines_wait_for_a_call_and_not_for_rules(now: datetime) -> None:
    """Three lines are not due with a model, four are; without one both are, and somebody may always ask."""
    for lines, expected in ((3, False), (4, True)):
        scene = Telling(now, EMPTY, lines=lines)
        later = now + timedelta(days=1)
        assert is_due(scene.knowledge, "a", now=later, policy=POLICY, asker=scene.asker) is expected
        assert is_due(scene.knowledge, "a", now=later, policy=POLICY)
    assert scene.round(later) is not None


def test_texts_too_long_for_one_call_are_fewer(now: datetime) -> None:
    """Half of them are asked for, and again half; the others stay as rules wrote them, and nothing fails."""
    big = Failure(outcome=CallOutcome.REFUSED, detail="too long", is_worth_repeating=False, is_too_large=True)
    sizes: list[int] = []

    def answer(request: Request) -> str:
        asked = json.loads(request.lines[1].text)["texts"]
        sizes.append(len(asked))
        return saying(texts=[{"n": 1, "text": asked[0]["from"][0][:40], "title": "A long talk"}])

    scene = Telling(now, EMPTY, EMPTY, big, answer, lines=50)

    report = scene.round(now + timedelta(hours=1))

    assert report is not None
    assert report.messages == 50
    assert set(sizes) == {4}
    summaries = [each for each in all_of(scene.knowledge, Label.SUMMARY) if isinstance(each, Summary)]
    assert sorted(each.author for each in summaries) == [Author.MODEL, *[Author.RULES] * 3]


@pytest.mark.parametrize("purpose", [Purpose.LINK, Purpose.WRITE])
def test_what_never_fits_is_left_to_the_rules(now: datetime, purpose: Purpose) -> None:
    """A model too small for a single text or pair does not stop the rounds."""
    big = Failure(outcome=CallOutcome.REFUSED, detail="too long", is_worth_repeating=False, is_too_large=True)
    scene = Scene(now, big, lines=40)
    scene.asker.models = {purpose: scene.model}
    scene.knowledge.append("a", [Line(role=Role.USER, sender="Ola", body="My sister Ingrid lives in Oslo.")], now=now)

    report = scene.round(now + timedelta(days=1))

    assert report is not None
    assert report.messages == 41
    assert scene.knowledge.space("a").attempts == 0
