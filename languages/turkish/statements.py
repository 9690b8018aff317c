"""How Turkish says what is worth knowing."""

from __future__ import annotations

from languages.folding import grouped, words
from languages.language import CAPITALS, SAFETY, Pattern, Statements, anycase, pattern
from languages.turkish.names import CLOSE, KIN, MY, ROLE
from languages.turkish.standing import STANDING

_OF_MY = rf"{MY}(?:[ıiuü]n|[aeıiuü]|[dt][ae]n?|l[ae])?"
_END = r"(?:[.,:;!…\s]|$)"
_ILLNESS = (
    r"(?:alerji|astım|diyabet|şeker hastalığı|tansiyon|epilepsi|migren|depresyon|kanser|romatizma|çölyak|intolerans|"
    r"guatr|anksiyete|kalp hastalığı|böbrek taşı)"
)
_JOBS = (
    r"(?:öğretmen|doktor|hemşire|mühendis|avukat|mimar|öğrenci|yazılımcı|emekli|muhasebeci|eczacı|aşçı|şoför|polis|"
    r"asker|gazeteci|yazar|ressam|müzisyen|tasarımcı|müdür|çiftçi|esnaf|akademisyen|psikolog|diyetisyen|berber|"
    r"kuaför|terzi|veteriner|garson|çevirmen|memur|işçi|pilot|sporcu|fotoğrafçı|girişimci|araştırmacı|ev hanım|bekar|"
    r"evli|boşanmış|nişanlı|vejetaryen|vegan|hamile|solak|diyabetik|müslüman|ateist)"
)

