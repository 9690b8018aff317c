"""Plans the write after which another text, or another branch of a chat, is said in place of what was said before.

What was said stays in the store, marked. Whatever was made of it is made anew of what is said now.
"""

from dataclasses import replace

from graph.derived.deciding import decide
from graph.derived.reached import ReachReader, Selected
from graph.index.space_index import SpaceIndex
from graph.intake.import_backlog import with_again
from graph.intake.recognise import Line, Recognised, position_of
from graph.intake.spoken_days import with_days
from graph.store.verbs import Kind, Label, PutEdge, PutNode, ReadDepth, Store
from graph.values.codec import item_of
from graph.values.items import Message, Space
from graph.values.puts import put
from graph.values.write_plan import WritePlan


def with_replaced(store: Store, space: Space, found: Recognised) -> Recognised | None:
    """What is recognised, if the lines replace anything; None if not. Two reads if an older branch returns."""
    alignment = found.alignment
    if alignment.returned:
        rows = store.nodes(space.name, alignment.returned, ReadDepth.HEAD)
        talks = {str(row.properties["conversation"]) for row in rows.values()}
        if len(store.nodes(space.name, talks, ReadDepth.HEAD)) < len(talks):  # Nothing else was said in one of them.
            known = tuple(None if id in alignment.returned else id for id in alignment.known)
            anchor = max((place for place, id in enumerate(known) if id), default=-1)
            branch_of = known[anchor] if anchor >= 0 else None
            alignment = replace(alignment, known=known, anchor=anchor, branch_of=branch_of, returned=())
    elif alignment.left and not _is_said_later(space, found):
        alignment = replace(alignment, left=())
    if not (alignment.edits or alignment.returned or alignment.left):
        return None
    return replace(found, alignment=alignment)


def _is_said_later(space: Space, found: Recognised) -> bool:
    """Whether the first line behind the anchor is new, and was said after all that is stored or in a line's place.

    An earlier time shows a line that comes late.
    """
    new = found.lines[found.alignment.anchor + 1 :]
    at = position_of(space, new[0]) if new else None
    placed = {line.id: line.position for line in found.tail}
    return bool(new) and (at is None or at > max(placed.values()) or at == placed.get(found.alignment.left[0]))


def plan_replacing(plan: WritePlan, store: Store, index: SpaceIndex, found: Recognised) -> Recognised:
    """Add the operations to the plan; returns the lines as they are recognised after this write.

    Reads what was made of the messages that are replaced.
    """
    alignment = found.alignment
    edits = alignment.edits
    first = plan.new_id(Label.MESSAGE)  # The first new line will have it.
    stand_in = alignment.returned[0] if alignment.returned else first
    selected = Selected(
        messages=frozenset((*alignment.left, *edits.values())),
        replaced=frozenset(alignment.left),
        edited=frozenset(edits.values()),
        returned=frozenset(alignment.returned),
    )
    reached = ReachReader(store, plan.space.name, index, selected).read()
    decision = decide(reached, plan.space.intake)
    plan.add(*decision.ops)
    texts = store.nodes(plan.space.name, [*edits.values()])
    dropped = {id for ids in decision.gone.values() for id in ids}
    for place, id in edits.items():
        _edit(plan, index, item_of(texts[id], Message), found.lines[place], dropped)
    plan.add(*(PutNode(Label.MESSAGE, id, {"replaced_by": stand_in, "container": None}) for id in alignment.left))
    plan.add(*(PutNode(Label.MESSAGE, id, {"replaced_by": None}) for id in alignment.returned))
    again = {*decision.again, *alignment.returned}
    plan.space = replace(with_again(plan.space, again, alignment.left), lease_owner=None, lease_until=None)
    known = tuple(edits.get(place, id) for place, id in enumerate(alignment.known))
    tail = [line for line in found.tail if line.id not in alignment.left]
    return replace(
        found,
        alignment=replace(alignment, known=known, edits={}, returned=(), left=()),
        tail=tail,
        first_id=first,
        edited=tuple(edits.values()),
    )


def _edit(plan: WritePlan, index: SpaceIndex, before: Message, line: Line, dropped: set[str]) -> None:
    """Give the message its new text, and keep the former one in a message of its own, which is in no conversation."""
    former = replace(before, id=plan.new_id(Label.MESSAGE), conversation="", container=None, replaced_by=before.id)
    after = replace(
        before,
        body=line.body,
        digest=replace(line, role=before.role, sender=before.sender).digest,
        external_id=line.external_id or before.external_id,
        language=None,
        extra=line.extra or before.extra,
        usefulness=0.0,
    )
    plan.add(put(former, expect=0), put(with_days(plan.space, [after])[0]))
    for entity in dict.fromkeys(index.entities_in(line.body)):
        if entity not in dropped and len(index.entities_named(index.names_of(entity)[0])) == 1:
            plan.add(PutEdge(before.id, Kind.MENTIONS, entity))
