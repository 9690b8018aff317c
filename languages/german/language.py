"""German, put together."""

from __future__ import annotations

from languages.german.analysis import ANALYSIS
from languages.german.asking import ASKING
from languages.german.borrowed import BORROWED
from languages.german.clauses import CLAUSES
from languages.german.dates import DATES
from languages.german.grammar import GRAMMAR
from languages.german.kinds import KINDS
from languages.german.names import NAMES
from languages.german.phrases import PHRASES
from languages.german.recall import RECALL
from languages.german.standing import STANDING
from languages.german.statements import STATEMENTS
from languages.german.story import STORY
from languages.german.topics import TOPICS
from languages.german.traits import TRAITS
from languages.language import Language

LANGUAGE = Language(
    code="de",
    name="German",
    analysis=ANALYSIS,
    asking=ASKING,
    borrowed=BORROWED,
    clauses=CLAUSES,
    dates=DATES,
    grammar=GRAMMAR,
    kinds=KINDS,
    names=NAMES,
    phrases=PHRASES,
    recall=RECALL,
    story=STORY,
    standing=STANDING,
    statements=STATEMENTS,
    topics=TOPICS,
    traits=TRAITS,
    prompts="german/prompts",
)
