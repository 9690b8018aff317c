"""Long-term memory for an assistant, in a few calls. This one file is enough: copy it, or install remembrancer.

    memory = remembrancer_client.Memory("http://localhost:8765", space="ada")
    turn = memory.turn(messages)
    reply = openai.chat.completions.create(model="…", messages=turn.put_into(messages))

`AsyncMemory` has the same calls to await. `Memory.open("ada.db")` needs no server. This file needs httpx2 or httpx.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass, field, fields
from datetime import datetime
from functools import partial, wraps
from pathlib import Path
from typing import Any, ClassVar, Concatenate, ParamSpec, Protocol, Self, TypedDict, TypeVar, Unpack, cast
from urllib.parse import quote
from uuid import uuid4

try:
    import httpx2 as httpx
except ImportError:
    import httpx  # type: ignore[no-redef]  # Neither is there: install httpx2, or remembrancer[client].

Ids = Sequence[str]
P = ParamSpec("P")
T = TypeVar("T")

FIELDS = {"role", "content", "name", "tool_calls"}  # Sent of an object of the `openai` package; of a dict, all is.
AGAIN = {429, 502, 503, 504}  # Statuses of failures that may pass.
WAIT_SECONDS, WAIT_SECONDS_MAX = 0.5, 30.0  # Before the second try, doubled for each one after it; and the longest.
_path = partial(quote, safe="")


class _OpenAIMessage(Protocol):
    def model_dump(self, *, include: set[str]) -> dict[str, Any]: ...


Message = Mapping[str, Any] | _OpenAIMessage
"""OpenAI's shape: `role`, `content` (text or parts) and `name`; or also `sender`, `sent_at`, `world_time` and `id`."""


class ServiceError(Exception):
    """The service refused a request, or failed. `status` is 0 when there was no answer."""

    def __init__(self, message: str, *, status: int = 0, kind: str = "") -> None:
        super().__init__(message)
        self.status, self.kind = status, kind  # such as 404, urn:remembrancer:not-found


class Unreachable(ServiceError):
    """No answer, or none that helps, after all tries: go on without a block, and send the messages later."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something that is remembered; its fields depend on its label."""

    id: str
    label: str
    version: int
    item: dict[str, Any] = field(repr=False)

    @property
    def text(self) -> str:
        """What it says."""
        return str(next((self.item[name] for name in ("body", "brief", "name") if self.item.get(name)), ""))

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class FoundItem(Item):
    """An item that a search has found, with the reason for it."""

    score: float
    terms: dict[str, float]
    reason: str


@dataclass(frozen=True, slots=True)
class ShownItem:
    """An item of a block, with the reason for it."""

    id: str
    label: str
    section: str
    score: float
    terms: dict[str, float]
    reason: str


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of the messages that were sent."""

    messages: list[str | None]  # the id of each; None if it is not stored, such as instructions
    new: list[str]  # the ids of those that were not stored before


@dataclass(frozen=True, slots=True)
class Turn:
    """A block for one call of the model; `text` is empty when nothing is known that could help."""

    text: str
    id: str | None  # of the block; None if it was not recorded
    tokens: int
    left_out_count: int
    items: list[ShownItem]
    visible_from: int | None  # the first of the messages sent that the model still has to see
    stored: Stored | None

    def put_into(self, messages: Sequence[T]) -> list[T | dict[str, str]]:
        """The turn's messages for the model: the block follows your instructions, and replaces what it stands for."""
        if not self.text:
            return [*messages]
        roles = [each["role"] if isinstance(each, Mapping) else getattr(each, "role", "") for each in messages]
        lead = next((place for place, role in enumerate(roles) if role not in ("system", "developer")), len(roles))
        start = max(lead, self.visible_from or 0)
        while start > lead and roles[start : start + 1] in (["tool"], ["function"]):
            start -= 1  # Models refuse the output of a tool without the message that called it.
        return [*messages[:lead], {"role": "system", "content": self.text}, *messages[start:]]


@dataclass(frozen=True, slots=True)
class Changed:
    """What a change by hand has done. `changes` can be undone by their ids; there are none if nothing had to change."""

    id: str  # of what was made or changed
    changes: list[str]


class _Signed(TypedDict, total=False):
    by: str  # who makes a change by hand, for the log
    why: str
    version: int  # of the item, as you have seen it: a ServiceError with 409 if it has another one by now


