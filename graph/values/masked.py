"""Items as they may be shown: without secrets in what they say."""

from dataclasses import replace
from typing import TypeVar

from graph.text.secrets import without_secrets
from graph.values.items import Stored

S = TypeVar("S", bound=Stored)

TEXTS = ("body", "lines", "brief", "dossier", "title", "topics", "reason")
"""The properties that hold what was said, or what was made of it."""


def masked(item: S) -> S:
    """The item with `•••` for each secret in its texts; itself if there is none. What is stored stays. Pure."""
    held = {name: text for name in TEXTS if (text := getattr(item, name, None))}
    shown = {
        name: without_secrets(text) if isinstance(text, str) else tuple(map(without_secrets, text))
        for name, text in held.items()
    }
    return item if shown == held else replace(item, **shown)  # type: ignore[arg-type]
