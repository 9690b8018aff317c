"""Which sentences tell most, and about what."""

from __future__ import annotations

from archivists.round_policy import RoundPolicy
from archivists.statements.extractive import POINTING, extract, sentences_quoted, sentences_said, title_of, topics_of
from graph.text.tokens import count_tokens
from tests.archivists.building import talk_of

POLICY = RoundPolicy()
TALK = talk_of(
    "Nora: Hey Ola! How are you?",
    "Ola: Great, thanks! I started building a wooden boat in the old harbour shed.",
    "Nora: Wow, that is awesome!",
    "Ola: The boat needs new planks, and the harbour shed is cold.",
    "Nora: My father built boats too. Bye!",
)


def test_telling_sentences_stand_behind_their_speakers() -> None:
    """Greetings and praise give way; what is told keeps its order."""
    body = extract(sentences_said(TALK, POLICY), sentences_max=3, tokens_max=150)

    assert body == (
        "Ola: I started building a wooden boat in the old harbour shed. "
        "The boat needs new planks, and the harbour shed is cold. "
        "Nora: My father built boats too."
    )


def test_tokens_bound_the_text() -> None:
    """No text is longer than it may be, whatever is in it."""
    said = sentences_said(talk_of("Nora: " + "I live in a house by the sea with my dog and my cat " * 30), POLICY)

    assert 0 < count_tokens(extract(said, sentences_max=3, tokens_max=60)) <= 60


def test_quotes_are_read_back() -> None:
    """What was told once can be told again, sentence by sentence."""
    body = extract(sentences_said(TALK, POLICY), sentences_max=3, tokens_max=150)

    again = [(one.speaker, one.text) for one in sentences_quoted([body], ["Nora", "Ola"])]

    assert again == [
        ("Ola", "I started building a wooden boat in the old harbour shed."),
        ("Ola", "The boat needs new planks, and the harbour shed is cold."),
        ("Nora", "My father built boats too."),
    ]


def test_what_a_model_has_told_is_quoted_without_a_speaker() -> None:
    """A text over its texts says something of each, not all of the first."""
    parts = ["Nora moved to Oslo. She found a flat.", "Ola: I play the flute. Every day.", "Ida sold her boat."]

    assert extract(sentences_quoted(parts, ["Nora", "Ola"]), sentences_max=3, tokens_max=150) == (
        "Nora moved to Oslo. Ida sold her boat. Ola: I play the flute."
    )


def test_each_part_has_its_say() -> None:
    """A text over several others takes from all of them before it takes more from one."""
    loud = "Nora: I live in Oslo. I work in Oslo. I study in Oslo. I teach in Oslo."
    parts = [loud, "Nora: I have a rabbit.", "Nora: I play the flute."]

    body = extract(sentences_quoted(parts, ["Nora"]), sentences_max=3, tokens_max=150)

    assert "rabbit" in body
    assert "flute" in body


def test_assistants_are_quoted_from_their_first_sentences() -> None:
    """A long reply is not retold."""
    reply = "assistant: " + " ".join(f"Point {number} is about harbours." for number in "abcdefgh")

    assert len(sentences_said(talk_of(reply), POLICY)) == 4


def test_nothing_said_tells_nothing() -> None:
    """Emoji alone make no sentence."""
    assert extract(sentences_said(talk_of("Nora: 👍👍", "Ola: …"), POLICY), sentences_max=3, tokens_max=150) == ""


def test_topics_are_what_is_shared() -> None:
    """Words that come again are topics; names of those who speak and small talk are not."""
    topics = topics_of(sentences_said(TALK, POLICY), ["Nora", "Ola"], topics_max=3)

    assert "harbour shed" in topics
    assert "boat" in topics
    assert not {"Ola", "great", "thanks"} & set(topics)


def test_title_has_five_to_seven_words() -> None:
    """Who talked, and about what."""
    assert title_of(["Nora", "Ola"], ["harbour shed", "boat", "planks"], "", POLICY) == (
        "Nora, Ola: harbour shed, boat, planks"
    )


def test_title_of_an_assistant_chat_has_topics_only() -> None:
    """Roles are nobody's names."""
    title = title_of(["user", "assistant"], ["harbour shed", "boat", "planks", "oak"], "", POLICY)

    assert title == "Harbour shed, boat, planks, oak"


def test_title_without_topics_is_the_start_of_the_summary() -> None:
    """Where nothing is shared, the first words must do."""
    assert title_of(["user"], [], "User: I have to go to the market now.", POLICY) == "I have to go to the market"


