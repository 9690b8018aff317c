"""Recall takes a message and returns an outcome. It only reads; the caller decides what happens to the chat."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from context.recall.follow_up import Chosen, NoSuch, chosen_of, says_yes
from context.recall.intent import Detected, Intent, Tier, detect, tier_of
from context.recall.outcomes import (
    Bypassed,
    FoundBefore,
    NewTopic,
    NothingFound,
    OrdinaryTalk,
    Outcome,
    Past,
    Recalled,
    Research,
    Satisfied,
    Several,
)
from context.recall.past_words import (
    best_reply,
    capital,
    day_of,
    missing_in,
    numbered_list,
    on_day,
    prompt_of,
    topic_of,
)
from context.recall.subject import Subject, asked_words, subject_of
from graph.embedders.choice import question_vector
from graph.forgetting.expiry import shown_index
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label
from graph.text.days import Days
from graph.text.identification import readers, told
from graph.values.codec import item_of
from graph.values.items import Conversation, ConversationStatus, Message, Offer, Role, Summary
from graph.values.masked import S, masked
from graph.values.speaker_clock import on_own_clock
from languages.language import Language
from languages.registry import BY_CODE

FOUND_MAX: Final = 5  # As the document has it: nobody chooses from a longer list.
GOOD: Final = 0.5  # It says half of what was asked, weighed by rarity: see docs/how-to/recall.md for the figures.
READ_MAX: Final = 20  # Before those are left out that only retell another one.
LEAD: Final = 0.15  # The difference between a word in a title and the same word in a line.
SPOKEN_MESSAGES: Final = 6  # Of the chat; they tell the language of a message such as "2".
MESSAGES_MAX: Final = 2_000  # Of one conversation.


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallRequest:
    """A message of a chat, and how long the prompt may be."""

    space: str
    text: str
    chat: str = ""
    tokens_max: int = 8_000
    redact: bool = True  # Secrets are hidden in what is told.


def recall(knowledge: KnowledgeGraph, request: RecallRequest, *, offer: Offer | None, now: datetime) -> Outcome:
    """What the message wants from the past, and what is found. About four reads; asks no model but the embedder."""
    return _Recall(knowledge, request, offer, now).outcome()


class _Recall:
    """One message while it is understood."""

    def __init__(self, knowledge: KnowledgeGraph, request: RecallRequest, offer: Offer | None, now: datetime) -> None:
        self.knowledge = knowledge
        self.request = request
        self.offer = offer
        self.now = now
        self.spoken = self._spoken()
        self._index = shown_index(knowledge, request.space, chat=request.chat, now=now)
        self.detected = detect(request.text, spoken=self.spoken, embedder=knowledge.embedder)
        self.language = self.detected.language

    def outcome(self) -> Outcome:
        """What the message means as an answer to the last offer, or by itself."""
        detected = self.detected
        is_answer = self.offer is not None and detected.intent is not Intent.BYPASS
        if is_answer and (answered := self._answered()) is not None:
            return replace(answered, wants=Intent.REPLY, language=self.language.code)
        found, confidence = self._by_itself(detected), detected.confidence
        return replace(found, wants=detected.intent, confidence=confidence, language=self.language.code)

    # --- A message by itself

    def _by_itself(self, detected: Detected) -> Outcome:
        match detected.intent:
            case Intent.BYPASS:
                return self._bypassed(detected)
            case Intent.RECALL:
                return self._asked_back(self.request.text, detected.why)
            case Intent.NEW_TOPIC:
                return NewTopic(why=detected.why)
            case Intent.SATISFIED:
                return Satisfied(why=detected.why)
            case Intent.AMBIGUOUS:
                return self._ambiguous(detected)
            case Intent.REPLY | Intent.NONE:
                return OrdinaryTalk(why=detected.why)

    def _asked_back(self, question: str, why: str) -> Outcome:
        subject = self._subject_of(question)
        if subject.words or subject.days:
            pasts = self._search(subject, subject.days)
            if subject.words and subject.days and not pasts and (pasts := self._search(subject)):
                # The day is a detail: a wrong one does not deny the subject, but is named.
                listed = self._listed(pasts, question, f"{why}; nothing of it was said {subject.time}")
                day = capital(self.language.recall.other_day.format(time=subject.time), self.language)
                return replace(listed, say=f"{day} {listed.say}")
        else:
            pasts, why = self._newest(), f"{why}; no topic is named, so these are the newest"
        if subject.wants_last:
            pasts = sorted(pasts, key=lambda past: past.at)[-1:]
        return self._listed(pasts, question, why)

    def _listed(self, pasts: Sequence[Past], question: str, why: str) -> Outcome:
        """The conversation that is meant, a list, or nothing."""
        if not pasts:
            subject = self._subject_of(question)
            topic = subject.time if subject.time and not subject.words else topic_of(question, self.language)
            say = capital(self.language.recall.not_found.format(topic=topic), self.language)
            return NothingFound(why=why, say=say, subject=subject.text)
        if _stands_out(pasts):
            return self._recalled(pasts[0], question, why)
        say = self.language.recall.several.format(list=numbered_list(pasts, self.language))
        return Several(why=why, say=say, pasts=tuple(pasts))

    def _ambiguous(self, found: Detected) -> Outcome:
        question = self.request.text
        pasts = self._search(self._subject_of(question))
        if not pasts:
            return self._research(question, found.why)
        if not _stands_out(pasts):
            return self._listed(pasts, question, found.why)
        past = pasts[0]
        say = self.language.recall.found.format(
            on_day=on_day(past.day, self.language), summary=self._summary_of(past.conversation)
        )
        return FoundBefore(why=found.why, say=say, past=past)

    def _bypassed(self, found: Detected) -> Outcome:
        """New research, on the last offer's question if the message names no topic of its own."""
        own = asked_words(self.request.text, self.language)
        question = self.offer.body if self.offer is not None and not own else self.request.text
        return self._research(question, found.why, Bypassed)

    def _research(self, question: str, why: str, kind: type[Research | Bypassed] = Research) -> Outcome:
        tier = tier_of(question, self.language)
        name = self.language.recall.tiers[[*Tier].index(tier)]
        return kind(why=why, tier=tier, question=question, tier_name=name)

    # --- A message that answers

    def _answered(self) -> Outcome | None:
        """What the message says to the last offer; None if it says something else."""
        offer = self.offer
        assert offer is not None
        text, languages = self.request.text, readers(self.language)
        pasts = self._pasts(offer.conversations) if len(offer.conversations) > 1 else []
        match chosen_of(text, pasts, languages):
            case Chosen(place):
                return self._recalled(pasts[place], offer.body, f"number {place + 1} of the list is meant")
            case NoSuch():
                say = self.language.recall.which.format(count=len(pasts), list=numbered_list(pasts, self.language))
                why = "the list has no such number or date"
                return Several(why=why, say=say, pasts=tuple(pasts))
        match says_yes(text, languages):
            case True:
                return self._research(offer.body, "the offer is accepted")
            case False:
                return Satisfied(why="the offer is declined")
        return None

    # --- What is read

    def _recalled(self, past: Past, question: str, why: str) -> Recalled:
        messages = self._messages_of(past.conversation)
        subject, table = self._subject_of(question), self.language.recall
        words = subject.words
        missing = missing_in(subject, question, past, messages, self.language)
        prompt, is_whole = prompt_of(
            past,
            messages,
            question=question,
            words=words,
            language=self.language,
            tokens_max=self.request.tokens_max,
        )
        answer = best_reply(words, messages, self.language) or self._summary_of(past.conversation)
        say = table.recalled.format(on_day=on_day(past.day, self.language), title=past.title, answer=answer)
        say = f"{say}\n\n{table.incomplete}" if missing else say
        return Recalled(
            why=why,
            say=say,
            past=past,
            prompt=prompt,
            is_whole=is_whole,
            missing=tuple(missing),
        )

    def _subject_of(self, question: str) -> Subject:
        return subject_of(question, self.language, self.now, is_day_first=self._index.is_day_first)

    def _search(self, subject: Subject, days: Sequence[Days] = ()) -> list[Past]:
        """Those that score GOOD or more, best first."""
        index, embedder = self._index, self.knowledge.embedder
        vector = question_vector(embedder, index.as_told(subject.text)) if index.has_vectors else None
        found = index.search_conversations(subject.asked, READ_MAX, vector=vector, days=days)
        hits = [hit for hit in found if hit.score >= GOOD]
        pasts = self._pasts([hit.id for hit in hits], [hit.score for hit in hits])
        return [past for past in pasts if not _is_told_again(past, pasts)][:FOUND_MAX]

    def _newest(self) -> list[Past]:
        """The last conversations. One that only retells others is replaced by those. Two reads."""
        nodes = self.knowledge.store.find(
            self.request.space,
            Label.CONVERSATION,
            {"status": str(ConversationStatus.COMPLETE)},
            order="-last_at",
            limit=READ_MAX,
        )
        there = self._index.entries([node.id for node in nodes])
        talks = [item_of(node, Conversation) for node in nodes if node.id in there]
        recalled = {past.conversation.id: past for past in self._pasts([id for talk in talks for id in talk.recalls])}
        pasts: dict[str, Past] = {}
        for talk in talks:
            again = [recalled[id] for id in talk.recalls if id in recalled]
            pasts |= {past.conversation.id: past for past in again or [self._past(talk, 0.0)]}
        return [*pasts.values()][:FOUND_MAX]

    def _pasts(self, ids: Sequence[str], scores: Sequence[float] = ()) -> list[Past]:
        """The conversations that still exist. One read."""
        by_id = dict(zip(ids, scores, strict=False))
        items = self.knowledge.get(self.request.space, ids).values()
        return [self._past(item, by_id.get(item.id, 0.0)) for item in items if isinstance(item, Conversation)]

    def _past(self, conversation: Conversation, score: float) -> Past:
        zone = self._index.zone
        conversation = replace(self._told(conversation), last_at=on_own_clock(conversation.last_at, zone))
        day = day_of(conversation.last_at, self.language, on_own_clock(self.now, zone))
        return Past(conversation=conversation, score=round(score, 4), day=day)

    def _messages_of(self, conversation: Conversation) -> list[Message]:
        found = self.knowledge.messages(self.request.space, conversation=conversation.id, limit=MESSAGES_MAX)
        return [*map(self._told, found)]

    def _told(self, item: S) -> S:
        return masked(item) if self.request.redact else item

    def _summary_of(self, conversation: Conversation) -> str:
        summary = self.knowledge.get(self.request.space, [conversation.summary]) if conversation.summary else {}
        texts = [self._told(item).body for item in summary.values() if isinstance(item, Summary)]
        # A summary without a model only quotes, and in research mostly the assistant.
        text = texts[0].removeprefix(f"{Role.ASSISTANT}: ") if texts else ", ".join(conversation.topics)
        return text.replace(f" {Role.ASSISTANT}: ", f" {self.language.recall.assistant}: ")

    def _spoken(self) -> Language | None:
        """The language of the last offer, or of the chat's last messages."""
        if self.offer is not None and self.offer.language in BY_CODE:
            return BY_CODE[self.offer.language]
        last = self.knowledge.messages(self.request.space, chat=self.request.chat, limit=SPOKEN_MESSAGES)
        return told("\n".join(message.body for message in last)) if last else None


def _is_told_again(past: Past, pasts: Sequence[Past]) -> bool:
    """Whether it only retells one of `pasts` that scores about as well. Then that one is meant."""
    repeats = [other for other in pasts if other.conversation.id in past.conversation.recalls]
    return any(round(past.score - other.score, 4) <= LEAD for other in repeats)


def _stands_out(pasts: Sequence[Past]) -> bool:
    """Whether the first is the only one, or clearly ahead of the second."""
    return len(pasts) == 1 or pasts[0].score - pasts[1].score >= LEAD
