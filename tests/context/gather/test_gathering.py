"""What a turn reads: the question, its hits, the neighbourhood, the candidates."""

from __future__ import annotations

from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from networkx.algorithms.link_analysis.pagerank_alg import _pagerank_python  # The public one wants scipy.

from context.exchange import TurnRequest
from context.gather.gather_policy import GatherPolicy
from context.gather.gathering import KIND_WEIGHTS, Found, edges_around, gather, measure, search, walk
from context.gather.question import Question, ask
from context.gather.received import Received, Spoken, Visible
from context.turn import take_turn
from graph.changing.apply import apply_changes
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Edge, Kind, Label
from graph.values.changes import JudgePresentation, Verdict
from graph.values.items import Author, Role
from tests.context.scenes import NOW, harbour

POLICY = GatherPolicy()


def question(knowledge: KnowledgeGraph, text: str, *before: Spoken, speaker: str = "") -> Question:
    """A question in the harbour, after these lines."""
    visible = Visible(frozenset(), (*before, Spoken(speaker, text)), None)
    received = Received(TurnRequest(space="harbour"), (), visible)
    return ask(None, knowledge.index("harbour"), received, POLICY, now=NOW)


def named(knowledge: KnowledgeGraph, found: Question) -> dict[str, float]:
    """The entities of a question by name."""
    return {knowledge.index("harbour").names_of(id)[0]: weight for id, weight in found.named.items()}


def test_entities_of_the_question_weigh_most() -> None:
    """Those of the lines before it and the speakers weigh less; none counts twice."""
    knowledge = harbour()

    found = question(
        knowledge, "What does the harbour master fear?", Spoken("Nobody", "Hask and Brona again."), speaker="Mara"
    )

    assert named(knowledge, found) == {"Brona": 1.0, "Hask": 0.35, "Mara": 0.35}


def test_long_questions_keep_their_ends() -> None:
    """Of a pasted document the beginning and the end are searched for."""
    found = question(harbour(), "amber " + "x" * 20_000 + " ledger")

    assert len(found.text) <= POLICY.query_chars_max + 1
    assert found.text.startswith("amber") and found.text.endswith("ledger")


def test_lines_before_add_to_hits_with_less_weight() -> None:
    """A follow-up that says nothing by itself finds what the line before it was about."""
    knowledge = harbour()
    index = knowledge.index("harbour")

    _, alone = search(index, question(knowledge, "zzz"), POLICY)
    words, _ = search(index, question(knowledge, "zzz", Spoken("Nobody", "amber brooch")), POLICY)

    assert alone == []
    assert 0.0 < max(words.values()) <= POLICY.before_weight


def test_neighbourhood_is_capped_and_without_repeats() -> None:
    """Two steps around the seeds; each edge once; no seeds, no reads."""
    knowledge = harbour()
    brona = knowledge.index("harbour").entities_named("Brona")[0]

    edges, _ = edges_around(knowledge.store, "harbour", {brona: 1.0}, (), (), POLICY)
    narrow, _ = edges_around(
        knowledge.store, "harbour", {brona: 1.0}, (), (), replace(POLICY, edge_cap=1, second_hop_max=0)
    )

    assert len({(edge.source, edge.kind, edge.target) for edge in edges}) == len(edges)
    assert {Kind.ABOUT, Kind.STATED_IN, Kind.MENTIONS} <= {edge.kind for edge in edges}
    assert sum(edge.kind is Kind.ABOUT for edge in narrow) == 1
    assert edges_around(knowledge.store, "harbour", {}, (), (), POLICY) == ((), ())


def test_line_beside_a_hit_is_a_candidate() -> None:
    """An answer that shares no word with the question is found next to the line that does."""
    knowledge = harbour()
    index = knowledge.index("harbour")
    asked = question(knowledge, "Where is Hask now?")

    gathered = gather(knowledge.store, index, asked, POLICY)
    found = measure(index, asked, gathered, {}, "", POLICY)

    bodies = {id: item.body for id, item in knowledge.get("harbour", found.ids).items() if hasattr(item, "body")}
    answer = next(id for id, body in bodies.items() if body.startswith("He drinks at the Split Oar"))
    assert answer not in gathered.words
    assert found.around[found.ids.index(answer)] > 0.3


