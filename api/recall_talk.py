"""A message that may ask about the past: it is understood and stored, and ends the conversation if it says so."""

from dataclasses import replace
from datetime import datetime
from hashlib import blake2b

from api.wiring import Service
from archivists.rounds.conversation_end import active_conversation, close_conversation
from context.recall.outcomes import (
    Bypassed,
    FoundBefore,
    NewTopic,
    NothingFound,
    Outcome,
    Recalled,
    Research,
    Satisfied,
    Several,
)
from context.recall.past_words import offers_more
from context.recall.recalling import RecallRequest, recall
from graph.intake.recognise import Line
from graph.store.verbs import PutNode
from graph.values.items import Conversation, Offer, Role
from graph.values.puts import put
from graph.values.write_plan import WritePlan

OFFER_HOURS = 24.0
"""How long an offer stands. Whoever writes later means something else."""


def talk(service: Service, request: RecallRequest, line: Line | None) -> Outcome:
    """What the message asks about the past.

    With a line, the message becomes part of the chat: the first of a new conversation if it changes the topic, the last
    of its conversation if it says that all is answered. The chat keeps what it was asked. Without a line, nothing is
    written.
    """
    now, knowledge = service.now(), service.knowledge
    service.profile_of(request.space)
    if line is not None:
        service.close_silent(request.space)  # What fell silent is over, and can be found in this request.
    kept = _kept_offer(service, request, now)
    outcome = recall(knowledge, request, offer=kept, now=now)
    if line is None:
        return outcome
    if isinstance(outcome, NewTopic):
        close_active(service, request.space, request.chat)
    knowledge.append(request.space, [line], chat=request.chat, now=now)
    if isinstance(outcome, Satisfied):
        close_active(service, request.space, request.chat)
    _keep(service, request, kept, outcome, now)
    service.wake(request.space)
    return outcome


def line_of(text: str, sender: str) -> Line:
    """The message as the user's line."""
    return Line(role=Role.USER, body=text, sender=sender)


def close_active(service: Service, space: str, chat: str) -> Conversation | None:
    """Complete the conversation that a chat is in; None if it is in none."""
    active = active_conversation(service.knowledge, space, chat)
    return close(service, space, active.id) if active is not None else None


def close(service: Service, space: str, id: str) -> Conversation:
    """Complete the conversation, so that it can be found. Raises NotFound."""
    policy = service.rounds_of(space).policy
    closed = close_conversation(service.knowledge, space, id, now=service.now(), policy=policy)
    service.wake(space)
    return closed


def _offer_id(chat: str) -> str:
    return f"offer:{blake2b(chat.encode(), digest_size=12).hexdigest()}"


def _kept_offer(service: Service, request: RecallRequest, now: datetime) -> Offer | None:
    id = _offer_id(request.chat)
    found = service.knowledge.get(request.space, [id]).get(id)
    kept = found if isinstance(found, Offer) and found.kind else None
    offer = _by_reply(service, request, kept)
    return offer if offer and (now - offer.created_at).total_seconds() < OFFER_HOURS * 3600 else None


def _by_reply(service: Service, request: RecallRequest, kept: Offer | None) -> Offer | None:
    """The offer as the model's reply has it: the model that answered from the past knows better than a match of words.

    The prompt asks it to end with an offer if the past does not answer all. A reply without an offer leaves none. If
    there is no reply, or `kept` is an offer of another kind, `kept` stands.
    """
    asked, reply = ([None] * 2 + service.knowledge.messages(request.space, chat=request.chat, limit=2))[-2:]
    if (
        asked is None
        or reply is None
        or reply.role is not Role.ASSISTANT
        or (kept is not None and kept.kind != Recalled.kind)
    ):
        return kept
    language = offers_more(reply.body)
    if language is None:
        return None
    if kept is not None:
        return kept
    return Offer(
        id=_offer_id(request.chat),
        chat=request.chat,
        kind=Recalled.kind,
        body=asked.body,
        language=language.code,
        created_at=reply.sent_at,
    )


def _keep(service: Service, request: RecallRequest, kept: Offer | None, outcome: Outcome, now: datetime) -> None:
    """Store as the chat's offer what was asked now, empty if nothing was; note in its conversation what it recalls."""
    offer = offered(request, kept, outcome, now)
    if offer is None and kept is not None:
        offer = replace(kept, kind="", body="", conversations=(), created_at=now)
    recalled = (outcome.past.conversation.id,) if isinstance(outcome, Recalled | FoundBefore) else ()
    is_told = recalled or isinstance(outcome, Bypassed | Research)
    active = active_conversation(service.knowledge, request.space, request.chat) if is_told else None

    def decide(plan: WritePlan) -> None:
        if offer is not None:
            plan.add(put(offer))
        if active is not None:
            # A conversation with new research is more than a recall.
            told = tuple(dict.fromkeys((*active.recalls, *recalled))) if recalled else ()
            if told != active.recalls:
                plan.add(PutNode(active.label, active.id, {"recalls": told}))

    service.knowledge.change(request.space, decide)


def offered(request: RecallRequest, kept: Offer | None, outcome: Outcome, now: datetime) -> Offer | None:
    """What the outcome asks the user, if it asks anything."""
    conversations: tuple[str, ...] = ()
    question = request.text
    match outcome:
        case Several(pasts=pasts):
            conversations = tuple(past.conversation.id for past in pasts)
            if kept is not None and kept.conversations == conversations:
                question = kept.body  # The user is asked again which one: the question is still the first one.
        case NothingFound(subject=subject):
            question = subject or question
        case FoundBefore():
            pass
        case Recalled(missing=missing) if missing:
            pass
        case _:
            return None
    return Offer(
        id=_offer_id(request.chat),
        chat=request.chat,
        kind=outcome.kind,
        body=question,
        conversations=conversations,
        language=outcome.language,
        created_at=now,
    )
