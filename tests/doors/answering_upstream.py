"""A provider with the APIs of OpenAI and Anthropic that answers by what it is asked, and keeps what arrived."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

REPLY = "In Izmir."
TOOL, REFUSED = "Use a tool.", "Fail."
"""Questions that are answered by a call of a tool, and by an error."""

Event = dict[str, Any]


class Upstream(ThreadingHTTPServer):
    """It listens on a free port of this machine."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.bodies: list[str] = []

    @contextmanager
    def serving(self) -> Iterator[str]:
        """Its base URL while it answers."""
        threading.Thread(target=self.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{self.server_address[1]}/v1"
        self.shutdown()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Upstream

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.bodies.append(content.decode())
        asked = json.loads(content)
        said = asked.get("messages") or asked.get("input") or ""
        last = str(said[-1] if isinstance(said, list) else said)
        if REFUSED in last:
            error = {"type": "error", "error": {"type": "rate_limit_error", "message": "slow down"}}
            return self._send(429, "application/json", json.dumps(error))
        kind, is_tool = self.path.rsplit("/", 1)[-1], TOOL in last
        told = {"completions": _chat, "responses": _response, "messages": _message, "embeddings": _embedding}[kind]
        whole, events = told(is_tool)
        if not asked.get("stream"):
            return self._send(200, "application/json", json.dumps(whole))
        named = kind != "completions"
        heads = [f"event: {each['type']}\n" if named else "" for each in events]
        text = "".join(f"{head}data: {json.dumps(each)}\n\n" for head, each in zip(heads, events, strict=True))
        self._send(200, "text/event-stream", text + ("" if named else "data: [DONE]\n\n"))

    def _send(self, status: int, kind: str, text: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        pass


def _chat(is_tool: bool) -> tuple[Event, list[Event]]:
    head = {"id": "c1", "created": 1, "model": "small"}
    call = {"id": "t1", "type": "function", "function": {"name": "look_up", "arguments": "{}"}}
    said: Event = {"role": "assistant", "content": None, "tool_calls": [call]} if is_tool else _said()
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    reason = "tool_calls" if is_tool else "stop"
    whole = {"index": 0, "message": said, "finish_reason": reason}
    delta = said | ({"tool_calls": [{**call, "index": 0}]} if is_tool else {})
    pieces = [(delta, None), ({}, reason)]
    return {**head, "object": "chat.completion", "choices": [whole], "usage": usage}, [
        {**head, "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": each, "finish_reason": end}]}
        for each, end in pieces
    ]


def _said() -> Event:
    return {"role": "assistant", "content": REPLY}


def _response(is_tool: bool) -> tuple[Event, list[Event]]:
    part = {"type": "output_text", "text": REPLY, "annotations": []}
    item: Event = {"id": "m1", "type": "message", "role": "assistant", "status": "completed", "content": [part]}
    if is_tool:
        item = {"id": "f1", "type": "function_call", "call_id": "t1", "name": "look_up", "arguments": "{}"}
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    usage |= {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}  # type: ignore[dict-item]
    head = {"id": "r1", "object": "response", "created_at": 1, "model": "small", "tools": [], "tool_choice": "auto"}
    whole = {**head, "status": "completed", "output": [item], "usage": usage, "parallel_tool_calls": True}
    place = {"output_index": 0, "item_id": item["id"]}
    text = {**place, "type": "response.output_text.delta", "content_index": 0, "delta": REPLY, "logprobs": []}
    events: list[Event] = [
        {"type": "response.created", "response": {**whole, "status": "in_progress", "output": []}},
        {"type": "response.output_item.added", "output_index": 0, "item": {**item, "content": []}},
        *([] if is_tool else [text]),
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": whole},
    ]
    return whole, [{**each, "sequence_number": number} for number, each in enumerate(events)]


def _message(is_tool: bool) -> tuple[Event, list[Event]]:
    block: Event = {"type": "text", "text": REPLY}
    if is_tool:
        block = {"type": "tool_use", "id": "t1", "name": "look_up", "input": {}}
    reason = "tool_use" if is_tool else "end_turn"
    usage = {"input_tokens": 1, "output_tokens": 1}
    whole = {"id": "m1", "type": "message", "role": "assistant", "model": "small", "content": [block], "usage": usage}
    whole |= {"stop_reason": reason, "stop_sequence": None}
    delta = {"type": "input_json_delta", "partial_json": "{}"} if is_tool else {"type": "text_delta", "text": REPLY}
    return whole, [
        {"type": "message_start", "message": {**whole, "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": block | ({} if is_tool else {"text": ""})},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": None}, "usage": usage},
        {"type": "message_stop"},
    ]


def _embedding(_: bool) -> tuple[Event, list[Event]]:
    data = [{"object": "embedding", "index": 0, "embedding": [0.5, 0.25]}]
    return {"object": "list", "model": "small", "data": data, "usage": {"prompt_tokens": 1, "total_tokens": 1}}, []
