"""What chats and models wrap around words: our own block, recognised when a chat returns it, and reasoning."""

import re
from typing import Final

from languages.language import Phrases
from languages.registry import LANGUAGES, NEUTRAL

TAG: Final = "memory"

CLOSING: Final = f"</{TAG}>\n"

# Clients escape what looks like markup, quote line by line, and cut long texts at either end.
_LESS, _GREATER, _QUOTE = r"(?:<|&lt;|‹)", r"(?:>|&gt;|›)", r"(?:^[ \t]*(?:(?:>|&gt;)[ \t]?)*)?"
_OPEN = rf"{_QUOTE}{_LESS}\s*{TAG}\b[^<>\n]{{0,200}}{_GREATER}"
_CLOSE = rf"{_LESS}\s*[/\\]\s*{TAG}\s*{_GREATER}"
_WHOLE = re.compile(rf"{_OPEN}.*?(?:{_CLOSE}|\Z)", re.DOTALL | re.IGNORECASE | re.MULTILINE)
_HEADLESS = re.compile(rf"\A.*{_CLOSE}", re.DOTALL | re.IGNORECASE)
_FIRST_SENTENCES: Final = {language.phrases.opening.partition(".")[0] for language in (*LANGUAGES, NEUTRAL)}
_HEADINGS: Final = {text for language in (*LANGUAGES, NEUTRAL) for text in language.phrases.headings.values()}
_HEADING = re.compile(rf"(?:{'|'.join(map(re.escape, sorted(_HEADINGS)))})\W*$", re.MULTILINE | re.IGNORECASE)
_BODY = re.compile(
    rf"^\W*(?:{'|'.join(map(re.escape, sorted(_FIRST_SENTENCES)))})\."
    r".*?(?:^[ \t]*$\n(?!\W*##)|\Z)",
    re.DOTALL | re.MULTILINE,
)


def opened(phrases: Phrases) -> str:
    """The first lines of a block."""
    return f"<{TAG}>\n{phrases.opening}\n"


def without_own_blocks(text: str) -> str:
    """The text without our own blocks, if it has their first sentence; a tag alone may be somebody else's and stays."""
    return without_blocks(text) if any(first in text for first in _FIRST_SENTENCES) else text


def without_blocks(text: str) -> str:
    """The text without our blocks: a chat that returns one says nothing by it.

    Tags identify a block. If one tag is cut off, everything on the block's side of the other is removed. Without any
    tag, its first line identifies the block, and it ends at an empty line that no heading follows.
    """
    if TAG not in text.lower() and not any(first in text for first in _FIRST_SENTENCES):
        return text
    text = _WHOLE.sub("\n\n", text)
    headless = _HEADLESS.match(text)
    # Somebody may write about the tag: text before it is the rest of a block only if it has a heading of ours.
    if headless and _HEADING.search(headless[0]):
        text = f"\n\n{text[headless.end() :]}"
    return _BODY.sub("\n\n", text)


_TAG = r"(?:think|thinking|thought|reasoning)"
_ANY = re.compile(rf"</?{_TAG}>", re.IGNORECASE)
_FIRST = re.compile(rf"\A\s*<({_TAG})>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_WITHOUT_FIRST_TAG = re.compile(
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
    patterns = [_FIRST, _FIRST, _WITHOUT_FIRST_TAG, *([] if "```" in text else [_LATER])]
    for pattern in patterns:
        for match in pattern.finditer(said):
            thoughts.append(match[0].strip())
        said = pattern.sub("", said)
    return (said.strip(), "\n".join(thoughts)) if thoughts else (text, "")
