"""Recall over HTTP: the four example flows of its document as one conversation, in each language."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.api.recall_caller import TODAY, Caller, calling, on
from tests.topic_embedder import TopicEmbedder


def test_the_examples_of_the_document_are_one_conversation_in_turkish(caller: Caller) -> None:
    """Clear recall, an ambiguous question, nothing found, several found: as the document tells them."""
    # ACCEPTANCE 1.25
    dawn = caller.past(
        "a",
        on(10, 5),
        "Dawn Phenomenon ile Somogyi Etkisi arasındaki fark nedir?",
        "Somogyi etkisi, gece yaşanan hipoglisemiye karşı vücudun glikoz üretmesiyle sabah yüksek şekere yol açar. "
        "Dawn phenomenon'da gece hiposu olmadan, sabah hormonlarının doğal etkisiyle şeker yükselir.",
        "Hangi hormonlar rol oynar?",
        "Kortizol ve büyüme hormonu her iki durumda da rol oynar. İnsülin ihtiyacı bu saatlerde artar.",
    )
    for day, line, reply in (
        (on(9, 15), "İnsülin Direnci ve Metformin Kullanımı", "Metformin insülin direncinde ilk seçilen ilaçtır."),
        (on(10, 3), "İnsülin Direnci ve Egzersiz İlişkisi", "Egzersiz insülin direncini düşürür."),
        (on(10, 18), "Tip 2 Diyabet ve İnsülin Direnci", "Tip 2 diyabet insülin direnciyle başlar."),
    ):
        caller.past(line, day, line, reply)

    # Example 1: clear recall. ACCEPTANCE 1.18, 1.23
    clear = caller.ask("Dawn ile karışan etki neydi?")
    assert clear["kind"] == "recall"
    assert clear["past"]["conversation"] == dawn
    assert clear["say"].startswith("5 Ekim'de ")
    assert "araştırmıştın." in clear["say"]
    for part in (
        "Araştırma Başlığı: ",
        "Tarih: 5 Ekim",
        "Kullanıcı: Hangi hormonlar rol oynar?",
        "Asistan: Kortizol ve büyüme hormonu",
        "Kullanıcının Şu Anki Sorusu: Dawn ile karışan etki neydi?",
        "Hangi tarihte bu araştırmayı yaptığını da belirt.",
    ):
        assert part in clear["prompt"]
    assert clear["is_whole"]
    assert "neydi" in clear["why"]

    # Example 2: ambiguous. ACCEPTANCE 1.21
    known = caller.ask("Dawn phenomenon nedir?")
    assert known["kind"] == "ambiguous"
    assert known["say"].startswith("Bu konuyu 5 Ekim'de araştırmıştın. İşte o zaman")
    assert known["say"].endswith("Yeni araştırma yapmamı ister misin?")
    assert caller.ask("Hayır yeter")["kind"] == "satisfied"
    assert caller.ask("Dawn phenomenon nedir?")["kind"] == "ambiguous"
    anew = caller.ask("Evet yeni araştır")
    assert (anew["kind"], anew["question"]) == ("bypass", "Dawn phenomenon nedir?")

    # Example 3: nothing found. ACCEPTANCE 1.20
    nothing = caller.ask("Beta hücre rejenerasyonu hakkında ne konuşmuştuk?")
    assert nothing["kind"] == "not_found"
    assert nothing["say"] == (
        "Beta hücre rejenerasyonu hakkında daha önce bir araştırma kaydı bulamadım. Şimdi araştırayım mı?"
    )
    research = caller.ask("Evet")
    assert research["kind"] == "research"
    assert research["tier_name"] in ("Hızlı", "Araştırma", "Derin Araştırma")

    # Example 4: several. ACCEPTANCE 1.19
    for answer in ("İkinci", "2", "ikincisi", "3 Ekim'deki"):
        several = caller.ask("İnsülin direnci araştırması")
        assert several["say"] == (
            "Bu konuda birkaç araştırman var:\n"
            "1) Tip 2 Diyabet ve İnsülin Direnci - 18 Ekim 2024\n"
            "2) İnsülin Direnci ve Egzersiz İlişkisi - 3 Ekim 2024\n"
            "3) İnsülin Direnci ve Metformin Kullanımı - 15 Eylül 2024\n\n"
            "Hangisinden bahsediyorsun veya yeni araştırma mı yapmamı istersin?"
        )
        asked_again = caller.ask("dördüncü")
        assert (asked_again["kind"], len(asked_again["pasts"])) == ("several", 3)
        chosen = caller.ask(answer)
        assert (chosen["kind"], chosen["past"]["day"]) == ("recall", "3 Ekim")
        assert "Kullanıcının Şu Anki Sorusu: İnsülin direnci araştırması" in chosen["prompt"]


FLOWS = {
    "en": {
        "past": (
            "What is the difference between the Dawn phenomenon and the Somogyi effect?",
            "The Somogyi effect follows low sugar at night; the Dawn phenomenon does not. Cortisol acts in both.",
        ),
        "several": (
            ("Insulin resistance and metformin", "Metformin is the first medicine for insulin resistance."),
            ("Insulin resistance and exercise", "Exercise lowers insulin resistance."),
        ),
        "clear": ("What was that effect that gets mixed up with Dawn?", "on 5 October", "User: What is"),
        "ambiguous": ("What is the Dawn phenomenon?", "You looked into this on 5 October."),
        "no": "No, that's enough",
        "anew": "Yes, do new research",
        "nothing": ("What did we say about beta cell regeneration?", "I found no earlier research about beta"),
        "yes": "Yes",
        "list": ("Insulin resistance research", "You have looked into this several times:"),
        "second": ("The second one", "second", "2", "the one of 3 October"),
    },
    "de": {
        "past": (
            "Was ist der Unterschied zwischen dem Dawn-Phänomen und dem Somogyi-Effekt?",
            "Der Somogyi-Effekt folgt auf nächtlichen Unterzucker, das Dawn-Phänomen nicht. Cortisol wirkt mit.",
        ),
        "several": (
            ("Insulinresistenz und Metformin", "Metformin ist das erste Mittel bei Insulinresistenz."),
            ("Insulinresistenz und Sport", "Sport senkt die Insulinresistenz."),
        ),
        "clear": ("Was war noch mal der Effekt, der mit Dawn verwechselt wird?", "am 5 Oktober", "Nutzer: Was ist"),
        "ambiguous": ("Was ist das Dawn-Phänomen?", "Das hast du am 5"),
        "no": "Nein, das reicht",
        "anew": "Ja, bitte neu recherchieren",
        "nothing": (
            "Was hatten wir über Betazellen gesagt?",
            "Über Betazellen habe ich keine frühere Recherche gefunden",
        ),
        "yes": "Ja",
        "list": ("Recherche zur Insulinresistenz", "Dazu hast du mehrere Recherchen:"),
        "second": ("Die zweite", "2", "die vom 3. Oktober"),
    },
}


@pytest.mark.parametrize("code", FLOWS)
def test_the_examples_hold_in_other_languages(caller: Caller, code: str) -> None:
    """The same four flows."""
    # ACCEPTANCE 1.8, 1.25
    flow: Any = FLOWS[code]
    caller.past("a", on(10, 5), *flow["past"])
    caller.past("b", on(10, 3), *flow["several"][0])
    caller.past("c", on(10, 18), *flow["several"][1])

    question, day, line = flow["clear"]
    clear = caller.ask(question)
    assert (clear["kind"], clear["language"]) == ("recall", code)
    assert day.split()[-1] in clear["say"]
    assert line in clear["prompt"]
    question, said = flow["ambiguous"]
    known = caller.ask(question)
    assert known["kind"] == "ambiguous"
    assert known["say"].startswith(said)
    assert caller.ask(flow["no"])["kind"] == "satisfied"
    assert caller.ask(question)["kind"] == "ambiguous"
    assert caller.ask(flow["anew"])["kind"] == "bypass"
    question, said = flow["nothing"]
    nothing = caller.ask(question)
    assert nothing["kind"] == "not_found"
    assert nothing["say"].startswith(said)
    assert caller.ask(flow["yes"])["kind"] == "research"
    question, said = flow["list"]
    for answer in flow["second"]:
        several = caller.ask(question)
        assert several["kind"] == "several"
        assert several["say"].startswith(said)
        chosen = caller.ask(answer)
        assert (chosen["kind"], chosen["past"]["date"][:10]) == ("recall", "2024-10-03")


def test_what_was_learned_is_told_in_one_language(caller: Caller) -> None:
    """Also who said it, where the summary quotes both."""
    # ACCEPTANCE 1.21
    caller.past(
        "a",
        on(10, 5),
        "Kombi basıncı neden sürekli düşüyor?",
        "Genleşme tankının havası kaçmış olabilir. Tankı 1 bara şişirmek çoğu zaman yeter; yoksa petekte kaçak var.",
        "Petekler soğuk kalıyor ve her sabah bir litre su ekliyorum.",
        "Vanaların altına kâğıt peçete koy, sabah ıslak olan kaçırıyordur.",
    )

    say = caller.ask("Kombi basıncı nedir?")["say"]

    assert "Kullanıcı: " in say and "Asistan: " in say and "assistant" not in say


@pytest.mark.parametrize("text", ["Dawn phenomenon nedir?", "İnsülin direnci araştırması", "What is a heat pump?"])
def test_what_was_never_talked_about_is_researched_without_a_word(caller: Caller, text: str) -> None:
    """Nothing is said of a past that there is not."""
    # ACCEPTANCE 1.21, 1.24
    caller.past("a", on(10, 5), "Kolajen takviyesi işe yarar mı?", "Kolajen üzerine kanıtlar zayıftır.")

    asked = caller.ask(text)

    assert (asked["kind"], asked["say"], asked["question"]) == ("research", "", text)


def test_a_conversation_is_found_once_it_is_complete_and_not_before(caller: Caller) -> None:
    """Within the request after its completion, and once, however often it is completed."""
    # ACCEPTANCE 1.9, 1.11, 1.12
    [id] = caller.say("a", on(10, 5), "Kolajen takviyesi işe yarar mı?", "Kolajen üzerine kanıtlar zayıftır.")
    assert caller.ask("Kolajen neydi?", record=False)["kind"] == "not_found"

    for _ in range(2):
        closed = caller.http.post(f"/v1/spaces/s/conversations/{id}/close").json()
        assert (closed["status"], closed["title"]) == ("complete", "Kolajen takviyesi işe yarar mı")
    found = caller.ask("Kolajen neydi?", record=False)
    assert (found["kind"], found["past"]["conversation"]) == ("recall", id)


@pytest.mark.parametrize(("seconds", "kind"), [(29 * 60 + 59, "not_found"), (30 * 60, "recall")])
def test_silence_of_thirty_minutes_completes_without_another_message(caller: Caller, seconds: int, kind: str) -> None:
    """A sweep does it."""
    # ACCEPTANCE 1.9
    caller.say("a", on(10, 5), "Kolajen takviyesi işe yarar mı?")
    caller.now = on(10, 5) + timedelta(seconds=seconds)

    caller.service.close_silent("s")

    assert caller.ask("Kolajen neydi?", record=False)["kind"] == kind


@pytest.mark.parametrize(
    ("message", "kind", "conversations"),
    [
        ("Başka bir şey soracağım", "new_topic", 2),
        ("teşekkürler", "satisfied", 1),
        ("Anladım, peki ya kortizol?", "answer", 1),
    ],
)
def test_phrases_end_a_conversation(caller: Caller, message: str, kind: str, conversations: int) -> None:
    """A new topic begins the next one with its own message; thanks are the last message of theirs."""
    # ACCEPTANCE 1.7, 1.9, 1.24
    caller.say("now", TODAY, "Kolajen takviyesi işe yarar mı?", "Kolajen üzerine kanıtlar zayıftır.")
    caller.now = TODAY + timedelta(minutes=5)

    assert caller.ask(message)["kind"] == kind

    caller.now += timedelta(minutes=1)
    found = caller.ask("Kolajen neydi?")
    assert found["kind"] == ("not_found" if kind == "answer" else "recall")
    graph = caller.service.knowledge.index("s")
    said = sorted(caller.items("now"), key=lambda item: str(item["id"]))[:3]
    held = {graph.entry(item["id"]).conversation for item in said}
    assert len(held) == conversations


def test_new_research_is_not_searched_for(caller: Caller) -> None:
    """Though the past is named as well, and has it."""
    # ACCEPTANCE 1.5
    caller.past("a", on(10, 5), "Kolajen takviyesi işe yarar mı?", "Kolajen üzerine kanıtlar zayıftır.")
    index = caller.service.knowledge.index("s")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(index), "search_conversations", None)

        for text in ("O kolajen araştırması neydi? Yeni araştır", "Kolajen için tekrar araştır", "fresh research"):
            assert caller.ask(text)["kind"] == "bypass"


def test_a_list_has_five_at_most_and_reads_none_of_them(caller: Caller) -> None:
    """The newest first among equals, with scores above 0; the messages of one are read once it is chosen."""
    # ACCEPTANCE 1.15, 1.19
    ids = [
        caller.past(f"{day}", on(10, day), f"İnsülin direnci {day}", "İnsülin direnci üzerine bir yanıt.")
        for day in range(1, 8)
    ]
    knowledge = caller.service.knowledge
    messages, read = knowledge.messages, []

    def seen(space: str, **more: Any) -> Any:
        read.append(more.get("conversation"))
        return messages(space, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(knowledge, "messages", seen)
        several = caller.ask("İnsülin direnci araştırması")
        assert [past["conversation"] for past in several["pasts"]] == ids[:1:-1]
        assert {past["score"] for past in several["pasts"]} == {1.0}
        assert [id for id in read if id] == []
        chosen = caller.ask("sonuncu")
        assert [id for id in read if id] == [chosen["past"]["conversation"]] == [ids[2]]


SUGAR = TopicEmbedder(("dawn", "sabah şeker"), "tr")


@pytest.mark.parametrize(("embedder", "kind"), [(None, "not_found"), (SUGAR, "recall")])
def test_other_wording_is_found_with_an_embedder(embedder: TopicEmbedder | None, kind: str) -> None:
    """And not without one."""
    # ACCEPTANCE 1.17
    with calling(embedder=embedder) as caller:
        id = caller.past("a", on(10, 5), "Dawn phenomenon nedir?", "Hormonlar glikozu artırır.")
        while caller.service.embed("s"):
            pass

        found = caller.ask("Sabah şekeri yükselmesi neydi?")

        assert found["kind"] == kind
        assert embedder is None or found["past"]["conversation"] == id


def test_a_language_that_the_embedder_does_not_know_is_not_embedded() -> None:
    """Its vector would be noise, and near to anything."""
    with calling(embedder=SUGAR) as caller:
        caller.past("a", on(10, 5), "What is collagen good for?", "For the skin, perhaps.")
        while caller.service.embed("s"):
            pass

        assert caller.ask("What did we say about the roof of my house?")["kind"] == "not_found"


def test_a_message_that_only_reads_changes_nothing(caller: Caller) -> None:
    """`record: false` neither stores the message nor keeps what was offered."""
    caller.past("b", on(10, 3), "İnsülin direnci ve spor", "Spor insülin direncini düşürür.")
    caller.past("c", on(10, 4), "İnsülin direnci ve uyku", "Uyku insülin direncini düşürür.")

    assert caller.ask("İnsülin direnci araştırması", record=False)["kind"] == "several"

    assert caller.items("now") == []
    assert caller.ask("ikinci", record=False)["kind"] != "recall"


def test_a_long_conversation_is_told_in_its_relevant_parts(caller: Caller) -> None:
    """The prompt keeps to its budget, and says that it is not all."""
    lines = [f"Soru {n}: kolesterol üzerine uzun uzun konuşalım, olur mu?" for n in range(60)]
    lines[41] = "Omega 3 dozu günde 2 gramdır."
    caller.past("a", on(10, 5), *lines)

    found = caller.ask("Omega 3 dozu neydi?", prompt_tokens_max=600)

    assert (found["kind"], found["is_whole"]) == ("recall", False)
    assert "Asistan: Omega 3 dozu günde 2 gramdır." in found["prompt"]
    assert "(Konuşmanın yalnız ilgili bölümleri)" in found["prompt"]


def test_an_answer_says_when_the_past_does_not_have_all_of_it(caller: Caller) -> None:
    """A number that was never named; "yes" then means research."""
    # ACCEPTANCE 1.22
    caller.past("a", on(10, 5), "Magnezyum hangi besinlerde var?", "Magnezyum kuruyemişte ve yeşil sebzede bulunur.")

    found = caller.ask("Magnezyum için kaç miligram demiştik?")

    assert found["missing"] == ["kac"]
    assert found["say"].endswith(
        "Bu bilgi tam olarak sorunuzu cevaplamıyor gibi. Daha detaylı yeni bir araştırma yapmamı ister misin?"
    )
    assert caller.ask("Evet")["kind"] == "research"


INCOMPLETE = {
    "tr": ("Magnezyum neydi?", "Daha detaylı yeni bir araştırma yapmamı ister misin?", "Evet"),
    "en": ("What was that magnesium again?", "Shall I research it anew, in more detail?", "Yes please"),
    "de": ("Was war noch mal Magnesium?", "Soll ich ausführlicher neu recherchieren?", "Ja"),
}


@pytest.mark.parametrize("code", INCOMPLETE)
@pytest.mark.parametrize("is_offered", [True, False])
def test_model_says_whether_the_past_answers(caller: Caller, code: str, is_offered: bool) -> None:
    """Its reply ends with the offer that the prompt names, or there is none: "yes" means research only if it does."""
    # ACCEPTANCE 1.22
    question, offer, yes = INCOMPLETE[code]
    known = "Magnezyum, Magnesium, magnesium."
    caller.past("a", on(10, 5), question, known)
    found = caller.ask(question)
    assert (found["kind"], found["missing"]) == ("recall", [])
    assert offer in found["prompt"]

    reply = f"{known} Mehr? {offer}" if is_offered else known
    body = {"chat": "now", "messages": [{"role": "assistant", "content": reply}]}
    assert caller.http.post("/v1/spaces/s/messages", json=body).status_code == 200

    answered = caller.ask(yes)
    assert answered["kind"] == ("research" if is_offered else "answer")
    assert not is_offered or answered["question"] == question


def test_model_that_answers_all_withdraws_the_offer(caller: Caller) -> None:
    """A word that was missing was another word for the same."""
    # ACCEPTANCE 1.22
    caller.past("a", on(10, 5), "Magnezyum hangi besinlerde var?", "Magnezyum kuruyemişte bulunur.")
    assert caller.ask("Magnezyum için kaç miligram demiştik?")["missing"] == ["kac"]
    assert caller.ask("Magnezyum için hangi ilaç demiştik?")["missing"] == ["ilaç"]

    body = {"chat": "now", "messages": [{"role": "assistant", "content": "Miktar konuşmadık, besinleri konuştuk."}]}
    assert caller.http.post("/v1/spaces/s/messages", json=body).status_code == 200

    assert caller.ask("Evet")["kind"] != "research"


def test_bad_input_is_refused_in_a_sentence(caller: Caller) -> None:
    """An empty message, a conversation and a space that do not exist."""
    assert caller.http.post("/v1/spaces/s/recall", json={"message": " "}).status_code == 422
    assert caller.http.post("/v1/spaces/s/conversations/c99/close").status_code == 404
    assert caller.http.post("/v1/spaces/none/recall", json={"message": "neydi?"}).status_code == 404


@pytest.mark.parametrize("redact", [True, False])
def test_what_is_told_repeats_no_secret(redact: bool) -> None:
    """In what recall says, in its prompt, in that of a character, and in a block, of a fact and a line by hand too."""
    with calling(redact=redact) as caller:
        http = caller.http
        caller.past("a", on(10, 5), "How do I prune an apple tree?", "In winter. Your password hunter2x is noted.")
        http.post("/v1/spaces/s/facts", json={"text": "Nil's password is hunter2x.", "about": ["Nil"]})
        http.post("/v1/spaces/s/key-info/pin", json={"text": "The PIN is 7733."})
        asked = {"message": "What did you say about pruning the apple tree?", "chat": "now"}
        told = http.post("/v1/spaces/s/recall", json=asked).json()
        character = http.post("/v1/spaces/s/characters/assistant/prompt", json={"request": "Hi."}).json()
        turn = {"query": "What is Nil's password?", "visible": 0, "record": False}
        block = http.post("/v1/spaces/s/turns", json=turn).json()["block"]

        shown = "•••" if redact else "hunter2x"
        for text in (told["say"], told["prompt"], character["prompt"]):
            assert f"Your password {shown}" in text
        assert f"Nil's password is {shown}" in block["text"]
        assert f"The PIN is {'•••' if redact else 7733}." in block["text"]
