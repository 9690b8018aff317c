"""Sentences of prose and what they state."""

from __future__ import annotations

import pytest

from archivists.statements.clauses import Statement, gist, is_generic, prose, statements, word_count, worth
from archivists.statements.single_valued import is_end
from graph.values.items import FactKind, Role
from languages.english.language import LANGUAGE as ENGLISH
from languages.registry import BY_CODE
from tests.archivists.building import message


def texts(body: str, *, role: Role = Role.USER, sender: str = "Nora") -> list[str]:
    """What a message states."""
    return [each.text for each in statements(message(1, sender, body, role=role), words_max=40)]


def test_code_headings_tables_and_own_blocks_are_no_prose() -> None:
    """Only what somebody says in sentences is read; our own block is never a source."""
    body = (
        "<memory>\nNora: I live on the moon.\n</memory>\n# My heading\n| a | b |\n> quoted\n"
        "Here is my code:\n```python\nI = 'live in a string'\n```\nThe **last** words."
    )

    assert [sentence.text for sentence in prose(body)] == ["The last words."]


def test_captions_are_no_prose() -> None:
    """What stands for a picture or a file was not said by anybody."""
    body = "I made this! [image: a photo of a red pot]\n[Fotoğraf: mavi bir kapı] Bunu dün çektim."

    assert [sentence.text for sentence in prose(body)] == ["I made this!", "Bunu dün çektim."]


def test_block_that_is_never_closed_is_cut_to_the_end() -> None:
    """A truncated block of ours is no source either."""
    assert prose("Hello there.\n<memory space='a'>\nI live in a block.") == prose("Hello there.")


def test_sentence_behind_a_seeming_abbreviation_is_its_own() -> None:
    """A short word before a full stop ends a sentence; a title does not."""
    assert [sentence.text for sentence in prose("She waved to me. I waved back to Dr. Lund.")] == [
        "She waved to me.",
        "I waved back to Dr. Lund.",
    ]
    assert [sentence.text for sentence in prose("he's ok. btw my son is 6, e.g. and so on, etc. and more")] == [
        "he's ok.",
        "btw my son is 6, e.g. and so on, etc. and more",
    ]


def test_run_on_sentence_gives_its_clauses() -> None:
    """A long sentence that ends in a request still states what stands before it."""
    body = (
        "I'm Tove Berg, a carpenter based in Tromsø, and I'm trying to finish my boat by June 2026, "
        "can you help me make a plan for it?"
    )

    assert texts(body) == [
        "I'm Tove Berg, a carpenter based in Tromsø",
        "I'm trying to finish my boat by June 2026",
    ]


def test_opening_interjections_are_cut() -> None:
    """What a sentence opens with is not part of what it states."""
    assert texts("Oh yeah, thanks Ola! Well, my dog is called Fenris.") == ["My dog is called Fenris."]


def test_generic_assistant_states_nothing() -> None:
    """Advice is no fact; a character's words are."""
    assert texts("I live in a castle by the sea.", role=Role.ASSISTANT, sender="assistant") == []
    assert texts("I live in a castle by the sea.", role=Role.ASSISTANT, sender="Brynja") != []


@pytest.mark.parametrize(("sender", "expected"), [("assistant", True), ("GPT-4o", True), ("Brynja", False)])
def test_assistants_without_a_character_are_generic(sender: str, expected: bool) -> None:
    """A model's name is nobody's name."""
    assert is_generic(message(1, sender, "Hello.", role=Role.ASSISTANT)) is expected


def test_tools_are_generic() -> None:
    """What a tool returns was said by nobody."""
    assert is_generic(message(1, "calendar", "I work.", role=Role.TOOL))


def test_narrator_tells_the_user_about_himself() -> None:
    """What a narrator says of "you" is known from then on."""
    assert texts("You are the heir of a fallen house.", role=Role.NARRATOR, sender="Narrator") != []


def test_aims_are_objectives() -> None:
    """What somebody is after has a kind of its own."""
    kinds = [
        statements(message(1, "Nora", body), words_max=40)[0].kind
        for body in ("My goal is to run a marathon.", "I'm planning to move to Oslo.", "İngilizce öğrenmek istiyorum.")
    ]

    assert kinds == [FactKind.OBJECTIVE] * 3


def test_grave_matters_weigh_more() -> None:
    """Illness and death stand above habits, and habits above nothing."""
    assert worth("My father died last spring.") > worth("I play the flute.") > worth("What a lovely day it is.") == 0


def test_gist_ends_before_a_request() -> None:
    """What a long sentence asks or doubts at its end is cut; a short sentence stays whole."""
    long = "I want to build a small boat for the summer in my shed, but I'm not sure how to begin, can you help me?"

    assert gist(long, ENGLISH) == "I want to build a small boat for the summer in my shed"
    assert gist("I row, but I'm not sure why.", ENGLISH) == "I row, but I'm not sure why."


def test_what_leads_in_something_else_states_nothing() -> None:
    """Behind the colon stood what is no prose."""
    assert texts("I've got the following list so far:") == []


@pytest.mark.parametrize(("words", "expected"), [(39, 1), (40, 1), (41, 0)])
def test_longer_sentences_are_left_out(words: int, expected: int) -> None:
    """A statement has at most as many words as a sentence should."""
    body = "I live in Oslo " + " ".join(["quietly"] * (words - 4)) + "."

    found = statements(message(1, "Nora", body), words_max=40)

    assert word_count(body) == words
    assert len(found) == expected
    assert all(isinstance(each, Statement) for each in found)


