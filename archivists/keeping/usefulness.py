"""Judges whether an item shown before a reply mattered for it, and learns the weights of scores from verdicts."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from archivists.keeping.archivist import Archivist, Proposal
from archivists.keeping.linking import LINK
from archivists.learning.weight_fit import learn
from archivists.questions.link import Linking
from archivists.questions.read import Reading
from archivists.round_policy import RoundPolicy
from archivists.window.shown_blocks import ShownBlock, last_shown
from archivists.window.window import Window
from graph.text.block_wrapper import without_blocks
from graph.text.identification import readers_of
from graph.text.search_terms import query_stems
from graph.values.changes import JudgePresentation, SetWeights, Verdict
from languages.language import SMALL_LETTERS

SUPPORT_MIN = 1.0
"""The support needed: that of one name or number that only this item explains, or of two other words."""

SHARE_MIN = 0.15
"""The smallest share of its words that the reply must take up: a long message shares two words with any reply."""

WEIGHT = 0.5
WEIGHT_OF_SIGN = 1.0  # Names and numbers seldom agree by chance.

NEAR_MIN = 0.5
"""Five spreads above the background of the model: hardly any unrelated line is as near, and answers are nearer."""

NEARER_THAN_QUESTION = 0.1
"""How much nearer to the item the reply must be than the question: an item that repeats the question adds nothing."""

_NUMBER = r"\d[\w.,:]*"
_SIGN = re.compile(rf"(?<=[^.!?:\s] )[^\W\d_{SMALL_LETTERS}]\w+|{_NUMBER}")
_SIGN_AMONG_CAPITALS = re.compile(_NUMBER)  # Where every noun has a capital, capitals tell nothing.


def judge_usefulness(window: Window) -> list[JudgePresentation]:
    """A verdict on every item shown before the window's replies: useful or unused. Pure.

    Rules find nothing harmful: the words of a reply do not show that it was misled.
    """
    return [change for shown in window.shown_blocks for change in _verdicts(shown)]


def take_verdicts(window: Window, linking: Linking, policy: RoundPolicy) -> list[JudgePresentation]:
    """The verdicts by rules, except that the model judges the last block that showed an item. Pure.

    A model names what was useful or harmful; the other items it was shown count as unused.
    """
    blocks = last_shown(window.shown_blocks, policy.link_shown_max)
    judged = {(blocks[item.id].block, item.id): Verdict.UNUSED for item in linking.question.shown}
    for each in linking.answer.verdicts:
        item = linking.question.item(each.id)
        if item is not None:
            judged[blocks[item.id].block, item.id] = each.verdict
    by_words = (
        replace(each, items=tuple(id for id in each.items if (each.block, id) not in judged))
        for each in judge_usefulness(window)
    )
    verdicts = [each for each in by_words if each.items]
    groups: dict[tuple[str, Verdict], list[str]] = {}
    for (block, item_id), verdict in judged.items():
        groups.setdefault((block, verdict), []).append(item_id)
    for (block, verdict), items in groups.items():
        evidence = (blocks[items[0]].reply.id,)
        change = JudgePresentation(block=block, items=tuple(items), verdict=verdict, evidence=evidence)
        verdicts.append(linking.signed(change))
    return verdicts


def _verdicts(shown: ShownBlock) -> Iterator[JudgePresentation]:
    explained = _terms(line.body for line in shown.before)
    new = _terms([without_blocks(shown.reply.body)]) - explained
    words = {id: _terms([text]) for id, text in shown.texts.items()}
    shown_in = Counter(term for terms in words.values() for term in terms)
    useful = tuple(
        id for id, text in shown.texts.items() if _is_taken_up(text, words[id], new, shown_in) or _is_nearer(shown, id)
    )
    for verdict, items in (
        (Verdict.USEFUL, useful),
        (Verdict.UNUSED, tuple(id for id in shown.texts if id not in useful)),
    ):
        if items:
            yield JudgePresentation(block=shown.block, items=items, verdict=verdict, evidence=(shown.reply.id,))


def _is_taken_up(text: str, terms: frozenset[str], new: frozenset[str], shown_in: Counter[str]) -> bool:
    """Whether the reply takes up enough words that nobody had said before and few other shown items have."""
    taken = terms & new
    if not terms or len(taken) < SHARE_MIN * len(terms):
        return False
    sign = _SIGN if readers_of(text)[0].names.by_capitals else _SIGN_AMONG_CAPITALS
    signs = _terms(match[0] for match in sign.finditer(text))
    support = sum((WEIGHT_OF_SIGN if term in signs else WEIGHT) / shown_in[term] for term in taken)
    return support >= SUPPORT_MIN


def _is_nearer(shown: ShownBlock, id: str) -> bool:
    near = shown.near_reply.get(id, 0.0)
    return near >= NEAR_MIN and near - shown.near_question.get(id, 0.0) >= NEARER_THAN_QUESTION


def _terms(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(term for text in texts for term in query_stems(text))


USEFULNESS: Archivist[Linking] = Archivist(
    name="usefulness",
    without_model=lambda proposal, policy: proposal.plus(judge_usefulness(proposal.window)),
    question=LINK,
    from_answer=lambda proposal, linking, policy: proposal.plus(take_verdicts(proposal.window, linking, policy)),
)


def learn_weights(proposal: Proposal) -> Proposal:
    """The proposal with weights learned from the window's judged blocks; unchanged if there are none. Pure."""
    window = proposal.window
    if not window.judged_blocks or window.learns_at is None:
        return proposal
    return proposal.plus([SetWeights(learned=learn(window.judged_blocks, now=window.learns_at))])


RANKER: Archivist[Reading] = Archivist(name="ranker", without_model=lambda proposal, policy: learn_weights(proposal))
