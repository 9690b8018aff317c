"""A turn as a whole, on real stores: what comes back, what is written, and what holds for any graph."""

from __future__ import annotations

import gc
import re
from dataclasses import replace
from datetime import timedelta
from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from context.block_profile import ASSISTANT, BlockProfile
from context.block_record import read_turn
from context.exchange import Turn, TurnRequest, VisibleFrom
from context.score.weighted_sum import WeightedSum
from context.turn import take_turn
from graph.changing.apply import apply_changes
from graph.errors import BadInput, NotFound
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.text.analysis import is_blank
from graph.text.tokens import count_tokens
from graph.values.changes import EntityText, NewEntity, NewFact, NewSummary, SetKeyInfo
from graph.values.items import Author, EntityType, FactKind, Role
from graph.values.score_terms import Weights
from tests.context.scenes import NOW, harbour, home
from tests.trials import examples

GOLDEN = Path(__file__).parents[1] / "golden"

PROMISE = TurnRequest(
    space="harbour",
    lines=(
        Line(
            role=Role.USER,
            sender="Mara",
            body="Only you, Pell. Should I give Brona the ledger as I promised, or use what it says about her brother?",
            world_time=3004.0,
        ),
    ),
    visible=3,
    budget_tokens=700,
)
CAKE = TurnRequest(
    space="ev",
    lines=(
        Line(
            role=Role.USER, sender="Defne", body="Ilgın'ın doğum günü yaklaşıyor, bu yıl nasıl bir pasta yapsam sence?"
        ),
    ),
    budget_tokens=600,
)


def turn(knowledge: KnowledgeGraph, request: TurnRequest, profile: BlockProfile = ASSISTANT) -> Turn:
    """One turn at the time of the scenes."""
    return take_turn(knowledge, request, profile=profile, now=NOW)


