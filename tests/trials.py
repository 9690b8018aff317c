"""How often a property is tried."""

from __future__ import annotations

ON_A_SERVER = False
"""Whether `--store neo4j` was given; known before any test is imported."""


def examples(count: int) -> int:
    """So often; a fifth of it on a server, where each takes ten times as long."""
    return count // 5 if ON_A_SERVER else count
