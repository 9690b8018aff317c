"""Turkish, as the archivists know it: the verb stands last, so most patterns look at the end of a clause."""

from __future__ import annotations

from archivists.language import Language, Regex, anycase, pattern, words
from archivists.turkish_words import CHATTER, FEELINGS, NOT_NAMES
from graph.values.items import FactKind

_KIN = (
    r"(?:anne|baba|abla|ağabey|abi|kardeş|eş|karı|koca|kız|oğl|çocuk|çocuğ|bebe[kğ]|dede|nine|anneanne|babaanne|"
    r"teyze|hala|amca|dayı|kuzen|yeğen|torun|nişanlı|sevgili|kayınvalide|kayınpeder|ikiz)"
)
_CLOSE = r"(?:arkadaş|dost|patron|müdür|öğretmen|komşu|ev arkadaş|doktor|kedi|köpe[kğ]|kuş|balı[kğ]|tavşan|at)"
_ROLE = (
    r"(?:avukat|şef|hoca|kaptan|ortak|ev sahib|yardımcı|müşteri|danışman|koç|diyetisyen|psikolog|berber|kuaför|oda "
    r"arkadaş|sınıf arkadaş|iş arkadaş|dadı|bakıcı|stajyer|amir|usta)"
)
_MY = r"(?:[ıiuü]?m|[ıiuü]m[ıiuü]z|mız|miz|muz|müz)"
_OF_MY = rf"{_MY}(?:[ıiuü]n|[aeıiuü]|[dt][ae]n?|l[ae])?"
_END = r"(?:[.,:;!…\s]|$)"
_ILLNESS = (
    r"(?:alerji|astım|diyabet|şeker hastalığı|tansiyon|epilepsi|migren|depresyon|kanser|romatizma|çölyak|intolerans|"
    r"guatr|anksiyete|kalp hastalığı|böbrek taşı)"
)
_NAME = r"[A-ZÇĞİÖŞÜ][\w-]+(?: [A-ZÇĞİÖŞÜ][\w-]+){0,2}"
_JOBS = (
    r"(?:öğretmen|doktor|hemşire|mühendis|avukat|mimar|öğrenci|yazılımcı|emekli|muhasebeci|eczacı|aşçı|şoför|polis|"
    r"asker|gazeteci|yazar|ressam|müzisyen|tasarımcı|müdür|çiftçi|esnaf|akademisyen|psikolog|diyetisyen|berber|"
    r"kuaför|terzi|veteriner|garson|çevirmen|memur|işçi|pilot|sporcu|fotoğrafçı|girişimci|araştırmacı|ev hanım|bekar|"
    r"evli|boşanmış|nişanlı|vejetaryen|vegan|hamile|solak|diyabetik|müslüman|ateist)"
)

