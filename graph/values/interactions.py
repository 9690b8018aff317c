"""Interactions: what a player said or did, with what the story answered."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from graph.text.identification import readers_of
from graph.text.patterns import regex
from graph.values.items import Message, Role
from languages.language import Language

SUMMARISED = "summarized"

T = TypeVar("T")

Scene = Mapping[str, str | Sequence[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Interaction:
    """A line of the player's with the lines that answer it."""

    line: Message
    replies: tuple[Message, ...]

    @property
    def said(self) -> str:
        """What the player said or did."""
        return self.line.body

    @property
    def response(self) -> str:
        """What the story answered."""
        return "\n".join(reply.body for reply in self.replies)

    @property
    def at(self) -> datetime:
        """When the player said it."""
        return self.line.sent_at

    @property
    def importance(self) -> Importance:
        """The imported value, or else one told from the words."""
        told = extra_of(self.line).get("importance")
        return Importance(str(told)) if told in set(Importance) else importance_of(self.said, self.response)


def grouped(lines: Iterable[T], role_of: Callable[[T], str]) -> list[tuple[T, tuple[T, ...]]]:
    """Each of the player's lines with those that follow it, in order; one that nobody has answered is left out."""
    groups: list[tuple[T, list[T]]] = []
    for line in lines:
        if role_of(line) == Role.USER:
            groups.append((line, []))
        elif groups:
            groups[-1][1].append(line)
    return [(line, tuple(replies)) for line, replies in groups if replies]


def interactions_of(messages: Iterable[Message]) -> list[Interaction]:
    """The interactions in these messages, which are in order of time."""
    return [Interaction(line=line, replies=replies) for line, replies in grouped(messages, lambda each: each.role)]


def extra_of(message: Message) -> Mapping[str, object]:
    """The other fields of a message; empty if they are no JSON object."""
    try:
        found = json.loads(message.extra) if message.extra else {}
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def is_told_elsewhere(message: Message) -> bool:
    """Whether the program that the message comes from has summarised it: the column `summarized` of CHIM's table."""
    return str(extra_of(message).get(SUMMARISED)).casefold() in ("1", "1.0", "true", "t", "yes")


def scene_of(message: Message) -> Scene:
    """The scene in which a message was said, as its turn told it."""
    found = extra_of(message).get("scene")
    return found if isinstance(found, dict) else {}


LONG_WORDS = 40
"""A response with this many words says more than how a room looks."""


class Importance(StrEnum):
    """How much an interaction matters."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


def importance_of(said: str, response: str) -> Importance:
    """High for words of strong feeling, death, secrets or oaths; medium if the player does something.

    A question from the player and a long response are also of medium importance.
    """
    both = f"{said}\n{response}"
    languages = readers_of(both)
    if _any(languages, "weighty", both):
        return Importance.HIGH
    if _any(languages, "busy", said) or len(response.split()) >= LONG_WORDS:
        return Importance.MEDIUM
    return Importance.LOW


def _any(languages: Iterable[Language], cue: str, text: str) -> bool:
    return any(regex(language, getattr(language.story, cue)).search(text) for language in languages)
