"""`Scripted` is the model of tests: it says what it was told to say, in order, and notes what it was asked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from threading import Lock

from archivists.models.provider import Failure, PromptMessage, Reply, Request
from graph.values.call_outcome import CallOutcome

Said = str | Reply | Failure | Callable[[Request], str]
"""What comes of one request: a text, all of a reply, a failure, or a text made from what was asked."""

BUSY = Failure(outcome=CallOutcome.BUSY, detail="RateLimitError 429")
LATE = Failure(outcome=CallOutcome.TIMED_OUT, detail="no reply within 60 s")
DOWN = Failure(outcome=CallOutcome.UNAVAILABLE, detail="InternalServerError 500")
NO_KEY = Failure(outcome=CallOutcome.NO_ACCESS, detail="AuthenticationError 401", is_worth_repeating=False)
NO_QUOTA = Failure(outcome=CallOutcome.NO_QUOTA, detail="RateLimitError 429", is_worth_repeating=False)


_LINE = re.compile(r"(?:\w+ \d{4}-\d\d-\d\d )?(?P<sender>[^:]+): (?P<said>.*)", re.DOTALL)
"""A message as a prompt has it: its day if that is another one, and who said what."""


def noting(request: Request) -> str:
    """What a model answers that takes down every new line as a fact about whoever said it, and nothing else."""
    asked = json.loads(request.lines[1].text)
    lines = [match for text in asked.get("messages", ()) if (match := _LINE.fullmatch(text))]
    facts = [
        {"words": line["said"], "text": f"{line['sender']}: {line['said']}", "about": [line["sender"]]}
        for line in lines
    ]
    return json.dumps({"facts": facts} if facts else {})


class Scripted:
    """A model without a network. It says its last line again when the script is over."""

    name = "scripted"

    def __init__(self, *script: Said, tokens_in: int = 100, tokens_out: int = 20) -> None:
        self.script: list[Said] = list(script)
        self.asked: list[tuple[PromptMessage, ...]] = []
        self._tokens = tokens_in, tokens_out
        self._lock = Lock()

    def complete(self, request: Request) -> Reply | Failure:
        """The next line of the script."""
        with self._lock:
            self.asked.append(request.lines)
            said = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(said, Reply | Failure):
            return said
        text = said if isinstance(said, str) else said(request)
        return Reply(text=text, tokens_in=self._tokens[0], tokens_out=self._tokens[1], cost=0.001)


def last_lines(model: Scripted) -> Sequence[str]:
    """What the model was asked last, request by request."""
    return [lines[-1].text for lines in model.asked]
