"""The shape of what is known of a language: one frozen value of smaller ones, each of which may know nothing yet.

A regex stands here as its source: it is compiled in `graph.text.patterns` when it is first searched. Unless a line says
otherwise, the words of a list are folded (`languages.folding`), and kinds are the strings that the graph has for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, TypeAlias

from languages.folding import fold, words

Regex: TypeAlias = str
"""The source of a regex."""

NOTHING: Final[Regex] = r"(?!)"
"""Matches nothing."""

CAPITALS: Final = "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĖĘĚĞĢĪĮİĶĹĻĽŁŃŅŇŌŐŒŔŘŚŞŠŢŤŪŮŰŲŹŻŽȘȚΑ-ΩА-ЯЁЄІЇҐ"
SMALL_LETTERS: Final = "a-zß-öø-ÿāăąćčďđēėęěğģīįıķĺļľłńņňōőœŕřśşšţťūůűųźżžșțα-ωа-яёєіїґ"
"""Letters for a class of a regex: names in a text may be of any language that has capitals."""

SECTIONS: Final = (
    "key info",
    "reflections",
    "summaries",
    "dossiers",
    "briefs",
    "facts",
    "theories",
    "questions",
    "objectives",
    "significant memories",
    "excerpts",
    "recent messages",
)
"""What has a heading in a block."""

NO_WORDS: Final[frozenset[str]] = frozenset()


def grouped(**groups: str) -> dict[str, str]:
    """Each folded word of a list -> the list's name."""
    return {word: name for name, listed in groups.items() for word in words(listed)}


def numbered(listed: str, *, start: int) -> dict[str, str]:
    """The folded words of a list -> digits, one more for each."""
    return {fold(word): str(number) for number, word in enumerate(listed.split(), start)}


