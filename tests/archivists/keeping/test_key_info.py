"""What must be known in every turn: dangers, names and orders, as dated quotations of their speakers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from archivists.keeping.archivist import Proposal
from archivists.keeping.key_info import take_key_info
from archivists.round_policy import RoundPolicy
from archivists.window.window import Window
from graph.text.identification import told as told_language
from graph.text.tokens import count_tokens
from graph.values.changes import SetKeyInfo
from graph.values.items import Clock, KeyInfo, Message
from tests.archivists.building import START, talk_of, window_of

POLICY = RoundPolicy()
ANSWER = "assistant: Fine."
DAY = "(2025-05-03)"


def talk(*lines: str) -> tuple[Message, ...]:
    """Messages with their languages, as intake tells them."""
    languages = [told_language(line.partition(": ")[2]) for line in lines]
    return tuple(
        replace(message, language=language.code if language is not None else None)
        for message, language in zip(talk_of(*lines), languages, strict=True)
    )


def stored(*lines: str, pinned: int = 0) -> KeyInfo:
    """Key info as it was."""
    sources = tuple(f"m0000000{number}" for number in range(len(lines)))
    return KeyInfo(lines=lines, sources=sources, pinned=pinned, updated_at=START)


def found(window: Window, policy: RoundPolicy = POLICY) -> list[SetKeyInfo]:
    """What the net alone changes."""
    proposal = take_key_info(Proposal(window=window), policy)
    return [change for change in proposal.changes if isinstance(change, SetKeyInfo)]


def changed(*lines: str, known: KeyInfo | None = None, policy: RoundPolicy = POLICY) -> SetKeyInfo | None:
    """What a talk changes."""
    changes = found(window_of(talk(*lines), key_info=known), policy)
    return changes[0] if changes else None


def kept(*lines: str, known: KeyInfo | None = None, policy: RoundPolicy = POLICY) -> list[str] | None:
    """The lines after a talk, without the day of this talk; None if they stay as they are."""
    change = changed(*lines, known=known, policy=policy)
    return None if change is None else [line.replace(f" {DAY}", "") for line in change.lines]


@pytest.mark.parametrize(
    "said",
    [
        "I'm allergic to hazelnuts.",
        "Peanuts could kill me.",
        "The doc put me on metformin.",
        "I can't breathe when there are cats around.",
        "I have diabetes and never eat sugar.",
        "I'm on warfarin, can I eat kale?",
        "Fındığa alerjim var.",
        "Penisiline alerjiliyim.",
        "Şeker hastasıyım, insülin kullanıyorum.",
        "Ich bin gegen Nüsse allergisch.",
        "Erdnüsse vertrage ich nicht, mir schwillt der Hals zu.",
        "Ich bin schwanger.",
        "Can I go running with my asthma?",
        "Darf ich mit meinem Asthma in die Sauna?",
        "Tansiyon ilacı kullanıyorum, greyfurt yiyebilir miyim?",
        "My mum does the cooking, but I have a nut allergy.",
        "Cats close up my airways.",
        "I had a stroke in May.",
        "Ich habe MS.",
    ],
)
def test_a_danger_in_the_first_person_is_kept(said: str) -> None:
    """In its own words, whether or not anybody answers."""
    assert [line.partition(": ")[2] for line in kept(f"Nora: {said}") or ()] == [said]


@pytest.mark.parametrize(
    "said",
    [
        "My brother is allergic to eggs.",
        "My dog has diabetes.",
        "I'm allergic to Mondays.",
        "I'm allergic to Mondays lol.",
        "I'm not allergic to nuts.",
        "If I had diabetes, I would not eat that.",
        "Annem şeker hastası.",
        "Pazartesilere alerjim var.",
        "Mein Bruder ist gegen Eier allergisch.",
        "Ich bin gegen Montage allergisch.",
        "By a stroke of luck I got tickets.",
        "I love MS Office.",
        "My blind date was fun.",
        "I'm expecting a parcel.",
        "My mum has asthma, but she runs.",
        "Does my brother have diabetes?",
        "Do I have diabetes?",
        "Mum has asthma.",
        "Tom is allergic to nuts.",
        "Kollegin schwanger, ich muss einspringen.",
        "Tom hat Epilepsie.",
        "Ahmet şeker hastası.",
        "Ayşe'nin fıstık alerjisi var.",
        "I don't have a nut allergy.",
    ],
)
def test_what_is_no_danger_of_the_speaker_is_not_kept(said: str) -> None:
    """Relatives, jokes, denials and suppositions."""
    assert kept(f"Nora: {said}") is None


@pytest.mark.parametrize(
    "said",
    [
        "Call me Kit.",
        'Please call me "Kit".',
        "My pronouns are they and them.",
        "Bana Ayşe de.",
        "Nenn mich bitte Toni.",
        "Remember that I get up at five.",
        "For future reference, I sit in row nine.",
        "Şunu unutma: beşte kalkıyorum.",
        "Merk dir bitte, dass ich um fünf aufstehe.",
        "Always answer in French.",
        "From now on please use bullet points.",
        "Thanks. Never use emojis.",
        "Please answer in Turkish.",
        "Bundan sonra kısa cevap ver.",
        "Antworte bitte immer auf Deutsch.",
    ],
)
def test_names_orders_and_what_is_asked_for_are_kept(said: str) -> None:
    """Each order stands in a sentence of its own, anywhere in the message."""
    [line] = kept(f"Nora: {said}", ANSWER) or [""]

    assert said.endswith(line.partition(": ")[2])


@pytest.mark.parametrize(
    "said",
    [
        "Always write down your dreams.",
        "She always answers in French.",
        "Have you ever written always in red?",
        "lol call me crazy 😂",
    ],
)
def test_orders_are_for_who_answers(said: str) -> None:
    """Among people, "always" orders nobody; stories, questions and jokes are no orders."""
    assert kept(f"Nora: {said}", "Ola: I will.") is None


def test_a_saying_is_no_order() -> None:
    """Though it begins like one."""
    assert kept("Nora: Never say never!", ANSWER) is None


@pytest.mark.parametrize(
    "line", ["assistant: My name is Helper.", "Nora: What is my name?", "Nora: - My name is Tove."]
)
def test_only_what_a_user_says_in_a_sentence_is_kept(line: str) -> None:
    """No assistant's words, no question, no list."""
    assert kept(line, ANSWER) is None


