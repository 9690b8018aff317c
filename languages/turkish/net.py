"""What is kept of Turkish without a model: dangers to the speaker, what to call them, and orders to the assistant."""

from languages.language import Net
from languages.medicines import MEDICINES
from languages.turkish.analysis import PEOPLE

_ALLERGEN = (  # The fourteen of the EU's regulation 1169/2011, and the most common others.
    r"\b(?:gluten|bugday|cavdar|arpa|yulaf|kabuklu|karides|yenge[cg]|istakoz|yumurta|balik|yer ?fisti|fisti[kg]|"
    r"findi[kg]|ceviz|badem|kaju|soya|sut|peynir|laktoz|kereviz|hardal|susam|sulfit|midye|ahtapot|kalamar|kivi|cilek|"
    r"mango|muz|bakla|domates|bal\b|alkol|ari\b|arilar|yaban ?ari|kedi|kopek|tuy|polen|toz|kuf|lateks|parfum|aspirin|"
    r"antibiyotik|penisilin|nikel|kuruyemis|deniz urun|tuz|ilac)\w*"
)
_GRAVE = (
    rf"(?:{MEDICINES}|seker hastasi|sekerim\b|\bsara (?:hast|nobet)|\bsaram\b|tansiyon|kalp (?:pil|hast|kriz|yetmez|"
    r"kapa|var|ilac|ritim)|kalpten|kalbim(?:de|den)? (?:zay|ritim|pil|delik|hast)|kapakcig|ritim bozuk|hamile|"
    r"\bgebe(?!n)|emzir|(?:bebek|ikiz) bekl|colyak|\bkronik |kanser|bobre[gk]|karacigerim|\bnobet (?:gec|gel)|\bfelc|"
    r"inme gecir|reflu|\bulser|panik ata|anksiyete|depresyon (?:ted|ilac)|tiroid|guatr|romatizma|behcet|anemi|"
    r"kansizlik|hipertermi|sulandirici|bagisiklig?|pihti|fisfis|adrenalin kal|protez|\bplatin\b|teshis|\btanisi\b|"
    r"hastanelik|yogun bakim|hassasiyetim|narkoz|ameliyat|by.?pas|tekerlekli|isitme cihaz|doktor\w* (?:\w+ )?yasak|"
    r"kolesterol|egzama|\bsedef|vertigo|glutensiz|laktozsuz|tuzsuz|(?:yukseklik|ucak|kapali alan|kopek|igne) korkum|"
    r"(?:kulagim|gozum) (?:duym|gorm)|renk kor|bilincim|carpintim|intihar|kendime zarar|kumar bagim|fitig|yutam|yuzme "
    r"bilm|potasyum|urtiker|kurdesen|gunese cikam)"
)
_SOMETIMES = (  # Words of illness that also mean something else: with a word in the first person only.
    r"(?:hap\b|haplar|igne|ilac|alkol|bagimli|laktoz|gluten|acil(?:e|de|den)\b|akciger|bronsit|zaturre|depresyon|"
    r"carpinti|tasit tut|perhiz|icki|kasin|dokuntu|kus(?:tum|mak|uyor)|zehirlen|bayil(?:ip|ma\b|iyor|ir|dim)|ambulans|"
    r"hastaneye|nefes|kriz[ei] (?:gir|gec)|korkum|fobim|tikan(?:iyor|di)m|morar|fenalas|koma|sok[ua]\b)"
)
_HARM = (
    r"\b(?:sis(?:i|er|t|me|en)|davul|kapan|hastane|acil[ei]?\b|acilli|ambulans|nefes|bayil|oldur|olur[ui]m|olum|dokun|"
    r"kasin|kizar|kabar|kus(?:u|t|ar)|kivran|zehir|fena|kriz|yasak|uyus|sindirem|sok[au]\b|ishal|sart\b|morar|mosmor|"
    r"tikan|koma|yaramiyor|iyi gelmiyor|kaldirmiyor|dok(?:uyor|tu)|berbat|mahv|serum)\w*"
)

_TASK = (
    r"(?:cevapla|yanitla|yaz|konus|kullan|soyle|hitap|anlat|ver|ekle|sor|yap|tut|hatirlat|oner|goster|belirt|acikla|"
    r"ozetle|bahset|davran|cevir|sirala|listele|basla|bitir|gec|gir|de|et|ol|kat|duzelt|uzat|kes|sun|paylas|koy|"
    r"birak)(?:m[ae])?(?:y?[iu]n(?:iz)?|s[ae]n[ae]?|sin|irken|meni|mani|mesen|masan)?"
)

