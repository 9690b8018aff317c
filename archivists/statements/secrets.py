"""Keys, passwords, PINs and card numbers: nothing that is made of a message repeats them."""

from __future__ import annotations

import re
from functools import lru_cache

from graph.text.patterns import regex
from languages.registry import LANGUAGES

REDACTED = "•••"

WORD_LETTERS_MIN = 4
"""A password of letters only is told from other words by standing last: "my password is swordfish"."""

TOKEN_CHARS_MIN = 20
"""No word of so many characters has capitals, small letters and three digits, unless somebody rolled dice."""

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
"""What stands for signs behind a secret: that a sentence or clause ends, but not by which: it may be the secret's."""


@lru_cache(1024)
def without_secrets(text: str) -> str:
    """The text with `•••` for each secret: by its own shape, or because its name stands before it."""
    text = _KEYS.sub(REDACTED, text)
    if any(sign.isdigit() for sign in text):
        text = _CARD.sub(lambda number: REDACTED if _is_card(number[0]) else number[0], text)
    for language in LANGUAGES:
        text = regex(language, language.borrowed.secret).sub(_hidden, text)
    return text


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
