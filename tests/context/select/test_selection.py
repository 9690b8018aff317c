"""Selection: shares, skipping, repetitions, and a reason for whatever is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from context.block_profile import ASSISTANT
from context.gather.question import Question
from context.rendering import fit
from context.score.formula import Scored
from context.select.block_policy import BlockPolicy
from context.select.history_cover import HistoryCover
from context.select.material import Material
from context.select.preparing import best_line
from context.select.section import Section
from context.select.selection import Selection, nearly_shown, select
from context.wording.reasons import in_words
from graph.index.space_index import Entry
from graph.store.verbs import Label
from graph.text.tokens import count_tokens
from graph.values.codec import id_of, to_ms
from graph.values.items import KEY_INFO_ID, Entity, Fact, FactKind, FactStatus, Item, KeyInfo, Message, Role, Summary
from languages.english.phrases import PHRASES as ENGLISH

NOW = datetime(2026, 3, 9, 18, tzinfo=UTC)
POLICY = BlockPolicy()


def message(number: int, body: str) -> Message:
    """A message of one minute after the other."""
    at = NOW + timedelta(minutes=number)
    return Message(
        id=f"m{number:08d}", conversation="c1", chat="", sender="Ada", role=Role.USER, body=body, sent_at=at,
        position=float(to_ms(at)), digest="", tokens=count_tokens(body),
    )  # fmt: skip


def fact(number: int, body: str, **changed: object) -> Fact:
    """A fact that nobody doubts."""
    whole: dict[str, object] = {"created_at": NOW, "updated_at": NOW, "tokens": count_tokens(body)}
    return Fact(id=f"f{number:08d}", body=body, **whole | changed)  # type: ignore[arg-type]


def entity(number: int, brief: str | None, dossier: str | None = None) -> Entity:
    """An entity with these texts."""
    return Entity(
        id=f"e{number:08d}", name=f"Name{number}", key=f"name{number}", brief=brief, dossier=dossier,
        created_at=NOW, updated_at=NOW,
    )  # fmt: skip


def summary(number: int, body: str, count: int = 5) -> Summary:
    """A summary of some messages."""
    return Summary(
        id=f"s{number:08d}", level=1, body=body, conversation=None, first_at=NOW, last_at=NOW,
        first_position=float(to_ms(NOW) + number), last_position=float(to_ms(NOW)), message_count=count,
        tokens=count_tokens(body),
    )  # fmt: skip


def scored(item: Item, score: float, container: str | None = None) -> Scored:
    """The item with a score that the question accounts for; below 0, what it is otherwise takes more away."""
    return Scored(id_of(item), entry_of(item, container), score, abs(score), abs(score), (), (), None)


def entry_of(item: Item, container: str | None = None) -> Entry:
    """What the index would know of it."""
    status, kind = (str(item.status), str(item.kind)) if isinstance(item, Fact) else ("", "")
    return Entry(
        id=id_of(item), label=item.label, kind=kind, at_ms=0, position=0.0, importance=0, salience=0, usefulness=0.0,
        tokens=getattr(item, "tokens", 0), chat="", conversation=None, container=container, status=status, sender="",
    )  # fmt: skip


@dataclass
class Trees:
    """A forest that is spelled out."""

    entries: Mapping[str, Entry]
    holders: Mapping[str, str] = field(default_factory=dict)  # node -> the summary right above it

    def entry(self, id: str) -> Entry | None:
        """As Forest."""
        return self.entries.get(id)

    def above(self, id: str) -> list[str]:
        """As Forest."""
        holder = self.holders.get(id)
        return [] if holder is None else [holder, *self.above(holder)]

    def tops(self) -> list[str]:
        """As Forest."""
        raise AssertionError("The cover is given.")

    def children(self, id: str) -> list[str]:
        """As Forest."""
        return sorted(child for child, holder in self.holders.items() if holder == id)

    def loose_messages(self, limit: int) -> list[str]:
        """As Forest."""
        raise AssertionError("The cover is given.")


NO_COVER = HistoryCover(summaries=(), messages=(), blocked=frozenset())


def sections(**shares: float) -> Sequence[Section]:
    """Those of an assistant's block, some with another share."""
    return [replace(each, share=shares.get(each.name.split()[0], each.share)) for each in ASSISTANT.sections]


