"""Families of texts whose cost might grow faster than their length."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

QUOTES = "'\"\\'“‘«("
UNITS = {
    "nested quotes": QUOTES,
    "guillemets": "«",
    "double quotes": "“",
    "single quotes": "‘",
    "apostrophes": "'",
    "corner brackets": "「",
    "open brackets": "([{<",
    "closed brackets": ")]}>",
    "quoted sentences": "“a. ",
    "full stops": ".",
    "spaced full stops": ". ",
    "commas": ", ",
    "dashes": "-",
    "spaced dashes": "- ",
    "underscores": "_",
    "backticks": "`",
    "asterisks": "*",
    "colons": ":",
    "hashes": "#",
    "question marks": "?",
    "blanks": " ",
    "tabs": "\t",
    "lines": "\n",
    "lines of quotes": "> a\n",
    "lines of list": "1. a\n",
    "carriage returns": "\r",
    "one letter": "a",
    "one capital": "A",
    "capitals": "A ",
    "names": "Ada Lovelace ",
    "digits": "1",
    "spaced digits": "1 ",
    "dates": "3 May 2026, ",
    "slashed dates": "01/02/2026 ",
    "dotted digits": "1.1.",
    "times": "10:30 ",
    "weekdays": "last Monday ",
    "yesterday": "yesterday ",
    "ago": "two days ago ",
    "months": "May ",
    "gestern": "gestern ",
    "dün": "dün ",
    "ordinals": "II. A ",
    "and": "and ",
    "function words": "the of and to in ",
    "I": "I ",
    "my": "my ",
    "what": "what ",
    "which book": "which book ",
    "negations": "not ",
    "amounts": "$1,000.00 ",
    "addresses": "a@b.co ",
    "links": "https://a.b/c?d=e&f=",
    "key": "sk-Ab1",
    "password": "password: ",
    "code": "x = f(1); ",
    "json": '{"a":[',
    "html": "<div>",
    "think": "<think>",
    "memory": "<memory>",
    "end of memory": "</memory>",
    "table": "| a | b ",
    "emoji": "😀",
    "joined emoji": "👨\u200d👩\u200d👧",
    "accents": "e\u0301",
    "only accents": "\u0301",
    "invisible": "\u200b",
    "dotted i": "İ",
    "dotless i": "ı ",
    "Chinese": "我喜欢",
    "Chinese sentences": "我喜欢。",
    "Thai": "สวัสดี",
    "Arabic": "مرحبا ",
    "Hindi": "नमस्ते ",
    "Korean": "안녕 ",
    "Greek": "αβγ ",
    "apostrophe words": "Ankara'da ",
    "hyphens": "a-b-",
    "elided": "l'a'",
    "ellipses": "... ",
    "prose": "I went to the lake with Ada. We swam, and it was cold! ",
}
"""What is repeated, by name."""


def repeated(unit: str) -> Callable[[int], str]:
    """Texts of a length that repeat the unit."""
    return lambda length: (unit * (length // len(unit) + 1))[:length]


def nested(before: str, after: str) -> Callable[[int], str]:
    """Texts of a length that open as often as they close."""
    return lambda length: before * (length // 2 // len(before)) + after * (length // 2 // len(after))


def different(form: str) -> Callable[[int], str]:
    """Texts of a length in which each word is another one."""

    def made(length: int) -> str:
        words, size = [], 0
        for number in product("abcdefghijklmnop", repeat=5):
            if size >= length:
                break
            words.append(form.format("".join(number)))
            size += len(words[-1])
        return "".join(words)[:length]

    return made


FAMILIES: dict[str, Callable[[int], str]] = {
    **{name: repeated(unit) for name, unit in UNITS.items()},
    "nested brackets": nested("(", ")"),
    "nested guillemets": nested("«", "»"),
    "nested double quotes": nested("“", "”"),
    "nested words in quotes": nested("“a ", "b” "),
    "different words": different("{} "),
    "different names": different("X{} "),
    "different sentences": different("{}. "),
    "different lines": different("{}\n"),
    "different sentences of names": different("I met X{}. "),
    "different pairs": different("X{} Lee, "),
    "words in one": different("{}"),
    "different numbers": lambda length: " ".join(map(str, range(length // 5)))[:length],
}
