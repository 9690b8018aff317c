"""One request to a model: whatever a provider does, a reply or a failure comes of it, in time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from threading import Event
from types import SimpleNamespace
from typing import Literal

import pytest
from pydantic import BaseModel, Field

from archivists.models.provider import (
    WORDS,
    Failure,
    LiteLLMModel,
    PromptMessage,
    Purpose,
    Reply,
    Request,
    open_models,
    outcome_of,
    price_of,
    reply_of,
    response_format,
    retry_after_seconds,
    window_of,
    within,
)
from graph.errors import BadInput, MissingExtra
from graph.values.call_outcome import CallOutcome
from tests.archivists.scripted_server import Body, Close, Fail, Hang, Say, ScriptedServer

KEY = "sk-secret-0123456789abcdefghijklmnop"


class Part(BaseModel):
    """A part of an answer."""

    relation: Literal["same", "different"]
    weight: int = Field(ge=1, le=10, description="1 to 10")


class Whole(BaseModel):
    """An answer."""

    type: str = ""
    parts: list[Part] = []
    until: int | None = None


def request_of(text: str = "Merhaba", *, timeout_seconds: float = 30.0) -> Request:
    """A request with a rule and a question."""
    lines = (PromptMessage("system", "Answer in JSON."), PromptMessage("user", text))
    return Request(lines=lines, answer=Whole, tokens_max=200, timeout_seconds=timeout_seconds)


def completion_of(text: str, usage: object = None) -> SimpleNamespace:
    """A result as LiteLLM gives it."""
    message = SimpleNamespace(content=text)
    return SimpleNamespace(choices=[SimpleNamespace(message=message)], usage=usage, _hidden_params={})


def test_schema_is_strict() -> None:
    """Every field is required, no other is allowed, ranges are left to us, and parts stand where they are meant."""
    part = {
        "type": "object",
        "properties": {
            "relation": {"type": "string", "enum": ["same", "different"]},
            "weight": {"type": "integer"},
        },
        "required": ["relation", "weight"],
        "additionalProperties": False,
    }

    assert response_format(Whole)["json_schema"] == {
        "name": "answer",
        "strict": True,
        "schema": {
            "type": "object",
            "properties": {
                "type": {"type": "string"},
                "parts": {"type": "array", "items": part},
                "until": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            },
            "required": ["type", "parts", "until"],
            "additionalProperties": False,
        },
    }


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after": "3599"}, 3599.0),
        *(({"retry-after": much}, 3600.0) for much in ("3601", "1795394777169", "1e300", "inf")),
        ({"retry-after": "nan"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "Sat, 14 Mar 2026 09:31:10 GMT", "date": "Sat, 14 Mar 2026 09:30:00 GMT"}, 70.0),
        ({"retry-after": "Sat, 14 Mar 2026 09:31:10 GMT"}, None),
        ({"retry-after": "Fri, 31 Dec 9999 23:59:59 GMT", "date": "Sat, 14 Mar 2026 09:30:00 GMT"}, 3600.0),
    ],
)
def test_retry_after_is_understood(headers: dict[str, str], seconds: float | None) -> None:
    """Seconds, or a time on the server's clock; an hour later it is worth asking in any case."""
    assert retry_after_seconds(headers) == seconds


def test_work_that_takes_too_long_is_left() -> None:
    """What comes in time is taken, what does not is not waited for."""
    never = Event()

    assert within(30.0, lambda: "in time", "late") == "in time"
    assert within(0.01, lambda: str(never.wait(30.0)), "late") == "late"
    never.set()


