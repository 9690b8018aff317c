"""Spaces are made and looked at."""

from __future__ import annotations

from fastapi import APIRouter, Response

from api.http.bodies import SpaceBody
from api.http.responses import SpaceAnswer, SpacesAnswer
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, SpacePath, problems
from graph.errors import Conflict
from graph.values.items import Clock, Space

router = APIRouter(prefix="/v1/spaces", tags=["spaces"])


@router.post(
    "", status_code=201, responses=problems(409, *BODY_STATUSES) | {200: {"description": "It was there already."}}
)
def create_space(service: ServiceOf, body: SpaceBody, response: Response) -> SpaceAnswer:
    """Make a space, or find it there.

    201 when it is new, 200 when there is one of this name with this clock and gap (so that a caller may always ask
    before its first message), 409 when its clock or gap is another.
    """
    given = "gap" in body.model_fields_set
    gap = body.gap if given else service.settings.gap_seconds
    try:
        made = service.knowledge.create_space(body.name, now=service.now(), clock=Clock(body.clock), gap=gap)
    except Conflict:
        found = service.knowledge.space(body.name)
        _check_unchanged(found, body, is_gap_given=given)
        response.status_code = 200
        return SpaceAnswer.of(found)
    return SpaceAnswer.of(made)


@router.get("", responses=problems())
def list_spaces(service: ServiceOf) -> SpacesAnswer:
    """All spaces by name."""
    return SpacesAnswer(spaces=service.knowledge.spaces())


@router.get("/{space}", responses=problems(404))
def read_space(service: ServiceOf, space: SpacePath) -> SpaceAnswer:
    """One space, and how its rounds stand."""
    return SpaceAnswer.of(service.knowledge.space(space))


def _check_unchanged(found: Space, body: SpaceBody, *, is_gap_given: bool) -> None:
    if found.clock.value != body.clock:
        raise Conflict(f"space {body.name!r} has clock {found.clock.value!r}, not {body.clock!r}; choose another name")
    if is_gap_given and found.gap != body.gap:
        raise Conflict(f"space {body.name!r} has gap {found.gap}, not {body.gap}; choose another name")
