"""Prompts compared with their goldens, to the letter."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from archivists.models.asking import Call

A = TypeVar("A", bound=BaseModel)

GOLDEN = Path(__file__).parents[1] / "golden"


def assert_golden(call: Call[A], language: str) -> None:
    """The call's frame and data are those of its golden."""
    golden = GOLDEN / f"prompt_{call.purpose}_{language}.txt"

    assert f"{call.system}\n=====\n{call.prompt}\n" == golden.read_text(encoding="utf-8")