def choose(
    ranked: Sequence[tuple[Item, float]],
    others: Sequence[Item] = (),
    *,
    budget: int = 2000,
    policy: BlockPolicy = POLICY,
    cover: HistoryCover = NO_COVER,
    sections: Sequence[Section] = ASSISTANT.sections,
    container: str | None = None,
    holders: Mapping[str, str] | None = None,
    stems: Mapping[str, float] | None = None,
    **more: Mapping[str, Sequence[str]] | frozenset[str] | str,
) -> Selection:
    """A selection from these items."""
    items = [*others, *(item for item, _ in ranked)]
    found = [scored(item, score, container) for item, score in ranked]
    held = {one.id: container for one in found if container} | dict(holders or {})
    material = Material(
        policy=policy, question=Question("", "", {}, None, (), stems or {}), phrases=ENGLISH, budget_tokens=budget,
        chat="", asked=None, visible=frozenset(), history_count=50,
        forest=Trees({id_of(item): entry_of(item) for item in items}, held), cover=cover,
        tokens_max={each.name: each.tokens_max(budget, 0, policy.small_block_tokens) for each in sections},
        ranked=found, scored={one.id: one for one in found}, best_line=0.0, lines_tokens=0,
        rows={id_of(item): item for item in items},
    )  # fmt: skip
    material = replace(material, **more)  # type: ignore[arg-type]
    first: dict[str, Sequence[str]] = {}
    material = replace(material, best_line=best_line(found, material.visible), first=first)
    for each in sections:
        first[each.name] = each.first(material, material.tokens_max[each.name])
    last = {each.name: each.last(material, material.tokens_max[each.name]) for each in sections}
    return select(replace(material, last=last), sections)


def shown(selection: Selection) -> list[tuple[str, str]]:
    """What is shown, and where."""
    return [(piece.id, piece.section) for piece in selection.pieces]


def missed(selection: Selection) -> dict[str, str]:
    """What is not, and why. Key info is no candidate, where a space has none."""
    return {id: in_words(reason) for id, reason in selection.why.items() if id != KEY_INFO_ID}


def test_items_go_to_the_section_of_their_kind() -> None:
    """Facts, theories, questions and objectives each have their own."""
    found = choose([(fact(number, f"Number {number} holds.", kind=kind), 0.5) for number, kind in enumerate(FactKind)])

    assert [section for _, section in shown(found)] == [
        "facts", "theories", "questions", "objectives",
    ]  # fmt: skip


def test_item_that_does_not_fit_is_skipped_not_cut() -> None:
    """A long fact leaves its room to the shorter ones behind it."""
    long = fact(1, "very " * 200 + "long")

    found = choose([(long, 0.9), (fact(2, "Short."), 0.5)], budget=130)

    assert shown(found) == [("f00000002", "facts")]
    assert missed(found) == {"f00000001": "budget"}


def test_key_info_keeps_to_its_share() -> None:
    """Lines are taken from the first on while they fit; the rest of the block is not starved."""
    row = KeyInfo(lines=("One thing.", "word " * 80, "Third."), sources=("m1",) * 3, updated_at=NOW)

    found = choose([(fact(1, "A fact."), 0.5)], [row], budget=200)

    assert found.pieces[0].text == "- One thing.\n"
    assert shown(found)[1:] == [("f00000001", "facts")]


def test_dossier_that_does_not_fit_gives_way_to_the_brief() -> None:
    """An entity that matters is shown by whichever of its texts there is room for."""
    known = entity(1, "A brief.", "long " * 300)

    found = choose([(known, 0.9)], budget=300)

    assert shown(found) == [(known.id, "dossiers")]
    assert found.pieces[0].text.endswith("A brief.\n")


