"""How a game's block says how long ago something was."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from context.wording.story_lines import ago
from languages.registry import BY_CODE

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