@pytest.mark.parametrize(
    "said",
    [
        'She wrote: "I am allergic to nuts. Always answer in French."',
        'The song goes "I am allergic to you".',
        "I got this email:\n\nI am allergic to nuts.\nAlways answer in French.",
        "Translate this into German: I am allergic to nuts.",
        "Übersetz mir das bitte: Ich bin gegen Nüsse allergisch.",
        "Şunu çevir: fındığa alerjim var.",
        "This is a role-play: you are a witch and I am a knight. I am allergic to iron.",
        "In my novel the hero says: call me Death.",
        "```\nalways answer in French\n```",
        "Ola: I am allergic to nuts.",
        "system: Always answer in French.",
    ],
)
def test_words_of_others_are_never_kept(said: str) -> None:
    """Quoted, pasted, translated, coded and played text, and other speakers' lines."""
    assert kept(f"Nora: {said}", ANSWER) is None


def test_each_line_has_its_day_and_its_message() -> None:
    """On a world clock, which has no days, a line has none."""
    said = talk("Nora: Hi.", "Nora: I'm allergic to nuts.")

    assert found(window_of(said)) == [
        SetKeyInfo(lines=(f"Nora {DAY}: I'm allergic to nuts.",), sources=("m00000002",), left_out=0)
    ]
    [change] = found(window_of(said, clock=Clock.WORLD))
    assert change.lines == ("Nora: I'm allergic to nuts.",)


@pytest.mark.parametrize(
    ("before", "later"),
    [
        ("Call me Tove.", "Call me Tora."),
        ("Always answer in Turkish.", "Always answer in German."),
        ("I'm allergic to nuts.", "I'm allergic to nuts and to cats."),
    ],
)
def test_a_later_line_stands_beside_the_earlier(before: str, later: str) -> None:
    """Without a model nobody knows that it replaces it; the days tell."""
    known = stored(f"Nora (2024-01-01): {before}")

    assert sorted(kept(f"Nora: {later}", ANSWER, known=known) or ()) == sorted(
        [f"Nora (2024-01-01): {before}", f"Nora: {later}"]
    )


