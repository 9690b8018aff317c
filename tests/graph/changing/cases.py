"""A space in which every kind of change finds something to do, and what of a space an undo must restore."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from graph.changing.apply import apply_changes
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Edge, Kind, Label, Node, ReadDepth, Store
from graph.values.changes import (
    Change,
    CloseQuestion,
    CompactMemories,
    CompleteConversation,
    CompleteObjective,
    DisputeFacts,
    DropMemory,
    DropSummary,
    EntityText,
    JudgePresentation,
    KeepApart,
    MergeEntities,
    MergeFacts,
    NewEntity,
    NewFact,
    NewMemory,
    NewReflection,
    NewSummary,
    PinKeyInfo,
    ReplaceSummary,
    RestateFact,
    ReviseEntity,
    ReviseFact,
    ReviseMemory,
    SetKeyInfo,
    SetWeights,
    SplitEntity,
    SupersedeFact,
    UnpinKeyInfo,
    Verdict,
    WeighTheory,
    WithdrawFact,
)
from graph.values.items import Author, Block, EntityType, FactKind, MemoryType, Role
from graph.values.learned_weights import LearnedWeights, LearningOutcome
from graph.values.presented import Presented

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATER = NOW + timedelta(days=1)

LINES = (
    ("Mira", "Hello, I am Mira."),
    ("Mira", "I live in Bursa with my cat Pamuk."),
    ("Deniz", "Pamuk likes Mira more than me."),
    ("Mira", "We moved to Van last week!"),
    ("Deniz", "Bursa was nicer, Kath says."),
    ("Mira", "Bye, and greet Katharina."),
)

FACTS = (
    NewFact(ref="new:bursa", body="Mira lives in Bursa", about=("Mira", "Bursa"), sources=("1",)),
    NewFact(ref="new:van", body="Mira lives in Van", about=("Mira", "Van"), sources=("3",), importance=8),
    NewFact(ref="new:home", body="Mira's home is Bursa", about=("Mira",), sources=("4",), stated_by=Role.ASSISTANT),
    NewFact(ref="new:cat", body="Pamuk is Mira's cat", about=("Pamuk", "Mira"), sources=("1", "2")),
    NewFact(ref="new:likes", body="Pamuk likes Deniz best", about=("Pamuk", "Deniz"), sources=("2",)),
    NewFact(
        ref="new:theory", body="Mira loves lakes", kind=FactKind.THEORY, sources=("3",), confidence=0.6,
        about=("Mira",), supported_by=("new:van", "new:cat"),
    ),
    NewFact(ref="new:question", body="Where does Mira work?", kind=FactKind.QUESTION, sources=("0",), about=("Mira",)),
    NewFact(ref="new:settle", body="Settle in Van", kind=FactKind.OBJECTIVE, sources=("3",)),
    NewFact(ref="new:flat", body="Find a flat", kind=FactKind.OBJECTIVE, sources=("3",), part_of="new:settle"),
)  # fmt: skip
"""Their sources are places in LINES until they are applied."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The space "home", and the ids of what is in it."""

    knowledge: KnowledgeGraph
    messages: tuple[str, ...]
    conversation: str
    ids: dict[str, str]  # refs without "new:", and the names of entities
    block: str

    def __getitem__(self, name: str) -> str:
        return self.ids[name]


