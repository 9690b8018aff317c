"""What the agent is told when it writes a memory, in the order of the design:

primer, memories, tail, chunk, question.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archivists.models.provider import PromptMessage, Request
from archivists.transcripts.chat_messages import ChatMessage
from archivists.transcripts.memories import CHUNK_TAG, MANAGER_TAG, SYSTEM_TAG, Memory, escaped, frames, wrapped
from graph.errors import TooLarge

Line = tuple[str, str]  # role and text

GOES_ON = wrapped(SYSTEM_TAG, "An earlier part of the conversation is left out here.")
"""Providers want a user's message first: this is put before memories, or a tail, that begin with an answer."""


@dataclass(frozen=True, slots=True)
class Episode:
    """One chunk of the conversation: its raw messages, its memory, or both."""

    digest: str  # of the chunk in the archive; "" when it is not there
    messages: tuple[ChatMessage, ...] | None  # None when the archive does not have them
    memory: Memory | None = None  # None until it is written

    @property
    def tokens(self) -> int | None:
        """What the raw messages take; None when they are not at hand."""
        return None if self.messages is None else sum(message.tokens for message in self.messages)


@dataclass(frozen=True, slots=True)
class AgentContext:
    """All that the agent sees before a question."""

    lines: tuple[PromptMessage, ...]
    memories: int  # how many episodes are told as memories
    tail: int  # how many chunks are told raw before the chunk

    def asked(self, purpose: str, question: str, *, tokens_max: int, talk: Sequence[Line] = ()) -> Request:
        """A question of the context manager; `talk` is what was said about it before."""
        ask = ("user", wrapped(MANAGER_TAG, question))
        lines = merged([*((line.role, line.text) for line in self.lines[1:]), *talk, ask])
        stable = len(self.lines) - (self.lines[-1].role == "user")
        return Request(purpose=purpose, lines=(self.lines[0], *lines), tokens_max=tokens_max, stable_lines=stable)


def context_of(
    primer: str, before: Sequence[Episode], chunk: Sequence[ChatMessage], *, tail: int, memories: int
) -> AgentContext:
    """The context for a chunk: the last `tail` episodes before it raw, `memories` of the earlier ones as memories."""
    told = before[: len(before) - tail]
    kept = [episode.memory for episode in told[len(told) - memories :] if episode.memory]
    lines = [
        *framed(kept),
        *(_line(message) for episode in before[len(told) :] for message in episode.messages or ()),
        *(_line(message, tag=CHUNK_TAG) for message in chunk),
    ]
    return AgentContext((PromptMessage("system", primer), *merged(lines)), len(kept), tail)


def framed(memories: Sequence[Memory]) -> list[Line]:
    """Memories between their frames, as they stand in a file; nothing where there are none."""
    if not memories:
        return []
    opening, closing = frames()
    return [("user", opening), *(line for memory in memories for line in memory.lines), ("user", closing)]


def fitting(
    primer: str, before: Sequence[Episode], chunk: Sequence[ChatMessage], *, tail: int, tokens_max: int | None
) -> AgentContext:
    """The largest context that fits: the tail gives way first, then the oldest memories.

    Raises TooLarge when the chunk alone does not fit.
    """
    sizes = [(size, len(before) - size) for size in range(tail, -1, -1)]
    for size, memories in [*sizes, *((0, told) for told in range(len(before) - 1, -1, -1))]:
        context = context_of(primer, before, chunk, tail=size, memories=memories)
        if tokens_max is None or tokens_of(context) <= tokens_max:
            return context
    raise TooLarge(f"a chunk of {tokens_of(context):,} tokens does not fit into the model, which takes {tokens_max:,}")


def tokens_of(context: AgentContext) -> int:
    """About how many tokens a context takes."""
    return Request(purpose="", lines=context.lines, tokens_max=0).tokens


def merged(lines: Sequence[Line]) -> tuple[PromptMessage, ...]:
    """Messages in a row of one role as one message, since providers want roles to take turns; a user's comes first."""
    return tuple(_merged(lines))


def _merged(lines: Sequence[Line]) -> Iterator[PromptMessage]:
    role, texts = "user", [GOES_ON] if lines and lines[0][0] == "assistant" else []
    for each, text in lines:
        if each != role:
            yield _prompt(role, texts)
            role, texts = each, []
        texts.append(text)
    if texts:
        yield _prompt(role, texts)


def _prompt(role: str, texts: Sequence[str]) -> PromptMessage:
    return PromptMessage("assistant" if role == "assistant" else "user", "\n\n".join(texts))


def _line(message: ChatMessage, *, tag: str | None = None) -> Line:
    """A message as the agent reads it; messages of tools and of the system come to it from the user."""
    role = message.role if message.role == "assistant" else "user"
    text = escaped(message.text.strip()) or "[empty]"
    if message.role not in ("user", "assistant"):
        text = f"[{message.role or 'no role'}] {text}"
    return role, wrapped(tag, text) if tag else text
