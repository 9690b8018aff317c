"""The prompt of a character: its biography, what it came to think, what it heard since, and what is wanted of it now.

The prompt has only what the character has heard.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from context.wording.item_lines import message_line, safe, summary_line
from graph.errors import BadInput
from graph.hearing import heard_index, unreflected
from graph.knowledge import KnowledgeGraph
from graph.text.identification import told
from graph.text.tokens import count_tokens
from graph.values.items import Message, Reflection, Summary
from languages.language import Phrases
from languages.registry import NEUTRAL

END = "\n"

LINES_PART = 0.5
"""Of what biography, request and reflection leave. The rest goes to summaries, and what they leave to more lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptRequest:
    """What a caller wants a character to be told."""

    space: str
    character: str
    biography: str = ""  # never changed
    request: str = ""
    budget_tokens: int = 2048
    summaries_max: int = 10  # Docs: characters.
    visible: int = 0  # it hears so many of the chat's last messages, whether or not memory knows that it did
    chat: str = ""
    lines_max: int = 50  # Docs: characters; an open conversation has no more lines without a summary.

    def __post_init__(self) -> None:
        if self.visible < 0:
            raise BadInput(f"visible {self.visible} is below 0")
        if not 5 <= self.summaries_max <= 10:
            raise BadInput(f"summaries_max {self.summaries_max} is outside 5..10")


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterPrompt:
    """The prompt, and which parts of memory are in it."""

    text: str
    tokens: int
    reflection: Reflection | None
    summaries: tuple[Summary, ...]  # of conversations not in the reflection, oldest first
    lines: tuple[Message, ...]  # the last ones that are in no summary
    summaries_left_out: int  # because they did not fit
    lines_left_out: int

    @property
    def is_known(self) -> bool:
        """Whether anything is remembered of the character, in the prompt or beside it."""
        parts = (self.reflection, *self.summaries, *self.lines)
        return any(parts) or self.summaries_left_out + self.lines_left_out > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterMemory:
    """What a character knows beyond its biography; each in order of time."""

    reflection: Reflection | None
    summaries: Sequence[Summary]
    lines: Sequence[Message]


def character_prompt(knowledge: KnowledgeGraph, request: PromptRequest) -> CharacterPrompt:
    """The prompt within its budget. Six reads. Raises NotFound, and BadInput where biography and request do not fit."""
    index = heard_index(knowledge, request.space, request.character)
    reflections = index.reflections()
    rows = index.items(knowledge.store, [*index.loose_messages(request.lines_max), *reflections[-1:]])
    everything = knowledge.index(request.space)
    visible = everything.newest_messages(request.chat, request.visible) if request.visible else ()
    rows |= everything.items(knowledge.store, [id for id in visible if id not in rows])
    lines = [row for row in rows.values() if isinstance(row, Message)]
    memory = CharacterMemory(
        reflection=next((row for row in rows.values() if isinstance(row, Reflection)), None),
        summaries=unreflected(knowledge, index)[-request.summaries_max :],
        lines=sorted(lines, key=lambda line: (line.position, line.id)),
    )
    return composed(request, memory)


def composed(request: PromptRequest, memory: CharacterMemory) -> CharacterPrompt:
    """The prompt in its order; what does not fit is left out, the oldest first. Pure."""
    spoken = " ".join([request.biography, request.request, *(line.body for line in memory.lines)])
    phrases = (told(spoken, by_model=False) or NEUTRAL).phrases
    fixed = _text(request, phrases)
    left = request.budget_tokens - count_tokens(fixed)
    if left < 0:
        raise BadInput(
            f"`budget_tokens` {request.budget_tokens} is too small: biography and request take {count_tokens(fixed)} "
            "tokens; give a larger budget, or shorten them"
        )
    reflection = memory.reflection
    if reflection is not None:
        cost = count_tokens(_text(request, phrases, reflection)) - count_tokens(fixed)
        reflection, left = (reflection, left - cost) if cost <= left else (None, left)
    lines = [message_line(line.sender, line.body) for line in memory.lines]
    told_lines = [summary_line(each, each.body, phrases) for each in memory.summaries]
    lines_count, spent = _newest(lines, int(LINES_PART * left))
    summaries_count, spent_too = _newest(told_lines, left - spent)
    more, _ = _newest(lines[: len(lines) - lines_count], left - spent - spent_too)
    while True:
        kept = memory.lines[len(lines) - lines_count - more :], memory.summaries[len(told_lines) - summaries_count :]
        text = _text(request, phrases, reflection, kept[1], kept[0])
        tokens = count_tokens(text)
        if tokens <= request.budget_tokens:
            return CharacterPrompt(
                text=text,
                tokens=tokens,
                reflection=reflection,
                summaries=tuple(kept[1]),
                lines=tuple(kept[0]),
                summaries_left_out=len(told_lines) - summaries_count,
                lines_left_out=len(lines) - lines_count - more,
            )
        # Headings and separators take a little more than was counted for the lines alone.
        if more:
            more -= 1
        elif summaries_count:
            summaries_count -= 1
        elif lines_count:
            lines_count -= 1
        else:
            reflection = None


def _newest(lines: Sequence[str], tokens_max: int) -> tuple[int, int]:
    """How many of the last lines fit, and how many tokens they take."""
    spent = 0
    for count, line in enumerate(reversed(lines)):
        tokens = count_tokens(line)
        if spent + tokens > tokens_max:
            return count, spent
        spent += tokens
    return len(lines), spent


def _text(
    request: PromptRequest,
    phrases: Phrases,
    reflection: Reflection | None = None,
    summaries: Sequence[Summary] = (),
    lines: Sequence[Message] = (),
) -> str:
    parts = (
        (phrases.biography, request.biography),
        (phrases.headings["reflections"], f"{safe(reflection.body)}\n" if reflection is not None else ""),
        (phrases.headings["summaries"], "".join(summary_line(each, each.body, phrases) for each in summaries)),
        (phrases.headings["recent messages"], "".join(message_line(line.sender, line.body) for line in lines)),
        (phrases.request, request.request),
    )
    return "\n".join(f"## {heading}\n{text.removesuffix(END)}\n" for heading, text in parts if text)
