"""Finds the chat of a history that comes without a name."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta

from graph.intake.alignment import ANEW_WORDS
from graph.intake.recognise import Line
from graph.store.verbs import Label, ReadDepth, Store
from graph.values.codec import from_ms, is_replaced
from graph.values.items import Role

NEWEST = 16
"""How many of the last lines are looked for, besides the first one. The line that was answered last is among them."""

FOUND_MAX = 400
"""How many stored messages are looked at, the newest first: "ok" is said everywhere, and a chat that goes on is new."""


ANEW_TIME = timedelta(hours=1)
"""A question that has been answered within this time is sent again for another answer; later, it begins a new chat."""


def known_chat(store: Store, space: str, lines: Sequence[Line], *, now: datetime) -> str | None:
    """The chat that this history continues; None when it begins a new one. One read, sometimes a second.

    That chat has at least two different lines of the history, and more of them than any other; of equals the newest.
    A history with a single known line continues a chat only if that line is the chat's last, so that it is sent again,
    or its first, and only just answered.
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
    newest = store.find(space, Label.MESSAGE, {"chat": best}, order="-id", limit=NEWEST, reading=head)
    last = [node.properties for node in newest if not is_replaced(node)]
    if last and last[0]["digest"] == lines[0].digest:
        return best
    is_answered = len(last) == 2 and last[1]["digest"] == lines[0].digest and last[0]["role"] == Role.ASSISTANT
    is_anew = len(lines) == 1 and is_answered and len(lines[0].body.split()) >= ANEW_WORDS
    return best if is_anew and from_ms(int(str(last[0]["sent_at"]))) > now - ANEW_TIME else None
