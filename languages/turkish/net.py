"""What is kept of Turkish without a model: dangers to the speaker, what to call them, and orders to the assistant."""

from __future__ import annotations

from languages.language import Net
from languages.medicines import MEDICINES

_PEOPLE = (
    r"(?:anne|baba|abla|abi|agabey|kardes|es|kari|koca|kiz|oglu?|cocu[gk]|bebe[gk]|dede|nine|teyze|hala|amca|dayi|"
    r"kuzen|yegen|torun|nisanli|sevgili|kayinvalide|kayinpeder|arkadas|patron|komsu|hasta|kedi|kope[gk])"
)
_TASK = (
    r"(?:cevapla|yanitla|yaz|konus|kullan|soyle|hitap|anlat|ver|ekle|sor|yap|tut|hatirlat|oner|goster|belirt|acikla|"
    r"ozetle|"
    r"bahset|davran|cevir|sirala|listele|basla|bitir|gec|gir|de|et|ol|kat|duzelt|uzat|kes|sun|paylas|koy|birak)"
    r"(?:m[ae])?(?:y?[iu]n(?:iz)?|s[ae]n[ae]?|sin|irken|meni|mani|mesen|masan)?"
)

NET = Net(
    grave=(
        rf"{MEDICINES}|seker hast|sekerim|\bsara\b|tansiyon|kalp (?:pil|hast|kriz|yetmez|kapa)|kalbim|hamile|\bgebe|"
        rf"emzir|colyak|"
        r"kanser|bobre[gk]|\bnobet (?:gec|gel)|\bfelc|reflu|ulser|panik ata|anksiyete|tiroid|guatr|romatizma|behcet|"
        r"anemi|kansizlik|"
        r"hipertermi|sulandirici|pihti|\bilac|\bhap\b|\bhaplar|\bigne|fisfis|protez|platin|alkol|bagimli|teshis|"
        r"tanisi|laktoz|gluten|"
        r"hastanelik|\bacil|yogun bakim|dokunuyor|dusuk (?:tehlike|riski)|hassasiyetim|bayil|narkoz|ameliyat|"
        r"tekerlekli|isitme cihaz|doktor\w* yasak|icki|temizim|kasinti|kasiniyorum|dokuntu|kus(?:uyorum|tum)|zehir|"
        r"(?:fistik|findik|ceviz|yumurta|sut|balik|karides|ari)\w*\b.*\b(?:sis|kapan|hastane|fena|nefes|olum)\w*"
    ),
    others=(
        rf"\b{_PEOPLE}(?:[iu]?m|[iu]?n|s?[iu]|l[ae]r[iu]?m?)(?:[iu]n|[ae]|y?[ae]|d[ae])?\b|\b(?:pazartesi|sali|sabah|"
        rf"is|odev|"
        r"toplanti|insan|dedikodu|sacmalik|aptal|muhabbet|spor|yalan|fatura|trafi[gk])\w* (?:\w+ )?alerji|"
        r"\b(?:alerjim|"
        r"alerjigim) (?:yok|resmen)|\bdegil(?:im|misim)\b|\b(?:dizi|film|roman|hikaye|karakter|cevir|rol)\w*\b|"
        r"\b(?:gulmekten|sikintidan|acliktan|sicaktan|meraktan) (?:\w+ )?ol|\beskiden\b|\bonun\b|\bolsaydim\b"
    ),
    fatal=(
        r"\bbeni (?:\w+ )?(?:oldur|hastanelik|olume)|\bnefes(?:im)? (?:\w+ )?(?:alam|kesil|daral|tikan|gid)\w*|"
        r"\b(?:bogazim|"
        r"dilim|yuzum|dudag\w+|gozum|gozlerim|her yerim)\w* (?:\w+ )?(?:sis|kapan|kabar)\w*|\b(?:yiyemiyorum|yiyemem|"
        r"icemem|"
        r"tuketemiyorum|yemem yasak|bana yasak|bana zehir|ayigim|icki(?:yi)? biraktim|alkol(?:u)? biraktim)\b|"
        r"\bolurum valla|\bolumden dondum|\boluyordum"
    ),
    denied=r"([^,.;!?]{2,40}?)(?:y?[ae]|n[ae]) (?:\w+ )?(?:alerjim (?:yok|yokmus)|alerjik degil(?:im|misim))",
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
        r"^(?:\w+ )?"
        r"(?:unutma|aklinda (?:olsun|tut|bulunsun)|not (?:al|et)|hatirla|kaydet)\w*\s*[:,]|\b(?:aklinda (?:olsun|tut|"
        r"bulunsun)|haberin olsun|not et|kaydet)[.! ]*$"
    ),
    orders=(
        rf"(?=.*\b(?:bundan (?:sonra|boyle)|artik|her zaman|hep|daima|asla|bir daha|her seferinde|her \w+(?:da|de|"
        rf"inda|inde)|hic"
        rf"(?:bir zaman| bir zaman)?|surekli|lutfen|yoksa)\b|.*\w(?:diginda|diginda|dugunda|tiginda|rken|ince|"
        rf"inca)\b)(?:.*\b"
        rf"{_TASK}\b)|(?:cevap|yanit)\w* (?:\w+ ){{0,3}}?(?:kisa|uzun|sade|turkce|ingilizce|net)\w* (?:\w+ )?{_TASK}|"
        rf"\b(?:turkce|"
        rf"ingilizce|almanca|kisa|oz|sade|madde madde|samimi|resmi) (?:\w+ )?(?:cevap ver|yanitla|cevapla|yaz|konus|"
        rf"anlat)\w*\b|"
        r"\ben fazla \w+ (?:cumle|kelime|madde|satir)|\b(?:lafi uzatma|kisa kes)|\b(?:emoji|liste|tablo|ozur)\w* "
        r"(?:\w+ )?(?:kullanma|koyma|yapma|dileme|istemiyorum)\w*|\b(?:sen|siz) diye hitap"
    ),
)
