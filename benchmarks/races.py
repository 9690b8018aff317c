"""Blocks and appends compared with their floors: ours and the same in bare sqlite3 and numpy, in turns."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from statistics import mean
from time import perf_counter

from benchmarks.floor import BareReader, BareSearch, BareWriter
from benchmarks.recording import RecordingStore, Trace, watch_searches
from benchmarks.series import Series
from benchmarks.spaces import CHAT, SPACE, make_space
from benchmarks.tiles import BASE_ITEMS, Base, Tile, load_tiles, now_of
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.items import Role

WARM_UP = 10
VISIBLE_LINES = 10
MADE_MAX = 100_000  # Items; making a million would take half an hour.
STRIDE = 7919  # A prime.


@dataclass(slots=True)
class Shape:
    """How much a block reads and shows: means over all questions."""

    store_reads: list[int] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    edges: list[int] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    sections: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        return (
            f"{mean(self.store_reads):.0f} store calls, {mean(self.rows):.0f} rows, {mean(self.edges):.0f} edges, "
            f"{mean(self.tokens):.0f} tokens"
        )


class Course:
    """One space in a file, with what is needed to race on it."""

    def __init__(self, folder: Path, items_count: int) -> None:
        self.file = folder / f"{items_count}.db"
        self.store = RecordingStore(open_store(str(self.file)))
        self.knowledge = KnowledgeGraph(self.store)
        self._tiles: list[Tile] = []  # the copies of which a large space consists
        if items_count > MADE_MAX:
            base = Base(BASE_ITEMS)
            copies = load_tiles(self.store, SPACE, base, items_count)
            self.made, self._now, self._tiles = base.made, now_of(base, copies), [Tile(base, 0), *copies]
        else:
            self.made = make_space(self.knowledge, items_count)
            self._now = self.made.now
        os.sync()  # Unwritten data of the making would slow down every commit.
        index = self.knowledge.index(SPACE)
        self.items_count, self.messages_count = len(index), index.message_count()
        watch_searches(index, self.store)
        self.shape = Shape()
        self._reader = BareReader(self.file, SPACE)
        self.file_mb = self._reader.size_mb()
        self._search = BareSearch(self._reader.terms())
        self._writer = BareWriter(folder / f"{items_count}-floor.db")

    @property
    def is_copied(self) -> bool:
        """Whether most of the space was loaded as copies, so that the time to make it says nothing."""
        return bool(self._tiles)

    @property
    def now(self) -> datetime:
        """When the last line was said."""
        return self._now

    def question(self, number: int) -> str:
        """A question. Together they are about old and new talks, evenly over the whole space."""
        talks = self.made.talks
        question = self.made.speech.question(talks[number * STRIDE % len(talks)])
        return self._tiles[number * STRIDE % len(self._tiles)].text(question) if self._tiles else question

    def blocks(self, count: int) -> Series:
        """Questions that are answered; nothing is written."""
        return self._race(count, is_recorded=False, is_said=True)

    def recorded_blocks(self, count: int) -> Series:
        """Questions that are answered; the block is kept."""
        return self._race(count, is_recorded=True, is_said=False)

    def turns(self, count: int) -> Series:
        """Questions that are messages: stored and answered; the block is kept. Two commits, in the floor too."""
        return self._race(count, is_recorded=True, is_said=True)

    def appends(self, count: int) -> Series:
        """Single lines with a time are stored; the floor writes the same nodes and edges."""
        series = Series()
        for number in range(WARM_UP + count):
            line = replace(self.made.speech.line(), sent_at=self._next_moment())
            trace = self._fresh_trace()
            started = perf_counter()
            self.knowledge.append(SPACE, [line], chat=CHAT, now=self._now)
            stored = perf_counter()
            self._writer.run(trace.writes)
            if number >= WARM_UP:
                series.ours.append((stored - started) * 1000)
                series.floor.append((perf_counter() - stored) * 1000)
        return series

    def close(self) -> None:
        """The file is free for another process."""
        self._reader.close()
        self._writer.close()
        self.knowledge.close()

    def _race(self, count: int, *, is_recorded: bool, is_said: bool) -> Series:
        series = Series()
        for number in range(WARM_UP + count):
            request = self._request(self.question(number), is_recorded=is_recorded, is_said=is_said)
            trace = self._fresh_trace()
            started = perf_counter()
            turn = take_turn(self.knowledge, request, now=self._now)
            taken = perf_counter()
            statements, lookups = self._reader.statements(trace), self._search.lookups(trace)
            floor_started = perf_counter()
            self._reader.run(statements)
            self._search.run(lookups)
            self._writer.run(trace.writes)
            floor_taken = perf_counter()
            if number >= WARM_UP:
                series.ours.append((taken - started) * 1000)
                series.floor.append((floor_taken - floor_started) * 1000)
                self._note(trace, turn.block.tokens, {item.section for item in turn.items})
        return series

    def _request(self, question: str, *, is_recorded: bool, is_said: bool) -> TurnRequest:
        line = Line(role=Role.USER, sender="Maren", body=question, sent_at=self._next_moment())
        return TurnRequest(
            space=SPACE,
            chat=CHAT,
            lines=(line,) if is_said else (),
            query=None if is_said else question,
            visible=VISIBLE_LINES,
            record=is_recorded,
        )

    def _next_moment(self) -> datetime:
        self._now += timedelta(seconds=30)
        return self._now

    def _fresh_trace(self) -> Trace:
        self.store.trace = Trace()
        return self.store.trace

    def _note(self, trace: Trace, tokens: int, sections: set[str]) -> None:
        self.shape.store_reads.append(trace.reads_count)
        self.shape.rows.append(sum(len(ids) for ids, _ in trace.nodes))
        self.shape.edges.append(sum(read.found_count for read in trace.edges))
        self.shape.tokens.append(tokens)
        self.shape.sections |= sections
