"""What a message says, whichever program made it: the words of its parts, and the names of the tools that it calls."""

from __future__ import annotations

from collections.abc import Mapping

from api.http.attachments import attachment_of, line_of
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
ATTACHED = ("attachments", "files", "experimental_attachments")
"""Where chat programs keep pictures and files beside the content."""

READ = frozenset({"parts", "output", "type", "tool_calls", "function_call", "refusal", "audio", *ATTACHED})
"""Fields of a message that `plain` reads, besides those of our own."""


def plain(message: Mapping[str, object]) -> dict[str, object]:
    """The message with its words as its `content`, and its pictures and files as `attachments`.

    What only calls tools is the tools' line, with their names. A content that is no text, part or list of parts stays
    as it is.
    """
    kind = message.get("role", message.get("type"))
    role = SPOKEN.get(kind, kind) if isinstance(kind, str) else kind
    content = next((message[name] for name in ("content", "parts", "output") if message.get(name) is not None), None)
    told = {**message} if role is None else {**message, "role": role}
    if not isinstance(content, str | list | dict | None):
        return told
    parts = content if isinstance(content, list) else [content]
    said = [part for part in parts if not is_part(part, RESULTS)]
    listed = [each for name in ATTACHED if isinstance(held := message.get(name), list) for each in held]
    beside = [each for part in listed if (each := attachment_of(part, is_listed=True))]
    words = "\n".join(filter(None, (words_of(said), *map(line_of, beside))))
    words = words or words_of([message.get("refusal"), message.get("audio")])
    attached = [each for part in parts if not _text_of(part) and (each := attachment_of(part))] + beside
    calls = [name for name in map(_called, (message, message.get("function_call"), *_calls_in(message, said))) if name]
    if is_blank(words) and len(said) < len(parts):
        told["role"], words = "tool", words_of(parts)
    elif is_blank(words) and calls:
        told["role"], words = "tool", ", ".join(f"{name}()" for name in calls)
    elif is_blank(words) and attached:
        words = " ".join(f"[{each['kind']}]" for each in attached)
    if attached:
        told["attachments"] = attached
    return told | ({"content": words} if "content" in message or words else {})


def words_of(content: object, levels: int = LEVELS_MAX) -> str:
    """The words of a text, a part or parts: of a picture or a file what is said of it. Thoughts and calls have none."""
    if text := _text_of(content):
        return text
    match content:
        case list() if levels:
            return "\n".join(filter(None, (words_of(part, levels - 1) for part in content)))
        case {"type": kind} if kind in THOUGHTS:
            return ""
        case {"content": inner} | {"output": inner} | {"result": inner} if levels and is_part(content, RESULTS):
            return words_of(inner, levels - 1)
    attached = attachment_of(content)
    return line_of(attached) if attached else ""


def _text_of(part: object) -> str:
    match part:
        case str():
            return part
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
