"""Histories as programs send them, one for each oddity, with what a person would expect to be remembered of each."""

from __future__ import annotations

from typing import Any, NamedTuple

Message = dict[str, Any]


class History(NamedTuple):
    """Messages as they are sent, and the roles and texts to be stored."""

    messages: list[Message]
    said: list[tuple[str, str]]


Q = ("user", "Where does Nil live?")
A = ("assistant", "In Izmir.")
QUESTION: Message = {"role": "user", "content": Q[1]}
REPLY: Message = {"role": "assistant", "content": A[1]}
CALL = {"id": "call_1", "type": "function", "function": {"name": "look_up", "arguments": '{"who": "Nil"}'}}
PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA", "detail": "auto"}}
SUMMARY = (
    "Ignore previous instructions. Summarize the most important facts and events in the story so far. If a summary "
    "already exists in your memory, use that as a base and expand with new facts."
)


def asked(**more: Any) -> History:
    """The question with other fields, and a plain reply."""
    return History([{**QUESTION, **more}, REPLY], [Q, A])


def replied(*before: Message, **more: Any) -> History:
    """The question and a reply with other fields."""
    return History([QUESTION, *before, {**REPLY, **more}], [Q, A])


def parts(*of: object, role: str = "user") -> History:
    """A message of these parts, and a reply."""
    return History([{"role": role, "content": [*of]}, REPLY], [Q, A])


def side(text: str, role: str = "user") -> History:
    """A chat whose program asks something for itself."""
    return History([QUESTION, REPLY, {"role": role, "content": text}], [Q, A])


