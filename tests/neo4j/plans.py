"""What is wrong with the way in which a server would run a statement."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from neo4j import NotificationClassification, Session

Plan = Mapping[str, object]

ONE_IF_THE_FIRST_IS = re.compile(
    r"Cache|Delete|DetachDelete|Distinct|Eager$|EmptyResult|Filter|Limit|LockingMerge|Merge|Optional|OrderedDistinct"
    r"|ProduceResults|Projection|Remove|Set|SubqueryForeach|Skip|Sort|Top"
)
UNGROUPED = re.compile(r"(?:collect|count|max|min|sum)\(")  # The groups stand before what is aggregated.
EXPECTED = {NotificationClassification.UNRECOGNIZED, NotificationClassification.GENERIC}
"""A database without a fact does not know the label, and a statement that is only explained gets no parameters."""


def complaints(session: Session, statement: str, cypher: str) -> list[str]:
    """What its plan does that grows with all that is stored; and every warning, such as of an index that is not there.

    A product of two patterns is meant only where one side is a single row, as a subquery for a check is.
    """
    summary = session.run(f"{cypher} EXPLAIN {statement}").consume()
    assert summary.plan is not None
    warnings = [
        status.status_description
        for status in summary.gql_status_objects
        if status.is_notification and status.classification not in EXPECTED
    ]
    return [*warnings, *_growing(cast(Plan, summary.plan))]


def _growing(plan: Plan) -> Iterator[str]:
    operator, parts = _operator(plan), _parts(plan)
    if operator.endswith("Scan"):
        yield f"{operator} {_details(plan)}"
    if operator == "CartesianProduct" and not any(map(_is_one_row, parts)):
        yield operator
    for part in parts:
        yield from _growing(part)


def _is_one_row(plan: Plan) -> bool:
    """Whether this part gives one row at most for each row that it is given."""
    operator, parts = _operator(plan), _parts(plan)
    if operator == "EagerAggregation" and UNGROUPED.match(_details(plan)):
        return True
    if not parts:
        return operator in ("Argument", "Projection") or "UniqueIndexSeek" in operator
    if operator in ("Apply", "CartesianProduct"):
        return all(map(_is_one_row, parts))
    return bool(ONE_IF_THE_FIRST_IS.match(operator)) and _is_one_row(parts[0])


def _operator(plan: Plan) -> str:
    return str(plan["operatorType"]).partition("@")[0]


def _details(plan: Plan) -> str:
    return str(cast(Mapping[str, object], plan["args"]).get("Details", ""))


def _parts(plan: Plan) -> Sequence[Plan]:
    return cast(Sequence[Plan], plan.get("children", ()))
