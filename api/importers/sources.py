"""What importers share: reading a file line by line, error messages with places, and ids for lines."""

import codecs
import json
import math
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone
from hashlib import blake2b
from io import TextIOWrapper
from itertools import chain
from pathlib import Path
from zipfile import BadZipFile

from api.importers.packed import opened
from graph.errors import BadInput
from graph.intake.recognise import BODY_CHARS_MAX, Line
from graph.text.analysis import storable
from graph.values.items import Role
from languages.folding import fold
from languages.registry import LANGUAGES

UNZONED = timezone(timedelta(0), "no zone")
"""Of times in a file that do not say their zone: they are what a clock of the space shows."""

FOUND_LENGTH_MAX = 60
NAMES_SHOWN_MAX = 10
HEAD_CHARACTERS = 4000  # Enough to hold one row of a table with all its columns.
UNDATED_MAX = 1000  # Of so many lines, some have times if any do.
MILLISECONDS_FROM = 1e11  # Larger numbers are milliseconds. This is 1973 in milliseconds, the year 5138 in seconds.


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """What a file does not say itself."""

    chat: str | None = None  # None: the importer names it
    player: str | None = None  # the user's name; everybody else is an assistant
    speakers: tuple[str, ...] = ()  # plain text: only these names start a message
    encoding: str | None = None  # None: UTF-8, or UTF-16 if the first bytes say so


@dataclass(frozen=True, slots=True)
class Imported:
    """One line of a chat, and its place in the file."""

    chat: str
    line: Line
    place: str  # such as "line 12"
    is_again: bool = False  # an id that came before: a branch begins with the messages that it shares

    @property
    def is_too_long(self) -> bool:
        """Whether it is no message but a document, which is left out."""
        return len(self.line.body) > BODY_CHARS_MAX


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something in a file that is not a message."""

    reason: str  # a noun, for one of them
    place: str
    text: str = ""  # how it begins, if it has words

    @property
    def example(self) -> str:
        """Its place, and how it begins."""
        return f"{self.place}: {shown(self.text)}" if self.text else self.place


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that is being read."""

    path: Path
    options: ImportOptions
    member: str = ""  # which file, if it is a ZIP

    def wrong(self, place: str, found: object, expected: str) -> BadInput:
        """An error with the file, the place in it, what was found and what was expected."""
        text = found if isinstance(found, str) else json.dumps(found, ensure_ascii=False, default=str)
        name = f"{self.path.name}, {self.member}" if self.member else self.path.name
        return BadInput(f"{name}, {place}: found {shown(text) or 'nothing'}; expected {expected}")

    def role_of(self, name: str) -> Role:
        """The player is the user. Without a player, everybody is a user except names of assistants."""
        player = self.options.player
        if player is not None and name.casefold() == player.casefold():
            return Role.USER
        return role_named(name) or (Role.USER if player is None else Role.ASSISTANT)

    def check_player(self, names: Iterable[str]) -> None:
        """The player is among these names, if there is one. Raises BadInput with those who are."""
        player, there = self.options.player, sorted(set(names))
        if player is not None and player.casefold() not in map(str.casefold, there):
            raise BadInput(f"{self.path.name}: no message is of the player {player}; expected {_one_of(there)}")

    def lines(self) -> Iterator[str]:
        """The file's lines with line ends. Raises BadInput for an empty file and for invalid bytes."""
        is_empty, number = True, 0
        encoding = self.options.encoding or ""
        try:
            with opened(self.path, self.member) as bytes_in:
                start = bytes_in.read(4)
            encoding = encoding or _encoding_of(start)
            with opened(self.path, self.member) as bytes_in, TextIOWrapper(bytes_in, encoding, newline="") as file:
                for line in file:
                    if not number and line.startswith("\0"):
                        raise self.wrong("line 1", "byte 0x00", "text")
                    is_empty = is_empty and not line.strip()
                    number += 1
                    yield line
        except LookupError as error:
            raise BadInput(f"encoding {encoding!r} is unknown; expected one such as utf-8 or windows-1254") from error
        except UnicodeDecodeError as error:
            number += error.object.count(b"\n", 0, error.start) + 1
            is_cut = error.reason == "unexpected end of data"
            told = "the file ends within a character, so get all of it, or " if is_cut else ""
            expected = f"{encoding.removesuffix('-sig')} text; {told}give the `encoding`, such as windows-1254"
            raise self.wrong(f"line {number}", f"byte 0x{error.object[error.start]:02x}", expected) from error
        except (OSError, EOFError, BadZipFile, zlib.error) as error:
            told = getattr(error, "strerror", None) or str(error)
            raise BadInput(f"{self.path.name} cannot be read: {told}; get all of it") from error
        if is_empty:
            raise self.wrong("line 1", "an empty file", "at least one message")

    def time(self, place: str, value: object, expected: str) -> datetime | None:
        """The time of a value; see `time_of`. Raises BadInput with its place in the file."""
        try:
            return time_of(value)
        except (ValueError, OverflowError, OSError) as error:
            raise self.wrong(place, value, expected) from error

    def checked(self, place: str, line: Mapping[str, object]) -> Line:
        """The line. Raises BadInput with its place in the file."""
        try:
            told = {name: storable(text) if type(text) is str else text for name, text in line.items()}
            return Line(**told)  # type: ignore[arg-type]
        except BadInput as error:
            raise BadInput(f"{self.path.name}, {place}: {error}") from error


