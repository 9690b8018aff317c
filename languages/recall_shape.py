"""The shape of what is known of recall in a language, a part of `languages.language.Language`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

NEVER: Final = r"(?!)"
"""A regex that matches nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """How people ask for what was talked about before, and what is said to them then.

    The regexes are searched in folded words and question marks, `about` in the text as written; braces are filled in.
    """

    memory: str = NEVER  # "do you remember"
    reference: str = NEVER  # "that conversation"
    asked_back: str = NEVER  # a question that can only be about something known: "what was it again"
    talked: str = NEVER  # what the two have said or found together: "we talked"
    past: str = NEVER  # a past behind the past, or one that lasted: "was rising"
    definite: str = NEVER  # any other past: "did"
    earlier: str = NEVER  # a time that is left open: "last time"
    question: str = NEVER
    asks: str = NEVER  # for knowledge, even where `personal` matches: "tell me about"
    personal: str = NEVER  # the speaker, a greeting or a task: no question of knowledge
    claims: str = NEVER  # a verb of a statement, so that a few words are no topic
    bypass: str = NEVER  # new research, whatever is known
    new_topic: str = NEVER
    satisfied: str = NEVER  # if a message says nothing but this and `polite`
    polite: str = NEVER
    yes: str = NEVER
    no: str = NEVER
    amount: str = NEVER  # asks for a number
    thorough: str = NEVER  # asks for more than a short answer
    fillers: str = NEVER  # a whole word that asks for the past, and says nothing of what is asked
    about: str = NEVER  # has what is asked about as its group `topic`
    ordinals: tuple[str, ...] = ()  # from the first
    last: str = NEVER
    tiers: tuple[str, str, str] = ("quick", "research", "deep research")
    on_day: str = "{day}"
    behind_day: Mapping[str, str] = field(default_factory=dict)  # how a day ends -> the ending that "on" has behind it
    recalled: str = "{on_day}: {title}"
    several: str = "{list}"
    which: str = "1-{count}?"
    not_found: str = "{topic}: -"
    this_topic: str = ""
    found: str = "{on_day}\n\n{summary}"
    incomplete: str = "…?"
    prompt: str = "{title}\n{day}\n{conversation}\n{question}"  # the document's order to answer from the past
    parts_only: str = "…"  # stands above the parts of a conversation that is too long
    user: str = "User"
    assistant: str = "Assistant"
