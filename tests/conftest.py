"""What every test may ask for."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

import pytest

from api.cli import BLAS_THREADS
from api.logs import TALKATIVE

pytest.register_assert_rewrite("tests.contract")
pytest_plugins = ["tests.neo4j.fixtures"]

# As in a service, and before numpy is imported: with a thread for each core, which other tests need, a model takes more
# than twice the processor.
for _name in BLAS_THREADS:
    os.environ.setdefault(_name, "1")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--store neo4j` runs every test that keeps its memories in `:memory:` on a Neo4j server instead."""
    parser.addoption("--store", choices=["sqlite", "neo4j"], default="sqlite", help="where `:memory:` is kept")


def pytest_configure(config: pytest.Config) -> None:
    """Nothing is embedded, unless a test asks for it: the model takes a second and 130 MB in each process.

    Tests import `open_store` after this, so that they, and what they call, get the store of the run."""
    os.environ["REMEMBRANCER_EMBEDDER"] = "none"
    if config.getoption("--store") == "neo4j":
        from tests.neo4j.everywhere import keep_on_server  # noqa: PLC0415

        keep_on_server(config)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """A process for each core, but no more than four, when whole folders run; files run in this process alone.

    A process more takes seconds to find the tests."""
    return min(os.cpu_count() or 1, 4) if all(Path(name).is_dir() for name in config.args) else 0


@pytest.fixture
def now() -> datetime:
    """The time at which a test happens."""
    return datetime(2026, 3, 14, 9, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """What a test sets up is gone after it: the stream that pytest gave it is closed by then."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    levels = {name: logging.getLogger(name).level for name in TALKATIVE}
    yield
    root.handlers = handlers
    root.setLevel(level)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


SERVERS = ("neo4j_server", "neo4j_current")
"""The fixtures that start a server for a whole run."""

EXTRAS = {
    "client": "langgraph",
    "embeddings": "sentence_transformers",
    "llm": "litellm",
    "mcp": "mcp",
    "notebooks": "nbclient",
}
"""The markers of tests that need an extra, and what it brings; of `client` what CI installs beside it."""


@pytest.hookimpl(tryfirst=True)  # Before xdist reads the groups.
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests of an extra are skipped where it is not installed, unless they were asked for by name, as CI does.

    With `--store neo4j` those are left out that tell nothing about a server, or that start one in any run.

    Warnings inside LiteLLM are not ours to mend: which of them come depends on what was imported before it. With
    several processes all tests on one server are in one of them.
    """
    if config.getoption("--store") == "neo4j":
        items[:] = [item for item in items if _is_of_store(item)]
    for item in items:
        for server in SERVERS:
            if server in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.xdist_group(server))
        if item.get_closest_marker("llm"):
            item.add_marker(pytest.mark.filterwarnings("ignore"))
    for extra, module in EXTRAS.items():
        if extra in config.option.markexpr or find_spec(module):
            continue
        for item in items:
            if item.get_closest_marker(extra):
                item.add_marker(pytest.mark.skip(reason=f"the `{extra}` extra is not installed"))


def _is_of_store(item: pytest.Item) -> bool:
    """Whether a test may end differently with its memories on a server."""
    is_embedded = item.get_closest_marker("embedded") is not None
    return not is_embedded and not set(SERVERS).intersection(getattr(item, "fixturenames", ()))
