"""Messages that were unread for long wait until somebody asks for them, as imported ones do (decision 0013)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import takewhile

from archivists.round_policy import RoundPolicy
from archivists.window.unread import COUNT_MAX, silent_conversations
from graph.intake.import_backlog import with_import
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label, Node, ReadDepth
from graph.values.codec import item_of, to_ms
from graph.values.items import Conversation, ConversationStatus, Space
from graph.values.puts import put_changed
from graph.values.write_plan import WritePlan

PAGE = 1_000


def let_over_wait(knowledge: KnowledgeGraph, space: str, *, now: datetime) -> int:
    """Let all unread messages wait if any finished conversation is wholly unread; returns how many wait.

    What was said while no worker ran is then read when somebody asks. A conversation that goes on is told whole when it
    ends. One read if nothing is unread; nothing waits while a round is under way.
    """
    if next(_unread_messages(knowledge, knowledge.space(space)), None) is None:
        return 0

    def decide(plan: WritePlan) -> int:
        last, unread = _counted(_unread_messages(knowledge, plan.space))
        silent = silent_conversations(knowledge, plan.space, now=now, limit=COUNT_MAX)
        over = _unread_whole(silent, unread)
        if not last or not over:
            return 0
        _let_wait(plan, last, over)
        return unread.total()

    return knowledge.change(space, decide)


def let_old_wait(knowledge: KnowledgeGraph, space: str, *, now: datetime, policy: RoundPolicy) -> int:
    """Unread messages older than the policy's days wait from now on; returns how many. One read if there are none.

    Such messages remain where no round was done for long, as in a service without workers. Without this, the first
    start with a model would read months at once.
    """
    until = to_ms(now - timedelta(days=policy.unasked_days_max))
    if next(_old_messages(knowledge, knowledge.space(space), until), None) is None:
        return 0

    def decide(plan: WritePlan) -> int:
        last, old = _counted(_old_messages(knowledge, plan.space, until))
        if not last:
            return 0
        found = knowledge.store.nodes(space, old, ReadDepth.HEAD)
        _let_wait(plan, last, _unread_whole((item_of(node, Conversation) for node in found.values()), old))
        return old.total()

    return knowledge.change(space, decide)


def _counted(messages: Iterable[Node]) -> tuple[str, Counter[str]]:
    """The id of the last message, "" if there are none, and how many of the messages each conversation has."""
    last, counts = "", Counter[str]()
    for message in messages:
        last = message.id
        counts[str(message.properties["conversation"])] += 1
    return last, counts


def _unread_whole(conversations: Iterable[Conversation], unread: Counter[str]) -> list[Conversation]:
    """The conversations whose messages are all unread."""
    return [each for each in conversations if each.message_count == unread[each.id]]


def _let_wait(plan: WritePlan, last: str, conversations: Iterable[Conversation]) -> None:
    """Let unread messages up to `last` wait like an import, and these conversations with them."""
    plan.space = with_import(plan.space, last)
    plan.add(*(put_changed(each, replace(each, status=ConversationStatus.IMPORTED)) for each in conversations))


def _old_messages(knowledge: KnowledgeGraph, space: Space, until: int) -> Iterator[Node]:
    """The oldest unread messages, up to the first one that was sent later."""

    def is_old(node: Node) -> bool:
        sent_at = node.properties["sent_at"]
        return isinstance(sent_at, int) and sent_at < until

    return takewhile(is_old, _unread_messages(knowledge, space))


def _unread_messages(knowledge: KnowledgeGraph, space: Space) -> Iterator[Node]:
    """The unread messages, oldest first; none while a round is under way."""
    after = space.rounded_to
    while space.round_at is None:
        nodes = knowledge.store.find(space.name, Label.MESSAGE, after=(None, after), limit=PAGE, reading=ReadDepth.HEAD)
        for node in nodes:
            yield node
            after = node.id
        if len(nodes) < PAGE:
            return
