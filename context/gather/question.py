"""What a block is asked for, in the form that search needs."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from context.gather.gather_policy import GatherPolicy
from context.gather.received import Received, Spoken
from context.gather.wanted import (
    Wanted,
    wanted_words,
    wants_day,
    wants_name,
    wants_order,
    wants_overview,
    wants_whole_talk,
)
from context.wording.excerpts import stems_of
from graph.embedders.choice import Embedder, question_vector
from graph.index.space_index import SpaceIndex
from graph.text.days import Days
from graph.text.search_terms import query_terms
from graph.text.times import times_in


@dataclass(frozen=True, slots=True)
class Question:
    """What a block is asked for."""

    text: str
    terms: Sequence[str]  # to search for
    before: str  # the visible lines before it
    named: Mapping[str, float]  # entities it names, and with less weight those of the lines before and the speakers
    vector: NDArray[np.float32] | None
    times: Sequence[Days]  # the times that it mentions
    stems: Mapping[str, float]  # the beginnings of its words, with what each is worth in this space
    scene: Mapping[str, str | Sequence[str]] = field(default_factory=dict)  # as the request has it
    asked_at: datetime | None = None
    wanted: Wanted = Wanted.ANYBODY  # whose words it wants
    wants_order: bool = False  # whether it asks for a course of events, or for a summary
    wants_whole_talk: bool = False  # whether it asks for all that was said or is known, whatever it is about
    wants_name: bool = False  # whether it asks for something that has a name
    wants_day: bool = False  # whether it asks when
    visible: Set[str] = frozenset()  # the messages that the assistant sees anyway, the question's own among them


def ask(
    embedder: Embedder | None,
    index: SpaceIndex,
    received: Received,
    policy: GatherPolicy,
    *,
    now: datetime,
) -> Question:
    """The question of this turn: the one given, or else the last line, with the visible lines before it.

    No store reads.
    """
    request = received.request
    lines = received.visible.lines or tuple(Spoken(line.speaker, line.body) for line in request.lines[-1:])
    if request.query is None:
        text, before = (lines[-1].body if lines else ""), lines[:-1]
    else:
        text, before = request.query, lines
    if len(text) > (most := policy.query_chars_max):  # The question is mostly at the end.
        text = f"{text[: most // 4]}\n{text[len(text) - most * 3 // 4 :]}"
    before = before[-policy.before_lines :] if policy.before_lines else ()
    text_before = "\n".join(line.body[-policy.before_chars_max :] for line in before)
    speakers = dict.fromkeys(line.speaker for line in (*before, *lines[-1:]))
    named = dict.fromkeys(index.entities_in(text), 1.0)
    others = [entity for speaker in speakers for entity in index.entities_named(speaker)]
    for entity in (*index.entities_in(text_before), *others):
        named.setdefault(entity, policy.before_weight)
    times = times_in(text, now, is_day_first=index.is_day_first)
    told = index.as_told(text) if times or index.has_vectors else text
    return Question(
        text=text,
        terms=query_terms(text),
        before=text_before,
        named=dict(list(named.items())[: policy.seed_entities_max]),
        vector=question_vector(embedder, told) if index.has_vectors else None,
        times=[time.days for time in times],
        wanted=wanted_words(text),
        wants_order=wants_order(text) or wants_overview(text),
        wants_whole_talk=wants_whole_talk(text, times)
        or (
            bool(times)
            and told != text
            and wants_whole_talk(told, times_in(told, now, is_day_first=index.is_day_first))
        ),
        wants_name=wants_name(text),
        wants_day=wants_day(text),
        stems=index.word_weights(stems_of(text)),
        visible=received.visible.ids,
        scene=request.scene,
        asked_at=now,
    )
