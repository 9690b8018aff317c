"""Summaries by quoting: chunks of messages, the levels above them, and conversations that are over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archivists.round_policy import RoundPolicy
from archivists.statements.extractive import SpokenSentence, said_before, said_in, title_of, told, topics_of
from archivists.window.window import Talk, Window
from graph.text.analysis import name_key
from graph.values.changes import Change, CompleteConversation, NewSummary
from graph.values.items import Conversation, Message, Summary


@dataclass(frozen=True, slots=True)
class _Top:
    """A summary without a container, stored or new in this list."""

    id: str  # or ref
    level: int
    body: str
    first_position: float
    participants: tuple[str, ...]


@dataclass(slots=True)
class _Tree:
    """The summaries of one conversation while they grow."""

    conversation: str | None
    tops: list[_Top]
    changes: list[Change]
    policy: RoundPolicy

    def add(
        self, level: int, members: Sequence[str], body: str, first_position: float, participants: Sequence[str]
    ) -> None:
        """One more summary on top; what it holds is no top any more."""
        ref = f"new:{self.conversation or 'shared'}:{members[0]}:{level}"
        self.changes.append(
            NewSummary(ref=ref, level=level, members=tuple(members), body=body, conversation=self.conversation)
        )
        self.tops = [top for top in self.tops if top.id not in members]
        self.tops.append(_Top(ref, level, body, first_position, tuple(participants)))
        self.tops.sort(key=lambda top: (top.first_position, top.id))

    def combine(self, tops: Sequence[_Top]) -> None:
        """These summaries are held by one a level above them."""
        participants = tuple(dict.fromkeys(name for top in tops for name in top.participants))
        body = retold([top.body for top in tops], participants, self.policy)
        level = max(top.level for top in tops) + 1
        self.add(level, [top.id for top in tops], body, min(top.first_position for top in tops), participants)


def find_summaries(window: Window, policy: RoundPolicy) -> list[Change]:
    """What has left the tails of the window's conversations is summarised; those that are over are completed.

    Each message is held by exactly one summary of level 1, each summary by at most one of a higher level. Above
    conversations only such with equal participants are combined. Pure.
    """
    changes: list[Change] = []
    roots: list[_Top] = []
    for talk in window.talks:
        tree = _Tree(talk.conversation.id, [_stored(top) for top in talk.tops], changes, policy)
        for chunk in _chunks(talk, policy):
            _summarise(tree, chunk, window.space.intake.participants(chunk))
        _thin_out(tree)
        if talk.is_closing:
            root = _root(tree)
            bodies = [top.body for top in talk.tops]
            said = said_in(talk.loose, policy) + said_before(bodies, talk.conversation.participants)
            id, body = (root.id, root.body) if root is not None else (None, "")
            changes.append(entitled(window, talk.conversation, said, policy, root=id, body=body))
            roots += [root] if root is not None else []
    _share(window, roots, changes, policy)
    return changes


def _stored(summary: Summary) -> _Top:
    return _Top(summary.id, summary.level, summary.body, summary.first_position, summary.participants)


def _chunks(talk: Talk, policy: RoundPolicy) -> Iterator[list[Message]]:
    """The loose messages to summarise now, in chunks of about equal size.

    Lines that came late, into what is summarised already, go at once; so do the last lines of a conversation that is
    over. Otherwise whole chunks go, and the tail stays.
    """
    held_to = max((top.last_position for top in talk.tops), default=None)
    late = [message for message in talk.loose if held_to is not None and message.position <= held_to]
    rest = list(talk.loose[len(late) :])
    if late:
        yield from _split(late, policy.chunk_messages)
    if not talk.is_closing:
        count = (len(rest) - policy.tail_messages) // policy.chunk_messages
        rest = rest[: max(0, count) * policy.chunk_messages]
    yield from _split(rest, policy.chunk_messages)


def _split(messages: Sequence[Message], size: int) -> Iterator[list[Message]]:
    """As many parts of about `size` as come nearest to it; 12 messages are one part, 19 are two."""
    count = max(1, round(len(messages) / size)) if messages else 0
    for i in range(count):
        yield list(messages[i * len(messages) // count : (i + 1) * len(messages) // count])


def _summarise(tree: _Tree, chunk: Sequence[Message], participants: Sequence[str]) -> None:
    body = told(
        said_in(chunk, tree.policy),
        sentences_max=tree.policy.summary_sentences_max,
        tokens_max=tree.policy.summary_tokens_max,
    )
    members = [message.id for message in chunk]
    tree.add(1, members, body, chunk[0].position, participants)


def _thin_out(tree: _Tree) -> None:
    """No level keeps more tops than the maximum: the oldest of it are combined, from the lowest level up."""
    level = 1
    while level <= max((top.level for top in tree.tops), default=0):
        of_level = [top for top in tree.tops if top.level == level]
        if len(of_level) > tree.policy.tops_max:
            tree.combine(of_level[: tree.policy.tops_max])
        else:
            level += 1


def _root(tree: _Tree) -> _Top | None:
    """One summary over all of the conversation; None when it has nothing to hold."""
    if len(tree.tops) > 1:
        tree.combine(list(tree.tops))
    return tree.tops[0] if tree.tops else None


def entitled(
    window: Window,
    conversation: Conversation,
    said: Sequence[SpokenSentence],
    policy: RoundPolicy,
    *,
    root: str | None,
    body: str,
) -> CompleteConversation:
    """The conversation is over, and called after what was said in it; `body` is its summary. Pure."""
    participants = conversation.participants
    keys = {name_key(name) for name in participants}
    aliases = [alias for entity in window.entities if entity.key in keys for alias in entity.aliases]
    topics = topics_of(said, [*participants, *aliases], topics_max=policy.topics_max)
    title = title_of(participants, topics, body, policy) or ", ".join(participants)
    return CompleteConversation(
        conversation=conversation.id,
        title=title,
        topics=tuple(topics),
        summary=root,
        message_count=conversation.message_count,
    )


def _share(window: Window, roots: Sequence[_Top], changes: list[Change], policy: RoundPolicy) -> None:
    """Above conversations: those with equal participants are combined, level by level, the oldest first."""
    groups: dict[frozenset[str], list[_Top]] = {}
    for top in (*map(_stored, window.shared_tops), *roots):
        groups.setdefault(frozenset(top.participants), []).append(top)
    for participants in sorted({frozenset(root.participants) for root in roots}, key=sorted):
        tops = sorted(groups[participants], key=lambda top: (top.first_position, top.id))
        _thin_out(_Tree(None, tops, changes, policy))


def retold(bodies: Sequence[str], participants: Sequence[str], policy: RoundPolicy) -> str:
    """What summaries say, in one of the level above."""
    body = told(
        said_before(bodies, participants),
        sentences_max=policy.summary_sentences_max,
        tokens_max=policy.summary_tokens_max,
    )
    return body or bodies[0]
