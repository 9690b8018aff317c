"""What the service logs, for a test to look at."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from api.logs import LogEvent


class _Keeping(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[dict[str, object]] = []

    def emit(self, record: logging.LogRecord) -> None:
        assert isinstance(record.msg, LogEvent)
        line = {**record.msg.fields, "event": record.msg.name, "level": record.levelname.lower()}
        self.lines.append({**line, "exc_info": True} if record.exc_info else line)


@contextmanager
def capture_logs() -> Iterator[list[dict[str, object]]]:
    """The lines of our loggers on any level, as they come; they go nowhere else meanwhile."""
    ours, keeping = logging.getLogger("remembrancer"), _Keeping()
    level, ours.propagate = ours.level, False
    ours.addHandler(keeping)
    ours.setLevel(logging.DEBUG)
    try:
        yield keeping.lines
    finally:
        ours.removeHandler(keeping)
        ours.setLevel(level)
        ours.propagate = True