def empty(space: str = "s") -> KnowledgeGraph:
    """A graph in memory with one empty space."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space(space, now=NOW)
    return knowledge


def reasons(answer: Turn) -> dict[str, str]:
    """Why each near miss was left out."""
    return {miss.id: miss.reason for miss in answer.near_misses}


@pytest.mark.parametrize(
    ("name", "scene", "request_"), [("harbour_promise", harbour, PROMISE), ("ev_pasta", home, CAKE)]
)
def test_golden_block(name: str, scene: object, request_: TurnRequest) -> None:
    """The block, and why each item is in it, are as they were read and approved."""
    assert callable(scene)
    answer = turn(scene(), request_)

    explained = "".join(f"{item.id} {item.section}: {item.reason}\n" for item in answer.items)
    missed = "".join(f"{miss.id} {miss.reason}\n" for miss in answer.near_misses)
    assert f"{answer.block.body}\n{explained}\n{missed}" == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_same_graph_same_request_same_bytes() -> None:
    """Two graphs made alike give blocks that are equal to the byte, and so does asking again without recording."""
    knowledge = harbour()
    quiet = replace(PROMISE, record=False)

    assert turn(harbour(), PROMISE) == turn(harbour(), PROMISE)
    assert turn(knowledge, quiet) == turn(knowledge, quiet) == turn(harbour(), quiet)


def test_reading_only_writes_nothing() -> None:
    """With `record` off neither the lines nor the block are kept, and a line that is not stored is visible still."""
    knowledge = harbour()
    before = knowledge.store.since("harbour", 0, limit=100_000)

    answer = turn(knowledge, replace(PROMISE, record=False))

    assert knowledge.store.since("harbour", 0, limit=100_000) == before
    assert answer.appended is None
    assert answer.block.id == ""
    assert answer.visible_from == VisibleFrom(answer.block.visible_from or "", None)


@pytest.mark.embedded
def test_a_block_leaves_nothing_to_the_collector_of_cycles() -> None:
    """All that a block took for itself goes with it: some thousand objects, at which the collector would look again."""
    knowledge = harbour()
    turn(knowledge, replace(PROMISE, record=False))
    gc.collect()
    gc.disable()
    try:
        turn(knowledge, replace(PROMISE, record=False))
        left_count = gc.collect()
    finally:
        gc.enable()

    assert left_count == 0


def test_recording_keeps_lines_block_and_reasons() -> None:
    """The block can be read again with every term and reason it was made with."""
    knowledge = harbour()

    answer = turn(knowledge, PROMISE)

    kept = read_turn(knowledge, "harbour", answer.block.id)
    assert answer.appended is not None and answer.block.query == answer.appended.messages[-1]
    assert (kept.block, kept.items, kept.near_misses) == (answer.block, answer.items, answer.near_misses)
    assert kept.visible_from is not None and kept.visible_from.message == answer.block.visible_from


def test_unknown_block_and_space_are_not_found() -> None:
    """A block id of another kind, a wrong one, and a space that is not there."""
    knowledge = empty()
    message = knowledge.append("s", [Line(role=Role.USER, body="hello")], now=NOW).messages[0]

    for id in ("b00000099", message):
        with pytest.raises(NotFound, match=id):
            read_turn(knowledge, "s", id)
    for record in (True, False):
        with pytest.raises(NotFound, match="nowhere"):
            turn(knowledge, TurnRequest(space="nowhere", lines=(Line(role=Role.USER, body="x"),), record=record))


def test_numbers_below_zero_are_refused() -> None:
    """A budget or a view can be nothing, not less."""
    with pytest.raises(BadInput, match="budget_tokens -1"):
        TurnRequest(space="s", budget_tokens=-1)
    with pytest.raises(BadInput, match="visible -1"):
        TurnRequest(space="s", visible=-1)


def test_empty_space_gives_an_empty_block() -> None:
    """With nothing to remember there is no wrapper either."""
    answer = turn(empty(), TurnRequest(space="s"))

    assert (answer.block.body, answer.block.tokens, answer.items, answer.visible_from) == ("", 0, (), None)


def test_whole_history_visible_gives_no_history() -> None:
    """A chat that the assistant sees as a whole is not told again, and nothing is left out."""
    knowledge = empty()
    lines = tuple(Line(role=Role.USER, body=f"The door number {n} is open.") for n in range(5))

    answer = turn(knowledge, TurnRequest(space="s", lines=lines))

    assert (answer.block.body, answer.block.left_out_count) == ("", 0)
    assert answer.visible_from == VisibleFrom(answer.appended.messages[0] if answer.appended else "", 0)


def test_messages_alone_make_a_block() -> None:
    """Before any round: what matched, the last lines not visible, and a count of the rest."""
    knowledge = empty()
    lines = [
        Line(role=Role.USER, sender="Ada", body=f"Entry {n}: I watered plant number {n} today and wrote it down here.")
        for n in range(60)
    ]
    knowledge.append("s", lines, now=NOW)

    answer = turn(
        knowledge,
        TurnRequest(space="s", lines=(Line(role=Role.USER, body="What about plant number 7?"),), budget_tokens=300),
    )

    sections = {item.section for item in answer.items}
    assert sections == {"excerpts", "recent messages"}
    assert "plant number 7 " in answer.block.body and "plant number 59 " in answer.block.body
    recent = sum(item.section == "recent messages" for item in answer.items)
    left_out = 60 - recent - sum(item.section == "excerpts" for item in answer.items)
    assert answer.block.left_out_count == left_out
    assert f"({left_out} messages are neither summarised nor shown here.)" in answer.block.body


def test_visible_counts_stored_messages_and_lines() -> None:
    """The last n of the chat: lines of the request first, stored ones before them, each once."""
    knowledge = empty()
    stored = knowledge.append("s", [Line(role=Role.USER, body=f"line {n}") for n in range(6)], now=NOW).messages
    lines = (Line(role=Role.USER, body="line 5"), Line(role=Role.USER, body="a new line"))

    def first(visible: int | None, *, record: bool = False) -> VisibleFrom | None:
        return turn(knowledge, TurnRequest(space="s", lines=lines, visible=visible, record=record)).visible_from

    assert first(0) is None
    assert first(1) == VisibleFrom("", 1)
    assert first(2) == first(None) == VisibleFrom(stored[5], 0)
    assert first(4) == VisibleFrom(stored[3], None)
    assert first(99) == VisibleFrom(stored[0], None)
    assert first(4, record=True) == VisibleFrom(stored[3], None)


def test_question_is_no_history_of_its_own_block() -> None:
    """Even if nothing is visible, the line that is answered does not stand under the recent messages."""
    # ACCEPTANCE 3.19
    knowledge = empty()
    lines = (Line(role=Role.USER, body="I live in Bergen."), Line(role=Role.USER, body="What is the weather like?"))

    answer = turn(knowledge, TurnRequest(space="s", lines=lines, visible=0))

    assert ("Bergen" in answer.block.body, "weather" in answer.block.body) == (True, False)


def test_query_stands_in_for_the_last_line() -> None:
    """A block can be asked for without a line."""
    answer = turn(home(), TurnRequest(space="ev", query="Kars'a ne zaman gidiyoruz?", record=False))

    assert answer.block.query == ""
    assert "mart ayında Kars'a gideceğiz" in answer.block.body


def test_spaces_do_not_see_each_other() -> None:
    """Nothing of another space is found, whatever is asked."""
    knowledge = harbour()
    knowledge.create_space("other", now=NOW)

    answer = turn(knowledge, replace(PROMISE, space="other", record=False))

    assert (answer.block.body, answer.near_misses) == ("", ())


def test_dossier_is_not_repeated_by_its_facts() -> None:
    """A fact that a shown dossier covers is a near miss that says so, unless it earns a repeat."""
    knowledge = harbour()
    covered = next(
        id for id, reason in reasons(turn(knowledge, replace(PROMISE, record=False))).items() if "dossier" in reason
    )

    # Without the line that it was stated in.
    sections = tuple(section for section in ASSISTANT.sections if section.label is not Label.MESSAGE)
    alone = replace(ASSISTANT, sections=sections, policy=replace(ASSISTANT.policy, repeat_score=0.1))
    repeated = turn(knowledge, replace(PROMISE, record=False), alone)

    assert reasons(turn(knowledge, replace(PROMISE, record=False)))[covered] == (
        "left out: the dossier of Brona already says it"
    )
    assert covered in repeated.block.shown


def test_superseded_fact_is_never_shown() -> None:
    """What no longer holds is at most a near miss."""
    answer = turn(harbour(), PROMISE)

    assert "Hask has Brona's ledger" not in answer.block.body
    assert "left out: superseded" in reasons(answer).values()


def safe_scene(importance: int = 10, author: Author = Author.RULES) -> KnowledgeGraph:
    """Two messages, of which one is a fact's very sentence and the other begins with one."""
    knowledge = empty()
    said = knowledge.append(
        "s",
        [
            Line(role=Role.USER, sender="Ada", body="The safe opens with 4711."),
            Line(role=Role.USER, sender="Ada", body="The safe is behind the mirror. My aunt chose the safe herself."),
        ],
        now=NOW - timedelta(days=9),
    ).messages
    facts = (
        NewFact(body="The safe opens with 4711.", sources=(said[0],), importance=importance, author=author),
        NewFact(body="The safe is behind the mirror.", sources=(said[1],), importance=importance, author=author),
    )
    apply_changes(knowledge, "s", facts, now=NOW)
    return knowledge


