"""A space of characters: which conversations there are, and when each is told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from threading import Lock

import pytest

from archivists.models.provider import Failure, Purpose, Request
from graph.values.call_outcome import CallOutcome
from graph.values.items import Author, ConversationStatus
from tests.api.profiles.cast import GAP, SPEECH, Cast, given_ids, rows_of, rows_with_ids, told
from tests.archivists.scripted import Scripted


@pytest.mark.parametrize(
    ("gap", "count"),
    [(43_398, 4), (43_399, 3), (72_000, 3), (126_335, 3), (126_336, 2), (444_580, 2), (444_581, 1)],
)
def test_conversations_of_the_document(gap: float, count: int) -> None:
    """Lines less than the gap apart are of one conversation."""  # ACCEPTANCE 0.1
    cast = Cast().make(gap=gap)
    cast.read(rows_of())

    found = cast.conversations()

    assert len(found) == count
    cast.close()


def test_conversations_are_those_that_the_document_names(cast: Cast) -> None:
    """Eight, seventeen and four lines, each with the lines of one id."""  # ACCEPTANCE 0.2
    cast.read(rows_of())

    ids = given_ids()
    parts = [[ids[body] for body in cast.bodies(each)] for each in cast.conversations()]

    assert [(len(part), len(set(part)), part[0][:4]) for part in parts] == [
        (8, 1, "d459"),
        (17, 1, "ccb7"),
        (4, 1, "bc31"),
    ]


def test_lines_are_read_in_the_order_of_game_time(cast: Cast) -> None:
    """Three rows stand out of order in the table; at the same time the first one stays first."""  # ACCEPTANCE 0.3
    cast.read(rows_of())

    bodies = cast.bodies(cast.conversations()[1])

    assert [body[:12] for body in bodies[6:9]] == ["Of course I ", "Thank you, m", "Sibbi and I "]
    assert [body[:10] for body in bodies[14:16]] == ["Pardon me,", "I'll see w"]


def test_conversation_that_is_over_is_told(cast: Cast) -> None:
    """Two are over and told, the third is open; the narrator is no participant, and nothing of it is told."""
    # ACCEPTANCE 0.4, 0.5, 0.6
    cast.read(rows_of())
    cast.work()

    first, second, third = cast.conversations()

    assert [each.status for each in (first, second, third)] == ["complete", "complete", "active"]
    assert {summary.id for summary in cast.summaries() if summary.container is None} == {first.summary, second.summary}
    assert set(first.participants) == {"Lynly Star-Sung", "Prisoner"}
    assert second.participants == ("Prisoner", "Lynly Star-Sung")
    by_id = {summary.id: summary.body for summary in cast.summaries()}
    told_first = by_id[str(first.summary)]
    assert "Lynly Star-Sung: " in told_first and "Narrator" not in told_first
    assert not any(word in told_first for word in ("Empire", "dragon", "Live Another Life", "What will you do first"))
    assert third.summary is None


def test_model_is_not_told_what_narrators_say(written: Cast) -> None:
    """What a conversation is told from is what its participants said."""  # ACCEPTANCE 0.5
    written.read(rows_of())
    written.work()

    assert written.model is not None
    asked = [json.loads(lines[-1].text)["texts"] for lines in written.model.asked]
    assert [len(texts) for texts in asked] == [1, 1]
    assert sorted(len(texts[0]["from"]) for texts in asked) == [5, 17]  # Both are asked at once.
    assert "Empire" not in str(asked)


def test_next_conversation_completes_the_one_before(written: Cast) -> None:
    """No time on the wall does: after a skip and a first line there is one call, for the conversation before."""
    # ACCEPTANCE 0.8
    written.talk(1, 12)
    written.work()
    assert written.model is not None and not written.model.asked
    assert written.service.close_silent("tale") == 0

    written.say("Player: Good morning.", after=GAP)
    written.work()
    written.work()

    assert len(written.model.asked) == 1
    assert [each.status for each in written.conversations()] == ["complete", "active"]


@pytest.mark.parametrize("is_import", [True, False])
def test_nothing_old_is_told_by_surprise(is_import: bool) -> None:
    """A thousand old lines cost no call until a new conversation ends or somebody asks."""  # ACCEPTANCE 0.9
    off = Cast().make()
    lines = rows_of()
    many = [
        replace(line, world_time=(line.world_time or 0.0) + shift * 10_000_000, external_id=None)
        for shift in range(35)
        for line in lines
    ]
    off.read(many, is_import=is_import)
    on = Cast(store=off.service.knowledge.store, model=Scripted(told))
    assert on.model is not None

    on.work()
    assert not on.model.asked
    on.at = 1e9
    on.talk(1, 6)
    on.work()
    assert not on.model.asked if is_import else len(on.model.asked) <= 1
    before = len(on.model.asked)
    on.say("Player: Good morning.", after=GAP)
    on.work()
    assert len(on.model.asked) == before + 1

    assert on.client.post("/v1/spaces/tale/rounds", params={"backfill": True}).status_code == 200
    assert len(on.model.asked) > before + 1
    on.close()


def test_nothing_is_told_twice(written: Cast) -> None:
    """A line is in one summary of level 1; a round that finds nothing new makes none."""  # ACCEPTANCE 0.10
    for number in range(3):
        written.talk(number, 12)
        written.work()
    asked = len(written.summaries())
    list(written.service.run_rounds("tale"))

    assert len(written.summaries()) == asked
    nodes = written.service.knowledge.messages("tale", limit=100)
    held = [message.container for message in nodes if message.container]
    ones = {summary.id for summary in written.summaries() if summary.level == 1}
    assert len(held) == 24 and set(held) <= ones


def test_rows_that_are_told_already_are_not_told_again(cast: Cast) -> None:
    """The table's column `summarized` is respected, as 1 and as true."""  # ACCEPTANCE 0.10
    lines = rows_of()
    told_rows = [
        replace(line, extra=json.dumps({"summarized": (1, "true", True)[number % 3]})) if number < 25 else line
        for number, line in enumerate(lines)
    ]
    cast.read([*told_rows, replace(lines[-1], body="Later.", world_time=9e6, external_id="later")])
    cast.work()

    assert [each.status for each in cast.conversations()] == ["complete", "complete", "complete", "active"]
    assert [each.message_count for each in cast.summaries()] == [4]


