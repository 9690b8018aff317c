"""A language model whose answers are files: each prompt is written into a folder, and its answer is read from there."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from archivists.compare.citations import stands_in
from archivists.models.provider import Purpose, Reply, Request
from archivists.questions.confirm import ENDING, MERGING, ConfirmAnswer
from archivists.questions.filter import FilterAnswer
from archivists.questions.link import LinkAnswer
from archivists.questions.write import WriteAnswer
from graph.text.tokens import count_tokens

LOOK_SECONDS = 1.0
"""How often to look for an answer that somebody is writing."""

NO_ANSWER = "{}"
"""Stands for an answer that was not recorded. For *read* it means that nothing is new; for the others, no answer."""

PURPOSES = {
    LinkAnswer: Purpose.LINK,
    ConfirmAnswer: Purpose.LINK,
    WriteAnswer: Purpose.WRITE,
    FilterAnswer: Purpose.FILTER,
}

BY_WORDS = {Purpose.READ: "read.json", Purpose.LINK: "links.json", Purpose.WRITE: "texts.json"}

SAME_SOURCES = 0.9
"""A recorded text answers a question for one of its kind and subject that shares this part of the sources with it."""


@dataclass(slots=True)
class AnswerFiles:
    """Prompts and answers of one talk, numbered as they are asked: `001-read.prompt.txt`, `001-read.answer.json`.

    While recording, a missing answer is waited for. In a replay it counts as no answer, and *read* gets the next one.
    Dialogues that are tests are recorded by words, since numbers and windows depend on what else is asked: `read.json`
    has what to note of which words, `links.json` what claims have to do with notes, `texts.json` texts with sources.
    """

    folder: Path
    is_replay: bool
    tell: Callable[[str], None]  # what is waited for
    wait: Callable[[float], None] = time.sleep
    changed: list[str] = field(default_factory=list)  # prompts that are not as they were recorded
    missing: list[str] = field(default_factory=list)  # prompts without an answer
    noted: set[str] = field(default_factory=set)  # the texts of recorded claims that a replay has answered
    asked: int = 0
    asked_of: Counter[Purpose] = field(default_factory=Counter)
    name: str = "files"

    def complete(self, request: Request) -> Reply:
        """The answer to this prompt, from its file. While recording, waits until the file has one."""
        is_again = len(request.lines) > len(("system", "user"))  # A careful reader gives the same answer again.
        self.asked += not is_again
        purpose = PURPOSES.get(request.answer, Purpose.READ) if request.answer is not None else Purpose.READ
        stem = self._stem_of(purpose, is_again=is_again)
        prompt, answer = self.folder / f"{stem}.prompt.txt", self.folder / f"{stem}.answer.json"
        text = "\n".join(f"===== {line.role}\n{line.text}" for line in request.lines) + "\n"
        before = prompt.read_text(encoding="utf-8") if prompt.exists() else None
        if before is not None and before != text:
            self.changed.append(stem)
        if not self.is_replay:
            self.folder.mkdir(parents=True, exist_ok=True)
            prompt.write_text(text, encoding="utf-8")
            self._await(prompt, answer)
        if self.is_replay and (recorded := self.folder / BY_WORDS.get(purpose, "none")).exists():
            said = json.dumps(self._by_words(purpose, recorded, json.loads(request.lines[1].text)), ensure_ascii=False)
        elif answer.exists():
            said = answer.read_text(encoding="utf-8")
        else:
            self.missing += [] if stem in self.missing else [stem]
            said = NO_ANSWER
        return Reply(
            text=said,
            tokens_in=sum(count_tokens(line.text) for line in request.lines),
            tokens_out=count_tokens(said),
        )

    def notes(self) -> list[str]:
        """What whoever reads the result has to know: which prompts were recorded otherwise, or not at all."""
        named = (("changed", self.changed), ("without an answer", self.missing))
        return [f"prompts {name}: {', '.join(stems)}" for name, stems in named if stems]

    def _stem_of(self, purpose: Purpose, *, is_again: bool) -> str:
        stem = f"{self.asked:03}-{purpose}"
        if not self.is_replay:
            return stem
        self.asked_of[purpose] += not is_again
        recorded = sorted(self.folder.glob(f"*-{purpose}.answer.json"))
        place = self.asked_of[purpose] - 1
        return recorded[place].name.removesuffix(".answer.json") if place < len(recorded) else stem

    def _await(self, prompt: Path, answer: Path) -> None:
        if not answer.exists():
            self.tell(f"{prompt}: write the answer to {answer.name}")
        while not answer.exists() or not answer.stat().st_size:
            self.wait(LOOK_SECONDS)

    def _by_words(self, purpose: Purpose, recorded: Path, asked: Mapping[str, Any]) -> dict[str, Any]:
        entries = json.loads(recorded.read_text(encoding="utf-8"))
        if purpose is Purpose.READ:
            answer = noted(asked, entries)
            self.noted.update(each["text"] for each in (*answer["facts"], *answer["key_info"]))
            return answer
        if "pairs" in asked:
            return confirmed(asked, entries)
        return linked(asked, entries) if purpose is Purpose.LINK else written(asked, entries)


def noted(asked: Mapping[str, Any], entries: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to *read* with everything whose words, or whose name, stand in the new messages."""
    said = "\n".join(asked["messages"])
    found = {
        name: [each for each in entries.get(name, ()) if any(stands_in(words, said) for words in each["words"])]
        for name in ("facts", "key_info")
    }
    named = [each for each in entries["entities"] if any(stands_in(name, said) for name in names_of(each))]
    return {**found, "entities": named}


