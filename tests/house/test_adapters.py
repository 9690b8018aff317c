"""The adapters in docs are short, and do in their frameworks what they say."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any

import pytest

from api.app import create_app
from api.settings import Settings
from api.wiring import build
from remembrancer_client import AsyncMemory, Memory
from tests.api.http.test_middleware import served
from tests.house.source import ROOT, text_of

ADAPTERS = sorted(path.stem for path in (ROOT / "docs" / "adapters").glob("*.py"))
SAID = "My sister Nil is allergic to walnuts."


def test_adapters_are_short_and_linked() -> None:
    """Each has sixty lines at most, and its row in the page."""
    assert len(ADAPTERS) == 4
    for name in ADAPTERS:
        assert len(text_of(f"docs/adapters/{name}.py").splitlines()) <= 60
        assert f"](../adapters/{name}.py)" in text_of("docs/how-to/adapters.md")


def adapter(name: str) -> ModuleType:
    """The file as it stands in docs."""
    spec = spec_from_file_location(name, ROOT / "docs" / "adapters" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def url() -> Iterator[str]:
    """A service without rounds."""
    service = build(Settings(store=":memory:", rounds_enabled=False))
    with served(create_app(service)) as port:
        yield f"http://127.0.0.1:{port}"
    service.close()


@pytest.mark.client
@pytest.mark.filterwarnings("ignore")
def test_langgraph_store_in_a_graph(url: str) -> None:
    """A node puts, and anybody searches; get, filters, replacing, deleting and namespaces do what LangGraph says."""
    graph, store_base = import_module("langgraph.graph"), import_module("langgraph.store.base")
    with Memory(url, space="ada") as memory:
        store = adapter("langgraph_store").RemembrancerStore(memory)
        assert (store.search(("ada",), query="Nil"), store.get(("ada",), "k1")) == ([], None)  # There is no space yet.

        def hear(state: dict[str, Any], *, store: Any) -> dict[str, Any]:
            store.put(("ada", "notes"), "k1", {"text": state["said"]})
            return {}

        hear.__annotations__["store"] = store_base.BaseStore
        builder = graph.StateGraph(dict)
        builder.add_node("hear", hear)
        builder.add_edge(graph.START, "hear")
        built = builder.compile(store=store)
        built.invoke({"said": SAID})

        assert [item.value for item in store.search(("ada",), query="Is Nil allergic?")] == [{"text": SAID}]
        store.put(("ada", "facts"), "k2", {"about": "Nil", "score": 3})
        found = store.get(("ada", "facts"), "k2")
        assert (found.value, found.key, found.namespace) == ({"about": "Nil", "score": 3}, "k2", ("ada", "facts"))
        assert [item.key for item in store.search(("ada",), filter={"about": "Nil"})] == ["k2"]
        assert ("ada", "notes") in store.list_namespaces()
        store.put(("ada", "notes"), "k1", {"text": "Nil has moved to Izmir."})
        assert store.get(("ada", "notes"), "k1").value == {"text": "Nil has moved to Izmir."}
        store.delete(("ada", "notes"), "k1")
        assert store.get(("ada", "notes"), "k1") is None
        assert asyncio.run(store.aget(("ada", "facts"), "k2")).key == "k2"
        store.put(("ada", "notes"), "k3", {"text": "The code of the door is on the fridge."}, ttl=60)
        ends = [item.item["expires_at"] for item in memory.items(label="Message") if item.item["external_id"] == "k3"]
        assert 59 < (datetime.fromisoformat(ends[0]) - datetime.now(UTC)).total_seconds() / 60 <= 60


@pytest.mark.client
@pytest.mark.filterwarnings("ignore")
def test_llama_index_memory_gets_the_block(url: str) -> None:
    """What one chat has heard is before the model in the next one, as LlamaIndex's memory hands it over."""
    core, llms = import_module("llama_index.core.memory"), import_module("llama_index.core.llms")

    async def talk() -> tuple[str, str]:
        async with AsyncMemory(url, space="ada") as ours:
            seen = []
            for chat, said in (("one", SAID), ("two", "What may Nil not eat?")):
                block = adapter("llama_index_memory").RemembrancerBlock(memory=ours)
                memory = core.Memory.from_defaults(session_id=chat, memory_blocks=[block])
                await memory.aput(llms.ChatMessage(role="user", content=said))
                seen.append("\n".join(message.content or "" for message in await memory.aget()))
            return seen[0], seen[1]

    first, second = asyncio.run(talk())
    gc.collect()  # LlamaIndex leaves a database open, of which Python complains here and not in another test.

    assert "walnuts" not in first.replace(SAID, "")
    assert second.count("<memory>") == second.count("</memory>") == 1 and SAID in second


