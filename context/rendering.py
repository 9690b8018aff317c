"""The text of a block: one wrapper, short headings, one list entry per item."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from context.select.section import Section, own_heading
from context.wording.pieces import Piece, header_line, heading
from graph.text.block_wrapper import CLOSING, opened
from graph.text.tokens import count_tokens
from languages.language import Phrases


@dataclass(frozen=True, slots=True)
class Rendered:
    """A block's text and what it holds in the end."""

    text: str
    tokens: int
    pieces: tuple[Piece, ...]  # in the order of the block
    left_out_count: int  # messages of the history that nothing in the block stands for
    stands_for: Mapping[str, int]  # those that each piece stands for; every message is counted once


def fit(
    chosen: Sequence[Piece],
    sections: Sequence[Section],
    history_count: int,
    budget_tokens: int,
    phrases: Phrases,
    notes: Mapping[str, str] | None = None,
) -> Rendered:
    """The chosen pieces as a text within the budget; those chosen last are dropped until it fits.

    The whole text is counted, since the tokens of its parts do not add up to its own. `history_count` is the number of
    messages that the assistant doesn't see; `notes` stand below the pieces of sections. Pure; mostly one rendering.
    """
    kept = list(chosen)
    while True:
        ids = {id for piece in kept for id in (piece.id, *piece.quotes)}
        counts = {piece.id: piece.stands_for for piece in kept if ids.isdisjoint(piece.within)}
        left_out = history_count - sum(counts.values())
        by_section = arrange(kept, sections)
        text = render(by_section, sections, max(0, left_out), phrases, notes)
        over = count_tokens(text) - budget_tokens
        if over <= 0:
            pieces = tuple(piece for pieces in by_section.values() for piece in pieces)
            return Rendered(text, over + budget_tokens, pieces, max(0, left_out), counts)
        if not kept:
            return Rendered("", 0, (), max(0, history_count), {})
        while kept and over > 0:
            over -= kept.pop().tokens


def arrange(pieces: Iterable[Piece], sections: Iterable[Section]) -> dict[str, list[Piece]]:
    """The pieces by section, in each ordered by place: what happened by time, what is known by relevance. Pure.

    Lines of a chat that is named stand together, behind those that need no name, so that each is named once.
    """
    by_place = sorted(pieces, key=lambda piece: piece.place)
    chats = {chat: number for number, chat in enumerate(dict.fromkeys(["", *(piece.chat for piece in by_place)]))}
    arranged: dict[str, list[Piece]] = {section.name: [] for section in sections}
    for piece in sorted(by_place, key=lambda piece: chats[piece.chat]):
        arranged[piece.section].append(piece)
    return arranged


def render(
    arranged: Mapping[str, Sequence[Piece]],
    sections: Iterable[Section],
    left_out_count: int,
    phrases: Phrases,
    notes: Mapping[str, str] | None = None,
) -> str:
    """The block as the assistant gets it; "" when there is nothing to say. Pure: equal pieces give equal bytes.

    The line about what is left out stands after the summaries, so that a growing count doesn't change the text above.
    """
    if not any(arranged.values()) and not any((notes or {}).values()):
        return ""
    lines: list[str] = [opened(phrases)]
    for section in sections:
        left_out = phrases.left_out_line(left_out_count) if section.tells_left_out else ""
        if pieces := arranged[section.name]:
            own = own_heading(section, phrases, len(pieces))
            entries = _numbered(pieces) if section.is_numbered else _entries(pieces)
            lines += [own or heading(section.name, phrases), *entries, left_out]
        elif left_out:
            lines += ["\n", left_out]  # Without a heading: it would promise more than a number.
        lines.append((notes or {}).get(section.name, ""))
    return "".join([*lines, CLOSING])


def _numbered(pieces: Iterable[Piece]) -> Iterator[str]:
    for number, piece in enumerate(pieces, start=1):
        yield f"\n{number}. {piece.text}"


def _entries(pieces: Iterable[Piece]) -> Iterator[str]:
    chat = group = header = year = ""
    for piece in pieces:
        if piece.chat != chat:
            yield f"{piece.chat}\n"
            chat, group, header = piece.chat, "", ""
        # Two chats without names of their own have the same header: a second one would tell nothing.
        if piece.group != group and (piece.header, piece.year or year) != (header, year):
            yield header_line(piece, year)
            header, year = piece.header, piece.year or year
        group = piece.group
        yield piece.text
