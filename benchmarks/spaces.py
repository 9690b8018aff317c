"""Spaces of a given size, made through the same calls that messages and archivists use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from time import perf_counter

from benchmarks.synthetic import Speech, Talk
from graph.changing.apply import Applied, RoundMark, apply_changes
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label
from graph.upkeep.leases import claim
from graph.values.changes import Change, CompleteConversation, EntityText, NewEntity, NewFact, NewSummary, SetKeyInfo
from graph.values.items import EntityType, FactKind, MemoryType, Reflection, SignificantMemory
from graph.values.puts import put
from graph.values.write_plan import WritePlan

SPACE = "bench"
CHAT = "main"
BATCH_LINES = 500
CHUNK_LINES = 10  # From the archivists' policy, like the next two.
FACTS_PER_LINE = 0.12
TOPS_MAX = 8
COMBINED = 5
DOSSIERS = 40
MESSAGES_SHARE = 0.8
FACT_KINDS = (*[FactKind.FACT] * 5, FactKind.THEORY, FactKind.QUESTION, FactKind.OBJECTIVE)


@dataclass(slots=True)
class Made:
    """A space, what was said in it, and how long that took."""

    speech: Speech
    talks: list[Talk] = field(default_factory=list)
    items_count: int = 0
    append_seconds: float = 0.0
    apply_seconds: float = 0.0

    @property
    def now(self) -> datetime:
        """When the last line was said."""
        return self.speech.now


def make_space(knowledge: KnowledgeGraph, items_count: int) -> Made:
    """Make a space of about `items_count` items. Its last talk is left unread. Equal calls make equal spaces."""
    random = Random(0)
    made = Made(Speech(random, names_count=min(300, max(20, items_count // 40))))
    knowledge.create_space(SPACE, now=made.now)
    _Archive(knowledge, made, random).fill(items_count)
    _mark_as_rounded(knowledge, made.now)
    made.items_count = len(knowledge.index(SPACE))
    return made


def _mark_as_rounded(knowledge: KnowledgeGraph, now: datetime) -> None:
    """Mark all as read, so that a service on this store finds nothing to do."""
    claim(knowledge, SPACE, owner="benchmark", now=now, seconds=60)
    mark = RoundMark("benchmark", knowledge.messages(SPACE, limit=1)[-1].id)
    apply_changes(knowledge, SPACE, [], now=now, mark=mark)


@dataclass(slots=True)
class _Archive:
    """Plays the archivists: writes what they would write about each talk, in made-up words."""

    knowledge: KnowledgeGraph
    made: Made
    random: Random
    tops: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))  # summaries in no other, by level
    facts: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # ids, by the name they are about

    def fill(self, items_count: int) -> None:
        self._apply([NewEntity(name=name, type=self._type()) for name in self.made.speech.names])
        while (rest := items_count - len(self.knowledge.index(SPACE))) > 0:
            self._batch(min(BATCH_LINES, int(rest * MESSAGES_SHARE)))
        self._write_entities()
        self._write_rest()

    def _batch(self, lines_min: int) -> None:
        talks: list[Talk] = []
        lines: list[Line] = []
        while len(lines) < max(lines_min, 1):
            talks.append(self.made.speech.talk())
            lines += talks[-1].lines
        started = perf_counter()
        appended = self.knowledge.append(SPACE, lines, chat=CHAT, now=self.made.now)
        self.made.append_seconds += perf_counter() - started
        changes: list[Change] = []
        ids = iter(appended.messages)
        for talk, conversation in zip(talks, appended.conversations, strict=True):
            messages = [next(ids) for _ in talk.lines]
            if talk is not talks[-1] or lines_min == BATCH_LINES:
                changes += self._of_talk(talk, messages, conversation)
        self.made.talks += talks
        self._keep(changes, self._apply(changes))
        while combined := list(self._combined()):
            self._keep(combined, self._apply(combined))

    def _of_talk(self, talk: Talk, messages: Sequence[str], conversation: str) -> Iterator[Change]:
        chunks = [messages[at : at + CHUNK_LINES] for at in range(0, len(messages), CHUNK_LINES)]
        refs = [f"new:{chunk[0]}" for chunk in chunks]
        for ref, chunk in zip(refs, chunks, strict=True):
            body = self._text(talk, sentences=3)
            yield NewSummary(ref=ref, level=1, members=tuple(chunk), body=body, conversation=conversation)
        root = f"new:{conversation}"
        body = self._text(talk, sentences=5)
        yield NewSummary(ref=root, level=2, members=tuple(refs), body=body, conversation=conversation)
        title = " ".join(talk.topic[:5])
        yield CompleteConversation(conversation=conversation, title=title, topics=talk.topic[:5], summary=root)
        for source in self.random.sample(list(messages), int(len(messages) * FACTS_PER_LINE)):
            name = self.random.choice(talk.names)
            yield NewFact(
                ref=f"new:{source}/{name}",
                body=f"{name} {self.made.speech.sentence(talk.topic, (), words=10).lower()}",
                kind=self.random.choice(FACT_KINDS),
                importance=self.random.randint(3, 9),
                salience=self.random.randint(3, 9),
                about=(name,),
                sources=(source,),
            )

    def _combined(self) -> Iterator[Change]:
        for level, ids in sorted(self.tops.items()):
            if len(ids) > TOPS_MAX:
                members, self.tops[level] = tuple(ids[:COMBINED]), ids[COMBINED:]
                body = self._text(self.random.choice(self.made.talks), sentences=5)
                ref = f"new:{members[0]}"
                yield NewSummary(ref=ref, level=level + 1, members=members, body=body, conversation=None)

    def _keep(self, changes: Sequence[Change], applied: Applied) -> None:
        for change in changes:
            if isinstance(change, NewSummary) and change.level > 1:
                self.tops[change.level].append(applied.ids[change.ref])
            elif isinstance(change, NewFact):
                self.facts[change.about[0]].append(applied.ids[change.ref])

    def _write_entities(self) -> None:
        """Entities with the most facts get a dossier that covers some of them; half of the others get a brief."""
        index, speech = self.knowledge.index(SPACE), self.made.speech
        ranked = sorted(speech.names, key=lambda name: -len(self.facts[name]))
        texts: list[Change] = []
        for rank, name in enumerate(ranked):
            talk = self.random.choice(self.made.talks)
            entity = index.entities_named(name)[0]
            if rank < DOSSIERS:
                covers = tuple(self.facts[name][:20])
                dossier = self._text(talk, sentences=9)
                texts.append(
                    EntityText(entity=entity, brief=self._text(talk, sentences=2), dossier=dossier, covers=covers)
                )
            elif rank % 2:
                texts.append(EntityText(entity=entity, brief=self._text(talk, sentences=2)))
        self._apply(texts)

    def _write_rest(self) -> None:
        """Write key info, moments and reflections: little of each, as in a real space."""
        speech, now = self.made.speech, self.made.now
        sources = [message.id for message in self.knowledge.messages(SPACE, limit=5)]
        lines = tuple(speech.sentence((), (), words=8) for _ in sources)
        self._apply([SetKeyInfo(lines=lines, sources=tuple(sources))])

        def decide(plan: WritePlan) -> None:
            for talk in self.made.talks[::20]:
                for type in (MemoryType.PROMISE, MemoryType.DISCOVERY):
                    body = speech.sentence(talk.topic, talk.names, words=14)
                    memory = SignificantMemory(
                        id=plan.new_id(Label.MEMORY),
                        type=type,
                        body=body,
                        participants=talk.names[:2],
                        triggers=talk.topic[:3],
                        created_at=now,
                        updated_at=now,
                        accessed_at=now,
                    )
                    plan.add(put(memory, expect=0))
            body = self._text(self.made.talks[-1], sentences=3)
            plan.add(
                put(
                    Reflection(
                        id=plan.new_id(Label.REFLECTION), participant="Maren", body=body, created_at=now, updated_at=now
                    )
                )
            )

        self.knowledge.change(SPACE, decide)

    def _apply(self, changes: Sequence[Change]) -> Applied:
        started = perf_counter()
        applied = apply_changes(self.knowledge, SPACE, changes, now=self.made.now)
        self.made.apply_seconds += perf_counter() - started
        return applied

    def _text(self, talk: Talk, *, sentences: int) -> str:
        return " ".join(self.made.speech.sentence(talk.topic, talk.names, words=12) for _ in range(sentences))

    def _type(self) -> EntityType:
        return self.random.choice((EntityType.PERSON, EntityType.PERSON, EntityType.PLACE, EntityType.THING))
