"""Which programs reach memory through which door: a table, by the real packages that are installed (`make doors`)."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from time import monotonic, sleep

from tests.api.serving import serving
from tests.doors.answering_upstream import REFUSED, REPLY, TOOL, Upstream
from tests.doors.programs import PROGRAMS, Talk
from tests.house.source import ROOT

TOLD, QUESTION = "My sister Nil moved to Izmir in March.", "Where does my sister Nil live?"
CASES = ("plain", "stream", "tool", "picture", "error")
TESTED = {
    "LangGraph": "tests/house/test_adapters.py -k langgraph",
    "LlamaIndex": "tests/house/test_adapters.py -k llama",
    "OpenAI Agents": "tests/house/test_adapters.py -k agents",
    "Open WebUI filter": "tests/house/test_adapters.py -k open_webui",
    "MCP client": "tests/api/test_mcp_tools.py -m mcp",
    "TypeScript client": "tests/clients -k package",
}
"""Doors with a test of their own."""


def results_of(talk: Talk) -> Iterator[str]:
    """What came of each case: "yes", what went wrong, or "not installed"."""
    for case in CASES:
        upstream = Upstream()
        with upstream.serving() as provider, serving(upstream=provider) as (address, service):
            url = f"{address}/proxy/ada"

            def stored() -> list[str]:
                return [line.body for line in service.knowledge.messages("ada", limit=50)]

            try:
                yield _result(case, talk, url, upstream, stored)
            except ImportError:
                yield "not installed"


def _result(case: str, talk: Talk, url: str, upstream: Upstream, stored: Callable[[], list[str]]) -> str:
    is_streamed = case == "stream"
    first = talk(url, TOLD, is_streamed, case == "picture")
    _until(lambda: len(stored()) == 2)
    if case == "error":
        try:
            talk(url, REFUSED, is_streamed, False)
        except Exception as error:  # noqa: BLE001 - Each program has its own.
            return "yes" if "slow down" in f"{error!r} {error}" and len(stored()) == 2 else f"{error!r}"[:60]
        return "no error"
    asked = TOOL if case == "tool" else QUESTION
    second = talk(url, asked, is_streamed, False)
    _until(lambda: len(stored()) == 4)
    wrong = {
        f"the first reply is {first!r}": first != REPLY,
        f"the second reply is {second!r}": second != ("look_up" if case == "tool" else REPLY),
        "no block": case != "tool" and "moved to Izmir in March" not in upstream.bodies[1],
        f"stored is {stored()}": stored() != [TOLD, REPLY, asked, "look_up()" if case == "tool" else REPLY],
        "the picture is lost": case == "picture" and "iVBORw0KGgo" not in upstream.bodies[0],
    }
    return next((told for told, is_so in wrong.items() if is_so), "yes")


def _until(is_so: Callable[[], bool]) -> None:
    end = monotonic() + 5
    while not is_so() and monotonic() < end:
        sleep(0.02)


def _tested(words: str) -> str:
    asked = [sys.executable, "-m", "pytest", "-n", "0", "-q", "-rs", *words.split()]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, timeout=600)
    counts = re.findall(r"(\d+) (passed|failed|skipped)", done.stdout)
    if done.returncode:
        return "no"
    return "not installed" if "SKIPPED" in done.stdout and not any(kind == "passed" for _, kind in counts) else "yes"


def main() -> None:
    """Print the table as Markdown."""
    print(f"| Program | {' | '.join(CASES)} |\n|---|{'---|' * len(CASES)}")  # noqa: T201
    for name, talk in PROGRAMS.items():
        print(f"| {name} | {' | '.join(results_of(talk))} |", flush=True)  # noqa: T201
    print("\n| Door | its test passes |\n|---|---|")  # noqa: T201
    for name, words in TESTED.items():
        print(f"| {name} | {_tested(words)} |", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
