"""The shape of a language: one frozen value made of smaller ones, each of which may still be empty.

A regex is kept as its source; `graph.text.patterns` compiles it when it is first searched. Words are folded
(`languages.folding`) unless a line says "as written". Kinds are the strings that the graph uses for them.
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
"""Letters for a character class of a regex: names in a text may come from any language that has capitals."""

NO_WORDS: Final[Words] = frozenset()


def anycase(source: Regex) -> Regex:
    """The regex, ignoring case."""
    return f"(?i){source}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """How to recognise texts in the language, how words become search terms, and how people type them."""

    stop_words: Words = NO_WORDS  # words that ask or join, and do not say what a question is about
    shared: Words = NO_WORDS  # function words that other languages also have, alone or within words: they identify none
    letters: str = ""  # letters beyond a-z, in both cases; a word whose only such letters are these shows it
    forms: Regex = NOTHING  # a word form that no other language has
    stemmer: str = ""  # Snowball's name for the language; without one, whole words are searched
    folds_before_stemming: bool = False  # whether the stemmer expects folded words
    has_layers: bool = False  # whether suffixes follow suffixes, so that stems are stemmed again
    readings: Regex = NOTHING  # matches "stem|ending" where the stem's last letter may belong to the ending: keeps both
    lower_case: Table = field(default_factory=dict)  # capitals whose small letter differs from that in other languages
    softened: Table = field(default_factory=dict)  # last letter of a stem -> the letter that may replace it in words
    behind_ordinal: Regex = NOTHING  # words after an ordinal number whose full stop ends no sentence: "5. Mai"
    has_roman_ordinals: bool = False  # whether "II. " does not end a sentence
    typed_as: Table = field(default_factory=dict)  # letter -> what people type without the language's keyboard
    typed_exactly: tuple[str, ...] = ()  # parts of words where that spelling would make another word


@dataclass(frozen=True, slots=True, kw_only=True)
class Dates:
    """How people speak of times: "last week", "in May 2023", "two days ago". Blanks separate the words of a phrase."""

    months: tuple[str, ...] = ()  # from January; each name followed by its short forms
    weekdays: tuple[str, ...] = ()  # from Monday, in the same way
    seasons: tuple[str, ...] = ()  # from spring, in the same way
    numbers: tuple[str, ...] = ()  # from one, in the same way
    more_numbers: Counts = field(default_factory=dict)  # other words for a number: a couple
    few: Words = NO_WORDS  # words for about three
    days: Words = NO_WORDS  # words for a day
    parts_of_day: Words = NO_WORDS  # words for a part of a day: night
    weeks: Words = NO_WORDS
    weekends: tuple[str, ...] = ()  # phrases for a weekend
    months_long: Words = NO_WORDS  # words for a month
    years: Words = NO_WORDS
    days_off: Counts = field(default_factory=dict)  # phrase -> days from today; yesterday: -1
    no_day_behind: Words = NO_WORDS  # words after which such a phrase means something else: "good morning"
    no_day_in: Regex = NOTHING  # figures of speech with such a phrase: "it feels like yesterday"
    plurals: Words = NO_WORDS  # units that are too vague after `last` or `next`: "in the coming weeks"
    last: Words = NO_WORDS  # before a unit, a weekday, a month or a season: "last"
    last_but_one: Words = NO_WORDS  # before a unit, one word for that before the last: "vorletzte"
    up_to_now: Words = NO_WORDS  # before a number and a unit: "the last three days"
    this: Words = NO_WORDS
    next: Words = NO_WORDS
    in_one: Table = field(default_factory=dict)  # one word for "next week" -> the word for the week
    ago: Words = NO_WORDS  # after a number and a unit: "ago"
    ago_before: Words = NO_WORDS  # the same, in a language that puts it before them
    ahead: Words = NO_WORDS  # after a number and a unit in the future
    ahead_before: Words = NO_WORDS  # the same, before them: "in"
    every: Words = NO_WORDS  # before a weekday that is a habit: "every Friday"
    ambiguous: Words = NO_WORDS  # names that mean a month or weekday only next to a number or a word of `before`
    before: Words = NO_WORDS  # words before months and weekdays: "in"
    before_year: Words = NO_WORDS  # words before years, and hardly ever before other numbers
    before_day: tuple[str, ...] = ()  # phrases before a day without the month's name: "on the"
    inside: Words = NO_WORDS  # small words between day, month and year, and between a number and its unit
    to: tuple[str, ...] = ()  # phrases between the two ends of a range: "to"
    between: Words = NO_WORDS  # words before a range that a word of `both` joins
    both: Words = NO_WORDS  # "and"
    behind_range: Words = NO_WORDS  # words after a range; in languages that have them, a range needs one
    earlier: tuple[str, ...] = ()  # phrases between a unit and the day that follows it: "before the"
    later: tuple[str, ...] = ()
    containing: tuple[str, ...] = ()  # between a week or weekend and a day in it: "of"
    earlier_behind: Words = NO_WORDS  # as `earlier`, where the day is named first and then the earlier unit
    no_date_behind: Words = NO_WORDS  # words before digits that only look like a date: "version"
    ordinal_endings: tuple[str, ...] = ()  # of a day: "5th"
    ordinal_mark: str = ""  # the sign after a number that makes it a day: "5."
    endings: tuple[str, ...] = ()  # endings that words of these tables may have in a sentence
    no_endings: Words = NO_WORDS  # other words, which only look like one of these with an ending
    is_day_first: bool | None = None  # the order of a date in digits; None: both are in use
    to_come: Regex = NOTHING  # found in a sentence about the future


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryPhrases:
    """The fixed wording of a game's block, to the letter. Braces are filled in."""

    last_interactions: str
    last_interaction: str  # for a single one
    relevant_memories: str
    progress: str  # above summaries of what happened
    world: str  # above what is true in the world
    earlier: str  # above lines from long ago
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
    ago: Mapping[str, tuple[str, str]]  # for minute, hour and day: singular and plural


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """How questions show what they ask for. The regexes are searched in folded text."""

    replies: Regex = NOTHING  # asks the assistant for its own words: "what did you recommend"
    asker: Regex = NOTHING  # speaks of the person who asks: "my"
    overview: Regex = NOTHING  # asks for a summary
    whole_talk: Regex = NOTHING  # asks for all that was said, whatever it was about
    order: Regex = NOTHING  # asks for a course of events: "in what order"
    name: Regex = NOTHING  # asks for something with a name: "where"; not in languages where every noun has a capital
    day: Regex = NOTHING  # asks when something was or will be


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """The fixed wording of a block. Braces are filled in."""

    opening: str  # its first sentence identifies a block that has lost its tags
    headings: Mapping[str, str]  # for each section of a block: the heading that models and people read
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
    biography: str  # above what a caller says about a character
    request: str  # above what the caller wants of the character now

    def day(self, at: datetime.date) -> str:
        """8 May 2023."""
        return self.date(at.year, at.month, at.day)

    def date(self, year: int, month: int, day: int) -> str:
        """8 May 2023. Does not check whether the month has such a day."""
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
        """8 May, 3–8 May, June – August, or 2022: days as people name them within `year`, which is left out."""
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
    """The words that identify the moments of a story."""

    weighty: Regex = NOTHING  # strong feeling, death, secrets, oaths: the interaction matters greatly
    busy: Regex = NOTHING  # the player does or asks something particular
    character_bond: Regex = NOTHING
    discovery: Regex = NOTHING
    revelation: Regex = NOTHING
    promise: Regex = NOTHING
    goal: Regex = NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Clauses:
    """Where sentences and clauses end, and which of them are worth nothing.

    The regexes from `requests` on are searched in one clause, after interjections at its start were cut.
    """

    words_min: int = 4  # a shorter sentence says nothing by itself
    abbreviations: str = ""  # words before a full stop that ends no sentence: "mr|mrs"
    begins_sentence: str = ""  # words that begin a sentence after a full stop even in small letters: "and|but"
    captions: str = ""  # words in brackets that stand for something other than text, "[image: …]": "image|photo"
    openers: Regex = NOTHING  # interjections at the start: "Well, ", "Thanks!"
    leads: Regex = NOTHING  # conjunctions at the start: "And "
    breaks: Regex = NOTHING  # separates the clauses of a run-on sentence
    dependent: Regex = NOTHING  # ends with a clause, its group `when`, that says when or if the next clause is true
    requests: Regex = NOTHING  # a clause that asks for something
    hedges: Regex = NOTHING  # a clause that says nothing for certain
    fleeting: Regex = NOTHING  # feelings of the moment and compliments
    relative: Regex = NOTHING  # a time that depends on the day it is said: "yesterday"
    pointing: Regex = NOTHING  # begins with something named in the sentence before: "It was"
    vague: Regex = NOTHING  # a word that refers to something said before
    hanging: Regex = NOTHING  # cannot be understood without what was said before, however long it is
    passing: Regex = NOTHING  # what goes on these days, or praise for what is being discussed: "I've been reading"
    courtesies: Regex = NOTHING  # folded words, without names: greets, asks or says how somebody is, or takes leave
    before_names: Words = NO_WORDS  # words of courtesies that stand before the name of whoever is addressed


