"""The sentences of a message in plain prose, and their clauses that state something."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from archivists.statements.own_words import own_words, unquoted
from archivists.statements.single_valued import fills_slot, is_end, is_unreal
from archivists.statements.spoken import tables_of
from graph.text.analysis import UNSPACED, name_key
from graph.text.identification import readers, readers_of, stop_words
from graph.text.patterns import first_match, regex
from graph.text.sentences import QUESTION_ENDS, is_behind_ordinal, sentences
from graph.values.items import GENERIC_SENDERS, FactKind, Message, Role
from languages.folding import fold
from languages.language import CAPITALS, SMALL_LETTERS, Language, Pattern, Regex
from languages.registry import LANGUAGES

BODY_CHARS_MAX = 20_000
"""How much of one message is read: a pasted book is not a conversation."""

_BLOB = re.compile(rf"[^\W{UNSPACED}]{{100,}}")
"""A key or a file as text: no language writes it as a word. Patterns look for a word at each of its letters, so that a
page of it held up a round for twenty seconds."""

CLAUSES_FROM_WORDS = 14
"""Shorter sentences are not split: a comma in them joins what belongs together."""

CHANGE = 7
"""The importance of a single-valued trait, or of saying that something is over: it may end what is known."""

GRAVE = 8
"""From this importance a sentence may be of any length: "My father died." and "Evliyim." say enough. So may one that
says that something is over: "We broke up."."""

VAGUE_WORDS_MAX = 10
"""A longer clause mostly says what its "it" means, unless it has several such words."""


def _any(words_of: Callable[[Language], str]) -> str:
    """The alternatives of all languages for one regex: the language of a line is not known yet."""
    return "|".join(words for each in LANGUAGES if (words := words_of(each)))


CAPITAL_WORDS = frozenset(word for each in LANGUAGES for word in each.names.capital_words)
"""Words that always have a capital: "I"."""

_MARKUP = re.compile(r"</?[a-zA-Z][^<>\n]{0,200}>|!?\[([^\[\]\n]{0,300})\]\([^()\n]{0,500}\)|https?://\S+")
_CAPTION = re.compile(rf"\[(?:{_any(lambda each: each.clauses.captions)})\b[^\[\]\n]{{0,500}}\]", re.IGNORECASE)
_NOT_PROSE = re.compile(
    r"^\s*(?:#{1,6}\s|\||>|={3,}|-{3,}|//|/\*|\$ |[{}()\[\]<]|"
    r"(?:import|from|def|class|return|SELECT|const|let|var) )"
)
_EDGES = " ,;-–—"
_BULLET = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s+")
_EMPHASIS = re.compile(r"\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)")
_HEADING = re.compile(r"^(?:\S+\s+){0,8}\S+:\s*$")
_INNER_END = re.compile(
    rf"(?<=[{SMALL_LETTERS}\d]{{2}}[.!?])\s+(?=[{CAPITALS}][\w'’]* ?\w)|"
    rf"(?<=[{SMALL_LETTERS}]{{2}}[.!?])\s+(?=(?:{_any(lambda each: each.clauses.begins_sentence)})\b)"
)  # "to me. I left", "he's ok. my son": taken for abbreviations
ABBREVIATED = re.compile(rf"\b(?:{_any(lambda each: each.clauses.abbreviations)})\.$", re.IGNORECASE)
"""Matches a text that ends in an abbreviation, whose full stop ends no sentence."""
_WORD = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*")
_NAMED = re.compile(rf"\d|(?<=[\w,;:)] )(?!(?:{'|'.join(sorted(CAPITAL_WORDS))})\b)[{CAPITALS}]")
"""A number, or a capital inside a sentence."""

VOCATIVE = re.compile(r",\s+[^\W\d_][\w'’-]*\s*(?=[.!?…]*$)|^[^\W\d_][\w'’-]*,\s+")
"""A name by which somebody is addressed: "I fixed it, Nora!" says nothing about Nora."""

_MODEL_NAMES = re.compile(
    r"\b(?:gpt|chatgpt|claude|gemini|llama|copilot|mistral|qwen|deepseek|grok|assistant)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of prose as somebody wrote it, on one line."""

    text: str
    is_question: bool
    is_listed: bool  # stands in a list, where sentences are seldom whole


@dataclass(frozen=True, slots=True)
class Statement:
    """A clause that states something, with the weights of its pattern."""

    text: str
    importance: int
    salience: int
    kind: FactKind
    language: Language


