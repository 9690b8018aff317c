"""Chats that WhatsApp exports as text, from Android and iOS, with the dates of any country."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise

from api.importers.openai_messages import imported_message
from api.importers.sources import UNZONED, Imported, LeftOut, SourceFile

START = re.compile(
    r"[\u200e\u200f\ufeff]*\[?(?P<a>\d{1,4})[./-](?P<b>\d{1,2})[./-](?P<c>\d{2,4}),?\s"
    r"(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2}))?(?:\s?(?P<half>[^\W\d_]\.?\s?[^\W\d_]\.?))?"
    r"(?:\]|\s[-\u2013])\s(?P<rest>.*)",
    re.S,
)
"""[12/03/2026, 18:30:05] on iOS, 12/03/2026, 18:30 - on Android, and 3/12/26, 6:30 PM, with any kind of blank."""

PLAIN = re.compile(r"\[\d{4}-\d\d-\d\d[ T]\d")
SPEAKER = re.compile(r"(?P<name>[^:\n]{1,80}): (?P<text>.*)|(?P<alone>[^:\n]{1,80}):\s*$", re.S)
ATTACHED = re.compile(
    r"\u200e?<[^\W\d_]+: (?P<ios>[^<>\n]+\.\w{2,5})>|^\u200e?(?P<android>[^\s/]+\.\w{2,5}) \([^()\n]+\)"
)
"""<attached: 00000012-PHOTO.jpg> and IMG-20260312-WA0001.jpg (file attached), in any language."""

OMITTED = re.compile(r"\u200e.*|<[^<>\n]{3,40}>")
EDITED = re.compile(r"\s*\u200e?<This message was edited>$")
AFTERNOON = ("p", "ös")  # PM, p. m.; Turkish
KINDS = {**dict.fromkeys(("jpg", "jpeg", "png", "webp"), "image"), "opus": "audio", "mp3": "audio", "mp4": "video"}
EXPECTED = "a line such as [12/03/2026, 18:30:05] Ada: Hello"


def is_whatsapp(head: str) -> bool:
    """Whether a text begins as WhatsApp's do. An ISO date in brackets begins a plain text."""
    return START.match(head) is not None and not PLAIN.match(head)


def read_whatsapp(source: SourceFile, lines: Iterator[str]) -> Iterator[Imported | LeftOut]:
    """The messages of a chat, named after the file, with times that have no zone. Keeps all lines in memory.

    The order of day and month is the one that fits all dates, and puts them in order. Notices, and pictures that the
    export omits, are left out.
    """
    said: list[tuple[str, re.Match[str], list[str]]] = []
    for number, line in enumerate(lines, 1):
        if (found := START.match(line)) is not None:
            said.append((f"line {number}", found, [found["rest"]]))
        elif said:
            said[-1][2].append(line)
        elif line.strip():
            raise source.wrong(f"line {number}", line.strip(), EXPECTED)
    order = _order([found for _, found, _ in said])
    names: set[str] = set()
    for place, found, parts in said:
        spoken = SPEAKER.fullmatch("".join(parts).replace("\r\n", "\n").strip())
        if spoken is None:
            yield LeftOut("notice of WhatsApp", place, parts[0])
            continue
        try:
            at = _time(found, order)
        except ValueError as error:
            raise source.wrong(place, found[0].split("]")[0].split(" - ")[0], "a date and a time") from error
        names.add(name := (spoken["name"] or spoken["alone"]).strip(" ~\u200e\u202a\u202c\xa0\u202f"))
        yield _message(source, name, spoken["text"] or "", at, place)
    source.check_player(names)


def _message(source: SourceFile, name: str, text: str, at: datetime, place: str) -> Imported | LeftOut:
    text = EDITED.sub("", text).strip(" \n")
    files = []
    if attached := ATTACHED.search(text):
        file = attached["ios"] or attached["android"]
        files = [{"type": f"{KINDS.get(file.rsplit('.')[-1].lower(), '')} file", "filename": file, "id": file}]
        text = ATTACHED.sub("", text, 1).strip()
    elif OMITTED.fullmatch(text):
        return LeftOut("picture that the export omits", place, text.strip("\u200e<>"))
    who: dict[str, object] = {"role": source.role_of(name), "name": name, "sent_at": at.isoformat()}
    fields = {**who, "content": text, "attachments": files}
    return imported_message(source, fields, place, source.options.chat or source.path.stem)


def _order(found: Sequence[re.Match[str]]) -> str:
    """The order of year, month and day: the one that fits every date and goes back least; else as 12 hours tell."""
    is_american = any(each["half"] for each in found) and all("/" in each[0][:5] for each in found)
    tries = {}
    for order in ("mdy", "dmy", "ymd") if is_american else ("dmy", "mdy", "ymd"):
        try:
            times = [_time(each, order) for each in found]
        except ValueError:
            continue
        tries[order] = sum(late < early for early, late in pairwise(times))
    return min(tries, key=tries.__getitem__, default="dmy")


def _time(found: re.Match[str], order: str) -> datetime:
    parts = dict(zip(order, (int(found[name]) for name in "abc"), strict=True))
    hour, half = int(found["hour"]), (found["half"] or "").casefold()
    if half:
        hour = hour % 12 + (12 if half.startswith(AFTERNOON) else 0)
    if len(found["a"]) == 4 and order != "ymd":
        raise ValueError(f"{found['a']} is no day")
    year = parts["y"] + (2000 if parts["y"] < 100 else 0)
    return datetime(year, parts["m"], parts["d"], hour, int(found["minute"]), int(found["second"] or 0), tzinfo=UNZONED)
