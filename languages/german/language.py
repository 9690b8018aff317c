"""German, put together."""

from __future__ import annotations

from languages.german.analysis import ANALYSIS
from languages.german.asking import ASKING
from languages.german.borrowed import BORROWED
from languages.german.clauses import CLAUSES
from languages.german.dates import DATES
from languages.german.names import NAMES
from languages.german.net import NET
from languages.german.phrases import PHRASES
from languages.german.recall import RECALL
from languages.german.story import STORY
from languages.language import Language

LANGUAGE = Language(
    code="de",
    name="German",
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
    prompts="german/prompts",
)
