"""Reads rows of CHIM's table `speech` from CSV, TSV or JSON, in any order of columns and rows.

Three versions of the table exist: sess, speaker, speech, location, listener, topic, localts, gamets, ts; then with
rowid, companions, audios and later moods; then with conversationid and summarized. Only speaker, speech and gamets are
required. Other columns are kept with the message.
"""

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from api.importers.openai_messages import json_values
from api.importers.sources import Imported, LeftOut, SourceFile, extra_of, head_and_lines, number_of, role_named
from graph.values.items import Role

GAP_GAMETS = 72_000.0  # From the proposal of conversations for CHIM: about ten minutes of game time.
NEEDED = ("speaker", "speech", "gamets")
DELIMITERS = (",", "\t", ";", "|")
PLAYER_NAMES = ("prisoner", "player")  # The game's names for a player without a name.
NULLS = ("", "\\N", "NULL", "null")
FIELD_CHARACTERS_MAX = 10_000_000


@dataclass(frozen=True, slots=True)
class _Row:
    place: str
    order: tuple[float, float, float, int]  # gamets, rowid, ts, and the place among all rows
    speaker: str
    speech: str
    listener: str
    local: object
    extra: str | None  # the other columns, as JSON
    conversation: str  # its id in the table; "" if it has none


def read_chim(source: SourceFile, lines: Iterator[str]) -> Iterator[Imported | LeftOut]:
    """The rows in the order of gamets, rowid, ts and place in the file.

    The player is `options.player`, or a speaker called Prisoner or Player, or the most frequent listener. Keeps all
    rows in memory, below 1 KB each, to sort them.
    """
    rows = sorted(_rows_of(source, lines), key=attrgetter("order"))
    has_conversations = all(row.conversation for row in rows)  # If one is missing, gaps divide all rows.
    source.check_player([name for row in rows for name in (row.speaker, row.listener)])
    player = source.options.player or player_of([row.speaker for row in rows], [row.listener for row in rows])
    for row in rows:
        if not row.speech.strip():
            yield LeftOut("empty message", row.place)
            continue
        line = {
            "role": _role_of(row.speaker, player),
            "sender": row.speaker,
            "body": row.speech,
            # Some tables have 0 here.
            "sent_at": source.time(row.place, row.local, "seconds since 1970") if number_of(row.local) else None,
            "world_time": row.order[0],
            "extra": row.extra,
            "conversation": row.conversation if has_conversations else None,
        }
        yield Imported(source.options.chat or "", source.checked(row.place, line), row.place)


def has_columns(header: str) -> str | None:
    """The delimiter if this line is a header of the table, or None."""
    for delimiter in DELIMITERS:
        if set(NEEDED) <= set(_header_cells(header, delimiter)):
            return delimiter
    return None


def player_of(speakers: Sequence[str], listeners: Sequence[str]) -> str | None:
    """The player's name, if the options do not say it."""
    spoken = Counter(speakers)
    named = [name for name in spoken if name.casefold() in PLAYER_NAMES]
    if named:
        return named[0]
    heard = Counter(name for name in listeners if name in spoken and role_named(name) is None)
    return heard.most_common(1)[0][0] if heard else None


def _rows_of(source: SourceFile, lines: Iterator[str]) -> Iterator[_Row]:
    head, lines = head_and_lines(lines)
    first = head.strip().splitlines()[0]
    found = _json_rows(source, lines) if first[0] in "[{" else _table_rows(source, first, lines)
    for number, (place, values) in enumerate(found):
        yield _row_of(source, values, place, number)


def _json_rows(source: SourceFile, lines: Iterator[str]) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Rows from a list, from an object that contains a list, or from one row per line."""
    for place, value in json_values(source, lines):
        inside = [value, *value.values()] if isinstance(value, dict) else [value]
        rows = next((each for each in inside if isinstance(each, list)), None)
        places = [(place, value)] if rows is None else [(f"row {number}", row) for number, row in enumerate(rows, 1)]
        for where, row in places:
            yield where, _json_row(source, row, where)


def _json_row(source: SourceFile, row: object, place: str) -> Mapping[str, object]:
    if not isinstance(row, dict):
        raise source.wrong(place, row, 'a row such as {"speaker": "Lydia", "speech": "Yes?", "gamets": 1}')
    return {str(name).strip().lower(): value for name, value in row.items()}


def _table_rows(source: SourceFile, header: str, lines: Iterator[str]) -> Iterator[tuple[str, Mapping[str, object]]]:
    delimiter = has_columns(header)
    if delimiter is None:
        raise source.wrong("line 1", header, f"columns with {', '.join(NEEDED)} among them")
    csv.field_size_limit(FIELD_CHARACTERS_MAX)
    names = _header_cells(header, delimiter)
    reader = csv.reader(lines, delimiter=delimiter)
    try:
        for cells in reader:
            if not any(cells) or [cell.strip().lower() for cell in cells] == names:
                continue
            if len(cells) != len(names):
                raise source.wrong(
                    f"line {reader.line_num}", f"{len(cells)} columns", f"{len(names)}, as in the header"
                )
            yield f"line {reader.line_num}", dict(zip(names, (None if c in NULLS else c for c in cells), strict=True))
    except csv.Error as error:
        raise source.wrong(f"line {reader.line_num}", str(error), "a row of the table") from error


def _header_cells(header: str, delimiter: str) -> list[str]:
    try:
        cells = next(csv.reader([header.strip()], delimiter=delimiter), [])
    except csv.Error:
        return []
    return [cell.strip().lower() for cell in cells]


def _row_of(source: SourceFile, values: Mapping[str, object], place: str, number: int) -> _Row:
    missing = [name for name in NEEDED if name not in values]
    if missing:
        raise source.wrong(place, f"no {missing[0]}", f"a row with {', '.join(NEEDED)}")
    gamets = number_of(values["gamets"])
    if gamets is None:
        raise source.wrong(place, f"gamets {values['gamets']}", "a number")
    return _Row(
        place=place,
        order=(gamets, number_of(values.get("rowid")) or 0.0, number_of(values.get("ts")) or 0.0, number),
        speaker=str(values["speaker"] or "").strip(),
        speech=str(values["speech"] or "").strip(),
        listener=str(values.get("listener") or "").strip(),
        local=values.get("localts"),
        extra=extra_of({name: value for name, value in values.items() if name not in NEEDED}),
        conversation=str(values.get("conversationid") or "").strip(),
    )


def _role_of(speaker: str, player: str | None) -> Role:
    if player is not None and speaker.casefold() == player.casefold():
        return Role.USER
    return Role.NARRATOR if role_named(speaker) is Role.NARRATOR else Role.ASSISTANT
