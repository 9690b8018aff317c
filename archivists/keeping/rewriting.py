"""A model writes in its own sentences: summaries, titles, briefs and dossiers.

If it does not answer or writes too much, summaries stay quotes, and briefs and dossiers as they are.
"""

from collections.abc import Iterator
from dataclasses import replace

from archivists.compare.citations import Cited, unfounded
from archivists.keeping.archivist import Archivist, ModelQuestion, Proposal, in_one_call
from archivists.keeping.summaries import completed
from archivists.models.provider import Purpose
from archivists.questions.write import (
    LENGTH_SLACK,
    Text,
    TextKind,
    WriteAnswer,
    WriteQuestion,
    Writing,
    WrittenText,
    together,
    write_apart,
    write_question,
)
from archivists.round_policy import RoundPolicy
from graph.text.tokens import count_tokens
from graph.values.changes import Change, CompleteConversation, EntityText, NewSummary, ReplaceSummary
from graph.values.items import Author


def leftovers(proposal: Proposal, policy: RoundPolicy) -> list[Change]:
    """Changes that leave stored texts as they are, for quoted texts that earlier calls had no room for. Pure.

    A model may rewrite them in the rest of a call; those that it does not rewrite are dropped.
    """
    if policy.calls_apart:
        return []  # Old texts are not rewritten unasked, and no call has room for them.
    return [*_quoted_summaries(proposal), *_quoted_entities(proposal, policy)]


def rewrite(proposal: Proposal, writing: Writing, policy: RoundPolicy) -> Proposal:
    """The proposal with the model's texts in place of the quotes. Pure.

    An empty text is valid for messages that state no new fact: nothing happened in them.
    """
    changes = [*proposal.changes, *proposal.due, *leftovers(proposal, policy)]
    stated = {source for fact in proposal.facts for source in fact.sources}
    lost = [*proposal.lost]
    for written in writing.answer.texts:
        text = writing.question.text(written.n)
        if text is None:
            continue
        if count_tokens(written.text) > LENGTH_SLACK * text.tokens_max:
            lost.append(f"“{written.text}”: too long")
            continue
        if not written.text and not (text.may_be_empty and stated.isdisjoint(source.id for source in text.sources)):
            continue
        if (why := _unfounded(written, text)) is not None:
            lost.append(f"“{written.text}”: {why}")
            continue
        place = writing.question.places[written.n - 1]
        match changes[place]:
            case CompleteConversation() as change if written.title or not written.text:
                if written.title:
                    title = " ".join(written.title.split()[: policy.title_words_max])
                    topics = tuple(dict.fromkeys(written.topics))[: policy.topics_max]
                    changes[place] = writing.signed(replace(change, title=title, topics=topics))
                changes = [
                    writing.signed(replace(other, body=written.text))
                    if (isinstance(other, NewSummary) and other.ref == change.summary)
                    or (isinstance(other, ReplaceSummary) and other.summary == change.summary)
                    else other
                    for other in changes
                ]
            case EntityText() as change:
                covered = writing.question.covered(written.n, written.covers)
                changes[place] = writing.signed(
                    replace(change, brief=written.text, brief_covers=covered)
                    if text.kind is TextKind.BRIEF
                    else replace(change, dossier=written.text, covers=covered)
                )
            case (NewSummary() | ReplaceSummary()) as change:
                changes[place] = writing.signed(replace(change, body=written.text))
    count = len(proposal.changes)
    kept = (each for each in changes[count:] if each.author is Author.MODEL)
    return replace(proposal, changes=(*changes[:count], *kept), lost=tuple(lost))


def _unfounded(written: WrittenText, text: Text) -> str | None:
    """What a text says that none of its sources says; None if there is nothing."""
    said = (*(source.text for source in text.sources), text.now or "")
    return unfounded(written.text, Cited(said=said, speakers=(text.subject,)), is_text=True)


def _quoted_summaries(proposal: Proposal) -> Iterator[Change]:
    held = {member for change in proposal.changes if isinstance(change, NewSummary) for member in change.members}
    for each in proposal.window.quoted_summaries:
        summary, conversation = each.summary, each.conversation
        if summary.id in held:
            continue  # A summary of this round quotes it and would be stale at once.
        yield ReplaceSummary(summary=summary.id, body=summary.body)
        if conversation is not None:
            yield completed(conversation, summary.id)


def _quoted_entities(proposal: Proposal, policy: RoundPolicy) -> Iterator[Change]:
    window = proposal.window
    written = {change.entity for change in (*proposal.changes, *proposal.due) if isinstance(change, EntityText)}
    for entity in window.entities:
        is_written = entity.is_stale or entity.author is Author.MODEL or entity.id in written
        if not is_written and len(window.facts_about.get(entity.id, ())) >= policy.rewrite_facts_min:
            # One change per text: fields that a change leaves empty stay as they are.
            yield EntityText(entity=entity.id, brief=entity.brief or "")
            yield EntityText(entity=entity.id, dossier=entity.dossier or "")


def _question(proposal: Proposal, policy: RoundPolicy) -> WriteQuestion | None:
    changes = (*proposal.changes, *proposal.due)
    return write_question(proposal.window, changes, leftovers(proposal, policy), policy)


WRITE: ModelQuestion[WriteQuestion, WriteAnswer, Writing] = ModelQuestion(
    purpose=Purpose.WRITE,
    shape=WriteAnswer,
    build=lambda proposal, policy: in_one_call(_question(proposal, policy)),
    call=WriteQuestion.call,
    combined=lambda exchanges: together([each for each in exchanges if each.answer.texts]),
    halved="write_texts_max",
)
"""Asks for texts that are due, and for better ones in place of quotes."""

WRITE_APART = replace(
    WRITE, build=lambda proposal, policy: write_apart(proposal.window, proposal.changes, policy), halved=""
)
"""Asks for each conversation in a call of its own."""

REWRITING: Archivist[Writing] = Archivist(
    name="rewriting",
    question=WRITE,
    from_answer=rewrite,
)

REWRITING_APART = replace(REWRITING, question=WRITE_APART)
