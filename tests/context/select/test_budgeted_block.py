"""The pieces chosen so far: what fits, what it costs, who says what."""

from __future__ import annotations

from context.block_profile import ASSISTANT
from context.rendering import fit
from context.select.budgeted_block import BudgetedBlock
from context.wording.pieces import Piece
from context.wording.reasons import SaidBy, Unfit
from graph.store.verbs import Label
from graph.text.block_wrapper import CLOSING, opened
from graph.text.tokens import count_tokens
from languages.english.phrases import PHRASES as ENGLISH

ILGIN, S1, F1 = (
    SaidBy("e1", "the dossier of Ilgın"),
    SaidBy("s1", "summary s1"),
    SaidBy("f1", "fact f1"),
)


def a_block(budget: int = 500) -> BudgetedBlock:
    """A block without a history."""
    return BudgetedBlock(budget, ENGLISH)


def piece(id: str, label: Label, section: str, text: str) -> Piece:
    """Some text as a piece."""
    return Piece(id=id, label=label, section=section, text=text, place=(0.0, ""), tokens=count_tokens(text))


def fact(number: int) -> Piece:
    """One fact as a piece."""
    return piece(f"f{number}", Label.FACT, "facts", f"- Lamp number {number} is blue.\n")


def telling(said: SaidBy, label: Label, section: str, text: str) -> Piece:
    """A text that tells of others."""
    whole = piece(said.piece, label, section, f"- {text}\n")
    return whole._replace(called=said.called, tells=text, shortened=lambda rest: telling(said, label, section, rest))


def summary_of(text: str) -> Piece:
    """A summary with this text as a piece."""
    return telling(S1, Label.SUMMARY, "summaries", text)


def quoted(text: str) -> Piece:
    """A dated line as a piece."""
    return piece("m1", Label.MESSAGE, "excerpts", f"- Ada: {text}\n")


def test_pieces_that_fit_make_a_block_that_fits() -> None:
    """Filled to the brim, the rendered block holds the budget, with the line of what is left out."""
    for budget in range(60, 300, 7):
        block = BudgetedBlock(budget, ENGLISH, history_count=12_345, left_out_in="summaries")
        number = 0
        while block.put(fact(number)):
            number += 1

        rendered = fit(list(block.pieces), ASSISTANT.sections, 12_345, budget, ENGLISH)

        assert len(rendered.pieces) == number
        assert rendered.tokens <= budget


def test_floor_is_kept_free() -> None:
    """A piece that would leave less than the floor is not taken."""
    block = a_block()
    before = block.left

    assert not block.put(fact(1), before - 5)
    assert block.left == before
    assert block.put(fact(1), before - 60)


def test_heading_is_paid_once() -> None:
    """The second piece of a section costs only itself."""
    block = a_block()
    block.put(fact(1))
    before = block.left

    block.put(fact(2))

    assert before - block.left == fact(2).tokens


def test_year_is_paid_once() -> None:
    """Each further date of a year costs its day and month, whichever line stands first in the end."""
    later, earlier = (
        Piece(
            id=f"m{day}", label=Label.MESSAGE, section="excerpts", text="- Ada: Hello.\n", place=(float(day), ""),
            tokens=6, group=f"{day} May", header=f"{day} May 2023", year=" 2023",
        )
        for day in (9, 8)
    )  # fmt: skip
    block = a_block()
    block.put(later)
    before = block.left

    block.put(earlier)

    assert before - block.left == earlier.tokens + count_tokens("8 May\n")


def test_same_item_replaces_itself() -> None:
    """An excerpt makes way for the same message in the history, and a piece that is taken back frees its tokens."""
    block = a_block()
    block.put(fact(1))
    before = block.left

    block.put(fact(1))
    assert (block.left, len(block.pieces)) == (before, 1)

    block.take_back("f1", Unfit.ALL_SAID)
    assert (block.left, len(block.pieces)) == (before + fact(1).tokens, 0)
    assert block.why == {"f1": Unfit.ALL_SAID}
    block.take_back("f9", Unfit.ALL_SAID)
    assert block.why == {"f1": Unfit.ALL_SAID}


def test_no_budget_has_no_room() -> None:
    """Below what the wrapper costs nothing fits."""
    assert not a_block(count_tokens(opened(ENGLISH) + CLOSING)).put(fact(1))


def test_words_of_one_text_decide_who_says_it() -> None:
    """Suffixes and case don't hide a repetition; words scattered over two texts are none."""
    block = a_block()
    block.put(telling(ILGIN, Label.ENTITY, "dossiers", "Ilgın'ın fıstığa alerjisi var; çikolatalı pastayı sever."))
    block.put(summary_of("Kars gezisi konuşuldu."))

    assert block.telling("ILGIN çikolatalı pastaları sever", 0.8) == ILGIN
    assert block.telling("Ilgın Kars gezisi konuşuldu pasta", 0.85) is None
    assert block.telling("…", 0.85) is None


def test_same_sentence_is_recognised() -> None:
    """Case, marks and full stops make no difference."""
    block = a_block()
    block.put(fact(1)._replace(called="fact f1", says=("The lamp is blue.",)))

    assert block.saying("the LAMP  is blue!") == F1
    assert block.saying("The lamp is blue and old.") is None


def test_what_quotes_a_line_makes_way_for_the_line_itself() -> None:
    """A summary that quotes a line does not stand against it, and loses the quote once the line is shown."""
    block = a_block()
    block.put(summary_of("Ada: I bought a green canoe. Bo: We met at the harbour."))

    assert block.telling("I bought a green canoe.", 0.85) == S1
    assert block.telling("I bought a green canoe.", 0.85, is_line=True) is None
    assert block.telling("A canoe, green, I bought!", 0.85, is_line=True) == S1

    block.put(quoted("I bought a green canoe."))

    before = block.left
    block.make_way()
    room = block.left

    assert [piece.text for piece in block.pieces] == [
        "- Bo: We met at the harbour.\n",
        "- Ada: I bought a green canoe.\n",
    ]
    assert room > before
    block.make_way()
    assert block.left == room


def test_a_text_of_which_every_sentence_is_quoted_is_not_shown() -> None:
    """It leaves the block, with what it cost."""
    block = a_block()
    block.put(summary_of("Ada: I bought a green canoe."))

    block.put(quoted("I bought a green canoe."))
    before = block.left
    block.make_way()

    assert [piece.id for piece in block.pieces] == ["m1"]
    assert block.why == {"s1": Unfit.ALL_SAID}
    assert block.left == before + summary_of("Ada: I bought a green canoe.").tokens


def test_a_line_with_days_put_in_is_what_was_said() -> None:
    """A summary that quotes it makes way all the same."""
    block = a_block()
    block.put(quoted("I swam in the sea yesterday (7 May).")._replace(quoted="- Ada: I swam in the sea yesterday.\n"))

    assert block.unsaid("Ada: I swam in the sea yesterday.") == ""


def test_a_short_sentence_is_known_behind_the_one_before_it() -> None:
    """Its speaker stands in front of both. The same words of somebody else say something else."""
    for said in (summary_of("Ada: I swam in the cold sea. I love tea."), quoted("So I swam. I love tea.")):
        block = a_block()
        assert block.put(said)

        assert block.unsaid("Ada: I love tea.") == ""
        assert block.unsaid("Bea: I love tea.") == "Bea: I love tea."
