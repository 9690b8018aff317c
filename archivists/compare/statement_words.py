"""Splits a statement into its words in order, and the numbers, dates, names and negations that are no mere details."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from archivists.statements.clauses import CAPITAL_WORDS
from graph.text.analysis import name_key
from graph.text.identification import told_in
from graph.text.patterns import regex
from graph.text.search_terms import stem
from languages.folding import fold
from languages.language import Grammar, Language
from languages.registry import READ_AS

_WORD = re.compile(
    r"(?P<number>\d+(?:[.,:/-]\d+)*)|(?P<word>[^\W\d_][^\W_]*)(?:['’ʼ](?P<suffix>[^\W\d_]+))?|(?P<sign>[%€$£₺])"
)
_SENTENCE_START = re.compile(r"(?:^|[.!?:]\s+)[\"'“‘(¡¿]*$")

FORM_LETTERS_MIN = 4
"""Shorter words have the same beginning by chance."""

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

    language: Language = field(repr=False)
    ways: tuple[tuple[Word, ...], ...]  # the words in order; a passive also as the active that says the same
    negations: int
    numbers: frozenset[str]
    dates: frozenset[str]
    names: frozenset[str]
    suspending: frozenset[str]  # words of doubt and the like: it is not simply claimed

    @property
    def keys(self) -> frozenset[str]:
        """The stems of its words, in no order."""
        return frozenset(word.key for word in self.ways[-1])


def is_form(key: str, other: str) -> bool:
    """Whether the words are equal, or the first begins with the other: veganım and vegan."""
    return key == other or (min(len(key), len(other)) >= FORM_LETTERS_MIN and key.startswith(other))


@lru_cache(4096)
def wording(text: str) -> Wording:
    """The statement's words, numbers, dates, names, negations and words of doubt. Pure."""
    language = (*told_in(text), *READ_AS)[0]
    grammar = language.grammar
    ways = _ways(_tokens(text, language), language)
    tokens = ways[-1]
    numbers = (_number(token, grammar) for token in tokens)
    return Wording(
        language=language,
        ways=tuple(dict.fromkeys(_words(way, language) for way in ways)),
        negations=sum(_is_negation(token, language) for token in tokens),
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
        and match["word"] not in CAPITAL_WORDS
        and not _SENTENCE_START.search(text[: match.start()])
    )


def _tokens(text: str, language: Language) -> list[str]:
    """The folded words, rewritten as the grammar says; endings after an apostrophe are words of their own."""
    found: list[str] = []
    for source, written in language.grammar.rewritten:
        text = regex(language, source).sub(written, text)
    for match in _WORD.finditer(text):
        found.append(fold(match["word"] or match[0]))
        if match["suffix"]:
            found.append(f"'{fold(match['suffix'])}")
    return found


def _words(tokens: list[str], language: Language) -> tuple[Word, ...]:
    grammar = language.grammar
    words: list[Word] = []
    joins = False
    for token in tokens:
        joins = joins or token in grammar.joiners or token.endswith(grammar.verb_endings)
        if token not in grammar.empty and token not in grammar.negations:
            words.append(Word(_number(token, grammar) or _key(token, language), joins))
            joins = False
    return tuple(words)


def _number(token: str, grammar: Grammar) -> str | None:
    return token if token[0].isdigit() else grammar.numbers.get(token)


def _is_negation(token: str, language: Language) -> bool:
    grammar = language.grammar
    return token in grammar.negations or regex(language, grammar.negative_verb).search(token) is not None


def _key(token: str, language: Language) -> str:
    """The stem of a word, with a mark on past forms; the whole word in a language whose endings carry meaning."""
    if not language.grammar.is_stemmed:
        verb = regex(language, language.grammar.verb).search(token)
        return "-".join(part for part in verb.groups() if part) if verb else token
    past = _past(token, language)
    return f"{past}+{language.grammar.past_ending}" if past else stem(token, language)


def _past(token: str, language: Language) -> str | None:
    grammar = language.grammar
    if token in grammar.past_forms:
        return stem(grammar.past_forms[token], language)
    found, ending = stem(token, language), grammar.past_ending
    is_past = ending and token.endswith(ending) and len(token) > len(ending) + 2 and found != token
    return found if is_past else None


def _ways(tokens: list[str], language: Language) -> list[list[str]]:
    """The words as they stand, and a passive with an agent also as an active.

    "A cake is eaten by Ada" says that Ada eats a cake. Words after the agent may belong to it or not: both are tried.
    """
    passive = language.grammar.passive
    if passive is None or tokens.count(passive.agent) != 1:
        return [tokens]
    by = tokens.index(passive.agent)
    last = next((i for i in range(by - 2, max(-1, by - 3 - VERB_WORDS_MAX), -1) if tokens[i] in passive.be), None)
    if last is None:
        return [tokens]
    verb = tokens[last + 1] if tokens[last + 1] in passive.same_forms else _past(tokens[last + 1], language)
    if verb is None:
        return [tokens]
    first = last - 1 if last and tokens[last - 1] in passive.be else last
    if passive.past_be.intersection(tokens[first : last + 1]):
        verb = tokens[last + 1]  # The participle then marks the past.
    agent = tokens[by + 1 :]
    joiner = next((i for i, token in enumerate(agent) if token in language.grammar.joiners), len(agent))
    said = [verb, *tokens[:first], *tokens[last + 2 : by]]
    return [tokens, *([*agent[:end], *said, *agent[end:]] for end in dict.fromkeys((joiner, len(agent))))]