def test_conversations_that_arrive_are_used(cast: Cast, tmp_path: Path) -> None:
    """Where every row has the id of its conversation, these are the conversations; where one lacks it, gaps tell."""
    # ACCEPTANCE 0.10
    lines = rows_with_ids()
    for start in range(0, len(lines), 6):  # As an import does, in several writes.
        cast.read([replace(line, world_time=float(n)) for n, line in enumerate(lines)][start : start + 6])
    ids = given_ids()

    assert [each.message_count for each in cast.conversations()] == [8, 17, 4]
    assert [{ids[body] for body in cast.bodies(each)} for each in cast.conversations()] == [
        {each.external_id} for each in cast.conversations()
    ]
    cast.at = 30.0
    cast.say("Prisoner: A song, please.")
    assert [each.message_count for each in cast.conversations()] == [8, 17, 5]

    head, first, *rest = SPEECH.read_text().splitlines()
    table = tmp_path / "speech.csv"
    table.write_text("\n".join([head, first.rpartition(",")[0] + ",", *rest]))
    assert all(line.conversation is None for line in rows_with_ids(table))


def test_at_most_four_summaries_are_in_the_making() -> None:
    """Ten conversations that are over at once are told some at a time, each in a call of its own."""  # ACCEPTANCE 0.11
    lock, now, most = Lock(), [0], [0]

    def slow(request: Request) -> str:
        with lock:
            now[0] += 1
            most[0] = max(most[0], now[0])
        answer = told(request)
        meet.acquire(timeout=0.2)
        with lock:
            now[0] -= 1
        return answer

    meet = Lock()
    meet.acquire()
    cast = Cast(model=Scripted(slow)).make()
    for number in range(11):
        cast.talk(number, 5)
    cast.work()

    assert cast.model is not None and len(cast.model.asked) == 10
    assert 1 < most[0] <= 4
    cast.close()


