"""Writes summaries by quoting: of messages, of lower summaries and of finished conversations; renews stale ones."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from archivists.compare.citations import is_within
from archivists.compare.claims import closed_by, ended_by
from archivists.keeping.archivist import Archivist
from archivists.questions.read import Reading
from archivists.round_policy import RoundPolicy
from archivists.statements.extractive import SpokenSentence, extract, sentences_quoted, sentences_said, title_of
from archivists.statements.quotes import dated
from archivists.window.window import Window, WindowConversation
from graph.text.sentences import sentences
from graph.values.changes import Change, CompleteConversation, NewSummary, ReplaceSummary
from graph.values.items import Author, Clock, Conversation, Message, Summary


@dataclass(frozen=True, slots=True)
class _Top:
    """A summary that no other summary contains, stored or new."""

    id: str  # or ref
    level: int
    body: str
    first_position: float
    participants: tuple[str, ...]
    day: date | None  # the one day on which all of it was said; None: several days, or a world clock


@dataclass(slots=True)
class _Tree:
    """The summaries of one conversation while new ones are added."""

    conversation: str | None
    tops: list[_Top]
    changes: list[Change]
    policy: RoundPolicy

    def add(self, top: _Top, members: Sequence[str]) -> None:
        """Add a summary of these members and give it its ref."""
        top = replace(top, id=f"new:{self.conversation or 'shared'}:{members[0]}:{top.level}")
        self.changes.append(
            NewSummary(
                ref=top.id, level=top.level, members=tuple(members), body=top.body, conversation=self.conversation
            )
        )
        self.tops = [*(other for other in self.tops if other.id not in members), top]
        self.tops.sort(key=lambda top: (top.first_position, top.id))

    def combine(self, tops: Sequence[_Top]) -> None:
        """Add a summary of these, one level above the highest of them."""
        participants = tuple(dict.fromkeys(name for top in tops for name in top.participants))
        told = [(top.body, top.day) for top in tops]
        body = _extract(_told_in(told, participants), self.policy) or tops[0].body
        level = max(top.level for top in tops) + 1
        first = min(top.first_position for top in tops)
        day = _one_of(top.day for top in tops)
        self.add(_Top("", level, body, first, participants, day), [top.id for top in tops])


def find_summaries(window: Window, policy: RoundPolicy) -> list[Change]:
    """Summarise messages that have left the tail of their conversation, and complete conversations that are over.

    Each message belongs to exactly one summary of level 1, each summary to at most one of a higher level. Summaries of
    several conversations are combined only if their participants are equal. Pure.

    A conversation's title is what was first asked or said of what no summary held before; topics need a model.
    """
    changes: list[Change] = []
    roots: list[_Top] = []
    for each in window.conversations:
        tree = _Tree(each.conversation.id, [_top_of(top, window) for top in each.tops], changes, policy)
        for chunk in _chunks(each, policy):
            body = _extract(_said_in(chunk, window, policy), policy)
            people = window.space.intake.participants(chunk)
            day = _day_of((message.sent_at for message in chunk), window)
            top = _Top("", 1, body, chunk[0].position, tuple(people), day)
            tree.add(top, [message.id for message in chunk])
        _thin_out(tree)
        if len(tree.tops) > 1 and (each.is_closing or policy.is_told_as_one):
            tree.combine(list(tree.tops))
        if each.is_closing:
            root = tree.tops[0] if tree.tops else None  # One summary covers the whole conversation.
            told = sentences_quoted([top.body for top in each.tops[:1]], each.conversation.participants)
            title = title_of([*told, *sentences_said(each.unsummarised, policy)], policy)
            changes.append(completed(each.conversation, root.id if root is not None else None, title))
            roots += [root] if root is not None else []
    # Across conversations: combine those with equal participants, level by level, the oldest first.
    groups: dict[frozenset[str], list[_Top]] = {}
    for top in (*(_top_of(top, window) for top in window.shared_tops), *roots):
        groups.setdefault(frozenset(top.participants), []).append(top)
    for who in sorted({frozenset(root.participants) for root in roots}, key=sorted):
        tops = sorted(groups[who], key=lambda top: (top.first_position, top.id))
        _thin_out(_Tree(None, tops, changes, policy))
    return changes


def rewrite_stale(window: Window, made: Sequence[Change], policy: RoundPolicy) -> list[Change]:
    """Rewrite the window's stale summaries by quoting what still holds of the same members after `made`. Pure.

    A model's text stays, since it tells of its own day; only sentences that say no more than what is gone are left out.
    A summary of summaries quotes their present text; rewriting one makes the summary above it stale.
    """
    changes: list[Change] = []
    ended = ended_by(made) | closed_by(made)
    for each in window.stale_summaries:
        summary, over = each.summary, each.conversation
        if summary.author is Author.MODEL:
            body = _without([fact.body for fact in each.gone(ended)], summary.body)
            changes.append(ReplaceSummary(summary=summary.id, body=body, author=summary.author))
            if over is not None:
                changes.append(completed(over, summary.id))
            continue
        gone = [fact.body for fact in each.gone(ended)]
        messages = [member for member in each.members if isinstance(member, Message)]
        said = [one for one in _said_in(messages, window, policy) if not is_within(one.text, gone)]
        below = [(member.body, _day_told(member, window)) for member in each.members if isinstance(member, Summary)]
        said += _told_in(below, summary.participants)
        changes.append(ReplaceSummary(summary=summary.id, body=_extract(said, policy) or summary.body))
        if over is not None:
            changes.append(completed(over, summary.id))
    return changes


def completed(conversation: Conversation, summary: str | None, title: str = "") -> CompleteConversation:
    """The conversation is complete. A title that it had stays, and its participants stand in for none."""
    return CompleteConversation(
        conversation=conversation.id,
        title=conversation.title or title or ", ".join(conversation.participants),
        topics=conversation.topics,
        summary=summary,
        message_count=conversation.message_count,
    )


def _without(gone: Sequence[str], body: str) -> str:
    """A model's text without the sentences that say no more than one of `gone`; the whole text if none is left."""
    said = [body[start:end].strip() for start, end in sentences(body)]
    return " ".join(text for text in said if not is_within(text, gone)) or body


