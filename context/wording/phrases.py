"""What a block says in its own words, in the language of the talk. One more language is one more value here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from graph.text.analysis import leans_turkish
from graph.text.block_wrapper import OPENING, OPENING_TURKISH

TOLD_CHARS = 2000
"""What is looked at to tell the language: function words and letters decide within a few lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """Constants only; what stands in braces is filled in."""

    opening: str
    headings: Mapping[str, str]  # section -> what a model and a person read above it
    months: tuple[str, ...]
    one_left_out: str
    left_out: str
    thousands: str
    world_time: str
    in_chat: str
    types: Mapping[str, str]  # of entities
    also_called: str
    until: str
    confidence: str
    disputed: str
    disputed_or: str
    either_or: str

    def day(self, at: datetime) -> str:
        """8 May 2023."""
        return self.date(at.year, at.month, at.day)

    def date(self, year: int, month: int, day: int) -> str:
        """8 May 2023; whether the month has such a day is not looked at."""
        return f"{day} {self.months[month - 1]} {year}"

    def days(self, first: datetime, last: datetime) -> str:
        """8 May 2023, 3–8 May 2023, or 30 April 2023 – 8 May 2023."""
        if first.date() == last.date():
            return self.day(first)
        if (first.year, first.month) == (last.year, last.month):
            return f"{first.day}–{self.day(last)}"
        return f"{self.day(first)} – {self.day(last)}"

    def left_out_line(self, count: int) -> str:
        """148 earlier messages are not shown."""
        if count < 2:
            return f"({self.one_left_out})\n" if count else ""
        return f"({self.left_out.format(f'{count:,}'.replace(',', self.thousands))})\n"


ENGLISH: Final = Phrases(
    opening=OPENING,
    headings={
        "key info": "Always to be known",
        "reflections": "Reflections",
        "summaries": "Earlier conversations",
        "dossiers": "Who and what it is about",
        "briefs": "Also of interest",
        "facts": "Facts",
        "theories": "Theories (not certain)",
        "questions": "Open questions",
        "objectives": "Objectives",
        "significant memories": "Significant moments",
        "excerpts": "Said earlier",
        "recent messages": "Said just before",
    },
    months=(
        "January", "February", "March", "April", "May", "June",
        "July", "August", "September", "October", "November", "December",
    ),
    one_left_out="1 earlier message is not shown.",
    left_out="{} earlier messages are not shown.",
    thousands=",",
    world_time="world time {}",
    in_chat="{}, in the chat “{}”",
    types={"person": "person", "place": "place", "organisation": "organisation", "thing": "thing"},
    also_called="also called {}",
    until="until {}",
    confidence="confidence {:.1f}",
    disputed="disputed",
    disputed_or="disputed: or {}",
    either_or=" or ",
)  # fmt: skip

TURKISH: Final = Phrases(
    opening=OPENING_TURKISH,
    headings={
        "key info": "Her zaman bilinecekler",
        "reflections": "Düşünceler",
        "summaries": "Önceki konuşmalar",
        "dossiers": "Söz konusu olanlar",
        "briefs": "İlgili olabilecekler",
        "facts": "Bilinenler",
        "theories": "Varsayımlar (kesin değil)",
        "questions": "Açık sorular",
        "objectives": "Hedefler",
        "significant memories": "Önemli anlar",
        "excerpts": "Daha önce söylenenler",
        "recent messages": "Az önce söylenenler",
    },
    months=(
        "Ocak", "Şubat", "Mart", "Nisan", "Mayıs", "Haziran",
        "Temmuz", "Ağustos", "Eylül", "Ekim", "Kasım", "Aralık",
    ),
    one_left_out="Daha önceki 1 mesaj gösterilmiyor.",
    left_out="Daha önceki {} mesaj gösterilmiyor.",
    thousands=".",
    world_time="dünya saati {}",
    in_chat="{}, “{}” sohbetinde",
    types={"person": "kişi", "place": "yer", "organisation": "kurum", "thing": "nesne"},
    also_called="başka adıyla {}",
    until="{} tarihine kadar",
    confidence="güven {:.1f}",
    disputed="tartışmalı",
    disputed_or="tartışmalı: ya da {}",
    either_or=" ya da ",
)  # fmt: skip


def phrases_of(text: str) -> Phrases:
    """Those of the language that the end of the text leans to; English when it doesn't tell."""
    return TURKISH if leans_turkish(text[-TOLD_CHARS:]) else ENGLISH
