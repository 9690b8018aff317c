"""Neo4j servers for tests: one of each release a run. Spaces keep tests apart, or `address.wipe()` does.

No server: skip at home, fail in CI. The driver takes half a second to import, so only who asks for a server pays it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NoReturn

import pytest

from tests.neo4j.releases import CURRENT, LTS, Missing, Release

if TYPE_CHECKING:
    from tests.neo4j.server import Address, Server


@pytest.fixture(scope="session")
def neo4j_server() -> Iterator[Address]:
    """A server of the LTS release, or the one at NEO4J_TEST_URI (with NEO4J_TEST_PASSWORD), whose data is lost then."""
    with _lts() as address:
        yield address


@pytest.fixture(scope="session")
def neo4j_current() -> Iterator[Address]:
    """A server of the current release, which needs a newer Java."""
    with started(CURRENT) as server:
        yield server.address


@pytest.fixture
def neo4j_own() -> Iterator[Callable[..., Server]]:
    """Starts a server of the test's own, which it may stop, kill and start; takes what Server takes."""
    with ExitStack() as stack:

        def own(release: Release = LTS, **options: object) -> Server:
            return stack.enter_context(started(release, **options))

        yield own


def lts_server(config: pytest.Config) -> Address:
    """The same for a whole run, before it has fixtures."""
    stack = ExitStack()
    config.add_cleanup(stack.close)
    return stack.enter_context(_lts())


@contextmanager
def _lts() -> Iterator[Address]:
    from tests.neo4j.server import Address  # noqa: PLC0415

    if uri := os.environ.get("NEO4J_TEST_URI"):
        yield Address(uri, os.environ.get("NEO4J_TEST_PASSWORD", ""))
        return
    with started(LTS) as server:
        yield server.address


@contextmanager
def started(release: Release = LTS, **options: object) -> Iterator[Server]:
    """A server in a temporary folder; both are gone at the end. It takes what Server takes."""
    from tests.neo4j.server import Server  # noqa: PLC0415

    with TemporaryDirectory(prefix="neo4j-", ignore_cleanup_errors=True) as folder:
        try:
            server = Server(release, Path(folder), **options)
        except Missing as missing:
            _no_server(missing)
        try:
            yield server.start()
        finally:
            server.kill()


def _no_server(missing: Missing) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(str(missing))
    pytest.skip(str(missing))
