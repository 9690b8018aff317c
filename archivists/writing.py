"""Conversations that are over are told by a model: their summary, title and topics, in place of the rules' quotes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from archivists.answers import WriteAnswer, Written
from archivists.languages import language_in
from archivists.policy import RoundPolicy
from archivists.tasks import LENGTH_SLACK, Source, Text, TextKind, Writing
from archivists.window import Talk, Window
from graph.changes import Change, CompleteConversation, NewSummary
from graph.frame import without_blocks
from graph.items import Author
from graph.languages import language_of
from graph.tokens import count_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a model is to write, and which conversation each text is of."""

    writing: Writing
    conversations: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrote:
    """What a model has written, and the calls that it took."""

    asked: Asked
    answer: WriteAnswer
    prompt_version: str
    calls: tuple[str, ...] = ()  # in the ledger


def writing_of(window: Window, changes: Sequence[Change], policy: RoundPolicy) -> Asked | None:
    """The conversations that these changes complete, as far as they are worth a call; None when there is none. Pure.

    Those too short to be told in fewer words are left to the rules, and so are those above the maximum of one call and
    those in another language than the first.
    """
    roots = {change.ref: change for change in changes if isinstance(change, NewSummary)}
    talks = {talk.conversation.id: talk for talk in window.talks}
    texts: dict[str, Text] = {}
    language: str | None = None
    for change in changes:
        if not isinstance(change, CompleteConversation) or change.summary not in roots:
            continue
        talk, root = talks[change.conversation], roots[change.summary]
        if talk.conversation.message_count < policy.write_messages_min or len(texts) == policy.write_texts_max:
            continue
        spoken = _language(talk, root)
        if not texts or spoken == language:
            language = spoken
            texts[change.conversation] = _text(talk, root, roots.values(), policy)
    if not texts:
        return None
    return Asked(writing=Writing(language=language, texts=list(texts.values())), conversations=tuple(texts))


def with_texts(changes: Sequence[Change], wrote: Wrote, policy: RoundPolicy) -> list[Change]:
    """The changes with what a model has written; where it has written nothing, or too much, as they were. Pure."""
    told: dict[str, Written] = {}
    for written in wrote.answer.texts:
        text = wrote.asked.writing.text(written.n)
        if text is not None and written.title and 0 < count_tokens(written.text) <= LENGTH_SLACK * text.tokens_max:
            told[wrote.asked.conversations[written.n - 1]] = written
    roots = {
        change.summary: told[change.conversation]
        for change in changes
        if isinstance(change, CompleteConversation) and change.conversation in told
    }
    return [_with_text(change, told, roots, wrote, policy) for change in changes]


def _with_text(
    change: Change,
    told: dict[str, Written],
    roots: dict[str | None, Written],
    wrote: Wrote,
    policy: RoundPolicy,
) -> Change:
    if isinstance(change, NewSummary) and change.ref in roots:
        body = roots[change.ref].text
        return replace(change, body=body, author=Author.MODEL, prompt_version=wrote.prompt_version)
    if isinstance(change, CompleteConversation) and change.conversation in told:
        written = told[change.conversation]
        return replace(
            change,
            title=" ".join(written.title.split()[: policy.title_words_max]),
            topics=tuple(dict.fromkeys(written.topics))[: policy.topics_max],
            author=Author.MODEL,
            prompt_version=wrote.prompt_version,
        )
    return change


def _language(talk: Talk, root: NewSummary) -> str | None:
    return language_in(talk.loose) or language_of(root.body)


def _text(talk: Talk, root: NewSummary, made: Iterable[NewSummary], policy: RoundPolicy) -> Text:
    """What a conversation is to be told from: its messages, or the summaries that its root holds."""
    said = {message.id: message for message in talk.loose}
    bodies = {top.id: top.body for top in talk.tops} | {summary.ref: summary.body for summary in made}
    sources: list[Source] = []
    for id in root.members:
        if id in said:
            spoken = f"{said[id].sender}: {without_blocks(said[id].body).strip()}"
            sources.append(Source(id=id, text=spoken, at=said[id].sent_at))
        elif id in bodies:
            sources.append(Source(id=id, text=bodies[id], at=talk.conversation.last_at))
    return Text(
        kind=TextKind.CONVERSATION,
        subject=", ".join(talk.conversation.participants),
        tokens_max=policy.summary_tokens_max,
        sources=sources,
    )