def test_excerpt_leaves_out_what_a_shown_fact_says() -> None:
    """A message whose only sentence is a shown fact is not quoted; one that says more is quoted without it."""
    request = TurnRequest(space="s", query="safe", budget_tokens=400)

    formula = WeightedSum(weights=Weights(kind=1.0))
    policy = replace(ASSISTANT.policy, recent_lines_max=0)
    answer = turn(safe_scene(author=Author.MODEL), request, replace(ASSISTANT, formula=formula, policy=policy))

    assert answer.block.body.count("opens with 4711") == answer.block.body.count("behind the mirror") == 1
    assert "- Ada: … My aunt chose the safe herself." in answer.block.body
    assert reasons(answer)["m00000001"] == "left out: a fact that is shown already says it"


@pytest.mark.parametrize("share", [0.0, 0.5])
def test_fact_gives_way_to_its_message_in_the_history(share: float) -> None:
    """A message of the last lines is shown whole, whenever it is chosen, and its lighter facts are not said again."""
    sections = tuple(
        replace(section, share=share) if section.name == "recent messages" else section
        for section in ASSISTANT.sections
    )

    answer = turn(
        safe_scene(importance=6),
        TurnRequest(space="s", query="safe", budget_tokens=400),
        replace(ASSISTANT, sections=sections),
    )

    assert {item.section for item in answer.items} == {"recent messages"}
    assert answer.block.body.count("opens with 4711") == answer.block.body.count("behind the mirror") == 1


