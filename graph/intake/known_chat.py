"""Finds the chat of a history that comes without a name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from graph.intake.recognise import Line
from graph.store.verbs import Label, ReadDepth, Store

NEWEST = 16
"""How many of the last lines are looked for, besides the first one. The line that was answered last is among them."""

FOUND_MAX = 400
"""How many stored messages are looked at, the newest first: "ok" is said everywhere, and a chat that goes on is new."""


def known_chat(store: Store, space: str, lines: Sequence[Line]) -> str | None:
    """The chat that this history continues; None when it begins a new one. One read, sometimes a second.

    That chat has at least two different lines of the history, and more of them than any other; of equals the newest.
    A history with a single known line continues a chat only if that line is the chat's last: it is sent again.
    """
    if not lines:
        return None
    digests = tuple({line.digest: None for line in (lines[0], *lines[-NEWEST:])})
    head = ReadDepth.HEAD
    found = store.find(space, Label.MESSAGE, {"digest": digests}, order="-id", limit=FOUND_MAX, reading=head)
    known: dict[str, set[str]] = defaultdict(set)
    for node in found:
        known[str(node.properties["chat"])].add(str(node.properties["digest"]))
    if not known:
        return None
    best = max(known, key=lambda chat: len(known[chat]))
    if len(known[best]) > 1:
        return best
    last = store.find(space, Label.MESSAGE, {"chat": best}, order="-id", limit=1, reading=head)
    return best if last and last[0].properties["digest"] == lines[0].digest else None