def test_briefs_are_limited_and_weak_ones_left_out() -> None:
    """Less relevant entities get a brief, only so many of them, and none that has nothing to do with the question."""
    policy = replace(POLICY, briefs_max=1)
    near, second, far, mute = entity(1, "Near."), entity(2, "Second."), entity(3, "Far."), entity(4, None)

    found = choose([(near, 0.2), (second, 0.15), (far, 0.05), (mute, 0.9)], policy=policy)

    assert shown(found) == [(near.id, "briefs")]
    assert missed(found) == {
        second.id: "enough briefs are shown already",
        far.id: "too little to do with the question",
    }


def test_superseded_and_closed_facts_are_near_misses() -> None:
    """What no longer holds is not shown; nor is one side of a dispute without the other."""
    ranked = [(fact(number, f"Number {number}.", status=status), 0.9) for number, status in enumerate(FactStatus)]

    found = choose(ranked)

    assert [piece.text for piece in found.pieces] == ["- Number 0. (9 March 2026)\n"]
    assert missed(found) == {
        "f00000001": "closed",
        "f00000002": "superseded",
        "f00000003": "disputed, and what stands against it is not at hand",
    }


def test_disputed_facts_are_told_with_both_sides() -> None:
    """One entry tells what contradicts what, and the other side has none of its own."""
    bursa, van = (
        fact(number, f"Mira lives in {city}.", status=FactStatus.DISPUTED)
        for number, city in enumerate(("Bursa", "Van"))
    )

    found = choose([(bursa, 0.9), (van, 0.8)], against={bursa.id: [van.id], van.id: [bursa.id]})

    assert [piece.text for piece in found.pieces] == [
        "- Mira lives in Bursa. (disputed: or “Mira lives in Van.”, 9 March 2026)\n"
    ]
    assert missed(found) == {van.id: f"{bursa.id}, which is shown, tells both sides"}


def test_a_stale_text_makes_way_for_the_facts() -> None:
    """A brief that tells of what no longer holds is not shown, and does not keep back what it covered."""
    known = replace(entity(1, "Mira lives in Bursa."), is_stale=True)
    now = fact(2, "Mira lives in Van.")

    found = choose([(known, 0.9), (now, 0.8)], covers={known.id: [now.id]})

    assert shown(found) == [(now.id, "facts")]
    assert missed(found) == {known.id: "its text is out of date"}


def test_covered_fact_is_shown_when_the_dossier_is_not() -> None:
    """A dossier says only what it says when it stands in the block."""
    known, said = entity(1, None, "A dossier."), fact(1, "Something else entirely.")
    covers = {known.id: [said.id]}

    assert missed(choose([(known, 0.9), (said, 0.5)], covers=covers)) == {
        said.id: "the dossier of Name1 already says it"
    }
    assert shown(choose([(said, 0.5)], [known], covers=covers)) == [(said.id, "facts")]


def test_strong_fact_earns_a_repeat() -> None:
    """At the policy's score a fact is shown although a dossier says it."""
    known, said = entity(1, None, "A dossier."), fact(1, "Something else entirely.")

    found = choose([(known, 0.95), (said, POLICY.repeat_score)], covers={known.id: [said.id]})

    assert (said.id, "facts") in shown(found)


def test_summary_that_says_it_is_named() -> None:
    """A fact whose words stand in a shown summary is left out, and the reason tells which."""
    told = summary(1, "Ada bought a green canoe from the old harbour shop and painted it.")
    cover = replace(NO_COVER, summaries=(told.id,))

    found = choose([(fact(1, "Ada bought a green canoe."), 0.5)], [told], cover=cover)

    assert missed(found) == {"f00000001": f"summary {told.id} already says it"}


def test_summary_is_not_shown_beside_a_part_of_itself() -> None:
    """Of a summary and one below it, only one stands in the block, whichever came first."""
    above, below, free = summary(1, "Above."), summary(2, "Below."), summary(3, "Free.")
    holders = {below.id: above.id}
    cover = replace(NO_COVER, summaries=(below.id,))

    found = choose([(above, 0.9), (free, 0.8)], [below], cover=cover, holders=holders)
    # No room for the finer one in the share.
    longer = replace(below, body="Below. " * 30, tokens=90)
    turned = choose(
        [(longer, 0.9)],
        [above],
        cover=replace(NO_COVER, summaries=(above.id,)),
        holders=holders,
        sections=sections(summaries=0.03),
    )

    assert [id for id, _ in shown(found)] == [below.id, free.id]
    assert missed(found) == {above.id: "its messages are shown or stood for already"}
    assert [id for id, _ in shown(turned)] == [above.id]
    assert missed(turned) == {below.id: "its messages are shown or stood for already"}


