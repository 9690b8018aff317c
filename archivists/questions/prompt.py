"""What a model is told: a frame from a file, the same in every call, and data that cannot be taken for part of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files

from archivists.models.provider import Purpose
from graph.text.analysis import without_surrogates

FRAME_LANGUAGES = ("en", "tr")
"""Languages that have their own files; others are told in the first, and answered in their own."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One file: who the model is, what it gets, what it has to answer, and an example."""

    text: str
    version: str  # "read.tr@" and a hash of the file


@cache
def frame_of(purpose: Purpose, language: str | None) -> Frame:
    """The frame of this purpose in this language (ISO 639-1), or in English."""
    name = f"{purpose}.{language if language in FRAME_LANGUAGES else FRAME_LANGUAGES[0]}"
    text = (files("archivists.prompts") / f"{name}.md").read_text(encoding="utf-8")
    return Frame(text, f"{name}@{blake2b(text.encode(), digest_size=6).hexdigest()}")


def data_of(fields: Mapping[str, object]) -> str:
    """One JSON object, with each entry of a list on a line of its own.

    Whatever a message says stays inside a JSON string: no quote, bracket or line of it can end what it stands in.
    """
    lines = [f"{_json(name)}: {_listed(value)}" for name, value in fields.items()]
    return without_surrogates("{" + ",\n".join(lines) + "}")


def _listed(value: object) -> str:
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(map(_json, value)) + "]"
    return _json(value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