def test_threads_of_a_model_that_never_ends_its_replies_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where so many wait already, nothing is asked; another model is."""
    monkeypatch.setattr("archivists.models.provider.THREADS_MAX", 2)
    ends, begun = Event(), list[int]()

    def drip() -> str:
        begun.append(1)
        return str(ends.wait(30.0))

    told = [within(0.01, drip, "late", name="model a") for _ in range(3)]
    other = within(30.0, lambda: "in time", "late", name="model b")
    ends.set()

    assert (told, len(begun), other) == (["late"] * 3, 2, "in time")


def test_purposes_fall_back_to_one_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """A purpose has its own model, else the default; "none" leaves it to the rules."""
    monkeypatch.setattr("archivists.models.provider.find_spec", lambda name: object())

    def names(default: str, others: dict[str, str]) -> dict[str, str]:
        return {str(purpose): model.name for purpose, model in open_models(default, others).items()}

    assert names("none", {}) == {}
    assert names("a/b", {}) == dict.fromkeys(Purpose, "a/b")
    assert names("a/b", {"write": "c/d", "link": "none"}) == {
        "read": "a/b",
        "write": "c/d",
        "moments": "a/b",
        "reflect": "a/b",
        "drift": "a/b",
        "filter": "a/b",
    }
    assert len({id(model) for model in open_models("a/b", {}).values()}) == 1
    with pytest.raises(
        BadInput,
        match='no purpose "reed" of models, expected one of read, link, write, reflect, moments, drift, f',
    ):
        open_models("a/b", {"reed": "c/d"})


def test_missing_litellm_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra a model is an error that says what to install; without a model nothing is missing."""
    monkeypatch.setattr("archivists.models.provider.find_spec", lambda name: None)

    assert open_models("none", {}) == {}
    with pytest.raises(MissingExtra, match=r"pip install \"\.\[llm\]\""):
        open_models("openai/small", {})


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    """A provider that a test writes the script for."""
    with ScriptedServer(Say("{}")).serving() as serving:
        monkeypatch.setenv("OPENAI_API_BASE", serving.url)
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        yield serving


@pytest.mark.llm
def test_reply_comes_with_what_it_took(server: ScriptedServer) -> None:
    """Text and tokens are the provider's; the lines go out in order with the shape that is wanted, once."""
    server.steps = [Say('{"type": "şey"}')]

    reply = LiteLLMModel("openai/small").complete(request_of("Yarın \ud83d gel"))

    assert reply == Reply(text='{"type": "şey"}', tokens_in=120, tokens_out=30, tokens_cached=64)
    assert server.requests == [
        {
            "model": "small",
            "messages": [
                {"role": "system", "content": "Answer in JSON."},
                {"role": "user", "content": "Yarın \ufffd gel"},
            ],
            "max_tokens": 200,
            "temperature": 0,
            "response_format": response_format(Whole),
        }
    ]
    assert os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] == "True"


@pytest.mark.llm
def test_free_text(server: ScriptedServer) -> None:
    """Without a shape none is asked for; only Claude is told where the part ends that comes again."""
    server.steps = [Say("Dark.")]
    request = replace(request_of(), answer=None, stable_lines=1)

    replies = [LiteLLMModel(f"openai/{name}").complete(request) for name in ("small", "claude-sonnet")]

    assert [reply.text for reply in replies if isinstance(reply, Reply)] == ["Dark."] * 2
    plain, marked = (sent["messages"] for sent in server.requests)
    assert all("response_format" not in sent for sent in server.requests)
    assert isinstance(plain, list) and isinstance(marked, list)
    assert plain[0] == {"role": "system", "content": "Answer in JSON."}
    assert marked == [plain[0] | {"cache_control": {"type": "ephemeral"}}, plain[1]]


@pytest.mark.llm
def test_windows() -> None:
    """How much a model takes at once is known of those on LiteLLM's list, with or without their provider."""
    assert window_of("gpt-4o") == window_of("openai/gpt-4o") == 128_000
    assert window_of("openai/of-my-own") is None


@pytest.mark.llm
@pytest.mark.parametrize("step", [Say(None), Say("", has_usage=False), Body(b'{"choices": []}')])
def test_silence_is_an_empty_reply(server: ScriptedServer, step: Say | Body) -> None:
    """An answer that says nothing is a bad answer, not a crash."""
    server.steps = [step]

    reply = LiteLLMModel("openai/small").complete(request_of())

    assert isinstance(reply, Reply)
    assert reply.text == ""


