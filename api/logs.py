"""Structured log lines: one event a line, for people or as JSON. Texts of messages and keys are never logged."""

from __future__ import annotations

import logging
import sys
from typing import Literal, cast

import structlog
from structlog.typing import FilteringBoundLogger, Processor

TALKATIVE = ("uvicorn.access", "sentence_transformers", "LiteLLM", "httpx")
"""Loggers of others that say too much: only their warnings are let through."""

SILENT = ("neo4j",)
"""The driver logs each connection that an outage breaks, and raises the same: whoever catches it tells it once."""

FIELDS: tuple[Processor, ...] = (
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    # Plain tracebacks: those of the console renderer's own show local variables, and so the texts of messages.
    structlog.processors.format_exc_info,
)


def configure_logs(*, level: Literal["debug", "info", "warning", "error"], style: Literal["console", "json"]) -> None:
    """From now on our lines and those of libraries go to stderr in one format."""
    handler = logging.StreamHandler(sys.stderr)
    renderer = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if style == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=FIELDS,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in SILENT:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    _use(structlog.stdlib.ProcessorFormatter.wrap_for_formatter)


def log_of(name: str) -> FilteringBoundLogger:
    """The logger of one part of the service."""
    return cast(FilteringBoundLogger, structlog.stdlib.get_logger(f"remembrancer.{name}"))


def _use(last: Processor) -> None:
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *FIELDS, last],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )


# Before anybody configures logs, warnings go to stderr as Python's own do, and nothing else is said.
_use(structlog.dev.ConsoleRenderer(colors=False))
