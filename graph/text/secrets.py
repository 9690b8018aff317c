"""Hides keys, passwords, PINs and card numbers, so that nothing made of a message repeats them."""

import re
from collections.abc import Callable
from functools import lru_cache

from graph.text.analysis import SLICE_CHARS_MAX
from graph.text.patterns import regex
from languages.language import RANDOM, Language
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
    r"\bgh[a-z]_\w{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bAIza[\w-]{30,}|\bxox[a-z]-[\w-]{10,}|"
    r"(?<![\w/+=.-])(?=[\w/+]*[a-z])(?=[\w/+]*[A-Z])(?=[\w/+]*\d)[A-Za-z\d/+]{40}(?![\w/+=])|"
    rf"(?<![\w/.=-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=(?:[\w-]*\d){{3}})[A-Za-z0-9_-]{{{TOKEN_CHARS_MIN},}}(?![\w/])",
    re.DOTALL,
)


def _any(words_of: Callable[[Language], str]) -> str:
    """The alternatives of all languages: people mix them, and short lines show none."""
    return "|".join(words for each in LANGUAGES if (words := words_of(each)))


_PASSWORD = rf"(?<![^\W_])(?:[^\W\d_]+-?)?(?:{_any(lambda each: each.borrowed.passwords)}|pwd?)"
_CODE = rf"(?<![^\W_])(?:{_any(lambda each: each.borrowed.codes)})"
_LINKED = _any(lambda each: each.borrowed.linked)
_LINK = rf"(?:['’]s|\s*[:=,])?\s+(?:(?:{_LINKED})\b\s*[:=]?\s*)*[\"'“„‘`]?"
_NAMING = rf"(?:[\"'”’`]?\s+|(?=['’]s))(?:{_any(lambda each: each.borrowed.naming)})\s+(?:[^\W\d_]+\s+){{0,3}}?"
_NAMED_SO_FAR = rf"(?=\s*(?:[.,;!?)\n]|$)|\s+(?:{_LINKED})\b)"
_VALUE = r"[^\s\"'“”’`,;/]"
_MIXED = rf"(?=\S*\d)(?=\S*[^\W\d_])(?P<secret>{_VALUE}{{5,}})"
_NAMED = tuple(
    re.compile(source, re.IGNORECASE)
    for source in (
        # "postgres://app:secret@host", "https://ada:secret@host"
        r"\b[a-z][a-z\d+.-]{0,30}://[^\s:/@]*:(?P<secret>[^\s@/]+)(?=@)",
        # "password for the bank changed, it's Walnut-55"
        rf"{_PASSWORD}\b[^\n.!?]{{0,40}}?[\s:=\"'“„]{RANDOM}(?P<secret>{_VALUE}{{5,}})",
        rf"{_PASSWORD}\b[^\n.!?:]{{0,24}}[:=]\s*[\"'“„‘`]?{_MIXED}",
        rf"{_PASSWORD}\b{_LINK}{_MIXED}",
        rf"(?:{_PASSWORD}|(?<![^\W_])pass)\s*[:=]\s*[\"'“„‘`]?(?P<secret>[^\s\"'“”’`]{{4,}})",
        rf"{_PASSWORD}\s*[:=]?\s*(?P<secret>[\"“„][^\"”“\n]{{4,80}}[\"”“])",
        r"(?<![^\W_])log-?in\b[^\n.!?]{0,40}?\s" + RANDOM + rf"(?P<secret>{_VALUE}{{6,}})",
        rf"(?<![^\W_])(?:wi-?fi|wlan)\s*[:=]\s*{_MIXED}",
        r"(?:secret|token|api[ _-]?key|access[ _-]?key)[\"'”’`]?(?:\s*[:=]|\s+(?:is|ist))\s*[\"'“„‘`]?(?=\S*\d)"
        r"(?P<secret>[^\s\"'“”’`,;]{8,})",
        # "curl -u ada:secret", "mysql -u root -psecret"
        r"\bcurl\b[^\n]{0,80}?\s(?:-u|--user)[ =]?[\"']?[^\s:\"']{1,64}:(?P<secret>[^\s\"']+)",
        r"\bmysql\w*\b[^\n]{0,80}?\s-p(?P<secret>[^\s\"']{3,})",
        # Twelve to twenty-four words that open a wallet, or the words after "passphrase".
        r"\b(?:seed|recovery|mnemonic) phrase\b[^\n:]{0,20}[:=]\s*(?P<secret>(?:[a-z]{3,8}\s+){11,23}[a-z]{3,8})",
        r"\b(?:social security|ssn)\b[^\n.!?\d]{0,24}(?P<secret>\d{3}-?\d{2}-?\d{4})\b",
        rf"{_CODE}\b(?:{_LINK}|\s*[:=]\s*)(?P<secret>\d{{3,8}}\b|\d{{1,2}}(?:-\d{{1,2}}){{2,3}}|(?=\S*\d)[A-Z\d]{{3,6}}(?:-[A-Z\d]{{3,6}})+)",
        # "tiger77 is my password", "use tiger77 as the password", "7733 is my PIN", but not "as my password manager"
        r"(?<![^\s\"'“„‘`])(?=\S{0,64}\d)(?=\S{0,64}[^\W\d_])"  # Of an endless word, each beginning would read it all.
        rf"(?P<secret>{_VALUE}{{5,64}}){_NAMING}{_PASSWORD}(?![\w-]){_NAMED_SO_FAR}",
        rf"(?<![\w-])(?P<secret>\d{{3,8}}){_NAMING}{_CODE}(?![\w-]){_NAMED_SO_FAR}",
        # "changed my password from ••• to tiger77", "Şifremi •••'den tiger77'ye"
        rf"(?:{_PASSWORD}|{_CODE})\b[^\n.!?]{{0,40}}?{REDACTED}(?:['’]\w+\s+|\s+(?:(?:{_LINKED})\s+)+)"
        rf"(?P<secret>(?=\S*\d)(?=\S*[^\W\d_]){_VALUE}{{5,}}|\d{{3,8}}\b)",
        rf"(?P<secret>(?<![\w-])\d{{1,2}}(?:-\d{{1,2}}){{2,3}})[^\n.!?]{{0,20}}\b{_CODE}\b",
    )
)
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b")
_ENDS = ".,;:!?)"
_SHOWN_ENDS = ((".!?", "."), (",;:", ","), (")", ")"))
"""What replaces signs after a secret: it shows that a sentence or clause ends. The sign itself may be the secret's."""


