"""What a message wants: by lists of its document, and by utterances that were written down before any rule."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from context.recall.intent import Intent, Tier, asked_words, detect, tier_of
from graph.text.identification import told
from languages.registry import BY_CODE

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
}


@pytest.mark.parametrize("phrase", RECALL_ALONE)
def test_a_phrase_alone_asks_back(phrase: str) -> None:
    """Each phrase of the document's lists, in small letters, capitals and without diacritics."""
    # ACCEPTANCE 1.1, 1.4
    capitals = phrase.replace("i", "İ").upper()
    ascii_only = phrase.translate(str.maketrans("çğıöşü", "cgiosu"))

    assert [detect(text).intent for text in (phrase, capitals, ascii_only)] == [Intent.RECALL] * 3


@pytest.mark.parametrize(("text", "expected"), CLASSES.items())
def test_the_documents_examples(text: str, expected: str) -> None:
    """And those that its regexes would take for others."""
    # ACCEPTANCE 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8
    assert detect(text).intent == expected


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


@pytest.mark.parametrize("part", ["own", "aside"])
@pytest.mark.parametrize("intent", list(Intent))
def test_utterances_are_told_apart(part: str, intent: str) -> None:
    """Precision and recall of each class are at least 0.95."""
    counts = Counter((str(detect(text).intent), kind) for _, kind, of, text in ROWS if of == part)
    right = counts[intent, intent]
    found = sum(count for (told_as, _), count in counts.items() if told_as == intent)
    there = sum(count for (_, kind), count in counts.items() if kind == intent)

    assert right >= 0.95 * found and right >= 0.95 * there


def test_reasons_are_returned() -> None:
    """The signs with their words and weights, from which the outcome follows."""
    found = detect("O gece ne olmuştu?")

    assert [(sign.name, sign.weight) for sign in found.signs] == [("past", 0.5), ("question", 0.5), ("earlier", 0.4)]
    assert found.score == pytest.approx(1.4)
    assert "question: “ne”" in found.why
    assert "past: “yapmistik”" in detect("Kombi basıncı için ne yapmıştık?").why  # A whole word.


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
