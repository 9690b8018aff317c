"""Spaces for the inspector to show: one of a sample, and one whose names and messages try to run in a page."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

from api.commands.demo import SPACE as DEMO
from api.commands.demo import run_demo
from api.wiring import Service
from graph.changing.apply import apply_changes
from graph.intake.recognise import Line
from graph.store.verbs import Label, PutNode, ReadDepth
from graph.upkeep.ledger import close_call, open_call
from graph.values.call_outcome import CallOutcome
from graph.values.changes import NewEntity, NewFact
from graph.values.items import Author, EntityType, FactKind, Role
from tests.api.conftest import NOW
from tests.api.http.routes.test_call_routes import CALL, DONE

CROWD = 350

RUNS = "<script>window.hasRun = true</script><img src=x onerror='window.hasRun = true'>"
"""A text that runs if a page reads it as HTML."""

ATTACK = f"ışık {RUNS} \"'>&amp; javascript:alert(1) \u202e"
"""A name of whoever and whatever can be named."""

SPACE = ATTACK.replace("/", "")
"""The name of the space, in which HTTP allows no slash."""

SAID = (
    f"My sister {RUNS} moved to <b>İzmir</b> in March. I am allergic to walnuts {RUNS}.",
    f"I live in <a href='javascript:window.hasRun = true'>Ağrı</a> with Işıl Çağdaş. {RUNS}",
    "- a list\n## a heading\n- </pre></textarea><style>* { display: none }</style>",
)


def fill_demo(service: Service) -> str:
    """The demo's space, with a block, and a dog of whom a model has noted facts; its name."""
    run_demo(service)
    space = DEMO
    [source] = service.knowledge.index(space).last_messages(1)
    dog = NewEntity(name="Biscuit", type=EntityType.THING, author=Author.MODEL)
    facts = [
        NewFact(body=f"Biscuit knows trick {number}.", about=("Biscuit",), sources=(source,), author=Author.MODEL)
        for number in range(7)
    ]
    apply_changes(service.knowledge, space, [dog, *facts], now=service.now())
    return space


def fill_attack(service: Service) -> str:
    """A space in which everything that people and models can name is an attack; its name."""
    knowledge = service.knowledge
    knowledge.create_space(SPACE, now=NOW)
    lines = [
        Line(
            role=Role.USER,
            body=SAID[number % 3] + " " * (number // 3),
            sender=ATTACK,
            sent_at=NOW + timedelta(days=number),
        )
        for number in range(12)
    ]
    knowledge.append(SPACE, lines, chat=ATTACK, now=NOW)
    for _ in service.run_rounds(SPACE, reads_imports=True):
        pass
    [source] = knowledge.index(SPACE).last_messages(1)
    facts = [
        NewFact(body=f"{ATTACK} {kind}", kind=kind, about=(ATTACK, "Ağrı"), sources=(source,), author=Author.MODEL)
        for kind in FactKind
    ]
    apply_changes(knowledge, SPACE, [NewEntity(name=ATTACK), NewEntity(name="Ağrı"), *facts], now=service.now())
    opened = open_call(knowledge, SPACE, replace(CALL, model=ATTACK))
    close_call(knowledge, SPACE, opened, replace(opened, outcome=CallOutcome.REFUSED, **DONE | {"error": ATTACK}))
    space = knowledge.store.nodes(SPACE, ["space"], ReadDepth.HEAD)["space"]
    failed = {"attempts": 2, "last_error": ATTACK}
    knowledge.store.write(SPACE, [PutNode(Label.SPACE, "space", failed, expect=space.version)])
    return SPACE


def fill_crowd(service: Service) -> str:
    """More people than have a name in the graph, each tied to the next by a fact; the space's name."""
    space = "crowd"
    service.knowledge.create_space(space, now=NOW)
    [source] = service.knowledge.append(space, [Line(role=Role.USER, body="All of them met.")], now=NOW).messages
    names = [f"Person {number:03d}" for number in range(CROWD)]
    facts = [
        NewFact(body=f"{one} met {other}.", about=(one, other), sources=(source,), author=Author.MODEL)
        for one, other in pairwise(names)
    ]
    apply_changes(service.knowledge, space, [*(NewEntity(name=name) for name in names), *facts], now=NOW)
    return space


def fill_talk(service: Service) -> str:
    """What is known without a model: names in messages, and no fact; the space's name."""
    space = "talk"
    service.knowledge.create_space(space, now=NOW)
    said = ("We met Nermin Karaca in Trabzon.", "Nermin Karaca loves it in Trabzon.", "See Nermin Karaca and Trabzon.")
    lines = [Line(role=Role.USER, body=body, sender="Ada", sent_at=NOW) for body in said * 4]
    service.knowledge.append(space, lines, now=NOW)
    for _ in service.run_rounds(space, reads_imports=True):
        pass
    return space
