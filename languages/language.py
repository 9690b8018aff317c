"""The shape of what is known of a language: one frozen value of smaller ones, each of which may know nothing yet.

A regex stands here as its source; `graph.text.patterns` compiles it when it is first searched. Words are folded
(`languages.folding`) unless a line says "as written", and kinds are the strings that the graph has for them.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from languages.recall_shape import Recall

Regex: TypeAlias = str
"""The source of a regex."""

Words: TypeAlias = frozenset[str]
Table: TypeAlias = Mapping[str, str]
Counts: TypeAlias = Mapping[str, int]

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

NO_WORDS: Final[Words] = frozenset()


def anycase(source: Regex) -> Regex:
    """The regex, ignoring case."""
    return f"(?i){source}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """How texts in the language are told from others, how words become search terms, and how people type them."""

    stop_words: Words = NO_WORDS  # words that ask or join, and say nothing of what is asked
    shared: Words = NO_WORDS  # function words that are words or parts of words elsewhere too, and so tell no language
    letters: str = ""  # letters beyond a-z, in both cases; a word with some of them and no others tells the language
    forms: Regex = NOTHING  # a form of a word that no other language has
    stemmer: str = ""  # Snowball's name of the language; without one, words are searched whole
    folds_before_stemming: bool = False  # whether the stemmer expects folded words
    has_layers: bool = False  # whether suffixes follow suffixes, so that a stem is stemmed again
    readings: Regex = NOTHING  # matches "stem|ending" where the stem's last letter may be the ending's: both are kept
    lower_case: Table = field(default_factory=dict)  # capitals with another small letter than elsewhere
    softened: Table = field(default_factory=dict)  # last letter of a stem -> the letter that words may have instead
    behind_ordinal: Regex = NOTHING  # words behind an ordinal number, whose full stop ends no sentence: "5. Mai"
    has_roman_ordinals: bool = False  # whether the full stop of "II. " ends no sentence
    typed_as: Table = field(default_factory=dict)  # letter -> what people type without the language's keyboard
    typed_exactly: tuple[str, ...] = ()  # parts of words in which that would make another word


@dataclass(frozen=True, slots=True, kw_only=True)
class Dates:
    """How people speak of times: "last week", "in May 2023", "two days ago". A phrase is words with blanks between."""

    months: tuple[str, ...] = ()  # from January; each name followed by its short forms
    weekdays: tuple[str, ...] = ()  # from Monday, in the same way
    seasons: tuple[str, ...] = ()  # from spring, in the same way
    numbers: tuple[str, ...] = ()  # from one, in the same way
    more_numbers: Counts = field(default_factory=dict)  # other words for a number: a couple
    few: Words = NO_WORDS  # words for about three
    days: Words = NO_WORDS  # words for a day
    parts_of_day: Words = NO_WORDS  # words for a part of one: night
    weeks: Words = NO_WORDS
    weekends: tuple[str, ...] = ()  # phrases for a weekend
    months_long: Words = NO_WORDS  # words for a month
    years: Words = NO_WORDS
    days_off: Counts = field(default_factory=dict)  # phrase -> how far the day is from today; yesterday: -1
    no_day_behind: Words = NO_WORDS  # words behind which such a phrase means something else: "good morning"
    plurals: Words = NO_WORDS  # units that are none in particular behind `last` or `next`: "in the coming weeks"
    last: Words = NO_WORDS  # stands before a unit, a weekday, a month or a season: "last"
    this: Words = NO_WORDS
    next: Words = NO_WORDS
    in_one: Table = field(default_factory=dict)  # one word for "next week" -> the word for the week
    ago: Words = NO_WORDS  # stands behind a number and a unit: "ago"
    ago_before: Words = NO_WORDS  # the same in a language where it stands before them
    ahead: Words = NO_WORDS  # stands behind a number and a unit that are to come
    ahead_before: Words = NO_WORDS  # the same, before them: "in"
    every: Words = NO_WORDS  # stands before a weekday that is a habit: "every Friday"
    ambiguous: Words = NO_WORDS  # names that mean a month or weekday only beside a number or one of `before`
    before: Words = NO_WORDS  # words that stand before months and weekdays: "in"
    before_year: Words = NO_WORDS  # words that stand before years, and hardly ever before another number
    before_day: tuple[str, ...] = ()  # phrases before a day of the month without its name: "on the"
    inside: Words = NO_WORDS  # small words between day, month and year, and between a number and its unit
    to: tuple[str, ...] = ()  # phrases between the two ends of a range: "to"
    between: Words = NO_WORDS  # words before a range that is joined by one of `both`
    both: Words = NO_WORDS  # "and"
    behind_range: Words = NO_WORDS  # words behind a range without which it is none, where a language has them
    earlier: tuple[str, ...] = ()  # phrases between a unit and the day before which it is: "before the"
    later: tuple[str, ...] = ()
    earlier_behind: Words = NO_WORDS  # the same as `earlier` between a day and the unit before it
    no_date_behind: Words = NO_WORDS  # words before digits that only look like a date: "version"
    ordinal_endings: tuple[str, ...] = ()  # of a day: "5th"
    ordinal_mark: str = ""  # the sign behind a number that makes it a day: "5."
    endings: tuple[str, ...] = ()  # that the words of these tables may have in a sentence
    is_day_first: bool | None = None  # the order of a date in digits; None: both are in use
    to_come: Regex = NOTHING  # in a sentence about what is still to come


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryPhrases:
    """What the block of a game says in its own words, to the letter. What stands in braces is filled in."""

    last_interactions: str
    last_interaction: str  # of one
    relevant_memories: str
    progress: str  # above summaries of what happened
    world: str  # above what holds in the world
    earlier: str  # above lines of long ago
    player: str
    response: str
    importance: str
    levels: Table  # low, medium and high
    participants: str
    items: str
    current_scene: str
    emotional_context: str
    active_conversation: str
    now: str
    ago: Mapping[str, tuple[str, str]]  # of minute, hour and day: for one, for several


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """How questions tell what they want. The regexes are searched in folded text."""

    replies: Regex = NOTHING  # asks the assistant for its own words: "what did you recommend"
    asker: Regex = NOTHING  # speaks of whoever asks: "my"
    overview: Regex = NOTHING  # asks for a summary
    order: Regex = NOTHING  # asks for a course of events: "in what order"
    name: Regex = NOTHING  # asks for what has a name: "where"; not where every noun has a capital
    day: Regex = NOTHING  # asks when something was or will be


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """What a block says in its own words. What stands in braces is filled in."""

    opening: str  # its first sentence tells a block where its tags are lost
    headings: Mapping[str, str]  # of each of SECTIONS: what a model and a person read above it
    months: tuple[str, ...]
    one_day: str = "{day} {month} {year}"
    days_of_month: str = "{first}–{day} {month} {year}"
    one_month: str = "{month} {year}"
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
    story: StoryPhrases
    biography: str  # above what a caller tells of a character
    request: str  # above what the caller wants of the character now

    def day(self, at: datetime.date) -> str:
        """8 May 2023."""
        return self.date(at.year, at.month, at.day)

    def date(self, year: int, month: int, day: int) -> str:
        """8 May 2023; whether the month has such a day is not looked at."""
        return self.one_day.format(day=day, month=self.months[month - 1], year=year)

    def days(self, first: datetime.date, last: datetime.date) -> str:
        """8 May 2023, 3–8 May 2023, or 30 April 2023 – 8 May 2023."""
        if (first.year, first.month, first.day) == (last.year, last.month, last.day):
            return self.day(first)
        if self.days_of_month and (first.year, first.month) == (last.year, last.month):
            month = self.months[last.month - 1]
            return self.days_of_month.format(first=first.day, day=last.day, month=month, year=last.year)
        return f"{self.day(first)} – {self.day(last)}"

    def stretch(self, first: datetime.date, last: datetime.date, *, year: int) -> str:
        """8 May, 3–8 May, June – August, or 2022: days as people name them in a year, which is not said again."""
        if (first.month, first.day, last.month, last.day) == (1, 1, 12, 31):
            return f"{first.year}" if first.year == last.year else f"{first.year}–{last.year}"
        text = self.days(first, last)
        if first.day == 1 and (last + datetime.timedelta(days=1)).day == 1:
            months = (self.one_month.format(month=self.months[day.month - 1], year=day.year) for day in (first, last))
            text = " – ".join(dict.fromkeys(months))
        return text.replace(f" {year}", "")

    def left_out_line(self, count: int) -> str:
        """148 earlier messages are not shown."""
        if count < 2:
            return f"({self.one_left_out})\n" if count else ""
        return f"({self.left_out.format(f'{count:,}'.replace(',', self.thousands))})\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """By which words a story's moments are told."""

    weighty: Regex = NOTHING  # strong feeling, death, secrets, oaths: the interaction matters greatly
    busy: Regex = NOTHING  # the player does or asks something particular
    character_bond: Regex = NOTHING
    discovery: Regex = NOTHING
    revelation: Regex = NOTHING
    promise: Regex = NOTHING
    goal: Regex = NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Clauses:
    """Where sentences and clauses end, and which of them say nothing.

    The regexes from `requests` on are searched in one clause, from whose start interjections were cut.
    """

    words_min: int = 4  # a shorter sentence says nothing by itself
    abbreviations: str = ""  # words before a full stop that ends no sentence: "mr|mrs"
    begins_sentence: str = ""  # words that begin a sentence behind a full stop even in small letters: "and|but"
    captions: str = ""  # what stands in brackets for something that is no text, "[image: …]": "image|photo"
    openers: Regex = NOTHING  # interjections at the start: "Well, ", "Thanks!"
    leads: Regex = NOTHING  # conjunctions at the start: "And "
    breaks: Regex = NOTHING  # what stands between the clauses of a run-on sentence
    requests: Regex = NOTHING  # a clause that asks for something
    hedges: Regex = NOTHING  # a clause that says nothing for certain
    fleeting: Regex = NOTHING  # feelings of the moment and compliments
    relative: Regex = NOTHING  # a time that only the day it is said on makes clear: "yesterday"
    pointing: Regex = NOTHING  # begins with something named in the sentence before: "It was"
    vague: Regex = NOTHING  # a word that points at something said before
    hanging: Regex = NOTHING  # cannot be understood without what was said before, however long it is
    passing: Regex = NOTHING  # what goes on these days, or is liked of what is talked about: "I've been reading"


