"""The memory as MCP tools: what they answer, and a stock client over stdin and HTTP, on a file and before a service."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from api.app import create_app
from api.cli import app
from api.mcp_tools import MemoryTools
from api.settings import Settings
from api.wiring import Service, build
from remembrancer_client import AsyncMemory, ServiceError, httpx
from tests.api.corrected import DANGER, known_from
from tests.api.http.test_middleware import served
from tests.house.source import text_of

SAID = "My sister Nil moved to Izmir and is allergic to walnuts."
KEY = "the-owner-of-the-service"
TOOLS = ["context", "recall", "explain", "remember", "correct", "forget"]


@pytest.fixture
def service() -> Iterator[Service]:
    """A service with a key, whose rounds are done on demand."""
    settings = Settings(store=":memory:", rounds_enabled=False, api_keys=(KEY,))  # type: ignore[arg-type]
    made = build(settings)
    yield made
    made.close()


@pytest.fixture
def url(service: Service) -> Iterator[str]:
    """Where it is served."""
    with served(create_app(service)) as port:
        yield f"http://127.0.0.1:{port}"


def test_tools_answer_with_text(service: Service, url: str) -> None:
    """What is remembered is found with its id and date, explained with its origin, and gone when it is forgotten."""

    async def talk() -> None:
        async with AsyncMemory(url, space="ada", key=KEY) as memory:
            tools = MemoryTools(memory)
            assert await tools.recall("Where does Nil live?") == "Nothing is known that has to do with that."
            assert await tools.context("Where does Nil live?") == "Nothing is known that has to do with that."
            assert await tools.remember(" ") == "Nothing is kept: the text is empty."
            told = await tools.remember(SAID, speaker="Ada")
            again = await tools.remember(SAID, speaker="Ada")
            [*service.run_rounds("ada")]
            id = re.fullmatch(r"Kept as (m\d+)\.", told)
            assert id is not None
            await memory.add_fact("Nil lives in Izmir.", about=["Nil"], sources=[id[1]])
            found = await tools.recall("Where does Nil live?")
            block = await tools.context("Where does Nil live?", budget_tokens=300)
            fact = next(line.split()[0] for line in found.splitlines() if "(Fact" in line)
            origin = await tools.explain(fact)
            corrected = await tools.correct(fact, "Nil lives in Bodrum now.", why="Ada said so")
            again_found = await tools.recall("Where does Nil live?")
            withdrawn = await tools.correct(fact)
            tried = await tools.forget(person="Nil")
            still = await tools.recall("Where does Nil live?")
            gone = await tools.forget(person="Nil", is_sure=True)
            after = await tools.recall("Where does Nil live?")

            assert again == f"Known already, as {id[1]}."
            assert re.search(rf"^{id[1]} \(Message, \d{{4}}-\d\d-\d\d\) Ada: {SAID}$", found, re.MULTILINE)
            assert "Izmir" in block and block.startswith("<memory>")
            assert f"-> STATED_IN {id[1]}" in origin
            assert re.search(r"^Change h\d+: ", origin, re.MULTILINE)
            assert re.fullmatch(rf"Done: {fact}, change h\d+\. Revised {fact}: Nil lives in Bodrum now\.", corrected)
            assert "Nil lives in Bodrum now." in again_found
            assert withdrawn.startswith(f"Done: {fact}, change h")
            assert tried.startswith("Would go: ") and "1 Message" in tried
            assert SAID in still
            assert gone.startswith("Gone: ")
            assert after == "Nothing is known that has to do with that."

    asyncio.run(talk())


def test_anything_is_corrected_by_its_id_or_its_words(service: Service, url: str) -> None:
    """What was just remembered, a fact, and key info; words that fit several things name them."""

    async def talk() -> None:
        async with AsyncMemory(url, space="ada", key=KEY) as memory:
            tools = MemoryTools(memory)
            assert await tools.correct("that I like tea") == "Nothing is known that has to do with that."
            await tools.remember("I like tea.", speaker="Ada")
            by_id = await tools.correct("m00000001", "I like coffee.")
            recalled = await tools.recall("What do I like?")
            await tools.correct("that I like coffee", "I like cocoa.")
            gone = await tools.correct("that I like cocoa")
            after = await tools.recall("What do I like?")
            for drink in ("tea", "beer"):
                await tools.remember(f"My favourite drink is {drink}.", speaker="Ada")
            several = await tools.correct("my favourite drink")
            await memory.pin("Ada is vegan.")
            await tools.correct("Ada is vegan.", "Ada is vegetarian.")
            pinned = (await memory.items(label="KeyInfo"))[0].item["lines"]
            await memory.add([{"role": "user", "content": "I live in Leeds."}], chat="another")
            said = next(item.id for item in await memory.items(label="Message") if item.item["chat"] == "another")
            with pytest.raises(ServiceError, match="is a Message"):
                await tools.correct(said, "I live in York.")

            assert re.fullmatch(r"Gone: m00000001\. Kept as m\d+\.", by_id)
            assert "Ada: I like coffee." in recalled and "tea" not in recalled
            assert gone.startswith("Gone: m") and after == "Nothing is known that has to do with that."
            assert several.startswith("Which one?") and "tea" in several and "beer" in several
            assert pinned == ["Ada is vegetarian."]

    asyncio.run(talk())


@pytest.mark.parametrize(
    ("said", "what", "text", "left"),
    [
        ("I'm allergic to nuts. My sister Nil lives in York.", "allergic to nuts", "I'm allergic to walnuts.", "York."),
        ("Fındığa alerjim var. Kardeşim Nil York'ta yaşıyor.", "fındık alerjisi", "Cevize alerjim var.", "York'ta"),
        ("Ich vertrage keine Nüsse.\nMeine Schwester Nil wohnt in York.", "Nüsse vertragen", "", "York."),
    ],
)
def test_the_rest_of_a_message_stays(service: Service, url: str, said: str, what: str, text: str, left: str) -> None:
    """Only the sentence that is meant is corrected or taken back; if that is not clear, nothing is."""

    async def talk() -> None:
        async with AsyncMemory(url, space="ada", key=KEY) as memory:
            tools = MemoryTools(memory)
            await tools.remember(said, speaker="Ada")
            unclear = await tools.correct("m00000001", text)
            whole = await tools.recall("Nil York")
            done = await tools.correct(what, text)
            after = await tools.recall("Nil York")
            named = await tools.correct(f"{done.split()[1]} York", "Nil lives in Bursa.")

            assert unclear.startswith("m00000001 says more.") and left in unclear
            assert left in whole and left in after and text in after
            assert done.startswith("Edited: ") and done.endswith(left if left.endswith(".") else "yaşıyor.")
            assert not re.search("to nuts|Fındığa|Nüsse", after)
            assert not text or "Bursa" in named

    asyncio.run(talk())


def test_forgetting_is_previewed_with_its_texts(service: Service, url: str) -> None:
    """So that it can be cut to some of them: what another person said of somebody need not go."""

    async def talk() -> None:
        async with AsyncMemory(url, space="ada", key=KEY) as memory:
            tools = MemoryTools(memory)
            await tools.remember("Nil is my sister, and I moved to Bursa.", speaker="Ada")
            await tools.remember("I like sour cherries.", speaker="Nil")
            [*service.run_rounds("ada")]
            tried = await tools.forget(person="Nil")
            mine = next(line.split()[0] for line in tried.splitlines() if "Nil: I like" in line)
            await tools.forget(messages=[mine], is_sure=True)
            after = await tools.recall("Who moved to Bursa, and who likes cherries?")

            assert "Ada: Nil is my sister" in tried and "name single `messages`" in tried
            assert "Bursa" in after and "cherries" not in after

    asyncio.run(talk())


@pytest.mark.parametrize("text", ["", "I am allergic to pollen."])
def test_what_was_corrected_is_in_no_context(service: Service, url: str, text: str) -> None:
    """Neither key info nor a brief or a dossier says it; a line that somebody has pinned is named in the answer."""

    async def talk() -> None:
        async with AsyncMemory(url, space="ada", key=KEY) as memory:
            tools = MemoryTools(memory)
            await tools.remember("Good morning!", speaker="Ada")
            fact = known_from(service.knowledge, "ada")
            before = await tools.context("What is Ada allergic to?")
            corrected = await tools.correct(fact, text)
            after = await tools.context("What is Ada allergic to?")
            [change] = re.findall(r"change (h\d+)", corrected)
            await memory.undo(change)
            again = await tools.context("What is Ada allergic to?")
            await memory.pin(f"Ada: {DANGER}")
            named = await tools.correct(fact, text)

            assert DANGER in before and before == again
            assert "penicillin" not in after and text in after
            assert "Key info keeps" not in corrected
            assert named.endswith(f" Key info keeps: Ada: {DANGER}")

    asyncio.run(talk())


def test_what_is_wrong_is_told(url: str) -> None:
    """An id that is not there and a wrong key are errors that a model can read."""

    async def ask(key: str) -> None:
        async with AsyncMemory(url, space="ada", key=key) as memory:
            await MemoryTools(memory).remember(SAID)
            await MemoryTools(memory).explain("f99")

    with pytest.raises(ServiceError, match=r"404: .*f99"):
        asyncio.run(ask(KEY))
    with pytest.raises(ServiceError, match="401"):
        asyncio.run(ask("another-key-of-somebody"))


@pytest.mark.mcp
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--url", "http://x", "--store", "a.db"], "--url and --store are both given"),
        (["--key-file", "key"], "--key-file is for a service"),
        (["--url", "http://x", "--key-file", "none"], "none cannot be read as text (FileNotFoundError)"),
    ],
)
def test_options_that_do_not_fit(arguments: list[str], told: str) -> None:
    """What cannot be is one sentence and exit code 2."""
    done = CliRunner().invoke(app, ["mcp", "ada", *arguments])

    assert (done.exit_code, told in done.stderr) == (2, True), done.stderr


def command(*arguments: object) -> list[str]:
    """`remembrancer mcp` of the space ada."""
    return ["-m", "api.cli", "mcp", "ada", *map(str, arguments)]


async def use(client: Any) -> tuple[list[str], str, str]:
    """The tools' names, and what a stock client is told when it remembers and recalls."""

    async def call(tool: str, **arguments: object) -> str:
        answer = await client.call_tool(tool, arguments)
        assert not answer.is_error, answer
        return "".join(part.text for part in answer.content)

    tools = [tool.name for tool in (await client.list_tools()).tools]
    kept = await call("remember", text=SAID, speaker="Ada")
    assert kept.startswith("Kept as m")
    wrong = await client.call_tool("explain", {"id": "f99"})
    assert wrong.is_error and "f99" in wrong.content[0].text
    return tools, await call("recall", question="walnuts"), await call("context", question="Where is Nil?")


