"""Cursors of lists: the filters and the key of the last row, as one opaque string."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping

from graph.errors import BadInput
from graph.store.verbs import Value

After = tuple[Value, str]

NOT_OURS = "query parameter cursor is not a cursor of this service; send next_cursor unchanged"


def cursor_of(asked: Mapping[str, str | None], step: str, after: After) -> str:
    """The cursor that continues after this row, in this step of the list with these filters."""
    content = json.dumps([dict(asked), step, *after], separators=(",", ":"), sort_keys=True)
    return urlsafe_b64encode(content.encode()).decode().rstrip("=")


def read_cursor(cursor: str, asked: Mapping[str, str | None]) -> tuple[str, After]:
    """The step and the row of a cursor. Raises BadInput for an invalid cursor, or one of another list."""
    try:
        content = json.loads(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        before, step, value, id = content
        f"{step}{value}{id}".encode()
    except (ValueError, TypeError, RecursionError) as error:
        raise BadInput(NOT_OURS) from error
    is_key = isinstance(value, str | float | None) or (type(value) is int and abs(value) < 2**63)
    if not (is_key and isinstance(step, str) and isinstance(id, str)):
        raise BadInput(NOT_OURS)
    if before != dict(asked):
        raise BadInput("query parameter cursor belongs to a list with other filters; start again without it")
    return step, (value, id)
