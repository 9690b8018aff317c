"""What has been chosen so far, what it costs, and what it says."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import lru_cache

from context.rendering import header_line, heading
from context.wording.excerpts import folded, same_words, untold
from context.wording.pieces import Piece, Section
from graph.text.block_wrapper import CLOSING, opened
from graph.text.tokens import count_tokens
from languages.folding import fold
from languages.language import Phrases

_WORD_BEGINNING = re.compile(
    r"\b\w{3,5}"
)  # As long as a stem in graph.text.analysis: suffixes do not make another word.


SAID = "all that it says is shown already"


def says(who: str) -> str:
    """The reason why an item is left out."""
    return f"{who} already says it"


def tells(who: str) -> str:
    """The reason why a line is left out that a shown summary tells of."""
    return f"{who} tells of it"


@dataclass(frozen=True, slots=True)
class _Condensed:
    """A text that tells of others, as it stands now."""

    who: str  # in reasons
    text: str
    as_piece: Callable[[str], Piece]


class BudgetedBlock:
    """Takes pieces as long as they fit a budget of tokens. Not shared between threads."""

    def __init__(self, budget_tokens: int, history_count: int, phrases: Phrases) -> None:
        """Kept free: the wrapper, and the line about how many of `history_count` messages are left out."""
        self.left = budget_tokens - _line_tokens(opened(phrases)) - _line_tokens(CLOSING)
        self._phrases = phrases
        self.left_out: dict[str, str] = {}  # item -> why it is not among the pieces
        self._pieces: dict[str, Piece] = {}
        self._lines: set[tuple[Section, str]] = set()  # headings (""), date lines and years that are paid for
        if history_count > 0:
            self.left -= _line_tokens(heading(Section.SUMMARIES, phrases)) + _line_tokens(
                phrases.left_out_line(history_count)
            )
            self._lines.add((Section.SUMMARIES, ""))
        self._texts: list[tuple[str, frozenset[str], str]] = []  # who says it, its words, the text
        self._condensed: dict[str, _Condensed] = {}  # by piece
        self._words: set[str] = set()
        self._sentences: dict[str, str] = {}

    @property
    def pieces(self) -> Collection[Piece]:
        """What was chosen, in this order."""
        return self._pieces.values()

    def shown(self, id: str) -> Piece | None:
        """The piece of this item, if it was chosen."""
        return self._pieces.get(id)

    def put(self, piece: Piece, floor: int = 0) -> bool:
        """Take the piece if, with its heading and date line where those are new, no less than `floor` is left.

        An excerpt makes way for the same message as a part of the history.
        """
        replaced = self._pieces.get(piece.id)
        cost = self._cost(piece) - (replaced.tokens if replaced else 0)
        if self.left - cost < max(floor, 0):
            return False
        self.left -= cost
        self._pieces.pop(piece.id, None)
        self._pieces[piece.id] = piece
        self._lines |= {(piece.section, key) for key in ("", piece.group, piece.year)}
        return True

    def put_condensed(self, who: str, text: str, as_piece: Callable[[str], Piece], floor: int = 0) -> bool:
        """Take a text that tells of others, called `who` in reasons, as `put` does; and hear it."""
        piece = as_piece(text)
        if not self.put(piece, floor):
            return False
        self._condensed[piece.id] = _Condensed(who, text, as_piece)
        self.hear(who, text)
        return True

    def unquote(self) -> bool:
        """What condensed texts quote is not said again where it stands with its date; whether that made room."""
        before = self.left
        for quoting in ({Section.SUMMARIES}, {Section.DOSSIERS, Section.BRIEFS}):
            ids = [id for id in self._condensed if (piece := self.shown(id)) and piece.section in quoting]
            # Dossiers make way for summaries, and both for what has its date.
            others = set(Section) - quoting - {Section.KEY_INFO, Section.DOSSIERS, Section.BRIEFS}
            said = self.said(*others) if ids else ""
            for id in ids:
                self._unquote(id, said)
        return self.left > before

    def _unquote(self, id: str, said: str) -> None:
        one = self._condensed[id]
        rest = untold(one.text, said)
        if not rest:
            self.take_back(id, SAID)
            self._unhear(one.who)
        elif rest != one.text:
            piece = one.as_piece(rest)
            self.left += self._pieces[id].tokens - piece.tokens
            self._pieces[id] = piece
            self._condensed[id] = replace(one, text=rest)

    def said(self, *sections: Section) -> str:
        """All that stands in these sections so far, folded."""
        return " ".join(_folded_piece(piece.text) for piece in self._pieces.values() if piece.section in sections)

    def take_back(self, id: str, reason: str) -> None:
        """The item is not among the pieces after all; its heading and date line stay paid."""
        piece = self._pieces.pop(id, None)
        if piece is not None:
            self.left += piece.tokens
            self.left_out[id] = reason

    def hear(self, who: str, text: str) -> None:
        """From now on a condensed text, called `who` in reasons, says what it says."""
        words = words_of(text)
        self._texts.append((who, words, text))
        self._words |= words

    def _unhear(self, who: str) -> None:
        """What was left out because `who` says it is said by others, and `who` is not shown."""
        for id, reason in self.left_out.items():
            if reason in (says(who), tells(who)):
                self.left_out[id] = SAID

    def hear_sentence(self, who: str, text: str) -> None:
        """From now on this very statement is said."""
        self._sentences.setdefault(same_words(text), who)

    def same_sentence(self, text: str) -> str | None:
        """Who says just these words."""
        return self._sentences.get(same_words(text))

    def holding(self, text: str, contained: float, *, is_line: bool = False) -> str | None:
        """Which condensed text holds this part of the words of `text`; of a line, without quoting it."""
        words = words_of(text)
        enough = contained * len(words)
        if not words or len(words & self._words) < enough:
            return None
        line = folded(text) if is_line else ""
        holding = (who for who, held, said in self._texts if len(words & held) >= enough and untold(said, line) == said)
        return next(holding, None)

    def _cost(self, piece: Piece) -> int:
        cost = piece.tokens
        if (piece.section, "") not in self._lines:
            cost += _line_tokens(heading(piece.section, self._phrases))
        if piece.header and (piece.section, piece.group) not in self._lines:
            year = piece.year if (piece.section, piece.year) in self._lines else ""
            cost += _line_tokens(header_line(piece, year))
        return cost


@lru_cache(256)
def _folded_piece(text: str) -> str:
    """Asked for several times in a block, and pieces come again in the next; each is whole lines."""
    return folded(text)


@lru_cache(128)  # About 0.4 MB.
def words_of(text: str) -> frozenset[str]:
    """The folded word beginnings of a text: what has mostly the same ones says mostly the same."""
    return frozenset(_WORD_BEGINNING.findall(fold(text)))


@lru_cache(1024)
def _line_tokens(line: str) -> int:
    """Headings and dates come again in each block."""
    return count_tokens(line)