class _FactFields(_Signed, total=False):
    importance: int  # 1 to 10
    valid_from: datetime  # when it became true
    valid_to: datetime  # when it stopped being true


@dataclass(frozen=True, slots=True)
class Job:
    """An import, as it stood when you asked."""

    id: str
    state: str  # waiting, running, done, failed, or stopped with the service
    done: int
    total: int  # 0 while it is not known
    error: str | None
    result: dict[str, Any] | None  # what it has added, once it is done


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was forgotten, or would be."""

    id: str  # empty for a dry run
    counts: dict[str, int]
    ids: list[str]
    rebuilt: list[str]


def _error_of(answer: httpx.Response) -> ServiceError:
    try:
        told = answer.json()
        message, kind = str(told["detail"]), str(told["type"])
    except (ValueError, KeyError, TypeError):  # Something between us and the service has answered.
        message, kind = answer.text[:200] or answer.reason_phrase, ""
    error = Unreachable if answer.status_code in AGAIN else ServiceError
    return error(f"{answer.status_code}: {message}", status=answer.status_code, kind=kind)


def _made_of(kind: type[T], told: Mapping[str, Any]) -> T:
    return kind(**{each.name: told[each.name] for each in fields(cast(Any, kind))})


def _given(**values: object) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _plain(value: Any) -> object:  # noqa: ANN401
    return value.isoformat() if isinstance(value, datetime) else value.model_dump(include=FIELDS)


async def _done(value: Any) -> Any:  # noqa: ANN401
    return await value if asyncio.iscoroutine(value) else value


class _Space:
    """What both classes share: everything but how they wait."""

    _client: ClassVar[Any]
    _pause: Callable[[float], object]

    def __init__(
        self,
        url: str,
        *,
        space: str,
        key: str | None = None,
        create: bool = True,
        timeout_seconds: float = 10.0,
        tries_max: int = 4,
        transport: httpx.BaseTransport | httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """`key` is the service's. With `create`, the first thing stored makes the space. The timeout is per try."""
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"url {url!r} has no scheme, expected http://… or https://…")
        keyed = {"Authorization": f"Bearer {key}"} if key else {}
        self._connect = partial(self._client, base_url=url, headers=keyed, timeout=timeout_seconds, transport=transport)
        self._http, self._loop = self._connect(), cast(asyncio.AbstractEventLoop | None, None)
        self.space, self.tries_max, self._create = space, tries_max, {"create": create}

    @classmethod
    def open(cls, store: str | Path, *, space: str = "") -> Self:
        """The same calls on a file, made if missing. Nobody else may write to it. The space is named after it."""
        try:
            from api.in_process import InProcess  # noqa: PLC0415
        except ImportError as error:
            raise ImportError("open() needs all of remembrancer, not only this file; or use a URL") from error
        return cls("http://127.0.0.1", space=space or Path(store).stem, transport=InProcess(str(store)))

    def _here(self) -> Any:  # noqa: ANN401
        if isinstance(self._http, httpx.AsyncClient) and self._loop is not (loop := asyncio.get_running_loop()):
            self._http, self._loop = self._connect(), loop  # Connections end with the loop in which they were made.
        return self._http

    async def _send(
        self, method: str, path: str, body: object = None, *, params: Mapping[str, Any] | None = None, is_safe: bool
    ) -> httpx.Response:
        """The answer. What is safe to do twice is tried again; anything else only if it cannot have arrived."""
        content = body if isinstance(body, bytes | None) else json.dumps(body, default=_plain).encode()
        headers = {"Content-Type": f"application/{'octet-stream' if content is body else 'json'}"} if content else {}
        if is_safe and method == "POST":
            headers["Idempotency-Key"] = uuid4().hex  # The same for all tries, which makes them safe.
        url = f"v1/spaces/{_path(self.space)}{path}"
        tries = 0
        while True:
            tries, told = tries + 1, ""
            request = self._here().build_request(method, url, content=content, params=params, headers=headers)
            try:
                answer: httpx.Response = await _done(self._here().send(request))
                if answer.is_success:
                    return answer
                failed = _error_of(answer)
                may_again = is_safe and isinstance(failed, Unreachable)
                told = answer.headers.get("Retry-After", "")
            except httpx.TransportError as error:
                failed = Unreachable(f"{request.url} does not answer: {error!r}")
                failed.__cause__ = error
                may_again = is_safe or isinstance(error, httpx.ConnectError | httpx.ConnectTimeout)
            if not may_again or tries >= self.tries_max:
                raise failed
            # Random, so that callers do not all come back at once after an outage.
            seconds = float(told) if told.isdecimal() else WAIT_SECONDS * 2 ** (tries - 1) * random.uniform(0.5, 1)
            await _done(self._pause(min(seconds, WAIT_SECONDS_MAX)))

    async def _ask(self, *asked: Any, **how: Any) -> dict[str, Any]:  # noqa: ANN401
        return cast(dict[str, Any], (await self._send(*asked, **how)).json())

    async def _change(self, method: str, path: str, body: Mapping[str, Any], **signed: object) -> Changed:
        told = await self._ask(method, path, {**body, **_given(**signed)}, is_safe=False)
        return Changed(told["id"], [change["id"] for change in told["changes"]])

    async def _pages(self, path: str, kind: type[T], params: dict[str, Any], limit: int | None) -> list[T]:
        found: list[T] = []
        while limit is None or len(found) < limit:
            params["limit"] = 200 if limit is None else min(200, limit - len(found))  # It lists no more at a time.
            page = await self._ask("GET", path, params=params, is_safe=True)
            found += [_made_of(kind, each) for listed in page.values() if isinstance(listed, list) for each in listed]
            if not page["next_cursor"]:
                break
            params["cursor"] = page["next_cursor"]
        return found