def test_a_summary_of_which_a_part_is_shown_is_stood_for_by_its_other_parts() -> None:
    """A conversation found by the question does not take the others of its chapter out of the block."""
    chapter = summary(1, "Chapter.", 15)
    first, found, last = summary(2, "First."), summary(3, "Found."), summary(4, "Last.")
    cover = replace(NO_COVER, summaries=(chapter.id,))
    holders = {one.id: chapter.id for one in (first, found, last)}

    selection = choose(
        [(found, 0.9)], [chapter, first, last], cover=cover, holders=holders, sections=sections(summaries=0.0)
    )

    assert [id for id, _ in shown(selection)] == [found.id, last.id, first.id]


def test_history_keeps_to_its_shares_and_gets_what_is_left() -> None:
    """Recent messages stop at their share, knowledge comes next, then earlier messages while there is room."""
    lines = [message(number, f"Line {number} has some words in it.") for number in range(30)]
    ids = tuple(line.id for line in lines)
    cover = replace(NO_COVER, messages=ids)

    found = choose([(fact(1, "A fact."), 0.5)], lines, cover=cover, sections=sections(recent=0.1), budget=400)

    order = [id for id, _ in shown(found)]
    before_fact = order[: order.index("f00000001")]
    assert 0 < len(before_fact) < len(order) - 1 < len(ids)
    assert [id for id in order if id != "f00000001"] == [*reversed(ids)][: len(order) - 1]


def test_only_some_visible_lines_are_near_misses() -> None:
    """The lines before the question are much like it; they don't crowd out what else was nearly shown."""
    lines = [message(number, f"Line {number}.") for number in range(12)]
    ranked: list[tuple[Item, float]] = [(line, 0.9) for line in lines]
    old = fact(1, "Old.", status=FactStatus.SUPERSEDED)

    ranked.append((old, 0.4))
    found = choose(ranked, visible=frozenset(line.id for line in lines))
    misses = nearly_shown([scored(*one) for one in ranked], found, frozenset(), POLICY)

    assert [in_words(miss.reason) for miss in misses] == ["visible anyway"] * POLICY.visible_misses_max + ["superseded"]


def test_near_misses_are_the_best_of_what_is_not_shown() -> None:
    """So many of them, with what was chosen and had no room in the end, and without what stands in the block."""
    told, dropped, far = fact(1, "Told."), fact(2, "Dropped."), fact(3, "Far.")
    ranked: list[tuple[Item, float]] = [(told, 0.9), (dropped, 0.8), (far, 0.01)]
    found = choose(ranked)

    def misses(count: int) -> list[tuple[str, str]]:
        policy = replace(POLICY, near_misses_max=count)
        return [
            (miss.one.id, in_words(miss.reason))
            for miss in nearly_shown([scored(*one) for one in ranked], found, {told.id}, policy)
        ]

    assert misses(2) == [(dropped.id, "budget"), (far.id, "worth too little in this turn")]
    assert misses(1) == [(dropped.id, "budget")]


def test_asked_message_is_no_near_miss() -> None:
    """The question itself is neither shown nor explained."""
    line = message(1, "What about the canoe?")

    found = choose([(line, 0.9)], asked=line.id)

    assert (shown(found), missed(found)) == ([], {})


def test_labels_come_with_their_sections() -> None:
    """A piece knows what kind of item it is."""
    assert choose([(fact(1, "A fact."), 0.5)]).pieces[0].label is Label.FACT


