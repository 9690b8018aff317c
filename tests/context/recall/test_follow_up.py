"""Short answers to what the chat was asked last."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from context.recall.follow_up import Chosen, NoSuch, chosen_of, says_yes
from context.recall.outcomes import Past
from graph.values.items import Conversation
from languages.registry import BY_CODE


def past(title: str, at: datetime) -> Past:
    """A conversation of that day."""
    held = Conversation(
        id=title, chat="", title=title, started_at=at, last_at=at, first_position=0, last_position=0, message_count=1
    )
    return Past(conversation=held, score=1.0, day="")


PASTS = [
    past("İnsülin Direnci ve Metformin", datetime(2024, 9, 15, tzinfo=UTC)),
    past("İnsülin Direnci ve Egzersiz", datetime(2024, 10, 3, tzinfo=UTC)),
    past("Tip 2 Diyabet ve İnsülin Direnci", datetime(2024, 10, 18, tzinfo=UTC)),
]


@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        *(
            ("tr", text, Chosen(1))
            for text in ("İkinci", "2", "ikincisi", "3 Ekim'deki", "2.", "İKİNCİSİ", "egzersiz olan")
        ),
        ("tr", "sonuncusu", Chosen(2)),
        ("tr", "Eylül'deki", Chosen(0)),
        *(("tr", text, NoSuch()) for text in ("dördüncü", "7", "4 Ekim'deki", "Ekim'deki")),
        *(("en", text, Chosen(1)) for text in ("the second one", "2", "the one of 3 October", "2nd please")),
        *(("de", text, Chosen(1)) for text in ("die zweite", "2", "die vom 3. Oktober")),
        ("tr", "Kolesterol için ikinci bir ilaç gerekir mi, ne dersin?", None),
        ("tr", "Hava nasıl?", None),
    ],
)
def test_one_of_the_list_is_chosen(code: str, text: str, expected: object) -> None:
    """By number, date or a word of its title; never guessed."""
    # ACCEPTANCE 1.19
    assert chosen_of(text, PASTS, [BY_CODE[code]]) == expected


@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        ("tr", "Evet", True),
        ("tr", "evet lütfen", True),
        ("tr", "Hayır yeter", False),
        ("tr", "teşekkürler", False),
        ("tr", "Kolesterol neydi?", None),
        ("en", "yes please", True),
        ("en", "no, that's enough", False),
        ("de", "Ja", True),
        ("de", "Nein, das reicht", False),
    ],
)
def test_an_offer_is_accepted_or_declined(code: str, text: str, expected: object) -> None:
    """Or the message is about something else."""
    # ACCEPTANCE 1.20, 1.21
    assert says_yes(text, [BY_CODE[code]]) == expected
