"""
title: Remembrancer
description: Long-term memory: what is said is stored, and what helps to answer stands before the chat.
version: 0.1.0
license: Apache-2.0
"""

import logging
from typing import Any

import aiohttp
from pydantic import BaseModel, Field

Body = dict[str, Any]


class Filter:
    """A filter function of Open WebUI. Each user has a space of their own, and each chat is a chat."""

    class Valves(BaseModel):  # noqa: D106
        url: str = Field(default="http://localhost:8765", description="Where Remembrancer runs, seen from Open WebUI.")
        key: str = Field(default="", description="A key of the service with scope write, if it has keys.")
        space: str = Field(default="webui-{user}", description="The space of a user; {user} is the id.")
        budget_tokens: int = Field(default=1024, ge=64, description="The size of the block.")
        timeout_seconds: float = Field(default=5, gt=0, description="After this time the chat goes on without memory.")

    def __init__(self) -> None:
        self.valves = self.Valves()

    async def inlet(
        self, body: Body, __user__: Body | None = None, __metadata__: Body | None = None, __task__: str | None = None
    ) -> Body:
        """Store what is new, and put the block before the chat. Titles, tags and other tasks are left as they are."""
        chat = (__metadata__ or {}).get("chat_id")
        if __task__ or (__metadata__ or {}).get("task") or not chat or not __user__:
            return body
        sent = {"messages": body["messages"][-100:], "budget_tokens": self.valves.budget_tokens}
        told = await self._post("turns", __user__, chat, sent)
        if told and told["block"]["text"]:
            body["messages"] = [{"role": "system", "content": told["block"]["text"]}, *body["messages"]]
        return body

    async def outlet(self, body: Body, __user__: Body | None = None) -> Body:
        """Store the reply. The block was for one turn only."""
        said = [{"role": each["role"], "content": each["content"]} for each in body["messages"][-100:]]
        if __user__ and body.get("chat_id"):
            await self._post("messages", __user__, body["chat_id"], {"messages": said})
        return body

    async def _post(self, route: str, user: Body, chat: str, sent: Body) -> Body | None:
        url = f"{self.valves.url}/v1/spaces/{self.valves.space.format(user=user['id'])}/{route}?create=true"
        headers = {"Authorization": f"Bearer {self.valves.key}"} if self.valves.key else {}
        timeout = aiohttp.ClientTimeout(total=self.valves.timeout_seconds)
        try:
            async with aiohttp.ClientSession(timeout=timeout, headers=headers, raise_for_status=True) as session:
                answer = await session.post(url, json={**sent, "chat": chat, "skip_invalid": True})
                return dict(await answer.json())
        except (aiohttp.ClientError, TimeoutError) as error:
            logging.getLogger(__name__).warning("no memory: %r", error)  # The chat goes on.
            return None
