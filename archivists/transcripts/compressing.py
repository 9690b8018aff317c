"""One pass over a chat: a memory for each chunk, written by the model that lived it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from archivists.models.paid_replies import Teller
from archivists.models.provider import Model, PromptMessage, Request
from archivists.questions.prompt import data_of
from archivists.transcripts.agent_context import AgentContext, Episode, fitting, tokens_of
from archivists.transcripts.archive import Archive
from archivists.transcripts.chat_messages import ChatMessage, message_of
from archivists.transcripts.chunks import tail_from
from archivists.transcripts.memories import (
    CLOSING,
    MANAGER_TAG,
    OPENING,
    Memory,
    digest_of,
    frames,
    nearest,
    untagged,
    user_message,
    verbatim,
    words,
    wrapped,
    written_messages,
)
from archivists.transcripts.planning import ChatPlan, TranscriptPolicy, later_than, name_of
from graph.errors import BadAnswer, ModelError, TooLarge
from graph.values.items import ModelCall

ANSWER_TOKENS_MAX = 4_000
"""Of a reply, with what a model may think before it; the questions ask for much less."""

WINDOW_SHARE = 0.8
"""The part of a model's window that is used: its tokenizer is not the one that we count with."""

SHRINK = 0.75
SHRINKS_MAX = 5
"""How often a context that the provider finds too large is made smaller."""

SUMMARIES_BEFORE = 3
"""Summaries of earlier chunks that the context manager gets."""

NO_TEXT = "[empty]"

