"""Compares a draft with the block that it was written with; a draft that drifts gets a new block, once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from context.block_profile import BlockProfile
from context.drift_gate import DRAFT_CHARS_MAX, HITS_MAX, KNOWN_MIN, Gate, gate_of, unseen
from context.exchange import Turn, TurnRequest
from context.turn import take_turn
from graph.errors import Conflict
from graph.forgetting.expiry import shown_index
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Kind
from graph.text.block_wrapper import without_blocks
from graph.values.doubtful_draft import DoubtfulDraft, DriftJudgement, DriftVerdict
from graph.values.items import Block, Fact, Message, Summary

VISIBLE_MAX = 50
"""Visible lines that a draft is compared with: what was said before them stands in the block, if it matters."""

STATED_MAX = 4
"""How many lines of one fact, and facts of one line, count as seen with it."""

KNOWN_MAX = 8
"""The most items to look for that match the draft's own words and are not in the block."""


class DraftJudge(Protocol):
    """Judges a draft that the gate finds doubtful."""

    def __call__(self, space: str, doubtful: DoubtfulDraft, *, now: datetime) -> DriftJudgement | None:
        """The judgement; None if there is no answer. Takes a bounded time, raises nothing."""


@dataclass(frozen=True, slots=True)
class DraftCheck:
    """The result of checking a draft."""

    verdict: DriftVerdict
    gate: Gate
    known: tuple[str, ...]  # items that match the draft's unsupported words but are not in the block, best first
    turn: Turn | None  # the block for one more try; None for a fine draft, and for a second try
    is_second: bool  # whether there is a block for the second try already
    second_block: str  # its id, also if it was made now; "" if there is none
    judged: DriftJudgement | None = None  # of a doubtful draft; None if nobody was asked or answered


def check_draft(
    knowledge: KnowledgeGraph,
    space: str,
    block_id: str,
    draft: str,
    *,
    profile: BlockProfile,
    now: datetime,
    judge: DraftJudge | None = None,
) -> DraftCheck:
    """Whether the draft drifts from its block, and the block for another try if it does.

    If the gate is open, a `judge` has the last word; without its answer the draft drifts. A second drift is let through
    unjudged: a block is replaced once, and one that was made for another try never. Once it is replaced, a draft is
    compared with the block for the second try, whichever of the two ids is given. Four reads and two searches; with an
    open gate, also a third search, a read for the judge and a turn. Raises NotFound for a block that does not exist.
    """
    knowledge.space(space)
    given, text = knowledge.block(space, block_id), without_blocks(draft)
    second = given.id if given.replaces else given.second
    # If the second block is gone, something that it said was forgotten.
    replacing = knowledge.get(space, [second]).get(second) if second else None
    block = replacing if isinstance(replacing, Block) else given
    index = shown_index(knowledge, space, chat=block.chat, character=block.character or None, now=now)
    asked, visible = _visible(knowledge, space, block)
    # The question is left out: as a line of the history it would be nearest to itself, and all others would seem far.
    history = "\n".join(f"- {each.sender}: {each.body}" for each in visible if each.id != block.query)
    seen = {*block.shown, *(each.id for each in visible)}
    stated = knowledge.store.edges(space, sorted(seen), [Kind.STATED_IN], STATED_MAX)
    # Whoever sees a fact knows the line that states it, and the other way round.
    seen_or_stated = seen | {end for edge in stated for end in (edge.source, edge.target)}
    searched = text[:DRAFT_CHARS_MAX]
    searches = (index.search_words(each, HITS_MAX) for each in (searched, f"{asked}\n{searched}"))
    shares = [unseen([hit for hit in hits if hit.id != block.query], seen_or_stated) for hits in searches]
    gate = gate_of(text, asked, (block.body, history), index.word_weights, unseen_shares=shares)
    if not gate.is_open:
        return DraftCheck(DriftVerdict.FINE, gate, (), None, bool(second), second)
    hits = index.search_words(" ".join(gate.unsupported), KNOWN_MAX)
    known = tuple(hit.id for hit in hits if hit.score >= KNOWN_MIN and hit.id not in seen)
    verdict = DriftVerdict.UNDERINFORMED if known else DriftVerdict.INVENTED
    if second:
        return DraftCheck(verdict, gate, known, None, True, second)
    judged = None
    if judge is not None:
        rows = knowledge.get(space, known).values()
        texts = tuple(row.body for row in rows if isinstance(row, Message | Fact | Summary))
        doubtful = DoubtfulDraft(
            asked=asked, draft=text, block=block.body, visible=history, unsupported=gate.unsupported, known=texts
        )
        judged = judge(space, doubtful, now=now)
        verdict = verdict if judged is None else judged.verdict
    if verdict is DriftVerdict.FINE:
        return DraftCheck(verdict, gate, known, None, False, "", judged)
    request = TurnRequest(
        space=space,
        chat=block.chat,
        query=f"{asked}\n{text}" if asked else text,
        visible=len(visible),
        budget_tokens=block.budget_tokens,
        character=block.character or None,
        replaces=block.id,
    )
    try:
        turn = take_turn(knowledge, request, profile=profile, now=now)
    except Conflict:  # Another check of a draft of this block was faster.
        return check_draft(knowledge, space, block_id, draft, profile=profile, now=now, judge=judge)
    return DraftCheck(verdict, gate, known, turn, False, turn.block.id, judged)


def _visible(knowledge: KnowledgeGraph, space: str, block: Block) -> tuple[str, Sequence[Message]]:
    """The line that the block answers, and the lines of its chat that the assistant sees without the block."""
    lines = knowledge.messages(space, chat=block.chat, limit=VISIBLE_MAX)
    asked = next((line.body for line in lines if line.id == block.query), "")
    if block.visible_from is None:
        return asked, ()
    first = next((place for place, line in enumerate(lines) if line.id == block.visible_from), 0)
    return asked, lines[first:]