def test_weak_lines_are_not_quoted_beside_a_clear_answer() -> None:
    """An excerpt must match a part as well as the best; a bit more where a shown summary tells of the message."""
    best, fair, weak = (message(number, f"Line {number}.") for number in range(3))
    told = summary(1, "They talked.")
    ranked = [(best, 1.0), (fair, POLICY.told_part - 0.05), (weak, POLICY.excerpt_part - 0.01)]
    cover = replace(NO_COVER, summaries=(told.id,))

    policy = replace(POLICY, floor=0.0)
    free = choose(ranked, [told], cover=cover, policy=policy)
    held = choose(ranked, [told], cover=cover, policy=policy, container=told.id)

    assert missed(free) == {weak.id: "too little to do with the question"}
    assert missed(held)[fair.id] == f"summary {told.id} tells of it"


def left_out(selection: Selection) -> int:
    """How many messages of the history nothing in the block stands for."""
    return fit(selection.pieces, ASSISTANT.sections, 50, 2000, ENGLISH).left_out_count


def test_a_line_quoted_whole_is_not_counted_as_left_out() -> None:
    """Unless a summary that is shown holds it, itself or through others."""
    line, told = message(1, "The harbour opens at six."), summary(1, "They talked.")
    cover = replace(NO_COVER, summaries=(told.id,))

    free = choose([(line, 0.9)])
    unshown = choose([(line, 0.9)], [told], container=told.id)
    held = choose([(line, 0.9)], [told], cover=cover, container=told.id)
    far = choose([(line, 0.9)], [told], cover=cover, container="s00000009", holders={"s00000009": told.id})

    assert [left_out(found) for found in (free, unshown, held, far)] == [49, 49, 45, 45]
    assert [len(found.pieces) for found in (held, far)] == [2, 2]


def test_recent_message_stands_for_itself() -> None:
    """A message of the history counts as covered, and so does a line quoted whole; a part of one does not."""
    line = message(1, "The harbour opens at six. Nobody is there before, as you can imagine.")
    cover, cut = replace(NO_COVER, messages=(line.id,)), replace(POLICY, recent_tokens_max=8, answer_tokens_max=8)

    recent = choose([], [line], cover=cover, policy=cut)
    whole, part = choose([(line, 0.9)]), choose([(line, 0.9)], policy=cut)

    assert [left_out(found) for found in (recent, whole, part)] == [49, 49, 50]
    assert [found.pieces[0].text for found in (recent, part)] == ["- Ada: The harbour opens at six. …\n"] * 2


def test_a_reply_that_is_worth_nothing_is_not_quoted() -> None:
    """ "Great, well done!" stands beside lines that match, and has nothing to say itself."""
    answer, reply = message(1, "The harbour opens at six."), message(2, "Great, well done!")

    selection = choose([(answer, 0.9), (reply, -0.3)])

    assert shown(selection) == [(answer.id, "excerpts")]
    assert missed(selection) == {reply.id: "too little to do with the question"}


def test_a_brief_says_only_what_is_not_shown() -> None:
    """What a summary says is left out; what a fact says with its date goes afterwards; an empty brief is none."""
    told = summary(1, "Ada: We fly to Trabzon on Sunday.")
    both = entity(1, "Ada: We fly to Trabzon on Sunday. Marc has booked two beds there.")
    spoken = entity(2, "Ada: Marc has booked two beds there. He is a geologist by training.")
    cover = replace(NO_COVER, summaries=(told.id,))

    selection = choose(
        [(both, 0.9), (spoken, 0.8), (fact(1, "Ada: Marc has booked two beds there."), 0.95)], [told], cover=cover
    )

    texts = {piece.id: piece.text for piece in selection.pieces}
    assert both.id not in texts
    assert texts[spoken.id] == "- Name2: Ada: He is a geologist by training.\n"
    assert texts["f00000001"].startswith("- Ada: Marc has booked two beds there.")


def test_a_line_about_two_entities_is_quoted_once() -> None:
    """The one that matters more says it; another with nothing else to say is none."""
    met = "Ada: I met Amy at the library of Trabzon."
    amy, library, town = entity(1, met), entity(2, f"{met} Bo: Its roof leaks."), entity(3, met)

    selection = choose([(amy, 0.9), (library, 0.8), (town, 0.7)])

    assert [piece.text for piece in selection.pieces] == [f"- Name1: {met}\n", "- Name2: Bo: Its roof leaks.\n"]
    assert missed(selection) == {town.id: "all that it says is shown already"}


