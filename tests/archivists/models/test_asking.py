"""An answer is of the right shape, is paid for once, and every request stands in the ledger."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from threading import Barrier, BrokenBarrierError, Event, Lock, Semaphore, Thread

import pytest
from pydantic import BaseModel, Field

from archivists.models.asking import SHOWN_CHARS_MAX, Answered, Asker, Call
from archivists.models.governor import Ceiling, Ceilings, Governor, Refused
from archivists.models.paid_replies import AT_A_TIME, AskingPolicy
from archivists.models.provider import Failure, LiteLLMModel, Model, Purpose, Reply, Request
from graph.errors import BadAnswer, ModelError
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.upkeep.ledger import calls_of, without_replies
from graph.values.call_outcome import CallOutcome
from graph.values.items import ModelCall
from tests.archivists.scripted import BUSY, DOWN, LATE, NO_KEY, NO_QUOTA, Said, Scripted, last_lines
from tests.archivists.scripted_server import TOKENS_IN, Body, Close, Fail, Hang, Say, ScriptedServer

NOW = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)
WIDE = Ceiling(calls=1000, tokens=10_000_000)


class Count(BaseModel):
    """The answer of these tests."""

    count: int = Field(ge=1)


CALL = Call(purpose=Purpose.READ, prompt_version="read.en@1", system="Count.", prompt='{"text": "a b"}', answer=Count)
GOOD = '{"count": 2}'
AGAIN = "Answer again, with the whole JSON object alone."


class Scene:
    """A space `ada` and an asker with a scripted model."""

    def __init__(self, model: Model, *, ceiling: Ceiling = WIDE, policy: AskingPolicy | None = None) -> None:
        self.knowledge = KnowledgeGraph(open_store(":memory:"))
        self.knowledge.create_space("ada", now=NOW)
        self.waits: list[float] = []
        self.governor = Governor(self.knowledge.store, Ceilings(space=ceiling, total=WIDE))
        self.asker = Asker(self.knowledge, {Purpose.READ: model}, self.governor, policy, wait=self.waits.append)

    def ask(self, call: Call[Count] = CALL) -> Answered[Count] | Refused:
        """The question is asked."""
        return self.asker.ask("ada", call, asked_by="me", now=NOW)

    def answer(self, call: Call[Count] = CALL) -> int:
        """The answer's count."""
        answered = self.ask(call)
        assert isinstance(answered, Answered)
        return answered.answer.count

    def ledger(self) -> list[ModelCall]:
        """Every call, oldest first."""
        return list(calls_of(self.knowledge, "ada"))[::-1]

    def outcomes(self) -> list[str]:
        """What came of every call."""
        return [str(call.outcome) for call in self.ledger()]


def test_call_is_answered_and_noted() -> None:
    """The answer comes as its model, and the ledger says who asked what of whom and what it took."""
    scene = Scene(Scripted(GOOD))

    answered = scene.ask()

    (call,) = scene.ledger()
    assert answered == Answered(Count(count=2), (call.id,))
    assert replace(call, created_at=NOW, duration_ms=0, prompt_hash="") == ModelCall(
        id=call.id,
        purpose="read",
        model="scripted",
        prompt_hash="",
        prompt_version="read.en@1",
        asked_by="me",
        outcome=CallOutcome.ANSWERED,
        tokens_in=100,
        tokens_out=20,
        cost=0.001,
        created_at=NOW,
    )
    own, total = scene.governor.meters("ada", now=NOW)
    assert (own.calls, own.tokens) == (total.calls, total.tokens) == (1, 120)


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"[{GOOD}]",
        f"Here it is:\n{GOOD}\nAnything else?",
        f"<think>maybe {{'count': 3}}?</think>{GOOD}",
        f"As a set {{so to speak}} it is {GOOD}, or {{rather}} not.",
        f"Since {{}} or [] would be nothing, and ['1'] or [\"1\"] a list: {GOOD}",
    ],
)
def test_answer_is_found_in_what_stands_around_it(text: str) -> None:
    """Servers without structured output wrap their JSON in fences, politeness and thoughts."""
    assert Scene(Scripted(text)).answer() == 2


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("I'd rather not.", "That is no JSON object."),
        ("", "That is no JSON object."),
        ('{"count": 2', "That is no JSON object."),
        ("}{", "That is no JSON object."),
        ("it}", "That is no JSON object."),
        ("{" * 200_000, "That is no JSON object."),
        (
            '{"count": 0}',
            "That answer cannot be read: count: Input should be greater than or equal to 1.",
        ),
        (
            '{"number": 2}',
            "That answer cannot be read: it has none of the fields count.",
        ),
        ('[{"count": 2}, {"count": 3}]', "That is no JSON object."),
        ('{"answer": {"count": 2}}', "That answer cannot be read: it has none of the fields count."),
        ('{"count":' + "[" * 100_000, "That is no JSON object."),
        ('{} {"count": 2', "That is no JSON object."),
    ],
)
def test_bad_answer_is_mended_once(text: str, complaint: str) -> None:
    """The model sees its own words and what was wrong with them."""
    model = Scripted(text, GOOD)
    scene = Scene(model)

    assert scene.answer() == 2
    assert last_lines(model) == [CALL.prompt, f"{complaint} {AGAIN}"]
    assert [line.role for line in model.asked[1]] == ["system", "user", "assistant", "user"]
    assert scene.outcomes() == ["bad_answer", "answered"]


