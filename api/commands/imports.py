"""`remembrancer import`: imports messages from files, each exactly once however often the files are imported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from api.commands.arrivals import discard_spaces, import_spaces, is_export, local_files
from api.commands.opening import StoreOption, checked, now, opened, settings_with
from api.commands.printing import plural, progress, say
from api.http.bodies import SpaceBody
from api.importers.chim import GAP_GAMETS
from api.importers.formats import ImportFormat, read_file
from api.importers.sources import Imported, ImportOptions, LeftOut, identified
from api.settings import Settings
from graph.errors import BadInput, NotFound
from graph.knowledge import KnowledgeGraph
from graph.values.items import Clock

BATCH_LINES = 500  # Lines in one write: other writers wait a few milliseconds, and little is lost in a crash.


@dataclass(slots=True)
class _Outcome:
    """The result for one file."""

    lines: int = 0
    new: int = 0
    conversations: set[str] = field(default_factory=set)
    left_out: Counter[str] = field(default_factory=Counter)


def run(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="The files; - is stdin.", show_default=False)],
    space: Annotated[
        str | None,
        typer.Option(
            "--space", help="The space for messages, made if it does not exist; a new name for an exported space."
        ),
    ] = None,
    format: Annotated[ImportFormat, typer.Option("--format", help="The format of the files; auto recognises it.")] = (
        ImportFormat.AUTO
    ),
    chat: Annotated[str | None, typer.Option("--chat", help="The chat's name; default: the file's name.")] = None,
    player: Annotated[str | None, typer.Option("--player", help="The user's name; all others are assistants.")] = None,
    speaker: Annotated[
        list[str] | None, typer.Option("--speaker", help="For text: only these names start a message.")
    ] = (None),
    encoding: Annotated[str | None, typer.Option("--encoding", help="The encoding, if it is not UTF-8.")] = None,
    gap: Annotated[
        float | None,
        typer.Option("--gap", help="For a new space: the silence between conversations, in units of its clock."),
    ] = None,
    is_discarding: Annotated[
        bool, typer.Option("--discard", help="Delete what an interrupted import of an exported space has left behind.")
    ] = False,
    store: StoreOption = None,
) -> None:
    """Import messages into a space: OpenAI messages (JSON, JSON lines), "Name: line" text, CHIM speech rows.

    Or import spaces that `remembrancer export` has written.

    Each file is checked before anything is written. Importing a file again adds only what is new in it, so you can
    simply repeat an import that was interrupted.
    """
    options = ImportOptions(chat=chat, player=player, speakers=tuple(speaker or ()), encoding=encoding)
    settings = settings_with(store=store)
    with local_files(files) as paths:
        exports = [is_export(path) for path in paths]
        if not any(exports) and not is_discarding:
            _import_messages(paths, settings, space=space, format=format, options=options, gap=gap)
            return
        if not all(exports) or options != ImportOptions() or format is not ImportFormat.AUTO or gap is not None:
            raise BadInput(
                "exported spaces cannot be mixed with messages; expected such files only, --space and --store"
            )
        (discard_spaces if is_discarding else import_spaces)(paths, settings, space=space)


def _import_messages(
    files: Sequence[Path],
    settings: Settings,
    *,
    space: str | None,
    format: ImportFormat,
    options: ImportOptions,
    gap: float | None,
) -> None:
    if space is None:
        raise BadInput("files of messages do not name a space; expected --space NAME")
    found = [_format_and_count(path, format, options) for path in files]
    clock = Clock.WORLD if {format for format, _ in found} == {ImportFormat.CHIM} else Clock.WALL
    if gap is None:
        gap = GAP_GAMETS if clock is Clock.WORLD else settings.gap_seconds
    with opened(settings, read_only=False) as service:
        _ensure_space(service.knowledge, space, clock, gap)
        for path, (format, count) in zip(files, found, strict=True):
            started = perf_counter()
            lines = identified(read_file(path, format, options)[1])
            outcome = _store_lines(service.knowledge, space, lines, count, path.name)
            say(_outcome_in_words(path, outcome, perf_counter() - started))
        has_model = bool(service.asker.models)
    say(f"Next: remembrancer round {space}{' --backfill, which first says what it costs' if has_model else ''}")


def batches(found: Iterable[Imported | LeftOut], left_out: Counter[str]) -> Iterator[Sequence[Imported]]:
    """Groups of at most BATCH_LINES consecutive lines of one chat. Counts what is left out."""
    batch: list[Imported] = []
    for each in found:
        if isinstance(each, LeftOut):
            left_out[each.reason] += 1
            continue
        if batch and (each.chat != batch[0].chat or len(batch) == BATCH_LINES):
            yield batch
            batch = []
        batch.append(each)
    if batch:
        yield batch


def _format_and_count(path: Path, format: ImportFormat, options: ImportOptions) -> tuple[ImportFormat, int]:
    """The file's format and the number of its messages, after reading all of it."""
    found, lines = read_file(path, format, options)
    with progress(f"Checking {path.name}", None) as bar:
        count = 0
        for each in lines:
            count += isinstance(each, Imported)
            if count % BATCH_LINES == 0:
                bar.move(count)
    if not count:
        raise BadInput(f"{path.name} has no messages; expected at least one with text")
    return found, count


def _ensure_space(knowledge: KnowledgeGraph, name: str, clock: Clock, gap: float) -> None:
    """Make the space if it does not exist. Raises BadInput if an existing space has the wrong clock."""
    try:
        found = knowledge.space(name)
    except NotFound:
        checked(SpaceBody, name=name)
        knowledge.create_space(name, now=now(), clock=clock, gap=gap)
        return
    if clock is Clock.WORLD and found.clock is not Clock.WORLD:
        raise BadInput(f"space {name} uses real time, but CHIM rows have game time; import them into another space")


def _store_lines(
    knowledge: KnowledgeGraph, space: str, found: Iterable[Imported | LeftOut], count: int, name: str
) -> _Outcome:
    outcome = _Outcome()
    with progress(f"Importing {name}", count) as bar:
        for batch in batches(found, outcome.left_out):
            appended = knowledge.append(
                space, [each.line for each in batch], chat=batch[0].chat, now=now(), is_import=True
            )
            outcome.lines += len(batch)
            outcome.new += len(appended.new)
            outcome.conversations.update(appended.conversations)
            bar.move(outcome.lines)
    return outcome


def _outcome_in_words(path: Path, outcome: _Outcome, seconds: float) -> str:
    """The result for a file on one line."""
    known = outcome.lines - outcome.new
    parts = [plural(outcome.new, "new message")]
    if outcome.new:
        parts[0] += f" in {plural(len(outcome.conversations), 'conversation')}"
    if known:
        parts.append(f"{known:,} known already")
    parts += [f"{plural(count, reason)} left out" for reason, count in sorted(outcome.left_out.items())]
    return f"{path.name}: {', '.join(parts)} ({seconds:.1f} s)"
