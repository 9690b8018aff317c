"""`python -m benchmarks.unchanged record OUT DATA` and `compare BEFORE AFTER`: whether new code changed an answer.

Talks are sent to the service, asked about and read by rounds, all over HTTP. Each whole answer is one line.
"""

from __future__ import annotations

import json
import re
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from zlib import crc32

import numpy as np
from fastapi.testclient import TestClient
from numpy.typing import NDArray

from api.app import create_app
from api.settings import Settings
from api.wiring import Service
from archivists.models.provider import Purpose
from benchmarks.observer import Observer, talks_of
from benchmarks.retrieval.convert import CONVERTERS, Set
from benchmarks.retrieval.folder import Folder
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store

BUDGETS_TOKENS = (400, 1024, 2048)
VISIBLE = (0, 10)
BATCH_MESSAGES = 50
CALLS_MAX = 1_000_000
SHOWN_LENGTH = 160
AFTERWARDS = timedelta(days=1)
BETWEEN = timedelta(minutes=3)
FIRST_AT = datetime(2026, 1, 5, 9, tzinfo=UTC)

BY_CHANCE = re.compile(r'"(duration_ms|asked_by|sha256)":(?:"[^"\\]*"|\d+)')
"""What differs from run to run: how long a call took, the worker's name, and the checksum over both."""

CALLED_AT = re.compile(r'("label":"ModelCall".*"created_at":)\d+')
"""When a model was asked: the simulated time, plus the real time that has passed since."""

OWN = """\
main|user|Ada|Hi! I'm Ada Kaya, I live in Izmir with my husband Deniz and our daughter Nil.
main|assistant||Nice to meet you, Ada. How old is Nil?
main|user|Ada|She is six. She is allergic to hazelnuts, so never suggest recipes with nuts.
main|assistant||Understood: no hazelnuts and no other nuts for Nil.
main|user|Ada|Remember that you should always answer me in short sentences.
main|assistant||I will.
main|user|Ada|I want to run the Istanbul marathon in November; that is my goal this year.
main|assistant||A fine goal. Shall I write a training plan?
main|user|Ada|Yes please. My knee hurts after 10 km, though.
main|assistant||Then we start with 5 km, three times a week.

turkce|user|Ada|Merhaba, bugün Türkçe konuşalım. Annem Ayşe geçen hafta İzmir'den Ankara'ya taşındı.
turkce|assistant||Yeni evine alışabildi mi?
turkce|user|Ada|Alışıyor. Penisiline alerjisi var, bunu sakın unutma.
turkce|assistant||Unutmam: Ayşe Hanım'ın penisiline alerjisi var.
turkce|user|Ada|Kardeşim Işıl ise Bursa'da öğretmen; iki kedisi var, Boncuk ve Duman.
turkce|assistant||Kedilerin adları çok güzel.
turkce|user|Ada|Lütfen bana her zaman "sen" diye hitap et.
turkce|assistant||Tamam, sana hep "sen" diyeceğim.
turkce|user|Ada|Yazın annemle Kapadokya'ya gitmek istiyorum.
turkce|assistant||Ne zaman gitmeyi düşünüyorsun?

main|user|Ada|Bad news: Deniz lost his job at the shipyard on Friday.
main|assistant||I'm sorry. How is he?
main|user|Ada|Angry, but he has an interview at the harbour office on 3 February.
main|assistant||I hope it goes well.
main|user|Ada|We have moved, by the way: since Saturday we live in Bornova, closer to Nil's school.
main|assistant||Congratulations! Has Nil settled in?
main|user|Ada|She loves it. Her teacher Mr. Demir plays the oud.
main|assistant||How lovely.
main|user|Ada|I ran 12 km today without any pain!
main|assistant||Great progress. When will you try 15 km?

turkce|user|Ada|Annem artık Ankara'da değil, Eskişehir'e taşındı; Işıl'a daha yakın.
turkce|assistant||Bu onu mutlu etmiştir.
turkce|user|Ada|Evet, çok mutlu. Boncuk'un dört yavrusu oldu.
turkce|assistant||Birini sahiplenecek misin?
turkce|user|Ada|Belki. Deniz'in kediye alerjisi var, önce doktora soracağız.
turkce|assistant||İyi fikir.
main|user|Ada|Deniz got the job at the harbour office. He starts on 1 March.
main|assistant||Wonderful news, congratulations to Deniz!
main|user|Ada|For his birthday on 12 February I want to bake a cake. Which one would suit all of us?
main|assistant||A lemon cake without nuts.
"""
"""A made-up talk: chat, role, sender and text. At each empty line a day passes."""