def test_a_wrong_answer_without_an_end_is_not_sent_back_whole() -> None:
    """The model sees how it began; the rest would be paid for, and may not fit."""
    model = Scripted("no " * 100_000, GOOD)

    assert Scene(model).answer() == 2
    assert len(model.asked[1][2].text) == SHOWN_CHARS_MAX


def test_half_an_object_with_a_whole_one_inside_is_mended() -> None:
    """An answer that was cut off is not taken for its last whole part."""
    assert Scene(Scripted('{"counts": [{"count": 5}', GOOD)).answer() == 2


def test_second_bad_answer_is_an_error() -> None:
    """Two bad answers are one error, and neither is taken for an answer when the round is tried again."""
    model = Scripted("no", "never", GOOD)
    scene = Scene(model)

    with pytest.raises(
        BadAnswer, match="scripted answered twice without the shape that was asked for: That is no JSON"
    ):
        scene.ask()

    assert scene.outcomes() == ["bad_answer", "bad_answer"]
    assert scene.answer() == 2
    assert len(model.asked) == 3


def test_reply_that_was_cut_off_gets_more_room_once() -> None:
    """Thoughts may take all the tokens there are: the same is asked with four times as many, and then mended."""
    cut = Reply(text='{"cou', tokens_in=9, tokens_out=4000)
    model = Scripted(cut, GOOD)
    scene = Scene(model)
    again = Scene(Scripted(cut, cut, GOOD))

    assert scene.answer() == 2
    assert model.asked[0] == model.asked[1]
    assert scene.outcomes() == ["bad_answer", "answered"]
    assert again.answer() == 2
    assert again.outcomes() == ["bad_answer", "bad_answer", "answered"]


def test_model_that_cannot_say_more_has_no_answer() -> None:
    """A provider that refuses the larger limit has given a useless answer, and the round goes on without it."""
    with pytest.raises(BadAnswer, match="cut off after 4000 tokens"):
        Scene(Scripted(Reply(text="", tokens_in=9, tokens_out=4000), NO_KEY)).ask()


def test_complaint_asks_for_one_more_answer() -> None:
    """An answer of the right shape is improved once; then it is taken as it is."""
    call = replace(CALL, complaint=lambda answer: "Count again." if answer.count < 10 else None)
    model = Scripted('{"count": 3}', '{"count": 4}')
    scene = Scene(model)

    assert scene.answer(call) == 4
    assert last_lines(model)[1] == f"Count again. {AGAIN}"
    assert scene.outcomes() == ["answered", "answered"]


def test_answer_that_is_of_no_use_is_none() -> None:
    """An answer of the right shape of which nothing can be taken is as good as none, also when it comes twice."""
    call = replace(CALL, complaint=lambda answer: "Count again.", is_useful=lambda answer: answer.count > 3)

    assert Scene(Scripted('{"count": 3}', '{"count": 4}')).answer(call) == 4
    assert Scene(Scripted('{"count": 4}', '{"count": 3}')).answer(call) == 4
    with pytest.raises(BadAnswer, match=r"Count again\."):
        Scene(Scripted('{"count": 3}', '{"count": 2}')).ask(call)


@pytest.mark.parametrize("second", ["nonsense", NO_KEY, DOWN, BUSY])
def test_answer_that_cannot_be_improved_is_taken(second: Said) -> None:
    """What has the right shape is worth more than an error."""
    call = replace(CALL, complaint=lambda answer: "Count again.")

    assert Scene(Scripted('{"count": 3}', second)).answer(call) == 3


def test_reply_is_not_bought_twice() -> None:
    """After a crash the same prompt finds its reply in the ledger, also that of a repair, until it is spent."""
    model = Scripted("no", GOOD)
    scene = Scene(model)
    first = scene.ask()
    again = Asker(scene.knowledge, {Purpose.READ: model}, scene.governor)

    assert again.ask("ada", CALL, asked_by="another", now=NOW) == first
    assert len(model.asked) == 2

    assert isinstance(first, Answered)
    scene.knowledge.store.write("ada", without_replies(first.calls))
    assert scene.answer() == 2
    assert len(model.asked) == 3


