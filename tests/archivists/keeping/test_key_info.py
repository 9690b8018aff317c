"""What must be known in every turn."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from archivists.keeping.key_info import find_key_info, invented_lines, take_key_info
from archivists.questions.read import Reading
from archivists.round_policy import RoundPolicy
from archivists.window.window import Window
from graph.values.changes import SetKeyInfo
from graph.values.items import Author, KeyInfo
from tests.archivists.building import START, entity, read, stored, talk_of, window_of

POLICY = RoundPolicy()
ANSWER = "assistant: Fine."


def lines_of(*lines: str, stored: KeyInfo | None = None, policy: RoundPolicy = POLICY) -> tuple[str, ...] | None:
    """Key info after a talk; None when it stays as it is."""
    changes = find_key_info(window_of(talk_of(*lines), key_info=stored), policy)
    assert all(isinstance(change, SetKeyInfo) for change in changes)
    return changes[0].lines if changes and isinstance(changes[0], SetKeyInfo) else None


def stored_info(*lines: str) -> KeyInfo:
    """Key info as it was."""
    sources = tuple(f"m9000000{number}" for number in range(len(lines)))
    return KeyInfo(lines=lines, sources=sources, updated_at=START)


@pytest.mark.parametrize(
    "line", ["assistant: My name is Helper.", "user: What is my name?", "user: - My name is Tove."]
)
def test_only_what_the_user_says_in_a_sentence_stands(line: str) -> None:
    """No assistant's words, no question, no list."""
    assert lines_of(line, ANSWER) is None


def test_rules_are_for_who_answers() -> None:
    """Among people, "never" is no rule for an assistant."""
    assert lines_of("Nora: Always write down your dreams.", "Ola: I will.") is None


def test_each_line_has_its_message() -> None:
    """A line of key info leads to where it was said."""
    [change] = find_key_info(window_of(talk_of("user: Hi.", "user: My name is Tove.")), POLICY)

    assert change == SetKeyInfo(lines=("User: My name is Tove.",), sources=("m00000002",))


def test_later_name_takes_the_place_of_the_earlier() -> None:
    """One name at a time, wherever the earlier one came from."""
    stored = stored_info("User: My name is Tove.", "User: I'm allergic to nuts.")

    assert lines_of("user: My name is Tora.", stored=stored) == (
        "User: I'm allergic to nuts.",
        "User: My name is Tora.",
    )


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("I'm allergic to nuts.", "I'm not allergic to nuts, it turned out."),
        ("I'm allergic to nuts.", "I'm no longer allergic to nuts."),
        ("I'm a vegan.", "I'm no longer a vegan."),
        ("Always answer in Turkish.", "You don't have to answer in Turkish any more."),
        ("Veganım.", "Artık vegan değilim."),
    ],
)
def test_what_is_over_goes(before: str, said: str) -> None:
    """It takes the earlier line away and is no line itself."""
    stored = stored_info(f"User: {before}", "User: My name is Tove.")

    assert lines_of(f"user: {said}", ANSWER, stored=stored) == ("User: My name is Tove.",)


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("Call me Tove.", "Call me Dr. Lund, please."),
        ("Always answer in Turkish.", "Please answer in German from now on."),
        ("Never use emoji.", "Never use emoji or tables."),
        ("Always use metric units.", "Don't always use metric units."),
        ("Bana Ayşe de.", "Artık bana Doktor Ayşe de."),
        ("Her zaman Türkçe yaz.", "Bundan sonra İngilizce yaz."),
    ],
)
def test_later_statement_of_a_kind_replaces(before: str, said: str) -> None:
    """One form of address and one language at a time; a rule told more fully or turned round replaces itself."""
    lines = lines_of(f"user: {said}", ANSWER, stored=stored_info(f"User: {before}"))

    assert lines is not None
    assert [line.removeprefix("User: ").removeprefix("Kullanıcı: ") for line in lines] == [said]


def test_rules_said_again_stand_once() -> None:
    """In other case, with more courtesy or as part of a fuller one."""
    stored = stored_info("User: Never use emoji or tables.")

    assert lines_of("user: never use Emoji!", ANSWER, stored=stored) is None


def test_safety_outlives_everything() -> None:
    """Above the cap an allergy is the last to go."""
    policy = RoundPolicy(key_info_tokens_max=12)

    kept = lines_of("user: I'm allergic to nuts.", "user: My name is Tove Lund of Bergen.", policy=policy)

    assert kept == ("User: I'm allergic to nuts.",)


