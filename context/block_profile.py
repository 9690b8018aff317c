"""How blocks are made: what is gathered, how it is scored, and in which sections it is shown. A profile is a value."""

from dataclasses import dataclass, field

from context.gather.gather_policy import GatherPolicy
from context.score.formula import Formula
from context.score.weighted_sum import WeightedSum
from context.sections.entity_sections import BRIEFS, DOSSIERS
from context.sections.excerpt_section import EXCERPTS
from context.sections.history_sections import RECENT, SUMMARIES
from context.sections.key_info_section import KEY_INFO
from context.sections.statement_sections import FACTS, MEMORIES, OBJECTIVES, QUESTIONS, REFLECTIONS, THEORIES
from context.select.block_policy import BlockPolicy
from context.select.section import Section


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockProfile:
    """What differs between kinds of memory on the way from a request to its block."""

    gather: GatherPolicy = field(default_factory=GatherPolicy)
    formula: Formula = field(default_factory=WeightedSum)
    sections: tuple[Section, ...]  # in the order of the block
    policy: BlockPolicy = field(default_factory=BlockPolicy)


ASSISTANT = BlockProfile(
    # What changes least comes first, so that providers' prompt caches hit.
    sections=(
        KEY_INFO,
        REFLECTIONS,
        SUMMARIES,
        DOSSIERS,
        BRIEFS,
        FACTS,
        THEORIES,
        QUESTIONS,
        OBJECTIVES,
        MEMORIES,
        EXCERPTS,
        RECENT,
    ),
)
