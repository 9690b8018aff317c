"""Small graphs that the tests of a turn share: a harbour game in English, a household in Turkish."""

# ruff: noqa: E501 - What is told reads best unbroken.
from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from context.block_profile import ASSISTANT
from context.exchange import Turn, TurnRequest
from context.turn import TurnSteps, commit_given
from graph.changing.apply import apply_changes
from graph.intake.recognise import Line
from graph.knowledge import KnowledgeGraph
from graph.store.backends import open_store
from graph.values.changes import Change, EntityText, NewEntity, NewFact, NewSummary, SetKeyInfo, SupersedeFact
from graph.values.items import Author, Clock, EntityType, FactKind, IntakeRule, Role

NOW = datetime(2026, 3, 9, 18, tzinfo=UTC)

HARBOUR: Sequence[tuple[datetime, float, Sequence[tuple[str, str]]]] = (
    (
        datetime(2026, 2, 20, 19, tzinfo=UTC),
        1000.0,
        (
            ("Mara", "The Gull leaves for Tarn at dawn, and I mean to be on it."),
            ("Old Pell", "Then you need a token from the harbour master. Brona hands them out, for a price."),
            ("Mara", "What does she want?"),
            ("Old Pell", "Amber. She has a weakness for amber, ever since her brother drowned off Skerry Point."),
            ("Mara", "I still have the amber brooch that my mother gave me. I swore never to sell it."),
            ("Old Pell", "Then keep your oath, girl. There are other ways onto a ship."),
        ),
    ),
    (
        datetime(2026, 2, 27, 20, tzinfo=UTC),
        2000.0,
        (
            ("Mara", "Brona, I have come about passage to Tarn."),
            ("Brona", "No token, no passage. Bring me the ledger that Hask stole and you sail for free."),
            ("Mara", "Where is Hask now?"),
            ("Brona", "He drinks at the Split Oar. He fears dogs, if that helps you."),
            ("Mara", "It might. I promise you the ledger before the new moon."),
            ("Brona", "I will hold you to that promise."),
        ),
    ),
    (
        datetime(2026, 3, 8, 21, tzinfo=UTC),
        3000.0,
        (
            ("Mara", "I got the ledger! Hask dropped it when the hound barked."),
            ("Old Pell", "Ha! And what does it say?"),
            ("Mara", "That Brona sank the Heron herself, for the insurance. Her own brother was aboard."),
            ("Old Pell", "Hush. Walls have ears in this town. Who else knows?"),
        ),
    ),
)

HOME: Sequence[tuple[datetime, Sequence[tuple[Role, str]]]] = (
    (
        datetime(2026, 1, 12, 9, tzinfo=UTC),
        (
            (Role.USER, "Merhaba, ben Defne. İzmir'de yaşıyorum ve kızım Ilgın fıstığa alerjik."),
            (Role.ASSISTANT, "Merhaba Defne, bunu aklımda tutacağım. Ilgın için tarif mi arıyorsun?"),
            (Role.USER, "Evet, doğum günü için fıstıksız bir pasta. Geçen yıl çikolatalı yapmıştık, bayılmıştı."),
            (Role.ASSISTANT, "Kakaolu, vişneli bir pasta önerebilirim. Süslemede badem yerine çilek kullanırız."),
        ),
    ),
    (
        datetime(2026, 2, 14, 17, tzinfo=UTC),
        (
            (Role.USER, "Tansiyon ilacımı sabah mı akşam mı almalıyım? Doktorum Selim Bey sabah demişti."),
            (Role.ASSISTANT, "Doktorun sabah dediyse ona uymak en iyisi; her gün aynı saatte almaya dikkat et."),
            (Role.USER, "Tamam. Bir de mart ayında Kars'a gideceğiz, Ilgın kar görmek istiyor."),
        ),
    ),
)