def test_who_introduces_himself_is_known_by_name() -> None:
    """The name stands, not what else was so on that day."""
    assert lines_of(
        "user: Hey! I'm Priya, I just started a new job at Northwind.", "user: Merhaba, ben Burak. Ankara'dayım."
    ) == ("User: I'm Priya.", "Kullanıcı: Ben Burak.")
    assert lines_of("user: I'm Back Home again.", "user: I'm Priya's mother, Asha.", "user: Ben Ankara'dayım.") is None


def test_safety_stands_first() -> None:
    """A block too small for all of key info loses its end."""
    assert lines_of("user: My name is Tove.", "user: I'm allergic to nuts.", "user: I'm a vegan.") == (
        "User: I'm allergic to nuts.",
        "User: My name is Tove.",
        "User: I'm a vegan.",
    )


@pytest.mark.parametrize(
    "said",
    [
        "I have diabetes and never eat sugar.",
        "I'm allergic to nuts, so never suggest any.",
        "I'm writing a novel and I'm allergic to nuts.",
        "Fındığa alerjim var, bana hiç önerme.",
        "Penisiline alerjiliyim.",
        "Ben de penisiline alerjiliyim, unutma.",
        "Her gün Coumadin alıyorum.",
        "Ich bin gegen Nüsse allergisch, also schlag nie welche vor.",
        "Erdnüsse vertrage ich nicht, mir schwillt der Hals zu.",
    ],
)
def test_no_clause_beside_a_danger_takes_it_away(said: str) -> None:
    """Only a "not" in the words that tell the danger turns it round."""  # ACCEPTANCE 3.17
    [line] = lines_of(f"user: {said}", ANSWER) or ()

    assert line.endswith(said)


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("User", "Dana is coming for dinner. She is allergic to eggs."),
        ("User", "My friend is allergic to eggs."),
        ("Nutzer", "Meine Freundin kommt. Sie ist allergisch gegen Eier."),
        ("Kullanıcı", "Oğlum Efe'nin yumurtaya alerjisi var."),
    ],
)
def test_dangers_of_others_stand_with_whose_they_are(who: str, said: str) -> None:
    """Where a pronoun means somebody, the sentence before tells whom."""
    assert lines_of(f"user: {said}", ANSWER) == (f"{who}: {said}",)


@pytest.mark.parametrize(
    "said",
    [
        'The song goes "I am allergic to you".',
        "I'm allergic to Mondays.",
        "In my novel the hero is allergic to silver.",
        "Translate this: I'm allergic to nuts.",
        "Nobody is allergic to water.",
    ],
)
def test_words_that_nobody_means_are_no_danger(said: str) -> None:
    """Jokes, quotations, fiction and text to translate tell nothing of the speaker."""
    assert lines_of(f"user: {said}", ANSWER) is None


@pytest.mark.parametrize(
    "said",
    ["No nuts for me, please. I'm allergic.", "Bitte keine Nüsse. Ich bin allergisch.", "Fıstık olmasın. Alerjim var."],
)
def test_an_allergy_stands_behind_what_it_is_to(said: str) -> None:
    """Nobody can do anything with "I'm allergic."."""
    assert lines_of(f"Nora: {said}") == (f"Nora: {said}",)


@pytest.mark.parametrize(
    "said",
    [
        "Can I come and see your cats? From a distance I mean, since I'm allergic.",
        "Any tips for a cat owner? I was thinking of a shelter, but she is friendly even though im allergic.",
    ],
)
def test_an_allergy_without_a_name_takes_the_question_before_it(said: str) -> None:
    """What the question is about, or what the sentence goes on about, tells to what."""
    assert lines_of(f"Nora: {said}") == (f"Nora: {said}",)


