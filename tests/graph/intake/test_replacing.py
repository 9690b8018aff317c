"""Edits and second tries: what was said before is kept, and neither read, searched nor told any more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from graph.changing.apply import apply_changes
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Kind, Label
from graph.values.changes import CompleteConversation, EntityText, NewEntity, NewFact, NewSummary, SetKeyInfo
from graph.values.codec import item_of
from graph.values.items import KEY_INFO_ID, Conversation, Entity, EntityType, KeyInfo, Message, Role, Summary
from tests.neo4j.corner import Corner

if TYPE_CHECKING:
    from tests.neo4j.server import Address

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
TALK = ("I was born in Lyon.", "Lyon is lovely!", "Where shall we eat?", "Try the Halles.")


@pytest.fixture(params=["sqlite", "neo4j"])
def knowledge(request: pytest.FixtureRequest) -> Iterator[KnowledgeGraph]:
    """A graph with one empty space, "home", in each kind of store."""
    if request.param == "sqlite":
        graph = KnowledgeGraph(open_store(":memory:"))
    else:
        address: Address = request.getfixturevalue("neo4j_server")
        graph = KnowledgeGraph(Corner(open_store(address.uri, login=address.login), closes=True))
    graph.create_space("home", now=NOW)
    yield graph
    graph.close()


def say(*texts: str) -> list[Line]:
    """Lines of user and assistant in turn."""
    return [Line(role=(Role.USER, Role.ASSISTANT)[i % 2], body=text) for i, text in enumerate(texts)]


def send(knowledge: KnowledgeGraph, *texts: str, minutes: int = 0) -> tuple[str, ...]:
    """Send a history; the ids of its messages."""
    return knowledge.append("home", say(*texts), chat="main", now=NOW + timedelta(minutes=minutes)).messages


def said(knowledge: KnowledgeGraph) -> list[str]:
    """What counts as said, oldest first."""
    return [message.body for message in knowledge.messages("home", chat="main", limit=100)]


def found(knowledge: KnowledgeGraph, words: str) -> set[str]:
    """The texts that search finds."""
    index = knowledge.index("home")
    hits = [hit.id for hit in index.search_words(words, 10)]
    return {getattr(item, "body", "") for item in knowledge.get("home", hits).values()}


def kept(knowledge: KnowledgeGraph) -> dict[str, str | None]:
    """Every text that the store has, with what is said in its place."""
    rows = [item_of(node, Message) for node in knowledge.store.find("home", Label.MESSAGE, limit=100)]
    return {row.body: row.replaced_by for row in rows}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (TALK[:2], (TALK[0], "A city of silk.")),  # the first reply alone
        (TALK, (*TALK[:3], "A bouchon, then.")),
        ((*TALK, "Thanks", "Any time"), (*TALK[:3], "A bouchon, then.")),  # with all that followed
    ],
)
def test_a_reply_made_anew_replaces_the_one_before(
    knowledge: KnowledgeGraph, before: Sequence[str], after: Sequence[str]
) -> None:
    """The same question with another reply: the first reply is kept, marked, and not told."""
    send(knowledge, *before)
    ids = send(knowledge, *after, minutes=1)

    assert said(knowledge) == [*after]
    assert kept(knowledge)[before[len(after) - 1]] == ids[-1]
    assert before[len(after) - 1] not in found(knowledge, before[len(after) - 1])
    assert send(knowledge, *after, "Go on", minutes=2)[:-1] == ids
    assert said(knowledge) == [*after, "Go on"]


def test_a_question_asked_anew_replaces_its_branch(knowledge: KnowledgeGraph) -> None:
    """An edited question has another branch behind it; the one before is kept."""
    send(knowledge, *TALK)
    send(knowledge, *TALK[:2], "Where shall we drink?", minutes=1)

    assert said(knowledge) == [*TALK[:2], "Where shall we drink?"]
    assert len(kept(knowledge)) == 5


@pytest.mark.parametrize("place", [0, 1, 2])
def test_an_edited_line_has_its_new_text(knowledge: KnowledgeGraph, place: int) -> None:
    """A history that is sent again with another text in one place: the line is edited, in its place."""
    ids = send(knowledge, *TALK)
    edited = [text if i != place else "Something else entirely." for i, text in enumerate(TALK)]
    again = send(knowledge, *edited, "And then?", minutes=1)

    assert again[:4] == ids
    assert said(knowledge) == [*edited, "And then?"]
    assert kept(knowledge)[TALK[place]] == ids[place]
    assert send(knowledge, *edited, "And then?", minutes=2) == again


def test_going_back_to_the_first_reply(knowledge: KnowledgeGraph) -> None:
    """Who goes back to a branch that was left has it told again, and nothing is stored twice."""
    first = send(knowledge, *TALK)
    send(knowledge, *TALK[:3], "A bouchon, then.", minutes=1)
    back = send(knowledge, *TALK, "Which one?", minutes=2)

    assert back[:4] == first
    assert said(knowledge) == [*TALK, "Which one?"]
    assert kept(knowledge)["A bouchon, then."] == first[3]


def test_a_message_says_which_it_replaces(knowledge: KnowledgeGraph) -> None:
    """By the caller's id or ours; sending it again changes nothing, also beside the text that it replaces."""
    lines = [Line(role=Role.USER, body="I was born in Lyon.", external_id="a"), *say("x", "Lovely!")[1:]]
    ids = knowledge.append("home", lines, chat="main", now=NOW).messages
    edit = Line(role=Role.USER, body="I was born in Lille.", external_id="b", replaces="a")
    again = Line(role=Role.USER, body="I was born in Lens.", replaces=ids[0])

    for history in ([edit], [*lines, edit], [edit]):
        knowledge.append("home", history, chat="main", now=NOW)
        assert said(knowledge) == ["I was born in Lille.", "Lovely!"]
    assert knowledge.append("home", [again, again], chat="main", now=NOW).messages == (ids[0], ids[0])
    assert said(knowledge) == ["I was born in Lens.", "Lovely!"]
    assert set(kept(knowledge)) == {"I was born in Lyon.", "I was born in Lille.", "I was born in Lens.", "Lovely!"}