def shown(text: str) -> str:
    """The text on one line, shortened."""
    text = " ".join(text.split())
    return text if len(text) <= FOUND_LENGTH_MAX else text[: FOUND_LENGTH_MAX - 1] + "…"


def time_of(value: object) -> datetime | None:
    """The time of a value: ISO 8601 (UNZONED without one), seconds or milliseconds since 1970; None for an empty one.

    Raises ValueError for anything else.
    """
    if value is None or value == "":
        return None
    number = number_of(value)
    if number is not None:
        return datetime.fromtimestamp(number / 1000 if abs(number) >= MILLISECONDS_FROM else number, UTC)
    at = datetime.fromisoformat(str(value).strip())
    return at.replace(tzinfo=UNZONED) if at.tzinfo is None else at


def number_of(value: object) -> float | None:
    """The value if it is a finite number, as a number or as text; otherwise None."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def extra_of(values: Mapping[str, object]) -> str | None:
    """Fields that the service does not use, as JSON; None if there are none."""
    kept = {name: value for name, value in values.items() if value is not None}
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"), default=str) if kept else None


def identified(found: Iterable[Imported | LeftOut]) -> Iterator[Imported | LeftOut]:
    """Give each line an id made from its content and the number of equal lines before, so that importing again adds
    nothing. Takes some 100 bytes of memory for each line."""
    said: Counter[bytes] = Counter()
    for each in found:
        if isinstance(each, LeftOut) or each.line.external_id is not None:
            yield each
            continue
        line = each.line
        content = (
            each.chat,
            line.digest,
            str((line.sent_at and line.sent_at.astimezone(UTC)) or ""),
            str(line.world_time or ""),
        )
        digest = blake2b("\x1f".join(content).encode("utf-8", "surrogatepass"), digest_size=12).digest()
        said[digest] += 1
        yield replace(each, line=replace(line, external_id=f"import:{digest.hex()}:{said[digest]}"))


def consistent(found: Iterable[Imported | LeftOut], source: SourceFile) -> Iterator[Imported | LeftOut]:
    """The same lines. Raises BadInput where a chat has an id a second time with other content.

    Found here, nothing of the file is stored; found later, half of it would be.
    """
    digests: dict[tuple[str, str], str] = {}
    for each in found:
        if isinstance(each, Imported) and (id := each.line.external_id) is not None:
            digest = each.line.digest
            is_again = (each.chat, id) in digests
            if digests.setdefault((each.chat, id), digest) != digest:
                twice = f"message id {id} a second time with other content"
                raise source.wrong(each.place, twice, "an id for each message of a chat")
            yield replace(each, is_again=is_again)
        else:
            yield each


def dated(found: Iterable[Imported | LeftOut]) -> Iterator[Imported | LeftOut]:
    """The same lines; one without a time gets that of the line before it in its chat, or of the first one with a time.

    At most UNDATED_MAX lines wait for it.
    """
    chat, time = "", None
    waiting: list[Imported] = []
    for each in found:
        if isinstance(each, LeftOut):
            yield each
            continue
        if each.chat != chat:
            yield from waiting
            chat, time, waiting = each.chat, None, []
        time = each.line.sent_at or time
        waiting.append(each)
        if time is not None or each.line.world_time is not None or len(waiting) > UNDATED_MAX:
            yield from (replace(one, line=replace(one.line, sent_at=one.line.sent_at or time)) for one in waiting)
            waiting = []
    yield from waiting


def head_and_lines(lines: Iterator[str]) -> tuple[str, Iterator[str]]:
    """The first lines as one text, and all lines."""
    seen: list[str] = []
    length = 0
    for line in lines:
        seen.append(line)
        length += len(line.strip())
        if length >= HEAD_CHARACTERS:
            break
    return "".join(seen), chain(seen, lines)


def role_named(name: str) -> Role | None:
    """The role for speakers whose name is a role, in any language that has a folder."""
    return ROLES.get(fold(name.strip()))


ROLES: Mapping[str, Role] = {
    **{name: Role(role) for language in LANGUAGES for name, role in language.phrases.roles.items()},
    **dict.fromkeys(("chatgpt", "claude", "gemini"), Role.ASSISTANT),
}


def _one_of(names: Sequence[str]) -> str:
    more = f" or {len(names) - NAMES_SHOWN_MAX} others" if len(names) > NAMES_SHOWN_MAX else ""
    return f"one of: {', '.join(names[:NAMES_SHOWN_MAX])}{more}"


def _encoding_of(start: bytes) -> str:
    start = start[:2]
    if start in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return "utf-16"
    if start.count(0) == 1:  # Half of a first letter below U+0100; UTF-8 has no byte 0.
        return "utf-16-be" if start[0] == 0 else "utf-16-le"
    return "utf-8-sig"
