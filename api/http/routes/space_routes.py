"""Routes that make, show and change spaces."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from api.http.bodies import SpaceBody, SpaceChange
from api.http.listing import page_of_rows
from api.http.queries import PageQuery
from api.http.responses import SpaceAnswer, SpacesAnswer
from api.http.route_scopes import RightsOf, check_named
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, SpacePath, problems
from graph.errors import Conflict, NotFound
from graph.values.items import Space

router = APIRouter(prefix="/v1/spaces", tags=["spaces"])


@router.post(
    "", status_code=201, responses=problems(409, *BODY_STATUSES) | {200: {"description": "It was there already."}}
)
def create_space(service: ServiceOf, rights: RightsOf, body: SpaceBody, response: Response) -> SpaceAnswer:
    """Make a space, or find the one that exists.

    201 if it is new. 200 if one of this name exists, so that a caller may always ask before its first message. 409 if
    a profile, clock, gap or size is given and the space has another.
    """
    check_named(rights, body.name)
    try:
        return SpaceAnswer.of(service.create_space(body), service.profiles)
    except Conflict as conflict:
        try:
            found = service.knowledge.space(body.name)
        except NotFound:
            raise conflict from None  # An import of this name is under way, or was interrupted.
        _check_unchanged(found, body)
        response.status_code = 200
        return SpaceAnswer.of(found, service.profiles)


@router.get("", responses=problems())
def list_spaces(service: ServiceOf, rights: RightsOf, asked: Annotated[PageQuery, Query()]) -> SpacesAnswer:
    """The spaces that the key opens, by name."""
    opened = (name for name in service.knowledge.spaces() if rights.opens(name))
    spaces, next_cursor = page_of_rows(opened, asked, "spaces", key_of=lambda name: (0, name))
    return SpacesAnswer(spaces=spaces, scope=rights.scope, next_cursor=next_cursor)


@router.get("/{space}", responses=problems(404))
def read_space(service: ServiceOf, space: SpacePath) -> SpaceAnswer:
    """One space, with the state of its rounds."""
    return SpaceAnswer.of(service.knowledge.space(space), service.profiles)


@router.patch("/{space}", responses=problems(404, 409, *BODY_STATUSES))
def change_space(service: ServiceOf, space: SpacePath, body: SpaceChange) -> SpaceAnswer:
    """Pause or resume the rounds of a space, or change its sizes, its gap or its time zone.

    Messages that arrive while a space is paused are stored and shown as always. Rounds read them like imports: only on
    request, and not by surprise once the space is resumed.
    """
    return SpaceAnswer.of(service.change_space(space, body), service.profiles)


def _check_unchanged(found: Space, body: SpaceBody) -> None:
    """Raises Conflict when the space is not what was asked for. What was left out is not compared."""
    for what, here, wanted in (
        ("profile", found.profile, body.profile),
        ("clock", found.intake.clock.value, body.clock),
        ("gap", found.intake.gap, body.gap),
        ("splits_on_joining", found.intake.splits_on_joining, body.splits_on_joining),
        ("sizes", {name: getattr(found.sizes, name) for name in body.sizes}, body.sizes),
    ):
        if what in body.model_fields_set and here != wanted and not (what != "gap" and wanted is None):
            raise Conflict(f"space {body.name!r} has {what} {here!r}, not {wanted!r}; choose another name")