TURKISH = Language(
    code="tr",
    words_min=3,
    user="Kullanıcı",
    openers=anycase(
        r"^(?:(?:merhaba|selam|evet|hayır|tamam|peki|ya|yani|şey|aslında|valla|vallahi|teşekkürler|teşekkür ederim|"
        r"rica ederim|sağ ?ol|çok teşekkürler|harika|süper|güzel|aynen|tabii|tabi|elbette|oh|of|ah|ee|hmm+|neyse|"
        r"bu arada|"
        r"günaydın|iyiyim|(?:(?-i:[A-ZÇĞİÖŞÜ])\w+,?\s+)?(?:haberin var mı|biliyor musun|bil bakalım|inanmayacaksın)|"
        r"iyi akşamlar|iyi günler|rica ederim|kusura bakma|maalesef|tamamdır|olur|haklısın|ha|hey|ve|"
        r"ama|(?:dediğim|söylediğim|bildiğin|bildiğiniz) gibi|hatırlarsan|bir şey (?:soracağım|diyeceğim|"
        r"söyleyeceğim)|bir sorum var)(?:\s+(?-i:[A-ZÇĞİÖŞÜ])\w+)?(?:\s+(?:bey|"
        r"hanım|abi|abla|hocam|canım))?\s*[,:!.…–—-]+\s*|(?:yani|valla|işte|şey|hani|bu arada)\s+)+"
    ),
    leads=anycase(r"^(?:(?:ve|ama|fakat|çünkü|ayrıca|hem de|bir de)\s+)+(?=\w)"),
    clause_breaks=anycase(
        r"\s*(?:;|\s[-–—])\s+|,\s+(?:(?:ve|ama|fakat|ancak|çünkü|bu yüzden|o yüzden)\s+)(?=\w)|\s+(?:ama|fakat|çünkü|"
        r"bu yüzden|o yüzden)\s+(?=\w)|,\s+(?=bana |sence |nasıl |ne |acaba |lütfen )"
    ),
    requests=anycase(
        r"^(?:acaba|lütfen|nasıl|neden|niye|niçin|kim|hangi|nerede|ne zaman|sence|bana (?!.*\b(?:de|diye))|haydi|"
        r"hadi|gel)\b|\bm[ıiuü](?:yım|yim|sın|sin|sun|sün|sınız|siniz|yız|yiz|yor|dır|dir)?\s*[?]?$|(?:misin|mısın|"
        r"musun|müsün|misiniz|mısınız|yardım et|yardımcı ol|anlat|açıkla|göster|söyle|yazar mısın|öner)[.!?]*$"
    ),
    hedges=anycase(
        r"^(?:belki|galiba|sanırım|herhalde|keşke|bence|umarım|acaba|eğer)\b|\b(?:sanırım|galiba|herhalde|emin "
        r"değilim|bilmiyorum|olabilir|anladım|duydum|merak ediyorum|teşekkür ederim|rica ederim|görüşürüz|"
        r"düşünüyorum|umuyorum|keşke|sorabilir miyim|bir sorum var|vaktim var|zamanım var|ne yapayım|bakarım|"
        r"bakacağım)\b"
    ),
    fleeting=anycase(
        r"\b(?:bugün|dün|yarın|şimdi|şu an|az önce|biraz önce|harika|süper|muhteşem|yorgunum|heyecanlıyım|mutluyum|"
        r"üzgünüm|sabırsızlanıyorum|çok güzel|sizin|senin|sana|size|sen|siz)\b"
    ),
    relative=anycase(
        r"\b(?:dün|bugün|yarın|bu (?:sabah|akşam|hafta|ay|yıl|sene|yaz|kış|bahar)|(?:geçen|gelecek|önümüzdeki|evvelki) "
        r"(?:gün|hafta|ay|yıl|sene|yaz|kış|bahar|pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|pazar)\w*|"
        r"(?:\d+|bir|iki|üç|dört|beş|birkaç) (?:gün|hafta|ay|yıl|sene) (?:önce|sonra)|az önce|geçenlerde)\b"
    ),
    pointing=anycase(r"^(?:o|bu|şu|onlar|bunlar|onu|bunu|onun|bunun|orada|burada|öyle|böyle)\b"),
    vague=anycase(r"^(?:o|bu|şu|onu|bunu|şunu|orada|burada|öyle|böyle)\b|\b(?:onu|bunu|onları|bunları)\b"),
    hanging=anycase(
        r"\b(?:bunu|şunu|bunun|buna|bundan|oraya|buraya|burada|orada|oradan|buradan|böylesi|öylesi)\b|\b(?:bu|şu) "
        r"(?!arada|hafta|ay\b|yıl|sene|sabah|akşam|gece|yaz\b|kış|bahar|gün|zaman|proje|şehir|ev\b|iş\b|yüzden)\w"
    ),
    feelings=FEELINGS,
    pronoun=Regex(r"(?!)"),  # Turkish leaves "he" out.
    reached=anycase(r"\b(?:başar|bitir|tamamla|kazan|geç)[dt][ıi][mk]\b|\bulaşt[ıi][mk]\b"),
    dropped=anycase(
        r"\bvazgeç(?:tim|tik|iyorum|iyoruz)\b|\bpes etti[mk]\b|"
        r"\bartık [^.]*(?:istemiyor|planlamıyor|düşünmüyor)(?:um|uz)\b"
    ),
    negations=words("değil yok hiç asla olmaz"),
    own=(
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
            rf"\b(?:{_KIN}|{_CLOSE}){_OF_MY}\b.*\b(?:öldü|vefat etti|kaybettik|kaybettim|doğdu|hastanede yatıyor|"
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
        pattern(r"(?:^|\s)(?:benim )?(?:adım|ismim|soyadım)\s+(?-i:[A-ZÇĞİÖŞÜ])", 9, 4),
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
        pattern(r"\btaşındı[mk](?: biz)? (?-i:[A-ZÇĞİÖŞÜ])\w+[’']y?[ae]\b", 8, 5),
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
        pattern(rf"\b(?:{_KIN}|{_CLOSE}){_OF_MY}(?:\s+\w+)?\s+(?:adı|ismi|yaşı|mesleği|doğum günü)\b", 8, 5),
        pattern(rf"\b(?:{_KIN}|{_CLOSE}){_MY} var{_END}", 8, 5),
        pattern(rf"\b(?:{_KIN}|{_CLOSE}|{_ROLE}|lider|yönetici){_MY} (?-i:[A-ZÇĞİÖŞÜ])\w+", 7, 5),
        pattern(
            rf"\b{_KIN}{_OF_MY}\b.*\b(?:düştü|kırdı|kırıldı|hastalandı|ameliyat oldu|taburcu (?:oldu|edildi)|"
            rf"emekli oldu|"
            rf"işe (?:başladı|girdi)|işsiz kaldı){_END}",
            7,
            6,
        ),
        pattern(r"\b\w+(?:[ıiuü]n|m[ıiuü]z[ıiuü]n) (?:gerçek )?(?:adı|ismi) (?-i:[A-ZÇĞİÖŞÜ])", 6, 3),
        pattern(r"\b(?:bütçe|kira|maaş|ekib)[ıiuü]?m(?:[ıiuü]z)?\w* .*\d", 6, 3),
        pattern(
            rf"\b(?:{_KIN}|{_CLOSE}){_OF_MY}\b.*\b(?:yaşıyor|oturuyor|çalışıyor|okuyor|yaşında|seviyor|sevmiyor|"
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
        # What somebody is after.
        pattern(r"\b(?:hedefim|amacım|hayalim|planım|niyetim)\b", 7, 5, FactKind.OBJECTIVE),
        pattern(
            rf"\b\w+m[ae]k istiyoru[mz]{_END}|\bplanlıyoru[mz]{_END}|\bm[ae]y[ıi] (?:düşünüyoru[mz]|planlıyoru[mz]|"
            rf"umuyoru[mz]){_END}",
            6,
            4,
            FactKind.OBJECTIVE,
        ),
    ),
    others=(
        pattern(r"\b(?:öldürdü|öldü|öldürüldü|vefat etti|ihanet etti|kaçırdı|kurtardı|doğdu)\b", 8, 9),
        pattern(r"\b(?:evlendi|boşandı|nişanlandı|tehdit etti|aşık|hamile|tutuklandı|terfi etti|kovuldu)\b", 7, 7),
        pattern(rf"\w+[’'](?:n?[ıiuü]n) (?:\w+ )?{_KIN}(?:s?[ıiuü])(?:y?[dt][ıiuü]r?)?{_END}", 8, 6),
        pattern(
            rf"\b(?:yaşıyor|oturuyor|çalışıyor|yönetiyor|okuyor|taşındı|büyüdü|öğretmen|doktor|mühendis){_END}", 6, 4
        ),
        pattern(
            rf"\b(?:seviyor|sevmiyor|nefret ediyor|korkuyor|istiyor|biliyor|söz verdi|kazandı|katıldı){_END}", 6, 5
        ),
    ),
    narrated=(pattern(r"^(?:artık |şimdi )?(?:sen|siz)?\b.*(?:[ıiuü]n[ıiuü]z|s[ıiuü]n|[dt][ıiuü]n)[.!]?$", 6, 4),),
    titles=words(
        "doktor dr prof sayın usta hoca öğretmen avukat yüzbaşı binbaşı albay general komutan komiser muhtar başkan "
        "kral kraliçe prens prenses sultan vezir imam rahip demirci hancı terzi kasap bakkal avcı balıkçı büyücü bekçi "
        "değirmenci çoban kaptan teyze amca dayı abi abla"
    ),
    titles_behind=words("bey hanım efendi hoca hocam abi abla ağabey teyze amca dayı hala usta paşa"),
    prefixes=words("yeni eski büyük küçük orta yukarı aşağı kuzey güney doğu batı"),
    quarters=words("kuzey güney doğu batı"),
    never_first=frozenset(),
    suffixes=frozenset(),
    ages=anycase(r"\byaş(?:ı|ım|ımda|ında\w*|ına|ıma|larında\w*)?\b"),
    relation=anycase(rf"^(?:{_KIN}|{_CLOSE}|{_ROLE})(?:{_MY}|s?[ıiuü])$"),
    own_name=Regex(
        rf"\b(?:(?:[Aa]dım|[İi]smim|[Bb]en) (?P<name>{_NAME})|[Bb]ana (?:kısaca )?(?P<called>{_NAME}) (?:de|deyin|diye|"
        rf"derler)\b)"
    ),
    person_before=anycase(
        rf"(?:\b(?:{_KIN}|{_CLOSE}|{_ROLE})(?:{_MY}|s?[ıiuü]),? |\b(?:adım|ismim|sayın) |"
        rf"\b{_KIN}(?:{_MY}|s?[ıiuü])?n?[ıiuü]n (?:adı|ismi) )$"
    ),
    person_after=anycase(
        r"^(?:[’']?\w*)? ?(?:bey|hanım|abi|abla|teyze|amca|hoca|dedi|söyledi|sordu|anlattı|diyor|istiyor|geldi|aradı|"
        r"adında|adlı)\b"
    ),
    place_before=anycase(r"(?!)"),
    place_after=anycase(
        r"^[’'](?:y?[ae]|n?[dt][ae]|n?[dt][ae]n|[dt][ae]ki|l[ıiuü])(?:n[ıiuü]n)? (?:\w+ )?(?:yaş|otur|taşın|git|gid|"
        r"gel|dön|doğ|büyü|çalış|oku|uç|var|kal|bulun|gez|tatil|ev|düğün)"
    ),
    where=Regex(r"^[’'][dt][ae]\b"),
    whence=Regex(r"^[’'][dt][ae]n\b"),
    vocative_before=anycase(
        r"(?:^|[.!?]\s+)(?:merhaba|selam|teşekkürler|teşekkür ederim|sağ ?ol|evet|hayır|peki|tamam|canım|günaydın|hey|"
        r"bak|ya|haklısın(?:ız)?|memnun oldum|tabii?|elbette|anladım|hoş geldin(?:iz)?|buyurun),? $"
    ),
    subject_after=anycase(r"^[’'](?:n?[ıiuü]n|n?[ıiuü]|y[ıiuü]|n?[dt][ae]n?|y?[ae]|l[ae]|yl[ae])\b"),
    organisation_words=words(
        "üniversitesi üniversite lisesi okulu hastanesi bankası belediyesi bakanlığı derneği vakfı şirketi holding "
        "enstitüsü kulübü müzesi fakültesi koleji"
    ),
    not_names=NOT_NAMES,
    chatter=CHATTER,
    no_topic=Regex(
        r"(?:yorum|yorsun|yor|yoruz|yorlar|dim|dum|tim|tum|dik|duk|tik|tuk|mistim|acagim|ecegim|acak|ecek|mak|mek|"
        r"malı|meli|abilir|ebilir|iriz|uruz|ariz|eriz|yiz|yuz|diniz|dunuz|tiniz|tunuz|diler|dular|tiler|tular|"
        r"alim|elim|ayim|"
        r"eyim|acagiz|ecegiz|arim|erim|irim|urum|sin|sun|siniz|yim|yum|mis|mus|ken|ince|unca|misin|musun)$"
    ),
)
