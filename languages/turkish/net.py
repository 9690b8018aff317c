"""What is kept of Turkish without a model: dangers to the speaker, what to call them, and orders to the assistant."""

from __future__ import annotations

from languages.language import Net
from languages.medicines import MEDICINES
from languages.turkish.names import PEOPLE

_ALLERGEN = (  # The fourteen of the EU's regulation 1169/2011, and the most common others.
    r"\b(?:gluten|bugday|cavdar|arpa|yulaf|kabuklu|karides|yenge[cg]|istakoz|yumurta|balik|yer ?fisti|fisti[kg]|findi[kg]|"
    r"ceviz|badem|kaju|soya|sut|peynir|laktoz|kereviz|hardal|susam|sulfit|midye|ahtapot|kalamar|kivi|cilek|mango|muz|bakla|"
    r"domates|bal\b|alkol|ari\b|arilar|yaban ?ari|kedi|kopek|tuy|polen|toz|kuf|lateks|parfum|aspirin|antibiyotik|penisilin|"
    r"nikel|kuruyemis|deniz urun|tuz|ilac)\w*"
)
_SOMETIMES = (  # Words of illness that also mean something else: with a word in the first person only.
    r"(?:alkol|bagimli|laktoz|gluten|\bacil(?:e|de|den)\b|dok?un(?:uyor|du|ur)|akciger|bronsit|zaturre|depresyon|anksiyete|carpinti|tasit tut|perhiz|yasakla|\bicki|kasinti|dokuntu|kus(?:tum|mak)|zehirlen|bayilip|"
    r"bayilma\b|ambulans|hastaneye|serum|nefes|krize|korkum|fobim|bogazim|dilim|dudak)"
)
_HARM = (
    r"\b(?:sis(?:i|er|t|me|en)|davul|kapan|hastane|acil[ei]?\b|acilli|ambulans|nefes|bayil|oldur|olur[ui]m|olum|dokun|kasin|"
    r"kizar|kabar|kus(?:u|t|ar)|kivran|zehir|fena|kriz|yasak|uyus|sindirem|sok[au]\b|ishal|sart\b|morar|mosmor|tikan|koma|yaramiyor|"
    r"iyi gelmiyor|kaldirmiyor|patl|dok(?:uyor|tu)|berbat|mahv|serum)\w*"
)
_GRAVE = (
    rf"(?:{MEDICINES}|seker hastasi|sekerim\b|\bsara (?:hast|nobet)|\bsaram\b|(?:hiper|hipo)?tansiyon|"
    r"kalp (?:pil|hast|kriz|yetmez|kapa|var|ilac|ameliyat|ritim)|kalpten|kalp ve|kalbim(?:de|den)? (?:zay|ritim|pil|delik|hast|ameliyat)|ritim bozuk|hamile|"
    r"\bgebe(?!n)|emzir|colyak|kanser|bobre[gk]|karacigerim|\bnobet (?:gec|gel)|\bfelc|inme gecir|reflu|\bulser|panik ata|"
    r"anksiyete|depresyon (?:ted|ilac)|tiroid|guatr|romatizma|behcet|anemi|kansizlik|hipertermi|sulandirici|bagisiklig?|pihti|"
    r"\bhap\b|\bhaplar|\bigne|\bilac|fisfis|adrenalin kal|protez|\bplatin\b|teshis|\btanisi\b|hastanelik|yogun bakim|"
    r"hassasiyetim|narkoz|ameliyat|bypass|by.?pas|tekerlekli|isitme cihaz|doktor\w* (?:\w+ )?yasak|kolesterol|egzama|"
    r"\bsedef|vertigo|glutensiz|laktozsuz|(?:yukseklik|ucak|kapali alan|kopek|igne) korkum|(?:kulagim|gozum) (?:duym|gorm)|renk kor|kapakcig|"
    r"\bsonda|oksijen|bebek bekl|ikiz bekl|komaya|bilincim|bilincsiz|kendimden gec|carpintim|bas donme|intihar|kendime zarar|"
    r"kumar bagim|epilepsi|hipoglisemi|varis|fitig|yutam|yuzme bilm|potasyum|tuzsuz|urtiker|kurdesen|uyurgezer|gunese cik)"
)

_TASK = (
    r"(?:cevapla|yanitla|yaz|konus|kullan|soyle|hitap|anlat|ver|ekle|sor|yap|tut|hatirlat|oner|goster|belirt|acikla|"
    r"ozetle|bahset|davran|cevir|sirala|listele|basla|bitir|gec|gir|de|et|ol|kat|duzelt|uzat|kes|sun|paylas|koy|"
    r"birak)(?:m[ae])?(?:y?[iu]n(?:iz)?|s[ae]n[ae]?|sin|irken|meni|mani|mesen|masan)?"
)

