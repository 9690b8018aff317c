"""Routes of games: the state as one document, memories that the game itself adds, statistics, and a reset."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from api.http.responses import SpaceAnswer
from api.http.routes.route_parts import BODY_STATUSES, ServiceOf, SpacePath, problems
from api.story_state import (
    MemoryBody,
    StoryState,
    add_memory,
    as_yaml,
    interactions_in,
    memories_in,
    parsed,
    read_state,
    set_aside_count,
    write_state,
)

router = APIRouter(prefix="/v1/spaces/{space}", tags=["games"])

YAML = "application/yaml"

Chat = Annotated[str, Query(description="The chat whose last interactions are meant.")]


class StoryStats(BaseModel):
    """How much a game remembers."""

    recentCount: int = Field(description="Interactions in the state.")  # noqa: N815 - The source's names.
    significantCount: int = Field(description="Significant memories.")  # noqa: N815
    setAsideCount: int = Field(description="Memories that rounds have set aside.")  # noqa: N815


class MemoryMade(BaseModel):
    """A memory that was added."""

    id: str = Field(description="Its id in the graph; the id that was sent is its `key`.")


async def state_of(request: Request) -> bytes:
    """The body as it was sent: it may be YAML."""
    return await request.body()


@router.get("/state", responses=problems(404) | {200: {"model": StoryState}})
def read_story_state(
    service: ServiceOf,
    space: SpacePath,
    chat: Chat = "",
    format: Annotated[Literal["json", "yaml"], Query(description="The format.")] = "json",
) -> Response:
    """Save a game: its last interactions (`interactions_kept`), the scene and all memories as one document."""
    state = read_state(service, space, chat)
    return Response(as_yaml(state), media_type=YAML) if format == "yaml" else JSONResponse(state)


@router.put(
    "/state",
    status_code=204,
    responses=problems(404, 409, *BODY_STATUSES),
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": StoryState.model_json_schema(ref_template="#/components/schemas/{model}")
                },
                YAML: {"schema": {"type": "string"}},
            },
        }
    },
)
def write_story_state(
    service: ServiceOf, space: SpacePath, content: Annotated[bytes, Depends(state_of)], chat: Chat = ""
) -> None:
    """Load a game into an empty space, from JSON or YAML. Saved again, it is the same document."""
    write_state(service, space, parsed(content), chat)


@router.get("/stats", responses=problems(404))
def read_story_stats(service: ServiceOf, space: SpacePath, chat: Chat = "") -> StoryStats:
    """How many interactions the state has, and how many significant memories there are."""
    return StoryStats(
        recentCount=len(interactions_in(service, space, chat)),
        significantCount=len(memories_in(service, space)),
        setAsideCount=set_aside_count(service, space),
    )


@router.post("/memories", status_code=201, responses=problems(404, *BODY_STATUSES))
def create_memory(service: ServiceOf, space: SpacePath, body: MemoryBody) -> MemoryMade:
    """Add a significant memory. Its type is one of five; another is refused."""
    return MemoryMade(id=add_memory(service, space, body))


@router.post("/reset", responses=problems(404, 409))
def reset_space(service: ServiceOf, space: SpacePath) -> SpaceAnswer:
    """Start over: delete everything in the space, and keep its profile, clock and gap."""
    return SpaceAnswer.of(service.reset_space(space), service.profiles)
