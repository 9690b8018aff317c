"""`remembrancer import`: the messages of files in a space, each exactly once however often the files come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from api.commands.arrivals import at_hand, discard_spaces, import_spaces, is_export
from api.commands.opening import StoreOption, checked, now, opened, settings_with
from api.commands.printing import plural, progress, say
from api.http.bodies import SpaceBody
from api.importers.chim import GAP_GAMETS
from api.importers.formats import ImportFormat, read_file
from api.importers.sources import Imported, ImportOptions, LeftOut, identified
from api.settings import Settings
from api.wiring import Service
from graph.errors import BadInput, NotFound
from graph.knowledge import KnowledgeGraph
from graph.values.items import Clock

GAME_CLOCK: Mapping[str, object] = {"clock": "world", "gap": GAP_GAMETS}
"""How a space for CHIM rows is made: its files are in gamets, whatever the unit of a profile is."""

BATCH_LINES = 500  # One write and one fsync each: a few milliseconds for a reader to wait, and little to send again.


@dataclass(slots=True)
class _Outcome:
    """What became of one file."""

    lines: int = 0
    new: int = 0
    conversations: set[str] = field(default_factory=set)
    left_out: Counter[str] = field(default_factory=Counter)


def run(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Files to read; - is stdin.", show_default=False)
    ],
    space: Annotated[
        str | None,
        typer.Option("--space", help="Where the messages go; made if it is not there. An exported space's new name."),
    ] = None,
    format: Annotated[
        ImportFormat, typer.Option("--format", help="What the files are; auto looks at how they begin.")
    ] = (ImportFormat.AUTO),
    chat: Annotated[str | None, typer.Option("--chat", help="The chat's name; else named after the file.")] = None,
    player: Annotated[str | None, typer.Option("--player", help="Who the user is; all others are assistants.")] = None,
    speaker: Annotated[list[str] | None, typer.Option("--speaker", help="Text: only these names begin a message.")] = (
        None
    ),
    encoding: Annotated[str | None, typer.Option("--encoding", help="Of text that is not UTF-8.")] = None,
    profile: Annotated[
        str | None, typer.Option("--profile", help="Of a new space: what kind of memory it is; else assistant.")
    ] = None,
    gap: Annotated[
        float | None,
        typer.Option("--gap", help="Of a new space: the silence between conversations, in its clock's unit."),
    ] = None,
    is_discarding: Annotated[
        bool, typer.Option("--discard", help="Undo the interrupted import of an exported space instead.")
    ] = False,
    store: StoreOption = None,
) -> None:
    """Store the messages of FILES in a space: OpenAI messages (JSON, JSON lines), "Name: line" text, CHIM speech rows.

    Or make the spaces anew that `remembrancer export` wrote to FILES.

    Each file is read through before anything of it is written. Importing a file again adds only what is new in it, so
    an import that was interrupted is run again.
    """
    options = ImportOptions(chat=chat, player=player, speakers=tuple(speaker or ()), encoding=encoding)
    wanted = {name: value for name, value in (("profile", profile), ("gap", gap)) if value is not None}
    settings = settings_with(store=store)
    with at_hand(files) as paths:
        exports = [is_export(path) for path in paths]
        if not any(exports) and not is_discarding:
            _import_messages(paths, settings, space=space, wanted=wanted, format=format, options=options)
            return
        if not all(exports) or options != ImportOptions() or format is not ImportFormat.AUTO or wanted:
            raise BadInput("an exported space goes in whole and alone; expected such files only, --space and --store")
        (discard_spaces if is_discarding else import_spaces)(paths, settings, space=space)


def _import_messages(
    files: Sequence[Path],
    settings: Settings,
    *,
    space: str | None,
    wanted: Mapping[str, object],
    format: ImportFormat,
    options: ImportOptions,
) -> None:
    if space is None:
        raise BadInput("files of messages do not say whose they are; expected --space NAME")
    found = [_checked(path, format, options) for path in files]
    is_game = {format for format, _ in found} == {ImportFormat.CHIM}
    with opened(settings, read_only=False) as service:
        _ensure_space(service, space, {**GAME_CLOCK, **wanted} if is_game else wanted)
        for path, (format, count) in zip(files, found, strict=True):
            started = perf_counter()
            lines = identified(read_file(path, format, options)[1])
            outcome = _stored(service.knowledge, space, lines, count, path.name)
            say(_told(path, outcome, perf_counter() - started))
        has_model = bool(service.asker.models)
    say(f"Next: remembrancer round {space}{' --backfill, which says first what it costs' if has_model else ''}")


def batches(found: Iterable[Imported | LeftOut], left_out: Counter[str]) -> Iterator[Sequence[Imported]]:
    """Lines of one chat that follow each other, at most BATCH_LINES together; what is left out is counted."""
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


def _checked(path: Path, format: ImportFormat, options: ImportOptions) -> tuple[ImportFormat, int]:
    """The file's format and how many messages it has, after reading all of it."""
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


def _ensure_space(service: Service, name: str, wanted: Mapping[str, object]) -> None:
    """The space is there, made as it is wanted if it is new. Raises BadInput where its clock or profile is another."""
    try:
        found = service.knowledge.space(name)
    except NotFound:
        service.create_space(checked(SpaceBody, name=name, **wanted))
        return
    if "clock" in wanted and found.intake.clock is not Clock.WORLD:
        raise BadInput(f"space {name} runs on real time and CHIM rows on the game's; import them into another space")
    if (profile := wanted.get("profile", found.profile)) != found.profile:
        raise BadInput(f"space {name} has the profile {found.profile}, not {profile}; import into another space")


def _stored(
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


def _told(path: Path, outcome: _Outcome, seconds: float) -> str:
    """One line on what became of a file."""
    known = outcome.lines - outcome.new
    parts = [plural(outcome.new, "new message")]
    if outcome.new:
        parts[0] += f" in {plural(len(outcome.conversations), 'conversation')}"
    if known:
        parts.append(f"{known:,} known already")
    parts += [f"{plural(count, reason)} left out" for reason, count in sorted(outcome.left_out.items())]
    return f"{path.name}: {', '.join(parts)} ({seconds:.1f} s)"