def test_key_info_is_not_repeated_by_a_summary() -> None:
    """A summary that says nothing else is not shown, and its messages count as left out."""
    known = KeyInfo(lines=("Ada: I am allergic to hazelnuts.",), sources=("m1",), updated_at=NOW)
    first, second = (
        summary(1, "Ada: I am allergic to hazelnuts. I live in Bristol."),
        summary(2, "Ada: I am allergic to hazelnuts."),
    )
    cover = replace(NO_COVER, summaries=(first.id, second.id))

    selection = choose([], [known, first, second], cover=cover)

    texts = {piece.id: piece.text for piece in selection.pieces}
    assert texts[first.id] == "- 9 March 2026: Ada: I live in Bristol.\n"
    assert missed(selection) == {second.id: "all that it says is shown already"}
    assert left_out(selection) == 45


CAKE = message(1, "We had the one with the nuts at my aunt's last year, and she loved it, as you can imagine.")
OVEN = message(2, "The cake is in the oven.")
LOVED = fact(3, "Ilgın loved last year's cake.")
CAKE_STATES = {"sources": {LOVED.id: [CAKE.id]}, "stated": {CAKE.id: [LOVED.id]}}


def test_a_fact_stands_for_its_line_where_room_is_short() -> None:
    """The fact says in fewer tokens what the line says, if it is placed better or the line has no room at all."""
    fact_first: list[tuple[Item, float]] = [(OVEN, 0.9), (LOVED, 0.5), (CAKE, 0.4)]
    line_first: list[tuple[Item, float]] = [(OVEN, 0.9), (CAKE, 0.5), (LOVED, 0.2)]

    stood_for = choose(fact_first, budget=105, **CAKE_STATES)
    line = choose(line_first, budget=105, **CAKE_STATES)
    without_room = choose(line_first, budget=95, **CAKE_STATES)

    assert {id for id, _ in shown(stood_for)} == {OVEN.id, LOVED.id}
    assert missed(stood_for) == {CAKE.id: f"{LOVED.id}, which is shown, tells of it"}
    assert {id for id, _ in shown(line)} == {OVEN.id, CAKE.id}
    assert {id for id, _ in shown(without_room)} == {OVEN.id, LOVED.id}
    assert missed(without_room) == {CAKE.id: "budget"}


def test_a_line_takes_the_place_of_its_fact_where_there_is_room() -> None:
    """Both are not shown, neither where room is left in the end nor where the line has most to do with the question."""
    with_room = choose([(OVEN, 0.9), (LOVED, 0.5), (CAKE, 0.4)], **CAKE_STATES)
    best = choose([(LOVED, 0.5), (CAKE, 0.4)], **CAKE_STATES)

    for found in (with_room, best):
        assert CAKE.id in {id for id, _ in shown(found)}
        assert missed(found) == {LOVED.id: f"message {CAKE.id}, which is shown, is where it was said"}


def test_what_is_no_statement_stands_for_no_line() -> None:
    """A question that came up in a line is told beside it, and so is what is disputed."""
    asked = fact(4, "Which cake?", kind=FactKind.QUESTION)
    states = {"sources": {asked.id: [CAKE.id]}, "stated": {CAKE.id: [asked.id]}}

    found = choose([(OVEN, 0.9), (asked, 0.5), (CAKE, 0.4)], **states)

    assert {id for id, _ in shown(found)} == {OVEN.id, asked.id, CAKE.id}
    assert missed(found) == {}