def anycase(source: Regex) -> Regex:
    """The regex, ignoring case."""
    return f"(?i){source}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """How its texts are told from others, how its words become search terms, and how they are typed."""

    stop_words: frozenset[str] = NO_WORDS  # words that ask or join, and say nothing of what is asked
    shared: frozenset[str] = (
        NO_WORDS  # those of them that are words or pieces of other languages too: they tell neither
    )
    letters: str = ""  # letters beyond a-z, small and capital; a word with any of them tells the language
    forms: Regex = NOTHING  # a form of a word that no other language has
    stemmer: str = ""  # Snowball's name of the language; without one, words are kept whole
    folds_before_stemming: bool = False  # whether the stemmer wants its words folded
    has_layers: bool = False  # whether suffixes follow suffixes, so that a stem is stemmed again
    readings: Regex = NOTHING  # in "stem|ending": where the stem's last letter may be the ending's, both are kept
    stem_letters: int = 5  # of a stem that are searched: what stemming leaves of a suffix is cut with them
    lower_case: Mapping[str, str] = field(
        default_factory=dict
    )  # capitals whose small letters are others than elsewhere
    softened: Mapping[str, str] = field(default_factory=dict)  # how words end whose stem ends in this letter
    behind_ordinal: Regex = NOTHING  # begins right behind "5. ", where its full stop ends no sentence
    has_roman_ordinals: bool = False  # whether the full stop of "II. " ends no sentence
    typed_as: Mapping[str, str] = field(default_factory=dict)  # letters, as people without its keyboard type them
    typed_exactly: tuple[str, ...] = ()  # where another letter would make another word


@dataclass(frozen=True, slots=True, kw_only=True)
class Dates:
    """How times are spoken of: "last week", "in May 2023", "two days ago"."""

    months: tuple[str, ...] = ()  # from January; each with its short forms behind blanks
    weekdays: tuple[str, ...] = ()  # from Monday, in the same way
    numbers: tuple[str, ...] = ()  # from one, in the same way
    more_numbers: Mapping[str, int] = field(default_factory=dict)  # words for others: a couple, ten
    days: frozenset[str] = NO_WORDS  # words for a day
    weeks: frozenset[str] = NO_WORDS
    months_long: frozenset[str] = NO_WORDS  # words for a month
    years: frozenset[str] = NO_WORDS
    days_back: Mapping[str, int] = field(default_factory=dict)  # yesterday: 1
    last: frozenset[str] = NO_WORDS  # before a unit or a weekday
    last_behind: frozenset[str] = NO_WORDS  # the same, where it stands behind
    this: frozenset[str] = NO_WORDS  # before a unit
    ago: frozenset[str] = NO_WORDS  # behind a number and a unit
    ago_before: frozenset[str] = NO_WORDS  # the same, where it stands before them
    ambiguous_months: frozenset[str] = NO_WORDS  # months only beside a number or a word that goes before months
    before_month: frozenset[str] = NO_WORDS  # words that go before months
    inside: frozenset[str] = NO_WORDS  # small words between day, month and year
    ordinal_endings: tuple[str, ...] = ()  # of a day: 5th
    month_endings: tuple[str, ...] = ()  # of a month in a sentence, the first that fits
    in_digits: Regex = NOTHING  # a whole date without words, in the groups `day`, `month` and `year`


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """What a block says in its own words. What stands in braces is filled in."""

    opening: str  # its first sentence tells a block where its tags are lost
    headings: Mapping[str, str]  # of each of SECTIONS: what a model and a person read above it
    months: tuple[str, ...]
    one_day: str = "{day} {month} {year}"
    days_of_month: str = "{first}–{day} {month} {year}"
    one_left_out: str
    left_out: str
    thousands: str  # between groups of digits
    world_time: str
    in_chat: str
    types: Mapping[str, str]  # of entities
    also_called: str
    until: str
    confidence: str
    disputed: str
    disputed_or: str
    either_or: str

    def day(self, at: datetime) -> str:
        """8 May 2023."""
        return self.date(at.year, at.month, at.day)

    def date(self, year: int, month: int, day: int) -> str:
        """8 May 2023; whether the month has such a day is not looked at."""
        return self.one_day.format(day=day, month=self.months[month - 1], year=year)

    def days(self, first: datetime, last: datetime) -> str:
        """8 May 2023, 3–8 May 2023, or 30 April 2023 – 8 May 2023."""
        if first.date() == last.date():
            return self.day(first)
        if self.days_of_month and (first.year, first.month) == (last.year, last.month):
            month = self.months[last.month - 1]
            return self.days_of_month.format(first=first.day, day=last.day, month=month, year=last.year)
        return f"{self.day(first)} – {self.day(last)}"

    def left_out_line(self, count: int) -> str:
        """148 earlier messages are not shown."""
        if count < 2:
            return f"({self.one_left_out})\n" if count else ""
        return f"({self.left_out.format(f'{count:,}'.replace(',', self.thousands))})\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clauses:
    """Where a clause begins and ends, and what tells nothing. Each regex searches one clause without its openers."""

    words_min: int = 4  # a shorter sentence says nothing by itself
    abbreviations: str = ""  # words before a full stop that ends no sentence, as written small
    begins_sentence: str = ""  # words that begin a sentence behind a full stop even when written small
    captions: str = ""  # what stands first in brackets for something that is no text: "[image: …]"
    openers: Regex = NOTHING  # at the start: "Well, ", "Thanks!"
    leads: Regex = NOTHING  # at the start of a clause: "And "
    breaks: Regex = NOTHING  # between the clauses of a run-on sentence
    requests: Regex = NOTHING  # a clause that asks for something
    hedges: Regex = NOTHING  # a clause that says nothing for certain
    fleeting: Regex = NOTHING  # feelings of the moment and compliments
    relative: Regex = NOTHING  # a time that only the day it is said on makes clear
    pointing: Regex = NOTHING  # begins with what was named in the sentence before
    vague: Regex = NOTHING  # points at something said elsewhere
    hanging: Regex = NOTHING  # hangs on what was said elsewhere, however long it is


@dataclass(frozen=True, slots=True, kw_only=True)
class Topics:
    """Which words are no topic."""

    chatter: frozenset[str] = NO_WORDS  # words that a talk is full of whatever it is about
    feelings: Regex = NOTHING  # begins a folded word of feeling or resolve, which names nothing of the world
    no_topic: Regex = NOTHING  # folded words that are verbs by their ending
    endings: Regex = NOTHING  # what two forms of a folded word differ in


@dataclass(frozen=True, slots=True)
class Pattern:
    """A way of saying something worth knowing, and what it is worth."""

    regex: Regex
    importance: int  # 1..10
    salience: int  # 1..10
    kind: str = "fact"


def pattern(regex: Regex, importance: int, salience: int, kind: str = "fact") -> Pattern:
    """A pattern that ignores case."""
    return Pattern(anycase(regex), importance, salience, kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statements:
    """What is worth knowing, by the way it is said."""

    user: str = "User"  # what a speaker without a name is called
    own: tuple[Pattern, ...] = ()  # what a speaker says of himself or of his people
    others: tuple[Pattern, ...] = ()  # what is said of somebody named, read only beside a name
    narrated: tuple[Pattern, ...] = ()  # what a narrator tells the user
    pronoun: Regex = NOTHING  # one person, named elsewhere
    reached: Regex = NOTHING  # a speaker has done what he set out to do
    dropped: Regex = NOTHING  # or has given it up
    negations: frozenset[str] = NO_WORDS  # words that turn a statement round


@dataclass(frozen=True, slots=True)
class Trait:
    """A way of saying what somebody has one of at a time: a home, an age, a favourite dish.

    Groups of the regex: `who` (none: the speaker), `what` (where the name says too little), `value`; `person` is the
    ending of a verb that says the speaker is meant.
    """

    name: str
    regex: Regex
    needs_name: bool = False  # only a value with a capital or a digit tells one from another
    is_change: bool = False  # the words themselves say that it was otherwise before
    is_sure: bool = False  # nobody has two, and what was said last holds


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What somebody has one of at a time, and what says that it is another one now."""

    traits: tuple[Trait, ...] = ()
    me: frozenset[str] = NO_WORDS  # the speaker, as `who`
    adds: Regex = NOTHING  # a statement that only adds, or supposes
    change: Regex = NOTHING  # words by which a statement says itself that something was otherwise before
    ended: Regex = NOTHING  # words by which a statement says that something is over
    ended_words: frozenset[str] = NO_WORDS  # what such words are to a comparison: says nothing of what is over
    switched: Regex = NOTHING  # names what somebody uses no more, in its one group that matches
    uses: Regex = NOTHING  # says that somebody uses something
    searched: Mapping[str, str] = field(default_factory=dict)  # trait -> words that find earlier statements of it