SPEAKERS = {"user": "the other person", "assistant": "yourself"}
"""What the agent is told about whom it has quoted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Writers:
    """The two models, and how many tokens each takes at once, if that is known."""

    agent: Model
    manager: Model
    agent_window: int | None = None
    manager_window: int | None = None


@dataclass(frozen=True, slots=True)
class PassProgress:
    """How far a pass is, and what it has taken; replies that were kept from a stopped run are counted too."""

    chunks: int = 0  # whose memories are written
    calls: int = 0
    tokens_in: int = 0
    tokens_cached: int = 0
    tokens_out: int = 0
    cost: float | None = 0.0  # US dollars; None when the price of any call is not known

    def plus(self, call: ModelCall) -> PassProgress:
        """With one more call."""
        return self.added(PassProgress(0, 1, call.tokens_in, call.tokens_cached or 0, call.tokens_out, call.cost))

    def added(self, other: PassProgress) -> PassProgress:
        """Both together."""
        return PassProgress(
            chunks=self.chunks + other.chunks,
            calls=self.calls + other.calls,
            tokens_in=self.tokens_in + other.tokens_in,
            tokens_cached=self.tokens_cached + other.tokens_cached,
            tokens_out=self.tokens_out + other.tokens_out,
            cost=None if self.cost is None or other.cost is None else self.cost + other.cost,
        )


class ChatPass:
    """One pass over one chat. Run it once; `progress` and `notes` say what became of it."""

    def __init__(
        self,
        plan: ChatPlan,
        archive: Archive,
        teller: Teller,
        writers: Writers,
        *,
        policy: TranscriptPolicy,
        primer: str,
        told: Callable[[PassProgress], None] = lambda progress: None,
    ) -> None:
        """`told` hears of each call; an error that it raises ends the pass, and paid replies stay kept."""
        self.plan = plan
        self.archive = archive
        self.teller = teller
        self.writers = writers
        self.policy = policy
        self.primer = "\n\n".join([primer, words("instructions"), plan.chat.system]) if plan.chat.system else primer
        self.told = told
        self.progress = PassProgress()
        self.notes: list[str] = []
        self._agent_max = _usable(writers.agent_window)
        self._manager_max = _usable(writers.manager_window)

    def run(self) -> str:
        """The chat's messages with their memories, as JSON.

        Four calls for a memory, five when its quote is asked for again; four for one that is written again. Raises
        ModelError, and TooLarge when a chunk does not fit into the agent's window.
        """
        plan = self.plan
        done = list(plan.episodes[: plan.first])
        stamps = list(_stamps(plan, self.teller.now()))
        for at in range(plan.first, len(plan.episodes)):
            episode = plan.episodes[at]
            assert episode.messages is not None
            digest = episode.digest or self.archive.keep_chunk(episode.messages, before=_before(done))
            memory = self._memory(done, replace(episode, digest=digest), at, stamps[at])
            self.archive.keep_memory(memory)
            done.append(Episode(digest, episode.messages, memory))
            self.progress = replace(self.progress, chunks=self.progress.chunks + 1)
            self.told(self.progress)
        return self._written(done, stamps)

    def _memory(self, before: Sequence[Episode], episode: Episode, at: int, created_at: str) -> Memory:
        """The memory of an episode; its context is made smaller when the provider finds it too large."""
        tail = len(before) - tail_from([each.tokens for each in before], tail_tokens=self.policy.tail_tokens)
        chunk = episode.messages or ()
        for _ in range(SHRINKS_MAX):
            context = fitting(self.primer, before, chunk, tail=tail, tokens_max=self._agent_max)
            if context.tail < tail or context.memories < len(before) - context.tail:
                self._note(
                    at,
                    f"{context.tail} of {tail} chunks of its tail and {context.memories} memories fit into "
                    f"{self.writers.agent.name}",
                )
            try:
                return self._written_memory(before, episode, at, context, created_at)
            except TooLarge:
                self._agent_max = int(tokens_of(context) * SHRINK)
        raise TooLarge(f"{self.writers.agent.name} takes no chunk of {self.policy.chunk_tokens:,} tokens")

    def _written_memory(
        self, before: Sequence[Episode], episode: Episode, at: int, context: AgentContext, created_at: str
    ) -> Memory:
        chunk, old = episode.messages or (), episode.memory
        if old is None:
            quote, quoted = self._quote(context, chunk, at)
            asked, look_back = words("quote"), _look_back("perspective", chunk, quote)
        else:
            quote, quoted, asked = old.quote, None, old.questions[0]
            look_back = _look_back("perspective_again", chunk, quote)
            look_back = look_back.replace("{later}", self._noted("later", before, episode, at))
        viewed = self._tell(context.asked("perspective", look_back, tokens_max=ANSWER_TOKENS_MAX))
        refine = words("refine").replace("{summary}", self._noted("summary", before, episode, at))
        refined = self._tell(context.asked("refine", refine, tokens_max=ANSWER_TOKENS_MAX))
        memory = Memory(
            chunk=episode.digest,
            questions=(asked, look_back, refine),
            answers=(quote, _said(viewed), _said(refined)),
            raws=old.raws if old else (),
        )
        return replace(memory, raws=written_messages(memory, (quoted, viewed, refined), created_at))

    def _quote(self, context: AgentContext, chunk: Sequence[ChatMessage], at: int) -> tuple[str, ModelCall]:
        """A passage of the chunk: the agent's quote, its quote when asked again, or else the nearest passage."""
        text = untagged("\n\n".join(message.text for message in chunk))
        question = words("quote")
        call = self._tell(context.asked("quote", question, tokens_max=ANSWER_TOKENS_MAX))
        if quote := verbatim(untagged(call.body), text):
            return quote, call
        talk = [("user", wrapped(MANAGER_TAG, question)), ("assistant", call.body)]
        again = self._tell(context.asked("quote", words("quote_again"), tokens_max=ANSWER_TOKENS_MAX, talk=talk))
        if quote := verbatim(untagged(again.body), text):
            return quote, again
        self._note(at, "the agent's quote is not in the chunk; the nearest passage is used instead")
        return nearest(call.body, text) or NO_TEXT, again

    def _noted(self, purpose: str, before: Sequence[Episode], episode: Episode, at: int) -> str:
        """A note by the context manager alone. If a memory is written again, it also gets what came later."""
        chunk, manager = episode.messages or (), self.writers.manager
        room = self.policy.tail_tokens if episode.memory else 0
        if self._manager_max is not None:
            room = min(room, self._manager_max - (episode.tokens or 0) - ANSWER_TOKENS_MAX)
        for tokens_max in dict.fromkeys((room, room // 4, 0)):
            data = {
                "before": [each.memory.summary for each in before[-SUMMARIES_BEFORE:] if each.memory],
                "episode": [*map(_told, chunk)],
                "later": [*map(_told, later_than(self.plan, at, tokens_max=tokens_max))],
            }
            asked = Request(
                purpose=purpose,
                lines=(PromptMessage("system", words(purpose)), PromptMessage("user", data_of(data))),
                tokens_max=ANSWER_TOKENS_MAX,
                stable_lines=1,
                prompt_version=_version(purpose),
            )
            try:
                return _said(self._heard(self.teller.tell(manager, asked)))
            except TooLarge:
                self._note(at, f"{manager.name} does not take {tokens_max:,} tokens of what came later")
        raise ModelError(f"{manager.name} takes no chunk of {episode.tokens:,} tokens; name another context manager")

    def _tell(self, asked: Request) -> ModelCall:
        return self._heard(self.teller.tell(self.writers.agent, replace(asked, prompt_version=_version(asked.purpose))))

    def _heard(self, call: ModelCall) -> ModelCall:
        self.progress = self.progress.plus(call)
        self.told(self.progress)
        return call

    def _note(self, at: int, text: str) -> None:
        self.notes.append(f"{name_of(self.plan.chat)}, memory {at + 1}: {text}")

    def _written(self, done: Sequence[Episode], stamps: Sequence[str]) -> str:
        """All messages of the chat, as JSON."""
        plan = self.plan
        opening, closing = frames()
        start = (done[0].messages or ())[0].created_at if done[0].messages else ""
        first = done[0].digest or digest_of(opening.encode())
        begun = start if _time(start) and start <= stamps[0] else stamps[0]
        raws = [
            *(message.raw for message in plan.layout.head),
            plan.layout.frames[0] if plan.layout.frames else user_message(first, OPENING, opening, begun),
            *(raw for episode in done if episode.memory for raw in episode.memory.raws),
            user_message(first, CLOSING, closing, stamps[-1]),
            *(message.raw for message in plan.live),
        ]
        return plan.listed.written(raws)


def _said(call: ModelCall) -> str:
    text = untagged(call.body)
    if not text:
        raise BadAnswer(f"{call.model} answered with tags alone; try again with another model")
    return text


def _look_back(name: str, chunk: Sequence[ChatMessage], quote: str) -> str:
    """The question for the agent's view, with who is quoted and when: a memory says that nowhere else."""
    role = next((each.role for each in chunk if quote in untagged(each.text)), "")
    days = list(dict.fromkeys(each.created_at[:10] for each in chunk if _time(each.created_at)))
    when = f" ({' to '.join(dict.fromkeys((days[0], days[-1])))})" if days else ""
    return words(name).replace("{speaker}", SPEAKERS.get(role, "what was said there")).replace("{days}", when)


def _told(message: ChatMessage) -> dict[str, object]:
    time = {"at": message.created_at} if _time(message.created_at) else {}
    return {"role": message.role, **time, "text": message.text}


def _version(purpose: str) -> str:
    """Which prompt it was: its name, and a hash of its file."""
    return f"{purpose}@{digest_of(words(purpose).encode())[:12]}"


def _usable(window: int | None) -> int | None:
    return None if window is None else int(window * WINDOW_SHARE) - ANSWER_TOKENS_MAX


def _before(done: Sequence[Episode]) -> str:
    """The digest of the last episode, or else of its memory."""
    if not done:
        return ""
    return done[-1].digest or (done[-1].memory.digest if done[-1].memory else "")


def _stamps(plan: ChatPlan, now: datetime) -> Iterator[str]:
    """The time of each memory: that of its last message, never before the previous memory or after what is live."""
    live = next((each.created_at for each in plan.live if _time(each.created_at)), "")
    limit, last = _time(live), ""
    for episode in plan.episodes:
        memory = [message_of(raw) for raw in episode.memory.raws] if episode.memory else []
        found = next((each.created_at for each in reversed(episode.messages or memory) if _time(each.created_at)), "")
        at, before = _time(found), _time(last)
        if at and (not before or at > before):
            last = live if limit and at > limit else found
        yield last or live or f"{now:%Y-%m-%dT%H:%M:%S}.{now.microsecond // 1000:03d}Z"


def _time(text: str) -> datetime | None:
    """The time, if the text is one with a zone."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else None
