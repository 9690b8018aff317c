"""The sentences of a message in plain prose."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from archivists.statements.own_words import own_words
from graph.text.analysis import UNSPACED, name_key
from graph.text.identification import readers
from graph.text.patterns import regex
from graph.text.sentences import is_behind_ordinal, sentences
from graph.values.items import GENERIC_SENDERS, Message, Role
from languages.language import CAPITALS, SMALL_LETTERS, Language
from languages.registry import LANGUAGES

BODY_CHARS_MAX = 20_000
"""How much of one message is read: a pasted book is not a conversation."""

_BLOB = re.compile(rf"[^\W{UNSPACED}]{{100,}}")
"""A key or a file as text: no language writes it as a word. Patterns look for a word at each of its letters, so that a
page of it held up a round for twenty seconds."""


def _any(words_of: Callable[[Language], str]) -> str:
    """The alternatives of all languages for one regex: the language of a line is not known yet."""
    return "|".join(words for each in LANGUAGES if (words := words_of(each)))


CAPITAL_WORDS = frozenset(word for each in LANGUAGES for word in each.names.capital_words)
"""Words that always have a capital: "I"."""

_MARKUP = re.compile(r"(?<!`)</?[a-zA-Z][^<>\n]{0,200}>|!?\[([^\[\]\n]{0,300})\]\([^()\n]{0,500}\)|https?://\S+")
_CAPTION = re.compile(rf"\[(?:{_any(lambda each: each.clauses.captions)})\b[^\[\]\n]{{0,500}}\]", re.IGNORECASE)
_NOT_PROSE = re.compile(
    r"^\s*(?:#{1,6}\s|\||>|={3,}|-{3,}|//|/\*|\$ |[{}()\[\]<]|"
    r"(?:import [\w.]+$|from [\w.]+ import |def \w+\(|class \w+[:(]|return \S*[(;]|SELECT .*\bFROM\b|"
    r"(?:const|let|var) \w+ ?[=:]))"
)
_BULLET = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s+")
_EMPHASIS = re.compile(r"\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)")
_HEADING = re.compile(r"^(?:\S+\s+){0,8}\S+:\s*$")
_INNER_END = re.compile(
    rf"(?<=[{SMALL_LETTERS}\d]{{2}}[.!?])\s+(?=[{CAPITALS}][\w'’]* ?\w)|"
    rf"(?<=[{SMALL_LETTERS}]{{2}}[.!?])\s+(?=(?:{_any(lambda each: each.clauses.begins_sentence)})\b)"
)  # "to me. I left", "he's ok. my son": taken for abbreviations
ABBREVIATED = re.compile(rf"\b(?:{_any(lambda each: each.clauses.abbreviations)})\.$", re.IGNORECASE)
"""Matches a text that ends in an abbreviation, whose full stop ends no sentence."""
_WORD = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*")
_MODEL_NAMES = re.compile(
    r"\b(?:gpt|chatgpt|claude|gemini|llama|copilot|mistral|qwen|deepseek|grok|assistant)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of prose as somebody wrote it, on one line."""

    text: str
    is_listed: bool  # stands in a list, where sentences are seldom whole


def is_generic(message: Message) -> bool:
    """Whether the speaker is a tool or an unnamed assistant, and no character."""
    if message.role is Role.TOOL:
        return True
    key = name_key(message.sender)
    return message.role is Role.ASSISTANT and (key in GENERIC_SENDERS or bool(_MODEL_NAMES.search(message.sender)))


def sentences_of(message: Message) -> tuple[Sentence, ...]:
    """The sentences of a message in the sender's own words, without headings, tables, captions and web addresses."""
    return prose(message.body[:BODY_CHARS_MAX], message.sender)


@lru_cache(1024)
def prose(body: str, sender: str = "") -> tuple[Sentence, ...]:
    """The sentences of a text in its sender's own words, in order."""
    found: list[Sentence] = []
    for line in map(_without_markup, own_lines(body, sender)):
        if _HEADING.match(line.strip()):
            continue
        is_listed = _BULLET.match(line) is not None
        line = " ".join(_EMPHASIS.sub("", _BULLET.sub("", line)).split())
        for start, end in sentences(line):
            for sentence in _ended(line[start:end].strip()):
                if _WORD.search(sentence):
                    found.append(Sentence(sentence, is_listed))
    return tuple(found)


def own_lines(body: str, sender: str) -> list[str]:
    """The lines of a text in its sender's own words as they were written, without tables, captions and code."""
    lines = own_words(_CAPTION.sub(" ", body), sender).splitlines()
    return [line for line in lines if (plain := _without_markup(line).strip()) and not _NOT_PROSE.match(plain)]


def _without_markup(line: str) -> str:
    return _BLOB.sub(" ", _MARKUP.sub(lambda match: match[1] or " ", line))


def _ended(text: str) -> list[str]:
    """The sentences in a text that the splitter took for one."""
    found: list[str] = []
    start = 0
    for match in _INNER_END.finditer(text):
        before = text[start : match.start()]
        is_ordinal = before[-1] == "." and before[-2].isdigit() and is_behind_ordinal(text, match.end())
        if not is_ordinal and not ABBREVIATED.search(before):
            found.append(before)
            start = match.end()
    return [*found, text[start:]]


def word_count(text: str) -> int:
    """How many words a text has."""
    return sum(1 for _ in _WORD.finditer(text))


def bare(text: str, *languages: Language) -> str:
    """The sentence without the interjections at its start, in any language: people mix them."""
    cut = text
    for each in readers(*languages):
        cut = regex(each, each.clauses.openers).sub("", cut)
    return cut[:1].upper() + cut[1:] if cut else text


def hangs(text: str, language: Language) -> bool:
    """Whether it can only be understood with the sentence before it."""
    return regex(language, language.clauses.hanging).search(text) is not None