def test_a_line_scores_the_same_by_words_if_search_did_not_return_it() -> None:
    """At most 1: repeated words do not make a line beside a hit better than any hit."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("harbour", now=NOW)
    lines = [Line(role=Role.USER, body=body) for body in ("Hiking, " * 40 + "trails", "Hello.")]
    knowledge.append("harbour", lines, now=NOW)
    index = knowledge.index("harbour")
    asked = question(knowledge, "Hiking?")

    found = gather(knowledge.store, index, asked, POLICY)
    hits, others = (measure(index, asked, each, {}, "", POLICY) for each in (found, replace(found, words={})))

    assert hits.text.tolist() == pytest.approx(others.text.tolist())
    assert hits.text.max() < 1.0


def test_seeds_are_the_best_hits_and_the_named() -> None:
    """A named entity is a seed with its own weight even when it is a hit too."""
    knowledge = harbour()
    asked = question(knowledge, "Brona amber")

    found = gather(knowledge.store, knowledge.index("harbour"), asked, replace(POLICY, seed_hits_max=2))

    best = dict(search(knowledge.index("harbour"), asked, POLICY)[1][:2])
    assert asked.named and dict(found.seeds) == best | dict(asked.named)


def test_facts_that_were_found_bring_their_edges() -> None:
    """Whom a fact is about and where it was said is known of each that was found, and leads the walk nowhere else."""
    knowledge = harbour()
    facts = [node.id for node in knowledge.store.find("harbour", Label.FACT, limit=20)]
    [mara] = knowledge.index("harbour").entities_named("Mara")

    walked, edges = edges_around(
        knowledge.store, "harbour", {mara: 1.0}, facts, (), replace(POLICY, edge_cap=1, second_hop_max=0)
    )

    assert {edge.source for edge in edges if edge.kind is Kind.STATED_IN} == set(facts)
    assert all(mara in (edge.source, edge.target) for edge in walked)


def test_lines_that_were_found_bring_their_facts() -> None:
    """What was stated in a line is a candidate with it, though it shares no word with the question."""
    knowledge = harbour()
    index = knowledge.index("harbour")
    [mara] = index.entities_named("Mara")
    facts = {node.id for node in knowledge.store.find("harbour", Label.FACT, limit=20)}
    lines = {edge.target for edge in knowledge.store.edges("harbour", sorted(facts), [Kind.STATED_IN], 9)}
    asked = question(knowledge, "unheard-of")

    walked, edges = edges_around(knowledge.store, "harbour", {mara: 1.0}, (), lines, replace(POLICY, second_hop_max=0))
    found = Found(search(index, asked, POLICY)[0], {}, sorted(facts), {}, walked, edges)
    measured = measure(index, asked, found, {}, "", POLICY)

    assert {edge.source for edge in edges if edge.kind is Kind.STATED_IN} == {*facts, "key-info"}
    assert all(mara in (edge.source, edge.target) for edge in walked)
    assert facts <= set(measured.ids)


def test_what_helped_with_a_message_helps_with_others_like_it() -> None:
    """The message brings it up, the more, the more words it shares with the question."""
    knowledge = harbour()
    line = Line(role=Role.USER, sender="Mara", body="Which beast frightens Hask?", sent_at=NOW)
    made = take_turn(knowledge, TurnRequest(space="harbour", lines=(line,), chat="new"), now=NOW)
    dogs = next(item.id for item in made.items if "fears dogs" in item.text)
    judged = JudgePresentation(block=made.block.id, items=(dogs,), verdict=Verdict.USEFUL, author=Author.CALLER)
    apply_changes(knowledge, "harbour", [judged], now=NOW)

    def helped(text: str) -> float:
        asked, index = question(knowledge, text), knowledge.index("harbour")
        found = measure(index, asked, gather(knowledge.store, index, asked, POLICY), {}, "", POLICY)
        return float(found.helped[found.ids.index(dogs)]) if dogs in found.ids else -1.0

    assert 0.4 < helped("Which beast frightens Hask?") <= 0.5
    assert 0.0 < helped("A beast is what we need") < 0.4
    assert helped("Brona wants dogs") == 0.0


def test_what_is_known_leaves_the_lines_their_places() -> None:
    """As many messages are found as without facts and summaries that have the same words."""
    knowledge = harbour()
    narrow = replace(POLICY, hits_max=3, known_hits_max=2)

    words, _ = search(knowledge.index("harbour"), question(knowledge, "Mara Brona ledger brooch"), narrow)

    labels = [entry.label for entry in knowledge.index("harbour").entries(list(words)).values()]
    assert (labels.count(Label.MESSAGE), len(labels)) == (3, 5)


@settings(deadline=None)  # The first one loads networkx.
@given(
    st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7), st.sampled_from(list(KIND_WEIGHTS))), max_size=24),
    st.dictionaries(st.integers(0, 7), st.floats(0.1, 3.0), min_size=1, max_size=3),
)
def test_power_iteration_equals_networkx(pairs: list[tuple[int, int, Kind]], seeds: dict[int, float]) -> None:
    """On any small graph, dead ends included, the shares are those of networkx, with edges taken in both directions."""
    peer = nx.MultiDiGraph()
    peer.add_nodes_from(range(8))
    for source, target, kind in pairs:
        peer.add_edge(source, target, weight=KIND_WEIGHTS[kind])
        peer.add_edge(target, source, weight=KIND_WEIGHTS[kind])
    expected = _pagerank_python(peer, alpha=0.85, personalization=seeds, max_iter=1000, tol=1e-12)

    edges = [Edge(str(source), kind, str(target)) for source, target, kind in pairs]
    found = walk(edges, {str(seed): weight for seed, weight in seeds.items()}, damping=0.85, rounds=300)

    greatest = max(expected.values())
    assert [found.get(str(node), 0.0) for node in range(8)] == pytest.approx(
        [expected[node] / greatest for node in range(8)], abs=1e-9
    )


def test_nearer_nodes_are_reached_more() -> None:
    """What is known about a named entity is nearer than what is known about its neighbour."""
    edges = [
        Edge("f1", Kind.ABOUT, "e1"),
        Edge("f1", Kind.STATED_IN, "m1"),
        Edge("m1", Kind.MENTIONS, "e2"),
        Edge("f2", Kind.ABOUT, "e2"),
    ]

    near = walk(edges, {"e1": 1.0}, damping=0.85, rounds=20)

    assert max(near.values()) == 1.0
    assert near["e1"] > near["f2"]
    assert near["f1"] > near["m1"] > near["e2"] > near["f2"] > 0.0


def test_no_seeds_reach_nothing() -> None:
    """Without a place to start from there is no nearness."""
    assert walk([Edge("f1", Kind.ABOUT, "e1")], {}, damping=0.85, rounds=20) == {}


def test_seed_without_edges_keeps_its_place() -> None:
    """A seed that nothing leads away from is as near as can be."""
    assert walk([], {"m1": 2.0}, damping=0.85, rounds=20) == {"m1": 1.0}
