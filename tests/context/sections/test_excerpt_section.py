"""What is quoted of an older message beside the facts that were stated in it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from context.block_profile import ASSISTANT
from context.exchange import TurnRequest
from context.turn import take_turn
from graph.changing.apply import apply_changes
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.changes import NewFact
from graph.values.items import Author, Role

NOW = datetime(2026, 3, 9, 18, tzinfo=UTC)
SAID = datetime(2026, 2, 14, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("when", "what", "query", "shown"),
    [
        (
            "Yesterday was amazing!",
            "We celebrated Nil's birthday with a concert.",
            "When is Nil's birthday?",
            "Yesterday (13 February)",
        ),
        ("Dün harikaydı!", "Nil'in doğum gününü konserle kutladık.", "Nil'in doğum günü ne zaman?", "Dün (13 Şubat)"),
        (
            "Gestern war es herrlich!",
            "Wir haben Nils Geburtstag mit einem Konzert gefeiert.",
            "Wann ist Nils Geburtstag?",
            "Gestern (13. Februar)",
        ),
    ],
    ids=["en", "tr", "de"],
)
def test_day_beside_a_fact_is_not_left_out(when: str, what: str, query: str, shown: str) -> None:
    """A shown fact stands for its own sentence. The one that tells its day is quoted: an answer may need it."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("s", now=SAID)
    lines = [Line(role=Role.USER, sender="Ada", body=f"{when} {what}", sent_at=SAID)]
    lines += [Line(role=Role.USER, sender="Ada", body=f"Boat {n} is blue.", sent_at=SAID) for n in range(9)]
    said = knowledge.append("s", lines, now=SAID).messages
    apply_changes(
        knowledge, "s", [NewFact(body=f"Ada: {what}", sources=(said[0],), importance=10, author=Author.MODEL)], now=NOW
    )

    policy = replace(ASSISTANT.policy, recent_lines_max=0)
    request = TurnRequest(space="s", query=query, budget_tokens=600)
    body = take_turn(
        knowledge, request, profile=replace(ASSISTANT, policy=policy), now=NOW + timedelta(hours=1)
    ).block.body

    assert body.count(what) == 1 and f"- Ada: {what} (" in body
    assert shown in body


def test_a_line_with_the_day_asked_for_is_quoted_beside_its_fact() -> None:
    """A fact says what happened, and its line the day on which it did."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("s", now=SAID)
    lines = [
        Line(role=Role.USER, sender="James", body="Three days ago I went to Toronto.", sent_at=SAID),
        Line(role=Role.USER, sender="Ada", body="James did fly to Toronto, James!", sent_at=SAID),
        *(Line(role=Role.USER, sender="Ada", body=f"Boat {n} is blue.", sent_at=SAID) for n in range(9)),
    ]
    said = knowledge.append("s", lines, now=SAID).messages
    fact = NewFact(body="James went to Toronto by plane.", sources=(said[0],), importance=10, author=Author.MODEL)
    apply_changes(knowledge, "s", [fact], now=NOW)

    policy = replace(ASSISTANT.policy, recent_lines_max=0)
    query = "When did James fly to Toronto?"
    request = TurnRequest(space="s", query=query, budget_tokens=160, visible=0, record=False)
    body = take_turn(knowledge, request, profile=replace(ASSISTANT, policy=policy), now=NOW).block.body

    assert "Three days ago (11 February)" in body


def lines_shown(*said: tuple[str, str], query: str, budget_tokens: int = 150) -> list[str]:
    """The bodies of the lines that a small block shows as excerpts, among others about something else."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("s", now=SAID)
    lines = [Line(role=Role.USER, sender=who, body=body, sent_at=SAID) for who, body in said]
    lines += [Line(role=Role.USER, sender="Ada", body=f"Boat {n} is blue.", sent_at=SAID) for n in range(9)]
    knowledge.append("s", lines, now=SAID)
    policy = replace(ASSISTANT.policy, recent_lines_max=0)
    request = TurnRequest(space="s", query=query, budget_tokens=budget_tokens, visible=0, record=False)
    turn = take_turn(knowledge, request, profile=replace(ASSISTANT, policy=policy), now=NOW)
    return [item.text.strip() for item in turn.items if item.section == "excerpts"]


@pytest.mark.parametrize(
    ("greeting", "content", "query"),
    [
        ("Hey Kate! How are you?", "Kate bakes bread in a stone oven.", "What does Kate do?"),
        ("Hallo Kate, wie geht es dir?", "Kate backt Brot in einem Steinofen.", "Was macht Kate?"),
        ("Selam Kate, nasılsın?", "Kate taş fırında ekmek pişiriyor.", "Kate ne yapıyor?"),
        ("Kate hows your evening going", "Kate bakes bread in a stone oven.", "What does Kate do?"),
        ("Hey Kate! I'm doing great, thanks for asking.", "Kate bakes bread in a stone oven.", "What does Kate do?"),
        ("Gute Nacht Kate, bis morgen!", "Kate backt Brot in einem Steinofen.", "Was macht Kate?"),
        ("Günaydın Kate, ben de iyiyim, sağ ol.", "Kate taş fırında ekmek pişiriyor.", "Kate ne yapıyor?"),
    ],
)
def test_a_line_that_only_greets_is_not_shown(greeting: str, content: str, query: str) -> None:
    """It names whom the question names, and says nothing."""
    shown = lines_shown(("Emi", greeting), ("Emi", content), ("Kate", "The oven is hot."), query=query)

    assert f"- Emi: {content}" in shown
    assert not any(greeting in line for line in shown)


