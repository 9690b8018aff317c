"""Any suite on a real server: what asks for a store in memory gets a corner of one."""

from __future__ import annotations

import os

import pytest

import graph.store.backends
from graph.store.backends import Login
from graph.store.verbs import Store
from tests import trials
from tests.neo4j.corner import Corner
from tests.neo4j.fixtures import lts_server


def keep_on_server(config: pytest.Config) -> None:
    """From now on `open_store(":memory:")` gives a corner of one server, which lives as long as the run."""
    trials.ON_A_SERVER = True
    opened = graph.store.backends.open_store
    address = lts_server(config)
    os.environ["NEO4J_TEST_URI"] = address.uri  # The processes of `-n 2` share it.
    server = opened(address.uri, login=address.login)
    config.add_cleanup(server.close)

    def open_store(place: str, *, read_only: bool = False, login: Login | None = None) -> Store:
        if place == ":memory:":
            return Corner(server)
        return opened(place, read_only=read_only, login=login)

    graph.store.backends.open_store = open_store
