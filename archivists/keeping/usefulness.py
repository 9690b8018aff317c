"""Whether what was shown before a reply mattered for it: by words, and vectors, that only it explains."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from archivists.questions.reading import Read, last_shown
from archivists.round_policy import RoundPolicy
from archivists.window.shown_blocks import ShownBlock
from archivists.window.window import Window
from graph.text.block_wrapper import without_blocks
from graph.text.identification import readers_of
from graph.text.terms import query_stems
from graph.values.changes import JudgePresentation, Verdict
from languages.language import SMALL_LETTERS

SUPPORT_MIN = 1.0
"""A name or a number that only this item brought, or two other such words."""

SHARE_MIN = 0.15
"""Of the item's words: a long message shares two words with any reply."""

WEIGHT = 0.5
WEIGHT_OF_SIGN = 1.0  # Names and numbers are seldom hit by chance.

COSINE_MIN = 0.5
"""With small sentence models, lines that have nothing to do with each other lie below .3, answers above .5."""

COSINE_ABOVE_QUESTION = 0.1
"""By so much the reply is nearer to the item than the question is: what only repeats the question adds nothing."""

_NUMBER = r"\d[\w.,:]*"
_SIGN = re.compile(rf"(?<=[^.!?:\s] )[^\W\d_{SMALL_LETTERS}]\w+|{_NUMBER}")
_SIGN_AMONG_CAPITALS = re.compile(_NUMBER)  # Where every noun has one, a capital tells nothing.


def judge_usefulness(window: Window) -> list[JudgePresentation]:
    """A verdict on every item shown before the window's replies: useful or unused. Pure.

    By rules nothing is harmful: that a reply was misled can't be told from its words.
    """
    return [change for presented in window.presented for change in _verdicts(presented)]


def read_verdicts(
    window: Window, read: Read, ruled: Sequence[JudgePresentation], policy: RoundPolicy
) -> list[JudgePresentation]:
    """The verdicts of rules, with the model's in their place on the last block that showed an item. Pure."""
    blocks = last_shown(window, policy)
    told: dict[tuple[str, str], Verdict] = {}
    for judged in read.answer.verdicts:
        item = read.task.item(judged.id)
        if item is not None:
            told[blocks[item.id].block, item.id] = judged.verdict
    left = (replace(each, items=tuple(id for id in each.items if (each.block, id) not in told)) for each in ruled)
    verdicts = [each for each in left if each.items]
    groups: dict[tuple[str, Verdict], list[str]] = {}
    for (block, item_id), verdict in told.items():
        groups.setdefault((block, verdict), []).append(item_id)
    for (block, verdict), items in groups.items():
        change = _verdict(block, tuple(items), verdict, blocks[items[0]].reply.id)
        verdicts.append(read.signed(change))
    return verdicts


def _verdicts(presented: ShownBlock) -> Iterator[JudgePresentation]:
    explained = _terms(line.body for line in presented.before)
    new = _terms([without_blocks(presented.reply.body)]) - explained
    words = {id: _terms([text]) for id, text in presented.texts.items()}
    shown_in = Counter(term for terms in words.values() for term in terms)
    useful = tuple(
        id
        for id, text in presented.texts.items()
        if _is_taken_up(text, words[id], new, shown_in) or _is_nearer(presented, id)
    )
    for verdict, items in (
        (Verdict.USEFUL, useful),
        (Verdict.UNUSED, tuple(id for id in presented.texts if id not in useful)),
    ):
        if items:
            yield _verdict(presented.block, items, verdict, presented.reply.id)


def _verdict(block: str, items: tuple[str, ...], verdict: Verdict, reply: str) -> JudgePresentation:
    return JudgePresentation(block=block, items=items, verdict=verdict, archivist="usefulness", evidence=(reply,))


def _is_taken_up(text: str, terms: frozenset[str], new: frozenset[str], shown_in: Counter[str]) -> bool:
    """Whether the reply says what of all that was shown, and of all that was said before, mostly this item says."""
    taken = terms & new
    if not terms or len(taken) < SHARE_MIN * len(terms):
        return False
    sign = _SIGN if readers_of(text)[0].names.by_capitals else _SIGN_AMONG_CAPITALS
    signs = _terms(match[0] for match in sign.finditer(text))
    support = sum((WEIGHT_OF_SIGN if term in signs else WEIGHT) / shown_in[term] for term in taken)
    return support >= SUPPORT_MIN


def _is_nearer(presented: ShownBlock, id: str) -> bool:
    near = presented.nearness.get(id, 0.0)
    return near >= COSINE_MIN and near - presented.asked.get(id, 0.0) >= COSINE_ABOVE_QUESTION


def _terms(texts: Iterable[str]) -> frozenset[str]:
    """The stems of the words that tell something."""
    return frozenset(term for text in texts for term in query_stems(text))
