"""Log lines are structured, go to stderr, and tell nothing that is private."""

import json
import logging
import os
import socket

import pytest

from api.logs import LogEvent, configure_logs, logger_of, request_id


def test_json_lines_are_objects(capsys: pytest.CaptureFixture[str]) -> None:
    """Our lines and those of libraries are one JSON object each."""
    configure_logs(level="info", style="json")

    logger_of("test").info(LogEvent("stored", space="Ömer", count=3))
    logging.getLogger("library").warning("slow: %d ms", 7)

    ours, theirs = map(json.loads, capsys.readouterr().err.splitlines())
    assert (ours["event"], ours["space"], ours["count"], ours["level"]) == ("stored", "Ömer", 3, "info")
    assert (theirs["event"], theirs["level"]) == ("slow: 7 ms", "warning")


def test_json_lines_say_which_process_wrote_them(capsys: pytest.CaptureFixture[str]) -> None:
    """Several workers may write to one log; a round's owner begins with the same words."""
    configure_logs(level="info", style="json")

    logger_of("test").info(LogEvent("work failed", worker="rounds"))

    assert json.loads(capsys.readouterr().err)["process"] == f"{socket.gethostname()}:{os.getpid()}"


def test_console_lines_are_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    """Time, level, process and event, then the fields by name; what has blanks is quoted."""
    configure_logs(level="info", style="console")

    logger_of("test").warning(LogEvent("work waits", worker="rounds", error="no answer"))
    logging.getLogger("library").error("100 % full")

    ours, theirs = (line.partition(" ")[2] for line in capsys.readouterr().err.splitlines())
    process = f"{socket.gethostname()}:{os.getpid()}"
    assert ours == f"[warning ] {process} work waits                     error='no answer' worker=rounds"
    assert theirs == f"[error   ] {process} 100 % full"


def test_lines_of_a_request_have_its_id(capsys: pytest.CaptureFixture[str]) -> None:
    """In both formats, so that they can be found together; outside of requests there is none."""
    outside = request_id.set("4f1c")
    for style in ("json", "console"):
        configure_logs(level="info", style=style)  # type: ignore[arg-type]
        logger_of("test").info(LogEvent("stored", count=3))
    request_id.reset(outside)
    logger_of("test").info(LogEvent("done"))

    as_json, as_text, after = capsys.readouterr().err.splitlines()
    assert json.loads(as_json)["request_id"] == "4f1c"
    assert as_text.endswith("count=3 request_id=4f1c")
    assert "request_id" not in after


def test_an_id_that_a_caller_sent_is_quoted_as_any_other_value(capsys: pytest.CaptureFixture[str]) -> None:
    """It may have quotes and equals signs in it."""
    configure_logs(level="info", style="console")
    outside = request_id.set('x"level=error')

    logger_of("test").info(LogEvent("stored"))

    request_id.reset(outside)
    assert capsys.readouterr().err.endswith("""stored request_id='x"level=error'\n""")


def test_less_important_lines_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    """The level says what is worth a line."""
    configure_logs(level="warning", style="console")

    logger_of("test").info(LogEvent("quiet"))
    logger_of("test").warning(LogEvent("loud"))

    told = capsys.readouterr().err
    assert "loud" in told
    assert "quiet" not in told


@pytest.mark.parametrize("style", ["json", "console"])
def test_tracebacks_do_not_tell_texts(capsys: pytest.CaptureFixture[str], style: str) -> None:
    """A traceback names functions and lines, not what variables held."""
    configure_logs(level="info", style=style)  # type: ignore[arg-type]
    body = "".join(["my diag", "nosis"])

    try:
        _fail(body)
    except ZeroDivisionError:
        logger_of("test").exception(LogEvent("failed"))

    told = capsys.readouterr().err
    assert "ZeroDivisionError" in told
    assert "diagnosis" not in told


def _fail(body: str) -> float:
    return len(body) / 0