def harbour() -> KnowledgeGraph:
    """A game on a world clock, after some rounds: two conversations told, one not, with every kind of fact."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("harbour", now=NOW, intake=IntakeRule(clock=Clock.WORLD, gap=500.0))
    told: list[tuple[str, ...]] = []
    for start, world_time, lines in HARBOUR:
        told.append(
            knowledge.append(
                "harbour",
                [
                    Line(
                        role=Role.USER if sender == "Mara" else Role.ASSISTANT,
                        sender=sender,
                        body=body,
                        sent_at=start + timedelta(minutes=place),
                        world_time=world_time + place,
                    )
                    for place, (sender, body) in enumerate(lines)
                ],
                now=start + timedelta(hours=1),
            ).messages
        )
    first, second, third = told
    changes: list[Change] = [
        NewEntity(name="Mara", type=EntityType.PERSON),
        NewEntity(name="Brona", type=EntityType.PERSON, aliases=("the harbour master",)),
        NewEntity(name="Old Pell", type=EntityType.PERSON, aliases=("Pell",)),
        NewEntity(name="Hask", type=EntityType.PERSON),
        NewEntity(name="Tarn", type=EntityType.PLACE),
        NewFact(ref="new:token", body="Passage on the Gull needs a token from Brona.", about=("Brona", "Gull"), sources=(first[1],), author=Author.MODEL),
        NewFact(ref="new:amber", body="Brona has a weakness for amber.", about=("Brona",), sources=(first[3],), salience=7, author=Author.MODEL),
        NewFact(ref="new:brother", body="Brona's brother drowned off Skerry Point.", about=("Brona",), sources=(first[3],), salience=9, author=Author.MODEL),
        NewFact(ref="new:brooch", body="Mara swore never to sell the amber brooch that her mother gave her.", about=("Mara",), sources=(first[4],), importance=8, salience=9, author=Author.MODEL),
        NewFact(ref="new:dogs", body="Hask fears dogs.", about=("Hask",), sources=(second[3],), author=Author.MODEL),
        NewFact(ref="new:stole", body="Hask has Brona's ledger.", about=("Hask", "Brona"), sources=(second[1],), author=Author.MODEL),
        NewFact(ref="new:has", body="Mara has Brona's ledger.", about=("Mara", "Brona"), sources=(third[0],), importance=8, author=Author.MODEL),
        NewFact(body="Brona sank the Heron herself for the insurance.", kind=FactKind.THEORY, about=("Brona",), sources=(third[2],), importance=9, author=Author.MODEL),
        NewFact(body="Who else knows what the ledger says?", kind=FactKind.QUESTION, about=("Brona",), sources=(third[3],), stated_by=Role.ASSISTANT, author=Author.MODEL),
        NewFact(body="Mara wants passage to Tarn.", kind=FactKind.OBJECTIVE, about=("Mara", "Tarn"), sources=(first[0],), importance=9, author=Author.MODEL),
        NewSummary(ref="new:s1", level=1, members=first, body="Mara wants to sail to Tarn on the Gull. Old Pell tells her that the harbour master Brona gives tokens for amber; Mara will not sell her mother's brooch.", conversation=None),
        NewSummary(ref="new:s2", level=1, members=second, body="Brona offers Mara free passage for the ledger that Hask stole. Mara promises it before the new moon.", conversation=None),
        SetKeyInfo(lines=("The player is Mara, a sailor's daughter; speak to her as Old Pell.",), sources=(first[0],)),
    ]  # fmt: skip
    ids = apply_changes(knowledge, "harbour", changes, now=NOW - timedelta(hours=1)).ids
    index = knowledge.index("harbour")
    brona, pell = index.entities_named("Brona")[0], index.entities_named("Old Pell")[0]
    apply_changes(
        knowledge,
        "harbour",
        [
            EntityText(
                entity=brona,
                brief="Harbour master who hands out tokens for the ships.",
                dossier="Harbour master. She hands out tokens for passage, has a weakness for amber, and lost her "
                "brother off Skerry Point.",
                covers=(ids["new:token"], ids["new:amber"], ids["new:brother"]),
            ),
            SupersedeFact(fact=ids["new:stole"], by=ids["new:has"], reason="Hask dropped it"),
            EntityText(entity=pell, brief="An old fisherman and Mara's friend."),
        ],
        now=NOW - timedelta(hours=1),
    )
    return knowledge


def home() -> KnowledgeGraph:
    """A household's chats in Turkish on the wall clock, after a round."""
    knowledge = KnowledgeGraph(open_store(":memory:"))
    knowledge.create_space("ev", now=NOW)
    told: list[tuple[str, ...]] = []
    for start, lines in HOME:
        told.append(
            knowledge.append(
                "ev",
                [
                    Line(
                        role=role,
                        sender="Defne" if role is Role.USER else "Asistan",
                        body=body,
                        sent_at=start + timedelta(minutes=place),
                    )
                    for place, (role, body) in enumerate(lines)
                ],
                now=start + timedelta(hours=1),
            ).messages
        )
    first, second = told
    changes: list[Change] = [
        NewEntity(name="Defne", type=EntityType.PERSON),
        NewEntity(name="Ilgın", type=EntityType.PERSON),
        NewEntity(name="Selim Bey", type=EntityType.PERSON),
        NewFact(body="Ilgın fıstığa alerjik.", about=("Ilgın",), sources=(first[0],), importance=10, salience=7, author=Author.MODEL),
        NewFact(body="Ilgın geçen yılki çikolatalı pastaya bayılmıştı.", about=("Ilgın",), sources=(first[2],), salience=7, author=Author.MODEL),
        NewFact(body="Selim Bey tansiyon ilacının sabah alınmasını söyledi.", about=("Selim Bey", "Defne"), sources=(second[0],), importance=8, author=Author.MODEL),
        NewFact(body="Mart ayında Kars'a gidilecek.", kind=FactKind.OBJECTIVE, about=("Ilgın",), sources=(second[2],), author=Author.MODEL),
        NewSummary(ref="new:s1", level=1, members=first, body="Defne, fıstığa alerjik kızı Ilgın'ın doğum günü için fıstıksız pasta aradı; vişneli kakaolu pasta önerildi.", conversation=None),
        SetKeyInfo(lines=("Kullanıcının adı Defne; kızı Ilgın fıstığa alerjik.",), sources=(first[0],)),
    ]  # fmt: skip
    apply_changes(knowledge, "ev", changes, now=NOW - timedelta(hours=1))
    daughter = knowledge.index("ev").entities_named("Ilgın")[0]
    apply_changes(knowledge, "ev", [EntityText(entity=daughter, brief="Defne'nin fıstığa alerjik kızı.")], now=NOW)
    return knowledge


def turn_given_ahead(knowledge: KnowledgeGraph, request: TurnRequest, give: Callable[[Turn], object]) -> Turn:
    """A turn whose block is given before anything is stored, as the proxy does it."""
    known = knowledge.recognise(request.space, request.lines, chat=request.chat)
    plan = TurnSteps(knowledge, ASSISTANT, NOW, None, None).plan_ahead(request, known)
    give(plan.turn)
    return commit_given(knowledge, plan)
