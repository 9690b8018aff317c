"""`remembrancer serve`: answers soon, ends in order, and says when its port is taken."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest
from typer.testing import CliRunner

from api.cli import app
from api.commands.serve import address_of, listen
from graph.errors import BadInput, RemembrancerError
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label, PutNode
from tests.api.proxy.scripted_upstream import ScriptedUpstream, streamed

SECONDS_MAX = 20.0


@pytest.fixture
def service(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A service in a process of its own, on a free port."""
    command = [sys.executable, "-c", "from api.cli import main; main()", "serve", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--store", str(tmp_path / "memory.db")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    yield process
    process.kill()
    process.communicate()


def address_told(process: subprocess.Popen[str]) -> str:
    """The address in the first line that the service prints."""
    assert process.stdout is not None
    found = re.search(r"http://[\d.]+:\d+", process.stdout.readline())
    assert found is not None
    return found[0]


def test_serving_loads_nothing_that_it_never_uses() -> None:
    """A service on SQLite by words pays for no drawing in terminals, no driver, no model and no analysis of graphs."""
    code = "import sys, api.cli, api.commands.serve, graph.store.sqlite; print(*sys.modules)"

    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()

    unused = {"rich", "pygments", "neo4j", "networkx", "pandas", "litellm", "torch", "scipy", "sentence_transformers"}
    unused |= {"aiohttp"}  # without an upstream
    assert unused & set(loaded) == set()


def test_damaged_store_is_not_ready(service: subprocess.Popen[str], tmp_path: Path) -> None:
    """Pages that were overwritten are found soon after the start, although no request reads them."""
    address_told(service)
    service.send_signal(signal.SIGTERM)
    service.wait(SECONDS_MAX)
    path = tmp_path / "memory.db"
    store = open_store(str(path))
    store.write("s", [PutNode(Label.MESSAGE, f"m{number:03}", {"body": "x" * 500}) for number in range(300)])
    store.close()
    content = bytearray(path.read_bytes())
    middle = len(content) // 8192 * 4096
    content[middle : middle + 4096] = bytes(each ^ 0xFF for each in content[middle : middle + 4096])
    path.write_bytes(content)

    again = subprocess.Popen(service.args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        address, status, until = address_told(again), 200, monotonic() + SECONDS_MAX
        while status == 200 and monotonic() < until:
            try:
                status = urlopen(f"{address}/ready", timeout=SECONDS_MAX).status
            except HTTPError as error:
                status = error.code
            except URLError:
                continue
    finally:
        again.kill()
        logged = again.communicate()[1]

    assert status == 503
    assert "replace the file with a backup" in logged


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_service_answers_and_ends(service: subprocess.Popen[str], tmp_path: Path, number: signal.Signals) -> None:
    """The address is told at once, health is answered, and a signal ends everything and frees the store."""
    started = monotonic()
    address = address_told(service)
    with urlopen(f"{address}/health", timeout=SECONDS_MAX) as response:
        health = json.load(response)
    locked = CliRunner().invoke(app, ["round", "a", "--store", str(tmp_path / "memory.db")])
    beside = CliRunner().invoke(app, ["spaces", "--store", str(tmp_path / "memory.db")])

    service.send_signal(number)
    _, errors = service.communicate(timeout=SECONDS_MAX)

    assert health["status"] == "ok"
    assert monotonic() - started < SECONDS_MAX
    assert (locked.exit_code, beside.exit_code) == (1, 0)
    assert service.returncode == 0, errors
    assert "Traceback" not in errors
    open_store(str(tmp_path / "memory.db")).close()
    with pytest.raises(URLError):
        urlopen(f"{address}/health", timeout=1)


def test_stream_under_way_ends_and_its_reply_is_stored(tmp_path: Path) -> None:
    """After SIGTERM a chat through the proxy comes to its end first, and nothing of it is lost."""
    words = [f"word{number} " for number in range(60)]
    command = [sys.executable, "-c", "from api.cli import main; main()", "serve", "--port", "0"]
    body = {"model": "m", "stream": True, "messages": [{"role": "user", "content": "Go on."}]}
    with ScriptedUpstream(streamed(*words, pause_seconds=0.02)).serving() as upstream:
        process = subprocess.Popen(
            [*command, "--store", str(tmp_path / "memory.db")],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "REMEMBRANCER_UPSTREAM": upstream.address},
        )
        try:
            url = f"{address_told(process)}/proxy/ada/v1/chat/completions"
            asked = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
            with urlopen(asked, timeout=SECONDS_MAX) as answer:
                first = answer.readline()
                process.send_signal(signal.SIGTERM)
                rest = answer.read()
            _, errors = process.communicate(timeout=SECONDS_MAX)
        finally:
            process.kill()

    knowledge = KnowledgeGraph(open_store(str(tmp_path / "memory.db")))
    said = [message.body for message in knowledge.messages("ada", limit=5)]
    knowledge.close()
    assert first.startswith(b"data: ")
    assert rest.endswith(b"[DONE]\n\n")
    assert said == ["Go on.", "".join(words)]
    assert (process.returncode, "Traceback" in errors) == (0, False)


def test_taken_port_is_told(tmp_path: Path) -> None:
    """A port that is in use is named, with what to do, and no store is made."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        done = CliRunner().invoke(app, ["serve", "--port", str(port), "--store", str(tmp_path / "m.db")])

    assert done.exit_code == 1
    assert done.stderr == (
        f"remembrancer: another program uses port {port} of 127.0.0.1; stop it, or choose another port: --port 0\n"
    )
    assert not (tmp_path / "m.db").exists()


def test_other_machines_need_a_key(tmp_path: Path) -> None:
    """Without keys the service listens to this machine only."""
    done = CliRunner().invoke(app, ["serve", "--host", "0.0.0.0", "--store", str(tmp_path / "m.db")])

    assert done.exit_code == 2
    assert "API_KEYS" in done.stderr


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid"])
def test_hosts_that_are_not_ours(host: str) -> None:
    """An address of another machine, or of none, is refused."""
    with pytest.raises(BadInput, match=f"cannot listen on {re.escape(host)}"):
        listen(host, 0)


def test_addresses_can_be_called() -> None:
    """What is told can be put into a browser, also for a service that listens everywhere."""
    with listen("0.0.0.0", 0) as everywhere, listen("127.0.0.1", 0) as here:
        assert address_of(everywhere) == f"http://127.0.0.1:{everywhere.getsockname()[1]}"
        assert address_of(here) == f"http://127.0.0.1:{here.getsockname()[1]}"
        with pytest.raises(RemembrancerError, match="another program uses port"):
            listen("127.0.0.1", here.getsockname()[1])
        with listen("127.0.0.1", here.getsockname()[1], or_any=True) as beside:
            assert address_of(beside) != address_of(here)


def test_answers_are_sent_at_once() -> None:
    """The second part of an answer does not wait until the caller has acknowledged the first, which takes 40 ms."""

    async def is_sent_at_once(listener: socket.socket) -> bool:
        said: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            accepted = writer.get_extra_info("socket")
            said.set_result(bool(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))
            writer.close()

        async with await asyncio.start_server(answer, sock=listener):
            _, writer = await asyncio.open_connection(*listener.getsockname()[:2])
            sent_at_once = await said
            writer.close()
            return sent_at_once

    assert asyncio.run(is_sent_at_once(listen("127.0.0.1", 0)))
