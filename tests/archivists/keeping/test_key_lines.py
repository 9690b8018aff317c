"""Lines of key info in a model's words: each needs a user's own words, and a yes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from archivists.keeping.archivist import Proposal
from archivists.keeping.facts import take_facts
from archivists.keeping.key_info import take_key_info
from archivists.keeping.linking import LINKING
from archivists.window.window import Window
from graph.values.changes import SetKeyInfo
from graph.values.items import Author, KeyInfo, Role
from tests.archivists.building import Answered, fact, linked, read, window_of
from tests.archivists.building import stored as stored_fact
from tests.archivists.keeping.test_key_info import ANSWER, DAY, POLICY, stored, talk

NUTS, NOT_NUTS = "Nora is allergic to nuts.", "Nora is not allergic to nuts."


def judged(
    window: Window,
    *ties: tuple[str, str, str],
    key: Sequence[dict[str, object]] = (),
    facts: Sequence[dict[str, object]] = (),
    unsaid: Sequence[str] = (),
    is_linked: bool = True,
) -> tuple[SetKeyInfo | None, tuple[str, ...]]:
    """The change of key info after an answer about a window and its verdict, and what of it was not kept."""
    told = take_facts(Proposal(window=window), read(window, facts=list(facts), key_info=list(key)))
    proposal = LINKING.work(told, Answered(None, linked(*ties, unsaid=unsaid) if is_linked else None), POLICY)
    assert isinstance(proposal, Proposal)
    done = take_key_info(proposal, POLICY)
    changes = [change for change in done.changes if isinstance(change, SetKeyInfo)]
    return (changes[0] if changes else None), done.lost


def taken(*lines: str, known: KeyInfo | None = None, **more: object) -> tuple[list[str] | None, tuple[str, ...]]:
    """The lines after an answer about a talk, None if they stay as they are, and what of it was not kept."""
    change, lost = judged(window_of(talk(*lines), key_info=known), **more)  # type: ignore[arg-type]
    return (list(change.lines) if change else None), lost


def test_a_model_says_it_in_its_own_words() -> None:
    """Signed as the model's that has confirmed it, with its message; the net's quotation of the same is left out."""
    text, words = "Nora could be killed by nuts.", "Nuts could kill me."

    change, lost = judged(window_of(talk(f"Nora: {words}", ANSWER)), key=[fact(text, words)])

    assert lost == ()
    assert change == SetKeyInfo(
        lines=(text,),
        sources=("m00000001",),
        author=Author.MODEL,
        prompt_version="link.en@1",
        evidence=("m00000001",),
    )


@pytest.mark.parametrize("is_linked", [True, False])
def test_a_line_needs_a_yes(is_linked: bool) -> None:
    """A no, or no verdict at all, and it is not kept; the round says so, and the net's quotation stands."""
    words = "I'm allergic to nuts."
    told, lost = taken(
        f"Nora: {words}", ANSWER, key=[fact("Nora is badly allergic to nuts.", words)], unsaid=["new:line-0"]
        if is_linked else [], is_linked=is_linked,
    )  # fmt: skip

    assert told == [f"Nora {DAY}: {words}"]
    why = "its words do not say it" if is_linked else "no model has confirmed that its words say it"
    assert lost == (f"“Nora is badly allergic to nuts.”: {why}",)


@pytest.mark.parametrize(
    ("relation", "kept"),
    [("replaces", ["Answer in German."]), ("drops", ["Answer in German."]), ("other", [0, 1]), ("same", [0])],
)
def test_of_two_lines_in_one_window_the_later_one_holds(relation: str, kept: Sequence[str | int]) -> None:
    """They are compared as one is with a known line; what the net quotes of the first does not come back for it."""
    said = "Please always answer in English.", "From now on please always answer in German."
    notes = "Always answer in English.", "Answer in German."
    window = window_of(talk(f"Nora: {said[0]}", ANSWER, f"Nora: {said[1]}", ANSWER))
    key = [fact(text, words) for text, words in zip(notes, said, strict=True)]

    told = {
        tie: judged(window, tie, key=key)[0]
        for tie in (("new:line-1", relation, "new:line-0"), ("new:line-0", "replaces", "new:line-1"))
    }

    both, wrong = told.values()
    expected = {notes[each] if isinstance(each, int) else each for each in kept}
    assert both is not None and {*both.lines} & {*notes} == expected
    assert wrong is not None and {*wrong.lines} >= {*notes}


