"""Turkish, put together."""

from __future__ import annotations

from languages.language import Language
from languages.turkish.analysis import ANALYSIS
from languages.turkish.asking import ASKING
from languages.turkish.borrowed import BORROWED
from languages.turkish.clauses import CLAUSES
from languages.turkish.dates import DATES
from languages.turkish.grammar import GRAMMAR
from languages.turkish.kinds import KINDS
from languages.turkish.names import NAMES
from languages.turkish.phrases import PHRASES
from languages.turkish.recall import RECALL
from languages.turkish.standing import STANDING
from languages.turkish.statements import STATEMENTS
from languages.turkish.story import STORY
from languages.turkish.topics import TOPICS
from languages.turkish.traits import TRAITS

LANGUAGE = Language(
    code="tr",
    name="Turkish",
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
    prompts="turkish/prompts",
)
