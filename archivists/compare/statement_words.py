"""Takes a statement apart: its words in order, and the numbers, dates, names and negations that are no mere details."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from archivists.grammar import ENGLISH_GRAMMAR, TURKISH_GRAMMAR, Grammar
from graph.text.analysis import english_stem, fold, leans_turkish, name_key

_WORD = re.compile(
    r"(?P<number>\d+(?:[.,:/-]\d+)*)|(?P<word>[^\W\d_]+)(?:['’ʼ](?P<suffix>[^\W\d_]+))?|(?P<sign>[%€$£₺])"
)
_SENTENCE_START = re.compile(r"(?:^|[.!?:]\s+)[\"'“‘(]*$")
_WHICH_IS = re.compile(r"\b([a-z]+),? (?:which|who|that) (?:is|are) ([a-z]+)(?=[,.]|$| (?:and|in|on|at|is|are|with)\b)")
_HAVE_BEEN = re.compile(r"(?:['’](?:ve|s)| have| has) been(?= \w+ing\b)")
_CONTRACTED = {"ca": "can", "wo": "will", "sha": "shall"}
_TURKISH_VERB = re.compile(r"[^\W\d_](?:yor(?:um|uz|lar)?|[dt][ıiuü]k)\b")
_IS_AFTER = frozenset(("he", "she", "it", "that", "there", "what", "who", "here"))
_BE = frozenset(("is", "are", "am", "was", "were", "being", "been", "be", "re", "m"))
_PAST_BE = frozenset(("was", "were"))
VERB_WORDS_MAX = 4
"""How many words may stand between "is" and "by": "is being put into a can by"."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word that says what the statement is about."""

    key: str  # its stem, and the mark of a past form
    joins: bool  # what follows may be about somebody or something else


@dataclass(frozen=True, slots=True)
class Wording:
    """A statement taken apart."""

    grammar: Grammar = field(repr=False)
    ways: tuple[tuple[Word, ...], ...]  # the words in order; of a passive, also those of the active
    negations: int
    numbers: frozenset[str]
    dates: frozenset[str]
    names: frozenset[str]
    suspending: frozenset[str]  # words of doubt and the like: it is not simply claimed

    @property
    def keys(self) -> frozenset[str]:
        """The stems of its words, in no order."""
        return frozenset(word.key for word in self.ways[-1])


@lru_cache(4096)
def wording(text: str) -> Wording:
    """The statement's words, numbers, dates, names, negations and words of doubt. Pure."""
    grammar = TURKISH_GRAMMAR if leans_turkish(text) or _TURKISH_VERB.search(text) else ENGLISH_GRAMMAR
    ways = _ways(_tokens(text, grammar), grammar)
    tokens = ways[0]
    numbers = (_number(token, grammar) for token in tokens)
    return Wording(
        grammar=grammar,
        ways=tuple(dict.fromkeys(_words(way, grammar) for way in ways)),
        negations=sum(_is_negation(token, grammar) for token in tokens),
        numbers=frozenset(number for number in numbers if number),
        dates=frozenset(tokens) & grammar.dates,
        names=_names(text),
        suspending=frozenset(grammar.suspending[token] for token in tokens if token in grammar.suspending),
    )


def _names(text: str) -> frozenset[str]:
    """Folded words that have a capital although no sentence begins with them."""
    return frozenset(
        name_key(match["word"])
        for match in _WORD.finditer(text)
        if match["word"]
        and match["word"][0].isupper()
        and match["word"] != "I"
        and not _SENTENCE_START.search(text[: match.start()])
    )


def _tokens(text: str, grammar: Grammar) -> list[str]:
    """The folded words. Contractions are written out; other endings behind an apostrophe are words of their own."""
    is_english = grammar is ENGLISH_GRAMMAR
    found: list[str] = []
    if is_english:
        text = _HAVE_BEEN.sub(" am", _WHICH_IS.sub(r"\2 \1", text))
    for match in _WORD.finditer(text):
        word, suffix = fold(match["word"] or match[0]), fold(match["suffix"] or "")
        if suffix == "t" and word.endswith("n"):
            found += [_CONTRACTED.get(word[:-1], word[:-1]), "not"]
        elif is_english and suffix == "s":
            found += [word, "is" if word in _IS_AFTER else "'s"]
        elif suffix:
            found += [word, suffix if is_english else f"'{suffix}"]
        else:
            found.append(word)
    return found


def _words(tokens: list[str], grammar: Grammar) -> tuple[Word, ...]:
    words: list[Word] = []
    joins = False
    for token in tokens:
        joins = joins or token in grammar.joiners or token.endswith(grammar.verb_ending)
        if token not in grammar.empty and token not in grammar.negations:
            words.append(Word(_number(token, grammar) or _key(token, grammar), joins))
            joins = False
    return tuple(words)


def _number(token: str, grammar: Grammar) -> str | None:
    return token if token[0].isdigit() else grammar.numbers.get(token)


def _is_negation(token: str, grammar: Grammar) -> bool:
    return token in grammar.negations or grammar.negative_verb.search(token) is not None


def _key(token: str, grammar: Grammar) -> str:
    """The stem of an English word, with a mark on past forms; a Turkish word whole, since its endings carry meaning."""
    if grammar.has_free_order:
        verb = grammar.verb.search(token)
        return "-".join(part for part in verb.groups() if part) if verb else token
    past = _past(token, grammar)
    return f"{past}+ed" if past else english_stem(token)


def _past(token: str, grammar: Grammar) -> str | None:
    """The stem of a verb in a past form; None for anything else."""
    if token in grammar.past_forms:
        return english_stem(grammar.past_forms[token])
    stem = english_stem(token)
    return stem if token.endswith("ed") and len(token) > 4 and stem != token else None


def _ways(tokens: list[str], grammar: Grammar) -> list[list[str]]:
    """The words as they stand, and those of a passive with an agent also as an active.

    "A cake is eaten by Ada" says that Ada eats a cake. Words behind the agent may belong to it or not: both are tried.
    """
    if grammar.has_free_order or tokens.count("by") != 1:
        return [tokens]
    by = tokens.index("by")
    last = next((i for i in range(by - 2, max(-1, by - 3 - VERB_WORDS_MAX), -1) if tokens[i] in _BE), None)
    if last is None:
        return [tokens]
    verb = tokens[last + 1] if tokens[last + 1] in grammar.same_forms else _past(tokens[last + 1], grammar)
    if verb is None:
        return [tokens]
    first = last - 1 if last and tokens[last - 1] in _BE else last
    if tokens[last + 1] not in grammar.same_forms and _PAST_BE.intersection(tokens[first : last + 1]):
        verb = tokens[last + 1]  # It is a past form already.
        tokens = [*tokens[:first], *tokens[last + 1 :]]
        by, last = by - (last + 1 - first), first - 1
    agent = tokens[by + 1 :]
    ends = dict.fromkeys(
        (next((i for i, token in enumerate(agent) if token in grammar.joiners), len(agent)), len(agent))
    )
    said = [verb, *tokens[:first], *tokens[last + 2 : by]]
    return [tokens, *([*agent[:end], *said, *agent[end:]] for end in ends)]
