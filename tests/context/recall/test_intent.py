"""What a message wants: by lists of its document, and by utterances that were written down before any rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from context.recall.intent import Intent, Tier, detect, tier_of
from context.recall.subject import asked_words
from graph.embedders.builtin import BuiltinEmbedder
from graph.errors import EmbedderError
from graph.text.courtesies import plain
from graph.text.identification import told
from graph.text.utterances import known_utterances
from languages.registry import BY_CODE, LANGUAGES
from tests.topic_embedder import TopicEmbedder

ROWS = [
    line.split("\t") for line in (Path(__file__).parent / "utterances.tsv").read_text(encoding="utf-8").splitlines()[1:]
]
"""Language, class, part (worked on, or set aside) and text."""

RECALL_ALONE = [
    "neydi", "ne konuşmuştuk", "ne araştırmıştık", "ne bulmuştuk", "ne öğrenmiştik", "ne demiştik", "ne çıkmıştı",
    "nasıldı", "hatırlıyor musun", "hatırla", "hatırlat bana", "hatırlamıyorum", "daha önce", "geçen sefer", "o zaman",
    "geçenlerde", "o şey", "şu konu", "o araştırma", "o bilgi", "şu insülin ile ilgili olan",
]  # fmt: skip

CLASSES = {
    # ACCEPTANCE 1.2
    "Dawn ile karışan etki neydi?": "recall",
    "O gece ne olmuştu?": "recall",
    "Hangi hormon etkiliyordu?": "recall",
    "Beta hücre rejenerasyonu hakkında ne konuşmuştuk?": "recall",
    "Dawn ile karışan etki nedir?": "ambiguous",
    "O gece ne olur?": "ambiguous",
    "Hangi hormon etkiler?": "ambiguous",
    # ACCEPTANCE 1.3
    "Geçen hafta doktora gittim": "none",
    "O zaman ne yapmalıyım?": "none",
    "Dün iki saat yürüdüm.": "none",
    # ACCEPTANCE 1.4
    "HATIRLIYOR MUSUN": "recall",
    "NEYDİ": "recall",
    "DAHA ÖNCE": "recall",
    "hatirliyor musun": "recall",
    # ACCEPTANCE 1.5
    "yeni araştır": "bypass",
    "tekrar araştır": "bypass",
    "güncel bilgi": "bypass",
    "fresh research": "bypass",
    "O şey için tekrar araştır": "bypass",
    # ACCEPTANCE 1.6
    "Dawn phenomenon nedir?": "ambiguous",
    "Dawn phenomenon hakkında bilgi ver": "ambiguous",
    "İnsülin direnci araştırması": "ambiguous",
    # ACCEPTANCE 1.7
    "yeni konu": "new_topic",
    "başka bir şey soracağım": "new_topic",
    "tamam yeter": "satisfied",
    "teşekkürler": "satisfied",
    "anladım": "satisfied",
    "Anladım, peki ya kortizol?": "none",
    # ACCEPTANCE 1.8
    "What was the effect that gets mixed up with Dawn?": "recall",
    "What happened that night?": "recall",
    "Which hormone was affecting it?": "recall",
    "What happens at night?": "ambiguous",
    "I went to the doctor last week": "none",
    "Then what should I do?": "none",
    "research it again": "bypass",
    "What is the Dawn phenomenon?": "ambiguous",
    "I do not remember our previous conversation about bread": "recall",
    "I forgot what our earlier talk about bread was": "recall",
    "Forget the old results and search": "bypass",
    "Ekmek hakkındaki önceki konuşmayı unuttum, neydi?": "recall",
    "Eski sonuçları unut, yeniden bak": "bypass",
    "Ich weiß nicht mehr, was die frühere Recherche zu Brot ergab": "recall",
    "Vergiss die alten Ergebnisse und such neu": "bypass",
    "Ich habe mir gestern was Neues gekauft": "none",
    "new topic": "new_topic",
    "thanks, that's enough": "satisfied",
    "Got it, but what about cortisol?": "none",
    **dict.fromkeys(("?", "?!", "...", "…", "😀", "hm", "Hmm…", "Uh.", "Ähm...", "öhm", "Hımm.", "ııı"), "none"),
}


@pytest.fixture(scope="module")
def builtin() -> BuiltinEmbedder:
    """The model is loaded once."""
    return BuiltinEmbedder()


@pytest.mark.parametrize("phrase", RECALL_ALONE)
def test_a_phrase_alone_asks_back(phrase: str) -> None:
    """Each phrase of the document's lists, in small letters, capitals and without diacritics."""
    # ACCEPTANCE 1.1, 1.4
    capitals = phrase.replace("i", "İ").upper()
    ascii_only = phrase.translate(str.maketrans("çğıöşü", "cgiosu"))

    assert [detect(text).intent for text in (phrase, capitals, ascii_only)] == [Intent.RECALL] * 3