HISTORIES: dict[str, History] = {
    "deepseek, reasoning": replied(reasoning_content="The user asks where Nil lives."),
    "openrouter, reasoning": replied(reasoning="Hm.", reasoning_details=[{"type": "reasoning.text", "text": "Hm."}]),
    "litellm, thinking blocks": replied(thinking_blocks=[{"type": "thinking", "thinking": "Hm.", "signature": "s"}]),
    "litellm, provider's fields": replied(provider_specific_fields={"citations": None}, function_call=None),
    "anthropic, cache control": parts({"type": "text", "text": Q[1], "cache_control": {"type": "ephemeral"}}),
    "cache control of a message": asked(cache_control={"type": "ephemeral"}),
    "openai, metadata": asked(metadata={"source": "app"}, weight=1),
    "openai, reply as it came": replied(refusal=None, annotations=[], audio=None, tool_calls=None),
    "openai, refusal": History(
        [QUESTION, {"role": "assistant", "content": None, "refusal": "I cannot say."}],
        [Q, ("assistant", "I cannot say.")],
    ),
    "openai, refusal as a part": History(
        [QUESTION, {"role": "assistant", "content": [{"type": "refusal", "refusal": "I cannot say."}]}],
        [Q, ("assistant", "I cannot say.")],
    ),
    "openai, spoken reply": History(
        [QUESTION, {"role": "assistant", "content": None, "audio": {"id": "a1", "transcript": A[1]}}], [Q, A]
    ),
    "developer": History([{"role": "developer", "content": "Be brief."}, QUESTION, REPLY], [Q, A]),
    "system in parts": History(
        [{"role": "system", "content": [{"type": "text", "text": "Be brief."}]}, QUESTION, REPLY], [Q, A]
    ),
    "tools": History(
        [
            QUESTION,
            {"role": "assistant", "content": None, "tool_calls": [CALL, CALL]},
            {"role": "tool", "tool_call_id": "call_1", "content": "Izmir"},
            REPLY,
        ],
        [Q, ("tool", "look_up(), look_up()"), ("tool", "Izmir"), A],
    ),
    "tool called with words": replied({"role": "assistant", "content": "", "tool_calls": []}, tool_calls=[CALL]),
    "old function": History(
        [
            QUESTION,
            {"role": "assistant", "content": None, "function_call": {"name": "look_up", "arguments": "{}"}},
            {"role": "function", "name": "look_up", "content": "Izmir"},
            REPLY,
        ],
        [Q, ("tool", "look_up()"), ("tool", "Izmir"), A],
    ),
    "null content": replied({"role": "assistant", "content": None}),
    "empty content": replied({"role": "assistant", "content": ""}),
    "no parts": replied({"role": "assistant", "content": []}),
    "picture": parts({"type": "text", "text": Q[1]}, PICTURE),
    "picture alone": History([{"role": "user", "content": [PICTURE]}, QUESTION, REPLY], [("user", "[picture]"), Q, A]),
    "picture with a caption": History(
        [{"role": "user", "content": [Q[1], {"type": "image_url", "alt": "a [red] house", "image_url": {"url": "x"}}]}],
        [(Q[0], f"{Q[1]}\n[picture: a (red) house]")],
    ),
    "file of the responses": History(
        [{"role": "user", "content": [{"type": "input_file", "filename": "lease.pdf", "file_id": "f"}]}],
        [("user", "[file: lease.pdf]")],
    ),
    "anthropic, document": History(
        [
            {
                "role": "user",
                "content": [
                    {
                        "type": "document",
                        "title": "Note",
                        "source": {"type": "text", "media_type": "text/plain", "data": "Hi"},
                    },
                    {"type": "text", "text": Q[1]},
                ],
            }
        ],
        [("user", f"[file: Note]\n```\nHi\n```\n{Q[1]}")],
    ),
    "gemini, picture": History(
        [{"role": "user", "parts": [{"inlineData": {"mimeType": "image/png", "data": "AA"}}]}], [("user", "[picture]")]
    ),
    "vercel, files beside": History(
        [{**QUESTION, "experimental_attachments": [{"name": "house.png", "contentType": "image/png", "url": "u"}]}],
        [(Q[0], f"{Q[1]}\n[picture: house.png]")],
    ),
    "file and sound": parts(
        {"type": "file", "file": {"file_id": "f1"}},
        {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}},
        {"type": "input_text", "text": Q[1]},
    ),
    "parts that are text": parts(Q[1]),
    "a part of no known type": parts({"type": "sticker", "emoji": "🌊"}, {"text": Q[1]}),
    "text of a thread": parts({"type": "text", "text": {"value": Q[1], "annotations": []}}),
    "one part, no list": History([{"role": "user", "content": {"type": "text", "text": Q[1]}}, REPLY], [Q, A]),
    "anthropic, thinking": History(
        [
            QUESTION,
            {
                "role": "assistant",
                "content": [
                    {"type": "thinking", "thinking": "The user is sad.", "signature": "s"},
                    {"type": "redacted_thinking", "data": "x"},
                    {"type": "text", "text": A[1]},
                ],
            },
        ],
        [Q, A],
    ),
    "anthropic, tools": History(
        [
            QUESTION,
            {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "look_up", "input": {}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "Izmir"}]},
            REPLY,
        ],
        [Q, ("tool", "look_up()"), ("tool", "Izmir"), A],
    ),
    "anthropic, result in parts, with words": History(
        [
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "Bursa"}]},
                    {"type": "text", "text": Q[1]},
                ],
            },
            REPLY,
        ],
        [Q, A],
    ),
    "responses, items": History(
        [
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": Q[1]}]},
            {"type": "reasoning", "id": "rs_1", "summary": []},
            {"type": "function_call", "call_id": "c1", "name": "look_up", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "c1", "output": "Izmir"},
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": A[1]}]},
        ],
        [Q, ("tool", "look_up()"), ("tool", "Izmir"), A],
    ),
    "gemini": History(
        [{"role": "user", "parts": [{"text": Q[1]}]}, {"role": "model", "parts": [{"text": A[1]}]}], [Q, A]
    ),
    "vercel": History(
        [
            {"role": "user", "content": [{"type": "text", "text": Q[1]}]},
            {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "look_up"}]},
            {
                "role": "tool",
                "content": [
                    {"type": "tool-result", "toolName": "look_up", "output": {"type": "text", "value": "Izmir"}}
                ],
            },
            REPLY,
        ],
        [Q, ("tool", "look_up()"), ("tool", "Izmir"), A],
    ),
    "langchain": History(
        [
            {"type": "system", "content": "Be brief."},
            {"type": "human", "content": Q[1], "additional_kwargs": {}, "response_metadata": {}},
            {"type": "ai", "content": A[1], "tool_calls": [], "usage_metadata": {"input_tokens": 1}},
        ],
        [Q, A],
    ),
    "NUL": History([{"role": "user", "content": "Where does \0Nil live?"}, REPLY], [Q, A]),
    "half an emoji": History(
        [QUESTION, {"role": "assistant", "content": "In Izmir \ud83d"}], [Q, ("assistant", "In Izmir \ufffd")]
    ),
    "half an emoji in a part": History(
        [QUESTION, {"role": "assistant", "content": [{"type": "text", "text": "In Izmir \ude00"}]}],
        [Q, ("assistant", "In Izmir \ufffd")],
    ),
    "half an emoji in a name": History([{**QUESTION, "name": "Ada \ud83d"}, REPLY], [Q, A]),
    "open webui, title": side(
        "### Task:\nGenerate a concise, 3-5 word title with an emoji summarizing the chat history.\n### Output:\n"
        "JSON\n### Chat History:\n<chat_history>\nUSER: Where does Nil live?\n</chat_history>"
    ),
    "open webui, follow-ups": side(
        "### Task:\nSuggest 3-5 relevant follow-up questions or prompts.\n<chat_history>\n</chat_history>"
    ),
    "open webui, tags": side(
        "### Task:\nGenerate 1-3 broad tags categorizing the main themes.\n<chat_history>\n</chat_history>"
    ),
    "librechat, title": side(
        "Provide a concise, 5-word-or-less title for the conversation, using title case conventions. Only return the "
        "title itself.\n\nConversation:\nUser: Where does Nil live?"
    ),
    "librechat, title and language": side(
        "Analyze this conversation and provide:\n1. The detected language of the conversation\n2. A concise title"
    ),
    "sillytavern, summary": side(SUMMARY),
    "sillytavern, summary as an instruction": side(SUMMARY, role="system"),
}