def test_an_allergy_without_anything_before_it_stays_a_line_of_its_day() -> None:
    """It may answer somebody else. One that is taken back still goes."""
    assert lines_of("Nora: I'm allergic.") is None
    assert lines_of("Nora: Ich habe Nussallergie.") == ("Nora: Ich habe Nussallergie.",)
    assert lines_of("user: I'm not allergic.", stored=stored_info("User: I'm allergic to nuts.")) == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "I'm lactose intolerant, so I need the dairy-free recipe!",
            "Since I'm lactose intolerant I'm trying oat milk.",
        ),
        ("Ich bin allergisch gegen Nüsse, daher kein Kuchen.", "Ich bin allergisch gegen Nüsse, wie gesagt."),
    ],
)
def test_the_same_danger_stands_once(old: str, new: str) -> None:
    """Whatever else is said beside it."""
    assert lines_of(f"Nora: {old}", f"Nora: {new}") == (f"Nora: {old}",)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("My son is allergic to nuts, so no cake.", "My son is allergic to milk, so no cheese."),
        ("My son is allergic to nuts, so no cake.", "I'm allergic to nuts, so no cake for me."),
        ("My son visits us. He is allergic to nuts.", "My mother is here, too. She is allergic to nuts."),
    ],
)
def test_dangers_to_two_people_and_two_dangers_stand_both(old: str, new: str) -> None:
    """A danger that is lost is worse than one that stands twice."""
    assert len(lines_of(f"Nora: {old}", f"Nora: {new}") or ()) == 2


@pytest.mark.parametrize(
    ("advice", "rule"),
    [
        ("Remember that healing takes time.", "Remember that I get up at five."),
        ("Denk daran, dass Heilung Zeit braucht.", "Denk daran, dass ich um fünf aufstehe."),
    ],
)
def test_advice_is_no_rule(advice: str, rule: str) -> None:
    """What is to be remembered in every turn is about who says it."""
    assert lines_of(f"Nora: {advice}", ANSWER) is None
    assert lines_of(f"Nora: {rule}", ANSWER) == (f"Nora: {rule}",)


def test_allergies_add_up() -> None:
    """A second allergy does not cure the first; the same one stands once."""
    stored = stored_info("User: I'm allergic to nuts.")

    assert lines_of("user: I'm allergic to cats.", "user: I'm allergic to nuts.", stored=stored) == (
        "User: I'm allergic to nuts.",
        "User: I'm allergic to cats.",
    )


def test_speakers_have_slots_of_their_own() -> None:
    """Two people in one space have two names."""
    assert lines_of("Nora: My name is Nora Lund.", "Ola: My name is Ola Berg.") == (
        "Nora: My name is Nora Lund.",
        "Ola: My name is Ola Berg.",
    )


def test_known_lines_change_nothing() -> None:
    """Said again, key info stays as it is."""
    assert lines_of("user: My name is Tove.", stored=stored_info("User: My name is Tove.")) is None


def test_lines_of_other_authors_stay() -> None:
    """What no pattern knows was written by somebody else, and nothing takes its place."""
    stored = stored_info("The office closes at six.")

    assert lines_of("user: My name is Tove.", stored=stored) == ("The office closes at six.", "User: My name is Tove.")


def test_oldest_rules_give_way_first() -> None:
    """Above the cap a name outlives a rule."""
    policy = RoundPolicy(key_info_tokens_max=30)
    talk = ["user: My name is Tove."] + [f"user: Always mention the {thing} of things." for thing in ("age", "cost")]

    kept = lines_of(*talk, "user: Never use any bullet points in lists.", ANSWER, policy=policy)

    assert kept is not None
    assert kept[0] == "User: My name is Tove."
    assert kept[-1] == "User: Never use any bullet points in lists."
    assert len(kept) == 3


def taken(window: Window, answer: Reading) -> list[SetKeyInfo]:
    """What becomes of key info by an answer."""
    return take_key_info(window, answer, POLICY, invented=invented_lines(answer))


def key_info_of(*lines: str, key: Sequence[dict[str, object]] = (), gone: Sequence[str] = ()) -> list[SetKeyInfo]:
    """What becomes of two stored lines with this answer about these lines of talk."""
    kept = KeyInfo(lines=("Nora is allergic to walnuts.", "Answer briefly."), sources=("m1", "m2"), updated_at=START)
    window = window_of(talk_of(*lines), key_info=kept)
    return taken(window, read(window, key_info=list(key), key_info_gone=list(gone)))


def test_key_info_is_what_users_said() -> None:
    """A line is replaced by one with a source, and nobody's safety goes by a model's word."""
    [change] = key_info_of(
        "Nora: Now I want long answers.", key=[{"text": "Answer at length.", "source": 1}], gone=["k1", "k2", "k9"]
    )

    assert change == SetKeyInfo(
        lines=("Nora is allergic to walnuts.", "Answer at length."),
        sources=("m1", "m00000001"),
        author=Author.MODEL,
        prompt_version="read.en@1",
        evidence=("m00000001",),
        why="no longer: Answer briefly.",
        gone=("Answer briefly.",),
    )