STATEMENTS = Statements(
    user="Kullanıcı",
    roles=grouped(user="ben kullanıcı", assistant="asistan", narrator="anlatıcı"),
    own=(
        *(Pattern(slot.regex, 9, 6) for slot in STANDING.slots if slot.name in SAFETY),
        # Health.
        pattern(rf"{_ILLNESS}\w*\s+(?:\w+\s+)?(?:var|çıktı|oldu|geçirdi[mk]?){_END}", 9, 6),
        pattern(rf"(?:alerji(?:k|m)|{_ILLNESS}[ıiuü]?m)\b.*\b(?:var|çıktı)?{_END}", 9, 6),
        pattern(r"\b(?:şeker|kalp|tansiyon|böbrek|astım|kanser|epilepsi) hastas[ıi](?:y[ıi][mz])?\b", 9, 6),
        pattern(
            r"\b(?:teşhis|tanı)(?:sı|si)? (?:kondu|koydu|konuldu|aldım)\b|\bameliyat (?:oldum|olacağım|geçirdim)\b",
            9,
            7,
        ),
        pattern(
            rf"\b\w+ (?:yiyemem|yemem|yemiyorum|içemem|içmem|içmiyorum|yiyemiyorum|içemiyorum|dokunuyor){_END}", 8, 4
        ),
        pattern(rf"\b(?:ilaç|ilacı|hapı?|insülin) (?:kullanıyorum|alıyorum|kullanırım){_END}", 9, 5),
        # Death, birth, love, promises.
        pattern(
            rf"\b(?:{KIN}|{CLOSE}){_OF_MY}\b.*\b(?:öldü|vefat etti|kaybettik|kaybettim|doğdu|hastanede yatıyor|"
            rf"hastaneye kaldırıldı|öldürdü|öldürüldü)",
            9,
            9,
        ),
        pattern(r"\b\w+(?:ım|im|um|üm|mı|mi|mu|mü|yı|yi|yu|yü) (?:öldürdü|öldürdüler|kaybettim|kaybettik)\b", 9, 9),
        pattern(
            rf"\b(?:evlendik|evlendim|(?:evleni|boşanı|nişanlanı)yoru[mz]|boşandım|boşandık|nişanlandım|"
            rf"nişanlandık|ayrıldık|hamileyim){_END}",
            9,
            8,
        ),
        pattern(rf"\b(?:söz veriyorum|söz verdim|yemin ederim|ant içtim){_END}", 8, 6),
        # Who somebody is.
        pattern(rf"(?:^|\s)(?:benim )?(?:adım|ismim|soyadım)\s+(?-i:[{CAPITALS}])", 9, 4),
        pattern(r"\b\w+[’']n?[ıiuü]n doğum günü\b|\b\w+ yaşına (?:giriyor|girdi|girecek|bas)\w*", 8, 5),
        pattern(
            r"\b(?:(?:yeni )?adresim(?:iz)?|telefon (?:numaram|numaramız)|telefonum|e-?posta(?:m| adresim)|mesleğim)\b",
            8,
            3,
        ),
        pattern(r"\bdoğum günüm\b|\bdoğum tarihim\b|\bevlilik yıldönümü(?:m|müz)\b", 9, 5),
        pattern(r"\b\d{1,3} yaşınday(?:ım|ız)\b", 8, 3),
        pattern(
            rf"\b\w+[’']?(?:[dt][ae]|y[ae]|n[dt][ae]) (?:\w+ )?(?:yaşıyoru[mz]|oturuyoru[mz]|yaşadı[mk]|doğdum|"
            rf"büyüdüm){_END}",
            8,
            4,
        ),
        pattern(
            rf"\b\w+[’']?(?:y?[ae]|[dt][ae]n) (?:yeni )?(?:taşındı[mk]|taşınıyoru[mz]|göç etti[mk]|gelmişi[mz]|"
            rf"döndü[mk]){_END}",
            8,
            5,
        ),
        pattern(rf"\btaşındı[mk](?: biz)? (?-i:[{CAPITALS}])\w+[’']y?[ae]\b", 8, 5),
        pattern(r"\b\w+l[ıiuü]y[ıiuü]m(?:[.!,…\s]|$)", 7, 4),
        pattern(
            r"\b\w{3,}(?:[cç]|[cç][ıiuü]s|m[ae]n|müdür|sorumlus|öğrencis|sahib|başkan)[ıiuü]y[ıiuü][mz](?:[.!,…\s]|$)",
            8,
            4,
        ),
        pattern(rf"\b{_JOBS}(?:lar|ler)?(?:y?[ıiuü][mz]|[ıiuü]y[ıiuü][mz]|l[ıi]y[ıi]m)(?:[.!,…\s]|$)", 8, 4),
        # Work and study.
        pattern(
            rf"\b(?:\w+[’']?(?:[dt][ae]|n[dt][ae])|olarak|için) (?:\w+ )?(?:çalışıyoru[mz]|çalıştı[mk]|çalışırım|"
            rf"okuyorum|okudum|öğretiyorum){_END}",
            8,
            3,
        ),
        pattern(
            rf"\b(?:mezun oldum|işe başladım|işten (?:ayrıldım|çıkarıldım|çıktım)|terfi (?:ettim|aldım)|emekli oldum|"
            rf"istifa ettim|işe girdim|kurdu[mk]|açtı[mk]){_END}",
            7,
            5,
        ),
        # People and animals.
        pattern(rf"\b(?:{KIN}|{CLOSE}){_OF_MY}(?:\s+\w+)?\s+(?:adı|ismi|yaşı|mesleği|doğum günü)\b", 8, 5),
        pattern(rf"\b(?:{KIN}|{CLOSE}){MY} var{_END}", 8, 5),
        pattern(rf"\b(?:{KIN}|{CLOSE}|{ROLE}|lider|yönetici){MY} (?-i:[{CAPITALS}])\w+", 7, 5),
        pattern(
            rf"\b{KIN}{_OF_MY}\b.*\b(?:düştü|kırdı|kırıldı|hastalandı|ameliyat oldu|taburcu (?:oldu|edildi)|"
            rf"emekli oldu|"
            rf"işe (?:başladı|girdi)|işsiz kaldı){_END}",
            7,
            6,
        ),
        pattern(rf"\b\w+(?:[ıiuü]n|m[ıiuü]z[ıiuü]n) (?:gerçek )?(?:adı|ismi) (?-i:[{CAPITALS}])", 6, 3),
        pattern(r"\b(?:bütçe|kira|maaş|ekib)[ıiuü]?m(?:[ıiuü]z)?\w* .*\d", 6, 3),
        pattern(
            rf"\b(?:{KIN}|{CLOSE}){_OF_MY}\b.*\b(?:yaşıyor|oturuyor|çalışıyor|okuyor|yaşında|seviyor|sevmiyor|"
            rf"evlendi|taşındı|mezun oldu|kazandı|hasta|doktor|öğretmen|mühendis|öğrenci|\w+[dt][ıiuü]r){_END}",
            7,
            5,
        ),
        # Likings, habits, things that changed.
        pattern(r"\ben sevdiğim \w+|\b(?:favorim|favori \w+m)\b", 7, 4),
        pattern(
            rf"\b(?:tercih ed(?:erim|iyorum)|nefret ediyorum|nefret ederim|sevmiyorum|sevmem|hoşlanmıyorum|hoşlanmam|"
            rf"korkuyorum|korkarım){_END}",
            7,
            4,
        ),
        pattern(
            rf"\b\w+ (?:çok )?(?:seviyorum|severim|hoşlanıyorum|bayılıyorum|bayılırım|ilgileniyorum|hayranıyım){_END}",
            6,
            4,
        ),
        pattern(
            rf"^artık\b.*\w|\bartık (?:\w+ ){{0,4}}\w+(?:[ıiuü]yoru[mz]|m[ae]m){_END}|m[ıiuü]yoru[mz] artık{_END}|"
            rf"\bbıraktım{_END}",
            7,
            4,
        ),
        pattern(
            rf"\b(?:öğreniyorum|oynuyorum|çalıyorum|yazıyorum|koşuyorum|yüzüyorum|kullanıyoru[mz]|geliştiriyoru[mz]|"
            rf"biriktiriyoru[mz]){_END}",
            6,
            3,
        ),
        pattern(
            rf"\b(?:her (?:gün|sabah|akşam|hafta|yıl|yaz|pazar)|(?:günde|haftada|ayda|yılda) \w+|"
            rf"genellikle|asla|hiçbir zaman) .*\w+(?:r[ıiuü]m|"
            rf"r[ıiuü]z|yoru[mz]|m[ae]m){_END}",
            6,
            3,
        ),
        pattern(rf"\b\w+(?:ım|im|um|üm|mız|miz|muz|müz) var{_END}", 6, 3),
        pattern(
            rf"\b(?:aldı[mk]|sahiplendi[mk]|kazandı[mk]|kaybetti[mk]|katıldı[mk]|yazıldım|başladı[mk]|karar "
            rf"verdi[mk]|seçti[mk]|değiştirdi[mk]){_END}",
            6,
            4,
        ),
        # What somebody aims for.
        pattern(r"\b(?:hedefim|amacım|hayalim|planım|niyetim)\b", 7, 5, "objective"),
        pattern(
            rf"\b\w+m[ae]k istiyoru[mz]{_END}|\bplanlıyoru[mz]{_END}|\bm[ae]y[ıi] (?:düşünüyoru[mz]|planlıyoru[mz]|"
            rf"umuyoru[mz]){_END}",
            6,
            4,
            "objective",
        ),
    ),
    others=(
        pattern(r"\b(?:öldürdü|öldü|öldürüldü|vefat etti|ihanet etti|kaçırdı|kurtardı|doğdu)\b", 8, 9),
        pattern(r"\b(?:evlendi|boşandı|nişanlandı|tehdit etti|aşık|hamile|tutuklandı|terfi etti|kovuldu)\b", 7, 7),
        pattern(rf"\w+[’'](?:n?[ıiuü]n) (?:\w+ )?{KIN}(?:s?[ıiuü])(?:y?[dt][ıiuü]r?)?{_END}", 8, 6),
        pattern(
            rf"\b(?:yaşıyor|oturuyor|çalışıyor|yönetiyor|okuyor|taşındı|büyüdü|öğretmen|doktor|mühendis){_END}", 6, 4
        ),
        pattern(
            rf"\b(?:seviyor|sevmiyor|nefret ediyor|korkuyor|istiyor|biliyor|söz verdi|kazandı|katıldı){_END}", 6, 5
        ),
    ),
    narrated=(pattern(r"^(?:artık |şimdi )?(?:sen|siz)?\b.*(?:[ıiuü]n[ıiuü]z|s[ıiuü]n|[dt][ıiuü]n)[.!]?$", 6, 4),),
    reached=anycase(r"\b(?:başar|bitir|tamamla|kazan|geç)[dt][ıi][mk]\b|\bulaşt[ıi][mk]\b"),
    dropped=anycase(
        r"\bvazgeç(?:tim|tik|iyorum|iyoruz)\b|\bpes etti[mk]\b|"
        r"\bartık [^.]*(?:istemiyor|planlamıyor|düşünmüyor)(?:um|uz)\b"
    ),
    negations=words("değil yok hiç asla olmaz"),
)
