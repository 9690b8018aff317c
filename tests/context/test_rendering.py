"""The text of a block: the wrapper, the line of what is left out, and the budget that always holds."""

from __future__ import annotations

from context.rendering import arrange, fit, render
from context.wording.pieces import SECTION_LABELS, Piece, Section
from graph.text.block_wrapper import CLOSING, opened
from graph.text.tokens import count_tokens
from languages.english.phrases import PHRASES as ENGLISH
from languages.turkish.phrases import PHRASES as TURKISH


def fact(number: int, body: str = "The lamp is blue.") -> Piece:
    """One fact as a piece."""
    text = f"- {body}\n"
    return Piece(
        id=f"f{number}", section=Section.FACTS, text=text, place=(float(number), ""), tokens=count_tokens(text)
    )


SUMMARY = Piece(
    id="s1", section=Section.SUMMARIES, text="- 8 May 2023: They met.\n", place=(1.0, "s1"), tokens=12, stands_for=7
)


def test_nothing_renders_to_nothing() -> None:
    """Without pieces there is no wrapper, whatever is left out."""
    assert render([], 12, ENGLISH) == ""
    assert fit([], 12, 1000, ENGLISH).text == ""


def test_line_of_what_is_left_out_ends_the_summaries() -> None:
    """It stands behind the last summary, in front of all that depends on the question."""
    assert render([SUMMARY, fact(1)], 148, ENGLISH) == (
        f"{opened(ENGLISH)}\n## Earlier conversations\n- 8 May 2023: They met.\n(148 earlier messages are not shown.)\n"
        f"\n## Facts\n- The lamp is blue.\n{CLOSING}"
    )


def test_line_of_what_is_left_out_has_its_place_without_summaries() -> None:
    """The section is there for it alone, also when nothing follows."""
    missing = "\n## Earlier conversations\n(1 earlier message is not shown.)\n"
    key_info = Piece(id="key-info", section=Section.KEY_INFO, text="- Be brief.\n", place=(0.0, ""), tokens=5)

    assert missing + "\n## Facts" in render([fact(1)], 1, ENGLISH)
    assert render([key_info], 1, ENGLISH).endswith(f"- Be brief.\n{missing}{CLOSING}")


def test_pieces_of_one_group_share_a_date_line() -> None:
    """The date is written once above lines of one day, again in another section."""

    def line(number: int, group: str, section: Section = Section.EXCERPTS) -> Piece:
        return Piece(
            id=f"m{number}", section=section, text=f"- Ada: {number}\n", place=(float(number), ""), tokens=6,
            group=group, header=group,
        )  # fmt: skip

    text = render([line(1, "8 May"), line(2, "8 May"), line(3, "9 May"), line(4, "9 May", Section.RECENT)], 0, ENGLISH)

    assert "8 May\n- Ada: 1\n- Ada: 2\n9 May\n- Ada: 3\n\n## Said just before\n9 May\n- Ada: 4\n" in text


def test_a_year_is_said_once() -> None:
    """Dates below one of the same year go without it, also with a chat's name behind; each section says it again."""

    def line(number: int, day: str, year: str, section: Section = Section.EXCERPTS) -> Piece:
        return Piece(
            id=f"m{number}", section=section, text=f"- Ada: {number}\n", place=(float(number), ""), tokens=6,
            group=day, header=day, year=year,
        )  # fmt: skip

    pieces = [
        line(1, "8 May 2023", " 2023"),
        line(2, "9 May 2023, in the chat “Trips of 2023”", " 2023"),
        line(3, "world time 2023", ""),
        line(4, "10 May 2023", " 2023"),
        line(5, "1 January 2024", " 2024"),
        line(6, "2 January 2024", " 2024", Section.RECENT),
    ]

    assert render(pieces, 0, ENGLISH).endswith(
        "8 May 2023\n- Ada: 1\n9 May, in the chat “Trips of 2023”\n- Ada: 2\nworld time 2023\n- Ada: 3\n"
        "10 May\n- Ada: 4\n1 January 2024\n- Ada: 5\n"
        f"\n## Said just before\n2 January 2024\n- Ada: 6\n{CLOSING}"
    )


def test_last_chosen_is_dropped_until_it_fits() -> None:
    """Whatever the parts were thought to cost, the whole is counted; what a dropped summary stood for is left out."""
    pieces = [fact(1), fact(2), SUMMARY]
    whole = fit(pieces, 10, 1000, ENGLISH)

    assert (whole.left_out_count, whole.tokens) == (3, count_tokens(whole.text))
    tight = fit(pieces, 10, whole.tokens - 1, ENGLISH)
    assert [piece.id for piece in tight.pieces] == ["f1", "f2"]
    assert tight.left_out_count == 10
    assert tight.tokens <= whole.tokens - 1
    assert fit(pieces, 10, whole.tokens, ENGLISH) == whole
    assert fit(pieces, 10, 3, ENGLISH).text == ""


def piece(section: Section, place: float) -> Piece:
    """A piece that is only a place."""
    return Piece(id=f"{section} {place}", section=section, text="", place=(place, ""), tokens=0)


def test_sections_stand_in_their_order() -> None:
    """Key info first, the most recent messages last, however they were chosen."""
    chosen = [piece(section, 0.0) for section in reversed(Section)]

    assert [one.section for one in arrange(chosen)] == list(Section)


def test_pieces_stand_in_the_order_of_their_places() -> None:
    """Inside a section the place decides: time for messages, score for facts."""
    chosen = [piece(Section.EXCERPTS, 3.0), piece(Section.EXCERPTS, 1.0), piece(Section.FACTS, -0.5)]

    assert [one.place[0] for one in arrange(chosen)] == [-0.5, 1.0, 3.0]


def test_every_section_has_heading_and_label() -> None:
    """No section is without words for it, nor without the kind of item it holds."""
    assert set(ENGLISH.headings) == set(TURKISH.headings) == set(SECTION_LABELS) == set(Section)
