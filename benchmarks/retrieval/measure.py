"""Asks a space questions as a caller does, and measures how much of their evidence comes back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from statistics import mean
from time import perf_counter

from archivists.round_policy import RoundPolicy
from benchmarks.all_rounds import run_rounds
from benchmarks.retrieval.covered import uncovered
from benchmarks.retrieval.folder import Asked, Folder, Told
from benchmarks.retrieval.shown import Shown
from context.block_profile import ASSISTANT, BlockProfile
from context.exchange import NearMiss, ShownItem, Turn, TurnRequest
from context.score.second_stage import SecondStage
from context.sections import excerpt_section
from context.select.section import Section
from context.turn import take_turn
from graph.errors import NotFound
from graph.knowledge import KnowledgeGraph
from graph.store.verbs import Label
from graph.text.analysis import words_in
from graph.text.identification import most_likely, stop_words
from graph.text.search_terms import word_terms
from graph.upkeep.embedding import embed_backlog
from languages.folding import fold
from languages.registry import NEUTRAL

DEPTHS = (1, 5, 10, 20, 50)
BUDGETS_TOKENS = (512, 1024, 2048, 4096)
TIMED_BUDGET_TOKENS = 2048  # The default of the service.
VISIBLE = 10  # Messages of the chat that the assistant is assumed to see when a question is asked in a chat.
RANKED_MAX = 1000
BATCH_LINES = 500
AFTERWARDS = timedelta(days=1)

WHOLE = replace(ASSISTANT, policy=replace(ASSISTANT.policy, near_misses_max=RANKED_MAX))
LEFT_OUT = Section(name="summaries", label=Label.MESSAGE, offers=lambda candidate: iter(()), tells_left_out=True)
EXCERPTS = replace(WHOLE, sections=(LEFT_OUT, excerpt_section.EXCERPTS))
"""A block of messages only, so that sets and systems that have nothing else can be compared."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """How one message that answers a question came back."""

    said_by: str  # its role, if its sender has no name; "" otherwise
    rank: int  # its place among the messages ranked, from 1; 0 for none
    figures: Mapping[str, float]  # such as "recall@10", "excerpts@1024", "block@1024"; 1 or 0


@dataclass(frozen=True, slots=True)
class Answered:
    """What came back for one question."""

    folder: str
    question: Asked
    figures: Mapping[str, float]  # parts of its evidence, 0..1; "excerpts tokens@1024" are tokens
    ms: float  # one whole block
    evidence: Mapping[str, Evidence]  # by the id of the message


def prepare(
    knowledge: KnowledgeGraph, folder: Folder, *, rounds: bool, now: datetime, space: str = ""
) -> tuple[Mapping[str, str], datetime]:
    """Store the folder's messages in the space of its name or in another; return their ids there, and a time a day
    after the last.

    Repeated on the same store, it writes nothing. With `rounds`, the archivists read everything.
    """
    ids: dict[str, str] = {}
    space = space or folder.name
    after = max((told.line.sent_at or now for told in folder.messages), default=now) + AFTERWARDS
    try:
        knowledge.space(space)
    except NotFound:
        knowledge.create_space(space, now=after)
    for batch in _batches(folder.messages):
        chat = batch[0].conversation if space == folder.name else f"{folder.name}/{batch[0].conversation}"
        appended = knowledge.append(space, [told.line for told in batch], chat=chat, now=after)
        ids.update(zip((told.id for told in batch), appended.messages, strict=True))
    if rounds:
        run_rounds(knowledge, space, owner="bench", now=after, policy=RoundPolicy())
    while embed_backlog(knowledge, space):
        pass
    return ids, after


def answer(
    knowledge: KnowledgeGraph,
    folder: Folder,
    ids: Mapping[str, str],
    *,
    after: datetime,
    budgets_tokens: Sequence[int] = BUDGETS_TOKENS,
    second_stage: SecondStage | None = None,
    space: str = "",
) -> Iterator[Answered]:
    """Ask every question of the folder and write nothing: two blocks for each budget, and a timed one."""
    space = space or folder.name
    lines = {told.id: told.line for told in folder.messages}
    take = partial(_turn, knowledge, second_stage)
    for asked in folder.questions:
        request = TurnRequest(
            space=space,
            chat=asked.conversation or "",
            query=asked.question,
            visible=VISIBLE if asked.conversation is not None else 0,
            record=False,
        )
        now = asked.at or after
        alone = {tokens: take(request, tokens, EXCERPTS, now) for tokens in budgets_tokens}
        whole = {tokens: take(request, tokens, WHOLE, now) for tokens in budgets_tokens}
        started = perf_counter()
        take(request, TIMED_BUDGET_TOKENS, WHOLE, now)
        ms = (perf_counter() - started) * 1000

        places = {id: place for place, id in enumerate(ranked_messages(alone[budgets_tokens[0]]), 1)}
        found: dict[str, dict[str, float]] = {}
        for id in asked.evidence:
            place = places.get(ids[id], 0)
            found[id] = {f"recall@{depth}": float(0 < place <= depth) for depth in DEPTHS}
        of_blocks: dict[str, float] = {}
        index = knowledge.index(space)
        chat = index.newest_messages(request.chat, VISIBLE) if request.visible else []
        for tokens, turn in whole.items():
            covered = uncovered(index, turn, chat).items()
            of_blocks |= {f"{name}@{tokens}": part for name, part in covered}
        for name, turns in (("excerpts", alone), ("block", whole)):
            for tokens, turn in turns.items():
                shown = Shown(knowledge, space, turn, asked)
                of_blocks[f"{name} tokens@{tokens}"] = turn.block.tokens
                for id, figures in found.items():
                    figures[f"{name}@{tokens}"] = float(shown.holds(ids[id], lines[id]))
                    figures[f"{name} touched@{tokens}"] = float(ids[id] in shown.ids)
        means = {name: mean(figures[name] for figures in found.values()) for name in next(iter(found.values()))}
        if asked.answer is not None:
            words = {tokens: words_held(asked.answer, turn.block.body) for tokens, turn in whole.items()}
            means |= {f"answer words@{tokens}": part for tokens, part in words.items()}
        evidence = {
            id: Evidence("" if lines[id].sender else str(lines[id].role), places.get(ids[id], 0), figures)
            for id, figures in found.items()
        }
        yield Answered(folder.name, asked, means | of_blocks, ms, evidence)


def ranked_messages(turn: Turn) -> list[str]:
    """The messages that were scored, shown or not, best first."""
    found: list[ShownItem | NearMiss] = [*turn.items, *turn.near_misses]
    scored = sorted(found, key=lambda one: (-one.score, one.id))
    return [one.id for one in scored if one.label is Label.MESSAGE and one.terms]


def _turn(
    knowledge: KnowledgeGraph,
    second_stage: SecondStage | None,
    request: TurnRequest,
    tokens: int,
    profile: BlockProfile,
    now: datetime,
) -> Turn:
    request = replace(request, budget_tokens=tokens)
    return take_turn(knowledge, request, profile=profile, now=now, second_stage=second_stage)


def _batches(messages: Sequence[Told]) -> Iterator[Sequence[Told]]:
    """Messages of one conversation that follow each other, at most BATCH_LINES together."""
    for _, group in groupby(messages, key=lambda told: told.conversation):
        run = list(group)
        yield from (run[at : at + BATCH_LINES] for at in range(0, len(run), BATCH_LINES))


def words_held(answer: str, text: str) -> float:
    """The part of the answer's significant words that the text contains.

    Words are stemmed in all supported languages, since a short answer may not reveal the language of its block.
    """
    words = words_in(answer)
    passed_over = stop_words(*most_likely(words))
    held = {term for word in words_in(text) for term in word_terms(word, NEUTRAL)}
    wanted = {fold(word): word for word in words if fold(word) not in passed_over}
    return mean(not held.isdisjoint(word_terms(word, NEUTRAL)) for word in wanted.values()) if wanted else 0.0
