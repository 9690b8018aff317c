"""The servers of a run."""

from __future__ import annotations

import pytest


@pytest.mark.xdist_group("neo4j_server")
def test_all_tests_of_a_server_are_in_one_process(request: pytest.FixtureRequest) -> None:
    """With several processes; else each of them starts every server, and nothing says so but the time it takes."""
    if not getattr(request.config.option, "loadgroup", False):
        pytest.skip("one process")
    assert request.node.nodeid.endswith("@neo4j_server")