@dataclass(frozen=True, slots=True, kw_only=True)
class Topics:
    """Which words are not topics."""

    chatter: Words = NO_WORDS  # words that every conversation is full of
    feelings: Regex = NOTHING  # beginnings of words for feelings and intentions
    no_topic: Regex = NOTHING  # endings of verbs
    endings: Regex = NOTHING  # endings in which two forms of one topic differ
    asks_noun: Regex = NOTHING  # the start of a question that only a noun follows: "what is the"


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

    user: str = "User"  # the name for a speaker without one
    roles: Table = field(default_factory=dict)  # what chat logs call their speakers -> role
    own: tuple[Pattern, ...] = ()  # what speakers say about themselves and their people
    others: tuple[Pattern, ...] = ()  # what they say about somebody whom the clause names
    narrated: tuple[Pattern, ...] = ()  # what a narrator tells the user
    reached: Regex = NOTHING  # speakers have done what they set out to do
    dropped: Regex = NOTHING  # speakers have given it up
    negations: Words = NO_WORDS  # words that reverse a statement


@dataclass(frozen=True, slots=True)
class Trait:
    """A way of stating something that a person has only one of at a time: a home, an age, a favourite dish.

    The regex has the group `value`. It may also have `who` (without it, the speaker is meant), `what` (where the name
    says too little) and `person` (a verb ending that means the speaker).
    """

    name: str  # home, work, love life, age, diet, name, favourite, own (address, phone …), hours or thing
    regex: Regex
    needs_name: bool = False  # whether only a value with a capital or a digit counts
    is_change: bool = False  # whether the words themselves say that this was different before
    is_sure: bool = False  # whether nobody can have two, so that the latest statement holds


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """Things that a person has only one of at a time, and the words that say it is now another one."""

    traits: tuple[Trait, ...] = ()
    me: Words = NO_WORDS  # words for the speaker in the group `who`
    relative: Regex = NOTHING  # the folded group `who` is relative to the speaker: "my sister"
    adds: Regex = NOTHING  # a statement that only adds to others, or that supposes something: "also", "if"
    change: Regex = NOTHING  # something was different before: "now", "instead"
    ended: Regex = NOTHING  # something is over: "no longer"
    ended_words: Words = NO_WORDS  # the words of `ended`, as comparisons see them: not part of what is over
    corrected: Regex = NOTHING  # corrects something; the one group that matches is what is wrong: "seven, not six"
    over: Regex = NOTHING  # the clause says that something is no more: "gave up", "sold", "not … after all"
    over_words: Words = NO_WORDS  # the words that say so: not part of what is over
    over_stops: Regex = NOTHING  # where such a clause ends and its reason begins: "because"
    happened: Regex = NOTHING  # says what happened, which stays true
    promised: Regex = NOTHING  # a promise
    switched: Regex = NOTHING  # the one group that matches is what somebody no longer uses
    uses: Regex = NOTHING  # somebody uses something
    searched: Table = field(default_factory=dict)  # name of a trait -> words that find earlier statements of it
    spoken_of: Table = field(default_factory=dict)  # name of a trait -> words that each speak of it: "rent"
    role: Regex = NOTHING  # says what somebody is: "I'm a nurse"
    turned: Mapping[str, Regex] = field(default_factory=dict)  # name of a trait -> says that it changed: "hired"