def test_a_quote_stands_for_no_line_that_says_more_on_the_question() -> None:
    """What a fact quotes is a part of its line: the rest is shown beside it, unless that has nothing to do with it."""
    line = message(1, "Ilgın loved last year's cake. The nuts in it made Deniz ill all the same.")
    quote = fact(3, "Ilgın loved last year's cake.")
    states = {"sources": {quote.id: [line.id]}, "stated": {line.id: [quote.id]}}

    quote_first: list[tuple[Item, float]] = [(OVEN, 0.9), (quote, 0.5), (line, 0.4)]

    of_both = choose(quote_first, stems={"cake": 1.0, "nuts": 1.0}, **states)
    of_cake = choose(quote_first, stems={"cake": 1.0}, **states)
    line_first = choose([(OVEN, 0.9), (line, 0.5), (quote, 0.2)], stems={"cake": 1.0}, **states)

    assert [piece.text for piece in of_both.pieces][1:] == [
        "- Ilgın loved last year's cake. (9 March 2026)\n",
        "- Ada: … The nuts in it made Deniz ill all the same.\n",
    ]
    assert {id for id, _ in shown(of_cake)} == {OVEN.id, quote.id}
    assert missed(of_cake) == {line.id: "a fact that is shown already says it"}
    assert {id for id, _ in shown(line_first)} == {OVEN.id, line.id}
    assert missed(line_first) == {quote.id: f"message {line.id}, which is shown, is where it was said"}


def test_a_line_is_shown_with_its_date_and_the_summary_does_not_repeat_it() -> None:
    """What a summary quotes stands once in the block: as the line itself, where the line answers the question."""
    told = summary(1, "Ada: I bought a green canoe. Ada: We met at the old harbour.")
    line = message(1, "I bought a green canoe.")

    found = choose([(line, 0.5)], [told], cover=replace(NO_COVER, summaries=(told.id,)))

    texts = {piece.id: piece.text for piece in found.pieces}
    assert texts == {
        told.id: "- 9 March 2026: Ada: We met at the old harbour.\n",
        line.id: "- Ada: I bought a green canoe.\n",
    }
    assert missed(found) == {}


def test_room_that_quotes_left_goes_to_the_next_line() -> None:
    """A line for which there was no room comes in when a summary lost what another line says itself."""
    quote = " ".join(f"I bought a green canoe number {number}." for number in range(12))
    told = summary(1, f"Ada: {quote}")
    lines = [message(1, quote), message(2, " ".join(f"The harbour has {number} lamps." for number in range(10)))]
    cover = replace(NO_COVER, summaries=(told.id,))
    policy = replace(POLICY, excerpt_tokens_max=500, answer_tokens_max=500)

    found = choose(
        [(lines[0], 0.6), (lines[1], 0.5)],
        [told],
        cover=cover,
        policy=policy,
        sections=sections(summaries=1.0),
        budget=380,
    )

    assert [id for id, _ in shown(found)] == [line.id for line in lines]
    assert missed(found) == {told.id: "all that it says is shown already"}


def test_no_reason_names_what_is_not_shown() -> None:
    """What a summary said that is not shown after all is said by others, and the reason tells no more than that."""
    told, line = summary(1, "Ada: I bought a green canoe."), message(1, "I bought a green canoe.")
    said = fact(1, "Ada bought a green canoe.")

    found = choose([(said, 0.8), (line, 0.5)], [told], cover=replace(NO_COVER, summaries=(told.id,)))

    assert shown(found) == [(line.id, "excerpts")]
    assert missed(found) == dict.fromkeys((told.id, said.id), "all that it says is shown already")


def test_a_line_of_the_key_info_is_not_quoted_again() -> None:
    """Key info names who said it, the line itself does not: it is the same sentence."""
    known = KeyInfo(lines=("Ada: Always answer in rhymes.",), sources=("m1",), updated_at=NOW)
    line = message(1, "Always answer in rhymes.")

    assert missed(choose([(line, 0.9)], [known])) == {line.id: "key info already says it"}


def test_what_a_fact_leaves_of_a_line_is_shown_if_it_has_to_do_with_the_question() -> None:
    """A greeting beside a fact says nothing."""
    greeting = message(1, "Hey Ada! I won the regatta on Sunday!")
    more = message(2, "The prize was a kayak. I won the regatta on Sunday!")
    said = fact(3, "Ben: I won the regatta on Sunday!")

    texts = choose([(said, 0.9), (greeting, 0.8), (more, 0.8)], stems={"prize": 1.0})

    assert missed(texts) == {greeting.id: "a fact that is shown already says it"}
    assert [piece.text for piece in texts.pieces if piece.id == more.id] == ["- Ada: The prize was a kayak. …\n"]