class AsyncMemory(_Space, AbstractAsyncContextManager["AsyncMemory"]):
    """The memory of one space, to await. Close it at the end, or use `async with`."""

    _client, _pause = httpx.AsyncClient, staticmethod(asyncio.sleep)

    async def turn(
        self,
        messages: Iterable[Message] = (),
        *,
        chat: str = "",
        visible: int | None = None,  # how many of the last messages the model will see; None: all that you send
        query: str | None = None,
        budget_tokens: int | None = None,
        record: bool = True,
        scene: Mapping[str, str | list[str]] | None = None,
    ) -> Turn:
        """Store the messages that are new, and get the block for this call; without `record`, only read."""
        body = _given(chat=chat, visible=visible, query=query, budget_tokens=budget_tokens, record=record, scene=scene)
        body["messages"] = [*messages]
        told = await self._ask("POST", "/turns", body, params=self._create, is_safe=True)
        block, seen, stored = told["block"], told["visible_from"], told["appended"]
        return Turn(
            **{name: block[name] for name in ("text", "id", "tokens", "left_out_count")},
            items=[_made_of(ShownItem, each) for each in told["items"]],
            visible_from=seen and seen["index"],
            stored=stored and _made_of(Stored, stored),
        )

    async def add(self, messages: Iterable[Message], *, chat: str = "") -> Stored:
        """Store messages without asking for a block: the model's reply, or a history in parts of at most 1,000."""
        body = {"messages": [*messages], "chat": chat}
        return _made_of(Stored, await self._ask("POST", "/messages", body, params=self._create, is_safe=True))

    async def judge(
        self, block: str, *, used: Ids | None = None, harmful: Ids = (), thumbs: str | None = None, why: str = ""
    ) -> None:
        """Say which items of a block the reply used (others count as unused) and which misled it, or a thumb."""
        body = _given(used=None if used is None else [*used], thumbs=thumbs, harmful=[*harmful], why=why)
        await self._ask("POST", f"/blocks/{_path(block)}/verdicts", body, is_safe=True)

    async def items(
        self, *, label: str = "", kind: str = "", status: str = "", type: str = "", limit: int | None = 50
    ) -> list[Item]:
        """What is remembered, label by label (KeyInfo, Fact, Entity, …), newest first; all of it with `limit=None`."""
        params = _given(label=label or None, kind=kind or None, status=status or None, type=type or None)
        return await self._pages("/items", Item, params, limit)

    async def item(self, id: str) -> dict[str, Any]:
        """All that is known about one item, as the service tells it: with its `neighbours` and its `history`."""
        return await self._ask("GET", f"/items/{_path(id)}", is_safe=True)

    async def search(
        self, question: str, *, label: str | Sequence[str] = (), kind: str = "", status: str = "", limit: int = 20
    ) -> list[FoundItem]:
        """What words and meaning of the question find, best first, also what is past; `label` may be several."""
        params = _given(q=question, label=label or None, kind=kind or None, status=status or None)
        return await self._pages("/search", FoundItem, params, limit)

    async def add_fact(
        self, text: str, *, about: Ids = (), kind: str = "fact", sources: Ids = (), **fields: Unpack[_FactFields]
    ) -> Changed:
        """Add a statement that nobody said; `about` are names or ids of entities, `sources` ids of messages."""
        body = {"text": text, "about": [*about], "kind": kind, "sources": [*sources]}
        return await self._change("POST", "/facts", body, **fields)

    async def edit_fact(self, fact: str, *, text: str | None = None, **fields: Unpack[_FactFields]) -> Changed:
        """Correct what a fact says, how much it matters, or when it held. From then on archivists do not change it."""
        return await self._change("PATCH", f"/facts/{_path(fact)}", _given(text=text), **fields)

    async def withdraw_fact(self, fact: str, **signed: Unpack[_Signed]) -> Changed:
        """Say that a fact is not true. No block shows it, and archivists do not find it again."""
        return await self._change("POST", f"/facts/{_path(fact)}/withdraw", {}, **signed)

    async def replace_fact(self, fact: str, other: str, **signed: Unpack[_Signed]) -> Changed:
        """Say that the other fact is true now instead of this one, which ended when the other one began."""
        return await self._change("POST", f"/facts/{_path(fact)}/replace", {"other": other}, **signed)

    async def answer_question(self, question: str, answer: str | None = None, **signed: Unpack[_Signed]) -> Changed:
        """Close a question: a fact answers it or, without one, it no longer matters."""
        return await self._change("POST", f"/facts/{_path(question)}/answer", {"other": answer}, **signed)

    async def complete_objective(self, aim: str, *, is_reached: bool = True, **signed: Unpack[_Signed]) -> Changed:
        """Close an objective that is reached or, without `is_reached`, given up."""
        return await self._change("POST", f"/facts/{_path(aim)}/complete", {"is_reached": is_reached}, **signed)

    async def edit_entity(
        self, entity: str, *, name: str = "", type: str = "", aliases: Ids | None = None, **signed: Unpack[_Signed]
    ) -> Changed:
        """Rename an entity, or set its type or all of its other names. Archivists do not change what is set."""
        body = _given(name=name or None, type=type or None, aliases=aliases)
        return await self._change("PATCH", f"/entities/{_path(entity)}", body, **signed)

    async def merge_entities(self, keep: str, other: str, **signed: Unpack[_Signed]) -> Changed:
        """Merge the other entity into the one to keep."""
        return await self._change("POST", f"/entities/{_path(keep)}/merge", {"other": other}, **signed)

    async def split_entity(
        self, old: str, name: str, *, aliases: Ids = (), facts: Ids = (), messages: Ids = (), **signed: Unpack[_Signed]
    ) -> Changed:
        """Make a second entity from what does not belong to this one; the answer has its id."""
        body = {"name": name, "aliases": [*aliases], "facts": [*facts], "messages": [*messages]}
        return await self._change("POST", f"/entities/{_path(old)}/split", body, **signed)

    async def keep_apart(self, entity: str, other: str, **signed: Unpack[_Signed]) -> Changed:
        """Note that two entities are different. Archivists do not merge them."""
        return await self._change("POST", f"/entities/{_path(entity)}/apart", {"other": other}, **signed)

    async def pin(self, line: str, **signed: Unpack[_Signed]) -> Changed:
        """Pin a line that every block shows first."""
        return await self._change("POST", "/key-info/pin", {"text": line}, **signed)

    async def unpin(self, line: str, **signed: Unpack[_Signed]) -> Changed:
        """Take a line out of what every block shows, whoever put it there."""
        return await self._change("POST", "/key-info/unpin", {"text": line}, **signed)

    async def undo(self, change: str, **signed: Unpack[_Signed]) -> Changed:
        """Restore what a change replaced. The undo is a change as well."""
        told = await self._ask("POST", f"/changes/{_path(change)}/undo", {**signed}, is_safe=False)
        return Changed(change, [told["id"]])

    async def forget(
        self,
        *,
        messages: Sequence[str] = (),
        conversation: str | None = None,
        chat: str | None = None,
        person: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        dry_run: bool = False,
    ) -> Receipt:
        """Delete for good what one of these names, and all made from it; with `dry_run`, only say what would go."""
        body = _given(conversation=conversation, chat=chat, person=person, since=since, until=until)
        body |= {"messages": [*messages], "dry_run": dry_run}
        return _made_of(Receipt, await self._ask("POST", "/forget", body, is_safe=dry_run))

    async def forget_everything(self, *, dry_run: bool = False) -> Receipt:
        """Delete the space, for good; with `dry_run`, only say what would go."""
        return _made_of(Receipt, await self._ask("DELETE", "", params={"dry_run": dry_run}, is_safe=dry_run))

    async def import_file(
        self, file: Path | str, *, format: str = "auto", chat: str = "", player: str = "", speakers: Ids = ()
    ) -> Job:
        """Begin to import a file: chats in any format that the service reads, or an exported space."""
        read_as = _given(chat=chat or None, player=player or None, format=format, speaker=[*speakers], **self._create)
        return _made_of(Job, await self._ask("POST", "/import", Path(file).read_bytes(), params=read_as, is_safe=True))

    async def export(self, *, format: str = "jsonl") -> bytes:
        """The whole space as a file: `jsonl` can be imported, `graphml` is for other programs."""
        return (await self._send("GET", "/export", params={"format": format}, is_safe=True)).content

    async def jobs(self) -> list[Job]:
        """Imports that are under way, or whose results are kept; newest first."""
        return await self._pages("/jobs", Job, {}, None)

    async def wait(self, job: Job, *, seconds_max: float = 86_400.0) -> Job:
        """Wait until an import is done: `result` says what it has added. Raises ServiceError, and TimeoutError."""
        until = time.monotonic() + seconds_max
        while job.state in ("waiting", "running"):
            if time.monotonic() >= until:
                raise TimeoutError(f"{job.id} is {job.state}: {job.done} of {job.total}")
            await _done(self._pause(WAIT_SECONDS))
            job = _made_of(Job, await self._ask("GET", f"/jobs/{_path(job.id)}", is_safe=True))
        if job.state != "done":
            raise ServiceError(f"{job.id} is {job.state}: {job.error or 'start it again'}")
        return job

    async def drop_job(self, job: str) -> None:
        """Cancel an import, and delete what was sent. Messages that are imported already stay."""
        await self._send("DELETE", f"/jobs/{_path(job)}", is_safe=False)

    async def close(self) -> None:
        """Close connections, and what `open` opened."""
        await self._here().aclose()

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def _now(call: Callable[Concatenate[AsyncMemory, P], Coroutine[Any, Any, T]]) -> Callable[Concatenate[Memory, P], T]:
    @wraps(call)
    def run(self: Memory, /, *args: P.args, **kwargs: P.kwargs) -> T:
        # The same call, on a client whose waits block: it ends without a pause, so no event loop is needed.
        try:
            call(cast(AsyncMemory, self), *args, **kwargs).send(None)
        except StopIteration as done:
            return cast(T, done.value)
        raise AssertionError  # Nothing in it can pause.

    return run