@pytest.mark.client
@pytest.mark.filterwarnings("ignore")
def test_openai_agents_session_in_a_run(url: str) -> None:
    """The model gets the block and the history; the session keeps no block, and the next session knows."""
    agents = import_module("agents")
    agents.set_tracing_disabled(True)
    module = adapter("openai_agents_session")
    asked: list[list[Any]] = []

    class Echo(agents.Model):  # type: ignore[misc, name-defined]
        async def get_response(self, system_instructions: Any, input: Any, *_: Any, **__: Any) -> Any:
            asked.append(input)
            responses = import_module("openai.types.responses")
            text = responses.ResponseOutputText(text="Noted.", type="output_text", annotations=[])
            said = responses.ResponseOutputMessage(
                id="m", content=[text], role="assistant", status="completed", type="message"
            )
            return agents.ModelResponse(output=[said], usage=agents.Usage(), response_id=None)

        def stream_response(self, *_: Any, **__: Any) -> Any:
            raise NotImplementedError

    async def talk() -> list[Any]:
        async with AsyncMemory(url, space="ada") as memory:
            agent = agents.Agent(name="assistant", model=Echo())
            for chat, said in (("one", SAID), ("one", "Thank you."), ("two", "What may Nil not eat?")):
                history = sessions.setdefault(chat, agents.SQLiteSession(chat))
                session = module.RemembrancerSession(chat, memory, history)
                config = agents.RunConfig(session_input_callback=session.with_block)
                await agents.Runner.run(agent, said, session=session, run_config=config)
            return [item.text for item in await memory.items(label="Message", limit=None)]

    sessions: dict[str, Any] = {}
    stored = asyncio.run(talk())
    kept = asyncio.run(sessions["two"].get_items())

    assert [item["role"] for item in asked[1]] == ["user", "assistant", "user"]
    assert asked[2][0]["role"] == "system" and SAID in asked[2][0]["content"]
    assert [item["role"] for item in kept] == ["user", "assistant"]
    assert sorted(stored) == sorted([SAID, "Noted.", "Thank you.", "Noted.", "What may Nil not eat?", "Noted."])


def test_open_webui_filter_around_a_chat(url: str) -> None:
    """A chat of one user is known in the next one, titles are left alone, and without a service the chat goes on."""
    module = adapter("open_webui_filter")
    user = {"id": "7", "name": "Ada"}

    async def talk(filter: Any, chat: str, said: str, **more: Any) -> Any:
        body = {"model": "m", "messages": [{"role": "user", "content": said}], "stream": True}
        asked = await filter.inlet(body, __user__=user, __metadata__={"chat_id": chat, **more})
        said_then = [*asked["messages"], {"role": "assistant", "content": "Noted.", "id": "r", "timestamp": 1}]
        await filter.outlet({"chat_id": chat, "messages": said_then}, __user__=user)
        return asked

    async def play() -> list[Any]:
        here, nowhere = module.Filter(), module.Filter()
        here.valves.url, nowhere.valves.url = url, "http://127.0.0.1:1"
        return [
            await talk(here, "one", SAID),
            await talk(here, "two", "What may Nil not eat?"),
            await here.inlet(
                {"messages": [{"role": "user", "content": "A title for the chat."}]},
                __user__=user,
                __metadata__={"chat_id": "two"},
                __task__="title_generation",
            ),
            await talk(nowhere, "three", "Hello"),
        ]

    first, second, title, alone = asyncio.run(play())
    with Memory(url, space="webui-7") as memory:
        stored = [item.text for item in memory.items(label="Message", limit=None)]

    assert SAID in second["messages"][0]["content"] and second["messages"][0]["role"] == "system"
    assert len(first["messages"]) == len(title["messages"]) == len(alone["messages"]) == 1
    assert sorted(stored) == sorted([SAID, "Noted.", "What may Nil not eat?", "Noted."])
