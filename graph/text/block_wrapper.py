"""The wrapper of a block: written around what an assistant gets, and recognised where a chat hands it back."""

from __future__ import annotations

import re
from typing import Final

TAG: Final = "memory"

OPENING: Final = (
    f"<{TAG}>\nBackground from memory, for this turn only. Draw on it where it helps, "
    "trust the visible messages over it, and do not mention it.\n"
)
OPENING_TURKISH: Final = (
    f"<{TAG}>\nBellekten, yalnız bu tur için arka plan bilgisi. İşe yaradığı yerde ondan yararlan, "
    "görünen mesajlara ondan çok güven, sözünü etme.\n"
)
CLOSING: Final = f"</{TAG}>\n"

# Clients escape what looks like markup, quote line by line, and cut long texts at either end.
_LESS, _GREATER, _QUOTE = r"(?:<|&lt;|‹)", r"(?:>|&gt;|›)", r"(?:^[ \t]*(?:(?:>|&gt;)[ \t]?)*)?"
_OPEN = rf"{_QUOTE}{_LESS}\s*{TAG}\b[^<>\n]{{0,200}}{_GREATER}"
_CLOSE = rf"{_LESS}\s*[/\\]\s*{TAG}\s*{_GREATER}"
_WHOLE = re.compile(rf"{_OPEN}.*?(?:{_CLOSE}|\Z)", re.DOTALL | re.IGNORECASE | re.MULTILINE)
_HEADLESS = re.compile(rf"\A.*{_CLOSE}", re.DOTALL | re.IGNORECASE)
_BODY = re.compile(
    r"^\W*(?:Background from memory, for this turn only|Bellekten, yalnız bu tur için arka plan bilgisi)\."
    r".*?(?:^[ \t]*$\n(?!\W*##)|\Z)",
    re.DOTALL | re.MULTILINE,
)


def without_blocks(text: str) -> str:
    """The text without blocks of ours: a chat that hands one back says nothing by it.

    A block is known by its tags; where one is cut off, all goes that stands on the block's side of the other one.
    Without any tag, it is known by its first line, and ends at an empty line that no heading follows.
    """
    lowered = text.lower()
    if TAG not in lowered and "bellekten" not in lowered:
        return text
    return _BODY.sub("\n\n", _HEADLESS.sub("\n\n", _WHOLE.sub("\n\n", text)))
