"""What a message says, whichever program made it: the words of its parts, and the names of the tools that it calls."""

from __future__ import annotations

from collections.abc import Mapping

from graph.text.analysis import is_blank

LEVELS_MAX = 4
"""A result of a tool is a part with parts. What is nested deeper is no text of a message."""

SPOKEN = {
    **{"human": "user", "ai": "assistant", "model": "assistant"},  # as LangChain and Gemini name them
    # OpenAI's responses have items without a role.
    **{"function_call": "tool", "function_call_output": "tool", "reasoning": "assistant"},
}
"""Roles under other names."""

THOUGHTS = ("thinking", "redacted_thinking", "reasoning")
CALLS = ("tool_use", "server_tool_use", "mcp_tool_use", "function_call", "tool-call")
RESULTS = ("tool_result", "mcp_tool_result", "function_call_output", "tool-result")
READ = frozenset({"parts", "output", "type", "tool_calls", "function_call", "refusal", "audio"})
"""Fields of a message that `plain` reads, besides those of our own."""


def plain(message: Mapping[str, object]) -> dict[str, object]:
    """The message with its words as its `content`. What only calls tools is the tools' line, with their names.

    A content that is no text, part or list of parts stays as it is.
    """
    kind = message.get("role", message.get("type"))
    role = SPOKEN.get(kind, kind) if isinstance(kind, str) else kind
    content = next((message[name] for name in ("content", "parts", "output") if message.get(name) is not None), None)
    told = {**message} if role is None else {**message, "role": role}
    if not isinstance(content, str | list | dict | None):
        return told
    parts = content if isinstance(content, list) else [content]
    said = [part for part in parts if not is_part(part, RESULTS)]
    words = words_of(said) or words_of([message.get("refusal"), message.get("audio")])
    calls = [name for name in map(_called, (message, message.get("function_call"), *_calls_in(message, said))) if name]
    if is_blank(words) and len(said) < len(parts):
        told["role"], words = "tool", words_of(parts)
    elif is_blank(words) and calls:
        told["role"], words = "tool", ", ".join(f"{name}()" for name in calls)
    return told | ({"content": words} if "content" in message or words else {})


def words_of(content: object, levels: int = LEVELS_MAX) -> str:
    """The words of a text, a part or parts. Pictures, thoughts and calls of tools have none."""
    match content:
        case str():
            return content
        case list() if levels:
            return "\n".join(filter(None, (words_of(part, levels - 1) for part in content)))
        case {"type": kind} if kind in THOUGHTS:
            return ""
        case (
            {"text": str(text)}
            | {"text": {"value": str(text)}}
            | {"refusal": str(text)}
            | {"transcript": str(text)}
            | {"value": str(text)}
        ):
            return text
        case {"content": inner} | {"output": inner} | {"result": inner} if levels and is_part(content, RESULTS):
            return words_of(inner, levels - 1)
    return ""


def _calls_in(message: Mapping[str, object], parts: list[object]) -> list[object]:
    listed = message.get("tool_calls")
    return [*(listed if isinstance(listed, list) else ()), *(part for part in parts if is_part(part, CALLS))]


def _called(call: object) -> str:
    """The name of the tool that is called; empty for what calls none."""
    match call:
        case {"function": {"name": str(name)}} | {"functionCall": {"name": str(name)}} | {"toolName": str(name)}:
            return name
        case {"name": str(name)} if not isinstance(call, Mapping) or "role" not in call:
            return name
    return ""


def is_part(part: object, kinds: tuple[str, ...]) -> bool:
    """Whether it is a part of one of these kinds."""
    return isinstance(part, Mapping) and part.get("type") in kinds