NET = Net(
    grave=_GRAVE,
    own=(
        rf"{_GRAVE}\w* (?:\w+ )?(?:iciyorum|kullaniyorum|aliyorum|varken|var\b|hastasiyim|oldugum)|{_GRAVE}\w*[iu]m\b"
    ),
    others=(
        rf"\b(?!dokt){PEOPLE}(?:[iu]?m|[iu]?n|s?[iu]|l[ae]r[iu]?m?)(?:[iu]n|[ae]|y?[ae]|d[ae])?\b|\b(?:pazartesi|sali|sabah|"
        r"is|odev|toplanti|insan|dedikodu|sacmalik|aptal|muhabbet|spor|yalan|fatura|trafi[gk])\w* (?:\w+ )?alerji|"
        r"\b(?:alerjim|alerjigim) (?:yok|resmen)|\bdegil(?:im|misim)\b|\b(?:dizi|film|roman|hikaye|karakter|cevir|"
        r"rol)\w*\b|\b(?:gulmekten|sikintidan|acliktan|sicaktan|meraktan) (?:\w+ )?ol|\beskiden\b|\bonun\b|"
        r"\bolsaydim\b"
    ),
    fatal=(
        rf"^(?=.*\b(?:bana|beni|bende|benim|\w+(?:[iu]m|[ae]m|[dt][iu]m))\b).*\b{_SOMETIMES}|"
        r"\bbeni (?:\w+ )?(?:oldur|hastanelik|olume)|\bnefes(?:im)? (?:\w+ )?(?:alam|kesil|daral|tikan|gid)\w*|\b(?:bogazim|"
        r"dilim|yuzum|dudag\w+|gozum|gozlerim|her yerim)\w* (?:\w+ )?(?:sis|kapan|kabar|kizar|davul)\w*|\b(?:yiyemiyorum|"
        r"yiyemem|icemem|tuketemiyorum|yemem yasak|bana (?:yasak|zehir|dokun\w+)|dokunuyor bana|kullanamam|kullanamiyorum)\b|"
        rf"{_ALLERGEN}.*{_HARM}|{_HARM}.*{_ALLERGEN}|\b(?:ayigim|temizim|bagimliydim|(?:icki|alkol)\w* (?:\w+ )?(?:birakti\w*|"
        r"icmiyorum|icemem|bagimlisi\w*))\b|\b(?:acilli[gk]im|hastanelik(?:im| olu\w+))\b|\bolurum (?:valla|ben)\b|"
        r"\bolumden dondum|\b(?:bayiliyorum|bayilirim|bayildim\b.*\b(?:hast|ambul|dok)|fenalasiyorum|kasiniyorum|kusuyorum|"
        r"dokuntu)\b|\bms (?:hast|teshis|tani)|\bdusuk (?:tehlike|riski)|\bsoka gir|\b(?:tikaniyorum|moraririm|morariyorum|sisiyorum|sisiyor[um]*|"
        r"krize giriyorum|komaya\w*|nefessiz kal\w+)"
    ),
    denied=r"([^,.;!?]{1,40}?[ae]) (?:\w+ )?(?:alerjim (?:yok|yokmus)|alerjik degil(?:im|misim))\s*(?:[,.;!]|$)",
    forgotten=(
        r"([^.;!?,]{3,60}?) (?:hakkinda|ile ilgili|konusunda) (?:soyledik|dedik|soyledig|dedig|anlattik)\w* (?:unut|"
        r"bos ver|dikkate alma)"
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
    orders=(
        r"(?=.*\b(?:bundan (?:sonra|boyle)|artik|her zaman|hep|daima|asla|bir daha|her seferinde|her \w+(?:da|de|"
        r"inda|inde)|hic(?:bir zaman| bir zaman)?|surekli|lutfen|yoksa)\b|.*\w(?:diginda|diginda|dugunda|tiginda|"
        rf"rken|ince|inca)\b)(?:.*\b{_TASK}\b)|(?:cevap|yanit)\w* (?:\w+ ){{0,3}}?(?:kisa|uzun|sade|turkce|ingilizce|"
        rf"net)\w* (?:\w+ )?{_TASK}|\b(?:turkce|ingilizce|almanca|kisa|oz|sade|madde madde|samimi|resmi) (?:\w+ "
        r")?(?:cevap ver|yanitla|cevapla|yaz|konus|anlat)\w*\b|\ben fazla \w+ (?:cumle|kelime|madde|satir)|"
        r"\b(?:lafi uzatma|kisa kes)|\b(?:emoji|liste|tablo|ozur)\w* (?:\w+ )?(?:kullanma|koyma|yapma|dileme|"
        r"istemiyorum)\w*|\b(?:sen|siz) diye hitap"
    ),
)
