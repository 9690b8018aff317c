"""What reading all that waits would take, told before a model is asked for anything."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from archivists.models import Purpose
from archivists.policy import RoundPolicy
from archivists.prompt import frame_of
from archivists.reading import reading_of
from archivists.window import Window, read_messages
from graph.items import Message, Space
from graph.knowledge import KnowledgeGraph
from graph.tokens import count_tokens

FACTS_PER_MESSAGE = 1 / 3
"""What the prompt asks for at most."""

FACT_TOKENS = 80
"""A fact in an answer, with all its fields."""

KNOWN_TOKENS = 30
"""A fact that a model is told, or the line of an entity."""

TEXT_TOKENS = 40
"""Title, topics and the shape around a text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The calls of one purpose."""

    purpose: Purpose
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    def plus(self, tokens_in: int, tokens_out: int) -> Part:
        """With one more call."""
        return replace(
            self,
            calls=self.calls + 1,
            tokens_in=self.tokens_in + tokens_in,
            tokens_out=self.tokens_out + tokens_out,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """About what rounds over all that waits will take; repairs and judging pairs come on top."""

    messages: int
    rounds: int
    parts: tuple[Part, ...]  # of the purposes that have a model


def estimate(knowledge: KnowledgeGraph, space: Space, policy: RoundPolicy, asked: Container[Purpose]) -> Estimate:
    """What rounds would take that read all that is unread in the space, asking models for these purposes.

    Reads every such message once, imported ones if the policy does.
    """
    reading, writing = Part(purpose=Purpose.READ), Part(purpose=Purpose.WRITE)
    messages = rounds = 0
    sizes: dict[str, _Size] = {}
    for window in _windows(knowledge, space, policy):
        rounds += 1
        messages += len(window.messages)
        # A conversation is over when another has begun; those of the last window are counted at the end.
        ended = [sizes.pop(id) for id in set(sizes) - {message.conversation for message in window.messages}]
        writing = _written(writing, ended, policy)
        for message in window.messages:
            sizes[message.conversation] = sizes.get(message.conversation, _Size()).plus(message)
        if (question := reading_of(window, policy)) is not None:
            call = question.call()
            known = min(policy.read_known_max, int(messages * FACTS_PER_MESSAGE))
            reading = reading.plus(
                count_tokens(call.system) + count_tokens(call.prompt) + known * KNOWN_TOKENS,
                ceil(len(window.messages) * FACTS_PER_MESSAGE) * FACT_TOKENS,
            )
    writing = _written(writing, list(sizes.values()), policy)
    parts = tuple(part for part in (reading, writing) if part.purpose in asked)
    return Estimate(messages=messages, rounds=rounds, parts=parts)


@dataclass(frozen=True, slots=True)
class _Size:
    messages: int = 0
    tokens: int = 0

    def plus(self, message: Message) -> _Size:
        return _Size(self.messages + 1, self.tokens + message.tokens)


def _windows(knowledge: KnowledgeGraph, space: Space, policy: RoundPolicy) -> Iterator[Window]:
    """The windows of the rounds to come, without what those before them will have found."""
    context: Sequence[Message] = ()
    for messages in read_messages(knowledge, space, policy):
        yield Window(space=space, messages=messages, context=tuple(context), mentions={}, told={})
        context = messages[-policy.context_messages :]


def _written(writing: Part, ended: Sequence[_Size], policy: RoundPolicy) -> Part:
    """With the call of a round in which these conversations are over."""
    told = [size for size in ended if size.messages >= policy.write_messages_min][: policy.write_texts_max]
    if not told:
        return writing
    sources = [
        min(size.tokens, ceil(size.messages / policy.chunk_messages) * policy.summary_tokens_max) for size in told
    ]
    frame = count_tokens(frame_of(Purpose.WRITE, None).text)
    return writing.plus(frame + sum(sources), len(told) * (policy.summary_tokens_max + TEXT_TOKENS))
