"""How Turkish questions show what they ask for."""

from __future__ import annotations

from languages.folding import words
from languages.language import Asking

ASKING = Asking(
    # "önerdin", "önermiştin", "önerdiğin", "önerdiklerin", "önerilerin", "tavsiyen".
    replies=(
        r"\b(?:(?:acikla|bahset|de|listele|oner|soyle|tavsiye et|anlat|ver|yaz)"
        r"(?:[dt][iu](?:n|g[iu]n(?:iz)?|kler[iu]n(?:iz)?|niz)|m[iu]st[iu]n)|(?:oneri|tavsiye|yanit|cevab)(?:ler)?in)\b|\btavsiyen\b"
    ),
    # Pronouns of the first person, and its endings on verbs and possessions. Some words have such an ending by chance;
    # their question counts as one about the person who asks.
    asker=(
        r"\b(?:ben(?:i|im|de|den)?|bana|biz(?:i|e|im|de|den)?)\b|"
        r"\w{2}(?:[iu]m(?:[iu]|[ae]|d[ae]|d[ae]n|[iu]n)?|[iu]m[iu]z(?:[iu]|[ae]|[iu]n)?|[dt][iu]k|[iu]z)\b"
    ),
    overview=(
        r"\b(?:ozet(?:i|le|ler|ini|lesene)?|genel bakis|bildigin her seyi|"
        r"(?:bugune|simdiye) (?:dek|kadar) neler (?:oldu|yasandi))\b"
    ),
    of_talk=words(
        "anlat anlattı anlattık ay aydır aylar aylarda ayınd ayını bahsed bahset bahsettik bana beri bildik biliyor "
        "bu bugün bul dek dün genel geçen geçmiş görüş gün günler günlerde hafta hakkımda hakkında hatırla hepsi her "
        "herşey iletiş kadar konu konular konuş kısaca mesaj neler olanlar oldu sohbet son sonra söyle söyledik süre "
        "tüm ver verir yaptı yazış yaşan yıl yıllar zaman özet özeti özetini özetle özetler özetlesene şimdi şimdiye"
    ),
    order=r"\b(?:(?:hangi|ne) sirayla|sira(?:si)?yla|kronolojik|zaman sirasina|bastan sona sirala\w*)\b",
    day=(
        r"\bne zaman\w*|\bhangi (?:ay|gun|hafta|tarih|yil)\w*|\bkac(?:inda|inci gun| yilinda)\b|"
        r"\bne kadar (?:zaman )?once\b|\btarihi ne(?:dir|ydi)?\b|\bkac (?:ay|gun|hafta|yil) once\b|"
        r"\w(?:ali|eli) (?:ne kadar|kac \w+) (?:zaman )?(?:gecti|oldu)\b"
    ),
    name=r"\b(?:nere\w+|kim(?:i|e|in|de|den|le|inle|ler\w*)?|hangi)\b",
)
