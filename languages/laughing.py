"""How people laugh in writing, in most languages."""

from __future__ import annotations

from typing import Final

from languages.language import Regex

JOKES: Final[Regex] = r"(?i)(?:\b(?:b?w?a?(?:ha){2,}h?|lol|lmao|rofl)|[😂🤣])\W*$"
"""How people end a statement that they do not mean, in most languages. A smile alone does not count."""
