"""How Turkish says what the assistant must know in every turn."""

from __future__ import annotations

from languages.folding import words
from languages.language import CAPITALS, Slot, Standing, anycase

_TR_TONGUE = r"(?:türkçe|[iİ]ngilizce|almanca|fransızca|[iİ]spanyolca|arapça|rusça|[iİ]talyanca|kürtçe|farsça)"
_TR_ILL = (
    r"(?:diyabet|şeker hastalığ|astım|epilepsi|sara|tansiyon|çölya[kğ]|kalp hastalığ|kalp pil|hemofili|böbrek hastalığ)"
)
_TR_SICK = r"(?:şeker|kalp|tansiyon|böbrek|astım|epilepsi|çölyak|diyabet|hemofili)"
_TR_KIN = (
    r"(?:anne|baba|abla|ağabey|abi|kardeş|eş|karı|koca|kız|oğl|çocuğ|bebeğ|dede|nine|anneanne|babaanne|teyze|hala|amca|"
    r"dayı|kuzen|yeğen|torun|nişanlı|sevgili|kayınvalide|kayınpeder)(?:[ıiuü]?m|[ıiuü]?m[ıiuü]z)"
)
_TR_DO = (
    r"(?:ver|yaz|anlat|açıkla|cevapla|yanıtla|konuş|özetle|söyle|kullan|sor|ekle|göster|başla|bitir|tut|belirt|"
    r"hatırlat|hitap et|listele|öner|çevir|uyar|davran|dikkat et|olsun|olmasın|\w+ et|al|yap|koy|seç|vurgula|onayla|"
    r"doğrula|işaretle|sırala|karşılaştır|raporla|bildir|hesapla|kontrol et)"
)
_TR_DONT = (
    r"(?:(?<!bir )ekle|kullan|öner|koy|tekrarla|bahset|gönder|uzat|anlat|paylaş|hitap et|(?:bana|bey|hanım|efendim|"
    r"hocam|abi|abla|sen|siz) de)m[ae]"
)
_TR_POLITE = r"(?:y?[ıiuü]n(?:[ıiuü]z)?)?"
_TR_END = r"(?=(?: lütfen| ya| olur mu)?(?:[.,;!]|$))"
_TR_MANNER = (
    r"(?:(?:kısa |az )?madde(?:ler)? h[aâ]linde|"
    r"kısa(?: kısa)?|kısaca|öz|uzun(?: uzun)?|sade|basitçe|açık|net|detaylı|ayrıntılı|madde madde|resmi|samimi|"
    r"(?:kısa|uzun|basit|sade) (?:cümlelerle|bir dille|bir şekilde))"
)