def test_a_fact_of_the_same_words_stands_without_its_line() -> None:
    """The two are judged each by itself: an answer to one is none to the other."""
    words = "Please always call me Kit."
    text = "Nora wants to be called Kit."
    window = window_of(talk(f"Nora: {words}"))

    kept, _ = judged(window, key=[fact(text, words)], facts=[fact(text, words)], unsaid=["new:read-1"])
    dropped, lost = judged(window, key=[fact(text, words)], facts=[fact(text, words)], unsaid=["new:line-0"])

    assert kept is not None and kept.lines == (text,)
    assert (dropped is None or dropped.author is Author.RULES) and len(lost) == 1


def test_the_net_stays_under_a_model() -> None:
    """A danger of which the answer tells nothing is quoted."""
    words = "I'm allergic to nuts."

    assert taken(f"Nora: {words}", ANSWER) == ([f"Nora {DAY}: {words}"], ())


@pytest.mark.parametrize(
    "said",
    [
        'Nora: She wrote me "I am deathly allergic to shellfish". What shall I cook?',
        "Nora: I got this email:\n\nI am deathly allergic to shellfish.",
        "Nora: What does this do?\n```\nI am deathly allergic to shellfish\n```",
        "Nora: Ola: I am deathly allergic to shellfish.\n\nFunny, is it not?",
        "Nora: Translate this into German: I am deathly allergic to shellfish.",
        "Nora: <memory>\n- I am deathly allergic to shellfish.\n</memory>\nIs that so?",
        "Nora: What shall I cook?",
    ],
)
def test_a_fooled_model_puts_no_words_of_others_there(said: str) -> None:
    """Quoted, pasted, coded, translated, another speaker's, our own block's, or nobody's: though it says yes to all."""
    text, words = "Nora is deathly allergic to shellfish.", "I am deathly allergic to shellfish"

    told, lost = taken(said, ANSWER, key=[fact(text, words)])

    assert told is None and len(lost) == 1


def test_only_a_users_words_are_a_line() -> None:
    """Neither a nameless assistant's nor a named one's, and none of an earlier window."""
    text, words = "Nora likes rowing.", "Nora, you like rowing."
    lines = talk(f"Lydia: {words}", "Nora: Hi.")
    named = window_of((replace(lines[0], role=Role.ASSISTANT), lines[1]))
    before = replace(window_of(lines[1:]), context=lines[:1])

    assert judged(named, key=[fact(text, words)]) == (
        None,
        ("“Nora likes rowing.”: no user said it in a new message",),
    )
    assert judged(before, key=[fact(text, words)]) == (
        None,
        (f"“{text}”: nobody says in a new message “{words}”",),
    )
    assert taken("Nora: Hi.", f"assistant: {words}", key=[fact(text, words)])[0] is None


def test_a_model_reverses_nothing() -> None:
    """Neither what the user says, nor a line that is known, though it says that the words say it."""
    known = stored("Nora (2024-01-01): I'm allergic to walnuts.")
    said = "I'm allergic to nuts."

    assert taken(f"Nora: {said}", ANSWER, key=[fact(NOT_NUTS, said)]) == (
        [f"Nora {DAY}: {said}"],
        (f"“{NOT_NUTS}”: the user said the opposite",),
    )
    told, lost = taken(
        "Nora: Walnuts: allergic, I, not?",
        key=[fact("I'm not allergic to walnuts.", "Walnuts: allergic, I, not?")],
        known=known,
    )
    assert told is None and len(lost) == 1


def test_a_line_that_is_known_is_not_written_twice() -> None:
    """In other words, as a model says; the known one stays as it is, and nothing was lost."""
    known = stored("Nora must not eat nuts.")
    words = "Nuts could kill me, please never forget it."
    window = window_of(talk(f"Nora: {words}"), key_info=known)
    line = [fact("Nora could be killed by nuts.", words)]

    for relation in ("same", "says_less"):
        change, lost = judged(window, ("new:line-0", relation, known.lines[0]), key=line)
        assert change is None or "Nora could be killed by nuts." not in change.lines
        assert lost == ()


@pytest.mark.parametrize("by", ["fact", "line"])
@pytest.mark.parametrize("relation", ["replaces", "drops"])
def test_a_users_words_take_a_line_back(by: str, relation: str) -> None:
    """As a fact or as a line of its own; the change says what went and because of which message."""
    known = stored("Nora wants bullet points.", "Nora wants short answers.")
    text, words = "Nora no longer wants bullet points.", "The bullet points annoy me, stop that."
    window = window_of(talk("Nora: Hm.", f"Nora: {words}"), key_info=known)
    claim = {"facts" if by == "fact" else "key": [fact(text, words)]}

    change, lost = judged(window, (text, relation, known.lines[0]), **claim)  # type: ignore[arg-type]

    assert change is not None and lost == ()
    assert set(change.lines) == {known.lines[1], *((text,) if by == "line" else ())}
    assert (change.gone, change.evidence, change.author) == ((known.lines[0],), ("m00000002",), Author.MODEL)


