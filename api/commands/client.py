"""`remembrancer client`: the Python client, for programs elsewhere."""

import sys
from importlib.util import find_spec
from pathlib import Path


def run() -> None:
    """Write the Python client to stdout: one file that needs httpx, and nothing else of Remembrancer."""
    found = find_spec("remembrancer_client")  # Not imported: that needs httpx.
    assert found is not None and found.origin is not None
    sys.stdout.write(Path(found.origin).read_text(encoding="utf-8"))