@dataclass(frozen=True, slots=True)
class Slot:
    """A standing statement; a later one of the same speaker takes its place unless it adds up."""

    name: str
    regex: Regex = NOTHING
    adds_up: bool = False
    needs_assistant: bool = False  # only said to somebody who answers: "never …"
    is_part: bool = False  # what matches is all that stands: the rest of the sentence need not last


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What has to be known in every turn, by the way it is said."""

    slots: tuple[Slot, ...] = ()  # in the order in which they are tried
    grave: Regex = NOTHING  # words on which somebody's safety rests
    alternatives: frozenset[str] = NO_WORDS  # what joins things that a rule lists: "or"


@dataclass(frozen=True, slots=True, kw_only=True)
class Passive:
    """The passive of a verb, which says the same as the active: "a cake is eaten by Ada"."""

    be: frozenset[str]
    past_be: frozenset[str]
    agent: str  # what stands before who does it


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """The closed classes that decide whether two statements say the same: grammar, not topics.

    What stands in none of them says what a statement is about.
    """

    rewritten: tuple[tuple[Regex, str], ...] = ()  # what is written otherwise before words are told, by what
    empty: frozenset[str] = NO_WORDS  # articles, forms of "to be", emphasis: with or without them it says the same
    negations: frozenset[str] = NO_WORDS
    negative_verb: Regex = NOTHING  # a verb form that holds its "not" inside
    verb: Regex = NOTHING  # one that may hold it: with it or without, its groups are the same
    suspending: Mapping[str, str] = field(default_factory=dict)  # after them nothing is claimed for now -> what they do
    joiners: frozenset[str] = NO_WORDS  # what follows may be said of somebody or something else
    verb_endings: tuple[str, ...] = ()  # of verbs that join in the same way
    dates: frozenset[str] = NO_WORDS
    numbers: Mapping[str, str] = field(default_factory=dict)  # written out -> digits
    is_stemmed: bool = False  # whether words are compared by their stems; not where an ending is a word of its own
    past_forms: Mapping[str, str] = field(default_factory=dict)  # irregular ones -> the verb
    past_ending: str = ""  # of regular ones
    same_forms: frozenset[str] = NO_WORDS  # verbs whose past form is the verb
    passive: Passive | None = None
    has_free_order: bool = False  # endings, not places, say who does what
    drops_words: bool = False  # whether a statement without some of its words is a weaker statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """Which capitals make a name, and what the words beside it say of it."""

    by_capitals: bool = True  # whether a capital inside a sentence makes a name; not where every noun has one
    not_names: frozenset[str] = NO_WORDS  # words that are capitalised for other reasons
    no_name_endings: Regex = NOTHING  # folded words that are no name where any word would have a capital
    capital_words: frozenset[str] = NO_WORDS  # words that always have a capital, as written: "I"
    letter_words: str = ""  # capital letters that are words by themselves
    joiners: frozenset[str] = NO_WORDS  # small words inside a name, as written
    titles: frozenset[str] = NO_WORDS  # stand before a person's name
    titles_behind: frozenset[str] = NO_WORDS  # stand behind it
    his: frozenset[str] = NO_WORDS  # those of them that a man has
    hers: frozenset[str] = NO_WORDS
    organisation_words: frozenset[str] = NO_WORDS  # stand in the name of an organisation
    ends: tuple[str, ...] = ()  # titles and the like that are written to a name without a blank
    prefixes: frozenset[str] = NO_WORDS  # before a name they make one with it: "Old Town", "Yeni Zelanda"
    quarters: frozenset[str] = NO_WORDS  # those of them that do so at the start of a sentence too
    never_first: frozenset[str] = NO_WORDS  # no name begins with them
    suffixes: frozenset[str] = NO_WORDS  # behind the apostrophe of any word, so that they tell nothing of a name
    short_forms: Mapping[str, str] = field(default_factory=dict)  # folded name -> its folded short forms, with blanks
    latin: Mapping[str, str] = field(default_factory=dict)  # letters of another script, as mostly written in Latin
    ages: Regex = NOTHING  # says how old somebody is
    relation: Regex = NOTHING  # a whole word that says who somebody is to somebody: no part of a name
    own_name: Regex = NOTHING  # who a speaker says to be (`name`), or wants to be called (`called`)
    person_before: Regex = NOTHING  # ends right before a name
    person_after: Regex = NOTHING  # begins right behind a name
    place_before: Regex = NOTHING
    place_after: Regex = NOTHING
    where: Regex = NOTHING  # begins right behind a name that is where something happens
    whence: Regex = NOTHING  # or where it comes from
    vocative_before: Regex = NOTHING  # ends right before the name of who is spoken to
    subject_after: Regex = NOTHING  # begins right behind a name that does something


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Language:
    """All that is known of one language."""

    code: str  # ISO 639-1
    name: str  # in English
    analysis: Analysis
    phrases: Phrases
    dates: Dates = Dates()
    clauses: Clauses = Clauses()
    topics: Topics = Topics()
    statements: Statements = Statements()
    traits: Traits = Traits()
    standing: Standing = Standing()
    grammar: Grammar = Grammar()
    names: Names = Names()
    prompts: str = (
        ""  # the folder of its prompts in `languages`; without one, a model is told in the first of `read_as`
    )
    read_as: tuple[str, ...] = ()  # of the neutral value only: the languages that a text of unknown language is read as
