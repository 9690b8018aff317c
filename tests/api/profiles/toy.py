"""A profile of tests: a story with a narrator on a game's clock, whose blocks ask who is present."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from api.profiles import Profile
from archivists.keeping.facts import FACTS
from archivists.round_policy import RoundPolicy
from archivists.rounds.proposing import RoundProfile
from context.block_profile import BlockProfile
from context.gather.gathering import Candidates
from context.gather.question import Question
from context.score.formula import Scored
from context.sections import statement_sections
from context.sections.excerpt_section import EXCERPTS
from graph.values.items import Clock, IntakeRule, Role

NAMES = ("words", "present")


class WordsAndPresence:
    """A formula: the words that an item shares with the question, and whether its speaker is present in the scene."""

    def score(self, candidates: Candidates, question: Question, *, now: datetime) -> list[Scored]:
        """Every candidate, best first, equal ones by id."""
        present = question.scene.get("present", ())
        found = []
        for id, entry, words in zip(candidates.ids, candidates.entries, candidates.text.tolist(), strict=True):
            row = (words, 1.0 if entry.sender in present else 0.0)
            found.append(Scored(id, entry, sum(row), sum(row), sum(row), NAMES, row, None))
        return sorted(found, key=lambda one: (-one.score, one.id))

    def explain(self, one: Scored, names: Mapping[str, str], *, now: datetime) -> str:
        """In words."""
        return f"{one.entry.sender} is present" if one.terms.get("present") else "shares words"


TOY = Profile(
    name="toy",
    intake=IntakeRule(clock=Clock.WORLD, gap=10.0, bystanders=(Role.NARRATOR,)),
    block=BlockProfile(formula=WordsAndPresence(), sections=(EXCERPTS, statement_sections.FACTS)),
    rounds=RoundProfile(archivists=(FACTS,), policy=RoundPolicy(round_messages=2, silent_conversations_max=0)),
)
