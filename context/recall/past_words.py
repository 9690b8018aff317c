"""The words about past conversations, in the language of the talk: days, lists, prompts, and what is missing."""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final

from context.recall.outcomes import Past
from context.recall.subject import Subject
from graph.text.courtesies import found_in, is_farewell, plain
from graph.text.search_terms import terms, word_terms
from graph.text.sentences import sentences
from graph.text.tokens import count_tokens
from graph.values.items import Message, Role
from languages.language import Language
from languages.registry import LANGUAGES

MISSING_PART: Final = 1 / 3
"""If a larger part of the asked words is missing, the conversation answers something else. A few may be paraphrased."""

ANSWER_TOKENS_MAX: Final = 250
"""How much people read: about one reply."""


def day_of(at: datetime, language: Language, now: datetime) -> str:
    """5 October; with the year if that is not the present one."""
    day = language.phrases.day(at.date())
    return day if at.year != now.year else day.replace(f" {at.year}", "")


def on_day(day: str, language: Language) -> str:
    """The day with the language's "on": "on 5 October", "5 Ekim'de"."""
    behind = language.recall.behind_day
    ends = [end for end in behind if day.endswith(end)]
    return language.recall.on_day.format(day=day, behind=behind[max(ends, key=len)] if ends else "")


def numbered_list(pasts: Sequence[Past], language: Language) -> str:
    """One line for each: "1) title - day", with the year, since entries may differ only in it."""
    titles = (f"{past.title} - {language.phrases.day(past.at.date())}" for past in pasts)
    return "\n".join(f"{number}) {title}" for number, title in enumerate(titles, 1))


def topic_of(text: str, language: Language) -> str:
    """The words that name the message's topic, with their preposition: "about coffee"; without a topic, "on this"."""
    return found_in(language, language.recall.about, text).rstrip(" ?.!") or language.recall.this_topic


def capital(text: str, language: Language) -> str:
    """The text with a capital at its start, as the language writes it."""
    capitals = {small: large for large, small in language.analysis.lower_case.items()}
    return capitals.get(text[:1], text[:1].upper()) + text[1:]


def missing_in(subject: Subject, question: str, past: Past, messages: Sequence[Message], here: Language) -> list[str]:
    """What was asked for but the conversation does not say: details, words if too many are missing, and a number.

    Only words are compared: a synonym counts as missing, and a wrong answer with the right words counts as an answer.
    """
    terms_said = set(terms("\n".join((past.title, *past.conversation.topics, *(message.body for message in messages)))))
    terms_said |= {term for message in messages for term in terms(message.body)}
    words = subject.words
    absent = [word for word in words if terms_said.isdisjoint(word_terms(word, here))]
    is_much = bool(words) and len(absent) / len(words) > MISSING_PART
    written = dict(zip(words, subject.written, strict=True))
    missing = [written[word] for word in absent if is_much or word in subject.details]
    number = found_in(here, here.recall.amount, plain(question))
    replies = " ".join(message.body for message in messages if message.role is Role.ASSISTANT)
    if number and not any(sign.isdigit() for sign in replies):
        missing.append(number)
    return missing


def offers_more(reply: str) -> Language | None:
    """The language in which a reply ends with the offer to research anew that the prompt asks for; None without it."""
    reply_words = plain(reply)
    return next((each for each in LANGUAGES if (offer := _offer_of(each)) and reply_words.endswith(offer)), None)


@lru_cache(16)
def _offer_of(language: Language) -> str:
    """The last sentence of what is said when the past has no answer. Models may reword the other sentences."""
    incomplete = language.recall.incomplete
    places = sentences(incomplete)
    return plain(incomplete[places[-1][0] :]) if places else ""


def best_reply(words: Sequence[str], messages: Sequence[Message], language: Language) -> str:
    """The reply nearest to the words, the longest among equals; a long one is cut, at a sentence end if possible."""
    nearness = _nearness(words, messages, language)
    replies = [
        at for at, message in enumerate(messages) if message.role is Role.ASSISTANT and not is_farewell(message.body)
    ]
    best_at = max(replies, key=lambda at: (nearness[at], len(messages[at].body)), default=None)
    best = messages[best_at].body if best_at is not None else ""
    while count_tokens(best) > ANSWER_TOKENS_MAX:
        best = best[: len(best) * 3 // 4].rpartition(". ")[0] or best[: len(best) * 3 // 4]
    return best


def prompt_of(
    past: Past, messages: Sequence[Message], *, question: str, words: Sequence[str], language: Language, tokens_max: int
) -> tuple[str, bool]:
    """The instruction to answer from the past conversation, and whether it has all of it or only parts near `words`."""
    table = language.recall

    def filled(lines: Sequence[str]) -> str:
        return table.prompt.format(
            title=past.title,
            day=past.day,
            conversation="\n\n".join(lines),
            question=question,
            incomplete=table.incomplete,
        )

    lines = [f"{table.user if message.role is Role.USER else table.assistant}: {message.body}" for message in messages]
    whole = filled(lines)
    if count_tokens(whole) <= tokens_max:
        return whole, True
    left = tokens_max - count_tokens(filled([table.parts_only]))
    nearness = _nearness(words, messages, language)
    order = sorted(range(len(lines)), key=lambda at: (-nearness[at], at))
    chosen: set[int] = set()
    for at in order:
        tokens = count_tokens(lines[at]) + 2
        if tokens <= left:
            chosen.add(at)
            left -= tokens
    return filled([table.parts_only, *(lines[at] for at in sorted(chosen))]), False


def _nearness(words: Sequence[str], messages: Sequence[Message], language: Language) -> list[float]:
    """How much each message has to do with the words: its own share, and half of that of the message before.

    A word weighs less the more messages have it: one that is in every line says little about any of them.
    """
    terms_by_message = [frozenset(terms(message.body)) for message in messages]
    forms = [frozenset(word_terms(word, language)) for word in words]
    weights = {each: 1 / max(1, sum(not each.isdisjoint(line) for line in terms_by_message)) for each in forms}
    shares = [sum(weight for each, weight in weights.items() if not each.isdisjoint(line)) for line in terms_by_message]
    return [share + before / 2 for before, share in zip([0.0, *shares], shares, strict=False)]