OWN_QUESTIONS = (
    ("main", "What is Nil allergic to?"),
    ("turkce", "Annem nerede oturuyor?"),
    ("main", "Where do we live now?"),
    ("turkce", "Kimin alerjisi var?"),
    ("main", "How is the training for the marathon going?"),
    ("turkce", "Işıl'ın kedilerinin adı ne?"),
    ("main", "When does Deniz start his new job, and what happened to the old one?"),
    ("turkce", "Yazın nereye gitmek istiyorum?"),
    ("main", "Which instrument does Nil's teacher play?"),
    ("main", "Can you suggest a cookie recipe for Nil's class?"),
)


@dataclass(frozen=True, slots=True)
class Scale:
    """How much of each talk is used."""

    messages_max: int
    questions_max: int
    chatted: int  # turns in a row, before rounds and after


SCALES = {"full": Scale(160, 14, 4), "small": Scale(40, 4, 2)}


@dataclass(frozen=True, slots=True)
class Case:
    """A talk, the questions about it, and how its rounds and search work."""

    name: str
    told: Sequence[tuple[str, Mapping[str, str]]]  # each message as it is sent, with its chat
    asked: Sequence[tuple[str, str]]  # chat and question
    model: Observer | None = None
    has_vectors: bool = False


class HashedWords:
    """Vectors of words, hashed: equal on every machine."""

    id = "hashed-words/64"
    dimension = 64

    def knows(self, text: str) -> bool:  # noqa: D102
        return True

    def embed(self, texts: Sequence[str], *, is_question: bool = False) -> NDArray[np.float32]:  # noqa: D102
        rows = np.full((len(texts), self.dimension), 1e-3, dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in re.findall(r"\w+", text.casefold()):
                number = crc32(word.encode())
                row[number % self.dimension] += 1 if number & 1024 else -1
        found: NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return found

    def close(self) -> None:  # noqa: D102
        pass


class Stage:
    """A service in this process for one case, without threads. Its clock stands still until it is set."""

    def __init__(self, case: Case, store: str, prefix: str) -> None:
        self.now = FIRST_AT
        self.space, self._prefix = f"{prefix}{case.name}", prefix
        self.service = Service(
            Settings(store=":memory:", space_calls_hour_max=CALLS_MAX, model_calls_hour_max=CALLS_MAX),
            KnowledgeGraph(open_store(store), HashedWords() if case.has_vectors else None),
            models=None if case.model is None else dict.fromkeys(Purpose, case.model),
            now=lambda: self.now,
        )
        self._client = TestClient(create_app(self.service), base_url="http://127.0.0.1:8765")

    def open(self) -> None:
        """Make the space. Exits if it exists already."""
        if self._client.get(f"/v1/spaces/{self.space}").status_code != 404:
            sys.exit(f"space {self.space!r} exists already; give another --prefix")
        self.send("POST", "", {"name": self.space})

    def send(self, method: str, path: str, body: Mapping[str, object] | None = None) -> str:
        """The answer as text, without what differs from run to run. Exits if the service refuses."""
        answer = self._client.request(method, f"/v1/spaces{path}", json=body)
        if answer.is_error:
            sys.exit(f"{method} {path} of space {self.space!r}: {answer.status_code} {answer.text}")
        text = CALLED_AT.sub(r"\1null", BY_CHANCE.sub(r'"\1":null', answer.text))
        return text.replace(self._prefix, "")

    def post(self, path: str, body: Mapping[str, object] | None = None) -> dict[str, object]:
        """The space's answer to a POST."""
        found: dict[str, object] = json.loads(self.send("POST", f"/{self.space}/{path}", body))
        return found


def cases_of(data: Path, scale: Scale) -> Iterator[Case]:
    """Every case, in order; `data` has a folder for each public set."""
    yield own_case()
    yield own_case("own by vectors", has_vectors=True)
    talk = next(talks_of(next((data / "locomo").glob("locomo*.json"))))
    yield _case("locomo by model", talk.folder, scale, model=Observer(talk))
    folders = list(CONVERTERS[Set.LOCOMO](data / "locomo"))
    yield _case("locomo without a model", folders[1], scale)
    yield _case("locomo by vectors", folders[3], scale, has_vectors=True)
    for name, kind in (
        ("realtalk", Set.REALTALK),
        ("beam100k", Set.BEAM),
        ("madial", Set.MADIAL),
        ("xquad_tr", Set.XQUAD),
    ):
        yield _case(name, next(iter(CONVERTERS[kind](data / name))), scale)


def own_case(name: str = "own", *, has_vectors: bool = False) -> Case:
    """The made-up talk."""
    told: list[tuple[str, Mapping[str, str]]] = []
    at = FIRST_AT
    for row in OWN.splitlines():
        at += BETWEEN if row else AFTERWARDS
        if row:
            chat, role, sender, text = row.split("|")
            told.append((chat, {"role": role, "sender": sender, "content": text, "sent_at": at.isoformat()}))
    return Case(name, told, OWN_QUESTIONS, has_vectors=has_vectors)


def _case(name: str, folder: Folder, scale: Scale, *, model: Observer | None = None, has_vectors: bool = False) -> Case:
    """The beginning of the talk, and a sample of the questions that it answers."""
    messages = folder.messages[: scale.messages_max]
    ids = {each.id for each in messages}
    known = [each for each in folder.questions if ids.issuperset(each.evidence)] or folder.questions
    count = min(scale.questions_max, len(known))
    told = []
    for at, each in enumerate(messages):
        sent_at = each.line.sent_at or FIRST_AT + at * BETWEEN
        said = {"role": each.line.role.value, "sender": each.line.sender, "content": each.line.body, "id": each.id}
        told.append((each.conversation, said | {"sent_at": sent_at.isoformat()}))
    asked = [(told[0][0], known[at * len(known) // count].question) for at in range(count)]
    return Case(name, told, asked, model, has_vectors)


def answers_of(case: Case, scale: Scale, *, store: str = ":memory:", prefix: str = "") -> Iterator[dict[str, object]]:
    """Every answer to one case, each under its own key: first without rounds, unless they are due, then after them."""
    stage = Stage(case, store, prefix)
    with closing(stage.service):
        stage.open()
        parts = [
            ("told", _told(stage, case)),
            ("asked", _asked(stage, case, 0)),
            ("chatted", _chatted(stage, case, 0, scale.chatted)),
            ("rounds", _rounds(stage)),
            ("export", _export(stage)),
            ("asked after rounds", _asked(stage, case, 1)),
            ("chatted after rounds", _chatted(stage, case, scale.chatted, scale.chatted)),
            ("rounds again", _rounds(stage)),
            ("export again", _export(stage)),
        ]
        for part, answers in parts:
            for number, answer in enumerate(answers, 1):
                yield {"case": case.name, "key": f"{case.name}, {part} {number}", "answer": answer}


def _told(stage: Stage, case: Case) -> Iterator[object]:
    """Send the talk in pieces; with a model, line by line, with rounds when they are due."""
    if case.model is None:
        for chat, each in groupby(case.told, key=lambda told: told[0]):
            said = [message for _, message in each]
            for at in range(0, len(said), BATCH_MESSAGES):
                batch = said[at : at + BATCH_MESSAGES]
                stage.now = datetime.fromisoformat(batch[-1]["sent_at"])
                yield stage.post("messages", {"chat": chat, "messages": batch})
    else:
        for chat, message in case.told:
            stage.now = datetime.fromisoformat(message["sent_at"])
            while (report := stage.service.round_if_due(stage.space)) is not None:
                yield {"messages": report.messages, "rounded_to": report.rounded_to, "changes": report.changes}
            stage.post("messages", {"chat": chat, "messages": [message]})
    _embed(stage)
    stage.now += AFTERWARDS


def _embed(stage: Stage) -> None:
    while stage.service.embed(stage.space):
        pass


def _asked(stage: Stage, case: Case, shift: int) -> Iterator[object]:
    """Each question, with changing budgets, from outside and in its chat. Three of four are recorded."""
    for number, (chat, question) in enumerate(case.asked, shift):
        visible = VISIBLE[number // len(BUDGETS_TOKENS) % len(VISIBLE)]
        yield _turn(
            stage,
            query=question,
            chat=chat if visible or number % 2 else "",
            visible=visible,
            budget_tokens=BUDGETS_TOKENS[number % len(BUDGETS_TOKENS)],
            record=number % 4 != 3,
        )


def _chatted(stage: Stage, case: Case, first: int, count: int) -> Iterator[object]:
    """Questions sent as messages of one chat; each reply says the last line of the block again."""
    messages: list[Mapping[str, object]] = []
    for at in range(first, first + count):
        chat, question = case.asked[0][0], case.asked[at % len(case.asked)][1]
        messages.append({"role": "user", "content": question})
        answer = _turn(stage, chat=chat, messages=messages, visible=4, budget_tokens=BUDGETS_TOKENS[at % 3])
        messages = [{"role": "assistant", "content": _text_of(answer).strip().rpartition("\n")[2] or "I see."}]
        yield answer


def _turn(stage: Stage, **body: object) -> dict[str, object]:
    """The turn, and the block as it was recorded, with its near misses. Moves the clock a little."""
    stage.now += BETWEEN
    turn = json.loads(json.dumps(stage.post("turns", body)))
    id = turn["block"]["id"]
    block = None if id is None else json.loads(stage.send("GET", f"/{stage.space}/blocks/{id}"))
    return {"turn": turn, "block": block}


def _rounds(stage: Stage) -> Iterator[object]:
    """Rounds until nothing is left to do."""
    stage.now += AFTERWARDS
    answer = stage.post("rounds?backfill=true")
    while answer["rounds"]:
        yield answer
        answer = stage.post("rounds?backfill=true")
    _embed(stage)


def _export(stage: Stage) -> Iterator[object]:
    """The space, and its lines."""
    yield {
        "space": json.loads(stage.send("GET", f"/{stage.space}")),
        "lines": stage.send("GET", f"/{stage.space}/export").splitlines(),
    }


def _text_of(answer: object) -> str:
    """The block's text in the answer to a turn; empty for any other answer."""
    match answer:
        case {"turn": {"block": {"text": str(text)}}}:
            return text
    return ""


def differences(before: Path, after: Path, *, is_text_only: bool = False) -> tuple[int, dict[str, tuple[str, str]]]:
    """How many answers there are, and those that differ: key -> (case, where they first differ)."""
    olds, news = _read(before), _read(after)
    found: dict[str, tuple[str, str]] = {}
    for key in dict.fromkeys([*olds, *news]):
        case = str((olds.get(key) or news[key])["case"])
        if key not in olds or key not in news:
            found[key] = case, f"only {'after' if key in news else 'before'}"
            continue
        old, new = olds[key]["answer"], news[key]["answer"]
        if is_text_only:
            old, new = _text_of(old), _text_of(new)
        if old != new:
            found[key] = case, _first_difference(old, new)
    return len(olds.keys() | news.keys()), found


def _read(path: Path) -> dict[str, dict[str, object]]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
    return {row["key"]: row for row in rows}


def _first_difference(old: object, new: object, place: str = "") -> str:
    match old, new:
        case dict(), dict() if old.keys() != new.keys():
            only = [sorted(map(str, one.keys() - other.keys())) for one, other in ((old, new), (new, old))]
            return f"{place}: only before {only[0]}, only after {only[1]}"
        case dict(), dict() if name := next((name for name in old if old[name] != new[name]), None):
            return _first_difference(old[name], new[name], f"{place}.{name}")
        case list(), list():
            for at, (one, other) in enumerate(zip(old, new, strict=False)):
                if one != other:
                    return _first_difference(one, other, f"{place}[{at}]")
            return f"{place}: {len(old)} elements before, {len(new)} after"
        case str(), str() if ".lines[" in place and json.loads(old) != json.loads(new):
            return _first_difference(json.loads(old), json.loads(new), f"{place.replace('.lines[', ' export line [')} ")
        case str(), str() if "\n" in old or "\n" in new:
            return _first_difference(old.split("\n"), new.split("\n"), f"{place} line ")
        case str(), str():
            alike = next((at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), len(old))
            start = max(0, alike - SHOWN_LENGTH // 4)
            old, new = old[start:], new[start:]
    shown = [json.dumps(value, ensure_ascii=False)[:SHOWN_LENGTH] for value in (old, new)]
    return f"{place}\n  before {shown[0]}\n  after  {shown[1]}"


def record(out: Path, data: Path, *, store: str, scale: Scale, prefix: str) -> None:
    """Write every answer to the file, and print how many each case has."""
    lines: list[str] = []
    for case in cases_of(data, scale):
        answers = list(answers_of(case, scale, store=store, prefix=prefix))
        lines += (f"{json.dumps(answer, ensure_ascii=False)}\n" for answer in answers)
        _say(f"{case.name}: {len(answers)} answers")
    out.write_text("".join(lines), encoding="utf-8")


def compare(before: Path, after: Path, *, is_text_only: bool) -> int:
    """Print each difference; return 1 if there are any, else 0."""
    count, found = differences(before, after, is_text_only=is_text_only)
    for key, (_, where) in found.items():
        _say(f"{key}: {where}")
    for case, number in Counter(case for case, _ in found.values()).items():
        _say(f"{case}: {number} differ")
    _say(f"{count} answers, {f'{len(found)} differ' if found else 'all equal'}")
    return 1 if found else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Record or compare; the exit status tells whether all is equal."""
    parser = ArgumentParser(prog="python -m benchmarks.unchanged", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record", help="write every answer to a file")
    recording.add_argument("out", type=Path)
    recording.add_argument("data", type=Path, help="a folder of public sets; not part of this project")
    recording.add_argument("--store", default=":memory:", help="or a server without a password, bolt://host:port")
    recording.add_argument("--scale", choices=SCALES, default="full")
    recording.add_argument("--prefix", help="of the spaces on a server; left out: the name of the file")
    comparing = commands.add_parser("compare", help="tell which answers of two files differ, and where")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    comparing.add_argument("--text-only", action="store_true", help="only the text of blocks")
    given = parser.parse_args(arguments)
    if given.command == "compare":
        return compare(given.before, given.after, is_text_only=given.text_only)
    prefix = f"unchanged:{given.prefix or given.out.stem}:"
    record(given.out, given.data, store=given.store, scale=SCALES[given.scale], prefix=prefix)
    return 0


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