def _said_in(messages: Sequence[Message], window: Window, policy: RoundPolicy) -> list[SpokenSentence]:
    """What participants say. If it spans several days, each sentence has its date."""
    said = [*filter(window.space.intake.takes_part, messages)]
    has_days = window.space.intake.clock is Clock.WALL
    is_of_one = _day_of((message.sent_at for message in said), window) is not None
    return sentences_said(said, policy, are_dated=has_days and not is_of_one)


def _told_in(told: Sequence[tuple[str, date | None]], speakers: Sequence[str]) -> list[SpokenSentence]:
    """The sentences of summaries. If they span several days, the date follows the speaker."""
    said = sentences_quoted([body for body, _ in told], speakers)
    if _one_of(day for _, day in told) is not None:
        return said
    return [replace(one, speaker=dated(one.speaker, told[one.part][1])) for one in said]


def _one_of(days: Iterable[date | None]) -> date | None:
    """The day, if all of them are the same day."""
    found = set(days)
    return found.pop() if len(found) == 1 else None


def _day_of(times: Iterable[datetime], window: Window) -> date | None:
    """The day of all these times, if it is the same day; None on a world clock."""
    return _one_of(at.date() for at in times) if window.space.intake.clock is Clock.WALL else None


def _day_told(summary: Summary, window: Window) -> date | None:
    return _day_of((summary.first_at, summary.last_at), window)


def _extract(said: Sequence[SpokenSentence], policy: RoundPolicy) -> str:
    return extract(said, sentences_max=policy.summary_sentences_max, tokens_max=policy.summary_tokens_max)


def _top_of(summary: Summary, window: Window) -> _Top:
    day = _day_told(summary, window)
    return _Top(summary.id, summary.level, summary.body, summary.first_position, summary.participants, day)


def _chunks(conversation: WindowConversation, policy: RoundPolicy) -> Iterator[list[Message]]:
    """The messages to summarise now, in chunks of about equal size.

    Late messages that fall among summarised ones are summarised at once, and so are the last messages of a
    conversation that is over. Otherwise whole chunks are summarised, and the tail stays.
    """
    held_to = max((top.last_position for top in conversation.tops), default=None)
    messages = conversation.unsummarised
    late = [message for message in messages if held_to is not None and message.position <= held_to]
    rest = list(messages[len(late) :])
    if late:
        yield from _split(late, policy.chunk_messages)
    if policy.is_told_as_one and not conversation.is_closing:
        yield from _windows(rest, bool(conversation.tops), policy)
        return
    if not conversation.is_closing:
        count = (len(rest) - policy.tail_messages) // policy.chunk_messages
        rest = rest[: max(0, count) * policy.chunk_messages]
    yield from _split(rest, policy.chunk_messages)


def _windows(rest: Sequence[Message], has_top: bool, policy: RoundPolicy) -> Iterator[list[Message]]:
    """Chunks that already have a whole tail behind them. An earlier summary counts as one message of a chunk."""
    while (size := policy.chunk_messages - has_top) + policy.tail_messages <= len(rest):
        yield list(rest[:size])
        rest, has_top = rest[size:], True


def _split(messages: Sequence[Message], size: int) -> Iterator[list[Message]]:
    """Parts of about `size` messages, as equal as possible: if `size` is 10, 12 messages are one part, 19 are two."""
    count = max(1, round(len(messages) / size)) if messages else 0
    for i in range(count):
        yield list(messages[i * len(messages) // count : (i + 1) * len(messages) // count])


def _thin_out(tree: _Tree) -> None:
    """From the lowest level up, combine the oldest top summaries of each level that has more than the maximum.

    Lower ones before the last of them, as of short conversations, come along: the days of two tops must not overlap.
    """
    level = 1
    while level <= max((top.level for top in tree.tops), default=0):
        of_level = [top for top in tree.tops if top.level == level]
        if len(of_level) > tree.policy.tops_max:
            last = of_level[tree.policy.tops_max - 1]
            tree.combine([top for top in tree.tops[: tree.tops.index(last) + 1] if top.level <= level])
        else:
            level += 1


SUMMARIES: Archivist[Reading] = Archivist(
    name="summaries",
    without_model=lambda proposal, policy: proposal.plus(
        [*rewrite_stale(proposal.window, proposal.changes, policy), *find_summaries(proposal.window, policy)]
    ),
)
