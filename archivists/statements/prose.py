"""The sentences of a message in plain prose, and in the sender's own words: not quoted, pasted or made up."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from graph.text.analysis import UNSPACED, name_key
from graph.text.block_wrapper import without_blocks
from graph.text.identification import readers
from graph.text.patterns import first_match, regex
from graph.text.sentences import is_behind_ordinal, sentences
from graph.values.items import GENERIC_SENDERS, Message, Role
from languages.folding import fold
from languages.language import CAPITALS, SMALL_LETTERS, Language
from languages.registry import LANGUAGES

QUOTED_CHARS_MAX = 2000
"""A quotation mark that is not closed within this length quotes nothing."""

TITLE_LETTERS_MIN = 4
"""In a title, words from this length on have a capital."""

_FENCED = re.compile(r"(?:```|~~~).*?(?:```|~~~|\Z)", re.DOTALL)
_INLINE_CODE = re.compile(r"(`[^`\s]*`)|`[^`\n]*`")
"""One word in backticks, which names something, or more of them, which are code."""

_QUOTED = re.compile(
    rf"[“„](?P<curved>[^“”„]{{1,{QUOTED_CHARS_MAX}}}?)[”“]|„(?P<typed>[^“”„\"\n]{{1,{QUOTED_CHARS_MAX}}})\"|"
    rf"«(?P<french>[^«»]{{1,{QUOTED_CHARS_MAX}}}?)»|»(?P<german>[^«»]{{1,{QUOTED_CHARS_MAX}}}?)«|"
    r"(?<!\w)\"(?=\S)(?P<straight>[^\"\n]+?)(?<=\S)\"(?!\w)|"
    r"(?<![\w'’])['‘](?=\w)(?P<single>[^\n]+?[\w.!?…])['’](?!\w)"
)
_SENTENCE_ENDS_INSIDE = re.compile(r"\w[.!?…]+(?:\s|$)")
_TAGGED = re.compile(r"<(?P<role>[^\W\d_]+)>.*?(?:</(?P=role)>|\Z)", re.DOTALL)
_LABEL = re.compile(
    r"^[ \t]*(?:[\[(][\d:./ -]{3,20}[\])]\s*)?[\[(*_]*(?P<who>[^\W\d_][\w.’'-]*(?: [^\W\d_][\w.’'-]*){0,2})"
    r"[\])*_]*(?:\s*\([\d:./ apm-]{3,20}\))?:"
)
_BRACKETED = re.compile(r"^[ \t]*\[(?P<who>[^\W\d_]\w*)\](?=\s)")
_MAIL = re.compile(
    r"^[ \t>]*(?:from|von|kimden|gönderen)[ \t]*:.*\n(?:.*:.*\n){0,5}?[ \t>]*(?:subject|betreff|konu)[ \t]*:",
    re.IGNORECASE | re.MULTILINE,
)
"""The head of a mail. Where it ends, and whether anything of the user's follows, nothing shows."""

_COLON = re.compile(r":(?=\s|$|[\"“„«'‘])")
_SENTENCE_ENDS = re.compile(r"[.!?…]\s")
_LETTERS = re.compile(r"[^\W\d_]+")
_HIDDEN = re.compile(r"\s*“…”")
_STOP = re.compile(r"[:.!?](?=\s|$)")
_ROLES = frozenset(role for each in LANGUAGES for role in each.phrases.roles) | GENERIC_SENDERS | {"system"}
_OWN_LEADS = frozenset[str]().union(*(each.borrowed.labels for each in LANGUAGES))
_NO_SPEAKERS = frozenset[str]().union(
    *(each.borrowed.labels | each.names.not_names | each.analysis.stop_words for each in LANGUAGES)
)


@lru_cache(1024)
def own_words(body: str, sender: str) -> str:
    """The text without code, blocks of ours, pasted text, other speakers' lines, and quotations of whole sentences.

    A quotation inside a sentence stays, in its marks: `outright` hides what it says.
    """
    text = _TAGGED.sub(lambda tagged: "" if fold(tagged["role"]) in _ROLES else tagged[0], without_blocks(body))
    text = _MAIL.split(_INLINE_CODE.sub(lambda code: code[1] or "`…`", _FENCED.sub("\n\n", text)), maxsplit=1)[0]
    text = _QUOTED.sub(lambda quote: "“…”" if _is_speech(_inside(quote)) else quote[0], text)
    return "\n".join(_own_lines(text, name_key(sender)))


@lru_cache(1024)
def outright(text: str) -> str:
    """A sentence without any quotation, and without what others say after a colon.

    "One thing: call me Kit" is the speaker's, "the villain whispers: call me Death" is not.
    """
    text = unquoted(text)
    colon = _COLON.search(text)
    if colon is None or any(fold(word[0]) in _OWN_LEADS for word in _LETTERS.finditer(text, 0, colon.start())):
        return text
    return text[: colon.end()]


def unquoted(text: str) -> str:
    """A sentence without any quotation. A name in quotation marks stays: call me "Kit"."""
    return _QUOTED.sub(lambda quote: "“…”" if " " in _inside(quote) else quote[0], text)


def _inside(quote: re.Match[str]) -> str:
    return next(group for group in quote.groups() if group is not None)


def _is_speech(text: str) -> bool:
    return _SENTENCE_ENDS_INSIDE.search(text) is not None and not _is_title(text)


def _is_title(text: str) -> bool:
    words = text.split()
    long_words = [word for word in words if len(word) >= TITLE_LETTERS_MIN]
    return len(words) == 1 or (words[0][:1].isupper() and all(word[:1].isupper() for word in long_words))


def _own_lines(text: str, sender: str) -> Iterator[str]:
    is_anothers = is_later = False
    for line in text.splitlines():
        label = _LABEL.match(line) or _BRACKETED.match(line)
        if is_later and first_match(LANGUAGES, lambda each: each.borrowed.salutation, line):
            return
        if not line.strip():
            is_anothers, is_later = False, True
        elif label is not None and name_key(label["who"]) == sender:
            is_anothers, line = False, line[label.end() :]
        elif label is not None and _is_speaker(label):
            is_anothers = True
        if is_anothers:
            continue
        kept = _kept(line)
        yield line if kept is None else line[:kept]
        if kept is not None or first_match(LANGUAGES, lambda each: each.borrowed.pasted, line):
            return


def _is_speaker(label: re.Match[str]) -> bool:
    """Whether a line begins with its speaker: a role, or capitalised words that do not just introduce a remark."""
    names = label["who"].split()
    if fold(label["who"]) in _ROLES:
        return True
    return (
        label.re is _LABEL
        and all(name[0].isupper() for name in names)
        and _NO_SPEAKERS.isdisjoint(fold(name.strip(".")) for name in names)
    )


def _kept(line: str) -> int | None:
    """How much of the line is the speaker's own if it introduces other words; None if it does not."""
    if asked := first_match(LANGUAGES, lambda each: each.borrowed.asked, line):
        stop = _STOP.search(line, asked.end())
        if stop is not None and (quote := _HIDDEN.match(line, stop.end())):  # The text to work on ends with its marks.
            kept = _kept(line[quote.end() :])
            return None if kept is None else quote.end() + kept
        return len(line) if stop is None or stop[0] == "?" else stop.end()
    colons = [colon.end() for colon in _COLON.finditer(line)]
    if colons and (handed := first_match(LANGUAGES, lambda each: each.borrowed.handed, line)):
        after = (colon for colon in colons if colon > handed.end())
        return next((colon for colon in after if not _SENTENCE_ENDS.search(line, handed.end(), colon)), None)
    return None


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
