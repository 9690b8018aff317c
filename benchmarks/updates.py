"""What blocks tell after something has changed: short dialogues, rounds by rules, and a block for the obvious question.

`python -m benchmarks.updates FOLDER` reads the dialogues of each `CODE.txt` in it. It prints for how many of them the
block has the current state, tells it as what holds (a fact, brief, dossier or key info, not only a message of its day),
and tells something outdated as what holds. `--aside` reads the dialogues that were set aside instead.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from archivists.round_policy import RoundPolicy
from archivists.rounds.round import run_rounds
from context.exchange import Turn, TurnRequest
from context.turn import take_turn
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.items import Entity, Fact, FactStatus, KeyInfo, Role, Stored
from languages.folding import fold

SPACE = "updates"
START = datetime(2026, 3, 2, 10, tzinfo=UTC)
BUDGET_TOKENS = 512
"""A quarter of the usual budget, so that a block must choose even from a short dialogue."""

SMALL_TALK = {
    "en": ("The bus was late again this morning.", "Which film should we watch on the weekend?", "It rains a lot."),
    "tr": ("Bu sabah otobüs yine gecikti.", "Hafta sonu hangi filmi izleyelim?", "Çok yağmur yağıyor."),
    "de": ("Der Bus kam heute Morgen wieder zu spät.", "Welchen Film sehen wir am Wochenende?", "Es regnet viel."),
}
WAYS: Sequence[tuple[str, int | None]] = (("", None), ("", 2), ("Nora", None), ("Nora", 2))
"""The user's name, and after how many messages a round is done; None: once, at the end."""

_NOTE = re.compile(r"^(?P<sign>\?|\+|-|\d+) (?P<text>.+)$")


@dataclass(frozen=True, slots=True)
class Dialogue:
    """What somebody says over some weeks, the question, and what must and must not be told as what holds."""

    language: str
    kind: str
    is_aside: bool
    said: tuple[tuple[int, str], ...]  # with the day
    question: str
    now: tuple[str, ...]  # one of them is in each text that tells the current state
    outdated: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """What the block for the question of a dialogue tells."""

    is_in_block: bool
    is_current_told: bool  # as what holds
    is_outdated_told: bool
    block: str


def read_dialogues(folder: Path) -> list[Dialogue]:
    """The dialogues of a folder: paragraphs with a kind, lines with their day, "?" question, "+" now, "-" outdated."""
    found: list[Dialogue] = []
    for path in sorted(folder.glob("*.txt")):
        for paragraph in path.read_text(encoding="utf-8").split("\n\n"):
            title, *lines = [line for line in paragraph.splitlines() if line and not line.startswith("#")] or [""]
            notes = [match for line in lines if (match := _NOTE.match(line))]
            by_sign = {match["sign"]: match["text"] for match in notes}
            if not notes:
                continue
            found.append(
                Dialogue(
                    language=path.stem,
                    kind=title.removesuffix(" aside"),
                    is_aside=title.endswith(" aside"),
                    said=tuple((int(match["sign"]), match["text"]) for match in notes if match["sign"].isdigit()),
                    question=by_sign["?"],
                    now=tuple(by_sign["+"].split(" / ")),
                    outdated=tuple(by_sign["-"].split(" / ")),
                )
            )
    return found


