"""The lines about what is no longer visible: a summary for each part, coarser where it is older, so that they fit."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby, islice
from math import inf
from typing import cast

from context.select.budgeted_block import BudgetedBlock
from context.select.history_cover import Forest, is_summary, messages_in, tokens_of
from context.select.section import Material
from context.wording.excerpts import GAP, opening
from context.wording.item_lines import without_days
from context.wording.pieces import Piece, summary_piece
from context.wording.reasons import Unfit
from graph.store.verbs import Label
from graph.text.analysis import name_key
from graph.text.search_terms import query_stems
from graph.text.sentences import sentences
from graph.text.tokens import count_tokens
from graph.values.items import GENERIC_SENDERS, Fact, FactStatus, Summary

BRIEF_TOKENS, BRIEF_TOKENS_MAX = 24, 32
"""One sentence, which is cut if it is longer. Older parts get no more if there is little room."""

LINE_TOKENS = 48
"""One short line, which stands in the smallest block, too."""

ROOTS_MAX = 40
"""Parts older than so many others are told as one: their lines alone would fill a block of 1,024 tokens."""

PEOPLE_MAX = 4
"""Of one line; where more talked, the first names stand for them."""

READ_MAX = 80
"""Summaries that are read below the roots; more do not fit a block of 4,000 tokens."""


def summaries_read(material: Material, tokens_max: int) -> Sequence[str]:
    """The roots, then those below them that may take their place: those that match the question first, then the newest.
    For an overview, only those of its times.

    As many as fit the block.
    """
    forest, roots = material.forest, material.cover.summaries
    is_found, is_overview = _is_found(material), material.question.wants_whole_talk
    left = inf if is_overview else material.budget_tokens  # An overview has one line for all that lies between.
    pending = _worthiest(roots, is_found)
    if is_overview:
        pending.sort(key=lambda id: -len(forest.children(id)))
    below: list[str] = []
    for id in pending:
        if is_overview and not is_found(id):
            continue
        children = forest.children(id) if id not in material.cover.seen else ()
        tokens = sum(tokens_of(forest, child) for child in children)
        if children and tokens <= left and all(is_summary(forest, child) for child in children):
            left -= tokens
            below += children
            pending += _worthiest(children, is_found)
    return [*roots, *below[:READ_MAX]]


def put_cover(material: Material, block: BudgetedBlock, section: str, floor: int) -> None:
    """Put lines that together stand for everything that summaries hold outside the visible part, instead of those put
    before, so that at least `floor` tokens are left. Without room even for one line, those before stay.

    The oldest parts are told in one line if there is no room for more; the newest are told in detail.
    """
    before = [piece for piece in block.pieces if piece.section == section]
    for piece in before:  # Before others are made, since what they say would count as said.
        block.take_back(piece.id, Unfit.STOOD_FOR)
    left = max(block.left - max(0, floor), min(block.left // 3, LINE_TOKENS))
    pieces = _Lines(material, block, section).fitting(left)
    for piece in pieces if _tokens(pieces) <= max(left, block.left // 2) else before:
        block.put(piece)


def is_shown_whole(piece: Piece, material: Material, block: BudgetedBlock, *, besides: str = "") -> bool:
    """Whether all messages that a line of the cover stands for are shown or visible, once the one `besides` them is."""

    def is_shown(id: str) -> bool:
        return id in material.visible or id == besides or block.shown(id) is not None

    messages = (id for of in (piece.id, *piece.quotes) for id in messages_in(material.forest, of))
    return any(map(is_shown, islice(messages, 1))) and all(map(is_shown, messages))


def finish_cover(material: Material, block: BudgetedBlock) -> None:
    """Take out all lines if the block shows each of their messages, and make one line of neighbours that have nothing
    left to tell, since the rest of the block says it.

    One line alone stays, so that blocks for different questions begin alike.
    """
    told = [piece for piece in block.pieces if piece.label is Label.SUMMARY and piece.stands_for]
    if all(is_shown_whole(piece, material, block) for piece in told):
        for piece in told:
            block.take_back(piece.id, Unfit.STOOD_FOR)
    lines = [piece for piece in block.pieces if piece.label is Label.SUMMARY and piece.stands_for]
    lines.sort(key=lambda piece: piece.place)
    for (is_mute, people), run in groupby(lines, key=lambda piece: (not piece.tells, piece.group)):
        if is_mute and len(pieces := [*run]) > 1:
            # A line may stand for others already: its count has their messages, and their rows have their days.
            ids = dict.fromkeys(id for piece in pieces for id in (*piece.quotes, piece.id))
            rows = sorted((cast(Summary, material.rows[id]) for id in ids), key=lambda row: row.first_position)
            one = replace(_as_one(rows), message_count=sum(piece.stands_for for piece in pieces))
            for piece in pieces:
                block.take_back(piece.id, Unfit.STOOD_FOR)
            joined = summary_piece(
                one, pieces[0].section, "", within=pieces[-1].within, people=people, phrases=material.phrases
            )
            block.put(joined._replace(quotes=tuple(id for id in ids if id != one.id)))


def _as_one(rows: Sequence[Summary]) -> Summary:
    """The latest, with the days, the messages and the participants of all."""
    return replace(
        max(rows, key=lambda row: row.last_position),
        first_at=rows[0].first_at,
        first_position=rows[0].first_position,
        message_count=sum(row.message_count for row in rows),
        participants=tuple(dict.fromkeys(name for row in rows for name in row.participants)),
    )


class _Lines:
    """Makes the lines of one cover."""

    def __init__(self, material: Material, block: BudgetedBlock, section: str) -> None:
        self._material, self._block, self._section = material, block, section
        roots = [row for id in material.cover.summaries if isinstance(row := material.rows.get(id), Summary)]
        seen = material.cover.seen
        self._roots = [replace(row, message_count=row.message_count - seen.get(row.id, 0)) for row in roots]
        self._has_groups = len({_people(row) for row in roots}) > 1
        self._disputed = [
            (frozenset(query_stems(row.body)), material.sources.get(row.id, ()))
            for row in material.rows.values()
            if isinstance(row, Fact) and row.status is FactStatus.DISPUTED
        ]

    def fitting(self, tokens_max: int) -> list[Piece]:
        """The lines, in as much detail as fits. If none fits, the shortest line that stands for everything."""
        roots = self._roots
        if self._material.question.wants_whole_talk and (pieces := self._in_parts(tokens_max)):
            return pieces
        brief = [self._line(row, is_brief=True) for row in roots[-ROOTS_MAX:]]
        if len(brief) == len(roots) and _tokens(brief) <= tokens_max:
            return self._detailed(brief, tokens_max)
        pieces = brief
        for count in range(max(2, len(roots) - len(brief)), len(roots) + 1):
            pieces = [self._told_as_one(roots[:count]), *brief[count - len(roots) + len(brief) :]]
            if _tokens(pieces) <= tokens_max:
                return pieces
        shortest = [piece.shortened("") for piece in pieces[:1] if piece.shortened]
        return [piece._replace(quotes=pieces[0].quotes, group="", header="") for piece in shortest]

    def _told_as_one(self, rows: Sequence[Summary]) -> Piece:
        """One line for several summaries. The latest speaks for them: what older ones tell may have changed since."""
        latest = _as_one(rows)
        return self._line(latest, is_brief=True)._replace(quotes=tuple(row.id for row in rows if row.id != latest.id))

    def _detailed(self, brief: Sequence[Piece], tokens_max: int) -> list[Piece]:
        """The lines with their whole texts, and finer ones in place of them, while there is room."""
        is_found = _is_found(self._material)
        lines = {piece.id: piece for piece in brief}
        roots = {row.id: row for row in self._roots}
        pending = _worthiest(list(lines), is_found)
        left = self._tell_whole(lines, [roots[id] for id in pending], tokens_max - _tokens(brief))
        left //= 2  # The other half is for what was said last, in its own words.
        for id in pending:
            for is_brief in (False, True) if (below := self._below(id)) else ():
                finer = [self._line(row, is_brief=is_brief) for row in below]
                if (more := _tokens(finer) - lines[id].tokens) <= left:
                    del lines[id]
                    lines |= {piece.id: piece for piece in finer}
                    left -= more
                    pending += _worthiest((row.id for row in below), is_found)
                    break
        return [*lines.values()]

    def _below(self, summary: str) -> list[Summary]:
        """What it summarises, if all of that are summaries that were read and none of its messages is visible."""
        material = self._material
        children = [*material.forest.children(summary)] if summary not in material.cover.seen else []
        below = [row for child in children if isinstance(row := material.rows.get(child), Summary)]
        return below if len(below) == len(children) else []

    def _in_parts(self, tokens_max: int) -> list[Piece]:
        """The lines of an overview: parts of the times asked for as fine as fits, with whole texts where there is room,
        and one line for all that lies between two of them. Empty if not even the roots' lines fit.
        """
        is_found = _is_found(self._material)
        rows = {row.id: row for row in self._roots}

        @cache
        def brief(id: str) -> Piece:
            return self._line(rows[id], is_brief=True)

        @cache
        def between(*ids: str) -> Piece:
            return self._told_as_one([rows[id] for id in ids])

        def told(ids: Sequence[str]) -> list[Piece]:
            runs = groupby(ids, key=is_found)
            return [piece for is_asked, run in runs for piece in (map(brief, run) if is_asked else [between(*run)])]

        ids = [*rows]
        if _tokens(told(ids)) > tokens_max:
            return []
        pending = [*filter(is_found, ids)]
        while pending:
            coarsest = max(pending, key=lambda id: rows[id].message_count)
            pending.remove(coarsest)
            below = {row.id: row for row in self._below(coarsest)}
            rows |= below
            place = ids.index(coarsest)
            finer = [*ids[:place], *below, *ids[place + 1 :]]
            if below and _tokens(told(finer)) <= tokens_max:
                ids = finer
                pending += filter(is_found, below)
        lines = {piece.id: piece for piece in told(ids)}
        self._tell_whole(
            lines, [rows[id] for id in reversed(ids) if is_found(id)], tokens_max - _tokens([*lines.values()])
        )
        return [*lines.values()]

    def _tell_whole(self, lines: dict[str, Piece], rows: Iterable[Summary], left: int) -> int:
        """Give the lines of these summaries their whole texts while there is room; returns what is left of it."""
        for row in rows:
            whole = self._line(row)
            if (more := whole.tokens - lines[row.id].tokens) <= left:
                lines[row.id], left = whole, left - more
        return left

    def _line(self, row: Summary, *, is_brief: bool = False) -> Piece:
        """What the summary says beyond the rest of the block, behind its days and the number of its messages."""
        material = self._material
        body = self._with_doubts(row.id, self._block.unsaid(row.body))
        body = _first_sentence(without_days(body)) if is_brief else body
        people = _people(row)[:PEOPLE_MAX] if self._has_groups else ()
        within = frozenset(material.forest.above(row.id))
        return summary_piece(
            row, self._section, body, within=within, people=", ".join(people), phrases=material.phrases
        )

    def _with_doubts(self, summary: str, body: str) -> str:
        """The text with a note in each sentence that says a disputed fact of the messages that it summarises."""
        above = self._material.forest.above
        told = [stems for stems, sources in self._disputed if any(summary in above(source) for source in sources)]
        for first, last in reversed(sentences(body) if told else ()):
            said = body[first:last].rstrip().rstrip(".!?…")
            if any(stems.issubset(query_stems(said)) for stems in told):
                body = f"{body[:first]}{said} ({self._material.phrases.disputed}){body[first + len(said) :]}"
        return body


def _first_sentence(text: str) -> str:
    """The first sentence, cut if it is long."""
    end = next((last for _, last in sentences(text)), 0)
    return (
        f"{text[:end].strip()} {GAP}"
        if 0 < end < len(text) and count_tokens(text[:end]) <= BRIEF_TOKENS_MAX
        else opening(text, tokens_max=BRIEF_TOKENS)
    )


def _tokens(pieces: Sequence[Piece]) -> int:
    """With the names above them."""
    headers = {piece.header for piece in pieces if piece.header}
    return sum(piece.tokens for piece in pieces) + sum(count_tokens(f"{header}\n") for header in headers)


def _is_found(material: Material) -> Callable[[str], bool]:
    """Whether a summary is of the times that an overview asks for (of any, if nothing was said then); for another
    question, whether it matches or is above one that does.
    """
    forest, question, floor = material.forest, material.question, material.policy.floor
    if question.wants_whole_talk:

        @cache
        def is_of_times(id: str) -> bool:
            return any(days.meet(*_time_ms(forest, id)) for days in question.times)

        return is_of_times if any(map(is_of_times, material.cover.summaries)) else lambda id: True
    ranked = [one.id for one in material.ranked if one.entry.label is Label.SUMMARY and one.score >= floor]
    return frozenset(id for one in ranked for id in (one, *forest.above(one))).__contains__


def _time_ms(forest: Forest, summary: str) -> tuple[int, int]:
    """When its first and its last message were said."""
    first = summary
    while children := forest.children(first):
        first = children[0]
    at_ms = [entry.at_ms for id in (first, summary) if (entry := forest.entry(id))]
    return min(at_ms, default=0), max(at_ms, default=0)


def _worthiest(ids: Iterable[str], is_found: Callable[[str], bool]) -> list[str]:
    """Those that the question asks for first, then the newest; `ids` are in order of time."""
    newest_first = [*ids][::-1]
    return sorted(newest_first, key=lambda id: not is_found(id))


def _people(row: Summary) -> tuple[str, ...]:
    """The participants with names of their own."""
    return tuple(sorted(name for name in row.participants if name_key(name) not in GENERIC_SENDERS))