@dataclass(frozen=True, slots=True)
class Slot:
    """A way of making a standing statement; a later one by the speaker with this name replaces it unless `adds_up`."""

    name: str  # name, introduction, address, pronouns, allergy, health, diet, time zone, emergency, language or rule
    regex: Regex = NOTHING
    adds_up: bool = False
    needs_assistant: bool = False  # whether people only say it to somebody who answers: "never …"
    is_part: bool = False  # whether only the match is kept: the rest of the sentence may not last
    is_end: bool = False  # whether it only ends the earlier lines of its name: "I eat meat again"


SAFETY: Final = frozenset(("allergy", "health"))
"""The slots that somebody's safety depends on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How people say what the assistant must know in every turn."""

    slots: tuple[Slot, ...] = ()  # in the order in which they are tried
    grave: Regex = NOTHING  # words that somebody's safety depends on
    alternatives: Words = NO_WORDS  # words that join the things a rule lists: "or"
    revokes: Regex = NOTHING  # tells the assistant that a rule is over, or that something was never true
    tasks: Regex = NOTHING  # begins with something any rule may ask for, so it identifies no rule: "answer"
    hollow: Words = NO_WORDS  # words of a revocation that do not say what is revoked: "test", "doctor"


@dataclass(frozen=True, slots=True, kw_only=True)
class Borrowed:
    """How people pass on words of others, how they say what they do not mean, and what nobody should repeat.

    `handed`, `pasted`, `salutation` and `asked` are searched in one line of a message.
    """

    handed: Regex = NOTHING  # what follows a colon is somebody else's: "in the email it says: …"
    pasted: Regex = NOTHING  # in a line of its own: what follows it in the message is somebody else's
    salutation: Regex = NOTHING  # begins a letter: in a later paragraph than the first, it is somebody else's
    asked: Regex = NOTHING  # asks for a story or for work on a text: what follows is not the speaker's own statement
    labels: Words = NO_WORDS  # words before a colon at the start of a line that name no speaker: "note"
    unreal: Regex = NOTHING  # before a statement that holds only in a story, under a condition, or for one answer
    fiction: Regex = NOTHING  # speaks of a story that somebody writes or plays: what follows belongs to it
    laughs: Regex = NOTHING  # shows that a statement is not meant
    secret: Regex = NOTHING  # a password or the like (group `secret`)


