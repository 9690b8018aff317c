"""The prompt of a character: its biography, what it came to think, what it heard since, and what is wanted of it now.

The prompt has only what the character has heard.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from context.wording.item_lines import dated_line, message_line, safe, span, summary_line
from graph.errors import BadInput
from graph.hearing import Heard, heard, heard_index
from graph.knowledge import KnowledgeGraph
from graph.text.identification import told
from graph.text.tokens import count_tokens
from graph.values.items import Conversation, Message, Reflection, Summary
from graph.values.masked import masked
from languages.language import Phrases
from languages.registry import NEUTRAL

END = "\n"

LINES_PART = 0.5
"""Of what biography, request and reflection leave. The rest goes to what was heard earlier, and what that leaves to
more lines of the conversation that goes on."""


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
    redact: bool = True  # Secrets are hidden in what is remembered; biography and request stay as they are.

    def __post_init__(self) -> None:
        if self.visible < 0:
            raise BadInput(f"visible {self.visible} is below 0")
        if not 5 <= self.summaries_max <= 10:
            raise BadInput(f"summaries_max {self.summaries_max} is outside 5..10")


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterPrompt:
    """The prompt, and which parts of memory are in it; summaries and older lines stand in one order of time."""

    text: str
    tokens: int
    reflection: Reflection | None
    summaries: tuple[Summary, ...]  # of conversations not in the reflection, oldest first
    lines: tuple[Message, ...]  # the last ones that no known summary tells
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
    heard: Heard
    lines: Sequence[Message]

    def parted(self, summaries_max: int) -> tuple[Sequence[Summary | Message], Sequence[Message]]:
        """What was heard before, told by a summary or not, and the lines of the last conversation if it goes on."""
        ongoing = {self.lines[-1].conversation} - self.heard.over if self.lines else set()
        recent = [line for line in self.lines if line.conversation in ongoing]
        older = [line for line in self.lines if line.conversation not in ongoing]
        return sorted([*self.heard.unreflected[-summaries_max:], *older], key=_heard_at), recent


def character_prompt(knowledge: KnowledgeGraph, request: PromptRequest) -> CharacterPrompt:
    """The prompt within its budget. Six reads. Raises NotFound, and BadInput where biography and request do not fit."""
    index = heard_index(knowledge, request.space, request.character)
    reflections = index.reflections()
    rows = index.items(knowledge.store, [*index.loose_messages(request.lines_max), *reflections[-1:]])
    everything = knowledge.index(request.space)
    visible = everything.newest_messages(request.chat, request.visible) if request.visible else ()
    rows |= everything.items(knowledge.store, [id for id in visible if id not in rows])
    known = heard(knowledge, index)
    if request.redact:
        rows = {id: masked(row) for id, row in rows.items()}
        known = replace(known, unreflected=tuple(map(masked, known.unreflected)))
    lines = [row for row in rows.values() if isinstance(row, Message)]
    memory = CharacterMemory(
        reflection=next((row for row in rows.values() if isinstance(row, Reflection)), None),
        heard=known,
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
    reflection, reflected = memory.reflection, memory.heard.reflected
    if reflection is not None:
        cost = count_tokens(_text(request, phrases, reflection, reflected)) - count_tokens(fixed)
        reflection, left = (reflection, left - cost) if cost <= left else (None, left)
    earlier, recent = memory.parted(request.summaries_max)
    lines = [message_line(line.sender, line.body) for line in recent]
    recent_count, spent = _newest(lines, int(LINES_PART * left))
    earlier_count, spent_too = _newest([_earlier_line(each, phrases) for each in earlier], left - spent)
    more, _ = _newest(lines[: len(lines) - recent_count], left - spent - spent_too)
    while True:
        before, now = earlier[len(earlier) - earlier_count :], recent[len(recent) - recent_count - more :]
        text = _text(request, phrases, reflection, reflected, before, now)
        tokens = count_tokens(text)
        if tokens <= request.budget_tokens:
            summaries = tuple(each for each in before if isinstance(each, Summary))
            kept = tuple(each for each in (*before, *now) if isinstance(each, Message))
            return CharacterPrompt(
                text=text,
                tokens=tokens,
                reflection=reflection,
                summaries=summaries,
                lines=kept,
                summaries_left_out=sum(isinstance(each, Summary) for each in earlier) - len(summaries),
                lines_left_out=len(memory.lines) - len(kept),
            )
        # Headings and separators take a little more than was counted for the lines alone.
        if more:
            more -= 1
        elif earlier_count:
            earlier_count -= 1
        elif recent_count:
            recent_count -= 1
        else:
            reflection = None


def _heard_at(each: Summary | Message) -> tuple[float, str]:
    return (each.last_position if isinstance(each, Summary) else each.position, each.id)


def _earlier_line(each: Summary | Message, phrases: Phrases) -> str:
    return summary_line(each, each.body, phrases) if isinstance(each, Summary) else dated_line(each, phrases)


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
    reflected: Conversation | None = None,
    earlier: Sequence[Summary | Message] = (),
    recent: Sequence[Message] = (),
) -> str:
    """The prompt with these parts of what is remembered. A reflection and the last lines have their time above them."""
    reflections, last_lines = phrases.headings["reflections"], phrases.headings["recent messages"]
    if reflected is not None:
        when = span(reflected.last_position, reflected.last_position, reflected.last_at, reflected.last_at, phrases)
        reflections += f" ({phrases.until.format(when)})"
    if recent:
        first, last = recent[0], recent[-1]
        last_lines += f" ({span(first.position, last.position, first.sent_at, last.sent_at, phrases)})"
    parts = (
        (phrases.biography, request.biography),
        (reflections, f"{safe(reflection.body)}\n" if reflection is not None else ""),
        (phrases.headings["summaries"], "".join(_earlier_line(each, phrases) for each in earlier)),
        (last_lines, "".join(message_line(line.sender, line.body) for line in recent)),
        (phrases.request, request.request),
    )
    return "\n".join(f"## {heading}\n{text.removesuffix(END)}\n" for heading, text in parts if text)
