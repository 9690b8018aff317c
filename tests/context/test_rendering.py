"""The text of a block: the wrapper, the line of what is left out, and the budget that always holds."""

from __future__ import annotations

from collections.abc import Sequence

from context.block_profile import ASSISTANT
from context.rendering import Rendered, arrange, fit, render
from context.wording.pieces import Piece
from graph.store.verbs import Label
from graph.text.block_wrapper import CLOSING, opened
from graph.text.tokens import count_tokens
from languages.english.phrases import PHRASES as ENGLISH
from languages.turkish.phrases import PHRASES as TURKISH

SECTIONS = ASSISTANT.sections


def block(pieces: Sequence[Piece], left_out_count: int) -> str:
    """These pieces as a block in English."""
    return render(arrange(pieces, SECTIONS), SECTIONS, left_out_count, ENGLISH)


def fitted(pieces: Sequence[Piece], history_count: int, budget_tokens: int) -> Rendered:
    """As much of these pieces as fits, in English."""
    return fit(pieces, SECTIONS, history_count, budget_tokens, ENGLISH)


def fact(number: int, body: str = "The lamp is blue.") -> Piece:
    """One fact as a piece."""
    text = f"- {body}\n"
    return Piece(
        id=f"f{number}", label=Label.FACT, section="facts", text=text, place=(float(number), ""),
        tokens=count_tokens(text),
    )  # fmt: skip


SUMMARY = Piece(
    id="s1", label=Label.SUMMARY, section="summaries", text="- 8 May 2023: They met.\n", place=(1.0, "s1"), tokens=12,
    stands_for=7,
)  # fmt: skip


def test_nothing_renders_to_nothing() -> None:
    """Without pieces there is no wrapper, whatever is left out."""
    assert block([], 12) == ""
    assert fitted([], 12, 1000).text == ""


def test_line_of_what_is_left_out_ends_the_summaries() -> None:
    """It stands behind the last summary, in front of all that depends on the question."""
    assert block([SUMMARY, fact(1)], 148) == (
        f"{opened(ENGLISH)}\n## Earlier conversations\n- 8 May 2023: They met.\n"
        "(148 messages are neither summarised nor shown here.)\n"
        f"\n## Facts\n- The lamp is blue.\n{CLOSING}"
    )


def test_line_of_what_is_left_out_has_its_place_without_summaries() -> None:
    """It stands there without a heading, which would promise more, also when nothing follows."""
    missing = "\n(1 message is neither summarised nor shown here.)\n"
    key_info = Piece(
        id="key-info", label=Label.KEY_INFO, section="key info", text="- Be brief.\n", place=(0.0, ""), tokens=5
    )

    assert missing + "\n## Facts" in block([fact(1)], 1)
    assert block([key_info], 1).endswith(f"- Be brief.\n{missing}{CLOSING}")


def test_pieces_of_one_group_share_a_date_line() -> None:
    """The date is written once above lines of one day, again in another section."""

    def line(number: int, group: str, section: str = "excerpts") -> Piece:
        return Piece(
            id=f"m{number}", label=Label.MESSAGE, section=section, text=f"- Ada: {number}\n",
            place=(float(number), ""), tokens=6, group=group, header=group,
        )  # fmt: skip

    text = block([line(1, "8 May"), line(2, "8 May"), line(3, "9 May"), line(4, "9 May", "recent messages")], 0)

    assert "8 May\n- Ada: 1\n- Ada: 2\n9 May\n- Ada: 3\n\n## Most recent messages\n9 May\n- Ada: 4\n" in text


def test_no_date_stands_twice_in_a_row() -> None:
    """Lines of one day in two chats whose names nobody is shown have one date above them."""

    def line(number: int, group: str, header: str) -> Piece:
        return Piece(
            id=f"m{number}", label=Label.MESSAGE, section="excerpts", text=f"- Ada: {number}\n",
            place=(float(number), ""), tokens=6, group=group, header=header, year=" 2023",
        )  # fmt: skip

    pieces = [
        line(1, "a", "8 May 2023"),
        line(2, "b", "8 May 2023"),
        line(3, "a", "8 May 2023"),
        line(4, "c", "9 May 2023"),
    ]

    assert "8 May 2023\n- Ada: 1\n- Ada: 2\n- Ada: 3\n9 May\n- Ada: 4\n" in block(pieces, 0)