@lru_cache(1024)
def without_secrets(text: str) -> str:
    """The text with `•••` for each secret, known by its own shape or by the name before it."""
    text = _replaced(_KEYS, lambda key: REDACTED, text)
    if any(sign.isdigit() for sign in text):
        text = _replaced(_CARD, lambda number: REDACTED if _is_card(number[0]) else number[0], text)
        text = _replaced(_IBAN, lambda found: REDACTED if _is_iban(found[0]) else found[0], text)
    for pattern in _NAMED:
        text = _replaced(pattern, _hidden, text)
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
        rest = match[0][match.end("secret") - match.start() :]
        behind = "" if match.string.startswith(tuple(_ENDS), match.end("secret")) else match["secret"][len(secret) :]
        end = next((shown for signs, shown in _SHOWN_ENDS if any(sign in behind for sign in signs)), "")
        return match[0][:start] + REDACTED + end + rest
    return match[0]


def _is_iban(account: str) -> bool:
    """Whether its two check digits are right (ISO 13616)."""
    signs = account.replace(" ", "")
    return int("".join(str(int(sign, 36)) for sign in signs[4:] + signs[:4])) % 97 == 1


def _is_card(number: str) -> bool:
    """Whether the last digit is the check digit of the others (Luhn)."""
    digits = [int(sign) for sign in number if sign.isdecimal()]
    doubled = [digit if place % 2 == 0 else digit * 2 for place, digit in enumerate(reversed(digits))]
    return len(set(digits)) > 1 and sum(digit - 9 if digit > 9 else digit for digit in doubled) % 10 == 0
