"""What holds for a language without a folder, put together."""

from __future__ import annotations

from languages.language import Analysis, Language
from languages.neutral.elsewhere import ELSEWHERE
from languages.neutral.names import NAMES
from languages.neutral.phrases import PHRASES

LANGUAGE = Language(
    code="",
    name="",
    # Which of these languages a text is in is not told: it is searched for the function words of none.
    analysis=Analysis(stop_words=frozenset[str]().union(*ELSEWHERE.values())),
    names=NAMES,
    phrases=PHRASES,
    # A text that does not tell its language is read as these, and their word lists hold in every text: people mix
    # them with their own. A new language is told by its words, and never read where they are missing.
    read_as=("en", "tr"),
    elsewhere=ELSEWHERE,
)