def test_a_year_is_said_once() -> None:
    """Dates below one of the same year go without it, also below a chat's name with one; each section says it again."""

    def line(number: int, day: str, year: str, section: str = "excerpts", chat: str = "") -> Piece:
        return Piece(
            id=f"m{number}", label=Label.MESSAGE, section=section, text=f"- Ada: {number}\n",
            place=(float(number), ""), tokens=6, group=day, header=day, year=year, chat=chat,
        )  # fmt: skip

    pieces = [
        line(1, "8 May 2023", " 2023"),
        line(2, "9 May 2023", " 2023", chat="Trips of 2023:"),
        line(3, "world time 2023", ""),
        line(4, "10 May 2023", " 2023"),
        line(5, "1 January 2024", " 2024"),
        line(6, "2 January 2024", " 2024", "recent messages"),
    ]

    assert block(pieces, 0).endswith(
        "8 May 2023\n- Ada: 1\nworld time 2023\n- Ada: 3\n10 May\n- Ada: 4\n1 January 2024\n- Ada: 5\n"
        "Trips of 2023:\n9 May 2023\n- Ada: 2\n"
        f"\n## Most recent messages\n2 January 2024\n- Ada: 6\n{CLOSING}"
    )


def test_last_chosen_is_dropped_until_it_fits() -> None:
    """Whatever the parts were thought to cost, the whole is counted; what a dropped summary stood for is left out."""
    pieces = [fact(1), fact(2), SUMMARY]
    whole = fitted(pieces, 10, 1000)

    assert (whole.left_out_count, whole.tokens) == (3, count_tokens(whole.text))
    tight = fitted(pieces, 10, whole.tokens - 1)
    assert [piece.id for piece in tight.pieces] == ["f1", "f2"]
    assert tight.left_out_count == 10
    assert tight.tokens <= whole.tokens - 1
    assert fitted(pieces, 10, whole.tokens) == whole
    assert fitted(pieces, 10, 3).text == ""


def test_a_line_of_a_summary_that_is_shown_counts_once() -> None:
    """What a summary stands for is not left out, and a line below it that is quoted as well takes nothing off: what the
    pieces stand for and what is left out are all messages, each once.
    """
    line = Piece(
        id="m1", label=Label.MESSAGE, section="excerpts", text="- Ada: We met.\n", place=(1.0, "m1"), tokens=6,
        stands_for=1, within=frozenset({"s1", "s9"}),
    )  # fmt: skip

    for pieces, left_out in (([line], 9), ([SUMMARY, line], 3), ([line, SUMMARY], 3)):
        whole = fitted(pieces, 10, 1000)
        assert (whole.left_out_count, sum(whole.stands_for.values())) == (left_out, 10 - left_out)


def piece(section: str, place: float) -> Piece:
    """A piece that is only a place."""
    return Piece(id=f"{section} {place}", label=Label.FACT, section=section, text="", place=(place, ""), tokens=0)


def test_sections_stand_in_their_order() -> None:
    """From what changes least to the most recent messages, however they were chosen."""  # ACCEPTANCE 3.7
    arranged = arrange([piece(section.name, 0.0) for section in reversed(SECTIONS)], SECTIONS)

    assert list(arranged) == [section.name for section in SECTIONS]
    assert [[one.section for one in pieces] for pieces in arranged.values()] == [[name] for name in arranged]
    asked = ("key info", "summaries", "dossiers", "briefs", "facts", "theories", "questions", "objectives")
    assert [name for name in arranged if name in (*asked, "recent messages")] == [*asked, "recent messages"]


def test_pieces_stand_in_the_order_of_their_places() -> None:
    """Inside a section the place decides: time for messages, score for facts."""
    arranged = arrange([piece("excerpts", 3.0), piece("excerpts", 1.0), piece("facts", -0.5)], SECTIONS)

    assert [one.place[0] for pieces in arranged.values() for one in pieces] == [-0.5, 1.0, 3.0]


def test_every_section_has_heading_and_label() -> None:
    """No section is without words for it, nor without the kind of item it holds."""
    assert set(ENGLISH.headings) == set(TURKISH.headings) == {section.name for section in SECTIONS}
    assert {section.label for section in SECTIONS} == {
        Label.KEY_INFO, Label.REFLECTION, Label.SUMMARY, Label.ENTITY, Label.FACT, Label.MEMORY, Label.MESSAGE,
    }  # fmt: skip