NET = Net(
    grave=_GRAVE,
    own=(
        rf"{_GRAVE}\w* (?:\w+ )?(?:iciyorum|kullaniyorum|aliyorum|varken|var\b|hastasiyim|oldugum)|{_GRAVE}\w*[iu]m\b|"
        r"\bbeni (?:\w+ )?(?:oldur|hastanelik|olume)|\bnefes(?:im)? (?:\w+ )?(?:alam|kesil|daral|tikan|gid)\w*|"
        r"\b(?:bogazim|dilim|yuzum|dudag\w+|gozum|gozlerim|her yerim)\w* (?:\w+ )?(?:sis|kapan|kabar|kizar|davul)\w*|"
        r"\b(?:yiyemiyorum|yiyemem|icemem|tuketemiyorum|yemem yasak|bana (?:yasak|zehir|dokun(?:uyor|ur))|kullanamam|"
        r"kullanamiyorum)\b|\bms (?:hast|teshis|tani)"
    ),
    others=(
        rf"\b(?!dokt){PEOPLE}(?:[iu]?m|[iu]?n|s?[iu]|l[ae]r[iu]?m?)(?:[iu]n|[ae]|y?[ae]|d[ae])?\b|\b(?:pazartesi|sali|"
        r"sabah|is|odev|toplanti|insan|dedikodu|sacmalik|aptal|muhabbet|spor|yalan|fatura|trafi[gk])\w* (?:\w+ "
        r")?alerji|\b(?:alerjim|alerjigim) (?:yok|resmen)|\bdegil(?:im|misim)\b|\b(?:dizi|film|roman|hikaye|karakter|"
        r"cevir|rol)\w*\b|\b(?:gulmekten|sikintidan|acliktan|sicaktan|meraktan) (?:\w+ )?ol|\beskiden\b|\bonun\b|"
        r"\bolsaydim\b|\b(?:alerjisi|hastaligi|astimi|diyabeti) (?:var|olan|olmus|cikti)|\bhastasi(?:ymis|"
        r"dir)?\s*(?:[.,!;]|$)"
    ),
    likely=(
        rf"^(?=.*\b(?:bana|beni|bende|benim|\w+(?:[iu]m|[ae]m))\b).*\b{_SOMETIMES}|{_ALLERGEN}.*{_HARM}|{_HARM}.*"
        rf"{_ALLERGEN}|\b(?:ayigim|temizim|bagimliydim|acilli[gk]im|dokuntu)\b|\b(?:icki|alkol)\w* (?:\w+ )?(?:birakti|"
        r"icmiyorum|icemem|bagimlisi)|\bolurum (?:valla|ben)\b|\bolumden dondum|\bdusuk (?:tehlike|riski)|"
        r"\bsis(?:iyorum|erim)\b"
    ),
    denied=(
        r"^(?!.*\b(?:sadece|yalnizca|belki|galiba|sanirim)\b).*?([^,.;!?]{1,40}?[ae]) (?:\w+ )?(?:alerjim (?:yok|"
        r"yokmus)|alerjik degil(?:im|misim))\s*(?:[,.;!]|$)"
    ),
    forgotten=(
        r"(?P<rule>(?=.*\b(?:kural|talimat|emri|istegi)\w* ))?([^.;!?,]{3,60}?) (?:(?:hakkinda|ile ilgili|konusunda) "
        r"(?:soyledik|dedik|soyledig|dedig|anlattik)\w*|oldug(?:unu|umu)(?: soyledigimi)?|(?:kural|talimat|emri|"
        r"istegi)\w*) (?:unut(?!ma)|bos ver|dikkate alma)"
    ),
    called=(
        r"\bbana (?:\w+ ){0,2}?\w+ (?:de|deyin|dersin|diyebilirsin|diye (?:hitap|seslen|cagir)\w*(?: et\w*)?)\b|"
        r"\b(?:adim|ismim) (?!ne\b|gibi\b)\w+|\b(?:herkes|arkadaslarim) bana \w+ (?:der|diyor)"
    ),
    asked=(
        r"\b(?:sunu|bunu|bunlari|sunlari) (?:\w+ ){0,2}?(?:unutma|aklinda tut|hatirla|not (?:et|al)|kaydet|bil)|"
        r"^(?:\w+ )?(?:unutma|aklinda (?:olsun|tut|bulunsun)|not (?:al|et)|hatirla|kaydet)\w*\s*[:,]|\b(?:aklinda "
        r"(?:olsun|tut|bulunsun)|haberin olsun|not et|kaydet)[.! ]*$"
    ),
    unkept=(
        r"\b(?:bunu|bunlari|sunu|soyledigimi|soyleyeceklerimi|anlattiklarimi)(?: lutfen| hic| sakin)* (?:hatirlama|"
        r"akl?inda tutma|aklinda kalmasin|hafizana (?:alma|kaydetme)|kaydetme|not (?:alma|etme))(?:yin(?:iz)?)?(?= "
        r"*(?:$|[,.;:!\n–—-]|ama\b|fakat\b|cunku\b|lutfen\b))|(?:^|[.!?\n] *)kayit disi(?:$|[,.:;!])"
    ),
    orders=(
        r"(?=.*\b(?:bundan (?:sonra|boyle)|artik|her zaman|hep|daima|asla|bir daha|her seferinde|her \w+(?:da|de|inda|"
        r"inde)|hic(?:bir zaman| bir zaman)?|surekli|lutfen|yoksa)\b|.*\w(?:diginda|diginda|dugunda|tiginda|rken|ince|"
        rf"inca)\b)(?:.*\b{_TASK}\b)|(?:cevap|yanit)\w* (?:\w+ ){{0,3}}?(?:kisa|uzun|sade|turkce|ingilizce|net)\w* "
        rf"(?:\w+ )?{_TASK}|\b(?:turkce|ingilizce|almanca|kisa|oz|sade|madde madde|samimi|resmi) (?:\w+ )?(?:cevap ver|"
        r"yanitla|cevapla|yaz|konus|anlat)\w*\b|\ben fazla \w+ (?:cumle|kelime|madde|satir)|\b(?:lafi uzatma|kisa kes)|"
        r"\b(?:emoji|liste|tablo|ozur)\w* (?:\w+ )?(?:kullanma|koyma|yapma|dileme|istemiyorum)\w*|\b(?:sen|siz) diye "
        r"hitap"
    ),
)
