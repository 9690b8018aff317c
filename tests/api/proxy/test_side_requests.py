"""What chat programs ask for themselves passes through the proxy and is no memory."""

from __future__ import annotations

from tests.api.proxy.scripted_upstream import completed
from tests.api.proxy.test_passage import CHAT, ask, chat, eventually, proxied, stored


def test_what_a_program_asks_for_itself_is_no_memory() -> None:
    """Its question and the reply are not stored, and no block is put in; the answer says so."""
    title = "Provide a concise, 5-word-or-less title for the conversation, using title case conventions."
    said = ["My sister Nil moved to Izmir in March.", "Noted."]
    with proxied(completed("Noted.")) as (address, service, upstream):
        ask(address, CHAT, chat(said[0]))
        eventually(lambda: len(stored(service)), 2)
        side = ask(address, CHAT, chat(*said, title))
        bodies = [body for _, body in stored(service)]

    assert (side.headers["x-remembrancer-memory"], bodies) == ("side", said)
    assert upstream.asked[1].messages == chat(*said, title)["messages"]
