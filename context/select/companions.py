"""Lines that other lines need beside them: the answers to questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from context.score.formula import Scored
from graph.index.entries import Entry
from graph.index.space_index import SpaceIndex
from graph.store.verbs import MESSAGE
from graph.text.analysis import name_key
from graph.values.items import GENERIC_SENDERS, Role

REACH = 2
"""An answer is seldom further behind: whoever asks may add a line."""


def answers(index: SpaceIndex, ranked: Iterable[Scored]) -> dict[str, Entry]:
    """For each line that ends with a question mark, the next line of somebody else, which may answer it.

    Replies of an assistant without a name are left out: a question to it says by itself what was wanted.
    """
    asked = [one.entry for one in ranked if one.entry.label is MESSAGE and one.entry.asks]
    around = index.around([entry.id for entry in asked], REACH)
    entries = index.entries(around.ids)
    answer_of: dict[str, Entry] = {}
    for entry, places in zip(asked, around.places[:, 1::2].tolist(), strict=True):
        behind = [line for place in places if place >= 0 and (line := entries.get(around.ids[place])) is not None]
        answer = next((line for line in behind if line.sender != entry.sender), None)
        if answer is not None and not (answer.kind == Role.ASSISTANT and name_key(answer.sender) in GENERIC_SENDERS):
            answer_of[entry.id] = answer
    return answer_of


def accompanied(ranked: Iterable[Scored], companions: Mapping[str, Sequence[Entry]]) -> list[Scored]:
    """The candidates with the lines that come with an item right behind it, unless they rank higher. Pure.

    Such a line gets at least the score of its item.
    """
    own = {one.id: one for one in ranked}
    placed: dict[str, Scored] = {}
    for one in own.values():
        placed.setdefault(one.id, one)
        for line in companions.get(one.id, ()):
            of_line = own.get(line.id) or one._replace(id=line.id, entry=line, names=(), row=(), named_by=None)
            score, direct = max(of_line.score, one.score), max(of_line.direct, one.direct)
            placed.setdefault(line.id, of_line._replace(score=score, direct=direct))
    return [*placed.values()]
