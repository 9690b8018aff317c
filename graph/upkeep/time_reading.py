"""Reads the times in messages that came from an older store or export, outside of requests."""

from dataclasses import replace

from graph.intake.spoken_days import with_days, with_order
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label, PutNode
from graph.text.times import TIMES_VERSION
from graph.values.codec import item_of
from graph.values.items import Message
from graph.values.write_plan import WritePlan

PAGE = 500
"""Messages in one write: other writers of the space wait about a tenth of a second."""


def read_times(knowledge: KnowledgeGraph, space: str) -> int:
    """Give all messages the days that they mention, unless this version has done so; returns how many changed.

    A message that came without its time may have arrived later than it was said. If there is nothing to do, one small
    read; else each message is read, and written if its days have changed.
    """
    changed, after = 0, ""
    while knowledge.space(space).times_version != TIMES_VERSION:
        count, after = knowledge.change(space, lambda plan, after=after: _read_page(knowledge, plan, after))  # type: ignore[misc]
        changed += count
    return changed


def _read_page(knowledge: KnowledgeGraph, plan: WritePlan, after: str) -> tuple[int, str]:
    """Plan the changes of one page; returns how many messages change, and the last one's id."""
    nodes = knowledge.store.find(plan.space.name, Label.MESSAGE, after=(None, after), limit=PAGE)
    stored = [item_of(node, Message) for node in nodes]
    plan.space = with_order(plan.space, [message.body for message in stored])
    messages = with_days(plan.space, stored, knows_times=False)
    changed = 0
    for node, before, message in zip(nodes, stored, messages, strict=True):
        if message.speaks_of != before.speaks_of:
            plan.add(PutNode(Label.MESSAGE, message.id, {"speaks_of": message.speaks_of}, node.version))
            changed += 1
    if len(nodes) < PAGE:
        plan.space = replace(plan.space, times_version=TIMES_VERSION)
    return changed, nodes[-1].id if nodes else after
