"""What the net keeps of lines by authors who had seen no pattern: `python -m benchmarks.net tests/benchmarks/net`.

`--half open` or `--half aside` reads half of each file; `--missed` prints the lines that came out wrong.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from archivists.keeping.archivist import Proposal
from archivists.keeping.key_info import take_key_info
from archivists.round_policy import RoundPolicy
from archivists.window.window import Window
from graph.text.identification import told
from graph.values.changes import SetKeyInfo
from graph.values.items import Message, Role, Space

FILES = {"dangers": True, "no_dangers": False, "orders": True, "no_orders": False}
"""The files of single messages, and whether the net should keep them."""

START = datetime(2026, 1, 5, 9, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Row:
    """One message by an author, with what it should become."""

    file: str
    language: str
    text: str
    kept: tuple[str, ...]  # the lines of key info that came of it

    @property
    def is_right(self) -> bool:
        """Whether it was kept if it should be."""
        return bool(self.kept) is FILES[self.file]


def main() -> None:
    """Print how many lines of each file and language were kept."""
    parser = ArgumentParser(prog="python -m benchmarks.net", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", choices=("open", "aside"))
    parser.add_argument("--missed", action="store_true")
    given = parser.parse_args()
    rows = read_rows(given.folder, half=given.half)
    for file in FILES:
        of_file = [row for row in rows if row.file == file]
        kept = Counter(row.language for row in of_file if row.kept)
        all_of = Counter(row.language for row in of_file)
        told_of = ", ".join(f"{language} {kept[language]} of {count}" for language, count in sorted(all_of.items()))
        print(f"{file}: kept {kept.total()} of {all_of.total()} ({told_of})")  # noqa: T201 - A script's answer.
        for row in of_file if given.missed else ():
            if not row.is_right:
                print(f"   {row.language} {row.text!r} -> {row.kept}")  # noqa: T201


def read_rows(folder: Path, *, half: str | None = None) -> list[Row]:
    """What the net makes of each message of the folder's files."""
    return [
        Row(file, item["lang"], item["text"], kept_of([("Nora", item["text"])]))
        for file in FILES
        if (folder / f"{file}.json").exists()
        for item in json.loads((folder / f"{file}.json").read_text(encoding="utf-8"))
        if half in (None, item["half"])
    ]


def kept_of(said: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The lines of key info that come of what these senders say to an assistant, in order."""
    changes = take_key_info(Proposal(window=window_of(said)), RoundPolicy()).changes
    return next((change.lines for change in changes if isinstance(change, SetKeyInfo)), ())


def window_of(said: Iterable[tuple[str, str]]) -> Window:
    """A window in which an assistant answers each line."""
    messages: list[Message] = []
    for sender, text in said:
        for role, who, body in ((Role.USER, sender, text), (Role.ASSISTANT, "assistant", "OK.")):
            number = len(messages) + 1
            language = told(text)
            messages.append(
                Message(
                    id=f"m{number:08d}",
                    conversation="c00000001",
                    chat="",
                    sender=who,
                    role=role,
                    body=body,
                    sent_at=START + timedelta(minutes=number),
                    position=float(number),
                    digest="",
                    language=language.code if language is not None and role is Role.USER else None,
                )
            )
    space = Space(name="net", created_at=START)
    return Window(space=space, messages=tuple(messages), mentions={}, facts_about={})


if __name__ == "__main__":
    main()
