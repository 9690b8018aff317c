"""Hides keys, passwords, PINs and card numbers, so that nothing made of a message repeats them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from graph.text.analysis import SLICE_CHARS_MAX
from graph.text.patterns import regex
from languages.registry import LANGUAGES

REDACTED = "•••"

WORD_LETTERS_MIN = 4
"""From this length a word of letters only may be a password if it comes last: "my password is swordfish"."""

TOKEN_CHARS_MIN = 20
"""A word of this many characters with capitals, small letters and three digits is random."""

REACH_CHARS = 4_000
"""How far after a slice a match that begins in it may end. A name and its secret are some 100 characters."""

_CARD = re.compile(r"(?<![\w+.-])(?:\d[ -]?){12,18}\d(?![\w-])")
_KEYS = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)|"
    r"\beyJ[\w-]{10,}\.[\w-]{10,}(?:\.[\w-]+)?|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\b(?:sk|pk|rk)[-_][\w-]{16,}|"
    r"\bgh[a-z]_\w{20,}|\bxox[a-z]-[\w-]{10,}|"
    rf"(?<![\w/.=-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=(?:[\w-]*\d){{3}})[A-Za-z0-9_-]{{{TOKEN_CHARS_MIN},}}(?![\w/])",
    re.DOTALL,
)
_ENDS = ".,;:!?)"
_SHOWN_ENDS = ((".!?", "."), (",;:", ","), (")", ")"))
"""What replaces signs after a secret: it shows that a sentence or clause ends. The sign itself may be the secret's."""


@lru_cache(1024)
def without_secrets(text: str) -> str:
    """The text with `•••` for each secret, known by its own shape or by the name before it."""
    text = _replaced(_KEYS, lambda key: REDACTED, text)
    if any(sign.isdigit() for sign in text):
        text = _replaced(_CARD, lambda number: REDACTED if _is_card(number[0]) else number[0], text)
    for language in LANGUAGES:
        text = _replaced(regex(language, language.borrowed.secret), _hidden, text)
    return text


def _replaced(pattern: re.Pattern[str], shown: Callable[[re.Match[str]], str], text: str) -> str:
    """Like `pattern.sub`, but a slice at a time: other threads wait while a pattern is searched for.

    A match that reaches the end of the part searched is searched for again in the whole text.
    """
    parts: list[str] = []
    done = at = 0
    while at < len(text):
        end = at + SLICE_CHARS_MAX
        match = pattern.search(text, at, end + REACH_CHARS)
        if match is not None and match.end() == end + REACH_CHARS:
            match = pattern.search(text, match.start())
        if match is None or match.start() >= end:
            at = end
            continue
        parts += text[done : match.start()], shown(match)
        done = at = match.end()
    return "".join(parts) + text[done:]


def _hidden(match: re.Match[str]) -> str:
    secret = match["secret"].rstrip(_ENDS)
    is_last = len(secret) >= WORD_LETTERS_MIN and (secret != match["secret"] or match.end() == len(match.string))
    if not (secret.isalpha() and secret == secret.lower()) or is_last:
        start = match.start("secret") - match.start()
        behind = "" if match.string.startswith(tuple(_ENDS), match.end()) else match["secret"][len(secret) :]
        end = next((shown for signs, shown in _SHOWN_ENDS if any(sign in behind for sign in signs)), "")
        return match[0][:start] + REDACTED + end
    return match[0]


def _is_card(number: str) -> bool:
    """Whether the last digit is the check digit of the others (Luhn)."""
    digits = [int(sign) for sign in number if sign.isdigit()]
    doubled = [digit if place % 2 == 0 else digit * 2 for place, digit in enumerate(reversed(digits))]
    return len(set(digits)) > 1 and sum(digit - 9 if digit > 9 else digit for digit in doubled) % 10 == 0
