"""Which conversation a question is about: by the subject in people's own words, and by days."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from graph.embedders.builtin import BuiltinEmbedder
from tests.api.recall_caller import TODAY, Caller, calling, on
from tests.api.recalled_talks import DETAILS, NOT_STORED, STORED, TALKS

OF_DAYS = {
    # 2 November 2024, nine o'clock; the names of the talks that are meant, or none.
    **{
        text.format(day): {name}
        for name, day in {"vat": "15 Eylül", "visa": "21 Eylül", "somogyi": "5 Ekim", "knee": "9 Ekim"}.items()
        for text in ("{}'de ne konuşmuştuk?", "{} günü ne konuştuk", "hatırlıyor musun {} günü ne konuşmuştuk")
    },
    **{
        text.format(day): {name}
        for name, day in {"mortgage": "18 September", "router": "25 September", "compost": "11 September"}.items()
        for text in ("what did we talk about on {}?", "so what was it we discussed on {}", "what had we said on {}")
    },
    **{
        text.format(day): {name}
        for name, day in {"elterngeld": "12. Oktober", "printer": "2. Oktober"}.items()
        for text in ("was haben wir am {} besprochen?", "worüber hatten wir am {} gesprochen", "was war nochmal am {}")
    },
    "dün ne konuşmuştuk?": {"yesterday"},
    "what did we talk about yesterday?": {"yesterday"},
    "was haben wir gestern besprochen": {"yesterday"},
    "en son ne konuşmuştuk": {"yesterday"},
    "what did we talk about the last time?": {"yesterday"},
    "worüber haben wir zuletzt gesprochen": {"yesterday"},
    "geçen ay ne konuştuk": {"somogyi", "knee", "elterngeld", "printer"},
    "what did we discuss last month?": {"somogyi", "knee", "elterngeld", "printer"},
    "was haben wir letzten monat besprochen?": {"somogyi", "knee", "elterngeld", "printer"},
    "geçen ay diz için ne konuşmuştuk?": {"knee"},
    "what did we say about the router in September?": {"router"},
    "20 Ekim'de ne konuşmuştuk?": set(),
    "what did we talk about on 15 October?": set(),
    "was haben wir am 20. Oktober besprochen?": set(),
}


def told(caller: Caller) -> dict[str, str]:
    """The talks, and one of yesterday; their names by their ids."""
    talks = {caller.past(name, on(month, day), *lines): name for name, (month, day, lines) in TALKS.items()}
    yesterday = TODAY - timedelta(days=1)
    talks[caller.past("y", yesterday, "Can I freeze pesto?", "Yes, without the cheese.")] = "yesterday"
    while caller.service.embed("s"):
        pass
    return talks


@pytest.fixture(scope="module", params=["meaning", "words"])
def asked(request: pytest.FixtureRequest) -> Iterator[tuple[Caller, dict[str, str], bool]]:
    """A caller with all talks, their names, and whether they are found by meaning too; no test changes anything."""
    has_meaning = request.param == "meaning"
    with calling(embedder=BuiltinEmbedder() if has_meaning else None) as caller:
        yield caller, told(caller), has_meaning


def meant(caller: Caller, names: dict[str, str], question: str) -> tuple[str, set[str], bool]:
    """The kind of the answer, the talks that it names, and whether it says that something is missing."""
    answer = caller.ask(question, record=False)
    pasts = [answer["past"]] if "past" in answer else answer.get("pasts", [])
    return answer["kind"], {names[past["conversation"]] for past in pasts}, bool(answer.get("missing"))


def test_what_was_talked_about_is_found_and_what_was_not_is_not(asked: tuple[Caller, dict[str, str], bool]) -> None:
    """Fillers, forms of address and one unknown detail do not deny a subject; the detail is named as missing."""
    caller, names, has_meaning = asked
    step = 1 if has_meaning else 2  # Words alone are tested on half of them: it is the same search.
    stored = [(name, question, *meant(caller, names, question)) for name, question in STORED[::step]]
    not_stored = [(question, *meant(caller, names, question)) for question in NOT_STORED[::step]]

    denied = [question for _, question, kind, _, _ in stored if kind == "not_found"]
    missed = [(question, kind, found) for name, question, kind, found, _ in stored if name not in found]
    assert len(denied) <= 0.02 * len(stored), denied
    assert len(missed) <= (0.07 if has_meaning else 0.1) * len(stored), missed
    assert [(question, kind) for question, kind, found, _ in not_stored if found] == []
    named = {question for _, question, _, _, is_missing in stored if is_missing}
    assert named >= {question for _, question in STORED[::step]} & set(DETAILS)


def test_days_filter(asked: tuple[Caller, dict[str, str], bool]) -> None:
    """A day, a month, yesterday and the last time, in each language: 95 of 100 right."""
    caller, names, _ = asked
    found = {question: meant(caller, names, question)[1] for question in OF_DAYS}

    wrong = {question: names for question, names in found.items() if names != OF_DAYS[question]}
    assert len(OF_DAYS) >= 40
    assert len(wrong) <= 0.05 * len(OF_DAYS), wrong


def test_a_day_is_named_when_there_is_nothing_of_it(asked: tuple[Caller, dict[str, str], bool]) -> None:
    """Once, as the question names it."""
    answer = asked[0].ask("What did we talk about on 15 October?", record=False)

    assert "no earlier research on 15 October." in answer["say"]


WRONG_DAYS = {
    "2 Kasım'da Somogyi etkisi hakkında ne konuşmuştuk?": "2 Kasım'da bunu konuşmadık. 5 Ekim'de “",
    "What did we say about the mortgage on 2 October?": "Nothing about this was said on 2 October. You looked into “",
    "What did we say about the mortgage yesterday?": "Nothing about this was said yesterday. You looked into “",
    "Was haben wir am 3. November über das Elterngeld besprochen?": "Am 3. November wurde darüber nicht gesprochen. „",
}


@pytest.mark.parametrize("question", WRONG_DAYS)
def test_a_wrong_day_is_named_and_the_subject_found(asked: tuple[Caller, dict[str, str], bool], question: str) -> None:
    """What was said of it on another day is told with that day."""
    answer = asked[0].ask(question, record=False)

    assert answer["kind"] == "recall" and answer["say"].startswith(WRONG_DAYS[question]), answer["say"]


def test_turkish_letters_rank_above_folded_ones(caller: Caller) -> None:
    """Whoever asks for "ekşi" means no "eksi"; without the letters, both are found."""
    caller.past("a", on(10, 1), "Isı pompası eksi on derecede çalışır mı?", "Eksi on derecede verim düşer.")
    caller.past("b", on(10, 2), "Ekşi maya nasıl beslenir?", "Ekşi mayayı her gün un ve suyla besle.")

    assert caller.ask("ekşi neydi?")["past"]["title"].startswith("Ekşi maya")


def test_question_has_its_own_language(caller: Caller) -> None:
    """A Turkish question after two English messages is answered in Turkish, and an English one after Turkish ones."""
    caller.past("a", on(10, 2), "Ekşi maya nasıl beslenir?", "Ekşi mayayı her gün un ve suyla besle.")
    caller.past("b", on(10, 3), "How do I sharpen a plane iron?", "On a wet stone, at twenty-five degrees.")
    for chat, lines in (
        ("e", ("I am tired today.", "Take a walk, then.")),
        ("t", ("Bugün çok yorgunum.", "Biraz yürü.")),
    ):
        caller.say(chat, TODAY, *lines)

    assert caller.ask("Ekşi maya ile ilgili ne konuşmuştuk?", chat="e")["language"] == "tr"
    assert caller.ask("What did we say about the plane iron?", chat="t")["language"] == "en"


def test_what_fell_silent_is_found_in_the_next_request(caller: Caller) -> None:
    """No sweep is needed."""
    caller.say("a", on(10, 5), "Kolajen takviyesi işe yarar mı?", "Kolajen üzerine kanıtlar zayıftır.")
    caller.now = datetime(2024, 10, 5, 10, 31, tzinfo=UTC)

    assert caller.ask("Kolajen neydi?")["kind"] == "recall"


def test_yes_researches_the_subject(caller: Caller) -> None:
    """Not the sentence that asked for the past."""
    caller.ask("Beta hücre rejenerasyonu hakkında ne konuşmuştuk?")

    assert caller.ask("Evet")["question"] == "Beta hücre rejenerasyonu"
