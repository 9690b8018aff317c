"""Stock clients change their base URL: the lines of docs/how-to/proxy.md, with a scripted provider behind them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.api.proxy.scripted_upstream import JSON, STREAM, Answer, ScriptedUpstream, completed, event, streamed
from tests.api.serving import serving
from tests.house.source import text_of

pytestmark = pytest.mark.llm

PAGE = "docs/how-to/proxy.md"
OWNER = "the-owner-of-the-service"
SECOND = {"X-Script": "1"}
TOLD = "http://127.0.0.1:8765"


def lines_of_page(language: str, number: int) -> str:
    """The code of a page, as it stands there."""
    return re.findall(rf"^```{language}\n(.*?)^```", text_of(PAGE), re.MULTILINE | re.DOTALL)[number]


def test_openai_remembers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's own lines: the second chat, which is streamed, knows the first."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-mine")
    with (
        ScriptedUpstream(completed("Noted."), streamed("In ", "Izmir.")).serving() as upstream,
        serving(upstream=upstream.address) as (address, _),
    ):
        before, last = lines_of_page("python", 0).replace(TOLD, address).rsplit("client.chat", 1)
        code = before + "stream = client.chat" + last.replace("stream=True", f"stream=True, extra_headers={SECOND}")
        names: dict[str, Any] = {}
        exec(code, names)
        said = "".join(chunk.choices[0].delta.content or "" for chunk in names["stream"])
        names["client"].close()

    first, second = upstream.asked
    assert said == "In Izmir."
    assert first.headers["authorization"] == "Bearer sk-mine"
    assert "moved to Izmir in March" in str(second.messages[0]["content"])
    assert str(second.messages[0]["content"]).endswith("Where does my sister live?")


def test_openai_reads_tools_errors_and_models(tmp_path: Path) -> None:
    """What the provider says reaches the caller as if nothing were between."""
    kept = tmp_path / "key"
    kept.write_text("sk-kept")
    openai = pytest.importorskip("openai")
    call = {"index": 0, "id": "t1", "type": "function", "function": {"name": "look", "arguments": '{"a": "ü"}'}}
    tools = Answer((event({"role": "assistant", "tool_calls": [call]}), b"data: [DONE]\n\n"), headers=STREAM)
    limited = Answer((b'{"error":{"message":"slow down"}}',), status=429, headers=JSON | {"x-vendor": "y"})
    models = Answer((b'{"object":"list","data":[{"id":"small","object":"model","created":1,"owned_by":"x"}]}',))
    messages = [{"role": "user", "content": "Look."}]
    with (
        ScriptedUpstream(tools, limited, models).serving() as upstream,
        serving(upstream=upstream.address, upstream_key_file=kept, api_keys=("the-owner-of-the-service",)) as (
            address,
            _,
        ),
        openai.OpenAI(base_url=f"{address}/proxy/ada/v1", api_key="the-owner-of-the-service", max_retries=0) as client,
    ):
        (chunk,) = client.chat.completions.create(model="small", messages=messages, stream=True)
        with pytest.raises(openai.RateLimitError) as refused:
            client.chat.completions.create(model="small", messages=messages, extra_headers={"X-Script": "1"})
        listed = client.with_options(default_headers={"X-Script": "2"}).models.list()
        with pytest.raises(openai.AuthenticationError) as unknown:
            client.with_options(api_key="sk-mine").models.list()

    assert chunk.choices[0].delta.tool_calls[0].function.arguments == '{"a": "ü"}'
    assert (refused.value.body, refused.value.response.headers["x-vendor"]) == (
        {"message": "slow down"},
        "y",
    )
    assert [model.id for model in listed] == ["small"]
    assert "X-Remembrancer-Key" in str(unknown.value)
    assert {asked.headers["authorization"] for asked in upstream.asked} == {"Bearer sk-kept"}


def test_langchain_remembers(monkeypatch: pytest.MonkeyPatch) -> None:
    """ChatOpenAI with the page's own lines."""
    pytest.importorskip("langchain_openai")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-mine")
    with (
        ScriptedUpstream(completed("Noted."), streamed("In ", "Izmir.")).serving() as upstream,
        serving(upstream=upstream.address) as (address, _),
    ):
        names: dict[str, Any] = {}
        exec(lines_of_page("python", 1).replace(TOLD, address), names)
        first = names["model"].invoke("My sister Nil moved to Izmir in March.")
        words = names["model"].stream("Where does my sister live?", extra_headers={"X-Script": "1"})
        said = "".join(str(chunk.content) for chunk in words)

    assert (first.content, said) == ("Noted.", "In Izmir.")
    assert "moved to Izmir in March" in str(upstream.asked[1].messages[0]["content"])
