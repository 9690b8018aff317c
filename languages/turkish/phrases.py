"""What a block says in Turkish, and the words that show how much an interaction of a game matters."""

from languages.folding import grouped
from languages.language import Phrases, Story, StoryPhrases, anycase

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


PHRASES = Phrases(
    user="Kullanıcı",
    assistant="Asistan",
    roles=grouped(user="ben kullanıcı", assistant="asistan", narrator="anlatıcı"),
    opening=(
        "Bellekten, yalnız bu tur için arka plan bilgisi. İşe yaradığı yerde ondan yararlan, "
        "görünen mesajlara ondan çok güven, sözünü etme."
    ),
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
        "recent messages": "Son mesajlar",
    },
    months=(
        "Ocak", "Şubat", "Mart", "Nisan", "Mayıs", "Haziran",
        "Temmuz", "Ağustos", "Eylül", "Ekim", "Kasım", "Aralık",
    ),
    one_message="1 mesaj",
    messages="{} mesaj",
    one_left_out="1 mesaj burada ne özetleniyor ne gösteriliyor.",
    left_out="{} mesaj burada ne özetleniyor ne gösteriliyor.",
    one_line_left_out="1 satıra daha burada yer yok.",
    lines_left_out="{} satıra daha burada yer yok.",
    thousands=".",
    world_time="dünya saati {}",
    in_chat="“{}” sohbetinde:",
    types={"person": "kişi", "place": "yer", "organisation": "kurum", "thing": "nesne"},
    also_called="başka adıyla {}",
    until="{} tarihine kadar",
    confidence="güven {:.1f}",
    disputed="tartışmalı",
    disputed_or="tartışmalı: ya da {}",
    either_or=" ya da ",
    story=STORY_PHRASES,
    biography="Özgeçmiş",
    request="Şimdi",
)  # fmt: skip
