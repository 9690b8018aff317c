"""A space in which every message has a word of its own, which stands in everything that was made of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from graph.changing.apply import apply_changes
from graph.intake.recognise import Line
from graph.intake.request_key import RequestKey
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label
from graph.transfer.lines import export_space
from graph.upkeep.ledger import close_call, open_call
from graph.values.call_outcome import CallOutcome
from graph.values.changes import (
    Change,
    CompleteConversation,
    EntityText,
    NewEntity,
    NewFact,
    NewReflection,
    NewSummary,
    ReplaceSummary,
    ReviseFact,
    SetKeyInfo,
    SupersedeFact,
)
from graph.values.items import Author, Block, EntityType, ModelCall, Role
from graph.values.presented import Presented

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SPACE = "planted"
PEOPLE = ("Quillon", "Brandis", "Tamsel", "Orvath", "Jessamy")
CHUNK = 10


@dataclass(frozen=True, slots=True)
class Planted:
    """Which messages there are, and whose."""

    messages: tuple[str, ...]
    lines: tuple[Line, ...]

    def words_of(self, person: str) -> list[str]:
        """The words that go with a person: those of each message that they said or that names them, and the name."""
        mine = [i for i, line in enumerate(self.lines) if person in (line.sender, *line.body.split())]
        return [person, *map(word, mine)]


def word(number: int) -> str:
    """The word that stands in this message only."""
    return f"zq{number:04d}x"


def lines_of(count: int) -> tuple[Line, ...]:
    """Messages of five people; every fourth names somebody else."""
    lines = []
    for i in range(count):
        other = PEOPLE[(i // 7 + 1) % len(PEOPLE)]
        about = f"and {other} saw it" if i % 4 == 0 else "and nobody saw it"
        body = f"I keep the {word(i)} at home {about}"
        at = NOW + timedelta(minutes=i)
        lines.append(Line(role=Role.USER, sender=PEOPLE[i % len(PEOPLE)], body=body, sent_at=at))
    return tuple(lines)


def plant(knowledge: KnowledgeGraph, count: int) -> Planted:
    """Make the space and everything in it."""
    knowledge.create_space(SPACE, now=NOW)
    lines = lines_of(count)
    messages: list[str] = []
    for start in range(0, count, CHUNK):
        part = lines[start : start + CHUNK]
        key = RequestKey(f"key {start}", part[0].body)
        messages += knowledge.append(SPACE, part, chat=f"chat {start // 50}", now=NOW, key=key).messages
        stored = key.find(knowledge.store, SPACE)
        knowledge.store.write(SPACE, [key.put(stored, NOW, body=f"answer {word(start)} {part[0].sender}")])
    planted = Planted(tuple(messages), lines)
    knowledge.index(SPACE)
    for start in range(0, count, 50):
        _tell(knowledge, planted, range(start, min(start + 50, count)))
    return planted


def everything(knowledge: KnowledgeGraph) -> str:
    """All that an export of the space has."""
    return "".join(export_space(knowledge.store, SPACE))


def _tell(knowledge: KnowledgeGraph, planted: Planted, numbers: range) -> None:
    """What rounds make of fifty messages, the log of it, a block and a model's call."""
    first = dict(apply_changes(knowledge, SPACE, [*_entities(), *_facts(planted, numbers)], now=NOW).ids)
    later = [
        *_revisions(first, numbers),
        *_summaries(knowledge, planted, numbers),
        *_texts(knowledge, planted, numbers, first),
    ]
    made = dict(apply_changes(knowledge, SPACE, later, now=NOW).ids)
    again = [ReplaceSummary(summary=id, body=f"{_body(planted, numbers)} anew") for id in list(made.values())[-1:]]
    apply_changes(knowledge, SPACE, [*again, _reflection(knowledge, planted, numbers)], now=NOW)
    facts = [first[f"new:{i}"] for i in numbers]
    body = "\n".join(planted.lines[i].body for i in numbers[:20])
    near = [{"id": facts[0], "label": "Fact", "score": 1.0, "terms": {}, "reason": f"names {PEOPLE[0]}"}]
    block = Block(
        id="",
        chat="chat 0",
        query=planted.messages[numbers[0]],
        question=f"What of {PEOPLE[0]}? {planted.lines[numbers[0]].body}",
        body=body,
        tokens=1,
        budget_tokens=1,
        shown=tuple(facts[:20]),
        near_misses=json.dumps(near),
        left_out_count=0,
        visible_from=None,
        created_at=NOW + timedelta(minutes=numbers[0]),
    )
    shown = [Presented(id, 1, "facts", 1.0, {}, f"near {PEOPLE[1]}", 1) for id in block.shown]
    knowledge.record_block(SPACE, block, shown)
    call = ModelCall(
        id="",
        purpose="read",
        model="m",
        prompt_hash="h",
        prompt_version="1",
        asked_by="w",
        outcome=CallOutcome.UNDER_WAY,
        tokens_in=1,
        created_at=NOW,
    )
    opened = open_call(knowledge, SPACE, call)
    close_call(knowledge, SPACE, opened, _answered(opened, body))