@pytest.mark.parametrize("count", [-1, 10**30, "many", None, 1.5])
def test_count_that_no_call_can_have_is_not_taken(count: object) -> None:
    """The ledger counts itself, then, and can keep what it counts."""
    usage = SimpleNamespace(
        prompt_tokens=count, completion_tokens=count, prompt_tokens_details=SimpleNamespace(cached_tokens=count)
    )

    assert reply_of(completion_of("{}", usage), tokens_max=200) == Reply(text="{}")


def test_reply_of_a_model_that_does_not_stop_is_cut() -> None:
    """It is cut where a model that keeps to its tokens would have been; its ledger, and its repair, stay small."""
    assert reply_of(completion_of("x" * 3_200), tokens_max=200).text == "x" * 3_200
    assert reply_of(completion_of("x" * 50_000_000), tokens_max=200).text == "x" * 3_200


@pytest.mark.llm
@pytest.mark.parametrize(
    ("step", "outcome", "is_worth_repeating"),
    [
        (Fail(429), CallOutcome.BUSY, True),
        (Fail(500), CallOutcome.UNAVAILABLE, True),
        (Fail(503), CallOutcome.UNAVAILABLE, True),
        (Close(), CallOutcome.UNAVAILABLE, True),
        (Body(b"<html>Bad gateway"), CallOutcome.UNAVAILABLE, True),
        (Body(b"[1, 2]"), CallOutcome.UNAVAILABLE, True),
        (Fail(429, code="insufficient_quota"), CallOutcome.NO_QUOTA, False),
        (Fail(401), CallOutcome.NO_ACCESS, False),
        (Fail(404), CallOutcome.REFUSED, False),
    ],
)
def test_whatever_fails_is_a_failure(
    server: ScriptedServer, step: Fail | Close | Body, outcome: CallOutcome, is_worth_repeating: bool
) -> None:
    """Each request is made once, and nothing is raised."""
    server.steps = [step]

    failure = LiteLLMModel("openai/small").complete(request_of())

    assert isinstance(failure, Failure)
    assert (failure.outcome, failure.is_worth_repeating) == (outcome, is_worth_repeating)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("status", "told", "outcome"),
    [
        (401, "Incorrect API key provided", CallOutcome.NO_ACCESS),
        (403, "Country, region, or territory not supported", CallOutcome.NO_ACCESS),
        (402, "This request requires more credits", CallOutcome.NO_QUOTA),
        (402, "", CallOutcome.NO_QUOTA),
        (429, "no more insufficient_quota", CallOutcome.NO_QUOTA),
        (429, "You exceeded your current quota, please check your plan and billing details.", CallOutcome.NO_QUOTA),
        (429, "You exceeded your current quota, … Please retry in 32.4 s.", CallOutcome.BUSY),
        (429, "Rate limit reached for requests", CallOutcome.BUSY),
        (429, "", CallOutcome.BUSY),
        (400, "Your credit balance is too low to access the Anthropic API.", CallOutcome.NO_QUOTA),
        (400, "billing_hard_limit_reached", CallOutcome.NO_QUOTA),
        (403, "Insufficient Balance", CallOutcome.NO_QUOTA),
        (400, "unknown field", CallOutcome.REFUSED),
        (404, "no such model", CallOutcome.REFUSED),
        (408, "", CallOutcome.TIMED_OUT),
        (500, "insufficient_quota of memory", CallOutcome.UNAVAILABLE),
        (503, "", CallOutcome.UNAVAILABLE),
        (504, "", CallOutcome.TIMED_OUT),
        (529, "overloaded_error", CallOutcome.UNAVAILABLE),
    ],
)
def test_failures_are_told_apart(status: int, told: str, outcome: CallOutcome) -> None:
    """By the status and by what providers say when nothing is left of what was paid for."""
    assert outcome_of(status, told) is outcome