def names_of(entity: Mapping[str, Any]) -> Iterator[str]:
    """All names of an entity in an answer."""
    yield entity["name"]
    yield from entity.get("aliases", ())


def linked(asked: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The answer to *link* of a careful model: every claim is said, and stands to others as these entries tell."""
    told = [(text, id.split()[0]) for id, _, text in (note.partition(": ") for note in asked.get("notes", ()))]
    told += [(claim["claim"], f"n{claim['n']}") for claim in asked.get("claims", ())]
    claims = []
    for claim in asked.get("claims", ()):
        relations = [
            {"id": id, "relation": entry["is"], "confidence": entry.get("confidence")}
            for entry in entries
            for text, id in told
            if (entry["claim"], entry["to"]) == (claim["claim"], text)
        ]
        claims.append({"n": claim["n"], "said": True, "relations": relations})
    return {"claims": claims}


def confirmed(asked: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The answer to *confirm* of whoever wrote these entries: it is not asked anew, so it never differs from *link*."""
    told = [(pair["n"], *(pair[side].partition(": ")[2] for side in ("known", "later"))) for pair in asked["pairs"]]
    answer = {}
    for name, relations in (("over", ENDING), ("same", MERGING)):
        pairs = {(each["to"], each["claim"]) for each in entries if each["is"] in relations}
        answer[name] = [n for n, known, later in told if (known, later) in pairs]
    return answer


def written(asked: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The answer to *write* with the recorded texts about the same, each for the question whose sources it shares."""
    texts = []
    by_number = {text["n"]: text for text in asked["texts"]}
    for text in asked["texts"]:
        sources = text["from"] if isinstance(text["from"], list) else by_number[text["from"]]["from"]
        numbers = {told: number for number, told in map(_source, sources)}
        alike = [
            (len(numbers.keys() & {*entry["from"]}) / max(1, len(numbers.keys() | {*entry["from"]})), place)
            for place, entry in enumerate(entries)
            if (entry["kind"], entry["subject"]) == (text["kind"], text.get("subject"))
        ]
        share, place = max(alike, default=(0.0, 0))
        if share >= SAME_SOURCES:
            told = {name: entries[place][name] for name in ("text", "title", "topics") if name in entries[place]}
            covered = [numbers[line] for line in entries[place].get("covers", ()) if numbers.get(line)]
            texts.append({"n": text["n"], **told, "covers": covered})
    return {"texts": texts}


def _source(line: str) -> tuple[int, str]:
    """The number of an entry of `from`, 0 if it has none, and its text without number, day and kind."""
    head, _, text = line.partition(": ")
    number = head.partition(" ")[0]
    return (int(number) if number.isdecimal() else 0), text
