"""Builds prompts: a frame from a file, the same in every call, and data that cannot be mistaken for part of it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files

from graph.text.analysis import without_surrogates
from languages.registry import BY_CODE, READ_AS


@dataclass(frozen=True, slots=True)
class Frame:
    """One prompt file: who the model is, what it gets, what it has to answer, and an example."""

    text: str
    version: str  # "read.tr@" and a hash of the file


@cache
def frame_of(name: str, language: str | None) -> Frame:
    """The frame of this name, which is mostly a purpose, in this language (ISO 639-1).

    A language without prompts gets the frame of `READ_AS[0]`; the model still answers in the language itself.
    """
    told = BY_CODE.get(language or "")
    told = told if told is not None and told.prompts else READ_AS[0]
    text = (files("languages") / told.prompts / f"{name}.md").read_text(encoding="utf-8")
    return Frame(text, f"{name}.{told.code}@{blake2b(text.encode(), digest_size=6).hexdigest()}")


def data_of(fields: Mapping[str, object]) -> str:
    """One JSON object, with each entry of a list on a line of its own.

    A message stays inside its JSON string: no quote, bracket or line break in it can end that string.
    """
    lines = [f"{_json(name)}: {_listed(value)}" for name, value in fields.items()]
    return without_surrogates("{" + ",\n".join(lines) + "}")


def _listed(value: object) -> str:
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(map(_json, value)) + "]"
    return _json(value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
