"""The shape of a language: one frozen value made of smaller ones, each of which may still be empty.

A regex is kept as its source; `graph.text.patterns` compiles it when it is first searched. Words are folded
(`languages.folding`) unless a line says "as written". Kinds are the strings that the graph uses for them.
"""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

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
    negations: Words = NO_WORDS  # words that reverse a statement: "not"
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
    tens: tuple[str, ...] = ()  # from twenty to ninety
    more_numbers: Counts = field(default_factory=dict)  # other words for a number: a couple
    few: Words = NO_WORDS  # words for about three
    days: Words = NO_WORDS  # words for a day
    parts_of_day: Words = NO_WORDS  # words for a part of a day: night
    weeks: Words = NO_WORDS
    weekends: tuple[str, ...] = ()  # phrases for a weekend
    months_long: Words = NO_WORDS  # words for a month
    years: Words = NO_WORDS
    age: Words = NO_WORDS  # words that tell how old somebody is, or when they were born
    days_off: Counts = field(default_factory=dict)  # phrase -> days from today; yesterday: -1
    no_day_behind: Words = NO_WORDS  # words after which such a phrase means something else: "good morning"
    no_day_in: Regex = NOTHING  # what looks like a time and is another, or none: "like yesterday", "tomorrow week"
    plurals: Words = NO_WORDS  # units that are too vague after `last` or `next`: "in the coming weeks"
    last: Words = NO_WORDS  # before a unit, a weekday, a month or a season: "last"
    last_but_one: Words = NO_WORDS  # before a unit, one word for that before the last: "vorletzte"
    up_to_now: Words = NO_WORDS  # before a number and a unit: "the last three days"
    one_up_to_now: Words = NO_WORDS  # before a unit alone: "the past week", which isn't "last week"
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
    between: tuple[str, ...] = ()  # phrases before a range that one of `both` joins
    both: tuple[str, ...] = ()  # "and"
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
    of_talk: Words = NO_WORDS  # words for talks, summaries and times, from five letters on their beginnings
    order: Regex = NOTHING  # asks for a course of events: "in what order"
    name: Regex = NOTHING  # asks for something with a name: "where"; not in languages where every noun has a capital
    day: Regex = NOTHING  # asks when something was or will be


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """The fixed wording of a block. Braces are filled in."""

    user: str  # the name for a speaker without one
    assistant: str  # the same for an assistant
    roles: Table  # what chat logs call their speakers -> role
    opening: str  # its first sentence identifies a block that has lost its tags
    headings: Mapping[str, str]  # for each section of a block: the heading that models and people read
    months: tuple[str, ...]
    one_day: str = "{day} {month} {year}"
    days_of_month: str = "{first}–{day} {month} {year}"
    one_month: str = "{month} {year}"
    one_message: str
    messages: str
    one_left_out: str  # of messages that no summary holds
    left_out: str
    one_line_left_out: str  # of key info
    lines_left_out: str
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
        """8 May 2023, 3–8 May 2023, or 30 April – 8 May 2023."""
        if (first.year, first.month, first.day) == (last.year, last.month, last.day):
            return self.day(first)
        if self.days_of_month and (first.year, first.month) == (last.year, last.month):
            month = self.months[last.month - 1]
            return self.days_of_month.format(first=first.day, day=last.day, month=month, year=last.year)
        begin = self.day(first)
        return f"{begin.replace(f' {last.year}', '')} – {self.day(last)}"

    def stretch(self, first: datetime.date, last: datetime.date, *, year: int) -> str:
        """8 May, 3–8 May, June – August, or 2022: days as people name them within `year`, which is left out."""
        if (first.month, first.day, last.month, last.day) == (1, 1, 12, 31):
            return f"{first.year}" if first.year == last.year else f"{first.year}–{last.year}"
        text = self.days(first, last)
        if first.day == 1 and (last + datetime.timedelta(days=1)).day == 1:
            months = (self.one_month.format(month=self.months[day.month - 1], year=day.year) for day in (first, last))
            text = " – ".join(dict.fromkeys(months))
            if first.year == last.year:
                text = text.replace(f" {first.year} –", " –")
        return text.replace(f" {year}", "")

    def left_out_line(self, count: int) -> str:
        """148 messages are neither summarised nor shown here."""
        return self._counted(count, self.one_left_out, self.left_out)

    def messages_line(self, count: int) -> str:
        """148 messages."""
        return self.one_message if count == 1 else self.messages.format(self._grouped(count))

    def more_lines(self, count: int) -> str:
        """3 more lines have no room here."""
        return self._counted(count, self.one_line_left_out, self.lines_left_out)

    def _counted(self, count: int, one: str, many: str) -> str:
        if count < 2:
            return f"({one})\n" if count else ""
        return f"({many.format(self._grouped(count))})\n"

    def _grouped(self, count: int) -> str:
        return f"{count:,}".replace(",", self.thousands)


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """The words that show how much an interaction of a game matters."""

    weighty: Regex = NOTHING  # strong feeling, death, secrets, oaths: it matters greatly
    busy: Regex = NOTHING  # the player does or asks something particular


