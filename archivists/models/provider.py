"""A language model that answers in a given shape: the protocol, and its implementation with LiteLLM.

One request, no retries: `archivists.models.asking` tries again, counts and keeps replies.
"""

import json
import os
import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import StrEnum
from functools import cache
from importlib.util import find_spec
from threading import Thread
from threading import enumerate as enumerate_threads
from types import ModuleType
from typing import Any, Literal, Protocol, TypeVar

from pydantic import BaseModel

from graph.errors import BadInput, MissingExtra
from graph.text.analysis import without_surrogates
from graph.text.tokens import count_tokens
from graph.values.call_outcome import CallOutcome

T = TypeVar("T")

NO_MODEL = "none"

DETAIL_LENGTH_MAX = 200

SECRET = re.compile(r"(?=[\w-]*\d)[\w-]{20,}")
"""What looks like a key: providers repeat a key that they refuse."""

PREFIX = re.compile(r"^litellm\.\w+: (?:\w+: )?(?:\w+Exception - )?")
"""What LiteLLM puts before a provider's own words: the name of the error, twice, and of the provider."""

SCHEMA_WORDS = frozenset({"type", "enum", "const", "anyOf", "items", "properties"})
"""What every provider's strict mode accepts. Pydantic checks ranges and lengths of an answer here."""

WAIT_SECONDS_MAX = 3600.0
"""The longest wait that a provider may ask for. Some send nonsense, such as the time of day; asking hourly is free."""

ROOM_TOKENS = 8192
"""Ollama is asked for room in these steps, since each other length loads the model anew."""

LINE_TOKENS = 8  # What a provider adds to each line, with a margin.

CHARS_PER_TOKEN_MAX = 16
"""A text has four, indented JSON about ten. A reply with more is cut: a server that does not stop must not fill the
ledger, nor the next question."""

TOKENS_MAX = 10**9
"""More than any call takes: a larger count by a provider is ignored."""

THREADS_MAX = 64
"""Calls to one model under way, or never ended by it. Each of forty turns at once may need one."""

SPENT = re.compile(
    r"insufficient[_ ](quota|balance|credits?|funds)|billing[_ ](hard[_ ]limit|not[_ ]active)|credit balance is too low"
    r"|exceeded your current quota(?!.*retry)",
    re.IGNORECASE | re.DOTALL,
)
"""How OpenAI, Anthropic, DeepSeek and others say that nothing is left of what was paid for. Gemini uses the last words
for a limit per minute too, and then says when to retry."""

BAD_REQUEST = 400
NO_MONEY = 402
TIMED_OUT = 408
BUSY = 429
SERVER_ERROR = 500
GATEWAY_TIMED_OUT = 504

OUTCOMES = {
    401: CallOutcome.NO_ACCESS,
    NO_MONEY: CallOutcome.NO_QUOTA,
    403: CallOutcome.NO_ACCESS,
    TIMED_OUT: CallOutcome.TIMED_OUT,
    BUSY: CallOutcome.BUSY,
    GATEWAY_TIMED_OUT: CallOutcome.TIMED_OUT,
}
"""What a status of a provider means, if its words say nothing else."""

PASSING = (CallOutcome.BUSY, CallOutcome.TIMED_OUT, CallOutcome.UNAVAILABLE)
"""Failures that may be over at the next request."""

WORDS = {
    CallOutcome.BUSY: "is busy",
    CallOutcome.TIMED_OUT: "took too long",
    CallOutcome.UNAVAILABLE: "cannot be reached, or its server fails",
    CallOutcome.NO_QUOTA: "has no quota left; pay the provider, or name another model",
    CallOutcome.NO_ACCESS: "refuses the key; check the key and what it may do",
    CallOutcome.REFUSED: "refuses the request",
    CallOutcome.BAD_ANSWER: "answers nothing",
}
"""Each failure for people: in `jobs`, `doctor`, answers of routes, and the log."""


