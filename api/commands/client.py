"""`remembrancer client`: the Python client, to be kept beside a program that uses a service."""

from __future__ import annotations

import sys
from pathlib import Path

CLIENT = Path(__file__).parents[2] / "remembrancer_client.py"


def run() -> None:
    """Write the Python client to stdout: one file that needs httpx, and nothing else of Remembrancer."""
    sys.stdout.write(CLIENT.read_text(encoding="utf-8"))