@dataclass(frozen=True, slots=True, kw_only=True)
class Clauses:
    """Where sentences end, and which words in them say nothing."""

    abbreviations: str = ""  # words before a full stop that ends no sentence: "mr|mrs"
    begins_sentence: str = ""  # words that begin a sentence after a full stop even in small letters: "and|but"
    captions: str = ""  # words in brackets that stand for something other than text, "[image: …]": "image|photo"
    openers: Regex = NOTHING  # interjections at the start: "Well, ", "Thanks!"
    hanging: Regex = NOTHING  # cannot be understood without what was said before: "It was", "after that"
    courtesies: Regex = NOTHING  # folded words, without names: greets, asks or says how somebody is, or takes leave
    before_names: Words = NO_WORDS  # words of courtesies that stand before the name of whoever is addressed
    chatter: Words = NO_WORDS  # words that every conversation is full of, beside the stop words


@dataclass(frozen=True, slots=True, kw_only=True)
class Net:
    """The little that is kept without a model. The regexes are searched in one folded sentence of the user's own.

    They are a net, not a reader: broad where a line too many does no harm, and nothing ends or replaces anything.
    """

    grave: Regex = NOTHING  # words that somebody's safety depends on: allergies, illnesses, medicines
    others: Regex = NOTHING  # it speaks of somebody else, or of nobody: "my sister", "allergic to Mondays"
    own: Regex = NOTHING  # says that the speaker is in danger, even in a question: "with my asthma", "could kill me"
    likely: Regex = NOTHING  # a word that may mean something else, and the speaker or harm next to it: "my surgery"
    denied: Regex = NOTHING  # the speaker says that something is no danger to them: its last group
    forgotten: Regex = NOTHING  # asks to forget something: its last group; group `rule`: only an order
    called: Regex = NOTHING  # the speaker says what to call them
    asked: Regex = NOTHING  # asks outright that something is remembered
    unkept: Regex = NOTHING  # in a whole message: asks that what is said in it is not remembered
    orders: Regex = NOTHING  # tells an assistant how to answer from now on


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
    passwords: str = ""  # what a password is called: "password|passphrase"
    codes: str = ""  # what a secret of digits is called: "pin|door code"
    linked: str = ""  # words between such a name and the secret, or right behind the name: "is|to"
    naming: str = ""  # words between a secret and the name behind it: "is my|as"


LAUGHS: Final[Regex] = r"\b(?:b?w?a?(?:ha){2,}h?|lol|lmao|rofl|xd)\b|[😂🤣😜😝]|(?<!\w)[:;]-?[D)P](?!\w)"
"""How people laugh in writing, in most languages."""

