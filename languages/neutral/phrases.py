"""The wording of a block of unknown language: plain English, which every model reads, and dates that all can read."""

from __future__ import annotations

from dataclasses import replace

from languages.english.phrases import PHRASES as ENGLISH

PHRASES = replace(
    ENGLISH,
    months=tuple(f"{month:02}" for month in range(1, 13)),
    one_day="{year}-{month}-{day:02}",
    days_of_month="",
    one_month="{year}-{month}",
    thousands=" ",
)
