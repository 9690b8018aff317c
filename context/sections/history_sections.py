"""The history that the assistant does not see: summaries of it, and the last messages before what is visible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from context.sections.statement_sections import ended_in, facts_quoted_from, objection
from context.select.history_cover import finer, is_summary, messages_in, newest
from context.select.section import Candidate, Material, Section
from context.wording.excerpts import excerpt, opening
from context.wording.pieces import Piece, message_piece, summary_piece
from context.wording.reasons import Reason, Unfit
from graph.store.verbs import Label
from graph.values.items import Message, Summary


def _newest_summaries(material: Material, tokens_max: int) -> Sequence[str]:
    """The summaries that fit, the newest first; if all fit, the finer ones below them."""
    forest, summaries, extra = material.forest, material.cover.summaries, 2 * material.policy.line_tokens
    kept, left = newest(forest, summaries, tokens_max, extra_tokens=extra)
    if len(kept) == len(summaries):
        kept = finer(forest, kept, left, extra_tokens=extra)
    return kept[::-1]


def _older_summaries(material: Material, tokens_max: int) -> Sequence[str]:
    """All summaries, the newest first; then those right below one that holds a summary which ranks high."""
    forest, policy = material.forest, material.policy
    summaries = list(material.cover.summaries[::-1][: policy.older_summaries_max])
    ranked = [one for one in material.ranked if one.entry.label is Label.SUMMARY and one.score >= policy.floor]
    opened = {holder for one in ranked for holder in forest.above(one.id)}
    for id in summaries:
        if id in opened:
            summaries += [child for child in forest.children(id)[::-1] if is_summary(forest, child)]
    return summaries


def _summary_offers(candidate: Candidate) -> Iterator[Piece | Reason]:
    """The part of the summary that is not shown yet; nothing if one of its messages is visible or stood for already."""
    row, section, material, block = candidate
    assert isinstance(row, Summary)
    above = frozenset(material.forest.above(row.id))
    if not block.is_free(row.id, above):
        yield Unfit.STOOD_FOR
    elif body := block.unsaid(row.body):
        yield summary_piece(row, section, body, within=above, phrases=material.phrases)
    elif row.body:  # Without a text, nothing happened in its messages.
        yield Unfit.ALL_SAID


def _newest_messages(material: Material, tokens_max: int) -> Sequence[str]:
    policy = material.policy
    kept, _ = newest(
        material.forest,
        material.cover.messages,
        tokens_max,
        extra_tokens=policy.line_tokens,
        each_tokens_max=policy.recent_tokens_max,
    )
    return kept[::-1]


def _message_offers(candidate: Candidate) -> Iterator[Piece | Reason]:
    """The message; of a long one the part that answers the question, or else its beginning."""
    row, material = candidate.row, candidate.material
    assert isinstance(row, Message)
    one, tokens_max = material.scored.get(row.id), material.policy.recent_tokens_max
    is_found = one is not None and bool(one.row) and one.direct >= material.least
    body = row.body
    if row.tokens > tokens_max and is_found:
        body = excerpt(body, material.question.stems, tokens_max=tokens_max)
    elif row.tokens > tokens_max:
        body = opening(body, tokens_max=tokens_max)
    ended = ended_in(row, material)
    piece = message_piece(row, candidate.section, body, chat=material.chat, phrases=material.phrases, ended=ended)
    yield piece._replace(
        stands_for=1,
        within=frozenset(material.forest.above(row.id)),
        instead_of={**facts_quoted_from(row, candidate), **_whole_summaries(row, candidate)},
        reason="" if is_found else "one of the most recent messages",
    )


def _whole_summaries(row: Message, candidate: Candidate) -> dict[str, Reason]:
    """The shown summaries all of whose messages are shown once this one is."""
    forest, block = candidate.material.forest, candidate.block
    return {
        summary: Unfit.STOOD_FOR
        for summary in forest.above(row.id)
        if block.shown(summary) and all(id == row.id or block.shown(id) for id in messages_in(forest, summary))
    }


SUMMARIES = Section(
    name="summaries",
    label=Label.SUMMARY,
    offers=_summary_offers,
    share=0.15,  # About two conversations of 150 tokens in a block of 2,048; more cost recall of evidence.
    lends_share=True,
    whole_talk_share=0.5,  # "All we talked about" has no words to search for. A topic has, so there it cost evidence.
    first=_newest_summaries,
    objection=objection,
    last=_older_summaries,
    is_fixed=True,
    tells_left_out=True,
)

RECENT = Section(
    name="recent messages",
    label=Label.MESSAGE,
    offers=_message_offers,
    share=0.15,  # The last handful of lines; they also get what no other section used.
    first=_newest_messages,
    last=lambda material, tokens_max: material.cover.lines[::-1],
    is_run=True,
    is_fixed=True,
)
