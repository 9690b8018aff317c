"""How Turkish speaks of times: "geçen hafta", "Mayıs 2023'te", "iki gün önce"."""

from __future__ import annotations

from languages.folding import words
from languages.language import Dates

DATES = Dates(
    months=(
        "ocak", "şubat", "mart", "nisan", "mayıs", "haziran",
        "temmuz", "ağustos", "eylül", "ekim", "kasım", "aralık",
    ),
    weekdays=("pazartesi", "salı", "çarşamba", "perşembe", "cuma", "cumartesi", "pazar"),
    numbers=("bir", "iki", "üç", "dört", "beş", "altı", "yedi", "sekiz", "dokuz", "on"),
    days=words("gün"),
    weeks=words("hafta"),
    months_long=words("ay"),
    years=words("yıl sene"),
    days_back={"dün": 1},
    last=words("geçen önceki"),
    this=words("bu"),
    ago=words("önce"),
    ambiguous_months=words("mart"),
    month_endings=("ta", "te", "da", "de", "in", "un", "tan", "ten", "dan", "den"),
)  # fmt: skip