def test_other_prompt_or_model_is_another_question() -> None:
    """Only the same words to the same model have the same answer."""
    model, other = Scripted(GOOD), Scripted(GOOD)
    other.name = "other"
    scene = Scene(model)
    scene.ask()
    scene.ask(replace(CALL, prompt="other words"))
    scene.ask(replace(CALL, system="Count on."))
    Asker(scene.knowledge, {Purpose.READ: other}, scene.governor).ask("ada", CALL, asked_by="me", now=NOW)

    assert (len(model.asked), len(other.asked)) == (3, 1)


@pytest.mark.parametrize("failure", [DOWN, LATE, BUSY])
def test_failed_request_is_tried_again(failure: Said) -> None:
    """Each try is a call of its own in the ledger, with a longer wait before each."""
    scene = Scene(Scripted(failure, failure, GOOD))

    assert scene.answer() == 2
    assert scene.waits == [2.0, 4.0]
    assert len(scene.ledger()) == 3


def test_provider_says_how_long_to_wait() -> None:
    """A retry-after is honoured: waited for when short, else the work is put off until then."""
    scene = Scene(Scripted(replace(BUSY, retry_after_seconds=7.0), GOOD))
    assert (scene.answer(), scene.waits) == (2, [7.0])

    scene = Scene(Scripted(replace(BUSY, retry_after_seconds=90.0)))
    refused = scene.ask()
    assert isinstance(refused, Refused)
    assert timedelta(seconds=90) <= refused.until - NOW < timedelta(seconds=100)
    assert (refused.reason, scene.waits) == ("scripted is busy: RateLimitError 429", [])


def test_busy_provider_that_names_a_time_puts_the_work_off() -> None:
    """After the last try it is no error: the work waits."""
    scene = Scene(Scripted(replace(BUSY, retry_after_seconds=7.0)))

    assert isinstance(scene.ask(), Refused)
    assert scene.outcomes() == ["busy", "busy", "busy"]


@pytest.mark.parametrize(("failure", "tries"), [(DOWN, 3), (LATE, 3), (BUSY, 3), (NO_KEY, 1), (NO_QUOTA, 1)])
def test_provider_that_fails_is_an_error(failure: Said, tries: int) -> None:
    """Errors of ours only; what no repetition mends is not repeated."""
    scene = Scene(Scripted(failure))

    with pytest.raises(ModelError, match=f"scripted .*, after {tries} of 3 tries: "):
        scene.ask()

    assert len(scene.ledger()) == tries


def test_failures_are_noted_with_what_they_took() -> None:
    """A request that failed took nothing; one that was late has been read, and is counted as we count."""
    scene = Scene(Scripted(DOWN, LATE, Reply(text=GOOD)))
    scene.ask()

    down, late, untold = scene.ledger()
    assert (down.tokens_in, down.is_estimated, down.error) == (0, False, "InternalServerError 500")
    assert (late.tokens_in > 0, late.is_estimated, late.tokens_out) == (True, True, 0)
    assert (untold.tokens_in, untold.is_estimated, untold.tokens_out > 0) == (late.tokens_in, True, True)
    assert scene.governor.meters("ada", now=NOW)[0].tokens == sum(
        call.tokens_in + call.tokens_out for call in scene.ledger()
    )


def test_ceiling_puts_the_work_off() -> None:
    """Nothing is asked and nothing is noted; the next hour it is."""
    model = Scripted(GOOD)
    scene = Scene(model, ceiling=Ceiling(calls=1, tokens=100_000))
    scene.ask()

    refused = scene.ask(replace(CALL, prompt="more"))

    assert refused == Refused(
        datetime(2026, 3, 14, 10, 0, tzinfo=UTC), "space ada has made 1 of 1 model calls in this hour"
    )
    assert (len(model.asked), len(scene.ledger())) == (1, 1)


def test_repair_that_is_put_off_goes_on_where_it_was() -> None:
    """The bad answer was paid for, and is not asked for again."""
    model = Scripted("no", GOOD)
    scene = Scene(model, ceiling=Ceiling(calls=1, tokens=100_000))
    assert isinstance(scene.ask(), Refused)

    later = scene.asker.ask("ada", CALL, asked_by="me", now=NOW + timedelta(hours=1))

    assert isinstance(later, Answered)
    assert len(model.asked) == 2