def test_what_points_back_is_told_last() -> None:
    """ "They were scared" says less of a talk than a sentence that names whom it means."""
    said = sentences_said(
        talk_of("Nora: They were afraid of the dark harbour.", "Nora: Ola feared the dark harbour."), POLICY
    )

    assert [one.weight for one in said] == [POINTING, 1.0]


def test_a_clause_of_time_keeps_its_beginning() -> None:
    """ "Since our last chat" is no "since" that only joins."""
    said = sentences_said(talk_of("Nora: Since our last chat, I painted the boat in red."), POLICY)

    assert [one.text for one in said] == ["Since our last chat, I painted the boat in red."]


def test_turkish_is_told_as_turkish_without_an_embedder() -> None:
    """Nobody has told the language of a message then; its own words do."""
    said = sentences_said(talk_of("user: Evet, ama önce limandaki işi bitirelim."), POLICY)

    assert [(one.speaker, one.text) for one in said] == [("Kullanıcı", "Önce limandaki işi bitirelim.")]


def test_turkish_verbs_are_no_topics() -> None:
    """What ends as a verb does is no topic."""
    said = sentences_said(
        talk_of("Elif: Ayda en fazla otuz lira verebiliriz.", "Elif: Bir tekne planlayalım, beğendiniz mi?"), POLICY
    )

    assert {"verebiliriz", "planlayalım", "beğendiniz"}.isdisjoint(topics_of(said, ["Elif"], topics_max=9))


def test_what_says_nothing_is_left_out() -> None:
    """A summary is rather short than filled up with resolve, thanks and goodbyes."""
    talk = talk_of(
        "Nora: Setbacks are just chances to grow, Ola.",
        "Ola: I rented a workshop in the harbour for my loom.",
        "Nora: No worries, Ola!",
        "Ola: Love the picture of the harbour!",
        "Nora: Bye Ola!",
    )

    assert extract(sentences_said(talk, POLICY), sentences_max=3, tokens_max=150) == (
        "Ola: I rented a workshop in the harbour for my loom. Love the picture of the harbour!"
    )


def test_grave_word_is_said_however_short() -> None:
    """One word of news outweighs a sentence of thanks."""
    talk = talk_of("Derya: Kerem, haberin var mı, hamileyim!", "Kerem: Çok sevindim, tebrik ederim, harika bir haber.")

    assert extract(sentences_said(talk, POLICY), sentences_max=1, tokens_max=150) == "Derya: Hamileyim!"


def test_user_without_a_name_is_called_alike_in_one_talk() -> None:
    """A line that tells no language is named like the others."""
    said = sentences_said(
        talk_of("user: selam naber", "user: Bugün bahçeye domates ve biber diktim ama çok yoruldum."), POLICY
    )

    assert {one.speaker for one in said} == {"Kullanıcı"}


def test_forms_of_a_word_are_one_topic() -> None:
    """Turkish words carry suffixes: enginar and enginarı are one, and the bare form names it."""
    said = sentences_said(
        talk_of("Elif: Enginarı soydum.", "Elif: Taze enginar aldım.", "Elif: Dün kabak kızarttım."), POLICY
    )

    assert topics_of(said, ["Elif"], topics_max=1) == ["enginar"]


def test_equal_sentences_are_told_in_their_order() -> None:
    """No order of a set decides, so that every process tells the same."""
    ways = [[f"{group}axow{end}" for end in "abcdef"] for group in "abcdefghjklmnoprstuv"]
    lines = [f"Nora: {' '.join(words)}." for words in ways]
    lines += [
        f"Nora: {word}."
        for words in ways
        for word, more in zip(words, (8, 6, 4, 2, 1, 0), strict=True)
        for _ in range(more)
    ]

    body = extract(sentences_said(talk_of(*lines), POLICY), sentences_max=1, tokens_max=150)

    assert body == "Nora: Aaxowa aaxowb aaxowc aaxowd aaxowe aaxowf."


def test_forms_of_one_english_word_are_one_topic() -> None:
    """Game and games, write and writing: with or without the e."""
    said = sentences_said(
        talk_of("Nora: I love the game.", "Ola: Old games.", "Nora: I write songs.", "Ola: Writing!"), POLICY
    )

    assert {"game", "write"} <= set(topics_of(said, ["Nora", "Ola"], topics_max=9))
    assert not {"games", "writing"} & set(topics_of(said, ["Nora", "Ola"], topics_max=9))