def over_stdio(*arguments: object) -> tuple[list[str], str, str]:
    """A talk with a server that the client starts."""
    mcp = import_module("mcp")

    async def talk() -> tuple[list[str], str, str]:
        parameters = mcp.StdioServerParameters(command=sys.executable, args=command(*arguments), cwd=".")
        async with mcp.Client(parameters) as client:
            assert "Long-term memory" in (client.instructions or "")
            return await use(client)

    return asyncio.run(talk())


@pytest.mark.mcp
def test_stock_client_over_stdio_on_a_file(tmp_path: Path) -> None:
    """A client starts the server on a file, which is made; what it remembers is there for the next one."""
    store = tmp_path / "memory.db"

    tools, found, block = over_stdio("--store", store)

    assert tools == TOOLS
    assert SAID in found
    assert SAID in block
    listed = CliRunner().invoke(app, ["items", "ada", "--json", "--store", str(store)])
    assert SAID in listed.stdout
    assert json.loads(listed.stdout)["items"]


@pytest.mark.mcp
def test_stock_client_over_stdio_before_a_service(url: str, tmp_path: Path) -> None:
    """The same tools on a running service, with the key in a file."""
    (tmp_path / "key").write_text(f"{KEY}\n")

    tools, found, _ = over_stdio("--url", url, "--key-file", tmp_path / "key")

    assert tools == TOOLS
    assert SAID in found