class Gathering:
    """A model whose requests wait for each other, so that as many as may are there at once."""

    name = "gathering"

    def __init__(self) -> None:
        self.at_once = self.at_once_max = 0
        self._lock = Lock()
        self._barrier = Barrier(AT_A_TIME)

    def complete(self, request: Request) -> Reply:
        """Answer when four are there."""
        with self._lock:
            self.at_once += 1
            self.at_once_max = max(self.at_once_max, self.at_once)
        try:
            self._barrier.wait(timeout=30)
        except BrokenBarrierError as error:
            raise AssertionError("fewer than four requests at a time") from error
        with self._lock:
            self.at_once -= 1
        return Reply(text=GOOD)


def test_four_calls_at_a_time() -> None:
    """However many ask, in however many spaces, four requests are under way: no more, and no fewer."""
    model = Gathering()
    scenes = [Scene(model) for _ in range(3 * AT_A_TIME)]
    threads = [Thread(target=scene.ask) for scene in scenes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert model.at_once_max == AT_A_TIME == 4
    assert [scene.outcomes() for scene in scenes] == [["answered"]] * 12


GARBAGE = (
    Say("Tabii, hemen!"),
    Say('{"count": '),
    Say('{"count": "çok"}'),
    Say(None),
    Say('{"count": 2, "note": "\\ud83d"}'),
    Body(b"<html>Bad gateway"),
    Body(b'{"choices": []}'),
    Close(),
    Fail(500),
    Fail(503),
    Fail(429, {"Retry-After": "1"}),
    Fail(429, {"Retry-After": "600"}),
    Fail(429, code="insufficient_quota"),
    Fail(401),
    Fail(400),
)


@pytest.mark.llm
def test_whatever_a_server_does_the_ledger_adds_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over real HTTP: only errors of ours, every request in the ledger, every token that was told in the meters."""
    results: Counter[str] = Counter()
    steps = [step for bad in GARBAGE for step in (bad, Say(GOOD))]
    with ScriptedServer(*steps, Say(GOOD)).serving() as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "a key")
        scene = Scene(LiteLLMModel("openai/small"))
        for number in range(21):
            if number == 19:
                server.steps = [Hang(), Hang(drips=True)]
                scene.asker.policy = AskingPolicy(timeout_seconds=0.3, tries_max=1)
            try:
                results[type(scene.ask(replace(CALL, prompt=f"question {number}"))).__name__] += 1
            except ModelError as error:
                results[type(error).__name__] += 1

    ledger = scene.ledger()
    own, _ = scene.governor.meters("ada", now=NOW)
    assert results == {"Answered": 16, "Refused": 1, "ModelError": 4}
    assert len(ledger) == len(server.requests) == own.calls
    assert own.tokens == sum(call.tokens_in + call.tokens_out for call in ledger)
    assert [call.tokens_in for call in ledger if call.outcome == "answered"] == [TOKENS_IN] * 16
    assert {str(call.outcome) for call in ledger} == {*CallOutcome} - {"under_way"}


class Dying:
    """A model during whose call the process ends."""

    name = "dying"

    def complete(self, request: Request) -> Reply:
        """As Ctrl-C and kill do it: no handler of ours runs."""
        raise KeyboardInterrupt


def test_call_that_died_is_seen() -> None:
    """What a killed process had asked stands in the ledger, and counts until the hour ends with all it could take."""
    scene = Scene(Dying())

    with pytest.raises(KeyboardInterrupt):
        scene.ask()

    (call,) = scene.ledger()
    own, _ = scene.governor.meters("ada", now=NOW)
    assert (call.outcome, call.tokens_out) == (CallOutcome.UNDER_WAY, 0)
    assert (own.calls, own.tokens) == (1, call.tokens_in + CALL.tokens_max)


class Pausing(Scripted):
    """A model that answers when it is let."""

    def __init__(self) -> None:
        super().__init__(GOOD)
        self.entered, self.go_on = Semaphore(0), Event()

    def complete(self, request: Request) -> Reply | Failure:
        """Wait, then answer."""
        self.entered.release()
        assert self.go_on.wait(30)
        return super().complete(request)


def test_who_does_not_queue_is_refused_while_four_are_asked() -> None:
    """Somebody who waits in front of a screen goes on without an answer; a moment later there is room."""
    model = Pausing()
    threads = [Thread(target=Scene(model).ask) for _ in range(AT_A_TIME)]
    hasty = Scene(Scripted(GOOD), policy=AskingPolicy(queues=False))
    for thread in threads:
        thread.start()
        assert model.entered.acquire(timeout=30)

    refused = hasty.ask()
    model.go_on.set()
    for thread in threads:
        thread.join()

    assert isinstance(refused, Refused) and refused.reason == "4 calls are under way"
    assert hasty.answer() == 2
    assert hasty.outcomes() == ["answered"]
