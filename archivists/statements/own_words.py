"""Which words of a message are the sender's own: not quoted, pasted, made up, or put into somebody's mouth."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from graph.text.analysis import name_key
from graph.text.block_wrapper import without_blocks
from graph.text.patterns import first_match
from graph.values.items import GENERIC_SENDERS
from languages.folding import fold
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
_WORD = re.compile(r"[^\W\d_]+")
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
    if colon is None or any(fold(word[0]) in _OWN_LEADS for word in _WORD.finditer(text, 0, colon.start())):
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
