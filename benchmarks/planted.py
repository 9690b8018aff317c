"""Makes sets of lines that are called to mind in other words: `python -m benchmarks.planted TALK… -o DIR`.

tests/benchmarks/planted.tsv has 60 remarks ("That is what I was afraid of when …"), each with an earlier line that
makes sense of it, and 60 questions, each with a line that answers it in other words or in another language. For each
folder of real talk, as `remembrancer bench convert` makes them, DIR/remarks and DIR/questions get a folder of the same
name: the first 400 lines of the talk, with the lines of a kind between them, all before the last 60. Measure them with
`remembrancer bench retrieval`.
"""

from __future__ import annotations

import csv
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.retrieval.folder import Asked, Folder, Told, read_folders, write_folder
from graph.values.items import Role

PLANTED = Path(__file__).parents[1] / "tests/benchmarks/planted.tsv"
TALK_LINES = 400
LAST_LINES = 60
KINDS = ("remark", "question")


def planted(kind: str) -> list[Mapping[str, str]]:
    """The rows of one of KINDS: what was said, and what is asked or remarked later."""
    with PLANTED.open(encoding="utf-8") as file:
        return [row for row in csv.DictReader(file, delimiter="\t") if row["kind"] == kind]


def mixed(talk: Folder, rows: Sequence[Mapping[str, str]]) -> Folder:
    """The talk with the line of each row in it, at equal distances, and what is asked about them from outside.

    A line has the sender and the time of the line before it, as if somebody had gone on.
    """
    lines = list(talk.messages[:TALK_LINES])
    step = (len(lines) - LAST_LINES) / len(rows)
    for number, row in reversed([*enumerate(rows)]):
        at = int(number * step)
        before = lines[at]
        said = replace(before.line, body=row["said"], role=Role.USER)
        lines.insert(at + 1, Told(conversation=before.conversation, id=f"planted {number}", line=said))
    asked = [
        Asked(
            question=row["asked"],
            at=None,
            conversation=None,
            evidence=(f"planted {number}",),
            category="planted",
            answer=None,
        )
        for number, row in enumerate(rows)
    ]
    return Folder(talk.name, lines, asked)


def main(talks: Sequence[Path], output: Path) -> None:
    """Write the folders."""
    for kind in KINDS:
        for talk in read_folders(talks):
            folder = mixed(talk, planted(kind))
            write_folder(output / f"{kind}s" / folder.name, folder.messages, folder.questions)


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m benchmarks.planted", description=__doc__)
    parser.add_argument("talks", type=Path, nargs="+", metavar="TALK")
    parser.add_argument("--output", "-o", type=Path, required=True)
    given = parser.parse_args()
    main(given.talks, given.output)
