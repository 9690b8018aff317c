"""Stores the messages of files in spaces, each exactly once."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from api.http.bodies import SpaceBody
from api.importers.chim import GAP_GAMETS
from api.importers.sources import UNZONED, Imported, LeftOut
from api.wiring import Service
from graph.errors import BadInput, NotFound
from graph.intake.recognise import BODY_CHARS_MAX, Line
from graph.text.analysis import storable
from graph.values.items import Clock
from graph.values.speaker_clock import zone_named


@dataclass(slots=True)
class FileSurvey:
    """How many messages of whom, from when to when, and what is left out."""

    messages: int = 0
    chats: set[str] = field(default_factory=set)
    speakers: Counter[str] = field(default_factory=Counter)
    times: list[datetime] = field(default_factory=list)  # the first and the last
    reasons: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)  # the first that is left out for each reason

    @property
    def left_out(self) -> Mapping[str, Mapping[str, object]]:
        """How many are left out for each reason, and the first of them."""
        return {
            reason: {"count": count, "example": self.examples[reason]} for reason, count in sorted(self.reasons.items())
        }


def survey(found: Iterable[Imported | LeftOut]) -> FileSurvey:
    """Read all of a file. Raises BadInput where it is wrong."""
    told = FileSurvey()
    for each in found:
        if isinstance(each, Imported) and each.is_too_long:
            each = LeftOut(f"message of more than {BODY_CHARS_MAX:,} characters", each.place, each.line.body)
        if isinstance(each, LeftOut):
            told.reasons[each.reason] += 1
            told.examples.setdefault(each.reason, each.example)
        elif not each.is_again:
            told.messages += 1
            told.chats.add(each.chat)
            told.speakers[each.line.speaker] += 1
            if at := each.line.sent_at:
                told.times = [min([at, *told.times]), max([at, *told.times])]
    return told


GAME_CLOCK: Mapping[str, object] = {"clock": "world", "gap": GAP_GAMETS}
"""How a space for CHIM rows is made: the rows are in gamets, whatever unit the profile has."""

BATCH_LINES = 500  # Lines in one write: other writers wait a few milliseconds, and little is lost in a crash.


@dataclass(slots=True)
class ImportOutcome:
    """The result for one file."""

    lines: int = 0
    new: int = 0
    conversations: set[str] = field(default_factory=set)


def ensure_space(service: Service, wanted: SpaceBody) -> None:
    """Make the space as it is wanted unless it exists. Raises BadInput if it has another clock or profile."""
    try:
        found = service.knowledge.space(wanted.name)
    except NotFound:
        service.create_space(wanted)
        return
    if wanted.clock == "world" and found.intake.clock is not Clock.WORLD:
        raise BadInput(
            f"space {wanted.name} uses real time, but CHIM rows have game time; import them into another space"
        )
    if wanted.zone and wanted.zone != found.intake.zone:
        raise BadInput(f"space {wanted.name} has the time zone {found.intake.zone}, not {wanted.zone}; change it first")
    if "profile" in wanted.model_fields_set and wanted.profile != found.profile:
        raise BadInput(
            f"space {wanted.name} has the profile {found.profile}, not {wanted.profile}; import into another space"
        )


def store_all(
    service: Service, space: str, found: Iterable[Imported | LeftOut], *, on_progress: Callable[[int], object]
) -> ImportOutcome:
    """Store each line once; return what became of them. `on_progress` gets the number of lines done."""
    outcome, zone = ImportOutcome(), service.knowledge.space(space).intake.zone
    for batch in batches(found):
        lines, chat = [_in_zone(each.line, zone) for each in batch], storable(batch[0].chat)
        appended = service.knowledge.append(space, lines, chat=chat, now=service.now(), is_import=True)
        outcome.lines += sum(not each.is_again for each in batch)
        outcome.new += len(appended.new)
        outcome.conversations.update(appended.conversations)
        on_progress(outcome.lines)
    return outcome


def _in_zone(line: Line, zone: str) -> Line:
    """The line with its time in the zone of the space, if the file does not say which one it is in."""
    if (at := line.sent_at) is None or at.tzinfo is not UNZONED:
        return line
    return replace(line, sent_at=at.replace(tzinfo=zone_named(zone)))


def batches(found: Iterable[Imported | LeftOut]) -> Iterator[Sequence[Imported]]:
    """Groups of at most BATCH_LINES consecutive lines of one chat."""
    batch: list[Imported] = []
    ids: set[str | None] = set()
    for each in found:
        if isinstance(each, LeftOut) or each.is_too_long:
            continue
        id = each.line.external_id
        # A message that comes again starts another branch of its chat.
        if batch and (each.chat != batch[0].chat or len(batch) == BATCH_LINES or (id in ids and id is not None)):
            yield batch
            batch, ids = [], set()
        batch.append(each)
        ids.add(id)
    if batch:
        yield batch
