"""Models that remember, behind HTTP as OpenAI speaks it: each prompt gets one answer, the same every time."""

from __future__ import annotations

from hashlib import blake2b
from typing import cast

from tests.archivists.scripted_server import Say, ScriptedServer, Step
from tests.archivists.transcripts.making import MARKED


class WitnessServer(ScriptedServer):
    """Quotes the beginning of what is to be remembered, and tells the digest of any other prompt."""

    def __init__(self) -> None:
        super().__init__(Say("nothing"))

    def next_step(self, request: dict[str, object]) -> Step:
        """An answer to this request."""
        super().next_step(request)
        texts = [line["content"] for line in cast(list[dict[str, str]], request["messages"])]
        marked = MARKED.findall("\n".join(texts[1:]))
        if marked and "Quote one passage" in texts[-1]:
            return Say(" ".join(marked[0].split()[:9]))
        return Say(f"Told {blake2b(repr(texts).encode(), digest_size=4).hexdigest()}.")
