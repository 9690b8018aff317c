"""What there is to do in a chat: which messages become memories, and which memories are written again."""

from collections.abc import Sequence
from dataclasses import dataclass

from archivists.transcripts.agent_context import Episode
from archivists.transcripts.archive import Archive
from archivists.transcripts.chat_messages import ChatMessage, MessageList, read_messages
from archivists.transcripts.chunks import TextCompare, cut, live_from, tail_from
from archivists.transcripts.export_files import ChatPlace
from archivists.transcripts.json_spans import JsonText
from archivists.transcripts.memories import ChatLayout, Memory, layout_of
from graph.errors import BadInput
from graph.text.tokens import count_tokens

MEMORY_TOKENS = 1200
"""About how many tokens a memory takes: as many as its questions ask for. Only estimates use it."""

REPLY_TOKENS = 350  # Of one answer, about.


@dataclass(frozen=True, slots=True, kw_only=True)
class TranscriptPolicy:
    """How a chat is compressed. Sizes are in tokens."""

    chunk_tokens: int = 4_000  # of one chunk, about
    tail_tokens: int = 30_000  # told raw before each chunk, at most
    live_tokens: int = 30_000  # stay as they are at the end, at most
    keeps_old: bool = False  # whether memories of earlier passes stay as they are, and their messages may be missing

    def __post_init__(self) -> None:
        for name in ("chunk_tokens", "tail_tokens", "live_tokens"):
            if getattr(self, name) < 1:
                raise BadInput(f"{name} is {getattr(self, name)}, expected 1 or more")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatPlan:
    """One chat with something to compress."""

    chat: ChatPlace
    listed: MessageList
    layout: ChatLayout
    episodes: tuple[Episode, ...]  # those of earlier passes, then the new ones
    first: int  # the first episode whose memory is written in this pass
    live: tuple[ChatMessage, ...]
    oversize: int  # how many of the new chunks are one pair that is longer than a chunk should be

    @property
    def rewritten(self) -> int:
        """How many memories of earlier passes are written again."""
        return len(self.layout.memories) - self.first

    @property
    def new(self) -> int:
        """How many memories are new."""
        return len(self.episodes) - len(self.layout.memories)


@dataclass(frozen=True, slots=True)
class CallEstimate:
    """What a pass over some chats takes, about."""

    agent_calls: int = 0
    manager_calls: int = 0
    agent_tokens: int = 0  # in
    manager_tokens: int = 0  # in

    @property
    def calls(self) -> int:
        """All calls; a quote that is asked for once more comes on top."""
        return self.agent_calls + self.manager_calls


def plan_chat(
    text: JsonText, chat: ChatPlace, archive: Archive, policy: TranscriptPolicy, compare: TextCompare | None = None
) -> ChatPlan | None:
    """What there is to do in a chat; None when it is too short, deleted, or compressed already.

    With `compare`, chunks end where the subject changes. Raises BadInput when the archive lacks the messages of earlier
    passes, unless they may be missing.
    """
    if chat.messages is None or chat.is_deleted:
        return None
    listed = read_messages(text, chat.messages, chat.path)
    layout = layout_of(listed.messages, find=archive.find, path=_prefix(chat))
    compressible = layout.live[: live_from(layout.live, live_tokens=policy.live_tokens)]
    found = cut(compressible, chunk_tokens=policy.chunk_tokens, compare=compare)
    if not found.ends:
        return None
    old = [_episode(memory, archive, chat, keeps_old=policy.keeps_old) for memory in layout.memories]
    first = len(old)
    if not policy.keeps_old:
        first = tail_from([episode.tokens for episode in old], tail_tokens=policy.tail_tokens)
    starts = [0, *found.ends[:-1]]
    new = [Episode("", layout.live[start:end]) for start, end in zip(starts, found.ends, strict=True)]
    return ChatPlan(
        chat=chat,
        listed=listed,
        layout=layout,
        episodes=(*old, *new),
        first=first,
        live=layout.live[found.ends[-1] :],
        oversize=found.oversize,
    )


def estimate_of_plan(plan: ChatPlan, policy: TranscriptPolicy, primer: str) -> CallEstimate:
    """The calls of a plan, and about how many tokens go into them. Pure."""
    sizes = [episode.tokens for episode in plan.episodes]
    found = CallEstimate()
    for at in range(plan.first, len(sizes)):
        tail, own = tail_from(sizes[:at], tail_tokens=policy.tail_tokens), sizes[at] or 0
        context = count_tokens(primer) + tail * MEMORY_TOKENS + sum(size or 0 for size in sizes[tail:at]) + own
        is_again = at < len(plan.layout.memories)
        notes = 2 * (own + policy.tail_tokens + REPLY_TOKENS) if is_again else own + REPLY_TOKENS
        found = CallEstimate(
            found.agent_calls + (2 if is_again else 3),
            found.manager_calls + (2 if is_again else 1),
            found.agent_tokens + (2 if is_again else 3) * (context + REPLY_TOKENS),
            found.manager_tokens + notes,
        )
    return found


def restored(text: JsonText, chat: ChatPlace, archive: Archive) -> str | None:
    """The messages of a chat as they were before any pass; None when it was never compressed.

    Raises BadInput when the archive lacks some of them.
    """
    if chat.messages is None:
        return None
    listed = read_messages(text, chat.messages, chat.path)
    layout = layout_of(listed.messages, find=archive.find, path=_prefix(chat))
    if not layout.memories:
        return None
    old = [_episode(memory, archive, chat, keeps_old=False).messages or () for memory in layout.memories]
    return listed.written([each.raw for part in (layout.head, *old, layout.live) for each in part])


def later_than(plan: ChatPlan, at: int, *, tokens_max: int) -> Sequence[ChatMessage]:
    """What was said after an episode, as far as it fits."""
    found: list[ChatMessage] = []
    for message in (*(each for episode in plan.episodes[at + 1 :] for each in episode.messages or ()), *plan.live):
        tokens_max -= message.tokens
        if tokens_max < 0:
            break
        found.append(message)
    return found


def name_of(chat: ChatPlace) -> str:
    """The name of a chat in messages to people."""
    return chat.title or chat.id or chat.path or "the chat"


def _episode(memory: Memory, archive: Archive, chat: ChatPlace, *, keeps_old: bool) -> Episode:
    messages = archive.chunk(memory.chunk)
    if messages is None and not keeps_old:
        raise BadInput(
            f"{name_of(chat)}: {archive.folder} does not have the messages that a memory was made of; name the "
            "archive of the earlier passes (`archive`), or keep their memories as they are (`keep_old`)"
        )
    return Episode(memory.chunk if messages else "", messages, memory)


def _prefix(chat: ChatPlace) -> str:
    return f"{chat.document}, {chat.path}." if chat.path else f"{chat.document}, "