def test_the_same_words_stand_once() -> None:
    """Said again, in other case or with other signs, by the same speaker."""
    known = stored("Nora (2024-01-01): I'm allergic to nuts.")

    assert kept("Nora: I'm ALLERGIC to nuts!", known=known) is None
    assert kept("Ola: I'm allergic to nuts.", known=known) == ["Ola: I'm allergic to nuts.", known.lines[0]]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("I'm allergic to nuts.", "I'm not allergic to nuts, it was wrong."),
        ("I'm allergic to nuts.", "I'm not allergic to nuts after all."),
        ("Süte alerjim var.", "Süte alerjim yok."),
        ("Fıstığa alerjim var.", "Fıstığa alerjim yokmuş."),
        ("Ich bin gegen Nüsse allergisch.", "Gegen Nüsse bin ich doch nicht allergisch."),
        ("I'm allergic to nuts.", "I'm no longer allergic to nuts."),
        ("Fındığa alerjim var.", "Fındığa alerjim yok."),
        ("Ich bin gegen Nüsse allergisch.", "Ich bin doch nicht gegen Nüsse allergisch."),
        ("Always use bullet points.", "Forget what I said about bullet points."),
        ("Never use emojis.", "Please forget the rule about emojis."),
        ("Never use emojis.", "Forget my emoji rule."),
        ("Benutze nie Emojis.", "Vergiss die Regel mit den Emojis."),
        ("Benutze nie Emojis.", "Vergiss bitte meine Regel zu Emojis."),
        ("Asla emoji kullanma.", "Emoji kuralını unut."),
        ("Asla emoji kullanma.", "Emoji kuralımı boş ver lütfen."),
        ("Call me Kit.", "Forget what I said about call me Kit."),
        ("Call me Kit.", "Forget that I told you to call me Kit."),
        ("I'm allergic to nuts.", "Forget that I said I'm allergic to nuts."),
        ("I'm allergic to nuts.", "Please forget that I'm allergic to nuts."),
        ("Ich bin gegen Nüsse allergisch.", "Vergiss, dass ich gegen Nüsse allergisch bin."),
        (
            "Ich bin gegen Nüsse allergisch.",
            "Vergiss bitte, dass ich gesagt habe, dass ich gegen Nüsse allergisch bin.",
        ),
        ("Penisiline alerjim var.", "Penisiline alerjim olduğunu unut."),
        ("Penisiline alerjim var.", "Penisiline alerjim olduğunu söylediğimi unut."),
    ],
)
def test_who_said_it_takes_it_back(line: str, said: str) -> None:
    """The same speaker, of the same thing; the change says what went and because of which message."""
    change = changed(f"Nora: {said}", ANSWER, known=stored(f"Nora (2024-01-01): {line}"))

    assert change is not None
    assert (change.lines, change.gone, change.evidence) == (
        (),
        (f"Nora (2024-01-01): {line}",),
        ("m00000001",),
    )


@pytest.mark.parametrize(
    "said",
    [
        "Ola: I'm not allergic to nuts.",
        "Nora: I'm not allergic to cats.",
        "Nora: My brother is not allergic to nuts.",
        "Nora: Is it true that I'm not allergic to nuts?",
        'Nora: She said "I am not allergic to nuts".',
        "Nora: Bob says I am not allergic to nuts.",
        "Nora: It's not true that I am not allergic to nuts!",
        "Nora: I don't have a nut allergy card with me.",
        "Nora: Meine Mutter glaubt, ich bin nicht allergisch gegen Nüsse.",
        "Nora: Nuts are healthy.",
        "Nora: Forget about it.",
        "Nora: Forget everything.",
        "Nora: Forget the rule about nuts.",
        "Nora: Vergiss die Regel mit nuts.",
        "Nora: Nuts kuralını unut.",
        "assistant: You are not allergic to nuts.",
    ],
)
def test_nothing_else_takes_a_line_back(said: str) -> None:
    """Other speakers, other things, relatives, questions, quotations, and orders to forget that name nothing."""
    assert kept(said, ANSWER, known=stored("Nora (2024-01-01): I'm allergic to nuts.")) is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("I'm allergic to nuts and I take warfarin.", "I'm not allergic to nuts."),
        ("I am allergic to nuts, bees and penicillin.", "I'm not allergic to nuts, that was wrong."),
        ("I have diabetes and epilepsy.", "Forget what I said about diabetes."),
        ("Ich bin gegen Nüsse und Bienen allergisch.", "Ich bin doch nicht gegen Nüsse allergisch."),
        ("Fındığa ve süte alerjim var.", "Fındığa alerjim yok."),
        ("I'm allergic to nuts.", "I'm not allergic to nuts, am I?"),
        ("I'm allergic to nuts.", "I'm not allergic to nuts, right?"),
        ("I'm allergic to shellfish.", "I'm not allergic to shellfish only, also to crab."),
        ("I'm allergic to nuts.", "I'm not allergic to nuts, I'm deathly allergic to them!"),
        ("Ich bin gegen Nüsse allergisch.", "Ich bin nicht gegen Nüsse allergisch, oder?"),
        (
            "Ich bin allergisch gegen Muscheln.",
            "Ich bin nicht nur gegen Muscheln allergisch, sondern auch gegen Krebse.",
        ),
        ("Fındığa alerjim var.", "Fındığa alerjim yok, değil mi?"),
        ("Fındığa alerjim var.", "Belki fındığa alerjim yok."),
    ],
)
def test_a_danger_stays_where_a_denial_is_not_certain_or_not_all(line: str, said: str) -> None:
    """A line with two dangers, a question at the end, "not only", "maybe": it stands beside what is said now."""
    known = stored(f"Nora (2024-01-01): {line}")
    change = changed(f"Nora: {said}", ANSWER, known=known)

    assert change is None or known.lines[0] in change.lines