@pytest.mark.parametrize(("text", "expected"), CLASSES.items())
def test_the_documents_examples(text: str, expected: str, builtin: BuiltinEmbedder) -> None:
    """And those that its regexes would take for others, with an embedder and without."""
    # ACCEPTANCE 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8
    assert [detect(text, embedder=each).intent for each in (None, builtin)] == [expected] * 2


TASKS = {
    "Could you make the text shorter?": "none",
    "Can you please translate this into French?": "none",
    "What should I do now?": "none",
    "Kannst du den Text kürzer machen?": "none",
    "Könntest du das bitte ins Englische übersetzen?": "none",
    "Was soll ich dann machen?": "none",
    "Metni kısaltabilir misin?": "none",
    "Bunu özetleyebilir misin?": "none",
    "I'd like the latest numbers on solar panel prices": "bypass",
    "Show me the most recent data on rents": "bypass",
    "Can you make bread without yeast?": "ambiguous",
    "Could you explain how a heat pump works?": "ambiguous",
    "Kann man Brot ohne Hefe machen?": "ambiguous",
    "Kannst du mir erklären, wie eine Wärmepumpe funktioniert?": "ambiguous",
    "Isı pompasının nasıl çalıştığını anlatabilir misin?": "ambiguous",
}


@pytest.mark.parametrize(("text", "expected"), TASKS.items())
def test_a_task_is_no_question_of_knowledge(text: str, expected: str) -> None:
    """However politely somebody asks for it; what is to be explained or looked up is."""
    assert detect(text).intent == expected


GOALS = {
    # With the embedder that is installed with the program, and without one: precision and recall.
    True: {"recall": (0.95, 0.93), "ambiguous": (0.9, 0.85), "satisfied": (0.9, 0.85), "new_topic": (0.9, 0.85)},
    False: {"recall": (0.93, 0.85), "ambiguous": (0.83, 0.79), "satisfied": (0.9, 0.85), "new_topic": (0.9, 0.85)},
}
ORDINARY = {True: (0.88, 0.85), False: (0.78, 0.85)}


@pytest.mark.parametrize("has_meaning", [True, False])
@pytest.mark.parametrize("part", ["own", "aside"])
def test_utterances_are_told_apart(part: str, has_meaning: bool, builtin: BuiltinEmbedder) -> None:
    """Each class has its precision and recall, also in the half that was not worked on."""
    embedder = builtin if has_meaning else None
    counts = Counter((str(detect(text, embedder=embedder).intent), kind) for _, kind, of, text in ROWS if of == part)

    missed = {}
    for intent, (precision, recall) in {**GOALS[has_meaning], "none": ORDINARY[has_meaning]}.items():
        right = counts[intent, intent]
        found = sum(count for (told_as, _), count in counts.items() if told_as == intent)
        there = sum(count for (_, kind), count in counts.items() if kind == intent)
        if right < precision * found or right < recall * there:
            missed[intent] = (right / found, right / there)
    assert missed == {}


def test_no_utterance_of_the_test_is_an_example() -> None:
    """Else it would say nothing."""
    assert not {plain(text) for *_, text in ROWS} & set(known_utterances())


def test_a_message_is_in_its_own_language() -> None:
    """Whatever was spoken before, in 98 of 100; "haha stimmt" does not show it."""
    wrong = [
        (text, other.code)
        for code, _, _, text in ROWS
        for other in LANGUAGES
        if detect(text, spoken=other).language.code != code
    ]

    assert len(wrong) <= 0.02 * 3 * len(ROWS), wrong