def is_generic(message: Message) -> bool:
    """Whether the speaker is a tool or an unnamed assistant, and no character."""
    if message.role is Role.TOOL:
        return True
    key = name_key(message.sender)
    return message.role is Role.ASSISTANT and (key in GENERIC_SENDERS or bool(_MODEL_NAMES.search(message.sender)))


def sentences_of(message: Message) -> tuple[Sentence, ...]:
    """The sentences of a message in the sender's own words, without headings, tables, captions and web addresses."""
    return prose(message.body[:BODY_CHARS_MAX], message.sender)


@lru_cache(1024)
def prose(body: str, sender: str = "", *, with_speech: bool = False) -> tuple[Sentence, ...]:
    """The sentences of a text in its sender's own words, in order; `with_speech` keeps those of story characters."""
    text = own_words(_CAPTION.sub(" ", body), sender, with_speech=with_speech)
    text = _BLOB.sub(" ", _MARKUP.sub(lambda match: match[1] or " ", text))
    found: list[Sentence] = []
    for line in text.splitlines():
        if not line.strip() or _NOT_PROSE.match(line) or _HEADING.match(line.strip()):
            continue
        is_listed = _BULLET.match(line) is not None
        line = " ".join(_EMPHASIS.sub("", _BULLET.sub("", line)).split())
        for start, end in sentences(line):
            for sentence in _ended(line[start:end].strip()):
                if _WORD.search(sentence):
                    found.append(Sentence(sentence, sentence.rstrip("\"'”’)»").endswith(QUESTION_ENDS), is_listed))
    return tuple(found)


def _ended(text: str) -> list[str]:
    """The sentences in a text that the splitter took for one."""
    found: list[str] = []
    start = 0
    for match in _INNER_END.finditer(text):
        before = text[start : match.start()]
        is_ordinal = before[-1] == "." and before[-2].isdigit() and is_behind_ordinal(text, match.end())
        if not is_ordinal and not ABBREVIATED.search(before):
            found.append(before)
            start = match.end()
    return [*found, text[start:]]


def word_count(text: str) -> int:
    """How many words a text has."""
    return sum(1 for _ in _WORD.finditer(text))


def bare(text: str, language: Language) -> str:
    """The sentence without the interjections at its start, in any language: people mix them."""
    cut = text
    for each in readers(language):
        cut = regex(each, each.clauses.openers).sub("", cut)
    cut = regex(language, language.clauses.leads).sub("", cut)
    return cut[:1].upper() + cut[1:] if cut else text


def gist(text: str, language: Language) -> str:
    """A long sentence up to the clause that asks or hedges: the rest says nothing about the speaker."""
    if word_count(text) < CLAUSES_FROM_WORDS or says(text, language, language.clauses.requests):
        return text
    for match in regex(language, language.clauses.breaks).finditer(text):
        if match.start() and says(text[match.end() :], language, language.clauses.requests, language.clauses.hedges):
            return text[: match.start()].rstrip(_EDGES)
    return text


def says(text: str, language: Language, *kinds: Regex) -> bool:
    """Whether a clause has words of one of these kinds."""
    return any(regex(language, kind).search(text) for kind in kinds)


@lru_cache(4096)
def has_happened(text: str) -> bool:
    """Whether it tells what its speaker, or somebody named, did or what became of them."""
    return first_match(readers_of(text), lambda each: each.traits.happened, text) is not None


def hangs(text: str, language: Language) -> bool:
    """Whether it can only be understood with the sentence before it."""
    clauses = language.clauses
    return says(text, language, clauses.pointing) or (
        says(text, language, clauses.hanging) and not names_something(text, (language,))
    )


def is_empty(text: str, languages: Sequence[Language]) -> bool:
    """Whether it has no name, no number, and no words but small talk, feelings and resolutions."""
    if names_something(text, languages):
        return False
    passed_over = stop_words(*languages)
    return all(
        word in passed_over
        or any(word in each.topics.chatter or regex(each, each.topics.feelings).search(word) for each in languages)
        for word in (fold(match[0].split("'")[0].split("’")[0]) for match in _WORD.finditer(VOCATIVE.sub(" ", text)))
    )


def names_something(text: str, languages: Sequence[Language]) -> bool:
    """Whether it has a number, or a capital where only a name has one."""
    named = _NAMED.search(VOCATIVE.sub(" ", text))
    return named is not None and (languages[0].names.by_capitals or any(sign.isdigit() for sign in text))