class Purpose(StrEnum):
    """What a model is asked for. Each may have a model of its own."""

    READ = "read"  # what is new in a window
    LINK = "link"  # whether their words say the new claims, and how these stand to what is known
    WRITE = "write"  # briefs, dossiers, summaries
    REFLECT = "reflect"  # what a character has come to think
    MOMENTS = "moments"  # significant memories of a story: new ones, changed ones, ones to merge
    DRIFT = "drift"  # whether a draft says what nothing supports; asked if a caller has a draft checked
    FILTER = "filter"  # what a block should not show; asked in a turn, if at all, and never in a round


ROUND_PURPOSES = (Purpose.READ, Purpose.LINK, Purpose.WRITE, Purpose.REFLECT, Purpose.MOMENTS)
"""The questions that a round may ask, each once."""


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """One line of the dialogue with a model."""

    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is asked of a provider."""

    lines: tuple[PromptMessage, ...]
    answer: type[BaseModel] | None = None  # the shape of the reply; None for free text
    tokens_max: int  # of the reply
    timeout_seconds: float = 60.0  # until the whole reply has arrived
    stable_lines: int = 0  # how many of the first lines later requests repeat; a provider may cache them
    purpose: str = ""  # for the ledger, as is the version of its prompt
    prompt_version: str = ""

    @property
    def tokens(self) -> int:
        """About how many tokens the lines and the shape of the reply take."""
        shape = schema_tokens(self.answer) if self.answer is not None else 0
        return shape + sum(count_tokens(line.text) + LINE_TOKENS for line in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a model said, well-formed or not, and what it cost; 0 or None where the provider does not say."""

    text: str
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int | None = None  # of tokens_in
    cost: float | None = None  # US dollars


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why there is no reply."""

    outcome: CallOutcome
    detail: str  # for the ledger: no keys
    retry_after_seconds: float | None = None
    is_worth_repeating: bool = True
    is_too_large: bool = False  # the model cannot take so much at once

    def in_words(self, model: str, tries: str = "") -> str:
        """What the model or its provider does, and the provider's own words."""
        return f"{model} {WORDS[self.outcome]}{tries}: {self.detail}"


class Model(Protocol):
    """One language model. Safe to use from any thread; it raises nothing."""

    @property
    def name(self) -> str:
        """The name in LiteLLM: "openai/gpt-4o-mini", "ollama/qwen3"."""

    def complete(self, request: Request) -> Reply | Failure:
        """The outcome of one request."""


def open_models(default: str, others: Mapping[str, str]) -> dict[Purpose, Model]:
    """The model of each purpose. A purpose whose model is "none" is missing: rules do its work.

    Raises BadInput for a purpose that does not exist, MissingExtra when LiteLLM is not installed.
    """
    if unknown := sorted(others.keys() - {*Purpose}):
        raise BadInput(f'there is no purpose "{unknown[0]}" of models, expected one of {", ".join(Purpose)}')
    names = {purpose: others.get(purpose, default) for purpose in Purpose}
    made = {name: LiteLLMModel(name) for name in set(names.values()) - {NO_MODEL}}
    return {purpose: made[name] for purpose, name in names.items() if name in made}