STANDING = Standing(
    grave=anycase(
        r"alerji|intoleran|diyabet|insülin|epilep|astım|çölyak|hemofili|kalp pil|kan sulandır|hamile|ilaç|coumadin|"
        r"kurdeşen|anafilaksi|şişiyor"
    ),
    alternatives=words("veya"),
    revokes=anycase(
        r"\b(?:artık|yeniden|tekrar|yine)\b.*\w[ae]bilirsin(?:iz)?\b|\w+m[ae]n(?:[ıi]z)?[ae] (?:artık )?gerek "
        r"(?:yok|kalmadı)|\b(?:serbest|şart değil|gerekmiyor|fikrimi değiştirdim)\b|\b(?:bırak|boş ?ver|unut|kaldır|"
        r"vazgeç)(?: artık)?[.!]?$|"
        r"\bartık\b.*\w+m[ae](?:y[ıi]n(?:[ıi]z)?)?[.!]?$|"
        r"\balerji\w* (?:\w+ )?(?:yok|yokmuş|değil\w*|geçti|çıkmadı)\b|\balerjik değil\w*"
    ),
    tasks=anycase(rf"^(?:{_TR_DO}|artık|her\b|zaman|hep\b|asla|lütfen|bana|gerek|istedi|kullan)"),
    hollow=words(
        "lütfen test yaptırdım yaptırdık doktor dedi meğer çıktı sonuç sonuçlar artık aslında karşı yiyorum yemiyorum "
        "yerim yemem içmem içiyorum ye-yor yi-yor alıyorum almıyorum kullanıyorum kullanmıyorum hafta ay yıl gün"
    ),
    slots=(
        Slot("name", rf"(?:^|\s|\b[Bb]enim )(?:[Aa]dım|[İi]smim)(?: artık)?\s+[{CAPITALS}]\w+"),
        Slot(
            "introduction",
            rf"^[Bb]en [{CAPITALS}][a-zçğıöşü]{{2,}}(?: [{CAPITALS}][a-zçğıöşü]+){{0,2}}(?=[,.!]|$)",
            adds_up=True,
            is_part=True,
        ),
        # In small letters, too, where nothing else follows. In "adım adım" and "adım at", "adım" is a step.
        Slot("name", anycase(r"^(?:benim )?(?:adım|ismim) (?!adım|at\b|say|ne\b)\w+(?= bu arada|[.,!]|$)")),
        Slot("address", anycase(r"^bana (?!öyle|böyle|bunu|şunu|bir|ne\b|doğru|yalan|hayır|evet)\w+ de(?=[.,!]|$)")),
        Slot(
            "address",
            (
                rf"\b[Bb]ana\s+(?:kısaca\s+)?[{CAPITALS}]\w+(?:\s+[{CAPITALS}]\w+)?\s+(?:der|de|deyin|diye|"
                rf"diyebilirsin|"
                rf"diyebilirsiniz|dersen|derler)\b|\b[{CAPITALS}]\w+\s+diye\s+(?:hitap et|seslen|çağır)"
            ),
        ),
        Slot(
            "allergy",
            anycase(
                r"\balerji(?:m|miz|si|ler[iı]m)(?: (?:de|da|çok|bile))? var\b(?!d|m[ıi])|"
                r"\b\w+ alerji(?:ğ[iı]m|k|ğiz|liyi[mz])\b(?! değil)|"
                r"\b\w+[’']?\w* alerjim(?= olduğu|,|[.!]|$)|\bintoleransım var\b|\b\w+ dokunuyor\b|"
                r"\b(?:boğazım|dilim|yüzüm|nefesim|dudağım|dudaklarım)\w* (?:uyuş|şiş|kapan|kesil|tıkan)\w*yor\b|"
                r"\b(?:kurdeşen|kaşıntı|ürtiker|anafilaksi) (?:yap|dök|ol|geçir)\w*"
            ),
            adds_up=True,
        ),
        Slot(
            "health",
            anycase(
                rf"\b{_TR_ILL}\w* var\b|\b{_TR_SICK} hastasıyım\b|\b(?:diyabetik|hamile|gebe|hemofilik)y?[ıi]m\b|\b"
                rf"{_TR_KIN}(?: \w+)?(?: de| da)? (?:{_TR_SICK} hastası|hamile)\b(?! değil)|"
                r"\b(?:penisilin|amoksisilin|antibiyotik|aspirin|ibuprofen|parasetamol|ağrı kesici|kodein|morfin|"
                r"opioid)\w{0,2} "
                r"(?:kullan|al|iç)[ae]m(?:[ae]m|[ıi]yorum)\b|"
                r"\b(?:insülin|kan sulandırıcı|coumadin|antidepresan|lityum|kortizon)(?:ler|lar)?\w{0,2} "
                r"(?:kullanıyorum|alıyorum)\b"
            ),
            adds_up=True,
        ),
        Slot(
            "access",
            anycase(
                r"\b(?:ekran okuyucu|işitme cihazı|tekerlekli sandalye|büyük punto|işaret dili|altyazı)\w* "
                r"(?:kullanıyorum|kullanırım|lazım|gerek)|\b(?:işitme|görme|ortopedik) engelliyim\b|"
                r"\b(?:disleksi|dikkat eksikliğ|otizm|az görme)\w* var\b|\bgöz(?:üm|lerim) (?:az )?gör(?:müyor|"
                r"üyor)\b|\b(?:disleksiğim|renk körüyüm|körüm|sağırım)\b"
            ),
            adds_up=True,
        ),
        Slot(
            "diet",
            anycase(
                r"\b(?:yeniden|tekrar|artık|yine) (?:et|balık|tavuk|her şey)\w{0,2} (?:yiyoru[mz]|yemeye başla\w+)"
            ),
            is_end=True,
        ),
        Slot(
            "diet",
            anycase(
                r"\b(?:vegan|vejetaryen|pesketaryen)(?:[ıi]m| oldu[mk]| besleniyoru[mz])\b|"
                r"\bketojenik besleniyoru[mz]\b"
            ),
        ),
        Slot(
            "food",
            anycase(
                r"\b(?:sadece |yalnızca )?(?:helal|koşer|\w+s[ıiuü]z) (?:yiyoru[mz]|yer[ıi][mz]|besleniyoru[mz])\b|"
                r"\b\w+ (?:yemem|yemiyorum|yiyemem|yiyemiyorum|içmem|içmiyorum|içemem)(?=[.!,]|$)"
            ),
            adds_up=True,
        ),
        Slot(
            "language",
            anycase(
                rf"\b{_TR_TONGUE}\s+(?:cevap ver|yanıt ver|yanıtla|cevapla|yaz|konuş|devam et)|\b(?:cevaplar|"
                rf"yanıtlar)\w* "
                rf"{_TR_TONGUE} olsun\b"
            ),
            needs_assistant=True,
        ),
        Slot(
            "rule",
            anycase(
                r"^(?:lütfen )?(?:bundan sonra|bundan böyle|artık bana|sürekli|asla|hiçbir zaman|unutma|"
                r"(?:[\w'’]+ ){0,6}(?:her zaman|hep|daima|mutlaka)|ne zaman (?:[\w'’]+ ){1,4}\w+s[ae]m|"
                r"(?:[\w'’]+ ){1,5}(?:iste|sor|gönder|paylaş|bahset|at|yolla)\w*(?:[dt][ıiuü]ğ[ıiuü]mde|[ıiuü]nca|"
                r"ince))\b"
                rf"[^.!?]*\b(?:{_TR_DO}(?:m[ae])?{_TR_POLITE}|\w+m[ae]{_TR_POLITE}){_TR_END}"
            ),
            adds_up=True,
            needs_assistant=True,
        ),
        # How to answer: an imperative without its own object. "Planı kısaca yaz" is a task, not a rule.
        Slot(
            "rule",
            anycase(
                rf"^(?:lütfen |bana |benimle |hep )*{_TR_MANNER}(?: ve {_TR_MANNER})? (?:(?:cevap|yanıt)(?:lar)? ver|"
                rf"(?:cevapla|yanıtla|konuş|yaz)){_TR_POLITE}{_TR_END}|"
                rf"^(?:lütfen |bana |benimle )*{_TR_MANNER} (?:anlat|yaz|konuş|cevap ver|yanıt ver)m[ae]{_TR_POLITE}\b|"
                rf"^(?:lütfen )?(?:bütün |tüm )?(?:cevap|yanıt|mesaj|açıklama)lar\w* [^.!?]*\b(?:olsun|olmasın|ver|"
                rf"yaz|tut)"
                rf"{_TR_POLITE}{_TR_END}|"
                r"^(?:lütfen )?(?:\w+ )?(?:ölçü|birim|miktar|tarih|saat|sıcaklı|fiyat)\w* (?:\w+ ){1,3}(?:olarak|"
                r"cinsinden|"
                rf"ile) (?:ver|yaz|söyle|göster|belirt){_TR_POLITE}\b|"
                rf"(?:^|, )(?:[\w'’]+ ){{1,5}}{_TR_DONT}{_TR_POLITE}{_TR_END}"
            ),
            adds_up=True,
            needs_assistant=True,
        ),
        Slot(
            "rule",
            anycase(r"^lütfen .*\b(?:cevap|yanıt)\w*\s.*\b(?:ver|tut|yaz|olsun)(?:me)?[.!]?$"),
            adds_up=True,
            needs_assistant=True,
        ),
    ),
)