def test_every_failure_has_its_words() -> None:
    """No two have the same, and only what is no failure has none."""
    assert {*CallOutcome} - WORDS.keys() == {CallOutcome.UNDER_WAY, CallOutcome.ANSWERED}
    assert len({*WORDS.values()}) == len(WORDS)


@pytest.mark.llm
@pytest.mark.parametrize("step", [Hang(), Hang(drips=True)])
def test_hanging_provider_is_left(server: ScriptedServer, step: Hang) -> None:
    """Also one that keeps the line open with blanks ends after the timeout."""
    LiteLLMModel("openai/small").complete(request_of())  # The import is not what is timed.
    server.steps = [step]

    failure = LiteLLMModel("openai/small").complete(request_of(timeout_seconds=0.3))

    assert isinstance(failure, Failure)
    assert failure.outcome is CallOutcome.TIMED_OUT


@pytest.mark.llm
def test_wait_of_a_busy_provider_is_told(server: ScriptedServer) -> None:
    """How long to wait is in its header."""
    server.steps = [Fail(429, {"Retry-After": "7"})]

    failure = LiteLLMModel("openai/small").complete(request_of())

    assert isinstance(failure, Failure)
    assert failure.retry_after_seconds == 7.0


@pytest.mark.llm
def test_server_without_schemas_is_asked_without(server: ScriptedServer) -> None:
    """After a refusal of the shape the same model is asked by the prompt alone; refused again, it is refused."""
    server.steps = [Fail(400, message="unknown field response_format"), Say("{}"), Fail(400)]
    model = LiteLLMModel("openai/small")

    first, second, third = (model.complete(request_of()) for _ in range(3))

    assert isinstance(first, Failure) and isinstance(second, Reply) and isinstance(third, Failure)
    assert (first.is_worth_repeating, first.retry_after_seconds, third.is_worth_repeating) == (True, 0.0, False)
    assert ["response_format" in each for each in server.requests] == [True, False, False]


@pytest.mark.llm
def test_prompt_longer_than_the_model_takes(server: ScriptedServer) -> None:
    """It is told apart from other refusals, and the shape is asked for as before."""
    server.steps = [Fail(400, message="This model's maximum context length is 4096 tokens."), Say("{}")]
    model = LiteLLMModel("openai/small")

    first, second = (model.complete(request_of()) for _ in range(2))

    assert isinstance(first, Failure) and isinstance(second, Reply)
    assert (first.is_too_large, first.is_worth_repeating) == (True, False)
    assert ["response_format" in each for each in server.requests] == [True, True]


@pytest.mark.llm
def test_keys_are_not_told(server: ScriptedServer) -> None:
    """A provider that repeats the key in its error does not bring it into the ledger."""
    server.steps = [Fail(401, message=f"Incorrect API key provided: {KEY}")]

    failure = LiteLLMModel("openai/small").complete(request_of())

    assert isinstance(failure, Failure)
    assert "Incorrect API key provided: …" in failure.detail
    assert KEY[:12] not in failure.detail


@pytest.mark.llm
def test_a_failure_is_told_in_the_providers_words() -> None:
    """What LiteLLM puts before them, its own names twice over, is left out."""
    model = LiteLLMModel("openai/small")
    told = "litellm.InternalServerError: InternalServerError: OpenAIException - Connection error."

    class InternalServerError(Exception):
        """As a provider's failure comes."""

        status_code = 500

    failure = model._failure(InternalServerError(told), has_schema=False)

    assert failure.detail == "InternalServerError 500: Connection error."


@pytest.mark.llm
def test_price_of_a_model_that_is_on_no_list_is_unknown() -> None:
    """A model of somebody's own server costs what nobody knows, and an estimate with it does not fail."""
    assert price_of("openai/small", tokens_in=1000, tokens_out=100) is None
    assert (price_of("openai/gpt-4o-mini", tokens_in=1000, tokens_out=100) or 0.0) > 0.0