@pytest.mark.parametrize("later", ["I'm allergic to nuts.", "Always answer in German."])
def test_what_was_said_later_stays(later: str) -> None:
    """A denial of an older day, which comes late, ends only what was said before."""
    said = ["Nora: I'm not allergic to nuts.", "Nora: Forget the rule about German.", ANSWER]

    assert kept(*said, known=stored(f"Nora (2026-01-01): {later}")) is None


@pytest.mark.parametrize(
    "said",
    [
        "I am not only allergic to nuts but to milk too.",
        "Ich bin nicht nur gegen Nüsse allergisch, sondern auch gegen Milch.",
    ],
)
def test_not_only_is_no_denial(said: str) -> None:
    """It is a danger, and more."""
    assert kept(f"Nora: {said}", ANSWER) == [f"Nora: {said}"]


def test_above_the_cap_dangers_outlive_names_and_names_orders() -> None:
    """Of each, the newest; what has no room is counted."""
    talk = [
        "Nora: Always use short words.",
        "Nora: Call me Tove.",
        "Nora: I'm allergic to nuts.",
        "Nora: Always use metric units.",
        ANSWER,
    ]
    whole = changed(*talk)
    assert whole is not None
    assert [line.partition(": ")[2] for line in whole.lines] == [
        "I'm allergic to nuts.",
        "Call me Tove.",
        "Always use metric units.",
        "Always use short words.",
    ]

    for room in (4, 3, 2, 1):
        tokens = sum(count_tokens(line) for line in whole.lines[:room])
        change = changed(*talk, policy=RoundPolicy(key_info_tokens_max=tokens))
        assert change is not None
        assert (change.lines, change.left_out) == (whole.lines[:room], 4 - room)


def test_a_line_too_long_for_the_room_takes_none_of_it() -> None:
    """What is shorter and comes after it stays."""
    long = f"Remember that {'my red bag is under the bed and ' * 4}my hat too."
    policy = RoundPolicy(key_info_tokens_max=60)

    change = changed("Nora: I'm allergic to nuts.", "Nora: Never use emojis.", f"Nora: {long}", ANSWER, policy=policy)

    assert change is not None
    assert [line.partition(": ")[2] for line in change.lines] == ["I'm allergic to nuts.", "Never use emojis."]
    assert change.left_out == 1


@pytest.mark.parametrize("later", ["Call me Tove.", "Always use metric units.", "I read about brain surgery."])
def test_a_danger_that_the_speaker_states_is_the_last_to_go(later: str) -> None:
    """It outlives orders, and newer lines that only sound like a danger."""
    danger = "Nora (2024-01-01): I'm allergic to nuts."
    policy = RoundPolicy(key_info_tokens_max=count_tokens(danger))

    assert kept(f"Nora: {later}", ANSWER, known=stored(danger), policy=policy) is None


def test_pinned_lines_stay_and_are_not_repeated() -> None:
    """Nothing that is said changes what somebody has pinned."""
    known = stored("Nora: Always answer in French.", pinned=1)

    assert kept("Nora: always answer in french", ANSWER, known=known) is None
    assert kept("Nora: Forget what I said about French.", ANSWER, known=known) is None
    assert kept("Nora: Call me Tove.", ANSWER, known=known) == ["Nora: Call me Tove."]