def test_somebody_else_who_spoke_meanwhile_is_not_replaced(knowledge: KnowledgeGraph) -> None:
    """Two who write into one chat do not take each other's lines back."""
    base = say(*TALK)
    knowledge.append("home", [*base, Line(role=Role.USER, sender="Ann", body="I am in.")], chat="main", now=NOW)
    knowledge.append("home", [*base, Line(role=Role.USER, sender="Bob", body="Me too.")], chat="main", now=NOW)

    assert said(knowledge) == [*TALK, "I am in.", "Me too."]


def test_what_was_made_of_it_follows(knowledge: KnowledgeGraph) -> None:
    """Facts, key info, summaries, titles and texts about entities that say what was replaced are gone at once."""
    ids = send(knowledge, *TALK)
    (talk,) = {message.conversation for message in knowledge.messages("home", chat="main", limit=9)}
    made = apply_changes(
        knowledge,
        "home",
        [
            NewEntity(name="Lyon", type=EntityType.PLACE, mentioned_in=ids[:2]),
            NewEntity(name="Halles", type=EntityType.PLACE, mentioned_in=(ids[3],)),
            NewFact(ref="new:born", body="The user was born in Lyon.", sources=(ids[0],), about=("Lyon",)),
            NewFact(ref="new:halles", body="Try the Halles.", sources=(ids[3],), about=("Halles",)),
            SetKeyInfo(lines=("The user was born in Lyon.", "Eats at the Halles."), sources=(ids[0], ids[3])),
            NewSummary(ref="new:low", level=1, members=ids, body="The user was born in Lyon.", conversation=talk),
            NewSummary(ref="new:high", level=2, members=("new:low",), body="Born in Lyon.", conversation=talk),
            CompleteConversation(conversation=talk, title="Born in Lyon", topics=("Lyon",), summary="new:high"),
        ],
        now=NOW,
    ).ids
    lyon, halles = (knowledge.index("home").entities_named(name)[0] for name in ("Lyon", "Halles"))
    texts = [
        EntityText(entity=lyon, brief="Where the user was born.", covers=(made["new:born"],)),
        EntityText(entity=halles, brief="Where to eat.", covers=(made["new:halles"],)),
    ]
    apply_changes(knowledge, "home", texts, now=NOW)

    send(knowledge, "I was born in Lille.", *TALK[1:], minutes=1)

    rows = knowledge.get("home", [*made.values(), lyon, halles, talk, KEY_INFO_ID])
    assert made["new:born"] not in rows and made["new:halles"] in rows
    for name in ("new:low", "new:high"):
        summary = rows[made[name]]
        assert isinstance(summary, Summary) and (summary.body, summary.is_stale, summary.message_count) == ("", True, 4)
    assert isinstance(of_lyon := rows[lyon], Entity) and of_lyon.brief is None
    assert isinstance(of_halles := rows[halles], Entity) and of_halles.brief == "Where to eat."
    assert isinstance(info := rows[KEY_INFO_ID], KeyInfo) and info.lines == ("Eats at the Halles.",)
    assert isinstance(whole := rows[talk], Conversation) and (whole.title, whole.message_count) == (None, 4)
    edges = knowledge.store.edges("home", [ids[0]], [Kind.STATED_IN, Kind.SUMMARIZES], 9)
    assert [edge.source for edge in edges] == [made["new:low"]]


@pytest.mark.parametrize(("chat", "said"), [("", "walk along the shore"), ("main", "look")])
def test_a_first_line_that_is_said_again_is_stored(knowledge: KnowledgeGraph, chat: str, said: str) -> None:
    """A game sends one command at a time, and its player may look twice; a chat without a name has many beginnings."""
    for text, role in ((said, Role.USER), ("The waves come and go.", Role.ASSISTANT)) * 2:
        knowledge.append("home", [Line(role=role, body=text)], chat=chat, now=NOW)

    kept = knowledge.messages("home", chat=chat, limit=100)
    assert [message.body for message in kept] == [said, "The waves come and go."] * 2


@pytest.mark.parametrize("chat", ["", "main"])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_exchanges_that_get_the_same_reply_are_all_stored(knowledge: KnowledgeGraph, chat: str, size: int) -> None:
    """A caller that sends one exchange or a few at a time edits nothing, however often "OK." is the reply."""
    talk = [text for number in range(2 * size) for text in (f"I have {number} cats.", "OK.")]
    for batch in (talk[: 2 * size], talk[2 * size :]):
        knowledge.append("home", say(*batch), chat=chat, now=NOW)

    assert [message.body for message in knowledge.messages("home", chat=chat, limit=100)] == talk


@pytest.mark.parametrize(("chat", "said"), [("", "walk along the shore"), ("main", "look")])
def test_a_first_exchange_that_is_said_again_leaves_the_others(knowledge: KnowledgeGraph, chat: str, said: str) -> None:
    """A game that sends two exchanges at a time begins with one that its chat began with."""
    for batch in ((said, "Dust.", "take the key", "Taken."), (said, "Dust.", "open the door", "It creaks.")):
        knowledge.append("home", say(*batch), chat=chat, now=NOW)

    kept = [message.body for message in knowledge.messages("home", chat=chat, limit=100)]
    assert {"take the key", "Taken.", "open the door", "It creaks."} <= set(kept)
