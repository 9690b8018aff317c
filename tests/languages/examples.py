"""What each language is held to: a file of examples that is named after its code. A new language brings its own."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from languages.registry import LANGUAGES

FOLDER = Path(__file__).parent


@cache
def examples_of(code: str) -> dict[str, Any]:
    """All examples of one language, by what they are for."""
    return tomllib.loads((FOLDER / f"{code}.toml").read_text(encoding="utf-8"))


def every(part: str) -> list[tuple[str, Any]]:
    """The code of a language and one of its examples of this part, for each; of a table: a pair."""
    found: list[tuple[str, Any]] = []
    for language in LANGUAGES:
        part_of_it = examples_of(language.code).get(part, ())
        examples = part_of_it.items() if isinstance(part_of_it, dict) else part_of_it
        found += [(language.code, example) for example in examples]
    return found


def name_of(value: object) -> str | None:
    """How an example is called in a report."""
    return value if isinstance(value, str) else None
