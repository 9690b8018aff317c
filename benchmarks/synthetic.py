"""Made-up talk with the statistics of real talk: words by Zipf, names that come back, conversations with topics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate, product
from random import Random

from graph.intake.recognise import Line
from graph.values.items import Role

COMMON = (
    "the I you and to a of it is in that was for on my we with have be but this so at not are me do what if as just"
    " all can like about your or there one get up out she he they when from had know will good time very really would"
    " some been then how more think were our her him them who has did no now too because where which than here also"
    " could only still over even after before much any into back well going make want see"
)
"""The most frequent English words: nearly half of what people say."""

FUNCTION_WORDS = COMMON.split()

ONSETS = ("b", "br", "c", "ch", "d", "dr", "f", "g", "gr", "h", "k", "l", "m", "n", "p", "r", "s", "st", "t", "v", "w")
NUCLEI = ("a", "e", "i", "o", "u", "ai", "ea")
CODAS = ("", "n", "r", "l", "s", "t", "m")
WORDS_COUNT = 30_000
TOPIC_WORDS = 25
CONVERSATION_LINES = (20, 40)
LINE_WORDS = (12, 25)
START = datetime(2020, 1, 6, 8, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation, and the words that it is about."""

    lines: tuple[Line, ...]
    topic: tuple[str, ...]
    names: tuple[str, ...]


class Speech:
    """All that is said, one conversation after another. The same seed says the same."""

    def __init__(self, random: Random, *, names_count: int) -> None:
        self._random = random
        syllables = ["".join(parts) for parts in product(ONSETS, NUCLEI, CODAS)]
        random.shuffle(syllables)
        made: dict[str, None] = {}
        while len(made) < WORDS_COUNT - len(FUNCTION_WORDS) + names_count:
            # Frequent words are short, rare ones long.
            made["".join(random.choices(syllables, k=1 + (len(made) > 800) + (len(made) > 15_000)))] = None
        words = list(made)
        self.words = [*FUNCTION_WORDS, *words[: WORDS_COUNT - len(FUNCTION_WORDS)]]
        self.names = [word.capitalize() for word in words[WORDS_COUNT - len(FUNCTION_WORDS) :]]
        self._word_weights = _zipf(len(self.words))
        self._name_weights = _zipf(len(self.names))
        self.now = START

    def talk(self) -> Talk:
        """The next conversation; `now` is the time of its last line."""
        random = self._random
        topic = tuple(random.sample(self.words[len(FUNCTION_WORDS) : 8_000], TOPIC_WORDS))
        names = tuple(dict.fromkeys(random.choices(self.names, cum_weights=self._name_weights, k=4)))
        self.now += timedelta(hours=random.uniform(8, 30))
        return Talk(
            tuple(self._line(i, topic, names) for i in range(random.randint(*CONVERSATION_LINES))), topic, names
        )

    def line(self) -> Line:
        """One more line by the user, some seconds later."""
        return self._line(0, (), self.names[:4])

    def sentence(self, topic: Sequence[str], names: Sequence[str], *, words: int) -> str:
        """A sentence of `words` words: some of the topic, a name now and then, the rest by their frequency."""
        random = self._random
        said = random.choices(self.words, cum_weights=self._word_weights, k=words)
        for at in range(words):
            if topic and random.random() < 0.15:
                said[at] = random.choice(topic)
        if names and random.random() < 0.35:
            said[random.randrange(words)] = random.choice(names)
        text = " ".join(said)
        return f"{text[0].upper()}{text[1:]}."

    def question(self, talk: Talk) -> str:
        """A question of somebody who half remembers a conversation."""
        random = self._random
        first, second = random.sample(talk.topic, 2)
        name, other = random.choice(talk.names), random.choice(self.words[len(FUNCTION_WORDS) : 2_000])
        return random.choice(
            (
                f"What did {name} say about the {first} and the {second}?",
                f"Do you remember when we were talking about {first} with {name}, was it the {second} or {other}?",
                f"How was it with the {first} again, and what has {other} to do with {second}?",
                f"I think {name} wanted some {first} for the {other}, where could we get that?",
            )
        )

    def _line(self, place: int, topic: Sequence[str], names: Sequence[str]) -> Line:
        random = self._random
        self.now += timedelta(seconds=random.randint(5, 240))
        body = self.sentence(topic, names, words=random.randint(*LINE_WORDS))
        role = Role.ASSISTANT if place % 2 else Role.USER
        return Line(role=role, sender="Maren" if role is Role.USER else "", body=body, sent_at=self.now)


def _zipf(count: int) -> list[float]:
    return list(accumulate((rank + 2.7) ** -1.1 for rank in range(count)))
