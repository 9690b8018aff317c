"""A search finds the items that match a question, best first, with the terms of their scores. It stores nothing."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from context.block_profile import ASSISTANT, BlockProfile
from context.exchange import TurnRequest
from context.gather.gathering import candidates_of
from context.gather.question import ask
from context.gather.received import Received, Visible
from graph.forgetting.expiry import shown_index
from graph.index.entries import Entry
from graph.knowledge import KnowledgeGraph
from graph.values.speaker_clock import on_own_clock

HITS_MAX = 256
"""How many hits by words, and how many by meaning, a search looks through: four times those of a block. Whoever wants
more than five pages asks a narrower question."""

UNSEEN = Visible(frozenset(), (), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest:
    """What is looked for, and which part of the list is wanted."""

    space: str
    text: str
    is_wanted: Callable[[Entry], bool]
    start: int = 0
    limit: int = 20


@dataclass(frozen=True, slots=True)
class FoundItem:
    """An item that a search has found, and why."""

    id: str
    score: float
    terms: dict[str, float]
    reason: str  # in words


def search_items(
    knowledge: KnowledgeGraph, request: SearchRequest, *, now: datetime, profile: BlockProfile = ASSISTANT
) -> tuple[list[FoundItem], bool]:
    """The requested part of the wanted items, scored as for a block, and whether more follow. Three reads at most.

    Items that have nothing to do with the text are left out, however important they are.
    """
    index = shown_index(knowledge, request.space, chat=None, now=now)
    now = on_own_clock(now, index.zone)
    policy = replace(profile.gather, hits_max=HITS_MAX, known_hits_max=HITS_MAX)
    turn = TurnRequest(space=request.space, query=request.text, visible=0, record=False)
    question = ask(knowledge.embedder, index, Received(turn, (), UNSEEN), policy, now=now)
    candidates = candidates_of(knowledge.store, index, question, "", policy)
    formula = profile.formula if index.learned is None else profile.formula.fitted(index.learned.by_term)
    ranked = formula.score(candidates, question, now=now)
    wanted = [one for one in ranked if one.relevance > 0 and request.is_wanted(one.entry)]
    end = request.start + request.limit
    names = {entity: index.names_of(entity)[0] for entity in question.named}
    page = wanted[request.start : end]
    shown = [FoundItem(one.id, round(one.score, 4), one.terms, formula.explain(one, names, now=now)) for one in page]
    return shown, len(wanted) > end