RANDOM: Final[Regex] = r"(?=[^\s]*\d)(?=[^\s]*[^\W\d_])(?=[^\s]*[_!@#$%&*+-])"
"""Matches before a word with a letter, a digit and a sign; near a word for a secret, such a word is a secret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """Which capitals make a name."""

    by_capitals: bool = True  # whether a capital inside a sentence makes a name; not where every noun has one
    not_names: Words = NO_WORDS  # words that are capitalised for other reasons, beside the stop words
    capital_words: Words = NO_WORDS  # words that always have a capital, as written: "I"
    letter_words: str = ""  # capital letters that are words by themselves
    joiners: Words = NO_WORDS  # small words inside a name, as written: "of"
    titles: Words = NO_WORDS  # stand before a person's name, or after it
    prefixes: Words = NO_WORDS  # are part of the name that follows: "Old Town", "Yeni Zelanda"
    quarters: Words = NO_WORDS  # those of the prefixes that count at the start of a sentence, too
    never_first: Words = NO_WORDS  # no name begins with them
    suffixes: Words = NO_WORDS  # follow an apostrophe in any word, so they say nothing about a name
    relation: Regex = NOTHING  # a whole word for a person's relation to another: not part of a name
    owned_before: Regex = NOTHING  # ends right before the name of somebody of the speaker's: "my brother "
    where: Regex = NOTHING  # begins right after the name of a place where something happens
    subject_after: Regex = NOTHING  # begins right after the name of the person who does something
    shown_before: Regex = NOTHING  # ends right before a name; for languages in which every noun has a capital
    shown_after: Regex = NOTHING  # begins right after one


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """How people ask about earlier conversations, and what they are told then.

    The regexes search folded words and question marks; `about` searches the text as written. Braces are filled in.
    """

    recall: Regex = NOTHING  # certain signs that it asks back; what they do not show, examples do
    ambiguous: Regex = NOTHING  # certain signs that it asks for knowledge, which may be new: "nedir", not "neydi"
    bypass: Regex = NOTHING  # certain signs that it asks for new research, whatever is known
    satisfied: Regex = NOTHING  # enough: a message that says nothing but this and `polite`
    polite: Regex = NOTHING
    yes: Regex = NOTHING
    no: Regex = NOTHING
    amount: Regex = NOTHING  # asks for a number
    thorough: Regex = NOTHING  # asks for more than a short answer
    fillers: Regex = NOTHING  # a whole word that asks for the past but does not say what is asked about
    before_detail: Regex = NOTHING  # a whole word before what is asked of the subject: "which"
    wants_last: Regex = NOTHING  # only the last conversation is meant
    about: Regex = NOTHING  # the group `topic` is what the question is about
    ordinals: tuple[str, ...] = ()  # from the first
    last: Regex = NOTHING
    tiers: tuple[str, str, str] = ("quick", "research", "deep research")
    on_day: str = "{day}"
    behind_day: Mapping[str, str] = field(default_factory=dict)  # how a day ends -> the ending that means "on" after it
    recalled: str = "{on_day}: {title}"
    several: str = "{list}"
    which: str = "1-{count}?"
    not_found: str = "{topic}: -"
    other_day: str = "{time}: -"  # before what was said of the subject on another day
    this_topic: str = ""
    found: str = "{on_day}\n\n{summary}"
    incomplete: str = "…?"
    prompt: str = "{title}\n{day}\n{conversation}\n{question}"  # the design document's instruction to use the past
    parts_only: str = "…"  # above the shown parts of a conversation that is too long
    user: str = "User"
    assistant: str = "Assistant"


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
    clauses: Clauses = Clauses()
    net: Net = Net()
    borrowed: Borrowed = Borrowed()
    names: Names = Names()
    recall: Recall = field(default_factory=Recall)
    prompts: str = ""  # the folder of its prompts below `languages`; without one, models are told in English
    # Only the neutral value has these:
    read_as: tuple[str, ...] = ()  # codes of the languages used to read a text of unknown language
    elsewhere: Mapping[str, Words] = field(default_factory=dict)  # code without a folder -> its function words
