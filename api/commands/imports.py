"""`remembrancer import`: imports messages from files, each exactly once however often the files are imported."""

import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Annotated

import typer

from api.commands.command import with_fields
from api.commands.exports import counts_in_words
from api.commands.opening import StoreOption, checked, opened, settings_with, typed
from api.commands.printing import plural, progress, say, when
from api.http.bodies import SpaceBody
from api.http.queries import ImportQuery
from api.importers.exported_spaces import FileLines, checked_arrival, is_export
from api.importers.formats import ImportFormat, read_file
from api.importers.sources import identified
from api.importers.storing import GAME_CLOCK, FileSurvey, ImportOutcome, ensure_space, store_all, survey
from api.settings import Settings
from api.wiring import Service
from graph.errors import BadInput
from graph.transfer.lines import discard, load
from graph.transfer.rows import Header, decode

STDIN = Path("-")
SPEAKERS_SHOWN = 6


@with_fields
def run(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="The files; - is stdin.", show_default=False)],
    space: Annotated[
        str | None,
        typer.Option(
            "--space", help="The space for messages, made if it does not exist; a new name for an exported space."
        ),
    ] = None,
    *,
    asked: ImportQuery,
    profile: Annotated[
        str | None, typer.Option("--profile", help="For a new space: its kind of memory; default: assistant.")
    ] = None,
    gap: Annotated[
        float | None,
        typer.Option("--gap", help="For a new space: the silence between conversations, in units of its clock."),
    ] = None,
    zone: Annotated[
        str | None, typer.Option("--zone", help="For a new space: the time zone of those who speak; default: UTC.")
    ] = None,
    is_dry: Annotated[bool, typer.Option("--dry-run", help="Only say what the files have, and store nothing.")] = False,
    is_discarding: Annotated[
        bool, typer.Option("--discard", help="Delete what an interrupted import of an exported space has left behind.")
    ] = False,
    store: StoreOption = None,
) -> None:
    """Import messages into a space: OpenAI messages (JSON, JSON lines), "Name: line" text, CHIM speech rows, exports of
    ChatGPT, Claude, WhatsApp, Telegram, TypingMind, Open WebUI and LibreChat, as they come or in a ZIP, chats of
    SillyTavern.

    Or import spaces that `remembrancer export` has written.

    Each file is checked before anything is written. Importing a file again adds only what is new in it, so you can
    simply repeat an import that was interrupted.
    """
    wanted = {name: value for name, value in (("profile", profile), ("gap", gap), ("zone", zone)) if value is not None}
    settings = settings_with(store=store)
    with local_files(files) as paths:
        if is_dry:
            for path in paths:
                _say_survey(path, *_surveyed(path, asked))
            return
        exports = [is_export(path) for path in paths]
        if not any(exports) and not is_discarding:
            _import_messages(paths, settings, space=space, wanted=wanted, asked=asked)
            return
        if not all(exports) or asked != ImportQuery() or wanted:
            raise BadInput("exported spaces are imported alone; expected such files only, --space and --store")
        import_spaces(paths, settings, space=space, is_discarding=is_discarding)


def _import_messages(
    files: Sequence[Path],
    settings: Settings,
    *,
    space: str | None,
    wanted: Mapping[str, object],
    asked: ImportQuery,
) -> None:
    if space is None:
        raise BadInput("files of messages do not name a space; expected --space NAME")
    found = [_surveyed(path, asked) for path in files]
    is_game = {format for format, _ in found} == {ImportFormat.CHIM}
    made = {**GAME_CLOCK, **wanted} if is_game else wanted
    body = checked(SpaceBody, {"name": "--space"}, name=space, **made)
    with opened(settings, read_only=False, makes=True) as service:
        ensure_space(service, body)
        for path, (format, there) in zip(files, found, strict=True):
            started = perf_counter()
            lines = identified(read_file(path, format, asked.options)[1])
            with progress(f"Importing {path.name}", there.messages) as bar:
                outcome = store_all(service, space, lines, on_progress=bar.move)
            say(_outcome_in_words(path, outcome, perf_counter() - started))
            _say_left_out(there)
            if outcome.new and not there.times:
                say("  no message has a time: the days in blocks are those of the import")
        has_model = bool(service.asker_of(space).models)
    if has_model:
        say(f"Next, which first says what it costs: {typed('round', space, '--backfill')}")
    else:
        say(f"Next: {typed('round', space)}")