def test_words_decide_while_the_embedder_is_away() -> None:
    """A provider that fails must not end a chat that asks nothing of the past."""

    class Away(TopicEmbedder):
        """An embedder whose provider does not answer."""

        def embed(self, texts: Sequence[str], *, is_question: bool = False) -> NDArray[np.float32]:
            raise EmbedderError("the provider is away")

    text = "could you water the plants on your way out"

    assert detect(text, embedder=Away(("water",))) == detect(text)


def test_reasons_are_returned() -> None:
    """A certain sign as it was found; else the words that tell it, and how sure that is."""
    certain = detect("O gece ne olmuştu?")
    by_example = detect("was there some trick with onions that we found?")

    assert (certain.confidence, certain.why) == (1.0, "recall: “ne olmustu”")
    assert by_example.intent is Intent.RECALL
    assert 0.3 < by_example.confidence < 1 and "“we”" in by_example.why


def test_what_is_no_language_of_ours_is_ordinary_talk() -> None:
    """Whatever its words happen to be like."""
    assert detect("qu'est-ce que nous avions dit sur les abeilles ?").intent is Intent.NONE


@pytest.mark.parametrize(
    ("language", "nouns"),
    [
        ("tr", ["bilgisayarlarla", "seyahat", "seyrek", "gramer", "kilometre", "gostergesi"]),
        ("en", ["deciduous", "learning", "lookout", "settler"]),
        ("de", ["diesel", "neuseeland", "neurologie", "tagesgeld", "wochenende", "informatik", "suchtberatung"]),
    ],
)
def test_a_noun_that_begins_as_a_filler_is_the_subject(language: str, nouns: list[str]) -> None:
    """Fillers are whole words in their own forms, so that nobody is told of another subject, or of all of them."""
    assert asked_words(" ".join(nouns), BY_CODE[language]) == nouns


def test_what_is_asked_is_left_when_fillers_are_gone() -> None:
    """Fillers are whole words: "geçen" takes nothing out of another word."""
    # ACCEPTANCE 1.13
    turkish = BY_CODE["tr"]

    assert asked_words("Dawn ile karışan etki neydi?", turkish) == ["dawn", "etki"]
    assert asked_words("geçenek ve konukevi neydi?", turkish) == ["gecenek", "konukevi"]


ASKED_BACK = {
    "en": (
        *(
            f"What did we {verb} about glucagon?"
            for verb in ["say", "discuss", "find out", "talk", "learn", "agree", "speak"]
        ),
        *(f"What had you {verb} me about glucagon?" for verb in ("told", "shown", "advised")),
        "What was your answer regarding glucagon yesterday?",
    ),
    "tr": (
        *(
            f"Glukagon hakkında ne {verb}?"
            for verb in ["demiştik", "okumuştuk", "yazmıştık", "söylemiştin", "görmüştük"]
        ),
        "Dün glukagon için cevabın neydi?",
    ),
    "de": (
        *(f"Was haben wir über Glukagon {verb}?" for verb in ["gesagt", "gelesen", "vereinbart", "geschrieben"]),
        "Was war vorhin deine Antwort bezüglich Glukagon?",
        "Was hattest du mir gestern über Glukagon gezeigt?",
    ),
}


@pytest.mark.parametrize(("code", "text"), [(code, text) for code, texts in ASKED_BACK.items() for text in texts])
def test_how_it_was_said_is_not_what_is_asked(code: str, text: str) -> None:
    """Words that ask back, and when it was, are no topic: a conversation need not say them to be found."""
    # ACCEPTANCE 1.13
    assert asked_words(text, BY_CODE[code]) == ["glukagon" if code != "en" else "glucagon"]


def test_a_tier_follows_from_the_question() -> None:
    """Its length, or a word that asks for more."""
    # ACCEPTANCE 1.24
    turkish = told("Kortizol nedir, nasıl ölçülür?")
    assert turkish is not None

    assert tier_of("Kortizol nedir?", turkish) is Tier.QUICK
    assert tier_of("Kortizol ile insülin direnci arasındaki ilişki sabahları nasıl değişir?", turkish) is Tier.RESEARCH
    assert tier_of("Kortizolü detaylı anlat", turkish) is Tier.DEEP
