"""How a game's block says how long ago something was, and who said it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from context.wording.story_lines import ago, in_story
from graph.values.items import Author, Summary
from languages.english.phrases import PHRASES as ENGLISH
from languages.registry import BY_CODE
from tests.context.select.choosing import summary

NOW = datetime(2026, 3, 14, 9, 30, tzinfo=UTC)

SECONDS = (0, 59, 60, 119, 120, 600, 3_599, 3_600, 7_200, 86_399, 86_400, 3 * 86_400)

TOLD = {
    "en": (
        *("just now", "just now", "1 min ago", "1 min ago", "2 mins ago", "10 mins ago", "59 mins ago"),
        *("1 hour ago", "2 hours ago", "23 hours ago", "1 day ago", "3 days ago"),
    ),
    "tr": (
        *("az önce", "az önce", "1 dakika önce", "1 dakika önce", "2 dakika önce", "10 dakika önce", "59 dakika önce"),
        *("1 saat önce", "2 saat önce", "23 saat önce", "1 gün önce", "3 gün önce"),
    ),
    "de": (
        *(
            "gerade eben",
            "gerade eben",
            "vor 1 Minute",
            "vor 1 Minute",
            "vor 2 Minuten",
            "vor 10 Minuten",
            "vor 59 Minuten",
        ),
        *("vor 1 Stunde", "vor 2 Stunden", "vor 23 Stunden", "vor 1 Tag", "vor 3 Tagen"),
    ),
}


@pytest.mark.parametrize("code", TOLD)
def test_how_long_ago(code: str) -> None:
    """In whole minutes, hours or days; less than a minute is now."""
    # ACCEPTANCE 2.18
    phrases = BY_CODE[code].phrases

    assert tuple(ago(NOW - timedelta(seconds=each), NOW, phrases) for each in SECONDS) == TOLD[code]


def test_a_summary_by_rules_tells_of_the_player_and_the_response() -> None:
    """In the language of the block, whatever the roles are called in the language of the talk."""
    body = "Kullanıcı: Kapıyı açıyorum. Asistan (2026-03-01): Kapı gıcırdayarak açılıyor. Mara: Dikkat et."

    told = in_story(replace(summary(1, body), author=Author.RULES), ENGLISH)

    assert isinstance(told, Summary)
    assert told.body == ("Player: Kapıyı açıyorum. Response (2026-03-01): Kapı gıcırdayarak açılıyor. Mara: Dikkat et.")