LAUGHS: Final[Regex] = r"\b(?:b?w?a?(?:ha){2,}h?|lol|lmao|rofl|xd)\b|[😂🤣😜😝]|(?<!\w)[:;]-?[D)P](?!\w)"
"""How people laugh in writing, in most languages."""

RANDOM: Final[Regex] = r"(?=[^\s]*\d)(?=[^\s]*[^\W\d_])(?=[^\s]*[_!@#$%&*+-])"
"""Matches before a word with a letter, a digit and a sign; near a word for a secret, such a word is a secret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passive:
    """The passive of a verb, which means the same as the active: "a cake is eaten by Ada"."""

    be: Words
    past_be: Words
    agent: str  # the word before the person who acts: "by"
    same_forms: Words  # verbs whose past form is the verb itself


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """Small word classes that decide whether two statements say the same.

    All other words say what a statement is about.
    """

    rewritten: tuple[tuple[Regex, str], ...] = ()  # replacements, made in this order before the words are classified
    empty: Words = NO_WORDS  # words that do not change what a statement says: articles, forms of "to be", emphasis
    negations: Words = NO_WORDS
    negative_verb: Regex = NOTHING  # a verb form with a "not" inside
    verb: Regex = NOTHING  # a verb form that may have one; its groups are the same with and without it
    suspending: Table = field(default_factory=dict)  # words that make a statement less than a claim -> what they do
    joiners: Words = NO_WORDS  # words after which a statement may turn to something else
    verb_endings: tuple[str, ...] = ()  # endings of verb forms after which it may, too
    dates: Words = NO_WORDS
    numbers: Table = field(default_factory=dict)  # number word -> digits
    is_stemmed: bool = False  # whether words are compared by their stems; not where endings carry meaning
    past_forms: Table = field(default_factory=dict)  # irregular past form -> verb
    past_ending: str = ""  # the ending of regular past forms
    passive: Passive | None = None
    has_free_order: bool = False  # whether endings, not word order, say who does what
    drops_words: bool = False  # whether a statement stays true without some of its words and only says less


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """Which capitals make a name, and what the words next to a name say about it."""

    by_capitals: bool = True  # whether a capital inside a sentence makes a name; not where every noun has one
    not_names: Words = NO_WORDS  # words that are capitalised for other reasons
    no_name_endings: Regex = NOTHING  # endings of folded words that are not names at the start of a sentence
    capital_words: Words = NO_WORDS  # words that always have a capital, as written: "I"
    letter_words: str = ""  # capital letters that are words by themselves
    joiners: Words = NO_WORDS  # small words inside a name, as written: "of"
    titles: Words = NO_WORDS  # stand before a person's name
    titles_behind: Words = NO_WORDS  # stand after it
    titles_of_men: Words = NO_WORDS
    titles_of_women: Words = NO_WORDS
    organisation_words: Words = NO_WORDS  # stand in the name of an organisation
    ends: tuple[str, ...] = ()  # titles, kinds of place or of organisation that are joined to a name without a blank
    prefixes: Words = NO_WORDS  # are part of the name that follows: "Old Town", "Yeni Zelanda"
    regions: Words = NO_WORDS  # end a place's name after a comma, in capitals: Springfield, IL
    quarters: Words = NO_WORDS  # those of them that count at the start of a sentence, too
    never_first: Words = NO_WORDS  # no name begins with them
    suffixes: Words = NO_WORDS  # follow an apostrophe in any word, so they say nothing about a name
    short_forms: Table = field(default_factory=dict)  # name -> its short forms, with blanks between them
    latin: Table = field(default_factory=dict)  # letter of another script -> its usual Latin spelling
    ages: Regex = NOTHING  # says how old somebody is
    relation: Regex = NOTHING  # a whole word for a person's relation to another: not part of a name
    own_name: Regex = NOTHING  # speakers say their name (group `name`), or what to call them (`called`)
    person_before: Regex = NOTHING  # ends right before the name of a person
    person_after: Regex = NOTHING  # begins right after it
    place_before: Regex = NOTHING
    place_after: Regex = NOTHING
    where: Regex = NOTHING  # begins right after the name of a place where something happens
    whence: Regex = NOTHING  # begins right after the name of a place that something comes from
    vocative_before: Regex = NOTHING  # ends right before the name of the person spoken to
    subject_after: Regex = NOTHING  # begins right after the name of the person who does something


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
    kinds: Table = field(default_factory=dict)  # words for a kind of thing -> words for things of that kind: "tennis"
    clauses: Clauses = Clauses()
    topics: Topics = Topics()
    statements: Statements = Statements()
    traits: Traits = Traits()
    standing: Standing = Standing()
    borrowed: Borrowed = Borrowed()
    grammar: Grammar = Grammar()
    names: Names = Names()
    recall: Recall = field(default_factory=Recall)
    related_words: str = ""  # its table of words close in meaning, below `languages` (benchmarks/related_words.py)
    prompts: str = ""  # the folder of its prompts below `languages`; without one, models are told in English
    # Only the neutral value has these:
    read_as: tuple[str, ...] = ()  # codes of the languages used to read a text of unknown language
    elsewhere: Mapping[str, Words] = field(default_factory=dict)  # code without a folder -> its function words
