"""English, put together."""

from __future__ import annotations

from languages.english.analysis import ANALYSIS
from languages.english.asking import ASKING
from languages.english.borrowed import BORROWED
from languages.english.clauses import CLAUSES
from languages.english.dates import DATES
from languages.english.names import NAMES
from languages.english.net import NET
from languages.english.phrases import PHRASES
from languages.english.recall import RECALL
from languages.english.story import STORY
from languages.language import Language

LANGUAGE = Language(
    code="en",
    name="English",
    analysis=ANALYSIS,
    asking=ASKING,
    borrowed=BORROWED,
    clauses=CLAUSES,
    dates=DATES,
    names=NAMES,
    net=NET,
    phrases=PHRASES,
    recall=RECALL,
    story=STORY,
    prompts="english/prompts",
)