@dataclass(frozen=True, slots=True, kw_only=True)
class Topics:
    """Which words are no topic."""

    chatter: Words = NO_WORDS  # words that every talk is full of
    feelings: Regex = NOTHING  # the beginnings of words of feeling and resolve
    no_topic: Regex = NOTHING  # endings of verbs
    endings: Regex = NOTHING  # endings in which two forms of one topic differ
    asks_noun: Regex = NOTHING  # how a question begins that has nothing but a noun behind it: "what is the"


@dataclass(frozen=True, slots=True)
class Pattern:
    """A way of saying something that is worth knowing."""

    regex: Regex
    importance: int  # 1..10
    salience: int  # 1..10
    kind: str = "fact"


def pattern(regex: Regex, importance: int, salience: int, kind: str = "fact") -> Pattern:
    """A pattern that ignores case."""
    return Pattern(anycase(regex), importance, salience, kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statements:
    """How people say what is worth knowing."""

    user: str = "User"  # what a speaker without a name is called
    roles: Table = field(default_factory=dict)  # what logs of chats call their speakers -> role
    own: tuple[Pattern, ...] = ()  # what speakers say of themselves and of their people
    others: tuple[Pattern, ...] = ()  # what they say of somebody whose name stands in the clause
    narrated: tuple[Pattern, ...] = ()  # what a narrator tells the user
    reached: Regex = NOTHING  # speakers have done what they set out to do
    dropped: Regex = NOTHING  # or have given it up
    negations: Words = NO_WORDS  # words that turn a statement round


@dataclass(frozen=True, slots=True)
class Trait:
    """A way of saying what somebody has one of at a time: a home, an age, a favourite dish.

    The regex has the group `value`. It may have `who`, without which the speaker is meant; `what`, where the name says
    too little; and `person`, the ending of a verb by which the speaker is meant.
    """

    name: str  # home, work, love life, age, diet, name, favourite, own (address, phone …), hours or thing
    regex: Regex
    needs_name: bool = False  # whether only a value with a capital or a digit counts
    is_change: bool = False  # whether the words say themselves that it was otherwise before
    is_sure: bool = False  # whether nobody has two, so that what was said last holds


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What somebody has one of at a time, and the words that say it is another one now."""

    traits: tuple[Trait, ...] = ()
    me: Words = NO_WORDS  # the speaker, as the group `who` has it
    relative: Regex = NOTHING  # the group `who`, folded, is somebody of the speaker's: "my sister" is not everybody's
    adds: Regex = NOTHING  # a statement that only adds to others, or supposes: "also", "if"
    change: Regex = NOTHING  # something was otherwise before: "now", "instead"
    ended: Regex = NOTHING  # something is over: "no longer"
    ended_words: Words = NO_WORDS  # the words of `ended`, as comparisons see them: they are no part of what is over
    corrected: Regex = NOTHING  # says what is so; the one group that matches is what is not: "seven, not six"
    over: Regex = NOTHING  # the clause says that something is no more: "gave up", "sold", "not … after all"
    over_words: Words = NO_WORDS  # the words by which it does: they are no part of what is over
    over_stops: Regex = NOTHING  # where such a clause ends, and its reason begins: "because"
    happened: Regex = NOTHING  # tells what happened, which stays true
    promised: Regex = NOTHING  # a promise
    switched: Regex = NOTHING  # the one group that matches is what somebody uses no longer
    uses: Regex = NOTHING  # somebody uses something
    searched: Table = field(default_factory=dict)  # name of a trait -> words that find earlier statements of it
    spoken_of: Table = field(default_factory=dict)  # name of a trait -> words of which one speaks of it: "rent"
    role: Regex = NOTHING  # says what somebody is: "I'm a nurse"
    turned: Mapping[str, Regex] = field(default_factory=dict)  # name of a trait -> says that it became another: "hired"


@dataclass(frozen=True, slots=True)
class Slot:
    """A way of making a standing statement; a later one of the same speaker and name replaces it unless it adds up."""

    name: str  # name, introduction, address, pronouns, allergy, health, diet, time zone, emergency, language or rule
    regex: Regex = NOTHING
    adds_up: bool = False
    needs_assistant: bool = False  # whether it is only said to somebody who answers: "never …"
    is_part: bool = False  # whether only what matches stands: the rest of the sentence need not last
    is_end: bool = False  # whether it only ends the lines of its name: "I eat meat again"


SAFETY: Final = frozenset(("allergy", "health"))
"""The slots on which somebody's safety rests."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How people say what has to be known in every turn."""

    slots: tuple[Slot, ...] = ()  # in the order in which they are tried
    grave: Regex = NOTHING  # words on which somebody's safety rests
    alternatives: Words = NO_WORDS  # what joins the things that a rule lists: "or"
    revokes: Regex = NOTHING  # tells the assistant that a rule is over, or that something was never so
    tasks: Regex = NOTHING  # begins with what any rule may ask for, which tells no rule from another: "answer"
    hollow: Words = NO_WORDS  # words of a revocation that do not say what is revoked: "test", "doctor"


@dataclass(frozen=True, slots=True, kw_only=True)
class Borrowed:
    """How people hand over words that are not their own, or say what they do not mean, and what nobody should repeat.

    `handed` and `asked` are searched in one line of a message.
    """

    handed: Regex = NOTHING  # what stands behind a colon is somebody else's: "in the email it says: …"
    asked: Regex = NOTHING  # asks for work on words or for a story: what follows is not said by the speaker
    labels: Words = NO_WORDS  # words that stand before a colon at the start of a line and name no speaker: "note"
    unreal: Regex = NOTHING  # in front of a statement: it holds in a story, under a condition, or for one answer only
    laughs: Regex = NOTHING  # it is not meant
    secret: Regex = NOTHING  # a password and the like (group `secret`)


LAUGHS: Final[Regex] = r"\b(?:b?w?a?(?:ha){2,}h?|lol|lmao|rofl|xd)\b|[😂🤣😜😝]|(?<!\w)[:;]-?[D)P](?!\w)"
"""How people laugh in writing, in most languages."""

RANDOM: Final[Regex] = r"(?=[^\s]*\d)(?=[^\s]*[^\W\d_])(?=[^\s]*[_!@#$%&*+-])"
"""In front of a word with a letter, a digit and a sign: near a word for a secret it is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passive:
    """The passive of a verb, which says the same as the active: "a cake is eaten by Ada"."""

    be: Words
    past_be: Words
    agent: str  # the word before who does it
    same_forms: Words  # verbs whose past form is the verb itself


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """Small classes of words that decide whether two statements say the same.

    All other words say what a statement is about.
    """

    rewritten: tuple[tuple[Regex, str], ...] = ()  # replaced, in this order, before the words are told apart
    empty: Words = NO_WORDS  # words without which a statement says the same: articles, forms of "to be", emphasis
    negations: Words = NO_WORDS
    negative_verb: Regex = NOTHING  # a verb form with a "not" inside
    verb: Regex = NOTHING  # a verb form that may have one; its groups are the same with it and without
    suspending: Table = field(default_factory=dict)  # words by which a statement is not simply claimed -> what they do
    joiners: Words = NO_WORDS  # words behind which something else may be spoken of
    verb_endings: tuple[str, ...] = ()  # of verb forms behind which it may be so too
    dates: Words = NO_WORDS
    numbers: Table = field(default_factory=dict)  # number word -> digits
    is_stemmed: bool = False  # whether words are compared by their stems; not where endings carry meaning
    past_forms: Table = field(default_factory=dict)  # irregular past form -> verb
    past_ending: str = ""  # of regular past forms
    passive: Passive | None = None
    has_free_order: bool = False  # whether endings, not places, say who does what
    drops_words: bool = False  # whether a statement without some of its words still holds, and only says less


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """Which capitals make a name, and what the words beside a name say of it."""

    by_capitals: bool = True  # whether a capital inside a sentence makes a name; not where every noun has one
    not_names: Words = NO_WORDS  # words that are capitalised for other reasons
    no_name_endings: Regex = NOTHING  # endings of folded words that are no name at the start of a sentence
    capital_words: Words = NO_WORDS  # words that always have a capital, as written: "I"
    letter_words: str = ""  # capital letters that are words by themselves
    joiners: Words = NO_WORDS  # small words inside a name, as written: "of"
    titles: Words = NO_WORDS  # stand before a person's name
    titles_behind: Words = NO_WORDS  # stand behind it
    titles_of_men: Words = NO_WORDS
    titles_of_women: Words = NO_WORDS
    organisation_words: Words = NO_WORDS  # stand in the name of an organisation
    ends: tuple[str, ...] = ()  # titles and kinds of place or organisation that are written to a name without a blank
    prefixes: Words = NO_WORDS  # are part of the name behind them: "Old Town", "Yeni Zelanda"
    regions: Words = NO_WORDS  # end a place's name behind a comma, in capitals: Springfield, IL
    quarters: Words = NO_WORDS  # those of them that are so at the start of a sentence too
    never_first: Words = NO_WORDS  # no name begins with them
    suffixes: Words = NO_WORDS  # stand behind an apostrophe of any word, so that they tell nothing of a name
    short_forms: Table = field(default_factory=dict)  # name -> its short forms, with blanks between them
    latin: Table = field(default_factory=dict)  # letter of another script -> how it is mostly written in Latin letters
    ages: Regex = NOTHING  # says how old somebody is
    relation: Regex = NOTHING  # a whole word that says who somebody is to somebody: no part of a name
    own_name: Regex = NOTHING  # speakers say who they are (group `name`), or what to call them (`called`)
    person_before: Regex = NOTHING  # ends right before the name of a person
    person_after: Regex = NOTHING  # begins right behind it
    place_before: Regex = NOTHING
    place_after: Regex = NOTHING
    where: Regex = NOTHING  # begins right behind the name of a place where something happens
    whence: Regex = NOTHING  # or where it comes from
    vocative_before: Regex = NOTHING  # ends right before the name of who is spoken to
    subject_after: Regex = NOTHING  # begins right behind the name of who does something


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Language:
    """All that is known of one language."""

    code: str  # ISO 639-1
    name: str  # in English
    analysis: Analysis
    phrases: Phrases
    story: Story = Story()
    dates: Dates = Dates()
    asking: Asking = Asking()
    kinds: Table = field(default_factory=dict)  # words for a kind of thing -> words for what is one of it: "tennis"
    clauses: Clauses = Clauses()
    topics: Topics = Topics()
    statements: Statements = Statements()
    traits: Traits = Traits()
    standing: Standing = Standing()
    borrowed: Borrowed = Borrowed()
    grammar: Grammar = Grammar()
    names: Names = Names()
    recall: Recall = field(default_factory=Recall)
    prompts: str = ""  # the folder of its prompts below `languages`; without one, models are told in English
    # Of the neutral value only:
    read_as: tuple[str, ...] = ()  # codes of the languages that a text is read as which tells none
    elsewhere: Mapping[str, Words] = field(default_factory=dict)  # code without a folder -> its function words