def statements(message: Message, *, words_max: int, named: re.Pattern[str] | None = None) -> list[Statement]:
    """The statements of a message in order: each clause at most once, with its highest importance; no questions.

    A generic assistant states nothing: it advises. `named` finds the names whose deeds count.
    """
    if is_generic(message):
        return []
    found: list[Statement] = []
    for sentence in sentences_of(message):
        if sentence.is_listed:
            continue
        found += _of_sentence(sentence, message, words_max, named)
    return found


def worth(text: str) -> int:
    """How important this sentence is, whoever says it; 0 if it states nothing."""
    rated = (_rated(bare(text, language), Role.USER, language, None) for language in readers_of(text))
    return max((statement.importance for statement in rated if statement is not None), default=0)


def _of_sentence(
    sentence: Sentence, message: Message, words_max: int, named: re.Pattern[str] | None
) -> list[Statement]:
    for language in tables_of(message):
        text = bare(sentence.text, language)
        parts = [("", text)]
        if sentence.is_question or word_count(text) >= CLAUSES_FROM_WORDS:
            parts = [(when, clause.strip(_EDGES)) for when, clause in _clauses(text, language)]
            parts = [each for each in parts if each[1]]
        if sentence.is_question:
            parts = parts[:-1]
        whole = word_count(sentence.text) if len(parts) == 1 else None
        stated = [
            _limited(_rated(bare(clause, language), message.role, language, named), when, clause)
            for when, clause in parts
        ]
        kept = [
            statement
            for statement in stated
            if statement is not None
            and (
                statement.importance >= GRAVE
                or (whole or word_count(statement.text)) >= language.clauses.words_min
                or is_end(statement.text, language)
            )
            and word_count(statement.text) <= words_max
        ]
        if kept and len(kept) == len(stated) and word_count(text) <= words_max and not sentence.is_question:
            best = max(kept, key=lambda statement: statement.importance)
            return [Statement(text, best.importance, best.salience, best.kind, language)]
        if kept:
            return kept
    return []


def _clauses(text: str, language: Language) -> Iterator[tuple[str, str]]:
    """The clauses of a sentence, each with the clause before it that says when or if it is true: "When I was ten"."""
    start, when = 0, ""
    for match in regex(language, language.clauses.breaks).finditer(text):
        clause = text[start : match.start()]
        limiting = regex(language, language.clauses.dependent).search(clause)
        if limiting is not None and not when:
            yield "", clause[: limiting.start()]
            when = text[start + limiting.start("when") : match.end()]
        else:
            yield when, clause
            when = ""
        start = match.end()
    yield when, text[start:]


def _limited(statement: Statement | None, when: str, clause: str) -> Statement | None:
    """The statement of a clause with the one before it that limits it; None if that one is unsure or hangs."""
    if statement is None or not when:
        return statement
    clauses = statement.language.clauses
    if says(when, statement.language, clauses.hedges, clauses.vague, clauses.hanging) or is_unreal(when):
        return None
    return replace(statement, text=when[:1].upper() + when[1:] + clause[-len(statement.text) :])


def _rated(text: str, role: Role, language: Language, named: re.Pattern[str] | None) -> Statement | None:
    known, clauses = language.statements, language.clauses
    if says(text, language, clauses.requests, clauses.hedges) or text.endswith((*QUESTION_ENDS, ":")):
        return None
    quoting, text = text, unquoted(text)
    patterns = known.narrated if role is Role.NARRATOR else known.own
    if named is not None and named.search(text):
        patterns += known.others
    matching = (each for each in patterns if regex(language, each.regex).search(text))
    best = max(matching, key=lambda each: (each.importance, each.salience), default=None)
    if (
        role is Role.USER
        and (best is None or best.importance < CHANGE)
        and (fills_slot(text, language) or is_end(text, language))
    ):
        best = Pattern("", CHANGE, 4)
    if best is None or is_unreal(text):
        return None
    importance, salience = best.importance, best.salience
    vague = sum(1 for _ in regex(language, language.clauses.vague).finditer(text))
    is_vague = vague > 1 or (vague and word_count(text) <= VAGUE_WORDS_MAX)
    if says(text, language, clauses.fleeting) or is_vague or hangs(text, language):
        importance -= 1 if importance >= GRAVE else 2
    if importance < GRAVE and is_empty(text, readers(language)):
        return None
    return Statement(quoting, max(1, importance), salience, FactKind(best.kind), language)