def scene(store: Store | None = None) -> Scene:
    """People, a cat, two cities, facts of all kinds, two levels of summaries, key info, and a block that was shown."""
    knowledge = KnowledgeGraph(store or open_store(":memory:"))
    knowledge.create_space("home", now=NOW)
    lines = [Line(role=Role.USER, sender=sender, body=body) for sender, body in LINES]
    messages = knowledge.append("home", lines, now=NOW).messages
    conversation = knowledge.messages("home", limit=1)[0].conversation
    entities: list[Change] = [
        NewEntity(name="Bursa", type=EntityType.PLACE, mentioned_in=(messages[1], messages[4])),
        NewEntity(name="Van", type=EntityType.PLACE, mentioned_in=(messages[3],)),
        NewEntity(name="Pamuk", aliases=("Pamuş", "the cat"), mentioned_in=messages[1:3]),
        NewEntity(name="Kath", type=EntityType.PERSON, aliases=("Kathy",), mentioned_in=messages[4:5]),
        NewEntity(name="Katharina", aliases=("Kathy",), mentioned_in=messages[5:]),
    ]
    facts = [replace(fact, sources=tuple(messages[int(place)] for place in fact.sources)) for fact in FACTS]
    texts: list[Change] = [
        EntityText(
            entity="Pamuk", brief="Mira's cat.", dossier="Pamuk is Mira's cat.", covers=("new:cat", "new:likes")
        ),
        EntityText(entity="Kath", brief="Liked Bursa."),
    ]
    summaries: list[Change] = [
        NewSummary(ref="new:s1", level=1, members=messages[:2], body="Mira said hello.", conversation=conversation),
        NewSummary(ref="new:s2", level=1, members=messages[2:4], body="They moved.", conversation=conversation),
        NewSummary(ref="new:top", level=2, members=("new:s1", "new:s2"), body="A move.", conversation=conversation),
        CompleteConversation(conversation=conversation, title="A move", summary="new:top"),
    ]
    key_info = SetKeyInfo(lines=("Call her Mira.", "She lives in Bursa."), sources=messages[:2])
    memories: list[Change] = [
        NewMemory(ref="new:move", type=MemoryType.GOAL, body="Move to Van", places=("Van",), sources=messages[3:4]),
        NewMemory(
            ref="new:nap",
            type=MemoryType.CHARACTER_BOND,
            body="Pamuk slept on Mira",
            participants=("Mira",),
            author=Author.CALLER,
        ),
    ]
    first = [*entities, *facts, *texts, *summaries, key_info, *memories]
    ids = dict(apply_changes(knowledge, "home", first, now=NOW).ids)
    found = {ref.removeprefix("new:"): id for ref, id in ids.items()}
    found |= {name: knowledge.index("home").entities_named(name)[0] for name in ("Mira", "Deniz", "Bursa", "Van")}
    found |= {name: knowledge.index("home").entities_named(name)[0] for name in ("Pamuk", "Kath", "Katharina")}
    block = shown(knowledge, (found["cat"], found["Kath"], found["s1"], messages[1], "key-info"))
    return Scene(knowledge, messages, conversation, found, block)


def shown(knowledge: KnowledgeGraph, items: Sequence[str], query: str | None = None, reason: str = "") -> str:
    """A block that has shown these items for this reason, for the last message if no other is named; its id."""
    block = Block(
        id="",
        chat="",
        query=knowledge.messages("home", limit=1)[0].id if query is None else query,
        body="…",
        tokens=1,
        budget_tokens=1,
        shown=tuple(items),
        near_misses="[]",
        left_out_count=0,
        visible_from=None,
        created_at=NOW,
    )
    terms = {"text": 0.5}
    presented = [Presented(item, rank, "facts", 0.5, terms, reason, 1) for rank, item in enumerate(items, start=1)]
    return knowledge.record_block("home", block, presented).id