def _answered(call: ModelCall, body: str) -> ModelCall:
    held = {name: getattr(call, name) for name in ModelCall.__slots__}
    return ModelCall(**{**held, "outcome": CallOutcome.ANSWERED, "body": body})


def _entities() -> Iterator[Change]:
    for person in PEOPLE:
        yield NewEntity(name=person, type=EntityType.PERSON, aliases=(f"{person}ito",))


def _facts(planted: Planted, numbers: range) -> Iterator[Change]:
    for i in numbers:
        sources = [planted.messages[i]]
        if i % 6 == 0 and i + 1 in numbers:
            sources.append(planted.messages[i + 1])  # It was said again in other words.
        person = planted.lines[i].sender
        yield NewFact(
            ref=f"new:{i}", body=f"{person} keeps the {word(i)}", about=(person,), sources=tuple(sources), why=word(i)
        )


def _revisions(ids: dict[str, str], numbers: range) -> Iterator[Change]:
    for i in numbers[:-1:9]:
        yield ReviseFact(fact=ids[f"new:{i}"], body=f"The {word(i)} is kept", author=Author.MODEL)
        yield SupersedeFact(fact=ids[f"new:{i}"], by=ids[f"new:{i + 1}"], reason=f"{word(i + 1)} is newer")


def _summaries(knowledge: KnowledgeGraph, planted: Planted, numbers: range) -> Iterator[Change]:
    first = knowledge.get(SPACE, [planted.messages[numbers[0]]])[planted.messages[numbers[0]]]
    conversation = getattr(first, "conversation")  # noqa: B009
    refs = []
    for start in range(numbers[0], numbers[-1] + 1, CHUNK):
        part = range(start, min(start + CHUNK, numbers[-1] + 1))
        members = tuple(planted.messages[i] for i in part)
        refs.append(f"new:s{start}")
        yield NewSummary(ref=refs[-1], level=1, members=members, body=_body(planted, part), conversation=conversation)
    top = f"new:t{numbers[0]}"
    yield NewSummary(ref=top, level=2, members=tuple(refs), body=_body(planted, numbers), conversation=conversation)
    yield CompleteConversation(
        conversation=conversation, title=word(numbers[0]), topics=(word(numbers[1]),), summary=top
    )


def _reflection(knowledge: KnowledgeGraph, planted: Planted, numbers: range) -> Change:
    """What the first person thinks: all that was said so far."""
    first = knowledge.get(SPACE, [planted.messages[numbers[0]]])[planted.messages[numbers[0]]]
    before = knowledge.store.find(SPACE, Label.REFLECTION, order="-id", limit=1)
    return NewReflection(
        participant=PEOPLE[0],
        body=_body(planted, range(numbers[-1] + 1)),
        conversations=(getattr(first, "conversation"),),  # noqa: B009
        replaces=before[0].id if before else None,
    )


def _texts(knowledge: KnowledgeGraph, planted: Planted, numbers: range, ids: dict[str, str]) -> Iterator[Change]:
    for person in PEOPLE:
        mine = [i for i in numbers if planted.lines[i].sender == person]
        text = f"{person} keeps {' '.join(map(word, mine))}"
        covers = tuple(ids[f"new:{i}"] for i in mine)
        yield EntityText(
            entity=knowledge.index(SPACE).entities_named(person)[0],
            brief=text,
            dossier=f"{text} at home",
            covers=covers,
            brief_covers=covers,
        )
    lines, sources = zip(*((f"The {word(i)}", planted.messages[i]) for i in numbers[:3]), strict=True)
    yield SetKeyInfo(lines=lines, sources=sources)


def _body(planted: Planted, numbers: Sequence[int]) -> str:
    return " ".join(f"{planted.lines[i].sender} {word(i)}" for i in numbers)
