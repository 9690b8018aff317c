"""What characters heard, in the order in which they heard it: stories of people who come and go, on both stores."""

from __future__ import annotations

import pytest

from archivists.models.provider import Purpose
from tests.api.profiles.cast import GAP, Cast, told
from tests.archivists.scripted import Scripted

EARLIER, RECENT = "## Earlier conversations\n", "## Most recent messages"


def prompt(cast: Cast, name: str, **more: object) -> str:
    """The prompt for a character."""
    answer = cast.post(f"characters/{name}/prompt", **more)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["prompt"])


def parts(text: str) -> tuple[str, str]:
    """What was heard earlier, and what is said now."""
    earlier, _, recent = text.partition(RECENT)
    return earlier.partition(EARLIER)[2], recent


def bridge(cast: Cast) -> None:
    """Yva hears that the bridge is down and leaves; the others talk on; a day later she is told that it was mended."""
    cast.say("Xan: The old bridge is down.", "Yva: How will the carts cross?", present=["Xan", "Yva", "Zoe"])
    cast.say("Zoe: I will miss her songs.", "Xan: The wine is good tonight.", present=["Xan", "Zoe"])
    cast.say("Zoe: The masons mended the bridge, Yva.", "Yva: Then I can go home.", after=GAP, present=["Yva", "Zoe"])
    cast.say("Player: Good morning, Yva.", "Yva: And to you.", after=GAP, present=["Yva", "Player"])
    cast.work()


def test_old_line_does_not_stand_as_newest(cast: Cast) -> None:
    """What Yva heard before she left stands with its time before what she was told later."""
    bridge(cast)

    earlier, recent = parts(prompt(cast, "Yva"))

    assert "- world time 1: Xan: The old bridge is down.\n" in earlier
    assert earlier.index("bridge is down") < earlier.index("mended the bridge")
    assert recent.startswith(" (world time 144005–144006)\n- Player: Good morning, Yva.\n- Yva: And to you.\n")


def test_what_nobody_told_since_has_its_time(cast: Cast) -> None:
    """Where the line is all that somebody heard, and its conversation is over, it is no recent message either."""
    cast.say("Xan: The old bridge is down.", "Yva: How will the carts cross?", present=["Xan", "Yva"])
    cast.say("Zoe: I will miss her songs.", "Xan: The wine is good tonight.", present=["Xan", "Zoe"])
    cast.say("Player: Who goes there?", after=GAP, present=["Yva", "Player"])
    cast.work()

    assert parts(prompt(cast, "Yva", visible=1)) == (
        "- world time 1: Xan: The old bridge is down.\n- world time 2: Yva: How will the carts cross?\n\n",
        " (world time 72004)\n- Player: Who goes there?\n",
    )


def test_line_of_another_chat_stands_in_its_place(cast: Cast) -> None:
    """A conversation whose chat was left, so that nothing completes it, is not taken for the one that goes on."""
    cast.say("Xan: The old bridge is down.", "Yva: How will the carts cross?")
    for at, text in ((GAP, "Zoe: The masons mended the bridge."), (GAP + 1, "Yva: At last.")):
        sender, _, content = text.partition(": ")
        message = {"role": "assistant", "sender": sender, "content": content, "world_time": at}
        assert cast.post("messages", chat="market", messages=[message]).status_code == 200

    earlier, recent = parts(prompt(cast, "Yva"))

    assert "bridge is down" in earlier and "bridge is down" not in recent
    assert "mended the bridge" in recent and "mended" not in earlier


def test_reflection_says_until_when_it_tells() -> None:
    """An overheard line from before what a reflection covers is dated, and so is the reflection."""
    cast = Cast(model=Scripted(told)).make()
    cast.service.asker.models = {Purpose.WRITE: Scripted(told), Purpose.REFLECT: Scripted(told)}
    cast.say("Xan: The old bridge is down.", "Yva: Oh.", present=["Xan", "Yva", "Zoe"])
    cast.say("Zoe: I will miss her.", "Xan: The wine is good.", present=["Xan", "Zoe"])
    for number in range(11):
        cast.talk(number, 4, ("Yva", "Player"))
        cast.work()
        prompt(cast, "Yva")

    text = prompt(cast, "Yva")

    last = cast.conversations()[-2].last_position
    assert f"## Reflections (until world time {last:.0f})\n" in text
    assert "- world time 1: Xan: The old bridge is down.\n" in parts(text)[0]
    cast.close()


WORDS = ("cellar", "ghost", "ledger", "poison", "ship", "storm")


def tavern(cast: Cast) -> None:
    """Five people come and go in one evening, and three of them meet on the next day."""
    cast.say("Ola: There is a cellar under the tavern.", "Piet: I never saw it.", present=["Ola", "Piet", "Quin"])
    cast.say("Quin: They say a ghost lives there.", present=["Ola", "Piet", "Quin", "Runa"])
    cast.say("Ola: The ledger lies under the bench, Runa.", present=["Ola", "Runa"])
    cast.say("Runa: Somebody put poison in the wine.", present=["Runa", "Sten"])
    cast.say("Sten: My ship sails at dawn.", present=["Ola", "Piet", "Quin", "Runa", "Sten"])
    cast.say("Piet: A storm kept the harbour shut.", "Sten: So I am still here.", after=GAP, present=["Quin", "Sten"])
    cast.work()


HEARD = {
    "Ola": ["cellar", "ghost", "ledger", "ship"],
    "Piet": ["cellar", "ghost", "ship", "storm"],
    "Quin": ["cellar", "ghost", "ship", "storm"],
    "Runa": ["ghost", "ledger", "poison", "ship"],
    "Sten": ["poison", "ship", "storm"],
}


def in_order(text: str) -> list[str]:
    """The words of the story that a prompt has, by where they stand first."""
    return sorted((word for word in WORDS if word in text), key=text.index)


@pytest.mark.parametrize("name", HEARD)
def test_tavern_of_five(cast: Cast, name: str) -> None:
    """Each knows what was said while they were there, in its order; the evening is dated, the day is now."""
    tavern(cast)

    text = prompt(cast, name)
    earlier, recent = parts(text)

    assert in_order(text) == HEARD[name]
    assert in_order(recent) == ["storm"] * ("storm" in HEARD[name])
    assert all(line.startswith("- world time ") for line in earlier.splitlines() if line)