def test_a_conversation_that_is_too_large_for_a_model_is_quoted() -> None:
    """It is the only text of its call, so there is nothing to halve: the model is not asked for it again."""
    big = Failure(outcome=CallOutcome.REFUSED, detail="too long", is_worth_repeating=False, is_too_large=True)
    cast = Cast(model=Scripted(big)).make()
    for number in range(3):
        cast.talk(number, 5)
    cast.work()

    assert cast.model is not None and len(cast.model.asked) == 2
    assert [each.author for each in cast.summaries()] == [Author.RULES] * 2
    cast.close()


@pytest.mark.parametrize(("count", "sizes"), [(49, []), (50, [40]), (88, [40]), (89, [40, 39])])
def test_long_conversation_is_told_in_parts(count: int, sizes: list[int]) -> None:
    """At 50 lines the first 40 are told; that telling counts as a line of the next part, and one stands for all."""
    # ACCEPTANCE 0.12
    cast = Cast(model=Scripted(told)).make()
    cast.talk(1, count)
    list(cast.service.run_rounds("tale"))

    ones = [summary.message_count for summary in cast.summaries() if summary.level == 1]
    tops = [summary for summary in cast.summaries() if summary.container is None]
    loose = [each for each in cast.service.knowledge.messages("tale", limit=100) if each.container is None]
    assert ones == sizes
    assert [summary.message_count for summary in tops] == ([sum(sizes)] if sizes else [])
    assert len(loose) == count - sum(sizes)
    assert cast.model is not None and len(cast.model.asked) == len(sizes)
    cast.close()


def test_long_conversation_that_closes_has_one_tree(cast: Cast) -> None:
    """Sixty lines have a root above what was told of the first forty, and no rival."""  # ACCEPTANCE 0.13
    cast.talk(1, 60)
    cast.work()
    cast.say("Player: Good morning.", after=GAP)
    cast.work()

    [root] = [summary for summary in cast.summaries() if summary.container is None]
    assert (root.level, root.message_count, root.id) == (2, 60, cast.conversations()[0].summary)
    assert sorted(summary.message_count for summary in cast.summaries() if summary.level == 1) == [20, 40]


def test_only_conversations_are_told_by_a_model(written: Cast) -> None:
    """Entities, facts and what stands above conversations are the work of rules."""
    for number in range(12):
        written.talk(number, 12, ("Lynly", "Player"))
        written.work()

    assert written.model is not None and len(written.model.asked) == 11
    assert written.service.asker_of("tale").models.keys() <= {Purpose.WRITE, Purpose.REFLECT}
    asked = [text for lines in written.model.asked for text in json.loads(lines[1].text).get("texts", [])]
    assert {text["kind"] for text in asked} == {"conversation"}


def test_who_joins_begins_another_conversation() -> None:
    """As an option: those who talk go on talking, and with whom they talk is told by the conversation."""
    cast = Cast().make(splits_on_joining=True)
    cast.say("Xan: The key is silver.", "Yva: I hid it.", "Narrator: A door opens.", "Zoe: Good evening.")
    cast.say("Yva: Welcome.", "Xan: Sit down.", "Zoe: Thank you.")

    assert [(each.participants, each.message_count) for each in cast.conversations()] == [
        (("Xan", "Yva"), 3),
        (("Zoe", "Yva", "Xan"), 4),
    ]
    assert cast.client.get("/v1/spaces/tale").json()["splits_on_joining"] is True
    assert all(each.status is ConversationStatus.ACTIVE for each in cast.conversations())
    cast.close()