def test_a_model_takes_back_what_a_user_speaks_of() -> None:
    """A message that shares a telling word with the line is its reason; nobody's safety goes so."""
    kept = KeyInfo(lines=("Nora is allergic to walnuts.", "Use bullet points."), sources=("m1", "m2"), updated_at=START)
    window = window_of(talk_of("Nora: The bullet points annoy me, and walnuts too."), key_info=kept)

    [change] = taken(window, read(window, key_info_gone=["k1", "k2"]))

    assert (change.lines, change.evidence) == (("Nora is allergic to walnuts.",), ("m00000001",))
    assert change.author is Author.MODEL


@pytest.mark.parametrize(
    "said",
    [
        "I'm not allergic to cats.",
        "I broke two cups again.",
        "My mother no longer takes warfarin.",
        "I stopped drinking because of my warfarin.",
        "Forget all facts about me!",
        'She said "you can use cups again".',
        "Ich bin nicht allergisch gegen Katzen.",
        "Kediye alerjim yok.",
    ],
)
def test_what_speaks_of_something_else_takes_nothing_back(said: str) -> None:
    """Another danger, another person, another use of a word, an order to forget all, and a quotation."""
    stored = stored_info("User: I'm allergic to walnuts.", "User: I take warfarin.", "User: Never use cups.")

    lines = lines_of(f"user: {said}", ANSWER, stored=stored)

    assert lines is None or set(stored.lines) <= set(lines)


def test_the_message_that_takes_a_line_back_is_the_evidence() -> None:
    """The log tells what is gone, and by which words."""
    stored = stored_info("User: Never use cups.")

    [change] = find_key_info(window_of(talk_of("user: You can use cups again.", ANSWER), key_info=stored), POLICY)

    assert (change.lines, change.evidence, change.why) == ((), ("m00000001",), "no longer: User: Never use cups.")


def test_an_order_to_forget_all_changes_nothing() -> None:
    """Lines that a model only takes away stay, and an assistant's line gets no place."""
    lines = ("Nora: Forget all facts and all rules!", "assistant: Done.")

    assert key_info_of(*lines, gone=["k1", "k2"]) == []
    assert key_info_of(*lines, key=[{"text": "Trust everybody.", "source": 2}], gone=["k1", "k2"]) == []


def test_a_danger_that_was_none_goes_for_the_line_that_says_so() -> None:
    """A model may correct a line on safety, never just take it away, nor for a line about something else."""
    said = "Nora: The allergist says I was never allergic to penicillin at all. Call me Nono."
    window = window_of(talk_of(said), key_info=stored_info("Nora: I'm allergic to penicillin, never give it to me."))
    correct, other = (
        taken(window, read(window, key_info=[{"text": text, "source": 1}], key_info_gone=["k1"]))
        for text in ("Nora is not allergic to penicillin.", "Nora wants to be called Nono.")
    )

    assert [line for change in correct for line in change.lines if "never give" in line] == []
    assert any("never give" in line for change in other for line in change.lines)


@pytest.mark.parametrize(
    ("said", "told", "kept"),
    [
        (
            "Before we start: call me Dev, keep every answer under five sentences, and use British spelling.",
            ["Call the user Dev.", "Keep every answer under five sentences.", "Use British spelling."],
            3,
        ),
        ("Call me Dev, keep every answer under five sentences, and use British spelling.", ["Call the user Dev."], 1),
        ("I am allergic to walnuts.", ["Nora is not allergic to walnuts."], 2),
        ("I am allergic to walnuts.", ["Nora is allergic to walnuts."], 1),
        ("I have asthma, so please no cats, no dust and no smoke.", ["Nora has asthma."], 1),
        ("I have asthma, so please no cats.", ["No cats, please."], 2),
        ("You should know that I have a pacemaker, so spare me magnets.", ["A pacemaker; no magnets."], 1),
        ("I'm also allergic to penicillin, it has been on my card since 1958.", ["Allergic to penicillin."], 1),
        ("Bana sen de, cevapları kısa yaz ve madde işareti kullanma.", ["Cevapları kısa yaz, madde işareti yok."], 1),
        ("Bitte duze mich und antworte immer kurz.", ["Bitte duzen.", "Immer kurz antworten."], 2),
        ("Bitte duze mich und antworte immer kurz.", ["Immer kurz antworten."], 1),
        ("Ich hab ADHS, also mach bitte immer kurze Absätze.", ["Hat ADHS; immer kurze Absätze schreiben."], 1),
    ],
)
def test_what_a_model_tells_of_a_message_stands_in_its_place(said: str, told: list[str], kept: int) -> None:
    """A model's lines stand alone; only a danger that it passed over stays as it was said."""
    window = window_of(talk_of(f"user: {said}", ANSWER))

    [change] = taken(window, read(window, key_info=[{"text": each, "source": 1} for each in told]))

    assert set(told) <= set(change.lines)
    assert len(change.lines) == kept


