"""How Turkish passes on words that are not the speaker's own, and how it names secrets."""

from languages.folding import words
from languages.language import LAUGHS, Borrowed, anycase

_TEXT = (
    r"(?:e-?posta|mail|mektup|mektub|makale|bülten|broşür|kılavuz|yönerge|şiir|şarkı|hikaye|öykü|roman|senaryo|"
    r"diyalog|sohbet|tweet|biyografi|profil|alıntı|tabela|kompozisyon|konuşma metni|taslak|taslağ|paragraf|cümle|metin|"
    r"metn)\w*"
)

_FICTION = r"(?:roman|hik[aâ]ye|öykü|masal|şiir|şarkı|film|dizi|oyun|senaryo|skeç|rüya|kitap|kitab|sahne)"

BORROWED = Borrowed(
    handed=anycase(
        rf"\b(?:bu|şu|o|bir|gelen|aşağıdaki|bizim|\w+[nıiuü]n) (?:[\w'’-]+ ){{0,2}}?{_TEXT}|\b{_TEXT} (?:şöyle|şu)|"
        r"\b(?:dedi|diyor|yazdı|yazıyor|yazmış|söyledi)\b"
    ),
    pasted=anycase(r"\b(?:aynen |olduğu gibi )?(?:kopyalıyorum|yapıştırıyorum|yapıştırdım)\s*$"),
    salutation=anycase(
        r"^\s*(?:merhaba|merhabalar|sayın|selamlar|değerli|sevgili)\b[^.!?\n]{0,40}[,!]|^\s*saygılarım(?:la|ızla)\b"
    ),
    asked=anycase(
        r"\b(?:çevir|tercüme et|düzelt|redakte et|özetle)(?:ir misin|er misin|sene|in|iniz)?(?=\s*[:.?!]|$)|"
        r"\bnasıl (?:söyle|den|çevir|yaz)\w*|\brol yap\w*|\bmış gibi yap\w*|"
        r"\b(?:hikaye|öykü|şiir|şarkı|sahne|diyalog|monolog|mektup|konuşma|roman) (?:yaz|anlat)"
        r"(?:ar mısın)?(?=[ :.?!]|$)"
    ),
    labels=words(
        "ben biz bana benim bende sen şey ps not önemli dikkat uyarı güncelleme soru cevap fikir plan alerji "
        "alerjiler alerjim diyet sağlık isim adım özet "
        "hedef kural kurallar tercihler sebep sorun sonuç bugün yarın birinci ikinci üçüncü malzemeler dil bağlam "
        "düzeltme hatırlatma"
    ),
    unreal=anycase(
        rf"\b{_FICTION}\w*(?:d[ae]ki|d[ae]|daki|ndan|nden|dan|den|m[ıi]n|n[ıi]n)\b|\b(?:karakter|kahraman|anlatıcı|başrol)\w*|"
        r"\b(?:eskiden|sanıyordum|sanmıştım|varsay|diyelim ki|farz et|burcum)\w*|"
        r"\b(?:sadece|yalnızca|bir tek) bu (?:cevap|yanıt|mesaj|sefer)\w*|\bbu seferlik\b|"
        r"\b(?:bu|şu) (?:cevab|mesaj|yanıt)[ıi]\b|"
        r"\w+m[ıiuü]ş\w* gibi\b|^(?=.*\b(?:dedi|derdi|diyor|diyordu|demiş)[.!]?$)|"
        r"\b(?:pazartesi|salı|çarşamba|perşembe|cuma|sabah|iş|ödev|toplantı|insan|dedikodu|saçmalı|aptal|muhabbet|"
        r"enerji|spor|patron|yalan|tembel)\w* (?:\w+ )?alerji|\w+s[ae]yd[ıi]\w*"
    ),
    fiction=anycase(
        r"\b(?:hik[aâ]ye|öykü|roman|senaryo|kurgu|masal|fanfic)\w* (?:\w+ )?(?:yaz|kurgul)\w*yor\w*|"
        r"\b(?:romanım|hik[aâ]yem|öyküm|senaryom)\w*|"
        r"\b(?:rol yapma oyun|başkarakter|kahramanım|kahramanın)\w*"
    ),
    laughs=anycase(LAUGHS + r"|\bşaka(?:ydı| yapıyorum)?\b|^(?:he ?he|hıhı|tabi tabi|he tabi)\b"),
    passwords=r"şifre\w*|parola\w*",
    codes=(
        r"şifre(?:si|m|miz|niz|n)?|(?:pin|cv[vc])(?:['’]?(?:im|imiz|i|m|si))?|"
        r"(?:güvenlik|alarm|kapı|giriş|kasa) kodu\w*"
    ),
    linked=r"artık|şimdi|yeni|olarak|kodu\w*|şu",
    naming="benim|bizim|yeni|artık",
    secret=anycase(
        r"\b(?:(?:şifre|parola|(?:güvenlik|alarm|kapı|giriş) kodu?|api anahtarı?)\w*(?: artık| şimdi| yeni| "
        r"şu| de| da)*\s*[:=,]?\s+"
        r"(?=[^\s,'’]*[^\W\d_]|\d{4,8}(?:['’]?y?[dt][ıiuü]|[.!]?$))|"
        r"(?:pin|şifre)['’]?\w*\s+(?=\d{4,8} (?:yap|koy|belirle))|"
        r"pin(?:im|imiz|i)?(?: kodu?\w*)?(?: artık| şimdi| yeni| şu)?\s*[:=,]?\s+)"
        r"[\"'“‘`]?(?P<secret>(?=[^\s,]*\d)[^\s\"'”’`,]{3,})"
    ),
)