@pytest.mark.parametrize(
    ("question", "answer", "query"),
    [
        ("Did the kiln fire your bowls?", "Yes!", "What about the kiln?"),
        ("Hat der Brennofen deine Schalen gebrannt?", "Ja!", "Was ist mit dem Brennofen?"),
        ("Fırın kâselerini pişirdi mi?", "Evet!", "Fırın ne oldu?"),
    ],
    ids=["en", "de", "tr"],
)
def test_a_question_brings_its_answer_or_goes(question: str, answer: str, query: str) -> None:
    """Whatever words the answer has; where there is no room for both, neither is shown."""
    both = lines_shown(("Emi", question), ("Kate", answer), query=query)
    long = f"{answer} {'Blue and green and red. ' * 9}"
    none = lines_shown(("Emi", question), ("Kate", long), query=query, budget_tokens=80)

    assert both[:2] == [f"- Emi: {question}", f"- Kate: {answer}"]
    assert not any(question in line for line in none)


def test_a_question_to_an_assistant_stands_alone() -> None:
    """It says what somebody wanted; the reply is long and about anything."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("s", now=SAID)
    asked = Line(role=Role.USER, body="Which kiln fires bowls best?", sent_at=SAID)
    reply = Line(role=Role.ASSISTANT, body="Many do. " * 60, sent_at=SAID)
    knowledge.append("s", [asked, reply], now=SAID)
    policy = replace(ASSISTANT.policy, recent_lines_max=0)
    request = TurnRequest(space="s", query="Which kiln fires best?", budget_tokens=66, visible=0, record=False)

    turn = take_turn(knowledge, request, profile=replace(ASSISTANT, policy=policy), now=NOW)

    assert [item.text for item in turn.items] == [f"- user: {asked.body}\n"]


def test_a_course_of_events_is_told_in_one_sentence_each() -> None:
    """More of them fit than for another question, and each by its beginning and not by the plea at its end."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("s", now=SAID)
    lines = [
        Line(
            role=Role.USER,
            sender="Ada",
            body=f"I cut oar {n} today. {f'It took {n} hours of sweat and glue. ' * 4}Which part shall I plan next?",
            sent_at=SAID + timedelta(minutes=n),
        )
        for n in range(40)
    ]
    knowledge.append("s", lines, now=SAID)

    def told(query: str) -> int:
        turn = take_turn(knowledge, TurnRequest(space="s", query=query, budget_tokens=900), now=NOW)
        return turn.block.body.count("I cut oar")

    assert told("In which order did I plan the parts?") > 20 > told("How did I plan the parts?")


def test_an_overview_of_a_day_quotes_its_lines_and_what_they_begin_with() -> None:
    """They share no word with the question, but for "And what happened to you today?" at the end of one."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("s", now=SAID)
    flu = (
        f"I was in bed with a flu. {'The doctor came and left some pills here. ' * 20} And what happened to you today?"
    )
    bodies = [flu, "Brona painted the shed.", "It rained on Tarn.", *(f"Boat {n} is blue." for n in range(9))]
    days = [0, 0, 0, *(20 + n for n in range(9))]
    lines = [
        Line(role=Role.USER, sender=("Ada", "Nil")[at % 2], body=body, sent_at=SAID + timedelta(days=day, minutes=at))
        for at, (body, day) in enumerate(zip(bodies, days, strict=True))
    ]
    knowledge.append("s", lines, now=SAID + timedelta(30))

    policy = replace(ASSISTANT.policy, recent_lines_max=0)
    request = TurnRequest(space="s", query="What happened on 14 February 2026?", budget_tokens=400)
    body = take_turn(knowledge, request, profile=replace(ASSISTANT, policy=policy), now=NOW).block.body

    assert "in bed with a flu" in body and "Brona painted" in body and "rained on Tarn" in body


def test_outputs_of_a_tool_that_differ_in_numbers_are_one_line() -> None:
    """With their count, whether they are found or only the newest lines."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("s", now=SAID)
    outputs = [Line(role=Role.TOOL, body=f"GET /kiln: 200 in {n} ms, id a{n}f", sent_at=SAID) for n in range(20)]
    knowledge.append("s", [*outputs, Line(role=Role.USER, body="So the kiln is up.", sent_at=SAID)], now=SAID)

    for query in ("How is the kiln?", "What is for dinner?"):
        request = TurnRequest(space="s", query=query, visible=0, record=False)
        block = take_turn(knowledge, request, now=NOW).block
        assert block.body.count("GET /kiln") == block.body.count("(×20)") == 1
        assert block.left_out_count == 0


@pytest.mark.parametrize(
    ("query", "chat"),
    [
        ("Which room is it in?", "In the chat “work”:\n14 February"),
        ("Hangi odada?", "“work” sohbetinde:\n14 Şubat"),
        ("In welchem Zimmer ist es?", "Im Chat „work“:\n14. Februar"),
    ],
    ids=["en", "tr", "de"],
)
def test_chats_are_told_apart(query: str, chat: str) -> None:
    """Lines of another chat stand behind the chat's own, below its name, which stands once."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("s", now=SAID)
    said = [("work", "Room nine: the meeting."), ("home", "Room two: the piano."), ("work", "Room six: the interview.")]
    for days, (of, line) in enumerate(said):
        knowledge.append("s", [Line(role=Role.USER, body=line)], chat=of, now=SAID + timedelta(days=days))

    body = take_turn(knowledge, TurnRequest(space="s", chat="home", query=query, record=False), now=NOW).block.body

    order = ("Room two", chat, "Room nine", "16", "Room six")
    assert [part for _, part in sorted((body.rindex(part), part) for part in order)] == [*order]
    assert body.count("work") == 1