def _surveyed(path: Path, asked: ImportQuery) -> tuple[ImportFormat, FileSurvey]:
    """The file's format and what it has, after reading all of it."""
    found, lines = read_file(path, asked.format, asked.options)
    with progress(f"Checking {path.name}", None):
        there = survey(lines)
    if not there.messages:
        _say_left_out(there)
        raise BadInput(f"{path.name} has no messages; expected at least one with text")
    return found, there


def _say_survey(path: Path, format: ImportFormat, there: FileSurvey) -> None:
    names = [f"{name} ({count:,})" for name, count in there.speakers.most_common(SPEAKERS_SHOWN)]
    more = len(there.speakers) - len(names)
    names += [plural(more, "other")] if more else []
    times = f", {when(there.times[0])} to {when(there.times[1])}" if there.times else ", without times"
    found = f"{plural(there.messages, 'message')} in {plural(len(there.chats), 'chat')}"
    say(f"{path.name}: {format}, {found} by {', '.join(names)}{times}")
    _say_left_out(there)


def _say_left_out(there: FileSurvey) -> None:
    for reason, count in sorted(there.reasons.items()):
        say(f"  {plural(count, reason)} left out ({there.examples[reason]})")


def _outcome_in_words(path: Path, outcome: ImportOutcome, seconds: float) -> str:
    known = outcome.lines - outcome.new
    parts = [plural(outcome.new, "new message")]
    if outcome.new:
        parts[0] += f" in {plural(len(outcome.conversations), 'conversation')}"
    if known:
        parts.append(f"{known:,} known already")
    return f"{path.name}: {', '.join(parts)} ({seconds:.1f} s)"


@contextmanager
def local_files(files: Sequence[Path]) -> Iterator[list[Path]]:
    """The files, with a temporary copy of stdin instead of "-", since files are read several times."""
    with TemporaryDirectory(prefix="remembrancer-") as folder:
        kept = Path(folder) / "stdin"
        if STDIN in files:
            with kept.open("wb") as file:
                shutil.copyfileobj(sys.stdin.buffer, file)
        yield [kept if path == STDIN else path for path in files]


def import_spaces(paths: Sequence[Path], settings: Settings, *, space: str | None, is_discarding: bool) -> None:
    """Import each file as a space, under this name if one is given. Checks each file before it writes anything.

    With `is_discarding`, delete what interrupted imports of these files have left behind instead.
    """
    if space is not None and len(paths) > 1:
        raise BadInput(
            f"{len(paths)} spaces cannot all have the name {space}; import them one by one, or without --space"
        )
    for path in paths:
        with _with_file_name(path):
            name = _space_name(path, space)
        with opened(settings, read_only=False, makes=True) as service, _with_file_name(path):
            if is_discarding:
                discard(service.knowledge.store, name)
                say(f"Deleted what the interrupted import of {name} has left behind.")
            else:
                say(f"{name}: {_import_space(service, FileLines(path), name)}")


def _import_space(service: Service, lines: FileLines, name: str) -> str:
    started, store = perf_counter(), service.knowledge.store
    is_there = name in store.spaces()
    with progress(f"Checking {lines.path.name}", None) as bar:
        arrival = checked_arrival(service, lines, name, on_line=bar.move)
    if is_there:
        return f"known already, nothing new in the file: {counts_in_words(arrival.end)}"
    with progress(f"Importing {lines.path.name}", arrival.end.rows) as bar:
        load(store, lines, arrival, on_progress=bar.move)
    return f"{counts_in_words(arrival.end)} ({perf_counter() - started:.1f} s)"


def _space_name(path: Path, given: str | None) -> str:
    header = decode(next(iter(FileLines(path)), ""))
    if not isinstance(header, Header):
        raise BadInput("line 1: found no header; expected the header of an export")
    if given is not None:
        return checked(SpaceBody, {"name": "--space"}, name=given).name
    return checked(SpaceBody, {"name": "the space's name"}, name=header.space).name


@contextmanager
def _with_file_name(path: Path) -> Iterator[None]:
    try:
        yield
    except BadInput as error:
        raise BadInput(f"{path.name}, {error}") from error