def told(dialogue: Dialogue, *, sender: str = "", messages_a_round: int | None = None) -> Told:
    """Put the dialogue into its own space, with rounds after so many messages or at the end, and judge its block."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space(SPACE, now=START)
    lines = list(_lines(dialogue, sender))
    for i, line in enumerate(lines, start=1):
        at = line.sent_at or START
        knowledge.append(SPACE, [line], now=at)
        if messages_a_round is not None and i % messages_a_round == 0:
            run_rounds(knowledge, SPACE, owner="updates", now=at, policy=RoundPolicy())
    now = START + timedelta(days=dialogue.said[-1][0] + 3)
    run_rounds(knowledge, SPACE, owner="updates", now=now, policy=RoundPolicy())
    request = TurnRequest(space=SPACE, query=dialogue.question, visible=0, record=False, budget_tokens=BUDGET_TOKENS)
    turn = take_turn(knowledge, request, now=now)
    holding = list(_holding(knowledge, turn))
    knowledge.close()
    return Told(
        is_in_block=_says(turn.block.body, dialogue.now),
        is_current_told=any(_says(text, dialogue.now) for text in holding),
        is_outdated_told=any(_says(text, dialogue.outdated) and not _says(text, dialogue.now) for text in holding),
        block=turn.block.body,
    )


def _lines(dialogue: Dialogue, sender: str) -> Iterator[Line]:
    """The lines, each followed by small talk and by answers of the assistant."""
    talk = SMALL_TALK[dialogue.language]
    for i, (day, text) in enumerate(dialogue.said):
        at = START + timedelta(days=day)
        for body in (text, talk[i % len(talk)]):
            for role, words in ((Role.USER, body), (Role.ASSISTANT, "OK.")):
                at += timedelta(minutes=1)
                yield Line(role=role, body=words, sender=sender if role is Role.USER else "", sent_at=at)


def _holding(knowledge: KnowledgeGraph, turn: Turn) -> Iterator[str]:
    """The sentences that the block tells as what holds, not as what was said on a day."""
    shown = {item.id: item for item in turn.items}
    for id, item in knowledge.get(SPACE, sorted(shown)).items():
        if shown[id].section not in ("excerpts", "recent messages"):
            told = fold(" ".join(shown[id].text.split()))
            yield from (text for text in _texts(item) if fold(text) in told)


def _texts(item: Stored) -> Iterable[str]:
    match item:
        case Fact() if item.status is not FactStatus.SUPERSEDED and item.valid_to is None:
            return (item.body,)
        case Entity():
            return [part for text in (item.brief, item.dossier) if text for part in _PARTS.split(text)]
        case KeyInfo():
            return item.lines
        case _:
            return ()


_PARTS = re.compile(r"(?<=[.!?…]) (?=\w+(?: \(\d{4}-\d\d-\d\d\))?:|[A-ZÇĞİÖŞÜÄ])")
"""Between the sentences of a brief."""


def _says(text: str, words: Sequence[str]) -> bool:
    folded = fold(" ".join(text.split()))
    return any(fold(each) in folded for each in words)


def main() -> None:
    """Print the figures of each way; with --show, also what went wrong in the first way."""
    parser = ArgumentParser(prog="python -m benchmarks.updates", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--aside", action="store_true", help="read the dialogues that were set aside")
    parser.add_argument("--show", action="store_true", help="print what went wrong")
    given = parser.parse_args()
    dialogues = [each for each in read_dialogues(given.folder) if each.is_aside is given.aside]
    for sender, count in WAYS:
        found = [(each, told(each, sender=sender, messages_a_round=count)) for each in dialogues]
        rounds = "one round" if count is None else f"rounds of {count}"
        print(f"{sender or 'user'}, {rounds}, {figures([result for _, result in found])}")  # noqa: T201 - A script's answer.
        for dialogue, result in found if given.show and (sender, count) == WAYS[0] else ():
            if not (result.is_in_block and result.is_current_told) or result.is_outdated_told:
                print(_complaint(dialogue, result))  # noqa: T201


def figures(results: Sequence[Told]) -> str:
    """The three figures as one line."""
    count = len(results)
    parts = (
        ("in the block", sum(each.is_in_block for each in results)),
        ("told as what holds", sum(each.is_current_told for each in results)),
        ("outdated told as what holds", sum(each.is_outdated_told for each in results)),
    )
    return f"{count}: " + ", ".join(f"{name} {found} ({100 * found / count:.0f} %)" for name, found in parts)


def _complaint(dialogue: Dialogue, result: Told) -> str:
    wrong = [
        *(() if result.is_in_block else ("not in the block",)),
        *(() if result.is_current_told else ("not told",)),
        *(("outdated told",) if result.is_outdated_told else ()),
    ]
    said = " | ".join(text for _, text in dialogue.said)
    return f"  {dialogue.language} {dialogue.kind}: {', '.join(wrong)}: {said}"


if __name__ == "__main__":
    main()
