"""What programs do to talk through the proxy, each by its own package; one that is not installed is passed over."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
URL = f"data:image/png;base64,{PIXEL}"
KEY = "sk-mine"

Talk = Callable[[str, str, bool, bool], str]
"""Says something through the proxy at a base URL, streamed or not, with a picture or not. The answer is what came: the
text, or the name of the tool that is called. Raises what the program raises."""


def openai_chat(url: str, said: str, is_streamed: bool, has_picture: bool) -> str:
    """Chat completions of the package openai."""
    client = import_module("openai").OpenAI(base_url=f"{url}/v1", api_key=KEY, max_retries=0)
    parts = [{"type": "text", "text": said}, {"type": "image_url", "image_url": {"url": URL}}]
    messages = [{"role": "user", "content": parts if has_picture else said}]
    found = client.chat.completions.create(model="small", messages=messages, stream=is_streamed)
    told = [chunk.choices[0].delta for chunk in found] if is_streamed else [found.choices[0].message]
    return "".join((each.content or "") + "".join(c.function.name for c in each.tool_calls or ()) for each in told)


def openai_responses(url: str, said: str, is_streamed: bool, has_picture: bool) -> str:
    """Responses of the package openai."""
    client = import_module("openai").OpenAI(base_url=f"{url}/v1", api_key=KEY, max_retries=0)
    parts = [{"type": "input_text", "text": said}, {"type": "input_image", "image_url": URL}]
    asked = [{"role": "user", "content": parts}] if has_picture else said
    found = client.responses.create(model="small", input=asked, stream=is_streamed)
    if is_streamed:
        found = next(event.response for event in found if event.type == "response.completed")
    return found.output_text or "".join(item.name for item in found.output if item.type == "function_call")


def anthropic_messages(url: str, said: str, is_streamed: bool, has_picture: bool) -> str:
    """Messages of the package anthropic."""
    client = import_module("anthropic").Anthropic(base_url=url, api_key=KEY, max_retries=0)
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}}
    content = [{"type": "text", "text": said}, *([picture] if has_picture else [])]
    asked = {"model": "small", "max_tokens": 100, "messages": [{"role": "user", "content": content}]}
    if is_streamed:
        with client.messages.stream(**asked) as stream:
            found = stream.get_final_message()
    else:
        found = client.messages.create(**asked)
    return "".join(block.text if block.type == "text" else block.name for block in found.content)


def _langchain(url: str, said: str, is_streamed: bool, has_picture: bool, **more: object) -> str:
    made = import_module("langchain_openai").ChatOpenAI
    model = made(model="small", base_url=f"{url}/v1", api_key=KEY, max_retries=0, **more)
    parts = [{"type": "text", "text": said}, {"type": "image_url", "image_url": {"url": URL}}]
    asked = [{"role": "user", "content": parts if has_picture else said}]
    told = [*model.stream(asked)] if is_streamed else [model.invoke(asked)]
    calls = dict.fromkeys(str(call["name"]) for each in told for call in each.tool_calls if call["name"])
    return "".join(str(each.text) for each in told) + "".join(calls)


def langchain_chat(url: str, said: str, is_streamed: bool, has_picture: bool) -> str:
    """ChatOpenAI of LangChain."""
    return _langchain(url, said, is_streamed, has_picture)


def langchain_responses(url: str, said: str, is_streamed: bool, has_picture: bool) -> str:
    """ChatOpenAI of LangChain with the responses API."""
    return _langchain(url, said, is_streamed, has_picture, use_responses_api=True)


def litellm(url: str, said: str, is_streamed: bool, has_picture: bool) -> str:
    """LiteLLM as a client."""
    parts = [{"type": "text", "text": said}, {"type": "image_url", "image_url": {"url": URL}}]
    asked: dict[str, Any] = {"model": "openai/small", "messages": [{"role": "user", "content": parts}]}
    if not has_picture:
        asked["messages"][0]["content"] = said
    found = import_module("litellm").completion(
        **asked, api_base=f"{url}/v1", api_key=KEY, num_retries=0, stream=is_streamed
    )
    told = [chunk.choices[0].delta for chunk in found] if is_streamed else [found.choices[0].message]
    return "".join((each.content or "") + "".join(c.function.name for c in each.tool_calls or ()) for each in told)


def curl(url: str, said: str, is_streamed: bool, has_picture: bool) -> str:
    """curl, as a shell script uses it."""
    parts = [{"type": "text", "text": said}, {"type": "image_url", "image_url": {"url": URL}}]
    messages = [{"role": "user", "content": parts if has_picture else said}]
    body = json.dumps({"model": "small", "messages": messages, "stream": is_streamed})
    asked = ["curl", "-sN", "--fail-with-body", f"{url}/v1/chat/completions", "-H", "Content-Type: application/json"]
    done = subprocess.run([*asked, "-d", body], capture_output=True, text=True, timeout=30)
    if done.returncode:
        raise RuntimeError(done.stdout)
    lines = done.stdout.split("\n\n") if is_streamed else [f"data: {done.stdout}"]
    told = [json.loads(line[6:])["choices"][0] for line in lines if line.startswith("data: {")]
    found = [each.get("delta") or each.get("message") or {} for each in told]
    calls = (call["function"]["name"] for each in found for call in each.get("tool_calls") or ())
    return "".join(each.get("content") or "" for each in found) + "".join(calls)


def vercel(url: str, said: str, is_streamed: bool, has_picture: bool) -> str:
    """Vercel's AI SDK in Node, with the packages of this folder (`npm ci`)."""
    folder = Path(__file__).parent
    if not (folder / "node_modules" / "ai").is_dir() or shutil.which("node") is None:
        raise ImportError("npm ci in tests/doors")
    asked = ["node", str(folder / "vercel.mjs"), url, said, str(is_streamed), URL if has_picture else ""]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=60)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout.strip()


PROGRAMS: Mapping[str, Talk] = {
    "openai, chat": openai_chat,
    "openai, responses": openai_responses,
    "anthropic": anthropic_messages,
    "LangChain, chat": langchain_chat,
    "LangChain, responses": langchain_responses,
    "LiteLLM": litellm,
    "Vercel AI SDK": vercel,
    "curl": curl,
}
