"""The history that the assistant does not see: summaries of it, and the last messages before what is visible."""

from collections.abc import Iterator, Sequence

from context.sections.history_cover_lines import finish_cover, is_shown_whole, put_cover, summaries_read
from context.sections.statement_sections import facts_quoted_from, line_piece, shown_alike
from context.select.history_cover import newest
from context.select.section import Candidate, Material, Section
from context.wording.excerpts import excerpt, opening
from context.wording.pieces import Piece
from context.wording.reasons import Reason, Unfit
from graph.store.verbs import Label
from graph.text.courtesies import says_nothing
from graph.values.codec import shown_ms
from graph.values.items import Message

HOUR_MS = 3_600_000


def _ongoing_messages(material: Material, tokens_max: int) -> Sequence[str]:
    """The newest lines that no summary holds, if the talk they belong to is still going on."""
    policy = material.policy
    entries = (material.forest.entry(id) for id in material.cover.messages)
    kept, _ = newest(
        material.forest,
        [entry.id for entry in entries if entry is not None and _is_ongoing(entry.at_ms, material)],
        tokens_max,
        extra_tokens=policy.line_tokens,
        each_tokens_max=policy.recent_tokens_max,
    )
    return kept[::-1]


def _is_ongoing(at_ms: int, material: Material) -> bool:
    """Whether the question belongs to the same talk as a line of that time."""
    asked_at = material.question.asked_at
    return asked_at is None or shown_ms(asked_at) - at_ms <= material.policy.ongoing_hours * HOUR_MS


def _message_offers(candidate: Candidate) -> Iterator[Piece | Reason]:
    """The message; of a long one the part that answers the question, or else its beginning."""
    row, material, block = candidate.row, candidate.material, candidate.block
    assert isinstance(row, Message)
    one, tokens_max = material.scored.get(row.id), material.policy.recent_tokens_max
    is_found = one is not None and bool(one.row) and one.direct >= material.least
    if (
        says_nothing(row.body, material.names)
        and not _is_ongoing(shown_ms(row.sent_at), material)
        and not material.has_room_for_all(block)
    ):
        yield Unfit.SAYS_NOTHING
        return
    if (shown := shown_alike(row, candidate)) is not None:
        yield shown
        return
    body = row.body
    if row.tokens > tokens_max and is_found:
        near = material.nearest_span(row)
        body = excerpt(body, material.question.stems, tokens_max=tokens_max, near=near)
    elif row.tokens > tokens_max:
        body = opening(body, tokens_max=tokens_max)
    yield line_piece(row, body, candidate)._replace(
        instead_of={**facts_quoted_from(row, candidate), **_whole_summaries(row, candidate)},
        reason="" if is_found else "one of the most recent messages",
    )


def _whole_summaries(row: Message, candidate: Candidate) -> dict[str, Reason]:
    """The shown summaries all of whose messages are shown once this one is."""
    material, block = candidate.material, candidate.block
    above = frozenset(material.forest.above(row.id))
    return {
        piece.id: Unfit.STOOD_FOR
        for piece in block.pieces
        if piece.label is Label.SUMMARY
        and not above.isdisjoint((piece.id, *piece.quotes))
        and is_shown_whole(piece, material, block, besides=row.id)
    }


SUMMARIES = Section(
    name="summaries",
    label=Label.SUMMARY,
    offers=lambda candidate: iter(()),
    share=0.12,  # A dozen short lines in a block of 4,096 tokens, and two in one of 1,024; more cost evidence.
    lends_share=True,
    whole_talk_share=0.75,  # "All we talked about" has no words to search for. A topic has, so there it cost evidence.
    first=summaries_read,
    fill=put_cover,
    finish=finish_cover,
    objection=lambda one, material, block: Unfit.STOOD_FOR,
    is_fixed=True,
    tells_left_out=True,
)

RECENT = Section(
    name="recent messages",
    label=Label.MESSAGE,
    offers=_message_offers,
    share=0.15,  # The last handful of lines; the newest lines also get what no other section used.
    first=_ongoing_messages,
    last=lambda material, tokens_max: material.cover.lines[::-1],
    is_run=True,
    is_fixed=True,
)
