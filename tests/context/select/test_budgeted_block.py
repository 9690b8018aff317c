"""The desk: what fits, what it costs, who says what."""

from __future__ import annotations

from context.select.reasons import SaidBy, ToldBy, Unfit

from context.rendering import fit
from context.select.budgeted_block import BudgetedBlock
from context.wording.phrases import ENGLISH
from context.wording.pieces import Piece, Section
from graph.text.block_wrapper import CLOSING, OPENING
from graph.text.tokens import count_tokens

ILGIN, S1, F1 = (
    SaidBy("e1", "the dossier of Ilgın"),
    SaidBy("s1", "summary s1"),
    SaidBy("f1", "fact f1"),
)


def fact(number: int) -> Piece:
    """One fact as a piece."""
    text = f"- Lamp number {number} is blue.\n"
    return Piece(id=f"f{number}", section=Section.FACTS, text=text, place=(0.0, ""), tokens=count_tokens(text))


def test_pieces_that_fit_make_a_block_that_fits() -> None:
    """Filled to the brim, the rendered block holds the budget, with the line of what is left out."""
    for budget in range(60, 300, 7):
        desk = BudgetedBlock(budget, 12_345, ENGLISH)
        number = 0
        while desk.put(fact(number)):
            number += 1

        rendered = fit(list(desk.pieces), 12_345, budget, ENGLISH)

        assert len(rendered.pieces) == number
        assert rendered.tokens <= budget


def test_floor_is_kept_free() -> None:
    """A piece that would leave less than the floor is not taken."""
    desk = BudgetedBlock(500, 0, ENGLISH)
    before = desk.left

    assert not desk.put(fact(1), before - 5)
    assert desk.left == before
    assert desk.put(fact(1), before - 60)


def test_heading_is_paid_once() -> None:
    """The second piece of a section costs only itself."""
    desk = BudgetedBlock(500, 0, ENGLISH)
    desk.put(fact(1))
    before = desk.left

    desk.put(fact(2))

    assert before - desk.left == fact(2).tokens


def test_year_is_paid_once() -> None:
    """Each further date of a year costs its day and month, whichever line stands first in the end."""
    later, earlier = (
        Piece(
            id=f"m{day}", section=Section.EXCERPTS, text="- Ada: Hello.\n", place=(float(day), ""), tokens=6,
            group=f"{day} May", header=f"{day} May 2023", year=" 2023",
        )
        for day in (9, 8)
    )  # fmt: skip
    desk = BudgetedBlock(500, 0, ENGLISH)
    desk.put(later)
    before = desk.left

    desk.put(earlier)

    assert before - desk.left == earlier.tokens + count_tokens("8 May\n")


def test_same_item_replaces_itself() -> None:
    """An excerpt makes way for the same message in the history, and a piece that is taken back frees its tokens."""
    desk = BudgetedBlock(500, 0, ENGLISH)
    desk.put(fact(1))
    before = desk.left

    desk.put(fact(1))
    assert (desk.left, len(desk.pieces)) == (before, 1)

    desk.take_back("f1", Unfit.ALL_SAID)
    assert (desk.left, len(desk.pieces)) == (before + fact(1).tokens, 0)
    assert desk.left_out == {"f1": Unfit.ALL_SAID}
    desk.take_back("f9", Unfit.ALL_SAID)
    assert desk.left_out == {"f1": Unfit.ALL_SAID}


def test_no_budget_has_no_room() -> None:
    """Below what the wrapper costs nothing fits."""
    assert not BudgetedBlock(count_tokens(OPENING + CLOSING), 0, ENGLISH).put(fact(1))


def test_words_of_one_text_decide_who_says_it() -> None:
    """Suffixes and case don't hide a repetition; words scattered over two texts are none."""
    desk = BudgetedBlock(500, 0, ENGLISH)
    desk.hear(ILGIN, "Ilgın'ın fıstığa alerjisi var; çikolatalı pastayı sever.")
    desk.hear(S1, "Kars gezisi konuşuldu.")

    assert desk.holding("ILGIN çikolatalı pastaları sever", 0.8) == ILGIN
    assert desk.holding("Ilgın Kars gezisi konuşuldu pasta", 0.85) is None
    assert desk.holding("…", 0.85) is None


def test_same_sentence_is_recognised() -> None:
    """Case, marks and full stops make no difference."""
    desk = BudgetedBlock(500, 0, ENGLISH)
    desk.hear_sentence(F1, "The lamp is blue.")

    assert desk.same_sentence("the LAMP  is blue!") == F1
    assert desk.same_sentence("The lamp is blue and old.") is None


def summary_of(text: str) -> Piece:
    """A summary with this text as a piece."""
    return Piece(id="s1", section=Section.SUMMARIES, text=f"- {text}\n", place=(0.0, ""), tokens=count_tokens(text))


def quoted(text: str) -> Piece:
    """A dated line as a piece."""
    return Piece(id="m1", section=Section.EXCERPTS, text=f"- Ada: {text}\n", place=(0.0, ""), tokens=count_tokens(text))


def test_what_quotes_a_line_makes_way_for_the_line_itself() -> None:
    """A summary that quotes a line does not stand against it, and loses the quote once the line is shown."""
    desk = BudgetedBlock(500, 0, ENGLISH)
    desk.put_condensed(S1, "Ada: I bought a green canoe. Bo: We met at the harbour.", summary_of)

    assert desk.holding("I bought a green canoe.", 0.85) == S1
    assert desk.holding("I bought a green canoe.", 0.85, is_line=True) is None
    assert desk.holding("A canoe, green, I bought!", 0.85, is_line=True) == S1

    desk.put(quoted("I bought a green canoe."))

    assert desk.unquote()
    assert [piece.text for piece in desk.pieces] == [
        "- Bo: We met at the harbour.\n",
        "- Ada: I bought a green canoe.\n",
    ]
    assert not desk.unquote()


def test_a_text_of_which_every_sentence_is_quoted_is_not_shown() -> None:
    """It leaves the block, and no reason names it any more."""
    desk = BudgetedBlock(500, 0, ENGLISH)
    desk.put_condensed(S1, "Ada: I bought a green canoe.", summary_of)
    desk.left_out["f1"] = S1
    desk.left_out["m2"] = ToldBy("s1")

    desk.put(quoted("I bought a green canoe."))
    desk.unquote()

    assert [piece.id for piece in desk.pieces] == ["m1"]
    assert set(desk.left_out.values()) == {Unfit.ALL_SAID}