CASES: dict[type[object], Sequence[Callable[[Scene], Change]]] = {
    NewEntity: [
        lambda s: NewEntity(name="Ankara", type=EntityType.PLACE, aliases=("Angora",), mentioned_in=s.messages[:1]),
        lambda s: NewEntity(name="PAMUK", type=EntityType.THING, aliases=("Kitty",), mentioned_in=s.messages[1:2]),
    ],
    ReviseEntity: [
        lambda s: ReviseEntity(entity=s["Pamuk"], name="Pamuk Hanım", type=EntityType.THING),
        lambda s: ReviseEntity(entity=s["Kath"], name="Kate", aliases=(), author=Author.CALLER),
        lambda s: ReviseEntity(entity=s["Pamuk"], aliases=("the cat", "Miss P.")),
    ],
    MergeEntities: [
        lambda s: MergeEntities(keep=s["Katharina"], lose=s["Kath"], reason="a short form"),
        lambda s: MergeEntities(keep=s["Kath"], lose=s["Katharina"], reason="a long form"),
        lambda s: MergeEntities(keep=s["Deniz"], lose=s["Pamuk"], reason="a wrong one"),
        lambda s: MergeEntities(keep=s["Pamuk"], lose=s["Mira"], reason="a wrong one"),
    ],
    SplitEntity: [
        lambda s: SplitEntity(
            entity=s["Pamuk"], name="Pamuş", type=EntityType.THING, aliases=("the cat",), facts=(s["likes"],),
            messages=s.messages[:1], author=Author.CALLER,
        ),
        lambda s: SplitEntity(entity=s["Mira"], name="Another Mira", messages=s.messages[1:3]),
    ],
    EntityText: [
        lambda s: EntityText(entity=s["Van"], brief="A city at a lake.", brief_covers=(s["van"],)),
        lambda s: EntityText(entity=s["Pamuk"], dossier="A cat.", covers=(s["cat"],)),
        lambda s: EntityText(entity=s["Pamuk"], brief="", dossier=""),
    ],
    NewFact: [
        lambda s: NewFact(ref="new:x", body="Mira sings", about=("mira", "Nobody"), sources=s.messages[:2]),
        lambda s: NewFact(
            body="Pack", kind=FactKind.OBJECTIVE, sources=s.messages[:1], part_of=s["settle"], valid_from=LATER
        ),
        lambda s: NewFact(body="Mira is 40", about=(s["Mira"],), sources=(), author=Author.CALLER),
        lambda s: NewFact(body="T", kind=FactKind.THEORY, sources=s.messages[:1], supported_by=(s["cat"],)),
    ],
    RestateFact: [
        lambda s: RestateFact(fact=s["cat"], sources=s.messages[:4]),
        lambda s: RestateFact(fact=s["home"], sources=s.messages[1:2]),
    ],
    ReviseFact: [
        lambda s: ReviseFact(fact=s["cat"], body="Pamuk is Mira's tom", importance=3),
        lambda s: ReviseFact(fact=s["likes"], body="Pamuk likes Mira best", author=Author.CALLER),
        lambda s: ReviseFact(fact=s["cat"], salience=9, valid_from=LATER, valid_to=LATER),
    ],
    SupersedeFact: [
        lambda s: SupersedeFact(fact=s["bursa"], by=s["van"], reason="they moved", valid_from=LATER),
        lambda s: SupersedeFact(fact=s["cat"], by=s["likes"], reason="wrong", valid_to=LATER),
        lambda s: SupersedeFact(fact=s["van"], by=s["bursa"], reason="they moved back"),
    ],
    WithdrawFact: [
        lambda s: WithdrawFact(fact=s["cat"], reason="a joke", author=Author.CALLER),
        lambda s: WithdrawFact(fact=s["likes"]),
    ],
    MergeFacts: [
        lambda s: MergeFacts(keep=s["bursa"], lose=s["home"]),
        lambda s: MergeFacts(keep=s["likes"], lose=s["cat"]),
        lambda s: MergeFacts(keep=s["bursa"], lose=s["van"]),
    ],
    DisputeFacts: [lambda s: DisputeFacts(a=s["cat"], b=s["likes"], reason="whose cat?")],
    KeepApart: [
        lambda s: KeepApart(a=s["bursa"], b=s["home"], reason="a home and a city"),
        lambda s: KeepApart(a=s["Kath"], b=s["Katharina"], reason="two people"),
    ],
    CloseQuestion: [
        lambda s: CloseQuestion(question=s["question"], answered_by=s["van"], reason="she said so"),
        lambda s: CloseQuestion(question=s["question"], reason="nobody cares"),
    ],
    CompleteObjective: [
        lambda s: CompleteObjective(objective=s["flat"], reason="found one"),
        lambda s: CompleteObjective(objective=s["settle"], reason="enough"),
        lambda s: CompleteObjective(objective=s["flat"], reason="too dear", is_reached=False),
    ],
    WeighTheory: [
        lambda s: WeighTheory(theory=s["theory"], fact=s["likes"], is_support=True, confidence=0.8),
        lambda s: WeighTheory(theory=s["theory"], fact=s["cat"], is_support=False, confidence=0.0),
    ],
    JudgePresentation: [
        lambda s: JudgePresentation(
            block=s.block, items=(s["cat"], s["Kath"], s["s1"], s.messages[1], "key-info"), verdict=Verdict.USEFUL
        ),
        lambda s: JudgePresentation(block=s.block, items=(s["cat"],), verdict=Verdict.HARMFUL),
        lambda s: JudgePresentation(block=s.block, items=(s["cat"],), verdict=Verdict.UNUSED),
    ],
    SetWeights: [
        lambda s: SetWeights(learned=LearnedWeights(outcome=LearningOutcome.TOO_FEW, verdicts=3, updated_at=LATER)),
        lambda s: SetWeights(
            learned=LearnedWeights(
                outcome=LearningOutcome.ADOPTED, weights='{"kind": 0.2}', updated_at=LATER
            )
        ),
    ],
    NewSummary: [
        lambda s: NewSummary(
            ref="new:x", level=1, members=s.messages[4:], body="Bye.", conversation=s.conversation
        ),
        lambda s: NewSummary(ref="new:x", level=3, members=(s["top"],), body="All.", conversation=None),
    ],
    ReplaceSummary: [lambda s: ReplaceSummary(summary=s["s1"], body="Mira said hello to Deniz.")],
    DropSummary: [lambda s: DropSummary(summary=s["top"], reason="too short")],
    CompleteConversation: [
        lambda s: CompleteConversation(conversation=s.conversation, title="Moving house", topics=("Van",)),
    ],
    SetKeyInfo: [
        lambda s: SetKeyInfo(lines=("Call her Mira.", "She lives in Van."), sources=(s.messages[0], s.messages[3])),
        lambda s: SetKeyInfo(lines=(), sources=()),
    ],
    PinKeyInfo: [
        lambda s: PinKeyInfo(line="Never joke about cats.", author=Author.CALLER),
        lambda s: PinKeyInfo(line="she lives in Bursa", author=Author.CALLER),
    ],
    UnpinKeyInfo: [lambda s: UnpinKeyInfo(line="Call her Mira.", author=Author.CALLER)],
    NewMemory: [
        lambda s: NewMemory(
            type=MemoryType.DISCOVERY, body="A map lay in the box", participants=("Mira",), places=("Bursa",),
            items=("map",), triggers=("map",), sources=s.messages[:2], key="map_in_box",
        ),
    ],
    ReviseMemory: [
        lambda s: ReviseMemory(memory=s["move"], body="They moved to Van", importance=9, participants=("Mira",)),
        lambda s: ReviseMemory(memory=s["nap"], sources=s.messages[2:3], triggers=("nap",)),
    ],
    CompactMemories: [
        lambda s: CompactMemories(
            members=(s["move"], s["nap"]), type=MemoryType.GOAL, body="Moved, and napped", triggers=("Van",)
        ),
    ],
    DropMemory: [lambda s: DropMemory(memory=s["move"], reason="long unused")],
    NewReflection: [
        lambda s: NewReflection(participant="Mira", body="Mira misses Bursa", conversations=(s.conversation,)),
        lambda s: NewReflection(participant="Nobody", body="Nobody knows", conversations=()),
    ],
}  # fmt: skip
"""For every kind of change, some that make a difference in a scene."""


def kept(store: Store, space: str = "home") -> tuple[list[object], list[object]]:
    """All that a space holds, byte for byte, but for the log, versions, seqs and the counter of ids."""
    held = store.since(space, 0, limit=1_000_000, reading=ReadDepth.ALL)
    nodes = sorted((_plain(node) for node in held.nodes if node.label is not Label.CHANGE), key=str)
    edges = sorted((_bare(edge) for edge in held.edges if edge.kind is not Kind.CHANGED), key=str)
    return nodes, edges


def _plain(node: Node) -> object:
    return node.label, node.id, {n: v for n, v in sorted(node.properties.items()) if n != "next_id"}


def _bare(edge: Edge) -> object:
    return edge.source, edge.kind, edge.target, dict(sorted(edge.properties.items()))


def do(home: Scene, *changes: Change, days: int = 0) -> tuple[str, ...]:
    """Apply changes, some days later than others; their ids in the log."""
    return apply_changes(home.knowledge, "home", changes, now=LATER + timedelta(days=days)).changes


def make(home: Scene, *changes: Change) -> Mapping[str, str]:
    """Apply changes; the ids of their refs."""
    return apply_changes(home.knowledge, "home", changes, now=LATER).ids
