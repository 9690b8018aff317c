"""The Turkish wording of a game's block, and the words that show how much an interaction matters."""

from __future__ import annotations

from languages.language import Story, StoryPhrases, anycase

STORY_PHRASES = StoryPhrases(
    last_interactions="Son konuşmalar (son {} etkileşim):",
    last_interaction="Son konuşmalar (son 1 etkileşim):",
    relevant_memories="Önemli anılar ({} ilgili):",
    progress="Arka plan, hikâyenin gidişi:",
    world="Arka plan, dünyanın durumu:",
    earlier="Arka plan, daha önce söylenenler:",
    player="Oyuncu",
    response="Yanıt",
    importance="Önem",
    levels={"low": "düşük", "medium": "orta", "high": "yüksek"},
    participants="katılanlar",
    items="eşyalar",
    current_scene="Şu anki sahne",
    emotional_context="Duygusal durum",
    active_conversation="Süren konuşma",
    now="az önce",
    ago={
        "minute": ("1 dakika önce", "{} dakika önce"),
        "hour": ("1 saat önce", "{} saat önce"),
        "day": ("1 gün önce", "{} gün önce"),
    },
)

STORY = Story(
    weighty=anycase(
        r"\b(?:kaybol|gizem|gizli|sır(?:r|\b|lar)|gerçe[kğ]|itiraf|ihanet|söz ver|yemin|öl(?:dü|üm|en|ür|mek)|öldür|"
        r"cinayet|"
        r"kan(?:lı)?\b|boğul|yas\b|keder|acı(?:sı|m)?\b|ağla|gözyaş|sevi(?:yor|r)|sevgi|nefret|affe[td]|güven|kork|dehşet|"
        r"çığlık|umutsuz|saklı|keşf)"
    ),
    busy=anycase(
        r"\b(?:incele|ara\b|aramaya|oku\b|kitle|aç\b|kullan|al\b|ver\b|göster|sor\b|söyle|konuş|git\b|tırman|gir\b|saldır|it\b|çek\b|"
        r"(?:altına|içine|arkasına|ardına) bak)|\?\s*$"
    ),
)
