"""Talk that should leave little behind: said before, said of nothing, pasted, or handed back to us."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import datetime, timedelta

from graph.intake.recognise import Line
from graph.text.block_wrapper import CLOSING, opened
from graph.values.items import Role
from languages.english.phrases import PHRASES

FACTS = (
    "I live in {place}.",
    "My sister {name} lives in {place}.",
    "I work as a {job} in {place}.",
    "I have {number} cats.",
    "I'm allergic to {food}.",
    "My favourite dish is {food} soup.",
    "My brother {name} is a {job}.",
    "I prefer {food} in the morning.",
    "My dog is called {name}.",
    "{place}'de yaşıyorum.",
    "{food} alerjim var.",
    "Kız kardeşim {name} {place}'de oturuyor.",
)
FILLED = {
    "place": ("Bergen", "Oslo", "Tromsø", "Hamar", "Izmir", "Bodrum"),
    "name": ("Ingrid", "Elif", "Sigrid", "Deniz", "Ola", "Pelin"),
    "job": ("carpenter", "nurse", "teacher", "baker", "welder"),
    "number": ("two", "three", "2", "four"),
    "food": ("walnut", "lentil", "sesame", "apple", "barley"),
}
WAYS = ("{}", "Well, {}", "As I said, {}", "{} You know that.", "By the way: {}", "{} 😀", "Yani {}", "Oh, {}", "{}!!")
SMALL_TALK = (
    "Thanks!",
    "How are you today?",
    "That's great, I love it.",
    "Haha, you're right.",
    "I'm so tired right now.",
    "OK, see you tomorrow!",
    "Teşekkürler, çok güzel.",
    "Nasılsın bugün?",
    "I had a nice day, it was fun.",
    "We should do that again sometime.",
    "Tamam, görüşürüz.",
    "I think so too.",
    "Can you help me with this?",
    "I was just wondering about that.",
)
PASTED = (
    "Terms of service\n1. You agree to the terms.\n2. We may change them at any time.\n3. I have read the terms.",
    "```python\ndef main():\n    # I live in a comment\n    return 1\n```",
    "| name | age |\n| --- | --- |\n| I am | 12 |",
    "This email and any attachments are confidential. If you have received it in error, please delete it.",
    'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: I am wrong',
    "> I live on the moon.\n> My name is Nobody.",
    "# My notes\n- I have a boat\n- I have a plane\n- I have a train",
    "Unsubscribe | Privacy policy | © 2024 Example. All rights reserved. We value your privacy.",
)
SECRETS = (
    "I have a golden submarine",
    "I work as an astronaut on Titan",
    "My name is Zebulon",
    "I'm allergic to moonlight",
)
"""Statements that stand in echoed blocks only."""


def junk(count: int, at: datetime, *, seed: int = 6) -> list[Line]:
    """So many lines of two speakers, a minute apart, the same for the same seed."""
    chance = random.Random(seed)
    return [
        Line(
            role=role,
            sender="Nora" if role is Role.USER else "assistant",
            body=body,
            sent_at=at + timedelta(minutes=number),
        )
        for number, (role, body) in enumerate(_bodies(count, chance))
    ]


def _bodies(count: int, chance: random.Random) -> Iterator[tuple[Role, str]]:
    facts = [_fact(chance) for _ in range(40)]
    for _ in range(count):
        kind = chance.random()
        role = Role.ASSISTANT if chance.random() < 0.3 else Role.USER
        if kind < 0.35:
            yield Role.USER, chance.choice(WAYS).format(chance.choice(facts))
        elif kind < 0.7:
            yield role, chance.choice(SMALL_TALK)
        elif kind < 0.85:
            yield role, chance.choice(PASTED)
        else:
            yield role, _echo(chance)


def _fact(chance: random.Random) -> str:
    return chance.choice(FACTS).format_map({what: chance.choice(of) for what, of in FILLED.items()})


def _echo(chance: random.Random) -> str:
    """A block as a client may hand it back."""
    inside = "".join(f"- Nora: {secret}.\n" for secret in chance.sample(SECRETS, 2))
    block = f"{opened(PHRASES)}\n## Always to be known\n{inside}\n## Of interest\n{inside}{CLOSING}"
    match chance.randrange(6):
        case 0:
            return block
        case 1:
            return f"Hello.\n{block}\nThanks."
        case 2:
            return block.replace("<", "&lt;").replace(">", "&gt;")
        case 3:
            return "".join(f"> {line}\n" for line in block.splitlines())
        case 4:
            return block[: -len(CLOSING)]
        case _:
            return block[len(opened(PHRASES)) :]
