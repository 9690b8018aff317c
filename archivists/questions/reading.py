"""What a model is asked of a window, and what the numbers of its answer stand for.

What becomes of the answer stands beside the rules that do without it: entities, facts, closings, usefulness, key info.
A model may name, weigh and judge; where something was said, who said it and what was shown is read from the window.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from archivists.compare.settling import living
from archivists.models.asking import Heard
from archivists.questions.answers import ReadAnswer
from archivists.questions.tasks import JudgedItem, ReadQuestion
from archivists.round_policy import RoundPolicy
from archivists.statements.clauses import is_generic
from archivists.statements.spoken import spoken_in
from archivists.window.shown_blocks import ShownBlock
from archivists.window.window import Window
from graph.text.block_wrapper import without_blocks
from graph.values.items import Fact, FactKind, Message

SHOWN_CHARS_MAX = 600
"""Of one item: whether a reply used it is seen by then."""

Read = Heard[ReadQuestion, ReadAnswer]


def reading_of(window: Window, policy: RoundPolicy) -> ReadQuestion | None:
    """What a model is to be asked of a window; None when nobody has said anything in it. Pure.

    Blocks of ours are cut out of what was said: a chat that hands one back says nothing by it.
    """
    messages = _spoken(window.messages)
    if all(is_generic(message) for message in messages):
        return None
    return ReadQuestion(
        language=spoken_in(messages),
        messages=messages,
        before=_spoken(window.context),
        known=_known(window, policy.read_known_max),
        shown=[
            JudgedItem(id=id, text=each.texts[id][:SHOWN_CHARS_MAX]) for id, each in last_shown(window, policy).items()
        ],
        key_info=window.key_info,
        entities=window.entities,
    )


def last_shown(window: Window, policy: RoundPolicy) -> Mapping[str, ShownBlock]:
    """The items shown, newest first, each with the last block that showed it."""
    found: dict[str, ShownBlock] = {}
    for presented in sorted(window.presented, key=lambda each: (each.reply.id, each.block), reverse=True):
        for id in presented.texts:
            found.setdefault(id, presented)
    return dict(list(found.items())[: policy.read_shown_max])


def sources_of(read: Read, numbers: Iterable[int]) -> list[Message]:
    """The new messages of these numbers, without those of assistants and tools: nobody in particular speaks there."""
    new = {message.id for message in read.task.messages}
    found = {message.id: message for n in numbers if (message := read.task.message(n)) is not None}
    return [message for message in found.values() if message.id in new and not is_generic(message)]


def ref_of(number: int) -> str:
    """What the fact of this place in an answer is called until it is stored."""
    return f"new:read-{number}"


def _spoken(messages: Iterable[Message]) -> tuple[Message, ...]:
    """What was said, without blocks of ours; messages that were nothing else are left out."""
    cut = (replace(message, body=without_blocks(message.body).strip()) for message in messages)
    return tuple(message for message in cut if message.body)


def _known(window: Window, count_max: int) -> list[Fact]:
    """What is known near the window: what may be closed or weighed first, then the weightiest."""
    facts = living(window)
    facts.sort(key=lambda fact: (fact.kind is FactKind.FACT, -fact.importance, fact.id))
    return facts[:count_max]
