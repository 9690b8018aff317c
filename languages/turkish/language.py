"""Turkish, put together."""

from __future__ import annotations

from languages.language import Language
from languages.turkish.analysis import ANALYSIS
from languages.turkish.asking import ASKING
from languages.turkish.borrowed import BORROWED
from languages.turkish.clauses import CLAUSES
from languages.turkish.dates import DATES
from languages.turkish.names import NAMES
from languages.turkish.net import NET
from languages.turkish.phrases import PHRASES
from languages.turkish.recall import RECALL
from languages.turkish.story import STORY

LANGUAGE = Language(
    code="tr",
    name="Turkish",
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
    prompts="turkish/prompts",
)
