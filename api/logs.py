"""Structured log lines: one event a line, for people or as JSON. Texts of messages and keys are never logged."""

from __future__ import annotations

import logging
import sys
from typing import Literal, cast

import structlog
from structlog.typing import FilteringBoundLogger, Processor

LOUD = ("uvicorn.access", "sentence_transformers", "LiteLLM", "httpx")
"""Loggers of others that say too much: only their warnings are let through."""


def configure_logs(*, level: Literal["debug", "info", "warning", "error"], style: Literal["console", "json"]) -> None:
    """From now on our lines and those of libraries go to stderr in one format."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    renderer: Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if style == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in LOUD:
        logging.getLogger(name).setLevel(logging.WARNING)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def log_of(name: str) -> FilteringBoundLogger:
    """The logger of one part of the service."""
    return cast(FilteringBoundLogger, structlog.stdlib.get_logger(f"remembrancer.{name}"))