def test_item_shown_last_turn_gets_a_bounded_bonus() -> None:
    """Being shown adds its weight once, however often it was shown."""  # ACCEPTANCE 3.5
    knowledge = home()
    quiet = replace(CAKE, record=False)
    before = {item.id: item.score for item in turn(knowledge, quiet).items}
    for _ in range(3):
        turn(knowledge, CAKE)

    after = {item.id: item for item in turn(knowledge, quiet).items}

    shown = [id for id in before if id in after and "shown" in after[id].terms]
    assert shown
    for id in shown:
        assert after[id].terms["shown"] == 1.0
        assert after[id].score - before[id] <= Weights().shown + 0.05  # Plus what two more lines in the graph do.


def test_block_is_stable_when_the_question_changes() -> None:
    """Everything down to the last summary stays the same between two questions, so that prompt caches hit."""
    knowledge = harbour()
    profile = replace(ASSISTANT, policy=replace(ASSISTANT.policy, recent_lines_max=0))  # It would be shown whole.

    first = turn(knowledge, replace(PROMISE, record=False), profile).block.body
    second = turn(knowledge, replace(PROMISE, record=False, query="Where does Hask drink?"), profile).block.body

    assert second.startswith(stable := first.partition("## Who and what")[0]) and stable.count("\n- ") == 3


WORDS = st.sampled_from(
    [
        "ledger",
        "Brona",
        "Ilgın",
        "fıstık",
        "İstanbul'da",
        "👨‍👩‍👧",
        "🙂",
        "</memory>",
        "##",
        "-",
        "…",
        "漢字",
        "line\n",
    ]
)
BODIES = st.one_of(
    st.lists(WORDS, min_size=1, max_size=40).map(" ".join),
    st.text(min_size=1, max_size=80),
    st.lists(WORDS, min_size=1, max_size=4).map(lambda words: " ".join(words * 300)),
).filter(lambda body: not is_blank(body))


@given(data=st.data())
@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_block_fits_its_budget_and_counts_every_message_once(data: st.DataObject) -> None:
    """Whatever is stored and asked: tokens within the budget, one wrapper, and each message stood for once."""
    knowledge = empty()
    ids = knowledge.append(
        "s",
        [
            Line(role=Role.USER, sender="Brona", body=body)
            for body in data.draw(st.lists(BODIES, min_size=1, max_size=14))
        ],
        now=NOW - timedelta(days=3),
    ).messages
    held = data.draw(st.integers(0, len(ids)))
    bodies = data.draw(st.lists(BODIES, min_size=3, max_size=8))
    apply_changes(
        knowledge,
        "s",
        [
            NewEntity(name="Brona", type=EntityType.PERSON),
            SetKeyInfo(lines=tuple(bodies[:2]), sources=(ids[0], ids[0])),
            *(
                NewFact(body=body, kind=kind, about=("Brona",), sources=(ids[0],))
                for body, kind in zip(bodies, cycle(FactKind), strict=False)
            ),
            *(
                NewSummary(ref="new:s", level=1, members=ids[:held], body=bodies[0], conversation=None)
                for _ in range(held > 0)
            ),
        ],
        now=NOW,
    )
    brona = knowledge.index("s").entities_named("Brona")[0]
    apply_changes(knowledge, "s", [EntityText(entity=brona, brief=bodies[0], dossier=bodies[1])], now=NOW)
    budget = data.draw(st.one_of(st.integers(0, 120), st.integers(0, 4096)))
    request = TurnRequest(
        space="s", query=data.draw(BODIES), visible=data.draw(st.integers(0, 16)), budget_tokens=budget, record=False
    )

    answer = turn(knowledge, request)

    body = answer.block.body
    assert answer.block.tokens == count_tokens(body) <= budget
    body.encode()
    if body:
        assert body.startswith("<memory>\n") and body.endswith("</memory>\n")
        assert len(re.findall(r"<[\s/]*memory", body, re.IGNORECASE)) == 2
    seen = min(request.visible or 0, len(ids))
    parts = [item for item in answer.items if item.section in ("summaries", "recent messages")]
    held = min(held, len(ids) - seen)  # A summary that holds visible messages stands for the others.
    stood_for = len({id for item in parts for id in (ids[:held] if item.label is Label.SUMMARY else [item.id])})
    told = sum(item.section == "excerpts" for item in answer.items)  # some of them in part
    assert len(ids) - told <= seen + stood_for + answer.block.left_out_count <= len(ids)
    assert not {item.id for item in parts if item.label is Label.MESSAGE} & set(ids[len(ids) - seen :])
    assert len(answer.block.shown) == len(set(answer.block.shown))


