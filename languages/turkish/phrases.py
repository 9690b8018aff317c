"""What a block says in Turkish."""

from __future__ import annotations

from languages.folding import grouped
from languages.language import Phrases
from languages.turkish.story import STORY_PHRASES

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
    one_line_left_out="1 satır daha gösterilmiyor.",
    lines_left_out="{} satır daha gösterilmiyor.",
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
    story=STORY_PHRASES,
    biography="Özgeçmiş",
    request="Şimdi",
)  # fmt: skip