@pytest.mark.parametrize(
    "body",
    [
        "We work so well together!",
        "I got a surge of energy and purpose.",
        "I've still got a lot to learn.",
        "I want to help make their lives better.",
        "I started volunteering here with some friends.",
        "I want to refactor this code to use fewer loops.",
        "I've been using that app on my phone to practice.",
        "I love his tools and that dry humour.",
        "I've been rowing ever since.",
        "I've been putting it off because of the cold and the rain.",
        "Bunu bırakmaya karar verdim.",
        "Bu kitabı çok severim.",
    ],
)
def test_what_says_nothing_alone_is_not_stated(body: str) -> None:
    """Feelings and resolve name nothing of the world, and what hangs on lines before is not known without them."""
    assert [each.text for each in statements(message(1, "Nora", body), words_max=40) if each.importance > 4] == []


@pytest.mark.parametrize(
    "body",
    [
        "I started rowing this spring in Bergen.",
        "I started using Blender for this purpose.",
        "I met this old sailor, Sverre, who builds boats.",
        "I've got two brothers and love their kids.",
        "I love my two horses.",
        "I love my wife and her garden.",
        "Annem düştü, kalçasını kırdı.",
        "Şirketin adı Mavi Defter.",
        "Teknik liderimiz Burcu Şahin.",
        "Taşındık biz Eskişehir'e.",
        "Bir şirkette ürün yöneticisiyim.",
        "Eşim Murat'la boşanıyoruz.",
        "sigarayi biraktim, iki ay oldu",
        "kiz kardesim ankarada calisiyor",
    ],
)
def test_what_stands_alone_is_stated(body: str) -> None:
    """A name, a kin or a thing is enough, also in Turkish without its own letters."""
    assert [each.text.lower() for each in statements(message(1, "Nora", body), words_max=40)] == [body.lower()]


def test_who_will_not_quit_states_nothing() -> None:
    """Nothing is over."""
    assert texts("I won't quit on my dreams.") == []
    assert texts("I will never quit, even when it's hard.") == []
    assert texts("I quit the choir in May.") == ["I quit the choir in May."]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        *(("en", said) for said in ("We never broke up.", "We haven't split up.", "I have not given up.")),
        *(("en", said) for said in ("I'm not going to quit.", "I don't want to quit my job.", "I want to quit.")),
        *(
            ("de", said)
            for said in ("Ich habe nie aufgehört.", "Wir haben nicht abgesagt.", "Ich hab nicht gekündigt.")
        ),
        *(("tr", said) for said in ("Hiç vazgeçmedim.", "Sigarayı bırakmadım.", "Ayrılmadık.")),
    ],
)
def test_what_did_not_end_is_not_over(code: str, said: str) -> None:
    """Two words are enough to end what is known, so that their "not" counts."""
    assert not is_end(said, BY_CODE[code])


@pytest.mark.parametrize("said", ["I quit smoking.", "We broke up.", "Maratondan vazgeçtim.", "Wir haben abgesagt."])
def test_what_is_over_may_be_said_in_two_words(said: str) -> None:
    """It may end what is known."""
    assert texts(said) == [said]


def test_becoming_is_not_dying() -> None:
    """Only "öl" keeps its letter: without signs, "oldu" says that somebody became something."""
    said = statements(message(1, "Elif", "Babam emekli oldu."), words_max=40)

    assert [each.importance < 9 for each in said] == [True]


def test_keys_and_files_as_text_are_no_prose() -> None:
    """Words of 20,000 letters held a round up for twenty seconds; a page of Chinese has no blanks, and is read."""
    assert texts("My key is " + "9f3b" * 1_000 + ". My father died.") == ["My father died."]
    assert [sentence.text for sentence in prose("我" * 300)] == ["我" * 300]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("When I was ten, my family and I went on a long road trip to Oregon and back.", "When I was ten, my family"),
        ("It rains a lot, but once my knees got bad, I moved to a small house in Bergen with my dog.", "Once my knees"),
        ("If the doctor says so, I live on the ground floor of the house in Bergen with my sister from May.", ""),
        ("When it became a huge thing several years ago, I decided to move to Bergen with my dog Bruno.", ""),
        ("When it comes to holidays, my family and I went on a long road trip to Oregon in 2019.", "My family"),
        ("Bevor ich zur Schule kam, ich war da fünf, bin ich mit meiner Schwester nach Ulm gezogen.", "Bevor ich"),
        ("Annem aradığında, çünkü sık arıyor, ben kardeşim Ali'yle Kadıköy'de kafede çalışıyorum.", "Annem aradığında"),
    ],
)
def test_main_clause_is_not_parted_from_its_when_or_if(body: str, expected: str) -> None:
    """Alone, it would say that something is always so, or that it is so at all."""
    found = texts(body)

    assert len(found) == bool(expected)
    assert all(stated.startswith(expected) for stated in found)


def test_clause_with_when_stays_with_one_main_clause() -> None:
    """What follows its main clause is stated by itself."""
    body = "When I was ten, my family moved to Bergen in Norway, but my brother Ola lives in Oslo, can you find him?"

    assert texts(body) == ["When I was ten, my family moved to Bergen in Norway", "My brother Ola lives in Oslo"]


@pytest.mark.parametrize(
    "body",
    [
        "Before I forget, my sister Ingrid and her dog Bruno live in the old house by the lake in Voss.",
        "Bevor ich es vergesse, ich wohne jetzt mit meiner Schwester und ihrem Hund Bruno in Bremen am Fluss.",
    ],
)
def test_before_i_forget_is_no_condition(body: str) -> None:
    """It only opens the sentence."""
    rest = body.split(", ", 1)[1]

    assert texts(body) == [rest[:1].upper() + rest[1:]]
