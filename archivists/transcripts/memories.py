"""A memory: six messages in three pairs, in the place of a chunk; and how memories are found again in a chat."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from importlib.resources import files
from itertools import pairwise

from archivists.transcripts.chat_messages import ChatMessage
from graph.errors import BadInput
from graph.text.analysis import without_surrogates
from graph.values.items import ModelCall

SYSTEM_TAG = "system"
MANAGER_TAG = "context_manager"
CHUNK_TAG = "to_remember"

PAIRS = 3
LENGTH = 2 * PAIRS

DIGEST_BYTES = 20
OPENING, CLOSING = 0xFE, 0xFF
"""The numbers of the two frames among the messages made for a chunk; its memory has the numbers 0 to 5."""

_TAG = rf"\s*/?\s*(?:{SYSTEM_TAG}|{MANAGER_TAG}|{CHUNK_TAG})\b[^<>]*>"
_TAGS = re.compile(rf"(?:<|&lt;){_TAG}", re.IGNORECASE)
_OPENINGS = re.compile(rf"<(?={_TAG})", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """What is remembered of one chunk."""

    chunk: str  # the digest under which the archive has its messages; "" when it does not have them
    questions: tuple[str, str, str]  # without tags
    answers: tuple[str, str, str]  # the quote, the perspective, the refined summary
    raws: tuple[str, ...] = ()  # the six messages of the file, as long as none of them is changed

    @property
    def quote(self) -> str:
        """What stays through all passes."""
        return self.answers[0]

    @property
    def summary(self) -> str:
        """What the agent made of the context manager's summary."""
        return self.answers[2]

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Roles and texts, as in the file."""
        pairs = zip(self.questions, self.answers, strict=True)
        return [line for asked, said in pairs for line in (("user", wrapped(MANAGER_TAG, asked)), ("assistant", said))]

    @property
    def digest(self) -> str:
        """A digest that two memories share exactly when they say the same."""
        return digest_of(json.dumps(self.lines).encode())


@dataclass(frozen=True, slots=True)
class ChatLayout:
    """What a chat consists of."""

    head: tuple[ChatMessage, ...]  # instructions that stay in front
    memories: tuple[Memory, ...]
    frames: tuple[str, ...]  # the two messages around the memories
    live: tuple[ChatMessage, ...]


def wrapped(tag: str, text: str) -> str:
    """The text between tags."""
    return f"<{tag}>{text}</{tag}>"


def escaped(text: str) -> str:
    """What somebody said as an agent reads it: tags in it are words, and begin or end nothing."""
    return _OPENINGS.sub("&lt;", text)


def untagged(text: str) -> str:
    """A text without tags of ours, escaped or not: in a file they tell memories from live messages."""
    while _TAGS.search(text):  # What is left may be a tag again.
        text = _TAGS.sub("", text)
    return text.strip()


def words(name: str) -> str:
    """The text of one of the Markdown files."""
    return (files("archivists.transcripts") / "prompts" / f"{name}.md").read_text(encoding="utf-8").strip()


def frames() -> tuple[str, str]:
    """The messages before and after the memories."""
    return wrapped(SYSTEM_TAG, words("before_memories")), wrapped(SYSTEM_TAG, words("after_memories"))


def digest_of(content: bytes) -> str:
    """A name that only this content has."""
    return blake2b(content, digest_size=DIGEST_BYTES).hexdigest()


def uuid_of(chunk: str, number: int) -> str:
    """The UUID of a message that was made for a chunk. It begins with the chunk's digest."""
    return f"{chunk[:8]}-{chunk[8:12]}-8{chunk[12:15]}-8{chunk[15:18]}-{chunk[18:28]}{number:02x}"


def chunk_start_of(uuid: str) -> str:
    """The first digits of a chunk's digest that are in the UUID of a message made for it; "" in any other UUID."""
    found = re.fullmatch(r"([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-8([0-9a-f]{3})-([0-9a-f]{10})[0-9a-f]{2}", uuid)
    return "".join(found.groups()) if found else ""


def layout_of(messages: Sequence[ChatMessage], *, find: Callable[[Memory, str], str], path: str) -> ChatLayout:
    """Tell memories from live messages by their whole pattern, and look their chunks up in the record (`find`).

    `find` gives the digest of a memory's chunk by the memory's text or UUID, "" if it does not know it. Raises BadInput
    when a part of the pattern is missing around memories that the record knows.
    """
    start = next((n for n, each in enumerate(messages) if each.role != "system"), len(messages))
    head, rest = tuple(messages[:start]), messages[start:]
    found: list[Memory] = []
    at = 1
    while rest and _is_in(SYSTEM_TAG, rest[0]) and (memory := _memory(rest[at : at + LENGTH])):
        found.append(memory)
        at += LENGTH
    if found and at < len(rest) and _is_in(SYSTEM_TAG, rest[at]):
        memories = tuple(
            replace(memory, chunk=find(memory, rest[1 + n * LENGTH].uuid)) for n, memory in enumerate(found)
        )
        return ChatLayout(head, memories, (rest[0].raw, rest[at].raw), tuple(rest[at + 1 :]))
    for number, message in enumerate(rest):
        memory = _memory(rest[number : number + LENGTH])
        if memory and find(memory, message.uuid):
            raise BadInput(
                f"{path}messages[{start + number}]: found a memory, expected it in a row of whole memories between two "
                f"<{SYSTEM_TAG}> messages; one of these was deleted or changed: undo that, or take an older export"
            )
    return ChatLayout(head, (), (), tuple(rest))


