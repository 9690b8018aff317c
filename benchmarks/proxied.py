"""`python -m benchmarks.proxied`: what the proxy costs, compared with a bare pass-through and the upstream itself.

There are three processes: an upstream that says made-up words, a pass-through of the same parts without memory, and
`remembrancer serve` on a made-up space. The requests of each measurement go to all of them in turns.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count, pairwise
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter
from typing import get_args

import uvicorn
from aiohttp import ClientSession, ClientTimeout, TCPConnector
from starlette.types import Receive, Scope, Send

from api.http.protocol import TimedProtocol
from api.proxy.chat_body import ChatBody, Placement
from api.proxy.headers import given
from api.proxy.upstream import Upstream
from benchmarks.series import percentile
from benchmarks.service import PROGRAM
from benchmarks.spaces import SPACE, Made, make_space
from benchmarks.steadiness import same_length
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.text.tokens import count_tokens
from graph.values.items import Role

ADDRESS = re.compile(r"http://\S+?:\d+")
EVENT = b'data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"word "}}]}\n\n'
WARM_UP = 10
STALL_MS = 100.0
PARTS = ("placement", "latency", "instant", "rate", "throughput", "stalls")
TURNS = 30  # of the chat whose prompts are compared

Ask = Callable[[str, int, float], Awaitable[Sequence[float]]]


async def upstream(scope: Scope, receive: Receive, send: Send) -> None:
    """Send as many events as the headers ask for, with the pause and the thinking time that they name."""
    if scope["type"] != "http":
        return
    headers = dict(scope["headers"])
    events, pause = int(headers[b"x-events"]), float(headers[b"x-pause"])
    while (await receive()).get("more_body"):
        pass
    await asyncio.sleep(float(headers[b"x-thinks"]))
    kind = [(b"content-type", b"text/event-stream")]
    await send({"type": "http.response.start", "status": 200, "headers": kind})
    started = perf_counter()
    for number in range(events):
        if pause:  # On a fixed beat, however long sending takes.
            await asyncio.sleep(max(0.0, started + number * pause - perf_counter()))
        await send({"type": "http.response.body", "body": EVENT, "more_body": True})
    await send({"type": "http.response.body", "body": b"data: [DONE]\n\n", "more_body": False})


class Bare:
    """A pass-through without memory, made of the same parts as ours."""

    def __init__(self, base: str) -> None:
        self._upstream = Upstream(base)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] != "http":
            return
        body = (await receive())["body"]
        headers = [(name.decode(), value.decode()) for name, value in scope["headers"] if name.startswith(b"x-")]
        answer = await self._upstream.ask("POST", "/chat/completions", headers, body)
        await send({"type": "http.response.start", "status": answer.status, "headers": given(answer.headers)})
        async for chunk in answer.chunks():
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
        answer.close()


def serve(base: str | None) -> None:
    """Be the upstream, or a bare pass-through to the one at `base`, until the process is ended."""
    app = upstream if base is None else Bare(base)
    config = uvicorn.Config(app, port=0, http=TimedProtocol, log_level="info", access_log=False, backlog=2048)
    uvicorn.Server(config).run()


@contextmanager
def process(command: Sequence[str], environment: dict[str, str] | None = None) -> Iterator[tuple[str, int]]:
    """A server in a process of its own: the address that it prints, and its process id."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(command, text=True, env={**os.environ, **(environment or {})}, **pipes) as running:  # type: ignore[call-overload]
        try:
            address = next(found[0] for line in running.stdout if (found := ADDRESS.search(line)))
            Thread(target=running.stdout.read, daemon=True).start()  # A process blocks when its pipe is full.
            yield address, running.pid
        finally:
            running.terminate()


