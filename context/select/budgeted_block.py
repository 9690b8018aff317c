"""The pieces chosen so far: what they cost, what they say, and which messages they stand for."""

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from context.wording.excerpts import folded, folded_by_speaker, same_words, untold
from context.wording.pieces import Piece, header_line, heading
from context.wording.reasons import Reason, SaidBy, Unfit
from graph.store.verbs import Label
from graph.text.analysis import without_speaker
from graph.text.block_wrapper import CLOSING, opened
from graph.text.tokens import count_tokens
from languages.folding import fold
from languages.language import Phrases

_WORD_BEGINNING = re.compile(
    r"\b(?:\d+|\w{3,5})"
)  # As long as a stem in graph.text.analysis: suffixes do not make another word. Numbers are kept whole.


class BudgetedBlock:
    """Takes pieces while they fit a budget of tokens, and knows what each says. Not shared between threads."""

    def __init__(
        self,
        budget_tokens: int,
        phrases: Phrases,
        *,
        history_count: int = 0,
        left_out_in: str = "",
        headings: Mapping[str, str] | None = None,
        names: frozenset[str] = frozenset(),
    ) -> None:
        """Keep room for the wrapper, and for the line in section `left_out_in` on how many messages are left out.

        `headings` are those that are not among the phrases. `names` are folded words of speakers' names.
        """
        self.left = budget_tokens - _line_tokens(opened(phrases)) - _line_tokens(CLOSING)
        self.why: dict[str, Reason] = {}  # item -> why it is not among the pieces
        self.quotes: list[str] = []  # what facts and key info say, in the words of whoever said it
        self._phrases = phrases
        self._headings = headings or {}
        self._names = names
        self._pieces: dict[str, Piece] = {}
        self._paid: set[tuple[str, str]] = set()  # headings (""), chats, date lines and years that are paid for
        if history_count > 0 and left_out_in:
            self.left -= _line_tokens(heading(left_out_in, phrases)) + _line_tokens(
                phrases.left_out_line(history_count)
            )
            self._paid.add((left_out_in, ""))
        self._texts: list[tuple[Piece, frozenset[str]]] = []  # pieces that retell others, each with its words
        self._words: set[str] = set()
        self._sentences: dict[str, SaidBy] = {}
        self._covered: dict[str, SaidBy] = {}  # facts that a shown dossier was made from
        self._has_grown = False  # since `make_way` was last called

    @property
    def pieces(self) -> Collection[Piece]:
        """The pieces, in the order of choice."""
        return self._pieces.values()

    def shown(self, id: str) -> Piece | None:
        """The piece of this item, if it was chosen."""
        return self._pieces.get(id)

    def count(self, section: str) -> int:
        """How many pieces a section has."""
        return sum(piece.section == section for piece in self._pieces.values())

    def put(self, piece: Piece, floor: int = 0) -> bool:
        """Take the piece if at least `floor` is left after it and, if they are new, its heading and date line.

        It replaces another piece of the same item, and the items that it stands `instead_of`.
        """
        cost = self._cost(piece)
        if self.left + self.freed_by(piece.id, *piece.instead_of) - cost < max(floor, 0):
            return False
        self.left += self.freed_by(piece.id) - cost
        self._pieces.pop(piece.id, None)
        self._pieces[piece.id] = piece
        self._has_grown = True
        self._paid |= {(piece.section, key) for key in ("", piece.chat, piece.group, piece.year)}
        self.why.pop(piece.id, None)
        self._hear(piece)
        for id, reason in piece.instead_of.items():
            self.take_back(id, reason)
        return True

    def pay(self, text: str) -> None:
        """Keep room for this text, which the block will have."""
        self.left -= _line_tokens(text) if text else 0

    def freed_by(self, *ids: str) -> int:
        """The tokens of the pieces of these items."""
        return sum(piece.tokens for id in ids if (piece := self._pieces.get(id)))

    def take_back(self, id: str, reason: Reason) -> None:
        """Remove the item's piece again; its heading and date line stay paid."""
        piece = self._pieces.pop(id, None)
        if piece is not None:
            self.left += piece.tokens
            self.why[id] = reason

    def make_way(self) -> None:
        """Remove from texts that quote others what now stands in the block by itself."""
        if not self._has_grown:
            return
        self._has_grown = False
        texts = self._said([piece for piece in self._pieces.values() if piece.shortened is None])
        for piece in [*self._pieces.values()]:
            if piece.shortened is None or (rest := untold(piece.tells, texts, self._names)) == piece.tells:
                continue
            if rest or piece.stands_for:
                shorter = piece.shortened(rest)._replace(quotes=piece.quotes)
                self.left += piece.tokens - shorter.tokens
                self._pieces[piece.id] = shorter
            else:
                self.take_back(piece.id, Unfit.ALL_SAID)

    def unsaid(self, text: str) -> str:
        """The part of a text that no piece says so far."""
        return untold(text, self._said(self._pieces.values()), self._names)

    def _said(self, pieces: Iterable[Piece]) -> str:
        texts: list[str] = []
        for piece in pieces:
            line = piece.quoted or piece.text
            texts += [folded(line), folded_by_speaker(piece.tells or line.removeprefix("- "), self._names)]
        return " ".join(texts)

    def saying(self, text: str) -> SaidBy | None:
        """The piece that says exactly these words."""
        return self._sentences.get(same_words(text))

    def covering(self, fact: str) -> SaidBy | None:
        """The dossier that was made from this fact, among others."""
        return self._covered.get(fact)

    def telling(self, text: str, contained: float, *, is_line: bool = False) -> SaidBy | None:
        """The piece that retells others with this part of the words of `text`; for a line, one that does not quote it.

        It must have all numbers of `text`: "16 April" does not say "30 April".
        """
        words = words_of(text)
        enough = contained * len(words)
        if not words or len(words & self._words) < enough:
            return None
        numbers = {word for word in words if word[0].isdigit()}
        line = folded(text) if is_line else ""
        for piece, held in self._texts:
            if (
                len(words & held) >= enough
                and numbers <= held
                and untold(piece.tells, line, self._names) == piece.tells
            ):
                return SaidBy(piece.id, piece.called)
        return None

    def _hear(self, piece: Piece) -> None:
        said = SaidBy(piece.id, piece.called)
        for sentence in piece.says:
            self._sentences.setdefault(same_words(sentence), said)
            if piece.label in (Label.FACT, Label.KEY_INFO):
                self.quotes.append(same_words(without_speaker(sentence)))
        if piece.tells:
            words = words_of(piece.tells)
            self._texts.append((piece, words))
            self._words |= words
        for fact in piece.covers:
            self._covered.setdefault(fact, said)

    def _cost(self, piece: Piece) -> int:
        cost = piece.tokens
        if (piece.section, "") not in self._paid:
            own = self._headings.get(piece.section)
            cost += _line_tokens(heading(piece.section, self._phrases) if own is None else own)
        if piece.chat and (piece.section, piece.chat) not in self._paid:
            cost += _line_tokens(f"{piece.chat}\n")
        if piece.header and (piece.section, piece.group) not in self._paid:
            year = piece.year if (piece.section, piece.year) in self._paid else ""
            cost += _line_tokens(header_line(piece, year))
        return cost


@lru_cache(128)  # About 0.4 MB.
def words_of(text: str) -> frozenset[str]:
    """The folded word beginnings of a text. Texts that share most of them say mostly the same."""
    return frozenset(_WORD_BEGINNING.findall(fold(text)))


@lru_cache(1024)
def _line_tokens(line: str) -> int:
    """Headings and dates come again in each block."""
    return count_tokens(line)
