"""The proxy: routes of OpenAI's API that are passed on to the upstream, with a block put into chats."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, TypeVar, cast
from urllib.parse import quote, unquote

from fastapi import APIRouter, Depends, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import Field, TypeAdapter, ValidationError

from api.http.bodies import Name, SpaceName
from api.http.problems import problem
from api.http.route_scopes import RightsOf, check_named
from api.http.routes.route_parts import BODY_STATUSES, SpacePath, problems
from api.proxy.chat_body import ChatBody
from api.proxy.chat_memory import Chat
from api.proxy.passage import Passage, Proxy

T = TypeVar("T")

IN_SPACE = "/proxy/{space}/v1"

SPACE_HEADER, CHAT_HEADER, MEMORY_HEADER = "X-Remembrancer-Space", "X-Remembrancer-Chat", "X-Remembrancer-Memory"
HISTORY_HEADER, CHECK_HEADER = "X-Remembrancer-History", "X-Remembrancer-Check"

SPACE_NAME: TypeAdapter[str] = TypeAdapter(SpaceName)
CHAT_NAME: TypeAdapter[str] = TypeAdapter(Name)
HISTORY_TOKENS: TypeAdapter[int] = TypeAdapter(Annotated[int, Field(ge=0)])

NO_UPSTREAM = (
    "the service has no upstream; set REMEMBRANCER_UPSTREAM, such as https://api.openai.com/v1, and restart it"
)

NO_SPACE = (
    "the chat has no space; put it into the base URL (…/proxy/SPACE/v1) or a header X-Remembrancer-Space, or use a key "
    "that opens one space only"
)


async def proxy_of(request: Request) -> Proxy:
    """The proxy of this app."""
    return cast(Proxy, request.app.state.proxy)


ProxyOf = Annotated[Proxy, Depends(proxy_of)]


async def create_chat_completion(request: Request, proxy: ProxyOf, rights: RightsOf) -> Response:
    """OpenAI's chat completions, answered by the upstream, streamed or not.

    A block is put into the messages for this turn only. The new messages and the reply are stored. The chat is
    recognised by its history, or by the header `X-Remembrancer-Chat`. With `X-Remembrancer-Memory: off` nothing is put
    in and nothing is stored. The same header of the answer says what memory did: `block`, `empty`, `late`, `failed`,
    `off`, or `side` for what a chat program asks for itself, such as a title. With `X-Remembrancer-History: 4000`,
    messages older than the newest 4,000 tokens are left out if summaries in the block stand for them. With
    `X-Remembrancer-Check: on`, a reply that is not streamed is checked against its block; if it drifts, the upstream is
    asked once more with another block. The same header of the answer says `fine`, `second` (this is the second reply),
    `failed` or `off` (nothing to check).
    """
    body = ChatBody.of(await request.body())
    if body is None or request.headers.get(MEMORY_HEADER, "").strip().lower() == "off":
        return await _passed(request, proxy, "/chat/completions")
    if body.is_side_request:
        return await _passed(request, proxy, "/chat/completions", state="side")
    space = request.path_params.get("space")
    if space is None:
        space = _header(request, SPACE_HEADER, SPACE_NAME)
        if space is not None:
            check_named(rights, space)
    if space is None and rights.spaces is not None and len(rights.spaces) == 1:
        space = rights.spaces[0]
    if space is None:
        return problem(422, NO_SPACE, kind="bad-input")
    chat = Chat(
        space,
        _header(request, CHAT_HEADER, CHAT_NAME),
        body,
        _header(request, HISTORY_HEADER, HISTORY_TOKENS),
        is_checked=request.headers.get(CHECK_HEADER, "").strip().lower() == "on" and not body.is_streamed,
    )
    return await _passed(request, proxy, "/chat/completions", chat)


async def create_response(request: Request, proxy: ProxyOf) -> Response:
    """OpenAI's responses, passed on to the upstream as they are. Nothing is put in and nothing is stored."""
    return await _passed(request, proxy, "/responses")


async def list_models(request: Request, proxy: ProxyOf) -> Response:
    """The upstream's models."""
    return await _passed(request, proxy, "/models")


async def read_model(request: Request, proxy: ProxyOf, model: str) -> Response:
    """One of the upstream's models."""
    if {".", ".."} & {*model.split("/")}:
        return problem(404, f"there is no model {model!r}")
    return await _passed(request, proxy, f"/models/{quote(model)}")


async def _passed(
    request: Request, proxy: Proxy, path: str, chat: Chat | None = None, *, state: str = "off"
) -> Response:
    if proxy.upstream is None:
        return problem(404, NO_UPSTREAM, kind="no-upstream")
    body = await request.body() if request.method == "POST" else None
    query = f"?{request.url.query}" if request.url.query else ""
    return Passage(proxy, proxy.upstream, path + query, body, chat, state=state)


def _header(request: Request, name: str, kind: TypeAdapter[T]) -> T | None:
    """A header of ours, percent-decoded. Raises RequestValidationError for one that is not of its kind."""
    value = request.headers.get(name)
    if value is None:
        return None
    try:
        return kind.validate_python(unquote(value))
    except ValidationError as error:
        raise RequestValidationError([{**each, "loc": ("header", name)} for each in error.errors()]) from error


async def _space(space: SpacePath) -> str:
    return space


Endpoint = Callable[..., Coroutine[object, object, Response]]

ROUTES: tuple[tuple[str, str, Endpoint], ...] = (
    ("POST", "/chat/completions", create_chat_completion),
    ("POST", "/responses", create_response),
    ("GET", "/models", list_models),
    ("GET", "/models/{model:path}", read_model),
)

ANSWER: dict[int | str, dict[str, object]] = {
    200: {"description": "What the upstream answered. Its other statuses are passed on too."}
}

router = APIRouter(tags=["proxy"])
for method, path, endpoint in ROUTES:
    statuses = problems(404, 502, *(BODY_STATUSES if method == "POST" else ()))
    for prefix, ending, dependencies in (("/v1", "", []), (IN_SPACE, "_in_space", [Depends(_space)])):
        router.add_api_route(
            prefix + path,
            endpoint,
            methods=[method],
            name=endpoint.__name__ + ending,
            response_class=Response,
            responses=statuses | ANSWER,
            dependencies=dependencies,
        )