def cleared(text: str, tag: str) -> str:
    """The text between tags."""
    return text.strip().removeprefix(f"<{tag}>").removesuffix(f"</{tag}>")


def _memory(messages: Sequence[ChatMessage]) -> Memory | None:
    asked, said = messages[0::2], messages[1::2]
    if len(messages) < LENGTH or not all(_is_in(MANAGER_TAG, each) for each in asked):
        return None
    if any(each.role != "assistant" or _TAGS.search(each.text) for each in said):
        return None
    first, second, third = (cleared(each.text, MANAGER_TAG) for each in asked)
    quote, perspective, summary = (each.text for each in said)
    return Memory(
        chunk="",
        questions=(first, second, third),
        answers=(quote, perspective, summary),
        raws=tuple(each.raw for each in messages),
    )


def _is_in(tag: str, message: ChatMessage) -> bool:
    text = message.text.strip()
    return message.role == "user" and text.startswith(f"<{tag}>") and text.endswith(f"</{tag}>")


def written_messages(memory: Memory, calls: Sequence[ModelCall | None], created_at: str) -> tuple[str, ...]:
    """The six messages as a file has them. A pair without a call, asked for in an earlier pass, stays as it was."""
    raws: list[str] = []
    for number, call in enumerate(calls):
        if call is None:
            raws += memory.raws[2 * number : 2 * number + 2]
            continue
        (_, asked), (_, said) = memory.lines[2 * number : 2 * number + 2]
        raws.append(user_message(memory.chunk, 2 * number, asked, created_at))
        raws.append(_assistant_message(memory.chunk, 2 * number + 1, said, created_at, call))
    return tuple(raws)


def user_message(chunk: str, number: int, text: str, created_at: str) -> str:
    """A message with the fields of a user's message."""
    return _json({"role": "user", "uuid": uuid_of(chunk, number), "content": text, "createdAt": created_at})


def _assistant_message(chunk: str, number: int, text: str, created_at: str, call: ModelCall) -> str:
    return _json(
        {
            "id": f"msg_{chunk[:22]}{number:02x}",
            "role": "assistant",
            "type": "message",
            "uuid": uuid_of(chunk, number),
            "model": call.model,
            "usage": _usage(call.tokens_in, call.tokens_out, call.tokens_cached or 0),
            "finish": "end_turn",
            "content": [{"text": text, "type": "text"}],
            "keywords": [],
            "createdAt": created_at,
            "titleUsage": _usage(0, 0, 0),
            "stop_reason": "end_turn",
            "stop_sequence": None,
        }
    )


def _usage(tokens_in: int, tokens_out: int, cached: int) -> dict[str, int]:
    return {
        "total_tokens": tokens_in + tokens_out,
        "prompt_tokens": tokens_in,
        "completion_tokens": tokens_out,
        "cache_read_input_tokens": cached,
        "cache_creation_input_tokens": 0,
    }


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if without_surrogates(text) == text else json.dumps(value)  # JSON can only spell out half a pair.


QUOTATION_MARKS = "\"'“”„«»‘’*_> \t\r\n"
PASSAGE_WORDS_MAX = 150

_ALIKE = str.maketrans("‘’‚`“”„«»", "'" * 4 + '"' * 5)
"""Models write quotation marks in their own shape. One character replaces one, so that places stay."""

_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|\n+")


def verbatim(quote: str, text: str) -> str:
    """The quote as the text has it; "" when the text does not contain it.

    Blanks, the shape of quotation marks, and quotation marks around it make no difference.
    """
    tries = [(each, text) for each in (quote, quote.strip(QUOTATION_MARKS))]
    for each, place in [*tries, *((each.translate(_ALIKE), place.translate(_ALIKE)) for each, place in tries)]:
        words = each.split()
        found = re.search(r"\s+".join(map(re.escape, words)), place) if words else None
        if found:
            return text[found.start() : found.end()]
    return ""


def nearest(quote: str, text: str) -> str:
    """The passage of whole sentences that shares the most words with a quote, the shortest of equals.

    If no passage shares any, the longest sentence.
    """
    wanted = Counter(_words(quote))
    length = min(sum(wanted.values()), PASSAGE_WORDS_MAX)
    passages = list(_passages(text, length))
    best = max(passages, key=lambda passage: _likeness(wanted, passage), default="")
    if best and wanted & Counter(_words(best)):
        return best
    return max(_SENTENCE_END.split(text), key=len, default="").strip()


def _passages(text: str, words: int) -> Iterator[str]:
    """Runs of whole sentences, each until it has about this many words."""
    bounds = [0, *(found.end() for found in _SENTENCE_END.finditer(text)), len(text)]
    counts = [len(_words(text[start:end])) for start, end in pairwise(bounds)]
    for first in range(len(counts)):
        held = 0
        for last in range(first, len(counts)):
            held += counts[last]
            yield text[bounds[first] : bounds[last + 1]].strip()
            if held >= words:
                break


def _likeness(wanted: Counter[str], passage: str) -> float:
    found = Counter(_words(passage))
    shared = sum((wanted & found).values())
    return 2 * shared / ((sum(wanted.values()) + sum(found.values())) or 1)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
