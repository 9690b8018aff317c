"""Windows and spaces for the tests of this folder, from lines of talk."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import cast

from archivists.keeping.archivist import A, H, ModelQuestion, Proposal, Q, Questions
from archivists.keeping.linking import link_question
from archivists.models.asking import Exchange
from archivists.models.governor import Refused
from archivists.models.provider import Purpose
from archivists.questions.confirm import ConfirmAnswer, ConfirmQuestion
from archivists.questions.link import LinkAnswer, Linking, LinkQuestion
from archivists.questions.read import ReadAnswer, Reading, read_question
from archivists.round_policy import RoundPolicy
from archivists.rounds.proposing import propose
from archivists.window.window import Window, WindowConversation
from graph.text.analysis import name_key
from graph.values.changes import Change
from graph.values.items import (
    Clock,
    Conversation,
    Entity,
    EntityType,
    Fact,
    FactKind,
    IntakeRule,
    KeyInfo,
    Message,
    Role,
    Space,
    Summary,
)

START = datetime(2025, 5, 3, 10, 0, tzinfo=UTC)

TALK = (
    "Nora: We moved to Bergen on Friday.",
    "assistant: You could take the ferry to Stavanger.",
    "Nora: Pixel came along, she hates the ferry.",
)


def message(number: int, sender: str, body: str, *, role: Role = Role.USER, language: str | None = None) -> Message:
    """The message with this number, a minute after the one before it."""
    at = START + timedelta(minutes=number)
    return Message(
        id=f"m{number:08d}",
        conversation="c00000001",
        chat="",
        sender=sender,
        role=role,
        body=body,
        sent_at=at,
        position=at.timestamp() * 1000,
        digest="",
        language=language,
    )


def talk_of(*lines: str) -> tuple[Message, ...]:
    """Messages from lines such as "Nora: I live in Bergen."; who is called assistant has that role."""
    messages = []
    for number, line in enumerate(lines, start=1):
        sender, _, body = line.partition(": ")
        roles = {"assistant": Role.ASSISTANT, "Narrator": Role.NARRATOR}
        messages.append(message(number, sender, body, role=roles.get(sender, Role.USER)))
    return tuple(messages)


def entity(name: str, *, kind: EntityType = EntityType.PERSON, aliases: Sequence[str] = ()) -> Entity:
    """A known entity."""
    return Entity(
        id=f"e-{name_key(name)}",
        name=name,
        key=name_key(name),
        type=kind,
        aliases=tuple(aliases),
        created_at=START,
        updated_at=START,
    )


def conversation_of(messages: Sequence[Message]) -> Conversation:
    """The active conversation that these messages are."""
    return Conversation(
        id="c00000001",
        chat="",
        started_at=messages[0].sent_at,
        last_at=messages[-1].sent_at,
        first_position=messages[0].position,
        last_position=messages[-1].position,
        message_count=len(messages),
        participants=tuple(dict.fromkeys(message.sender for message in messages)),
    )


def window_of(
    messages: Sequence[Message],
    *,
    entities: Sequence[Entity] | None = None,
    facts: Sequence[Fact] = (),
    key_info: KeyInfo | None = None,
    tops: Sequence[Summary] = (),
    is_silent: bool = False,
    clock: Clock = Clock.WALL,
) -> Window:
    """A window over one conversation; its speakers are known, as append makes them, unless entities are given."""
    if entities is None:
        senders = dict.fromkeys(message.sender for message in messages)
        entities = [entity(name) for name in senders if name not in ("user", "assistant", "Narrator")]
    conversation = WindowConversation(
        conversation=conversation_of(messages),
        unsummarised=tuple(message for message in messages if message.container is None),
        tops=tuple(tops),
        is_silent=is_silent,
        is_read=True,
    )
    return Window(
        space=Space(name="tests", created_at=START, intake=IntakeRule(clock=clock)),
        messages=tuple(messages),
        conversations=(conversation,),
        entities=tuple(entities),
        mentions={},
        facts_about={},
        facts=tuple(facts),
        key_info=key_info,
        read_to=messages[-1].id,
    )


def read(window: Window, **answer: object) -> Reading:
    """The window with this answer about it."""
    question = read_question(window, RoundPolicy())
    assert question is not None
    return Exchange(question=question, answer=ReadAnswer.model_validate(answer), prompt_version="read.en@1")


def linked(
    *ties: tuple[str, str, str], unsaid: Collection[str] = (), **more: object
) -> Callable[[Proposal], Linking | None]:
    """An answer about whatever a proposal asks: their words say all new claims but these, and how they stand.

    A tie is a claim, a relation, and a note or another claim; each is named by its id, its ref, or what it says.
    """

    def answer(proposal: Proposal) -> Linking | None:
        question = link_question(proposal, RoundPolicy())
        if question is None:
            return None
        told = {"claims": _judged(question, ties, unsaid), **more}
        return Exchange(question=question, answer=LinkAnswer.model_validate(told), prompt_version="link.en@1")

    return answer


def _judged(question: LinkQuestion, ties: Sequence[tuple[str, str, str]], unsaid: Collection[str]) -> list[object]:
    """The claims of an answer to *link*. A tie to what the question does not tell is a mistake of the test."""
    claims = list(question.claims)
    short = {each.claim.id: f"n{number}" for number, each in enumerate(claims, start=1)}
    known = {each.id: each for claim in claims for each in claim.near if each.id not in short}
    notes = sorted(known.values(), key=lambda each: (each.at, each.id))
    short |= {each.id: f"f{number}" for number, each in enumerate(notes, start=1)}
    named = {each.body: each.id for each in (*known.values(), *(claim.claim for claim in claims))} | {
        id: id for id in short
    }
    relations: dict[str, list[object]] = {each.claim.id: [] for each in claims}
    for claim, relation, note in ties:
        relations[named[claim]].append({"id": short[named[note]], "relation": relation})
    denied = {named[claim] for claim in unsaid}
    return [
        {
            "n": number,
            "said": None if each.quotation is None else each.claim.id not in denied,
            "relations": relations[each.claim.id],
        }
        for number, each in enumerate(claims, start=1)
    ]


class Answered(Questions):
    """The questions of a round in which a model has read and judged this, and is asked nothing else."""

    def __init__(self, reading: Reading | None, linking: Callable[[Proposal], Linking | None] | None = None) -> None:
        self._reading = reading
        self._linking = linking
        self._judged: tuple[Linking | None] | None = None  # asked once a round

    def ask(self, question: ModelQuestion[Q, A, H], proposal: Proposal) -> H | Refused | None:
        """What it has read, or how it judges what the proposal says."""
        if question.purpose is Purpose.READ:
            return cast("H | None", self._reading)
        if question.purpose is not Purpose.LINK or self._linking is None:
            return None
        if question.shape is ConfirmAnswer:
            [asked] = question.build(proposal, RoundPolicy())
            assert isinstance(asked, ConfirmQuestion)
            over = range(2, 2 + len(asked.pairs))
            answer = ConfirmAnswer(over=tuple(over))
            return cast("H | None", Exchange(question=asked, answer=answer, prompt_version="confirm.en@1"))
        if self._judged is None:
            self._judged = (self._linking(proposal),)
        return cast("H | None", self._judged[0])


def proposal_of(
    window: Window,
    reading: Reading | None = None,
    linking: Callable[[Proposal], Linking | None] | None = None,
    *,
    policy: RoundPolicy | None = None,
) -> Proposal:
    """What a round proposes, by the net or with what a model has read and how it judges that."""
    proposal = propose(window, policy or RoundPolicy(), Answered(reading, linking))
    assert isinstance(proposal, Proposal)
    return proposal


def changes_of(
    window: Window,
    reading: Reading | None = None,
    linking: Callable[[Proposal], Linking | None] | None = None,
) -> list[Change]:
    """The changes that a round proposes."""
    return list(proposal_of(window, reading, linking).changes)


def stored(id: str, body: str, kind: FactKind = FactKind.FACT, *, confidence: float = 1.0) -> Fact:
    """A fact that is known."""
    return Fact(id=id, body=body, kind=kind, confidence=confidence, created_at=START, updated_at=START)


def fact(text: str, *words: str, **more: object) -> dict[str, object]:
    """A fact as a model states it, with the words that say it."""
    return {"text": text, "words": list(words), **more}