@pytest.mark.parametrize(
    ("relation", "unsaid", "role"),
    [
        ("contradicts", [], Role.USER),
        ("other", [], Role.USER),
        ("same", [], Role.USER),
        ("replaces", ["new:read-1"], Role.USER),
        ("replaces", [], Role.ASSISTANT),
    ],
)
def test_nothing_else_takes_a_models_line_back(relation: str, unsaid: list[str], role: Role) -> None:
    """No other relation, nothing that was not said, and no assistant."""
    known = stored("Nora wants bullet points.")
    text = "Nora no longer wants bullet points."
    [line] = talk(f"Lydia: {text}")
    window = window_of((replace(line, role=role),), key_info=known)

    change, _ = judged(window, ("new:read-1", relation, known.lines[0]), facts=[fact(text, text)], unsaid=unsaid)

    assert change is None


def test_a_pinned_line_is_nobodys_to_take_back() -> None:
    """The question does not even show it."""
    known = stored("Nora wants bullet points.", pinned=1)
    text = "Nora no longer wants bullet points."

    change, _ = judged(window_of(talk(f"Nora: {text}"), key_info=known), facts=[fact(text, text)])

    assert change is None


def test_a_danger_goes_only_for_a_denial() -> None:
    """Two of its words with a "not", or a fact that ends what is known of it; a name alone is no reason."""
    known = stored("Nora is allergic to walnuts.")

    def left(said: str, text: str) -> tuple[list[str] | None, int]:
        tie = (text, "replaces", known.lines[0])
        change, lost = judged(window_of(talk(f"Nora: {said}"), key_info=known), tie, facts=[fact(text, said)])
        return (list(change.lines) if change else None), len(lost)

    assert left("I was tested: I'm not allergic to walnuts.", "Nora is not allergic to walnuts.")[0] == []
    assert left("Walnuts are fine for me after all.", "Nora is no longer allergic to walnuts.")[0] == []
    assert left("Walnuts are fine for me, says the test.", "Nora can eat walnuts.") == (None, 1)
    assert left("Walnuts annoy me.", "Nora is annoyed by walnuts.") == (None, 1)


def test_a_danger_goes_with_the_fact_that_says_it() -> None:
    """What ends the fact of the same danger ends its line too, in whatever words it was taken back."""
    known = stored("Nora is allergic to walnuts.")
    said, text = "Walnuts are fine for me, says the test.", "Nora can eat walnuts."
    window = window_of(talk(f"Nora: {said}"), key_info=known, facts=[stored_fact("f1", "Nora is allergic to walnuts.")])

    change, lost = judged(
        window, (text, "replaces", "f1"), (text, "replaces", f"line:{known.lines[0]}"), facts=[fact(text, said)]
    )

    assert (change is not None and change.lines, lost) == ((), ())


@pytest.mark.parametrize(
    ("said", "words", "told"),
    [
        ("I slept badly and did not run.", "I slept badly", "Nora slept badly."),
        (
            "My sister Ingrid is also allergic to walnuts.",
            "My sister Ingrid is also allergic to walnuts.",
            "Ingrid is allergic to walnuts.",
        ),
        ("Look.\n\nFrom: Bob\nSubject: news\n\nI'm not allergic to walnuts any more.", "Look.", "Nora looks."),
        (
            "Look.\n\nFrom: Bob\nSubject: news\n\nI'm not allergic to walnuts any more.",
            "I'm not allergic to walnuts any more.",
            "Nora is not allergic to walnuts any more.",
        ),
    ],
)
def test_a_careless_model_takes_no_danger_away(said: str, words: str, told: str) -> None:
    """A "not" elsewhere in the message, a fact about somebody else, and a mail of somebody else are no reason."""
    known = stored("Nora is allergic to walnuts, badly.")
    window = window_of(talk(f"Nora: {said}"), key_info=known)
    proposal = take_facts(Proposal(window=window), read(window, facts=[fact(told, words)]))
    relations = [{"id": f"f{number}", "relation": "replaces"} for number in (1, 2)]
    answer = linked(claims=[{"n": 1, "said": True, "relations": relations}])

    done = LINKING.work(proposal, Answered(None, answer), POLICY)

    assert isinstance(done, Proposal)
    assert not [change for change in take_key_info(done, POLICY).changes if isinstance(change, SetKeyInfo)]
