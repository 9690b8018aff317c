"""The 29 rows of the document, end to end: over HTTP, by rules and with a model, on both stores."""

from __future__ import annotations

import json
from typing import Any

from archivists.models.provider import Request
from tests.api.profiles.cast import Cast, rows_of, told
from tests.archivists.scripted import Scripted

BIOGRAPHY = "You are Lynly, a bard of Ivarstead."

PROMPT = """\
## Biography
You are Lynly, a bard of Ivarstead.

## Earlier conversations
- world time 4106567–4158235: Lynly Star-Sung: I'm not sure what just happened, but I feel... different. Like I'm more \
awake, more alive. Maybe it's just the effects of living in a small town like Ivarstead.
- world time 4284570–4480039: Lynly Star-Sung: Sibbi and I were to be married... but then I found out he was having an \
affair with another woman. I don't want him killed, milord. Here, milord, have a drink on the house.

## Most recent messages (world time 4924619–4964431)
- Prisoner: I've resolved your problem with Sibbi he will never bother you again.
- Lynly Star-Sung: Oh, thank you so much, milord! I'm forever in your debt.
- Lynly Star-Sung: You've given me back my peace of mind.. Is there anything I can do to repay you?.
- Lynly Star-Sung: Perhaps a special song on my lute, just for you?

## Now
The Prisoner waits for an answer.
"""
"""What docs/how-to/character.md shows."""

SUMMARY = (
    "Prisoner, Lynly Star-Sung had encounter: Lynly Star-Sung shared her problem with the prisoner. She was supposed "
    "to marry Sibbi, but he had an affair and threatened to kill her when she confronted him. He even killed her "
    "brother Wulfur. Lynly asked the prisoner to help her by making sure Sibbi doesn't find out where she is, as she "
    "fears for her life. She doesn't want Sibbi to be killed, just left alone. The prisoner agreed to help her. Lynly "
    "also showed her gratitude to the prisoner and offered to play her lute for him."
)
"""The document's own, of the second conversation."""

NAMED = ("Sibbi", "affair", "threatened to kill", "brother Wulfur", "left alone", "agreed to help", "lute")


def tell(cast: Cast) -> None:
    """The rows are sent, one by one, with the rounds that are due; in the order of game time."""
    for line in rows_of():
        message = {"role": str(line.role), "sender": line.speaker, "content": line.body, "world_time": line.world_time}
        assert cast.post("messages", messages=[message]).status_code == 200
        cast.work()


def prompt(cast: Cast, name: str) -> Any:
    """The prompt for somebody, with its parts."""
    answer = cast.post(
        f"characters/{name}/prompt", biography=BIOGRAPHY, request="The Prisoner waits for an answer.", reflects=False
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_story_of_the_document(cast: Cast) -> None:
    """Two summaries, the third conversation open, Lynly's prompt, and what a guest knows who was not there."""
    # ACCEPTANCE 0.4, 0.16, 0.17, 0.20
    tell(cast)

    assert [each.status for each in cast.conversations()] == ["complete", "complete", "active"]
    roots = [each.summary for each in cast.conversations()]
    tops = {summary.id for summary in cast.summaries() if summary.container is None}
    assert (tops, roots[2]) == ({*roots[:2]}, None)
    lynly = prompt(cast, "Lynly%20Star-Sung")
    assert lynly["prompt"] == PROMPT
    assert [each["author"] for each in lynly["summaries"]] == ["rules", "rules"]
    assert prompt(cast, "Zed")["prompt"] == f"## Biography\n{BIOGRAPHY}\n\n## Now\nThe Prisoner waits for an answer.\n"
    block = cast.post("turns", query="Who killed Wulfur, and where is Sibbi?", character="Zed").json()
    assert (block["block"]["text"], block["items"]) == ("", [])


def test_models_summary_is_kept() -> None:
    """The document's summary of the second conversation stands, and each of the seven things is in it."""
    # ACCEPTANCE 0.7

    def writes(request: Request) -> str:
        asked = json.loads(request.lines[1].text)
        if "Wulfur" not in str(asked):
            return told(request)
        text = {"n": 1, "text": SUMMARY, "title": "Lynly tells of Sibbi and Wulfur", "topics": [], "covers": []}
        return json.dumps({"texts": [text]})

    cast = Cast(model=Scripted(writes)).make()
    tell(cast)

    assert cast.model is not None and len(cast.model.asked) == 2
    second = prompt(cast, "Lynly%20Star-Sung")["summaries"][1]
    assert (second["author"], second["body"]) == ("model", SUMMARY)
    assert [name for name in NAMED if name not in second["body"]] == []
    cast.close()
