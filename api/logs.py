"""Structured logs: one event per line, for people or as JSON. Texts of messages and keys are never logged.

They use the standard library: structlog would load rich and pygments, which take 4 MB.
"""

import json
import logging
import re
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from os import getpid
from socket import gethostname
from typing import Literal

TALKATIVE = ("uvicorn.access", "sentence_transformers", "LiteLLM", "httpx")
"""Loggers of libraries that log too much: only their warnings are shown."""

SILENT = ("neo4j",)
"""In an outage, the driver logs each broken connection. It also raises the error, which we log once."""

LEVEL_WIDTH, EVENT_WIDTH = 8, 30  # Levels and names of events are padded to these widths.
_PLAIN = re.compile(r"[^\s\"'=]+")

Style = Literal["console", "json"]

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request in which something is logged; empty outside of requests. All lines of a request have it."""


class LogEvent:
    """What happened, in fixed words, with fields for the details: the message of a log record."""

    def __init__(self, name: str, **fields: object) -> None:
        self.name = name
        self.fields = fields

    def __str__(self) -> str:
        """The event for people. Also used for warnings before logs are configured."""
        fields = [f"{name}={_quoted(value)}" for name, value in sorted(self.fields.items())]
        return " ".join([self.name.ljust(EVENT_WIDTH), *fields]) if fields else self.name


def process_name() -> str:
    """This process among those of all machines: its host and its number."""
    return f"{gethostname()}:{getpid()}"


class LineFormatter(logging.Formatter):
    """Formats our events and the messages of libraries in the same way."""

    def __init__(self, style: Style) -> None:
        super().__init__()
        self._is_json = style == "json"
        self._process = process_name()  # Several workers may write to one log.

    def format(self, record: logging.LogRecord) -> str:  # noqa: D102
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
        level = record.levelname.lower()
        traceback = self.formatException(record.exc_info) if record.exc_info else None
        request = {"request_id": id} if (id := request_id.get()) else {}
        if not self._is_json:
            named = f" request_id={_quoted(id)}" if id else ""
            line = f"{at} [{level.ljust(LEVEL_WIDTH)}] {self._process} {record.getMessage()}{named}"
            return line if traceback is None else f"{line}\n{traceback}"
        event = record.msg if isinstance(record.msg, LogEvent) else LogEvent(record.getMessage())
        values = {**event.fields, **request, "event": event.name, "level": level, "timestamp": at}
        values["process"] = self._process
        if traceback is not None:
            values["exception"] = traceback
        return json.dumps(values, ensure_ascii=False, default=repr)


def logger_of(part: str) -> logging.Logger:
    """The logger of one part of the service. Its messages are `LogEvent`s."""
    return logging.getLogger(f"remembrancer.{part}")


def configure_logs(*, level: Literal["debug", "info", "warning", "error"], style: Style) -> None:
    """Send all logs to stderr in one format, from now on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LineFormatter(style))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in SILENT:
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _quoted(value: object) -> str:
    text = str(value)
    return text if _PLAIN.fullmatch(text) else repr(text)
