"""Tells what an assistant says from what it thinks before: `<think>…</think>`, also cut off or without a first tag."""

from __future__ import annotations

import re

_TAG = r"(?:think|thinking|thought|reasoning)"
_ANY = re.compile(rf"</?{_TAG}>", re.IGNORECASE)
_FIRST = re.compile(rf"\A\s*<({_TAG})>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_HEADLESS = re.compile(
    rf"\A(?:(?!<{_TAG}>).)*?^[ \t]*</{_TAG}>[ \t]*(?:\n|\Z)", re.DOTALL | re.IGNORECASE | re.MULTILINE
)
_LATER = re.compile(rf"^[ \t]*<({_TAG})>.*?</\1>[ \t]*$", re.DOTALL | re.IGNORECASE | re.MULTILINE)


def without_reasoning(text: str) -> tuple[str, str]:
    """What is said, and the reasoning: "" if there is none.

    Reasoning stands first, with or without its first tag, or in lines of its own. Tags in a sentence or near code are
    spoken of.
    """
    if not _ANY.search(text):
        return text, ""
    said, thoughts = text, []
    patterns = [_FIRST, _FIRST, _HEADLESS, *([] if "```" in text else [_LATER])]
    for pattern in patterns:
        for match in pattern.finditer(said):
            thoughts.append(match[0].strip())
        said = pattern.sub("", said)
    return (said.strip(), "\n".join(thoughts)) if thoughts else (text, "")
