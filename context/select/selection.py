"""Which items make up the block: the budget filled from the top, nothing said twice, each near miss with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import NamedTuple, assert_never

from context.score.scoring import Scored
from context.select.budgeted_block import SAID, BudgetedBlock, says, tells
from context.select.history_cover import HistoryCover
from context.turn_policy import TurnPolicy
from context.wording.excerpts import excerpt, folded, opening, same_words, untold, without_speaker, worth_of
from context.wording.item_lines import fact_line, memory_line, name, reflection_line, safe
from context.wording.pieces import (
    Piece,
    Section,
    entity_piece,
    key_info_piece,
    message_piece,
    statement_piece,
    summary_piece,
)
from graph.index.space_index import Entry
from graph.store.verbs import ENTITY, FACT, KEY_INFO, MESSAGE
from graph.text.tokens import count_tokens
from graph.values.items import (
    KEY_INFO_ID,
    Entity,
    Fact,
    FactKind,
    FactStatus,
    Item,
    KeyInfo,
    Message,
    Reflection,
    SignificantMemory,
    Summary,
)
from languages.language import Phrases

NO_ROOM = "budget"
VISIBLE = "visible anyway"
FAR_OFF = "too little to do with the question"
WORTHLESS = "worth too little in this turn"
ONE_SIDED = "disputed, and what stands against it is not at hand"
OUTDATED = "its text is out of date"

_TELLING = (Section.KEY_INFO, Section.SUMMARIES, Section.DOSSIERS, Section.BRIEFS)
"""What stands in the block when entities are put into it: a line that names two of them is quoted once."""

SMALLEST_ENTRY_TOKENS = 8
"""Nothing worth showing is shorter, its bullet and date included."""

FACT_SECTIONS: Mapping[FactKind, Section] = {
    FactKind.FACT: Section.FACTS,
    FactKind.THEORY: Section.THEORIES,
    FactKind.QUESTION: Section.QUESTIONS,
    FactKind.OBJECTIVE: Section.OBJECTIVES,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """Everything that selection decides on."""

    chat: str
    asked: str | None  # the message that the block answers
    visible: Set[str]
    phrases: Phrases  # of the language of the talk
    history_count: int  # messages of the space that are not visible
    ranked: Sequence[Scored]
    best_line: float  # how much the best older line has to do with the question
    lines_tokens: int  # what all lines would take that have enough to do with it
    cover: HistoryCover
    rows: Mapping[str, Item]
    stems: Mapping[str, float]  # of the question, each with what it is worth
    sources: Mapping[str, Sequence[str]]  # fact -> messages it was stated in
    stated: Mapping[str, Sequence[str]]  # message -> facts that were stated in it
    spoken: Mapping[str, Entry]  # those messages
    covered_by: Mapping[str, Sequence[str]]  # fact -> entities whose dossier says it
    against: Mapping[str, Sequence[str]]  # disputed fact -> those that contradict it
    holders: Mapping[str, Set[str]]  # summary -> the summaries above it
    below: Mapping[str, Sequence[str]]  # older summary of which a part may be shown by itself -> its parts, in time


class Missed(NamedTuple):
    """A candidate that is not in the block, and why. A tuple, as a Scored is one."""

    one: Scored
    reason: str


@dataclass(frozen=True, slots=True)
class Selection:
    """What the block shows, in the order it was chosen (the last goes first), and why it shows the rest not."""

    pieces: tuple[Piece, ...]
    left_out: Mapping[str, str]  # candidate -> reason


def select(material: Material, budget_tokens: int, policy: TurnPolicy) -> Selection:
    """Key info, then the history within its shares, then entities, then whatever ranks highest, then more history.

    A share is what a part may take before the next one; what is left over at the end goes to older summaries and
    earlier messages. Items longer than what is left are skipped. Pure; ties keep the order of `ranked`.
    """
    desk = BudgetedBlock(budget_tokens, material.history_count, material.phrases)
    history = _History(material, desk, policy)
    knowledge = _Knowledge(material, desk, history, policy)
    shares, lines = policy.shares, material.lines_tokens

    _put_key_info(material, desk, int(budget_tokens * shares.key_info))
    history.put_summaries(material.cover.summaries, policy.room(shares.summaries, budget_tokens, lines))
    history.put_messages(reversed(material.cover.recent), int(budget_tokens * shares.recent))
    knowledge.put_entities(policy.room(shares.entities, budget_tokens, lines))
    knowledge.put_ranked(material.ranked)
    if desk.unquote():
        knowledge.put_ranked(one for one in material.ranked if desk.left_out.get(one.id) == NO_ROOM)
    knowledge.put_told()
    if history.put_summaries(material.cover.older, desk.left):
        knowledge.drop_repeated()
    desk.unquote()
    history.put_messages(reversed(material.cover.earlier), desk.left)

    return Selection(tuple(_counted(material, desk)), desk.left_out)


def nearly_shown(
    best_first: Iterable[Scored], selection: Selection, shown: Set[str], policy: TurnPolicy
) -> list[Missed]:
    """The best of what was left out, whether it was never chosen or did not fit in the end. Pure.

    Not many visible ones: the lines before the question are mostly much like it.
    """
    reasons = {**selection.left_out, **{piece.id: NO_ROOM for piece in selection.pieces}}
    missed: list[Missed] = []
    visible_left = policy.visible_misses_max
    for one in best_first:
        if len(missed) == policy.near_misses_max:
            break
        if one.id in shown or (reason := reasons.get(one.id)) is None:
            continue
        visible_left -= reason == VISIBLE
        if reason != VISIBLE or visible_left >= 0:
            missed.append(Missed(one, reason))
    return missed


def _counted(material: Material, desk: BudgetedBlock) -> Iterable[Piece]:
    """The pieces, a line quoted whole counted where no summary in the block stands for it."""
    containers = {one.id: one.entry.container for one in material.ranked}
    for piece in desk.pieces:
        container = containers.get(piece.id) if piece.section is Section.EXCERPTS else None
        above = () if container is None else (container, *material.holders.get(container, ()))
        yield replace(piece, stands_for=0) if any(map(desk.shown, above)) else piece


def _put_key_info(material: Material, desk: BudgetedBlock, tokens_max: int) -> None:
    """The lines that fit the share, from the first on."""
    row = material.rows.get(KEY_INFO_ID)
    if not isinstance(row, KeyInfo):
        return
    text = ""
    for line in row.lines:
        longer = f"{text}- {safe(line)}\n"
        if count_tokens(longer) > tokens_max:
            break
        text = longer
    if text and desk.put(key_info_piece(row, text)):
        for line in text.splitlines():
            desk.hear_sentence("key info", without_speaker(line.removeprefix("- ")))
        desk.hear("key info", text)


class _History:
    """The cover as pieces: each message of the space is stood for once at most."""

    def __init__(self, material: Material, desk: BudgetedBlock, policy: TurnPolicy) -> None:
        self._material = material
        self._desk = desk
        self._policy = policy
        self._taken: set[str] = set()  # summaries shown
        self._barred = set(material.cover.blocked)  # summaries that hold something shown or visible
        self._is_broken = False

    def put_summaries(self, ids: Iterable[str], share: int) -> bool:
        """Those that fit, the newest first, or what is below an older one of which a part is shown; whether any did."""
        floor = self._desk.left - share
        count = len(self._taken)
        pending = list(ids)
        while pending:
            id = pending.pop()
            if not self.is_free(id):
                pending += self._material.below.get(id, ())
            elif isinstance(row := self._material.rows.get(id), Summary):
                self.put_summary(row, floor)
        return len(self._taken) > count

    def put_summary(self, row: Summary, floor: int = 0) -> bool:
        """Show a summary that `is_free`, unless less than `floor` would be left, or nothing happened in it."""
        if not row.body:
            return False
        body = untold(row.body, self._desk.said(Section.KEY_INFO)) or row.body
        who, phrases = f"summary {row.id}", self._material.phrases
        if not self._desk.put_condensed(who, body, lambda rest: summary_piece(row, rest, phrases), floor):
            return False
        self._taken.add(row.id)
        self._barred |= self._material.holders.get(row.id, frozenset())
        return True

    def is_free(self, id: str) -> bool:
        """Whether no message of this summary is visible, shown as recent, or stood for by another summary."""
        above = self._material.holders.get(id, frozenset())
        return id not in self._taken and id not in self._barred and not above & self._taken

    def is_told(self, summary: str | None) -> bool:
        """Whether this very summary is shown."""
        return summary in self._taken

    def put_messages(self, ids: Iterable[str], share: int) -> None:
        """An unbroken run of messages back from the newest, as long as it fits."""
        floor = self._desk.left - share
        for id in ids:
            row = self._material.rows.get(id)
            if self._is_broken or not isinstance(row, Message):
                break
            tokens_max = self._policy.recent_tokens_max
            body = row.body if row.tokens <= tokens_max else opening(row.body, tokens_max=tokens_max)
            piece = message_piece(row, body, Section.RECENT, chat=self._material.chat, phrases=self._material.phrases)
            self._is_broken = not self._desk.put(piece, floor)
            if not self._is_broken:
                self._unsay(id, body)

    def _unsay(self, message: str, body: str) -> None:
        """Facts that stand in this message word for word are not said beside it."""
        for id in self._material.stated.get(message, ()):
            fact = self._material.rows.get(id)
            if isinstance(fact, Fact) and same_words(without_speaker(fact.body)) in same_words(body):
                self._desk.take_back(id, f"message {message}, which is shown, says it in the same words")


class _Knowledge:
    """Everything that is shown because it ranks high."""

    def __init__(self, material: Material, desk: BudgetedBlock, history: _History, policy: TurnPolicy) -> None:
        self._material = material
        self._desk = desk
        self._history = history
        self._policy = policy
        self._dossiers: dict[str, str] = {}  # entity -> its name
        self._best = material.best_line
        self._least = policy.least(material.best_line)
        self._scored = {one.id: one for one in material.ranked if one.entry.label is FACT}
        self._told: dict[str, tuple[Scored, Message]] = {}  # messages that a fact stands for
        self._stated: list[str] = []  # facts that are shown, in the words of whoever stated them

    def put_entities(self, share: int) -> None:
        """Dossiers of those the question is about, briefs of those near it."""
        floor = self._desk.left - share
        policy = self._policy
        full = {Section.DOSSIERS: policy.dossiers_max, Section.BRIEFS: policy.briefs_max}
        for one in self._material.ranked:
            row = self._material.rows.get(one.id) if one.entry.label is ENTITY else None
            if not isinstance(row, Entity) or not (row.brief or row.dossier):
                continue
            section = (
                Section.DOSSIERS if one.relevance >= policy.dossier_floor and full[Section.DOSSIERS] else Section.BRIEFS
            )
            if one.relevance < policy.brief_floor:
                self._desk.left_out[one.id] = FAR_OFF
            elif row.is_stale:
                self._desk.left_out[one.id] = OUTDATED
            elif not full[section]:
                self._desk.left_out[one.id] = f"{policy.briefs_max} briefs are shown already"
            elif (reason := self._put_entity(one, row, section, floor)) is None:
                full[section] -= 1
            else:
                self._desk.left_out[one.id] = reason

    def put_ranked(self, ranked: Iterable[Scored]) -> None:
        """Facts, moments, excerpts and summaries in the order of their scores."""
        for one in list(ranked):
            if one.id == self._material.asked or one.entry.label in (ENTITY, KEY_INFO):
                continue
            if self._desk.shown(one.id) is not None:
                continue
            reason = self._hindrance(one)
            if reason is None:
                row = self._material.rows.get(one.id)
                has_room = row is not None and self._desk.left >= SMALLEST_ENTRY_TOKENS
                reason = self._try(one, row) if row is not None and has_room else NO_ROOM
            if reason is not None:
                self._desk.left_out[one.id] = reason

    def put_told(self) -> None:
        """Lines that a fact stands for get what room is left, in their own words."""
        for id, (one, row) in self._told.items():
            if self._desk.left >= SMALLEST_ENTRY_TOKENS and self._put_line(one, row) is None:
                del self._desk.left_out[id]

    def drop_repeated(self) -> None:
        """What a summary says that found room only afterwards makes way, unless it earns a repeat or tells lines."""
        tellers = {fact for id in self._told for fact in self._material.stated.get(id, ())}
        for one in self._material.ranked:
            piece, row = self._desk.shown(one.id), self._material.rows.get(one.id)
            if one.id in tellers:
                continue
            if piece is None or not isinstance(row, Fact | Message) or piece.section is Section.RECENT:
                continue
            said = row.body if isinstance(row, Fact) else piece.text
            if (who := self._retold(one, said)) is not None:
                self._desk.take_back(one.id, says(who))

    def _put_entity(self, one: Scored, row: Entity, section: Section, floor: int) -> str | None:
        """Show what the dossier, or else the brief, says that is not shown yet; or tell why not."""
        reason = NO_ROOM
        # Held by the desk with the entity: whoever holds `self` there keeps all of a block for the collector of cycles.
        score, phrases = one.score, self._material.phrases
        for whole in filter(None, (row.dossier, row.brief) if section is Section.DOSSIERS else (row.brief,)):
            text = untold(whole, self._desk.said(*_TELLING))
            if not text:
                reason = SAID
            elif not self._desk.put_condensed(
                f"the {'dossier' if whole == row.dossier else 'brief'} of {name(row.name)}",
                text,
                lambda rest: entity_piece(row, rest, section, score=score, phrases=phrases),
                floor,
            ):
                reason = NO_ROOM
            else:
                if whole == row.dossier:
                    self._dossiers[row.id] = name(row.name)
                return None
        return reason

    def _hindrance(self, one: Scored) -> str | None:
        """What stands against an item before its text is looked at."""
        if one.id in self._material.visible:
            return VISIBLE
        if one.entry.label is MESSAGE:
            return self._too_weak(one)
        if one.entry.label is FACT and one.entry.status in (FactStatus.SUPERSEDED, FactStatus.CLOSED):
            return str(one.entry.status)
        return None if one.score >= self._policy.floor else WORTHLESS

    def _too_weak(self, one: Scored) -> str | None:
        """Whether an older line has too little to say on the question, or at all, for an excerpt of it."""
        if one.direct < self._least or one.score <= 0.0:
            return FAR_OFF
        if one.direct < self._policy.told_part * self._best and self._history.is_told(one.entry.container):
            return tells(f"summary {one.entry.container}")
        return None

    def _try(self, one: Scored, row: Item) -> str | None:
        """Show the item, or tell why not."""
        match row:
            case Fact():
                return self._try_fact(one, row)
            case Message():
                return self._try_excerpt(one, row)
            case Summary():
                if not self._history.is_free(one.id):
                    return "its messages are shown or stood for already"
                return None if self._history.put_summary(row) else NO_ROOM
            case SignificantMemory():
                return self._try_statement(one, row, memory_line(row, self._material.phrases), Section.MEMORIES)
            case Reflection():
                return self._try_statement(one, row, reflection_line(row, self._material.phrases), Section.REFLECTIONS)
            case Entity() | KeyInfo():
                return None
            case _:
                assert_never(row)

    def _try_fact(self, one: Scored, row: Fact) -> str | None:
        sources = self._material.sources.get(row.id, ())
        if one.score < self._policy.repeat_score:
            for entity in self._material.covered_by.get(row.id, ()):
                if entity in self._dossiers:
                    return f"the dossier of {self._dossiers[entity]} already says it"
        others = [self._material.rows.get(id) for id in self._material.against.get(row.id, ())]
        against = [other for other in others if isinstance(other, Fact)]
        if row.status is FactStatus.DISPUTED and not against:
            return ONE_SIDED
        if (told := next((other.id for other in against if self._desk.shown(other.id)), None)) is not None:
            return f"{told}, which is shown, tells both sides"
        if _is_plain(row) and sources and all(map(self._desk.shown, sources)):
            return _is_source(sources[0])
        for piece in filter(None, map(self._desk.shown, sources)):
            if same_words(without_speaker(row.body)) in same_words(piece.text):
                return f"message {piece.id}, which is shown, says it in the same words"
        spoken = next((self._material.spoken[id] for id in sources if id in self._material.spoken), None)
        reason = self._try_statement(
            one, row, fact_line(row, spoken, against, self._material.phrases), FACT_SECTIONS[row.kind]
        )
        if reason is None:
            self._stated.append(same_words(without_speaker(row.body)))
        return reason

    def _try_statement(
        self, one: Scored, row: Fact | SignificantMemory | Reflection, line: str, section: Section
    ) -> str | None:
        if (reason := self._repetition(one, row.body)) is not None:
            return reason
        if not self._desk.put(statement_piece(row, line, section, score=one.score)):
            return NO_ROOM
        self._desk.hear_sentence(f"{one.entry.kind or 'item'} {one.id}", row.body)
        return None

    def _repetition(self, one: Scored, body: str) -> str | None:
        """Whether something shown says it: in its own words, or most of them and the item does not earn a repeat."""
        who = self._desk.same_sentence(body) or self._retold(one, body)
        return None if who is None else says(who)

    def _retold(self, one: Scored, body: str) -> str | None:
        """Which summary, brief or dossier says it in other words; what quotes a line makes way for the line itself."""
        if one.score >= self._policy.repeat_score:
            return None
        return self._desk.holding(body, self._policy.contained, is_line=one.entry.label is MESSAGE)

    def _teller(self, row: Message) -> str | None:
        """A fact that is shown, now if not yet, and tells in fewer tokens what this message says."""
        for id in self._material.stated.get(row.id, ()):
            fact, one = self._material.rows.get(id), self._scored.get(id)
            if not isinstance(fact, Fact) or one is None:
                continue
            if self._desk.shown(id) or (self._stands_for(fact, row) and self._try_fact(one, fact) is None):
                self._desk.left_out.pop(id, None)
                return id
        return None

    def _stands_for(self, fact: Fact, row: Message) -> bool:
        """Whether a fact may be shown instead of the message: shorter, beyond doubt, and no mere part of the answer.

        What was put in words of its own was made of all that the message says; a quote is a part of it, and the rest
        must have nothing more to do with the question.
        """
        if not _is_plain(fact) or fact.status is not FactStatus.CURRENT or fact.tokens >= row.tokens:
            return False
        asked = self._material.stems
        return not _is_quote(fact, row) or worth_of(folded(fact.body), asked) >= worth_of(folded(row.body), asked)

    def _excerpt_piece(self, row: Message, body: str) -> Piece:
        material = self._material
        return message_piece(row, body, Section.EXCERPTS, chat=material.chat, phrases=material.phrases)

    def _try_excerpt(self, one: Scored, row: Message) -> str | None:
        # The best line keeps its own words; a long one says more than a fact.
        is_short = row.tokens <= self._policy.excerpt_tokens_max
        if is_short and one.direct < self._best and (fact := self._teller(row)) is not None:
            self._told[row.id] = (one, row)
            return tells(f"{fact}, which is shown,")
        return self._put_line(one, row)

    def _put_line(self, one: Scored, row: Message) -> str | None:
        """Show it in its own words, and not beside it what was made of them."""
        reason = self._put_excerpt(one, row)
        if reason is not None or row.tokens > self._policy.excerpt_tokens_max:
            return reason
        for id in self._material.stated.get(row.id, ()):
            fact = self._material.rows.get(id)
            # What a fact quotes was left out of the line.
            if not isinstance(fact, Fact) or not _is_plain(fact) or _is_quote(fact, row):
                continue
            if all(map(self._desk.shown, self._material.sources[id])):
                self._desk.take_back(id, _is_source(row.id))
        return None

    def _put_excerpt(self, one: Scored, row: Message) -> str | None:
        policy = self._policy
        words = folded(row.body) if self._stated else ""
        stated = {statement for statement in self._stated if statement in words}
        is_answer = one.direct >= policy.answer_part * self._best
        tokens_max = policy.answer_tokens_max if is_answer else policy.excerpt_tokens_max
        body = row.body
        if stated or row.tokens > tokens_max:
            body = excerpt(row.body, self._material.stems, tokens_max=tokens_max, without=stated)
        # What a fact leaves of a line may be no more than a greeting.
        if not body or (stated and not worth_of(folded(body), self._material.stems)):
            return "a fact that is shown already says it"
        if (reason := self._repetition(one, body)) is not None:
            return reason
        is_too_long = body == row.body and row.tokens > self._desk.left  # Without counting it with its name.
        if is_too_long or not self._desk.put(self._excerpt_piece(row, body)):
            return NO_ROOM
        self._desk.hear_sentence(f"message {row.id}", body)
        return None


def _is_plain(fact: Fact) -> bool:
    """Whether it simply holds: no guess, no question, no aim, and nothing stands against it."""
    return fact.kind is FactKind.FACT and fact.status is not FactStatus.DISPUTED


def _is_quote(fact: Fact, row: Message) -> bool:
    return same_words(without_speaker(fact.body)) in folded(row.body)


def _is_source(message: str) -> str:
    return f"message {message}, which is shown, is where it was said"
