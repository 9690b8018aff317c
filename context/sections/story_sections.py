"""The sections of a game's block: the last interactions, the memories that the scene brings up, and the background."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from context.score.formula import Scored
from context.sections.excerpt_section import EXCERPTS
from context.sections.history_sections import SUMMARIES
from context.sections.statement_sections import FACTS, statement_offers
from context.select.budgeted_block import BudgetedBlock
from context.select.section import Candidate, Material, Section
from context.wording.excerpts import opening
from context.wording.item_lines import interaction_text, memory_text, scene_note
from context.wording.pieces import Piece, piece_of
from context.wording.reasons import Reason, Unfit
from graph.index.entries import Entry
from graph.store.verbs import Label
from graph.text.tokens import count_tokens
from graph.values.interactions import Interaction, grouped
from graph.values.items import Message, SignificantMemory
from graph.values.score_terms import MEMORY_WORTH
from languages.language import Phrases

NUMBER = "\n10. "
"""What stands before an entry, to count its tokens."""

FRAME_TOKENS = 30
"""What times, names and marks add to the words of an interaction."""

READ_SHARES = 3
"""Memories are read up to this many times the tokens that fit: where a long one does not fit, those behind it may."""


def _interactions(material: Material) -> list[tuple[Entry, tuple[Entry, ...]]]:
    """The interactions to show, oldest first: the last ones of the chat that the assistant does not see anyway."""
    interactions = [
        (line, replies)
        for line, replies in grouped(material.newest, lambda entry: entry.kind)
        if not material.visible.issuperset((line.id, *(reply.id for reply in replies)))
    ]
    return interactions[max(0, len(interactions) - material.policy.interactions_shown) :]


def _newest_interactions(material: Material, tokens_max: int) -> Sequence[str]:
    return [entry.id for line, replies in reversed(_interactions(material)) for entry in (line, *replies)]


def _interaction_offers(candidate: Candidate) -> Iterator[Piece | Reason]:
    """The interaction that a line begins: whole if all fit, else with as much of the response as its part allows."""
    row, section, material, block = candidate
    assert isinstance(row, Message)
    shown = _interactions(material)
    line, replies = next((line, replies) for line, replies in shown if row.id in (line.id, *(e.id for e in replies)))
    if row.id != line.id:
        yield Unfit.STOOD_FOR if block.shown(line.id) else Unfit.NO_ROOM
        return
    rows = [reply for entry in replies if isinstance(reply := material.rows.get(entry.id), Message)]
    interaction = Interaction(line=row, replies=tuple(rows))
    tokens_max = material.tokens_max[section]
    response = interaction.response
    if sum(entry.tokens + FRAME_TOKENS for line, others in shown for entry in (line, *others)) > tokens_max:
        part = tokens_max // len(shown) - row.tokens - FRAME_TOKENS
        response = opening(response, tokens_max=max(FRAME_TOKENS, part))
    now = material.question.asked_at or row.sent_at
    text = interaction_text(interaction, response, now, material.phrases)
    piece = _numbered_piece(row, section, text, -row.position)
    quotes = tuple(reply.id for reply in rows)
    yield piece._replace(stands_for=1 + len(rows), quotes=quotes, reason="among the last interactions")


def _relevant(material: Material, tokens_max: int) -> Sequence[str]:
    """The memories above the threshold, best first."""
    ids, left = [], READ_SHARES * max(tokens_max, material.budget_tokens)
    memories = [one for one in material.ranked if one.entry.label is Label.MEMORY and one.score > MEMORY_WORTH]
    for one in sorted(memories, key=lambda one: (-one.score, one.id)):
        if left > 0:
            ids.append(one.id)
            left -= one.entry.tokens + material.policy.line_tokens
    return ids


def _memory_offers(candidate: Candidate) -> Iterator[Piece | Reason]:
    row, section, material, block = candidate
    assert isinstance(row, SignificantMemory)
    text = memory_text(row, material.question.asked_at or row.updated_at, material.phrases)
    piece = _numbered_piece(row, section, text, -material.scored[row.id].score)
    yield piece
    if block.count(section) == 0:  # The best memory that fits is worth more than the interactions, the oldest first.
        interactions = [each.id for each in block.pieces if each.section == INTERACTIONS.name]
        for count in range(1, len(interactions) + 1):
            yield piece._replace(instead_of=dict.fromkeys(interactions[-count:], Unfit.NO_ROOM))


def _numbered_piece(row: Message | SignificantMemory, section: str, text: str, order: float) -> Piece:
    piece = piece_of(row, section, text, order, f"{'interaction' if isinstance(row, Message) else row.type} {row.id}")
    return piece._replace(tokens=count_tokens(NUMBER + text))


def _interactions_heading(phrases: Phrases, count: int) -> str:
    story = phrases.story
    return story.last_interaction if count == 1 else story.last_interactions.format(count)


INTERACTIONS = Section(
    name="recent messages",
    label=Label.MESSAGE,
    offers=_interaction_offers,
    share=0.25,  # Docs: games.
    first=_newest_interactions,
    heading=_interactions_heading,
    is_numbered=True,
    is_fixed=True,
    note=lambda material: scene_note(material.question.scene, material.phrases),
)

RELEVANT_MEMORIES = Section(
    name="significant memories",
    label=Label.MEMORY,
    offers=_memory_offers,
    share=0.35,  # Docs: games.
    first=_relevant,
    takes_unused_of=INTERACTIONS.name,
    heading=lambda phrases, count: phrases.story.relevant_memories.format(count),
    is_numbered=True,
)

PROGRESS = replace(
    SUMMARIES,
    share=0.0,  # The background takes what the other two sections leave and what the caller's prompt does not use.
    tells_left_out=False,
    heading=lambda phrases, count: phrases.story.progress,
)

WORLD = replace(FACTS, offers=statement_offers, heading=lambda phrases, count: phrases.story.world)


def _untold(one: Scored, material: Material, block: BudgetedBlock) -> Reason | None:
    """Why an older line gets no excerpt: an interaction that is shown has it, or it has too little to do with this."""
    if any(one.id in piece.quotes for piece in block.pieces):
        return Unfit.STOOD_FOR
    return EXCERPTS.objection(one, material, block) if EXCERPTS.objection is not None else None


EARLIER = replace(EXCERPTS, objection=_untold, heading=lambda phrases, count: phrases.story.earlier)
