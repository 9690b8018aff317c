"""What reading all that waits would take, told before a model is asked for anything."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from archivists.models.provider import Purpose
from archivists.questions.prompt import frame_of
from archivists.questions.reading import reading_of
from archivists.questions.writing import SOURCES_MAX
from archivists.round_policy import RoundPolicy
from archivists.window.window import Window, read_messages
from graph.knowledge import KnowledgeGraph
from graph.text.tokens import count_tokens
from graph.values.items import Message, Space

FACTS_PER_MESSAGE = 1 / 3
"""What the prompt asks for at most."""

FACT_TOKENS = 80
"""A fact with all its fields, or the verdict on two."""

KNOWN_TOKENS = 30
"""A fact that a model is told, or the line of an entity."""

TEXT_TOKENS = 40
"""Title, topics and the shape around a text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The calls of one purpose."""

    purpose: Purpose
    calls: int
    tokens_in: int
    tokens_out: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What rounds over all that waits will take: calls to read as they are made, of others the most; tokens are about.

    What repairs an answer comes on top, and so do windows in halves, since they are too large for a call.
    """

    messages: int
    rounds: int
    parts: tuple[Part, ...]  # of the purposes that have a model


def estimate(knowledge: KnowledgeGraph, space: Space, policy: RoundPolicy, asked: Container[Purpose]) -> Estimate:
    """What rounds would take that read all that is unread in the space, asking models for these purposes.

    Reads every such message once, imported ones if the policy does.
    """
    messages = rounds = said = calls = tokens_in = tokens_out = 0
    for window in _windows(knowledge, space, policy):
        rounds += 1
        messages += len(window.messages)
        said += sum(message.tokens for message in window.messages)
        if (question := reading_of(window, policy)) is not None:
            call = question.call()
            known = min(policy.read_known_max, int(messages * FACTS_PER_MESSAGE))
            calls += 1
            tokens_in += count_tokens(call.system) + count_tokens(call.prompt) + known * KNOWN_TOKENS
            tokens_out += ceil(len(window.messages) * FACTS_PER_MESSAGE) * FACT_TOKENS
    reading = Part(purpose=Purpose.READ, calls=calls, tokens_in=tokens_in, tokens_out=tokens_out)
    left = space.calls_left + messages * policy.calls_per_message - (calls if Purpose.READ in asked else 0)
    most = min(rounds, max(0, int(left)))
    parts = (reading, _settled(most, policy), _written(most, said, policy))
    return Estimate(messages=messages, rounds=rounds, parts=tuple(part for part in parts if part.purpose in asked))


def _windows(knowledge: KnowledgeGraph, space: Space, policy: RoundPolicy) -> Iterator[Window]:
    """The windows of the rounds to come, without what those before them will have found."""
    context: Sequence[Message] = ()
    for messages in read_messages(knowledge, space, policy):
        yield Window(space=space, messages=messages, context=tuple(context), mentions={}, told={})
        context = messages[-policy.context_messages :]


def _settled(calls: int, policy: RoundPolicy) -> Part:
    """So many calls with all the pairs that they may have."""
    asked = _frame(Purpose.SETTLE) + policy.settle_pairs_max * 2 * FACT_TOKENS
    answered = policy.settle_pairs_max * FACT_TOKENS
    return Part(purpose=Purpose.SETTLE, calls=calls, tokens_in=calls * asked, tokens_out=calls * answered)


def _written(calls: int, said: int, policy: RoundPolicy) -> Part:
    """So many calls with all the texts that they may have: of as many facts as one may be made of, or of all said."""
    sources = calls * policy.write_texts_max * SOURCES_MAX * KNOWN_TOKENS
    of_entity = ceil((policy.brief_tokens_max + policy.dossier_tokens_max) / 2)  # its two texts are told together
    answered = policy.write_texts_max * (max(policy.summary_tokens_max, of_entity) + TEXT_TOKENS)
    return Part(
        purpose=Purpose.WRITE,
        calls=calls,
        tokens_in=calls * _frame(Purpose.WRITE) + (max(sources, said) if calls else 0),
        tokens_out=calls * answered,
    )


def _frame(purpose: Purpose) -> int:
    return count_tokens(frame_of(purpose, None).text)