def test_tiny_budgets_give_nothing() -> None:
    """A budget too small for anything gives an empty block, not a wrapper."""
    knowledge = harbour()

    for budget in range(0, 40, 3):
        assert turn(knowledge, replace(PROMISE, budget_tokens=budget, record=False)).block.body == ""


def test_round_trips_are_few() -> None:
    """A turn reads the visible messages, edges three times and the rows; the rest is telling which lines are known."""
    knowledge = home()
    knowledge.index("ev")
    store = knowledge.store
    calls: list[str] = []

    class Counted:
        def __getattr__(self, name: str) -> object:
            calls.append(name)
            return getattr(store, name)

    knowledge.store = Counted()  # type: ignore[assignment]
    turn(knowledge, replace(CAKE, visible=5))

    kept = [call for call in calls if call not in ("seq", "since")]
    assert kept[: kept.index("write")].count("find") + kept[: kept.index("write")].count("nodes") <= 4
    assert kept[kept.index("write") :] == ["write", "find", "edges", "edges", "edges", "nodes", "write"]


def test_a_summary_that_says_nothing_is_not_shown() -> None:
    """Nothing happened in its messages: no line of the block stands for them, and a question still finds them."""
    knowledge = empty()
    lines = [Line(role=Role.USER, sender="Brona", body=body) for body in ("Rain.", "The hound barked.", "Snow.")]
    ids = knowledge.append("s", lines, now=NOW - timedelta(days=3)).messages
    summary = NewSummary(ref="new:s", level=1, members=tuple(id for id in ids if id), body="", conversation=None)
    apply_changes(knowledge, "s", [summary], now=NOW)

    answer = turn(knowledge, TurnRequest(space="s", query="What did the hound do?", visible=0, record=False))

    assert [(item.section, item.id) for item in answer.items] == [("recent messages", id) for id in ids]


def test_fact_of_the_line_beside_is_a_candidate() -> None:
    """What was made of an answer is found by the question before it, though they share no word."""
    knowledge = empty()
    said = ("Where is Hask now?", "He drinks at the Split Oar.", "Hask stole the ledger.")
    ids = knowledge.append("s", [Line(role=Role.USER, sender="Mara", body=body) for body in said], now=NOW).messages
    bodies = ("The thief spends his nights at an inn.", "Hask has the ledger.")
    facts = [NewFact(body=body, sources=(id,)) for body, id in zip(bodies, ids[1:], strict=True)]
    apply_changes(knowledge, "s", facts, now=NOW)

    answer = turn(knowledge, TurnRequest(space="s", query="Where is Hask?", visible=0, budget_tokens=500))

    told = {item.id for item in (*answer.items, *answer.near_misses) if item.label is Label.FACT}
    assert len(told) == len(facts)
