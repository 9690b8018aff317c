"""Neo4j's own parser and semantic check, without a server: a program of Node, from the registry as pinned beside."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.neo4j.releases import Missing

PROGRAM = Path(__file__).with_name("lint.cjs")


def complaints(statements: Mapping[str, str], labels: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """What is wrong with the statements, or deprecated, in Cypher 5 or 25; labels and kinds are all that exist.

    Raises Missing without Node or its packages. Costs 2 s, and up to a second for each statement.
    """
    node = shutil.which("node")
    if node is None or not PROGRAM.with_name("node_modules").exists():
        raise Missing(f"the check of Cypher needs Node and its packages in {PROGRAM.parent}; `make neo4j` fetches them")
    asked = json.dumps({"statements": statements, "labels": labels, "kinds": kinds})
    told = subprocess.run([node, str(PROGRAM)], input=asked, capture_output=True, text=True, check=True).stdout
    return [
        f"{found['name']}, {found['cypher']}, line {found['line']}: {found['message']}" for found in json.loads(told)
    ]