def test_a_colon_makes_no_speaker() -> None:
    """What a model tells is no quote: a line of it can be found again by all of its words."""
    window = window_of(talk_of("Nora: I'm deaf, so only send me videos with subtitles.", ANSWER))
    line = {"text": "Nora is deaf: send only videos with subtitles.", "source": 1}

    [change] = taken(window, read(window, key_info=[line]))

    assert change.lines == ("Nora is deaf; send only videos with subtitles.",)


def test_an_allergy_that_was_none_goes_whatever_the_ending() -> None:
    """Süte and süt are one word."""
    window = window_of(
        talk_of("user: Sonuç geldi: süt alerjim yokmuş, laktoz intoleransıymış."),
        key_info=stored_info("Kullanıcı: Süte alerjim var."),
    )
    line = {"text": "Kullanıcının laktoz intoleransı var, normal süt içemez.", "source": 1}

    [change] = taken(window, read(window, key_info=[line], key_info_gone=["k1"]))

    assert change.lines == ("Kullanıcının laktoz intoleransı var, normal süt içemez.",)


def test_a_danger_goes_where_a_fact_says_that_it_is_none() -> None:
    """A name that line and fact share is no reason, and nor is a fact that nobody replaced or denied."""
    for lines, text, kept in [
        (("Hugo: Clara was tested: there is no egg allergy.",), "Clara has no egg allergy: a test showed it.", False),
        (("Hugo: Clara is no longer in the choir. Eggs are dear.",), "Clara no longer sings in the choir.", True),
        (("Hugo: Clara painted eggs.",), "Clara painted eggs.", True),
    ]:
        window = window_of(
            talk_of(*lines), key_info=stored_info("Clara has an egg allergy."), entities=(entity("Clara"),)
        )
        facts = [{"text": text, "about": ["Clara"], "sources": [1]}]

        assert (taken(window, read(window, facts=facts, key_info_gone=["k1"])) == []) is kept


def test_a_danger_goes_with_the_fact_that_told_it() -> None:
    """What took its place may share no word with it: who was pregnant has a child."""
    for known, kept in [("Clara is pregnant.", False), ("Clara works at the port.", True)]:
        window = window_of(
            talk_of("Hugo: Our daughter Ida was born!"),
            key_info=stored_info("Clara is pregnant."),
            entities=(entity("Clara"),),
            facts=(stored("f00000001", known),),
        )
        facts = [{"text": "Ida, Clara's daughter, was born.", "about": ["Ida"], "sources": [1], "replaces": ["f1"]}]

        assert (taken(window, read(window, facts=facts, key_info_gone=["k1"])) == []) is kept


def test_a_rule_goes_with_a_new_line_whose_words_were_not_said() -> None:
    """ "Lass uns du sagen" takes back a line without a word of it; the new line is dropped, as nobody said it."""
    window = window_of(
        talk_of("Jonas: Und lass uns du sagen, das Sie war albern."),
        key_info=stored_info("Jonas möchte gesiezt werden."),
    )

    [change] = taken(window, read(window, key_info=[{"text": "Bleib locker.", "source": 1}], key_info_gone=["k1"]))

    assert change.lines == ()


def test_what_still_holds_of_a_line_may_be_said_anew() -> None:
    """Of two instructions in one line one is over: the other stands in the line, not in the message."""
    window = window_of(
        talk_of("user: Forget about English."), key_info=stored_info("User: Spell it colour, and use English.")
    )
    line = {"text": "Spell it colour.", "source": 1}

    [change] = taken(window, read(window, key_info=[line], key_info_gone=["k1"]))

    assert change.lines == ("Spell it colour.",)


def test_a_joke_that_a_model_has_passed_over_is_none_of_key_info() -> None:
    """A danger with a laugh stays only if the model has noted something of its message."""
    window = window_of(talk_of("Nora: I'm allergic to tax returns, haha."))
    noted = [{"text": "Nora is allergic to tax returns.", "sources": [1]}]

    assert taken(window, read(window)) == []
    assert taken(window, read(window, facts=noted)) != []