@dataclass(frozen=True, slots=True)
class Way:
    """A way to the upstream."""

    name: str
    url: str
    pid: int

    @property
    def cpu_ms(self) -> float:
        """How long its process has computed until now. Other processes on the machine do not count."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


class Measuring:
    """Requests over each way, with questions that are new each time."""

    def __init__(self, ways: Sequence[Way], made: Made, session: ClientSession) -> None:
        self.ways = ways
        self._made = made
        self._session = session
        self._random = Random(1)
        self._numbers = count()

    def question(self) -> str:
        """A sentence about something in the space."""
        talk = self._random.choice(self._made.talks)
        return f"{self._made.speech.sentence(talk.topic, talk.names, words=12)} {next(self._numbers)}?"

    async def ask(self, url: str, events: int, pause: float, *, thinks: float = 0.0) -> list[float]:
        """When each piece arrived, in seconds since the request."""
        body = {"model": "m", "stream": True, "messages": [{"role": "user", "content": self.question()}]}
        headers = {"X-Events": str(events), "X-Pause": str(pause), "X-Thinks": str(thinks)}
        started = perf_counter()
        async with self._session.post(url, json=body, headers=headers) as answer:
            assert answer.status == 200, await answer.text()
            return [perf_counter() - started async for _ in answer.content.iter_any()]

    async def latency(self, times: int, thinks: float) -> str:
        """Milliseconds to the first piece, one request after the other, over all ways in turns."""
        took: dict[str, list[float]] = {way.name: [] for way in self.ways}
        before: dict[str, float] = {}
        for number in range(WARM_UP + times):
            before = before if number > WARM_UP else {way.name: way.cpu_ms for way in self.ways}
            for way in self.ways:
                arrived = await self.ask(way.url, 1, 0.0, thinks=thinks)
                if number >= WARM_UP:
                    took[way.name].append(arrived[0] * 1000)
        cpu = {way.name: (way.cpu_ms - before[way.name]) / times for way in self.ways}
        rows = [
            f"| {name} | {median(ms):.1f} | {percentile(ms, 0.95):.1f} | {cpu[name]:.1f} |" for name, ms in took.items()
        ]
        own = [ours - bare for ours, bare in zip(took["proxy"], took["bare"], strict=True)]
        above = cpu["proxy"] - cpu["bare"]
        rows.append(f"| proxy above bare | **{median(own):.1f}** | {percentile(own, 0.95):.1f} | {above:.1f} |")
        title = f"| first piece of an upstream that thinks for {thinks * 1000:.0f} ms, ms | p50 | p95 | CPU a request |"
        return "\n".join([title, "|---|---|---|---|", *rows])

    async def rate(self, events: int, times: int) -> str:
        """Events a second from the first piece to the last, one reply after the other, over all ways in turns."""
        rates: dict[str, list[float]] = {way.name: [] for way in self.ways}
        for _ in range(times):
            for way in self.ways:
                arrived = await self.ask(way.url, events, 0.0)
                rates[way.name].append(events / (arrived[-1] - arrived[0]))
        bare = median(rates["bare"])
        rows = [f"| {name} | {median(each):,.0f} | {median(each) / bare:.0%} |" for name, each in rates.items()]
        title = f"| replies of {events:,} events, while they stream | events a second | of bare |"
        return "\n".join([title, "|---|---|---|", *rows])

    async def throughput(self, clients: int, events: int, times: int) -> str:
        """Events a second with so many clients, each as fast as it can, over all ways in turns."""
        rates: dict[str, list[float]] = {way.name: [] for way in self.ways}
        before = {way.name: way.cpu_ms for way in self.ways}
        for _ in range(times):
            for way in self.ways:
                started = perf_counter()
                await asyncio.gather(*(self.ask(way.url, events, 0.0) for _ in range(clients)))
                rates[way.name].append(clients * events / (perf_counter() - started))
        bare = median(rates["bare"])
        cpu = {way.name: (way.cpu_ms - before[way.name]) / (times * clients) for way in self.ways}
        rows = [
            f"| {name} | {median(each):,.0f} | {median(each) / bare:.0%} | {cpu[name]:.0f} |"
            for name, each in rates.items()
        ]
        title = f"| {clients} clients, replies of {events:,} events | events a second | of bare | CPU ms a reply |"
        return "\n".join([title, "|---|---|---|---|", *rows])

    async def stalls(self, chats: int, events: int, pause: float) -> str:
        """How much later than the upstream's beat pieces arrive, with so many chats at once."""
        rows = []
        for way in self.ways:

            async def one(number: int, url: str = way.url) -> list[float]:
                await asyncio.sleep(number * events * pause / chats)  # They start one after another, as people do.
                arrived = await self.ask(url, events, pause)
                return [(later - earlier - pause) * 1000 for earlier, later in pairwise(arrived)]

            waits = [wait for waits in await asyncio.gather(*map(one, range(2 * chats))) for wait in waits]
            late = sum(wait > STALL_MS for wait in waits)
            rows.append(f"| {way.name} | {percentile(waits, 0.99):.0f} | {max(waits):.0f} | {late} of {len(waits):,} |")
        title = f"| {chats} chats at once, {1 / pause:.0f} events a second | p99, ms | longest, ms | above 100 ms |"
        return "\n".join([title, "|---|---|---|---|", *rows])


