"""The proxy: routes of OpenAI's API that are passed on to the upstream, with a block put into chats."""

from collections.abc import AsyncIterable, Callable, Coroutine
from typing import Annotated, TypeVar, cast
from urllib.parse import quote, unquote

from fastapi import APIRouter, Depends, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import TypeAdapter, ValidationError
from starlette.convertors import PathConvertor, register_url_convertor

from api.access_keys import Rights
from api.http.bodies import Name, SpaceName
from api.http.problems import problem
from api.http.route_scopes import RightsOf, check_named
from api.http.routes.route_parts import BODY_STATUSES, SpacePath, problems
from api.proxy.chat_body import ANTHROPIC, CHAT, RESPONSES, ChatBody, ChatFormat
from api.proxy.chat_memory import Chat
from api.proxy.headers import PROXIED, REMEMBERED_PATHS, UPSTREAM_ROUTES
from api.proxy.passage import Passage, Proxy

T = TypeVar("T")

IN_SPACE = "/proxy/{space}/v1"

UNQUOTED = "/:@!$&'()*+,;=~"
"""Characters that a path has as they are (RFC 3986, 3.3)."""

SPACE_HEADER, CHAT_HEADER, MEMORY_HEADER = "X-Remembrancer-Space", "X-Remembrancer-Chat", "X-Remembrancer-Memory"

SPACE_NAME: TypeAdapter[str] = TypeAdapter(SpaceName)
CHAT_NAME: TypeAdapter[str] = TypeAdapter(Name)

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
    `off`, or `side` for what a chat program asks for itself, such as a title.
    """
    return await _remembered(request, proxy, rights, CHAT)


async def create_response(request: Request, proxy: ProxyOf, rights: RightsOf) -> Response:
    """OpenAI's responses, with the same memory. The block is put into `instructions`.

    A request with `previous_response_id` or `conversation` goes on with the chat that the upstream keeps.
    """
    return await _remembered(request, proxy, rights, RESPONSES)


async def create_message(request: Request, proxy: ProxyOf, rights: RightsOf) -> Response:
    """Anthropic's messages, with the same memory. Where a block is an instruction, it is put into `system`."""
    return await _remembered(request, proxy, rights, ANTHROPIC)


async def pass_on(request: Request, proxy: ProxyOf) -> Response:
    """Any other route of the upstream. Nothing is put in and nothing is stored."""
    return await _passed(request, proxy, None, stream=request.stream())


async def _remembered(request: Request, proxy: Proxy, rights: Rights, format: ChatFormat) -> Response:
    body = ChatBody.of(await request.body(), format)
    if body is None or request.headers.get(MEMORY_HEADER, "").strip().lower() == "off":
        return await _passed(request, proxy, body)
    if body.is_side_request:
        return await _passed(request, proxy, body, state="side")
    space = request.path_params.get("space")
    if space is None:
        space = _header(request, SPACE_HEADER, SPACE_NAME)
        if space is not None:
            check_named(rights, space)
    if space is None and rights.spaces is not None and len(rights.spaces) == 1:
        space = rights.spaces[0]
    if space is None:
        return problem(422, NO_SPACE, kind="bad-input")
    return await _passed(request, proxy, body, Chat(space, _header(request, CHAT_HEADER, CHAT_NAME), body))


async def _passed(
    request: Request,
    proxy: Proxy,
    body: ChatBody | None,
    chat: Chat | None = None,
    *,
    state: str = "off",
    stream: AsyncIterable[bytes] | None = None,
) -> Response:
    if proxy.upstream is None:
        return problem(404, NO_UPSTREAM, kind="no-upstream")
    found = PROXIED.fullmatch(request.scope["path"])
    assert found is not None
    path = found[1]
    if {".", ".."} & {*path.split("/")}:
        return problem(404, f"there is no route {path}")
    if (told := proxy.key_rules.forbids(request.method, path, body)) is not None:
        return problem(403, f"{told}; a key of your own for the upstream may do all")
    query = f"?{request.url.query}" if request.url.query else ""
    has_body = "content-length" in request.headers or "transfer-encoding" in request.headers
    sent = stream if has_body and stream is not None else await request.body() or None
    return Passage(proxy, proxy.upstream, quote(path, safe=UNQUOTED) + query, sent, chat, state=state)


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


class UpstreamPath(PathConvertor):
    """A path below `/v1` that is the upstream's."""

    regex = f"(?:{UPSTREAM_ROUTES})(?:/.*)?"


register_url_convertor("upstream", UpstreamPath())

CHATS: tuple[Endpoint, ...] = (create_chat_completion, create_response, create_message)
"""What answers each of REMEMBERED_PATHS."""

ANSWER: dict[int | str, dict[str, object]] = {
    200: {"description": "What the upstream answered. Its other statuses are passed on too."}
}

router = APIRouter(tags=["proxy"])
for prefix, ending, rest in (("/v1", "", "upstream"), (IN_SPACE, "_in_space", "path")):
    dependencies = [Depends(_space)] if ending else []
    for path, endpoint in zip(REMEMBERED_PATHS, CHATS, strict=True):
        router.add_api_route(
            prefix + path,
            endpoint,
            methods=["POST"],
            name=endpoint.__name__ + ending,
            response_class=Response,
            responses=problems(404, 502, *BODY_STATUSES) | ANSWER,
            dependencies=dependencies,
        )
    router.add_api_route(
        f"{prefix}/{{path:{rest}}}",
        pass_on,
        methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
        name="pass_on" + ending,
        include_in_schema=False,
        dependencies=dependencies,
    )
