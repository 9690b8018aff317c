"""Requests as LiteLLM builds them for each provider, against what their documents say; no provider is reached."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from pydantic import BaseModel

from archivists.models.provider import LiteLLMModel, PromptMessage, Request, response_format
from archivists.questions.read import ReadAnswer
from graph.text.tokens import count_tokens
from tests.archivists.scripted_server import Say, ScriptedServer
from tests.languages.test_prompts import ANSWERS

STRICT = {"additionalProperties", "anyOf", "enum", "items", "properties", "required", "type"}
"""All that our shapes use of what OpenAI's strict mode takes: no lengths, ranges, defaults or formats."""

DEPTH_MAX, PROPERTIES_MAX = 10, 5000  # OpenAI's limits of a schema.
TOKENS_MAX = 200
PROMPT = "word " * 9_000

LINES = (PromptMessage("system", "Answer in JSON."), PromptMessage("user", PROMPT))
ADDRESSES = {
    "openai/gpt-4o-mini": ("OPENAI_API_BASE", "/v1"),
    "anthropic/claude-sonnet-4-5": ("ANTHROPIC_API_BASE", ""),
    "gemini/gemini-2.5-flash": ("GEMINI_API_BASE", ""),
    "ollama/qwen3": ("OLLAMA_API_BASE", ""),
    "ollama_chat/qwen3": ("OLLAMA_API_BASE", ""),
    "mistral/mistral-small-latest": ("MISTRAL_AZURE_API_BASE", "/v1"),
}


def objects_in(schema: object, depth: int = 0) -> Iterator[tuple[Mapping[str, Any], int]]:
    """Every schema in a schema, with its depth; names of properties are no keywords."""
    if not isinstance(schema, dict):
        return
    yield schema, depth
    for keyword, value in schema.items():
        inner = value.values() if keyword == "properties" else value if isinstance(value, list) else [value]
        for each in inner:
            yield from objects_in(each, depth + (keyword == "properties"))


@pytest.mark.parametrize("shape", ANSWERS.values(), ids=[shape.__name__ for shape in ANSWERS.values()])
def test_every_shape_is_strict(shape: type[BaseModel]) -> None:
    """All fields are required, no other one is allowed, and no keyword is used that a provider refuses."""
    told: Any = response_format(shape)

    assert (told["type"], told["json_schema"]["strict"]) == ("json_schema", True)
    found = [*objects_in(told["json_schema"]["schema"])]
    assert {keyword for schema, _ in found for keyword in schema} <= STRICT
    whole = [schema for schema, _ in found if schema.get("type") == "object"]
    assert whole and all(schema["additionalProperties"] is False for schema in whole)
    assert all(sorted(schema["required"]) == sorted(schema["properties"]) for schema in whole)
    assert max(depth for _, depth in found) <= DEPTH_MAX
    assert sum(len(schema["properties"]) for schema in whole) <= PROPERTIES_MAX


def built(name: str, monkeypatch: pytest.MonkeyPatch) -> Mapping[str, Any]:
    """The body of the request that asks this model."""
    variable, path = ADDRESSES[name]
    for each in ("OPENAI", "ANTHROPIC", "GEMINI", "MISTRAL"):
        monkeypatch.setenv(f"{each}_API_KEY", "sk-secret-0123456789abcdefghijklmnop")
    with ScriptedServer(Say("{}")).serving() as server:
        monkeypatch.setenv(variable, server.url.removesuffix("/v1") + path)
        LiteLLMModel(name).complete(
            Request(lines=LINES, answer=ReadAnswer, tokens_max=TOKENS_MAX, timeout_seconds=30, stable_lines=1)
        )
        return next(each for each in server.requests if each.keys() != {"name"})  # Ollama is asked about the model.


@pytest.mark.llm
@pytest.mark.parametrize("name", ["openai/gpt-4o-mini", "mistral/mistral-small-latest"])
def test_openai_and_mistral_get_the_strict_shape(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The shape as it is, the limit of the reply, and the lines in order."""
    request = built(name, monkeypatch)

    assert request["response_format"] == response_format(ReadAnswer)
    assert (request["max_tokens"], request.get("temperature", 0)) == (TOKENS_MAX, 0)
    assert [each["role"] for each in request["messages"]] == ["system", "user"]


@pytest.mark.llm
def test_claude_is_told_what_stays_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules have a mark for the cache, the question has none, and the shape is strict."""
    request = built("anthropic/claude-sonnet-4-5", monkeypatch)

    [system] = request["system"]
    assert (system["text"], system["cache_control"]) == ("Answer in JSON.", {"type": "ephemeral"})
    assert "cache_control" not in str(request["messages"])
    whole = [each for each, _ in objects_in(request["output_format"]["schema"]) if each.get("type") == "object"]
    assert whole and all(each["additionalProperties"] is False for each in whole)
    assert request["max_tokens"] == TOKENS_MAX


@pytest.mark.llm
def test_gemini_gets_rules_and_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules are its system instruction, and the reply is JSON of the shape."""
    request = built("gemini/gemini-2.5-flash", monkeypatch)

    assert request["system_instruction"] == {"parts": [{"text": "Answer in JSON."}]}
    told = request["generationConfig"]
    assert (told["response_mime_type"], told["max_output_tokens"]) == ("application/json", TOKENS_MAX)
    assert told["response_json_schema"].keys() >= {"properties", "required"}


@pytest.mark.llm
@pytest.mark.parametrize("name", ["ollama/qwen3", "ollama_chat/qwen3"])
def test_ollama_has_room_for_the_whole_prompt(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its window holds prompt and reply, which it would cut off without a word; the shape is its format."""
    request = built(name, monkeypatch)

    assert request["options"]["num_ctx"] >= count_tokens(PROMPT) + TOKENS_MAX
    assert request["options"]["num_predict"] == TOKENS_MAX
    assert request["format"].keys() >= {"properties", "required"}