def cached_share(knowledge: KnowledgeGraph, made: Made, placement: Placement) -> float:
    """The part of a long chat's prompts, from the beginning, that is the same as in the turn before."""
    random, before, same, whole = Random(2), "", 0, 0
    messages = [{"role": "system", "content": "You are a helpful assistant. " * 40}]
    for number in range(TURNS):
        talk = random.choice(made.talks)
        said = made.speech.sentence(talk.topic, talk.names, words=30)
        messages.append({"role": "user", "content": said})
        lines = tuple(Line(role=Role(each["role"]), body=each["content"]) for each in messages[1:])
        request = TurnRequest(space=SPACE, lines=lines, chat=f"long {placement}")
        block = take_turn(knowledge, request, now=made.now).block.body
        body = ChatBody.of(json.dumps({"messages": messages}).encode())
        assert body is not None
        prompt = body.with_block(block, placement).decode()
        if number:
            same += count_tokens(prompt[: same_length(before, prompt)])
            whole += count_tokens(prompt)
        before = prompt
        messages.append({"role": "assistant", "content": made.speech.sentence(talk.topic, talk.names, words=80)})
    return same / whole


def placements(knowledge: KnowledgeGraph, made: Made) -> str:
    """What a provider's cache can hold, for each place of the block."""
    rows = [f"| `{each}` | {cached_share(knowledge, made, each):.0%} |" for each in get_args(Placement)]
    return "\n".join(["| placement | of a prompt's tokens the same as in the turn before |", "|---|---|", *rows])


async def measured(ways: Sequence[Way], made: Made, parts: Sequence[str], *, is_quick: bool) -> None:
    """Print the tables."""
    connector, timeout = TCPConnector(limit=0), ClientTimeout(total=None)
    async with ClientSession(connector=connector, timeout=timeout) as session:
        measuring = Measuring(ways, made, session)
        tables = {
            "latency": lambda: measuring.latency(20 if is_quick else 200, 0.1),
            "instant": lambda: measuring.latency(20 if is_quick else 200, 0.0),
            "rate": lambda: measuring.rate(20_000, 3 if is_quick else 15),
            "throughput": lambda: measuring.throughput(8, 2000, 2 if is_quick else 7),
            "stalls": lambda: measuring.stalls(20 if is_quick else 200, 30 if is_quick else 300, 1 / 30),
        }
        for part in (each for each in tables if each in parts):
            say(await tables[part]())


def say(text: str) -> None:
    """Print a part of the report."""
    sys.stdout.write(f"{text}\n\n")
    sys.stdout.flush()


def main() -> None:
    """Make the space, start the servers, and measure."""
    parser = ArgumentParser(prog="python -m benchmarks.proxied", description=__doc__)
    parser.add_argument("--items", type=int, default=10_000, help="of the space (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="few requests, to see that it works")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="what is measured (default: all)")
    parser.add_argument("--serve", nargs="?", const="", help="be the upstream, or a pass-through to this one")
    given = parser.parse_args()
    if given.serve is not None:
        serve(given.serve or None)
        return
    ours = [sys.executable, "-m", "benchmarks.proxied", "--serve"]
    with TemporaryDirectory() as folder, ExitStack() as servers:
        file = Path(folder) / "memory.db"
        knowledge = KnowledgeGraph(open_store(str(file)))
        made = make_space(knowledge, given.items)
        if "placement" in given.parts:
            say(placements(knowledge, made))
        knowledge.close()
        source, source_id = servers.enter_context(process(ours))
        bare, bare_id = servers.enter_context(process([*ours, source]))
        environment = {"REMEMBRANCER_UPSTREAM": source, "REMEMBRANCER_ROUNDS_ENABLED": "false"}
        proxy, proxy_id = servers.enter_context(
            process([str(PROGRAM), "serve", "--port", "0", "--store", str(file)], environment)
        )
        ways = [
            Way("direct", f"{source}/chat/completions", source_id),
            Way("bare", f"{bare}/chat/completions", bare_id),
            Way("proxy", f"{proxy}/proxy/{SPACE}/v1/chat/completions", proxy_id),
        ]
        asyncio.run(measured(ways, made, given.parts, is_quick=given.quick))


if __name__ == "__main__":
    main()