class LiteLLMModel:
    """A provider's model, or one on this machine. LiteLLM reads keys and addresses from the environment itself."""

    def __init__(self, name: str) -> None:
        if find_spec("litellm") is None:
            raise MissingExtra('litellm is not installed; run `pip install ".[llm]"` in the clone')
        self.name = name  # in LiteLLM
        self._takes_schema = True

    def complete(self, request: Request) -> Reply | Failure:
        """The outcome of one request. The first one loads LiteLLM, which takes three seconds."""
        litellm = _litellm()
        schema = response_format(request.answer) if request.answer and self._takes_schema else None
        failures = (*litellm.exceptions.LITELLM_EXCEPTION_TYPES, ValueError, OSError)

        def complete() -> Reply | Failure:
            try:
                response = litellm.completion(
                    model=self.name,
                    messages=[{"role": line.role, "content": without_surrogates(line.text)} for line in request.lines],
                    response_format=schema,
                    max_tokens=request.tokens_max,
                    temperature=0,
                    drop_params=True,  # Some models have no temperature.
                    timeout=request.timeout_seconds,
                    max_retries=0,
                    num_retries=0,
                    **self._marks(request.stable_lines),
                    **self._room(request),
                )
            except failures as error:
                return self._failure(error, has_schema=schema is not None)
            return reply_of(response, tokens_max=request.tokens_max)

        late: Reply | Failure = Failure(
            outcome=CallOutcome.TIMED_OUT, detail=f"no reply within {request.timeout_seconds:g} s"
        )
        return within(request.timeout_seconds, complete, late, name=f"remembrancer-model {self.name}")

    def _marks(self, stable_lines: int) -> dict[str, object]:
        """Tells Claude's cache where the repeated part of a request ends; other providers find out by themselves."""
        if not stable_lines or "claude" not in self.name.lower():
            return {}
        return {"cache_control_injection_points": [{"location": "message", "index": stable_lines - 1}]}

    def _room(self, request: Request) -> dict[str, object]:
        """Tells Ollama how long the prompt and its answer are: it would cut a longer prompt off without a word."""
        if not self.name.lower().startswith("ollama"):
            return {}
        asked = sum(count_tokens(line.text) for line in request.lines)
        return {"num_ctx": ROOM_TOKENS * (1 + (asked + request.tokens_max) // ROOM_TOKENS)}

    def _failure(self, error: Exception, *, has_schema: bool) -> Failure:
        status = getattr(error, "status_code", None) or SERVER_ERROR
        headers = getattr(error, "litellm_response_headers", None) or {}
        told = PREFIX.sub("", str(error))
        detail = SECRET.sub("…", f"{type(error).__name__} {status}: {told}")[:DETAIL_LENGTH_MAX]
        if isinstance(error, _litellm().exceptions.ContextWindowExceededError):
            return Failure(outcome=CallOutcome.REFUSED, detail=detail, is_worth_repeating=False, is_too_large=True)
        outcome = outcome_of(status, f"{told} {getattr(error, 'code', '')} {getattr(error, 'body', '')}")
        if outcome in PASSING:
            wait = retry_after_seconds(headers) if outcome is CallOutcome.BUSY else None
            return Failure(outcome=outcome, detail=detail, retry_after_seconds=wait)
        if outcome is CallOutcome.REFUSED and status == BAD_REQUEST and has_schema:
            # Many servers refuse a `response_format` that they do not know; from now on only the prompt has the shape.
            self._takes_schema = False
            return Failure(outcome=outcome, detail=detail, retry_after_seconds=0.0)
        return Failure(outcome=outcome, detail=detail, is_worth_repeating=False)


def outcome_of(status: int, told: str) -> CallOutcome:
    """What an error of a provider means, by its status and its words. Pure."""
    if status < SERVER_ERROR and SPENT.search(told):
        return CallOutcome.NO_QUOTA
    return OUTCOMES.get(status, CallOutcome.REFUSED if status < SERVER_ERROR else CallOutcome.UNAVAILABLE)


def response_format(answer: type[BaseModel]) -> dict[str, object]:
    """The shape of an answer for OpenAI's strict mode: every field is required, and no other one allowed."""
    shape = answer.model_json_schema()
    schema = _strict(shape, shape.get("$defs", {}))
    return {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema, "strict": True}}


@cache
def schema_tokens(answer: type[BaseModel]) -> int:
    """About how many tokens providers charge for the shape of an answer."""
    return count_tokens(json.dumps(response_format(answer)))


def retry_after_seconds(headers: Mapping[str, str]) -> float | None:
    """How long the server asks to wait, in seconds or until a time on its own clock; None if it does not say."""
    asked = headers.get("retry-after")
    if asked is None:
        return None
    try:
        seconds = float(asked)
    except ValueError:
        try:
            wait = parsedate_to_datetime(asked) - parsedate_to_datetime(headers.get("date", ""))
        except (ValueError, TypeError):
            return None
        seconds = wait.total_seconds()
    return min(max(0.0, seconds), WAIT_SECONDS_MAX)


def within(seconds: float, work: Callable[[], T], late: T, *, name: str = "remembrancer-turn") -> T:
    """The result of `work`, or `late` if it takes longer; then its result is lost.

    A provider that keeps the line open with blanks is never silent, so no timeout of a socket ends it. Its threads
    stay, and once there are THREADS_MAX of a name, no work is begun.
    """
    if sum(thread.name == name for thread in enumerate_threads()) >= THREADS_MAX:
        return late
    heard: list[T] = []
    thread = Thread(target=lambda: heard.append(work()), name=name, daemon=True)
    thread.start()
    thread.join(seconds)
    return next(iter(heard), late)


def price_of(model: str, *, tokens_in: int, tokens_out: int) -> float | None:
    """US dollars for this many tokens by LiteLLM's price list; None for a model that is not on it."""
    if find_spec("litellm") is None:
        return None
    litellm = _litellm()
    # Newer versions raise this for a model on a server of one's own, and do not list it among their exceptions.
    unknown = getattr(litellm.exceptions, "ModelNotMappedError", ValueError)
    try:
        prices = litellm.cost_per_token(model=model, prompt_tokens=tokens_in, completion_tokens=tokens_out)
    except (*litellm.exceptions.LITELLM_EXCEPTION_TYPES, unknown, ValueError):
        return None
    return float(sum(prices)) or None


def has_provider(model: str) -> bool:
    """Whether LiteLLM can tell from a name who serves the model; it forgets the names of retired models."""
    litellm = _litellm()
    try:
        litellm.get_llm_provider(model)
    except litellm.exceptions.BadRequestError:
        return False
    return True


def window_of(model: str) -> int | None:
    """How many tokens a model takes at once, by LiteLLM's list; None for a model that is not on it."""
    if find_spec("litellm") is None:
        return None
    litellm = _litellm()
    entry = litellm.model_cost.get(model) or litellm.model_cost.get(model.partition("/")[2]) or {}
    found = entry.get("max_input_tokens")
    return found if isinstance(found, int) else None


class _Completion(Protocol):
    """What is read of LiteLLM's result."""

    choices: list[object]
    usage: object
    _hidden_params: Mapping[str, object]


def reply_of(response: _Completion, *, tokens_max: int) -> Reply:
    """What LiteLLM's result says, and what it took, as far as that is plausible."""
    usage = getattr(response, "usage", None)
    message = getattr(next(iter(response.choices), None), "message", None)
    text = str(getattr(message, "content", None) or "")[: CHARS_PER_TOKEN_MAX * tokens_max]
    cost = response._hidden_params.get("response_cost")
    return Reply(
        text=without_surrogates(text),
        tokens_in=_count_of(usage, "prompt_tokens") or 0,
        tokens_out=_count_of(usage, "completion_tokens") or 0,
        tokens_cached=_count_of(getattr(usage, "prompt_tokens_details", None), "cached_tokens"),
        cost=float(cost) if isinstance(cost, int | float) else None,
    )


def _count_of(told: object, name: str) -> int | None:
    count = getattr(told, name, None)
    return count if isinstance(count, int) and 0 <= count <= TOKENS_MAX else None


def _strict(schema: Mapping[str, Any], parts: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The schema with each part where it is meant: a reference takes more tokens than a part that occurs once."""
    meant = parts[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    kept = {word: value for word, value in meant.items() if word in SCHEMA_WORDS}
    if "items" in kept:
        kept["items"] = _strict(kept["items"], parts)
    if "anyOf" in kept:
        kept["anyOf"] = [_strict(each, parts) for each in kept["anyOf"]]
    if "properties" in kept:
        kept["properties"] = {name: _strict(each, parts) for name, each in kept["properties"].items()}
        kept |= {"required": [*kept["properties"]], "additionalProperties": False}
    return kept


def _litellm() -> ModuleType:
    # Without this, the import fetches a price list from the network.
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import litellm  # noqa: PLC0415

    module: ModuleType = litellm
    litellm.suppress_debug_info = True  # It prints to stderr whenever a provider fails.
    litellm.telemetry = False
    # This warning repeats a part of the answer, and what was said does not belong in logs.
    warnings.filterwarnings("ignore", message="Pydantic serializer warnings", category=UserWarning)
    return module
