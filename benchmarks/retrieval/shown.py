"""Whether a block shows a message: whole, as an excerpt with the sentence that matters, or by an item that cites it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.retrieval.folder import Asked
from context.exchange import Turn
from context.gather.wanted import wants_day
from context.wording.excerpts import GAP
from context.wording.item_lines import message_line
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Kind, Label
from graph.text.search_terms import query_terms
from graph.text.sentences import sentences
from graph.text.times import times_in

SOURCES_MAX = 100  # Of one item.

_ENTRY = re.compile(r"^- .*(?:\n  .*)*", re.MULTILINE)  # Further lines are indented: context.wording.item_lines.
_NOTE = re.compile(r" \([^()]{1,60}\)")  # The day after "yesterday": context.wording.day_notes.


class Shown:
    """What one block shows, judged for one question."""

    def __init__(self, knowledge: KnowledgeGraph, space: str, turn: Turn, asked: Asked) -> None:
        self.ids = {item.id for item in turn.items if item.label is Label.MESSAGE}
        citing = [item.id for item in turn.items if item.label in (Label.FACT, Label.MEMORY, Label.KEY_INFO)]
        edges = knowledge.store.edges(space, citing, [Kind.STATED_IN], SOURCES_MAX) if citing else ()
        self._cited = {edge.target for edge in edges if edge.source in set(citing)}
        self._entries = [_plain(entry) for entry in _ENTRY.findall(turn.block.body)]
        self._terms = _terms(f"{asked.question}\n{asked.answer or ''}")
        self._wants_day = wants_day(asked.question)

    def holds(self, id: str, line: Line) -> bool:
        """Whether the message is in the block, or an item that cites it.

        If the message was cut, the excerpt must have as many words of the question and answer as the sentence of the
        message that has the most of them. If the question asks when, and the message mentions days, one of them must
        be in the excerpt; an item that cites the message does not count, since it has only the day of the message.
        """
        days = times_in(line.body, line.sent_at) if self._wants_day else []
        if id in self._cited and not days:
            return True
        if id not in self.ids:
            return False
        body = _plain(line.body)
        entry = next(self._entries_of(line, body), "")
        best = max(len(self._terms & _terms(line.body[first:last])) for first, last in sentences(line.body))
        tells_day = not days or any(_plain(line.body[day.start : day.end]) in entry for day in days)
        return tells_day and len(self._terms & _terms(entry)) >= best

    def _entries_of(self, line: Line, body: str) -> Iterator[str]:
        """The entries of the block that consist of parts of this message."""
        lead = _plain(message_line(line.speaker, ""))
        for entry in self._entries:
            said = _NOTE.sub(lambda note: note[0] if note[0] in body else "", entry.removeprefix(lead))
            if entry.startswith(lead) and all(part.strip() in body for part in said.split(GAP)):
                yield said


def _plain(text: str) -> str:
    return " ".join(text.split())


def _terms(text: str) -> set[str]:
    return {term for term in query_terms(text) if not term.startswith("=")}
