"""Estimates what it would take to read everything that is unread, before a model is asked."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from archivists.models.provider import Purpose, schema_tokens
from archivists.questions.confirm import FRAME, ConfirmAnswer
from archivists.questions.link import LinkAnswer
from archivists.questions.prompt import frame_of
from archivists.questions.read import ReadAnswer, read_question
from archivists.questions.write import WriteAnswer
from archivists.round_policy import RoundPolicy
from archivists.window.unread import read_messages
from archivists.window.window import Window
from graph.knowledge import KnowledgeGraph
from graph.text.tokens import count_tokens
from graph.values.items import Message, Space

CLAIMS_PER_MESSAGE = 0.8
"""Of careful readers: 763 claims of 937 messages, in the recorded dialogues (docs/benchmarks/knowledge.md). People tell
much of themselves there, so of most talks it is more than a model finds."""

FACT_TOKENS = 90
"""Tokens of a claim with all its fields and its share of the entities."""

CONFIRMED_SHARE = 0.7
"""Of answers to *link* about sixteen claims: 33 of 47 had something in doubt when the same dialogues were imported."""

PAIRS = 6
"""In a second question, the two controls included."""

SOURCES = 25
"""Facts in a call to *write*, beside what was said."""

LENGTH_SHARE = 0.5
"""The part of its maximum that a text has."""

NOTES_PER_CLAIM = 3
"""Notes in a prompt: claims of one window mostly concern the same ones."""

LINK_TOKENS = 25
"""Tokens of a verdict on one claim."""

KNOWN_TOKENS = 25
"""Tokens of a known fact, or of an entity's line, in an English prompt."""

MEMORIES_KNOWN = 25
"""Known memories in a prompt: half of the maximum."""

MEMORIES_NEW = 2
"""The most memories that the prompt asks for."""

TEXT_TOKENS = 40
"""Tokens of title, topics and the JSON around a text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The calls of one purpose."""

    purpose: Purpose
    calls: int
    tokens_in: int
    tokens_out: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What rounds over everything unread will take: calls to read exactly, other calls at most, tokens roughly.

    Repairs of answers are extra, and so are further calls for windows that are too large for one.
    """

    messages: int
    rounds: int
    parts: tuple[Part, ...]  # of the purposes that have a model


def estimate(knowledge: KnowledgeGraph, space: Space, policy: RoundPolicy, asked: Container[Purpose]) -> Estimate:
    """What it would take to read everything that is unread in the space, asking models for these purposes.

    Reads every such message once; imported ones only if the policy reads them.
    """
    messages = rounds = said = calls = tokens_in = tokens_out = 0
    talks: set[str] = set()
    for window in _windows(knowledge, space, policy):
        rounds += 1
        messages += len(window.messages)
        said += sum(message.tokens for message in window.messages)
        talks |= {message.conversation for message in window.messages}
        if (question := read_question(window, policy)) is not None:
            call = question.call()
            calls += 1
            tokens_in += count_tokens(call.system) + count_tokens(call.prompt) + schema_tokens(ReadAnswer)
            tokens_out += ceil(len(window.messages) * CLAIMS_PER_MESSAGE) * FACT_TOKENS
    reading = Part(purpose=Purpose.READ, calls=calls, tokens_in=tokens_in, tokens_out=tokens_out)
    left = space.calls_left + messages * policy.calls_per_message - (calls if Purpose.READ in asked else 0)
    most = min(len(talks) if policy.calls_apart else rounds, max(0, int(left)))
    thoughts = len(space.characters) * -(-len(talks) // policy.reflection_conversations)
    parts = (
        reading,
        _link_part(calls, ceil(messages * CLAIMS_PER_MESSAGE), policy),
        _write_part(most, said, policy),
        _reflect_part(thoughts, policy),
        _moments_part(rounds, said),
    )
    return Estimate(messages=messages, rounds=rounds, parts=tuple(part for part in parts if part.purpose in asked))


def _windows(knowledge: KnowledgeGraph, space: Space, policy: RoundPolicy) -> Iterator[Window]:
    """The windows of the rounds to come, without what earlier ones will have found."""
    context: Sequence[Message] = ()
    for messages in read_messages(knowledge, space, policy):
        yield Window(space=space, messages=messages, context=tuple(context), mentions={}, facts_about={})
        context = messages[-policy.context_messages :]


def _link_part(rounds: int, claims: int, policy: RoundPolicy) -> Part:
    """A call at least in each of these rounds for all of these claims, and second questions about what is in doubt."""
    calls = max(rounds, ceil(claims / max(1, policy.link_claims_max))) if rounds else 0
    twice = ceil(calls * CONFIRMED_SHARE)
    asked = calls * (_frame_tokens(Purpose.LINK) + schema_tokens(LinkAnswer))
    asked += twice * (_frame_tokens(FRAME) + schema_tokens(ConfirmAnswer) + 2 * PAIRS * KNOWN_TOKENS)
    of_claim = FACT_TOKENS + NOTES_PER_CLAIM * KNOWN_TOKENS
    return Part(
        purpose=Purpose.LINK,
        calls=calls + twice,
        tokens_in=asked + (claims * of_claim if calls else 0),
        tokens_out=claims * LINK_TOKENS if calls else 0,
    )


def _write_part(calls: int, said: int, policy: RoundPolicy) -> Part:
    """This many calls, each with the maximum of texts, made from what was said and facts."""
    texts = 1 if policy.calls_apart else policy.write_texts_max
    sources = 0 if policy.calls_apart else SOURCES * KNOWN_TOKENS
    asked = _frame_tokens(Purpose.WRITE) + schema_tokens(WriteAnswer) + sources
    of_entity = ceil((policy.brief_tokens_max + policy.dossier_tokens_max) / 2)  # one call has both of its texts
    answered = texts * (ceil(LENGTH_SHARE * max(policy.summary_tokens_max, of_entity)) + TEXT_TOKENS)
    return Part(
        purpose=Purpose.WRITE,
        calls=calls,
        tokens_in=calls * asked + (said if calls else 0),
        tokens_out=calls * answered,
    )


def _reflect_part(calls: int, policy: RoundPolicy) -> Part:
    """This many calls, each with the reflection so far and as many conversations as a new one needs."""
    told = policy.reflection_tokens_max + policy.reflection_conversations * (policy.summary_tokens_max + TEXT_TOKENS)
    return Part(
        purpose=Purpose.REFLECT,
        calls=calls,
        tokens_in=calls * (_frame_tokens(Purpose.REFLECT) + told),
        tokens_out=calls * (policy.reflection_tokens_max + TEXT_TOKENS),
    )


def _moments_part(calls: int, said: int) -> Part:
    """One call per round, with what was said and the known memories."""
    known = calls * MEMORIES_KNOWN * KNOWN_TOKENS
    return Part(
        purpose=Purpose.MOMENTS,
        calls=calls,
        tokens_in=calls * _frame_tokens(Purpose.MOMENTS) + said + known,
        tokens_out=calls * MEMORIES_NEW * FACT_TOKENS,
    )


def _frame_tokens(question: str) -> int:
    return count_tokens(frame_of(question, None).text)
