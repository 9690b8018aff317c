"""The values for a language without a folder, put together."""

from __future__ import annotations

from languages.language import Analysis, Language
from languages.neutral.elsewhere import ELSEWHERE
from languages.neutral.names import NAMES
from languages.neutral.phrases import PHRASES

NEUTRAL = Language(
    code="",
    name="",
    # Which of these languages a text is in stays unknown, so a search passes over the function words of all.
    analysis=Analysis(stop_words=frozenset[str]().union(*ELSEWHERE.values())),
    names=NAMES,
    phrases=PHRASES,
    # A text of unknown language is read as these. Their word lists apply to every text, since people mix them with
    # their own language. A new language is recognised by its words, and never used for a text without them.
    read_as=("en", "tr"),
    elsewhere=ELSEWHERE,
)
