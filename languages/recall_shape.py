"""The words and phrases of recall in a language, a part of `languages.language.Language`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

NEVER: Final = r"(?!)"
"""A regex that matches nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """How people ask about earlier conversations, and what they are told then.

    The regexes search folded words and question marks; `about` searches the text as written. Braces are filled in.
    """

    recall: str = NEVER  # certain signs that it asks back; what they do not show, examples do
    ambiguous: str = NEVER  # certain signs that it asks for knowledge, which may be new: "nedir", not "neydi"
    bypass: str = NEVER  # certain signs that it asks for new research, whatever is known
    satisfied: str = NEVER  # enough: a message that says nothing but this and `polite`
    polite: str = NEVER
    yes: str = NEVER
    no: str = NEVER
    amount: str = NEVER  # asks for a number
    thorough: str = NEVER  # asks for more than a short answer
    fillers: str = NEVER  # a whole word that asks for the past but does not say what is asked about
    before_detail: str = NEVER  # a whole word before what is asked of the subject: "which"
    wants_last: str = NEVER  # only the last conversation is meant
    about: str = NEVER  # the group `topic` is what the question is about
    ordinals: tuple[str, ...] = ()  # from the first
    last: str = NEVER
    tiers: tuple[str, str, str] = ("quick", "research", "deep research")
    on_day: str = "{day}"
    behind_day: Mapping[str, str] = field(default_factory=dict)  # how a day ends -> the ending that means "on" after it
    recalled: str = "{on_day}: {title}"
    several: str = "{list}"
    which: str = "1-{count}?"
    not_found: str = "{topic}: -"
    other_day: str = "{time}: -"  # before what was said of the subject on another day
    this_topic: str = ""
    found: str = "{on_day}\n\n{summary}"
    incomplete: str = "…?"
    prompt: str = "{title}\n{day}\n{conversation}\n{question}"  # the design document's instruction to use the past
    parts_only: str = "…"  # above the shown parts of a conversation that is too long
    user: str = "User"
    assistant: str = "Assistant"