@pytest.mark.mcp
@pytest.mark.parametrize("make", [lambda url, path: ["--store", path / "a.db"], lambda url, path: ["--url", url]])
def test_stock_client_over_http(url: str, tmp_path: Path, make: Callable[[str, Path], list[object]]) -> None:
    """Streamable HTTP on this machine, on a file and before a service; other names of this machine are refused."""
    mcp = import_module("mcp")
    arguments = make(url, tmp_path)
    if "--url" in arguments:
        (tmp_path / "key").write_text(KEY)
        arguments += ["--key-file", tmp_path / "key"]

    async def talk(port: int) -> tuple[list[str], str, str]:
        async with mcp.Client(f"http://127.0.0.1:{port}/mcp") as client:
            return await use(client)

    with running(*arguments) as port:
        tools, found, _ = asyncio.run(talk(port))
        page = {"Origin": "http://127.0.0.1:9999", "Content-Type": "application/json"}
        foreign = httpx.post(f"http://127.0.0.1:{port}/mcp", content=b"{}", headers=page)

    assert (foreign.status_code, tools) == (403, TOOLS)
    assert SAID in found


@contextmanager
def running(*arguments: object) -> Iterator[int]:
    """A server of streamable HTTP; its port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = int(listener.getsockname()[1])
    with subprocess.Popen([sys.executable, *command("--http", "--port", port, *arguments)]) as process:
        deadline = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert process.poll() is None and time.monotonic() < deadline
                time.sleep(0.05)
        yield port
        process.terminate()
        process.wait(timeout=30)


@pytest.mark.mcp
def test_second_writer_is_told_what_to_do(tmp_path: Path) -> None:
    """A file has one writer: a second server on it says how several assistants share a memory."""
    store = build(Settings(store=str(tmp_path / "a.db")))

    done = CliRunner().invoke(app, ["mcp", "ada", "--store", str(tmp_path / "a.db")])

    store.close()
    assert done.exit_code == 1
    assert done.stderr.endswith("a.db; run remembrancer serve, and use --url\n")


def test_lines_to_paste_are_json() -> None:
    """Each configuration in the page is JSON whose arguments the command takes."""
    page = text_of("docs/how-to/mcp.md")
    blocks = [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", page, re.MULTILINE | re.DOTALL)]
    servers = [server for block in blocks for server in next(iter(block.values())).values()]
    options = set(re.findall(r"--[\w-]+", CliRunner().invoke(app, ["mcp", "--help"]).stdout))

    assert len(servers) >= 2
    for server in servers:
        assert server["args"][0] == "mcp"
        assert {argument for argument in server["args"] if argument.startswith("--")} <= options
