"""Identity of lines in a chat: what is sent again, forked, cut or said anew."""

from __future__ import annotations

from time import process_time

import pytest

from graph.intake.alignment import Alignment, KeptLine, SentLine, align, digest_of


def kept(text: str, *, branches: dict[int, int] | None = None, conversation: str = "c1") -> list[KeptLine]:
    """One stored line per letter; `branches` says which line follows which other than the one before."""
    branches = branches or {}
    return [
        KeptLine(f"m{i}", letter, None, None, f"m{branches[i]}" if i in branches else None, conversation)
        for i, letter in enumerate(text)
    ]


def sent(text: str) -> list[SentLine]:
    """One sent line per letter."""
    return [SentLine(letter) for letter in text]


def known(stored: list[KeptLine], text: str, *, is_whole: bool = True, is_named: bool = True) -> Alignment:
    """The alignment of a history written in letters."""
    return align(stored, sent(text), is_whole=is_whole, is_named=is_named)


@pytest.mark.parametrize(
    ("stored", "history", "places"),
    [
        ("abcd", "abcd", "0123"),  # sent again
        ("abcd", "bcd", "123"),  # the front was cut
        ("abcd", "abcde", "0123-"),  # one line more
        ("abcd", "cde", "23-"),
        ("abcd", "e", "-"),  # only the new line
        ("abcd", "de", "3-"),
        ("a", "a", "0"),  # a retry of the first line
        ("abcd", "xbcd", "-123"),  # the first line was edited
        ("abcd", "abc", "012"),  # the last line is about to be made anew
        ("aaab", "aaabc", "0123-"),
        ("ab", "zab", "-01"),  # the memory was switched on in mid-chat: z is older
        ("abcab", "abcabd", "01234-"),
    ],
)
def test_lines_sent_again_are_known(stored: str, history: str, places: str) -> None:
    """A resent history is recognised line by line, wherever it was cut or edited."""
    found = known(kept(stored), history)

    assert found.known == tuple(None if place == "-" else f"m{place}" for place in places)
    assert found.branch_of is None or found.branch_of != f"m{len(stored) - 1}"


@pytest.mark.parametrize(
    ("stored", "history"),
    [
        ("abcdef", "a"),  # "ok" is said again
        ("abcdef", "bc"),  # two lines in the middle are no place
        ("abcdef", "x"),
    ],
)
def test_words_said_again_are_new(stored: str, history: str) -> None:
    """A line or two that were said before are not taken for a resent history."""
    assert known(kept(stored), history).known == (None,) * len(history)


def test_a_fork_names_its_branch_point() -> None:
    """A regenerated reply branches off from the line that it answers."""
    found = known(kept("abcd"), "abcx")

    assert found == Alignment(("m0", "m1", "m2", None), 2, "m2", left=("m3",))


def test_a_fork_grows_on_its_own_line() -> None:
    """What follows a fork is found along the fork, and needs no branch point of its own."""
    stored = kept("abcdxy", branches={4: 2})

    assert known(stored, "abcxyz") == Alignment(("m0", "m1", "m2", "m4", "m5", None), 4, None)


def test_going_back_to_the_older_branch() -> None:
    """A line said on the branch that was left is a branch again, and nothing is stored twice."""
    stored = kept("abcdxy", branches={4: 2})

    assert known(stored, "abcdz") == Alignment(("m0", "m1", "m2", "m3", None), 3, "m3")


def test_yesterdays_greeting_is_not_todays() -> None:
    """In a chat without a name an exchange of an earlier conversation is said anew."""
    stored = [*kept("hgxy", conversation="c1"), KeptLine("m4", "h", None, None, None, "c2")]

    found = align(stored, sent("hg"), is_whole=True, is_named=False)

    assert found == Alignment(("m4", None), 0, None)


def test_ids_decide_before_content() -> None:
    """Equal text under another id is another line; an equal id is enough to tell the place."""
    stored = [KeptLine("m0", "a", None, "1", None, "c"), KeptLine("m1", "b", None, "2", None, "c")]
    lines = [SentLine("a", None, "1"), SentLine("b", None, "3")]

    assert align(stored, lines, is_whole=True, is_named=True) == Alignment(("m0", None), 0, "m0", left=("m1",))


def test_equal_words_at_another_time_are_another_line() -> None:
    """Where both have a time given by the caller, it is part of who a line is."""
    stored = [KeptLine("m0", "a", 1.0, None, None, "c")]

    assert align(stored, [SentLine("a", 2.0)], is_whole=True, is_named=True).known == (None,)
    assert align(stored, [SentLine("a", 1.0)], is_whole=True, is_named=True).known == ("m0",)


def test_digest_tells_role_sender_and_text_apart() -> None:
    """The parts of a digest can't run into each other, and any string has one."""
    assert len({digest_of("user", "a", "bc"), digest_of("user", "ab", "c"), digest_of("userab", "", "c")}) == 3
    assert len(digest_of("user", "", "\ud800\x00")) == 32


def test_a_long_talk_with_the_same_reply_holds_nobody_up() -> None:
    """Each "OK." may be the place of each other one: all pairs are looked at, but not all that is before them.

    It takes 0.13 s; walking back from each pair took ten.
    """
    speakers = ("user", "assistant")
    stored = [
        KeptLine(f"m{i:03}", "ok" if i % 2 else f"a{i}", None, None, None, "c", speaker=speakers[i % 2])
        for i in range(800)
    ]
    lines = [SentLine("ok" if i % 2 else f"b{i}", speaker=speakers[i % 2]) for i in range(800)]

    start = process_time()
    found = align(stored, lines, is_whole=True, is_named=True)

    assert set(found.known) == {None}
    assert process_time() - start < 2.0
