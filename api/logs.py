"""Structured log lines: one event a line, for people or as JSON. Texts of messages and keys are never logged.

By the standard library: structlog loads rich and pygments, which are 4 MB of a service that never draws.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

TALKATIVE = ("uvicorn.access", "sentence_transformers", "LiteLLM", "httpx")
"""Loggers of others that say too much: only their warnings are let through."""

SILENT = ("neo4j",)
"""The driver logs each connection that an outage breaks, and raises the same: whoever catches it tells it once."""

LEVEL_WIDTH, EVENT_WIDTH = 8, 30  # What stands behind them begins in one column.
_PLAIN = re.compile(r"[^\s\"'=]+")

Style = Literal["console", "json"]


@dataclass(frozen=True, slots=True)
class Event:
    """What happened, in a few words that are always the same, and the fields that tell one time from another."""

    name: str
    fields: dict[str, object]

    def __str__(self) -> str:
        """For people. Before anybody configures logs, warnings go to stderr like this."""
        fields = [f"{name}={_shown(value)}" for name, value in sorted(self.fields.items())]
        return " ".join([self.name.ljust(EVENT_WIDTH), *fields]) if fields else self.name


class Log:
    """The logger of one part of the service. Lines of the standard library's loggers, with an `Event` for a message."""

    def __init__(self, part: str) -> None:
        self._logger = logging.getLogger(f"remembrancer.{part}")

    def debug(self, event: str, **fields: object) -> None:
        """Something was done that is done all the time."""
        self._logger.debug(Event(event, fields))

    def info(self, event: str, **fields: object) -> None:
        """Something was done."""
        self._logger.info(Event(event, fields))

    def warning(self, event: str, **fields: object) -> None:
        """Something is not as it should be, and goes on."""
        self._logger.warning(Event(event, fields))

    def error(self, event: str, **fields: object) -> None:
        """Something was not done."""
        self._logger.error(Event(event, fields))

    def exception(self, event: str, **fields: object) -> None:
        """Something was not done, by the error that is being handled. Its traceback has no values of variables."""
        self._logger.exception(Event(event, fields))


class LineFormatter(logging.Formatter):
    """Our events and what libraries log as lines of one format."""

    def __init__(self, style: Style) -> None:
        super().__init__()
        self._is_json = style == "json"

    def format(self, record: logging.LogRecord) -> str:  # noqa: D102
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
        level = record.levelname.lower()
        traceback = self.formatException(record.exc_info) if record.exc_info else None
        if not self._is_json:
            line = f"{at} [{level.ljust(LEVEL_WIDTH)}] {record.getMessage()}"
            return line if traceback is None else f"{line}\n{traceback}"
        event = record.msg if isinstance(record.msg, Event) else Event(record.getMessage(), {})
        values = {**event.fields, "event": event.name, "level": level, "timestamp": at}
        if traceback is not None:
            values["exception"] = traceback
        return json.dumps(values, ensure_ascii=False, default=repr)


def configure_logs(*, level: Literal["debug", "info", "warning", "error"], style: Style) -> None:
    """From now on our lines and those of libraries go to stderr in one format."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LineFormatter(style))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in SILENT:
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _shown(value: object) -> str:
    text = str(value)
    return text if _PLAIN.fullmatch(text) else repr(text)
