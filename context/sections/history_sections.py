"""The history that the assistant does not see: summaries of it, and the last messages before what is visible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from context.score.formula import Scored
from context.select.budgeted_block import BudgetedBlock
from context.select.history_cover import finer, newest
from context.select.material import Material
from context.select.section import Section
from context.wording.excerpts import opening, same_words, untold, without_speaker
from context.wording.pieces import Piece, message_piece, summary_piece
from context.wording.reasons import Reason, SameWordsIn, Unfit
from graph.store.verbs import Label
from graph.values.items import Fact, Item, Message, Summary


def _newest_summaries(material: Material, tokens_max: int) -> Sequence[str]:
    """Those that fit, the newest first; if all fit, the finer ones below them."""
    forest, extra = material.forest, 2 * material.policy.line_tokens
    kept, left = newest(forest, material.cover.summaries, tokens_max, extra_tokens=extra)
    if len(kept) == len(material.cover.summaries):
        kept = finer(forest, kept, left, extra_tokens=extra)
    return kept[::-1]


def _older_summaries(material: Material, tokens_max: int) -> Sequence[str]:
    """Those that did not fit, the newest first."""
    forest, policy = material.forest, material.policy
    kept, _ = newest(forest, material.cover.summaries, tokens_max, extra_tokens=2 * policy.line_tokens)
    older = material.cover.summaries[: len(material.cover.summaries) - len(kept)]
    return older[max(0, len(older) - policy.older_summaries_max) :][::-1]


def _objection_to_summary(one: Scored, material: Material, block: BudgetedBlock) -> Reason | None:
    return None if one.score >= material.policy.floor else Unfit.WORTH_LITTLE


def _summary_offers(row: Item, material: Material, block: BudgetedBlock) -> Iterator[Piece | Reason]:
    """The summary without what the key info says, unless a message of it is visible or stood for already."""
    assert isinstance(row, Summary)
    above = frozenset(material.forest.above(row.id))
    if not block.is_free(row.id, above):
        yield Unfit.STOOD_FOR
    elif not row.body:  # Nothing happened in its messages.
        yield Unfit.NO_ROOM
    else:
        body = untold(row.body, block.said({"key info"})) or row.body
        yield summary_piece(row, SUMMARIES.name, body, within=above, phrases=material.phrases)


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


def _earlier_messages(material: Material, tokens_max: int) -> Sequence[str]:
    messages = material.cover.messages
    return messages[: len(messages) - len(material.first[RECENT.name])][::-1]


def _message_offers(row: Item, material: Material, block: BudgetedBlock) -> Iterator[Piece | Reason]:
    """The message, or its beginning; facts that stand in it word for word are not said beside it."""
    assert isinstance(row, Message)
    tokens_max = material.policy.recent_tokens_max
    body = row.body if row.tokens <= tokens_max else opening(row.body, tokens_max=tokens_max)
    facts = [fact for id in material.stated.get(row.id, ()) if isinstance(fact := material.rows.get(id), Fact)]
    said = [fact.id for fact in facts if same_words(without_speaker(fact.body)) in same_words(body)]
    piece = message_piece(
        row,
        RECENT.name,
        body,
        chat=material.chat,
        phrases=material.phrases,
        instead_of=dict.fromkeys(said, SameWordsIn(row.id)),
    )
    yield replace(piece, stands_for=1, reason="said just before what is visible")


SUMMARIES = Section(
    name="summaries",
    label=Label.SUMMARY,
    offers=_summary_offers,
    share=0.15,  # About two conversations of 150 tokens in a block of 2,048; more cost recall of evidence.
    lends_share=True,
    first=_newest_summaries,
    objection=_objection_to_summary,
    last=_older_summaries,
    makes_way_for=frozenset(
        {
            "reflections",
            "facts",
            "theories",
            "questions",
            "objectives",
            "significant memories",
            "excerpts",
            "recent messages",
        }
    ),
    is_fixed=True,
    tells_left_out=True,
)

RECENT = Section(
    name="recent messages",
    label=Label.MESSAGE,
    offers=_message_offers,
    share=0.15,  # The last handful of lines; they also get whatever nothing else wanted.
    first=_newest_messages,
    last=_earlier_messages,
    is_run=True,
    is_fixed=True,
)