class Memory(_Space, AbstractContextManager["Memory"]):
    """The memory of one space. Threads may share it. Close it at the end, or use `with`."""

    _client, _pause = httpx.Client, staticmethod(time.sleep)
    turn, add, pin, item = _now(AsyncMemory.turn), _now(AsyncMemory.add), _now(AsyncMemory.pin), _now(AsyncMemory.item)
    items, search, judge = _now(AsyncMemory.items), _now(AsyncMemory.search), _now(AsyncMemory.judge)
    add_fact, edit_fact, unpin = _now(AsyncMemory.add_fact), _now(AsyncMemory.edit_fact), _now(AsyncMemory.unpin)
    withdraw_fact, replace_fact = _now(AsyncMemory.withdraw_fact), _now(AsyncMemory.replace_fact)
    answer_question, edit_entity = _now(AsyncMemory.answer_question), _now(AsyncMemory.edit_entity)
    complete_objective, merge_entities = _now(AsyncMemory.complete_objective), _now(AsyncMemory.merge_entities)
    split_entity, keep_apart = _now(AsyncMemory.split_entity), _now(AsyncMemory.keep_apart)
    forget, forget_everything = _now(AsyncMemory.forget), _now(AsyncMemory.forget_everything)
    undo, wait, drop_job = _now(AsyncMemory.undo), _now(AsyncMemory.wait), _now(AsyncMemory.drop_job)
    import_file, export, jobs = _now(AsyncMemory.import_file), _now(AsyncMemory.export), _now(AsyncMemory.jobs)

    def close(self) -> None:
        """Close connections, and what `open` opened."""
        self._http.close()

    def __exit__(self, *_: object) -> None:
        self.close()
