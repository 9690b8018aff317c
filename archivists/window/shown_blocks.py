"""What the assistant saw before its replies in a window: the blocks of each reply, with the items that they showed."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graph.index.space_index import SpaceIndex
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label, Node, ReadDepth
from graph.text.sentences import SENTENCE_ENDS, sentences
from graph.values.codec import to_ms
from graph.values.items import (
    KEY_INFO_ID,
    NOT_SO,
    Entity,
    Fact,
    Message,
    Reflection,
    Role,
    SignificantMemory,
    Stored,
    Summary,
)

BLOCKS_PER_REPLY_MAX = 3
"""A turn may be asked again, and once more after its draft was checked; more blocks are somebody's experiment."""

BEFORE_MAX = 6
"""Lines before a reply: a word that it shares with them is not explained by an item."""


PIECE_WORDS_MIN = 3
"""For a piece of a cut sentence: shorter pieces occur in other texts, too."""

GAP = "…"

_BRACKETS = re.compile(r"\([^()]*\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownBlock:
    """One block and the reply that followed it."""

    block: str  # its id
    reply: Message
    before: tuple[Message, ...]  # what was said right before the reply, oldest first
    texts: Mapping[str, str]  # what the block shows of each item, by its id
    near_reply: Mapping[str, float]  # how near in meaning the reply is to each item, where both have vectors
    near_question: Mapping[str, float]  # how near the line is that was answered
    past: frozenset[str] = frozenset()  # the facts among the items that no longer hold


def last_shown(blocks: Iterable[ShownBlock], count_max: int) -> Mapping[str, ShownBlock]:
    """The newest items that were shown, each with the last block that showed it. Pure."""
    found: dict[str, ShownBlock] = {}
    for block in sorted(blocks, key=lambda each: (each.reply.id, each.block), reverse=True):
        for id in block.texts:
            found.setdefault(id, block)
    return dict(list(found.items())[:count_max])


def read_shown_blocks(
    knowledge: KnowledgeGraph, index: SpaceIndex, space: str, context: Sequence[Message], messages: Sequence[Message]
) -> tuple[ShownBlock, ...]:
    """The blocks before the assistant's replies among `messages`. One read for each chat with a reply, and two more."""
    new = {message.id for message in messages}
    found: list[tuple[Node, tuple[Message, ...], Message]] = []
    for chat, lines in _by_chat((*context, *messages)).items():
        replies = [at for at, line in enumerate(lines) if line.role is Role.ASSISTANT and line.id in new and at]
        if not replies:
            continue
        limit = BLOCKS_PER_REPLY_MAX * len(lines)
        blocks = knowledge.store.find(
            space, Label.BLOCK, {"chat": chat}, order="-created_at", limit=limit, reading=ReadDepth.HEAD
        )
        for at in replies:
            before = tuple(lines[max(0, at - BEFORE_MAX) : at])
            found += [(block, before, lines[at]) for block in blocks if _is_before(block, before[-1], lines[at])]
    items = knowledge.get(space, sorted({id for block, _, _ in found for id in _shown(block)}))
    texts = {id: text for id, item in items.items() if (text := _text_of(item))}
    past = frozenset(id for id, item in items.items() if isinstance(item, Fact) and item.status in NOT_SO)
    bodies = knowledge.store.nodes(space, sorted({block.id for block, _, _ in found}))
    shown: list[ShownBlock] = []
    for block, before, reply in found:
        said = _plain(str(bodies[block.id].properties.get("body") or "")) if block.id in bodies else ""
        parts = {id: part for id in _shown(block) if id in texts and (part := part_shown(texts[id], said))}
        ids = list(parts)
        to_reply, to_question = (index.nearness(line.id, ids) for line in (reply, before[-1]))
        shown.append(
            ShownBlock(
                block=block.id,
                reply=reply,
                before=before,
                texts=parts,
                near_reply={id: near for id, near in zip(ids, to_reply, strict=True) if near},
                near_question={id: near for id, near in zip(ids, to_question, strict=True) if near},
                past=past,
            )
        )
    return tuple(shown)


def part_shown(text: str, said: str) -> str:
    """The sentences of an item that are in `said`, a block made plain by `_plain`: a block may cut a text short.

    If it shows only pieces of sentences, those pieces; "" if the text was rewritten since. Pure.
    """
    spans = [text[first:last] for first, last in sentences(text)]
    whole = [span for span in spans if (key := _plain(span).strip(SENTENCE_ENDS)) and key in said]
    if whole:
        return text if len(whole) == len(spans) else " ".join(whole)
    plain = _plain(text)
    pieces = (piece.strip() for line in said.split(" - ") for piece in line.partition(": ")[2].split(GAP))
    return " ".join(piece for piece in pieces if len(piece.split()) >= PIECE_WORDS_MIN and piece in plain)


def _plain(text: str) -> str:
    """The text on one line, and without brackets, in which blocks add dates and names."""
    return " ".join(_BRACKETS.sub(" ", text).split())


def _by_chat(messages: Sequence[Message]) -> dict[str, list[Message]]:
    chats: dict[str, list[Message]] = {}
    for message in messages:
        chats.setdefault(message.chat, []).append(message)
    for lines in chats.values():
        lines.sort(key=lambda line: (line.position, line.id))
    return chats


def _is_before(block: Node, asked: Message, reply: Message) -> bool:
    """Whether the block was made for the line before the reply. One made for no line counts if made between the two."""
    if block.properties.get("query"):
        return block.properties["query"] == asked.id
    created_at = block.properties["created_at"]
    assert isinstance(created_at, int)
    return to_ms(asked.sent_at) <= created_at <= to_ms(reply.sent_at)


def _shown(block: Node) -> list[str]:
    shown = block.properties.get("shown")
    return [id for id in shown if id != KEY_INFO_ID] if isinstance(shown, tuple) else []


def _text_of(item: Stored) -> str:
    match item:
        case Entity():
            return item.dossier or item.brief or ""
        case Message() | Summary() | Fact() | SignificantMemory() | Reflection():
            return item.body
        case _:
            return ""
