"""What is known does not depend on where rounds begin and end."""

from __future__ import annotations

from datetime import timedelta

import pytest

from archivists.round_policy import RoundPolicy
from benchmarks.all_rounds import run_rounds
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.store.verbs import Label
from graph.values.codec import item_of
from graph.values.items import KeyInfo, Role
from tests.archivists.building import START

TALKS = {
    "en": (
        "I live in Leeds with my sister Anna.",
        "Which film should we watch?",
        "I'm allergic to penicillin.",
        "I work as a baker at Greenhill Bakery.",
        "The bus was late again.",
        "I have a grey cat called Tom.",
        "We moved to York last week.",
        "I love hiking in the Dales.",
        "I have a grey cat called Tom, as I said.",
        "My goal is to run the York marathon.",
    ),
    "tr": (
        "Ankara'da yaşıyorum.",
        "Hangi filmi izleyelim?",
        "Penisiline alerjim var.",
        "Yeşiltepe'de öğretmen olarak çalışıyorum.",
        "Otobüs yine gecikti.",
        "Boncuk adında gri bir kedim var.",
        "Geçen hafta İzmir'e taşındım.",
        "Dağda yürümeyi çok seviyorum.",
        "Boncuk adında gri bir kedim var.",
        "Hedefim bu yıl maraton koşmak.",
    ),
    "de": (
        "Ich wohne in Kassel mit meiner Schwester Anna.",
        "Welchen Film sehen wir?",
        "Ich bin gegen Penicillin allergisch.",
        "Ich arbeite als Bäcker bei Grünhügel.",
        "Der Bus kam wieder zu spät.",
        "Ich habe eine graue Katze namens Minka.",
        "Wir sind letzte Woche nach Weimar gezogen.",
        "Ich wandere sehr gerne im Harz.",
        "Ich habe eine graue Katze namens Minka, wie gesagt.",
        "Mein Ziel ist es, den Marathon zu laufen.",
    ),
}


def key_info_after(language: str, messages_a_round: int) -> list[str]:
    """Key info after a talk, with rounds after so many messages."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("a", now=START)
    at = START
    for i, body in enumerate(TALKS[language], start=1):
        at += timedelta(days=1)
        lines = [Line(role=Role.USER, body=body, sender="Nora", sent_at=at), Line(role=Role.ASSISTANT, body="OK.")]
        knowledge.append("a", lines, now=at)
        if i % messages_a_round == 0:
            run_rounds(knowledge, "a", owner="me", now=at, policy=RoundPolicy())
    run_rounds(knowledge, "a", owner="me", now=at, policy=RoundPolicy())
    return [
        line for node in knowledge.store.find("a", Label.KEY_INFO, limit=1) for line in item_of(node, KeyInfo).lines
    ]


@pytest.mark.parametrize("language", TALKS)
def test_key_info_is_the_same_in_rounds_of_any_size(language: str) -> None:
    """Short rounds keep as much as long ones."""
    whole = key_info_after(language, 60)

    assert len(whole) >= 1
    for messages_a_round in (1, 2, 4, 10):
        assert key_info_after(language, messages_a_round) == whole
